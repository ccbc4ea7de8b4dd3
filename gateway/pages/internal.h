/* internal.h - declarations that the files of this directory share, in addition to pages.h. */
#ifndef GATEWAY_PAGES_INTERNAL_H
#define GATEWAY_PAGES_INTERNAL_H

#include "gateway/pages/pages.h"

#include <string.h>

/* A string literal as a struct everyuri_text. */
#define PAGE_TEXT(literal) ((struct everyuri_text){ literal, sizeof(literal) - 1 })

/* ---- link.c ------------------------------------------------------------------------------------- */

/* Returns whether a page may link to the URI (THREATS G5). */
bool eu_page_links_to(const struct page *page, struct everyuri_text uri);

/* Writes a text with all bytes percent-encoded except unreserved ones.  The result is safe in any
 * attribute. */
void eu_page_encoded(struct page *page, struct everyuri_text text);

/* Returns whether the client lists HTML in its Accept field.  Browsers and lynx do.  curl and wget
 * only state that they accept any type. */
bool eu_page_wants_html(const struct page *page);

/* These two functions compare ASCII, independently of the locale. */
bool eu_page_same(struct everyuri_text text, const char *name); /* ignores case */
bool eu_page_begins_with(struct everyuri_text text, const char *front);

/* Returns the facts about the scheme of the URI; NULL if the scheme is unknown. */
const struct everyuri_scheme_info *eu_page_scheme(struct everyuri_text uri);

/* Returns whether the URI's scheme has this flag of struct everyuri_scheme_info. */
bool eu_page_scheme_has(struct everyuri_text uri, unsigned flag);

/* Returns the URI without its fragment. */
struct everyuri_text eu_page_without_fragment(struct everyuri_text uri);

/* ---- base.c -------------------------------------------------------------------------------------- */

/* A base URI for relative references.  It owns its copy of the text until eu_page_base_end(). */
struct page_base {
	char *text;
	struct everyuri_uri uri;
	bool is_there;
};

void eu_page_base_begin(struct page_base *base, struct everyuri_text uri);
void eu_page_base_end(struct page_base *base);

/* Resolves a reference as in RFC 3986 5, for any scheme.  The result in *resolved is in buf, or is
 * the reference itself.  Returns false if the result is not a URI. */
bool eu_page_base_resolve(const struct page_base *base, struct everyuri_text reference,
                          struct everyuri_buf *buf, struct everyuri_text *resolved);

/* ---- name.c: names and parents of URIs -------------------------------------------------------------- */

#define PAGE_NAME_MAX 256

/* Writes a name for the URI: its last path segment, decoded, or else its host, or else the whole
 * URI.
 * Returns: the length of the name in bytes. */
size_t eu_page_name(struct everyuri_text uri, char name[PAGE_NAME_MAX]);

/* Finds the menu or directory that contains the object, by the rules of the scheme.  Returns false
 * if there is none, or if the URI does not show which it is. */
bool eu_page_up(struct everyuri_text uri, struct everyuri_buf *up);

/* ---- bar.c --------------------------------------------------------------------------------------------- */

/* Writes the bar at the top of a page: the URI, and links to actions for it. */
void eu_page_bar(struct page *page);

/* Writes a URI with each part in a coloured element.  Shortens a part of more than 120 bytes in the
 * middle, and hides the password. */
void eu_page_coloured(struct page *page, struct everyuri_text uri);

/* Writes a URI without its secrets.  Defined in page.c. */
void eu_page_redacted(struct page *page, struct everyuri_text uri);

/* ---- numbers and notes: footer.c ---------------------------------------------------------------------- */

void eu_page_number(struct page *page, uint64_t number); /* 1,234,567 */
void eu_page_size(struct page *page, uint64_t bytes);    /* 1.2 kB */

/* Writes a note at the end of a page whose object is incomplete.  The note says what is missing,
 * and why. */
void eu_page_cut_short(struct page *page, const struct showing *showing,
                       const struct everyuri_error *err);

/* Writes the last line of a document page, <p class="note">.  The line has the type, the size, and
 * the charset with a note on whether it was declared or guessed.  charset is NULL if there is
 * none. */
struct charset; /* charset.h */
void eu_page_note(struct page *page, struct everyuri_text type, const struct charset *charset,
                  uint64_t bytes);

/* ---- sniff.c: documents of unknown type ------------------------------------------------------------------- */

/* Guesses the media type from the first bytes.  The data of the result is never NULL. */
struct everyuri_text eu_page_sniff(const char *data, size_t len);

/* Returns whether documents of this type are shown as text. */
bool eu_page_is_text(struct everyuri_text media_type);

/* Returns whether the text is a type/subtype of RFC 9110 8.3.1: two tokens without parameters, of
 * at most 127 bytes in total. */
bool eu_page_is_media_type(struct everyuri_text text);

/* Returns whether the text is safe as an unquoted charset parameter.  It has at most 40 bytes. */
bool eu_page_is_label(struct everyuri_text charset);

/* ---- range.c: byte ranges ----------------------------------------------------------------------------------- */

struct eu_page_range {
	uint64_t first, last; /* offsets of the first and last byte, inclusive */
};

/* The part of the object that was requested: the whole object, a range, or a range beyond its
 * end. */
enum page_ranged { PAGE_WHOLE, PAGE_RANGE, PAGE_NO_RANGE };

/* Parses the Range field.  length: the bytes of the object.  Returns PAGE_WHOLE if the length is
 * EVERYURI_LENGTH_UNKNOWN, or if the field lists several ranges. */
enum page_ranged eu_page_range(const struct http_request *request, uint64_t length,
                               struct eu_page_range *range);

/* ---- entry.c: one item ----------------------------------------------------------------------------------- */

/* Writes the type of an item as a three-letter mark, such as <abbr class="mark ..."
 * title="menu">dir</abbr>. */
void eu_page_mark(struct page *page, const struct everyuri_item *item);

/* Writes the host of an item if it differs from the host of the page. */
void eu_page_elsewhere(struct page *page, const struct everyuri_item *item);

/* The monospaced grid of menus and indexes, which contains lines of text and items with links. */
struct grid {
	enum { GRID_NOTHING, GRID_WORDS, GRID_ITEMS } open;
	uint64_t n_links;
};

void eu_page_grid_item(struct page *page, struct grid *grid, const struct everyuri_item *item);
void eu_page_grid_end(struct page *page, struct grid *grid);

#endif
