/* canonical.h - URLs that are their own serialisation, proved so by masks, many bytes at a time. */
#ifndef EU_GRAMMAR_WHATWG_CANONICAL_H
#define EU_GRAMMAR_WHATWG_CANONICAL_H

#include "base/masks.h"

/** Cut a text that is canonical, and of a common shape: a special scheme, "//", a domain in small
 *  letters that ends in the first 64 bytes (or none: file:///), a path of any length.
 *  part:    EVERYURI_N_PARTS spans, set only with true; so is *kind, an enum everyuri_host_kind.
 *  Returns: true only if the parser would write these very bytes and cut them so, whatever the
 *           base.  false says nothing about the text.
 *  Cost:    linear; reads nothing but the text. */
typedef bool eu_whatwg_cut_fn(const char *text, uint32_t len, struct everyuri_span *part,
                              uint8_t *kind);

/** Is a text surely a URL, canonical or not, with a base or without?  Looks at 64 bytes at most. */
typedef bool eu_whatwg_verdict_fn(const char *text, uint32_t len);

/** The functions for a kernel; for one that this build has not, the plain ones. */
eu_whatwg_cut_fn *eu_whatwg_cut(enum eu_kernel kernel);
eu_whatwg_verdict_fn *eu_whatwg_verdict(enum eu_kernel kernel);

/** Those for the fastest kernel.  Where only the plain one is there the verdict, which saves time and
 *  nothing else, is false. */
eu_whatwg_cut_fn eu_whatwg_cut_best;
eu_whatwg_verdict_fn eu_whatwg_is_surely_url;

#endif
