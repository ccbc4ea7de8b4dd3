/* The fast path of RFC 3986: bit masks find the delimiters, and check that every byte is allowed.
 *
 * It accepts only texts that are certainly URIs.  All others are left to the automata of parse.re,
 * which also report errors.  Examples are texts with an IP address, with a second "@" or "#", or
 * with an authority of more than 64 bytes. tests/proof/rfc3986.c and short.c compare both
 * implementations, for each kernel. */
#include "grammar/rfc3986/fast.h"

#include "grammar/rfc3986/rfc3986.h"

const struct eu_class eu_class_uri3986 = {
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

const struct eu_class eu_class_web3986 = {
	.low = { 0xA8, 0xFC, 0xF8, 0xF8, 0xFC, 0xF8, 0xFC, 0xFC, 0xFC, 0xFC, 0xF4, 0x5C, 0x54, 0x5C,
	         0xD4, 0x74 },
	.n_ranges = 9,
	.range = { { '!', '!' },
	           { '$', '$' },
	           { '&', '9' },
	           { ';', ';' },
	           { '=', '=' },
	           { 'A', 'Z' },
	           { '_', '_' },
	           { 'a', 'z' },
	           { '~', '~' } },
};

static inline bool is_hex3986(char c)
{
	return eu_is_digit((unsigned char)c) || (unsigned)((c | 0x20) - 'a') < 6;
}

/* Returns whether two digits follow each "%" of the block that begins at `block` (2.1). */
static bool escapes_whole3986(const char *text, uint32_t len, uint32_t block, uint64_t percent)
{
	for (; percent; percent &= percent - 1) {
		uint32_t at = block + eu_lowest(percent);

		if (len - at < 3 || !is_hex3986(text[at + 1]) || !is_hex3986(text[at + 2]))
			return false;
	}
	return true;
}

/* The text between "//" and the path; spans of missing components are absent. */
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

/* Splits authority = [ userinfo "@" ] host [ ":" port ] (3.2), if it contains "@" or ":".  The masks
 * contain only bits of the authority.  Inlined so that it is compiled for the kernel's processor:
 * SSE instructions stall while upper halves of AVX registers are not cleared. */
EU_INLINE struct authority3986 cut_authority3986(const char *text, struct everyuri_span whole,
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
		if (!is_port3986(text, a.port.begin, a.port.end))
			return a;
	}
	a.sure = true;
	return a;
}

/* Returns whether the host is surely a name, or empty.  A host that begins and ends with a digit
 * may be an IPv4 address (3.2.2). */
static inline bool is_name3986(const char *text, struct everyuri_span host)
{
	return host.begin == host.end || !eu_is_digit((unsigned char)text[host.end - 1]) ||
	       !eu_is_digit((unsigned char)text[host.begin]);
}

/* Where the query and the fragment begin, after their delimiters. */
struct tail3986 {
	uint32_t query, fragment;
};

/* Finds "?" and "#" in the block that begins at `block`; fails at a second "#". */
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

/* Checks all blocks after the first.  The last block overlaps the one before it, so that each block
 * is full. escapes: whether the class contains "%". */
EU_INLINE bool cut_blocks3986(const char *text, uint32_t len, struct tail3986 *tail,
                              const struct eu_class *class, bool escapes, eu_marks_fn *look)
{
	uint32_t last = len - EU_MASK_BYTES, block = 0;

	while (block < last) {
		uint32_t before = block;
		struct eu_marks m;

		block = last - block < EU_MASK_BYTES ? last : block + EU_MASK_BYTES;
		look(text + block, EU_MASK_BYTES, class, &m);
		if (!escapes && !m.outside)
			continue;
		uint64_t fresh = eu_bits_from(EU_MASK_BYTES - (block - before));

		if ((m.outside & ~(m.colon | m.question | m.hash)) ||
		    (escapes && !escapes_whole3986(text, len, block, m.percent)) ||
		    !cut_tail3986(block, m.question & fresh, m.hash & fresh, tail))
			return false;
	}
	return true;
}

