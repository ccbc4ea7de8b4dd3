/* HTML, XHTML and SVG that others wrote: passed on in a sandbox, links led through the gateway, nothing else changed.
 *
 * Where this misreads a page, a link of it is wrong and no more: what keeps the page from doing harm is its
 * Content-Security-Policy (THREATS G4). */
#include "gateway/pages/html_tokens.h"
#include "gateway/pages/html_values.h"

#include <stdlib.h>

struct html {
	struct leads *leads; /* first: eu_leads_css.  Of this page */
	struct leads own;
	struct html_values values;
	struct html_tokens tokens;
	struct css css;  /* of a style element */
	bool in_style;   /* its content comes */
	unsigned n_mark; /* bytes of a byte order mark in front */
	bool said;       /* what has been done with the page */
	bool holding;    /* the name of an attribute, which may be lost with its value */
	bool too_long;   /* its value */
	bool passing;    /* it is passed on as it comes */
	bool slash;      /* a <link> has one in front of its end */
	bool at_start;   /* nothing but "<" and "?" has come */
	enum html_kind kind;
	size_t n_name, n_held, len;
	char name[HTML_NAME_MAX + 1];
	char held[HTML_NAME_MAX + 4]; /* what may be an end tag, or the target of an instruction */
	char value[HTML_VALUE_MAX];
};

static bool is_xml(struct everyuri_text type)
{
	return eu_page_same(type, "application/xhtml+xml") || eu_page_same(type, "image/svg+xml");
}

/* In UTF-16 no tag is found: such pages are passed on as they are.  A browser that goes to a picture in SVG is
 * given a page around it (media.c). */
static bool takes_html(const struct page *page, const struct everyuri_object *object)
{
	const bool svg = eu_page_same(object->media_type, "image/svg+xml");

	return object->kind == EVERYURI_DOCUMENT && !page->raw && !page->proxied &&
	       (eu_page_same(object->media_type, "text/html") || is_xml(object->media_type)) &&
	       !(svg && page->response->request &&
	         eu_http_field(page->response->request, "Sec-Fetch-Dest").data) &&
	       !eu_page_begins_with(object->charset, "utf-16") &&
	       !eu_page_begins_with(object->charset, "utf-32");
}

static void put(struct html *html, const char *data, size_t len)
{
	everyuri_write(&html->own.page->response->w, data, len);
}

/* ---- attributes -------------------------------------------------------------------------------------------------- */

/* Without the prefix of a namespace. */
static const char *local_of(const char *name)
{
	const char *colon = strrchr(name, ':');

	return colon ? colon + 1 : name;
}

static void pass_name(struct html *html)
{
	put(html, html->name, html->n_name);
	html->n_name = 0;
	html->holding = false;
}

/* The name is whole: does it hold an address? */
static void know_name(struct html *html)
{
	const bool declares = !strncmp(html->tokens.attribute, "xmlns", 5);

	html->kind = declares ? HTML_NOTHING :
	                        eu_html_kind(local_of(html->tokens.tag),
	                                     local_of(html->tokens.attribute));
	html->len = 0;
	html->too_long = html->passing = false;
	if (html->kind == HTML_NOTHING)
		pass_name(html);
}

/* A value that is passed on as it comes: a picture in data:, or what turned out to be no refresh. */
static bool is_for_passing(const struct html *html)
{
	static const char front[] = "data:image/";
	const size_t n = sizeof front - 1;

	if (html->kind == HTML_REFRESH && html->len == 1)
		return !strchr("0123456789. \t\n\r\f&", html->value[0]);
	return html->kind == HTML_PICTURE && html->len == n &&
	       eu_page_same((struct everyuri_text){ html->value, n }, front);
}

/* References stay what they are. */
static void pass_value(struct html *html, const char *data, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (data[i] == '"')
			put(html, "&quot;", 6);
		else if (data[i] == '<')
			put(html, "&lt;", 4);
		else
			put(html, data + i, 1);
	}
}

static void add_value(struct html *html, char c)
{
	if (html->passing) {
		pass_value(html, &c, 1);
		return;
	}
	if (html->len == HTML_VALUE_MAX) {
		html->too_long = true;
		return;
	}
	html->value[html->len++] = c;
	if (!is_for_passing(html))
		return;
	put(html, html->name, html->n_name);
	put(html, "=\"", 2);
	pass_value(html, html->value, html->len);
	html->passing = true;
}

