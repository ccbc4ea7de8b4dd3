/* Text cut into lines. */
#include "base/masks.h"
#include "bulk/bulk.h"

/* Where lines are put. */
struct cutting {
	const char *data;
	struct everyuri_span *lines;
	size_t n, max;
	size_t begin; /* of the line in hand */
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

/* Which of 64 bytes end a line, by what every processor of its kind has. */
typedef uint64_t terminators_fn(const char *data, char wanted);

#if defined(EU_X86)

static inline uint64_t quarter_ends(const char *data, __m128i wanted)
{
	__m128i bytes = _mm_loadu_si128((const void *)data);

	return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted));
}

/* One by one: not every compiler unrolls a loop of four. */
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

/* All blocks of 64 bytes.  What is looked at stays bounded by what there is room for. */
EU_INLINE void cut_blocks_by(struct cutting *cut, size_t len, terminators_fn *ends_of)
{
	char wanted = cut->nul ? '\0' : '\n';

	for (size_t at = 0; len - at >= EU_MASK_BYTES; at += EU_MASK_BYTES) {
		uint64_t bits = ends_of(cut->data + at, wanted);

		for (; bits; bits &= bits - 1) {
			if (cut->n == cut->max)
				return;
			end_line(cut, at + eu_lowest(bits));
		}
	}
}

#ifdef EU_AVX

EU_AVX512 static inline uint64_t terminators_avx512(const char *data, char wanted)
{
	return eu_avx512_is(_mm512_loadu_si512(data), wanted);
}

EU_AVX512 static void cut_blocks_avx512(struct cutting *cut, size_t len)
{
	cut_blocks_by(cut, len, terminators_avx512);
}

#endif

static void cut_blocks(struct cutting *cut, size_t len)
{
#ifdef EU_AVX
	if (eu_kernel_here(EU_KERNEL_AVX512)) {
		cut_blocks_avx512(cut, len);
		return;
	}
#endif
	cut_blocks_by(cut, len, terminators);
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
