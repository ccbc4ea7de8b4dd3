/* Parses and writes rows in one pass. */
#include "bulk/arrow.h"
#include "bulk/bulk.h"
#include "bulk/record.h"

#include "uri/standards.h"

#include <assert.h>

/* The state of one call of everyuri_rows_write(). */
struct passing {
	const struct everyuri_rows_writing *writing;
	const struct everyuri_verdicts *verdicts;
	const char *end; /* end of the data, if the rows are contiguous; otherwise NULL */
	struct eu_bulk_plain plain;
	bool any_plain;
	eu_uri_cut_fn *cut;     /* fast path for one row; NULL if there is none */
	eu_columns_fn *cut_all; /* fast path for many rows */
};

static enum everyuri_status read_for_line(const struct passing *p, const struct everyuri_text *text,
                                          struct everyuri_uri *uri, struct everyuri_error *error)
{
	enum everyuri_status s = eu_bulk_unread(text);

	error->at = EVERYURI_ABSENT;
	error->clause = "";
	error->message = "too long";
	if (p->writing->too_long_at) {
		error->at = p->writing->too_long_at;
		return EVERYURI_TOO_LONG;
	}
	if (s)
		return s;
	if (eu_uri_rewrites(p->writing->standard))
		return everyuri_parse(text->data, text->len, p->writing->standard,
		                      p->writing->flags, NULL, p->writing->scratch, uri, error);
	return eu_uri_read(text->data, text->len, p->writing->standard, p->writing->flags, uri,
	                   error);
}

static inline bool write_plain(const struct passing *p, const struct everyuri_text *text,
                               const struct everyuri_uri *uri)
{
	size_t beyond = p->end ? (size_t)(p->end - (text->data + text->len)) : 0;

	return p->any_plain && p->plain.write(&p->plain, p->writing->out, uri, beyond);
}

static enum everyuri_status write_line(const struct passing *p, const struct everyuri_text *text,
                                       size_t row)
{
	struct everyuri_uri uri;
	struct everyuri_error error;
	enum everyuri_status s = read_for_line(p, text, &uri, &error);

	if (s == EVERYURI_NO_SPACE || s == EVERYURI_NO_MEMORY)
		return s;
	if (p->verdicts)
		eu_bulk_verdict(p->verdicts, row, s, s ? error.at : EVERYURI_ABSENT);
	if (!s && write_plain(p, text, &uri))
		return EVERYURI_OK;
	struct eu_bulk_record record = { .text = text,
		                         .uri = s ? NULL : &uri,
		                         .error_at = error.at == EVERYURI_ABSENT ?
		                                             EVERYURI_TEXT_MAX :
		                                             error.at,
		                         .clause = error.clause,
		                         .message = error.message };

	return eu_bulk_record_write(p->writing, &record);
}

/* Writes a row with the fast path, which most rows take.  Returns: false if it cannot; nothing is
 * written then. */
static inline bool write_cut(const struct passing *p, const struct everyuri_text *text, size_t row,
                             struct everyuri_uri *uri)
{
	if (!p->cut || !text->data || text->len > EVERYURI_TEXT_MAX ||
	    !p->cut(text->data, (uint32_t)text->len, uri->part, &uri->host_kind))
		return false;
	uri->text = text->data;
	uri->len = (uint32_t)text->len;
	if (!write_plain(p, text, uri))
		return false;
	if (p->verdicts)
		eu_bulk_verdict(p->verdicts, row, EVERYURI_OK, EVERYURI_ABSENT);
	return true;
}

/* Writes one row separately. */
static enum everyuri_status write_alone(const struct passing *p, const struct everyuri_text *text,
                                        size_t row, struct everyuri_uri *uri)
{
	return write_cut(p, text, row, uri) ? EVERYURI_OK : write_line(p, text, row);
}

/* ---- rows that are split together ------------------------------------------------------------ */

struct cut_rows {
	uint32_t begin[EVERYURI_N_PARTS][EU_BULK_CHUNK], end[EVERYURI_N_PARTS][EU_BULK_CHUNK];
	uint8_t kind[EU_BULK_CHUNK], rest[EU_COLUMNS_ROWS];
	struct eu_columns columns;
};

static void begin_cut_rows(struct cut_rows *cut)
{
	for (int k = 0; k < EVERYURI_N_PARTS; k++) {
		cut->columns.begin[k] = cut->begin[k];
		cut->columns.end[k] = cut->end[k];
	}
	cut->columns.host_kind = cut->kind;
}

