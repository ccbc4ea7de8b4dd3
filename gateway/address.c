/* address.c - converts URIs to paths of the gateway, and back. */
#include "gateway/routes.h"

#include <stdlib.h>
#include <string.h>

static const char digits[] = "0123456789ABCDEF";

/* Returns whether RFC 3986 2.3 allows `c` unencoded.  The gateway percent-encodes every other
 * byte, so that a browser does not resolve or normalise the URI in the path. */
static bool is_unreserved(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '-' || c == '.' || c == '_' || c == '~';
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Percent-decodes `text` once into `out`, which must hold text.len bytes.  Returns false if an
 * escape is invalid or the result contains NUL.
 *
 * With `form`, decodes a form value instead, which cannot fail: "+" becomes a space, a "%"
 * without two digits stays, and NUL is allowed (URL Standard 1.3). */
static bool decode(struct everyuri_text text, bool form, char *out, size_t *len)
{
	size_t n = 0;

	for (size_t at = 0; at < text.len; at++) {
		char c = text.data[at];
		bool escape = c == '%' && text.len - at >= 3 && digit(text.data[at + 1]) >= 0 &&
		              digit(text.data[at + 2]) >= 0;

		if (escape) {
			c = (char)(digit(text.data[at + 1]) * 16 + digit(text.data[at + 2]));
			at += 2;
		}
		if (!form && ((c == '%' && !escape) || !c))
			return false;
		if (form && c == '+' && !escape)
			c = ' ';
		out[n++] = c;
	}
	*len = n;
	return true;
}

/* ---- addresses ---------------------------------------------------------------------------------------- */

/* Appends the rest of the path and the query, unchanged.  Returns the number of bytes written. */
static size_t add_rest(char *out, struct everyuri_text rest, struct everyuri_text query)
{
	size_t n = 0;

	if (rest.len)
		memcpy(out, rest.data, rest.len);
	n = rest.len;
	if (query.data) {
		out[n++] = '?';
		memcpy(out + n, query.data, query.len);
		n += query.len;
	}
	return n;
}

unsigned eu_address_read(struct everyuri_text path, struct everyuri_text query,
                         struct everyuri_text *uri)
{
	struct everyuri_text first = { path.data + 1, path.len - 1 }, rest;
	const char *slash = memchr(first.data, '/', first.len);
	char *out = malloc(path.len + query.len + 2);
	size_t n;

	*uri = (struct everyuri_text){ out, 0 };
	if (!out)
		return 503;
	first.len = slash ? (size_t)(slash - first.data) : first.len;
	rest = (struct everyuri_text){ first.data + first.len, path.len - 1 - first.len };
	if (!decode(first, false, out, &n))
		return 400;
	if (!memchr(out, ':', n))
		return 404;
	uri->len = n + add_rest(out + n, rest, query);
	return 0;
}

/* Percent-encodes the first `whole` bytes of the URI, and copies the rest unchanged. */
static struct everyuri_text write_encoded(struct everyuri_text uri, size_t whole)
{
	char *out = malloc(3 * uri.len + 2);
	size_t n = 0;

	if (!out)
		return (struct everyuri_text){ NULL, 0 };
	out[n++] = '/';
	for (size_t at = 0; at < whole; at++) {
		unsigned char c = (unsigned char)uri.data[at];

		if (is_unreserved(uri.data[at])) {
			out[n++] = (char)c;
			continue;
		}
		out[n++] = '%';
		out[n++] = digits[c >> 4];
		out[n++] = digits[c & 15];
	}
	if (whole < uri.len)
		memcpy(out + n, uri.data + whole, uri.len - whole);
	return (struct everyuri_text){ out, n + uri.len - whole };
}

struct everyuri_text eu_address_write(struct everyuri_text uri)
{
	const char *mark = memchr(uri.data, '#', uri.len);

	return write_encoded(uri, mark ? (size_t)(mark - uri.data) : uri.len);
}

struct everyuri_text eu_address_encode(struct everyuri_text text)
{
	return write_encoded(text, text.len);
}

/* ---- queries -------------------------------------------------------------------------------------------- */

struct everyuri_text eu_address_decode(struct everyuri_text text)
{
	char *out = malloc(text.len + 1);
	size_t len;

	if (out && decode(text, true, out, &len))
		return (struct everyuri_text){ out, len };
	free(out);
	return (struct everyuri_text){ NULL, 0 };
}

struct everyuri_text eu_address_value(struct everyuri_text query, const char *name)
{
	const size_t n_name = strlen(name);
	size_t end;

	for (size_t at = 0; query.data && at < query.len; at = end + 1) {
		const char *mark = memchr(query.data + at, '&', query.len - at);

		end = mark ? (size_t)(mark - query.data) : query.len;
		if (end - at <= n_name || memcmp(query.data + at, name, n_name) ||
		    query.data[at + n_name] != '=')
			continue;
		at += n_name + 1;
		return eu_address_decode((struct everyuri_text){ query.data + at, end - at });
	}
	return (struct everyuri_text){ NULL, 0 };
}
