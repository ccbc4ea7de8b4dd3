/* Handles raw text: drops it, escapes it, or rewrites it as a style sheet. */
#include "gateway/pages/html_raw.h"

static void put(struct html_raw *raw, const char *data, size_t len)
{
	everyuri_write(&raw->rewriter->page->response->w, data, len);
}

bool eu_html_raw_is_plain(const char *tag)
{
	return !strcmp(tag, "xmp") || !strcmp(tag, "plaintext");
}

static enum html_raw_kind kind_of(const char *tag)
{
	return !strcmp(tag, "style")                             ? HTML_RAW_STYLE :
	       !strcmp(tag, "title") || !strcmp(tag, "textarea") ? HTML_RAW_TEXT :
	       eu_html_raw_is_plain(tag)                         ? HTML_RAW_PLAIN :
	                                                           HTML_RAW_LOST;
}

/* ---- text --------------------------------------------------------------------------------------------------------- */

static void put_text(struct html_raw *raw, char c)
{
	if (c == '<')
		put(raw, "&lt;", 4);
	else if (c == '&' && raw->kind == HTML_RAW_PLAIN)
		put(raw, "&amp;", 5);
	else
		put(raw, &c, 1);
}

/* ---- style sheets --------------------------------------------------------------------------------------------------- */

/* Writes part of a style sheet.  Inserts a space after a "<" that could begin a tag; the space
 * does not change the meaning of the style sheet. */
static void write_style(void *context, const char *data, size_t len)
{
	struct html_raw *raw = context;

	for (size_t i = 0; i < len; i++) {
		const char low = (char)(data[i] | 0x20);

		if (raw->kind != HTML_RAW_XML && raw->open &&
		    ((low >= 'a' && low <= 'z') || data[i] == '/' || data[i] == '!' ||
		     data[i] == '?'))
			put(raw, " ", 1);
		raw->open = data[i] == '<';
		put(raw, data + i, 1);
	}
}

/* Drops "<!--", which hides a style sheet from very old browsers (CSS Syntax 4.3.1), and
 * "<![CDATA[", which hides it from XML parsers.  If a browser parsed the style sheet as markup,
 * they would begin a comment or a section.  The browser would then not see the tags that this
 * parser sees. */
static void feed_style(struct html_raw *raw, char c)
{
	static const char marks[2][sizeof raw->mark] = { "<!--", "<![CDATA[" };
	const unsigned n = raw->n_mark;

	for (size_t i = 0; i < 2 && raw->kind != HTML_RAW_XML; i++) {
		if (memcmp(marks[i], raw->mark, n) != 0 || marks[i][n] != c)
			continue;
		raw->mark[n] = c;
		raw->n_mark = marks[i][n + 1] ? n + 1 : 0;
		return;
	}
	if (n) {
		eu_css_feed(&raw->css, raw->mark, n);
		raw->n_mark = 0;
		feed_style(raw, c); /* this call recurses only once, because nothing is held now */
	} else {
		eu_css_feed(&raw->css, &c, 1);
	}
}

/* ---- init, feed, end ---------------------------------------------------------------------------------------------------- */

void eu_html_raw_begin(struct html_raw *raw, struct link_rewriter *rewriter, const char *tag,
                       bool xml)
{
	memset(raw, 0, sizeof *raw);
	raw->rewriter = rewriter;
	raw->kind = xml ? HTML_RAW_XML : kind_of(tag);
	raw->css.write = write_style;
	raw->css.lead = eu_rewriter_css;
	raw->css.context = raw;
}

void eu_html_raw_feed(struct html_raw *raw, const char *data, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (raw->kind >= HTML_RAW_STYLE)
			feed_style(raw, data[i]);
		else if (raw->kind != HTML_RAW_LOST)
			put_text(raw, data[i]);
	}
}

void eu_html_raw_end(struct html_raw *raw)
{
	if (raw->kind < HTML_RAW_STYLE)
		return;
	eu_css_feed(&raw->css, raw->mark, raw->n_mark);
	raw->n_mark = 0;
	eu_css_end(&raw->css);
}
