/* Responses: what goes on the wire, to the byte; what may not stand in a head; bodies that are shorter
 * or longer than was said. */
#include "gateway/http/http.h"

#include "tap.h"

#include <stdint.h>
#include <stdlib.h>

/* ---- where they go ---------------------------------------------------------------------------------------- */

struct wire {
	char data[256u << 10];
	size_t len;
	unsigned calls, fail_at; /* the call that fails, from 1 on; 0: none */
};

static bool take(void *context, const char *data, size_t len)
{
	struct wire *wire = context;

	if (++wire->calls == wire->fail_at || len > sizeof wire->data - 1 - wire->len)
		return false;
	memcpy(wire->data + wire->len, data, len);
	wire->len += len;
	wire->data[wire->len] = '\0';
	return true;
}

static struct wire wire;
static struct http_response response;
static struct http_request request;

static void open_response(enum http_method method, unsigned minor, bool keep)
{
	wire.len = 0;
	wire.calls = 0;
	wire.fail_at = 0;
	wire.data[0] = '\0';
	request.method = method;
	request.minor = minor;
	request.keep = keep;
	/* What lies there from before is not to matter. */
	memset(&response, 0xA5, sizeof response);
	eu_http_response_init(&response, &request, take, &wire);
}

static void begin(unsigned status, uint64_t length)
{
	eu_http_response_begin(&response, status, "text/html; charset=utf-8", 24, HTTP_OWN, length);
}

static void write_many(size_t n)
{
	char some[1000];

	memset(some, 'x', sizeof some);
	for (; n > sizeof some; n -= sizeof some)
		everyuri_write(&response.w, some, sizeof some);
	everyuri_write(&response.w, some, n);
}

/* ---- what came out ---------------------------------------------------------------------------------------- */

static bool has(const char *words)
{
	return strstr(wire.data, words) != NULL;
}

static const char *body(void)
{
	const char *end = strstr(wire.data, "\r\n\r\n");

	return end ? end + 4 : NULL;
}

static size_t body_len(void)
{
	return body() ? wire.len - (size_t)(body() - wire.data) : 0;
}

static size_t hex(const char **at)
{
	size_t number = 0;

	for (; **at && strchr("0123456789abcdef", **at); (*at)++)
		number = number * 16 +
		         (size_t)(strchr("0123456789abcdef", **at) - "0123456789abcdef");
	return number;
}

/* RFC 9112 7.1.  Returns: bytes in all chunks, or SIZE_MAX.  *whole: the last one is there. */
static size_t read_chunks(bool *whole)
{
	const char *at = body(), *end = wire.data + wire.len;
	size_t sum = 0;

	*whole = false;
	while (at < end) {
		size_t len = hex(&at);

		if ((size_t)(end - at) < len + 4 || memcmp(at, "\r\n", 2) != 0 ||
		    memcmp(at + 2 + len, "\r\n", 2) != 0)
			return SIZE_MAX;
		at += len + 4;
		sum += len;
		if (!len) {
			*whole = true;
			return at == end ? sum : SIZE_MAX;
		}
	}
	return sum;
}

/* ---- framing ------------------------------------------------------------------------------------------------- */

static void try_small(void)
{
	open_response(HTTP_GET, 1, true);
	begin(200, UINT64_MAX);
	everyuri_write_text(&response.w, "<p>hello");
	ok(wire.calls == 0, "a small page waits for its end");
	ok(eu_http_response_end(&response, true), "its connection is kept");
	ok(wire.calls == 1, "it goes out at once");
	ok(!strncmp(wire.data, "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n", 57),
	   "RFC 9112 4: its status line and type");
	ok(has("\r\nContent-Length: 8\r\n") && !has("Transfer-Encoding") && !has("Connection:"),
	   "RFC 9112 6.3: its length is known by then");
	is_text(body(), body_len(), "<p>hello", "its body");
	is_number((long long)response.sent, 8, "its bytes are counted");
	ok(eu_http_response_end(&response, true) && wire.calls == 1,
	   "to end it again does nothing");
}

