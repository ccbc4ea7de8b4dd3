/* odd_objects.c - objects whose names, types, languages and addresses are odd: what their pages and heads say. */
#include "gateway/pages/internal.h"
#include "gateway/pages/mail.h"

#include "page_tests.h"

static struct everyuri_text text_of(const char *words)
{
	return (struct everyuri_text){ words, strlen(words) };
}

/* In the head of the response. */
static bool has_field(const char *field)
{
	const char *end = strstr(shown.data, "\r\n\r\n"), *at = strstr(shown.data, field);

	return at && end && at < end + 2;
}

static bool has(const char *words)
{
	return strstr(shown_body(&shown), words) != NULL;
}

/* ---- names --------------------------------------------------------------------------------------------------- */

static void check_names(void)
{
	static const struct {
		const char *uri, *name;
	} rows[] = {
		{ "http://h/a/b.txt", "b.txt" },
		{ "http://h/a/b///", "b" },
		{ "http://h/", "h" },
		{ "http://h", "h" },
		{ "mailto:", "mailto:" },
		{ "x:", "x:" },
		{ "http://h/caf%C3%A9%", "http://h/caf\xC3\xA9%" },
		{ "http://h/caf%C3%A9", "caf\xC3\xA9" },
		{ "gopher://h/0/a", "a" },
		{ "gophers://h/%3Ba", "a" },
		{ "gopher://h/1", "h" },
		{ "no uri", "no uri" },
	};
	char name[PAGE_NAME_MAX], longer[400] = "http://h/";
	size_t n;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		n = eu_page_name(text_of(rows[i].uri), name);
		is_text(name, n, rows[i].name, "the name of %s", rows[i].uri);
	}
	is_number((long long)eu_page_name(NONE, name), 0, "what is no URI has none");
	memset(longer + 9, 'x', 300);
	n = eu_page_name(text_of(longer), name);
	is_number((long long)n, PAGE_NAME_MAX, "of a longer one, its front");
}

/* RFC 6266 4.3, RFC 8187: a name to save it under. */
static void check_saved_names(void)
{
	static const struct {
		const char *uri, *field;
	} rows[] = {
		{ "http://h/a-b_C.bin", "filename=\"a-b_C.bin\"; filename*=UTF-8''a-b_C.bin\r\n" },
		{ "http://h/.a", "filename=\"_a\"; filename*=UTF-8''_a\r\n" },
		{ "http://h/z9%22%5C%2F%3A%27%3B", "filename=\"z9______\"; "
		                                   "filename*=UTF-8''z9%22__%3A%27%3B\r\n" },
		{ "http://h/a%20b%7F%C3%A9", "filename=\"a_b___\"; "
		                             "filename*=UTF-8''a_b_%C3%A9\r\n" },
		{ "http://h/%01~%60", "filename=\"_~`\"; filename*=UTF-8''_%7E%60\r\n" },
	};
	static const struct everyuri_object object = { .kind = EVERYURI_DOCUMENT,
		                                       .media_type = BYTES("application/x-y"),
		                                       .length = UNKNOWN };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		shown_begin(&shown, text_of(rows[i].uri));
		shown_object(&shown, &object);
		shown_bytes(&shown, "\0", 1);
		shown_end(&shown, true, NULL);
		ok(has_field(rows[i].field), "RFC 6266 4.3: %s is saved as %s", rows[i].uri,
		   rows[i].field);
	}
}

static void check_up(void)
{
	static const struct {
		const char *uri, *up;
	} rows[] = {
		{ "gophers://h/0/a/b", "gophers://h/1/a" },
		{ "gopher://h/0//", "gopher://h/" },
		{ "gopher://h/1//", NULL },
		{ "gopher://h/0a/", "gopher://h/" },
		{ "gopher://h/0//a", "gopher://h/" },
		{ "wais://h/db/t/p", "wais://h/db" },
		{ "wais://h/db", NULL },
		{ "wais://h/", NULL },
		{ "wais://h", NULL },
		{ "HTTPS://h/a/", "HTTPS://h/" },
		{ "ftp://h", NULL },
		{ "finger://h/a", NULL },
		{ "http:", NULL },
	};
	char memory[64], little[4];
	struct everyuri_buf up;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool is_there;

		everyuri_buf_init(&up, memory, sizeof memory, NULL);
		is_there = eu_page_up(text_of(rows[i].uri), &up);
		is_text(is_there ? up.data : NULL, is_there ? up.len : 0, rows[i].up, "up from %s",
		        rows[i].uri);
		if (!rows[i].up)
			continue;
		everyuri_buf_init(&up, little, sizeof little, NULL);
		ok(!eu_page_up(text_of(rows[i].uri), &up), "for which there has to be room");
	}
	everyuri_buf_init(&up, little, sizeof little, NULL);
	ok(!eu_page_up(TEXT("gopher://h/7/s%09x"), &up) && !eu_page_up(TEXT("gopher://h/0"), &up),
	   "from a search and a server's document, too");
}

