/* html_charset.h - a page of others becomes UTF-8 before it is read, so that nobody reads its bytes otherwise. */
#ifndef GATEWAY_PAGES_HTML_CHARSET_H
#define GATEWAY_PAGES_HTML_CHARSET_H

#include "gateway/pages/charset.h"

#define HTML_FRONT_MAX 1024u /* bytes: where a page says what its charset is (HTML 13.2.3.2) */

struct html_charset {
	struct charset charset;
	bool settled, xml;
	size_t n_front, need; /* bytes in front that have come, and that are waited for */
	char front[HTML_FRONT_MAX];
};

/* declared: as the server says it, or data NULL. */
void eu_html_charset_begin(struct html_charset *charset, struct everyuri_text declared, bool xml);
void eu_html_charset_feed(struct html_charset *charset, const char *data, size_t len,
                          charset_take_fn *take, void *context);
void eu_html_charset_end(struct html_charset *charset, charset_take_fn *take, void *context);

#endif
