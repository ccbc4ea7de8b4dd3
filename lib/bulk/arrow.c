/* Writes rows as one record batch: parses them into arrays, then writes the batch column by
 * column. */
#include "bulk/arrow.h"

#include "uri/standards.h"

/* The parsed rows. */
struct batch {
	const struct everyuri_rows_writing *writing;
	const struct everyuri_rows *rows;
	struct everyuri_parts parts;
	struct everyuri_texts hrefs;
	struct everyuri_text *text; /* the rows */
	struct everyuri_column column[EU_ARROW_N_COLUMNS];
	struct everyuri_text *cell; /* space for one column of texts */
	uint64_t *number;           /* space for one column of numbers */
	bool *odd;                  /* whether each row is not UTF-8 */
};

/* ---- parsing the rows ------------------------------------------------------------------- */

/* Lays out arrays for n rows in scratch[0], one after another. */
static enum everyuri_status lay_out_batch(struct batch *b, size_t n)
{
	struct everyuri_buf *buf = &b->writing->scratch[0];
	size_t row = 2 * sizeof(struct everyuri_text) + sizeof(uint64_t) +
	             (2 * EVERYURI_N_PARTS + 1 + 1) * sizeof(uint32_t) + sizeof(uint16_t) + 3;
	enum everyuri_status s = n < EVERYURI_TEXT_MAX / row ?
	                                 eu_buf_reserve(buf, row * n + 64, NULL) :
	                                 EVERYURI_TOO_LONG;

	if (s)
		return s;
	b->text = (struct everyuri_text *)(void *)(buf->data + (-(uintptr_t)buf->data & 7));
	b->cell = b->text + n;
	b->number = (uint64_t *)(b->cell + n);
	uint32_t *next = (uint32_t *)(b->number + n);

	b->hrefs.offset_32 = (int32_t *)next;
	next += n + 1;
	b->parts.verdict.error_at = next;
	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		b->parts.begin[part] = next += n;
		b->parts.end[part] = next += n;
	}
	b->parts.flags = (uint16_t *)(next + n);
	b->parts.verdict.status = (uint8_t *)(b->parts.flags + n);
	b->parts.host_kind = b->parts.verdict.status + n;
	b->odd = (bool *)(b->parts.host_kind + n);
	b->parts.rewritten = &b->hrefs;
	return EVERYURI_OK;
}

/* Parses the rows.  Enlarges the buffer for hrefs until all of them fit, because their total size
 * is not known beforehand. */
static enum everyuri_status read_batch(struct batch *b, size_t *n_done, struct everyuri_error *err)
{
	struct everyuri_buf *room = &b->writing->scratch[1];
	enum everyuri_status s;

	for (;;) {
		b->hrefs.data = room->data;
		b->hrefs.cap = room->cap;
		s = everyuri_bulk_parse(b->rows, b->writing->standard, b->writing->flags, &b->parts,
		                        n_done, err);
		if (s != EVERYURI_NO_SPACE)
			return s;
		size_t wanted = b->hrefs.cap * 2 + b->hrefs.needed;

		if (wanted > INT32_MAX)
			return EVERYURI_TOO_LONG;
		s = eu_buf_reserve(room, wanted, err);
		if (s)
			return s;
	}
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* Returns the cell of a text column in a row.  Its data is NULL if the cell has no value. */
static struct everyuri_text cell_in(const struct batch *b, enum eu_arrow_column column, size_t row)
{
	static const struct everyuri_text no_text = { NULL, 0 };
	struct everyuri_text text = b->text[row];

	if (column == EU_ARROW_URI)
		return text;
	if (column == EU_ARROW_OCTETS)
		return b->odd[row] ? text : no_text;
	if (b->parts.verdict.status[row] != EVERYURI_OK)
		return no_text;
	if (column == EU_ARROW_HOST_KIND) {
		text.data =
			everyuri_host_kind_name((enum everyuri_host_kind)b->parts.host_kind[row]);
		text.len = strlen(text.data);
		return text.len ? text : no_text;
	}
	if (b->parts.flags[row] & EVERYURI_REWRITTEN) {
		text.data = b->hrefs.data + b->hrefs.offset_32[row];
		text.len = (size_t)(b->hrefs.offset_32[row + 1] - b->hrefs.offset_32[row]);
	}
	if (column == EU_ARROW_HREF)
		return eu_uri_rewrites(b->writing->standard) ? text : no_text;
	uint32_t begin = b->parts.begin[column - EU_ARROW_SCHEME][row];
	uint32_t end = b->parts.end[column - EU_ARROW_SCHEME][row];

