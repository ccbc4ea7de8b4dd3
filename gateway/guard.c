/* guard.c - decides which requests are allowed: THREATS G1 (names of this gateway), G2 (pages
 * of other sites), G7 (loops and methods). */
#include "gateway/routes.h"

#include <stdlib.h>
#include <string.h>

static bool is(struct everyuri_text text, const char *word)
{
	return text.data && text.len == strlen(word) && !memcmp(text.data, word, text.len);
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool is_in_any_case(struct everyuri_text text, const char *word)
{
	if (text.len != strlen(word))
		return false;
	for (size_t i = 0; i < text.len; i++)
		if (lower(text.data[i]) != word[i])
			return false;
	return true;
}

/* ---- host names ----------------------------------------------------------------------------------------- */

/* Returns whether this is the port on which the gateway listens.  The port must be digits only,
 * without a leading zero. */
static bool is_our_port(const struct everyuri_gateway *gateway, struct everyuri_text port)
{
	unsigned number = 0;

	if (!port.len || port.len > 5 || port.data[0] == '0')
		return false;
	for (size_t i = 0; i < port.len; i++) {
		if (port.data[i] < '0' || port.data[i] > '9')
			return false;
		number = number * 10 + (unsigned)(port.data[i] - '0');
	}
	return number == gateway->port;
}

/* Returns whether the name is below localhost.  Every such name means this machine
 * (RFC 6761 6.3), so no other site can use it. */
static bool is_below_localhost(struct everyuri_text name)
{
	static const char end[] = ".localhost";
	const size_t n = sizeof end - 1;

	if (name.len <= n ||
	    !is_in_any_case((struct everyuri_text){ name.data + name.len - n, n }, end))
		return false;
	for (size_t i = 0; i < name.len - n; i++) {
		char c = lower(name.data[i]);

		if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'))
			return false;
	}
	return true;
}

bool eu_guard_names_us(const struct everyuri_gateway *gateway, struct everyuri_text authority)
{
	struct everyuri_text name = authority, port;
	size_t colon = authority.len;

	while (colon > 0 && authority.data[colon - 1] != ':')
		colon--;
	if (colon < 2)
		return false;
	port = (struct everyuri_text){ authority.data + colon, authority.len - colon };
	name.len = colon - 1;
	return is_our_port(gateway, port) &&
	       (is(name, "127.0.0.1") || is(name, "[::1]") || is_in_any_case(name, "localhost") ||
	        is_below_localhost(name));
}

/* ---- pages of other sites --------------------------------------------------------------------------------- */

/* Returns whether the origin is "http://" followed by the value of the Host field. */
static bool is_our_origin(const struct asked *asked, struct everyuri_text origin)
{
	static const char scheme[] = "http://";
	const size_t n = sizeof scheme - 1;

	if (origin.len <= n || memcmp(origin.data, scheme, n))
		return false;
	origin.data += n;
	origin.len -= n;
	return origin.len == asked->request->host.len &&
	       !memcmp(origin.data, asked->request->host.data, origin.len);
}

/* Returns whether a page of another site may have caused this request.  Such a page may only
 * navigate the whole window to the gateway, so that the user sees the result. */
static bool comes_from_others(const struct asked *asked)
{
	struct everyuri_text site = eu_http_field(asked->request, "sec-fetch-site");
	struct everyuri_text mode = eu_http_field(asked->request, "sec-fetch-mode");
	struct everyuri_text dest = eu_http_field(asked->request, "sec-fetch-dest");
	struct everyuri_text origin = eu_http_field(asked->request, "origin");
	bool post = asked->request->method == HTTP_POST;

	/* Our pages send no referrer, so their forms send the Origin "null" (Fetch, "serialize a
	 * request origin"). A sandboxed page sends "null" too, but its Sec-Fetch-Site is not
	 * same-origin. */
	if (origin.data && !is_our_origin(asked, origin) &&
	    !(is(origin, "null") && is(site, "same-origin")))
		return true;
	if (!site.data || is(site, "same-origin") || is(site, "none"))
		return false;
	return post || !is(mode, "navigate") || !is(dest, "document");
}

/* ---- subresources of foreign pages --------------------------------------------------------------------------- */

bool eu_guard_subresource(const struct asked *asked, struct subresource *subresource,
                          struct everyuri_text *uri)
{
	char *memory = malloc(asked->path.len + 1);

	*uri = (struct everyuri_text){ NULL, 0 };
	if (memory && !asked->query.data &&
	    eu_subresource_read(asked->gateway->subresource_key, eu_subresource_hour(), asked->path,
	                        subresource, memory, uri))
		return true;
	free(memory);
	*uri = (struct everyuri_text){ NULL, 0 };
	return false;
}

/* Returns whether a sandboxed page loads an image, style sheet, audio or video from an address
 * that this gateway wrote.  Such a request has the mode no-cors, so the page cannot read the
 * data and the browser sends no Origin field. */
static bool is_subresource_request(const struct asked *asked)
{
	static const char *const dests[][2] = {
		{ "", "" }, { "image", "image" }, { "style", "style" }, { "audio", "video" }
	};
	struct everyuri_text mode = eu_http_field(asked->request, "sec-fetch-mode");
	struct everyuri_text dest = eu_http_field(asked->request, "sec-fetch-dest");
	struct everyuri_text uri;
	struct subresource subresource;

	if (asked->request->method != HTTP_GET || !is(mode, "no-cors") ||
	    eu_http_field(asked->request, "origin").data ||
	    !eu_guard_subresource(asked, &subresource, &uri))
		return false;
	free((char *)uri.data);
	return is(dest, dests[subresource.kind][0]) || is(dest, dests[subresource.kind][1]);
}

/* ---- the whole check -------------------------------------------------------------------------------------- */

/* Returns whether this gateway itself sent the request, which its Via field shows
 * (RFC 9110 7.6.3). */
static bool has_our_via(const struct asked *asked)
{
	const char *own = asked->gateway->via;
	const size_t n = strlen(own);

	for (size_t i = 0; i < asked->request->n_fields; i++) {
		const struct eu_http_field *field = &asked->request->field[i];

		if (!is_in_any_case(field->name, "via"))
			continue;
		for (size_t at = 0; at + n <= field->value.len; at++)
			if (!memcmp(field->value.data + at, own, n))
				return true;
	}
	return false;
}

unsigned eu_guard_request(const struct asked *asked, const char **why, const char **clause)
{
	enum http_method method = asked->request->method;

	*clause = "THREATS G7";
	if (has_our_via(asked)) {
		*why = "loop: the request already passed through this gateway";
		return 508;
	}
	if (asked->proxied && method == HTTP_POST) {
		*why = "the gateway only accepts GET and HEAD";
		return 405;
	}
	if (asked->proxied)
		return 0;
	*clause = "THREATS G1";
	if (!asked->request->host.data ||
	    !eu_guard_names_us(asked->gateway, asked->request->host)) {
		*why = "the Host field does not name this gateway";
		return 421;
	}
	*clause = "THREATS G2";
	if (comes_from_others(asked) && !is_subresource_request(asked)) {
		*why = "a page of another site may link to the gateway, but not send other "
		       "requests";
		return 403;
	}
	return 0;
}
