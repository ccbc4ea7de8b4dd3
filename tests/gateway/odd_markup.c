/* odd_markup.c - HTML, XML and style sheets as people and programs really write them, and as those do who mean harm:
 * references, lists of pictures, refreshes, escapes, tags that end oddly. */
#include "rewritten.h"

static void check_references(void)
{
	static const struct rewritten rows[] = {
		{ "<a href='&#X42;'>", "<a href=\"@%2Fh%2FB\">" },
		{ "<a href='b&#x42'>", "<a href=\"@%2Fh%2FbB\">" },
		{ "<a href='b&#66'>", "<a href=\"@%2Fh%2FbB\">" },
		{ "<a href='b&#x4cg'>", "<a href=\"@%2Fh%2FbLg\">" },
		{ "<a href='b&'>", "<a href=\"@%2Fh%2Fb%26\">" },
		{ "<a href='b&x'>", "<a href=\"@%2Fh%2Fb%26x\">" },
		{ "<a href='b&#x;'>", "<a href=\"@%2Fh%2Fb%26#x;\">" },
		{ "<a href='b&#0;'>", "<a href=\"@%2Fh%2Fb%26#0;\">" },
		{ "<a href='b&#x110000;'>", "<a href=\"@%2Fh%2Fb%26#x110000;\">" },
		{ "<a href='b&#99999999999999999999;'>",
		  "<a href=\"@%2Fh%2Fb%26#99999999999999999999;\">" },
		{ "<a href='&eacute;b'>", "<a href=\"@%2Fh%2F%26eacute%3Bb\">" },
		{ "<a href='&#233;'>", "<a href=\"@%2Fh%2F%25C3%25A9\">" },
		{ "<a href='&#x20AC;'>", "<a href=\"@%2Fh%2F%25E2%2582%25AC\">" },
		{ "<a href='&#x1F600;'>", "<a href=\"@%2Fh%2F%25F0%259F%2598%2580\">" },
		{ "<a href='&lt;&gt;&quot;'>", "<a href=\"@%2Fh%2F%253C%253E%2522\">" },
		{ "<a href='b&Tab;c&NewLine;d&sol;e'>", "<a href=\"@%2Fh%2Fbcd%2Fe\">" },
		{ "<a href='b\r\nc'>", "<a href=\"@%2Fh%2Fbc\">" },
		{ "<a href='b\x7F'>", "<a href=\"@%2Fh%2Fb%257F\">" },
		{ "<p style='a:\"<&\"'>", "<p style=\"a:&quot;&lt;&amp;&quot;\">" },
	};

	check_rewritten("text/html", rows, sizeof rows / sizeof *rows);
}

static void check_lists(void)
{
	static const struct rewritten rows[] = {
		{ "<img srcset='a 1x\n,\r\fb 100h 1e+2w,c 1e-2x'>",
		  "<img srcset=\"~%2Fh%2Fa 1x\n, ~%2Fh%2Fb 100h 1e+2w, ~%2Fh%2Fc 1e-2x\">" },
		{ "<img srcset='#f 1x, b 2x'>", "<img srcset=\"~%2Fh%2Fb 2x\">" },
		{ "<img srcset=' , '>", "<img >" },
		{ "<img srcset=','>", "<img >" },
		{ "<img srcset='a'>", "<img srcset=\"~%2Fh%2Fa\">" },
		{ "<img srcset='a '>", "<img srcset=\"~%2Fh%2Fa \">" },
		{ "<img srcset='a /x, b 1y'>", "<img >" },
		{ "<img srcset='http://o.dom/a 1x, HTTPS://o.dom/b 2x, ftp://o.dom/c'>",
		  "<img srcset=\"^%3A%2F%2Fo.dom%2Fa 1x, /_/within/P/HTTPS%3A%2F%2Fo.dom%2Fb "
		  "2x\">" },
		{ "<img srcset='http://u@o.dom/a'>", "<img >" },
		{ "<img src='gopher://h.dom:71/a'>", "<img >" },
		{ "<img src='GOPHER://H.DOM/a'>",
		  "<img src=\"/_/within/p/GOPHER%3A%2F%2FH.DOM%2Fa\">" },
		{ "<img src='gopher://h.doM/b'>",
		  "<img src=\"/_/within/p/gopher%3A%2F%2Fh.doM%2Fb\">" },
		{ "<img src='gopher://h-dom/b'>", "<img >" },
	};

	check_rewritten("text/html", rows, sizeof rows / sizeof *rows);
}

