/* Foreign HTML, XHTML and SVG: sent sandboxed, with links that go through the gateway.
 *
 * Content-Security-Policy keeps a page from doing harm (THREATS G4).  It does not keep a browser
 * from connecting to the host of a <link>, so every tag that a browser could see must be rewritten.
 * A browser may parse the original page differently from this parser.  So the output must be
 * unambiguous: it is UTF-8, without comments, and has no "<" in attribute values or in text. */
#include "gateway/pages/html.h"

#include <stdlib.h>

static bool is_xml(struct everyuri_text type)
{
	return eu_page_same(type, "application/xhtml+xml") || eu_page_same(type, "image/svg+xml");
}

/* Returns whether this page kind shows the object.  If a browser navigates to an SVG image, media.c
 * shows a page around the image instead. */
static bool takes_html(const struct page *page, const struct everyuri_object *object)
{
	const bool svg = eu_page_same(object->media_type, "image/svg+xml");

	return object->kind == EVERYURI_DOCUMENT && !page->raw && !page->proxied &&
	       (eu_page_same(object->media_type, "text/html") || is_xml(object->media_type)) &&
	       !(svg && page->response->request &&
	         eu_http_field(page->response->request, "Sec-Fetch-Dest").data);
}

/* ---- raw text ------------------------------------------------------------------------------------------------------ */

static void put_held(struct html *html)
{
	eu_html_put(html, html->held, html->n_held);
	html->n_held = 0;
}

/* Writes the held beginning of a tag once its name is complete. */
static void put_open(struct html *html)
{
	if (html->tokens.xml || !eu_html_raw_is_plain(html->tokens.tag)) {
		put_held(html);
		return;
	}
	eu_page_say(html->own.page, html->tokens.end_tag ? "</pre" : "<pre");
	html->n_held = 0;
}

/* Feeds raw text up to its end tag.  Holds bytes that may begin the end tag until this is certain.
 * Returns whether it has handled the byte. */
static bool in_raw(struct html *html, enum html_state before, char c)
{
	const enum html_state now = html->tokens.state;

	if (before != HTML_RAW && before != HTML_RAW_OPEN)
		return false;
	if (now == HTML_RAW || (now == HTML_RAW_OPEN && c == '<')) {
		eu_html_raw_feed(&html->raw, html->held, html->n_held);
		html->n_held = 0;
	}
	if (now == HTML_RAW) {
		eu_html_raw_feed(&html->raw, &c, 1);
		return true;
	}
	if (now == HTML_RAW_OPEN) {
		html->held[html->n_held++] = c;
		return true;
	}
	eu_html_raw_end(&html->raw);
	html->in_raw = false;
	put_open(html);
	return false;
}

/* Feeds text and CDATA sections of a <style> in XML.  Any other markup between them ends a name or
 * URL in the style sheet.  A character reference is replaced by a space.  Returns whether it has
 * handled the byte. */
static bool in_xml_style(struct html *html, enum html_state before, char c)
{
	const enum html_state now = html->tokens.state;

	if (!html->tokens.xml || !html->in_raw)
		return false;
	if (now == HTML_DATA && before == HTML_DATA) {
		eu_html_raw_feed(&html->raw, c == '&' ? " " : &c, 1);
		return true;
	}
	if (now == HTML_CDATA && before == HTML_CDATA && c != ']') {
		eu_html_raw_feed(&html->raw, &c, 1);
		return true;
	}
	if (before == HTML_DATA || before == HTML_CDATA) {
		eu_html_raw_end(&html->raw);
		if (before == HTML_DATA)
			eu_html_put(html, " ", 1);
	}
	return false;
}

/* ---- tags ------------------------------------------------------------------------------------------------------------ */

/* Handles the end of a tag.  Called before the ">" is written. */
static void end_tag(struct html *html)
{
	const char *tag = eu_html_local_of(html->tokens.tag);

	if (!html->tokens.xml)
		html->in_raw = html->tokens.state == HTML_RAW;
	else if (!strcmp(tag, "style"))
		html->in_raw = !html->tokens.end_tag && !html->slash;
	if (html->in_raw)
		eu_html_raw_begin(&html->raw, &html->own, tag, html->tokens.xml);
	if (!strcmp(tag, "link") && !html->tokens.end_tag) {
		eu_html_link_end(&html->values);
		if (html->slash)
			eu_html_put(html, " /", 2);
	}
	html->slash = false;
}

static bool is_in_tag(enum html_state state)
{
	return state >= HTML_NAME && state <= HTML_AFTER_VALUE;
}

