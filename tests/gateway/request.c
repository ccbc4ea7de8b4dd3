/* Requests: those of vectors/gateway/requests.tsv whole, cut in two at every byte and byte by byte (THREATS G6);
 * limits to the byte; what a request holds; what stands behind it. */
#include "gateway/http/http.h"

#include "guard.h"
#include "played.h"
#include "rows.h"
#include "tap.h"

#include <stdint.h>
#include <stdlib.h>

#define INPUT_MAX (256u << 10)

/* ---- texts that are made ------------------------------------------------------------------------------ */

struct made {
	char data[INPUT_MAX];
	size_t len;
};

static void make(struct made *made, const char *words)
{
	size_t len = strlen(words);

	memcpy(made->data + made->len, words, len);
	made->len += len;
}

static void make_many(struct made *made, char byte, size_t n)
{
	memset(made->data + made->len, byte, n);
	made->len += n;
}

/* The text of a row, in which {port} stands for that of the gateway, {nobody} for one that listens
 * and is never to be connected to. */
static void make_row(struct made *made, const struct row_field *field)
{
	static const char *const words[][2] = { { "{port}", "8070" }, { "{nobody}", "7007" } };

	made->len = 0;
	for (size_t i = 0; i < field->len;) {
		size_t word = 0;

		while (word < 2 && strncmp(field->text + i, words[word][0], strlen(words[word][0])))
			word++;
		if (word < 2) {
			make(made, words[word][1]);
			i += strlen(words[word][0]);
		} else {
			made->data[made->len++] = field->text[i++];
		}
	}
}

/* ---- playing ----------------------------------------------------------------------------------------------- */

/* Returns: the first cut after which the outcome is another; SIZE_MAX if none is. */
static size_t find_other(const char *data, size_t len, const struct outcome *whole)
{
	struct outcome outcome = play(data, len, SIZE_MAX);

	if (!same(whole, &outcome))
		return 0;
	for (size_t cut = 1; cut < len; cut++) {
		outcome = play(data, len, cut);
		if (!same(whole, &outcome))
			return cut;
	}
	return SIZE_MAX;
}

/* ---- vectors --------------------------------------------------------------------------------------------------- */

enum { ID, CLAUSE, INPUT, EXPECTED, N_NAMES };

static void try_row(const struct rows *rows, struct made *made, struct guard *guard)
{
	const struct row_field *field = rows->field;
	struct outcome whole;
	const char *text;
	size_t cut;
	char got[16] = "more";

	make_row(made, &field[INPUT]);
	text = guard_end(guard, made->data, made->len);
	whole = play(text, made->len, made->len);
	if (whole.state == HTTP_READY)
		snprintf(got, sizeof got, "ready");
	else if (whole.state == HTTP_REFUSED)
		snprintf(got, sizeof got, "%u", whole.refused);
	ok(!rows->broken && row_field_is(&field[EXPECTED], got), "%s %s: %s", field[ID].text,
	   field[CLAUSE].text, field[EXPECTED].text);
	if (!row_field_is(&field[EXPECTED], got))
		diag("got %s", got);
	if (whole.state == HTTP_REFUSED)
		is_text(whole.clause, strlen(whole.clause), field[CLAUSE].text,
		        "%s: refused by its clause", field[ID].text);
	cut = find_other(text, made->len, &whole);
	if (!ok(cut == SIZE_MAX, "%s: the same however its bytes come", field[ID].text))
		diag("not when cut at %zu", cut);
}

static void try_vectors(struct made *made)
{
	static const char *const names[N_NAMES] = { "id", "clause", "input", "expected" };
	struct guard guard = { 0 };
	struct rows rows;
	unsigned n = 0;

	if (!ok(rows_open(&rows, "vectors/gateway/requests.tsv", names, N_NAMES),
	        "vectors/gateway/requests.tsv is there"))
		return;
	while (rows_next(&rows)) {
		try_row(&rows, made, &guard);
		n++;
	}
	ok(n >= 300, "there are three hundred of them");
	guard_free(&guard);
}

