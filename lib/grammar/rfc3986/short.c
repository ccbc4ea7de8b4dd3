/* The short ways to resolve and to normalise: most references have no dots but in front, and most URIs
 * are normal.  All else goes the long way, through resolve.c and the room uri; tests/proof/short.c
 * holds the two against each other. */
#include "grammar/rfc3986/short.h"

#include "grammar/rfc3986/fast.h"

/* eu_class_uri3986 less capital letters; "%" is found by its own mask. */
static const struct eu_class lower_characters3986 = {
	.low = { 0x98, 0xCC, 0xC8, 0xCC, 0xCC, 0xCC, 0xCC, 0xCC, 0xCC, 0xCC, 0xCC, 0x4C, 0x44, 0x4C,
	         0xC4, 0x6C },
	.n_ranges = 7,
	.range = { { '!', '!' },
	           { '#', ';' },
	           { '=', '=' },
	           { '?', '@' },
	           { '_', '_' },
	           { 'a', 'z' },
	           { '~', '~' } },
};

/* ---- a look at one block, by a kernel ---------------------------------------------------- */

#ifdef EU_AVX
EU_AVX2 static void look3986_avx2(const char *text, size_t n, const struct eu_class *set,
                                  struct eu_marks *marks)
{
	eu_marks_avx2(text, n, set, marks);
}

EU_AVX512 static void look3986_avx512(const char *text, size_t n, const struct eu_class *set,
                                      struct eu_marks *marks)
{
	eu_marks_avx512(text, n, set, marks);
}
#endif

static void look3986(enum eu_kernel kernel, const char *text, uint32_t begin, uint32_t end,
                     const struct eu_class *set, struct eu_marks *marks)
{
	size_t n = end - begin < EU_MASK_BYTES ? end - begin : EU_MASK_BYTES;

#ifdef EU_AVX
	if (kernel == EU_KERNEL_AVX512) {
		look3986_avx512(text + begin, n, set, marks);
		return;
	}
	if (kernel == EU_KERNEL_AVX2) {
		look3986_avx2(text + begin, n, set, marks);
		return;
	}
#endif
#ifdef EU_ARM
	if (kernel == EU_KERNEL_NEON) {
		eu_marks_neon(text + begin, n, set, marks);
		return;
	}
#endif
	(void)kernel;
	eu_marks_plain(text + begin, n, set, marks);
}

/* ---- a reference -------------------------------------------------------------------------------- */

/* Where the pieces of a reference begin, in bytes of its text; ABSENT where there is none. */
struct reference3986 {
	uint32_t scheme_end, host, path, path_end, query, fragment;
	uint32_t rest; /* of the path, behind "./" and "../" in front of a relative one */
	uint32_t n_up; /* how many of these are "../" */
	bool dots;     /* a segment of the rest begins with a dot */
};

/* 5.2.4, 2A: what a relative path begins with. */
static void skip_dots3986(const char *text, uint32_t len, struct reference3986 *r)
{
	for (;;) {
		if (len - r->rest >= 2 && memcmp(text + r->rest, "./", 2) == 0) {
			r->rest += 2;
		} else if (len - r->rest >= 3 && memcmp(text + r->rest, "../", 3) == 0) {
			r->rest += 3;
			r->n_up++;
		} else {
			return;
		}
	}
}

/* scheme and authority, which is a name alone, and where the path begins. */
static bool cut_front3986(const char *text, uint32_t len, const struct eu_marks *m,
                          struct reference3986 *r)
{
	uint64_t ends = m->slash | m->question | m->hash, rest;

	if (m->colon && !(ends & (m->colon ^ (m->colon - 1)))) {
		r->scheme_end = eu_lowest(m->colon);
		r->path = r->scheme_end + 1;
		if (r->path > 61 || m->no_scheme & eu_bits_before(r->scheme_end) ||
		    !eu_is_alpha((unsigned char)text[0]))
			return false;
	} else if (!ends && len > EU_MASK_BYTES) {
		return false; /* the colon of a scheme may still come */
	}
	if ((m->slash >> r->path & 3) != 3)
		return true;
	r->host = r->path + 2;
	rest = eu_bits_from(r->host);
	ends &= rest;
	if (!ends && len > EU_MASK_BYTES)
		return false;
	r->path = ends ? eu_lowest(ends) : len;
	if ((m->at | m->colon) & rest & eu_bits_before(r->path))
		return false;
	/* What begins and ends in a digit may be an IPv4 address (3.2.2). */
	return r->host == r->path || !eu_is_digit((unsigned char)text[r->host]) ||
	       !eu_is_digit((unsigned char)text[r->path - 1]);
}

