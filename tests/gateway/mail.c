/* mail.c - messages as pages: header, thread, quotations, parts; hostile ones too. */
#include "shown.h"

#include "tap.h"

#include <everyuri/message.h>

static struct shown shown;

static const struct everyuri_object rfc822 = { .kind = EVERYURI_DOCUMENT,
	                                       .media_type = BYTES("message/rfc822"),
	                                       .length = UNKNOWN };

/* Tell a message, in pieces of some bytes.  Returns: the body; it can be had once. */
static const char *page_of_bytes(const char *uri, const char *text, size_t len, size_t part,
                                 bool good)
{
	shown_begin(&shown, (struct everyuri_text){ uri, strlen(uri) });
	shown.showing.page.part = part;
	shown_object(&shown, &rfc822);
	for (size_t at = 0, n; at < len; at += n) {
		n = len - at < 1000 ? len - at : 1000;
		if (!shown_bytes(&shown, text + at, n))
			break;
	}
	shown_end(&shown, good, NULL);
	return shown_body(&shown);
}

static const char *page_of(const char *uri, const char *text)
{
	return page_of_bytes(uri, text, strlen(text), 0, true);
}

static const char *part_of(const char *text, size_t part)
{
	return page_of_bytes("mid:p@h", text, strlen(text), part, true);
}

static bool has(const char *page, const char *what)
{
	return strstr(page, what) != NULL;
}

/* Does a stand before b? */
static bool in_order(const char *page, const char *a, const char *b)
{
	const char *first = strstr(page, a);

	return first && strstr(first, b);
}

/* In the head of the response. */
static bool has_field(const char *field)
{
	const char *end = strstr(shown.data, "\r\n\r\n"), *at = strstr(shown.data, field);

	return at && end && at < end + 2;
}

/* ---- elements and attributes ---------------------------------------------------------------------- */

static bool is_name(const char *name, size_t n, const char *names)
{
	char padded[40];

	if (!n || n + 3 > sizeof padded)
		return false;
	snprintf(padded, sizeof padded, " %.*s ", (int)n, name);
	return strstr(names, padded) != NULL;
}

/* Attributes of ours, to the ">".  Returns: behind it; NULL: there is another. */
static const char *skip_attributes(const char *at)
{
	static const char attributes[] =
		" lang charset name content href rel type src class id tabindex role aria-label "
		"alt "
		"loading scope title action method value for defer hidden autocomplete spellcheck "
		"placeholder autocapitalize inputmode enterkeyhint aria-hidden translate ";

	while (*at == ' ' || *at == '\n') {
		size_t n = strspn(++at, "abcdefghijklmnopqrstuvwxyz-");

		if (!is_name(at, n, attributes)) {
			diag("attribute %.60s", at);
			return NULL;
		}
		at += n;
		if (at[0] == '=' && at[1] == '"') {
			at += 2 + strcspn(at + 2, "\"");
			at += *at == '"';
		}
	}
	return *at == '>' ? at + 1 : NULL;
}

/* Every element is one of ours, and closed. */
static bool is_balanced(const char *page)
{
	static const char names[] =
		" html head body main header nav title link script meta h1 h2 bdi p pre table "
		"thead "
		"tbody tr th td a code dl dt dd ol ul li div form input label button span abbr "
		"figure img blockquote section footer strong ";
	const char *stack[64];
	size_t n_stack[64], depth = 0;

	page += strlen("<!DOCTYPE html>");
	while ((page = strchr(page, '<')) != NULL) {
		const bool closes = page[1] == '/';
		const char *name = page + 1 + closes;
		size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz12");

		if (!is_name(name, n, names)) {
			diag("element %.60s", page);
			return false;
		}
		page = skip_attributes(name + n);
		if (!page)
			return false;
		if (is_name(name, n, " meta link input img "))
			continue;
		if (!closes && depth < 64) {
			stack[depth] = name;
			n_stack[depth++] = n;
		} else if (!closes || !depth-- || n_stack[depth] != n ||
		           memcmp(stack[depth], name, n) != 0) {
			diag("closed in disorder: %.60s", name);
			return false;
		}
	}
	return depth == 0;
}

/* ---- an article --------------------------------------------------------------------------------- */

