/* rfc2396.h - RFC 2396 with RFC 2732: parsing and resolving. */
#ifndef EU_GRAMMAR_RFC2396_H
#define EU_GRAMMAR_RFC2396_H

#include "base/base.h"

/** Parses text as `absoluteURI [ "#" fragment ]` (Appendix A).
 *  partial: if true, also accepts `relativeURI [ "#" fragment ]` (section 4).  A registry-based
 *  authority becomes the host, of kind REGISTRY; an opaque_part becomes the path.
 *  Errors: INVALID.  Cost: linear, no memory. */
enum everyuri_status eu_rfc2396_parse(const char *text, uint32_t len, bool partial,
                                      struct everyuri_uri *uri, struct everyuri_error *err);

/** Returns whether this full URI has an opaque_part, which has no partial forms (section 3). */
bool eu_rfc2396_is_opaque(const struct everyuri_uri *uri);

/** Writes the absolute form of a reference (5.2).
 *  loose:   if true, ignores a scheme that equals the base's (5.2, step 3).
 *  data:    at least base->len + ref->len + 4 bytes.
 *  Returns: bytes written. */
size_t eu_rfc2396_resolve(const struct everyuri_uri *base, const struct everyuri_uri *ref,
                          bool loose, char *data);

#endif
