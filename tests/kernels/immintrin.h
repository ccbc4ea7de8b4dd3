/* immintrin.h - the AVX-512 intrinsics for a processor that has AVX2 only; tests/kernels/run puts it before the compiler's.
 *
 * SIMDe (Debian: libsimde-dev) supplies most of them in portable C.  Those that its release 0.7.4 lacks follow here, as
 * loops that do what Intel's Intrinsics Guide says.  A masked load reads no byte whose bit is 0, so a sanitizer sees
 * every byte that the processor would read. */
#ifndef TESTS_KERNELS_IMMINTRIN_H
#define TESTS_KERNELS_IMMINTRIN_H

#pragma GCC system_header

#include_next <immintrin.h>
#define SIMDE_ENABLE_NATIVE_ALIASES 1
#include <simde/x86/avx512.h>
#include <simde/x86/gfni.h>
#include <stdint.h>
#include <string.h>

/* All features are present, and no function may use more instructions than the processor has. */
#define __builtin_cpu_supports(feature) 1
#define target(features)

#define EMULATED static inline __attribute__((always_inline))

/* The 64-bit, 32-bit and 8-bit lanes of a vector. */
union emulated_lanes {
	__m512i vector;
	uint64_t q[8];
	uint32_t d[16];
	uint8_t b[64];
};

/* Copies the lanes whose mask bit is 1; neither reads nor writes the others. */
EMULATED void emulated_copy(void *to, const void *from, uint64_t mask, int n_lanes, size_t size)
{
	for (int i = 0; i < n_lanes; i++)
		if (mask >> i & 1)
			memcpy((char *)to + (size_t)i * size, (const char *)from + (size_t)i * size,
			       size);
}

EMULATED __m512i emulated_mask_loadu_epi8(__m512i other, __mmask64 mask, const void *from)
{
	union emulated_lanes lanes = { other };

	emulated_copy(lanes.b, from, mask, 64, 1);
	return lanes.vector;
}

EMULATED __mmask64 emulated_mask_testn_epi8_mask(__mmask64 of, __m512i a, __m512i b)
{
	union emulated_lanes x = { a }, y = { b };
	uint64_t mask = 0;

	for (int i = 0; i < 64; i++)
		mask |= (uint64_t) !(x.b[i] & y.b[i]) << i;
	return mask & of;
}

EMULATED __m512i emulated_maskz_compress_epi8(__mmask64 mask, __m512i a)
{
	union emulated_lanes x = { a }, lanes = { _mm512_setzero_si512() };
	int n = 0;

	for (int i = 0; i < 64; i++)
		if (mask >> i & 1)
			lanes.b[n++] = x.b[i];
	return lanes.vector;
}

EMULATED __m512i emulated_alignr_epi64(__m512i high, __m512i low, int count)
{
	union emulated_lanes pair[2] = { { low }, { high } }, lanes;

	for (int i = 0; i < 8; i++) {
		int from = i + (count & 7);

		lanes.q[i] = pair[from / 8].q[from % 8];
	}
	return lanes.vector;
}

EMULATED __m512i emulated_cvtepu8_epi64(__m128i bytes)
{
	union emulated_lanes lanes;
	uint8_t byte[16];

	memcpy(byte, &bytes, sizeof byte);
	for (int i = 0; i < 8; i++)
		lanes.q[i] = byte[i];
	return lanes.vector;
}

EMULATED __m128i emulated_cvtepi32_epi8(__m512i a)
{
	union emulated_lanes x = { a };
	uint8_t byte[16];
	__m128i bytes;

	for (int i = 0; i < 16; i++)
		byte[i] = (uint8_t)x.d[i];
	memcpy(&bytes, byte, sizeof byte);
	return bytes;
}

/* Without optimisation some of them are macros of the compiler. */
#undef _mm512_mask_loadu_epi8
#undef _mm512_maskz_loadu_epi8
#undef _mm512_mask_testn_epi8_mask
#undef _mm512_maskz_compress_epi8
#undef _mm512_alignr_epi64
#undef _mm512_cvtepu8_epi64
#undef _mm512_cvtepi32_epi8
#undef _mm512_shuffle_i64x2

#define _mm512_mask_loadu_epi8 emulated_mask_loadu_epi8
#define _mm512_maskz_loadu_epi8(mask, from) \
	emulated_mask_loadu_epi8(_mm512_setzero_si512(), (mask), (from))
#define _mm512_mask_testn_epi8_mask emulated_mask_testn_epi8_mask
#define _mm512_maskz_compress_epi8 emulated_maskz_compress_epi8
#define _mm512_alignr_epi64 emulated_alignr_epi64
#define _mm512_cvtepu8_epi64 emulated_cvtepu8_epi64
#define _mm512_cvtepi32_epi8 emulated_cvtepi32_epi8
#define _mm512_shuffle_i64x2 simde_mm512_shuffle_i64x2 /* without an alias in 0.7.4 */

#endif
