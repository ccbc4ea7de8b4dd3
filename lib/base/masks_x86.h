/* masks_x86.h - the kernels of masks.h for SSE2, AVX2 and AVX-512 (BW); masks.h includes it.
 *
 * No kernel reads beyond the block.  A block of less than 64 bytes is read as two overlapping
 * halves, or is copied first.  AVX-512 uses a masked load. */
#ifndef EU_BASE_MASKS_X86_H
#define EU_BASE_MASKS_X86_H

#ifdef EU_AVX
#define EU_AVX2 __attribute__((target("avx2,bmi,bmi2,lzcnt")))
#define EU_AVX512 __attribute__((target("avx512f,avx512bw,avx2,bmi,bmi2,lzcnt")))
#endif

/** Copies 1 to 31 bytes and fills the rest with zeros, by two stores that may overlap. */
static inline void eu_copy_short(char to[32], const char *text, size_t n)
{
	if (n >= 16) {
		_mm_storeu_si128((__m128i *)(void *)(to + 16), _mm_setzero_si128());
		__m128i front = _mm_loadu_si128((const __m128i *)(const void *)text);
		__m128i back = _mm_loadu_si128((const __m128i *)(const void *)(text + n - 16));
		_mm_storeu_si128((__m128i *)(void *)to, front);
		_mm_storeu_si128((__m128i *)(void *)(to + n - 16), back);
		return;
	}
	_mm_storeu_si128((__m128i *)(void *)to, _mm_setzero_si128());
	_mm_storeu_si128((__m128i *)(void *)(to + 16), _mm_setzero_si128());
	if (n >= 8) {
		memcpy(to, text, 8);
		memcpy(to + n - 8, text + n - 8, 8);
	} else {
		for (size_t i = 0; i < n; i++)
			to[i] = text[i];
	}
}

/* ---- SSE2 ------------------------------------------------------------------------------------ */

/** Four quarters of a block.  Bytes beyond its end are 0. */
struct eu_sse2_block {
	__m128i quarter[4];
	uint64_t all; /**< mask of the bytes in the block */
};

EU_INLINE struct eu_sse2_block eu_sse2_load(const char *text, size_t n)
{
	struct eu_sse2_block block = { .all = eu_bits_before(n) };
	char rest[64];
	const char *from = text;

	if (n < 64) {
		size_t half = n >= 32 ? 32 : 0;

		if (half)
			memcpy(rest, text, 32);
		if (n - half)
			eu_copy_short(rest + half, text + half, n - half);
		else
			memset(rest + half, 0, 32);
		if (!half)
			memset(rest + 32, 0, 32);
		from = rest;
	}
	for (int k = 0; k < 4; k++)
		block.quarter[k] = _mm_loadu_si128((const __m128i *)(const void *)(from + 16 * k));
	return block;
}

EU_INLINE uint64_t eu_sse2_bits(const __m128i found[4])
{
	uint64_t bits = 0;

	for (int k = 0; k < 4; k++)
		bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(found[k]) << (16 * k);
	return bits;
}

EU_INLINE uint64_t eu_sse2_is(const struct eu_sse2_block *block, char byte)
{
	__m128i found[4];

	for (int k = 0; k < 4; k++)
		found[k] = _mm_cmpeq_epi8(block->quarter[k], _mm_set1_epi8(byte));
	return eu_sse2_bits(found) & block->all;
}

/** Returns a mask of the bytes in a class.  Byte b is in a range if b - first, as an unsigned
 *  number, is at most last - first. */
EU_INLINE uint64_t eu_sse2_in(const struct eu_sse2_block *block, const struct eu_class *set)
{
	__m128i found[4];

	for (int k = 0; k < 4; k++)
		found[k] = _mm_setzero_si128();
	for (int r = 0; r < set->n_ranges; r++) {
		__m128i first = _mm_set1_epi8((char)set->range[r].first);
		__m128i more = _mm_set1_epi8((char)(set->range[r].last - set->range[r].first));

		for (int k = 0; k < 4; k++) {
			__m128i up = _mm_sub_epi8(block->quarter[k], first);

			found[k] =
				_mm_or_si128(found[k], _mm_cmpeq_epi8(_mm_min_epu8(up, more), up));
		}
	}
	return eu_sse2_bits(found) & block->all;
}

/** Returns a mask of the bytes b for which b | set is in the range from first to first + n - 1.
 *  The comparison is signed, so 128 is subtracted from both sides. */
