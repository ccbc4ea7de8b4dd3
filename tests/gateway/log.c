/* log.c - one line a request, and no secret in it (THREATS G10). */
#define _GNU_SOURCE
#include "gateway/serve/serving.h"

#include "tap.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static struct everyuri_gateway gateway;
static int out;
static char line[8192];

/* The line that is written of it, from its method on. */
static const char *logged(const struct answered *answered)
{
	ssize_t n;
	char *blank;

	eu_log_request(&gateway, answered);
	n = read(out, line, sizeof line - 1);
	line[n > 0 ? n : 0] = 0;
	blank = strchr(line, ' ');
	return blank ? blank + 1 : line;
}

static struct everyuri_text text_of(const char *text)
{
	return (struct everyuri_text){ text, strlen(text) };
}

static void is_uri(const char *uri, const char *want, const char *name)
{
	const struct http_request request = { .method = HTTP_GET };
	const struct answered answered = {
		.request = &request, .uri = text_of(uri), .status = 200, .bytes = 12, .ms = 3
	};
	char whole[2048];

	snprintf(whole, sizeof whole, "GET 200 12 3 %s\n", want);
	const char *got = logged(&answered);

	is_text(got, strlen(got), whole, "THREATS G10: %s", name);
}

static void try_uris(void)
{
	is_uri("gopher://h.example/1/a", "gopher://h.example/1/a", "a URI as it is");
	is_uri("ftp://u:secret@h.example/a", "ftp://***:***@h.example/a",
	       "users and passwords are hidden");
	is_uri("http://h.example/a?q=secret#f", "http://h.example/a",
	       "queries and fragments are left out");
	is_uri("gopher://h.example/7/s%09secret", "gopher://h.example/7/s",
	       "so is what a gopher index was asked");
	is_uri("http://h.example/s%09public", "http://h.example/s%09public", "and of nothing else");
	is_uri("gopher://h.example/7/s\tsecret", "gopher://h.example/7/s", "with a bare tab too");
	is_uri("gopher://user:12%09ss@h/", "gopher://***:***@h/",
	       "what could be a query in a password");
	is_uri("http://user:pa?ss@h/", "http://***", "a password with a question mark");
	is_uri("http://user:12#34@h/", "http://***", "what may be a port, or a password");
	is_uri("http://user:12#34", "http://user:12", "what is a port");
	is_uri("http://h.example/?a@b", "http://h.example/", "a query with an @");
	is_uri("http://u@h.example?a@b", "http://***@h.example", "and one without a path");
	is_uri("http://u:sec ret@h/", "http://***@h/", "what is no URI hides as much");
	is_uri("x:a\nb\tc \x1b[1m\xc3\xa9\\", "x:a\\x0Ab\\x09c\\x20\\x1B[1m\\xC3\\xA9\\x5C",
	       "a record is one line, and no terminal obeys it");
}

static void try_long(void)
{
	static char uri[100001];
	const struct answered answered = { .uri = { uri, 100000 }, .status = 200, .why = "why" };

	memset(uri, '\n', 100000);
	memcpy(uri, "data:,", 6);
	logged(&answered);
	ok(strlen(line) < 4096 && strstr(line, "\\x0A... why\n"), "a long URI is cut: %zu bytes",
	   strlen(line));
	ok(strchr(line, '\n') == line + strlen(line) - 1, "and the line still ends");
}

static void try_pages(void)
{
	struct http_request request = { .method = HTTP_POST,
		                        .target = text_of("/explain?uri=http://u:p@h/") };
	struct answered answered = { .request = &request, .status = 403, .why = "no" };

	ok(!strcmp(logged(&answered), "POST 403 0 0 /explain no\n"),
	   "a page of ours is its path: %s", line);
	request.target = text_of("/ftp%3A%2F%2Fu%3Asecret%40h%2F");
	ok(!strcmp(logged(&answered), "POST 403 0 0 - no\n"),
	   "an address that could be a URI is none: %s", line);
	request.target = text_of("/ftp://u:secret@h/");
	ok(!strcmp(logged(&answered), "POST 403 0 0 - no\n"), "in either form: %s", line);
	answered.uri = text_of("");
	ok(!strcmp(logged(&answered), "POST 403 0 0 - no\n"), "nor is an empty one: %s", line);
	answered.request = NULL;
	answered.status = 400;
	ok(!strcmp(logged(&answered), "- 400 0 0 - no\n"),
	   "a request that was refused as it was read: %s", line);
	ok(strlen(line) > 25 && line[4] == '-' && line[10] == 'T' && line[19] == '.' &&
	           line[23] == 'Z',
	   "RFC 3339: a line begins with the time: %.24s", line);
}

static void try_tunnels(void)
{
	const struct http_request request = { .method = HTTP_CONNECT };
	struct answered answered = { .request = &request,
		                     .uri = text_of("ann:secret@h:443"),
		                     .status = 405 };

	ok(!strcmp(logged(&answered), "CONNECT 405 0 0 ***@h:443\n"), "nor has a tunnel a user: %s",
	   line);
	answered.uri = text_of("h:443");
	ok(!strcmp(logged(&answered), "CONNECT 405 0 0 h:443\n"), "it has a host: %s", line);
}

static void try_options(void)
{
	const struct answered answered = { .uri = text_of("http://u:p@h/?q"), .status = 200 };

	gateway.options.flags = EVERYURI_GATEWAY_LOG_QUERIES;
	ok(!strcmp(logged(&answered), "- 200 0 0 http://***:***@h/?q\n"),
	   "queries only if asked for: %s", line);
	dup2(gateway.options.log, 0);
	gateway.options.log = 0; /* as in options that are all zero */
	logged(&answered);
	ok(!*line, "no log, no line: %s", line);
}

int main(void)
{
	int ends[2];

	if (pipe2(ends, O_NONBLOCK))
		return 1;
	out = ends[0];
	gateway.options.log = ends[1];
	try_uris();
	try_long();
	try_pages();
	try_tunnels();
	try_options();
	return done();
}
