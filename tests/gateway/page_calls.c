/* page_calls.c - pages and answers where memory ends: at each call for it, once and from then on.  Whoever asked has
 * the page as it is, or one that is our own markup, or none; the gateway goes on, and gives all back. */
#define _GNU_SOURCE
#include "failing_calls.h"

#include "gateway/routes.h"
#include "gateway/serve/serving.h"
#include "gateway/session/session.h"

#include "page_tests.h"
#include "wellformed.h"

/* What the test keeps is its own business. */
static bool take(void *context, const char *data, size_t len)
{
	bool good;

	calls_hold(true);
	good = shown_take(context, data, len);
	calls_hold(false);
	return good;
}

/* ---- objects --------------------------------------------------------------------------------------------------- */

static const struct everyuri_item items[] = {
	{ .kind = EVERYURI_ITEM_DOCUMENT,
	  .label = BYTES("caf\xC3\xA9"),
	  .uri = BYTES("news:1@h"),
	  .message_id = BYTES("<1@h>"),
	  .author = BYTES("=?utf-8?Q?=C3=A9?= <a@h>"),
	  .date = BYTES("2026-11-21T17:00:00Z"),
	  .size = 1 },
	{ .kind = EVERYURI_ITEM_MENU,
	  .label = BYTES("Re: caf\xC3\xA9"),
	  .uri = BYTES("gopher://h.dom/1/a"),
	  .type = BYTES("1"),
	  .size = UNKNOWN },
};

static const char letter[] = "Message-ID: <2@h>\nReferences: <1@h>\nSubject: caf\xC3\xA9\n"
			     "Newsgroups: a.b\nContent-Type: multipart/mixed; boundary=b\n\n"
			     "--b\n\n> one\ntwo http://h.dom/\n"
			     "--b\nContent-Type: text/html\nContent-ID: <c@h>\n\n<a href=b>\n"
			     "--b\nContent-Type: message/rfc822\n\nSubject: in\n\nx\n--b--\n";

struct object {
	const char *name, *uri, *type, *charset, *bytes;
	enum everyuri_object_kind kind;
	size_t part;
	enum subresource_kind subresource;
	bool ours; /* the page is our own markup */
};

static const struct object objects[] = {
	{ "a text", "gopher://h/0a", "text/plain", NULL, "see http://h.dom/ caf\xC3\xA9\n",
	  EVERYURI_DOCUMENT, 0, SUBRESOURCE_NONE, true },
	{ "a text of another charset", "gopher://h/0a", "text/plain", "koi8-r", "\xC1\n",
	  EVERYURI_DOCUMENT, 0, SUBRESOURCE_NONE, true },
	{ "what nobody says the type of", "gopher://h/0a", "", NULL, "text", EVERYURI_DOCUMENT, 0,
	  SUBRESOURCE_NONE, true },
	{ "HTML", "http://h.dom/a/", "text/html", NULL,
	  "<base href=b/><a href=c><img src=d srcset='e 2x'><style>a{b:url(f)}</style>"
	  "<meta http-equiv=refresh content='0;url=b'>",
	  EVERYURI_DOCUMENT, 0, SUBRESOURCE_NONE, false },
	{ "XHTML", "http://h.dom/a/", "application/xhtml+xml", NULL, "<a href='b'/>",
	  EVERYURI_DOCUMENT, 0, SUBRESOURCE_NONE, false },
	{ "Gemini", "gemini://h.dom/a", "text/gemini", NULL, "# a\n=> b c\n", EVERYURI_DOCUMENT, 0,
	  SUBRESOURCE_NONE, true },
	{ "a message", "news:2@h", "message/rfc822", NULL, letter, EVERYURI_DOCUMENT, 0,
	  SUBRESOURCE_NONE, true },
	{ "a part of one", "mid:2@h", "message/rfc822", NULL, letter, EVERYURI_DOCUMENT, 3,
	  SUBRESOURCE_NONE, false },
	{ "a style sheet of a page", "http://h.dom/s", "text/css", NULL, "a{b:url(c)}",
	  EVERYURI_DOCUMENT, 0, SUBRESOURCE_STYLE, false },
	{ "a menu", "gopher://h/1", NULL, NULL, NULL, EVERYURI_MENU, 0, SUBRESOURCE_NONE, true },
	{ "a directory", "ftp://h/a/", NULL, NULL, NULL, EVERYURI_MENU, 0, SUBRESOURCE_NONE, true },
	{ "a newsgroup", "news:a.b", NULL, NULL, NULL, EVERYURI_MENU, 0, SUBRESOURCE_NONE, true },
	{ "an index", "gopher://h/7s", NULL, NULL, NULL, EVERYURI_INDEX, 0, SUBRESOURCE_NONE,
	  true },
	{ "a session", "telnet://h/", NULL, NULL, NULL, EVERYURI_SESSION, 0, SUBRESOURCE_NONE,
	  true },
};