/* THREATS G5: what a browser takes for markup, and a reader without a tree for text, or the other way. */
static void check_nested(void)
{
	static const struct rewritten rows[] = {
		{ "<svg><script/></svg><link rel=preconnect href=http://h/>", "<svg><script/>" },
		{ "<svg><script/><a href=b></script><link rel=preconnect href=http://h/>",
		  "<svg><script/></script><link rel=\"preconnect\" >" },
		{ "<svg><style/></svg><link rel=preconnect href=http://h/></style><a href=b>",
		  "<svg><style/>< /svg>< link rel=preconnect href=http://h/></style>"
		  "<a href=\"@%2Fh%2Fb\">" },
		{ "<math><textarea/></math><link rel=preconnect href=http://h/>",
		  "<math><textarea/>&lt;/math>&lt;link rel=preconnect href=http://h/>" },
		{ "<svg><title>a &lt; b</title><a href=b>",
		  "<svg><title>a &lt; b</title><a href=\"@%2Fh%2Fb\">" },
		{ "<svg><xmp/><a href=http://h/>", "<svg><pre/>&lt;a href=http://h/>" },
		{ "<select><plaintext><a href=http://h/></select>",
		  "<select><pre>&lt;a href=http://h/>&lt;/select>" },
		{ "<svg><iframe/><a href=http://h/></iframe>x", "<svg><iframe/></iframe>x" },
		{ "<svg><![CDATA[ > <!-- ]]> <a href=http://h/> -->x", "<svg> x" },
		{ "<svg><![CDATA[><p title=\"]]><a href=http://h/>\">",
		  "<svg><p title=\"]]>&lt;a href=http://h/>\">" },
		{ "<!--!><p title='--><a href=http://h/>'>",
		  "<p title='-->&lt;a href=http://h/>'>" },
		{ "<noscript><p title=\"</noscript><a href=http://h/>\">",
		  "<noscript><p title=\"&lt;/noscript>&lt;a href=http://h/>\">" },
		{ "<p title=<a>x", "<p title=&lt;a>x" },
		{ "<style><![CDATA[a{b:url(c)}]]></style>",
		  "<style>a{b:url(\"~%2Fh%2Fc\")}]]></style>" },
		{ "<style><<!--a{}<!-@media (1px<width<=2px){}<![CDATAx</style>",
		  "<style>< a{}< !-@media (1px< width<=2px){}< ![CDATAx</style>" },
		{ "<<a href=b><!><!-><!x><!DOCTYPEx><!doctypo><!-- - -- --->x",
		  "&lt;<a href=\"@%2Fh%2Fb\"><!DOCTYPEx>x" },
		{ "<abcdefghijklmnopqrstuvwxyzabcdefghijkl href=b></abcdefghijklmnopqrstuvwxyz>",
		  "<abcdefghijklmnopqrstuvwxyzabcdefghijkl href=\"@%2Fh%2Fb\">"
		  "</abcdefghijklmnopqrstuvwxyz>" },
	};

	check_rewritten("text/html", rows, sizeof rows / sizeof *rows);
}

/* A name of XML may have any prefix, and begin otherwise than one of HTML. */
static void check_names_of_xml(void)
{
	static const struct rewritten rows[] = {
		{ "<_:link rel='preconnect' href='http://h/'/>", "<_:link rel=\"preconnect\"  />" },
		{ "<abcdefghijklmnopqrst:link rel='preconnect' href='http://h/'/>",
		  "<abcdefghijklmnopqrst:link rel=\"preconnect\"  />" },
		{ "<a abcdefghijklmnopqrst:href='b' xmlnsx:href='b' xmlns:href='b'/>",
		  "<a abcdefghijklmnopqrst:href=\"@%2Fh%2Fb\" xmlnsx:href=\"@%2Fh%2Fb\" "
		  "xmlns:href='b'/>" },
		{ "<a "
		  "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst:href='"
		  "b' c='d'/>",
		  "<a  c='d'/>" },
		{ "<!--><p title='--><a href=\"http://h/\"/>'/>-->",
		  "<a href=\"/http%3A%2F%2Fh%2F\"/>'/>-->" },
		{ "<p title='<a>'/>", "<p title='&lt;a>'/>" },
	};

	check_rewritten("application/xhtml+xml", rows, sizeof rows / sizeof *rows);
}

