/* canonical.h - recognises URLs that are their own serialisation with bit masks, many bytes at a
 * time. */
#ifndef EU_GRAMMAR_WHATWG_CANONICAL_H
#define EU_GRAMMAR_WHATWG_CANONICAL_H

#include "base/masks.h"

/** Splits a text that is canonical and of a common shape: a special scheme, "//", a lower-case domain
 *  that ends in the first 64 bytes (or none: file:///), a path of any length.
 *  part:    EVERYURI_N_PARTS spans, set only if it returns true; so is *kind, an enum
 *           everyuri_host_kind.
 *  Returns: true only if the parser would write these very bytes and split them in this way,
 *           with any base.  On false the text may still be valid.
 *  Cost:    linear; reads nothing but the text. */
typedef bool eu_whatwg_cut_fn(const char *text, uint32_t len, struct everyuri_span *part,
                              uint8_t *kind);

/** Returns true only if a text is a URL, canonical or not, with any base or none.  Reads at most 64
 *  bytes. */
typedef bool eu_whatwg_verdict_fn(const char *text, uint32_t len);

/** Return the functions for a kernel; the plain ones if this build does not have that kernel. */
eu_whatwg_cut_fn *eu_whatwg_cut(enum eu_kernel kernel);
eu_whatwg_verdict_fn *eu_whatwg_verdict(enum eu_kernel kernel);

/** The functions for the fastest kernel.  If that is the plain one, the verdict is always false: it
 *  only exists to save time. */
eu_whatwg_cut_fn eu_whatwg_cut_best;
eu_whatwg_verdict_fn eu_whatwg_is_surely_url;

#endif
