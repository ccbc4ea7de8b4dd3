/* odd_pages.c - pages of odd messages, groups, indices and refusals; pages that nobody takes; and a gateway that is
 * opened, or cannot be. */
#define _GNU_SOURCE
#include "failing_sockets.h"

#include "gateway/pages/internal.h"

#include "page_tests.h"
#include "wellformed.h"

#include <everyuri/message.h>

static struct everyuri_text text_of(const char *words)
{
	return (struct everyuri_text){ words, strlen(words) };
}

static bool has(const char *words)
{
	return strstr(shown_body(&shown), words) != NULL;
}

/* In the head of the response. */
static bool has_field(const char *field)
{
	const char *end = strstr(shown.data, "\r\n\r\n"), *at = strstr(shown.data, field);

	return at && end && at < end + 2;
}

/* ---- messages -------------------------------------------------------------------------------------------------- */

static void letter_of(const char *uri, const char *type, const char *text, size_t part,
                      bool proxied)
{
	struct everyuri_object object = { .kind = EVERYURI_DOCUMENT,
		                          .media_type = text_of(type),
		                          .length = UNKNOWN };

	shown_begin(&shown, text_of(uri));
	shown.showing.page.part = part;
	shown.showing.page.proxied = proxied;
	shown_object(&shown, &object);
	shown_bytes(&shown, text, strlen(text));
	shown_end(&shown, true, NULL);
}

static void check_file_names(void)
{
	static const struct {
		const char *part, *field;
	} rows[] = {
		{ "Content-Type: image/png; name=\"a-Z9.x\"",
		  "inline; filename*=UTF-8''a-Z9.x\r\n" },
		{ "Content-Type: image/png\nContent-Disposition: attachment; "
		  "filename*=utf-8''%2Ea%2Fb%5Cc%3Ad%7F%01%20%C3%A9{[`@",
		  "inline; filename*=UTF-8''_a_b_c_d__%20%C3%A9%7B%5B%60%40\r\n" },
		{ "Content-Type: x/y\nContent-Disposition: attachment; filename=\"\"",
		  "Content-Disposition: attachment\r\n" },
	};
	char text[600], longer[400];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		snprintf(text, sizeof text, "%s\n\nx", rows[i].part);
		letter_of("mid:p@h", "message/rfc822", text, 1, false);
		ok(has_field(rows[i].field), "RFC 6266 4.3: %s", rows[i].field);
	}
	memset(longer, 'x', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	snprintf(text, sizeof text, "Content-Type: image/png; name=%s\n\nx", longer);
	letter_of("mid:p@h", "message/rfc822", text, 1, false);
	is_number((long long)strspn(strstr(shown.data, "UTF-8''") + 7, "x"), 255,
	          "a name of 399 bytes is cut");
}

static void check_letters(void)
{
	static char longer[80000];
	size_t n;

	letter_of("news:2@h", "message/news", "Subject: s\n\n> a\nb\n", 0, false);
	ok(has("<h1><bdi>s</bdi></h1>") && has("<blockquote"),
	   "RFC 1849: message/news is a letter");
	letter_of("mid:p@h", "message/rfc822",
	          "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b\n"
	          "Content-Type: text/html\nContent-Disposition: attachment\n\n<p>\n--b--\n",
	          0, false);
	ok(!has("a version of it in HTML") && has("Attachments"),
	   "RFC 2183 2.2: HTML that is attached is no version of the text");
	letter_of("mid:p@h", "message/rfc822",
	          "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n"
	          "cid:in@h cid:other cid: cid:%\n--b\n"
	          "Content-Type: image/png\nContent-ID: <in@h>\n\nx\n--b\n"
	          "Content-ID: <>\n\ny\n--b--\n",
	          0, false);
	ok(has("<a href=\"/_/part?uri=mid%3Ap%40h&amp;part=3\">cid:in@h</a>") &&
	           !has("part=4\">cid:"),
	   "RFC 2392 2: a part that is named is a link to it");
	shown.request.field[0] = (struct eu_http_field){ TEXT("Accept"), TEXT("text/html") };
	shown.request.n_fields = 1;
	letter_of("mid:p@h", "message/rfc822", "Content-ID: <in@h>\n\ncid:in@h\n", 0, true);
	shown.request.n_fields = 0;
	ok(has("cid:in@h") && !has("/_/part"), "a proxy has no pages of its own to lead to");
	letter_of("mid:p@h", "message/rfc822", "Content-Type: text/html\n\n<p>y", 1, false);
	ok(has("<p>y"), "RFC 2046 4.1: HTML that is a part is shown");
	n = (size_t)sprintf(longer, "Content-Type: message/rfc822\n\nSubject: inner\nX: ");
	memset(longer + n, 'x', 70000);
	strcpy(longer + n + 70000, "\n\nbody");
	letter_of("mid:p@h", "message/rfc822", longer, 0, false);
	ok(has("<h2><bdi>inner</bdi></h2>") && has("body"), "a message within, of 70,000 bytes");
	memset(longer, 0, sizeof longer);
	strcpy(longer, "Subject: x\n\n> ");
	n = strlen(longer);
	while (n < 20000) {
		memcpy(longer + n, "\xF0\x9F\x98\x80", 4);
		n += 4;
	}
	letter_of("mid:p@h", "message/rfc822", longer, 0, false);
	ok(has(longer + 14) && !has("\xEF\xBF\xBD"), "a line of 20,000 bytes is cut nowhere");
	memset(longer + 14, '\xE9', 20000);
	letter_of("mid:p@h", "message/rfc822", longer, 0, false);
	ok(has("\xC3\xA9\xC3\xA9") && !wrong_markup(shown_body(&shown)),
	   "nor one of another charset");
}