static const char article[] = "From: =?utf-8?Q?=C3=89ric?= <e@h.example>\r\n"
			      "Newsgroups: comp.lang.c,alt.<b>\r\n"
			      "Subject: Re: <script>alert(1)</script> =?utf-8?Q?caf=C3=A9?=\r\n"
			      "Date: Sat, 21 Nov 2026 17:00:00 +0000\r\n"
			      "Message-ID: <3@h.example>\r\n"
			      "References: <1@h.example>\r\n <2%/@h.example>\r\n"
			      "Content-Type: text/plain; charset=iso-8859-1\r\n"
			      "\r\n"
			      "Caf\xE9 <b>\r\n"
			      "> one http://h.example/one?a=1&b=2\r\n"
			      ">> two\r\n"
			      "> > three\r\n"
			      "\r\n"
			      "See <URL:gopher://h.example/1>.\r\n";

static void check_article(void)
{
	const char *page = page_of("news:3@h.example", article);

	ok(has_field("HTTP/1.1 200 ") && has_field("Content-Security-Policy: default-src 'none'"),
	   "THREATS G5: a message is a page of ours");
	ok(has(page, "<h1><bdi>Re: &lt;script&gt;alert(1)&lt;/script&gt; caf\xC3\xA9</bdi></h1>"),
	   "RFC 2047: its subject is the heading, escaped");
	ok(has(page, "<dt>From</dt><dd><bdi>\xC3\x89ric &lt;e@h.example&gt;</bdi></dd>") &&
	           has(page, "<dt>Date</dt><dd><bdi>Sat, 21 Nov 2026") && !has(page, "<dt>To</dt>"),
	   "the fields that people read, and none that is not there");
	ok(has(page, "<dt>Newsgroups</dt><dd><a href=\"/news%3Acomp.lang.c\">"
	             "<bdi>comp.lang.c</bdi></a>, <bdi>alt.&lt;b&gt;</bdi></dd>"),
	   "RFC 5536 3.1.4: its groups are links, but what is no group's name is none");
	ok(in_order(page,
	            "<a href=\"/news%3A1%40h.example\"><bdi>1@h.example</bdi></a> "
	            "<span class=\"fact\">the first",
	            "<a href=\"/news%3A2%2525%252F%40h.example\">") &&
	           has(page, "the previous message"),
	   "RFC 5322 3.6.4: what it follows are links, the first first");
	ok(has(page, "<pre class=\"text\">\nCaf\xC3\xA9 &lt;b&gt;\n</pre>\n"
	             "<blockquote class=\"quote\">\n<pre class=\"text\">\none "
	             "<a href=\"/http%3A%2F%2Fh.example%2Fone%3Fa%3D1%26b%3D2\">"
	             "http://h.example/one?a=1&amp;b=2</a>\n</pre>\n"
	             "<blockquote class=\"quote\">\n<pre class=\"text\">\ntwo\nthree\n</pre>\n"
	             "</blockquote>\n</blockquote>\n<pre class=\"text\">\n\nSee &lt;URL:"
	             "<a href=\"/gopher%3A%2F%2Fh.example%2F1\">gopher://h.example/1</a>&gt;.\n"
	             "</pre>\n"),
	   "RFC 3676 4.5: quotations in levels, in the text's charset, with links");
	ok(!has(page, "<h2>Attachments</h2>"), "without attachments there is no table of them");
}

static void check_others(void)
{
	const char *page = page_of("nntp://h.example:1119/comp.lang.c/3", article);

	ok(has(page, "<a href=\"/news%3A%2F%2Fh.example%3A1119%2F1%40h.example\">") &&
	           has(page, "<a href=\"/news%3A%2F%2Fh.example%3A1119%2Fcomp.lang.c\">"),
	   "RFC 5538 2.1: by number or by id, it is the same server");
	page = page_of("mid:3@h.example", article);
	ok(has(page, "<a href=\"/news%3A1%40h.example\">"), "what was posted is news in mail too");
	page = page_of("mid:3@h.example", "References: <1%/@h>\n\nx");
	ok(has(page, "<a href=\"/mid%3A1%2525%252F%40h\"><bdi>1%/@h</bdi>"),
	   "RFC 2392 2: what was not is mail, its slash encoded");
	ok(has(page, "<h1><bdi>3@h.example</bdi></h1>"),
	   "a message without a subject is named by its URI");
}