/* ---- types ------------------------------------------------------------------------------------------------------ */

static void check_types(void)
{
	static const struct {
		const char *type;
		bool good, words;
	} rows[] = {
		{ "text/plain", true, true },
		{ "TEXT/x-C", true, true },
		{ "text/html", true, false },
		{ "text/gemini", true, false },
		{ "application/ld+json", true, true },
		{ "+json", false, false },
		{ "application/atom+xml", true, true },
		{ "image/svg+xml", true, false },
		{ "application/xhtml+xml", true, false },
		{ "application/JSON", true, true },
		{ "image/png", true, false },
		{ "a0.Z^_`|~!#$%&'*+-/b", true, false },
		{ "a/b/c", false, false },
		{ "a/b c", false, false },
		{ "a/{", false, false },
		{ "a/[", false, false },
		{ "a/@", false, false },
		{ "a/\x7F", false, false },
		{ "/b", false, false },
		{ "a/", false, false },
		{ "/", false, false },
		{ "a", false, false },
		{ "", false, false },
	};
	char longer[130] = "text/";

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct everyuri_text type = text_of(rows[i].type);

		ok(eu_page_is_media_type(type) == rows[i].good,
		   "RFC 9110 8.3.1: \"%s\" is %s media type", rows[i].type,
		   rows[i].good ? "a" : "no");
		ok(eu_page_is_text(type) == rows[i].words, "it is %sshown as text",
		   rows[i].words ? "" : "not ");
	}
	memset(longer + 5, 'x', 123);
	ok(!eu_page_is_media_type(text_of(longer)) &&
	           eu_page_is_media_type((struct everyuri_text){ longer, 127 }),
	   "of 127 bytes and no more");
	ok(!eu_page_is_media_type((struct everyuri_text){ "a/b\0c", 5 }), "a NUL is no token");
	ok(!eu_page_is_media_type(NONE) && !eu_page_is_text(NONE), "nor is nothing");
}

