/* internal.h - what the files of this room share besides pages.h. */
#ifndef GATEWAY_PAGES_INTERNAL_H
#define GATEWAY_PAGES_INTERNAL_H

#include "gateway/pages/pages.h"

#include <string.h>

/* A text of ours. */
#define PAGE_TEXT(literal) ((struct everyuri_text){ literal, sizeof(literal) - 1 })

/* ---- link.c ------------------------------------------------------------------------------------- */

/* Is this what a page may link to (THREATS G5)? */
bool eu_page_links_to(const struct page *page, struct everyuri_text uri);

/* All of it percent-encoded, but for unreserved characters: it can stand in any attribute. */
void eu_page_encoded(struct page *page, struct everyuri_text text);

/* Does whoever asks say that he takes HTML?  A browser and lynx do, curl and wget take anything. */
bool eu_page_wants_html(const struct page *page);

/* In ASCII, and without a locale. */
bool eu_page_same(struct everyuri_text text, const char *name); /* in any case */
bool eu_page_begins_with(struct everyuri_text text, const char *front);

/* Returns the facts of the URI's scheme, or NULL. */
const struct everyuri_scheme_info *eu_page_scheme(struct everyuri_text uri);

/* Does the URI's scheme have this flag of everyuri_scheme_info? */
bool eu_page_scheme_has(struct everyuri_text uri, unsigned flag);

/* The URI without its fragment. */
struct everyuri_text eu_page_without_fragment(struct everyuri_text uri);

/* ---- base.c -------------------------------------------------------------------------------------- */

/* What partial forms are relative to; it has a copy of the text, until eu_page_base_end. */
struct page_base {
	char *text;
	struct everyuri_uri uri;
	bool is_there;
};

void eu_page_base_begin(struct page_base *base, struct everyuri_text uri);
void eu_page_base_end(struct page_base *base);

/* RFC 3986 5, whatever the scheme.  resolved: in buf, or the reference itself.  Returns: is it a URI? */
bool eu_page_base_resolve(const struct page_base *base, struct everyuri_text reference,
                          struct everyuri_buf *buf, struct everyuri_text *resolved);

/* ---- name.c: what a URI is called, and what it lies in ---------------------------------------------- */

#define PAGE_NAME_MAX 256

/* The last segment of its path, decoded, or its host, or all of it.  Returns: bytes of name. */
size_t eu_page_name(struct everyuri_text uri, char name[PAGE_NAME_MAX]);

/* The menu or directory that it lies in, as its scheme has it.  Returns: false where there is none, and
 * where that cannot be told from the URI. */
bool eu_page_up(struct everyuri_text uri, struct everyuri_buf *up);

/* ---- bar.c --------------------------------------------------------------------------------------------- */

/* The URI on top of a page, with all that can be done with it. */
void eu_page_bar(struct page *page);

/* A URI with its parts in colour, each in an element of its own; a part of more than 120 bytes is
 * shortened in the middle, and the password is not shown. */
void eu_page_coloured(struct page *page, struct everyuri_text uri);

/* Writes a URI without its secrets.  page.c */
void eu_page_redacted(struct page *page, struct everyuri_text uri);

/* ---- numbers and notes: footer.c ---------------------------------------------------------------------- */

void eu_page_number(struct page *page, uint64_t number); /* 1,234,567 */
void eu_page_size(struct page *page, uint64_t bytes);    /* 1.2 kB */

/* What is missing, and why; for the end of a page whose object did not come whole. */
void eu_page_cut_short(struct page *page, const struct showing *showing,
                       const struct everyuri_error *err);

/* A document's last line, <p class="note">: its type; its charset, if that is not NULL, and how it is known;
 * its size. */
struct charset; /* charset.h */
void eu_page_note(struct page *page, struct everyuri_text type, const struct charset *charset,
                  uint64_t bytes);

/* ---- sniff.c: documents of which nobody says what they are ------------------------------------------------ */

/* The media type that the first bytes tell; never data NULL. */
struct everyuri_text eu_page_sniff(const char *data, size_t len);

/* Is this type shown as text? */
bool eu_page_is_text(struct everyuri_text media_type);

/* type/subtype of RFC 9110 8.3.1, of tokens, of at most 127 bytes; parameters are not part of it. */
bool eu_page_is_media_type(struct everyuri_text text);

/* A label of a charset, of at most 40 bytes, which can stand in a field without quotes. */
bool eu_page_is_label(struct everyuri_text charset);

/* ---- range.c: ranges of bytes ------------------------------------------------------------------------------- */

struct eu_page_range {
	uint64_t first, last; /* bytes from the beginning; both belong to it */
};

/* What of an object is asked for: all of it, this range, or one that lies behind its end. */
enum page_ranged { PAGE_WHOLE, PAGE_RANGE, PAGE_NO_RANGE };

/* length: of the object, in bytes; EVERYURI_LENGTH_UNKNOWN: then all of it is.  Of more than one range, too. */
enum page_ranged eu_page_range(const struct http_request *request, uint64_t length,
                               struct eu_page_range *range);

/* ---- entry.c: one item ----------------------------------------------------------------------------------- */

/* <abbr class="mark ..." title="menu">dir</abbr>: what an item is, in three letters. */
void eu_page_mark(struct page *page, const struct everyuri_item *item);

/* The host of an item that is not the page's; nothing otherwise. */
void eu_page_elsewhere(struct page *page, const struct everyuri_item *item);

/* Lines of words and items with links, in one monospaced grid, as menus and indices have them. */
struct grid {
	enum { GRID_NOTHING, GRID_WORDS, GRID_ITEMS } open;
	uint64_t n_links;
};

void eu_page_grid_item(struct page *page, struct grid *grid, const struct everyuri_item *item);
void eu_page_grid_end(struct page *page, struct grid *grid);

#endif
