/* fast.h - RFC 3986 read by masks: the common shapes, many bytes at a time. */
#ifndef EU_GRAMMAR_RFC3986_FAST_H
#define EU_GRAMMAR_RFC3986_FAST_H

#include "base/masks.h"

/** unreserved, reserved less "[" and "]", and "%" (2.1 to 2.3). */
extern const struct eu_class eu_class_uri3986;

/** Cut a text that is a URI (RFC 3986 3) of a common shape: a scheme of at most 60 bytes, and an
 *  authority that ends in the first 64 bytes and whose host is a name that does not both begin and
 *  end in a digit, or empty, or none; everything else of any length.
 *  part:    EVERYURI_N_PARTS spans, set only with true; so is *kind, an enum everyuri_host_kind.
 *  Returns: false where it is not sure, which says nothing about the text.
 *  Cost:    linear; reads nothing but the text. */
typedef bool eu_rfc3986_cut_fn(const char *text, uint32_t len, struct everyuri_span *part,
                               uint8_t *kind);

/** The function for a kernel; for one that this build has not, the plain one. */
eu_rfc3986_cut_fn *eu_rfc3986_cut(enum eu_kernel kernel);

#endif
