/* Requests of which a URI is asked: a file, below a folder that is opened for it, is the whole world. */
#define _GNU_SOURCE /* mkdtemp */
#include "gateway/routes.h"
#include "gateway/serve/serving.h"

#include "shown.h"
#include "tap.h"

#include <unistd.h>

static struct shown shown;
static char folder[64];

static bool write_file(const char *name, const char *data, size_t len)
{
	char path[128];
	FILE *file;
	bool good;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	file = fopen(path, "wb");
	good = file && fwrite(data, 1, len, file) == len;
	return file && !fclose(file) && good;
}

/* Returns: the status. */
static unsigned ask_with(const char *method, const char *target, const char *fields,
                         const char *body)
{
	struct http_reader reader;
	char request[1500];
	int len = snprintf(request, sizeof request,
	                   "%s %s HTTP/1.1\r\nHost: 127.0.0.1:8070\r\n%s\r\n%s", method, target,
	                   fields, body);

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

static unsigned ask_for(const char *method, const char *target, const char *fields)
{
	return ask_with(method, target, fields, "");
}

static unsigned post(const char *target, const char *fields, const char *body)
{
	return ask_with("POST", target, fields, body);
}

/* For a file of the folder. */
static unsigned ask(const char *method, const char *name, const char *fields)
{
	char target[200];

	snprintf(target, sizeof target, "/file://%s/%s", folder, name);
	return ask_for(method, target, fields);
}

static bool says(const char *field)
{
	return strstr(shown.data, field) != NULL;
}

/* What of the object has come. */
static bool has_body(const char *body)
{
	const char *end = strstr(shown.data, "\r\n\r\n");

	return end && !strcmp(end + 4, body);
}

static void heads(void)
{
	ok(ask("HEAD", "words.txt", "") == 200 && has_body(""), "HEAD of a text");
	ok(ask("HEAD", "unknown", "") == 200 && says("Content-Type: text/html") && has_body(""),
	   "HEAD of what nobody says the type of: its first bytes do");
	ok(ask("HEAD", "binary", "") == 200 && says("Content-Type: application/octet-stream"),
	   "and of what is no text");
	ok(ask("HEAD", "missing", "") == 404, "HEAD of nothing");
}

static void ranges(void)
{
	static const struct {
		const char *asked;
		unsigned status;
		const char *said, *body;
	} rows[] = {
		{ "", 200, "Accept-Ranges: bytes\r\n", "0123456789" },
		{ "Range: bytes=0-\r\n", 206, "Content-Range: bytes 0-9/10\r\n", "0123456789" },
		{ "Range: bytes=2-4\r\n", 206, "Content-Range: bytes 2-4/10\r\n", "234" },
		{ "Range: BYTES=9-99\r\n", 206, "Content-Range: bytes 9-9/10\r\n", "9" },
		{ "Range: bytes=-3\r\n", 206, "Content-Range: bytes 7-9/10\r\n", "789" },
		{ "Range: bytes=-30\r\n", 206, "Content-Range: bytes 0-9/10\r\n", "0123456789" },
		{ "Range: bytes=10-\r\n", 416, "Content-Range: bytes */10\r\n", "" },
		{ "Range: bytes=-0\r\n", 416, "Content-Range: bytes */10\r\n", "" },
		{ "Range: bytes=4-2\r\n", 200, "Content-Length: 10\r\n", "0123456789" },
		{ "Range: bytes=0-1,4-5\r\n", 200, "Content-Length: 10\r\n", "0123456789" },
		{ "Range: bytes=\r\n", 200, "Content-Length: 10\r\n", "0123456789" },
		{ "Range: bytes=-\r\n", 200, "Content-Length: 10\r\n", "0123456789" },
		{ "Range: lines=1-2\r\n", 200, "Content-Length: 10\r\n", "0123456789" },
		{ "Range: bytes=99999999999999999999-\r\n", 200, "Content-Length: 10\r\n",
		  "0123456789" },
		{ "Range: bytes=2-4\r\nIf-Range: \"x\"\r\n", 200, "Content-Length: 10\r\n",
		  "0123456789" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const unsigned status = ask("GET", "film.mp4", rows[i].asked);

		ok(status == rows[i].status && says(rows[i].said) && has_body(rows[i].body),
		   "RFC 9110 14.2: %.*s", (int)strcspn(rows[i].asked, "\r"), rows[i].asked);
	}
	ok(ask("HEAD", "film.mp4", "Range: bytes=2-4\r\n") == 200 && says("Content-Length: 10\r\n"),
	   "RFC 9110 14.2: a range is of GET alone");
}

/* Longer than what waits for its type, and than one piece. */
static void long_range(void)
{
	static char data[300000];

	for (size_t i = 0; i < sizeof data; i++)
		data[i] = (char)(i % 251);
	data[4] = 0;
	ok(write_file("long", data, sizeof data) &&
	           ask("GET", "long", "Range: bytes=500-199999\r\n") == 206 &&
	           says("Content-Range: bytes 500-199999/300000\r\n") && shown.len > 199500 &&
	           !memcmp(shown.data + shown.len - 199500, data + 500, 199500),
	   "a range begins in what waited for its type, and ends some pieces on");
}

static void searches(void)
{
	static const struct {
		const char *uri, *search;
	} rows[] = {
		{ "gopher://h:70/7/s?two+words", "gopher://h:70/7/s%09two%20words" },
		{ "GOPHER://h/7?a%2Bb", "GOPHER://h/7%09a%2Bb" },
		{ "gopher://h/1/s?two", "" },
		{ "gopher://h/7/s%09one?two", "" },
		{ "gopher://h/7/s", "" },
		{ "gopher://h/7/s?%", "gopher://h/7/s%09%25" },
		{ "http://h/7/s?two", "" },
		{ "gopher://h?two", "" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct everyuri_text search =
			eu_input_search((struct everyuri_text){ rows[i].uri, strlen(rows[i].uri) });

		ok(search.len == strlen(rows[i].search) &&
		           !strncmp(search.data ? search.data : "", rows[i].search, search.len),
		   "RFC 1630, as lynx asks a proxy: %s", rows[i].uri);
		free((char *)search.data);
	}
	/* A port that is refused before anyone is asked. */
	ok(ask_for("GET", "gopher://h.example:1/7/s?two+words", "") == 403 &&
	           says("/7/s%09two%20words"),
	   "and that is what is asked for");
}

/* ---- what pages of others load --------------------------------------------------------------------------------- */

static char within_target[400];

/* Its address, as a page of this gateway has it, changed at a byte (from the end, if negative). */
static unsigned ask_within(enum subresource_kind kind, const char *name, uint32_t hour, int changed,
                           const char *method, const char *fields)
{
	char uri[200], front[80];
	struct everyuri_text encoded, text = { uri, 0 };

	text.len = (size_t)snprintf(uri, sizeof uri, "file://%s/%s", folder, name);
	eu_subresource_write(shown.gateway.subresource_key, hour,
	                     (struct subresource){ .kind = kind }, text, front);
	encoded = eu_address_encode(text);
	snprintf(within_target, sizeof within_target, "%s%.*s", front, (int)encoded.len - 1,
	         encoded.data + 1);
	free((char *)encoded.data);
	if (changed) {
		char *at = within_target + (changed < 0 ? (int)strlen(within_target) : 0) + changed;

		*at = *at == '1' ? '2' : '1';
	}
	return ask_for(method, within_target, fields);
}

#define SITE(mode, dest) \
	"Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: " mode "\r\nSec-Fetch-Dest: " dest "\r\n"

static void withins(void)
{
	static const struct {
		const char *what, *method, *fields;
		unsigned status;
	} rows[] = {
		{ "a film of a page in a sandbox", "GET", SITE("no-cors", "video"), 200 },
		{ "or its sound", "GET", SITE("no-cors", "audio"), 200 },
		{ "a part of it", "GET", SITE("no-cors", "video") "Range: bytes=2-4\r\n", 206 },
		{ "as a picture", "GET", SITE("no-cors", "image"), 403 },
		{ "as a style sheet", "GET", SITE("no-cors", "style"), 403 },
		{ "as a script", "GET", SITE("no-cors", "script"), 403 },
		{ "by a script", "GET", SITE("no-cors", "empty"), 403 },
		{ "by one that would read it", "GET", SITE("cors", "video"), 403 },
		{ "with an Origin", "GET", SITE("no-cors", "video") "Origin: null\r\n", 403 },
		{ "in a frame", "GET", SITE("navigate", "iframe"), 403 },
		{ "by HEAD", "HEAD", SITE("no-cors", "video"), 403 },
		{ "by HEAD, of who does not say what for", "HEAD", "", 405 },
		{ "by POST", "POST", SITE("no-cors", "video") "Content-Length: 0\r\n", 403 },
		{ "who goes there goes to the page", "GET", SITE("navigate", "document"), 303 },
		{ "and who does not say what for", "GET", "", 303 },
		{ "before it is wanted", "GET",
		  SITE("no-cors", "video") "Sec-Purpose: prefetch;prerender\r\n", 503 },
	};
	const char *good = SITE("no-cors", "video");
	const uint32_t hour = eu_subresource_hour();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		is_number(ask_within(SUBRESOURCE_MEDIA, "film.mp4", hour, 0, rows[i].method,
		                     rows[i].fields),
		          rows[i].status, "THREATS G2: %s", rows[i].what);
	ok(ask_within(SUBRESOURCE_MEDIA, "film.mp4", hour, 0, "GET", good) == 200 &&
	           says("0123456789") && says("Cross-Origin-Resource-Policy: cross-origin\r\n") &&
	           says("sandbox") && says("nosniff") && !says("Access-Control"),
	   "THREATS G4: a page has its film, and no script has");
	is_number(ask_within(SUBRESOURCE_MEDIA, "film.mp4", hour - 1, 0, "GET", good), 200,
	          "THREATS G2: an address of the hour before is good");
	is_number(ask_within(SUBRESOURCE_MEDIA, "film.mp4", hour - 2, 0, "GET", good), 403,
	          "an older one is not");
	is_number(ask_within(SUBRESOURCE_MEDIA, "film.mp4", hour + 1, 0, "GET", good), 403,
	          "nor one of an hour to come");
	for (int at = 10; at < 53; at++)
		ok(ask_within(SUBRESOURCE_MEDIA, "film.mp4", hour, at, "GET", good) == 403,
		   "THREATS G2: a byte of the kind, hour or digest is another: %d", at);
	ask_within(SUBRESOURCE_MEDIA, "film.mp4", hour, 0, "GET", good);
	within_target[10] = 'p';
	is_number(ask_for("GET", within_target, SITE("navigate", "document")), 403,
	          "THREATS G2: what is to be a film is no picture");
	ok(ask_within(SUBRESOURCE_MEDIA, "film.mp4", hour, -1, "GET", good) == 403,
	   "THREATS G2: another URI");
	is_number(ask_within(SUBRESOURCE_PICTURE, "film.mp4", hour, 0, "GET",
	                     SITE("no-cors", "image")),
	          403, "THREATS G4: a picture that is none");
	is_number(ask_within(SUBRESOURCE_STYLE, "words.txt", hour, 0, "GET",
	                     SITE("no-cors", "style")),
	          403, "THREATS G4: a style sheet that is none");
	ask_within(SUBRESOURCE_MEDIA, "film.mp4", hour, 0, "GET", good);
	shown.gateway.subresource_key[0] ^= 1;
	is_number(ask_for("GET", within_target, good), 403,
	          "THREATS G2: an address of another start of the gateway");
	shown.gateway.subresource_key[0] ^= 1;
}

static void prefetches(void)
{
	static const char *const fields[] = { "Sec-Purpose: prefetch\r\n",
		                              "Sec-Purpose: prefetch;anonymous-client-ip\r\n",
		                              "Purpose: prefetch\r\n", "X-Moz: Prefetch\r\n" };

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		is_number(ask("GET", "words.txt", fields[i]), 503,
		          "nothing is fetched early: %.20s", fields[i]);
		is_number(ask_for("GET", "/explain?uri=gopher://h/", fields[i]), 200,
		          "but pages of ours, which ask nobody: %.20s", fields[i]);
	}
	is_number(ask("GET", "words.txt", "Sec-Purpose: other\r\n"), 200, "another purpose");
}

/* ---- this machine --------------------------------------------------------------------------------------------- */

#define FILES_OFF "files are off; to allow one directory, use everyuri serve --root DIRECTORY"
#define MAIL_OFF "mail is off; to allow one folder, use everyuri serve --mail FOLDER"
#define FROM_ELSEWHERE SITE("navigate", "document")

/* Every kind of local step, under schemes that the configuration names. */
static void local_steps(void)
{
	static const struct {
		const char *target, *said;
	} rows[] = {
		{ "/x-docs:///words.txt", FILES_OFF },
		{ "/X-DOCS:///words.txt", FILES_OFF },
		{ "/x-docs:///", FILES_OFF },
		{ "/dict:///words.txt", FILES_OFF },
		{ "/ftp://mirror.example/words.txt", FILES_OFF },
		{ "/ftp://mirror.example/", FILES_OFF },
		{ "/x-here:words.txt", FILES_OFF },
		{ "/urn:x-one:words.txt", FILES_OFF },
		{ "/file:///etc/passwd", FILES_OFF },
		{ "/x-post:a@b", MAIL_OFF },
		{ "/x-letter:a@b", MAIL_OFF },
		{ "/mid:a@b", MAIL_OFF },
	};
	struct everyuri_gateway *gateway = &shown.gateway;
	const struct everyuri_text root = gateway->fetch.root;
	struct everyuri_buf buf;
	char lines[1000];
	int len = snprintf(lines, sizeof lines,
	                   "scheme x-docs kind=local\nstep x-docs local %s\n"
	                   "scheme dict kind=local\nstep dict local %s\n"
	                   "scheme x-post kind=opaque\nstep x-post look-up mail {path}\n"
	                   "root mirror.example %s\n"
	                   "gateway x-here x-docs:///{name}\n"
	                   "gateway x-letter mid:{+name}\n"
	                   "resolver x-one file://%s/{nss}\n"
	                   "gateway x-two file:///{name}\ngateway x-two data:,{name}\n",
	                   folder, folder, folder, folder);

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!ok(!everyuri_config_read(lines, (size_t)len, &buf, &gateway->config, NULL),
	        "the configuration is read"))
		return;
	gateway->fetch.root = NONE;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		ok(ask_for("GET", rows[i].target, FROM_ELSEWHERE) == 403 && says(rows[i].said) &&
		           says("THREATS G11"),
		   "THREATS G11: %s", rows[i].target);
	}
	ok(ask_for("GET", "/gopher://h.example/hURL:mid:a@b", FROM_ELSEWHERE) == 403 &&
	           says("THREATS C5"),
	   "THREATS C5: a reference in a URI leads to no mail");
	ok(ask_for("GET", "/x-two:words", "") == 200 && says("words"),
	   "a reference that is refused is passed over for the next");
	ok(ask_for("GET", "/data:,words", "") == 200, "a data: URI is no file");
	gateway->fetch.root = root;
	ok(ask_for("GET", "/x-docs:///words.txt", "") == 200 && says("words"),
	   "--root opens the directory under each name: a registered scheme");
	ok(ask_for("GET", "/x-here:words.txt", "") == 200, "a gateway");
	ok(ask_for("GET", "/file:///etc/passwd", "") == 403 && says("THREATS C5"),
	   "THREATS C5: and no other directory");
	memset(&gateway->config, 0, sizeof gateway->config);
	everyuri_buf_free(&buf);
}

