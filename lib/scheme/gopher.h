/* gopher.h - what a gopher URI and an entry of a gopher menu are both cut by. */
#ifndef EU_SCHEME_GOPHER_H
#define EU_SCHEME_GOPHER_H

#include "scheme/scheme.h"

#define EU_TELNET_PORT 23

/** NUL, TAB, LF, CR: a TAB would begin another field of the line, the others would end it. */
extern const struct everyuri_byte_set eu_never_in_gopher;

/** The first byte of a part that is not empty, decoded.  Returns: where the next one begins. */
static inline uint32_t eu_gopher_first(const char *text, struct everyuri_span span,
                                       unsigned char *byte)
{
	*byte = (unsigned char)text[span.begin];
	return span.begin + (eu_escape_at(text + span.begin, eu_span_len(span), byte) ? 3 : 1);
}

/** 8 and T: a session of telnet or tn3270 (RFC 1436 3.8). */
static inline bool eu_is_session_type(unsigned char type)
{
	return type == '8' || type == 'T';
}

/** The item type of a path; '1' where it is empty (RFC 1738 3.4.1); 0: none that can be one.
 *  *rest: what follows it. */
unsigned char eu_gopher_type(const char *text, struct everyuri_span path,
                             struct everyuri_span *rest);

/** Bytes of "URL:" or "/URL:" in front of a selector of type h, or 0. */
size_t eu_gopher_url_mark(const char *selector, size_t len);

/** Why what follows that must not be followed, or NULL. */
const char *eu_why_no_reference(const char *text, size_t len);

#endif