EU_INLINE uint64_t eu_sse2_range(const struct eu_sse2_block *block, char first, int n, char set)
{
	const __m128i least = _mm_set1_epi8(-128);
	__m128i found[4];

	for (int k = 0; k < 4; k++) {
		__m128i bytes = _mm_or_si128(block->quarter[k], _mm_set1_epi8(set));
		__m128i from = _mm_add_epi8(_mm_sub_epi8(bytes, _mm_set1_epi8(first)), least);

		found[k] = _mm_cmplt_epi8(from, _mm_set1_epi8((char)(-128 + n)));
	}
	return eu_sse2_bits(found) & block->all;
}

EU_INLINE void eu_marks_sse2(const char *text, size_t n, const struct eu_class *allowed,
                             struct eu_marks *marks)
{
	struct eu_sse2_block block = eu_sse2_load(text, n);

	marks->outside = block.all & ~eu_sse2_in(&block, allowed);
	marks->no_scheme = block.all & ~eu_sse2_in(&block, &eu_class_scheme);
	marks->capital = eu_sse2_range(&block, 'A', 26, 0);
	marks->letter = eu_sse2_range(&block, 'a', 26, 0x20);
	marks->digit = eu_sse2_range(&block, '0', 10, 0);
	marks->colon = eu_sse2_is(&block, ':');
	marks->slash = eu_sse2_is(&block, '/');
	marks->question = eu_sse2_is(&block, '?');
	marks->hash = eu_sse2_is(&block, '#');
	marks->at = eu_sse2_is(&block, '@');
	marks->percent = eu_sse2_is(&block, '%');
	marks->dot = eu_sse2_is(&block, '.');
	marks->hyphen = eu_sse2_is(&block, '-');
	marks->apostrophe = eu_sse2_is(&block, '\'');
}

#ifdef EU_AVX

/* ---- AVX2 ------------------------------------------------------------------------------------ */

/** Two halves of a block, which may overlap: the second begins at byte `shift`. */
struct eu_avx2_block {
	__m256i front, back;
	unsigned shift;
	uint64_t all;
};

EU_AVX2 static inline __m256i eu_avx2_read(const char *text)
{
	return _mm256_loadu_si256((const __m256i *)(const void *)text);
}

EU_AVX2 static inline struct eu_avx2_block eu_avx2_load(const char *text, size_t n)
{
	struct eu_avx2_block block;

	if (n >= 32) {
		block.front = eu_avx2_read(text);
		block.back = eu_avx2_read(text + n - 32);
		block.shift = (unsigned)n - 32;
	} else {
		char copy[32];

		eu_copy_short(copy, text, n);
		block.front = eu_avx2_read(copy);
		block.back = _mm256_setzero_si256();
		block.shift = 32;
	}
	block.all = _bzhi_u64(UINT64_MAX, (unsigned)n);
	return block;
}

EU_AVX2 static inline uint64_t eu_avx2_bits(const struct eu_avx2_block *block, __m256i front,
                                            __m256i back)
{
	return (uint64_t)(uint32_t)_mm256_movemask_epi8(front) |
	       (uint64_t)(uint32_t)_mm256_movemask_epi8(back) << block->shift;
}

EU_AVX2 static inline uint64_t eu_avx2_is(const struct eu_avx2_block *block, char byte)
{
	__m256i wanted = _mm256_set1_epi8(byte);

	return eu_avx2_bits(block, _mm256_cmpeq_epi8(block->front, wanted),
	                    _mm256_cmpeq_epi8(block->back, wanted));
}

/** Returns 0xFF for each byte outside the class.  These are the bytes b for which bit b / 16 of
 *  low[b % 16] is 0.  A shuffle returns 0 for bytes that are not US-ASCII. */
EU_AVX2 static inline __m256i eu_avx2_out(__m256i bytes, __m256i low, __m256i rows)
{
	__m256i high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(15));
	__m256i met =
		_mm256_and_si256(_mm256_shuffle_epi8(low, bytes), _mm256_shuffle_epi8(rows, high));

	return _mm256_cmpeq_epi8(met, _mm256_setzero_si256());
}

EU_AVX2 static inline uint64_t eu_avx2_outside(const struct eu_avx2_block *block,
                                               const struct eu_class *set)
{
	const __m256i rows = _mm256_broadcastsi128_si256(
		_mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, (char)128, 0, 0, 0, 0, 0, 0, 0, 0));
	__m256i low = _mm256_broadcastsi128_si256(
		_mm_loadu_si128((const __m128i *)(const void *)set->low));

	return eu_avx2_bits(block, eu_avx2_out(block->front, low, rows),
	                    eu_avx2_out(block->back, low, rows)) &
	       block->all;
}