/* THREATS G2: a URI that sends data is shown; only a POST with the token goes on. */
static void blocks(void)
{
	static const char uri[] = "spartan%3A%2F%2F127.0.0.1%3A1%2Fa%3Fx%2520%253Cb";
	static const char *const tokens[] = { "", "token=&", "token=0123&" };
	struct everyuri_gateway *gateway = &shown.gateway;
	char fields[500], body[300];

	snprintf(gateway->token, sizeof gateway->token, "%s", "0123456789abcdef0123456789abcdef");
	ok(ask_for("GET", "/spartan%3A%2F%2F127.0.0.1%3A3000%2Fa%3Fx%2520%253Cb", "") == 200 &&
	           says("Nothing has been sent") && says(">x &lt;b</pre>") &&
	           says("action=\"/_/send\" method=\"post\"") && says(gateway->token),
	   "THREATS G2: a block is shown, with a button");
	ok(ask_for("GET", "/_/send?uri=spartan%3A%2F%2Fh%2Fa%3Fx", "") == 405,
	   "THREATS G2: a GET sends nothing");
	for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++) {
		snprintf(body, sizeof body, "%suri=%s", tokens[i], uri);
		snprintf(fields, sizeof fields,
		         "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
		         "%zu\r\n",
		         strlen(body));
		is_number(post("/_/send", fields, body), 403, "THREATS G2: with \"%s\"", tokens[i]);
	}
	snprintf(body, sizeof body, "token=%s&uri=%s", gateway->token, uri);
	snprintf(fields, sizeof fields,
	         "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %zu\r\n",
	         strlen(body));
	is_number(post("/_/send", fields, body), 403, "with the token the policy is asked");
	ok(says("port") && !says("Connection refused"), "THREATS C2: a bad port is refused");
	ok(ask_for("GET", "spartan://127.0.0.1:3000/a?x", "") != 200 &&
	           says("only if the user agrees"),
	   "THREATS G2: a client of the proxy sends no block");
}

int main(void)
{
	static const char *const names[] = { "words.txt", "unknown", "binary", "film.mp4", "long" };
	struct everyuri_gateway *gateway = &shown.gateway;
	char path[128];

	snprintf(folder, sizeof folder, "/tmp/everyuri-asked-XXXXXX");
	if (!mkdtemp(folder) || !write_file("words.txt", "words\n", 6) ||
	    !write_file("unknown", "words\n", 6) || !write_file("binary", "\0\1\2", 3) ||
	    !write_file("film.mp4", "0123456789", 10))
		return 1;
	gateway->port = 8070;
	gateway->options.log = -1;
	gateway->helper = -1;
	gateway->hosts = eu_hosts_open();
	gateway->fetch.root = (struct everyuri_text){ folder, strlen(folder) };
	gateway->fetch.config = &gateway->config;
	memcpy(gateway->via, "1.1 everyuri-0123abcd", 22);
	heads();
	ranges();
	long_range();
	searches();
	withins();
	prefetches();
	local_steps();
	blocks();
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		unlink(path);
	}
	rmdir(folder);
	free(shown.data);
	eu_hosts_close(gateway->hosts);
	return done();
}
