/* The pages that explain, as a browser asks for them: by an address, and a text by a form that is sent as
 * a body; and by whom nothing is taken. */
#include "gateway/gateway.h"

#include "shown.h"
#include "tap.h"

static struct shown shown;

/* Ask; the request is "METHOD TARGET", fields, each with its CR LF, and a body.  Returns: the status. */
static unsigned ask(const char *line, const char *fields, const char *body)
{
	struct http_reader reader;
	char request[4096];
	int len = snprintf(request, sizeof request,
	                   "%s HTTP/1.1\r\nHost: 127.0.0.1:8070\r\n%sContent-Length: %zu\r\n\r\n%s",
	                   line, fields, strlen(body), body);

	if (!strncmp(line, "GET", 3))
		len = snprintf(request, sizeof request,
		               "%s HTTP/1.1\r\nHost: 127.0.0.1:8070\r\n%s\r\n", line, fields);
	shown.len = 0;
	shown.joined = false;
	shown_take(&shown, "", 0);
	eu_http_reader_init(&reader);
	if (eu_http_reader_feed(&reader, request, (size_t)len) == HTTP_READY) {
		eu_http_response_init(&shown.response, &reader.request, shown_take, &shown);
		shown.response.origin = TEXT("http://127.0.0.1:8070");
		eu_gateway_answer(&shown.gateway, &reader.request, &shown.response);
	}
	eu_http_reader_free(&reader);
	return shown.len > 12 ? (unsigned)strtoul(shown.data + 9, NULL, 10) : 0;
}

#define FORM "Content-Type: application/x-www-form-urlencoded\r\n"
#define OURS "Origin: http://127.0.0.1:8070\r\n"

static void addresses(void)
{
	ok(ask("GET /", "", "") == 200 && strstr(shown_body(&shown), "id=\"ask\""),
	   "the front door is at \"/\"");
	ok(ask("GET /explain?uri=ftp%3A%2F%2Fh%2Fa%3Fb", "", "") == 200 &&
	           strstr(shown_body(&shown), "<bdi>/a?b</bdi>"),
	   "an explanation has an address");
	ok(ask("GET /explain?text=see+ftp%3A%2F%2Fh.example%2Fa", "", "") == 200 &&
	           strstr(shown_body(&shown), "1 URI found"),
	   "and so has a short text");
	ok(ask("GET /_/plan?uri=ftp%3A%2F%2Fh%2Fa%3Fb", "", "") == 200 &&
	           strstr(shown_body(&shown), "RETR a?b"),
	   "and a plan");
}

/* What is typed into the bar, and where that leads. */
static void typed(void)
{
	static const struct {
		const char *text, *address;
	} rows[] = {
		{ "gopher%3A%2F%2Fh%2F1", "/gopher%3A%2F%2Fh%2F1" },
		{ "++gopher%3A%2F%2Fh%0D%0A", "/gopher%3A%2F%2Fh" },
		{ "%3CURL%3Agopher%3A%2F%2Fh%2F1%3E", "/gopher%3A%2F%2Fh%2F1" },
		{ "url%3Anews%3Aa.b", "/news%3Aa.b" },
		{ "gopher%3A%2F%2Fh%2F1%C3%BC", "/gopher%3A%2F%2Fh%2F1%25C3%25BC" },
		{ "example.com", "/http%3A%2F%2Fexample.com%2F" },
		{ "gopher.example%3A70%2F1%2Fa", "/gopher%3A%2F%2Fgopher.example%3A70%2F1%2Fa" },
		{ "ftp.example", "/ftp%3A%2F%2Fftp.example%2F" },
		{ "localhost%3A70", "/http%3A%2F%2Flocalhost%3A70%2F" },
		{ "doi%3A10.1000%2F182", "/doi%3A10.1000%2F182" },
		{ "a.b%40c.d", "/explain?uri=a.b%40c.d" },
		{ "-a.b", "/explain?uri=-a.b" },
		{ "http%3A%2F%2Fh+h%2F%23a", "/explain?uri=http%3A%2F%2Fh%20h%2F%23a" },
		{ "", "/explain?uri=" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char line[300], wanted[300];

		snprintf(line, sizeof line, "GET /_/go?uri=%s", rows[i].text);
		snprintf(wanted, sizeof wanted, "\r\nLocation: %s\r\n", rows[i].address);
		ok(ask(line, "", "") == 303 && strstr(shown.data, wanted), "typed: \"%s\"",
		   rows[i].text);
	}
}

static void forms(void)
{
	static const char text[] = "text=see+ftp%3A%2F%2Fh.example%2Fa%0D%0A%3Cb%3E";

	ok(ask("POST /explain", FORM OURS, text) == 200 &&
	           strstr(shown_body(&shown), "1 URI found") &&
	           strstr(shown_body(&shown), "\n&lt;b&gt;</textarea>"),
	   "a text comes as a body");
	ok(ask("POST /explain", FORM, "uri=ftp%3A%2F%2Fh%2Fa") == 200 &&
	           strstr(shown_body(&shown), "<ruby class=\"host\">"),
	   "and so may a URI");
	ok(ask("POST /", FORM OURS, text) == 405 && ask("POST /_/plan", FORM OURS, text) == 405 &&
	           ask("POST /_/go", FORM OURS, "uri=x") == 405,
	   "no other page of ours takes one");
	ok(ask("POST /explain", FORM OURS "Sec-Fetch-Site: same-origin\r\n", text) == 200,
	   "Fetch 3.2: a browser that says where its form is from");
	ok(ask("POST /explain", FORM "Origin: null\r\nSec-Fetch-Site: same-origin\r\n", text) ==
	           200,
	   "Fetch 3.2: without a referrer a form of ours has no origin");
	ok(ask("POST /explain", FORM "Origin: null\r\nSec-Fetch-Site: cross-site\r\n", text) ==
	                   403 &&
	           ask("POST /explain", FORM "Origin: null\r\n", text) == 403 &&
	           ask("POST /explain",
	               FORM "Origin: http://evil.example\r\n"
	                    "Sec-Fetch-Site: same-origin\r\n",
	               text) == 403,
	   "THREATS G2: one of others is refused");
}

int main(void)
{
	shown.gateway.port = 8070;
	memcpy(shown.gateway.token, "0123456789abcdef0123456789abcdef", 33);
	shown.gateway.options.log = -1;
	shown.gateway.helper = -1;
	memcpy(shown.gateway.via, "1.1 everyuri-0123abcd", 22);
	addresses();
	typed();
	forms();
	free(shown.data);
	return done();
}