static void check_thread(void)
{
	static char text[8000];
	size_t n = (size_t)sprintf(text, "References:");
	const char *page;

	for (int i = 0; i < 200; i++)
		n += (size_t)sprintf(text + n, " <%d@h>", i);
	sprintf(text + n, "\n\nx");
	page = page_of("news:x@h", text);
	ok(in_order(page, "<bdi>0@h</bdi>", "<bdi>199@h</bdi>") && !has(page, "<bdi>1@h</bdi>") &&
	           has(page, "187 messages between them are not shown") &&
	           has(page, "<li value=\"200\">"),
	   "of a long thread the first and the last are shown, and that there are others");
}

/* ---- parts ----------------------------------------------------------------------------------------- */

static const char parts[] = "Subject: parts\n"
			    "Content-Type: multipart/mixed; boundary=m\n"
			    "\n"
			    "--m\n"
			    "Content-Type: multipart/alternative; boundary=a\n"
			    "\n"
			    "--a\n"
			    "Content-Type: text/plain\n"
			    "\n"
			    "Look at [cid:logo%25@h], not at cid:other@h.\n"
			    "--a\n"
			    "Content-Type: text/html; charset=utf-8\n"
			    "\n"
			    "<p onclick=x><script>alert(1)</script>\n"
			    "--a--\n"
			    "--m\n"
			    "Content-Type: image/png\n"
			    "Content-Transfer-Encoding: base64\n"
			    "Content-ID: <logo%@h>\n"
			    "Content-Disposition: inline; filename=\"a \\\"b\\\".png\"\n"
			    "\n"
			    "iVBORw==\n"
			    "--m\n"
			    "Content-Type: image/svg+xml\n"
			    "\n"
			    "<svg onload=alert(1)>\n"
			    "--m\n"
			    "Content-Type: text/plain\n"
			    "Content-Disposition: attachment; filename=\"../.x y\"\n"
			    "\n"
			    "attached\n"
			    "--m\n"
			    "Content-Type: message/rfc822\n"
			    "\n"
			    "Subject: within\n"
			    "\n"
			    "text of the inner\n"
			    "--m--\n";

#define AT "/_/part?uri=mid%3Ap%40h&amp;part="

static void check_parts(void)
{
	const char *page = page_of("mid:p@h", parts);

	ok(has(page, "<a href=\"" AT "5\">cid:logo%25@h</a>") &&
	           has(page, "<a href=\"/cid%3Aother%40h\">"),
	   "RFC 2392 2: cid: leads to the part of this message that has the id");
	ok(has(page, "<img src=\"" AT "5\" loading=\"lazy\" alt=\"a &quot;b&quot;.png\">"),
	   "an inline picture stands in the page");
	ok(!has(page, "<img src=\"" AT "6\"") && has(page, "<a href=\"" AT "6\">"),
	   "THREATS G4: one that could carry a script does not");
	ok(has(page, "This message also has an HTML version. <a href=\"" AT "4\">Show it</a>") &&
	           !has(page, "<p onclick"),
	   "THREATS G4: HTML is another page, in a sandbox");
	ok(has(page, "<bdi>../.x y</bdi></a></td><td>text/plain</td><td class=\"n\">8 B</td>"),
	   "attachments have name, type and size");
	ok(in_order(page, "<section class=\"enclosed\">\n<h2><bdi>within</bdi></h2>",
	            "text of the inner") &&
	           in_order(page, "text of the inner", "</section>\n<h2>Attachments</h2>") &&
	           has(page, "<td>message/rfc822</td>"),
	   "a message within the message is shown as one, and listed");
}