static void try_chunks(void)
{
	bool whole;

	open_response(HTTP_GET, 1, true);
	begin(200, UINT64_MAX);
	write_many(200000);
	ok(wire.len > 160000, "a long page is on its way before it ends");
	ok(eu_http_response_end(&response, true), "a long page keeps its connection");
	ok(has("\r\nTransfer-Encoding: chunked\r\n") && !has("Content-Length"),
	   "RFC 9112 6.1: it comes in chunks");
	is_number((long long)read_chunks(&whole), 200000, "RFC 9112 7.1: all of it");
	ok(whole, "and the last chunk");

	open_response(HTTP_GET, 1, true);
	begin(200, UINT64_MAX);
	everyuri_write_text(&response.w, "one");
	everyuri_writer_flush(&response.w);
	ok(wire.len && has("\r\n3\r\none\r\n"), "who flushes is heard at once");
	everyuri_writer_flush(&response.w);
	ok(wire.calls == 1, "nothing more is no chunk of no bytes, which would be the last");
	everyuri_write_text(&response.w, "more");
	eu_http_response_end(&response, true);
	is_text(body(), body_len(), "3\r\none\r\n4\r\nmore\r\n0\r\n\r\n", "its chunks");

	open_response(HTTP_GET, 1, true);
	begin(200, UINT64_MAX);
	everyuri_write_text(&response.w, "one");
	everyuri_writer_flush(&response.w);
	eu_http_response_end(&response, true);
	is_text(body(), body_len(), "3\r\none\r\n0\r\n\r\n", "nothing is left for the end");

	open_response(HTTP_GET, 1, true);
	begin(200, UINT64_MAX);
	write_many(100000);
	ok(!eu_http_response_end(&response, false), "what broke off does not keep its connection");
	read_chunks(&whole);
	ok(!whole && response.failed, "RFC 9112 8: nor has it a last chunk");

	open_response(HTTP_GET, 1, true);
	begin(200, UINT64_MAX);
	everyuri_write_text(&response.w, "half");
	ok(!eu_http_response_end(&response, false), "nor does a short one");
	is_text(body(), body_len(), "4\r\nhalf\r\n", "which is no whole one with a length");
	ok(has("\r\nConnection: close\r\n"), "and says so");
}

static void try_old(void)
{
	open_response(HTTP_GET, 0, true);
	begin(200, UINT64_MAX);
	everyuri_write_text(&response.w, "hello");
	ok(eu_http_response_end(&response, true) && has("\r\nConnection: keep-alive\r\n") &&
	           has("\r\nContent-Length: 5\r\n"),
	   "RFC 9112 C.2.2: HTTP/1.0 that is to be kept, and can");
	open_response(HTTP_GET, 0, true);
	begin(200, UINT64_MAX);
	write_many(100000);
	ok(!eu_http_response_end(&response, true) && has("\r\nConnection: close\r\n") &&
	           !has("chunked") && !has("Content-Length"),
	   "RFC 9112 6.1: HTTP/1.0 knows no chunks; the connection's end is the body's");
	is_number((long long)body_len(), 100000, "its body as it is");
	open_response(HTTP_GET, 0, false);
	begin(200, 2);
	everyuri_write_text(&response.w, "ab");
	ok(!eu_http_response_end(&response, true) && has("\r\nConnection: close\r\n"),
	   "HTTP/1.0 that is not kept");
	wire.len = 0;
	eu_http_response_init(&response, NULL, take, &wire);
	begin(400, UINT64_MAX);
	write_many(50000);
	ok(!eu_http_response_end(&response, true) && has("\r\nConnection: close\r\n") &&
	           !has("chunked"),
	   "what was refused may have been HTTP/1.0");
	is_number((long long)body_len(), 50000, "its page as it is");
	wire.len = 0;
	eu_http_response_init(&response, NULL, take, &wire);
	begin(400, UINT64_MAX);
	ok(!eu_http_response_end(&response, true) && has("\r\nConnection: close\r\n"),
	   "RFC 9112 9.6: nor is its connection kept when its page is short");
	open_response(HTTP_GET, 1, true);
	response.keep = false;
	begin(200, 0);
	ok(!eu_http_response_end(&response, true) && has("\r\nConnection: close\r\n"),
	   "who answers may close");
}

