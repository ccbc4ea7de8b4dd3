/* explain.h - what the pages share that explain a URI: all that they tell is of everyuri_explain. */
#ifndef GATEWAY_PAGES_EXPLAIN_H
#define GATEWAY_PAGES_EXPLAIN_H

#include "gateway/pages/pages.h"

#include <everyuri.h>

/* What is longer is not explained, and the page says so: bytes. */
#define EXPLAIN_URI_MAX (8u << 10)
#define EXPLAIN_TEXT_MAX (64u << 10)

/* ---- explain.c ------------------------------------------------------------------------------ */

/* Explain a URI under the gateway's policy: as rfc3986 reads it, or if that does not, and rfc3987
 * does, as that.  told: has been initialised.  Returns: false without memory, or if it is too long. */
bool eu_explain_uri(const struct page *page, struct everyuri_text uri,
                    struct everyuri_explanation *told);

/* "/explain?uri=...", for an attribute. */
void eu_explain_address(struct page *page, struct everyuri_text uri);

/* A link that opens it, if one may be made; words: of the link. */
void eu_explain_open(struct page *page, struct everyuri_text uri, const char *words);

/* ---- anatomy.c --------------------------------------------------------------------------------- */

/* Text of others on one line, shortened in the middle to so many columns; what is no character to
 * be seen, as \xHH. */
void eu_explain_shown(struct page *page, struct everyuri_text text, size_t columns);

/* The text in one line, its parts in their colours. */
void eu_explain_coloured(struct page *page, const struct everyuri_explanation *told);

/* The text with each part named under a bracket, or its wrong byte under "^". */
void eu_explain_anatomy(struct page *page, const struct everyuri_explanation *told);

/* ---- readings.c ---------------------------------------------------------------------------------- */

/* What each standard makes of it, side by side. */
void eu_explain_readings(struct page *page, const struct everyuri_explanation *told);

/* "byte 8: space must be encoded (RFC 3986 2.1)" */
void eu_explain_error(struct page *page, const struct everyuri_error *error);

/* ---- plan.c: eu_page_plan, and ------------------------------------------------------------------------ */

/* The steps that would be taken, or why none would. */
void eu_explain_steps(struct page *page, const struct everyuri_explanation *told);

/* ---- uris_in_text.c ------------------------------------------------------------------------------------- */

/* The URIs of a text, each with links that explain and open it.
 * Returns: does a secret stand in one of them? */
bool eu_explain_found(struct page *page, struct everyuri_text text);

#endif
