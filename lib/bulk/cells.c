/* The cells of a column in a batch: computes their size and writes their bytes. */
#include "bulk/arrow.h"

#include "base/utf8.h"

/* ---- text that is not UTF-8 ------------------------------------------------------------------ */

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

bool eu_arrow_is_odd(const struct everyuri_text *text)
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

/* Returns whether a cell must be escaped: a text in a UTF-8 column that is not UTF-8 is written as
 * in JSON. */
static bool is_shown(const struct eu_arrow_cells *cells, size_t row)
{
	if (cells->kind != EVERYURI_COLUMN_TEXT)
		return false;
	return cells->odd ? cells->odd[row] : eu_arrow_is_odd(&cells->text[row]);
}

static size_t cell_size(const struct eu_arrow_cells *cells, size_t row)
{
	return is_shown(cells, row) ? shown_size(&cells->text[row]) : cells->text[row].len;
}

/* ---- sizes --------------------------------------------------------------------------------------- */

static bool has_cell(const struct eu_arrow_cells *cells, size_t row)
{
	if (eu_arrow_has_texts(cells->kind))
		return cells->text[row].data != NULL;
	return cells->number[row] != EVERYURI_NO_NUMBER;
}

/* Returns the size in bytes of a number in its buffer. */
static size_t width_of(enum everyuri_column_kind kind)
{
	return kind == EVERYURI_COLUMN_U32 ? sizeof(uint32_t) : sizeof(uint64_t);
}

struct eu_arrow_size eu_arrow_measure(const struct eu_arrow_cells *cells)
{
	size_t n = cells->n_rows, bits = (n + 7) / 8;
	struct eu_arrow_size size = { .buffer = { bits, (n + 1) * sizeof(int32_t) } };
	bool texts = eu_arrow_has_texts(cells->kind);

	if (cells->kind == EVERYURI_COLUMN_BOOL)
		size.buffer[1] = bits;
	else if (!texts)
		size.buffer[1] = n * width_of(cells->kind);
	for (size_t row = 0; row < n; row++) {
		size.n_nulls += !has_cell(cells, row);
		if (texts)
			size.buffer[2] += cell_size(cells, row);
	}
	return size;
}

/* ---- buffers ------------------------------------------------------------------------------------- */

static void write_padding(struct everyuri_writer *out, size_t len)
{
	static const char zeros[EU_ARROW_ALIGNED] = { 0 };

	everyuri_write(out, zeros, eu_arrow_padded(len) - len);
}

/* Writes one bit per row.  If `values` is false, a bit says whether the row has a value; if it is
 * true, whether the value is true. */
static void write_bits(struct everyuri_writer *out, const struct eu_arrow_cells *cells, bool values)
{
	size_t n = cells->n_rows;

	for (size_t row = 0; row < n; row += 8) {
		unsigned bits = 0;

		for (size_t i = row; i < row + 8 && i < n; i++) {
			bool bit = values ? cells->number[i] == 1 : has_cell(cells, i);

			bits |= (unsigned)bit << (i - row);
		}
		everyuri_write(out, &(char){ (char)bits }, 1);
	}
	write_padding(out, (n + 7) / 8);
}

static void write_32(struct everyuri_writer *out, uint32_t number)
{
	char bytes[sizeof number];

	memcpy(bytes, &number, sizeof bytes);
	everyuri_write(out, bytes, sizeof bytes);
}

static void write_numbers(struct everyuri_writer *out, const struct eu_arrow_cells *cells)
{
	size_t width = width_of(cells->kind);

	for (size_t row = 0; row < cells->n_rows; row++) {
		char bytes[sizeof(uint64_t)];

		if (cells->kind == EVERYURI_COLUMN_U32) {
			write_32(out, (uint32_t)cells->number[row]);
			continue;
		}
		memcpy(bytes, &cells->number[row], sizeof bytes);
		everyuri_write(out, bytes, sizeof bytes);
	}
	write_padding(out, cells->n_rows * width);
}

static void write_texts(struct everyuri_writer *out, const struct eu_arrow_cells *cells)
{
	size_t n = cells->n_rows, at = 0;

	write_32(out, 0);
	for (size_t row = 0; row < n; row++) {
		at += cell_size(cells, row);
		write_32(out, (uint32_t)at);
	}
	write_padding(out, (n + 1) * sizeof(int32_t));
	for (size_t row = 0; row < n; row++) {
		if (is_shown(cells, row))
			write_shown(out, &cells->text[row]);
		else
			everyuri_write(out, cells->text[row].data, cells->text[row].len);
	}
	write_padding(out, at);
}

void eu_arrow_write_cells(struct everyuri_writer *out, const struct eu_arrow_cells *cells)
{
	write_bits(out, cells, false);
	if (cells->kind == EVERYURI_COLUMN_BOOL)
		write_bits(out, cells, true);
	else if (eu_arrow_has_texts(cells->kind))
		write_texts(out, cells);
	else
		write_numbers(out, cells);
}