/* path, query and fragment in the block that begins at `block`; `inside` has the bits of its bytes behind
 * the front, `first` those with which a segment begins. */
static bool cut_end3986(uint32_t block, const struct eu_marks *m, uint64_t inside, uint64_t first,
                        struct reference3986 *r)
{
	uint64_t hash = m->hash & inside, question = m->question & inside, ends;

	if (hash && (r->fragment != EVERYURI_ABSENT || eu_has_two(hash)))
		return false;
	if (hash)
		question &= hash - 1;
	ends = question | hash;
	if ((r->query & r->fragment) == EVERYURI_ABSENT) {
		inside &= ends ? (ends & (0 - ends)) - 1 : UINT64_MAX;
		r->dots |= (first & m->dot & inside) != 0;
		if (ends)
			r->path_end = block + eu_lowest(ends);
		if (question)
			r->query = block + eu_lowest(question) + 1;
	}
	if (hash)
		r->fragment = block + eu_lowest(hash) + 1;
	return true;
}

static bool cut_reference3986(enum eu_kernel kernel, const char *text, uint32_t len,
                              struct reference3986 *r)
{
	struct eu_marks m;
	uint64_t slash_before = 0, inside;

	if (!len)
		return false;
	look3986(kernel, text, 0, len, &eu_class_uri3986, &m);
	if (m.outside | m.percent || !cut_front3986(text, len, &m, r))
		return false;
	r->path_end = len;
	r->rest = r->path;
	if (r->path == 0)
		skip_dots3986(text, len, r);
	if (r->rest >= EU_MASK_BYTES)
		return false;
	inside = eu_bits_from(r->rest);
	if (!cut_end3986(0, &m, inside, m.slash << 1 | (uint64_t)1 << r->rest, r))
		return false;
	for (uint32_t block = 0; len - block > EU_MASK_BYTES;) {
		slash_before = m.slash >> 63;
		block += EU_MASK_BYTES;
		look3986(kernel, text, block, len, &eu_class_uri3986, &m);
		if (m.outside | m.percent ||
		    !cut_end3986(block, &m, UINT64_MAX, m.slash << 1 | slash_before, r))
			return false;
	}
	return true;
}

/* ---- 5.2.2 -------------------------------------------------------------------------------------- */

/* 5.2.3, and 5.2.4 for what the reference has in front: how much of the base stays before a relative path.
 * Returns: 0 where the base's path is not one that begins with a slash, or has dots of its own. */
static uint32_t kept3986(const struct everyuri_uri *base, uint32_t n_up)
{
	struct everyuri_span path = base->part[EVERYURI_PATH];
	uint32_t keep = path.end;

	if (eu_is_absent(base->part[EVERYURI_HOST]) || path.begin == path.end)
		return 0;
	while (base->text[keep - 1] != '/')
		keep--;
	for (uint32_t i = path.begin + 1; i < keep; i++)
		if (base->text[i] == '.' && base->text[i - 1] == '/')
			return 0;
	for (; n_up && keep > path.begin + 1; n_up--)
		do
			keep--;
		while (base->text[keep - 1] != '/');
	return keep;
}

static struct everyuri_span moved3986(uint32_t begin, uint32_t end, const struct eu_joined *joined)
{
	return eu_span(begin + joined->keep - joined->skip, end + joined->keep - joined->skip);
}

