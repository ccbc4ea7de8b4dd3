/* fast.h - the fast path of RFC 3986: reads the common shapes by masks, many bytes at a time. */
#ifndef EU_GRAMMAR_RFC3986_FAST_H
#define EU_GRAMMAR_RFC3986_FAST_H

#include "base/masks.h"

/** unreserved, reserved less "[" and "]", and "%" (2.1 to 2.3). */
extern const struct eu_class eu_class_uri3986;

/** unreserved, sub-delims and "/": all bytes of most texts behind their scheme, so that only the path is to be cut. */
extern const struct eu_class eu_class_web3986;

/** Cut a text that is a URI (RFC 3986 3) of a common shape: a scheme of at most 60 bytes, and an
 *  authority that ends in the first 64 bytes and whose host is a name that does not both begin and
 *  end in a digit, or empty, or none; everything else of any length.
 *  part:    EVERYURI_N_PARTS spans, set only with true; so is *kind, an enum everyuri_host_kind.
 *  Returns: false where it is not sure, which says nothing about the text.
 *  Cost:    linear; reads nothing but the text. */
typedef bool eu_rfc3986_cut_fn(const char *text, uint32_t len, struct everyuri_span *part,
                               uint8_t *kind);

/** The same for a URI, or, if `reference`, a reference (4.1): a relative one has no scheme. */
typedef bool eu_rfc3986_rest_fn(const char *text, uint32_t len, bool reference,
                                struct everyuri_span *part, uint8_t *kind);

/** Has the path no segment that begins with a dot (5.2.4)?  normal: nor the text an escape, nor what
 *  stands in front of the path a capital (6.2.2) or an IP literal.  Cost: linear. */
typedef bool eu_rfc3986_keeps_fn(const char *text, uint32_t len, struct everyuri_span path,
                                 bool normal);

/** The fast path by one kernel. */
struct eu_rfc3986_kernel {
	eu_rfc3986_cut_fn *cut;
	eu_rfc3986_rest_fn *cut_rest;
	eu_rfc3986_keeps_fn *keeps;
};

/** The functions of a kernel; of one that this build does not have, the plain ones. */
const struct eu_rfc3986_kernel *eu_rfc3986_kernel(enum eu_kernel kernel);

#endif
