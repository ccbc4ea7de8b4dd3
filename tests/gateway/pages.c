/* pages.c - menus, directories, sessions, indices and refusals as pages: what is written, and that nothing in an
 * object can break it.  With an argument it writes the pages that hostile.py asks for. */
#include "page_stream.h"
#include "page_tests.h"

/* ---- menus ------------------------------------------------------------------------------------------------ */

static const struct everyuri_item samples[] = {
	{ .kind = EVERYURI_ITEM_TEXT, .label = BYTES("  Welcome <b>&"), .size = UNKNOWN },
	{ .kind = EVERYURI_ITEM_TEXT, .label = BYTES("a   b   c"), .size = UNKNOWN },
	{ .kind = EVERYURI_ITEM_MENU,
	  .type = BYTES("1"),
	  .label = BYTES("News"),
	  .uri = BYTES("gopher://h.dom/1/n%20s"),
	  .size = UNKNOWN },
	{ .kind = EVERYURI_ITEM_DOCUMENT,
	  .label = BYTES("caf\xC3\xA9.txt"),
	  .uri = BYTES("ftp://other.dom/a%22b#frag"),
	  .media_type = BYTES("text/plain"),
	  .size = 1234,
	  .date = BYTES("2026-11-21T17:00:00Z") },
	{ .kind = EVERYURI_ITEM_LINK,
	  .label = BYTES("script"),
	  .uri = BYTES("javascript:alert(1)"),
	  .size = UNKNOWN },
	{ .kind = EVERYURI_ITEM_ERROR, .label = BYTES("gone"), .size = UNKNOWN },
};

static void tell_samples(void)
{
	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
		shown_item(&shown, &samples[i]);
	shown_end(&shown, true, NULL);
}

