/* odd_requests.c - requests whose address, form, name or fields are odd: each has its status, and nothing is fetched.
 * And what routes, guard and log make of such texts. */
#define _GNU_SOURCE
#include "gateway/routes.h"
#include "gateway/serve/serving.h"
#include "gateway/session/session.h"

#include "shown.h"
#include "tap.h"

#include <fcntl.h>
#include <unistd.h>

static struct shown shown;

static struct everyuri_text text_of(const char *words)
{
	return (struct everyuri_text){ words, strlen(words) };
}

/* Ask "METHOD TARGET" with these fields, each with its CR LF.  Returns: the status. */
static unsigned ask(const char *line, const char *fields)
{
	struct http_reader reader;
	char request[4096];
	int len = snprintf(request, sizeof request, "%s HTTP/1.1\r\n%s\r\n", line, fields);

	shown.len = 0;
	shown.joined = false;
	shown_take(&shown, "", 0);
	eu_http_reader_init(&reader);
	if (eu_http_reader_feed(&reader, request, (size_t)len) == HTTP_READY) {
		eu_http_response_init(&shown.response, &reader.request, shown_take, &shown);
		eu_gateway_answer(&shown.gateway, &reader.request, &shown.response);
	}
	eu_http_reader_free(&reader);
	return shown.len > 12 ? (unsigned)strtoul(shown.data + 9, NULL, 10) : 0;
}

#define US "Host: 127.0.0.1:8070\r\n"

/* ---- pages of ours ------------------------------------------------------------------------------------------- */

