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
#if defined(EU_X86)

static inline uint64_t terminators(const char *data, char wanted)
{
	struct eu_sse2_block block = eu_sse2_load(data, EU_MASK_BYTES);

	return eu_sse2_is(&block, wanted);
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
static void cut_blocks(struct cutting *cut, size_t len)
{
	char wanted = cut->nul ? '\0' : '\n';

	for (size_t at = 0; len - at >= EU_MASK_BYTES; at += EU_MASK_BYTES) {
		uint64_t bits = terminators(cut->data + at, wanted);

		for (; bits; bits &= bits - 1) {
			if (cut->n == cut->max)
				return;
			end_line(cut, at + eu_lowest(bits));
		}
	}
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
