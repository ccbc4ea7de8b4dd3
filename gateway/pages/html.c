/* HTML that others wrote: passed on in its sandbox, its links led through the gateway, nothing else changed.
 *
 * Where this misreads a page, a link of it is wrong and no more: what keeps the page from doing harm is its
 * Content-Security-Policy (THREATS G4). */
#include "gateway/pages/html_tokens.h"
#include "gateway/pages/inner.h"

#include <stdlib.h>

#define VALUE_MAX 8192u /* bytes: a longer value is passed on as it is */

struct html {
	struct html_tokens tokens;
	struct page *page;
	struct page_base base;
	bool has_element; /* <base> */
	bool passing;     /* a value that is too long */
	unsigned n_mark;  /* bytes of a byte order mark in front */
	bool said;        /* what has been done with the page */
	size_t len;       /* of value */
	char value[VALUE_MAX];
	char plain[3 * VALUE_MAX]; /* the same, decoded, and encoded as URIs are */
};

/* In UTF-16 no tag is found: such pages are passed on as they are. */
static bool takes_html(const struct page *page, const struct everyuri_object *object)
{
	return object->kind == EVERYURI_DOCUMENT && !page->raw && !page->proxied &&
	       eu_page_same(object->media_type, "text/html") &&
	       !eu_page_begins_with(object->charset, "utf-16") &&
	       !eu_page_begins_with(object->charset, "utf-32");
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/* HTML 4.3.1 and the index of attributes: a URL, one and not a list. */
static bool is_url(const char *attribute)
{
	static const char *const names[] = { "action",   "background", "data", "formaction", "href",
		                             "longdesc", "poster",     "src",  "xlink:href" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(attribute, names[i]))
			return true;
	return false;
}

/* What opens another window does nothing in a sandbox, and frames are empty: links lead on in their own. */
static bool is_target(const char *attribute)
{
	return !strcmp(attribute, "target");
}

/* A character reference that a URL may have: the five of XML, and numbers.  Returns: its bytes; 0: it is none;
 * byte: set to what it means, or to 0 if that is not US-ASCII. */
static size_t read_reference(const char *data, size_t len, char *byte)
{
	static const struct {
		char name[7], byte;
	} named[] = { { "&amp;", '&' },
		      { "&lt;", '<' },
		      { "&gt;", '>' },
		      { "&quot;", '"' },
		      { "&apos;", '\'' } };
	unsigned number = 0;
	size_t at = 2;
	bool hex;

	for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
		const size_t n = strlen(named[i].name);

		if (len >= n && !memcmp(data, named[i].name, n)) {
			*byte = named[i].byte;
			return n;
		}
	}
	if (len < 4 || data[1] != '#')
		return 0;
	hex = data[2] == 'x' || data[2] == 'X';
	for (at += hex; at < len && number < 0x80; at++) {
		const char c = data[at];
		const int digit = c >= '0' && c <= '9'        ? c - '0' :
		                  hex && c >= 'a' && c <= 'f' ? c - 'a' + 10 :
		                  hex && c >= 'A' && c <= 'F' ? c - 'A' + 10 :
		                                                -1;

		if (digit < 0)
			break;
		number = number * (hex ? 16u : 10u) + (unsigned)digit;
	}
	if (at >= len || data[at] != ';' || !number || number >= 0x80)
		return 0;
	*byte = (char)number;
	return at + 1;
}

/* URL Standard 4.4: blanks around it go, tabs and line ends within it too; what no URI has is encoded. */
static size_t make_plain(struct html *html)
{
	static const char digit[] = "0123456789ABCDEF";
	size_t n = 0, begin = 0, end = html->len;

	while (begin < end && (unsigned char)html->value[begin] <= ' ')
		begin++;
	while (end > begin && (unsigned char)html->value[end - 1] <= ' ')
		end--;
	for (size_t at = begin, used = 1; at < end; at += used) {
		char c = html->value[at];

		used = c == '&' ? read_reference(html->value + at, end - at, &c) : 1;
		used += !used;
		if (c == '\t' || c == '\n' || c == '\r')
			continue;
		if (c > ' ' && c <= '~' && !strchr("\"<>\\^`{|}", c)) {
			html->plain[n++] = c;
			continue;
		}
		html->plain[n++] = '%';
		html->plain[n++] = digit[(unsigned char)c >> 4];
		html->plain[n++] = digit[c & 15];
	}
	return n;
}

/* HTML 4.2.3: the first <base> is what the others are relative to. */
static void keep_base(struct html *html, struct everyuri_text uri)
{
	if (html->has_element || strcmp(html->tokens.tag, "base") != 0)
		return;
	html->has_element = true;
	eu_page_base_end(&html->base);
	eu_page_base_begin(&html->base, uri);
}