	if (begin == EVERYURI_ABSENT)
		return no_text;
	return (struct everyuri_text){ text.data + begin, end - begin };
}

static uint64_t number_in(const struct batch *b, enum eu_arrow_column column, size_t row)
{
	enum everyuri_status s = (enum everyuri_status)b->parts.verdict.status[row];

	if (s == EVERYURI_NULL_ROW)
		return EVERYURI_NO_NUMBER;
	if (column == EU_ARROW_VALID)
		return s == EVERYURI_OK;
	return s == EVERYURI_OK ? EVERYURI_NO_NUMBER : b->parts.verdict.error_at[row];
}

static struct eu_arrow_cells load_column(struct batch *b, enum eu_arrow_column column)
{
	enum everyuri_column_kind kind = b->column[column].kind;
	size_t n = b->rows->n_rows;

	if (eu_arrow_has_texts(kind))
		for (size_t row = 0; row < n; row++)
			b->cell[row] = cell_in(b, column, row);
	else
		for (size_t row = 0; row < n; row++)
			b->number[row] = number_in(b, column, row);
	return (struct eu_arrow_cells){
		.kind = kind, .n_rows = n, .text = b->cell, .number = b->number, .odd = b->odd
	};
}

void eu_arrow_name_columns(struct everyuri_column column[EU_ARROW_N_COLUMNS])
{
	for (int i = 0; i < EU_ARROW_N_COLUMNS; i++)
		column[i] = (struct everyuri_column){ .kind = EVERYURI_COLUMN_TEXT };
	column[EU_ARROW_URI].name = "uri";
	column[EU_ARROW_VALID].name = "valid";
	column[EU_ARROW_VALID].kind = EVERYURI_COLUMN_BOOL;
	column[EU_ARROW_AT].name = "at";
	column[EU_ARROW_AT].kind = EVERYURI_COLUMN_U32;
	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		column[EU_ARROW_SCHEME + part].name = everyuri_part_name((enum everyuri_part)part);
	column[EU_ARROW_HREF].name = "href";
	column[EU_ARROW_HOST_KIND].name = "host_kind";
	column[EU_ARROW_OCTETS].name = "octets";
	column[EU_ARROW_OCTETS].kind = EVERYURI_COLUMN_OCTETS;
}

/* ---- the public function ------------------------------------------------------------------------- */

static void tell_verdicts(const struct batch *b, const struct everyuri_verdicts *verdicts)
{
	for (size_t row = 0; verdicts && row < b->rows->n_rows; row++)
		eu_bulk_verdict(verdicts, row, (enum everyuri_status)b->parts.verdict.status[row],
		                b->parts.verdict.error_at[row]);
}

enum everyuri_status eu_arrow_write_rows(const struct everyuri_rows_writing *writing,
                                         const struct everyuri_rows *rows,
                                         const struct everyuri_verdicts *verdicts, size_t *n_done,
                                         struct everyuri_error *err)
{
	struct batch b = { .writing = writing, .rows = rows };
	struct eu_arrow_size size[EU_ARROW_N_COLUMNS];
	struct eu_arrow_cells cells;
	size_t done = 0;
	enum everyuri_status s = lay_out_batch(&b, rows->n_rows);

	eu_arrow_name_columns(b.column);
	if (!s)
		s = read_batch(&b, &done, err);
	for (size_t row = 0; row < rows->n_rows && !s; row++) {
		everyuri_row(rows, row, &b.text[row]); /* cannot fail, because the row was parsed
		                                          above */
		b.odd[row] = eu_arrow_is_odd(&b.text[row]);
		if (!writing->too_long_at)
			continue;
		b.parts.verdict.status[row] = EVERYURI_TOO_LONG;
		b.parts.verdict.error_at[row] = (uint32_t)writing->too_long_at;
	}
	for (int i = 0; i < EU_ARROW_N_COLUMNS && !s; i++) {
		cells = load_column(&b, (enum eu_arrow_column)i);
		size[i] = eu_arrow_measure(&cells);
		if (size[i].buffer[2] > INT32_MAX)
			s = EVERYURI_TOO_LONG;
	}
	if (s)
		return eu_bulk_end(s, 0, n_done, err);
	eu_arrow_write_batch(writing->out, rows->n_rows, b.column, size, EU_ARROW_N_COLUMNS);
	for (int i = 0; i < EU_ARROW_N_COLUMNS; i++) {
		cells = load_column(&b, (enum eu_arrow_column)i);
		eu_arrow_write_cells(writing->out, &cells);
	}
	tell_verdicts(&b, verdicts);
	return eu_bulk_end(EVERYURI_OK, rows->n_rows, n_done, err);
}