static void check_labels(void)
{
	static const struct {
		const char *label;
		bool good;
	} rows[] = {
		{ "utf-8", true },
		{ "ISO_8859-1:1987", true },
		{ "azAZ09.", true },
		{ "", false },
		{ "a b", false },
		{ "a\"", false },
		{ "{", false },
		{ "[", false },
		{ "`", false },
		{ "@", false },
		{ "a;b", false },
		{ "/etc/x", false },
		{ "1234567890123456789012345678901234567890", true },
		{ "12345678901234567890123456789012345678901", false },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		ok(eu_page_is_label(text_of(rows[i].label)) == rows[i].good,
		   "RFC 2978 2.3: \"%s\" is %s label", rows[i].label, rows[i].good ? "a" : "no");
	ok(!eu_page_is_label(NONE) && !eu_page_is_label((struct everyuri_text){ "a\0", 2 }),
	   "nor is nothing, nor a NUL");
}

static void check_sniffed(void)
{
	ok(!strcmp(eu_page_sniff("GIF89a", 6).data, "image/gif") &&
	           !strcmp(eu_page_sniff("GIF", 3).data, "text/plain"),
	   "MIME Sniffing 6.1: a picture, and what is too short for one");
	for (int byte = 0; byte < 256; byte++) {
		const char c = (char)byte;
		const bool text = byte == '\t' || byte == '\n' || byte == '\f' || byte == '\r' ||
		                  byte == 0x1B || byte >= ' ';

		ok(!strcmp(eu_page_sniff(&c, 1).data,
		           text ? "text/plain" : "application/octet-stream"),
		   "MIME Sniffing 3: byte %02X is %s", byte, text ? "text" : "none");
	}
}

/* THREATS G5: a type, its charset, or that of the page. */
static void check_heads(void)
{
	static const struct {
		const char *type, *charset;
		bool raw;
		const char *field;
	} rows[] = {
		{ "text/html", "koi8-r", true, "Content-Type: text/plain; charset=koi8-r\r\n" },
		{ "text/html", NULL, true, "Content-Type: text/plain; charset=utf-8\r\n" },
		{ "application/xhtml+xml", NULL, true, "Content-Type: text/plain; " },
		{ "image/svg+xml", NULL, true, "Content-Type: text/plain; " },
		{ "text/gemini", NULL, true, "Content-Type: text/plain; " },
		{ "application/json", NULL, true, "Content-Type: text/plain; " },
		{ "application/ogg", NULL, false, "Content-Type: application/ogg\r\n" },
		{ "audio/ogg", "a b", false, "Content-Type: audio/ogg\r\n" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct everyuri_object object = { .kind = EVERYURI_DOCUMENT,
			                          .media_type = text_of(rows[i].type),
			                          .length = UNKNOWN };

		if (rows[i].charset)
			object.charset = text_of(rows[i].charset);
		shown_begin(&shown, TEXT("ftp://h/a"));
		shown.showing.page.raw = rows[i].raw;
		shown_object(&shown, &object);
		shown_bytes(&shown, "x", 1);
		shown_end(&shown, true, NULL);
		ok(has_field(rows[i].field), "THREATS G4: %s%s: %s", rows[i].type,
		   rows[i].raw ? ", raw" : "", rows[i].field);
		ok(!has_field("Content-Disposition"), "it is not for saving");
	}
}

static void check_languages(void)
{
	static const struct {
		const char *said, *lang;
	} rows[] = {
		{ "en", "en" },
		{ "zh-Hant-TW-x-09AZaz", "zh-Hant-TW-x-09AZaz" },
		{ "", "" },
		{ "e n", "" },
		{ "en\"", "" },
		{ "e{", "" },
		{ "e[", "" },
		{ "e:", "" },
		{ "e`", "" },
		{ "a2345678901234567890123456789012345", "a2345678901234567890123456789012345" },
		{ "a23456789012345678901234567890123456", "" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct everyuri_object object = { .kind = EVERYURI_DOCUMENT,
			                                .media_type = TEXT("text/plain"),
			                                .language = text_of(rows[i].said),
			                                .length = UNKNOWN };

		shown_begin(&shown, TEXT("gopher://h/0a"));
		shown_object(&shown, &object);
		shown_bytes(&shown, "x", 1);
		shown_end(&shown, true, NULL);
		is_between("<pre class=\"text\" lang=\"", "\"", rows[i].lang, rows[i].said);
	}
}

/* A type that is longer than any is not told of a document that is text. */
static void check_long_type(void)
{
	char type[200] = "text/";

	memset(type + 5, 'x', 150);
	begin_object(TEXT("gopher://h/0a"), EVERYURI_DOCUMENT, type, NULL);
	tell_text("words", 5, 5);
	ok(has("words</pre>") && !has("xxxxx"), "a text of a type of 155 bytes is shown");
}

/* ---- charsets ------------------------------------------------------------------------------------------------------- */

static void check_utf8(void)
{
	static const struct {
		const char *bytes, *text;
	} rows[] = {
		{ "\xE0\x9F\xBF.", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD." },
		{ "\xE0\xA0\x80.", "\xE0\xA0\x80." },
		{ "\xF4\x8F\xBF\xBD.", "\xF4\x8F\xBF\xBD." },
		{ "\xF4\x90\x80\x80.", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD." },
		{ "\xF0\x8F\x80\x80.", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD." },
		{ "\xF0\x90\x80.", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD." },
		{ "\xC3", "\xEF\xBF\xBD" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (size_t cut = 1; cut <= strlen(rows[i].bytes); cut++) {
			begin_object(TEXT("gopher://h/0a"), EVERYURI_DOCUMENT, "text/plain",
			             "utf-8");
			tell_text(rows[i].bytes, strlen(rows[i].bytes), cut);
			is_between("lang=\"\">\n", "</pre>", rows[i].text, "RFC 3629 4");
		}
	begin_object(TEXT("gopher://h/0a"), EVERYURI_DOCUMENT, "text/plain", "");
	tell_text("\xC3\xA9", 2, 1);
	is_between("\xC2\xB7 ", " \xC2\xB7", "utf-8, guessed", "a charset of no bytes is none");
}

/* More at once than what is converted at once. */
static void check_long_charset(void)
{
	static char bytes[3000];
	size_t n = 0;

	memset(bytes, 0xC1, sizeof bytes);
	begin_object(TEXT("gopher://h/0a"), EVERYURI_DOCUMENT, "text/plain", "koi8-r");
	tell_text(bytes, sizeof bytes, sizeof bytes);
	for (const char *at = shown_body(&shown); (at = strstr(at, "\xD0\xB0")); at++)
		n++;
	is_number((long long)n, sizeof bytes, "a long run of another charset is whole");
}

/* ---- Gemini --------------------------------------------------------------------------------------------------------- */

static const char *gemini_of(const char *text, size_t cut)
{
	begin_object(TEXT("gemini://h/"), EVERYURI_DOCUMENT, "text/gemini", NULL);
	tell_text(text, strlen(text), cut);
	return between(shown_body(&shown), "<div class=\"prose\">\n", "</div>");
}

static void check_gemini(void)
{
	static char text[20000];
	const char *got;

	got = gemini_of("=>\tgemini://h/a\t \twords\n=> gemini://h/b\n=>\n=> \n", 1);
	ok(strstr(got, "href=\"/gemini%3A%2F%2Fh%2Fa\"><bdi>words</bdi></a>") &&
	           strstr(got, "href=\"/gemini%3A%2F%2Fh%2Fb\"><bdi>gemini://h/b</bdi></a>"),
	   "Gemini 5.4.2: blanks of both kinds, and a link without words");
	for (size_t shift = 0; shift < 4; shift++) {
		size_t n = 0;

		memset(text, 0, sizeof text);
		for (size_t i = 0; i < shift; i++)
			text[n++] = 'a';
		while (n < 12000) {
			memcpy(text + n, "\xF0\x9F\x98\x80", 4);
			n += 4;
		}
		got = gemini_of(text, 12000);
		ok(strstr(got, text) && !strstr(got, "\xEF\xBF\xBD"),
		   "a line of 12,000 bytes is cut between characters: %zu", shift);
	}
	memset(text, 'x', 12000);
	text[12000] = '\0';
	ok(strstr(gemini_of(text, 999), text) != NULL, "one of US-ASCII, too");
	got = gemini_of("# a\r\n* b\r\n> c\r\n```\r\nd\r\n", 3);
	ok(strstr(got, "<h2> a</h2>\n<ul>\n<li>b</li>\n</ul>\n<blockquote>\n<p> "
	               "c</p>\n</blockquote>\n<pre>\nd\n</pre>\n") != NULL,
	   "Gemini 5.4: lines that end in CR LF; and one that does not end");
}

static void check_gemini_proxied(void)
{
	static const struct {
		const char *accept;
		bool page;
	} rows[] = { { "text/html,*/*;q=0.8", true },
		     { "*/*, text/HTML", true },
		     { "*/*", false },
		     { "text/htm", false },
		     { "image/png, text/plain", false } };
	static const struct everyuri_object object = { .kind = EVERYURI_DOCUMENT,
		                                       .media_type = BYTES("text/gemini"),
		                                       .length = UNKNOWN };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		shown_begin(&shown, TEXT("gemini://h/"));
		shown.request.field[0] =
			(struct eu_http_field){ TEXT("Accept"), text_of(rows[i].accept) };
		shown.request.n_fields = 1;
		shown.showing.page.proxied = true;
		shown_object(&shown, &object);
		shown_bytes(&shown, "# a\n", 4);
		shown_end(&shown, true, NULL);
		ok(has("<h2> a</h2>") == rows[i].page, "a proxy's client that takes %s has %s",
		   rows[i].accept, rows[i].page ? "a page" : "the bytes");
	}
	shown.request.n_fields = 0;
}

/* ---- messages --------------------------------------------------------------------------------------------------------- */

static void check_groups(void)
{
	struct everyuri_text list = TEXT("\ta.b , ,c\t,"), group;
	struct everyuri_text nothing = NONE;

	ok(eu_mail_next_group(&list, &group) && group.len == 3 && !memcmp(group.data, "a.b", 3) &&
	           eu_mail_next_group(&list, &group) && group.len == 1 && *group.data == 'c' &&
	           !eu_mail_next_group(&list, &group),
	   "RFC 5536 3.1.4: groups, with blanks of both kinds between them");
	ok(!eu_mail_next_group(&nothing, &group), "of no list there is none");
}

static void check_articles(void)
{
	static const struct {
		const char *uri, *other, *group;
	} rows[] = {
		{ "snews://h/a@b", "snews://h/x@y", "snews://h/c.d" },
		{ "nntps://h:1/c/2", "snews://h:1/x@y", "snews://h:1/c.d" },
		{ "nntp://h", "news://h/x@y", "news://h/c.d" },
		{ "nntp:c/2", "news:x@y", "news:c.d" },
		{ "nntp:", "news:x@y", "news:c.d" },
		{ "http://h/", "mid:x@y", "news:c.d" },
	};
	struct everyuri_message message = { .n_parts = 0 };
	struct page page = { .gateway = &shown.gateway };
	struct everyuri_buf uri;
	char longer[3000] = "nntp://";

	everyuri_buf_init(&uri, NULL, 0, NULL);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		page.uri = text_of(rows[i].uri);
		ok(eu_mail_other(&page, &message, TEXT("x@y"), &uri), "from %s", rows[i].uri);
		is_text(uri.data, uri.len, rows[i].other, "another message is there");
		ok(eu_mail_group(&page, TEXT("c.d"), &uri), "and a group");
		is_text(uri.data, uri.len, rows[i].group, "there");
	}
	memset(longer + 7, 'h', 2500);
	page.uri = text_of(longer);
	ok(eu_mail_group(&page, TEXT("c.d"), &uri), "a host of 2500 bytes");
	is_text(uri.data, uri.len, "news:c.d", "is left out");
	page.uri = TEXT("mid:a@b");
	ok(!eu_mail_other(&page, &message, TEXT(""), &uri), "an id of no bytes is none");
	ok(!eu_mail_other(&page, &message, text_of(longer), &uri), "nor is one of 2500");
	everyuri_buf_free(&uri);
}

/* ---- sessions, media ------------------------------------------------------------------------------------------------------ */

static void check_terminal(void)
{
	static const struct {
		const char *origin, *words;
		unsigned status;
	} rows[] = {
		{ "http://127.0.0.1:8070", "data-ticket=\"abc\"", 200 },
		{ "http://[::1]:8070", "A terminal needs a script, and browsers", 501 },
		{ NULL, "A terminal needs a script, and browsers", 501 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		shown_begin(&shown, TEXT("telnet://h/"));
		shown.response.origin = rows[i].origin ? text_of(rows[i].origin) : NONE;
		eu_page_terminal(&shown.showing.page, TEXT("abc"));
		eu_http_response_end(&shown.response, true);
		ok(has(rows[i].words) && shown.response.status == rows[i].status,
		   "a terminal's page, asked for at %s",
		   rows[i].origin ? rows[i].origin : "nothing");
	}
}

static void check_session(void)
{
	static const struct everyuri_text words[] = { BYTES("h"), BYTES("23") };
	static const struct everyuri_object object = { .kind = EVERYURI_SESSION,
		                                       .program = BYTES("telnet"),
		                                       .arguments = words,
		                                       .n_arguments = 2,
		                                       .user = BYTES("") };

	shown.gateway.options.flags = EVERYURI_GATEWAY_TERMINAL;
	shown_begin(&shown, TEXT("telnet://h:23/"));
	shown_object(&shown, &object);
	shown_end(&shown, true, NULL);
	ok(has("<dt>Port</dt><dd><code><bdi>23<") && !has("Log in as") && has("/_/terminal\""),
	   "a user of no bytes is none");
	shown_begin(&shown, TEXT("telnet://h:23/"));
	shown.showing.page.proxied = true;
	shown_object(&shown, &object);
	shown_end(&shown, true, NULL);
	ok(has("everyuri open &#39;telnet://h:23/&#39;") && !has("/_/terminal"),
	   "THREATS G2: whom we are a proxy for is offered no terminal");
	shown.gateway.options.flags = 0;
}

static void check_media(void)
{
	static const struct everyuri_object film = { .kind = EVERYURI_DOCUMENT,
		                                     .media_type = BYTES("video/mp4"),
		                                     .length = 1234567 };

	shown_begin(&shown, TEXT("http://h/a.mp4#t=10"));
	shown.request.field[0] = (struct eu_http_field){ TEXT("Sec-Fetch-Dest"), TEXT("document") };
	shown.request.n_fields = 1;
	shown_object(&shown, &film);
	shown_end(&shown, true, NULL);
	ok(has("<video controls src=\"/http%3A%2F%2Fh%2Fa.mp4\"></video>") &&
	           has("video/mp4 \xC2\xB7 1.2 MB</p>"),
	   "a film has a page that plays it, and says how large it is");
	shown.request.n_fields = 0;
}

int main(void)
{
	check_names();
	check_saved_names();
	check_up();
	check_types();
	check_labels();
	check_sniffed();
	check_heads();
	check_languages();
	check_long_type();
	check_utf8();
	check_long_charset();
	check_gemini();
	check_gemini_proxied();
	check_groups();
	check_articles();
	check_terminal();
	check_session();
	check_media();
	free(shown.data);
	return done();
}
