/* explain.h - shared by the pages that explain a URI.  All their content comes
 * from everyuri_explain(). */
#ifndef GATEWAY_PAGES_EXPLAIN_H
#define GATEWAY_PAGES_EXPLAIN_H

#include "gateway/pages/pages.h"

#include <everyuri.h>

/* Limits in bytes.  Longer input is not explained, and the page says so. */
#define EXPLAIN_URI_MAX (8u << 10)
#define EXPLAIN_TEXT_MAX (64u << 10)

/* ---- explain.c ------------------------------------------------------------------------------ */

/* Explains a URI under the gateway's policy: as rfc3986 or, if only rfc3987 accepts it, as rfc3987.
 * told: initialised by the caller.  Returns: false if out of memory or the URI is too long. */
bool eu_explain_uri(const struct page *page, struct everyuri_text uri,
                    struct everyuri_explanation *told);

/* Writes "/explain?uri=..." for an attribute. */
void eu_explain_address(struct page *page, struct everyuri_text uri);

/* Writes a link that opens the URI, if linking to it is allowed.  words: text of the link. */
void eu_explain_open(struct page *page, struct everyuri_text uri, const char *words);

/* ---- anatomy.c --------------------------------------------------------------------------------- */

/* Writes untrusted text on one line, shortened in the middle to `columns`.  Invisible or invalid
 * characters are shown as \xHH. */
void eu_explain_shown(struct page *page, struct everyuri_text text, size_t columns);

/* Writes the text on one line, with its parts in colour. */
void eu_explain_coloured(struct page *page, const struct everyuri_explanation *told);

/* Writes the text with each part named under a bracket, or with "^" under its wrong byte. */
void eu_explain_anatomy(struct page *page, const struct everyuri_explanation *told);

/* ---- readings.c ---------------------------------------------------------------------------------- */

/* Writes a table of how each standard reads the URI. */
void eu_explain_readings(struct page *page, const struct everyuri_explanation *told);

/* Writes an error: "byte 8: space must be encoded (RFC 3986 2.1)". */
void eu_explain_error(struct page *page, const struct everyuri_error *error);

/* ---- plan.c ------------------------------------------------------------------------------------------- */

/* Writes the steps of the plan, or why there is none. */
void eu_explain_steps(struct page *page, const struct everyuri_explanation *told);

/* ---- uris_in_text.c ------------------------------------------------------------------------------------- */

/* Lists the URIs in a text, with links to explain and open each.
 * Returns: whether one of them contains a secret. */
bool eu_explain_found(struct page *page, struct everyuri_text text);

#endif
