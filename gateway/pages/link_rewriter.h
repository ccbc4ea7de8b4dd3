/* link_rewriter.h - rewrites the URLs in foreign pages.  A link leads to a page of the gateway, a
 * subresource is loaded from its subresource address. */
#ifndef GATEWAY_PAGES_LINK_REWRITER_H
#define GATEWAY_PAGES_LINK_REWRITER_H

#include "gateway/pages/css.h"
#include "gateway/pages/internal.h"
#include "gateway/subresource.h"

struct link_rewriter {
	struct page *page;
	struct page_base base; /* base URI for relative references */
	struct page_base own;  /* URI of the page */
	uint32_t hour;
};

void eu_rewriter_begin(struct link_rewriter *rewriter, struct page *page);
void eu_rewriter_end(struct link_rewriter *rewriter);

/* URL Standard 4.4: removes white space around the URL and tabs and line breaks inside the URL.
 * Encodes characters that are not allowed in a URI.
 * plain: memory for at least 3 * text.len bytes.  Returns: the length of the result in bytes. */
size_t eu_rewriter_plain(struct everyuri_text text, char *plain);

/* A rewritten URL that has not been written yet. */
struct rewritten_link {
	struct everyuri_buf buf;
	struct everyuri_text uri;
	enum subresource_kind kind;
	char front[80];
};

/* Finds the new address for a URL: that of a page for a link, that of a subresource
 * (subresource.h) otherwise.
 * plain: from eu_rewriter_plain().  A URL that is only a fragment stays unchanged.
 * Returns: false if the URL must be dropped.  If true, call eu_rewriter_say(), which frees the
 * link. */
bool eu_rewriter_find(struct link_rewriter *rewriter, struct everyuri_text plain,
                      enum subresource_kind kind, struct rewritten_link *link);
void eu_rewriter_say(struct link_rewriter *rewriter, struct rewritten_link *link);

/* Implements css->lead; the caller sets css->write.  The first member of css->context must be a
 * struct link_rewriter *. */
void eu_rewriter_css(void *context, struct everyuri_text url, bool import);

/* ---- subresource.c ------------------------------------------------------------------------------------------------- */

extern const struct page_kind eu_page_unfit, eu_page_sheet;

/* Returns the page kind for the subresource whose kind is page->subresource. */
const struct page_kind *eu_page_loaded(const struct page *page,
                                       const struct everyuri_object *object);

#endif
