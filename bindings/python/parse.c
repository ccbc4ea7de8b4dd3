/* parse.c - parses all rows of a column, block by block. */
#include "columns.h"

#include <stdlib.h>
#include <string.h>

/* A view refers to a text by an offset of type int32.  If the data of a column is larger, one text begins at each
 * multiple of STRIDE bytes, so that each row is near the beginning of a text. */
#define STRIDE ((size_t)1 << 30)

/* Size of the memory for texts that a standard rewrites.  This memory is reused for each block; if views refer to
 * it, it is kept until the end. */
#define REWRITTEN ((size_t)1 << 20)

static const char *const status_name = "status", *const at_name = "error_at",
			 *const rewritten_name = "rewritten";

static const char *const span_name[EVERYURI_N_PARTS][2] = {
	{ "scheme_begin", "scheme_end" },     { "user_begin", "user_end" },
	{ "password_begin", "password_end" }, { "host_begin", "host_end" },
	{ "port_begin", "port_end" },         { "path_begin", "path_end" },
	{ "query_begin", "query_end" },       { "fragment_begin", "fragment_end" }
};

/* Offsets of a part in all rows; NULL until a row has the part.  The offsets are undefined for rows without it. */
struct spans {
	struct made *begin, *end;
	uint32_t *begins, *ends;
	uint8_t *validity;
};

struct parsing {
	struct work *work;
	struct column *column;
	uint32_t begin[EVERYURI_N_PARTS][BLOCK], end[EVERYURI_N_PARTS][BLOCK];
	uint32_t at[BLOCK];
	uint16_t flags[BLOCK];
	uint8_t status[BLOCK];
	int32_t offset[BLOCK + 1];
	struct block block;
	struct piece piece[EVERYURI_N_PARTS], rewritten;
	struct spans spans[EVERYURI_N_PARTS];
	uint8_t *all_status, *all_there, *at_there;
	uint32_t *all_at; /* NULL until there is an error */
	size_t n_wrong;
	bool rewrites;
	struct everyuri_texts room; /* memory for rewritten texts */
	size_t look;                /* for views: number of the column's text that contains the
	                             * rewritten texts */
};

/* ---- texts of views ------------------------------------------------------------------------------ */

static bool begin_looks(struct parsing *p)
{
	const struct everyuri_rows *rows = &p->work->rows;
	bool done = true;

	if (rows->layout == EVERYURI_LAYOUT_VIEWS)
		for (size_t k = 0; done && k < rows->n_buffers; k++)
			done = column_text(p->column, rows->buffers[k].data, rows->buffers[k].len);
	else
		for (size_t at = 0; done && at < rows->data_len; at += STRIDE)
			done = column_text(p->column, rows->data + at,
			                   rows->data_len - at < INT32_MAX ? rows->data_len - at :
			                                                     INT32_MAX);
	return done;
}

/* Reserves at least this number of bytes for rewritten texts. */
static enum everyuri_status more_room(struct parsing *p, size_t needed)
{
	size_t size = (needed > REWRITTEN ? needed : REWRITTEN) + AHEAD;
	char *data;

	if (p->work->layout == VIEW)
		data = column_memory(p->column, size);
	else
		data = p->room.data ? column_larger(p->column, p->room.data, 0, size) :
		                      column_memory(p->column, size);
	if (!data || (p->work->layout == VIEW && !column_text(p->column, data, 0)))
		return EVERYURI_NO_MEMORY;
	p->look = p->column->n_texts - 1;
	p->room.data = data;
	p->room.cap = size - AHEAD;
	return EVERYURI_OK;
}

/* Keeps the rewritten texts of a block, if views refer to them. */
static void keep_rewritten(struct parsing *p, size_t n)
{
	size_t len = (size_t)p->offset[n];

	if (p->work->layout != VIEW)
		return;
	p->column->texts[p->look].len += len;
	p->room.data += len;
	p->room.cap -= len;
}

/* ---- where rows are ---------------------------------------------------------------------------------- */

/* Readable memory that serves as the text of null rows. */
static const char padding[AHEAD];

/* Sets the place of a row.  The column has offsets, or all its texts are null. */
static void place_in_data(struct block *block, const struct everyuri_rows *rows, size_t i,
                          size_t row)
{
	bool is_large = rows->layout == EVERYURI_LAYOUT_OFFSETS_64;
	size_t begin = is_large ? (size_t)((const int64_t *)rows->at)[row] :
	                          (size_t)((const int32_t *)rows->at)[row];
	size_t end = is_large ? (size_t)((const int64_t *)rows->at)[row + 1] :
	                        (size_t)((const int32_t *)rows->at)[row + 1];
	size_t first = is_large ? begin / STRIDE : 0;

	block->place[i] = (struct place){ rows->data + begin, LOOK(first, begin - first * STRIDE) };
	block->careful |= end + AHEAD > rows->data_len || end - first * STRIDE > INT32_MAX;
}