static void check_alone(void)
{
	const char *page = page_of("mid:p@h", "Content-Type: text/html\n\n<p>x");

	ok(has(page, "This message is in HTML. <a href=\"" AT "1\">"),
	   "a message of HTML alone says so");
	page = page_of("mid:p@h", "Content-Type: image/gif\n\nGIF");
	ok(has(page, "<img src=\"" AT "1\"") && has(page, "This message has no text."),
	   "a message that is a picture");
	page = page_of("mid:p@h", "");
	ok(has(page, "</html>") && !has(page, "<pre"), "an empty message is a page");
	page = page_of("mid:p@h", "Content-Type: text/plain; charset=x-none\n\n\x93q\x94");
	ok(has(page, "\xE2\x80\x9Cq\xE2\x80\x9D") &&
	           has(page, "windows-1252, guessed: the declared charset is unknown"),
	   "a charset that is guessed is said");
}

/* Messages within messages, deeper than are opened; and one behind another. */
static void check_enclosed(void)
{
	static char text[200000];
	const char *page, *at;
	unsigned sections = 0;
	size_t n = 0;

	for (int i = 0; i < 60; i++)
		n += (size_t)snprintf(text + n, sizeof text - n,
		                      "Subject: level %d\nContent-Type: message/rfc822\n\n", i);
	page = page_of("mid:p@h", text);
	for (at = page; (at = strstr(at, "<section ")) != NULL; at++)
		sections++;
	ok(sections == EVERYURI_MESSAGE_DEPTH_MAX && is_balanced(page) &&
	           has(page, "Not all parts of this message are shown"),
	   "messages within messages: as deep as they are read, and that there are more");
	n = (size_t)snprintf(text, sizeof text, "Content-Type: multipart/digest; boundary=d\n\n");
	for (int i = 0; i < 60; i++)
		n += (size_t)snprintf(text + n, sizeof text - n,
		                      "--d\n\nFrom: a%d@h\nSubject: <%d>\n\ntext %d\n", i, i, i);
	page = page_of("mid:p@h", text);
	ok(in_order(page, "<h2><bdi>&lt;59&gt;</bdi></h2>", "<bdi>a59@h</bdi>") &&
	           in_order(page, "text 58</pre>\n</div>\n</section>\n<section ", "text 59") &&
	           is_balanced(page),
	   "RFC 2046 5.1.5: the messages of a digest stand behind one another");
}

static void check_pictures(void)
{
	static char text[8000];
	size_t n = (size_t)sprintf(text, "Content-Type: multipart/mixed; boundary=m\n\n");
	const char *page;
	unsigned shown_n = 0;

	for (int i = 0; i < 100; i++)
		n += (size_t)sprintf(text + n, "--m\nContent-Type: image/png\n\nx\n");
	for (page = page_of("mid:p@h", text); (page = strstr(page, "<img ")) != NULL; page++)
		shown_n++;
	is_number(shown_n, 16, "THREATS G8: of a hundred pictures sixteen stand in the page");
}

static void check_part(void)
{
	const char *body = part_of(parts, 5);

	is_text(body, strlen(body), "\x89PNG", "RFC 2045 6.8: a part is a response of its own");
	ok(has_field("Content-Type: image/png\r\n") &&
	           has_field("Content-Security-Policy: sandbox") &&
	           has_field("X-Content-Type-Options: nosniff") &&
	           has_field("Content-Disposition: inline; filename*=UTF-8''a%20%22b%22.png\r\n"),
	   "THREATS G4: in the sandbox, with its type and its name");
	body = part_of(parts, 4);
	ok(has_field("Content-Type: text/html; charset=utf-8\r\n") &&
	           has_field("Content-Security-Policy: sandbox") &&
	           has(body, "<p onclick=x><script>"),
	   "THREATS G4: HTML is as it is, in the sandbox");
	body = part_of(
		"Content-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: text/html\n\n"
		"<a href='http://h/a'>a</a><a href='javascript:x'>b</a><a href='http://h/c' "
		"ping='http://h/d'>"
		"<img src='http://h/pixel'><style>p{background:url(http://h/p)}</style>\n--m--\n",
		2);
	ok(has_field("Content-Type: text/html; charset=utf-8\r\n") &&
	           has(body, "<a href=\"/http%3A%2F%2Fh%2Fa\">a</a><a >b</a>"
	                     "<a href=\"/http%3A%2F%2Fh%2Fc\" ><img >"
	                     "<style>p{background:url(\"about:invalid\")}</style>"),
	   "THREATS G2: its links are led, and it loads nothing by which its reader is seen");
	part_of(parts, 6);
	ok(has_field("Content-Type: image/svg+xml\r\n") &&
	           has_field("Content-Disposition: attachment\r\n") &&
	           has_field("Content-Security-Policy: sandbox"),
	   "THREATS G4: a drawing that could carry a script is saved, not shown");
	body = part_of(parts, 7);
	is_text(body, strlen(body), "attached", "an attachment");
	ok(has_field("Content-Disposition: inline; filename*=UTF-8''_._.x%20y\r\n"),
	   "THREATS C4: its name is no path, and not hidden");
	body = part_of(parts, 8);
	ok(has_field("Content-Type: text/plain; charset=utf-8\r\n") &&
	           has(body, "Subject: within\n"),
	   "a message within the message is told as text");
	for (size_t i = 0; i < 4; i++) {
		static const size_t none[] = { 1, 2, 10, SIZE_MAX };

		part_of(parts, none[i]);
		ok(has_field("HTTP/1.1 404 "), "part %zu, which is none or made of others",
		   none[i]);
	}
}

