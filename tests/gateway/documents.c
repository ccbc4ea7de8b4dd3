/* documents.c - documents as pages: text, HTML, Gemini, and what is passed on as it is. */
#include "rewritten.h"

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
		  "utf-8, as declared; 1 byte is invalid in it" },
		{ "UTF-8", "\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD",
		  "utf-8, as declared; 3 bytes are invalid in it" },
		{ "iso-8859-1", "\xC3\xA9", "\xC3\x83\xC2\xA9", "windows-1252, as declared" },
		{ "us-ascii", "a", "a", "us-ascii, as declared" },
		{ "us-ascii", "\xE9", "\xC3\xA9", "windows-1252, guessed" },
		{ "iso-8859-5", "\xB0\xDD", "\xD0\x90\xD0\xBD", "iso-8859-5, as declared" },
		{ "Shift_JIS", "\x83\x65\x83\x58", "\xE3\x83\x86\xE3\x82\xB9",
		  "cp932, as declared" },
		{ "Shift_JIS", "\x83", "\xEF\xBF\xBD",
		  "cp932, as declared; 1 byte is invalid in it" },
		{ "utf-7", "+ADw-b+AD4-", "+ADw-b+AD4-",
		  "us-ascii, guessed: the declared charset is unknown" },
		{ "x\"><b>", "a", "a", "us-ascii, guessed: the declared charset is unknown" },
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
		{ "http://h/p", "image/svg+xml", false, "image/svg+xml; charset=utf-8", NULL },
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
	static const struct rewritten rows[] = {
		{ "<a href=\"b\">", "<a href=\"@%2Fh%2Fb\">" },
		{ "<A HREF='b#f'>", "<A HREF=\"@%2Fh%2Fb#f\">" },
		{ "<a href=b>x", "<a href=\"@%2Fh%2Fb\">x" },
		{ "<a class=x href = b id=y>", "<a class=x href=\"@%2Fh%2Fb\" id=y>" },
		{ "<a class='x'href='b'id='y'>", "<a class='x'href=\"@%2Fh%2Fb\"id='y'>" },
		{ "<form action=''>", "<form action=\"\">" },
		{ "<a href=\"#f\">", "<a href=\"#f\">" },
		{ "<a href=\" a\tb?x&amp;y&#x3D;1&#61 \">",
		  "<a href=\"@%2Fh%2Fab%3Fx%26y%3D1%3D\">" },
		{ "<a href=\"\xE9 \">", "<a href=\"@%2Fh%2F%25C3%25A9\">" },
		{ "<a title=\"href='b'\" data-href=b>", "<a title=\"href='b'\" data-href=b>" },
		{ "<!-- <a href=b> -->x", "x" },
		{ "<!-- > <a href=b> -->x", "x" },
		{ "<a title=\"x' href=b \">", "<a title=\"x' href=b \">" },
		{ "<!--><a href=b>", "<a href=\"@%2Fh%2Fb\">" },
		{ "<!doctype html><a href=b>", "<!doctype html><a href=\"@%2Fh%2Fb\">" },
		{ "<script>'<a href=b>'</scripty></script><a href=b>",
		  "<script></script><a href=\"@%2Fh%2Fb\">" },
		{ "<title><a href=b></title >", "<title>&lt;a href=b></title >" },
		{ "<plaintext></plaintext><a href=b>", "<pre>&lt;/plaintext>&lt;a href=b>" },
		{ "a < b <3 </> <?php <a href=b>> <a href=b>",
		  "a &lt; b &lt;3  > <a href=\"@%2Fh%2Fb\">" },
		{ "<a =href=b href>", "<a =href=b href>" },
		{ "<a href class=x href=>y", "<a href class=x href=\"\">y" },
		{ "<a href=\"b", "<a " },
		{ "<a target=_blank href=a><a href='a' target='_blank'><base target=\"\">",
		  "<a target=\"_self\" href=\"@%2Fh%2Fa\"><a href=\"@%2Fh%2Fa\" "
		  "target=\"_self\"><base target=\"_self\">" },
		{ "<base href=\"/x/\"><base href=\"/y/\"><a href=b><img src=c>",
		  "<base href=\"@%2Fx%2F\"><base href=\"@%2Fy%2F\"><a href=\"@%2Fx%2Fb\">"
		  "<img src=\"~%2Fx%2Fc\">" },
		{ "<base href='data:,x'><a href=b>", "<base ><a href=\"@%2Fh%2Fb\">" },
		{ "<q cite=a><form action=a><button formaction=a><iframe longdesc=a "
		  "src=a></iframe>",
		  "<q cite=\"@%2Fh%2Fa\"><form action=\"@%2Fh%2Fa\"><button "
		  "formaction=\"@%2Fh%2Fa\">"
		  "<iframe longdesc=\"@%2Fh%2Fa\" src=\"@%2Fh%2Fa\"></iframe>" },
		{ "<object data=a><frame src=a><area href=a>",
		  "<object data=\"@%2Fh%2Fa\"><frame src=\"@%2Fh%2Fa\"><area href=\"@%2Fh%2Fa\">" },
	};

	check_rewritten("text/html", rows, sizeof rows / sizeof *rows);
}