/* Holds back the slash at the end of a <link>, because attributes may have to be inserted before
 * it.  Returns whether it has handled the byte. */
static bool in_tag(struct html *html, enum html_state before, char c)
{
	const enum html_state now = html->tokens.state;
	const bool outside = now == HTML_BEFORE || now == HTML_NAME;

	if (c == '>' && is_in_tag(before) && (now == HTML_DATA || now == HTML_RAW)) {
		end_tag(html);
		return false;
	}
	if (c == '/' && outside && now == HTML_BEFORE && before != HTML_BARE) {
		html->slash = true;
		return !strcmp(eu_html_local_of(html->tokens.tag), "link") && !html->tokens.end_tag;
	}
	html->slash = html->slash && outside && c == ' ';
	return false;
}

/* ---- beginnings of tags and comments -------------------------------------------------------------------------------- */

/* Passes on "<!DOCTYPE", which selects the parsing mode of the browser.  Drops everything else that
 * ends at ">", because HTML reads that as a comment (13.2.5.41).  html->held contains the part of
 * "<!DOCTYPE" seen so far. */
static void in_bogus(struct html *html, char c)
{
	static const char type[] = "<!doctype";
	const size_t n = html->n_held;

	if (html->typed)
		eu_html_put(html, &c, 1);
	else if (n && type[n] == (c | 0x20))
		html->held[html->n_held++] = c;
	else
		html->n_held = 0;
	if (!html->typed && html->n_held == sizeof type - 1) {
		put_held(html);
		html->typed = true;
	}
	if (html->tokens.state == HTML_DATA)
		html->typed = false;
}

static void hold(struct html *html, char c)
{
	if (html->n_held == sizeof html->held)
		put_held(html); /* a name that fills the buffer is passed on in pieces */
	html->held[html->n_held++] = c;
}

/* Handles the bytes after "<" once they show what it begins.  Returns whether it has handled the
 * byte. */
static bool end_open(struct html *html, enum html_state before, char c)
{
	const enum html_state now = html->tokens.state;

	if (now == HTML_PI || now == HTML_CDATA || now == HTML_DOCTYPE) {
		put_held(html);
		return false;
	}
	if (now == HTML_BOGUS && before == HTML_DECLARATION) {
		in_bogus(html, c);
		return true;
	}
	if (now != HTML_BOGUS && before == HTML_OPEN)
		eu_page_say(html->own.page, html->tokens.xml ? "<" : "&lt;"); /* "<" did not begin
		                                                               * markup, so it is
		                                                               * text */
	html->n_held = 0; /* drops the held "<!--", "<?" or "</>" */
	return now == HTML_BOGUS || before != HTML_OPEN;
}

/* Holds the beginning of a tag until its type is known.  Drops comments.  Returns whether it has
 * handled the byte. */
static bool in_open(struct html *html, enum html_state before, char c)
{
	const enum html_state now = html->tokens.state;
	const bool opens =
		before == HTML_OPEN || before == HTML_END_OPEN || before == HTML_DECLARATION;

	if (before == HTML_COMMENT)
		return true;
	if (before == HTML_BOGUS) {
		in_bogus(html, c);
		return true;
	}
	if (before == HTML_OPEN && now == HTML_OPEN) /* in "<<" the first "<" is text */
		end_open(html, before, c);
	if (now == HTML_OPEN)
		html->n_held = 0;
	if (now == HTML_OPEN || now == HTML_END_OPEN || now == HTML_DECLARATION ||
	    now == HTML_NAME) {
		hold(html, c);
		return true;
	}
	if (before == HTML_NAME)
		put_open(html);
	return opens && end_open(html, before, c);
}

/* ---- XML processing instructions ------------------------------------------------------------------------------------ */

/* Renames all processing instructions except the XML declaration to names that no browser knows,
 * because xml-stylesheet could load an XSLT program. */
static bool in_instruction(struct html *html, enum html_state before, char c)
{
	if (!html->tokens.xml || before != HTML_PI)
		return false;
	if (html->n_held > HTML_NAME_MAX)
		return false;
	if (html->n_held < HTML_NAME_MAX && c != '?' && c != '>' && c != ' ' && c != '\t' &&
	    c != '\n' && c != '\r') {
		html->held[html->n_held++] = c;
		return true;
	}
	if (!html->at_start || html->n_held != 3 || memcmp(html->held, "xml", 3) != 0)
		eu_page_say(html->own.page, "everyuri-");
	eu_html_put(html, html->held, html->n_held);
	html->n_held = HTML_NAME_MAX + 1;
	html->at_start = false;
	return false;
}