/* Sets the spans of scheme, path, query and fragment. scheme: end of the scheme, or absent. */
EU_INLINE void set_common3986(uint32_t len, struct everyuri_span *part, uint32_t scheme,
                              uint32_t path, const struct tail3986 *tail)
{
	uint32_t query = tail->query, fragment = tail->fragment;
	/* EVERYURI_ABSENT - 1 is greater than any length. */
	uint32_t query_end = fragment - 1 < len ? fragment - 1 : len;

	part[EVERYURI_SCHEME] = eu_span(scheme == EVERYURI_ABSENT ? scheme : 0, scheme);
	part[EVERYURI_PATH] = eu_span(path, query - 1 < query_end ? query - 1 : query_end);
	part[EVERYURI_QUERY] =
		eu_span(query, query == EVERYURI_ABSENT ? EVERYURI_ABSENT : query_end);
	part[EVERYURI_FRAGMENT] =
		eu_span(fragment, fragment == EVERYURI_ABSENT ? EVERYURI_ABSENT : len);
}

/* ---- all URIs of the shapes in fast.h, and references ------------------------------------------- */

EU_INLINE bool cut_any3986(const char *text, uint32_t len, bool reference,
                           struct everyuri_span *part, uint8_t *kind, eu_marks_fn *look)
{
	struct authority3986 a = { eu_absent(), eu_absent(), eu_absent(), eu_absent(), false };
	struct tail3986 tail = { EVERYURI_ABSENT, EVERYURI_ABSENT };
	struct eu_marks m;

	if (!len)
		return false;
	look(text, len < EU_MASK_BYTES ? len : EU_MASK_BYTES, &eu_class_uri3986, &m);
	uint32_t colon = eu_lowest(m.colon | (uint64_t)1 << 63), path = colon + 1;
	uint64_t ends = m.slash | m.question | m.hash;

	if (m.outside)
		return false;
	if (reference && (!m.colon || ends & eu_bits_below(m.colon))) {
		if (!ends && len > EU_MASK_BYTES)
			return false; /* the colon of a scheme may follow */
		colon = EVERYURI_ABSENT;
		path = 0;
	} else if (colon > 60 || !eu_is_alpha((unsigned char)text[0]) ||
	           m.no_scheme & eu_bits_before(colon)) {
		return false;
	}
	if ((m.slash >> path & 3) == 3) {
		uint32_t begin = path + 2;
		uint64_t rest = eu_bits_from(begin);

		ends &= rest;
		if (!ends && len > EU_MASK_BYTES)
			return false;
		path = ends ? eu_lowest(ends) : len;
		rest &= eu_bits_before(path);
		a = cut_authority3986(text, eu_span(begin, path), m.at & rest, m.colon & rest);
		if (!a.sure || !is_name3986(text, a.host))
			return false;
	}
	/* No "?" or "#" precedes the path. */
	if ((m.percent && !escapes_whole3986(text, len, 0, m.percent)) ||
	    !cut_tail3986(0, m.question, m.hash, &tail) ||
	    (len > EU_MASK_BYTES &&
	     !cut_blocks3986(text, len, &tail, &eu_class_uri3986, true, look)))
		return false;
	set_common3986(len, part, colon, path, &tail);
	part[EVERYURI_USER] = a.user;
	part[EVERYURI_PASSWORD] = a.password;
	part[EVERYURI_HOST] = a.host;
	part[EVERYURI_PORT] = a.port;
	*kind = eu_is_absent(a.host)       ? EVERYURI_HOST_NONE :
	        a.host.begin == a.host.end ? EVERYURI_HOST_EMPTY :
	                                     EVERYURI_HOST_NAME;
	return true;
}

#ifdef EU_VECTORS

/* ---- the most common: http, https and file, without a port, "%" and "@" ------------------------- */

/* Splits the texts named above.  Returns false for all other texts, which may still be URIs.
 * blocks: the text has more than one block. */