/* The value as the gateway's own address for what it means.  Returns: was it written? */
static bool say_led(struct html *html, bool bare)
{
	const struct everyuri_text value = { html->plain, make_plain(html) };
	struct page *page = html->page;
	struct everyuri_text uri;
	struct everyuri_buf buf;
	bool led;

	if (!value.len || *value.data == '#')
		return false;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	led = eu_page_base_resolve(&html->base, value, &buf, &uri) && eu_page_links_to(page, uri);
	if (led) {
		eu_page_say(page, bare ? "\"" : "");
		eu_page_href(page, uri);
		eu_page_say(page, bare ? "\"" : "");
		keep_base(html, uri);
	}
	everyuri_buf_free(&buf);
	return led;
}

static void pass_value(struct html *html)
{
	everyuri_write(&html->page->response->w, html->value, html->len);
	html->len = 0;
}

static void add_value(struct html *html, char c)
{
	if (is_target(html->tokens.attribute))
		return;
	if (!is_url(html->tokens.attribute) || html->passing) {
		everyuri_write(&html->page->response->w, &c, 1);
		return;
	}
	if (html->len == VALUE_MAX) {
		pass_value(html);
		html->passing = true;
		everyuri_write(&html->page->response->w, &c, 1);
		return;
	}
	html->value[html->len++] = c;
}

static void end_value(struct html *html, bool bare)
{
	if (is_target(html->tokens.attribute)) {
		eu_page_say(html->page, "_self");
		return;
	}
	if (is_url(html->tokens.attribute) && !html->passing && say_led(html, bare))
		html->len = 0;
	pass_value(html);
	html->passing = false;
}

/* ---- bytes ----------------------------------------------------------------------------------------------------------- */

/* Behind a byte order mark, which has to come first, and in front of all else. */
static void say_what_is_done(struct html *html, char c)
{
	static const char mark[] = "\xEF\xBB\xBF";

	if (html->said || (html->n_mark < 3 && c == mark[html->n_mark])) {
		html->n_mark++;
		return;
	}
	html->said = true;
	eu_page_say(html->page,
	            "<!-- everyuri: links lead through the gateway; relative ones are "
	            "resolved as hierarchical (RFC 3986 5); none opens a window. Nothing else is "
	            "changed. -->\n");
}

static void take_byte(struct html *html, char c)
{
	const enum html_state before = html->tokens.state;

	switch (eu_html_next(&html->tokens, c)) {
	case HTML_VALUE:
		add_value(html, c);
		return;
	case HTML_ENDED:
		end_value(html, before == HTML_BARE);
		break;
	case HTML_PASS:
		break;
	}
	everyuri_write(&html->page->response->w, &c, 1);
}

static bool html_bytes(struct showing *showing, const char *data, size_t len)
{
	struct html *html = showing->state;

	for (size_t i = 0; i < len; i++) {
		if (!html->said)
			say_what_is_done(html, data[i]);
		if (html->tokens.state == HTML_DATA && data[i] != '<') { /* most of it */
			const char *open = memchr(data + i, '<', len - i);
			const size_t n = open ? (size_t)(open - data) - i : len - i;
			const size_t run = html->said ? n : 1;

			everyuri_write(&html->page->response->w, data + i, run);
			i += run - 1;
			continue;
		}
		take_byte(html, data[i]);
	}
	return true;
}

/* ---- the kind ---------------------------------------------------------------------------------------------------------- */

static bool html_begin(struct showing *showing, const struct everyuri_object *object)
{
	struct html *html = calloc(1, sizeof *html);
	struct page *page = &showing->page;
	char type[96] = "text/html";
	size_t n = 9;

	if (!html)
		return false;
	html->page = page;
	eu_page_base_begin(&html->base, page->uri);
	if (eu_page_is_label(object->charset)) {
		memcpy(type + n, "; charset=", 10);
		memcpy(type + n + 10, object->charset.data, object->charset.len);
		n += 10 + object->charset.len;
	}
	showing->state = html;
	eu_http_response_begin(page->response, page->status ? page->status : 200, type, n,
	                       HTTP_FOREIGN, EVERYURI_LENGTH_UNKNOWN);
	return true;
}

static void html_end(struct showing *showing, bool good, const struct everyuri_error *err)
{
	struct html *html = showing->state;

	(void)good; /* the page is another's: that it is not whole is told by how the response ends */
	(void)err;
	pass_value(html);
	eu_page_base_end(&html->base);
}

const struct page_kind eu_page_html = { .name = "html",
	                                .takes = takes_html,
	                                .begin = html_begin,
	                                .bytes = html_bytes,
	                                .end = html_end };
