/* pieces.c - collects one part of all rows, either as copied texts or as views that refer to the rows. */
#include "columns.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define VIEW_SIZE ((size_t)16)
#define VIEW_SHORT 12 /* in bytes; longest text that is stored in the view itself */

/* ---- which rows have it ------------------------------------------------------------------------ */

#define GROUP ((size_t)16)

#ifdef __SSE2__

/* Compares four numbers with EVERYURI_ABSENT.  Each element of the result is -1 if its number is equal. */
static inline __m128i absent_four(const uint32_t *number)
{
	return _mm_cmpeq_epi32(_mm_loadu_si128((const void *)number), _mm_set1_epi32(-1));
}

/* Compares sixteen numbers with EVERYURI_ABSENT.  The result has one byte for each number. */
static inline __m128i absent_bytes(const uint32_t *number)
{
	return _mm_packs_epi16(_mm_packs_epi32(absent_four(number), absent_four(number + 4)),
	                       _mm_packs_epi32(absent_four(number + 8), absent_four(number + 12)));
}

/* Processes whole groups of numbers, at most BLOCK numbers.  Returns: how many numbers are not absent. */
static size_t put_groups(uint8_t *bits, const uint32_t *number, size_t n_groups)
{
	__m128i absent = _mm_setzero_si128(), sums;

	for (size_t k = 0; k < n_groups; k++) {
		__m128i bytes = absent_bytes(number + k * GROUP);
		unsigned there = ~(unsigned)_mm_movemask_epi8(bytes);

		bits[2 * k] = (uint8_t)there;
		bits[2 * k + 1] = (uint8_t)(there >> 8);
		absent = _mm_sub_epi8(absent, bytes);
	}
	sums = _mm_sad_epu8(absent, _mm_setzero_si128());
	return n_groups * GROUP - (size_t)_mm_cvtsi128_si32(sums) -
	       (size_t)_mm_extract_epi16(sums, 4);
}

#else

static size_t put_groups(uint8_t *bits, const uint32_t *number, size_t n_groups)
{
	size_t n_there = 0;

	for (size_t k = 0; k < 2 * n_groups; k++) {
		unsigned there = 0;

		for (unsigned b = 0; b < 8; b++) {
			unsigned one = number[8 * k + b] != EVERYURI_ABSENT;

			there |= one << b;
			n_there += one;
		}
		bits[k] = (uint8_t)there;
	}
	return n_there;
}

#endif

size_t put_bits(uint8_t *bits, const uint32_t *number, size_t from, size_t n)
{
	size_t in_groups = from % 8 ? 0 : n / GROUP * GROUP;
	size_t there = put_groups(bits + from / 8, number, in_groups / GROUP);

	for (size_t i = in_groups; i < n; i++) {
		bool is_there = number[i] != EVERYURI_ABSENT;

		bits[(from + i) / 8] |= (uint8_t)((unsigned)is_there << (from + i) % 8);
		there += is_there;
	}
	return there;
}

/* ---- any layout ---------------------------------------------------------------------------------- */

static size_t value_size(const struct piece *piece)
{
	return piece->layout == VIEW ? VIEW_SIZE : piece->is_large ? 8 : 4;
}

/* The number of offsets is one more than the number of rows. */
static size_t values_size(const struct piece *piece)
{
	return (piece->column->n_rows + 1) * value_size(piece);
}

void piece_begin(struct piece *piece, struct made *made, struct column *column,
                 const struct work *work, const char *name)
{
	static const char *const formats[2][3] = { { "u", "U", "vu" }, { "z", "Z", "vz" } };
	int format = work->layout == VIEW ? 2 : work->is_large;

	*piece = (struct piece){
		.made = made, .column = column, .layout = work->layout, .is_large = work->is_large
	};
	*made = (struct made){ .format = formats[work->is_binary][format],
		               .name = name,
		               .n_buffers = work->layout == VIEW ? 2 : 3 };
}

/* Allocates the values at the first row that has a text, because many parts never occur.  The rows before it have
 * no text. */
