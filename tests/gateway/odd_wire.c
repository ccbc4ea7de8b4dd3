/* odd_wire.c - requests and responses that are nearly right: what is refused, with which status, and what goes out. */
#include "gateway/http/websocket.h"
#include "gateway/http/writing.h"

#include "shown.h"
#include "tap.h"

static struct shown shown;

static struct everyuri_text text_of(const char *words)
{
	return (struct everyuri_text){ words, strlen(words) };
}

/* ---- requests --------------------------------------------------------------------------------------------------- */

static void requests(void)
{
	static const struct {
		const char *text;
		unsigned status; /* 0: it is whole */
	} rows[] = {
		{ "\x16\x03\x01", 400 },
		{ "GE\x16 / HTTP/1.1\r\n", 400 },
		{ "GET /", 1 },
		{ "GET  / HTTP/1.1\r\n", 400 },
		{ "GET abc HTTP/1.1\r\n", 400 },
		{ "GET {a: HTTP/1.1\r\n", 400 },
		{ "GET [a: HTTP/1.1\r\n", 400 },
		{ "GET @a: HTTP/1.1\r\n", 400 },
		{ "GET X:y HTTP/1.1\r\nHost: x\r\n\r\n", 0 },
		{ "GET /a HTTQ/1.1\r\n", 400 },
		{ "GET / HTTP/x.1\r\n", 400 },
		{ "GET / HTTP/2.1\r\n", 505 },
		{ "GET / HTTP/1x1\r\n", 400 },
		{ "GET / HTTP/1.x\r\n", 400 },
		{ "GET / HTTP/1./\r\n", 400 },
		{ "GET / HTTP/1.:\r\n", 400 },
		{ "GET / HTTP/1.9\r\n", 505 },
		{ "GET / HTTP/1.1 \r\n", 400 },
		{ "GET / HTTP/1.1\n", 400 },
		{ "GET / HTTP/1.1\r\n Host: x\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\n\tHost: x\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost\t: x\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: {\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: [::1/]\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: [::1]x\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: [::1]:8a\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: x\r\nConnection: a\t, close\t\r\n\r\n", 0 },
		{ "GET / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n", 0 },
		{ "GET / HTTP/1.1\r\nHost: x\r\nExpect: other\r\nExpect: other\r\n\r\n", 417 },
		{ "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n",
		  417 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const size_t len = strlen(rows[i].text);

		for (size_t cut = 1; cut <= len; cut += len - 1) {
			struct http_reader reader;
			enum http_state state = HTTP_MORE;

			eu_http_reader_init(&reader);
			state = eu_http_reader_feed(&reader, "", 0);
			for (size_t at = 0; at < len && state == HTTP_MORE; at += cut)
				state = eu_http_reader_feed(&reader, rows[i].text + at,
				                            len - at < cut ? len - at : cut);
			ok(rows[i].status > 1 ?
			           state == HTTP_REFUSED && reader.refused == rows[i].status &&
			                   reader.why && reader.clause :
			           state == (rows[i].status ? HTTP_MORE : HTTP_READY),
			   "RFC 9112: %u: %s", rows[i].status, rows[i].text);
			eu_http_reader_free(&reader);
		}
	}
}

/* ---- responses ---------------------------------------------------------------------------------------------------- */

static void begin(unsigned status, const char *type, size_t len)
{
	shown.len = 0;
	shown.joined = false;
	shown.fails = false;
	shown_take(&shown, "", 0);
	shown.request.method = HTTP_GET;
	shown.request.minor = 1;
	shown.request.keep = true;
	eu_http_response_init(&shown.response, &shown.request, shown_take, &shown);
	if (status)
		eu_http_response_begin(&shown.response, status, type, len, HTTP_FOREIGN, UNKNOWN);
}

static void media_types(void)
{
	static const struct {
		const char *type;
		bool good;
	} rows[] = {
		{ "text/plain", true },
		{ "a/b;c=d", true },
		{ "a/b ; c=\"d;\\\"e\"", true },
		{ "a/b;\tc=d", false },
		{ "a/b; c=d ;e=f", true },
		{ "a", false },
		{ "a;b=c", false },
		{ "a/", false },
		{ "/b", false },
		{ "a/b;", false },
		{ "a/b;c", false },
		{ "a/b;c;d=e", false },
		{ "a/b;c=", false },
		{ "a/b;c=\"d", false },
		{ "a/b c", false },
		{ "a/b ", false },
		{ "", false },
	};
	char longer[300], field[400];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		begin(200, rows[i].type, strlen(rows[i].type));
		eu_http_response_end(&shown.response, true);
		snprintf(field, sizeof field, "\r\nContent-Type: %s\r\n",
		         rows[i].good ? rows[i].type : "application/octet-stream");
		ok(strstr(shown.data, field) != NULL, "RFC 9110 8.3.1: \"%s\" is %s type",
		   rows[i].type, rows[i].good ? "a" : "no");
	}
	memset(longer, 'x', sizeof longer);
	longer[1] = '/';
	begin(200, longer, 257);
	eu_http_response_end(&shown.response, true);
	ok(strstr(shown.data, "Content-Type: application/octet-stream\r\n") != NULL,
	   "one of 257 bytes is none");
}

