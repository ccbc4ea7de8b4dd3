/* explain.h - declarations for the pages that explain a URI.  All their content comes from
 * everyuri_explain(). */
#ifndef GATEWAY_PAGES_EXPLAIN_H
#define GATEWAY_PAGES_EXPLAIN_H

#include "gateway/pages/pages.h"

#include <everyuri.h>

/* Limits in bytes.  The page refuses longer input with a message. */
#define EXPLAIN_URI_MAX (8u << 10)
#define EXPLAIN_TEXT_MAX (64u << 10)

/* ---- explain.c ------------------------------------------------------------------------------ */

/* Explains a URI under the gateway's policy.  Reads the URI as rfc3986, or as rfc3987 if only that
 * accepts it.
 *
 * told: initialised by the caller.  Returns: false if out of memory or if the URI is too long. */
bool eu_explain_uri(const struct page *page, struct everyuri_text uri,
                    struct everyuri_explanation *told);

/* Writes "/explain?uri=..." as the value of an attribute. */
void eu_explain_address(struct page *page, struct everyuri_text uri);

/* Writes a link that opens the URI, if a page may link to it.  words: the text of the link. */
void eu_explain_open(struct page *page, struct everyuri_text uri, const char *words);

/* ---- anatomy.c --------------------------------------------------------------------------------- */

/* Writes untrusted text on one line, shortened in the middle to `columns`.  Characters that are
 * invisible or invalid are shown as \xHH. */
void eu_explain_shown(struct page *page, struct everyuri_text text, size_t columns);

/* Writes the text of a URI on one line, with its parts in colour. */
void eu_explain_coloured(struct page *page, const struct everyuri_explanation *told);

/* Writes the text of a URI.  Names each part under a bracket, or marks the wrong byte with "^". */
void eu_explain_anatomy(struct page *page, const struct everyuri_explanation *told);

/* ---- readings.c ---------------------------------------------------------------------------------- */

/* Writes a table that shows how each standard reads the URI. */
void eu_explain_readings(struct page *page, const struct everyuri_explanation *told);

/* Writes an error in the form "byte 8: space must be encoded (RFC 3986 2.1)". */
void eu_explain_error(struct page *page, const struct everyuri_error *error);

/* ---- plan.c ------------------------------------------------------------------------------------------- */

/* Writes the steps of the plan, or the reason why no plan could be made. */
void eu_explain_steps(struct page *page, const struct everyuri_explanation *told);

/* ---- uris_in_text.c ------------------------------------------------------------------------------------- */

/* Lists the URIs in a text, each with links to explain it and to open it.
 *
 * Returns: whether one of the URIs contains a secret. */
bool eu_explain_found(struct page *page, struct everyuri_text text);

#endif
