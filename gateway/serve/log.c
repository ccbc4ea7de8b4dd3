/* log.c - writes one line for each request, with the URI and the result.  Leaves out secrets
 * (THREATS G10). */
#define _GNU_SOURCE /* clock_gettime, gmtime_r, memrchr */
#include "gateway/serve/serving.h"

#include <everyuri/registry.h>
#include <everyuri/uri.h>

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LINE_MAX_BYTES \
	4096 /* limit for one line, which is written by one write(), so that lines of
                             * several threads do not mix */
#define URI_MAX \
	900 /* limit in bytes for a URI before escaping, because data: URIs can be
                             * long */

/* A writer that keeps the bytes that fit into a line and drops the rest. */
struct line_kept {
	struct everyuri_writer w;
	char block[LINE_MAX_BYTES];
};

static bool no_room(void *context, const char *data, size_t len)
{
	(void)context, (void)data, (void)len;
	return false;
}

/* Starts a line with the current UTC time in RFC 3339 format. */
static void begin_line(struct line_kept *line)
{
	struct timespec now;
	struct tm parts;
	char text[64];

	everyuri_writer_init(&line->w, line->block, sizeof line->block - 1, no_room, NULL);
	clock_gettime(CLOCK_REALTIME, &now);
	if (!gmtime_r(&now.tv_sec, &parts))
		return;
	snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%03ldZ", parts.tm_year + 1900,
	         parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
	         now.tv_nsec / 1000000L);
	everyuri_write_text(&line->w, text);
}

static void end_line(struct everyuri_gateway *gateway, struct line_kept *line)
{
	ssize_t n;

	line->block[line->w.len] = '\n';
	n = write(gateway->options.log, line->block, line->w.len + 1);
	(void)n; /* a request must not fail because its log line cannot be written */
}

/* ---- the URI -------------------------------------------------------------------------------------------- */

/* Returns the length of the URI up to its query.  In a gopher URI, the search words follow a tab
 * after the selector (RFC 4266 2.1). */
static size_t without_query(struct everyuri_text uri)
{
	const char *colon = uri.len ? memchr(uri.data, ':', uri.len) : NULL;
	const struct everyuri_scheme_info *info =
		colon ? everyuri_scheme_find(uri.data, (size_t)(colon - uri.data)) : NULL;
	const bool gopher = info && info->flags & EVERYURI_ITEM_TYPES;

	for (size_t i = 0; i < uri.len; i++) {
		if (uri.data[i] == '?' || uri.data[i] == '#')
			return i;
		if (gopher &&
		    (uri.data[i] == '\t' || (uri.len - i >= 3 && !memcmp(uri.data + i, "%09", 3))))
			return i;
	}
	return uri.len;
}

static void put_escaped(struct everyuri_writer *w, struct everyuri_text text)
{
	const size_t len = text.len < URI_MAX ? text.len : URI_MAX;
	char byte[5];

	for (size_t i = 0; i < len; i++) {
		const unsigned char c = (unsigned char)text.data[i];

		if (c > ' ' && c < 0x7F && c != '\\') {
			everyuri_write(w, text.data + i, 1);
			continue;
		}
		snprintf(byte, sizeof byte, "\\x%02X", c);
		everyuri_write(w, byte, 4);
	}
	if (len < text.len)
		everyuri_write_text(w, "...");
}

/* Finds an authority whose end is ambiguous.  In "http://user:12#34@h/", one parser reads
 * "user:12" as host and port, another reads "user:12#34" as user name and password.
 * Returns the offset of the authority, or 0 if it is not ambiguous. */
static size_t find_doubtful(struct everyuri_text uri)
{
	for (size_t i = 0, begin = 0; i < uri.len; i++) {
		const char c = uri.data[i];

		if (!begin && i && c == '/' && uri.data[i - 1] == '/')
			begin = i + 1;
		else if (begin && (c == '/' || c == '@'))
			return 0;
		else if (begin && (c == '?' || c == '#'))
			return memchr(uri.data + i, '@', uri.len - i) ? begin : 0;
	}
	return 0;
}