/* ---- groups -------------------------------------------------------------------------------------------------------- */

static void check_groups(void)
{
	static const struct everyuri_object group = { .kind = EVERYURI_MENU,
		                                      .length = UNKNOWN,
		                                      .threaded = true };
	static char longer[3000];
	struct everyuri_item item = { .kind = EVERYURI_ITEM_DOCUMENT,
		                      .uri = TEXT("news:1@h"),
		                      .message_id = TEXT("<1@h>"),
		                      .size = UNKNOWN };

	shown_begin(&shown, TEXT("news:a.b"));
	shown_object(&shown, &group);
	for (size_t i = 0; i < 2900; i += 2)
		memcpy(longer + i, "\xC3\xA9", 2);
	item.label = text_of(longer);
	item.author = TEXT("a@h");
	shown_item(&shown, &item);
	item.label = text_of(longer + 1); /* cut elsewhere */
	item.message_id = TEXT("");
	item.date = TEXT("2026");
	item.author = NONE;
	shown_item(&shown, &item);
	memset(longer, 'x', sizeof longer - 1);
	memcpy(longer, "news:", 5);
	item.label = TEXT("no link");
	item.uri = text_of(longer);
	item.date = TEXT("");
	shown_item(&shown, &item);
	item.label = TEXT("=?utf-8?Q?=C3=A9?=");
	item.uri = TEXT("news:4@h");
	item.references = TEXT("<1@h>");
	item.message_id = NONE;
	shown_item(&shown, &item);
	item.label = TEXT("");
	item.references = TEXT("<nobody@h>");
	item.author = TEXT(" <>");
	shown_item(&shown, &item);
	shown_end(&shown, true, NULL);
	ok(!wrong_markup(shown_body(&shown)), "a group of odd articles: %s",
	   wrong_markup(shown_body(&shown)) ? wrong_markup(shown_body(&shown)) : "");
	ok(has("<bdi>no link</bdi>") && !has("xxxxxx"), "an address of 3000 bytes is none");
	ok(has("<bdi>\xC3\xA9</bdi>"), "RFC 2047: a subject is decoded");
	ok(has("<time datetime=\"2026\">2026</time>"), "a date that is a year");
	ok(has("(no subject)"), "and what has no subject says so");
	shown_begin(&shown, TEXT("news:a.b"));
	shown_object(&shown, &group);
	shown_end(&shown, true, NULL);
	ok(!has("<ol class=\"threads\">"), "a group without articles has no threads");
}

/* ---- menus, indices ---------------------------------------------------------------------------------------------------- */

static void check_indices(void)
{
	static const struct {
		const char *title;
		bool proxied;
		const char *label, *action;
	} rows[] = { { "Find <b>", false, "<bdi>Find &lt;b&gt;</bdi>", "action=\"/_/search\"" },
		     { "", false, "<bdi>Search words</bdi>", "action=\"/_/search\"" },
		     { NULL, true, "<bdi>Search words</bdi>",
		       "action=\"http://127.0.0.1:8070/_/search\"" } };

	shown.gateway.port = 8070;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct everyuri_object object = { .kind = EVERYURI_INDEX, .length = UNKNOWN };

		if (rows[i].title)
			object.title = text_of(rows[i].title);
		shown_begin(&shown, TEXT("gopher://h/7s"));
		shown.showing.page.proxied = rows[i].proxied;
		shown_object(&shown, &object);
		shown_end(&shown, true, NULL);
		ok(has(rows[i].label) && has(rows[i].action), "an index, %s: %s",
		   rows[i].proxied ? "to a proxy's client" : "here", rows[i].label);
	}
}

