/* iri.h - functions shared by normalising and converting IRIs. */
#ifndef EU_URI_IRI_H
#define EU_URI_IRI_H

#include "uri/standards.h"

/** Writes text of an IRI or a URI.  Decodes the escapes that RFC 3987 3.2 decodes, and writes all
 *  others with upper-case digits.
 *  iquery: whether private use characters are allowed. */
void eu_iri_text(struct eu_out *out, const char *text, size_t len, bool iquery);

/** Returns whether the character is an invisible control that changes text direction (4.1). */
bool eu_iri_is_bidi_control(uint32_t code_point);

/** Returns whether an IRI's host is a name with characters beyond US-ASCII, escaped or not. */
bool eu_iri_host_is_wide(const struct everyuri_uri *uri);

/** Writes this host in its canonical form at a level (RFC 3987 5.3.2.1 and 5.3.3). */
void eu_iri_normal_host(struct eu_out *out, const struct everyuri_uri *uri,
                        enum everyuri_level level);

#endif
