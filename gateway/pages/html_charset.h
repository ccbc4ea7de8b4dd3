/* html_charset.h - converts a fetched page to UTF-8 before it is parsed, so
 * that the browser cannot decode it differently from this parser. */
#ifndef GATEWAY_PAGES_HTML_CHARSET_H
#define GATEWAY_PAGES_HTML_CHARSET_H

#include "gateway/pages/charset.h"

#define HTML_FRONT_MAX \
	1024u /* bytes at the start in which a page may declare its charset
                              * (HTML 13.2.3.2) */

struct html_charset {
	struct charset charset;
	bool settled, xml;
	size_t n_front, need; /* bytes at the start of the page: number held; number needed to
	                       * choose the charset */
	char front[HTML_FRONT_MAX];
};

/* Starts a conversion.  declared: the charset as the server sent it; data is
 * NULL if it sent none. */
void eu_html_charset_begin(struct html_charset *charset, struct everyuri_text declared, bool xml);
void eu_html_charset_feed(struct html_charset *charset, const char *data, size_t len,
                          charset_take_fn *take, void *context);
void eu_html_charset_end(struct html_charset *charset, charset_take_fn *take, void *context);

#endif