static void place_in_views(struct block *block, const struct everyuri_rows *rows, size_t i,
                           size_t row)
{
	const char *view = (const char *)rows->at + 16 * row;
	int32_t look[2];
	uint64_t both;
	uint32_t len;

	memcpy(&len, view, 4);
	if (len <= 12) {
		block->place[i] = (struct place){ view + 4, 0 };
		block->careful |= row + 3 >= rows->n_rows;
		return;
	}
	memcpy(look, view + 8, 8);
	memcpy(&both, view + 8, 8);
	block->place[i] = (struct place){ rows->buffers[look[0]].data + look[1], both };
	block->careful |= (size_t)look[1] + len + AHEAD > rows->buffers[look[0]].len;
}

/* Fast path for the usual case, in which all offsets fit an int32 and no row is rewritten. */
static void place_plain(struct block *block, const struct everyuri_rows *rows,
                        const uint8_t *status)
{
	const int32_t *at = (const int32_t *)rows->at + block->from;
	const char *data = rows->data;
	size_t n = block->n;

	for (size_t i = 0; i < n; i++) {
		const char *text = data + at[i];

		block->place[i].text = status[i] ? padding : text;
		block->place[i].look = LOOK(0, (uint32_t)at[i]);
	}
	block->careful = (size_t)at[n] + AHEAD > rows->data_len;
}

/* Sets the places of n rows, starting at row `from`.  Some of the rows are rewritten. */
static void place_rows(struct parsing *p, const uint8_t *status, size_t from, size_t n)
{
	const struct everyuri_rows *rows = &p->work->rows;
	struct block *block = &p->block;
	bool views = rows->layout == EVERYURI_LAYOUT_VIEWS;
	uint32_t kept = 0; /* number of bytes of rewritten text before these rows */

	if (p->rewrites && p->work->layout == VIEW)
		kept = (uint32_t)p->column->texts[p->look].len;

	block->from = from;
	block->n = n;
	block->careful = false;
	if (!p->rewrites && rows->layout == EVERYURI_LAYOUT_OFFSETS_32) {
		place_plain(block, rows, status);
		return;
	}
	for (size_t i = 0; i < n; i++)
		if (status[i])
			block->place[i] = (struct place){ padding, 0 };
		else if (p->rewrites && p->flags[i] & EVERYURI_REWRITTEN)
			block->place[i] =
				(struct place){ p->room.data + p->offset[i],
				                LOOK(p->look, kept + (uint32_t)p->offset[i]) };
		else if (views)
			place_in_views(block, rows, i, from + i);
		else
			place_in_data(block, rows, i, from + i);
}

/* ---- results ------------------------------------------------------------------------------------------ */

/* Adds the error offsets of the rows.  Allocates their array at the first row with an error. */
static enum everyuri_status put_errors(struct parsing *p, size_t from, size_t n)
{
	bool is_begun = p->all_at;
	size_t wrong = put_bits(p->at_there, is_begun ? p->all_at + from : p->at, from, n);

	p->n_wrong += wrong;
	if (is_begun || !wrong)
		return EVERYURI_OK;
	p->all_at = column_memory(p->column, 4 * p->column->n_rows);
	if (!p->all_at)
		return EVERYURI_NO_MEMORY;
	memset(p->all_at, 0, 4 * from);
	memcpy(p->all_at + from, p->at, 4 * n);
	return EVERYURI_OK;
}

static enum everyuri_status put_verdicts(struct parsing *p, const uint8_t *status, size_t from,
                                         size_t n, bool all_valid)
{
	for (size_t i = 0; p->all_there && i < n; i++) {
		bool is_there = status[i] != EVERYURI_NULL_ROW;

		p->all_there[(from + i) / 8] |= (uint8_t)((unsigned)is_there << (from + i) % 8);
		p->column->self.nulls += !is_there;
	}
	return all_valid ? EVERYURI_OK : put_errors(p, from, n);
}