EU_INLINE bool cut_web3986(const char *text, uint32_t len, struct everyuri_span *part,
                           uint8_t *kind, eu_marks_fn *look, bool blocks)
{
	struct tail3986 tail = { EVERYURI_ABSENT, EVERYURI_ABSENT };
	struct eu_marks m;

	if (len < 8)
		return false;
	uint32_t colon = 4, host;

	/* No branch for the "s": lists mix http and https, so it would often be mispredicted. */
	if (!memcmp(text, "http", 4))
		colon += text[4] == 's';
	else if (memcmp(text, "file", 4) != 0)
		return false;
	host = colon + 3;
	if (memcmp(text + colon, "://", 3) != 0)
		return false;
	look(text, blocks ? EU_MASK_BYTES : len, &eu_class_web3986, &m);
	uint64_t rest = eu_bits_from(host), end = m.slash & rest, outside = m.outside & rest;

	if (outside) {
		end |= (m.question | m.hash) & rest;
		if ((outside & ~(m.colon | m.question | m.hash)) ||
		    (m.colon & rest & eu_bits_below(end)) ||
		    !cut_tail3986(0, m.question, m.hash, &tail))
			return false;
	}
	uint32_t path = end ? eu_lowest(end) : len;

	if (eu_is_digit((unsigned char)text[path - 1]))
		return false; /* the host may be an IPv4address */
	if (blocks && (!end || !cut_blocks3986(text, len, &tail, &eu_class_web3986, false, look)))
		return false;
	if (blocks || outside) {
		set_common3986(len, part, colon, path, &tail);
	} else {
		part[EVERYURI_SCHEME] = eu_span(0, colon);
		part[EVERYURI_PATH] = eu_span(path, len);
		part[EVERYURI_QUERY] = part[EVERYURI_FRAGMENT] = eu_absent();
	}
	part[EVERYURI_USER] = part[EVERYURI_PASSWORD] = part[EVERYURI_PORT] = eu_absent();
	part[EVERYURI_HOST] = eu_span(host, path);
	*kind = host == path ? EVERYURI_HOST_EMPTY : EVERYURI_HOST_NAME;
	return true;
}

#endif

/* ---- does resolving or normalising change the text (fast.h)? ------------------------------------ */

EU_INLINE bool keeps3986(const char *text, uint32_t len, struct everyuri_span path, bool normal,
                         eu_marks_fn *look)
{
	uint64_t slash_before = 0;
	struct eu_marks m;

	if (path.begin < path.end && text[path.begin] == '.')
		return false;
	for (uint32_t block = 0; block < len; block += EU_MASK_BYTES) {
		uint64_t front = path.begin > block ? eu_bits_before(path.begin - block) : 0;
		uint64_t before = path.end > block ? eu_bits_before(path.end - block) : 0;

		look(text + block, len - block < EU_MASK_BYTES ? len - block : EU_MASK_BYTES,
		     &eu_class_uri3986, &m);
		if ((m.slash << 1 | slash_before) & m.dot & before & ~front ||
		    (normal && (m.percent || (m.capital | m.outside) & front)))
			return false;
		slash_before = m.slash >> 63;
		if (len - block <= EU_MASK_BYTES)
			return true; /* the offset of the next block could overflow */
	}
	return true;
}

/* ---- one version per kernel -------------------------------------------------------------------- */

static bool cut_rest3986_plain(const char *text, uint32_t len, bool reference,
                               struct everyuri_span *part, uint8_t *kind)
{
	return cut_any3986(text, len, reference, part, kind, eu_marks_plain);
}

static bool cut3986_plain(const char *text, uint32_t len, struct everyuri_span *part, uint8_t *kind)
{
	return cut_rest3986_plain(text, len, false, part, kind);
}

static bool keeps3986_plain(const char *text, uint32_t len, struct everyuri_span path, bool normal)
{
	return keeps3986(text, len, path, normal, eu_marks_plain);
}

static const struct eu_rfc3986_kernel plain3986 = { cut3986_plain, cut_rest3986_plain,
	                                            keeps3986_plain };

#ifdef EU_VECTORS

/* Splits less common texts.  Not inlined, so that cut3986 does not spill registers for it. */
EU_INLINE bool cut_rest3986(const char *text, uint32_t len, bool reference,
                            struct everyuri_span *part, uint8_t *kind, eu_marks_fn *look)
{
	return (len > EU_MASK_BYTES && !reference &&
	        cut_web3986(text, len, part, kind, look, true)) ||
	       cut_any3986(text, len, reference, part, kind, look);
}