/* THREATS G5: what may not be led loses its link. */
static void check_lost(void)
{
	static const struct rewritten rows[] = {
		{ "<a href=\"javascript:x\">", "<a >" },
		{ "<a href=\" java\tscript:x\" id=y>", "<a  id=y>" },
		{ "<a href=&#106;avascript:x>", "<a >" },
		{ "<a href=javascript&colon;x>", "<a >" },
		{ "<a href=\"&#x6A&#x61vascript&#58;x\">", "<a >" },
		{ "<a href='vbscript:x'><a href=data:text/html,x><a href=blob:x><a href=about:x>",
		  "<a ><a ><a ><a >" },
		{ "<a href=\"tel:1\"><a href='file:///etc/passwd'>", "<a ><a >" },
		{ "<a href=\"http://[\">", "<a >" },
		{ "<a href='b' ping='http://h/ http://i/'>", "<a href=\"@%2Fh%2Fb\" >" },
		{ "<iframe srcdoc=\"<a href='javascript:x'>\"></iframe>", "<iframe ></iframe>" },
		{ "<script src=a></script><html manifest=a><applet codebase=a code=b archive=c>",
		  "<script ></script><html ><applet   >" },
		{ "<img src=a crossorigin integrity=x><img crossorigin=anonymous>",
		  "<img src=\"~%2Fh%2Fa\" crossorigin ><img >" },
		{ "<svg><set attributeName='xlink:href' to='javascript:x'/><set attributeName=x "
		  "to=y>",
		  "<svg><set  to='javascript:x'/><set attributeName=\"x\" to=y>" },
		{ "<img src=javascript:x><img src=ftp://h.dom/a><img src=http://u:p@h/a>",
		  "<img ><img ><img >" },
		{ "<img src=data:text/html,x><img src='data:image/png;base64,\"<&amp;x'>",
		  "<img ><img src=\"data:image/png;base64,&quot;&lt;&amp;x\">" },
		{ "<meta http-equiv=refresh content='0;url=javascript:x'>",
		  "<meta http-equiv=refresh >" },
	};

	check_rewritten("text/html", rows, sizeof rows / sizeof *rows);
}

