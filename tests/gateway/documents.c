/* documents.c - documents as pages: text, HTML, Gemini, and what is passed on as it is. */
#include "page_tests.h"

/* ---- text ---------------------------------------------------------------------------------------------------- */

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
	shown.request.field[0] = (struct eu_http_field){ TEXT("Sec-Fetch-Dest"), TEXT("document") };
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
		{ "<a target=_blank href=a><a href='a' target='_blank'><base target=\"\">",
		  "<a target=_self href=\"@%2Fh%2Fa\"><a href='@%2Fh%2Fa' target='_self'>"
		  "<base target=\"_self\">" },
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

/* ---- what others write ---- */

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
}

int main(void)
{
	check_charsets();
	check_links_in_text();
	check_long_text();
	check_bytes();
	check_media();
	check_sniffed();
	check_html();
	check_html_page();
	check_gemini();
	check_lent_uri();
	check_long_gemini();
	check_hostile_documents();
	return done();
}