/* Returns: was there a page? */
static bool tell(const struct object *row)
{
	struct everyuri_object object = { .kind = row->kind,
		                          .program = TEXT("telnet"),
		                          .threaded = !strncmp(row->uri, "news:", 5),
		                          .length = UNKNOWN };
	bool more;

	if (row->type)
		object.media_type = (struct everyuri_text){ row->type, strlen(row->type) };
	if (row->charset)
		object.charset = (struct everyuri_text){ row->charset, strlen(row->charset) };
	more = shown_object(&shown, &object);
	if (more && row->bytes)
		shown_bytes(&shown, row->bytes, strlen(row->bytes));
	for (size_t i = 0; more && !row->bytes && i < sizeof items / sizeof *items; i++)
		more = shown_item(&shown, &items[i]);
	return shown_end(&shown, true, NULL);
}

static void begin(const struct object *row)
{
	calls_hold(true);
	shown_begin(&shown, (struct everyuri_text){ row->uri, strlen(row->uri) });
	shown.response.send = take;
	shown.showing.page.part = row->part;
	shown.showing.page.subresource = row->subresource;
	calls_hold(false);
}

/* Returns: NULL, or what is wrong. */
static const char *wrong(const struct object *row, bool page, const char *truth)
{
	const char *body = shown_body(&shown);

	if (!strncmp(shown.data, "HTTP/1.1 500 ", 13) || !strcmp(body, truth))
		return NULL;
	if (!page)
		return "none, and yet something was said";
	return row->ours && markup_tags(body) < 1 ? wrong_markup(body) : NULL;
}

static void objects_without(void)
{
	for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
		const struct object *row = &objects[i];
		const char *why = NULL;
		char *truth;
		unsigned long nth = 0;
		bool failed = true, good;

		begin(row);
		good = tell(row);
		truth = strdup(shown_body(&shown));
		if (!truth)
			abort();
		ok(good && *truth, "%s has a page where there is memory", row->name);
		while (failed && !why) {
			bool page;

			begin(row);
			calls_fail("memory", nth / 2 + 1, ENOMEM);
			failing_call.for_ever = nth++ % 2;
			page = tell(row);
			failed = calls_succeed();
			why = wrong(row, page, truth);
		}
		ok(!why, "%s, of %lu without memory: the page, one of ours, or none%s%s", row->name,
		   nth, why ? ": not " : "", why ? why : "");
		begin(row);
		tell(row);
		ok(!strcmp(shown_body(&shown), truth), "%s: and once there is memory again",
		   row->name);
		free(truth);
	}
}

/* ---- answers -------------------------------------------------------------------------------------------------------- */

static struct http_reader reader;

static void answer(void)
{
	eu_http_response_init(&shown.response, &reader.request, take, &shown);
	shown.response.origin = TEXT("http://127.0.0.1:8070");
	eu_gateway_answer(&shown.gateway, &reader.request, &shown.response);
}

static void clear(void)
{
	shown.len = 0;
	shown.joined = false;
	shown_take(&shown, "", 0);
}

