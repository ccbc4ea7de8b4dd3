/* RFC 3986, section 6.2.2: case, percent-encoding and path segment normalization; also the
 * parts of 6.2.3 that depend only on the scheme's name.  RFC 3987 5.3 is the same for IRIs.
 * RFC 2396 has fewer rules, and only those are applied to its URIs. */
#include "base/address.h"
#include "grammar/rfc3986/rfc3986.h"
#include "uri/iri.h"
#include "uri/normal.h"
#include "uri/sets.h"

/* The rules that differ between the standards. */
struct generic_rules {
	struct everyuri_byte_set unreserved; /* an escape of one of these equals the character */
	bool zeros;                          /* octets in an IPv6 address may have leading zeros */
	bool dots_stay;
};

/* 2.3: unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" */
static const struct generic_rules rules_3986 = {
	.unreserved = SET(UNRESERVED_2, BIT('_'), BIT('~')),
};

/* RFC 2396 2.3: unreserved = alphanum | mark.  5.2 removes dots only from relative
 * references; C.2 shows that dots in a full path stay. */
static const struct generic_rules rules_2396 = {
	.unreserved = SET(MARK_2, BIT('_'), BIT('~')),
	.zeros = true,
	.dots_stay = true,
};

static const struct generic_rules *rules_of(const struct everyuri_uri *uri)
{
	return uri->standard == EVERYURI_RFC2396 ? &rules_2396 : &rules_3986;
}

/* 3.2.2: an address is 128 bits, and its spellings are the same in all schemes; that of
 * RFC 5952 is canonical.  A zone identifier names an interface of one machine, and unlike a
 * host may be case-sensitive. */
static void out_ipv6_3986n(struct eu_out *out, const struct everyuri_uri *uri)
{
	const struct generic_rules *rules = rules_of(uri);
	struct everyuri_text host = eu_uri_part(uri, EVERYURI_HOST);
	uint8_t address[EU_IPV6_SIZE];
	uint32_t at = 1; /* after the bracket */

	/* LCOV_EXCL_BR_LINE: the grammar has read this address by the same rules */
	if (eu_ipv6_read(host.data, (uint32_t)host.len, &at, rules->zeros, address)) {
		eu_out_byte(out, '[');
		eu_out_ipv6(out, address);
		eu_normal_text(out, host.data + at, host.len - at, &rules->unreserved, 0);
	}
}

/* 6.2.2.2.  In an IRI, escapes may encode characters beyond US-ASCII (RFC 3987 5.3.2). */
static void out_part3986n(struct eu_out *out, const struct everyuri_uri *uri,
                          enum everyuri_part part, const char *front)
{
	struct everyuri_text text = eu_uri_part(uri, part);

	if (!text.data)
		return;
	eu_out_bytes(out, front, strlen(front));
	if (uri->standard == EVERYURI_RFC3987)
		eu_iri_text(out, text.data, text.len, part == EVERYURI_QUERY);
	else
		eu_normal_text(out, text.data, text.len, &rules_of(uri)->unreserved, 0);
}

/* 6.2.2.1: a host is case-insensitive.  Names of another registry may be case-sensitive
 * (RFC 2396 3.2.1), and decoding their escapes could turn one into a server. */
static void out_host3986n(struct eu_out *out, const struct everyuri_uri *uri,
                          enum everyuri_level level)
{
	static const struct everyuri_byte_set none = { { 0, 0, 0, 0, 0, 0, 0, 0 } };

	if (uri->host_kind == EVERYURI_HOST_IPV6)
		out_ipv6_3986n(out, uri);
	else if (uri->host_kind == EVERYURI_HOST_REGISTRY)
		eu_normal_part(out, uri, EVERYURI_HOST, "", &none, 0);
	else if (eu_iri_host_is_wide(uri))
		eu_iri_normal_host(out, uri, level);
	else
		eu_normal_part(out, uri, EVERYURI_HOST, "", &rules_of(uri)->unreserved, EU_LOWER);
}

static void out_authority3986n(struct eu_out *out, const struct everyuri_uri *uri,
                               enum everyuri_level level)
{
	size_t begin;

	if (!eu_uri_has(uri, EVERYURI_HOST))
		return;
	eu_out_bytes(out, "//", 2);
	if (eu_uri_has(uri, EVERYURI_USER)) {
		out_part3986n(out, uri, EVERYURI_USER, "");
		out_part3986n(out, uri, EVERYURI_PASSWORD, ":");
		eu_out_byte(out, '@');
	}
	begin = out->len;
	out_host3986n(out, uri, level);
	eu_normal_drop_local_host(out, begin, uri, level);
	eu_normal_port(out, uri, level);
}

/* 6.2.2.3.  Dots are removed after decoding, since "%2E" is a dot.  Without an authority, the
 * resulting path must not begin with "//", so "/." is inserted before it. */
static void remove_dots3986n(struct eu_out *out, size_t begin, bool authority)
{
	char *path = out->data + begin;

	out->len = begin + eu_rfc3986_remove_dots(path, out->len - begin, path);
	if (authority || out->len - begin < 2 || memcmp(path, "//", 2) != 0)
		return;
	memmove(path + 2, path, out->len - begin);
	memcpy(path, "/.", 2);
	out->len += 2;
}

static void out_path3986n(struct eu_out *out, const struct everyuri_uri *uri,
                          enum everyuri_level level)
{
	const struct generic_rules *rules = rules_of(uri);
	size_t begin = out->len;
	struct everyuri_text path;
	const char *canonical;

	out_part3986n(out, uri, EVERYURI_PATH, "");
	if (uri->flags & EVERYURI_RELATIVE)
		return;
	if (!out->data) {
		out->len += 2; /* for "/." before the path, or for a canonical "/1" */
		return;
	}
	if (!rules->dots_stay)
		remove_dots3986n(out, begin, eu_uri_has(uri, EVERYURI_HOST));
	path.data = out->data + begin;
	path.len = out->len - begin;
	canonical = eu_normal_scheme_path(uri, path, level);
	if (!canonical) {
		eu_normal_path_rule(out, begin, uri, level);
		return;
	}
	out->len = begin;
	eu_out_bytes(out, canonical, strlen(canonical));
}

void eu_normal_generic(struct eu_out *out, const struct everyuri_uri *uri,
                       enum everyuri_level level)
{
	eu_normal_scheme(out, uri);
	out_authority3986n(out, uri, level);
	out_path3986n(out, uri, level);
	out_part3986n(out, uri, EVERYURI_QUERY, "?");
	out_part3986n(out, uri, EVERYURI_FRAGMENT, "#");
}
