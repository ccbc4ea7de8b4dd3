/* html_raw.h - the content of elements that HTML treats as raw text: script, style, title
 * and similar.
 *
 * Within <svg> and <math>, in a <select> and elsewhere a browser parses this content as markup
 * (HTML 13.2.6.5).  Only a tree builder could know that, and this parser builds no tree.  So the
 * output is safe for both: no tag can begin in it. */
#ifndef GATEWAY_PAGES_HTML_RAW_H
#define GATEWAY_PAGES_HTML_RAW_H

#include "gateway/pages/link_rewriter.h"

struct html_raw {
	struct link_rewriter *rewriter; /* must be first, for eu_rewriter_css() */
	struct css css;
	enum html_raw_kind {
		HTML_RAW_LOST,  /* dropped: scripts, which do not run in a sandbox, and content that
		                * is not shown */
		HTML_RAW_TEXT,  /* text with character references */
		HTML_RAW_PLAIN, /* text without them */
		HTML_RAW_STYLE,
		HTML_RAW_XML /* a style sheet in XML, which cannot contain "<" */
	} kind;
	bool open; /* the last byte written is "<" */
	unsigned n_mark;
	char mark[10];
};

/* tag: name of the element, in lower case. */
void eu_html_raw_begin(struct html_raw *raw, struct link_rewriter *rewriter, const char *tag,
                       bool xml);
void eu_html_raw_feed(struct html_raw *raw, const char *data, size_t len);
void eu_html_raw_end(struct html_raw *raw);

/* Returns whether HTML reads the element as text without references.  No tag is safe for such text,
 * so it is written as a <pre>. */
bool eu_html_raw_is_plain(const char *tag);

#endif