static void own_pages(void)
{
	static const struct {
		const char *line;
		unsigned status;
		const char *said;
	} rows[] = {
		{ "GET /_/go", 400, "missing parameter &quot;uri&quot; in the address" },
		{ "GET /_/open?url=x:y", 400, "missing parameter &quot;uri&quot; in the address" },
		{ "GET /_/raw?", 400, "missing parameter &quot;uri&quot; in the address" },
		{ "GET /_/plan?uris=x", 400, "missing parameter &quot;uri&quot; in the address" },
		{ "GET /_/part?part=1", 400, "missing parameter &quot;uri&quot; in the address" },
		{ "GET /_/search?words=x", 400,
		  "missing parameter &quot;uri&quot; in the address" },
		{ "GET /_/part?uri=mid:a@b", 400, "invalid parameter &quot;part&quot;" },
		{ "GET /_/part?uri=mid:a@b&part=", 400, "invalid parameter &quot;part&quot;" },
		{ "GET /_/part?uri=mid:a@b&part=0", 400, "invalid parameter &quot;part&quot;" },
		{ "GET /_/part?uri=mid:a@b&part=12345", 400, "invalid parameter &quot;part&quot;" },
		{ "GET /_/part?uri=mid:a@b&part=1/", 400, "invalid parameter &quot;part&quot;" },
		{ "GET /_/part?uri=mid:a@b&part=1:", 400, "invalid parameter &quot;part&quot;" },
		{ "GET /_/part?uri=mid:a@b&part=1", 403, "mail is off" },
		{ "GET /_/part?uri=cid:a@b&part=1", 404, "unknown message" },
		{ "GET /_/raw?uri=file:///etc/passwd", 403, "files are off" },
		{ "GET /_/raw?uri=AFS://x/y", 403, "files are off" },
		{ "GET /_/search?uri=gopher://h/7/s", 400,
		  "missing parameter &quot;words&quot; in the address" },
		{ "GET /_/search?uri=no%20uri&words=x", 400, "<h1>" },
		{ "GET /_/search?uri=mailto:a@b&words=x", 400, "<h1>" },
		{ "GET /_/search?uri=gopher://h/7/s&words=a+b", 303,
		  "Location: /gopher%3A%2F%2Fh%2F7%2Fs%2509a%2520b\r\n" },
		{ "GET /_/", 404, "neither a page of the gateway" },
		{ "GET /_/nothing", 404, "neither a page of the gateway" },
		{ "GET /_/terminal", 404, "neither a page of the gateway" },
		{ "GET /_/terminal.js", 404, "neither a page of the gateway" },
		{ "GET /_/session?id=1", 404, "neither a page of the gateway" },
		{ "GET /_/within", 404, "neither a page of the gateway" },
		{ "POST /_/raw", 405, "this page does not accept POST" },
		{ "GET /nothing", 404, "neither a page of the gateway" },
		{ "GET /x%3Ay%", 400, "must be percent-encoded" },
		{ "GET /x%3Ay%0", 400, "must be percent-encoded" },
		{ "GET /x%3Ay%g0", 400, "must be percent-encoded" },
		{ "GET /x%3Ay%0g", 400, "must be percent-encoded" },
		{ "GET /x%3Ay%/0", 400, "must be percent-encoded" },
		{ "GET /x%3Ay%0:", 400, "must be percent-encoded" },
		{ "GET /x%3Ay%@0", 400, "must be percent-encoded" },
		{ "GET /x%3Ay%00", 400, "must be percent-encoded" },
		{ "GET /%66%69le%3a//x/y", 403, "the file is on another machine" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const unsigned status = ask(rows[i].line, US);

		ok(status == rows[i].status && strstr(shown.data, rows[i].said), "%s: %u, and why",
		   rows[i].line, status);
	}
}

/* ---- who asks, and by which name -------------------------------------------------------------------------------- */

static void names(void)
{
	static const struct {
		const char *name;
		bool us;
	} rows[] = {
		{ "127.0.0.1:8070", true },
		{ "[::1]:8070", true },
		{ "LocalHost:8070", true },
		{ "a-b9.LOCALHOST:8070", true },
		{ "z.localhost:8070", true },
		{ "a_b.localhost:8070", false },
		{ "a{.localhost:8070", false },
		{ "a:.localhost:8070", false },
		{ "a/.localhost:8070", false },
		{ "a`.localhost:8070", false },
		{ ".localhost:8070", false },
		{ "a.b.localhost:8070", false },
		{ "localhost", false },
		{ "localhost:", false },
		{ "localhost:08070", false },
		{ "localhost:80700", false },
		{ "localhost:080700", false },
		{ "localhost:8071", false },
		{ "localhost:8/70", false },
		{ "localhost:8:70", false },
		{ ":8070", false },
		{ "", false },
		{ "127.0.0.2:8070", false },
		{ "evil.example:8070", false },
		{ "xlocalhost:8070", false },
		{ "127.0.0.1.evil.example:8070", false },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		ok(eu_guard_names_us(&shown.gateway, text_of(rows[i].name)) == rows[i].us,
		   "THREATS G1: \"%s\" is %s", rows[i].name, rows[i].us ? "us" : "not us");
	is_number(ask("GET /", "Host: evil.example:8070\r\n"), 421,
	          "THREATS G1: by another name nothing is answered");
	is_number(ask("GET http://127.0.0.1:8070/", US), 200,
	          "RFC 9112 3.2.2: our own address in the absolute form");
	is_number(ask("GET http://127.0.0.1:8071/", US), 403, "another port is another's");
	is_number(ask("GET http://127.0.0.1:80701/", US), 400, "and there is none so long");
	is_number(ask("GET http://127.0.0.1:8070", US), 403, "or none with a path");
}

static void loops(void)
{
	is_number(ask("GET /", US "Via: 1.0 other, 1.1 everyuri-0123abcd (x)\r\n"), 508,
	          "THREATS G7: a request that has been here does not come again");
	is_number(ask("GET gopher://h/", US "Via: 1.0 other\r\nVIA: 1.1 everyuri-0123abcd\r\n"),
	          508, "nor in a second field");
	is_number(ask("GET /", US "Via: 1.1 everyuri-0123abce\r\n"), 200, "another gateway's may");
	is_number(ask("GET /", US "Via: 1.1\r\n"), 200, "so may what is shorter");
	is_number(ask("POST http://h.example/", US "Content-Length: 0\r\n"), 405,
	          "THREATS G7: nothing is sent");
	is_number(ask("GET http://h.example/", US "Sec-Purpose: prefetch\r\n"), 503,
	          "nothing is fetched early");
}

/* ---- tunnels ----------------------------------------------------------------------------------------------------- */

/* Returns: the status; 0: it is allowed. */
static unsigned tunnel(const char *target, char host[256], uint16_t *port)
{
	const struct http_request request = { .method = HTTP_CONNECT,
		                              .minor = 1,
		                              .target = text_of(target) };

	shown.len = 0;
	shown.joined = false;
	shown_take(&shown, "", 0);
	eu_http_response_init(&shown.response, &request, shown_take, &shown);
	if (eu_gateway_tunnel(&shown.gateway, &request, &shown.response, host, port))
		return 0;
	return shown.response.status;
}

static void tunnels(void)
{
	static const struct {
		const char *target, *host; /* NULL: none */
	} rows[] = {
		{ "h.example:443", "h.example" },
		{ "[::1]:443", "::1" },
		{ "[]:443", "[]" },
		{ "[x:443", "[x" },
		{ "h.example:80", NULL },
		{ "h.example", NULL },
		{ ":443", NULL },
		{ "443", NULL },
		{ "u@h.example:443", NULL },
	};
	char host[256], longer[300];
	uint16_t port = 0;

	is_number(tunnel("h.example:443", host, &port), 405, "THREATS G7: tunnels are off");
	shown.gateway.options.flags |= EVERYURI_GATEWAY_CONNECT;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const unsigned status = tunnel(rows[i].target, host, &port);

		if (rows[i].host)
			ok(!status && port == 443 && !strcmp(host, rows[i].host),
			   "RFC 9110 9.3.6: %s leads to %s", rows[i].target, rows[i].host);
		else
			is_number(status, 403, "THREATS G7: %s leads nowhere", rows[i].target);
	}
	for (size_t len = 255; len <= 256; len++) {
		memset(longer, 'h', len);
		memcpy(longer + len, ":443", 5);
		is_number(tunnel(longer, host, &port), len > 255 ? 403 : 0, "a host of %zu bytes",
		          len);
	}
	shown.gateway.options.flags = 0;
}

/* ---- what is typed --------------------------------------------------------------------------------------------------- */

static void typed(void)
{
	static const struct {
		const char *text, *uri; /* NULL: none */
	} rows[] = {
		{ "<x:y", NULL },
		{ "<URL: x:y >", "x:y" },
		{ "z9-a.b", "http://z9-a.b/" },
		{ "Z.A/x", "http://Z.A/x" },
		{ ".a.b", NULL },
		{ "localhosT", "http://localhosT/" },
		{ "localhos", NULL },
		{ "otherhost:80", "otherhost:80" },
		{ "ninebytes/", NULL },
		{ "a.b:", "a.b:" },
		{ "a.b:x", "a.b:x" },
		{ "a.b:8a", "a.b:8a" },
		{ "a.b:80/x", "http://a.b:80/x" },
		{ "a.b{", NULL },
		{ "a.b:8:", "a.b:8:" },
		{ "a.b?x", NULL },
		{ "x:\xC3\xA9", "x:%C3%A9" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct everyuri_text uri = eu_input_uri(text_of(rows[i].text));

		is_text(uri.data, uri.len, rows[i].uri, "RFC 3986 4.5: typed: %s", rows[i].text);
		free((char *)uri.data);
	}
}

/* ---- addresses of what a page loads -------------------------------------------------------------------------------- */

static bool reads(const char *path, char *memory)
{
	struct everyuri_text uri;
	struct subresource subresource;

	return eu_subresource_read(shown.gateway.subresource_key, 42, text_of(path), &subresource,
	                           memory, &uri);
}

static void withins(void)
{
	static char longer[SUBRESOURCE_URI_MAX + 2], path[3 * SUBRESOURCE_URI_MAX + 200],
		memory[sizeof path];
	const struct subresource picture = { .kind = SUBRESOURCE_PICTURE };
	char front[80];

	ok(!eu_subresource_write(shown.gateway.subresource_key, 42, picture, TEXT(""), front),
	   "of no URI there is no address");
	memset(longer, 'x', SUBRESOURCE_URI_MAX + 1);
	memcpy(longer, "a:", 2);
	ok(!eu_subresource_write(shown.gateway.subresource_key, 42, picture, text_of(longer),
	                         front),
	   "nor of one of 4097 bytes");
	longer[SUBRESOURCE_URI_MAX] = '\0';
	ok(eu_subresource_write(shown.gateway.subresource_key, 42, picture, text_of(longer), front),
	   "of one of 4096 there is");
	snprintf(path, sizeof path, "%s%s", front, longer);
	ok(reads(path, memory), "and it is known again");
	strcat(path, "x");
	ok(!reads(path, memory), "but with a byte more");
	eu_subresource_write(shown.gateway.subresource_key, 42, picture, TEXT("x:y z"), front);
	snprintf(path, sizeof path, "%sx%%3ay%%20z", front);
	ok(reads(path, memory) && !memcmp(memory, "x:y z", 5), "RFC 3986 2.1: either case");
	snprintf(path, sizeof path, "%sx%%3Ay%%20z", front);
	path[10] = 'q';
	ok(!reads(path, memory), "no kind");
	path[10] = '.';
	ok(!reads(path, memory), "nor the one in front of them");
	path[10] = 'p';
	path[11] = '.';
	ok(!reads(path, memory), "no slash behind it");
	path[11] = '/';
	path[20] = '0';
	ok(!reads(path, memory), "nor behind the hour");
	path[20] = '/';
	path[53] = '0';
	ok(!reads(path, memory), "nor behind the digest");
	path[53] = '/';
	for (const char *c = "/:@G`g"; *c; c++) {
		path[14] = *c;
		ok(!reads(path, memory), "THREATS G2: \"%c\" is no digit of an hour", *c);
	}
	path[14] = '0';
	ok(reads(path, memory), "as it was, it is good");
	path[0] = 'x';
	ok(!reads(path, memory), "below another path it is not");
	for (size_t i = 0; i < 6; i++) {
		static const char *const wrong[] = { "x%", "x%2", "x%2/", "x%/2", "%", "x%g0" };

		snprintf(path, sizeof path, "%s%s", front, wrong[i]);
		ok(!reads(path, memory), "\"%s\" is encoded otherwise", wrong[i]);
	}
}

/* ---- the log ------------------------------------------------------------------------------------------------------------- */

static void logs(void)
{
	static const struct {
		enum http_method method;
		const char *uri, *target, *line;
	} rows[] = {
		{ HTTP_HEAD, "gophers://h/7/s%09words", "/", "HEAD 0 0 0 gophers://h/7/s\n" },
		{ HTTP_CONNECT, "h:443", "h:443", "CONNECT 0 0 0 h:443\n" },
		{ HTTP_GET, "x:y#secret", "/", "GET 0 0 0 x:y\n" },
		{ HTTP_GET, "g", "/", "GET 0 0 0 g\n" },
		{ HTTP_GET, "", "*", "GET 0 0 0 -\n" },
		{ (enum http_method)99, "", "", "- 0 0 0 -\n" },
	};
	int ends[2];

	if (pipe2(ends, O_NONBLOCK))
		return;
	shown.gateway.options.log = ends[1];
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct http_request request = { .method = rows[i].method,
			                              .target = text_of(rows[i].target) };
		const struct answered answered = { .request = &request,
			                           .uri = text_of(rows[i].uri) };
		char line[4096];
		ssize_t n;

		eu_log_request(&shown.gateway, &answered);
		n = read(ends[0], line, sizeof line);
		ok(n > 25 && (size_t)n == 25 + strlen(rows[i].line) &&
		           !memcmp(line + 25, rows[i].line, (size_t)n - 25),
		   "THREATS G10: %.*s", n > 26 ? (int)n - 26 : 0, line + 25);
	}
	shown.gateway.options.log = -1;
	close(ends[0]);
	close(ends[1]);
}

/* ---- hosts ------------------------------------------------------------------------------------------------------------------ */

/* So many names that some lie in the same place. */
static void hosts(void)
{
	enum { N = 2000 };
	struct everyuri_gateway *gateway = &shown.gateway;
	char name[16];
	int entered = 0;

	for (int i = 0; i < N; i++) {
		const int len = snprintf(name, sizeof name, "h%d", i);

		entered += eu_hosts_enter(gateway, name, (size_t)len, 0);
	}
	is_number(entered, N, "THREATS G8: each of %d hosts has a place of its own", N);
	for (int i = 0; i < 16; i++)
		ok(eu_hosts_enter(gateway, "H7.", 3, 0) == (i < 15),
		   "one of them is asked by %d at most", 16);
	eu_hosts_leave(gateway, "nobody", 6);
	for (int i = 0; i < N; i++) {
		const int len = snprintf(name, sizeof name, "h%d", N - 1 - i);

		eu_hosts_leave(gateway, name, (size_t)len);
	}
	ok(eu_hosts_enter(gateway, "h7", 2, 0), "who leaves makes room");
	for (int i = 0; i < 16; i++)
		eu_hosts_leave(gateway, "h7", 2);
}

/* A host that is asked by as many as may: who comes then is told to come again. */
static void busy_host(void)
{
	char name[] = "127.0.0.1";

	for (int i = 0; i < 16; i++)
		eu_hosts_enter(&shown.gateway, name, 9, 0);
	ok(!eu_hosts_enter(&shown.gateway, name, 9, 20), "THREATS G8: after a while it is full");
	for (int i = 0; i < 16; i++)
		eu_hosts_leave(&shown.gateway, name, 9);
}

/* ---- statuses ------------------------------------------------------------------------------------------------------------------ */

static void statuses(void)
{
	static const struct {
		enum everyuri_status why;
		unsigned status;
	} rows[] = { { EVERYURI_INVALID, 400 },  { EVERYURI_OUT_OF_RANGE, 400 },
		     { EVERYURI_UNSAFE, 403 },   { EVERYURI_MISSING, 404 },
		     { EVERYURI_TOO_LONG, 414 }, { EVERYURI_UNSUPPORTED, 501 },
		     { EVERYURI_NO_SPACE, 503 }, { EVERYURI_NO_MEMORY, 503 },
		     { EVERYURI_FAILED, 502 },   { EVERYURI_PARTIAL, 502 } };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		is_number(eu_show_status(&(struct everyuri_error){ .status = rows[i].why }),
		          rows[i].status, "RFC 9110 15: %s", everyuri_status_text(rows[i].why));
}

int main(void)
{
	struct everyuri_gateway *gateway = &shown.gateway;

	gateway->port = 8070;
	gateway->options.log = -1;
	gateway->helper = -1;
	gateway->hosts = eu_hosts_open();
	gateway->fetch.config = &gateway->config;
	gateway->config.policy = &gateway->policy;
	gateway->policy.refused_classes = EVERYURI_POLICY_NON_PUBLIC;
	memcpy(gateway->via, "1.1 everyuri-0123abcd", 22);
	own_pages();
	names();
	loops();
	tunnels();
	typed();
	withins();
	logs();
	hosts();
	busy_host();
	statuses();
	free(shown.data);
	eu_hosts_close(gateway->hosts);
	return done();
}
