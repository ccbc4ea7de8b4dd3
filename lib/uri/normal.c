/* Functions shared by both styles of normalising. */
#include "uri/normal.h"

static const struct everyuri_byte_set nothing = { { 0, 0, 0, 0, 0, 0, 0, 0 } };

/* Returns the number of bytes before the next one that normalising may change. */
static size_t plain_run(const char *text, size_t len, unsigned how)
{
	const char *stop = memchr(text, '%', len);

	if (stop)
		len = (size_t)(stop - text);
	stop = how & EU_NO_BLANKS && len ? memchr(text, ' ', len) : NULL;
	return stop ? (size_t)(stop - text) : len;
}

void eu_normal_text(struct eu_out *out, const char *text, size_t len,
                    const struct everyuri_byte_set *decodable, unsigned how)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c != '%' && c != ' ' && !(how & EU_LOWER)) {
			size_t run = plain_run(text + i, len - i, how);

			eu_out_bytes(out, text + i, run);
			i += run - 1;
			continue;
		}
		if (eu_escape_at(text + i, len - i, &c)) {
			i += 2;
			if (!everyuri_byte_set_has(decodable, c)) {
				eu_out_escape(out, c);
				continue;
			}
		} else if (c == ' ' && (how & EU_NO_BLANKS)) { /* LCOV_EXCL_BR_LINE: drafts only */
			eu_out_escape(out, c);
			continue;
		}
		eu_out_byte(out, (char)(how & EU_LOWER ? eu_lower(c) : c));
	}
}

void eu_normal_part(struct eu_out *out, const struct everyuri_uri *uri, enum everyuri_part part,
                    const char *front, const struct everyuri_byte_set *decodable, unsigned how)
{
	struct everyuri_text text = eu_uri_part(uri, part);

	if (!text.data)
		return;
	eu_out_bytes(out, front, strlen(front));
	eu_normal_text(out, text.data, text.len, decodable, how);
}

/* Escapes stay: in the drafts a scheme may contain some, and decoding could turn it into another
 * scheme.  A scheme "url" keeps the prefix "URL:", or it would be taken for one. */
void eu_normal_scheme(struct eu_out *out, const struct everyuri_uri *uri)
{
	if (!eu_uri_has(uri, EVERYURI_SCHEME))
		return;
	if (uri->flags & EVERYURI_PREFIXED && eu_uri_scheme_is(uri, "url"))
		eu_out_bytes(out, "URL:", 4);
	eu_normal_part(out, uri, EVERYURI_SCHEME, "", &nothing, EU_LOWER | EU_NO_BLANKS);
	eu_out_byte(out, ':');
}

static bool port_is_implied(const struct everyuri_uri *uri)
{
	struct everyuri_text scheme = eu_uri_part(uri, EVERYURI_SCHEME);
	uint16_t port, usual = everyuri_scheme_port(scheme.data, scheme.len);
	enum everyuri_status s = everyuri_port(uri, &port);

	return s == EVERYURI_MISSING || (!s && usual && port == usual);
}

void eu_normal_port(struct eu_out *out, const struct everyuri_uri *uri, enum everyuri_level level)
{
	if (level < EVERYURI_LEVEL_SCHEME || !port_is_implied(uri))
		eu_normal_part(out, uri, EVERYURI_PORT, ":", &nothing, 0);
}

/* Returns whether "?" and the text after it belong to the path: RFC 1738 gives some schemes no query.
 * The path is then neither empty nor "/".  The drafts read a search there. */
static bool query_is_data(const struct everyuri_uri *uri, const struct eu_scheme *scheme)
{
	return uri->standard > EVERYURI_URI1994 && eu_uri_has(uri, EVERYURI_QUERY) && scheme &&
	       (scheme->info.flags & EVERYURI_NO_QUERY);
}

/* Returns the canonical path among those that a scheme treats as equal.  Each is chosen so that all
 * standards accept it: RFC 1630 has no "/" after a telnet host, and after a gopher host only before a
 * type. */
const char *eu_normal_scheme_path(const struct everyuri_uri *uri, struct everyuri_text path,
                                  enum everyuri_level level)
{
	const struct eu_scheme *scheme;

	if (level < EVERYURI_LEVEL_SCHEME || !eu_uri_has(uri, EVERYURI_HOST))
		return NULL;
	scheme = eu_uri_scheme(uri);
	if (query_is_data(uri, scheme))
		return NULL;
	/* RFC 3986 6.2.3; RFC 1738 3.3: the "/" may be omitted. */
	if (!scheme || !scheme->root_path)
		return eu_text_is(path, "") ? "/" : NULL;
	return eu_text_is(path, "") || eu_text_is(path, "/") ||
	                       eu_text_is(path, scheme->root_path) ?
	               scheme->root_path :
	               NULL;
}

static bool has_localhost(const struct everyuri_uri *uri)
{
	const struct eu_scheme *scheme = eu_uri_scheme(uri);

	return scheme && scheme->has_localhost;
}

/* RFC 1630, "file"; RFC 1738 3.10; RFC 3986 3.2.2.  The drafts do not mention localhost. */
bool eu_normal_host_is_local(const struct everyuri_uri *uri, struct everyuri_text host,
                             enum everyuri_level level)
{
	return level >= EVERYURI_LEVEL_SCHEME && uri->standard >= EVERYURI_RFC1630 &&
	       /* LCOV_EXCL_BR_LINE: every caller has a host */
	       host.data && eu_equals_ignoring_case(host.data, host.len, "localhost") &&
	       has_localhost(uri) && !eu_uri_part(uri, EVERYURI_PORT).len &&
	       !eu_uri_has(uri, EVERYURI_USER);
}

void eu_normal_drop_local_host(struct eu_out *out, size_t begin, const struct everyuri_uri *uri,
                               enum everyuri_level level)
{
	struct everyuri_text host = { out->data, 0 };

	if (!out->data)
		return;
	host.data += begin;
	host.len = out->len - begin;
	if (eu_normal_host_is_local(uri, host, level))
		out->len = begin;
}
