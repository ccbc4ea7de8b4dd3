/* Reads the texts of columns in each memory layout, and the texts of lines. */
#include "base/masks.h"
#include "bulk/bulk.h"

/* Returns the size in bytes of an entry of `at`. */
static size_t entry_size(enum everyuri_layout layout)
{
	switch (layout) {
	case EVERYURI_LAYOUT_OFFSETS_32:
		return sizeof(int32_t);
	case EVERYURI_LAYOUT_OFFSETS_64:
		return sizeof(int64_t);
	case EVERYURI_LAYOUT_SPANS:
		return sizeof(struct everyuri_span);
	case EVERYURI_LAYOUT_VIEWS:
		return 16;
	case EVERYURI_LAYOUT_TEXTS:
		return sizeof(struct everyuri_text);
	}
	return 0;
}

static const char *entry_at(const struct everyuri_rows *rows, size_t row)
{
	return (const char *)rows->at + row * entry_size(rows->layout);
}

static bool is_null(const struct everyuri_rows *rows, size_t row)
{
	size_t bit = rows->validity_bit + row;

	return rows->validity && !(rows->validity[bit >> 3] >> (bit & 7) & 1);
}

/* Returns a text that is present: its address is never NULL, even if it is empty. */
static struct everyuri_text some_text(const char *data, size_t begin, size_t end)
{
	return (struct everyuri_text){ data ? data + begin : "", end - begin };
}

/* ---- one entry ------------------------------------------------------------------------------ */

/* Returns an offset, sign-extended, so that a negative one exceeds any length. */
static uint64_t offset_at(const struct everyuri_rows *rows, size_t row)
{
	int32_t offset_32;
	int64_t offset_64;

	if (rows->layout == EVERYURI_LAYOUT_OFFSETS_64) {
		memcpy(&offset_64, entry_at(rows, row), sizeof offset_64);
		return (uint64_t)offset_64;
	}
	memcpy(&offset_32, entry_at(rows, row), sizeof offset_32);
	return (uint64_t)(int64_t)offset_32;
}

/* Reads a view, by Arrow's "Variable-size Binary View Layout".  An entry begins with the length.
 * If the text has at most twelve bytes, the text follows.  Otherwise, its first four bytes, the
 * number of a buffer, and an offset in that buffer follow. */
static bool view_at(const struct everyuri_rows *rows, size_t row, struct everyuri_text *text)
{
	const char *view = entry_at(rows, row);
	int32_t word[4];

	memcpy(word, view, sizeof word);
	if (word[0] >= 0 && word[0] <= 12) {
		*text = (struct everyuri_text){ view + 4, (size_t)word[0] };
		return true;
	}
	if (word[0] < 0 || word[2] < 0 || (size_t)word[2] >= rows->n_buffers || word[3] < 0)
		return false;
	const struct everyuri_text *buffer = &rows->buffers[word[2]];
	size_t len = (size_t)word[0], at = (size_t)word[3];

	if (at > buffer->len || len > buffer->len - at)
		return false;
	*text = some_text(buffer->data, at, at + len);
	return true;
}

static bool span_at(const struct everyuri_rows *rows, size_t row, struct everyuri_text *text)
{
	struct everyuri_span span;

	memcpy(&span, entry_at(rows, row), sizeof span);
	if (span.begin > span.end || span.end > rows->data_len)
		return false;
	*text = some_text(rows->data, span.begin, span.end);
	return true;
}

static bool row_at(const struct everyuri_rows *rows, size_t row, struct everyuri_text *text)
{
	switch (rows->layout) {
	case EVERYURI_LAYOUT_SPANS:
		return span_at(rows, row, text);
	case EVERYURI_LAYOUT_VIEWS:
		return view_at(rows, row, text);
	case EVERYURI_LAYOUT_TEXTS:
		memcpy(text, entry_at(rows, row), sizeof *text);
		return true;
	case EVERYURI_LAYOUT_OFFSETS_32:
	case EVERYURI_LAYOUT_OFFSETS_64:
		break;
	}
	uint64_t begin = offset_at(rows, row), end = offset_at(rows, row + 1);

	if (begin > end || end > rows->data_len)
		return false;
	*text = some_text(rows->data, (size_t)begin, (size_t)end);
	return true;
}

enum everyuri_status everyuri_row(const struct everyuri_rows *rows, size_t row,
                                  struct everyuri_text *text)
{
	struct everyuri_text found = { NULL, 0 };
	/* The entry of a null row has no meaning, but an offset also bounds the neighbouring row,
	 * so it is checked. */
	bool null = is_null(rows, row), offsets = rows->layout <= EVERYURI_LAYOUT_OFFSETS_64;

	if ((!null || offsets) && !row_at(rows, row, &found))
		return EVERYURI_OUT_OF_RANGE;
	*text = null ? (struct everyuri_text){ NULL, 0 } : found;
	return EVERYURI_OK;
}

/* ---- several entries --------------------------------------------------------------------------- */

