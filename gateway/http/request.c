/* Parses requests byte by byte, in pieces of any size; no byte is parsed twice.
 *
 * Each state is a position in the grammar of RFC 9112.  RFC 9112 lets a server repair some lines
 * (3, 5.2, 2.2: a bare LF, white space instead of SP, folded fields, a bare CR as a space).
 * This parser refuses such lines.  Otherwise two servers might repair a message differently and
 * see two different requests (request smuggling). */
#include "gateway/http/reading.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define METHOD_MAX 24 /* bytes; the longest registered method has 17 */
#define FIRST_CAP 1024

enum {
	AT_START,
	AT_START_LF, /* after the CR of an empty line before the request */
	IN_METHOD,
	IN_TARGET,
	IN_VERSION,
	AT_LINE_LF,
	AT_FIELD, /* at the start of a field line, or of the empty line that ends the head */
	IN_NAME,
	IN_VALUE,
	AT_FIELD_LF,
	AT_END_LF,
	IN_BODY,
	IS_READY,
	IS_REFUSED
};

void eu_http_refuse(struct http_reader *reader, unsigned status, size_t at, const char *why,
                    const char *clause)
{
	if (reader->state == IS_REFUSED)
		return;
	reader->state = IS_REFUSED;
	reader->refused = status;
	reader->at = at - reader->begin;
	reader->why = why;
	reader->clause = clause;
}

static void refuse_here(struct http_reader *reader, unsigned status, const char *why,
                        const char *clause)
{
	eu_http_refuse(reader, status, reader->seen, why, clause);
}

/* ---- the request line: RFC 9112 3 ------------------------------------------------------------------ */

/* Checks the method.  RFC 9110 9.1: answers 405 to a known method that is not allowed, and 501
 * to an unknown one. */
static void judge_method(struct http_reader *reader)
{
	static const struct {
		char name[10];
		unsigned status; /* 0 if the method is accepted */
		enum http_method method;
		const char *why, *clause;
	} known[] = {
		{ "GET", 0, HTTP_GET, NULL, NULL },
		{ "HEAD", 0, HTTP_HEAD, NULL, NULL },
		{ "POST", 0, HTTP_POST, NULL, NULL },
		{ "CONNECT", 0, HTTP_CONNECT, NULL, NULL },
		/* THREATS G6: 400, as for every request that only an attacker sends. */
		{ "TRACE", 400, 0,
		  "TRACE is not allowed, because it would reveal the request's header",
		  "RFC 9110 9.3.8" },
		{ "PRI", 505, 0, "HTTP/2 is not supported", "RFC 9113 3.4" },
		{ "PUT", 405, 0, "PUT is not supported", "RFC 9110 15.5.6" },
		{ "DELETE", 405, 0, "DELETE is not supported", "RFC 9110 15.5.6" },
		{ "OPTIONS", 405, 0, "OPTIONS is not supported", "RFC 9110 15.5.6" },
		{ "PATCH", 405, 0, "PATCH is not supported", "RFC 9110 15.5.6" },
	};
	const char *name = reader->data + reader->begin;
	size_t len = reader->seen - reader->begin;

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (strlen(known[i].name) != len || memcmp(known[i].name, name, len) != 0)
			continue;
		if (known[i].status)
			eu_http_refuse(reader, known[i].status, reader->begin, known[i].why,
			               known[i].clause);
		reader->request.method = known[i].method;
		return;
	}
	eu_http_refuse(reader, 501, reader->begin, "unknown method", "RFC 9110 9.1");
}

static void read_method(struct http_reader *reader, unsigned char byte)
{
	size_t len = reader->seen - reader->begin;

	if (byte == ' ' && len) {
		judge_method(reader);
		if (reader->state == IN_METHOD)
			reader->state = IN_TARGET;
		reader->mark = reader->seen + 1;
	} else if (!eu_http_is_tchar(byte)) {
		refuse_here(reader, 400,
		            byte == 0x16 && !len ?
		                    "TLS is not supported; use http:// instead of https://" :
		                    "expected a method and one space",
		            "RFC 9112 3.1");
	} else if (len == METHOD_MAX) {
		refuse_here(reader, 501, "unknown method", "RFC 9110 9.1");
	} else {
		reader->state = IN_METHOD;
	}
}