static void try_lengths(void)
{
	open_response(HTTP_GET, 1, true);
	begin(200, 50000);
	write_many(50000);
	ok(eu_http_response_end(&response, true) && has("\r\nContent-Length: 50000\r\n") &&
	           !has("chunked") && body_len() == 50000,
	   "RFC 9112 6.2: a stated length that is kept");
	open_response(HTTP_GET, 1, true);
	begin(200, 50000);
	write_many(50001);
	ok(!eu_http_response_end(&response, true) && response.failed && body_len() == 50000,
	   "a longer body is cut: the rest would be read as the next response");
	open_response(HTTP_GET, 1, true);
	begin(200, 5);
	everyuri_write_text(&response.w, "123456");
	ok(!eu_http_response_end(&response, true) && response.failed && body_len() == 5,
	   "a short one too");
	open_response(HTTP_GET, 1, true);
	begin(200, 50000);
	write_many(49999);
	ok(!eu_http_response_end(&response, true) && response.failed && body_len() == 49999,
	   "a shorter body ends with its connection");
	open_response(HTTP_GET, 1, true);
	begin(200, 5);
	everyuri_write_text(&response.w, "1234");
	ok(!eu_http_response_end(&response, true) && response.failed &&
	           has("\r\nContent-Length: 5\r\n") && has("\r\nConnection: close\r\n"),
	   "a short one too, and says so");
	open_response(HTTP_GET, 1, true);
	begin(200, UINT64_MAX);
	write_many(40000);
	wire.fail_at = wire.calls + 1;
	write_many(70000);
	ok(response.w.failed && !eu_http_response_end(&response, true) && response.failed,
	   "a client that is gone is told to its writer");
	is_number((long long)wire.calls, wire.fail_at, "and nothing more is sent to it");
}

static void try_empty(void)
{
	static const unsigned none[] = { 204, 304 };

	open_response(HTTP_HEAD, 1, true);
	begin(200, UINT64_MAX);
	everyuri_write_text(&response.w, "hello");
	ok(eu_http_response_end(&response, true) && has("\r\nContent-Length: 5\r\n") && !body_len(),
	   "RFC 9110 9.3.2: HEAD gets GET's head");
	open_response(HTTP_HEAD, 1, true);
	begin(200, 123456);
	ok(eu_http_response_end(&response, true) && has("\r\nContent-Length: 123456\r\n") &&
	           !body_len(),
	   "and its length, without a byte of it");
	open_response(HTTP_HEAD, 1, true);
	begin(200, UINT64_MAX);
	write_many(100000);
	ok(response.w.failed, "HEAD: a long page need not be written to its end");
	ok(eu_http_response_end(&response, false) && !has("Content-Length") && !has("chunked") &&
	           !body_len() && !response.failed,
	   "and nothing wrong is said of its length");
	for (size_t i = 0; i < 2; i++) {
		open_response(HTTP_GET, 1, true);
		eu_http_response_begin(&response, none[i], NULL, 0, HTTP_OWN, UINT64_MAX);
		everyuri_write_text(&response.w, "hello");
		ok(eu_http_response_end(&response, true) && !has("Content-Length") &&
		           !has("\r\nContent-Type") && !has("chunked") && !body_len(),
		   "RFC 9112 6.3: %u has no body", none[i]);
	}
	open_response(HTTP_GET, 1, true);
	ok(eu_http_response_end(&response, true) && !strncmp(wire.data, "HTTP/1.1 500 ", 13),
	   "who answers nothing has failed");
}

