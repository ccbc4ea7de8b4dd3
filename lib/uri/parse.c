/* Parses texts, resolves references, and returns the parts of a record. */
#include "base/partial_forms.h"
#include "grammar/rfc3986/rfc3986.h"
#include "grammar/rfc3986/short.h"
#include "grammar/whatwg/whatwg.h"
#include "uri/shape.h"
#include "uri/standards.h"

/* Reports why check_asked() refused: unknown standard, or text too long. */
static enum everyuri_status refuse_asked(enum everyuri_standard standard,
                                         struct everyuri_error *err)
{
	if (!everyuri_standard_built(standard))
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "",
		               "this standard is not in this build");
	return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
}

/* Checks that the standard is in this build, and that the text is short enough for its spans. */
static inline enum everyuri_status check_asked(enum everyuri_standard standard, size_t len,
                                               struct everyuri_error *err)
{
	if ((size_t)standard < EVERYURI_N_STANDARDS && len <= EVERYURI_TEXT_MAX &&
	    eu_uri_is_built(eu_uri_standard(standard))) /* LCOV_EXCL_BR_LINE: all are built */
		return EVERYURI_OK;
	return refuse_asked(standard, err);
}

enum everyuri_status eu_uri_read(const char *text, size_t len, enum everyuri_standard standard,
                                 unsigned flags, struct everyuri_uri *uri,
                                 struct everyuri_error *err)
{
	enum everyuri_status s = check_asked(standard, len, err);
	enum eu_shaped shaped = EU_SHAPE_OTHER;
	const struct eu_standard *row;

	if (s)
		return s;
	row = eu_uri_standard(standard);
	if (row->shapes)
		shaped = eu_shape_read(text ? text : "", (uint32_t)len, row->shapes, uri);
	/* If there is an `err`, the grammar must find where and why the text is invalid.  A text of
	 * this shape cannot be a partial form. */
	if (shaped == EU_SHAPE_REFUSED && !err)
		return EVERYURI_INVALID;
	if (shaped != EU_SHAPE_READ)
		s = row->parse(text ? text : "", (uint32_t)len, flags, uri, err);
	if (!s)
		uri->standard = (uint8_t)standard;
	return s;
}

bool eu_uri_scheme_is(const struct everyuri_uri *uri, const char *name)
{
	struct everyuri_text scheme = eu_uri_part(uri, EVERYURI_SCHEME);

	return scheme.data && eu_equals_ignoring_case(scheme.data, scheme.len, name);
}

const struct eu_scheme *eu_uri_scheme(const struct everyuri_uri *uri)
{
	struct everyuri_text scheme = eu_uri_part(uri, EVERYURI_SCHEME);

	return scheme.data ? eu_scheme_find(scheme.data, scheme.len) : NULL;
}

size_t eu_uri_resolve_bound(const struct everyuri_uri *base, const struct everyuri_uri *ref)
{
	return (size_t)base->len + ref->len + 4;
}

size_t eu_uri_resolve_into(const struct everyuri_uri *base, const struct everyuri_uri *ref,
                           unsigned flags, char *data)
{
	const struct eu_standard *standard = eu_uri_standard_of(ref);
	struct everyuri_text whole = eu_old_text(ref);
	size_t len = whole.len;

	if (ref->flags & EVERYURI_RELATIVE || standard->resolves_full_forms)
		len = standard->resolve(base, ref, flags & EVERYURI_LOOSE, data);
	else
		memcpy(data, whole.data, len);
	if (!((base->flags | ref->flags) & EVERYURI_PREFIXED) || !eu_url_prefix(data, len))
		return len;
	/* If the scheme is "url", the prefix "URL:" is kept, because otherwise the scheme would be
	 * taken for that prefix. */
	memmove(data + 4, data, len);
	return len + 4;
}

/* Returns true if the base cannot resolve this relative reference, because the base is not
 * hierarchical (RFC 2396 3).  The reference "" can always be resolved: it means the document
 * itself. */