/* What no table has is told as it is. */
static void check_unknown_type(void)
{
	static const struct {
		const char *type, *mark;
	} rows[] = {
		{ "K", "<abbr class=\"mark document\" title=\"unknown item type K\">K?</abbr>" },
		{ "\"", "<abbr class=\"mark document\" title=\"unknown item type &quot;\">"
		        "&quot;?</abbr>" },
		{ "0", "<abbr class=\"mark link\" title=\"text\">txt</abbr>" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct everyuri_item item = { .kind = EVERYURI_ITEM_LINK,
			                            .label = TEXT("Label"),
			                            .type = { rows[i].type, 1 },
			                            .uri = TEXT("gopher://h.dom/K"),
			                            .size = UNKNOWN };

		begin_object(TEXT("gopher://h.dom/1"), EVERYURI_MENU, NULL, NULL);
		shown_item(&shown, &item);
		shown_end(&shown, true, NULL);
		ok(strstr(shown_body(&shown), rows[i].mark) != NULL &&
		           markup_tags(shown_body(&shown)) > 0,
		   "RFC 1436 3.8: an item of type %s", rows[i].type);
	}
}

/* THREATS G5: an item is a link if its scheme's row says so. */
static void check_linked_schemes(void)
{
	static const struct {
		const char *uri, *href; /* NULL: no link */
	} rows[] = {
		{ "prospero://h/x", "href=\"/prospero%3A%2F%2Fh%2Fx\"" },
		{ "nntps://h/c.d/1", "href=\"/nntps%3A%2F%2Fh%2Fc.d%2F1\"" },
		{ "ldap://h/dc=x", "href=\"/ldap%3A%2F%2Fh%2Fdc%3Dx\"" },
		{ "ldaps://h/dc=x", "href=\"/ldaps%3A%2F%2Fh%2Fdc%3Dx\"" },
		{ "urn:isbn:0", "href=\"/urn%3Aisbn%3A0\"" },
		{ "whois++://h/x", "href=\"/whois%2B%2B%3A%2F%2Fh%2Fx\"" },
		{ "file:///etc/passwd", NULL },
		{ "afs://cell/x", NULL },
		{ "data:text/html,x", NULL },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct everyuri_item item = { .kind = EVERYURI_ITEM_LINK,
			                            .label = TEXT("Label"),
			                            .uri = { rows[i].uri, strlen(rows[i].uri) },
			                            .size = UNKNOWN };

		begin_object(TEXT("http://h.dom/"), EVERYURI_MENU, NULL, NULL);
		shown_item(&shown, &item);
		shown_end(&shown, true, NULL);
		ok(rows[i].href ? strstr(shown_body(&shown), rows[i].href) != NULL :
		                  !strstr(shown_body(&shown), "Label</bdi></a>"),
		   "THREATS G5: %s is %s", rows[i].uri, rows[i].href ? "a link" : "no link");
	}
}

static void check_menu(void)
{
	begin_object(TEXT("gopher://h.dom/1"), EVERYURI_MENU, NULL, NULL);
	tell_samples();
	is_between(
		"<div class=\"grid\">\n", "</div>\n<p class=\"note\">",
		"<pre class=\"words\">\n  Welcome &lt;b&gt;&amp;\n"
		"<span class=\"drawn\">a   b   c\n</span></pre>\n"
		"<ul class=\"items\">\n"
		"<li><abbr class=\"mark menu\" title=\"menu\">dir</abbr> <span class=\"label\">"
		"<a href=\"/gopher%3A%2F%2Fh.dom%2F1%2Fn%2520s\"><bdi>News</bdi></a></span></li>\n"
		"<li><abbr class=\"mark document\" title=\"text\">txt</abbr> <span "
		"class=\"label\"><a href=\"/ftp%3A%2F%2Fother.dom%2Fa%2522b#frag\">"
		"<bdi>caf\xC3\xA9.txt</bdi></a> <span class=\"elsewhere\"><bdi>other.dom</bdi>"
		"</span> <span class=\"fact\">1.2 kB</span> <span "
		"class=\"fact\">2026-11-21</span></span></li>\n"
		"<li><abbr class=\"mark link\" title=\"link\">url</abbr> <span class=\"label\">"
		"<bdi>script</bdi> <code>javascript:alert(1)</code></span></li>\n</ul>\n"
		"<pre class=\"words\">\n<strong class=\"error\">gone\n</strong></pre>\n",
		"THREATS G5: a menu: spacing kept, marks with words, links of known schemes only");
	is_between("<p class=\"note\">", "<", "3 items", "a menu says how many items it has");
	ok(markup_tags(shown_body(&shown)) > 0, "a menu is made of our own markup");
	check_unknown_type();
	ok(strstr(shown.data, "default-src 'none'") != NULL, "THREATS G5: it has a policy");
	begin_object(TEXT("gopher://h.dom/1"), EVERYURI_MENU, NULL, NULL);
	shown_end(&shown, true, NULL);
	ok(strstr(shown_body(&shown), "This menu is empty.") != NULL,
	   "menu page: an empty menu says so");
}

static void check_proxied(void)
{
	shown_begin(&shown, TEXT("gopher://h.dom/1"));
	shown.showing.page.proxied = true;
	shown_object(&shown, &(struct everyuri_object){ .kind = EVERYURI_MENU });
	tell_samples();
	ok(strstr(shown_body(&shown), "<a href=\"gopher://h.dom/1/n%20s\">") != NULL,
	   "in proxy form links stay URIs");
	ok(!strstr(shown_body(&shown), "/_/") && !strstr(shown_body(&shown), "<header>"),
	   "in proxy form there is nothing of the gateway's own");
	ok(markup_tags(shown_body(&shown)) > 0, "in proxy form it is made of our own markup");
}

static void check_listing(void)
{
	begin_object(TEXT("ftp://other.dom/pub/"), EVERYURI_MENU, NULL, NULL);
	tell_samples();
	is_between("<td class=\"n\" data-value=\"1234\">", "</tr>",
	           "1.2 kB <span class=\"exact\">1,234 B</span></td><td class=\"date\">"
	           "<time datetime=\"2026-11-21T17:00:00Z\">2026-11-21 <span class=\"clock\">17:00"
	           "</span></time></td>",
	           "a directory tells sizes for people and exactly, and dates");
	is_between("</table>\n<p class=\"note\">", "</p>", "1 directory, 2 files \xC2\xB7 1.2 kB",
	           "a directory sums up what is in it");
	ok(strstr(shown_body(&shown), "<table class=\"listing sortable\">") &&
	           markup_tags(shown_body(&shown)) > 0,
	   "a directory is a table, of our own markup");
	begin_object(TEXT("ftp://h.dom/"), EVERYURI_MENU, NULL, NULL);
	shown_item(&shown, &(struct everyuri_item){ .label = TEXT("f"),
	                                            .date = TEXT("2026/11/21"),
	                                            .size = UNKNOWN });
	shown_end(&shown, true, NULL);
	ok(strstr(shown_body(&shown), "<td class=\"date\">2026/11/21</td>") != NULL,
	   "a date of no known form is shown as it is");
	shown_begin(&shown, TEXT("ftp://h.dom/"));
	shown_object(&shown, &(struct everyuri_object){ .kind = EVERYURI_MENU });
	shown_end(&shown, false,
	          &(struct everyuri_error){ .clause = "policy", .message = "too many <items>" });
	ok(strstr(shown_body(&shown), "too many &lt;items&gt; (policy).") &&
	           strstr(shown_body(&shown), "role=\"alert\""),
	   "what is not whole says so, and why");
}

/* ---- links and what is above them -------------------------------------------------------------------------- */

static void check_up(void)
{
	static const struct {
		const char *uri, *href;
	} rows[] = {
		{ "gopher://h", "" },
		{ "gopher://h/", "" },
		{ "gopher://h/1", "" },
		{ "gopher://h/1/", "" },
		{ "gopher://h/0", "gopher%3A%2F%2Fh%2F" },
		{ "gopher://h/1/a", "gopher%3A%2F%2Fh%2F" },
		{ "gopher://h/0/a/b.txt", "gopher%3A%2F%2Fh%2F1%2Fa" },
		{ "gopher://h/0/a?b/c", "gopher%3A%2F%2Fh%2F1%2Fa%3Fb" },
		{ "gopher://h/1/a/b/", "gopher%3A%2F%2Fh%2F1%2Fa" },
		{ "gopher://h/0plain", "gopher%3A%2F%2Fh%2F" },
		{ "gopher://h/%3B", "gopher%3A%2F%2Fh%2F" },
		{ "gopher://h/%3B/a/b.mov", "gopher%3A%2F%2Fh%2F1%2Fa" },
		{ "gopher://h/%3Bplain", "gopher%3A%2F%2Fh%2F" },
		{ "gopher://h/7/s%09two%20words", "gopher%3A%2F%2Fh%2F7%2Fs" },
		{ "ftp://h", "" },
		{ "ftp://h/", "" },
		{ "ftp://h/a", "ftp%3A%2F%2Fh%2F" },
		{ "ftp://u@h/%2Fetc/motd;type=a", "ftp%3A%2F%2Fu%40h%2F%252Fetc%2F" },
		{ "ftp://h/a/b/", "ftp%3A%2F%2Fh%2Fa%2F" },
		{ "http://h/a/b?q#f", "http%3A%2F%2Fh%2Fa%2F" },
		{ "nntp://h/comp.lang.c/12", "nntp%3A%2F%2Fh%2Fcomp.lang.c" },
		{ "nntp://h/comp.lang.c", "" },
		{ "news:comp.lang.c", "" },
		{ "telnet://h/", "" },
		{ "no uri", "" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *got;

		begin_object((struct everyuri_text){ rows[i].uri, strlen(rows[i].uri) },
		             EVERYURI_MENU, NULL, NULL);
		shown_end(&shown, true, NULL);
		got = strstr(shown_body(&shown), "<a rel=\"up\" href=\"/");
		got = got ? between(got, "<a rel=\"up\" href=\"/", "\"") : "";
		is_text(got, strlen(got), rows[i].href, "up from %s", rows[i].uri);
	}
}

static void check_bar(void)
{
	begin_object(TEXT("ftp://me:secret@h.dom:2121/a'b?q=1&x#f"), EVERYURI_MENU, NULL, NULL);
	shown_end(&shown, true, NULL);
	is_between("<span class=\"uri\" aria-hidden=\"true\">", "</div>",
	           "<span class=\"scheme\" title=\"scheme\">ftp</span>://"
	           "<span class=\"user\" title=\"user\">me</span>:"
	           "<span class=\"password\" title=\"password\">***</span>@"
	           "<span class=\"host\" title=\"host\">h.dom</span>:"
	           "<span class=\"port\" title=\"port\">2121</span>"
	           "<span class=\"path\" title=\"path\">/a&#39;b</span>?"
	           "<span class=\"query\" title=\"query\">q=1&amp;x</span>#"
	           "<span class=\"fragment\" title=\"fragment\">f</span></span>",
	           "pages: the parts of the URI, each in its colour, without the password");
	is_between("placeholder=\"gopher:// ftp:// news: ...\" value=\"", "\"",
	           "ftp://me@h.dom:2121/a&#39;b?q=1&amp;x#f",
	           "the URI can be edited; who looks on sees no password");
	is_between("<title>", "</title>",
	           "a&#39;b &lt;ftp://me:***@h.dom:2121/a&#39;b?q=1&amp;x#f&gt;",
	           "RFC 3986 7.5: nor does the title have it");
	ok(strstr(shown_body(&shown),
	          "href=\"/_/"
	          "plan?uri=ftp%3A%2F%2Fme%40h.dom%3A2121%2Fa%27b%3Fq%3D1%26x\""),
	   "the plan of the URI is a link away, without the password");
	ok(!strstr(shown_body(&shown), "/_/raw"), "what has no bytes of its own has none raw");
}

static void check_registered(void)
{
	static struct everyuri_config config;
	static char lines[] = "scheme x-lib port=70\n";
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (everyuri_config_read(lines, strlen(lines), &buf, &config, NULL)) {
		ok(false, "the configuration is read");
		return;
	}
	shown.gateway.config = config;
	begin_object(TEXT("gopher://h.dom/1"), EVERYURI_MENU, NULL, NULL);
	shown_item(&shown, &(struct everyuri_item){ .kind = EVERYURI_ITEM_LINK,
	                                            .label = TEXT("own"),
	                                            .uri = TEXT("X-Lib://h/book"),
	                                            .size = UNKNOWN });
	shown_item(&shown, &(struct everyuri_item){ .kind = EVERYURI_ITEM_LINK,
	                                            .label = TEXT("strange"),
	                                            .uri = TEXT("x-other://h/book"),
	                                            .size = UNKNOWN });
	shown_item(&shown, &(struct everyuri_item){ .kind = EVERYURI_ITEM_LINK,
	                                            .label = TEXT("quoted"),
	                                            .uri = TEXT("x-lib://h/it's"),
	                                            .size = UNKNOWN });
	shown_end(&shown, true, NULL);
	ok(strstr(shown_body(&shown), "<bdi>quoted</bdi> <code>") != NULL,
	   "THREATS G5: a quotation mark is in no link");
	ok(strstr(shown_body(&shown), "href=\"/X-Lib%3A%2F%2Fh%2Fbook\"") &&
	           !strstr(shown_body(&shown), "href=\"/x-other"),
	   "schemes of the configuration are linked to, and no others");
	memset(&shown.gateway.config, 0, sizeof shown.gateway.config);
	everyuri_buf_free(&buf);
}

/* ---- sessions, indices, refusals ------------------------------------------------------------------------------------ */

static void check_session(void)
{
	static const struct everyuri_text words[] = { BYTES("-l"), BYTES("a b'\"<") };
	const struct everyuri_object object = { .kind = EVERYURI_SESSION,
		                                .program = TEXT("telnet"),
		                                .arguments = words,
		                                .n_arguments = 2,
		                                .user = TEXT("gu<est"),
		                                .length = UNKNOWN };

	shown_begin(&shown, TEXT("telnet://gu@h.dom:23/"));
	shown_object(&shown, &object);
	shown_end(&shown, true, NULL);
	is_between("<p class=\"command\">", "</p>",
	           "<code><b>telnet</b> <span class=\"word\">-l</span> <span "
	           "class=\"word\">a b&#39;&quot;&lt;</span></code>",
	           "RFC 1738 3.8: a session says what would be run");
	ok(strstr(shown_body(&shown), "everyuri open &#39;telnet://gu@h.dom:23/&#39;") &&
	           strstr(shown_body(&shown), "serve --terminal") &&
	           !strstr(shown_body(&shown), "/_/terminal"),
	   "it says how to start it, and that a terminal is off");
	shown.gateway.options.flags = EVERYURI_GATEWAY_TERMINAL;
	shown_begin(&shown, TEXT("telnet://gu@h.dom:23/"));
	shown_object(&shown, &object);
	shown_end(&shown, true, NULL);
	ok(strstr(shown_body(&shown), "<form action=\"/_/terminal\" method=\"post\">\n<input "
	                              "type=\"hidden\" name=\"token\" "
	                              "value=\"0123456789abcdef0123456789abcdef\">"),
	   "THREATS G2: where it is on, a POST that shows the token");
	shown.gateway.options.flags = 0;
	ok(markup_tags(shown_body(&shown)) > 0, "a session is our own markup");
}

static void check_index(void)
{
	const struct everyuri_object object = { .kind = EVERYURI_INDEX,
		                                .title = TEXT("Wor\"ds?"),
		                                .length = UNKNOWN };

	shown_begin(&shown, TEXT("gopher://h.dom/7/s"));
	shown_object(&shown, &object);
	shown_item(&shown, &samples[0]);
	shown_end(&shown, true, NULL);
	is_between(
		"<form class=\"search\"", "</form>",
		" role=\"search\" action=\"/_/search\" method=\"get\">\n"
		"<input type=\"hidden\" name=\"uri\" value=\"gopher://h.dom/7/s\">\n"
		"<label for=\"words\"><bdi>Wor&quot;ds?</bdi></label>\n<div class=\"field\">"
		"<input id=\"words\" name=\"words\" type=\"search\" autocomplete=\"off\"></div>\n"
		"<button>Search</button>\n",
		"an index asks for words");
	ok(strstr(shown_body(&shown), "Welcome &lt;b&gt;") != NULL, "and shows what it lists");
}

static void refuse_because(enum everyuri_reason reason, struct everyuri_text uri, unsigned status,
                           enum everyuri_status why, size_t at, const char *message,
                           struct everyuri_text said)
{
	const struct everyuri_error err = {
		.status = why, .at = at, .clause = "policy", .message = message, .reason = reason
	};

	shown_begin(&shown, uri);
	eu_page_refuse(&shown.showing.page, status, &err, said);
	eu_http_response_end(&shown.response, true);
}

static void refuse(struct everyuri_text uri, unsigned status, enum everyuri_status why, size_t at,
                   const char *message, struct everyuri_text said)
{
	refuse_because(EVERYURI_REASON_OTHER, uri, status, why, at, message, said);
}

static void check_refusals(void)
{
	refuse(TEXT("gopher://10.0.0.1:70/<1>"), 403, EVERYURI_UNSAFE, 0,
	       "the policy refuses addresses of this class", TEXT("550 <no>\r\n"));
	ok(!strncmp(shown.data, "HTTP/1.1 403 ", 13), "a refusal has its status");
	ok(strstr(shown_body(&shown), "<h1><bdi>Refused</bdi></h1>") &&
	           strstr(shown_body(&shown),
	                  "<p class=\"why\">the policy refuses addresses of this class</p>") &&
	           strstr(shown_body(&shown), "<dt>Rule</dt>\n<dd>policy</dd>") &&
	           strstr(shown_body(&shown), "550 &lt;no&gt;"),
	   "refusal page: what was refused, by which rule, and what the other side said");
	refuse_because(EVERYURI_REASON_HOST, TEXT("gopher://10.0.0.1:70/1"), 403, EVERYURI_UNSAFE,
	               0, "any message", NONE);
	is_between("<dt>To allow it</dt>\n<dd><code>", "</code>",
	           "everyuri serve --allow-host &#39;10.0.0.1&#39;",
	           "refusal page: and the option that allows it");
	refuse_because(EVERYURI_REASON_HOST, TEXT("gopher://[::1]/1"), 403, EVERYURI_UNSAFE, 0,
	               "any message", NONE);
	is_between("<dd><code>everyuri serve", "</code>", " --allow-host &#39;::1&#39;",
	           "policy.md: an address without its brackets");
	refuse_because(EVERYURI_REASON_NEWS_SERVER, TEXT("news:a.b"), 404, EVERYURI_MISSING, 5,
	               "any message", NONE);
	ok(strstr(shown_body(&shown), "<h1><bdi>No news server</bdi></h1>") &&
	           strstr(shown_body(&shown), "everyuri serve --set &#39;news-server HOST&#39;"),
	   "refusal page: a missing setting has its own heading, and the option that sets it");
	refuse(TEXT("news:a.b"), 404, EVERYURI_MISSING, 5,
	       "the URI has no server, and no news server is configured", NONE);
	ok(strstr(shown_body(&shown), "<h1><bdi>Not found</bdi></h1>") &&
	           !strstr(shown_body(&shown), "To allow it"),
	   "refusal page: the reason chooses the heading, not the message");
	refuse(TEXT("file:///etc"), 403, EVERYURI_UNSAFE, 0, "files are off", NONE);
	is_between("<dd><code>everyuri serve ", "</code>", "--root DIRECTORY",
	           "THREATS G11: files, by an option");
	refuse(TEXT("gopher://h/0caf\xC3\xA9%0D\nx"), 400, EVERYURI_INVALID, 17, "no \"%0D\" here",
	       NONE);
	is_between("<pre class=\"wrong\">", "</pre>",
	           "gopher://h/0caf\xC3\xA9%0D\xEF\xBF\xBDx\n                <b>^</b> byte 17",
	           "refusal page: the wrong byte has its mark, below the character");
	ok(markup_tags(shown_body(&shown)) > 0, "a refusal is our own markup");
	refuse(TEXT("ftp://u:secret@h/a%0Ab"), 403, EVERYURI_UNSAFE, 19, "no line feed here", NONE);
	is_between("<pre class=\"wrong\">", "</pre>",
	           "ftp://u:******@h/a%0Ab\n                   <b>^</b> byte 19",
	           "RFC 3986 7.5: nor does a refusal");
}

static void check_marks(void)
{
	static char uri[300] = "gopher://h/0";
	const char *got, *caret;

	for (size_t i = strlen(uri); i < sizeof uri - 1; i++)
		uri[i] = 'a';
	uri[200] = '<';
	refuse((struct everyuri_text){ uri, strlen(uri) }, 400, EVERYURI_INVALID, 200, "no", NONE);
	got = between(shown_body(&shown), "<pre class=\"wrong\">", "</pre>");
	caret = strchr(got, '\n') + 1;
	ok(strstr(got, "&lt;") && strcspn(caret, "<") == 41 && !strncmp(got, "\xE2\x80\xA6", 3),
	   "a long URI is shown around its wrong byte");
	for (size_t at = 0; at <= strlen(uri); at++) {
		refuse((struct everyuri_text){ uri, strlen(uri) }, 400, EVERYURI_INVALID, at, "no",
		       NONE);
		if (markup_tags(shown_body(&shown)) < 0)
			break;
		if (at == strlen(uri))
			ok(true, "whichever byte it is");
	}
}

/* ---- our own files -------------------------------------------------------------------------------------------------- */

static void check_parts(void)
{
	static const struct {
		const char *name, *type;
	} rows[] = { { "style.css", "text/css; charset=utf-8" },
		     { "everyuri.js", "text/javascript; charset=utf-8" },
		     { "icon.svg", "image/svg+xml" } };
	size_t weight;

	begin_object(TEXT("gopher://gopher.example.org/1/a/menu"), EVERYURI_MENU, NULL, NULL);
	shown_end(&shown, true, NULL);
	weight = strlen(shown_body(&shown));
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *got;

		shown_begin(&shown, NONE);
		ok(eu_page_part(&shown.response,
		                (struct everyuri_text){ rows[i].name, strlen(rows[i].name) }),
		   "there is %s", rows[i].name);
		eu_http_response_end(&shown.response, true);
		got = between(shown.data, "Content-Type: ", "\r\n");
		is_text(got, strlen(got), rows[i].type, "and its type");
		weight += strlen(shown_body(&shown));
	}
	ok(weight < 30000, "a menu weighs less than 30 kB before its entries: %zu", weight);
	shown_begin(&shown, NONE);
	ok(!eu_page_part(&shown.response, TEXT("style.cs")) && !shown.response.status,
	   "what is not there begins no response");
}

/* ---- what others write ---------------------------------------------------------------------------------------------- */

/* Every text of an item and of its page is this one. */
static long tags_of_menu(struct everyuri_text base, enum everyuri_object_kind kind,
                         enum everyuri_item_kind item, struct everyuri_text text)
{
	const struct everyuri_item told = { .kind = item,
		                            .label = text,
		                            .type = text,
		                            .uri = text,
		                            .media_type = text,
		                            .date = text,
		                            .size = 5 };
	const struct everyuri_object object = { .kind = kind,
		                                .title = text,
		                                .program = text,
		                                .arguments = &text,
		                                .n_arguments = 1,
		                                .user = text,
		                                .language = text };

	shown_begin(&shown, base.data ? base : text);
	shown_object(&shown, &object);
	shown_item(&shown, &told);
	shown_end(&shown, true, NULL);
	return markup_tags(shown_body(&shown));
}

static void check_hostile_menus(void)
{
	static const struct everyuri_text bases[] = { BYTES("gopher://h/1"),
		                                      BYTES("ftp://h/"),
		                                      { NULL, 0 } };

	for (size_t b = 0; b < sizeof bases / sizeof *bases; b++) {
		unsigned good = 0, all = 0;

		for (int kind = EVERYURI_MENU; kind <= EVERYURI_SESSION; kind++) {
			for (int item = 0; item <= EVERYURI_ITEM_LINK; item++) {
				for (size_t i = 0; i < N_HOSTILE; i++) {
					all++;
					good += tags_of_menu(bases[b],
					                     (enum everyuri_object_kind)kind,
					                     (enum everyuri_item_kind)item,
					                     hostile[i]) > 0;
				}
			}
		}
		is_number(good, all, "THREATS G5: no text of an item becomes markup: %s",
		          bases[b].data ? bases[b].data : "nor of the URI");
	}
}

static void check_hostile_refusals(void)
{
	unsigned good = 0;

	for (size_t i = 0; i < N_HOSTILE; i++) {
		refuse(hostile[i], 502, EVERYURI_FAILED, 3, "it failed", hostile[i]);
		good += markup_tags(shown_body(&shown)) > 0;
		refuse(hostile[i], 400, EVERYURI_INVALID, hostile[i].len, "it is wrong",
		       hostile[i]);
		good += markup_tags(shown_body(&shown)) > 0;
	}
	is_number(good, 2 * N_HOSTILE, "THREATS G5: nor of a refusal");
}

static void check_limits(void)
{
	const struct everyuri_item item = samples[0];

	begin_object(TEXT("gopher://h/1"), EVERYURI_MENU, NULL, NULL);
	shown.showing.n_items = SHOWING_ITEMS_MAX - 1;
	ok(shown_item(&shown, &item) && !shown_item(&shown, &item), "a page ends somewhere");
	shown_end(&shown, false, NULL);
	ok(strstr(shown_body(&shown), "at most 1,000,000 items") != NULL, "and says so");
	begin_object(TEXT("gopher://h/1"), EVERYURI_MENU, NULL, NULL);
	shown.fails = true;
	for (unsigned i = 0; i < 10000 && shown_item(&shown, &item); i++)
		;
	ok(!shown_item(&shown, &item), "when nobody reads any more, nothing more is asked for");
	shown_end(&shown, false, NULL);
	shown.fails = false;
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		return stream_run();
	check_menu();
	check_linked_schemes();
	check_proxied();
	check_listing();
	check_up();
	check_bar();
	check_registered();
	check_session();
	check_index();
	check_refusals();
	check_marks();
	check_parts();
	check_hostile_menus();
	check_hostile_refusals();
	check_limits();
	return done();
}
