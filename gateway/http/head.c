/* Writes the head of a response, and decides which header fields a response may have. */
#include "gateway/http/writing.h"

#include "gateway/http/reading.h"

#include <assert.h>
#include <string.h>

#define MEDIA_TYPE_MAX 256

/* ---- text ------------------------------------------------------------------------------------------------ */

void eu_http_put_text(struct http_text *to, struct everyuri_text text)
{
	assert(text.len <= to->cap - to->len);
	if (text.len)
		memcpy(to->data + to->len, text.data, text.len);
	to->len += text.len;
}

void eu_http_put(struct http_text *to, const char *words)
{
	eu_http_put_text(to, (struct everyuri_text){ words, strlen(words) });
}

void eu_http_put_number(struct http_text *to, uint64_t number, unsigned base)
{
	char digits[20]; /* 2^64 - 1 has twenty decimal digits */
	size_t at = sizeof digits;

	do {
		digits[--at] = "0123456789abcdef"[number % base];
		number /= base;
	} while (number);
	eu_http_put_text(to, (struct everyuri_text){ digits + at, sizeof digits - at });
}

/* ---- fields from the caller -------------------------------------------------------------------------------- */

/* Returns whether a field is never forwarded.  These are the hop-by-hop fields of RFC 9110 7.6.1,
 * framing fields, fields that eu_http_put_head() writes itself, and the fields of THREATS G4, by
 * which a server could change settings of our origin.  A table entry that ends in "*" matches as
 * a prefix. */
static bool is_left_out(struct everyuri_text name)
{
	static const char names[][28] = {
		"connection",
		"keep-alive",
		"proxy-*",
		"te",
		"trailer",
		"transfer-encoding",
		"upgrade",
		"content-length",
		"content-type",
		"set-cookie",
		"set-cookie2",
		"access-control-*",
		"strict-transport-security",
		"clear-site-data",
		"service-worker-allowed",
		"alt-svc",
		"refresh",
		"link",
		"nel",
		"report-to",
		"reporting-endpoints",
		"speculation-rules",
		"sourcemap",
		"content-security-policy*",
		"x-content-type-options",
		"x-dns-prefetch-control",
		"referrer-policy",
		"cross-origin-*",
		"cache-control",
		"server",
		"date",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		size_t len = strlen(names[i]);
		struct everyuri_text begins = { name.data, len - 1 };
		char without[28];

		if (eu_http_is(name, names[i]))
			return true;
		if (names[i][len - 1] != '*' || name.len < len - 1)
			continue;
		memcpy(without, names[i], len - 1);
		without[len - 1] = '\0';
		if (eu_http_is(begins, without))
			return true;
	}
	return false;
}

static bool is_token(const char *data, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!eu_http_is_tchar((unsigned char)data[i]))
			return false;
	return len > 0;
}

/* RFC 9110 5.5: CR, LF and NUL are dangerous, and the other control characters are invalid. */
static bool is_value(const char *data, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)data[i] < 0x20 || data[i] == 0x7F)
			return false;
	return true;
}

bool eu_http_response_field(struct http_response *response, const char *name, const char *value,
                            size_t len)
{
	struct everyuri_text named = { name, strlen(name) };
	struct http_text extra = { response->extra, response->n_extra, sizeof response->extra };

	assert(!response->status);
	if (is_left_out(named))
		return false;
	/* The lengths are checked first, so that a value that does not fit is not read. */
	if (named.len > extra.cap || len > extra.cap ||
	    named.len + len + 4 > extra.cap - extra.len || !is_token(name, named.len) ||
	    !is_value(value, len)) {
		response->spoilt = true;
		return false;
	}
	eu_http_put_text(&extra, named);
	eu_http_put(&extra, ": ");
	eu_http_put_text(&extra, (struct everyuri_text){ value, len });
	eu_http_put(&extra, "\r\n");
	response->n_extra = extra.len;
	return true;
}

static bool has_extra(const struct http_response *response, const char *name)
{
	const char *line = response->extra, *end = line + response->n_extra;

	while (line < end) {
		const char *lf = memchr(line, '\n', (size_t)(end - line));
		struct eu_http_field field = eu_http_cut_field(line, (size_t)(lf - line) - 1);

		if (eu_http_is(field.name, name))
			return true;
		line = lf + 1;
	}
	return false;
}