static enum everyuri_status write_chunk(const struct passing *p, const struct eu_bulk_walk *walk,
                                        struct cut_rows *cut, struct everyuri_uri *uri, size_t *at)
{
	size_t n_rest = p->cut_all(walk->text, walk->n, p->end, &cut->columns, cut->rest), k = 0;

	for (*at = 0; *at < walk->n; ++*at) {
		size_t from = *at, to = k < n_rest ? cut->rest[k] : walk->n;

		*at = p->plain.write_rows(&p->plain, p->writing->out, walk->text, &cut->columns,
		                          from, to, p->end);
		if (p->verdicts)
			eu_bulk_valid(p->verdicts, walk->from + from, *at - from);
		if (*at == walk->n)
			break;
		k += *at == to;
		enum everyuri_status s = write_alone(p, &walk->text[*at], walk->from + *at, uri);

		if (s)
			return s;
	}
	return EVERYURI_OK;
}

/* ---- all rows ---------------------------------------------------------------------------------- */

static enum everyuri_status write_each(const struct passing *p, const struct eu_bulk_walk *walk,
                                       struct everyuri_uri *uri, size_t *at)
{
	for (*at = 0; *at < walk->n; ++*at) {
		enum everyuri_status s = write_alone(p, &walk->text[*at], walk->from + *at, uri);

		if (s)
			return s;
	}
	return EVERYURI_OK;
}

static enum everyuri_status write_lines(const struct passing *p, const struct everyuri_rows *rows,
                                        size_t *n_done, struct everyuri_error *err)
{
	struct eu_bulk_walk walk = { .rows = rows };
	struct everyuri_uri uri;
	struct cut_rows cut;

	uri.standard = (uint8_t)p->writing->standard;
	uri.flags = 0;
	uri.n_extra = 0;
	begin_cut_rows(&cut);
	while (eu_bulk_walk_next(&walk)) {
		size_t at;
		enum everyuri_status s = p->cut_all ? write_chunk(p, &walk, &cut, &uri, &at) :
		                                      write_each(p, &walk, &uri, &at);

		if (s)
			return eu_bulk_end(s, walk.from + at, n_done, err);
	}
	return eu_bulk_end(walk.wrong ? EVERYURI_OUT_OF_RANGE : EVERYURI_OK, walk.from, n_done,
	                   err);
}

enum everyuri_status everyuri_rows_write(const struct everyuri_rows_writing *writing,
                                         const struct everyuri_rows *rows,
                                         const struct everyuri_verdicts *verdicts, size_t *n_done,
                                         struct everyuri_error *err)
{
	struct passing passing = { .writing = writing, .verdicts = verdicts };

	enum everyuri_status asked =
		eu_bulk_check_asked(writing->standard, writing->flags, n_done, err);

	if (asked)
		return asked;
	assert(writing->scratch || !eu_uri_rewrites(writing->standard));
	passing.any_plain = eu_bulk_plain_begin(&passing.plain, writing);
	if (passing.any_plain && !writing->too_long_at)
		passing.cut = eu_uri_cut(writing->standard);
	if (writing->shape == EVERYURI_ROWS_ARROW)
		return eu_arrow_write_rows(writing, rows, verdicts, n_done, err);
	if (rows->layout <= EVERYURI_LAYOUT_SPANS && rows->data)
		passing.end = rows->data + rows->data_len;
	if (passing.cut && passing.plain.write_rows && eu_bulk_data_end(rows))
		passing.cut_all = eu_uri_cut_columns(writing->standard);
	return write_lines(&passing, rows, n_done, err);
}

enum everyuri_status everyuri_rows_begin(const struct everyuri_rows_writing *writing,
                                         struct everyuri_error *err)
{
	struct everyuri_column column[EU_ARROW_N_COLUMNS];

	enum everyuri_status asked =
		eu_bulk_check_asked(writing->standard, writing->flags, NULL, err);

	if (asked)
		return asked;
	switch (writing->shape) {
	case EVERYURI_ROWS_TSV:
	case EVERYURI_ROWS_CSV:
		eu_bulk_record_names(writing);
		break;
	case EVERYURI_ROWS_ARROW:
		eu_arrow_name_columns(column);
		eu_arrow_write_schema(writing->out, column, EU_ARROW_N_COLUMNS,
		                      everyuri_standard_name(writing->standard));
		break;
	case EVERYURI_ROWS_JSON:
		break;
	}
	return EVERYURI_OK;
}

void everyuri_rows_end(const struct everyuri_rows_writing *writing)
{
	if (writing->shape == EVERYURI_ROWS_ARROW)
		eu_arrow_write_end(writing->out);
}