/* ---- as it stands, through a proxy, not whole ----------------------------------------------------------- */

static void check_proxy(void)
{
	for (int html = 0; html < 2; html++) {
		const char *body;

		shown_begin(&shown, TEXT("news:3@h.example"));
		shown.showing.page.proxied = true;
		shown.request.n_fields = (size_t)html;
		shown.request.field[0] =
			(struct eu_http_field){ TEXT("Accept"), TEXT("text/html, */*") };
		shown_object(&shown, &rfc822);
		shown_bytes(&shown, parts, sizeof parts - 1);
		shown_end(&shown, true, NULL);
		shown.request.n_fields = 0;
		body = shown_body(&shown);
		if (html)
			ok(has(body, "<h1>") && !has(body, "/_/") && has(body, "Look at"),
			   "to a proxy's client a message is a page without addresses of ours");
		else
			is_text(body, strlen(body), parts,
			        "a proxy's client that takes no HTML gets the message");
	}
}

static void check_raw(void)
{
	const char *body;

	shown_begin(&shown, TEXT("mid:3@h"));
	shown.showing.page.raw = true;
	shown_object(&shown, &rfc822);
	shown_bytes(&shown, article, sizeof article - 1);
	shown_end(&shown, true, NULL);
	body = shown_body(&shown);
	is_text(body, strlen(body), article, "its own bytes are told if they are wanted");
}

static void check_partial(void)
{
	const char *page = page_of_bytes("mid:p@h", article, sizeof article - 1, 0, false);

	ok(has(page, "This is incomplete") && has(page, "Caf\xC3\xA9"),
	   "THREATS C10: what came is shown, and that it is not all");
}

static void check_too_long(void)
{
	const size_t len = EVERYURI_MESSAGE_MAX + 1000;
	char *text = malloc(len);
	const char *page;

	if (!text)
		return;
	memset(text, 'x', len);
	memcpy(text, "Subject: long\n\n", 15);
	page = page_of_bytes("mid:l@h", text, len, 0, false);
	ok(has(page, "<h1><bdi>long</bdi></h1>") &&
	           has(page, "<a href=\"/_/raw?uri=mid%3Al%40h\">") && strlen(page) < 20000 &&
	           !has(page, "This is incomplete"),
	   "THREATS C9: of a message that is too long the header is shown, and where all is");
	page_of_bytes("mid:l@h", text, len, 1, false);
	ok(has_field("HTTP/1.1 502 "), "and no part of it");
	free(text);
}

/* ---- hostile ------------------------------------------------------------------------------------------- */

static uint64_t seed = 88172645463325252u;

static unsigned chance(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)(seed >> 11) % n;
}