/* Adds the offsets of a part.  Allocates their arrays at the first row that has the part. */
static enum everyuri_status put_spans(struct parsing *p, int part, size_t from, size_t n)
{
	struct spans *spans = &p->spans[part];
	bool is_begun = spans->begins;
	size_t there = put_bits(spans->validity, is_begun ? spans->begins + from : p->begin[part],
	                        from, n);

	spans->begin->nulls += n - there;
	if (is_begun || !there)
		return EVERYURI_OK;
	spans->begins = column_memory(p->column, 4 * p->column->n_rows);
	spans->ends = column_memory(p->column, 4 * p->column->n_rows);
	if (!spans->begins || !spans->ends)
		return EVERYURI_NO_MEMORY;
	memset(spans->begins, 0, 4 * from);
	memset(spans->ends, 0, 4 * from);
	memcpy(spans->begins + from, p->begin[part], 4 * n);
	memcpy(spans->ends + from, p->end[part], 4 * n);
	return EVERYURI_OK;
}

static enum everyuri_status put_rewritten(struct parsing *p, size_t from, size_t n)
{
	enum everyuri_status s = EVERYURI_OK;

	for (size_t i = 0; !s && i < n; i++)
		s = piece_put_one(&p->rewritten, from + i,
		                  p->flags[i] & EVERYURI_REWRITTEN ?
		                          (struct everyuri_text){
						  p->room.data + p->offset[i],
						  (size_t)(p->offset[i + 1] - p->offset[i]) } :
		                          (struct everyuri_text){ NULL, 0 });
	return s;
}

static bool are_valid(const uint8_t *status, size_t n)
{
	uint64_t any = 0, eight;
	size_t i = 0;

	for (; i + sizeof eight <= n; i += sizeof eight) {
		memcpy(&eight, status + i, sizeof eight);
		any |= eight;
	}
	for (; i < n; i++)
		any |= status[i];
	return !any;
}

static enum everyuri_status put_rows(struct parsing *p, const uint8_t *status, size_t from,
                                     size_t n)
{
	enum everyuri_status s = EVERYURI_OK;
	bool spans = p->work->layout == SPANS, all_valid = are_valid(status, n);

	if (p->work->kind == PARSE)
		s = put_verdicts(p, status, from, n, all_valid);
	if (!spans && p->work->parts)
		place_rows(p, status, from, n);
	for (int part = 0; !s && part < EVERYURI_N_PARTS; part++)
		if (!(p->work->parts >> part & 1))
			continue;
		else if (spans)
			s = put_spans(p, part, from, n);
		else
			s = piece_put(&p->piece[part], &p->block, p->begin[part], p->end[part]);
	if (!s && p->rewrites && spans)
		s = put_rewritten(p, from, n);
	if (p->rewrites)
		keep_rewritten(p, n);
	return s;
}

/* ---- the column ------------------------------------------------------------------------------------------ */

static struct made *child(struct column *column)
{
	return &column->child[column->n_children++];
}

static struct made numbers(const char *format, const char *name)
{
	return (struct made){ .format = format, .name = name, .n_buffers = 2 };
}

static bool begin_spans(struct parsing *p, int part)
{
	struct spans *spans = &p->spans[part];

	spans->begin = child(p->column);
	spans->end = child(p->column);
	*spans->begin = numbers("I", span_name[part][0]);
	*spans->end = numbers("I", span_name[part][1]);
	spans->validity = column_zeros(p->column, p->column->n_rows / 8 + 1);
	return spans->validity != NULL;
}

static enum everyuri_status end_spans(struct column *column, struct spans *spans)
{
	if (!spans->begins)
		spans->begins = spans->ends = column_zeros(column, 4 * column->n_rows + 4);
	spans->end->nulls = spans->begin->nulls;
	spans->begin->buffer[0] = spans->end->buffer[0] =
		spans->begin->nulls ? spans->validity : NULL;
	spans->begin->buffer[1] = spans->begins;
	spans->end->buffer[1] = spans->ends;
	return spans->begins ? EVERYURI_OK : EVERYURI_NO_MEMORY;
}

static bool begin_parts(struct parsing *p)
{
	const struct work *work = p->work;
	struct column *column = p->column;
	bool done = true;

	for (int part = 0; done && part < EVERYURI_N_PARTS; part++)
		if (!(work->parts >> part & 1))
			continue;
		else if (work->layout == SPANS)
			done = begin_spans(p, part);
		else
			piece_begin(&p->piece[part],
			            work->kind == PART ? &column->self : child(column), column,
			            work, everyuri_part_name((enum everyuri_part)part));
	if (done && p->rewrites && work->layout == SPANS)
		piece_begin(&p->rewritten, child(column), column, work, rewritten_name);
	p->rewritten.layout = TEXT;
	return done && (work->layout != VIEW || begin_looks(p)) &&
	       (!p->rewrites || !more_room(p, 0));
}