/* ---- limits -------------------------------------------------------------------------------------------------------- */

static void is_outcome(const struct made *made, unsigned status, const char *name)
{
	struct outcome whole = play(made->data, made->len, made->len);
	struct outcome single = play(made->data, made->len, SIZE_MAX);

	is_number(whole.refused, status, "%s", name);
	ok((whole.state == HTTP_READY) == !status && same(&whole, &single),
	   "%s: the same byte by byte", name);
}

static void try_target(struct made *made)
{
	for (size_t over = 0; over < 2; over++) {
		made->len = 0;
		make(made, "GET /");
		make_many(made, 'a', HTTP_TARGET_MAX - 1 + over);
		make(made, " HTTP/1.1\r\nHost: h\r\n\r\n");
		is_outcome(made, over ? 414 : 0,
		           over ? "a target of 24 KiB and a byte" : "a target of 24 KiB");
	}
}

static void try_head(struct made *made)
{
	static const char end[] = "\r\n\r\n";

	for (size_t over = 0; over < 2; over++) {
		made->len = 0;
		make(made, "GET / HTTP/1.1\r\nHost: h\r\nA: ");
		make_many(made, 'a', HTTP_HEAD_MAX - made->len - strlen(end) + over);
		make(made, end);
		is_outcome(made, over ? 431 : 0,
		           over ? "a head of 32 KiB and a byte" : "a head of 32 KiB");
	}
}

static void try_fields(struct made *made)
{
	for (size_t n = HTTP_FIELDS_MAX; n <= HTTP_FIELDS_MAX + 1; n++) {
		made->len = 0;
		make(made, "GET / HTTP/1.1\r\nHost: h\r\n");
		for (size_t i = 1; i < n; i++)
			make(made, "a:\r\n");
		make(made, "\r\n");
		is_outcome(made, n > HTTP_FIELDS_MAX ? 431 : 0,
		           n > HTTP_FIELDS_MAX ? "101 fields" : "100 fields");
	}
}