static void end_value(struct html *html)
{
	const struct everyuri_text name = { html->name, html->n_name };

	if (html->passing) {
		put(html, "\"", 1);
	} else if (!html->too_long) {
		const size_t len = eu_html_decode(html->value, html->len);

		eu_html_value(&html->values, html->kind, name,
		              (struct everyuri_text){ html->value, len });
	}
	html->holding = html->passing = false;
	html->n_name = 0;
}

/* The byte is of the name of an attribute, or stands between that and its value.  Returns: is it dealt with? */
static bool hold_name(struct html *html, enum html_state before, char c)
{
	const enum html_state now = html->tokens.state;

	if (now == HTML_ATTRIBUTE && (before != HTML_ATTRIBUTE || !html->holding)) {
		if (before == HTML_ATTRIBUTE) /* of a name that is too long */
			return false;
		if (html->holding) { /* the one in front has no value */
			pass_name(html);
			put(html, " ", 1);
		}
		html->holding = true;
		html->n_name = 0;
	}
	if (!html->holding)
		return false;
	if (now == HTML_ATTRIBUTE) {
		if (html->n_name == HTML_NAME_MAX) {
			pass_name(html);
			return false;
		}
		html->name[html->n_name++] = c;
		return true;
	}
	if (before == HTML_ATTRIBUTE) {
		know_name(html);
		if (!html->holding)
			return false;
	}
	if (now == HTML_AFTER_NAME || now == HTML_BEFORE_VALUE || now == HTML_DOUBLE ||
	    now == HTML_SINGLE)
		return true;
	if (before == HTML_BEFORE_VALUE) { /* "<a href=>" */
		pass_name(html);
		put(html, "=\"\"", 3);
		return false;
	}
	pass_name(html); /* "<a href>" */
	return false;
}

/* ---- style elements ------------------------------------------------------------------------------------------------ */

static void write_css(void *context, const char *data, size_t len)
{
	put(context, data, len);
}

static void begin_style(struct html *html)
{
	memset(&html->css, 0, sizeof html->css);
	html->css.write = write_css;
	html->css.lead = eu_leads_css;
	html->css.context = html;
	html->in_style = true;
}

/* HTML: raw text, up to its end tag, of which no more is known before it has come.  Returns: is the byte
 * dealt with? */
static bool in_raw_style(struct html *html, enum html_state before, char c)
{
	const enum html_state now = html->tokens.state;

	if (now == HTML_RAW || (now == HTML_RAW_OPEN && c == '<')) {
		eu_css_feed(&html->css, html->held, html->n_held);
		html->n_held = 0;
		if (now == HTML_RAW)
			eu_css_feed(&html->css, &c, 1);
		else
			html->held[html->n_held++] = c;
		return true;
	}
	if (now == HTML_RAW_OPEN) {
		html->held[html->n_held++] = c;
		return true;
	}
	if (before == HTML_RAW_OPEN) {
		eu_css_end(&html->css);
		put(html, html->held, html->n_held);
		html->n_held = 0;
		html->in_style = false;
	}
	return false;
}

/* XML: text and sections; what cuts them ends names and addresses.  A reference to a character is no part of a
 * style sheet that is sent here. */
static bool in_xml_style(struct html *html, enum html_state before, char c)
{
	const enum html_state now = html->tokens.state;

	if (now == HTML_DATA && before == HTML_DATA) {
		eu_css_feed(&html->css, c == '&' ? " " : &c, 1);
		return true;
	}
	if (now == HTML_CDATA && before == HTML_CDATA && c != ']') {
		eu_css_feed(&html->css, &c, 1);
		return true;
	}
	if (before == HTML_DATA || before == HTML_CDATA) {
		eu_css_end(&html->css);
		if (before == HTML_DATA)
			put(html, " ", 1);
	}
	return false;
}

static bool in_style(struct html *html, enum html_state before, char c)
{
	return html->in_style &&
	       (html->tokens.xml ? in_xml_style(html, before, c) : in_raw_style(html, before, c));
}

/* ---- tags ------------------------------------------------------------------------------------------------------------ */

/* In front of ">". */
static void end_tag(struct html *html)
{
	const char *tag = local_of(html->tokens.tag);

	if (!strcmp(tag, "style")) {
		html->in_style = false;
		if (html->tokens.xml ? !html->tokens.end_tag && !html->slash :
		                       html->tokens.state == HTML_RAW)
			begin_style(html);
	}
	if (!strcmp(tag, "link") && !html->tokens.end_tag) {
		eu_html_link_end(&html->values);
		if (html->slash)
			put(html, " /", 2);
	}
	html->slash = false;
}