static void check_loaded(void)
{
	static const struct rewritten rows[] = {
		{ "<img src=\"/i.gif\"/>", "<img src=\"~%2Fi.gif\"/>" },
		{ "<img src=//h.dom/I/a><img src='http://e.f/a?b#c'><img src=GOPHER://H.DOM/I/a>",
		  "<img src=\"~%2FI%2Fa\"><img src=\"^%3A%2F%2Fe.f%2Fa%3Fb#c\">"
		  "<img src=\"/_/within/p/GOPHER%3A%2F%2FH.DOM%2FI%2Fa\">" },
		{ "<img src=gopher://h.dom:71/I/a><img src=gopher://i.dom/I/a>", "<img ><img >" },
		{ "<video poster=a src=b><source src=c></video><audio src=d>",
		  "<video poster=\"~%2Fh%2Fa\" src=\"!%2Fh%2Fb\"><source src=\"!%2Fh%2Fc\"></video>"
		  "<audio src=\"!%2Fh%2Fd\">" },
		{ "<body background=a><input src=a><image href=a>",
		  "<body background=\"~%2Fh%2Fa\"><input src=\"~%2Fh%2Fa\"><image "
		  "href=\"~%2Fh%2Fa\">" },
		{ "<img srcset=' a 1x,b 2.5x , c\t480w'>",
		  "<img srcset=\"~%2Fh%2Fa 1x, ~%2Fh%2Fb 2.5x , ~%2Fh%2Fc\t480w\">" },
		{ "<img srcset='a,, javascript:x 2x, b (x, d 1x'>",
		  "<img srcset=\"~%2Fh%2Fa, ~%2Fh%2Fd 1x\">" },
		{ "<img srcset='javascript:x 2x'>", "<img >" },
		{ "<link href=a rel='alternate StyleSheet'><link rel=icon href=b>",
		  "<link  rel=\"alternate StyleSheet\" href=\"$%2Fh%2Fa\"><link rel=\"icon\"  "
		  "href=\"~%2Fh%2Fb\">" },
		{ "<link rel=next href=c><link rel=preload href=d><link href='javascript:x'>",
		  "<link rel=\"next\"  href=\"@%2Fh%2Fc\"><link rel=\"preload\" ><link >" },
		{ "<link rel=dns-prefetch href=//e.f><link href=a>",
		  "<link rel=\"dns-prefetch\" ><link  href=\"@%2Fh%2Fa\">" },
		{ "<meta http-equiv=Refresh content=\"5; URL='b'x\"><meta content='0,b'>",
		  "<meta http-equiv=Refresh content=\"5; url=@%2Fh%2Fb\"><meta content=\"0; "
		  "url=@%2Fh%2Fb\">" },
		{ "<meta content='5'><meta content=\"a \"><meta content='4 url'><meta "
		  "content='1;url=b'>",
		  "<meta content=\"5\"><meta content=\"a \"><meta content=\"4; url=@%2Fh%2Furl\">"
		  "<meta content=\"1; url=@%2Fh%2Fb\">" },
		{ "<p style=\"background:url(a)\" style='b: URL( &quot;c&quot; )'>",
		  "<p style=\"background:url(&quot;~%2Fh%2Fa&quot;)\" style=\"b: "
		  "url(&quot;~%2Fh%2Fc&quot;)\">" },
		{ "<svg><rect fill=\"url(#g)\" filter='url(a#b)'/><use xlink:href='#g'/><use "
		  "href='a#b'/>",
		  "<svg><rect fill=\"url(&quot;#g&quot;)\" "
		  "filter=\"url(&quot;~%2Fh%2Fa#b&quot;)\"/>"
		  "<use xlink:href=\"#g\"/><use href=\"~%2Fh%2Fa#b\"/>" },
		{ "<style>@import 'a';b{c:url(d)}</style><a href=b>",
		  "<style>@import \"$%2Fh%2Fa\";b{c:url(\"~%2Fh%2Fd\")}</style><a "
		  "href=\"@%2Fh%2Fb\">" },
		{ "<style><!-- a{b:'<'}</sty url(c)</style >x",
		  "<style> a{b:'<'}< /sty url(\"~%2Fh%2Fc\")</style >x" },
		{ "<style>a{b:url(c</style><a href=b>",
		  "<style>a{b:url(\"about:invalid\")</style><a href=\"@%2Fh%2Fb\">" },
	};

	check_rewritten("text/html", rows, sizeof rows / sizeof *rows);
}

