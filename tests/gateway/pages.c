/* pages.c - objects as pages: what is written, and that nothing in an object can break it. */
#include "markup.h"
#include "page_stream.h"

#include "tap.h"

static struct shown shown;

static void begin_object(struct everyuri_text uri, enum everyuri_object_kind kind,
                         const char *media_type, const char *charset)
{
	struct everyuri_object object = { .kind = kind, .length = UNKNOWN };

	if (media_type)
		object.media_type = (struct everyuri_text){ media_type, strlen(media_type) };
	if (charset)
		object.charset = (struct everyuri_text){ charset, strlen(charset) };
	shown_begin(&shown, uri);
	shown_object(&shown, &object);
}

/* What stands between two texts of the page, in memory of this file. */
static const char *between(const char *page, const char *front, const char *back)
{
	static char text[1 << 16];
	const char *begin = strstr(page, front), *end;
	size_t len;

	if (!begin)
		return "(no front)";
	begin += strlen(front);
	end = strstr(begin, back);
	len = end ? (size_t)(end - begin) : 0;
	if (!end || len >= sizeof text)
		return "(no back)";
	memcpy(text, begin, len);
	text[len] = '\0';
	return text;
}

static void is_between(const char *front, const char *back, const char *want, const char *name)
{
	const char *got = between(shown_body(&shown), front, back);

	is_text(got, strlen(got), want, "%s", name);
}

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
	ok(strstr(shown.data, "default-src 'none'") != NULL, "THREATS G5: it has a policy");
	begin_object(TEXT("gopher://h.dom/1"), EVERYURI_MENU, NULL, NULL);
	shown_end(&shown, true, NULL);
	ok(strstr(shown_body(&shown), "This menu is empty.") != NULL,
	   "LOOK: an empty menu says so");
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
	           "LOOK: the parts of the URI, each in its colour, without the password");
	is_between("placeholder=\"gopher:// ftp:// news: ...\" value=\"", "\"",
	           "ftp://me:secret@h.dom:2121/a&#39;b?q=1&amp;x#f", "the URI can be edited");
	is_between("<title>", "</title>",
	           "a&#39;b &lt;ftp://me:***@h.dom:2121/a&#39;b?q=1&amp;x#f&gt;",
	           "RFC 3986 7.5: nor does the title have it");
	ok(strstr(shown_body(&shown),
	          "href=\"/_/"
	          "plan?uri=ftp%3A%2F%2Fme%3Asecret%40h.dom%3A2121%2Fa%27b%3Fq%3D1%26x\""),
	   "the plan of the URI is a link away");
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

/* ---- text ---------------------------------------------------------------------------------------------------- */

static void tell_text(const char *data, size_t len, size_t cut)
{
	for (size_t at = 0; at < len; at += cut)
		shown_bytes(&shown, data + at, len - at < cut ? len - at : cut);
	shown_end(&shown, true, NULL);
}

