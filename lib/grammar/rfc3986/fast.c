/* The short way for RFC 3986: masks say where the delimiters are, and that no byte is out of place.
 *
 * It takes what is surely a URI and leaves all else to the automata of parse.re, which also say what
 * is wrong with a text: IP addresses, a second "@" or "#", an authority of more than 64 bytes, partial
 * forms.  tests/proof/rfc3986.c holds the two against each other, for each kernel. */
#include "grammar/rfc3986/fast.h"

#include "grammar/rfc3986/rfc3986.h"

/* unreserved, reserved less "[" and "]", and "%" (2.1 to 2.3). */
static const struct eu_class uri_class3986 = {
	.low = { 0xB8, 0xFC, 0xF8, 0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0x5C, 0x54, 0x5C,
	         0xD4, 0x7C },
	.n_ranges = 7,
	.range = { { '!', '!' },
	           { '#', ';' },
	           { '=', '=' },
	           { '?', 'Z' },
	           { '_', '_' },
	           { 'a', 'z' },
	           { '~', '~' } },
};

static inline bool is_hex3986(char c)
{
	return eu_is_digit((unsigned char)c) || (unsigned)((c | 0x20) - 'a') < 6;
}

/* Two digits behind each "%" of the block that begins at `block` (2.1). */
static bool escapes_whole3986(const char *text, uint32_t len, uint32_t block, uint64_t percent)
{
	for (; percent; percent &= percent - 1) {
		uint32_t at = block + eu_lowest(percent);

		if (len - at < 3 || !is_hex3986(text[at + 1]) || !is_hex3986(text[at + 2]))
			return false;
	}
	return true;
}

/* What stands between "//" and the path; spans that are not there are absent. */
struct authority3986 {
	struct everyuri_span user, password, host, port;
	bool sure;
};

static bool is_port3986(const char *text, uint32_t begin, uint32_t end)
{
	while (begin < end && eu_is_digit((unsigned char)text[begin]))
		begin++;
	return begin == end;
}

/* authority = [ userinfo "@" ] host [ ":" port ] (3.2) where there is an "@" or a colon in it; the
 * masks have the bits of the authority alone. */
static struct authority3986 cut_authority3986(const char *text, struct everyuri_span whole,
                                              uint64_t at, uint64_t colon)
{
	struct authority3986 a = { eu_absent(), eu_absent(), whole, eu_absent(), false };

	if (at) {
		uint32_t end = eu_lowest(at);
		uint64_t inside = colon & eu_bits_before(end);

		if (eu_has_two(at))
			return a;
		a.user = eu_span(whole.begin, end);
		if (inside) {
			a.user.end = eu_lowest(inside);
			a.password = eu_span(a.user.end + 1, end);
		}
		a.host.begin = end + 1;
		colon &= ~inside;
	}
	if (colon) {
		a.host.end = eu_lowest(colon);
		a.port = eu_span(a.host.end + 1, whole.end);
		if (eu_has_two(colon) || !is_port3986(text, a.port.begin, a.port.end))
			return a;
	}
	a.sure = true;
	return a;
}

/* What begins and ends in a digit may be an IPv4 address (3.2.2). */
static inline bool is_name3986(const char *text, struct everyuri_span host)
{
	return host.begin == host.end || !eu_is_digit((unsigned char)text[host.end - 1]) ||
	       !eu_is_digit((unsigned char)text[host.begin]);
}

/* Where the query and the fragment begin, behind their delimiters. */
struct tail3986 {
	uint32_t query, fragment;
};

/* "?" and "#" of the block that begins at `block`; of a second "#" it is not sure. */
EU_INLINE bool cut_tail3986(uint32_t block, uint64_t question, uint64_t hash, struct tail3986 *tail)
{
	if (hash) {
		if (tail->fragment != EVERYURI_ABSENT || eu_has_two(hash))
			return false;
		question &= hash - 1;
	}
	if (question && (tail->query & tail->fragment) == EVERYURI_ABSENT)
		tail->query = block + eu_lowest(question) + 1;
	if (hash)
		tail->fragment = block + eu_lowest(hash) + 1;
	return true;
}

