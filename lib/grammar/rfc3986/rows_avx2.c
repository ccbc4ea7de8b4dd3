/* The fast path of rows_lanes.h with AVX2, for processors without the extensions that rows_avx512.c
 * needs. */
#include "grammar/rfc3986/rows.h"

#ifdef EU_AVX

#define N_LANES 4
#define EU_LANES EU_AVX2
#include "grammar/rfc3986/rows_lanes.h"

/* Looks up the number of bits in each half of a byte, and adds the results. */
EU_AVX2 EU_INLINE lanes3986 count3986(lanes3986 bits)
{
	const __m256i of_half = _mm256_broadcastsi128_si256(
		_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
	const __m256i half = _mm256_set1_epi8(15);
	__m256i low = _mm256_and_si256((__m256i)bits, half);
	__m256i high = _mm256_and_si256(_mm256_srli_epi16((__m256i)bits, 4), half);

	low = _mm256_add_epi8(_mm256_shuffle_epi8(of_half, low),
	                      _mm256_shuffle_epi8(of_half, high));
	return (lanes3986)_mm256_sad_epu8(low, _mm256_setzero_si256());
}

EU_AVX2 EU_INLINE lanes3986 from3986(lanes3986 at)
{
	return (lanes3986)_mm256_sllv_epi64(_mm256_set1_epi64x(-1), (__m256i)at);
}

EU_AVX2 EU_INLINE unsigned zeros3986(lanes3986 lanes)
{
	__m256i is = _mm256_cmpeq_epi64((__m256i)lanes, _mm256_setzero_si256());

	return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(is));
}

EU_AVX2 EU_INLINE lanes3986 lengths3986(const struct everyuri_text *text, lanes3986 *begin)
{
	__m256i two = _mm256_loadu_si256((const void *)text);
	__m256i more = _mm256_loadu_si256((const void *)(text + 2));

	_Static_assert(sizeof *text == 16 && offsetof(struct everyuri_text, len) == 8, "");
	*begin = (lanes3986)_mm256_unpacklo_epi64(two, more);
	return (lanes3986)_mm256_permute4x64_epi64(_mm256_unpackhi_epi64(two, more),
	                                           _MM_SHUFFLE(3, 1, 2, 0));
}

EU_AVX2 EU_INLINE numbers3986 join3986(lanes3986 low, lanes3986 high)
{
	__m256 halves = _mm256_shuffle_ps((__m256)low, (__m256)high, _MM_SHUFFLE(2, 0, 2, 0));

	return (numbers3986)_mm256_permute4x64_epi64(_mm256_castps_si256(halves),
	                                             _MM_SHUFFLE(3, 1, 2, 0));
}

EU_AVX2 EU_INLINE void put_bytes3986(uint8_t *bytes, numbers3986 numbers)
{
	__m256i packed = _mm256_packs_epi32((__m256i)numbers, (__m256i)numbers);

	packed = _mm256_packs_epi16(packed, packed);
	_mm_storel_epi64((void *)bytes, _mm_unpacklo_epi32(_mm256_castsi256_si128(packed),
	                                                   _mm256_extracti128_si256(packed, 1)));
}

EU_AVX2 EU_INLINE void marks3986(const char *text, size_t n, const struct eu_class *allowed,
                                 struct eu_marks *marks)
{
	eu_marks_avx2(text, n, allowed, marks);
}

EU_AVX2 EU_INLINE void look_at_one3986(struct masks3986 *m, size_t i, const char *text)
{
	struct first3986 *first = &m->first[i / N_LANES];
	size_t lane = i % N_LANES;
	struct eu_marks marks;

	eu_marks_avx2(text, EU_MASK_BYTES, &eu_class_web3986, &marks);
	first->colon[lane] = marks.colon;
	first->slash[lane] = marks.slash;
	first->question[lane] = marks.question;
	first->hash[lane] = marks.hash;
	first->digit[lane] = marks.digit;
	first->letter[lane] = (uint32_t)marks.letter;
	first->outside[lane] = marks.outside & ~(marks.colon | marks.question | marks.hash);
}

/* Returns 64 bytes that begin with the text, without reading beyond it.  For a text of more than
 * two blocks, the result does not matter, because its length excludes it from this path. */
static inline const char *first_block3986(char copy[EU_MASK_BYTES],
                                          const struct everyuri_text *text)
{
	if (text->len - EU_MASK_BYTES <= EU_MASK_BYTES)
		return text->data;
	memset(copy, 0, EU_MASK_BYTES);
	if (text->len && text->len < EU_MASK_BYTES)
		memcpy(copy, text->data, text->len);
	return copy;
}

EU_AVX2 EU_INLINE void look_at_all3986(struct masks3986 *m, const struct everyuri_text *text,
                                       size_t n, bool whole)
{
	char copy[EU_MASK_BYTES];

	for (size_t i = 0; whole && i < n; i++) {
		fetch_ahead3986(text[i].data);
		look_at_one3986(m, i, text[i].data);
	}
	for (size_t i = 0; !whole && i < n; i++)
		look_at_one3986(m, i, first_block3986(copy, &text[i]));
}

EU_AVX2 EU_INLINE struct first3986 first_of3986(const struct masks3986 *m, size_t group,
                                                const struct everyuri_text *text, bool whole)
{
	(void)text, (void)whole;
	return m->first[group];
}

EU_AVX2 static size_t rows3986(const struct everyuri_text *text, size_t n, const char *end,
                               const struct eu_columns *columns, uint8_t rest[EU_COLUMNS_ROWS])
{
	return n % (2 * N_LANES) ? fill_rows3986(text, n, columns, rest, rows3986) :
	                           cut_rows3986(text, n, end, columns, rest);
}

#endif

eu_columns_fn *eu_rfc3986_rows_avx2(void)
{
#ifdef EU_AVX
	/* LCOV_EXCL_BR_LINE: other processors: false only without AVX2 */
	if (eu_kernel_here(EU_KERNEL_AVX2))
		return rows3986;
#endif
	return NULL;
}
