/* short.h - RFC 3986 5.2 and 6.2.2 where there is little to do, found out by masks. */
#ifndef EU_GRAMMAR_RFC3986_SHORT_H
#define EU_GRAMMAR_RFC3986_SHORT_H

#include "base/masks.h"

/** A target URI (5.2.2) that is the front of the base and the rest of the reference. */
struct eu_joined {
	uint32_t keep; /**< bytes of the base's text that stay in front */
	uint32_t skip; /**< bytes of the reference that go */
	struct everyuri_span part[EVERYURI_N_PARTS]; /**< of the target, as reading it gives them */
	uint8_t host_kind;
};

/** Resolve a reference (5.2, strictly) against a base that is a URI.
 *  kernel:  one that is here; by the plain one this takes longer than the long way.
 *  Returns: false where it is not sure, which says nothing about the text; *joined is then undefined.
 *  Cost:    linear; reads nothing but the two texts. */
bool eu_rfc3986_join(enum eu_kernel kernel, const struct everyuri_uri *base, const char *text,
                     uint32_t len, struct eu_joined *joined);

/** Is a text of RFC 3986 its own normal form (6.2.2)?  Of RFC 2396 too, which changes less.
 *  Returns: false where it is not sure.  Cost: linear. */
bool eu_rfc3986_is_normal(enum eu_kernel kernel, const struct everyuri_uri *uri);

#endif