/* What stands in front of the path, the base's or the reference's. */
static void set_front3986(const struct everyuri_uri *base, const struct reference3986 *r,
                          struct eu_joined *joined)
{
	joined->part[EVERYURI_SCHEME] = r->scheme_end == EVERYURI_ABSENT ?
	                                        base->part[EVERYURI_SCHEME] :
	                                        eu_span(0, r->scheme_end);
	if (r->scheme_end == EVERYURI_ABSENT && r->host == EVERYURI_ABSENT) {
		for (int k = EVERYURI_USER; k <= EVERYURI_PORT; k++)
			joined->part[k] = base->part[k];
		joined->host_kind = base->host_kind;
		return;
	}
	for (int k = EVERYURI_USER; k <= EVERYURI_PORT; k++)
		joined->part[k] = eu_absent();
	joined->host_kind = EVERYURI_HOST_NONE;
	if (r->host == EVERYURI_ABSENT)
		return;
	joined->part[EVERYURI_HOST] = moved3986(r->host, r->path, joined);
	joined->host_kind = r->host == r->path ? EVERYURI_HOST_EMPTY : EVERYURI_HOST_NAME;
}

bool eu_rfc3986_join(enum eu_kernel kernel, const struct everyuri_uri *base, const char *text,
                     uint32_t len, struct eu_joined *joined)
{
	struct reference3986 r = { EVERYURI_ABSENT,
		                   EVERYURI_ABSENT,
		                   0,
		                   0,
		                   EVERYURI_ABSENT,
		                   EVERYURI_ABSENT,
		                   0,
		                   0,
		                   false };
	struct everyuri_span path = base->part[EVERYURI_PATH], query = base->part[EVERYURI_QUERY];
	bool own_front, own_path;

	if (!cut_reference3986(kernel, text, len, &r) || r.dots || base->n_extra ||
	    base->len > EVERYURI_TEXT_MAX - len)
		return false;
	own_front = r.scheme_end != EVERYURI_ABSENT || r.host != EVERYURI_ABSENT;
	own_path = own_front || r.path_end > r.path;
	joined->skip = r.rest;
	if (r.scheme_end != EVERYURI_ABSENT) {
		joined->keep = 0;
		joined->skip = 0;
	} else if (r.host != EVERYURI_ABSENT) {
		joined->keep = base->part[EVERYURI_SCHEME].end + 1;
		joined->skip = 0;
	} else if (!own_path) {
		joined->keep =
			r.query != EVERYURI_ABSENT || eu_is_absent(query) ? path.end : query.end;
	} else if (text[0] == '/') {
		joined->keep = path.begin;
	} else {
		joined->keep = kept3986(base, r.n_up);
		if (!joined->keep)
			return false;
	}
	set_front3986(base, &r, joined);
	if (own_path)
		path = moved3986(r.path, r.path_end, joined);
	if (!own_front)
		path.begin = base->part[EVERYURI_PATH].begin;
	joined->part[EVERYURI_PATH] = path;
	if (r.query != EVERYURI_ABSENT)
		query = moved3986(r.query, r.fragment == EVERYURI_ABSENT ? len : r.fragment - 1,
		                  joined);
	else if (own_path)
		query = eu_absent();
	joined->part[EVERYURI_QUERY] = query;
	joined->part[EVERYURI_FRAGMENT] =
		r.fragment == EVERYURI_ABSENT ? eu_absent() : moved3986(r.fragment, len, joined);
	return true;
}

/* ---- 6.2.2 -------------------------------------------------------------------------------------- */

bool eu_rfc3986_is_normal(enum eu_kernel kernel, const struct everyuri_uri *uri)
{
	struct everyuri_span path = uri->part[EVERYURI_PATH];
	uint64_t slash_before = 0;
	struct eu_marks m;

	/* A path without a slash in front may be a dot segment from its first byte. */
	if (path.begin < path.end && uri->text[path.begin] == '.')
		return false;
	for (uint32_t block = 0; block < uri->len; block += EU_MASK_BYTES) {
		uint64_t front = path.begin > block ? eu_bits_before(path.begin - block) : 0;
		uint64_t before = path.end > block ? eu_bits_before(path.end - block) : 0;

		look3986(kernel, uri->text, block, uri->len, &lower_characters3986, &m);
		if (m.percent || m.outside & front ||
		    (m.slash << 1 | slash_before) & m.dot & before & ~front)
			return false;
		slash_before = m.slash >> 63;
		if (uri->len - block <= EU_MASK_BYTES)
			return true; /* before block can wrap */
	}
	return true;
}
