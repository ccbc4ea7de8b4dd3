/* parts.h - compare components of two URIs, for properties of all URIs. */
#ifndef TESTS_PARTS_H
#define TESTS_PARTS_H

#include <everyuri.h>

#include <stdlib.h>
#include <string.h>

static inline struct everyuri_text part_text(const struct everyuri_uri *uri, unsigned part)
{
	return everyuri_view(uri, (enum everyuri_part)part);
}

static inline bool same_text(struct everyuri_text a, struct everyuri_text b)
{
	if (!a.data || !b.data)
		return !a.data && !b.data;
	return a.len == b.len && !memcmp(a.data, b.data, a.len);
}

/* Compares all components except one (N_PARTS: no exception). */
static inline bool same_parts(const struct everyuri_uri *a, const struct everyuri_uri *b,
                              unsigned except)
{
	for (unsigned part = 0; part < EVERYURI_N_PARTS; part++)
		if (part != except && !same_text(part_text(a, part), part_text(b, part)))
			return false;
	return true;
}

/* Returns the text of the URI without "URL:". */
static inline struct everyuri_text bare(const struct everyuri_uri *uri)
{
	size_t skip = uri->flags & EVERYURI_PREFIXED ? 4 : 0;

	return (struct everyuri_text){ uri->text + skip, uri->len - skip };
}

/* RFC 1630, "file": an empty host means localhost, and so does an absent one. */
static inline bool void_host(const struct everyuri_uri *uri, enum everyuri_level level)
{
	struct everyuri_text scheme = part_text(uri, EVERYURI_SCHEME);

	return uri->standard == EVERYURI_RFC1630 && level == EVERYURI_LEVEL_SCHEME &&
	       scheme.len == 4 && (scheme.data[0] | 0x20) == 'f' && (scheme.data[1] | 0x20) == 'i';
}

/* Returns the next byte of a text, decoded, and moves past it.  fold: an upper-case letter counts as lower-case. */
static inline unsigned next_decoded(struct everyuri_text *text, bool fold)
{
	unsigned c = (unsigned char)*text->data;
	size_t len = 1;

	if (c == '%' && text->len > 2) {
		const char digits[3] = { text->data[1], text->data[2] };

		c = (unsigned)strtoul(digits, NULL, 16);
		len = 3;
	}
	text->data += len;
	text->len -= len;
	return fold && c >= 'A' && c <= 'Z' ? c | 0x20 : c;
}

/* Compares two texts after decoding. */
static inline bool same_decoded(struct everyuri_text a, struct everyuri_text b, bool fold)
{
	while (a.len && b.len)
		if (next_decoded(&a, fold) != next_decoded(&b, fold))
			return false;
	return !a.len && !b.len;
}

static inline bool has_dots(struct everyuri_text path)
{
	for (size_t i = 0; i < path.len; i++)
		if (path.data[i] == '.' ||
		    (path.data[i] == '%' && i + 2 < path.len && path.data[i + 1] == '2'))
			return true;
	return false;
}

/* Does a component of the normal form say the same as that of the URI?  The exceptions are what a normal form is for: dot
 * segments, addresses, names of IDNA, and by the scheme's rules a default port, "localhost" and an empty path. */
static inline bool keeps_part(const struct everyuri_uri *uri, const struct everyuri_uri *normal,
                              unsigned part, enum everyuri_level level)
{
	struct everyuri_text a = part_text(uri, part), b = part_text(normal, part);
	bool by_scheme = level == EVERYURI_LEVEL_SCHEME;
	bool fold = part == EVERYURI_SCHEME || part == EVERYURI_HOST ||
	            (by_scheme && part == EVERYURI_PATH);

	if (part == EVERYURI_HOST &&
	    (uri->host_kind == EVERYURI_HOST_IPV6 || uri->standard == EVERYURI_RFC3987 ||
	     (by_scheme && a.len == 9 && !b.len)))
		return uri->host_kind == normal->host_kind || !b.len ||
		       uri->standard == EVERYURI_RFC3987;
	if (part == EVERYURI_PORT && by_scheme && !b.data)
		return true;
	if (part == EVERYURI_PATH && (has_dots(a) || (by_scheme && a.len < 4)))
		return true;
	if (part == EVERYURI_FRAGMENT && !a.len && !b.data)
		return true;
	if (part == EVERYURI_QUERY && by_scheme && uri->standard <= EVERYURI_RFC1630 && a.len &&
	    memchr(a.data, '+', a.len))
		return true; /* "+" may be a space */
	return !a.data == !b.data && same_decoded(a, b, fold);
}

/* Is `after` the path `before` with a segment "z" appended, before an ftp type if there is one? */
static inline bool appended(struct everyuri_text before, struct everyuri_text after)
{
	size_t same = 0, rest, added;

	while (same < before.len && same < after.len && before.data[same] == after.data[same])
		same++;
	rest = before.len - same;
	added = after.len - before.len;
	return after.len > before.len && added <= 2 && after.data[same + added - 1] == 'z' &&
	       (added == 1 || after.data[same] == '/') &&
	       !memcmp(before.data + same, after.data + same + added, rest) &&
	       (!rest || before.data[same] == ';');
}

/* Does the reference resolve to the target? */
static inline bool leads_to(const char *text, size_t len, const struct everyuri_uri *base,
                            const struct everyuri_uri *target, unsigned flags,
                            struct everyuri_buf *buf)
{
	struct everyuri_uri uri;

	return !everyuri_parse(text, len, (enum everyuri_standard)base->standard, flags, base, buf,
	                       &uri, NULL) &&
	       same_text(bare(&uri), bare(target));
}

#endif