static bool lacks_hierarchy(const struct everyuri_uri *base, const struct everyuri_uri *ref)
{
	const struct eu_standard *standard = eu_uri_standard_of(base);
	struct everyuri_span path = ref->part[EVERYURI_PATH];

	return ref->flags & EVERYURI_RELATIVE && standard->is_opaque && standard->is_opaque(base) &&
	       (path.begin < path.end || eu_uri_has(ref, EVERYURI_HOST) ||
	        eu_uri_has(ref, EVERYURI_QUERY));
}

/* Refuses a relative reference that an opaque base cannot resolve.  With a news: base (1993 to
 * RFC 1630), also refuses a message-id that contains a slash, such as a/b@h, because in a partial
 * form a slash separates path segments.  (A message-id with a colon before its first slash needs no
 * check, because it is not a partial form.) */
enum everyuri_status eu_uri_may_resolve(const struct everyuri_uri *base,
                                        const struct everyuri_uri *ref, struct everyuri_error *err)
{
	struct everyuri_span path = ref->part[EVERYURI_PATH];
	uint32_t slash;

	if (lacks_hierarchy(base, ref)) {
		eu_fail(err, EVERYURI_INVALID, base->part[EVERYURI_PATH].begin, "RFC 2396 3",
		        "an opaque URI cannot be a base");
		if (err)
			err->which = 1;
		return EVERYURI_INVALID;
	}
	if (!(ref->flags & EVERYURI_RELATIVE) || !eu_uri_standard_of(ref)->old_partial_forms ||
	    !eu_uri_scheme_is(base, "news") ||
	    !memchr(ref->text + path.begin, '@', eu_span_len(path)))
		return EVERYURI_OK;
	slash = eu_find_bytes(ref->text, path, "/");
	if (slash == EVERYURI_ABSENT)
		return EVERYURI_OK;
	return eu_fail(err, EVERYURI_INVALID, slash, "RFC 1630, partial form",
	               "a message-id that contains a slash has no partial form");
}

static enum everyuri_status check_base(const struct everyuri_uri *base, struct everyuri_error *err)
{
	if (!(base->flags & EVERYURI_RELATIVE))
		return EVERYURI_OK;
	eu_fail(err, EVERYURI_INVALID, 0, "RFC 3986 5.1", "the base must be a full URI");
	if (err)
		err->which = 1;
	return EVERYURI_INVALID;
}

/* Reads by a standard that rewrites, with or without a base. */
EU_NOINLINE static enum everyuri_status
rewrite_text(const char *text, size_t len, enum everyuri_standard standard,
             const struct everyuri_uri *base, struct everyuri_buf *buf, struct everyuri_uri *uri,
             struct everyuri_error *err)
{
	enum everyuri_status s = check_asked(standard, len, err);

	if (!s)
		s = eu_uri_standard(standard)->rewrite(text ? text : "", (uint32_t)len, base, buf,
		                                       uri, err);
	if (!s)
		uri->standard = (uint8_t)standard;
	return s;
}

_Static_assert(EU_READ_FLAGS ==
                       ((unsigned)EVERYURI_ADMIT_PARTIAL | EVERYURI_ADMIT_ZONE | EVERYURI_LOOSE),
               "EU_READ_FLAGS must have every flag of the parse functions");
_Static_assert((int)EU_RFC3986_REFERENCE == (int)EVERYURI_ADMIT_PARTIAL &&
                       (int)EU_RFC3986_ZONE == (int)EVERYURI_ADMIT_ZONE &&
                       EU_RFC3986_STANDARD == (int)EVERYURI_RFC3986,
               "the flags of the grammar and of the API must be equal");

/* Handles the common case without the table of standards, which takes an eighth less time. */
static inline bool is_at_once(const char *text, size_t len, enum everyuri_standard standard,
                              enum everyuri_standard wanted)
{
	return standard == wanted && text && len <= EVERYURI_TEXT_MAX;
}

/* Writes a target whose parts are known, so that it need not be parsed. */
static enum everyuri_status write_joined(const char *text, size_t len,
                                         const struct everyuri_uri *base,
                                         const struct eu_joined *joined, struct everyuri_buf *buf,
                                         struct everyuri_uri *uri, struct everyuri_error *err)
{
	size_t rest = len - joined->skip, whole = joined->keep + rest;
	enum everyuri_status s = eu_buf_reserve(buf, whole, err);

