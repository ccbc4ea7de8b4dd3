/* answers.c - functions that return a text for each row, and comparisons by several standards. */
#include "columns.h"

#include <string.h>

/* ---- one text a row -------------------------------------------------------------------------------- */

static enum everyuri_status call(const struct work *work, const struct everyuri_rows *rows,
                                 struct everyuri_texts *texts,
                                 const struct everyuri_verdicts *verdicts, size_t *n)
{
	switch (work->kind) {
	case NORMALIZE:
		return everyuri_bulk_normalize(rows, work->standard, work->flags, work->level,
		                               texts, verdicts, n, NULL);
	case KEY:
		return everyuri_bulk_key(rows, &work->key, texts, verdicts, n, NULL);
	default:
		return everyuri_bulk_query_value(rows, work->standard, work->flags, work->name,
		                                 texts, verdicts, n, NULL);
	}
}

/* Processes the rows block by block.  The texts of a block directly follow
 * those of the previous block. */
enum everyuri_status answer_column(struct work *work, struct column *column)
{
	int32_t offset[BLOCK + 1];
	uint8_t status[BLOCK];
	struct everyuri_verdicts verdicts = { status, NULL };
	struct piece piece;
	enum everyuri_status s;

	work->layout = TEXT;
	piece_begin(&piece, &column->self, column, work, "");
	s = piece_room(&piece, 16 * column->n_rows);
	for (size_t from = 0; !s && from < column->n_rows;) {
		struct everyuri_rows block = everyuri_rows_slice(&work->rows, from, BLOCK);
		struct everyuri_texts out = { .data = piece.data + piece.len,
			                      .cap = piece.cap - AHEAD - piece.len,
			                      .offset_32 = offset };
		bool is_full;
		size_t n = 0;

		s = call(work, &block, &out, &verdicts, &n);
		work->failed_at = from + n;
		is_full = s == EVERYURI_NO_SPACE;
		if (!s || is_full)
			s = piece_put_made(&piece, from, n, offset, status);
		from += n;
		if (!s && is_full)
			s = piece_room(&piece,
			               out.needed > piece.cap / 2 ? out.needed : piece.cap / 2);
	}
	return s ? s : piece_end(&piece);
}

/* ---- several standards ------------------------------------------------------------------------------- */

/* The results for a block of rows, and the child arrays to which they are added. */
struct comparing {
	uint8_t status[BLOCK], agree[BLOCK], first[BLOCK];
	uint32_t accepted[BLOCK];
	uint8_t *verdict[EVERYURI_N_STANDARDS], *differ, *there;
	struct piece piece;
};

static bool begin_comparing(struct comparing *c, const struct work *work, struct column *column)
{
	struct made *differ;
	size_t n = column->n_rows;
	bool done = true;

	column->self.format = "+s";
	column->self.n_buffers = 1;
	column->self.buffer[0] = c->there = column_zeros(column, n / 8 + 1);
	for (int s = 0; done && s < EVERYURI_N_STANDARDS; s++) {
		struct made *made = &column->child[column->n_children];

		if (!(work->parts >> s & 1))
			continue;
		made->format = "C";
		made->name = everyuri_standard_name((enum everyuri_standard)s);
		made->n_buffers = 2;
		made->buffer[1] = c->verdict[s] = column_memory(column, n + 1);
		done = c->verdict[s] != NULL;
		column->n_children++;
	}
	differ = &column->child[column->n_children++];
	differ->format = "b";
	differ->name = "differ";
	differ->n_buffers = 2;
	differ->buffer[1] = c->differ = column_zeros(column, n / 8 + 1);
	piece_begin(&c->piece, &column->child[column->n_children++], column, work, "first");
	return done && c->there && c->differ;
}

static enum everyuri_status put_comparison(struct comparing *c, const struct work *work,
                                           struct column *column, size_t row, size_t i)
{
	uint32_t asked = work->parts, accepted = c->accepted[i];
	bool is_null = c->status[i] == EVERYURI_NULL_ROW, is_part = c->first[i] < EVERYURI_N_PARTS;
	bool differ = (accepted && accepted != asked) || is_part;
	const char *first = is_part ? everyuri_part_name((enum everyuri_part)c->first[i]) : NULL;

	for (int s = 0; s < EVERYURI_N_STANDARDS; s++)
		if (asked >> s & 1)
			c->verdict[s][row] = c->status[i]      ? c->status[i] :
			                     accepted >> s & 1 ? EVERYURI_OK :
			                                         EVERYURI_INVALID;
	c->differ[row / 8] |= (uint8_t)((unsigned)differ << row % 8);
	c->there[row / 8] |= (uint8_t)((unsigned)!is_null << row % 8);
	column->self.nulls += is_null;
	return piece_put_one(&c->piece, row,
	                     (struct everyuri_text){ first, first ? strlen(first) : 0 });
}

enum everyuri_status compare_column(struct work *work, struct column *column)
{
	struct comparing c = { 0 };
	struct everyuri_comparisons found = { c.status, c.accepted, c.agree, c.first };
	struct everyuri_buf buf;
	enum everyuri_status s = EVERYURI_OK;

	work->layout = TEXT;
	work->is_large = work->is_binary = false;
	if (!begin_comparing(&c, work, column))
		return EVERYURI_NO_MEMORY;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	for (size_t from = 0; !s && from < column->n_rows;) {
		struct everyuri_rows block = everyuri_rows_slice(&work->rows, from, BLOCK);
		size_t n = 0;

		s = everyuri_bulk_compare(&block, work->parts, work->flags, &buf, &found, &n, NULL);
		work->failed_at = from + n;
		for (size_t i = 0; !s && i < n; i++)
			s = put_comparison(&c, work, column, from + i, i);
		from += n;
	}
	everyuri_buf_free(&buf);
	return s ? s : piece_end(&c.piece);
}