static void answers_without(void)
{
	static const char *const requests[] = {
		"GET / HTTP/1.1",
		"GET /explain?uri=http%3A%2F%2Fu:p%40h.dom%2Fa HTTP/1.1",
		"GET /explain?text=see+http%3A%2F%2Fh.dom%2F+mailto:a@b HTTP/1.1",
		"GET /_/plan?uri=ftp://h/a HTTP/1.1",
		"GET /_/go?uri=example.com HTTP/1.1",
		"GET /_/go?uri=no+uri HTTP/1.1",
		"GET /_/go?uri=x:%C3%A9 HTTP/1.1",
		"GET /_/search?uri=gopher://h/7&words=a HTTP/1.1",
		"GET /_/part?uri=mid:a@b&part=x HTTP/1.1",
		"GET /_/within/p/0000002a/x HTTP/1.1",
		"GET /gopher%3A%2F%2F127.0.0.1%2F HTTP/1.1",
		"GET gopher://127.0.0.1/7?x HTTP/1.1",
		"GET /file%3A%2F%2F%2Fetc%2Fpasswd HTTP/1.1",
	};

	for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
		char text[300];
		const int n = snprintf(text, sizeof text, "%s\r\nHost: 127.0.0.1:8070\r\n\r\n",
		                       requests[i]);
		unsigned long nth = 0, other = 0;
		unsigned status;
		bool failed = true, good = true;

		eu_http_reader_init(&reader);
		eu_http_reader_feed(&reader, text, (size_t)n);
		clear();
		answer();
		status = shown.response.status;
		while (failed && good) {
			clear();
			calls_fail("memory", nth / 2 + 1, ENOMEM);
			failing_call.for_ever = nth++ % 2;
			answer();
			failed = calls_succeed();
			good = shown.response.ended && shown.len > 12 &&
			       (failed || shown.response.status == status);
			other += shown.response.status != status;
			if (strstr(shown.data, "<!DOCTYPE"))
				good = good && !wrong_markup(shown_body(&shown));
		}
		ok(good, "%s: %u; of %lu without memory %lu are answered otherwise", requests[i],
		   status, nth, other);
		eu_http_reader_free(&reader);
	}
}

/* A request of which no more can be kept. */
static void requests_without(void)
{
	const char text[] = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

	eu_http_reader_init(&reader);
	calls_fail("memory", 1, ENOMEM);
	ok(eu_http_reader_feed(&reader, text, sizeof text - 1) == HTTP_REFUSED && calls_succeed() &&
	           reader.refused == 503,
	   "RFC 9110 15.6.4: a request for which there is no memory");
	ok(eu_http_reader_feed(&reader, text, sizeof text - 1) == HTTP_REFUSED,
	   "and nothing behind it is read");
	eu_http_reader_free(&reader);
}

/* ---- what a gateway is made of ------------------------------------------------------------------------------------------ */

static void parts_without(void)
{
	struct everyuri_gateway *gateway = NULL;
	const struct everyuri_gateway_options options = { .log = -1 };
	struct everyuri_error err = { 0 };
	unsigned long nth = 1;

	calls_fail("memory", 1, ENOMEM);
	ok(!eu_tickets_open() && calls_succeed(), "no memory for the names of sessions");
	calls_fail("memory", 1, ENOMEM);
	ok(!eu_hosts_open() && calls_succeed(), "nor for hosts");
	calls_fail("memory", 1, ENOMEM);
	ok(!eu_hosts_enter(&shown.gateway, "h", 1, 0) && calls_succeed() &&
	           eu_hosts_enter(&shown.gateway, "h", 1, 0),
	   "THREATS G8: a host without a place in memory is not entered");
	eu_hosts_leave(&shown.gateway, "h", 1);
	for (; nth < 4; nth++) {
		calls_fail("memory", nth, ENOMEM);
		ok(everyuri_gateway_open(&options, &gateway, &err) == EVERYURI_NO_MEMORY &&
		           calls_succeed() && err.status == EVERYURI_NO_MEMORY && err.message &&
		           !gateway,
		   "a gateway that cannot be opened says so: %lu", nth);
	}
}

int main(void)
{
	struct everyuri_gateway *gateway = &shown.gateway;

	if (!CAN_LACK_MEMORY) {
		skip("pages without memory", "the sanitizers replace the allocator");
		return done();
	}
	gateway->port = 8070;
	gateway->options.log = -1;
	gateway->helper = -1;
	gateway->hosts = eu_hosts_open();
	gateway->fetch.config = &gateway->config;
	gateway->config.policy = &gateway->policy;
	gateway->policy.refused_classes = EVERYURI_POLICY_NON_PUBLIC;
	memcpy(gateway->via, "1.1 everyuri-0123abcd", 22);
	objects_without();
	answers_without();
	requests_without();
	parts_without();
	free(shown.data);
	eu_hosts_close(gateway->hosts);
	return done();
}
