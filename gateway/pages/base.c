/* The base URI for the links of a document.  It is a copy, because the URI of a
 * page may be freed earlier. */
#include "gateway/pages/internal.h"

#include <stdlib.h>

void eu_page_base_begin(struct page_base *base, struct everyuri_text uri)
{
	char *copy = uri.data ? malloc(uri.len + 1) : NULL;

	*base = (struct page_base){ .text = copy };
	if (!copy)
		return;
	memcpy(copy, uri.data, uri.len);
	base->is_there = !everyuri_parse(copy, uri.len, EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE, NULL,
	                                 NULL, &base->uri, NULL);
}

bool eu_page_base_resolve(const struct page_base *base, struct everyuri_text reference,
                          struct everyuri_buf *buf, struct everyuri_text *resolved)
{
	struct everyuri_uri uri;

	if (!base->is_there || everyuri_parse(reference.data, reference.len, EVERYURI_RFC3986,
	                                      EVERYURI_ADMIT_PARTIAL | EVERYURI_ADMIT_ZONE,
	                                      &base->uri, buf, &uri, NULL))
		return false;
	*resolved = (struct everyuri_text){ uri.text, uri.len };
	return true;
}

void eu_page_base_end(struct page_base *base)
{
	free(base->text);
	*base = (struct page_base){ 0 };
}
