/* Skips quickly to the next place where a URI may begin.
 *
 * It only skips bytes that the scan would reject in any context: bytes that are not a trigger,
 * and triggers that the bytes next to them rule out.  The scan judges all other bytes, so this
 * file does not change the results. */
#include "find/finder.h"
#include "find/pairs.h"

/* Returns whether a scheme may follow "<": immediately, after white space or after "URL=".
 * Returns false if a word without a colon follows immediately, as in "<b>" and "<a@b.c>". */
static bool may_be_scheme(const struct eu_find_view *view, size_t at)
{
	size_t end = at + EU_FIND_SCHEME_MAX < view->len ? at + EU_FIND_SCHEME_MAX : view->len;

	if (view->class[(unsigned char)view->data[at]] & EU_FIND_SPACE)
		return true;
	while (at < end && view->class[(unsigned char)view->data[at]] & EU_FIND_IN_SCHEME)
		at++;
	return at == end || view->data[at] == ':';
}

/* Returns the bit for an ending of three bytes, ignoring case.  Several endings may share a bit. */
static unsigned ending_bit(unsigned char third_last, unsigned char second_last, unsigned char last)
{
	unsigned key = (last & 31u) << 10 | (second_last & 31u) << 5 | (third_last & 31u);

	return (key ^ key >> 12) & 4095;
}

/* Returns whether the bytes before the colon may end a scheme's name. */
static bool may_end_scheme(const struct everyuri_finder *finder, const unsigned char *colon)
{
	unsigned bit = ending_bit(colon[-3], colon[-2], colon[-1]);

	return finder->endings[bit / 8] >> (bit % 8) & 1;
}

/* Returns whether the byte at `at` is a trigger that the bytes next to it do not rule out.  There
 * must be a byte after it. */
static bool may_begin(const struct everyuri_finder *finder, const struct eu_find_view *view,
                      size_t at)
{
	const unsigned char *here = (const unsigned char *)view->data + at;

	if (!(view->class[*here] & EU_FIND_TRIGGER))
		return false;
	if (*here == ':')
		return finder->beside[here[1]] & EU_FIND_BEHIND_COLON &&
		       (at < 3 || may_end_scheme(finder, here));
	if (*here == '<' && !(at && here[-1] == '=') && !finder->more)
		return may_be_scheme(view, at + 1);
	return eu_lower(*here) != 'w' || eu_lower(here[1]) == 'w';
}

/* Searches byte by byte: for processors without vectors, and for short texts. */
static size_t skip_plain(const struct everyuri_finder *finder, const struct eu_find_view *view,
                         size_t i)
{
	for (; i + 1 < view->len; i++)
		if (may_begin(finder, view, i))
			return i;
	/* The byte after the last one is not known yet. */
	if (i < view->len && !(view->class[(unsigned char)view->data[i]] & EU_FIND_TRIGGER))
		i++;
	return i;
}

/* Returns the index of the first of these bits at which a URI may begin, or view->len. */
EU_INLINE size_t first_allowed(const struct everyuri_finder *finder,
                               const struct eu_find_view *view, size_t at, uint64_t bits)
{
	for (; bits; bits &= bits - 1) {
		size_t i = at + eu_lowest(bits);

		if (may_begin(finder, view, i))
			return i;
	}
	return view->len;
}

EU_INLINE size_t skip_by(const struct everyuri_finder *finder, const struct eu_find_view *view,
                         size_t i, eu_pairs_fn *pairs)
{
	size_t at, last;

	if (view->len < EU_PAIRS_READ)
		return skip_plain(finder, view, i);
	last = view->len - EU_PAIRS_READ;
	for (; i <= last; i += EU_MASK_BYTES) {
		uint64_t bits = pairs(view->data + i, finder->more);

		if (!bits)
			continue;
		at = first_allowed(finder, view, i, bits);
		if (at < view->len)
			return at;
	}
	/* The last block overlaps the one before it. */
	if (i < last + EU_MASK_BYTES) {
		uint64_t bits = pairs(view->data + last, finder->more);

		at = first_allowed(finder, view, last, bits & eu_bits_from((unsigned)(i - last)));
		if (at < view->len)
			return at;
		i = last + EU_MASK_BYTES;
	}
	return skip_plain(finder, view, i);
}

