/* short.h - fast paths for RFC 3986 5.2 and 6.2.2, with bit masks. */
#ifndef EU_GRAMMAR_RFC3986_SHORT_H
#define EU_GRAMMAR_RFC3986_SHORT_H

#include "base/masks.h"

/** A target URI (5.2.2) that consists of a prefix of the base and a suffix of the reference. */
struct eu_joined {
	uint32_t keep;                               /**< number of bytes that are kept of the
	                                                  base's text */
	uint32_t skip;                               /**< number of bytes that are skipped of the
	                                                  reference */
	struct everyuri_span part[EVERYURI_N_PARTS]; /**< spans in the target */
	uint8_t host_kind;
};

/** Resolves a reference (5.2, strictly) against a base that is a URI.
 *  kernel:  must be supported by this processor.  With the plain kernel, this is slower than the
 *          slow path.
 *  Returns: false if it cannot decide; the text may still be valid, and *joined is undefined.
 *  Cost:    linear; reads nothing but the two texts. */
bool eu_rfc3986_join(enum eu_kernel kernel, const struct everyuri_uri *base, const char *text,
                     uint32_t len, struct eu_joined *joined);

/** Returns true only if a text read by RFC 3986 is its own normal form (6.2.2).  Also valid for
 *  RFC 2396, which changes less.
 *  Returns: false if it cannot decide.  Cost: linear. */
bool eu_rfc3986_is_normal(enum eu_kernel kernel, const struct everyuri_uri *uri);

#endif