	if (s)
		return s;
	memcpy(buf->data, base->text, joined->keep);
	memcpy(buf->data + joined->keep, text + joined->skip, rest);
	buf->len = whole;
	uri->text = buf->data;
	uri->len = (uint32_t)whole;
	uri->standard = EVERYURI_RFC3986;
	uri->host_kind = joined->host_kind;
	uri->flags = EVERYURI_REWRITTEN;
	memcpy(uri->part, joined->part, sizeof uri->part);
	uri->n_extra = 0;
	return EVERYURI_OK;
}

/* Converts err->at, an offset in the resolved text, to an offset in the input.  If the resolved
 * text and the reference end alike, the offset is in the reference; if the resolved text and the
 * base begin alike, it is in the base.  Otherwise it is 0, because the position of removed dot
 * segments is unknown. */
static void place_of_resolved(const char *text, size_t len, const struct everyuri_uri *base,
                              struct everyuri_text resolved, struct everyuri_error *err)
{
	struct everyuri_text front = eu_old_text(base);
	size_t at = err->at, rest = resolved.len - at;

	if (rest <= len && (!rest || !memcmp(text + len - rest, resolved.data + at, rest))) {
		err->at = len - rest;
	} else if (at < front.len && !memcmp(front.data, resolved.data, at + 1)) {
		err->which = 1;
		err->at = at + (size_t)(front.data - base->text);
	} else {
		err->at = 0;
	}
}

/* Reads by a standard that resolves a text against a base. */
EU_NOINLINE static enum everyuri_status
resolve_text(const char *text, size_t len, enum everyuri_standard standard, unsigned flags,
             const struct everyuri_uri *base, struct everyuri_buf *buf, struct everyuri_uri *uri,
             struct everyuri_error *err)
{
	struct everyuri_uri ref, result;
	enum everyuri_status s = check_base(base, err);
	enum eu_kernel kernel = eu_kernel_best();
	struct eu_joined joined;
	size_t bound, n;

	if (!s && is_at_once(text, len, standard, EVERYURI_RFC3986) && !(flags & EVERYURI_LOOSE) &&
	    /* LCOV_EXCL_BR_LINE: other processors: false only without vectors */
	    kernel != EU_KERNEL_PLAIN &&
	    eu_rfc3986_join(kernel, base, text, (uint32_t)len, &joined))
		return write_joined(text, len, base, &joined, buf, uri, err);
	if (!s)
		s = eu_uri_read(text, len, standard, flags | EVERYURI_ADMIT_PARTIAL, &ref, err);
	if (!s)
		s = eu_uri_may_resolve(base, &ref, err);
	if (s)
		return s;
	bound = eu_uri_resolve_bound(base, &ref);
	/* LCOV_EXCL_BR_LINE: needs a base and a reference of 4 GB together */
	s = eu_buf_reserve(buf, bound < EVERYURI_TEXT_MAX ? bound : bound - 4, err);
	if (s)
		return s;
	n = eu_uri_resolve_into(base, &ref, flags, buf->data);
	/* A partial form that follows its own rules can still yield a text that the scheme's
	 * production does not allow: telnet://h + a under rfc1738. */
	s = eu_uri_read(buf->data, n, standard, flags & ~(unsigned)EVERYURI_ADMIT_PARTIAL, &result,
	                err);
	if (s) {
		/* LCOV_EXCL_BR_LINE: every other error needs a text of 4 GB */
		if (err && s == EVERYURI_INVALID)
			place_of_resolved(text, len, base, (struct everyuri_text){ buf->data, n },
			                  err);
		return s;
	}
	buf->len = n;
	result.flags |= EVERYURI_REWRITTEN | (ref.flags & EVERYURI_BY_RFC1808);
	*uri = result;
	return EVERYURI_OK;
}

EU_NOINLINE static enum everyuri_status
parse_by_table(const char *text, size_t len, enum everyuri_standard standard, unsigned flags,
               const struct everyuri_uri *base, struct everyuri_buf *buf, struct everyuri_uri *uri,
               struct everyuri_error *err)
{
	enum everyuri_status s = eu_check_flags(flags, EU_READ_FLAGS, err);