static bool is_in_tag(enum html_state state)
{
	return state >= HTML_NAME && state <= HTML_AFTER_VALUE;
}

/* The slash of a <link> waits for what is put in front of it.  Returns: is the byte dealt with? */
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
		return !strcmp(local_of(html->tokens.tag), "link") && !html->tokens.end_tag;
	}
	html->slash = html->slash && outside && c == ' ';
	return false;
}

/* ---- instructions of XML -------------------------------------------------------------------------------------------- */

/* One of them names a style sheet, which could be a program: all but the declaration in front are named otherwise,
 * which nobody knows. */
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
	put(html, html->held, html->n_held);
	html->n_held = HTML_NAME_MAX + 1;
	html->at_start = false;
	return false;
}

/* ---- bytes ----------------------------------------------------------------------------------------------------------- */

/* Behind a byte order mark, which has to come first, and in front of all else.  In XML nothing may stand there. */
static void say_what_is_done(struct html *html, char c)
{
	static const char mark[] = "\xEF\xBB\xBF";

	if (html->said || (html->n_mark < 3 && c == mark[html->n_mark])) {
		html->n_mark++;
		return;
	}
	html->said = true;
	if (!html->tokens.xml)
		eu_page_say(html->own.page,
		            "<!-- everyuri: links lead through the gateway; relative ones are "
		            "resolved as hierarchical (RFC 3986 5); none opens a window. Nothing "
		            "else is changed. -->\n");
}

static void take_byte(struct html *html, char c)
{
	const enum html_state before = html->tokens.state;
	const enum html_does does = eu_html_next(&html->tokens, c);

	if (does == HTML_DROP)
		return;
	if (html->tokens.state == HTML_PI && before != HTML_PI)
		html->n_held = 0;
	else if ((before == HTML_DATA && c != '<' && html->said) || before == HTML_OPEN)
		html->at_start = false;
	if (in_style(html, before, c) || in_instruction(html, before, c))
		return;
	if (html->holding && does == HTML_VALUE) {
		add_value(html, c);
		return;
	}
	if (html->holding && does == HTML_ENDED) {
		end_value(html);
		if (before != HTML_BARE)
			return;
	} else if (hold_name(html, before, c)) {
		return;
	}
	if (!in_tag(html, before, c))
		put(html, &c, 1);
}

static bool html_bytes(struct showing *showing, const char *data, size_t len)
{
	struct html *html = showing->state;

	for (size_t i = 0; i < len; i++) {
		if (!html->said)
			say_what_is_done(html, data[i]);
		if (html->tokens.state == HTML_DATA && data[i] != '<' && html->said &&
		    !html->in_style) { /* most of it */
			const char *open = memchr(data + i, '<', len - i);
			const size_t n = open ? (size_t)(open - data) - i : len - i;

			put(html, data + i, n);
			html->at_start = false;
			i += n - 1;
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
	const struct everyuri_text media_type =
		is_xml(object->media_type) ? object->media_type : PAGE_TEXT("text/html");
	char type[96];
	size_t n = media_type.len;

	if (!html)
		return false;
	memcpy(type, media_type.data, n);
	html->leads = html->values.leads = &html->own;
	html->tokens.xml = is_xml(object->media_type);
	html->at_start = true;
	eu_leads_begin(&html->own, page);
	if (eu_page_is_label(object->charset)) {
		memcpy(type + n, "; charset=", 10);
		memcpy(type + n + 10, object->charset.data, object->charset.len);
		n += 10 + object->charset.len;
	}
	showing->state = html;
	eu_http_response_begin(page->response, page->status ? page->status : 200, type, n,
	                       HTTP_FOREIGN_PAGE, EVERYURI_LENGTH_UNKNOWN);
	return true;
}

static void html_end(struct showing *showing, bool good, const struct everyuri_error *err)
{
	struct html *html = showing->state;

	(void)good; /* the page is another's: that it is not whole is told by how the response ends */
	(void)err;
	if (html->in_style)
		eu_css_end(&html->css);
	if (html->passing) /* what has been begun is ended, so that nothing of ours is in it */
		put(html, "\"", 1);
	eu_leads_end(&html->own);
}

const struct page_kind eu_page_html = { .name = "html",
	                                .takes = takes_html,
	                                .begin = html_begin,
	                                .bytes = html_bytes,
	                                .end = html_end };