static void fields(void)
{
	static char longer[5000];

	memset(longer, 'x', sizeof longer - 1);
	begin(0, NULL, 0);
	ok(!eu_http_response_field(&shown.response, longer, "y", 1), "a name of 4999 bytes");
	eu_http_response_begin(&shown.response, 200, NULL, 0, HTTP_OWN, 0);
	ok(!strncmp(shown.data, "HTTP/1.1 500 ", 13), "spoils the response");
	begin(0, NULL, 0);
	ok(!eu_http_response_field(&shown.response, "X", longer, sizeof longer - 1),
	   "so does a value");
	begin(0, NULL, 0);
	eu_http_response_field(&shown.response, "X-Other", "y", 1);
	eu_http_response_begin(&shown.response, 405, NULL, 0, HTTP_OWN, 0);
	eu_http_response_end(&shown.response, true);
	ok(strstr(shown.data, "\r\nAllow: GET, HEAD, POST\r\n") && strstr(shown.data, "X-Other: y"),
	   "RFC 9110 15.5.6: 405 says what is allowed");
	begin(0, NULL, 0);
	eu_http_response_field(&shown.response, "X-Other", "y", 1);
	eu_http_response_field(&shown.response, "Allow", "GET", 3);
	eu_http_response_begin(&shown.response, 405, NULL, 0, HTTP_OWN, 0);
	eu_http_response_end(&shown.response, true);
	ok(strstr(shown.data, "\r\nAllow: GET\r\n") && !strstr(shown.data, "POST"),
	   "unless that has been said");
}

/* Nobody takes it. */
static void lost(void)
{
	static char block[70000];

	begin(200, "text/plain", 10);
	shown.fails = true;
	everyuri_write(&shown.response.w, block, sizeof block);
	ok(shown.response.failed && shown.response.w.failed, "a client that is gone is noticed");
	everyuri_write(&shown.response.w, block, sizeof block);
	ok(!eu_http_response_end(&shown.response, true) && !shown.len,
	   "nothing more goes out, and the connection is not kept");
	ok(!eu_http_response_end(&shown.response, true), "it ends once");
	everyuri_write(&shown.response.w, "x", 1);
	everyuri_writer_flush(&shown.response.w);
	ok(!shown.len, "behind its end there is nothing");
	begin(200, "text/plain", 10);
	everyuri_write(&shown.response.w, block, sizeof block);
	shown.fails = true;
	ok(!eu_http_response_end(&shown.response, true), "nor is it kept where the end is lost");
	begin(0, NULL, 0);
	eu_http_response_begin(&shown.response, 200, "text/plain", 10, HTTP_FOREIGN, 5);
	everyuri_write(&shown.response.w, block, sizeof block);
	ok(!eu_http_response_end(&shown.response, true) && shown.response.written == 5,
	   "RFC 9112 6.3: a body that is longer than it was to be is cut, and the connection with "
	   "it");
	begin(0, NULL, 0);
	shown.request.method = HTTP_HEAD;
	eu_http_response_begin(&shown.response, 200, "text/plain", 10, HTTP_FOREIGN, UNKNOWN);
	everyuri_write(&shown.response.w, block, sizeof block);
	ok(eu_http_response_end(&shown.response, true) && !strstr(shown.data, "Content-Length"),
	   "RFC 9110 9.3.2: to HEAD a length is not said that is not known");
}

