/* The fast path for canonical URLs, that is, URLs that the parser would not change.  Most URLs are
 * canonical.
 *
 * Bit masks find the ends of the parts, and check that no byte is encoded or removed.  Further
 * checks cover the scheme, the host's last label, a port, and the segments that begin with a dot.
 * If anything is uncertain, the state machine parses the text from its start.  So this file never
 * decides anything differently from the machine; tests/proof/canonical.c compares both, for each
 * kernel. */
#include "grammar/whatwg/canonical.h"

#include "grammar/whatwg/sets.h"

/* Bytes that stay unchanged in a path, and the delimiters.  A query keeps the same bytes except
 * "'", and a fragment keeps all of them.  (Both would also keep "^" and braces.) */
static const struct eu_class canonical_class = {
	.low = { 0xB8, 0xFC, 0xF8, 0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0x7C, 0xD4, 0x7C,
	         0xD4, 0x7C },
	.n_ranges = 9,
	.range = { { '!', '!' },
	           { '#', ';' },
	           { '=', '=' },
	           { '?', '[' },
	           { ']', ']' },
	           { '_', '_' },
	           { 'a', 'z' },
	           { '|', '|' },
	           { '~', '~' } },
};

/* Every special URL with a host has at least 8 bytes. */
#define SHORTEST 8

/* Returns the length of a special scheme with its "://", or 0.  Reads SHORTEST bytes. */
static inline uint32_t special_len(const char *text)
{
	uint32_t n = 4;

	if (!memcmp(text, "http", 4))
		n += text[4] == 's';
	else if (!memcmp(text, "ws", 2))
		n = 2 + (text[2] == 's');
	else if (!memcmp(text, "ftp", 3))
		n = 3;
	else if (memcmp(text, "file", 4) != 0)
		return 0;
	return memcmp(text + n, "://", 3) ? 0 : n;
}

static inline bool is_file_scheme(const char *text)
{
	return text[0] == 'f' && text[1] == 'i';
}

/* Returns the start of a host's last label, which follows a dot, or the slash before the host. */
static inline uint32_t last_label(uint64_t dot, uint32_t begin, uint32_t end)
{
	return eu_highest((dot & eu_bits_before(end)) | (uint64_t)1 << (begin - 1)) + 1;
}

/* Parses the digits after the colon at `at`.  Returns their end, or 0 if there are no digits or
 * they are not a valid port.  *port receives their value. */
static uint32_t end_of_port(const char *text, uint32_t len, uint32_t at, uint32_t *port)
{
	uint32_t i = at + 1;

	for (*port = 0; i < len && i - at <= 5 && eu_is_digit((unsigned char)text[i]); i++)
		*port = *port * 10 + (uint32_t)(text[i] - '0');
	return i == at + 1 || *port > UINT16_MAX ? 0 : i;
}

/* Returns whether a port is written as the serialiser writes it: without leading zeros, and not the
 * default.  Returns false for port 0, which the caller leaves to the state machine. */
static bool is_port_canonical(const char *text, uint32_t scheme, uint32_t at, uint32_t port)
{
	return text[at + 1] != '0' &&
	       port != eu_whatwg_default_port(eu_whatwg_scheme_of(text, scheme));
}

/* Returns false if the host is "localhost", which a file URL replaces by the empty host, or if the
 * path may begin with a drive letter, as in "/C|". */
static bool is_file_canonical(const char *text, uint32_t len, uint32_t begin, uint32_t end)
{
	return !(end - begin == 9 && !memcmp(text + begin, "localhost", 9)) &&
	       !(len - end > 2 && text[end + 2] == '|');
}

/* Returns whether one of the segments that begin at these bits is "." or "..".  An encoded dot
 * counts as a dot. */
static bool has_dots(const char *text, uint32_t len, uint32_t block, uint64_t begins)
{
	for (; begins; begins &= begins - 1) {
		uint32_t at = block + eu_lowest(begins), n = 0;

		/* The longest such segment is "%2e%2e". */
		while (n <= 6 && n < len - at && text[at + n] != '/' && text[at + n] != '?' &&
		       text[at + n] != '#')
			n++;
		if (eu_is_dot_segment(text + at, n))
			return true;
	}
	return false;
}