/* ---- heads ------------------------------------------------------------------------------------------------------ */

static bool add(const char *name, const char *value)
{
	return eu_http_response_field(&response, name, value, strlen(value));
}

static void try_fields(void)
{
	static const struct {
		const char *name, *value;
		size_t len;
	} wrong[] = {
		{ "Location", "/\r\nSet-Cookie: a", 16 },
		{ "Location", "/\rx", 3 },
		{ "Location", "/\nx", 3 },
		{ "Location", "/\0x", 3 },
		{ "Location", "/\x7f", 2 },
		{ "Location", "/\tx", 3 },
		{ "Loca tion", "/", 1 },
		{ "Location:", "/", 1 },
		{ "", "/", 1 },
		{ "A\r\nB", "/", 1 },
	};
	static const char *const left_out[] = {
		"Connection",
		"keep-alive",
		"Proxy-Connection",
		"Proxy-Authenticate",
		"TE",
		"Trailer",
		"Transfer-Encoding",
		"Upgrade",
		"Content-Length",
		"Content-Type",
		"SET-COOKIE",
		"set-cookie2",
		"Access-Control-Allow-Origin",
		"access-control-allow-private-network",
		"Strict-Transport-Security",
		"Clear-Site-Data",
		"Service-Worker-Allowed",
		"Alt-Svc",
		"Refresh",
		"Link",
		"Content-Security-Policy",
		"content-security-policy-report-only",
		"X-Content-Type-Options",
		"Referrer-Policy",
		"Cross-Origin-Resource-Policy",
		"Cache-Control",
		"Server",
		"Date",
	};
	char long_value[5000];

	open_response(HTTP_GET, 1, true);
	ok(add("Location", "/gopher%3A%2F%2Fh%2F") && add("Via", "1.1 caf\xC3\xA9"),
	   "fields that a response may have");
	begin(303, 0);
	ok(eu_http_response_end(&response, true) &&
	           has("\r\nLocation: /gopher%3A%2F%2Fh%2F\r\nVia: 1.1 caf\xC3\xA9\r\n"),
	   "stand in its head");
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		open_response(HTTP_GET, 1, true);
		add("Content-Language", "en");
		ok(!eu_http_response_field(&response, wrong[i].name, wrong[i].value, wrong[i].len),
		   "RFC 9110 5.5: field %zu is refused", i);
		begin(200, 3);
		everyuri_write_text(&response.w, "abc");
		eu_http_response_end(&response, true);
		ok(!strncmp(wire.data, "HTTP/1.1 500 ", 13) && !has("Location") && !has("abc") &&
		           !has("Set-Cookie") && has("RFC 9110 5.5"),
		   "and the response is a 500 without it");
	}
	for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
		open_response(HTTP_GET, 1, true);
		bool left = !add(left_out[i], "zzz");

		begin(200, 0);
		eu_http_response_end(&response, true);
		ok(left && !has("zzz") && !strncmp(wire.data, "HTTP/1.1 200 ", 13),
		   "THREATS G4: %s is left out", left_out[i]);
	}
	open_response(HTTP_GET, 1, true);
	memset(long_value, 'x', sizeof long_value);
	ok(!eu_http_response_field(&response, "A", long_value, sizeof long_value),
	   "a field that has no room is refused");
	ok(!eu_http_response_field(&response, "A", long_value, SIZE_MAX),
	   "however long it says it is");
	open_response(HTTP_GET, 1, true);
	ok(!eu_http_response_field(&response, "A", long_value, sizeof response.extra - 4),
	   "a byte more than there is room for");
	ok(eu_http_response_field(&response, "A", long_value, sizeof response.extra - 5) &&
	           !eu_http_response_field(&response, "B", "", 0),
	   "all the room there is, and not a byte more");
	open_response(HTTP_GET, 1, true);
	ok(eu_http_response_field(&response, "A", long_value, sizeof response.extra - 5),
	   "the longest fields");
	response.origin = (struct everyuri_text){ "http://127.0.0.1:65535", 22 };
	eu_http_response_begin(&response, 431, long_value, 300, HTTP_OWN, UINT64_MAX);
	write_many(100000);
	ok(eu_http_response_end(&response, true) && has("xxxx\r\nTransfer-Encoding: chunked\r\n"),
	   "leave room for the body");
}

