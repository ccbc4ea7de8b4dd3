/* leads.h - where what others wrote leads: its links to pages of ours, what it loads to addresses of ours. */
#ifndef GATEWAY_PAGES_LEADS_H
#define GATEWAY_PAGES_LEADS_H

#include "gateway/pages/css.h"
#include "gateway/pages/inner.h"
#include "gateway/within.h"

struct leads {
	struct page *page;
	struct page_base base; /* what partial forms are relative to */
	struct page_base own;  /* where the page itself comes from */
	uint32_t hour;
};

void eu_leads_begin(struct leads *leads, struct page *page);
void eu_leads_end(struct leads *leads);

/* URL Standard 4.4: blanks around it go, tabs and line ends within it too; what no URI has is encoded.
 *  plain: memory of at least 3 * text.len bytes.  Returns: its length. */
size_t eu_leads_plain(struct everyuri_text text, char *plain);

/* An address that has been found, and is still to be written. */
struct lead {
	struct everyuri_buf buf;
	struct everyuri_text uri;
	enum within_kind kind;
	char front[80];
};

/* Finds the address for a URL: of the page that it links to or, where it is loaded, of that (within.h).
 *  plain: as eu_leads_plain has it; a fragment alone stays.  Returns: is there one?  Then eu_leads_say is
 *  to be called, which frees it; if not, the URL is to be lost. */
bool eu_leads_find(struct leads *leads, struct everyuri_text plain, enum within_kind kind,
                   struct lead *lead);
void eu_leads_say(struct leads *leads, struct lead *lead);

/* A style sheet whose addresses lead there: the caller sets css->write, which is called with its css->context, and
 * context's first member is a struct leads *. */
void eu_leads_css(void *context, struct everyuri_text url, bool import);

/* ---- loaded.c ------------------------------------------------------------------------------------------------- */

extern const struct page_kind eu_page_unfit, eu_page_sheet;

/* Who shows what a page loads (page->within). */
const struct page_kind *eu_page_loaded(const struct page *page,
                                       const struct everyuri_object *object);

#endif