static enum everyuri_status begin_values(struct piece *piece, size_t from)
{
	piece->value = column_memory(piece->column, values_size(piece));
	if (!piece->value)
		return EVERYURI_NO_MEMORY;
	memset(piece->value, 0, (from + (piece->layout == TEXT)) * value_size(piece));
	return EVERYURI_OK;
}

enum everyuri_status piece_end(struct piece *piece)
{
	struct made *made = piece->made;

	made->nulls = piece->column->n_rows - piece->there;
	made->buffer[0] = made->nulls ? piece->validity : NULL;
	if (!piece->value)
		piece->value = column_zeros(piece->column, values_size(piece));
	made->buffer[1] = piece->value;
	made->buffer[2] = piece->data ? piece->data : "";
	made->looks = piece->has_long;
	if (made->nulls && !made->buffer[0])
		made->buffer[0] = column_zeros(piece->column, piece->column->n_rows / 8 + 1);
	return piece->value && (made->buffer[0] || !made->nulls) ? EVERYURI_OK : EVERYURI_NO_MEMORY;
}

/* ---- copied texts -------------------------------------------------------------------------------- */

enum everyuri_status piece_room(struct piece *piece, size_t more)
{
	size_t cap;
	char *data;

	if (piece->data && more + AHEAD <= piece->cap - piece->len)
		return EVERYURI_OK;
	cap = piece->len + piece->cap / 2 + more + AHEAD;
	data = piece->data ? column_larger(piece->column, piece->data, piece->len, cap) :
	                     column_memory(piece->column, cap);
	if (!data)
		return EVERYURI_NO_MEMORY;
	piece->data = data;
	piece->cap = cap;
	return EVERYURI_OK;
}

/* Returns whether so few rows have the part that testing each row is faster. */
static bool is_sparse(const struct block *block, size_t there)
{
	return there < block->n / 8;
}

/* Copies the texts of a block one after the other, and sets their offsets.  Most texts are short.  So a fixed
 * number of bytes is copied, without a branch on the length. */
static inline void copy_texts(struct piece *piece, const struct block *block, const uint32_t *begin,
                              const uint32_t *end, bool sparse, bool large)
{
	char *data = piece->data;
	size_t len = piece->len;
	int32_t *offset_32 = (int32_t *)piece->value + block->from + 1;
	int64_t *offset_64 = (int64_t *)piece->value + block->from + 1;

	for (size_t i = 0; i < block->n; i++) {
		size_t at = begin[i] == EVERYURI_ABSENT ? 0 : begin[i], size = end[i] - begin[i];
		const char *text = block->place[i].text + at;

		if (sparse && !size) {
		} else if (!block->careful) {
			memcpy(data + len, text, AHEAD);
			if (size > AHEAD)
				memcpy(data + len + AHEAD, text + AHEAD, size - AHEAD);
		} else if (size) {
			memcpy(data + len, text, size);
		}
		len += size;
		if (large)
			offset_64[i] = (int64_t)len;
		else
			offset_32[i] = (int32_t)len;
	}
	piece->len = len;
}

/* Sets the offsets of rows that have no text. */
static void no_texts(struct piece *piece, size_t from, size_t n)
{
	int32_t *offset_32 = piece->value;
	int64_t *offset_64 = piece->value;

	if (piece->is_large)
		for (size_t i = 0; i < n; i++)
			offset_64[from + 1 + i] = (int64_t)piece->len;
	else
		for (size_t i = 0; i < n; i++)
			offset_32[from + 1 + i] = (int32_t)piece->len;
}

static enum everyuri_status put_texts(struct piece *piece, const struct block *block,
                                      const uint32_t *begin, const uint32_t *end, size_t there)
{
	size_t more = 0, rows_left = piece->column->n_rows - block->from;

	if (!there) {
		no_texts(piece, block->from, block->n);
		return EVERYURI_OK;
	}
	for (size_t i = 0; i < block->n; i++)
		more += end[i] - begin[i];
	if (!piece->is_large && piece->len + more > INT32_MAX)
		return EVERYURI_TOO_LONG;
	/* The length of the first texts is used to estimate the length of the others. */
	if (piece_room(piece, piece->data ? more : more + more / 8 * (rows_left / block->n) * 9))
		return EVERYURI_NO_MEMORY;
	if (piece->is_large)
		copy_texts(piece, block, begin, end, is_sparse(block, there), true);
	else if (is_sparse(block, there))
		copy_texts(piece, block, begin, end, true, false);
	else
		copy_texts(piece, block, begin, end, false, false);
	return EVERYURI_OK;
}