/* CSS Syntax 3: what is an address, and what only looks like one. */
static void check_css(void)
{
	static const struct rewritten rows[] = {
		{ "a{b:url(c)}", "a{b:url(\"~%2Fh%2Fc\")}" },
		{ "a{b:\\75\\52 L( 'c' )}", "a{b:url(\"~%2Fh%2Fc\")}" },
		{ "a{b:u\\72\r\nl(c)}", "a{b:url(\"~%2Fh%2Fc\")}" },
		{ "a{b:url(\\63 d)}", "a{b:url(\"~%2Fh%2Fcd\")}" },
		{ "a{b:url('c\\)d')}", "a{b:url(\"~%2Fh%2Fc%29d\")}" },
		{ "a{b:url('c\\'d')}", "a{b:url(\"about:invalid\")}" },
		{ "a{b:url(c d)}x", "a{b:url(\"about:invalid\")}x" },
		{ "a{b:url(c\"d)}x", "a{b:url(\"about:invalid\")}x" },
		{ "a{b:url(\"c\nd)}x", "a{b:url(\"about:invalid\")\nd)}x" },
		{ "a{b:url()}", "a{b:url(\"about:invalid\")}" },
		{ "a{b:url(javascript:x)}", "a{b:url(\"about:invalid\")}" },
		{ "a{b:url(data:text/css,x)}", "a{b:url(\"about:invalid\")}" },
		{ "a{b:url('DATA:IMAGE/gif;base64,R0/+=<\"')}",
		  "a{b:url(\"data:image/gif;base64,R0/+=%3C%22\")}" },
		{ "/* url(c) */ url(d)", "/* url(c) */ url(\"~%2Fh%2Fd\")" },
		{ "/*/ url(c) */ url(d)", "/*/ url(c) */ url(\"~%2Fh%2Fd\")" },
		{ "'url(c)' url(d)", "'url(c)' url(\"~%2Fh%2Fd\")" },
		{ "'\\' url(c)' url(d)", "'\\' url(c)' url(\"~%2Fh%2Fd\")" },
		{ "'\\\r\n url(c)' url(d)", "'\\\n url(c)' url(\"~%2Fh%2Fd\")" },
		{ "'c\nurl(d)'", "'c\nurl(\"~%2Fh%2Fd\")'" },
		{ "xurl(c) url (c) url", "xurl(c) url (c) url" },
		{ "@import url(c) screen;", "@import url(\"$%2Fh%2Fc\") screen;" },
		{ "@IMPORT/**/\"c\" url(d)", "@IMPORT/**/\"$%2Fh%2Fc\" url(\"~%2Fh%2Fd\")" },
		{ "@\\69mport 'c'", "@\\69mport \"$%2Fh%2Fc\"" },
		{ "@import 'javascript:x';", "@import \"about:invalid\";" },
		{ "@import;'c'", "@import;'c'" },
		{ "a{b:image-set('c' 1x, url(d) 2x)}",
		  "a{b:-everyuri-lost('c' 1x, url(\"~%2Fh%2Fd\") 2x)}" },
		{ "a{b:src('c')}", "a{b:-everyuri-lost('c')}" },
		{ "@import 'c", "@import \"about:invalid\"" },
		{ "a{b:url(c", "a{b:url(\"about:invalid\")" },
	};
	char from[256], to[512];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		snprintf(from, sizeof from, "<style>%s</style>", rows[i].from);
		snprintf(to, sizeof to, "<style>%s</style>", rows[i].to);
		check_rewritten("text/html", &(struct rewritten){ from, to }, 1);
	}
}

