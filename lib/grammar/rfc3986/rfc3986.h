/* rfc3986.h - RFC 3986 (STD 66): parsing and resolving. */
#ifndef EU_GRAMMAR_RFC3986_H
#define EU_GRAMMAR_RFC3986_H

#include "base/base.h"

/** Flags: productions that the caller accepts besides URI. */
enum {
	EU_RFC3986_REFERENCE = 1, /**< also accept relative-ref (4.1) */
	EU_RFC3986_ZONE = 2       /**< also accept IPv6addrz (RFC 6874) */
};

/** The number of this standard in records. */
#define EU_RFC3986_STANDARD 6

/** Parses text as a URI (section 3 and Appendix A).  Uses the fast path (fast.h) for common shapes.
 *  Errors: INVALID.  Cost: linear, no memory. */
enum everyuri_status eu_rfc3986_parse(const char *text, uint32_t len, unsigned flags,
                                      struct everyuri_uri *uri, struct everyuri_error *err);

/** Parses with the automata only.  Tests compare the fast path with this function. */
enum everyuri_status eu_rfc3986_read(const char *text, uint32_t len, unsigned flags,
                                     struct everyuri_uri *uri, struct everyuri_error *err);

/** Writes the target URI of a reference (5.2.2), without dot segments (5.2.4).
 *  loose:   if true, ignores a scheme that equals the base's ("strict" is false in 5.2.2).
 *  data:    at least eu_uri_resolve_bound bytes (uri/parse.c).
 *  Returns: bytes written. */
size_t eu_rfc3986_resolve(const struct everyuri_uri *base, const struct everyuri_uri *ref,
                          bool loose, char *data);

/** Removes dot segments (5.2.4, remove_dot_segments).
 *  out:     at least len bytes; may be the text itself.
 *  Returns: bytes written.  Cost: linear. */
size_t eu_rfc3986_remove_dots(const char *text, size_t len, char *out);

#endif