/* State that is carried from one block to the next. */
struct canonical_rest {
	uint32_t query, fragment;   /* start of query and fragment, after "?" and "#" */
	uint64_t in_path, in_query; /* masks with all bits set while in the path, and while in path
	                               or query */
	uint64_t after_slash;       /* bit 0 is set if the last byte of the previous block was a
	                               slash */
};

/* Returns a mask of the bits below the lowest set bit, or all bits if none is set. */
static inline uint64_t bits_in_front(uint64_t bits)
{
	return (bits - 1) & ~bits;
}

/* Checks the block that begins at `block`.  In the first block, the path begins at bit `from`. */
EU_INLINE bool take_block(const char *text, uint32_t len, uint32_t block, uint64_t from,
                          const struct eu_marks *m, struct canonical_rest *rest)
{
	uint64_t front = rest->in_query & bits_in_front(m->hash);
	uint64_t path = rest->in_path & front & bits_in_front(m->question);
	uint64_t question = m->question & rest->in_path & front, hash = m->hash & rest->in_query;
	uint64_t begins = (m->slash << 1 | rest->after_slash) & (m->dot | m->percent) & path & from;
	const uint64_t sentinel = (uint64_t)1 << 63;

	if (m->outside || (m->apostrophe & front & ~path))
		return false;
	if (begins && has_dots(text, len, block, begins))
		return false;
	rest->query = question ? block + eu_lowest(question | sentinel) + 1 : rest->query;
	rest->fragment = hash ? block + eu_lowest(hash | sentinel) + 1 : rest->fragment;
	rest->in_path = 0 - (path >> 63);
	rest->in_query = 0 - (front >> 63);
	rest->after_slash = m->slash >> 63;
	return true;
}

/* The text before the path, if it begins with a special scheme. */
struct canonical_front {
	uint32_t scheme, path; /* end of the scheme, and start of the path */
	struct everyuri_span host, port;
};

/* Finds the parts before the path. m: masks of the first block.  Returns: false if uncertain. */
EU_INLINE bool cut_front(const char *text, uint32_t len, const struct eu_marks *m,
                         struct canonical_front *front)
{
	uint32_t begin = front->scheme + 3, value;
	uint64_t stop = (m->no_scheme | m->capital) & eu_bits_from(begin);

	if (!stop)
		return false;
	uint32_t end = eu_lowest(stop), label = last_label(m->dot, begin, end);

	/* Uncertain if the last label is empty or does not begin with a letter: the host may be an
	 * IPv4 address. */
	if ((unsigned)(text[label] - 'a') >= 26 && begin < end)
		return false;
	front->host = eu_span(begin, end);
	front->port = eu_absent();
	front->path = end;
	if (is_file_scheme(text))
		return text[end] == '/' && is_file_canonical(text, len, begin, end);
	if (begin == end)
		return false;
	if (text[end] == ':') {
		front->path = end_of_port(text, len, end, &value);
		if (!front->path || front->path == len || front->path >= EU_MASK_BYTES ||
		    !is_port_canonical(text, front->scheme, end, value))
			return false;
		front->port = eu_span(end + 1, front->path);
	}
	return text[front->path] == '/';
}

