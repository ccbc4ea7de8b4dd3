/* fast.h - the fast path of RFC 3986: parses the common shapes by bit masks, many bytes at a time. */
#ifndef EU_GRAMMAR_RFC3986_FAST_H
#define EU_GRAMMAR_RFC3986_FAST_H

#include "base/masks.h"

/** unreserved, reserved without "[" and "]", and "%" (2.1 to 2.3). */
extern const struct eu_class eu_class_uri3986;

/** unreserved, sub-delims and "/".  Most texts contain only these bytes after the scheme, so only
 *  the path has to be found in them. */
extern const struct eu_class eu_class_web3986;

/** Splits a text if it is a URI (RFC 3986 3) of a common shape.  Its scheme has at most 60 bytes.
 *  It has no authority, or one that ends in the first 64 bytes.  The host is empty or a name, and
 *  does not both begin and end with a digit.  Other parts may have any length.
 *  part:    EVERYURI_N_PARTS spans, set only if it returns true; so is *kind, an enum
 *           everyuri_host_kind.
 *  Returns: false if it cannot decide; the text may still be valid.
 *  Cost:    linear; reads nothing but the text. */
typedef bool eu_rfc3986_cut_fn(const char *text, uint32_t len, struct everyuri_span *part,
                               uint8_t *kind);

/** Does the same for a URI or, if `reference` is true, also for a relative reference (4.1), which
 *  has no scheme. */
typedef bool eu_rfc3986_rest_fn(const char *text, uint32_t len, bool reference,
                                struct everyuri_span *part, uint8_t *kind);

/** Returns whether no segment of the path begins with a dot (5.2.4).  normal: also requires that the
 *  text has no escape, and that the part before the path has no capital letter (6.2.2) and no IP
 *  literal.  Cost: linear. */
typedef bool eu_rfc3986_keeps_fn(const char *text, uint32_t len, struct everyuri_span path,
                                 bool normal);

/** The fast-path functions of one kernel. */
struct eu_rfc3986_kernel {
	eu_rfc3986_cut_fn *cut;
	eu_rfc3986_rest_fn *cut_rest;
	eu_rfc3986_keeps_fn *keeps;
};

/** Returns the functions of a kernel; the plain ones if this build does not have that kernel. */
const struct eu_rfc3986_kernel *eu_rfc3986_kernel(enum eu_kernel kernel);

#endif
