/* html_raw.h - the content of elements that HTML treats as raw text: script, style, title and
 * similar.
 *
 * A browser parses this content as markup in some places, such as within <svg>, <math> or <select>
 * (HTML 13.2.6.5).  To recognise these places, a parser must build a tree, and this parser builds
 * none.  So the output is safe in both cases: no tag can begin in it. */
#ifndef GATEWAY_PAGES_HTML_RAW_H
#define GATEWAY_PAGES_HTML_RAW_H

#include "gateway/pages/link_rewriter.h"

struct html_raw {
	struct link_rewriter *rewriter; /* must be the first member, because eu_rewriter_css()
	                                 * expects it there */
	struct css css;
	enum html_raw_kind {
		HTML_RAW_LOST,  /* dropped: scripts, which do not run in a sandbox, and content that
		                 * a browser does not show */
		HTML_RAW_TEXT,  /* text with character references */
		HTML_RAW_PLAIN, /* text without character references */
		HTML_RAW_STYLE,
		HTML_RAW_XML /* a style sheet in XML, which cannot contain "<" */
	} kind;
	bool open; /* the last byte written was "<" */
	unsigned n_mark;
	char mark[10];
};

/* Starts the content of an element.  tag: the name of the element, in lower case. */
void eu_html_raw_begin(struct html_raw *raw, struct link_rewriter *rewriter, const char *tag,
                       bool xml);
void eu_html_raw_feed(struct html_raw *raw, const char *data, size_t len);
void eu_html_raw_end(struct html_raw *raw);

/* Returns whether HTML reads the content of this element as text without character references.  No
 * output in such an element is safe, so the text is written as a <pre>. */
bool eu_html_raw_is_plain(const char *tag);

#endif
