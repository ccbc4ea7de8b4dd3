/* fast.h - the fast path of RFC 3986: parses the common shapes by bit masks, many bytes at a time. */
#ifndef EU_GRAMMAR_RFC3986_FAST_H
#define EU_GRAMMAR_RFC3986_FAST_H

#include "base/masks.h"

/** The class of unreserved, "%", and reserved without "[" and "]" (2.1 to 2.3). */
extern const struct eu_class eu_class_uri3986;

/** The class of unreserved, sub-delims and "/".  Most texts contain only these bytes after the
 *  scheme, so that only the start of the path has to be found. */
extern const struct eu_class eu_class_web3986;

/** Splits a text if it is a URI (RFC 3986 3) of a common shape.  This means that the scheme has at
 *  most 60 bytes, and the authority, if any, ends in the first 64 bytes.  The host is empty or a
 *  name, and does not both begin and end with a digit.  Other parts may have any length.
 *  part:    EVERYURI_N_PARTS spans.
 *  kind:    receives an enum everyuri_host_kind.  Both are set only if the function returns true.
 *  Returns: false if it cannot decide; the text may still be valid.
 *  Cost:    linear; reads nothing but the text. */
typedef bool eu_rfc3986_cut_fn(const char *text, uint32_t len, struct everyuri_span *part,
                               uint8_t *kind);

/** Does the same for a URI or, if `reference` is true, also for a relative reference (4.1), which
 *  has no scheme. */
typedef bool eu_rfc3986_rest_fn(const char *text, uint32_t len, bool reference,
                                struct everyuri_span *part, uint8_t *kind);

/** Returns whether no segment of the path begins with a dot (5.2.4).
 *  normal: if true, also requires that the text has no escape, and that no capital letter (6.2.2)
 *          and no IP literal precede the path.  Cost: linear. */
typedef bool eu_rfc3986_keeps_fn(const char *text, uint32_t len, struct everyuri_span path,
                                 bool normal);

/** The fast-path functions of one kernel. */
struct eu_rfc3986_kernel {
	eu_rfc3986_cut_fn *cut;
	eu_rfc3986_rest_fn *cut_rest;
	eu_rfc3986_keeps_fn *keeps;
};

/** Returns the functions of a kernel, or the plain ones if this build does not have that kernel. */
const struct eu_rfc3986_kernel *eu_rfc3986_kernel(enum eu_kernel kernel);

#endif