static void check_menus(void)
{
	const struct everyuri_object menu = { .kind = EVERYURI_MENU, .length = UNKNOWN };
	const struct everyuri_item items[] = {
		{ .kind = EVERYURI_ITEM_TEXT, .size = UNKNOWN },
		{ .kind = EVERYURI_ITEM_DOCUMENT,
		  .label = TEXT("a"),
		  .uri = TEXT("gophers://h/0a"),
		  .date = TEXT(""),
		  .size = UNKNOWN },
		{ .kind = (enum everyuri_item_kind)99, .label = TEXT("b"), .size = UNKNOWN },
		{ .kind = EVERYURI_ITEM_MENU,
		  .label = TEXT("c"),
		  .uri = TEXT("gopher://i/1"),
		  .size = UNKNOWN },
		{ .kind = EVERYURI_ITEM_MENU,
		  .label = TEXT("d~_"),
		  .uri = TEXT("gopher://h/1~_"),
		  .size = UNKNOWN },
		{ .kind = EVERYURI_ITEM_MENU, .uri = TEXT("gopher://h/1e"), .size = UNKNOWN },
		{ .kind = EVERYURI_ITEM_MENU,
		  .label = TEXT("f"),
		  .uri = TEXT(""),
		  .size = UNKNOWN },
	};

	shown_begin(&shown, TEXT("gopher://h/1"));
	shown_object(&shown, &menu);
	for (size_t i = 0; i < sizeof items / sizeof *items; i++)
		shown_item(&shown, &items[i]);
	shown_end(&shown, true, NULL);
	ok(!wrong_markup(shown_body(&shown)) && has("/gophers%3A%2F%2Fh%2F0a") &&
	           has("<span class=\"elsewhere\"><bdi>i</bdi></span>") &&
	           has("/gopher%3A%2F%2Fh%2F1~_"),
	   "a menu of odd items: %s",
	   wrong_markup(shown_body(&shown)) ? wrong_markup(shown_body(&shown)) : "");
}

/* Dates as servers write them; what is none is told as it is. */
static void check_dates(void)
{
	static const struct {
		const char *date;
		bool good;
	} rows[] = { { "2026-11-21", true },
		     { "2026-11-21T17:00", true },
		     { "2026-11-21T17:00Z", true },
		     { "2026-11-21T17:00:00Z", true },
		     { "2026-11-21T17:00z", false },
		     { "2026-11-2", false },
		     { "2026-11-21T17:00:00z", false },
		     { "Nov 21  20", false } };
	const struct everyuri_object menu = { .kind = EVERYURI_MENU, .length = UNKNOWN };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct everyuri_item item = { .kind = EVERYURI_ITEM_DOCUMENT,
			                            .label = TEXT("a"),
			                            .uri = TEXT("ftp://h/a"),
			                            .date = text_of(rows[i].date),
			                            .size = 1 };
		char field[100];

		shown_begin(&shown, TEXT("ftp://h/"));
		shown_object(&shown, &menu);
		shown_item(&shown, &item);
		shown_end(&shown, true, NULL);
		if (rows[i].good)
			snprintf(field, sizeof field, "<time datetime=\"%s\">", rows[i].date);
		else
			snprintf(field, sizeof field, ">%s</td>", rows[i].date);
		ok(has(field), "RFC 3339 5.6: %s is %s date", rows[i].date,
		   rows[i].good ? "a" : "no");
	}
}

/* ---- ranges, the front page ---------------------------------------------------------------------------------------------- */

static void check_ranges(void)
{
	static const struct {
		const char *range;
		uint64_t length;
		enum page_ranged ranged;
	} rows[] = {
		{ "bytes=1-2", 10, PAGE_RANGE }, { "bytes=10-", 10, PAGE_NO_RANGE },
		{ "bytes=1-2", 0, PAGE_WHOLE },  { "bytes=1-2", UNKNOWN, PAGE_WHOLE },
		{ "bytes=1:2", 10, PAGE_WHOLE }, { "bytes=1-:", 10, PAGE_WHOLE },
		{ "bytes=1-/", 10, PAGE_WHOLE }, { "bytes=1-2x", 10, PAGE_WHOLE },
		{ "bytes=:-2", 10, PAGE_WHOLE }, { "bytes=1-99999999999999999999", 10, PAGE_WHOLE },
	};
	struct http_request request = { .method = HTTP_GET, .n_fields = 1 };
	struct eu_page_range range;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		request.field[0] = (struct eu_http_field){ TEXT("Range"), text_of(rows[i].range) };
		is_number(eu_page_range(&request, rows[i].length, &range), rows[i].ranged,
		          "RFC 9110 14.2: %s", rows[i].range);
	}
	is_number(eu_page_range(NULL, 10, &range), PAGE_WHOLE, "without a request all is wanted");
}