EU_INLINE bool cut_canonical(const char *text, uint32_t len, struct everyuri_span *part,
                             uint8_t *kind, eu_marks_fn *look)
{
	struct canonical_rest rest = { EVERYURI_ABSENT, EVERYURI_ABSENT, UINT64_MAX, UINT64_MAX,
		                       0 };
	struct canonical_front front = { .scheme = len < SHORTEST ? 0 : special_len(text) };
	struct eu_marks m;

	if (!front.scheme)
		return false;
	/* The first block is handled separately from the loop.  Most texts have only one block, so
	 * this saves a fifth of the time. */
	look(text, len < EU_MASK_BYTES ? len : EU_MASK_BYTES, &canonical_class, &m);
	if (!cut_front(text, len, &m, &front) ||
	    !take_block(text, len, 0, eu_bits_from(front.path), &m, &rest))
		return false;
	for (uint32_t block = EU_MASK_BYTES; block < len; block += EU_MASK_BYTES) {
		uint32_t left = len - block;

		look(text + block, left < EU_MASK_BYTES ? left : EU_MASK_BYTES, &canonical_class,
		     &m);
		if (!take_block(text, len, block, UINT64_MAX, &m, &rest))
			return false;
		if (left <= EU_MASK_BYTES)
			break; /* stop before `block` can overflow */
	}
	bool no_query = rest.query == EVERYURI_ABSENT,
	     no_fragment = rest.fragment == EVERYURI_ABSENT;
	uint32_t query_end = no_fragment ? len : rest.fragment - 1;

	part[EVERYURI_SCHEME] = eu_span(0, front.scheme);
	part[EVERYURI_USER] = part[EVERYURI_PASSWORD] = eu_absent();
	part[EVERYURI_HOST] = front.host;
	part[EVERYURI_PORT] = front.port;
	part[EVERYURI_PATH] = eu_span(front.path, no_query ? query_end : rest.query - 1);
	part[EVERYURI_QUERY] = eu_span(rest.query, no_query ? EVERYURI_ABSENT : query_end);
	part[EVERYURI_FRAGMENT] = eu_span(rest.fragment, no_fragment ? EVERYURI_ABSENT : len);
	*kind = front.host.begin == front.host.end ? EVERYURI_HOST_EMPTY : EVERYURI_HOST_NAME;
	return true;
}

/* Checks only the text up to the end of the authority, because nothing after the authority can make
 * a special URL invalid. */
EU_INLINE bool is_surely_url(const char *text, uint32_t len, eu_marks_fn *look)
{
	uint32_t scheme = len < SHORTEST ? 0 : special_len(text), begin = scheme + 3, value;
	struct eu_marks m;

	if (!scheme)
		return false;
	look(text, len < EU_MASK_BYTES ? len : EU_MASK_BYTES, &canonical_class, &m);
	uint64_t stop = m.no_scheme & eu_bits_from(begin);

	if (!stop && len >= EU_MASK_BYTES)
		return false;
	uint32_t end = stop ? eu_lowest(stop) : len, label = last_label(m.dot, begin, end);

	bool is_file = is_file_scheme(text);

	if (!(is_file && begin == end) &&
	    (label == end || (unsigned)((text[label] | 0x20) - 'a') >= 26))
		return false;
	if (end < len && text[end] == ':' && !is_file)
		end = end_of_port(text, len, end, &value);
	return end && (end == len || text[end] == '/' || text[end] == '?' || text[end] == '#');
}

/* ---- one version per kernel -------------------------------------------------------------------- */

/* Kernels that are rarely the fastest are not inlined, so that their code exists only once. */
#if defined(__GNUC__)
#define SELDOM __attribute__((noinline, cold))
#else
#define SELDOM
#endif

SELDOM static void look_plain(const char *text, size_t n, const struct eu_class *allowed,
                              struct eu_marks *marks)
{
	eu_marks_plain(text, n, allowed, marks);
}

static bool cut_canonical_plain(const char *text, uint32_t len, struct everyuri_span *part,
                                uint8_t *kind)
{
	return cut_canonical(text, len, part, kind, look_plain);
}

static bool verdict_plain(const char *text, uint32_t len)
{
	return is_surely_url(text, len, look_plain);
}

#ifdef EU_X86
__attribute__((noinline)) static void
look_sse2(const char *text, size_t n, const struct eu_class *allowed, struct eu_marks *marks)
{
	(void)allowed; /* a constant, so that its ranges need no loop */
	eu_marks_sse2(text, n, &canonical_class, marks);
}

static bool cut_canonical_sse2(const char *text, uint32_t len, struct everyuri_span *part,
                               uint8_t *kind)
{
	return cut_canonical(text, len, part, kind, look_sse2);
}

static bool verdict_sse2(const char *text, uint32_t len)
{
	return is_surely_url(text, len, look_sse2);
}

#endif