EU_INLINE bool cut3986(const char *text, uint32_t len, struct everyuri_span *part, uint8_t *kind,
                       eu_marks_fn *look, eu_rfc3986_rest_fn *cut_rest)
{
	if (len <= EU_MASK_BYTES && cut_web3986(text, len, part, kind, look, false))
		return true;
	return cut_rest(text, len, false, part, kind);
}

static enum everyuri_status take3986(const char *text, uint32_t len, struct everyuri_uri *uri)
{
	/* n_extra is 0, so the extras may hold any value. */
	uri->text = text;
	uri->len = len;
	uri->standard = EU_RFC3986_STANDARD;
	uri->flags = 0;
	uri->n_extra = 0;
	return EVERYURI_OK;
}

EU_NOINLINE static enum everyuri_status parse_rest3986(const char *text, uint32_t len,
                                                       unsigned flags, struct everyuri_uri *uri,
                                                       struct everyuri_error *err,
                                                       eu_rfc3986_rest_fn *cut_rest)
{
	return cut_rest(text, len, false, uri->part, &uri->host_kind) ?
	               take3986(text, len, uri) :
	               eu_rfc3986_read(text, len, flags, uri, err);
}

EU_INLINE enum everyuri_status parse3986(const char *text, uint32_t len, unsigned flags,
                                         struct everyuri_uri *uri, struct everyuri_error *err,
                                         eu_marks_fn *look, eu_rfc3986_rest_fn *cut_rest)
{
	if (len <= EU_MASK_BYTES && cut_web3986(text, len, uri->part, &uri->host_kind, look, false))
		return take3986(text, len, uri);
	return parse_rest3986(text, len, flags, uri, err, cut_rest);
}

#endif

#ifdef EU_X86
EU_NOINLINE static bool cut_rest3986_sse2(const char *text, uint32_t len, bool reference,
                                          struct everyuri_span *part, uint8_t *kind)
{
	return cut_rest3986(text, len, reference, part, kind, eu_marks_sse2);
}

static bool cut3986_sse2(const char *text, uint32_t len, struct everyuri_span *part, uint8_t *kind)
{
	return cut3986(text, len, part, kind, eu_marks_sse2, cut_rest3986_sse2);
}

static const struct eu_rfc3986_kernel sse2_3986 = { cut3986_sse2, cut_rest3986_sse2,
	                                            keeps3986_plain };

#endif

#ifdef EU_AVX
EU_AVX2 EU_NOINLINE static bool cut_rest3986_avx2(const char *text, uint32_t len, bool reference,
                                                  struct everyuri_span *part, uint8_t *kind)
{
	return cut_rest3986(text, len, reference, part, kind, eu_marks_avx2);
}

EU_AVX2 static bool cut3986_avx2(const char *text, uint32_t len, struct everyuri_span *part,
                                 uint8_t *kind)
{
	return cut3986(text, len, part, kind, eu_marks_avx2, cut_rest3986_avx2);
}

EU_AVX2 static bool keeps3986_avx2(const char *text, uint32_t len, struct everyuri_span path,
                                   bool normal)
{
	return keeps3986(text, len, path, normal, eu_marks_avx2);
}

static const struct eu_rfc3986_kernel avx2_3986 = { cut3986_avx2, cut_rest3986_avx2,
	                                            keeps3986_avx2 };

EU_AVX2 static enum everyuri_status parse3986_avx2(const char *text, uint32_t len, unsigned flags,
                                                   struct everyuri_uri *uri,
                                                   struct everyuri_error *err)
{ /* LCOV_EXCL_LINE: other processors: called only without AVX-512; the proofs test its callees */
	return parse3986(text, len, flags, uri, err, eu_marks_avx2, cut_rest3986_avx2);
}