/* Writes the URI without user names and passwords.  They are removed under every possible
 * reading of the URI, and before the text is truncated. */
static void put_uri(struct everyuri_gateway *gateway, struct everyuri_writer *w,
                    struct everyuri_text uri)
{
	const struct everyuri_secrets secrets = { .flags = EVERYURI_REDACT_USER };
	const size_t doubtful = find_doubtful(uri);
	struct everyuri_buf buf;
	struct everyuri_text shown;
	enum everyuri_status status;

	if (doubtful) {
		put_escaped(w, (struct everyuri_text){ uri.data, doubtful });
		everyuri_write_text(w, "***");
		return;
	}
	everyuri_buf_init(&buf, NULL, 0, NULL);
	status = everyuri_redact_text(uri.data, uri.len, &secrets, &buf, NULL);
	shown = (struct everyuri_text){ buf.data, buf.len };
	if (!(gateway->options.flags & EVERYURI_GATEWAY_LOG_QUERIES))
		shown.len = without_query(shown);
	if (status)
		everyuri_write_text(w, "***");
	else
		put_escaped(w, shown);
	everyuri_buf_free(&buf);
}

/* Writes the host and port of a CONNECT request, which has no scheme (RFC 9110 9.3.6).  Hides
 * any text before an "@". */
static void put_authority(struct everyuri_writer *w, struct everyuri_text authority)
{
	const char *at = memrchr(authority.data, '@', authority.len);

	if (at) {
		everyuri_write_text(w, "***");
		authority.len -= (size_t)(at - authority.data);
		authority.data = at;
	}
	put_escaped(w, authority);
}

/* Writes the path of one of the gateway's own pages.  Writes "-" for a path with a colon or a
 * percent sign, because it could contain a URI. */
static void put_page(struct everyuri_writer *w, const struct http_request *request)
{
	struct everyuri_text path = request ? request->target : (struct everyuri_text){ "", 0 };
	const char *mark = path.len ? memchr(path.data, '?', path.len) : NULL;

	if (mark)
		path.len = (size_t)(mark - path.data);
	if (!path.len || path.data[0] != '/' || memchr(path.data, ':', path.len) ||
	    memchr(path.data, '%', path.len))
		everyuri_write_text(w, "-");
	else
		put_escaped(w, path);
}

/* ---- lines ------------------------------------------------------------------------------------------------- */

static const char *method_of(const struct http_request *request)
{
	if (!request)
		return "-";
	switch (request->method) {
	case HTTP_GET:
		return "GET";
	case HTTP_HEAD:
		return "HEAD";
	case HTTP_POST:
		return "POST";
	case HTTP_CONNECT:
		return "CONNECT";
	}
	return "-";
}

static void put_number(struct everyuri_writer *w, uint64_t number)
{
	everyuri_write_text(w, " ");
	everyuri_write_number(w, number);
}

void eu_log_request(struct everyuri_gateway *gateway, const struct answered *answered)
{
	struct line_kept line;

	if (gateway->options.log <= 0)
		return;
	begin_line(&line);
	everyuri_write_text(&line.w, " ");
	everyuri_write_text(&line.w, method_of(answered->request));
	put_number(&line.w, answered->status);
	put_number(&line.w, answered->bytes);
	put_number(&line.w, answered->ms);
	everyuri_write_text(&line.w, " ");
	if (answered->uri.len && answered->request && answered->request->method == HTTP_CONNECT)
		put_authority(&line.w, answered->uri);
	else if (answered->uri.len)
		put_uri(gateway, &line.w, answered->uri);
	else
		put_page(&line.w, answered->request);
	if (answered->why) {
		everyuri_write_text(&line.w, " ");
		everyuri_write_text(&line.w, answered->why);
	}
	end_line(gateway, &line);
}

void eu_log_words(struct everyuri_gateway *gateway, const char *words, const char *more)
{
	struct line_kept line;

	if (gateway->options.log <= 0)
		return;
	begin_line(&line);
	everyuri_write_text(&line.w, " ");
	everyuri_write_text(&line.w, words);
	everyuri_write_text(&line.w, more);
	end_line(gateway, &line);
}