/* ---- media types: RFC 9110 8.3.1 ----------------------------------------------------------------------- */

static size_t token_from(struct everyuri_text text, size_t at)
{
	while (at < text.len && eu_http_is_tchar((unsigned char)text.data[at]))
		at++;
	return at;
}

/* Skips spaces.  A tab cannot occur, because is_value() has refused it. */
static size_t blanks_from(struct everyuri_text text, size_t at)
{
	while (at < text.len && text.data[at] == ' ')
		at++;
	return at;
}

/* Returns the end of the quoted string that begins at `at`, or `at` if it is unterminated. */
static size_t quoted_from(struct everyuri_text text, size_t at)
{
	for (size_t i = at + 1; i < text.len; i++) {
		if (text.data[i] == '"')
			return i + 1;
		if (text.data[i] == '\\')
			i++;
	}
	return at;
}

/* media-type = type "/" subtype *( OWS ";" OWS token "=" ( token / quoted-string ) ) */
static bool is_media_type(struct everyuri_text text)
{
	size_t type = token_from(text, 0), at, from;

	if (!type || type >= text.len || text.data[type] != '/' || text.len > MEDIA_TYPE_MAX ||
	    !is_value(text.data, text.len))
		return false;
	at = token_from(text, type + 1);
	if (at == type + 1)
		return false;
	while (at < text.len) {
		at = blanks_from(text, at);
		if (at == text.len || text.data[at] != ';')
			return false;
		from = blanks_from(text, at + 1);
		at = token_from(text, from);
		if (at == from || at == text.len || text.data[at] != '=')
			return false;
		from = at + 1;
		at = from < text.len && text.data[from] == '"' ? quoted_from(text, from) :
		                                                 token_from(text, from);
		if (at == from)
			return false;
	}
	return true;
}

/* ---- the head --------------------------------------------------------------------------------------------- */

static void put_media_type(struct http_text *to, struct everyuri_text media_type)
{
	static const char bytes[] = "application/octet-stream";

	if (!media_type.data)
		return;
	if (!is_media_type(media_type))
		media_type = (struct everyuri_text){ bytes, sizeof bytes - 1 };
	eu_http_put(to, "Content-Type: ");
	eu_http_put_text(to, media_type);
	eu_http_put(to, "\r\n");
}

void eu_http_put_head(const struct http_response *response, struct http_text *to,
                      struct everyuri_text media_type, enum http_trust trust)
{
	char policy[512];
	struct everyuri_text said = { policy, eu_http_policy(policy, sizeof policy, trust,
		                                             response->origin) };

	eu_http_put(to, "HTTP/1.1 ");
	eu_http_put_number(to, response->status, 10);
	eu_http_put(to, " ");
	eu_http_put(to, eu_http_reason(response->status));
	eu_http_put(to, "\r\n");
	put_media_type(to, media_type);
	eu_http_put(to, "Content-Security-Policy: ");
	eu_http_put_text(to, said);
	eu_http_put(to, "\r\nX-Content-Type-Options: nosniff\r\n"
	                "Referrer-Policy: no-referrer\r\n"
	                "Cross-Origin-Resource-Policy: ");
	eu_http_put(to, trust == HTTP_WITHIN ? "cross-origin\r\n" : "same-origin\r\n");
	eu_http_put(to, trust == HTTP_PART ? "Cache-Control: private, max-age=300\r\n" :
	                                     "Cache-Control: no-store\r\n");
	/* A browser may look up the host names in a page in advance.  This field prevents that
	 * for foreign pages, so that a host is looked up only when the user follows a link. */
	if (trust == HTTP_FOREIGN || trust == HTTP_FOREIGN_PAGE)
		eu_http_put(to, "X-DNS-Prefetch-Control: off\r\n");
	/* RFC 9110 15.5.6: "MUST generate an Allow header field". */
	if (response->status == 405 && !has_extra(response, "allow"))
		eu_http_put(to, "Allow: GET, HEAD, POST\r\n");
	/* RFC 9110 15.5.22: "MUST send an Upgrade header field"; RFC 6455 4.4. */
	if (response->status == 426)
		eu_http_put(to, "Upgrade: websocket\r\nConnection: Upgrade\r\n"
		                "Sec-WebSocket-Version: 13\r\n");
	eu_http_put_text(to, (struct everyuri_text){ response->extra, response->n_extra });
}