#ifdef EU_X86
static size_t skip_sse2(const struct everyuri_finder *finder, const struct eu_find_view *view,
                        size_t i)
{
	return skip_by(finder, view, i, eu_pairs_sse2);
}

#endif

#ifdef EU_AVX
EU_AVX2 static size_t skip_avx2(const struct everyuri_finder *finder,
                                const struct eu_find_view *view, size_t i)
{
	return skip_by(finder, view, i, eu_pairs_avx2);
}

EU_AVX512 static size_t skip_avx512(const struct everyuri_finder *finder,
                                    const struct eu_find_view *view, size_t i)
{
	return skip_by(finder, view, i, eu_pairs_avx512);
}
#endif

#ifdef EU_ARM
static size_t skip_neon(const struct everyuri_finder *finder, const struct eu_find_view *view,
                        size_t i)
{
	return skip_by(finder, view, i, eu_pairs_neon);
}
#endif

eu_find_skip_fn *eu_find_skip_by(enum eu_kernel kernel)
{
	switch (kernel) {
#ifdef EU_X86
	case EU_KERNEL_SSE2:
		return skip_sse2;
#endif
#ifdef EU_AVX
	case EU_KERNEL_AVX2:
		return skip_avx2;
	case EU_KERNEL_AVX512:
		return skip_avx512;
#endif
#ifdef EU_ARM
	case EU_KERNEL_NEON:
		return skip_neon;
#endif
	default:
		return skip_plain;
	}
}

/* Adds the last three bytes of a name.  Any byte may precede a name that is shorter. */
static void add_ending(unsigned char endings[512], const char *name)
{
	size_t len = strlen(name);
	unsigned n_thirds = len < 3 ? 32 : 1, n_seconds = len < 2 ? 32 : 1;

	for (unsigned k = 0; len && k < n_thirds * n_seconds; k++) {
		unsigned char third =
			len < 3 ? (unsigned char)(k % 32) : (unsigned char)name[len - 3];
		unsigned char second =
			len < 2 ? (unsigned char)(k / 32) : (unsigned char)name[len - 2];
		unsigned bit = ending_bit(third, second, (unsigned char)name[len - 1]);

		endings[bit / 8] |= (unsigned char)(1u << (bit % 8));
	}
}

/* Fills `endings` from the caller's scheme names, and `beside` with every byte with which a rule
 * of scheme.c may begin. */
void eu_find_fill_beside(struct everyuri_finder *finder)
{
	static const char *const aliases[] = { "fxp", "fxps", "hxxp", "hxxps" };
	const struct everyuri_find_options *options = &finder->options;
	unsigned char *beside = finder->beside;

	for (size_t k = 0; k < options->n_schemes; k++)
		add_ending(finder->endings, options->schemes[k]);
	if (options->flags & EVERYURI_FIND_REFANG) {
		for (size_t k = 0; k < 4; k++)
			add_ending(finder->endings, aliases[k]);
	}
	if (options->flags & EVERYURI_FIND_ANY_SCHEME)
		memset(finder->endings, 0xFF, sizeof finder->endings);
	for (const char *sign = "/?*+-!#$%&'=_~.;@"; *sign; sign++)
		beside[(unsigned char)*sign] |= EU_FIND_BEHIND_COLON;
	for (int byte = 0; byte < 128; byte++) {
		if (finder->class[byte] & EU_FIND_ALNUM)
			beside[byte] |= EU_FIND_BEHIND_COLON;
		if (finder->class[byte] & EU_FIND_IN_URI && !strchr("[]()',;&", byte))
			beside[byte] |= EU_FIND_GOES_ON;
	}
	finder->more = (options->flags & (EVERYURI_FIND_WWW | EVERYURI_FIND_MAIL)) != 0;
}
