/* fast.h - the fast path of RFC 3986: reads the common shapes by masks, many bytes at a time. */
#ifndef EU_GRAMMAR_RFC3986_FAST_H
#define EU_GRAMMAR_RFC3986_FAST_H

#include "base/masks.h"

/** unreserved, reserved without "[" and "]", and "%" (2.1 to 2.3). */
extern const struct eu_class eu_class_uri3986;

/** unreserved, sub-delims and "/": all bytes after the scheme of most texts, in which only the path
 *  has to be found. */
extern const struct eu_class eu_class_web3986;

/** Splits a text that is a URI (RFC 3986 3) of a common shape: a scheme of at most 60 bytes, and no
 *  authority or one that ends in the first 64 bytes and whose host is empty, or a name that does not
 *  both begin and end with a digit; other parts may have any length.
 *  part:    EVERYURI_N_PARTS spans, set only if it returns true; so is *kind, an enum
 *           everyuri_host_kind.
 *  Returns: false if it cannot decide; the text may still be valid.
 *  Cost:    linear; reads nothing but the text. */
typedef bool eu_rfc3986_cut_fn(const char *text, uint32_t len, struct everyuri_span *part,
                               uint8_t *kind);

/** Does the same for a URI, or, if `reference`, a reference (4.1): a relative one has no scheme. */
typedef bool eu_rfc3986_rest_fn(const char *text, uint32_t len, bool reference,
                                struct everyuri_span *part, uint8_t *kind);

/** Returns whether no segment of the path begins with a dot (5.2.4).  normal: nor may the text
 *  contain an escape, nor the part before the path a capital letter (6.2.2) or an IP literal.  Cost:
 *  linear. */
typedef bool eu_rfc3986_keeps_fn(const char *text, uint32_t len, struct everyuri_span path,
                                 bool normal);

/** The fast path by one kernel. */
struct eu_rfc3986_kernel {
	eu_rfc3986_cut_fn *cut;
	eu_rfc3986_rest_fn *cut_rest;
	eu_rfc3986_keeps_fn *keeps;
};

/** Returns the functions of a kernel; the plain ones if this build does not have that kernel. */
const struct eu_rfc3986_kernel *eu_rfc3986_kernel(enum eu_kernel kernel);

#endif