/* XML 1.0: what HTML has not. */
static void check_xml(void)
{
	static const struct rewritten rows[] = {
		{ "<?xml version='1.0'?><html><a href='b'/></html>",
		  "<?xml version='1.0'?><html><a href=\"@%2Fh%2Fb\"/></html>" },
		{ "<?xml-stylesheet href='a'?><a/>", "<?everyuri-xml-stylesheet href='a'?><a/>" },
		{ "<?xml version='1.0'?><?xml-stylesheet href='a>b'?><a href='b'/>",
		  "<?xml version='1.0'?><?everyuri-xml-stylesheet href='a>b'?><a "
		  "href=\"@%2Fh%2Fb\"/>" },
		{ "<a><?xml x?><?y \"?><b href='b'/></a>",
		  "<a><?everyuri-xml x?><?everyuri-y \"?><b href=\"@%2Fh%2Fb\"/></a>" },
		{ "<!DOCTYPE a PUBLIC '>' \"[\" [<!ENTITY e '<a href=\"x\">]'><!-- ' --><?p ' "
		  "?>]><a "
		  "href='b'/>",
		  "<!DOCTYPE a PUBLIC '>' \"[\" ><a href=\"@%2Fh%2Fb\"/>" },
		{ "<a><![CDATA[<b href='c'>]]]><b href='c'/></a>",
		  "<a><![CDATA[<b href='c'>]]]><b href=\"@%2Fh%2Fc\"/></a>" },
		{ "<a><![CDATA[]><b href='c'/>]]></a>", "<a><![CDATA[]><b href='c'/>]]></a>" },
		{ "<title><a href='b'/></title><script><a href='b'/></script>",
		  "<title><a href=\"@%2Fh%2Fb\"/></title><script><a "
		  "href=\"@%2Fh%2Fb\"/></script>" },
		{ "<h:a x:href='b' xmlns:href='http://c/' xml:base='d'/>",
		  "<h:a x:href=\"@%2Fh%2Fb\" xmlns:href='http://c/' />" },
		{ "<link rel='stylesheet' href='a'/><style/><a href='b'/>",
		  "<link rel=\"stylesheet\"  href=\"$%2Fh%2Fa\" /><style/><a "
		  "href=\"@%2Fh%2Fb\"/>" },
		{ "<style>a{b:url(c)}<![CDATA[d{e:url(f)}]]></style><a href='b'/>",
		  "<style>a{b:url(\"~%2Fh%2Fc\")} <![CDATA[d{e:url(\"~%2Fh%2Ff\")}]]> </style>"
		  "<a href=\"@%2Fh%2Fb\"/>" },
		{ "<style>ur<!-- -->l(a) b&amp;c url(x]]></style>",
		  "<style>ur l(a) b amp;c url(\"about:invalid\") </style>" },
	};

	check_rewritten("application/xhtml+xml", rows, sizeof rows / sizeof *rows);
	check_rewritten("image/svg+xml", rows, 4);
}

/* Addresses, names and pictures that are longer than what is kept of them. */
static void check_long_html(void)
{
	static char text[40000];
	int n;

	memset(text, 'x', sizeof text);
	n = snprintf(text, sizeof text, "<img src=\"data:image/png,");
	text[n] = 'x';
	memcpy(text + 30000, "\">", 3);
	begin_object(TEXT("gopher://h/h/a"), EVERYURI_DOCUMENT, "text/html", NULL);
	tell_text(text, strlen(text), 999);
	ok(strstr(shown_body(&shown), text) != NULL, "a long picture in data: is whole");
	n = snprintf(text, sizeof text, "<a href=\"http://h/");
	text[n] = 'x';
	begin_object(TEXT("gopher://h/h/a"), EVERYURI_DOCUMENT, "text/html", NULL);
	text[30000] = '"';
	tell_text(text, strlen(text), 999);
	ok(strstr(shown_body(&shown), "-->\n<a >") != NULL, "a long address is lost");
	n = snprintf(text, sizeof text, "<style>a{b:url(");
	text[n] = 'x';
	memcpy(text + 30000, ")}", 3);
	begin_object(TEXT("gopher://h/h/a"), EVERYURI_DOCUMENT, "text/html", NULL);
	tell_text(text, strlen(text), 999);
	ok(strstr(shown_body(&shown), "-->\n<style>a{b:url(\"about:invalid\")}") != NULL,
	   "and one of a style sheet");
	n = snprintf(text, sizeof text, "<a ");
	text[n] = 'x';
	memcpy(text + 30000, "href=b>", 8);
	begin_object(TEXT("gopher://h/h/a"), EVERYURI_DOCUMENT, "text/html", NULL);
	tell_text(text, strlen(text), 999);
	ok(strstr(shown_body(&shown), text) != NULL, "a long name is none of an address");
}