/** Returns 0xFF for each byte in the range; the arguments are those of eu_sse2_range(). */
EU_AVX2 static inline __m256i eu_avx2_among(__m256i bytes, char first, int n, char set)
{
	__m256i from = _mm256_add_epi8(_mm256_or_si256(bytes, _mm256_set1_epi8(set)),
	                               _mm256_set1_epi8((char)(-128 - first)));

	return _mm256_cmpgt_epi8(_mm256_set1_epi8((char)(-128 + n)), from);
}

EU_AVX2 static inline uint64_t eu_avx2_range(const struct eu_avx2_block *block, char first, int n,
                                             char set)
{
	return eu_avx2_bits(block, eu_avx2_among(block->front, first, n, set),
	                    eu_avx2_among(block->back, first, n, set));
}

EU_AVX2 EU_INLINE void eu_marks_avx2(const char *text, size_t n, const struct eu_class *allowed,
                                     struct eu_marks *marks)
{
	struct eu_avx2_block block = eu_avx2_load(text, n);

	marks->outside = eu_avx2_outside(&block, allowed);
	marks->no_scheme = eu_avx2_outside(&block, &eu_class_scheme);
	marks->capital = eu_avx2_range(&block, 'A', 26, 0);
	marks->letter = eu_avx2_range(&block, 'a', 26, 0x20);
	marks->digit = eu_avx2_range(&block, '0', 10, 0);
	marks->colon = eu_avx2_is(&block, ':');
	marks->slash = eu_avx2_is(&block, '/');
	marks->question = eu_avx2_is(&block, '?');
	marks->hash = eu_avx2_is(&block, '#');
	marks->at = eu_avx2_is(&block, '@');
	marks->percent = eu_avx2_is(&block, '%');
	marks->dot = eu_avx2_is(&block, '.');
	marks->hyphen = eu_avx2_is(&block, '-');
	marks->apostrophe = eu_avx2_is(&block, '\'');
}

/* ---- AVX-512 --------------------------------------------------------------------------------- */

EU_AVX512 static inline uint64_t eu_avx512_is(__m512i bytes, char byte)
{
	return _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte));
}

EU_AVX512 static inline uint64_t eu_avx512_outside(__m512i bytes, const struct eu_class *set,
                                                   uint64_t all)
{
	const __m512i rows = _mm512_broadcast_i32x4(
		_mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, (char)128, 0, 0, 0, 0, 0, 0, 0, 0));
	__m512i low =
		_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)set->low));
	__m512i high = _mm512_and_si512(_mm512_srli_epi16(bytes, 4), _mm512_set1_epi8(15));

	return _mm512_mask_testn_epi8_mask(all, _mm512_shuffle_epi8(low, bytes),
	                                   _mm512_shuffle_epi8(rows, high));
}

EU_AVX512 static inline uint64_t eu_avx512_range(__m512i bytes, char first, int n)
{
	return _mm512_cmplt_epu8_mask(_mm512_sub_epi8(bytes, _mm512_set1_epi8(first)),
	                              _mm512_set1_epi8((char)n));
}

EU_AVX512 static inline void eu_marks_avx512(const char *text, size_t n,
                                             const struct eu_class *allowed, struct eu_marks *marks)
{
	uint64_t all = _bzhi_u64(UINT64_MAX, (unsigned)n);
	__m512i bytes = _mm512_maskz_loadu_epi8(all, text);

	marks->outside = eu_avx512_outside(bytes, allowed, all);
	marks->no_scheme = eu_avx512_outside(bytes, &eu_class_scheme, all);
	marks->capital = eu_avx512_range(bytes, 'A', 26);
	marks->letter = eu_avx512_range(_mm512_or_si512(bytes, _mm512_set1_epi8(0x20)), 'a', 26);
	marks->digit = eu_avx512_range(bytes, '0', 10);
	marks->colon = eu_avx512_is(bytes, ':');
	marks->slash = eu_avx512_is(bytes, '/');
	marks->question = eu_avx512_is(bytes, '?');
	marks->hash = eu_avx512_is(bytes, '#');
	marks->at = eu_avx512_is(bytes, '@');
	marks->percent = eu_avx512_is(bytes, '%');
	marks->dot = eu_avx512_is(bytes, '.');
	marks->hyphen = eu_avx512_is(bytes, '-');
	marks->apostrophe = eu_avx512_is(bytes, '\'');
}

#endif

#endif