/* What a browser would read as tags is read as tags: a page becomes UTF-8 first. */
static void check_html_charsets(void)
{
	static const struct {
		const char *type, *charset, *bytes;
		size_t len;
		const char *want;
	} rows[] = {
#define HTML_OF(charset, bytes, want) { "text/html", charset, bytes, sizeof bytes - 1, want }
		HTML_OF("utf-16le", "<\0a\0 \0h\0r\0e\0f\0=\0b\0>\0\xE9\0",
		        "<a href=\"/gopher%3A%2F%2Fh%2Fh%2Fb\">\xC3\xA9"),
		HTML_OF("UCS-2", "<\0a\0 \0h\0r\0e\0f\0=\0b\0>\0",
		        "<a href=\"/gopher%3A%2F%2Fh%2Fh%2Fb\">"),
		HTML_OF("unicode", "<\0a\0 \0h\0r\0e\0f\0=\0b\0>\0",
		        "<a href=\"/gopher%3A%2F%2Fh%2Fh%2Fb\">"),
		HTML_OF("utf-8", "\xFE\xFF\0<\0a\0 \0h\0r\0e\0f\0=\0b\0>",
		        "<a href=\"/gopher%3A%2F%2Fh%2Fh%2Fb\">"),
		HTML_OF(NULL, "\xFF\xFE<\0a\0 \0h\0r\0e\0f\0=\0b\0>\0",
		        "<a href=\"/gopher%3A%2F%2Fh%2Fh%2Fb\">"),
		HTML_OF("iso-2022-jp", "<p title='\x1B$B'!\x1B(B'>", "<p title='\xD0\x90'>"),
		HTML_OF("koi8-r", "\xC1", "\xD0\xB0"),
		HTML_OF("x-none", "<meta charset=koi8-r>\xC1", "<meta charset=koi8-r>\xD0\xB0"),
		HTML_OF(NULL, "<META http-equiv=x content='a;Charset = koi8-r'>\xC1",
		        "<META http-equiv=x content=\"a;Charset = koi8-r\">\xD0\xB0"),
		HTML_OF(NULL, "<!--<meta charset=x>--><meta charset='koi8-r'/>\xC1",
		        "<meta charset='koi8-r'/>\xD0\xB0"),
		HTML_OF(NULL, "<meta charset=utf-16>\xC3\xA9", "<meta charset=utf-16>\xC3\xA9"),
		HTML_OF(NULL, "<meta charset>\xE9<meta name=charset>",
		        "<meta charset>\xC3\xA9<meta name=charset>"),
		HTML_OF(NULL, "<meta charset=", "<meta charset="),
		HTML_OF(NULL, "<p>\xE9", "<p>\xC3\xA9"),
#undef HTML_OF
#define XML_OF(charset, bytes, want) \
	{ "application/xhtml+xml", charset, bytes, sizeof bytes - 1, want }
		XML_OF(NULL, "<?xml encoding='koi8-r'?><a>\xC1",
		       "<?xml encoding='koi8-r'?><a>\xD0\xB0"),
		XML_OF(NULL, "<a encoding='koi8-r'>\xE9", "<a encoding='koi8-r'>\xC3\xA9"),
		XML_OF(NULL, "\xFF\xFE<\0a\0>\0", "<a>"),
#undef XML_OF
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char got[256];

		for (size_t cut = 1; cut < 100; cut += 98) {
			const char *body;

			begin_object(TEXT("gopher://h/h/a"), EVERYURI_DOCUMENT, rows[i].type,
			             rows[i].charset);
			tell_text(rows[i].bytes, rows[i].len, cut);
			body = shown_body(&shown);
			body += strncmp(body, "\xEF\xBB\xBF", 3) ? 0 : 3;
			snprintf(got, sizeof got, "%s",
			         strstr(body, "-->\n") ? strstr(body, "-->\n") + 4 : body);
			is_text(got, strlen(got), rows[i].want,
			        "HTML 13.2.3.2: a page becomes UTF-8, row %zu", i);
			ok(strstr(shown.data, "; charset=utf-8\r\n") != NULL, "and says so");
		}
	}
}

