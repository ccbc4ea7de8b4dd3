/* Splits text into lines. */
#include "base/masks.h"
#include "bulk/bulk.h"

/* Input, output and position of a split. */
struct cutting {
	const char *data;
	struct everyuri_span *lines;
	size_t n, max;
	size_t begin; /* start of the current line */
	bool nul;
};

static inline void end_line(struct cutting *cut, size_t end)
{
	bool cr = !cut->nul && end > cut->begin && cut->data[end - 1] == '\r';

	cut->lines[cut->n].begin = (uint32_t)cut->begin;
	cut->lines[cut->n].end = (uint32_t)(end - cr);
	cut->n++;
	cut->begin = end + 1;
}

/* Functions that find the line ends in 64 bytes, with instructions of every x86-64 or AArch64
 * processor. */

#if defined(EU_X86)

static inline uint64_t quarter_ends(const char *data, __m128i wanted)
{
	__m128i bytes = _mm_loadu_si128((const void *)data);

	return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted));
}

/* Returns a mask of the line ends.  Unrolled by hand, because not every compiler unrolls a loop of
 * four. */
static inline uint64_t terminators(const char *data, char wanted)
{
	__m128i all = _mm_set1_epi8(wanted);

	return quarter_ends(data, all) | quarter_ends(data + 16, all) << 16 |
	       quarter_ends(data + 32, all) << 32 | quarter_ends(data + 48, all) << 48;
}

#elif defined(EU_ARM)

static inline uint64_t terminators(const char *data, char wanted)
{
	struct eu_neon_block block = eu_neon_load(data, EU_MASK_BYTES);

	return eu_neon_is(&block, wanted);
}

#else

static inline uint64_t terminators(const char *data, char wanted)
{
	return eu_plain_is(data, EU_MASK_BYTES, wanted);
}

#endif

/* Splits the blocks of 64 bytes from `at` on.  Stops when the array is full, to bound the number of
 * bytes read. */
static void cut_blocks_by(struct cutting *cut, size_t at, size_t len)
{
	char wanted = cut->nul ? '\0' : '\n';

	for (; len - at >= EU_MASK_BYTES; at += EU_MASK_BYTES) {
		uint64_t bits = terminators(cut->data + at, wanted);

		for (; bits; bits &= bits - 1) {
			if (cut->n == cut->max)
				return;
			end_line(cut, at + eu_lowest(bits));
		}
	}
}

#ifdef EU_AVX

/* Instructions that Intel introduced with Ice Lake and AMD with Zen 4. */
#define EU_COMPRESS __attribute__((target("avx512f,avx512bw,avx512vbmi2,bmi,bmi2,lzcnt,popcnt")))

/* The largest number of line ends in a block that can be stored without branches. */
#define N_AT_ONCE 8

/* Splits blocks without a branch that depends on the number of line ends in a block, since the
 * processor could not predict it.
 * Stops if N_AT_ONCE spans no longer fit, if a CR precedes a line end, or if a block has too many
 * line ends.  Returns: the offset where it stopped. */
EU_COMPRESS static size_t cut_blocks_at_once(struct cutting *cut, size_t at, size_t len)
{
	static const uint8_t place[EU_MASK_BYTES] = {
		0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
		16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
		32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
		48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
	};
	const __m512i places = _mm512_loadu_si512((const void *)place);
	const __m512i wanted = _mm512_set1_epi8(cut->nul ? '\0' : '\n');
	const __m512i cr = _mm512_set1_epi8('\r'), one = _mm512_set1_epi64(1);
	size_t n = cut->n, begin = cut->begin;
	uint64_t cr_in_front = !cut->nul && at && cut->data[at - 1] == '\r';

	for (; len - at >= EU_MASK_BYTES && cut->max - n >= N_AT_ONCE; at += EU_MASK_BYTES) {
		__m512i bytes = _mm512_loadu_si512((const void *)(cut->data + at));
		uint64_t ends = _mm512_cmpeq_epi8_mask(bytes, wanted);
		uint64_t crs = cut->nul ? 0 : _mm512_cmpeq_epi8_mask(bytes, cr);
		int n_ends = __builtin_popcountll(ends);

		if ((ends & (crs << 1 | cr_in_front)) || n_ends > N_AT_ONCE)
			break;
		cr_in_front = crs >> 63;
		__m512i end = _mm512_add_epi64(_mm512_cvtepu8_epi64(_mm512_castsi512_si128(
						       _mm512_maskz_compress_epi8(ends, places))),
		                               _mm512_set1_epi64((int64_t)at));
		/* Each line begins after the previous line end; the first line begins where the
		 * previous block ended. */
		__m512i front = _mm512_alignr_epi64(end, _mm512_set1_epi64((int64_t)begin - 1),
		                                    N_AT_ONCE - 1);
		__m512i span =
			_mm512_or_si512(_mm512_add_epi64(front, one), _mm512_slli_epi64(end, 32));

		_mm512_storeu_si512((void *)(cut->lines + n), span);
		n += (size_t)n_ends;
		begin = ends ? at + eu_highest(ends) + 1 : begin;
	}
	cut->n = n;
	cut->begin = begin;
	return at;
}

/* Splits as many blocks as it can, in branch-free code.  Returns: the offset of the first byte that
 * was not processed. */
static size_t cut_most_blocks(struct cutting *cut, size_t len)
{
	size_t at = 0;

	while (len - at >= EU_MASK_BYTES && cut->max - cut->n >= N_AT_ONCE) {
		at = cut_blocks_at_once(cut, at, len);
		if (len - at < EU_MASK_BYTES)
			break;
		cut_blocks_by(cut, at, at + EU_MASK_BYTES);
		at += EU_MASK_BYTES;
	}
	return at;
}

#endif

static void cut_blocks(struct cutting *cut, size_t len)
{
#ifdef EU_AVX
	if (eu_kernel_here(EU_KERNEL_AVX512) && __builtin_cpu_supports("avx512vbmi2")) {
		cut_blocks_by(cut, cut_most_blocks(cut, len), len);
		return;
	}
#endif
	cut_blocks_by(cut, 0, len);
}

size_t everyuri_lines_cut(const char *data, size_t len, unsigned flags, struct everyuri_span *lines,
                          size_t max_lines, size_t *n_lines)
{
	struct cutting cut = {
		.data = data, .lines = lines, .max = max_lines, .nul = flags & EVERYURI_LINES_NUL
	};
	bool last = flags & EVERYURI_LINES_END;

	if (len > EVERYURI_TEXT_MAX) {
		len = EVERYURI_TEXT_MAX;
		last = false;
	}
	cut_blocks(&cut, len);
	while (cut.begin < len && cut.n < max_lines) {
		const char *found =
			memchr(data + cut.begin, cut.nul ? '\0' : '\n', len - cut.begin);

		if (!found && !last)
			break;
		if (found) {
			end_line(&cut, (size_t)(found - data));
		} else {
			lines[cut.n++] = eu_span(cut.begin, len);
			cut.begin = len;
		}
	}
	*n_lines = cut.n;
	return cut.begin;
}