enum everyuri_status piece_put_made(struct piece *piece, size_t from, size_t n,
                                    const int32_t *offset, const uint8_t *status)
{
	size_t base = piece->len;

	if (!piece->validity)
		piece->validity = column_zeros(piece->column, piece->column->n_rows / 8 + 1);
	if (!piece->validity || (!piece->value && begin_values(piece, from)))
		return EVERYURI_NO_MEMORY;
	for (size_t i = 0; i < n; i++) {
		uint32_t number = status[i] ? EVERYURI_ABSENT : 0;

		piece->there += put_bits(piece->validity, &number, from + i, 1);
		piece->len = base + (size_t)offset[i + 1];
		if (!piece->is_large && piece->len > INT32_MAX)
			return EVERYURI_TOO_LONG;
		no_texts(piece, from + i, 1);
	}
	return EVERYURI_OK;
}

enum everyuri_status piece_put_one(struct piece *piece, size_t row, struct everyuri_text text)
{
	const int32_t offset[2] = { 0, (int32_t)text.len };
	const uint8_t status = text.data ? EVERYURI_OK : EVERYURI_MISSING;

	if (piece_room(piece, text.len))
		return EVERYURI_NO_MEMORY;
	if (text.len)
		memcpy(piece->data + piece->len, text.data, text.len);
	return piece_put_made(piece, row, 1, offset, &status);
}

/* ---- views ------------------------------------------------------------------------------------------ */

/* Masks for the first twelve bytes of a text, which follow its length in the view.  These bytes contain the whole
 * text or, if the text is longer, its first four bytes. */
#define ONE(n) ((n) ? 0xFF : 0)
#define KEEP(n)                                                                                   \
	{                                                                                         \
		0, 0, 0, 0, ONE((n) > 0), ONE((n) > 1), ONE((n) > 2), ONE((n) > 3), ONE((n) > 4), \
			ONE((n) > 5), ONE((n) > 6), ONE((n) > 7), ONE((n) > 8), ONE((n) > 9),     \
			ONE((n) > 10), ONE((n) > 11)                                              \
	}
static const unsigned char keep[VIEW_SHORT + 2][VIEW_SIZE] = {
	KEEP(0), KEEP(1), KEEP(2), KEEP(3),  KEEP(4),  KEEP(5),  KEEP(6),
	KEEP(7), KEEP(8), KEEP(9), KEEP(10), KEEP(11), KEEP(12), KEEP(4)
};

/* Writes a view ("Variable-size Binary View Layout" of Arrow's columnar format).  At least VIEW_SIZE bytes must be
 * readable at `text`.  Has no branch, because short and long texts alternate. */
static inline void put_view(char *to, const char *text, uint32_t len, uint64_t look)
{
	const unsigned char *mask = keep[len <= VIEW_SHORT ? len : VIEW_SHORT + 1];

	look = len <= VIEW_SHORT ? 0 : look;
#ifdef __SSE2__
	__m128i twelve = _mm_slli_si128(_mm_loadu_si128((const void *)text), 4);
	__m128i rest = _mm_unpacklo_epi64(_mm_cvtsi32_si128((int)len),
	                                  _mm_loadl_epi64((const void *)&look));

	twelve = _mm_and_si128(twelve, _mm_loadu_si128((const void *)mask));
	_mm_storeu_si128((void *)to, _mm_or_si128(twelve, rest));
#else
	uint32_t four, four_mask;
	uint64_t eight, eight_mask;

	memcpy(&four, text, 4);
	memcpy(&four_mask, mask + 4, 4);
	memcpy(&eight, text + 4, 8);
	memcpy(&eight_mask, mask + 8, 8);
	four &= four_mask;
	eight = (eight & eight_mask) | look;
	memcpy(to, &len, 4);
	memcpy(to + 4, &four, 4);
	memcpy(to + 8, &eight, 8);
#endif
}