static void check_front(void)
{
	static const struct everyuri_gateway_place places[] = {
		{ .uri = BYTES("gopher://h.dom/"), .label = BYTES("Gopher <b>") },
		{ .uri = BYTES("file:///srv/"), .label = BYTES("Files") }
	};

	shown.gateway.options.places = places;
	shown.gateway.options.n_places = 2;
	shown_begin(&shown, NONE);
	eu_page_explain(&shown.showing.page, NONE, NONE);
	eu_http_response_end(&shown.response, true);
	ok(has("Places:") && has("<a href=\"/gopher%3A%2F%2Fh.dom%2F\"><bdi>Gopher &lt;b&gt;<") &&
	           has("<a href=\"/file%3A%2F%2F%2Fsrv%2F\"><bdi>Files<"),
	   "the front page leads where it is told to");
	shown.gateway.options.n_places = 0;
	shown_begin(&shown, NONE);
	eu_page_explain(&shown.showing.page, NONE, NONE);
	eu_http_response_end(&shown.response, true);
	ok(!has("Places:"), "and nowhere otherwise");
}

/* ---- refusals -------------------------------------------------------------------------------------------------------------- */

static void check_refusals(void)
{
	static char longer[5000];
	const struct everyuri_error err = { .status = EVERYURI_UNSAFE,
		                            .clause = "",
		                            .message = "the policy refuses this address",
		                            .reason = EVERYURI_REASON_HOST };

	memset(longer, 'x', sizeof longer - 1);
	shown_begin(&shown, TEXT("gopher://h/1"));
	shown.showing.page.title = TEXT("a title");
	eu_page_refuse(&shown.showing.page, 403, &err, text_of(longer));
	eu_http_response_end(&shown.response, true);
	ok(has("x\xE2\x80\xA6</pre>") && !has(longer) && has("<h1><bdi>a title</bdi></h1>"),
	   "of long last words the front is told");
	ok(!has("<dt>Rule</dt>"), "and no rule where there is none");
	shown_begin(&shown, NONE);
	eu_page_refuse(&shown.showing.page, 403, &err, NONE);
	eu_http_response_end(&shown.response, true);
	ok(has("the policy refuses this address") && !has("<dt>Requested</dt>") &&
	           !has("To allow it"),
	   "a refusal of what has no URI");
}

static void check_cut_short(void)
{
	static const struct everyuri_error rows[] = { { .clause = "", .message = "" },
		                                      { .clause = "", .message = "gone" },
		                                      { .clause = "RFC 1", .message = "gone" } };
	static const char *const said[] = { "The transfer ended early.<", "ended early: gone.<",
		                            "ended early: gone (RFC 1).<" };

	for (size_t i = 0; i < 3; i++) {
		begin_object(TEXT("gopher://h/0a"), EVERYURI_DOCUMENT, "text/plain", NULL);
		shown_bytes(&shown, "x", 1);
		shown_end(&shown, false, &rows[i]);
		ok(has(said[i]), "an object that is cut: %s", said[i]);
	}
}

/* ---- what is shown by whom ------------------------------------------------------------------------------------------------- */

static void check_kinds(void)
{
	static const struct page_kind *const documents[] = { &eu_page_html, &eu_page_gemini,
		                                             &eu_page_mail, &eu_page_plain_text,
		                                             &eu_page_media };
	static const char *const types[] = { "text/html", "text/gemini", "message/rfc822",
		                             "text/plain", "image/png" };
	struct page page = { .response = &shown.response, .gateway = &shown.gateway };

	shown_begin(&shown, TEXT("x:y"));
	page.uri = TEXT("x:y");
	for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
		const struct everyuri_object menu = { .kind = EVERYURI_MENU,
			                              .media_type = text_of(types[i]) };

		ok(!documents[i]->takes(&page, &menu), "a menu is no document: %s",
		   documents[i]->name);
	}
	shown.response.request = NULL;
	ok(!eu_page_media.takes(&page,
	                        &(struct everyuri_object){ .kind = EVERYURI_DOCUMENT,
	                                                   .media_type = TEXT("image/png") }) &&
	           !eu_page_wants_html(&page),
	   "where there is no request nobody says what for");
	ok(eu_page_bytes.takes(&page, &(struct everyuri_object){ .kind = EVERYURI_DOCUMENT }),
	   "bytes are anything");
}

