/* canonical.h - uses bit masks to recognise URLs that equal their own serialisation, many bytes at
 * a time. */
#ifndef EU_GRAMMAR_WHATWG_CANONICAL_H
#define EU_GRAMMAR_WHATWG_CANONICAL_H

#include "base/masks.h"

/** Splits a text that is canonical and of a common shape: a special scheme, "//", a lower-case
 *  domain that ends in the first 64 bytes (or an empty host, as in file:///), and a path of any
 *  length.
 *  part:    EVERYURI_N_PARTS spans.
 *  kind:    receives an enum everyuri_host_kind.  Both are set only if the function returns true.
 *  Returns: true only if the parser would write exactly these bytes and split them in this way,
 *           whatever the base.  On false the text may still be valid.
 *  Cost:    linear; reads nothing but the text. */
typedef bool eu_whatwg_cut_fn(const char *text, uint32_t len, struct everyuri_span *part,
                              uint8_t *kind);

/** Returns true only if a text is a URL, canonical or not, whatever the base.  Reads at most 64
 *  bytes. */
typedef bool eu_whatwg_verdict_fn(const char *text, uint32_t len);

/** Return the functions for a kernel, or the plain ones if this build does not have that kernel. */
eu_whatwg_cut_fn *eu_whatwg_cut(enum eu_kernel kernel);
eu_whatwg_verdict_fn *eu_whatwg_verdict(enum eu_kernel kernel);

/** The functions for the fastest kernel.  If this is the plain kernel, the verdict is always false,
 *  because the verdict function exists only to save time. */
eu_whatwg_cut_fn eu_whatwg_cut_best;
eu_whatwg_verdict_fn eu_whatwg_is_surely_url;

#endif