struct everyuri_rows everyuri_rows_slice(const struct everyuri_rows *rows, size_t from,
                                         size_t n_rows)
{
	struct everyuri_rows slice = *rows;

	if (from > rows->n_rows)
		from = rows->n_rows;
	slice.n_rows = rows->n_rows - from < n_rows ? rows->n_rows - from : n_rows;
	/* In Arrow, the offsets of an array without rows may be missing. */
	if (from)
		slice.at = entry_at(rows, from);
	slice.validity_bit += from;
	return slice;
}

/* Reads the offsets of a column without nulls, the usual case. */
EU_INLINE size_t take_offsets(const struct everyuri_rows *rows, size_t from, size_t n,
                              struct everyuri_text *texts, bool wide)
{
	const char *next = entry_at(rows, from + 1);
	uint64_t begin = offset_at(rows, from);

	for (size_t i = 0; i < n; i++) {
		int32_t offset_32;
		int64_t offset_64;

		if (wide)
			memcpy(&offset_64, next + i * sizeof offset_64, sizeof offset_64);
		else
			memcpy(&offset_32, next + i * sizeof offset_32, sizeof offset_32);
		uint64_t end = (uint64_t)(wide ? offset_64 : (int64_t)offset_32);

		if (begin > end || end > rows->data_len)
			return i;
		texts[i].data = rows->data + begin;
		texts[i].len = (size_t)(end - begin);
		begin = end;
	}
	return n;
}

/* Reads 64-bit offsets, with a single check at the end.  The check fails if an offset is negative
 * or less than the one before, or if the last one is beyond the data.  Returns: whether the check
 * succeeded. */
static bool take_offsets_64(const struct everyuri_rows *rows, size_t from, size_t n,
                            struct everyuri_text *texts)
{
	const char *at = entry_at(rows, from);
	uint64_t wrong = 0, end = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t begin;

		memcpy(&begin, at + i * sizeof begin, sizeof begin);
		memcpy(&end, at + (i + 1) * sizeof end, sizeof end);
		wrong |= begin | (end - begin);
		texts[i].data = (const char *)((uintptr_t)rows->data + (uintptr_t)begin);
		texts[i].len = (size_t)(end - begin);
	}
	return !(wrong >> 63) && end <= rows->data_len;
}

static size_t take_spans(const struct everyuri_rows *rows, size_t from, size_t n,
                         struct everyuri_text *texts)
{
	const char *next = entry_at(rows, from);

	for (size_t i = 0; i < n; i++, next += sizeof(struct everyuri_span)) {
		struct everyuri_span span;

		memcpy(&span, next, sizeof span);
		if (span.begin > span.end || span.end > rows->data_len)
			return i;
		texts[i].data = rows->data + span.begin;
		texts[i].len = span.end - span.begin;
	}
	return n;
}

size_t eu_bulk_take(const struct everyuri_rows *rows, size_t from, size_t n,
                    struct everyuri_text texts[EU_BULK_CHUNK])
{
	if (!rows->validity && rows->data && rows->layout == EVERYURI_LAYOUT_OFFSETS_32)
		return take_offsets(rows, from, n, texts, false);
	if (!rows->validity && rows->data && rows->layout == EVERYURI_LAYOUT_OFFSETS_64)
		return take_offsets_64(rows, from, n, texts) ?
		               n :
		               take_offsets(rows, from, n, texts, true);
	if (!rows->validity && rows->data && rows->layout == EVERYURI_LAYOUT_SPANS)
		return take_spans(rows, from, n, texts);
	for (size_t i = 0; i < n; i++)
		if (everyuri_row(rows, from + i, &texts[i]))
			return i;
	return n;
}

bool eu_bulk_walk_next(struct eu_bulk_walk *walk)
{
	size_t n;

	walk->from += walk->n;
	n = walk->rows->n_rows - walk->from;
	if (n > EU_BULK_CHUNK)
		n = EU_BULK_CHUNK;
	if (walk->wrong || !n)
		return false;
	walk->n = eu_bulk_take(walk->rows, walk->from, n, walk->text);
	walk->wrong = walk->n < n;
	return walk->n > 0;
}

enum everyuri_status eu_bulk_check_asked(enum everyuri_standard standard, unsigned flags,
                                         size_t *n_done, struct everyuri_error *err)
{
	enum everyuri_status s = eu_check_flags(flags, EU_READ_FLAGS, err);

	if (s && n_done)
		*n_done = 0;
	if (!s && !everyuri_standard_built(standard))
		return eu_bulk_end(EVERYURI_UNSUPPORTED, 0, n_done, err);
	return s;
}

enum everyuri_status eu_bulk_end(enum everyuri_status status, size_t done, size_t *n_done,
                                 struct everyuri_error *err)
{
	if (n_done)
		*n_done = done;
	switch (status) {
	case EVERYURI_OK:
		return status;
	case EVERYURI_OUT_OF_RANGE:
		return eu_fail(err, status, 0, "Arrow, columnar format",
		               "offsets go backwards or beyond the data");
	case EVERYURI_UNSUPPORTED:
		return eu_fail(err, status, 0, "", "this standard is not in this build");
	default:
		return eu_fail(err, status, 0, "", "the buffer is too small");
	}
}