#ifdef EU_AVX
EU_AVX2 static bool cut_canonical_avx2(const char *text, uint32_t len, struct everyuri_span *part,
                                       uint8_t *kind)
{
	return cut_canonical(text, len, part, kind, eu_marks_avx2);
}

EU_AVX2 static bool verdict_avx2(const char *text, uint32_t len)
{
	return is_surely_url(text, len, eu_marks_avx2);
}

EU_AVX512 static bool cut_canonical_avx512(const char *text, uint32_t len,
                                           struct everyuri_span *part, uint8_t *kind)
{
	return cut_canonical(text, len, part, kind, eu_marks_avx512);
}

EU_AVX512 static bool verdict_avx512(const char *text, uint32_t len)
{
	return is_surely_url(text, len, eu_marks_avx512);
}
#endif

#ifdef EU_ARM
static bool cut_canonical_neon(const char *text, uint32_t len, struct everyuri_span *part,
                               uint8_t *kind)
{
	return cut_canonical(text, len, part, kind, eu_marks_neon);
}

static bool verdict_neon(const char *text, uint32_t len)
{
	return is_surely_url(text, len, eu_marks_neon);
}
#endif

eu_whatwg_cut_fn *eu_whatwg_cut(enum eu_kernel kernel)
{
	switch (kernel) {
#ifdef EU_X86
	case EU_KERNEL_SSE2:
		return cut_canonical_sse2;
#endif
#ifdef EU_AVX
	case EU_KERNEL_AVX2:
		return cut_canonical_avx2;
	case EU_KERNEL_AVX512:
		return cut_canonical_avx512;
#endif
#ifdef EU_ARM
	case EU_KERNEL_NEON:
		return cut_canonical_neon;
#endif
	default:
		return cut_canonical_plain;
	}
}

eu_whatwg_verdict_fn *eu_whatwg_verdict(enum eu_kernel kernel)
{
	switch (kernel) {
#ifdef EU_X86
	case EU_KERNEL_SSE2:
		return verdict_sse2;
#endif
#ifdef EU_AVX
	case EU_KERNEL_AVX2:
		return verdict_avx2;
	case EU_KERNEL_AVX512:
		return verdict_avx512;
#endif
#ifdef EU_ARM
	case EU_KERNEL_NEON:
		return verdict_neon;
#endif
	default:
		return verdict_plain;
	}
}

/* The calls are direct: a call through a pointer costs more than these tests. */
bool eu_whatwg_cut_best(const char *text, uint32_t len, struct everyuri_span *part, uint8_t *kind)
{
#ifdef EU_AVX
	/* LCOV_EXCL_BR_LINE: other processors: false only without AVX-512 */
	if (eu_kernel_here(EU_KERNEL_AVX512))
		return cut_canonical_avx512(text, len, part, kind);
	/* LCOV_EXCL_BR_LINE: other processors: reached only without AVX-512 */
	if (eu_kernel_here(EU_KERNEL_AVX2))
		return cut_canonical_avx2(text, len, part, kind);
#endif
#ifdef EU_X86
	return cut_canonical_sse2(text, len, part, kind);
#elif defined(EU_ARM)
	return cut_canonical_neon(text, len, part, kind);
#else
	/* The state machine would be faster than the plain kernel.  But callers can see which
	 * results are spans of the input text, and this must not depend on the processor. */
	return cut_canonical_plain(text, len, part, kind);
#endif
}

bool eu_whatwg_is_surely_url(const char *text, uint32_t len)
{
#ifdef EU_AVX
	/* LCOV_EXCL_BR_LINE: other processors: false only without AVX-512 */
	if (eu_kernel_here(EU_KERNEL_AVX512))
		return verdict_avx512(text, len);
	/* LCOV_EXCL_BR_LINE: other processors: reached only without AVX-512 */
	if (eu_kernel_here(EU_KERNEL_AVX2))
		return verdict_avx2(text, len);
#endif
#ifdef EU_X86
	return verdict_sse2(text, len);
#elif defined(EU_ARM)
	return verdict_neon(text, len);
#else
	(void)text, (void)len;
	return false;
#endif
}