static void check_refreshes(void)
{
	static const struct rewritten rows[] = {
		{ "<meta http-equiv=refresh content='5'>",
		  "<meta http-equiv=refresh content=\"5\">" },
		{ "<meta http-equiv=refresh content='  5  '>",
		  "<meta http-equiv=refresh content=\"  5  \">" },
		{ "<meta http-equiv=refresh content='1.5;url=b'>",
		  "<meta http-equiv=refresh content=\"1.5; url=@%2Fh%2Fb\">" },
		{ "<meta http-equiv=refresh content='1,URL = b'>",
		  "<meta http-equiv=refresh content=\"1; url=@%2Fh%2Fb\">" },
		{ "<meta http-equiv=refresh content='1 b'>",
		  "<meta http-equiv=refresh content=\"1; url=@%2Fh%2Fb\">" },
		{ "<meta http-equiv=refresh content=' 1 ; b'>",
		  "<meta http-equiv=refresh content=\" 1; url=@%2Fh%2Fb\">" },
		{ "<meta http-equiv=refresh content='1;'>",
		  "<meta http-equiv=refresh content=\"1;\">" },
		{ "<meta http-equiv=refresh content='1; '>",
		  "<meta http-equiv=refresh content=\"1; \">" },
		{ "<meta http-equiv=refresh content='1;url'>",
		  "<meta http-equiv=refresh content=\"1; url=@%2Fh%2Furl\">" },
		{ "<meta http-equiv=refresh content='1;url='>",
		  "<meta http-equiv=refresh content=\"1;url=\">" },
		{ "<meta http-equiv=refresh content='1;url= '>",
		  "<meta http-equiv=refresh content=\"1;url= \">" },
		{ "<meta http-equiv=refresh content='1;url b'>",
		  "<meta http-equiv=refresh content=\"1; url=@%2Fh%2Furl%2520b\">" },
		{ "<meta http-equiv=refresh content='1;ulb'>",
		  "<meta http-equiv=refresh content=\"1; url=@%2Fh%2Fulb\">" },
		{ "<meta http-equiv=refresh content='1;urb'>",
		  "<meta http-equiv=refresh content=\"1; url=@%2Fh%2Furb\">" },
		{ "<meta http-equiv=refresh content='1;under'>",
		  "<meta http-equiv=refresh content=\"1; url=@%2Fh%2Funder\">" },
		{ "<meta http-equiv=refresh content='1x;url=b'>",
		  "<meta http-equiv=refresh content=\"1x;url=b\">" },
		{ "<meta http-equiv=refresh content=';url=b'>",
		  "<meta http-equiv=refresh content=\";url=b\">" },
		{ "<meta http-equiv=refresh content=''>",
		  "<meta http-equiv=refresh content=\"\">" },
		{ "<meta http-equiv=refresh content=\"0;url='b'c\">",
		  "<meta http-equiv=refresh content=\"0; url=@%2Fh%2Fb\">" },
		{ "<meta http-equiv=refresh content='0;url=\"b'>",
		  "<meta http-equiv=refresh content=\"0; url=@%2Fh%2Fb\">" },
		{ "<meta content='0;url=b'>", "<meta content=\"0; url=@%2Fh%2Fb\">" },
	};

	check_rewritten("text/html", rows, sizeof rows / sizeof *rows);
}