static void try_types(void)
{
	static const struct {
		const char *type;
		bool good;
	} rows[] = {
		{ "text/plain", true },
		{ "text/html; charset=utf-8", true },
		{ "text/html;charset=\"utf-8\"", true },
		{ "multipart/mixed; boundary=\"a\\\"b\" ; x=y", true },
		{ "application/vnd.x+json", true },
		{ "", false },
		{ "text", false },
		{ "text/", false },
		{ "/plain", false },
		{ "text/plain;", false },
		{ "text/plain; charset", false },
		{ "text/plain; charset=", false },
		{ "text/plain; charset=\"utf-8", false },
		{ "text/plain; charset=\"utf-8\\\"", false },
		{ "text/plain charset=a", false },
		{ "text/plain\r\nSet-Cookie: a=b", false },
		{ "text/plain; a=\"\r\nSet-Cookie: a\"", false },
		{ "text/plain, text/html", false },
		{ "text/html\x01", false },
	};
	char want[128];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		open_response(HTTP_GET, 1, true);
		eu_http_response_begin(&response, 200, rows[i].type, strlen(rows[i].type),
		                       HTTP_FOREIGN, 0);
		eu_http_response_end(&response, true);
		snprintf(want, sizeof want, "\r\nContent-Type: %s\r\n",
		         rows[i].good ? rows[i].type : "application/octet-stream");
		ok(has(want) && !has("Set-Cookie"), "RFC 9110 8.3.1: media type %zu", i);
	}
}

/* ---- safety: THREATS G4, G5 ------------------------------------------------------------------------------- */

static void is_policy(enum http_trust trust, const char *origin, const char *want, const char *name)
{
	char text[512];
	struct everyuri_text named = { origin, origin ? strlen(origin) : 0 };
	size_t len = eu_http_policy(text, sizeof text, trust, named);

	is_text(text, len, want, "THREATS G5: %s", name);
	ok(!eu_http_policy(text, len, trust, named), "in no less room");
}

