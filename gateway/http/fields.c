/* Checks each header field as soon as it is read: fields about framing, host and connection. */
#include "gateway/http/reading.h"

#include <string.h>

bool eu_http_is_tchar(unsigned char byte)
{
	return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
	       (byte >= 'A' && byte <= 'Z') || (byte && strchr("!#$%&'*+-.^_`|~", byte));
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool eu_http_is(struct everyuri_text text, const char *word)
{
	if (text.len != strlen(word))
		return false;
	for (size_t i = 0; i < text.len; i++)
		if (lower(text.data[i]) != lower(word[i]))
			return false;
	return true;
}

struct everyuri_text eu_http_field(const struct http_request *request, const char *name)
{
	for (size_t i = 0; i < request->n_fields; i++)
		if (eu_http_is(request->field[i].name, name))
			return request->field[i].value;
	return (struct everyuri_text){ NULL, 0 };
}

/* Finds the next member of a comma-separated list, starting at *at.  Returns false at the end of
 * the list. */
static bool next_member(struct everyuri_text list, size_t *at, struct everyuri_text *member)
{
	size_t from = *at, end;

	while (from < list.len && strchr(" \t,", list.data[from]) && list.data[from])
		from++;
	for (end = from; end < list.len && list.data[end] != ',';)
		end++;
	*at = end;
	while (end > from && (list.data[end - 1] == ' ' || list.data[end - 1] == '\t'))
		end--;
	*member = (struct everyuri_text){ list.data + from, end - from };
	return end > from;
}

static bool is_listed(struct everyuri_text list, const char *word)
{
	struct everyuri_text member;

	for (size_t at = 0; next_member(list, &at, &member);)
		if (eu_http_is(member, word))
			return true;
	return false;
}

bool eu_http_lists(const struct http_request *request, const char *name, const char *word)
{
	for (size_t i = 0; i < request->n_fields; i++)
		if (eu_http_is(request->field[i].name, name) &&
		    is_listed(request->field[i].value, word))
			return true;
	return false;
}

/* ---- known fields -------------------------------------------------------------------------------------- */

static void refuse_value(struct http_reader *reader, unsigned status, struct everyuri_text value,
                         const char *why, const char *clause)
{
	eu_http_refuse(reader, status, (size_t)(value.data - reader->data), why, clause);
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* RFC 9110 8.6: 1*DIGIT.  RFC 9112 6.3 lets a server accept a list of equal numbers, but this
 * server refuses it.  It also refuses signs and spaces. */
static void judge_content_length(struct http_reader *reader, struct everyuri_text value)
{
	uint64_t length = 0;

	if (!value.len) {
		refuse_value(reader, 400, value, "empty Content-Length", "RFC 9112 6.3");
		return;
	}
	for (size_t i = 0; i < value.len; i++) {
		unsigned digit = (unsigned char)value.data[i] - (unsigned)'0';

		if (!is_digit(value.data[i])) {
			refuse_value(reader, 400, value, "Content-Length is not a number",
			             "RFC 9112 6.3");
			return;
		}
		if (length > (UINT64_MAX - digit) / 10) {
			refuse_value(reader, 400, value, "Content-Length is too large",
			             "RFC 9110 8.6");
			return;
		}
		length = length * 10 + digit;
	}
	if (reader->coded)
		refuse_value(reader, 400, value,
		             "both Content-Length and Transfer-Encoding are present",
		             "RFC 9112 6.3");
	else if (length && reader->request.method != HTTP_POST)
		refuse_value(reader, 400, value, "only a POST request may have a body",
		             "RFC 9110 9.3.1");
	else if (length > HTTP_BODY_MAX)
		refuse_value(reader, 413, value, "the body is longer than 64 KiB",
		             "RFC 9110 15.5.14");
	reader->body = length;
}

/* CHOICE: no Transfer-Encoding is supported.  Clients of a gateway do not send one, and two fields
 * that state the length make request smuggling possible.  A request with both fields must get 400,
 * in whichever order they come, so this function leaves the 501 to eu_http_judge_head(). */
static void judge_transfer_encoding(struct http_reader *reader, struct everyuri_text value)
{
	if (reader->once & 1)
		refuse_value(reader, 400, value,
		             "both Content-Length and Transfer-Encoding are present",
		             "RFC 9112 6.3");
	else if (!reader->request.minor)
		refuse_value(reader, 400, value, "Transfer-Encoding is not allowed in HTTP/1.0",
		             "RFC 9112 6.1");
	reader->coded = true;
}

static bool is_host_char(char c)
{
	return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') ||
	       (c && strchr("-._~!$&'()*+,;=%", c));
}

/* RFC 9110 7.2: uri-host [ ":" port ].  RFC 9112 3.2: any other value is 400.  An empty value is
 * allowed, because lynx sends one for news URIs, which have no authority.  guard.c checks that the
 * host is a name of the gateway. */
static void judge_host(struct http_reader *reader, struct everyuri_text value)
{
	size_t at = 0;

	if (value.len && value.data[0] == '[') {
		for (at = 1;
		     at < value.len && (is_host_char(value.data[at]) || value.data[at] == ':');)
			at++;
		at = at > 1 && at < value.len && value.data[at] == ']' ? at + 1 : 0;
	} else {
		while (at < value.len && is_host_char(value.data[at]))
			at++;
	}
	if (at < value.len && at && value.data[at] == ':')
		for (at++; at < value.len && is_digit(value.data[at]);)
			at++;
	if (at < value.len)
		refuse_value(reader, 400, value, "invalid Host field; expected host or host:port",
		             "RFC 9112 3.2");
}

/* RFC 9112 9.3: in HTTP/1.1 the connection stays open unless the value is "close".  In HTTP/1.0 it
 * is closed unless the value is "keep-alive". */
static void judge_connection(struct http_reader *reader, struct everyuri_text value)
{
	if (is_listed(value, "close"))
		reader->once |= 1u << 31;
	else if (is_listed(value, "keep-alive") && !reader->request.minor)
		reader->request.keep = true;
}

/* RFC 9110 10.1.1.  CHOICE: a request that expects 100-continue before its body gets 417, and the
 * client then retries without Expect.  The field is ignored in a request without a body and in
 * HTTP/1.0. */
static void judge_expect(struct http_reader *reader, struct everyuri_text value)
{
	if (!reader->request.minor)
		return;
	if (!eu_http_is(value, "100-continue"))
		refuse_value(reader, 417, value, "unsupported value of Expect", "RFC 9110 10.1.1");
	reader->expects = true;
}

typedef void judge_fn(struct http_reader *reader, struct everyuri_text value);

/* At most 31 rows, because each row has a bit in reader->once.  Bit 0 must belong to
 * Content-Length.  Bit 31 means that the value "close" was seen. */
static const struct known_field {
	char name[22];
	bool many; /* the field may occur more than once */
	judge_fn *judge;
} known_fields[] = {
	{ "content-length", false, judge_content_length },
	{ "host", false, judge_host },
	{ "transfer-encoding", true, judge_transfer_encoding },
	{ "connection", true, judge_connection },
	{ "expect", false, judge_expect },
	{ "content-type", false, NULL },
	{ "origin", false, NULL },
	{ "referer", false, NULL },
	{ "sec-fetch-site", false, NULL },
	{ "sec-fetch-mode", false, NULL },
	{ "sec-fetch-dest", false, NULL },
	{ "sec-fetch-user", false, NULL },
	{ "sec-websocket-key", false, NULL },
	{ "sec-websocket-version", false, NULL },
};

void eu_http_judge_field(struct http_reader *reader, struct eu_http_field field)
{
	for (size_t i = 0; i < sizeof known_fields / sizeof *known_fields; i++) {
		const struct known_field *known = &known_fields[i];

		if (!eu_http_is(field.name, known->name))
			continue;
		if (reader->once & 1u << i && !known->many)
			refuse_value(reader, 400, field.name,
			             "this header field may occur only once",
			             i ? "RFC 9110 5.3" : "RFC 9112 6.3");
		reader->once |= 1u << i;
		if (known->judge)
			known->judge(reader, field.value);
		return;
	}
}

void eu_http_judge_head(struct http_reader *reader)
{
	bool host = reader->once & 2, close = reader->once >> 31;

	if (reader->request.minor && !host)
		eu_http_refuse(reader, 400, reader->seen, "missing Host field", "RFC 9112 3.2");
	else if (reader->coded)
		eu_http_refuse(reader, 501, reader->seen,
		               "a body needs Content-Length; Transfer-Encoding is not supported",
		               "RFC 9112 6.1");
	else if (reader->expects && reader->body)
		eu_http_refuse(reader, 417, reader->seen,
		               "Expect is not supported; send the body at once",
		               "RFC 9110 15.5.18");
	reader->request.keep = !close && (reader->request.minor || reader->request.keep);
}