static void check_tags(void)
{
	static const struct rewritten rows[] = {
		{ "<a\thref='b'\n>", "<a\x09href=\"@%2Fh%2Fb\"\n>" },
		{ "<a\fhref='b'\r>", "<a\x0Chref=\"@%2Fh%2Fb\"\x0D>" },
		{ "<a href\n=\n'b'>", "<a href=\"@%2Fh%2Fb\">" },
		{ "<a href\tid=x>", "<a href id=x>" },
		{ "<>x<a href=b>", "&lt;>x<a href=\"@%2Fh%2Fb\">" },
		{ "< a href=b>", "&lt; a href=b>" },
		{ "<1a href=b>", "&lt;1a href=b>" },
		{ "<[a href=b>", "&lt;[a href=b>" },
		{ "<{a href=b>", "&lt;{a href=b>" },
		{ "</a href=b>", "</a href=\"@%2Fh%2Fb\">" },
		{ "<base href=''><a href=c>", "<base ><a href=\"@%2Fh%2Fc\">" },
		{ "<base href='javascript:x'><a href=c>", "<base ><a href=\"@%2Fh%2Fc\">" },
		{ "<base href='/z/'><base href='/y/'><a href=c>",
		  "<base href=\"@%2Fz%2F\"><base href=\"@%2Fy%2F\"><a href=\"@%2Fz%2Fc\">" },
		{ "<link href=a rel='apple-touch-icon'>",
		  "<link  rel=\"apple-touch-icon\" href=\"~%2Fh%2Fa\">" },
		{ "<link href=a rel='icon x'>", "<link  rel=\"icon x\" href=\"~%2Fh%2Fa\">" },
		{ "<link rel='\tstylesheet\n' href=a>",
		  "<link rel=\"\x09stylesheet\n\"  href=\"$%2Fh%2Fa\">" },
		{ "<link rel=preload href=a>", "<link rel=\"preload\" >" },
		{ "<link rel=next href=''>", "<link rel=\"next\" >" },
		{ "<link rel=next href=a href=b>", "<link rel=\"next\"   href=\"@%2Fh%2Fa\">" },
		{ "<link rel=next>", "<link rel=\"next\">" },
		{ "<link href=a / >", "<link    href=\"@%2Fh%2Fa\" />" },
		{ "<link href=a /x>", "<link  x href=\"@%2Fh%2Fa\" />" },
		{ "</link href=a/>", "</link >" },
		{ "<link rel=x/href='a'/>", "<link rel=\"x/href='a'/\">" },
		{ "<animate attributeName=xlink:href>", "<animate >" },
		{ "<animate attributeName=src>", "<animate >" },
		{ "<animate attributeName=x>", "<animate attributeName=\"x\">" },
		{ "<a target=_blank href=b>", "<a target=\"_self\" href=\"@%2Fh%2Fb\">" },
		{ "<!--x--!><a href=b>", "<a href=\"@%2Fh%2Fb\">" },
		{ "<!--x--!-><a href=b>-->y", "y" },
		{ "<!--x-!-><a href=b>-->y", "y" },
		{ "<!--x---><a href=b>", "<a href=\"@%2Fh%2Fb\">" },
		{ "<script>a</SCRIPT ><a href=b>", "<script></SCRIPT ><a href=\"@%2Fh%2Fb\">" },
		{ "<script>a</script/><a href=b>", "<script></script/><a href=\"@%2Fh%2Fb\">" },
		{ "<script>a</scrip><a href=b></script\n><a href=b>",
		  "<script></script\n><a href=\"@%2Fh%2Fb\">" },
		{ "<xmp><a href=b>&</xMp ><a href=b>",
		  "<pre>&lt;a href=b>&amp;</pre ><a href=\"@%2Fh%2Fb\">" },
		{ "<style>a</style/><a href=b>", "<style>a</style/><a href=\"@%2Fh%2Fb\">" },
		{ "<style/>a{b:url(c)}</style>", "<style/>a{b:url(\"~%2Fh%2Fc\")}</style>" },
		{ "\xEF\xBB\xBF<a href=b>", "<a href=\"@%2Fh%2Fb\">" },
		{ "\xEF\xBB<a href=b>", "\xC3\xAF\xC2\xBB<a href=\"@%2Fh%2Fb\">" },
	};

	check_rewritten("text/html", rows, sizeof rows / sizeof *rows);
}

static void check_xml(void)
{
	static const struct rewritten rows[] = {
		{ "<?xml\n?><?x\n?><?x\r?><?x\t?><?x?><?>?><a/>",
		  "<?xml\n?><?everyuri-x\n?><?everyuri-x\x0D?><?everyuri-x\x09?><?everyuri-x?><?"
		  "everyuri->?><a/>" },
		{ "<?xmk version='1.0'?><a/>", "<?everyuri-xmk version='1.0'?><a/>" },
		{ "<?a123456789012345678901234567890123456789012345678901234567890123456789 "
		  "x?><a/>",
		  "<?everyuri-"
		  "a123456789012345678901234567890123456789012345678901234567890123456789 "
		  "x?><a/>" },
		{ "<!DOCTYPE a [<!ELEMENT b ANY><!-x><!---x- -- > ---><?p ?? ?>< ]><a href='b'/>",
		  "<!DOCTYPE a ><a href=\"@%2Fh%2Fb\"/>" },
		{ "<!DOCTYPE a [\"]>\" '<' <x]x><a href='b'/>",
		  "<!DOCTYPE a x><a href=\"@%2Fh%2Fb\"/>" },
		{ "<link href='a' /><a href='b'/>",
		  "<link   href=\"@%2Fh%2Fa\" /><a href=\"@%2Fh%2Fb\"/>" },
		{ "<link href='a'/ ><a href='b'/>",
		  "<link   href=\"@%2Fh%2Fa\" /><a href=\"@%2Fh%2Fb\"/>" },
		{ "<style>a<b>c</b></style ><a href='b'/>",
		  "<style>a <b>c </b> </style ><a href=\"@%2Fh%2Fb\"/>" },
	};

	check_rewritten("application/xhtml+xml", rows, sizeof rows / sizeof *rows);
}