static void check_within(void)
{
	static const struct {
		enum subresource_kind subresource;
		enum everyuri_object_kind kind;
		const char *type, *charset;
		bool good;
	} rows[] = {
		{ SUBRESOURCE_STYLE, EVERYURI_DOCUMENT, "text/css", "koi8-r", true },
		{ SUBRESOURCE_STYLE, EVERYURI_MENU, "text/css", NULL, false },
		{ SUBRESOURCE_MEDIA, EVERYURI_DOCUMENT, "application/ogg", NULL, true },
		{ SUBRESOURCE_MEDIA, EVERYURI_DOCUMENT, "audio/ogg", NULL, true },
		{ SUBRESOURCE_MEDIA, EVERYURI_DOCUMENT, "text/plain", NULL, false },
		{ SUBRESOURCE_PICTURE, EVERYURI_DOCUMENT, "image/svg+xml", NULL, true },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct everyuri_object object = { .kind = rows[i].kind,
			                          .media_type = text_of(rows[i].type),
			                          .length = UNKNOWN };

		if (rows[i].charset)
			object.charset = text_of(rows[i].charset);
		shown_begin(&shown, TEXT("http://h/a"));
		shown.showing.page.subresource = rows[i].subresource;
		shown_object(&shown, &object);
		shown_bytes(&shown, "a{}", 3);
		shown_end(&shown, true, NULL);
		ok(rows[i].good ? has_field("HTTP/1.1 200 ") && has("a{}") :
		                  has_field("HTTP/1.1 403 "),
		   "THREATS G4: %s as %d", rows[i].type, (int)rows[i].subresource);
		ok(!rows[i].charset || has_field("charset=koi8-r\r\n"), "with its charset");
	}
}

/* A client that takes nothing: whatever is told, no more of it is wanted. */
static void check_nobody(void)
{
	static char data[70000];
	static const struct {
		enum everyuri_object_kind kind;
		const char *type;
	} rows[] = { { EVERYURI_DOCUMENT, "text/plain" },
		     { EVERYURI_DOCUMENT, "text/html" },
		     { EVERYURI_DOCUMENT, "text/gemini" },
		     { EVERYURI_DOCUMENT, "a/b" },
		     { EVERYURI_DOCUMENT, NULL },
		     { EVERYURI_MENU, NULL },
		     { EVERYURI_INDEX, NULL } };
	struct everyuri_item item = { .kind = EVERYURI_ITEM_MENU,
		                      .uri = TEXT("gopher://h/1"),
		                      .size = UNKNOWN };

	memset(data, 'x', sizeof data);
	item.label = (struct everyuri_text){ data, 3000 };
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool more = true;

		begin_object(TEXT("gopher://h/a"), rows[i].kind, rows[i].type, NULL);
		shown.fails = true;
		for (int k = 0; k < 60 && more; k++)
			more = rows[i].kind == EVERYURI_DOCUMENT ?
			               shown_bytes(&shown, data, sizeof data) :
			               shown_item(&shown, &item);
		ok(!more, "%s: who is gone is told no more",
		   rows[i].type ? rows[i].type : "a menu");
		shown_end(&shown, false, NULL);
		shown.fails = false;
	}
}

/* ---- a gateway ------------------------------------------------------------------------------------------------------------------ */

static void check_opening(void)
{
	const struct everyuri_gateway_options options = { .log = -1 };
	struct everyuri_gateway *gateway = NULL;
	struct everyuri_error err = { 0 };

	for (unsigned long nth = 1; nth <= 3; nth++) {
		calls_fail("getrandom", nth, ENOSYS);
		ok(everyuri_gateway_open(&options, &gateway, &err) == EVERYURI_FAILED &&
		           calls_succeed() && strstr(err.message, "random"),
		   "THREATS G2: without randomness there is no gateway: %lu", nth);
	}
	calls_fail("getrandom", 1, ENOSYS);
	ok(everyuri_gateway_open(&options, &gateway, NULL) == EVERYURI_FAILED && calls_succeed() &&
	           !gateway,
	   "whether or not anybody wants to know why");
	everyuri_gateway_close(NULL);
}

int main(void)
{
	alarm(60);
	if (everyuri_message_ready()) {
		check_file_names();
		check_letters();
		check_groups();
	} else {
		skip("messages", "GMime 3 is not installed");
	}
	check_indices();
	check_menus();
	check_dates();
	check_ranges();
	check_front();
	check_refusals();
	check_cut_short();
	check_kinds();
	check_within();
	check_nobody();
	check_opening();
	free(shown.data);
	return done();
}