/* ---- bytes ----------------------------------------------------------------------------------------------------------- */

/* Writes a comment at the start of the page, after a byte order mark, that lists the changes made
 * to the page.  XML gets no such comment, because nothing may precede the XML declaration. */
static void say_what_is_done(struct html *html, char c)
{
	static const char mark[] = "\xEF\xBB\xBF";

	if (html->said || (html->n_mark < 3 && c == mark[html->n_mark])) {
		html->n_mark++;
		return;
	}
	html->said = true;
	if (!html->tokens.xml)
		eu_page_say(html->own.page, "<!-- everyuri: links go through the gateway, relative "
		                            "links are resolved by RFC 3986 5, and no link opens a "
		                            "window; comments and scripts are removed. -->\n");
}

static void take_byte(struct html *html, char c)
{
	const enum html_state before = html->tokens.state;
	const enum html_does does = eu_html_next(&html->tokens, c);

	if (does == HTML_DROP)
		return;
	if (html->tokens.state != HTML_PI &&
	    ((before == HTML_DATA && c != '<' && html->said) || before == HTML_OPEN))
		html->at_start = false;
	if (in_raw(html, before, c) || in_xml_style(html, before, c) ||
	    in_instruction(html, before, c) || in_open(html, before, c))
		return;
	if (does == HTML_VALUE) {
		if (html->holding)
			eu_html_add_value(html, c);
		else if (c == '<')
			eu_html_put(html, "&lt;", 4);
		else
			eu_html_put(html, &c, 1);
		return;
	}
	if (html->holding && does == HTML_ENDED) {
		eu_html_end_value(html);
		if (before != HTML_BARE)
			return;
	} else if (eu_html_hold_name(html, before, c)) {
		return;
	}
	if (!in_tag(html, before, c))
		eu_html_put(html, &c, 1);
}

/* Implements charset_take_fn. */
static void take_bytes(void *context, const char *data, size_t len)
{
	struct html *html = context;

	for (size_t i = 0; i < len; i++) {
		if (!html->said)
			say_what_is_done(html, data[i]);
		if (html->tokens.state == HTML_DATA && data[i] != '<' && html->said &&
		    !html->in_raw) { /* fast path for the most frequent case */
			const char *open = memchr(data + i, '<', len - i);
			const size_t n = open ? (size_t)(open - data) - i : len - i;

			eu_html_put(html, data + i, n);
			html->at_start = false;
			i += n - 1;
			continue;
		}
		take_byte(html, data[i]);
	}
}

static bool html_bytes(struct showing *showing, const char *data, size_t len)
{
	struct html *html = showing->state;

	eu_html_charset_feed(&html->charset, data, len, take_bytes, html);
	return true;
}

/* ---- the kind ---------------------------------------------------------------------------------------------------------- */

static bool html_begin(struct showing *showing, const struct everyuri_object *object)
{
	struct html *html = calloc(1, sizeof *html);
	struct page *page = &showing->page;
	const struct everyuri_text media_type =
		is_xml(object->media_type) ? object->media_type : PAGE_TEXT("text/html");
	static const char charset[] = "; charset=utf-8";
	char type[64];
	size_t n = media_type.len;

	if (!html)
		return false;
	memcpy(type, media_type.data, n);
	memcpy(type + n, charset, sizeof charset - 1);
	n += sizeof charset - 1;
	html->rewriter = html->values.rewriter = &html->own;
	html->tokens.xml = is_xml(object->media_type);
	html->at_start = true;
	eu_rewriter_begin(&html->own, page);
	eu_html_charset_begin(&html->charset, object->charset, html->tokens.xml);
	showing->state = html;
	eu_http_response_begin(page->response, page->status ? page->status : 200, type, n,
	                       HTTP_FOREIGN_PAGE, EVERYURI_LENGTH_UNKNOWN);
	return true;
}

static void html_end(struct showing *showing, bool good, const struct everyuri_error *err)
{
	struct html *html = showing->state;

	(void)good; /* the page is foreign, so only the end of the response shows whether it is
	             * complete */
	(void)err;
	eu_html_charset_end(&html->charset, take_bytes, html);
	if (html->in_raw)
		eu_html_raw_end(&html->raw);
	if (html->passing) /* end an open value first, so that nothing of ours becomes part of it */
		eu_html_put(html, "\"", 1);
	eu_rewriter_end(&html->own);
}

const struct page_kind eu_page_html = { .name = "html",
	                                .takes = takes_html,
	                                .begin = html_begin,
	                                .bytes = html_bytes,
	                                .end = html_end };
