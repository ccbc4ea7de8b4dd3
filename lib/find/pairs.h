/* pairs.h - finds the pairs of bytes at which a URI may begin in running text, 64 bytes at a
 * time.
 *
 * In prose, nineteen of twenty colons are followed by white space.  Other colons, and "<", are
 * rare.  Bit i of a mask is set if byte i is "<", or is ":" and the next byte is above the
 * space.  If `more` is set, it is also set if byte i is "@", or if byte i and the next one are
 * "w".  A kernel reads exactly 65 bytes, so a shorter rest is searched byte by byte
 * (skip.c). */
#ifndef EU_FIND_PAIRS_H
#define EU_FIND_PAIRS_H

#include "base/masks.h"

/** The number of bytes that a kernel reads: those of the mask, and the one after them. */
#define EU_PAIRS_READ (EU_MASK_BYTES + 1)

/** Returns the mask of the pairs that begin in text[0 .. 64).  more: includes those of "www."
 *  and of mail addresses. */
typedef uint64_t eu_pairs_fn(const char *text, bool more);

#ifdef EU_X86

EU_INLINE __m128i eu_pairs_sse2_quarter(const char *text, bool more)
{
	__m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)text);
	__m128i behind = _mm_loadu_si128((const __m128i *)(const void *)(text + 1));
	__m128i found = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(':'));

	/* The comparison is signed, so bytes above 7F count as less than the space. */
	found = _mm_and_si128(found, _mm_cmpgt_epi8(behind, _mm_set1_epi8(' ')));
	found = _mm_or_si128(found, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('<')));
	if (more) {
		__m128i upper = _mm_set1_epi8(0x20), w = _mm_set1_epi8('w');
		__m128i one = _mm_cmpeq_epi8(_mm_or_si128(bytes, upper), w);
		__m128i two = _mm_cmpeq_epi8(_mm_or_si128(behind, upper), w);

		found = _mm_or_si128(found, _mm_and_si128(one, two));
		found = _mm_or_si128(found, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('@')));
	}
	return found;
}

EU_INLINE uint64_t eu_pairs_sse2(const char *text, bool more)
{
	__m128i found[4];

	for (int k = 0; k < 4; k++)
		found[k] = eu_pairs_sse2_quarter(text + 16 * k, more);
	return eu_sse2_bits(found);
}

#endif

#ifdef EU_AVX

EU_AVX2 static inline __m256i eu_pairs_avx2_half(const char *text, bool more)
{
	__m256i bytes = eu_avx2_read(text), behind = eu_avx2_read(text + 1);
	__m256i found = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(':'));

	found = _mm256_and_si256(found, _mm256_cmpgt_epi8(behind, _mm256_set1_epi8(' ')));
	found = _mm256_or_si256(found, _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('<')));
	if (more) {
		__m256i upper = _mm256_set1_epi8(0x20), w = _mm256_set1_epi8('w');
		__m256i one = _mm256_cmpeq_epi8(_mm256_or_si256(bytes, upper), w);
		__m256i two = _mm256_cmpeq_epi8(_mm256_or_si256(behind, upper), w);

		found = _mm256_or_si256(found, _mm256_and_si256(one, two));
		found = _mm256_or_si256(found, _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('@')));
	}
	return found;
}

EU_AVX2 static inline uint64_t eu_pairs_avx2(const char *text, bool more)
{
	__m256i front = eu_pairs_avx2_half(text, more);
	__m256i back = eu_pairs_avx2_half(text + 32, more);

	return (uint64_t)(uint32_t)_mm256_movemask_epi8(front) |
	       (uint64_t)(uint32_t)_mm256_movemask_epi8(back) << 32;
}

EU_AVX512 static inline uint64_t eu_pairs_avx512(const char *text, bool more)
{
	__m512i bytes = _mm512_loadu_si512(text), behind = _mm512_loadu_si512(text + 1);
	uint64_t found =
		eu_avx512_is(bytes, '<') |
		(eu_avx512_is(bytes, ':') & _mm512_cmpgt_epi8_mask(behind, _mm512_set1_epi8(' ')));

	if (more) {
		__m512i upper = _mm512_set1_epi8(0x20);

		found |= eu_avx512_is(bytes, '@') |
		         (eu_avx512_is(_mm512_or_si512(bytes, upper), 'w') &
		          eu_avx512_is(_mm512_or_si512(behind, upper), 'w'));
	}
	return found;
}

#endif

#ifdef EU_ARM

EU_INLINE uint8x16_t eu_pairs_neon_quarter(const char *text, bool more)
{
	uint8x16_t bytes = vld1q_u8((const uint8_t *)text);
	int8x16_t behind = vld1q_s8((const int8_t *)text + 1);
	uint8x16_t found =
		vandq_u8(vceqq_u8(bytes, vdupq_n_u8(':')), vcgtq_s8(behind, vdupq_n_s8(' ')));

	found = vorrq_u8(found, vceqq_u8(bytes, vdupq_n_u8('<')));
	if (more) {
		uint8x16_t upper = vdupq_n_u8(0x20), w = vdupq_n_u8('w');
		uint8x16_t one = vceqq_u8(vorrq_u8(bytes, upper), w);
		uint8x16_t two = vceqq_u8(vorrq_u8(vreinterpretq_u8_s8(behind), upper), w);

		found = vorrq_u8(found, vandq_u8(one, two));
		found = vorrq_u8(found, vceqq_u8(bytes, vdupq_n_u8('@')));
	}
	return found;
}

EU_INLINE uint64_t eu_pairs_neon(const char *text, bool more)
{
	uint8x16_t found[4];

	for (int k = 0; k < 4; k++)
		found[k] = eu_pairs_neon_quarter(text + 16 * k, more);
	return eu_neon_bits(found);
}

#endif

#endif