/* RFC 9112 2.2: "a server ... SHOULD ignore at least one empty line (CRLF) received prior to the
 * request-line".  CHOICE: accepts one such line; old clients send it after the body of a form. */
static void read_start(struct http_reader *reader, unsigned char byte)
{
	if (byte == '\r' && !reader->skipped)
		reader->state = AT_START_LF;
	else
		read_method(reader, byte);
}

static bool is_alpha(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* 3.2: accepts the origin form and the absolute form.  routes.c parses the authority form of
 * CONNECT.  The asterisk form is only for OPTIONS, and that method is refused. */
static void judge_target(struct http_reader *reader)
{
	const char *target = reader->data + reader->mark;
	size_t len = reader->seen - reader->mark;

	if (!len)
		refuse_here(reader, 400, "missing request target, or two spaces before it",
		            "RFC 9112 3");
	else if (reader->request.method != HTTP_CONNECT && *target != '/' &&
	         !(is_alpha(*target) && memchr(target, ':', len)))
		eu_http_refuse(reader, 400, reader->mark,
		               "invalid request target; use a path or an absolute URI",
		               "RFC 9112 3.2");
}

static void read_target(struct http_reader *reader, unsigned char byte)
{
	if (byte == ' ') {
		judge_target(reader);
		if (reader->state == IN_TARGET)
			reader->state = IN_VERSION;
		reader->request.target.len = reader->seen - reader->mark;
		reader->mark = reader->seen + 1;
	} else if (byte == '\r' || byte == '\n') {
		refuse_here(reader, 400, "missing HTTP version in the request line", "RFC 9112 3");
	} else if (byte < 0x20 || byte == 0x7F) {
		refuse_here(reader, 400, "control character in the request target", "RFC 9112 3.2");
	} else if (reader->seen - reader->mark == HTTP_TARGET_MAX) {
		refuse_here(reader, 414, "request target longer than 24 KiB", "RFC 9112 3");
	}
}

/* 2.3: HTTP-version = "HTTP/" DIGIT "." DIGIT.  CHOICE: refuses a minor version above 1.  A
 * server may answer such a request as HTTP/1.1, but no such version exists. */
static void read_version(struct http_reader *reader, unsigned char byte)
{
	static const char words[] = "HTTP/";
	size_t at = reader->seen - reader->mark;
	bool digit = byte >= '0' && byte <= '9';

	if (at < 5 ? byte == (unsigned char)words[at] : at == 6 && byte == '.')
		return;
	if (at == 8 && byte == '\r')
		reader->state = AT_LINE_LF;
	else if (at == 7 && (byte == '0' || byte == '1'))
		reader->request.minor = byte - '0';
	else if ((at == 5 && digit && byte != '1') || (at == 7 && digit))
		refuse_here(reader, 505, "unsupported HTTP version; use HTTP/1.0 or HTTP/1.1",
		            "RFC 9110 15.6.6");
	else if (at != 5 || !digit)
		refuse_here(
			reader, 400,
			byte == '\n' ?
				"a line must end in CR LF" :
				"expected one space and the HTTP version after the request target",
			byte == '\n' ? "RFC 9112 2.2" : "RFC 9112 2.3");
}

/* ---- fields: RFC 9112 5 ------------------------------------------------------------------------------ */

static void refuse_bare_cr(struct http_reader *reader)
{
	eu_http_refuse(reader, 400, reader->seen - 1, "CR without LF", "RFC 9112 2.2");
}

/* Reads a byte of a field's name.  read_field_start() has already refused a leading space or
 * tab. */
static void read_field_name(struct http_reader *reader, unsigned char byte)
{
	size_t len = reader->seen - reader->line;

	if (byte == ':' && len)
		reader->state = IN_VALUE;
	else if (byte == ':')
		refuse_here(reader, 400, "missing field name", "RFC 9110 5.1");
	else if (byte == ' ' || byte == '\t')
		refuse_here(reader, 400, "white space between field name and colon",
		            "RFC 9112 5.1");
	else if (!eu_http_is_tchar(byte))
		refuse_here(reader, 400,
		            byte == '\n' ? "a line must end in CR LF" :
		                           "character not allowed in a field name",
		            byte == '\n' ? "RFC 9112 2.2" : "RFC 9110 5.1");
	else
		reader->state = IN_NAME;
}

static void read_field_start(struct http_reader *reader, unsigned char byte)
{
	if (byte == '\r')
		reader->state = AT_END_LF;
	else if (byte == ' ' || byte == '\t')
		refuse_here(reader, 400,
		            reader->request.n_fields ? "line folding is not allowed" :
		                                       "white space before the first header field",
		            reader->request.n_fields ? "RFC 9112 5.2" : "RFC 9112 2.2");
	else if (reader->request.n_fields == HTTP_FIELDS_MAX)
		refuse_here(reader, 431, "more than 100 header fields", "RFC 6585 5");
	else
		read_field_name(reader, byte);
}

static void read_value(struct http_reader *reader, unsigned char byte)
{
	if (byte == '\r')
		reader->state = AT_FIELD_LF;
	else if (byte == '\n')
		refuse_here(reader, 400, "a line must end in CR LF", "RFC 9112 2.2");
	else if ((byte < 0x20 && byte != '\t') || byte == 0x7F)
		refuse_here(reader, 400, "control character in a field value", "RFC 9110 5.5");
}

struct eu_http_field eu_http_cut_field(const char *line, size_t len)
{
	const char *colon = memchr(line, ':', len);
	size_t name = colon ? (size_t)(colon - line) : len;
	size_t from = colon ? name + 1 : len;

	while (from < len && (line[from] == ' ' || line[from] == '\t'))
		from++;
	while (len > from && (line[len - 1] == ' ' || line[len - 1] == '\t'))
		len--;
	return (struct eu_http_field){ { line, name }, { line + from, len - from } };
}

static void end_line(struct http_reader *reader, bool field)
{
	reader->state = AT_FIELD;
	if (field) {
		reader->request.n_fields++;
		eu_http_judge_field(reader, eu_http_cut_field(reader->data + reader->line,
		                                              reader->seen - 1 - reader->line));
	}
	reader->line = reader->seen + 1;
}

static void end_head(struct http_reader *reader)
{
	eu_http_judge_head(reader);
	if (reader->state == IS_REFUSED)
		return;
	reader->head = reader->seen + 1 - reader->begin;
	reader->state = IN_BODY;
}

/* ---- the state machine -------------------------------------------------------------------------------- */

/* Reads the byte after a CR. */
static void read_lf(struct http_reader *reader, unsigned char byte)
{
	if (byte != '\n') {
		refuse_bare_cr(reader);
	} else if (reader->state == AT_START_LF) {
		reader->skipped = true;
		reader->begin = reader->line = reader->mark = reader->seen + 1;
		reader->state = AT_START;
	} else if (reader->state == AT_END_LF) {
		end_head(reader);
	} else {
		end_line(reader, reader->state == AT_FIELD_LF);
	}
}

static void read_byte(struct http_reader *reader, unsigned char byte)
{
	switch (reader->state) {
	case AT_START:
		read_start(reader, byte);
		break;
	case IN_METHOD:
		read_method(reader, byte);
		break;
	case IN_TARGET:
		read_target(reader, byte);
		break;
	case IN_VERSION:
		read_version(reader, byte);
		break;
	case AT_FIELD:
		read_field_start(reader, byte);
		break;
	case IN_NAME:
		read_field_name(reader, byte);
		break;
	case IN_VALUE:
		read_value(reader, byte);
		break;
	default:
		read_lf(reader, byte);
	}
}

/* Sets the texts of the request.  Called only when the buffer no longer moves. */
static void cut_request(struct http_reader *reader)
{
	struct http_request *request = &reader->request;
	const char *head = reader->data + reader->begin;
	const char *end = head + reader->head - 2; /* start of the empty line after the fields */
	const char *line = memchr(head, '\n', reader->head);

	request->target.data = (const char *)memchr(head, ' ', reader->head) + 1;
	request->n_fields = 0;
	for (line++; line < end && request->n_fields < HTTP_FIELDS_MAX;) {
		const char *lf = memchr(line, '\n', (size_t)(end - line));
		struct eu_http_field field = eu_http_cut_field(line, (size_t)(lf - line) - 1);

		if (eu_http_is(field.name, "host"))
			request->host = field.value;
		request->field[request->n_fields++] = field;
		line = lf + 1;
	}
	request->body = (struct everyuri_text){ head + reader->head, (size_t)reader->body };
}

static enum http_state read_on(struct http_reader *reader)
{
	while (reader->seen < reader->len && reader->state < IN_BODY) {
		if (reader->seen - reader->begin == HTTP_HEAD_MAX) {
			refuse_here(reader, 431, "request header longer than 32 KiB", "RFC 6585 5");
			break;
		}
		read_byte(reader, (unsigned char)reader->data[reader->seen]);
		if (reader->state != IS_REFUSED)
			reader->seen++;
	}
	if (reader->state == IN_BODY && reader->len - reader->seen >= reader->body) {
		reader->state = IS_READY;
		cut_request(reader);
	}
	return reader->state == IS_READY   ? HTTP_READY :
	       reader->state == IS_REFUSED ? HTTP_REFUSED :
	                                     HTTP_MORE;
}

/* Makes space for len more bytes.  Drops the bytes before the request. */
static bool make_room(struct http_reader *reader, size_t len)
{
	size_t done = reader->begin;

	if (done) {
		memmove(reader->data, reader->data + done, reader->len - done);
		reader->len -= done;
		reader->seen -= done;
		reader->line -= done;
		reader->mark -= done;
		reader->begin = 0;
	}
	if (len <= reader->cap - reader->len)
		return true;
	if (len > SIZE_MAX / 2 - reader->len)
		return false;

	size_t cap = reader->cap ? reader->cap : FIRST_CAP;

	while (cap < reader->len + len)
		cap *= 2;

	char *data = realloc(reader->data, cap);

	if (!data)
		return false;
	reader->data = data;
	reader->cap = cap;
	return true;
}

void eu_http_reader_init(struct http_reader *reader)
{
	memset(reader, 0, sizeof *reader);
}

void eu_http_reader_free(struct http_reader *reader)
{
	free(reader->data);
	eu_http_reader_init(reader);
}

enum http_state eu_http_reader_feed(struct http_reader *reader, const char *data, size_t len)
{
	assert(reader->state != IS_READY);
	if (reader->state == IS_REFUSED)
		return HTTP_REFUSED;
	if (len && !make_room(reader, len)) {
		refuse_here(reader, 503, "out of memory", "RFC 9110 15.6.4");
		return HTTP_REFUSED;
	}
	if (len)
		memcpy(reader->data + reader->len, data, len);
	reader->len += len;
	return read_on(reader);
}

enum http_state eu_http_reader_next(struct http_reader *reader)
{
	struct everyuri_text rest = eu_http_reader_rest(reader);
	size_t end = reader->len - rest.len;

	assert(reader->state == IS_READY);
	if (!rest.len) {
		eu_http_reader_free(reader);
		return HTTP_MORE;
	}

	struct http_reader before = { .data = reader->data,
		                      .len = reader->len,
		                      .cap = reader->cap };

	eu_http_reader_init(reader);
	reader->data = before.data;
	reader->len = before.len;
	reader->cap = before.cap;
	reader->begin = reader->seen = reader->line = reader->mark = end;
	return read_on(reader);
}

struct everyuri_text eu_http_reader_rest(const struct http_reader *reader)
{
	size_t end = reader->begin + reader->head + (size_t)reader->body;

	assert(reader->state == IS_READY);
	return (struct everyuri_text){ reader->data + end, reader->len - end };
}
