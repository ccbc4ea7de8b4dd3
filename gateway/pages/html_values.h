/* html_values.h - values of attributes of others: what is written instead of each. */
#ifndef GATEWAY_PAGES_HTML_VALUES_H
#define GATEWAY_PAGES_HTML_VALUES_H

#include "gateway/pages/html_links.h"
#include "gateway/pages/link_rewriter.h"

#define HTML_VALUE_MAX 8192u /* bytes: a longer value is lost, but for a picture in data: */

/* The <link> in hand: what its address is for stands in its rel, which may come later. */
struct html_link_tag {
	bool style, icon, lost;
	size_t len; /* of href; 0: none */
	char href[SUBRESOURCE_URI_MAX];
};

struct html_values {
	struct link_rewriter *rewriter; /* first: eu_rewriter_css */
	struct css css;                 /* of a style attribute */
	struct html_link_tag link;
	bool has_base; /* <base> */
	char plain[3 * HTML_VALUE_MAX];
};

/* Decode the references to characters in a value, in place.  Returns: its length. */
size_t eu_html_decode(char *value, size_t len);

/* Write ` name="..."` without its blank, or nothing where the value is to be lost.
 *  name: as it stands; value: decoded. */
void eu_html_value(struct html_values *values, enum html_kind kind, struct everyuri_text name,
                   struct everyuri_text value);

/* A <link> ends: its address, with the blank in front. */
void eu_html_link_end(struct html_values *values);

/* In double quotes, whatever its charset. */
void eu_html_quote(struct page *page, const char *data, size_t len);

#endif