/* ---- what a browser may do with it ------------------------------------------------------------------------------------ */

static void policies(void)
{
	static const struct {
		const char *origin;
		bool named;
	} rows[] = {
		{ "http://127.0.0.1:8070", true },
		{ "http://a-b.localhost:8070", true },
		{ "https://127.0.0.1:8070", false },
		{ "http://", false },
		{ "http://a{", false },
		{ "http://a;b", false },
		{ "http://a b", false },
		{ "http://xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
		  "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
		  false },
	};
	char policy[512];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (enum http_trust trust = HTTP_OWN; trust <= HTTP_TERMINAL; trust++) {
			const size_t n = eu_http_policy(policy, sizeof policy, trust,
			                                text_of(rows[i].origin));
			const bool names = trust == HTTP_OWN || trust == HTTP_TERMINAL ||
			                   trust == HTTP_FOREIGN_PAGE;

			policy[n < sizeof policy ? n : 0] = '\0';
			ok(n && (strstr(policy, "127.0.0.1") || strstr(policy, "a-b.local")) ==
			                   (names && rows[i].named),
			   "THREATS G4: origin %s, %d: %s", rows[i].origin, (int)trust, policy);
		}
	ok(!eu_http_policy(policy, 20, HTTP_OWN, text_of("http://127.0.0.1:8070")),
	   "a policy that is cut is none");
}

/* ---- WebSockets --------------------------------------------------------------------------------------------------------- */

static unsigned open_with(struct everyuri_text key, const char *origin, const char *asked)
{
	struct http_request request = { .method = HTTP_GET, .minor = 1 };
	const struct eu_http_field of[] = { { TEXT("Connection"), TEXT("keep-alive\t, Upgrade") },
		                            { TEXT("Upgrade"), text_of(asked) },
		                            { TEXT("Origin"), text_of(origin) },
		                            { TEXT("Sec-WebSocket-Version"), TEXT("13") },
		                            { TEXT("Sec-WebSocket-Key"), key } };
	const char *why, *clause;

	memcpy(request.field, of, sizeof of);
	request.n_fields = 5;
	shown.len = 0;
	shown.fails = false;
	return eu_websocket_open(&request, TEXT("http://h:1"), shown_take, &shown, &why, &clause);
}

static void websockets(void)
{
	static const struct {
		const char *key;
		unsigned status;
	} rows[] = {
		{ "dGhlIHNhbXBsZSBub25jZQ==", 101 },
		{ "dGhlIHNhbXBsZSBub25jZQ=a", 400 },
		{ "dGhlIHNhbXBsZSBub25jZQ!!", 400 },
		{ "dGhlIHNhbXBsZSBub25jZR==", 400 },
		{ "dGhlIHNhbXBs SBub25jZQ==", 400 },
		{ "dGhlIHNhbXBsZSBub25jZ===", 400 },
		{ "", 400 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		is_number(open_with(text_of(rows[i].key), "http://h:1", "websocket"),
		          rows[i].status, "RFC 6455 4.1: the key \"%s\"", rows[i].key);
	is_number(open_with((struct everyuri_text){ "dGhlIHNhbXBs\0SBub25jZQ==", 24 }, "http://h:1",
	                    "websocket"),
	          400, "a NUL is no letter of a key");
	is_number(open_with(text_of(rows[0].key), "http://h:2", "websocket"), 403,
	          "RFC 6455 10.2: of another port");
	is_number(open_with(text_of(rows[0].key), "http://h:10", "websocket"), 403,
	          "or of a longer one");
	is_number(open_with(text_of(rows[0].key), "http://h:1", "h2c, websockets"), 426,
	          "another protocol");
	is_number(open_with(text_of(rows[0].key), "http://h:1", ", \tWebSocket\t,h2c"), 101,
	          "RFC 9110 7.8: a list of them");
	shown.fails = true;
}

int main(void)
{
	requests();
	media_types();
	fields();
	lost();
	policies();
	websockets();
	free(shown.data);
	return done();
}