static void try_policies(void)
{
	static const char bare[] = "default-src 'none'";

	is_policy(HTTP_OWN, "http://127.0.0.1:8070",
	          "default-src 'none'; style-src http://127.0.0.1:8070/_/style.css; script-src "
	          "http://127.0.0.1:8070/_/everyuri.js; img-src 'self'; media-src 'self'; "
	          "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	          "a page of ours");
	is_policy(HTTP_OWN, "http://[::1]:8070",
	          "default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'; "
	          "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	          "under an IPv6 address, which a policy cannot name");
	is_policy(HTTP_OWN, NULL, bare, "of a proxy");
	is_policy(HTTP_OWN, "http://h; sandbox", bare, "an origin that would end its directive");
	is_policy(HTTP_OWN, "http://h, x", bare, "an origin that would end its policy");
	is_policy(HTTP_OWN, "http://h\r\nX: y", bare, "an origin that would end its field");
	is_policy(HTTP_OWN, "http://", bare, "an origin of nothing");
	is_policy(HTTP_FOREIGN, "http://127.0.0.1:8070",
	          "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
	          "what a server sent");
	is_policy(HTTP_WITHIN, "http://127.0.0.1:8070",
	          "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
	          "what a page of others loads");
	is_policy(HTTP_FOREIGN_PAGE, "http://127.0.0.1:8070",
	          "sandbox; default-src 'none'; style-src 'unsafe-inline' "
	          "http://127.0.0.1:8070/_/within/; img-src data: http://127.0.0.1:8070/_/within/; "
	          "media-src http://127.0.0.1:8070/_/within/",
	          "a page that a server sent");
	is_policy(HTTP_FOREIGN_PAGE, "http://h; x",
	          "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
	          "a page that a server sent, under a name that would end its policy");
	is_policy(HTTP_PART, "http://127.0.0.1:8070",
	          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
	          "our own parts");
	is_policy(HTTP_TERMINAL, "http://127.0.0.1:8070",
	          "default-src 'none'; style-src 'unsafe-inline' http://127.0.0.1:8070/_/style.css "
	          "http://127.0.0.1:8070/_/xterm.css; script-src "
	          "http://127.0.0.1:8070/_/everyuri.js http://127.0.0.1:8070/_/xterm.js "
	          "http://127.0.0.1:8070/_/terminal.js; connect-src "
	          "ws://127.0.0.1:8070/_/session; img-src 'self'; form-action 'self'; base-uri "
	          "'none'; frame-ancestors 'none'",
	          "a page with a terminal");
	is_policy(HTTP_TERMINAL, "http://[::1]:8070",
	          "default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'; "
	          "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	          "under an IPv6 address there is no terminal");
}

static void try_always(void)
{
	for (int trust = HTTP_OWN; trust <= HTTP_TERMINAL; trust++) {
		open_response(HTTP_GET, 1, true);
		eu_http_response_begin(&response, 200, "text/plain", 10, (enum http_trust)trust, 0);
		eu_http_response_end(&response, true);
		ok(has("\r\nContent-Security-Policy: ") &&
		           has("\r\nX-Content-Type-Options: nosniff\r\n") &&
		           has("\r\nReferrer-Policy: no-referrer\r\n") &&
		           has(trust == HTTP_WITHIN ?
		                       "\r\nCross-Origin-Resource-Policy: cross-origin\r\n" :
		                       "\r\nCross-Origin-Resource-Policy: same-origin\r\n"),
		   "THREATS G4: what goes with every body (%d)", trust);
		ok(has("\r\nX-DNS-Prefetch-Control: off\r\n") ==
		           (trust == HTTP_FOREIGN || trust == HTTP_FOREIGN_PAGE),
		   "THREATS G4: no name of another's page is looked up early (%d)", trust);
		ok(has("\r\nCache-Control: no-store\r\n") == (trust != HTTP_PART),
		   "what is kept by a browser (%d)", trust);
		ok(!has("Access-Control") && !has("Server:") && !has("Date:"),
		   "THREATS G2: what never goes with one (%d)", trust);
	}
	open_response(HTTP_GET, 1, true);
	begin(405, 0);
	eu_http_response_end(&response, true);
	ok(has("\r\nAllow: GET, HEAD, POST\r\n"), "RFC 9110 15.5.6: 405 says what is allowed");
	open_response(HTTP_GET, 1, true);
	add("allow", "GET");
	begin(405, 0);
	eu_http_response_end(&response, true);
	ok(has("\r\nallow: GET\r\n") && !has("HEAD"), "or its caller does");
	open_response(HTTP_GET, 1, true);
	begin(426, 0);
	ok(eu_http_response_end(&response, true) && has("\r\nUpgrade: websocket\r\n") &&
	           has("\r\nConnection: Upgrade\r\n") && has("\r\nSec-WebSocket-Version: 13\r\n"),
	   "RFC 9110 15.5.22: 426 says to what");
}

static void try_reasons(void)
{
	bool good = true;

	is_text(eu_http_reason(421), strlen(eu_http_reason(421)), "Misdirected Request",
	        "RFC 9110 15.5.20: 421");
	for (unsigned status = 0; status < 1000; status++)
		good = good && eu_http_reason(status) && *eu_http_reason(status);
	ok(good, "every status has a phrase");
}

int main(void)
{
	try_small();
	try_chunks();
	try_old();
	try_lengths();
	try_empty();
	try_fields();
	try_types();
	try_policies();
	try_always();
	try_reasons();
	return done();
}