static bool begin_verdicts(struct parsing *p)
{
	struct column *column = p->column;
	const struct everyuri_rows *rows = &p->work->rows;
	bool nulls = rows->validity || rows->layout == EVERYURI_LAYOUT_TEXTS;
	size_t n = column->n_rows;

	column->self.format = "+s";
	column->self.n_buffers = 1;
	p->all_status = column_memory(column, n + 1);
	p->at_there = column_zeros(column, n / 8 + 1);
	if (nulls)
		p->all_there = column_zeros(column, n / 8 + 1);
	return p->all_status && p->at_there && (p->all_there || !nulls);
}

static bool end_verdicts(struct parsing *p)
{
	struct column *column = p->column;
	struct made *status = child(column), *at = child(column);

	*status = numbers("C", status_name);
	status->buffer[1] = p->all_status;
	*at = numbers("I", at_name);
	at->nulls = column->n_rows - p->n_wrong;
	at->buffer[0] = p->at_there;
	at->buffer[1] = p->all_at ? p->all_at : column_zeros(column, 4 * column->n_rows + 4);
	column->self.buffer[0] = p->all_there;
	return at->buffer[1] != NULL;
}

static enum everyuri_status end_parts(struct parsing *p)
{
	enum everyuri_status s = EVERYURI_OK;

	for (int part = 0; !s && part < EVERYURI_N_PARTS; part++)
		if (!(p->work->parts >> part & 1))
			continue;
		else if (p->work->layout == SPANS)
			s = end_spans(p->column, &p->spans[part]);
		else
			s = piece_end(&p->piece[part]);
	if (!s && p->rewritten.made)
		s = piece_end(&p->rewritten);
	return s;
}

/* Parses rows of a block, starting at row `from`, as many as fit.  Stores their number in *n. */
static enum everyuri_status read_block(struct parsing *p, size_t from, uint8_t *status, size_t *n)
{
	struct work *work = p->work;
	struct everyuri_rows block = everyuri_rows_slice(&work->rows, from, BLOCK);
	uint32_t *at = p->all_at ? p->all_at + from : p->at;
	struct everyuri_parts parts = { .verdict = { status, work->kind == PARSE ? at : NULL } };
	enum everyuri_status s;

	if (!work->parts) {
		s = everyuri_bulk_check(&block, work->standard, work->flags, &parts.verdict, n,
		                        NULL);
		work->failed_at = from + *n;
		return s;
	}
	if (p->rewrites) {
		parts.flags = p->flags;
		parts.rewritten = &p->room;
	}
	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		if (work->parts >> part & 1) {
			const struct spans *spans = &p->spans[part];

			parts.begin[part] = spans->begins ? spans->begins + from : p->begin[part];
			parts.end[part] = spans->begins ? spans->ends + from : p->end[part];
		}
	s = everyuri_bulk_parse(&block, work->standard, work->flags, &parts, n, NULL);
	work->failed_at = from + *n;
	return s;
}

static enum everyuri_status read_all(struct parsing *p)
{
	enum everyuri_status s = EVERYURI_OK;

	for (size_t from = 0; !s && from < p->column->n_rows;) {
		uint8_t *status = p->all_status ? p->all_status + from : p->status;
		bool is_full;
		size_t n = 0;

		s = read_block(p, from, status, &n);
		is_full = s == EVERYURI_NO_SPACE;
		if (is_full)
			s = EVERYURI_OK;
		if (!s)
			s = put_rows(p, status, from, n);
		if (!s && is_full)
			s = more_room(p, p->room.needed);
		from += n;
	}
	return s;
}

enum everyuri_status parse_column(struct work *work, struct column *column)
{
	struct parsing *p = calloc(1, sizeof *p);
	enum everyuri_status s = EVERYURI_NO_MEMORY;

	if (!p)
		return s;
	p->work = work;
	p->column = column;
	p->rewrites = work->parts && work->standard == EVERYURI_WHATWG;
	p->room.offset_32 = p->offset;
	if ((work->kind == PART || begin_verdicts(p)) && begin_parts(p))
		s = read_all(p);
	if (!s)
		s = end_parts(p);
	if (!s && work->kind == PARSE && !end_verdicts(p))
		s = EVERYURI_NO_MEMORY;
	free(p);
	return s;
}