EU_INLINE bool cut3986(const char *text, uint32_t len, struct everyuri_span *part, uint8_t *kind,
                       eu_marks_fn *look)
{
	struct authority3986 a = { .sure = false };
	struct everyuri_span host = eu_absent();
	struct tail3986 tail = { EVERYURI_ABSENT, EVERYURI_ABSENT };
	struct eu_marks m;

	if (!len)
		return false;
	look(text, len < EU_MASK_BYTES ? len : EU_MASK_BYTES, &uri_class3986, &m);
	uint32_t colon = eu_lowest(m.colon | (uint64_t)1 << 63), path = colon + 1;

	if (m.outside || colon > 60 || !eu_is_alpha((unsigned char)text[0]) ||
	    m.no_scheme & eu_bits_before(colon))
		return false;
	if ((m.slash >> path & 3) == 3) {
		uint64_t rest = eu_bits_from(colon + 3);
		uint64_t end = (m.slash | m.question | m.hash) & rest;

		if (!end && len > EU_MASK_BYTES)
			return false;
		path = end ? eu_lowest(end) : len;
		host = eu_span(colon + 3, path);
		rest &= eu_bits_before(path);
		if ((m.at | m.colon) & rest) {
			a = cut_authority3986(text, host, m.at & rest, m.colon & rest);
			if (!a.sure)
				return false;
			host = a.host;
		}
		if (!is_name3986(text, host))
			return false;
	}
	if (m.percent && !escapes_whole3986(text, len, 0, m.percent))
		return false;
	uint64_t rest = ~eu_bits_before(path);

	if (!cut_tail3986(0, m.question & rest, m.hash & rest, &tail))
		return false;
	for (uint32_t block = EU_MASK_BYTES; block < len; block += EU_MASK_BYTES) {
		uint32_t left = len - block;

		look(text + block, left < EU_MASK_BYTES ? left : EU_MASK_BYTES, &uri_class3986, &m);
		if (m.outside || !cut_tail3986(block, m.question, m.hash, &tail) ||
		    (m.percent && !escapes_whole3986(text, len, block, m.percent)))
			return false;
		if (left <= EU_MASK_BYTES)
			break; /* before block can wrap */
	}
	bool no_query = tail.query == EVERYURI_ABSENT,
	     no_fragment = tail.fragment == EVERYURI_ABSENT;
	uint32_t query_end = no_fragment ? len : tail.fragment - 1;

	part[EVERYURI_SCHEME] = eu_span(0, colon);
	part[EVERYURI_USER] = a.sure ? a.user : eu_absent();
	part[EVERYURI_PASSWORD] = a.sure ? a.password : eu_absent();
	part[EVERYURI_HOST] = host;
	part[EVERYURI_PORT] = a.sure ? a.port : eu_absent();
	part[EVERYURI_PATH] = eu_span(path, no_query ? query_end : tail.query - 1);
	part[EVERYURI_QUERY] = eu_span(tail.query, no_query ? EVERYURI_ABSENT : query_end);
	part[EVERYURI_FRAGMENT] = eu_span(tail.fragment, no_fragment ? EVERYURI_ABSENT : len);
	*kind = eu_is_absent(host)     ? EVERYURI_HOST_NONE :
	        host.begin == host.end ? EVERYURI_HOST_EMPTY :
	                                 EVERYURI_HOST_NAME;
	return true;
}

/* ---- one for each kernel ------------------------------------------------------------------------ */

static bool cut3986_plain(const char *text, uint32_t len, struct everyuri_span *part, uint8_t *kind)
{
	return cut3986(text, len, part, kind, eu_marks_plain);
}

#ifdef EU_X86
static bool cut3986_sse2(const char *text, uint32_t len, struct everyuri_span *part, uint8_t *kind)
{
	return cut3986(text, len, part, kind, eu_marks_sse2);
}

EU_AVX2 static bool cut3986_avx2(const char *text, uint32_t len, struct everyuri_span *part,
                                 uint8_t *kind)
{
	return cut3986(text, len, part, kind, eu_marks_avx2);
}

EU_AVX512 static bool cut3986_avx512(const char *text, uint32_t len, struct everyuri_span *part,
                                     uint8_t *kind)
{
	return cut3986(text, len, part, kind, eu_marks_avx512);
}
#endif

#ifdef EU_ARM
static bool cut3986_neon(const char *text, uint32_t len, struct everyuri_span *part, uint8_t *kind)
{
	return cut3986(text, len, part, kind, eu_marks_neon);
}
#endif

eu_rfc3986_cut_fn *eu_rfc3986_cut(enum eu_kernel kernel)
{
	switch (kernel) {
#ifdef EU_X86
	case EU_KERNEL_SSE2:
		return cut3986_sse2;
	case EU_KERNEL_AVX2:
		return cut3986_avx2;
	case EU_KERNEL_AVX512:
		return cut3986_avx512;
#endif
#ifdef EU_ARM
	case EU_KERNEL_NEON:
		return cut3986_neon;
#endif
	default:
		return cut3986_plain;
	}
}

/* Direct calls: a call by a pointer costs more than to choose. */
static inline bool cut_best3986(const char *text, uint32_t len, struct everyuri_span *part,
                                uint8_t *kind)
{
#ifdef EU_X86
	if (eu_kernel_here(EU_KERNEL_AVX512))
		return cut3986_avx512(text, len, part, kind);
	if (eu_kernel_here(EU_KERNEL_AVX2))
		return cut3986_avx2(text, len, part, kind);
	return cut3986_sse2(text, len, part, kind);
#elif defined(EU_ARM)
	return cut3986_neon(text, len, part, kind);
#else
	(void)text, (void)len, (void)part, (void)kind;
	return false; /* the automata are faster than the plain kernel */
#endif
}

enum everyuri_status eu_rfc3986_parse(const char *text, uint32_t len, unsigned flags,
                                      struct everyuri_uri *uri, struct everyuri_error *err)
{
	if (!cut_best3986(text, len, uri->part, &uri->host_kind))
		return eu_rfc3986_read(text, len, flags, uri, err);
	/* Of the scheme's own pieces there are none: their places may hold anything. */
	uri->text = text;
	uri->len = len;
	uri->flags = 0;
	uri->n_extra = 0;
	return EVERYURI_OK;
}
