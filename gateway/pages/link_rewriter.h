/* link_rewriter.h - where what others wrote leads: its links to pages of ours, what it loads to addresses of ours. */
#ifndef GATEWAY_PAGES_LINK_REWRITER_H
#define GATEWAY_PAGES_LINK_REWRITER_H

#include "gateway/pages/css.h"
#include "gateway/pages/internal.h"
#include "gateway/subresource.h"

struct link_rewriter {
	struct page *page;
	struct page_base base; /* what partial forms are relative to */
	struct page_base own;  /* where the page itself comes from */
	uint32_t hour;
};

void eu_rewriter_begin(struct link_rewriter *rewriter, struct page *page);
void eu_rewriter_end(struct link_rewriter *rewriter);

/* URL Standard 4.4: blanks around it go, tabs and line ends within it too; what no URI has is encoded.
 *  plain: memory of at least 3 * text.len bytes.  Returns: its length. */
size_t eu_rewriter_plain(struct everyuri_text text, char *plain);

/* An address that has been found, and is still to be written. */
struct rewritten_link {
	struct everyuri_buf buf;
	struct everyuri_text uri;
	enum subresource_kind kind;
	char front[80];
};

/* Finds the address for a URL: of the page that it links to or, where it is loaded, of that (subresource.h).
 *  plain: as eu_rewriter_plain has it; a fragment alone stays.  Returns: is there one?  Then eu_rewriter_say is
 *  to be called, which frees it; if not, the URL is to be lost. */
bool eu_rewriter_find(struct link_rewriter *rewriter, struct everyuri_text plain,
                      enum subresource_kind kind, struct rewritten_link *link);
void eu_rewriter_say(struct link_rewriter *rewriter, struct rewritten_link *link);

/* A style sheet whose addresses lead there: the caller sets css->write, which is called with its css->context, and
 * context's first member is a struct link_rewriter *. */
void eu_rewriter_css(void *context, struct everyuri_text url, bool import);

/* ---- subresource.c ------------------------------------------------------------------------------------------------- */

extern const struct page_kind eu_page_unfit, eu_page_sheet;

/* Who shows what a page loads (page->subresource). */
const struct page_kind *eu_page_loaded(const struct page *page,
                                       const struct everyuri_object *object);

#endif
