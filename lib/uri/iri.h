/* iri.h - what normalising and converting IRIs have in common. */
#ifndef EU_URI_IRI_H
#define EU_URI_IRI_H

#include "uri/standards.h"

/** Write text of an IRI or a URI with what RFC 3987 3.2 decodes decoded, and upper-case
 *  digits in the other escapes.  iquery: private use characters are admitted. */
void eu_iri_text(struct eu_out *out, const char *text, size_t len, bool iquery);

/** Is it a character that changes the direction of others and shows nothing itself (4.1)? */
bool eu_iri_is_bidi_control(uint32_t code_point);

/** Is the host a name with characters beyond US-ASCII, as they are or in escapes, in an IRI? */
bool eu_iri_host_is_wide(const struct everyuri_uri *uri);

/** Write such a host in its canonical form at a level: RFC 3987 5.3.2.1 and 5.3.3. */
void eu_iri_normal_host(struct eu_out *out, const struct everyuri_uri *uri,
                        enum everyuri_level level);

#endif
