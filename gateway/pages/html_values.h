/* html_values.h - rewrites attribute values of foreign pages. */
#ifndef GATEWAY_PAGES_HTML_VALUES_H
#define GATEWAY_PAGES_HTML_VALUES_H

#include "gateway/pages/html_links.h"
#include "gateway/pages/link_rewriter.h"

#define HTML_VALUE_MAX \
	8192u /* limit in bytes; longer values are dropped, except for an image in a
                              * data: URL */

/* The current <link>.  Its href is held until the end of the tag, because the
 * meaning of the href depends on the rel attribute, which may come later. */
struct html_link_tag {
	bool style, icon, lost;
	size_t len; /* length of the href in bytes; 0 if there is none */
	char href[SUBRESOURCE_URI_MAX];
};

struct html_values {
	struct link_rewriter *rewriter; /* must be the first member, because eu_rewriter_css()
	                                 * expects it there */
	struct css css;                 /* parser for the CSS in style attributes */
	struct html_link_tag link;
	bool has_base; /* a <base> has been seen */
	char plain[3 * HTML_VALUE_MAX];
};

/* Decodes character references in place.  Returns the new length in bytes. */
size_t eu_html_decode(char *value, size_t len);

/* Writes `name="..."`, or nothing if the attribute is dropped.
 * name: as written in the page; value: decoded. */
void eu_html_value(struct html_values *values, enum html_kind kind, struct everyuri_text name,
                   struct everyuri_text value);

/* Ends a <link>.  Writes a space and the held href. */
void eu_html_link_end(struct html_values *values);

/* Writes text of any charset, escaped for use between double quotes. */
void eu_html_quote(struct page *page, const char *data, size_t len);

#endif