static void check_css(void)
{
	static const struct rewritten rows[] = {
		{ "a{b:url(\t\\000000c)}", "a{b:url(\"~%2Fh%2F%25EF%25BF%25BDc\")}" },
		{ "a{b:url(\\110000 c)}", "a{b:url(\"~%2Fh%2F%25EF%25BF%25BDc\")}" },
		{ "a{b:url(\\e9 c)}", "a{b:url(\"~%2Fh%2F%25C3%25A9c\")}" },
		{ "a{b:url(\\20AC c)}", "a{b:url(\"~%2Fh%2F%25E2%2582%25ACc\")}" },
		{ "a{b:url(\\1F600 c)}", "a{b:url(\"~%2Fh%2F%25F0%259F%2598%2580c\")}" },
		{ "a{b:url(\\0000631)}", "a{b:url(\"~%2Fh%2Fc1\")}" },
		{ "a{b:url(\\63\\64 )}", "a{b:url(\"~%2Fh%2Fcd\")}" },
		{ "a{b:url('\\\nc')}", "a{b:url(\"~%2Fh%2Fc\")}" },
		{ "a{b:url(c'd)}x", "a{b:url(\"about:invalid\")}x" },
		{ "a{b:url(c(d)}x", "a{b:url(\"about:invalid\")}x" },
		{ "a{b:url(c\x01)}x", "a{b:url(\"about:invalid\")}x" },
		{ "a{b:url(c\x7F)}x", "a{b:url(\"about:invalid\")}x" },
		{ "a{b:url(c d\\)e)}x", "a{b:url(\"about:invalid\")}x" },
		{ "a{b:url(c d\\\\)}x", "a{b:url(\"about:invalid\")}x" },
		{ "a{b:url(data:image/png,\x01\x80)}", "a{b:url(\"data:image/png,\")}" },
		{ "a{b:'c\\\\' url(d)}", "a{b:'c\\\\' url(\"~%2Fh%2Fd\")}" },
		{ "a{b:'c\fd:url(e)}", "a{b:'c\nd:url(\"~%2Fh%2Fe\")}" },
		{ "a{b:\xC3\xA9url(c) _url(d) -url(e) url-x(f)}",
		  "a{b:\xC3\xA9url(c) _url(d) -url(e) url-x(f)}" },
		{ "@media print{@import 'c';}", "@media print{@import \"$%2Fh%2Fc\";}" },
		{ "@importer 'c'", "@importer 'c'" },
		{ "@import x 'c'", "@import x \"$%2Fh%2Fc\"" },
		{ "@import{'c'} 'd'", "@import{'c'} 'd'" },
		{ "@import url('c') ; 'd'", "@import url(\"$%2Fh%2Fc\") ; 'd'" },
		{ "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz(url(c))",
		  "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz(url(\"~%2Fh%2Fc\"))" },
		{ "\\61\\62\\63\\64\\65\\66\\67\\68\\69\\70\\71\\72\\73\\74\\75\\76(url(c))",
		  "\\61\\62\\63\\64\\65\\66\\67\\68\\69\\70\\71\\72\\73\\74\\75\\76(url(\"~%2Fh%"
		  "2Fc\"))" },
		{ "\\75\\72\\6c", "\\75\\72\\6c" },
	};
	char from[256], to[512];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		snprintf(from, sizeof from, "<style>%s</style>", rows[i].from);
		snprintf(to, sizeof to, "<style>%s</style>", rows[i].to);
		check_rewritten("text/html", &(struct rewritten){ from, to }, 1);
	}
}

int main(void)
{
	check_references();
	check_lists();
	check_nested();
	check_names_of_xml();
	check_html_charsets();
	check_refreshes();
	check_tags();
	check_xml();
	check_css();
	free(shown.data);
	return done();
}
