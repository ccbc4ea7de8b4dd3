/* rfc3986.h - RFC 3986 (STD 66): reading and resolution. */
#ifndef EU_GRAMMAR_RFC3986_H
#define EU_GRAMMAR_RFC3986_H

#include "base/base.h"

/** What the caller admits besides the URI production. */
enum {
	EU_RFC3986_REFERENCE = 1, /**< relative-ref too (4.1) */
	EU_RFC3986_ZONE = 2       /**< IPv6addrz (RFC 6874) */
};

/** Its number among the standards, which the record tells. */
#define EU_RFC3986_STANDARD 6

/** Read text as a URI (section 3 and Appendix A), the common shapes by masks (fast.h).
 *  Errors: INVALID.  Cost: linear, no memory. */
enum everyuri_status eu_rfc3986_parse(const char *text, uint32_t len, unsigned flags,
                                      struct everyuri_uri *uri, struct everyuri_error *err);

/** The same by the automata alone: the reference that fast.h is held against. */
enum everyuri_status eu_rfc3986_read(const char *text, uint32_t len, unsigned flags,
                                     struct everyuri_uri *uri, struct everyuri_error *err);

/** Transform a reference into the text of its target URI (5.2.2), dots removed (5.2.4).
 *  loose: a scheme equal to the base's is ignored ("strict" is false in 5.2.2).
 *  data:  room for eu_uri_resolve_bound bytes (uri/parse.c).  Returns: bytes written. */
size_t eu_rfc3986_resolve(const struct everyuri_uri *base, const struct everyuri_uri *ref,
                          bool loose, char *data);

/** remove_dot_segments (5.2.4).  out: room for len bytes, may be text itself.
 *  Returns: bytes written.  Cost: linear. */
size_t eu_rfc3986_remove_dots(const char *text, size_t len, char *out);

#endif