static size_t damage(char *text, size_t len, size_t cap)
{
	static const char *const piece[] = {
		"\n",
		"\r\n",
		"<",
		">",
		"\n> ",
		"\n>>>> ",
		"\"",
		"'",
		"&",
		"</pre>",
		"-->",
		"--m\n",
		"--m--\n",
		"=?utf-8?Q?=3Cscript=3E?=",
		"cid:logo%25@h",
		"http://h/\"x",
		"\x1B[2J",
		"javascript:alert(1)",
		"\xE2\x80\xAE",
		"\xFF",
		"\nReferences: <a\"b@h> <<<\n",
		"\nNewsgroups: a,,\"<,b\n",
		"Content-Type: text/html; name=\"<>\"\n",
		"Content-Type: image/png\n",
		"Content-Disposition: inline; filename=\"\\\"><b\"\n",
	};

	for (unsigned n = 1 + chance(25); n; n--) {
		const char *add = piece[chance(sizeof piece / sizeof *piece)];
		size_t at = chance((unsigned)len), more = strlen(add);

		if (len + more > cap)
			break;
		memmove(text + at + more, text + at, len - at);
		memcpy(text + at, add, more);
		len += more;
	}
	return len;
}

static void check_random(void)
{
	const unsigned rounds = getenv("EVERYURI_QUICK") ? 300 : 3000;
	unsigned good = 0;

	for (unsigned i = 0; i < rounds; i++) {
		char text[8192];
		size_t len = i % 2 ? sizeof parts - 1 : sizeof article - 1;

		memcpy(text, i % 2 ? parts : article, len);
		len = damage(text, len, sizeof text);
		good += is_balanced(page_of_bytes("news:3@h.example", text, len, 0, true));
		page_of_bytes("news:3@h.example", text, len, 1 + chance(9), true);
	}
	is_number(good, rounds,
	          "THREATS G5: %u hostile messages as pages have our elements only, closed",
	          rounds);
}

/* Levels that change with every line, and lines without an end. */
static void check_quotations(void)
{
	const size_t cap = 3u << 20;
	char *text = malloc(cap);
	size_t n = 1;

	if (!text)
		return;
	text[0] = '\n';
	for (unsigned i = 0; n + 20 < cap; i++)
		n += (size_t)sprintf(text + n, i % 2 ? "x\n" : ">>>>>>>>>>x\n");
	ok(is_balanced(page_of_bytes("mid:q@h", text, n, 0, true)) && shown.len < 6 * cap,
	   "THREATS G8: a text whose every line is another level");
	memset(text + 1, '>', cap - 1);
	ok(is_balanced(page_of_bytes("mid:q@h", text, cap, 0, true)) && shown.len < 6 * cap,
	   "a text of nothing but marks");
	memset(text + 1, 0xC3, cap - 1);
	ok(is_balanced(page_of_bytes("mid:q@h", text, cap, 0, true)),
	   "and of bytes that begin characters");
	free(text);
}

/* A character on the border of two pieces, and of what is held of a line. */
static void check_characters(void)
{
	static char text[30000];
	const char *page;
	unsigned n = 0;

	snprintf(text, sizeof text, "Content-Type: text/plain; charset=utf-8\n\n");
	for (size_t at = strlen(text); at + 4 < sizeof text; at += 3)
		memcpy(text + at, "\xE2\x82\xAC", 3);
	for (page = page_of("mid:q@h", text); (page = strstr(page, "\xE2\x82\xAC")); page += 3)
		n++;
	is_number(n, (29996 - 41 + 2) / 3, "characters are whole wherever their text is cut");
}

/* What nobody takes is not written on. */
static void check_gone(void)
{
	shown.fails = true;
	page_of("mid:p@h", parts);
	part_of(parts, 5);
	shown.fails = false;
	ok(true, "a client that has gone does no harm");
}

int main(void)
{
	if (!everyuri_message_ready()) {
		const char *page = page_of("mid:p@h", "Subject: <x>\n\nhttp://h.example/");

		ok(has(page, "GMime") && has(page, "Subject: &lt;x&gt;") &&
		           has(page, "<a href=\"/http%3A%2F%2Fh.example%2F\">"),
		   "without GMime a message is text");
		skip("messages", "GMime 3 is not installed");
		return done();
	}
	check_article();
	check_others();
	check_thread();
	check_parts();
	check_alone();
	check_enclosed();
	check_pictures();
	check_part();
	check_proxy();
	check_raw();
	check_partial();
	check_too_long();
	check_random();
	check_quotations();
	check_characters();
	check_gone();
	free(shown.data);
	return done();
}