static void try_body(struct made *made)
{
	struct outcome outcome;

	made->len = 0;
	make(made, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 65536\r\n\r\n");
	make_many(made, '\0', HTTP_BODY_MAX);
	is_outcome(made, 0, "a body of 64 KiB");
	outcome = play(made->data, made->len - 1, made->len);
	ok(outcome.state == HTTP_MORE, "a body that is a byte short is waited for");
	made->len = 0;
	make(made, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 65537\r\n");
	is_outcome(made, 413, "a body of 64 KiB and a byte is refused before it comes");
}

/* ---- how early ----------------------------------------------------------------------------------------------------- */

/* Each is refused at its last byte, and no earlier. */
static void try_early(void)
{
	static const char *const beginnings[] = {
		"\x16",
		" ",
		"G@",
		"ABCDEFGHIJKLMNOPQRSTUVWXY",
		"TRACE ",
		"GET  ",
		"GET /\t",
		"GET /\r",
		"GET /\x7f",
		"GET * ",
		"GET / h",
		"GET / HTTP/2",
		"GET / HTTP/1.2",
		"GET / HTTP/1.1\n",
		"GET / HTTP/1.1\rX",
		"GET / HTTP/1.1\r\n ",
		"GET / HTTP/1.1\r\n:",
		"GET / HTTP/1.1\r\nHost ",
		"GET / HTTP/1.1\r\nHost: h\n",
		"GET / HTTP/1.1\r\nHost: h\rX",
		"GET / HTTP/1.1\r\nHost: h\r\n\t",
		"GET / HTTP/1.1\r\nA: \x01",
		"GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n",
		"GET / HTTP/1.1\r\nA: b\r\n\r\n",
		"\r\n\r",
		"\r\r",
		"\n",
	};

	for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
		size_t len = strlen(beginnings[i]);
		struct outcome before = play(beginnings[i], len - 1, len - 1);
		struct outcome outcome = play(beginnings[i], len, len);

		ok(outcome.state == HTTP_REFUSED && before.state == HTTP_MORE,
		   "RFC 9112 3: beginning %zu is refused at its last byte", i);
	}
	struct outcome zero = play("GET /\0", 6, 6);

	ok(zero.state == HTTP_REFUSED && zero.at == 5, "a NUL in the target is refused at once");
}

/* ---- what a request holds ------------------------------------------------------------------------------------ */

static void try_request(void)
{
	static const char text[] = "POST gopher://h:70/7/s%09q HTTP/1.1\r\n"
				   "hOST: 127.0.0.1:8070\r\n"
				   "Accept:\t */*\t \r\n"
				   "Empty:\r\n"
				   "Via: 1.1 a, 1.1 b (c, d)\r\n"
				   "via: 1.0 everyuri-01\r\n"
				   "Name: caf\xC3\xA9\r\n"
				   "Content-Length: 5\r\n"
				   "\r\n"
				   "a\r\nb\n"
				   "GET /next HTTP/1.0\r\n\r\nGET / HTTP/1.1\r\nHo";
	struct http_reader reader;
	const struct http_request *request = &reader.request;
	struct everyuri_text value;

	eu_http_reader_init(&reader);
	is_number(eu_http_reader_feed(&reader, text, sizeof text - 1), HTTP_READY, "it is whole");
	is_number(request->method, HTTP_POST, "its method");
	is_number(request->minor, 1, "its version");
	is_text(request->target.data, request->target.len, "gopher://h:70/7/s%09q", "its target");
	is_text(request->host.data, request->host.len, "127.0.0.1:8070", "Host in any case");
	is_text(request->body.data, request->body.len, "a\r\nb\n", "its body");
	is_number((long long)request->n_fields, 7, "its fields");
	value = eu_http_field(request, "ACCEPT");
	is_text(value.data, value.len, "*/*", "a value without the blanks around it");
	value = eu_http_field(request, "empty");
	is_text(value.data, value.len, "", "an empty value is no absent one");
	value = eu_http_field(request, "absent");
	is_text(value.data, value.len, NULL, "a field that is not there");
	value = eu_http_field(request, "Name");
	is_text(value.data, value.len, "caf\xC3\xA9",
	        "RFC 9110 5.5: obs-text may stand in a value");
	ok(eu_http_lists(request, "VIA", "1.0 everyuri-01"), "a list goes on in a second field");
	ok(eu_http_lists(request, "via", "1.1 A"), "its members are told in any case");
	ok(!eu_http_lists(request, "via", "1.1"), "a part of a member is no member");
	ok(request->keep, "RFC 9112 9.3: HTTP/1.1 is kept");
	is_number(eu_http_reader_next(&reader), HTTP_READY, "the next was there already");
	is_text(request->target.data, request->target.len, "/next", "its target");
	is_text(request->host.data, request->host.len, NULL, "HTTP/1.0 may be without Host");
	ok(!request->keep && request->n_fields == 0 && request->body.len == 0,
	   "nothing is left of the request before");
	value = eu_http_reader_rest(&reader);
	is_text(value.data, value.len, "GET / HTTP/1.1\r\nHo", "what stands behind it");
	is_number(eu_http_reader_next(&reader), HTTP_MORE, "of the third there is a beginning");
	is_number(eu_http_reader_feed(&reader, "st: h\r\n\r\n", 9), HTTP_READY, "and now all");
	is_text(request->host.data, request->host.len, "h", "its Host, cut in two");
	is_text(request->target.data, request->target.len, "/", "its target");
	is_number(eu_http_reader_next(&reader), HTTP_MORE, "no more");
	ok(!reader.data && !reader.cap, "a connection that says nothing has no memory");
	eu_http_reader_free(&reader);
}

static void try_keep(void)
{
	static const struct {
		const char *version, *field;
		bool keep;
	} rows[] = {
		{ "1.1", "", true },
		{ "1.1", "Connection: close\r\n", false },
		{ "1.1", "Connection: Close\r\n", false },
		{ "1.1", "Connection: a, close , b\r\n", false },
		{ "1.1", "Connection: keep-alive\r\nConnection: close\r\n", false },
		{ "1.1", "Connection: closed\r\n", true },
		{ "1.0", "", false },
		{ "1.0", "Connection: Keep-Alive\r\n", true },
		{ "1.0", "Connection: keep-alive, close\r\n", false },
		{ "1.0", "Connection: close\r\nConnection: keep-alive\r\n", false },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char text[256];
		size_t len =
			(size_t)snprintf(text, sizeof text, "GET / HTTP/%s\r\nHost: h\r\n%s\r\n",
		                         rows[i].version, rows[i].field);
		struct outcome outcome = play(text, len, len);

		ok(outcome.state == HTTP_READY && outcome.keep == rows[i].keep,
		   "RFC 9112 9.3: HTTP/%s and \"%s\"", rows[i].version, rows[i].field);
	}
}

/* One thousand that came at once, in one block. */
static void try_pipeline(struct made *made)
{
	struct http_reader reader;
	enum http_state state;
	unsigned n = 0;

	made->len = 0;
	for (unsigned i = 0; i < 1000; i++)
		make(made, "GET / HTTP/1.1\r\nHost: h\r\n\r\n");
	make(made, "GET / HTTP/1.1\r\nHost : h\r\n\r\n");
	eu_http_reader_init(&reader);
	for (state = eu_http_reader_feed(&reader, made->data, made->len); state == HTTP_READY; n++)
		state = eu_http_reader_next(&reader);
	is_number(n, 1000, "RFC 9112 9.3.2: a thousand requests at once");
	ok(state == HTTP_REFUSED && reader.refused == 400 && reader.at == 20,
	   "the one behind them is refused, at its own byte");
	is_number(eu_http_reader_feed(&reader, "GET", 3), HTTP_REFUSED, "and stays so");
	eu_http_reader_free(&reader);
}

/* A length that no memory has: the bytes themselves are never looked at. */
static void try_no_memory(void)
{
	struct http_reader reader;

	eu_http_reader_init(&reader);
	eu_http_reader_feed(&reader, "GET", 3);
	is_number(eu_http_reader_feed(&reader, " ", SIZE_MAX - 1), HTTP_REFUSED,
	          "there is no memory");
	is_number(reader.refused, 503, "RFC 9110 15.6.4: which is no fault of the request's");
	eu_http_reader_free(&reader);
}

/* What stands in front of a tunnel is given up, what stands behind it is its first bytes. */
static void try_rest(void)
{
	static const char text[] = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
				   "\r\nCONNECT h:443 HTTP/1.1\r\nHost: h:443\r\n\r\n\x16\x03";
	struct http_reader reader;
	struct everyuri_text rest;

	eu_http_reader_init(&reader);
	eu_http_reader_feed(&reader, text, sizeof text - 1);
	is_number(eu_http_reader_next(&reader), HTTP_READY, "a tunnel behind a request and a line");
	is_text(reader.request.target.data, reader.request.target.len, "h:443",
	        "RFC 9112 3.2.3: where it leads");
	rest = eu_http_reader_rest(&reader);
	is_text(rest.data, rest.len, "\x16\x03", "RFC 9110 9.3.6: its first bytes");
	eu_http_reader_free(&reader);
}

int main(void)
{
	static struct made made;

	try_vectors(&made);
	try_target(&made);
	try_head(&made);
	try_fields(&made);
	try_body(&made);
	try_early();
	try_request();
	try_keep();
	try_pipeline(&made);
	try_no_memory();
	try_rest();
	return done();
}