/* What a page loads is what it said, or nothing. */
static void check_within(void)
{
	static const struct {
		enum subresource_kind subresource;
		const char *type, *from, *to;
	} rows[] = {
		{ SUBRESOURCE_PICTURE, "image/png", "<b>", "<b>" },
		{ SUBRESOURCE_PICTURE, "image/svg+xml", "<a href='b'>", "<a href='b'>" },
		{ SUBRESOURCE_PICTURE, "text/html", "<b>", NULL },
		{ SUBRESOURCE_PICTURE, "text/css", "a{}", NULL },
		{ SUBRESOURCE_PICTURE, NULL, "GIF89a.", "GIF89a." },
		{ SUBRESOURCE_PICTURE, NULL, "just words", NULL },
		{ SUBRESOURCE_STYLE, "text/css", "a{b:url(/c)}",
		  "a{b:url(\"/_/within/p/gopher%3A%2F%2Fh.dom%2Fc\")}" },
		{ SUBRESOURCE_STYLE, "text/plain", "a{}", NULL },
		{ SUBRESOURCE_MEDIA, "audio/mpeg", "a", "a" },
		{ SUBRESOURCE_MEDIA, "image/png", "a", NULL },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct everyuri_object object = { .length = UNKNOWN,
			                          .address_class = EVERYURI_ADDRESS_LOOPBACK };
		char got[4096];

		if (rows[i].type)
			object.media_type =
				(struct everyuri_text){ rows[i].type, strlen(rows[i].type) };
		shown_begin(&shown, TEXT("gopher://h.dom/0/x"));
		shown.showing.page.subresource = rows[i].subresource;
		shown_object(&shown, &object);
		shown_bytes(&shown, rows[i].from, strlen(rows[i].from));
		shown_end(&shown, true, NULL);
		snprintf(got, sizeof got, "%s", shown_body(&shown));
		leave_digests_out(got);
		if (rows[i].to)
			ok(!strcmp(got, rows[i].to) && !strncmp(shown.data + 9, "200", 3) &&
			           strstr(shown.data,
			                  "Cross-Origin-Resource-Policy: cross-origin\r\n") &&
			           strstr(shown.data, "Content-Security-Policy: sandbox;") &&
			           strstr(shown.data, "nosniff"),
			   "THREATS G4: a page loads what it says, row %zu", i);
		else
			ok(!strncmp(shown.data + 9, "403", 3) &&
			           strstr(shown.data,
			                  "Cross-Origin-Resource-Policy: same-origin\r\n"),
			   "THREATS G4: and nothing else, row %zu", i);
	}
}

/* THREATS G3: a public host's name may lead inside by the time that a picture is asked for. */
static void check_public_page(void)
{
	shown_begin(&shown, TEXT("gopher://h.dom/h/a"));
	shown_object(&shown, &(struct everyuri_object){ .media_type = TEXT("text/html"),
	                                                .length = UNKNOWN });
	tell_text("<img src=a><link rel=stylesheet href=b><audio src=c>", 52, 52);
	ok(strstr(shown_body(&shown), "\"/_/within/P/") &&
	           strstr(shown_body(&shown), "\"/_/within/S/") &&
	           strstr(shown_body(&shown), "\"/_/within/M/"),
	   "THREATS G3: a page from a public address loads from those alone");
}

static void check_html_page(void)
{
	begin_object(TEXT("gopher://h.dom/h/a"), EVERYURI_DOCUMENT, "text/html", "koi8-r");
	tell_text("\xEF\xBB\xBFx", 4, 1);
	ok(strstr(shown.data, "Content-Type: text/html; charset=utf-8\r\n") &&
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
	check_lost();
	check_loaded();
	check_css();
	check_xml();
	check_long_html();
	check_within();
	check_public_page();
	check_html_page();
	check_gemini();
	check_lent_uri();
	check_long_gemini();
	check_hostile_documents();
	return done();
}
