/* RFC 3986, section 6.2.2: case, percent-encoding and path segment normalization; and the
 * parts of 6.2.3 that need no more than the scheme's name. */
#include "base/address.h"
#include "grammar/rfc3986/rfc3986.h"
#include "uri/normal.h"

/* 2.3: unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" */
static const struct everyuri_byte_set unreserved3986 = { { 0, 0x03FF6000u, 0x87FFFFFEu, 0x47FFFFFEu,
	                                                   0, 0, 0, 0 } };

/* 3.2.2: an address is 128 bits, and how they may be spelt is told there for all schemes
 * alike; of all spellings RFC 5952's is canonical.  A zone identifier, which names an
 * interface of one machine, need not be case-insensitive as a host is. */
static void out_ipv6_3986n(struct eu_out *out, const struct everyuri_uri *uri)
{
	struct everyuri_text host = eu_uri_part(uri, EVERYURI_HOST);
	uint8_t address[EU_IPV6_SIZE];
	uint32_t at = 1; /* behind the bracket */

	if (eu_ipv6_read(host.data, (uint32_t)host.len, &at, false, address)) {
		eu_out_byte(out, '[');
		eu_out_ipv6(out, address);
		eu_normal_text(out, host.data + at, host.len - at, &unreserved3986, 0);
	}
}

/* 6.2.2.1: a host is case-insensitive. */
static void out_host3986n(struct eu_out *out, const struct everyuri_uri *uri)
{
	if (uri->host_kind == EVERYURI_HOST_IPV6)
		out_ipv6_3986n(out, uri);
	else
		eu_normal_part(out, uri, EVERYURI_HOST, "", &unreserved3986, EU_LOWER);
}

static void out_authority3986n(struct eu_out *out, const struct everyuri_uri *uri,
                               enum everyuri_level level)
{
	if (!eu_uri_has(uri, EVERYURI_HOST))
		return;
	eu_out_bytes(out, "//", 2);
	if (eu_uri_has(uri, EVERYURI_USER)) {
		eu_normal_part(out, uri, EVERYURI_USER, "", &unreserved3986, 0);
		eu_normal_part(out, uri, EVERYURI_PASSWORD, ":", &unreserved3986, 0);
		eu_out_byte(out, '@');
	}
	if (!eu_normal_host_is_local(uri, level))
		out_host3986n(out, uri);
	eu_normal_port(out, uri, level);
}

/* 6.2.2.3.  Dots go after decoding, since "%2E" is one.  Without an authority a path must
 * not then begin with "//": "/." in front of it keeps it a path. */
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
	size_t begin = out->len;
	struct everyuri_text path;
	const char *canonical;

	eu_normal_part(out, uri, EVERYURI_PATH, "", &unreserved3986, 0);
	if (uri->flags & EVERYURI_RELATIVE)
		return;
	if (!out->data) {
		out->len += 2; /* "/." in front, or a canonical "/1" */
		return;
	}
	remove_dots3986n(out, begin, eu_uri_has(uri, EVERYURI_HOST));
	path.data = out->data + begin;
	path.len = out->len - begin;
	canonical = eu_normal_scheme_path(uri, path, level);
	if (!canonical)
		return;
	out->len = begin;
	eu_out_bytes(out, canonical, strlen(canonical));
}

void eu_normal_generic(struct eu_out *out, const struct everyuri_uri *uri,
                       enum everyuri_level level)
{
	eu_normal_scheme(out, uri);
	out_authority3986n(out, uri, level);
	out_path3986n(out, uri, level);
	eu_normal_part(out, uri, EVERYURI_QUERY, "?", &unreserved3986, 0);
	eu_normal_part(out, uri, EVERYURI_FRAGMENT, "#", &unreserved3986, 0);
}