/* Writes a view of a text near the end of readable memory, or too far from the start of the column's text. */
static enum everyuri_status put_view_carefully(struct piece *piece, char *to,
                                               const struct place *place, uint32_t begin,
                                               uint32_t len)
{
	char near[VIEW_SIZE] = { 0 };
	const char *text = place->text + begin;
	uint64_t look = place->look + LOOK(0, begin);
	char *copy;

	memcpy(near, text, len < VIEW_SHORT ? len : VIEW_SHORT);
	if (len > VIEW_SHORT && (size_t)LOOK_OFFSET(place->look) + begin + len > INT32_MAX) {
		if (len > INT32_MAX)
			return EVERYURI_TOO_LONG;
		copy = column_memory(piece->column, len);
		look = LOOK(piece->column->n_texts, 0);
		if (!copy || !column_text(piece->column, copy, len))
			return EVERYURI_NO_MEMORY;
		memcpy(copy, text, len);
	}
	put_view(to, near, len, look);
	return EVERYURI_OK;
}

static enum everyuri_status put_careful_views(struct piece *piece, const struct block *block,
                                              const uint32_t *begin, const uint32_t *end)
{
	char *to = (char *)piece->value + block->from * VIEW_SIZE;
	enum everyuri_status s = EVERYURI_OK;

	piece->has_long = true;
	for (size_t i = 0; !s && i < block->n; i++)
		s = put_view_carefully(piece, to + i * VIEW_SIZE, &block->place[i],
		                       begin[i] == EVERYURI_ABSENT ? 0 : begin[i],
		                       end[i] - begin[i]);
	return s;
}

/* Writes views of the rows that have the part; tests each row.  Returns: the length of the longest text. */
static uint32_t put_few_views(char *to, const struct place *place, size_t n, const uint32_t *begin,
                              const uint32_t *end)
{
	uint32_t longest = 0;

	memset(to, 0, n * VIEW_SIZE);
	for (size_t i = 0; i < n; i++) {
		uint32_t at = begin[i], len = end[i] - at;

		if (!len)
			continue;
		put_view(to + i * VIEW_SIZE, place[i].text + at, len, place[i].look + LOOK(0, at));
		longest = len > longest ? len : longest;
	}
	return longest;
}

/* Works like put_few_views, but without testing each row.  Used for parts that most rows have. */
static uint32_t put_many_views(char *to, const struct place *place, size_t n, const uint32_t *begin,
                               const uint32_t *end)
{
	uint32_t longest = 0;

	for (size_t i = 0; i < n; i++) {
		uint32_t at = begin[i] == EVERYURI_ABSENT ? 0 : begin[i], len = end[i] - begin[i];

		put_view(to + i * VIEW_SIZE, place[i].text + at, len, place[i].look + LOOK(0, at));
		longest = len > longest ? len : longest;
	}
	return longest;
}

static enum everyuri_status put_views(struct piece *piece, const struct block *block,
                                      const uint32_t *begin, const uint32_t *end, size_t there)
{
	char *to = (char *)piece->value + block->from * VIEW_SIZE;
	uint32_t longest;

	if (block->careful)
		return put_careful_views(piece, block, begin, end);
	if (is_sparse(block, there))
		longest = put_few_views(to, block->place, block->n, begin, end);
	else
		longest = put_many_views(to, block->place, block->n, begin, end);
	piece->has_long |= longest > VIEW_SHORT;
	return EVERYURI_OK;
}

enum everyuri_status piece_put(struct piece *piece, const struct block *block,
                               const uint32_t *begin, const uint32_t *end)
{
	size_t there;

	if (!piece->validity)
		piece->validity = column_zeros(piece->column, piece->column->n_rows / 8 + 1);
	if (!piece->validity)
		return EVERYURI_NO_MEMORY;
	there = put_bits(piece->validity, begin, block->from, block->n);
	piece->there += there;
	if (!piece->value && (!there || begin_values(piece, block->from)))
		return there ? EVERYURI_NO_MEMORY : EVERYURI_OK;
	return piece->layout == VIEW ? put_views(piece, block, begin, end, there) :
	                               put_texts(piece, block, begin, end, there);
}
