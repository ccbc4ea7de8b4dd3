/* Rows as one record batch: read into arrays, and written column by column. */
#include "bulk/arrow.h"

#include "base/utf8.h"
#include "uri/standards.h"

/* What was read of the rows. */
struct batch {
	const struct everyuri_rows_writing *writing;
	const struct everyuri_rows *rows;
	struct everyuri_parts parts;
	struct everyuri_texts hrefs;
	struct everyuri_text *text; /* the rows */
	struct everyuri_text *cell; /* the column in hand, if it is one of texts */
	bool *odd;                  /* the row is not UTF-8 */
};

/* ---- reading ---------------------------------------------------------------------------- */

/* Arrays for n rows, one behind the other in scratch. */
static enum everyuri_status lay_out_batch(struct batch *b, size_t n)
{
	struct everyuri_buf *buf = &b->writing->scratch[0];
	size_t row = 2 * sizeof(struct everyuri_text) +
	             (2 * EVERYURI_N_PARTS + 1 + 1) * sizeof(uint32_t) + sizeof(uint16_t) + 3;
	enum everyuri_status s = n < EVERYURI_TEXT_MAX / row ?
	                                 eu_buf_reserve(buf, row * n + 64, NULL) :
	                                 EVERYURI_TOO_LONG;

	if (s)
		return s;
	b->text = (struct everyuri_text *)(void *)(buf->data + (-(uintptr_t)buf->data & 7));
	b->cell = b->text + n;
	uint32_t *next = (uint32_t *)(b->cell + n);

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

/* Hrefs get more room until all fit: what a row is rewritten to is known only then. */
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

static size_t shown_size(const struct everyuri_text *text)
{
	size_t len = 0, n;
	uint32_t point;

	for (size_t at = 0; at < text->len; at += n ? n : 1) {
		n = eu_utf8_next(text->data + at, text->len - at, &point);
		len += n ? n : 3;
	}
	return len;
}

static bool has_odd_bytes(const struct everyuri_text *text)
{
	for (size_t at = 0; at < text->len; at++) {
		uint32_t point;

		if ((unsigned char)text->data[at] < 0x80)
			continue;
		size_t n = eu_utf8_next(text->data + at, text->len - at, &point);

		if (!n)
			return true;
		at += n - 1;
	}
	return false;
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* What a text column has in a row; data NULL: nothing. */
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

/* In a column of UTF-8 what is none is shown as in JSON. */
static bool is_shown(const struct batch *b, enum eu_arrow_column column, size_t row)
{
	return b->odd[row] && eu_arrow_type_of(column) == EU_ARROW_UTF8;
}

static void load_column(struct batch *b, enum eu_arrow_column column)
{
	for (size_t row = 0; row < b->rows->n_rows; row++)
		b->cell[row] = cell_in(b, column, row);
}

/* Of the column in hand. */
static size_t cell_size(const struct batch *b, enum eu_arrow_column column, size_t row)
{
	return is_shown(b, column, row) ? shown_size(&b->cell[row]) : b->cell[row].len;
}

static bool has_cell(const struct batch *b, enum eu_arrow_column column, size_t row)
{
	enum everyuri_status s = (enum everyuri_status)b->parts.verdict.status[row];

	if (column == EU_ARROW_VALID)
		return s != EVERYURI_NULL_ROW;
	if (column == EU_ARROW_AT)
		return s != EVERYURI_NULL_ROW && s != EVERYURI_OK;
	return b->cell[row].data != NULL;
}

static struct eu_arrow_size measure(struct batch *b, enum eu_arrow_column column)
{
	size_t n = b->rows->n_rows;
	struct eu_arrow_size size = { .buffer = { (n + 7) / 8, (n + 1) * sizeof(int32_t) } };

	if (column == EU_ARROW_VALID)
		size.buffer[1] = size.buffer[0];
	if (column == EU_ARROW_AT)
		size.buffer[1] = n * sizeof(uint32_t);
	if (eu_arrow_n_buffers(column) == 3)
		load_column(b, column);
	for (size_t row = 0; row < n; row++) {
		size.n_nulls += !has_cell(b, column, row);
		if (eu_arrow_n_buffers(column) == 3)
			size.buffer[2] += cell_size(b, column, row);
	}
	return size;
}

/* ---- writing ---------------------------------------------------------------------------------- */

static void write_padding(struct everyuri_writer *out, size_t len)
{
	static const char zeros[EU_ARROW_ALIGNED] = { 0 };

	everyuri_write(out, zeros, eu_arrow_padded(len) - len);
}

/* A bit a row: is there a cell, or is what `valid` says true? */
static void write_bits(const struct batch *b, enum eu_arrow_column column, bool values)
{
	struct everyuri_writer *out = b->writing->out;
	size_t n = b->rows->n_rows;

	for (size_t row = 0; row < n; row += 8) {
		unsigned bits = 0;

		for (size_t i = row; i < row + 8 && i < n; i++) {
			bool bit = values ? b->parts.verdict.status[i] == EVERYURI_OK :
			                    has_cell(b, column, i);

			bits |= (unsigned)bit << (i - row);
		}
		everyuri_write(out, &(char){ (char)bits }, 1);
	}
	write_padding(out, (n + 7) / 8);
}

static void write_number(struct everyuri_writer *out, uint32_t number)
{
	char bytes[sizeof number];

	memcpy(bytes, &number, sizeof bytes);
	everyuri_write(out, bytes, sizeof bytes);
}

static void write_places(const struct batch *b)
{
	for (size_t row = 0; row < b->rows->n_rows; row++)
		write_number(b->writing->out, b->parts.verdict.error_at[row]);
	write_padding(b->writing->out, b->rows->n_rows * sizeof(uint32_t));
}

static void write_shown(struct everyuri_writer *out, const struct everyuri_text *text)
{
	size_t n;
	uint32_t point;

	for (size_t at = 0; at < text->len; at += n ? n : 1) {
		n = eu_utf8_next(text->data + at, text->len - at, &point);
		if (n)
			everyuri_write(out, text->data + at, n);
		else
			everyuri_write(out, "\xEF\xBF\xBD", 3);
	}
}

static void write_texts(const struct batch *b, enum eu_arrow_column column)
{
	struct everyuri_writer *out = b->writing->out;
	size_t n = b->rows->n_rows, at = 0;

	write_number(out, 0);
	for (size_t row = 0; row < n; row++) {
		at += cell_size(b, column, row);
		write_number(out, (uint32_t)at);
	}
	write_padding(out, (n + 1) * sizeof(int32_t));
	for (size_t row = 0; row < n; row++) {
		if (is_shown(b, column, row))
			write_shown(out, &b->cell[row]);
		else
			everyuri_write(out, b->cell[row].data, b->cell[row].len);
	}
	write_padding(out, at);
}

static void write_column(struct batch *b, enum eu_arrow_column column)
{
	if (eu_arrow_n_buffers(column) == 3)
		load_column(b, column);
	write_bits(b, column, false);
	if (column == EU_ARROW_VALID)
		write_bits(b, column, true);
	else if (column == EU_ARROW_AT)
		write_places(b);
	else
		write_texts(b, column);
}

/* ---- the call ------------------------------------------------------------------------------------ */

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
	size_t done = 0;
	enum everyuri_status s = lay_out_batch(&b, rows->n_rows);

	if (!s)
		s = read_batch(&b, &done, err);
	for (size_t row = 0; row < rows->n_rows && !s; row++) {
		everyuri_row(rows, row, &b.text[row]); /* which was sound when it was read */
		b.odd[row] = has_odd_bytes(&b.text[row]);
		if (!writing->too_long_at)
			continue;
		b.parts.verdict.status[row] = EVERYURI_TOO_LONG;
		b.parts.verdict.error_at[row] = (uint32_t)writing->too_long_at;
	}
	for (int i = 0; i < EU_ARROW_N_COLUMNS && !s; i++) {
		size[i] = measure(&b, (enum eu_arrow_column)i);
		if (size[i].buffer[2] > INT32_MAX)
			s = EVERYURI_TOO_LONG;
	}
	if (s)
		return eu_bulk_end(s, 0, n_done, err);
	eu_arrow_write_batch(writing->out, rows->n_rows, size);
	for (int i = 0; i < EU_ARROW_N_COLUMNS; i++)
		write_column(&b, (enum eu_arrow_column)i);
	tell_verdicts(&b, verdicts);
	return eu_bulk_end(EVERYURI_OK, rows->n_rows, n_done, err);
}
