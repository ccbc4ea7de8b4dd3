/* html_raw.h - what is in an element whose content HTML takes for text: script, style, title and their like.
 *
 * Within <svg> and <math>, in a <select> and elsewhere a browser takes it for markup (HTML 13.2.6.5).  Where that is so
 * only a tree tells.  There is none here: what is written is the same to both, because no tag can begin in it. */
#ifndef GATEWAY_PAGES_HTML_RAW_H
#define GATEWAY_PAGES_HTML_RAW_H

#include "gateway/pages/link_rewriter.h"

struct html_raw {
	struct link_rewriter *rewriter; /* first: eu_rewriter_css */
	struct css css;
	enum html_raw_kind {
		HTML_RAW_LOST, /* programs, which do not run in a sandbox; what browsers do not show */
		HTML_RAW_TEXT,  /* with references to characters */
		HTML_RAW_PLAIN, /* without */
		HTML_RAW_STYLE,
		HTML_RAW_XML /* a style sheet in XML, where "<" is none of its bytes */
	} kind;
	bool open; /* "<" has been written */
	unsigned n_mark;
	char mark[10];
};

/* tag: of the element, in lower case. */
void eu_html_raw_begin(struct html_raw *raw, struct link_rewriter *rewriter, const char *tag,
                       bool xml);
void eu_html_raw_feed(struct html_raw *raw, const char *data, size_t len);
void eu_html_raw_end(struct html_raw *raw);

/* Does HTML take it for text without references?  There are no tags for such a text that are safe: it is written as
 * a <pre>. */
bool eu_html_raw_is_plain(const char *tag);

#endif