static void check_charsets(void)
{
	static const struct {
		const char *charset, *bytes, *text, *note;
	} rows[] = {
		{ NULL, "plain", "plain", "us-ascii, guessed" },
		{ NULL, "caf\xC3\xA9", "caf\xC3\xA9", "utf-8, guessed" },
		{ NULL, "caf\xE9 \x80", "caf\xC3\xA9 \xE2\x82\xAC", "windows-1252, guessed" },
		{ NULL, "\xE9\xC3\xA9", "\xC3\xA9\xC3\xA9", "utf-8 and windows-1252, guessed" },
		{ NULL, "\xE2\x82", "\xC3\xA2\xE2\x80\x9A", "windows-1252, guessed" },
		{ "UTF-8", "\xC3\xA9\xE9.", "\xC3\xA9\xEF\xBF\xBD.",
		  "utf-8, as declared; 1 byte is not of it" },
		{ "UTF-8", "\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD",
		  "utf-8, as declared; 3 bytes are not of it" },
		{ "iso-8859-1", "\xC3\xA9", "\xC3\x83\xC2\xA9", "windows-1252, as declared" },
		{ "us-ascii", "a", "a", "us-ascii, as declared" },
		{ "us-ascii", "\xE9", "\xC3\xA9", "windows-1252, guessed" },
		{ "iso-8859-5", "\xB0\xDD", "\xD0\x90\xD0\xBD", "iso-8859-5, as declared" },
		{ "Shift_JIS", "\x83\x65\x83\x58", "\xE3\x83\x86\xE3\x82\xB9",
		  "cp932, as declared" },
		{ "Shift_JIS", "\x83", "\xEF\xBF\xBD", "cp932, as declared; 1 byte is not of it" },
		{ "utf-7", "+ADw-b+AD4-", "+ADw-b+AD4-",
		  "us-ascii, guessed: the declared charset is not known here" },
		{ "x\"><b>", "a", "a",
		  "us-ascii, guessed: the declared charset is not known here" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const size_t len = strlen(rows[i].bytes);

		for (size_t cut = 1; cut <= len + 1; cut += len) {
			char want[256];

			begin_object(TEXT("gopher://h/0/t"), EVERYURI_DOCUMENT, "text/plain",
			             rows[i].charset);
			tell_text(rows[i].bytes, len, cut);
			is_between("<pre class=\"text\" lang=\"\">\n", "</pre>", rows[i].text,
			           rows[i].note);
			snprintf(want, sizeof want, "text/plain \xC2\xB7 %s \xC2\xB7 %zu byte%s",
			         rows[i].note, len, len == 1 ? "" : "s");
			is_between("<p class=\"note\">", "</p>", want, rows[i].note);
		}
	}
}

static void check_links_in_text(void)
{
	static const char text[] =
		"See <URL:gopher://h.dom/1/a%20b> or http://h.dom/x?a&b, and\n"
		"javascript:alert(1) <URL:javascript:x> www.h.dom/y. <a href='http://q/'>\n";
	static const char want[] =
		"See &lt;URL:<a "
		"href=\"/gopher%3A%2F%2Fh.dom%2F1%2Fa%2520b\">gopher://h.dom/1/a%20b</a>"
		"&gt; or <a href=\"/http%3A%2F%2Fh.dom%2Fx%3Fa%26b\">http://h.dom/x?a&amp;b</a>, "
		"and\n"
		"javascript:alert(1) &lt;URL:javascript:x&gt; "
		"<a href=\"/http%3A%2F%2Fwww.h.dom%2Fy\">www.h.dom/y</a>. &lt;a href=&#39;"
		"<a href=\"/http%3A%2F%2Fq%2F\">http://q/</a>&#39;&gt;\n";
	unsigned same = 0;

	for (size_t cut = 1; cut < sizeof text; cut++) {
		const char *got;

		begin_object(TEXT("gopher://h/0/t"), EVERYURI_DOCUMENT, "text/plain", NULL);
		tell_text(text, sizeof text - 1, cut);
		got = between(shown_body(&shown), "lang=\"\">\n", "</pre>");
		same += !strcmp(got, want);
		if (cut == sizeof text - 1)
			is_text(got, strlen(got), want,
			        "RFC 1738, appendix: URIs in a text are found and linked");
	}
	is_number(same, (long long)sizeof text - 1, "wherever the text is cut");
}

/* More than any window: nothing is lost or changed at its borders. */
static void check_long_text(void)
{
	enum { LEN = 100000 };
	static char text[LEN + 1];
	const char *got;

	/* Three bytes each, so that the borders of blocks fall on each of them. */
	text[0] = 'a';
	for (size_t i = 1; i + 3 <= LEN; i += 3)
		memcpy(text + i, i % 70 ? "\xE2\x82\xAC" : "  \n", 3);
	begin_object(TEXT("gopher://h/0/t"), EVERYURI_DOCUMENT, "text/plain", "utf-8");
	tell_text(text, LEN, 4097);
	got = strstr(shown_body(&shown), "lang=\"\">\n");
	ok(got && !strncmp(got + 9, text, LEN) && !strncmp(got + 9 + LEN, "</pre>", 6),
	   "a long text without any URI comes as it is");
}

/* ---- documents that are passed on ------------------------------------------------------------------------------ */

static void check_bytes(void)
{
	static const struct {
		const char *uri, *type;
		bool raw;
		const char *want_type, *want_name;
	} rows[] = {
		{ "gopher://h/I/a.png", "image/png", false, "image/png", NULL },
		{ "gopher://h/P/a.pdf", "application/pdf", false, "application/pdf",
		  "attachment; filename=\"a.pdf\"; filename*=UTF-8''a.pdf" },
		{ "gopher://h/9/a%22b.zip", "application/zip", false, "application/zip",
		  "attachment; filename=\"a_b.zip\"; filename*=UTF-8''a%22b.zip" },
		{ "ftp://h/%0D%0AX:%20y/..", "application/zip", false, "application/zip",
		  "attachment; filename=\"_.\"; filename*=UTF-8''_." },
		{ "http://h/p", "text/html", true, "text/plain; charset=utf-8", NULL },
		{ "http://h/p", "image/svg+xml", true, "text/plain; charset=utf-8", NULL },
		{ "http://h/p", "text/plain", true, "text/plain; charset=utf-8", NULL },
		{ "http://h/p", "image/svg+xml", false, "image/svg+xml", NULL },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *got;
		const struct everyuri_object object = {
			.media_type = { rows[i].type, strlen(rows[i].type) }, .length = 3
		};

		shown_begin(&shown, (struct everyuri_text){ rows[i].uri, strlen(rows[i].uri) });
		shown.showing.page.raw = rows[i].raw;
		shown_object(&shown, &object);
		shown_bytes(&shown, "<b>", 3);
		shown_end(&shown, true, NULL);
		got = between(shown.data, "Content-Type: ", "\r\n");
		is_text(got, strlen(got), rows[i].want_type, "THREATS G4: the type of %s",
		        rows[i].type);
		got = strstr(shown.data, "Content-Disposition: ");
		if (got)
			got = between(shown.data, "Content-Disposition: ", "\r\n");
		is_text(got, got ? strlen(got) : 0, rows[i].want_name, "the name of %s",
		        rows[i].uri);
		ok(strstr(shown.data, "sandbox") && !strcmp(shown_body(&shown), "<b>"),
		   "THREATS G4: bytes as they are, in a sandbox");
	}
}

static void check_media(void)
{
	static const struct {
		const char *type, *element;
	} rows[] = {
		{ "image/svg+xml",
		  "<img alt=\"&quot;&lt;.x\" src=\"/gopher%3A%2F%2Fh%2FI%2F%2522%253C.x\">" },
		{ "audio/mpeg",
		  "<audio controls src=\"/gopher%3A%2F%2Fh%2FI%2F%2522%253C.x\"></audio>" },
		{ "video/mp4",
		  "<video controls src=\"/gopher%3A%2F%2Fh%2FI%2F%2522%253C.x\"></video>" },
	};

	shown.request.n_fields = 1;
	shown.request.field[0] = (struct http_field){ TEXT("Sec-Fetch-Dest"), TEXT("document") };
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		begin_object(TEXT("gopher://h/I/%22%3C.x"), EVERYURI_DOCUMENT, rows[i].type, NULL);
		ok(!shown_bytes(&shown, "<b>", 3) && shown.showing.enough,
		   "of %s no more than its type is asked for", rows[i].type);
		shown_end(&shown, true, NULL);
		is_between("<div class=\"media\">", "</div>", rows[i].element,
		           "THREATS G4: a browser is given a page around it");
	}
	shown.request.field[0].value = TEXT("image");
	begin_object(TEXT("gopher://h/I/a.gif"), EVERYURI_DOCUMENT, "image/gif", NULL);
	tell_text("<b>", 3, 3);
	ok(!strcmp(shown_body(&shown), "<b>"), "and the page is given the bytes");
	shown.request.n_fields = 0;
}