EU_AVX512 EU_NOINLINE static bool cut_rest3986_avx512(const char *text, uint32_t len,
                                                      bool reference, struct everyuri_span *part,
                                                      uint8_t *kind)
{
	return cut_rest3986(text, len, reference, part, kind, eu_marks_avx512);
}

EU_AVX512 static bool cut3986_avx512(const char *text, uint32_t len, struct everyuri_span *part,
                                     uint8_t *kind)
{
	return cut3986(text, len, part, kind, eu_marks_avx512, cut_rest3986_avx512);
}

EU_AVX512 static bool keeps3986_avx512(const char *text, uint32_t len, struct everyuri_span path,
                                       bool normal)
{
	return keeps3986(text, len, path, normal, eu_marks_avx512);
}

static const struct eu_rfc3986_kernel avx512_3986 = { cut3986_avx512, cut_rest3986_avx512,
	                                              keeps3986_avx512 };

EU_AVX512 static enum everyuri_status parse3986_avx512(const char *text, uint32_t len,
                                                       unsigned flags, struct everyuri_uri *uri,
                                                       struct everyuri_error *err)
{
	return parse3986(text, len, flags, uri, err, eu_marks_avx512, cut_rest3986_avx512);
}

#endif

#ifdef EU_ARM
EU_NOINLINE static bool cut_rest3986_neon(const char *text, uint32_t len, bool reference,
                                          struct everyuri_span *part, uint8_t *kind)
{
	return cut_rest3986(text, len, reference, part, kind, eu_marks_neon);
}

static bool cut3986_neon(const char *text, uint32_t len, struct everyuri_span *part, uint8_t *kind)
{
	return cut3986(text, len, part, kind, eu_marks_neon, cut_rest3986_neon);
}

static bool keeps3986_neon(const char *text, uint32_t len, struct everyuri_span path, bool normal)
{
	return keeps3986(text, len, path, normal, eu_marks_neon);
}

static const struct eu_rfc3986_kernel neon_3986 = { cut3986_neon, cut_rest3986_neon,
	                                            keeps3986_neon };

static enum everyuri_status parse3986_neon(const char *text, uint32_t len, unsigned flags,
                                           struct everyuri_uri *uri, struct everyuri_error *err)
{
	return parse3986(text, len, flags, uri, err, eu_marks_neon, cut_rest3986_neon);
}

#endif

const struct eu_rfc3986_kernel *eu_rfc3986_kernel(enum eu_kernel kernel)
{
	switch (kernel) {
#ifdef EU_X86
	case EU_KERNEL_SSE2:
		return &sse2_3986;
#endif
#ifdef EU_AVX
	case EU_KERNEL_AVX2:
		return &avx2_3986;
	case EU_KERNEL_AVX512:
		return &avx512_3986;
#endif
#ifdef EU_ARM
	case EU_KERNEL_NEON:
		return &neon_3986;
#endif
	default:
		return &plain3986;
	}
}

/* The calls are direct: a call through a pointer costs more than this switch.  Without vectors the
 * automata are faster than masks. */
enum everyuri_status eu_rfc3986_parse(const char *text, uint32_t len, unsigned flags,
                                      struct everyuri_uri *uri, struct everyuri_error *err)
{
	switch (eu_kernel_best()) {
#ifdef EU_X86
	/* LCOV_EXCL_BR_LINE: other processors: taken only with SSE2 alone */
	case EU_KERNEL_SSE2:
		return parse_rest3986(text, len, flags, uri, err, cut_rest3986_sse2);
#endif
#ifdef EU_AVX
	/* LCOV_EXCL_BR_LINE: other processors: taken only with AVX2 but no AVX-512 */
	case EU_KERNEL_AVX2:
		return parse3986_avx2(text, len, flags, uri, err);
	case EU_KERNEL_AVX512:
		return parse3986_avx512(text, len, flags, uri, err);
#endif
#ifdef EU_ARM
	case EU_KERNEL_NEON:
		return parse3986_neon(text, len, flags, uri, err);
#endif
	/* LCOV_EXCL_BR_LINE: other processors: taken only without vectors; every x86-64 has SSE2 */
	default:
		return eu_rfc3986_read(text, len, flags, uri, err);
	}
}