	if (s)
		return s;
	if (base && everyuri_standard_built(standard) && eu_is_foreign(base, standard))
		return eu_refuse_foreign(err);
	if (eu_uri_rewrites(standard))
		return rewrite_text(text, len, standard, base, buf, uri, err);
	if (base)
		return resolve_text(text, len, standard, flags, base, buf, uri, err);
	return eu_uri_read(text, len, standard, flags, uri, err);
}

/* Reads by the URL Standard.  Most URLs are canonical, so that nothing has to be written. */
EU_NOINLINE static enum everyuri_status read_whatwg_at_once(const char *text, uint32_t len,
                                                            struct everyuri_buf *buf,
                                                            struct everyuri_uri *uri,
                                                            struct everyuri_error *err)
{
	enum everyuri_status s = eu_whatwg_parse(text, len, buf, uri, err);

	if (!s)
		uri->standard = EVERYURI_WHATWG;
	return s;
}

enum everyuri_status everyuri_parse(const char *text, size_t len, enum everyuri_standard standard,
                                    unsigned flags, const struct everyuri_uri *base,
                                    struct everyuri_buf *buf, struct everyuri_uri *uri,
                                    struct everyuri_error *err)
{
	if (text && len <= EVERYURI_TEXT_MAX && !base && !(flags & ~EU_READ_FLAGS)) {
		if (standard == EVERYURI_RFC3986)
			return eu_rfc3986_parse(text, (uint32_t)len, flags & 3u, uri, err);
		if (standard == EVERYURI_WHATWG)
			return read_whatwg_at_once(text, (uint32_t)len, buf, uri, err);
	}
	return parse_by_table(text, len, standard, flags, base, buf, uri, err);
}

EU_NOINLINE static enum everyuri_status check_by_table(const char *text, size_t len,
                                                       enum everyuri_standard standard,
                                                       unsigned flags, struct everyuri_error *err)
{
	struct everyuri_uri uri;
	enum everyuri_status s = check_asked(standard, len, err);

	if (s)
		return s;
	if (eu_uri_rewrites(standard)) /* only whatwg rewrites, and only a NULL text gets here */
		return eu_whatwg_decide("", 0, NULL, NULL, NULL, err);
	return eu_uri_read(text, len, standard, flags, &uri, err);
}

enum everyuri_status everyuri_check(const char *text, size_t len, enum everyuri_standard standard,
                                    unsigned flags, struct everyuri_error *err)
{
	struct everyuri_uri uri;

	if (flags & ~EU_READ_FLAGS)
		return eu_check_flags(flags, EU_READ_FLAGS, err);
	if (is_at_once(text, len, standard, EVERYURI_RFC3986))
		return eu_rfc3986_parse(text, (uint32_t)len, flags & 3u, &uri, err);
	if (is_at_once(text, len, standard, EVERYURI_WHATWG))
		return eu_whatwg_decide(text, (uint32_t)len, NULL, NULL, NULL, err);
	return check_by_table(text, len, standard, flags, err);
}

struct everyuri_text everyuri_view(const struct everyuri_uri *uri, enum everyuri_part part)
{
	return eu_uri_part(uri, part);
}

struct everyuri_text everyuri_extra_view(const struct everyuri_uri *uri,
                                         enum everyuri_extra_name name)
{
	for (uint8_t k = 0; k < uri->n_extra; k++)
		if (uri->extra[k].name == (uint16_t)name)
			return (struct everyuri_text){ uri->text + uri->extra[k].at.begin,
				                       eu_span_len(uri->extra[k].at) };
	return (struct everyuri_text){ NULL, 0 };
}

enum everyuri_status everyuri_port(const struct everyuri_uri *uri, uint16_t *port)
{
	struct everyuri_text digits = eu_uri_part(uri, EVERYURI_PORT);
	uint32_t value = 0;

	if (!digits.len)
		return EVERYURI_MISSING;
	for (size_t i = 0; i < digits.len; i++) {
		value = value * 10 + (uint32_t)(digits.data[i] - '0');
		if (value > UINT16_MAX)
			return EVERYURI_OUT_OF_RANGE;
	}
	*port = (uint16_t)value;
	return EVERYURI_OK;
}