static void check_sniffed(void)
{
	static const struct {
		const char *bytes;
		size_t len;
		const char *want;
	} rows[] = {
		{ "just a README\n", 14, "text/html; charset=utf-8" },
		{ "", 0, "text/html; charset=utf-8" },
		{ "GIF89a...", 9, "image/gif" },
		{ "\x7F"
		  "ELF\1\2",
		  6, "application/octet-stream" },
		{ "<html><script>", 14, "text/html; charset=utf-8" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *got;

		for (size_t cut = 1; cut < 20; cut += 18) {
			begin_object(TEXT("ftp://h/README"), EVERYURI_DOCUMENT,
			             i % 2 ? NULL : "no type", NULL);
			tell_text(rows[i].bytes, rows[i].len, cut);
			got = between(shown.data, "Content-Type: ", "\r\n");
			is_text(got, strlen(got), rows[i].want,
			        "what nobody names is known by its bytes: %zu", i);
		}
	}
	ok(strstr(shown_body(&shown), "&lt;html&gt;&lt;script&gt;") != NULL,
	   "what nobody says to be HTML is not taken for it");
	begin_object(TEXT("ftp://h/README"), EVERYURI_DOCUMENT, NULL, NULL);
	ok(!shown_end(&shown, false, NULL),
	   "where nothing came, no page is begun, and a refusal can be written");
}

static void check_html(void)
{
	static const char prefix[] = "/gopher%3A%2F%2Fh.dom";
	static const struct {
		const char *from, *to;
	} rows[] = {
		{ "<a href=\"b\">", "<a href=\"@%2Fh%2Fb\">" },
		{ "<A HREF='b#f'>", "<A HREF='@%2Fh%2Fb#f'>" },
		{ "<a href=b>x", "<a href=\"@%2Fh%2Fb\">x" },
		{ "<a class=x href = b id=y>", "<a class=x href = \"@%2Fh%2Fb\" id=y>" },
		{ "<img src=\"/i.gif\"/>", "<img src=\"@%2Fi.gif\"/>" },
		{ "<form action=''>", "<form action=''>" },
		{ "<a href=\"#f\">", "<a href=\"#f\">" },
		{ "<a href=\"javascript:x\">", "<a href=\"javascript:x\">" },
		{ "<a href=\"tel:1\">", "<a href=\"tel:1\">" },
		{ "<a href=\" a\tb?x&amp;y&#x3D;1 \">", "<a href=\"@%2Fh%2Fab%3Fx%26y%3D1\">" },
		{ "<a href=\"\xE9 \">", "<a href=\"@%2Fh%2F%25E9\">" },
		{ "<a title=\"href='b'\" data-href=b>", "<a title=\"href='b'\" data-href=b>" },
		{ "<!-- <a href=b> -->", "<!-- <a href=b> -->" },
		{ "<!-- > <a href=b> -->", "<!-- > <a href=b> -->" },
		{ "<a title=\"x' href=b \">", "<a title=\"x' href=b \">" },
		{ "<!--><a href=b>", "<!--><a href=\"@%2Fh%2Fb\">" },
		{ "<!doctype html><a href=b>", "<!doctype html><a href=\"@%2Fh%2Fb\">" },
		{ "<script>'<a href=b>'</scripty></script><a href=b>",
		  "<script>'<a href=b>'</scripty></script><a href=\"@%2Fh%2Fb\">" },
		{ "<title><a href=b></title >", "<title><a href=b></title >" },
		{ "<plaintext></plaintext><a href=b>", "<plaintext></plaintext><a href=b>" },
		{ "a < b <3 </> <?php <a href=b>> <a href=b>",
		  "a < b <3 </> <?php <a href=b>> <a href=\"@%2Fh%2Fb\">" },
		{ "<a =href=b href>", "<a =href=b href>" },
		{ "<a href=\"b", "<a href=\"b" },
		{ "<base href=\"/x/\"><base href=\"/y/\"><a href=b>",
		  "<base href=\"@%2Fx%2F\"><base href=\"@%2Fy%2F\"><a href=\"@%2Fx%2Fb\">" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const size_t len = strlen(rows[i].from);
		char want[512] = "";
		unsigned same = 0;

		for (const char *c = rows[i].to; *c; c++) {
			if (*c == '@')
				strcat(want, prefix);
			else
				strncat(want, c, 1);
		}
		for (size_t cut = 1; cut <= len; cut++) {
			const char *got;

			begin_object(TEXT("gopher://h.dom/h/a"), EVERYURI_DOCUMENT, "text/html",
			             NULL);
			tell_text(rows[i].from, len, cut);
			got = strstr(shown_body(&shown), "-->\n");
			got = got ? got + 4 : "(nothing)";
			same += !strcmp(got, want);
			if (cut == len)
				is_text(got, strlen(got), want, "RFC 3986 5: %s", rows[i].from);
		}
		is_number(same, (long long)len, "however it is cut: %s", rows[i].from);
	}
}

static void check_html_page(void)
{
	begin_object(TEXT("gopher://h.dom/h/a"), EVERYURI_DOCUMENT, "text/html", "koi8-r");
	tell_text("\xEF\xBB\xBFx", 4, 1);
	ok(strstr(shown.data, "Content-Type: text/html; charset=koi8-r\r\n") &&
	           strstr(shown.data, "sandbox;"),
	   "THREATS G4: HTML has its charset, and a sandbox");
	ok(!strncmp(shown_body(&shown), "\xEF\xBB\xBF<!-- everyuri: ", 18),
	   "what is done with links is said, behind a byte order mark");
	shown_begin(&shown, TEXT("gopher://h.dom/h/a"));
	shown.showing.page.proxied = true;
	shown_object(&shown, &(struct everyuri_object){ .media_type = TEXT("text/html"),
	                                                .length = UNKNOWN });
	tell_text("<a href=b>", 10, 1);
	ok(!strcmp(shown_body(&shown), "<a href=b>"), "in proxy form HTML is not touched");
}

/* ---- gemini ------------------------------------------------------------------------------------------------------ */

static void check_gemini(void)
{
	static const char text[] = "# One\n##Two\n### Three\nWords <b>\n\n=> b  A name\r\n=>/c\n"
				   "=> javascript:x no\n* i\n* j\n> q\n```alt\n# pre\n=> x\n```\n"
				   "last caf\xC3\xA9";
	static const char want[] =
		"<h2> One</h2>\n<h3>Two</h3>\n<h4> Three</h4>\n<p>Words &lt;b&gt;</p>\n"
		"<ul class=\"links\">\n"
		"<li><span><a href=\"/gemini%3A%2F%2Fh.dom%2Fd%2Fb\"><bdi>A "
		"name</bdi></a></span></li>\n"
		"<li><span><a href=\"/gemini%3A%2F%2Fh.dom%2Fc\"><bdi>/c</bdi></a></span></li>\n"
		"<li><span><bdi>no</bdi> <code>javascript:x</code></span></li>\n</ul>\n"
		"<ul>\n<li>i</li>\n<li>j</li>\n</ul>\n<blockquote>\n<p> q</p>\n</blockquote>\n"
		"<pre>\n# pre\n=&gt; x\n</pre>\n<p>last caf\xC3\xA9</p>\n";
	unsigned same = 0;

	for (size_t cut = 1; cut < sizeof text; cut++) {
		const char *got;

		begin_object(TEXT("gemini://h.dom/d/a"), EVERYURI_DOCUMENT, "text/gemini", NULL);
		tell_text(text, sizeof text - 1, cut);
		got = between(shown_body(&shown), "<div class=\"prose\">\n", "</div>");
		same += !strcmp(got, want);
		if (cut == sizeof text - 1)
			is_text(got, strlen(got), want, "Gemini 5.4: each kind of line");
	}
	is_number(same, (long long)sizeof text - 1, "wherever it is cut");
	ok(markup_tags(shown_body(&shown)) > 0, "Gemini's text is our own markup");
}

/* A redirect's URI is freed before the page is ended: its last line is read then. */
static void check_lent_uri(void)
{
	static char lent[] = "gemini://h.dom/d/a";

	begin_object((struct everyuri_text){ lent, strlen(lent) }, EVERYURI_DOCUMENT, "text/gemini",
	             NULL);
	shown_bytes(&shown, "=> b", 4);
	memset(lent, 'X', strlen(lent));
	shown.showing.page.uri = TEXT("gemini://h.dom/d/a");
	shown_end(&shown, true, NULL);
	ok(strstr(shown_body(&shown), "\"/gemini%3A%2F%2Fh.dom%2Fd%2Fb\"") != NULL,
	   "what links are relative to is the page's own");
}

static void check_long_gemini(void)
{
	static const char *const fronts[] = { "", "# ", "* ", "=> /x ", "> ", "```\n" };
	static char line[20000];

	for (size_t i = 0; i < sizeof fronts / sizeof *fronts; i++) {
		const size_t n = strlen(fronts[i]);
		size_t count = 0;

		memcpy(line, fronts[i], n);
		for (size_t at = n; at + 2 <= sizeof line; at += 2)
			memcpy(line + at, "\xC3\xA9", 2);
		begin_object(TEXT("gemini://h.dom/d/a"), EVERYURI_DOCUMENT, "text/gemini", NULL);
		tell_text(line, n + (sizeof line - n) / 2 * 2, 999);
		for (const char *c = shown_body(&shown); (c = strstr(c, "\xC3\xA9")); c++)
			count++;
		is_number((long long)count, (long long)(sizeof line - n) / 2,
		          "a long line is whole: \"%.2s\"", fronts[i]);
		ok(markup_tags(shown_body(&shown)) > 0, "a long line is our own markup");
	}
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

static void refuse(struct everyuri_text uri, unsigned status, enum everyuri_status why, size_t at,
                   const char *message, struct everyuri_text said)
{
	const struct everyuri_error err = {
		.status = why, .at = at, .clause = "policy", .message = message
	};

	shown_begin(&shown, uri);
	page_refuse(&shown.showing.page, status, &err, said);
	http_response_end(&shown.response, true);
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
	   "LOOK: what was refused, by which rule, and what the other side said");
	refuse(TEXT("gopher://10.0.0.1:70/1"), 403, EVERYURI_UNSAFE, 0,
	       "the policy refuses addresses of this class", NONE);
	is_between("<dt>To allow it</dt>\n<dd><code>", "</code>",
	           "everyuri serve --allow-host &#39;10.0.0.1&#39;",
	           "LOOK: and the option that allows it");
	refuse(TEXT("gopher://[::1]/1"), 403, EVERYURI_UNSAFE, 0, "the policy refuses this address",
	       NONE);
	is_between("<dd><code>everyuri serve", "</code>", " --allow-host &#39;::1&#39;",
	           "policy.md: an address without its brackets");
	refuse(TEXT("file:///etc"), 403, EVERYURI_UNSAFE, 0, "files are off", NONE);
	is_between("<dd><code>everyuri serve ", "</code>", "--root DIRECTORY",
	           "THREATS G11: files, by an option");
	refuse(TEXT("gopher://h/0caf\xC3\xA9%0D\nx"), 400, EVERYURI_INVALID, 17, "no \"%0D\" here",
	       NONE);
	is_between("<pre class=\"wrong\">", "</pre>",
	           "gopher://h/0caf\xC3\xA9%0D\xEF\xBF\xBDx\n                <b>^</b> byte 17",
	           "LOOK: the wrong byte has its mark, below the character");
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
		ok(page_part(&shown.response,
		             (struct everyuri_text){ rows[i].name, strlen(rows[i].name) }),
		   "there is %s", rows[i].name);
		http_response_end(&shown.response, true);
		got = between(shown.data, "Content-Type: ", "\r\n");
		is_text(got, strlen(got), rows[i].type, "and its type");
		weight += strlen(shown_body(&shown));
	}
	ok(weight < 30000, "a menu weighs less than 30 kB before its entries: %zu", weight);
	shown_begin(&shown, NONE);
	ok(!page_part(&shown.response, TEXT("style.cs")) && !shown.response.status,
	   "what is not there begins no response");
}

/* ---- what others write ---------------------------------------------------------------------------------------------- */

static const struct everyuri_text hostile[] = {
	BYTES("<script>alert(1)</script>"),
	BYTES("\"><img src=x onerror=alert(1)>"),
	BYTES("' onmouseover='x"),
	BYTES("</pre></title></a><h1>"),
	BYTES("&lt;b&gt;&#60;i&#62;"),
	BYTES("\0<b>\0"),
	BYTES("\x1B[2J\x07\x7F\xC2\x85"),
	BYTES("\xE2\x80\xAE"
	      "drowssap\xE2\x81\xA6"),
	BYTES("\xC3<b>\xE2\x82<i>\xF0\x9F<"),
	BYTES("\xFE\xFF<\xED\xA0\x80>"),
	BYTES("+ADw-script+AD4-"),
	BYTES("<!--<![CDATA["),
	BYTES("a\r\nb\n\n=> javascript:x y\n```\n"),
	BYTES("http://h/\"><script> <URL:http://h/'onclick=x>"),
	BYTES("javascript://h/%0Aalert(1)"),
	BYTES("gopher://h/1<b>\"'"),
};
#define N_HOSTILE (sizeof hostile / sizeof *hostile)

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

static void check_hostile_documents(void)
{
	static const char *const types[] = { "text/plain", "text/gemini", "application/xml" };
	static const char *const charsets[] = { NULL, "utf-8", "iso-8859-2", "utf-16le", "big5" };
	unsigned good = 0, all = 0;

	for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
		for (size_t c = 0; c < sizeof charsets / sizeof *charsets; c++) {
			for (size_t i = 0; i < N_HOSTILE; i++) {
				for (size_t cut = 1; cut < 8; cut += 3) {
					begin_object(TEXT("gopher://h/0"), EVERYURI_DOCUMENT,
					             types[t], charsets[c]);
					tell_text(hostile[i].data, hostile[i].len, cut);
					all++;
					good += markup_tags(shown_body(&shown)) > 0;
				}
			}
		}
	}
	is_number(good, all, "THREATS G5: no text of a document becomes markup");
	good = 0;
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
	check_proxied();
	check_listing();
	check_up();
	check_bar();
	check_registered();
	check_charsets();
	check_links_in_text();
	check_long_text();
	check_bytes();
	check_media();
	check_sniffed();
	check_html();
	check_html_page();
	check_gemini();
	check_long_gemini();
	check_lent_uri();
	check_session();
	check_index();
	check_refusals();
	check_marks();
	check_parts();
	check_hostile_menus();
	check_hostile_documents();
	check_limits();
	return done();
}
