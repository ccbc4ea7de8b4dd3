/* gopher.h - the syntax that gopher URIs and the entries of gopher menus share. */
#ifndef EU_SCHEME_GOPHER_H
#define EU_SCHEME_GOPHER_H

#include "scheme/scheme.h"

#define EU_TELNET_PORT 23

/** NUL, TAB, LF and CR.  A TAB would start another field of the line, and the others would end the
 *  line. */
extern const struct everyuri_byte_set eu_never_in_gopher;

/** Decodes the first byte of a part, which must not be empty.  Returns the offset of the next
 *  byte. */
static inline uint32_t eu_gopher_first(const char *text, struct everyuri_span span,
                                       unsigned char *byte)
{
	*byte = (unsigned char)text[span.begin];
	return span.begin + (eu_escape_at(text + span.begin, eu_span_len(span), byte) ? 3 : 1);
}

/** Returns whether this type is a session of telnet (8) or tn3270 (T): RFC 1436 3.8. */
static inline bool eu_is_session_type(unsigned char type)
{
	return type == '8' || type == 'T';
}

/** Returns the item type of a path: '1' for an empty path (RFC 1738 3.4.1), 0 if the type is
 *  invalid.  Sets *rest to the text after the type. */
unsigned char eu_gopher_type(const char *text, struct everyuri_span path,
                             struct everyuri_span *rest);

/** Returns the length of "URL:" or "/URL:" at the start of a selector of type h, or 0. */
size_t eu_gopher_url_mark(const char *selector, size_t len);

/** Returns the reason why the URI after this mark must not be followed, or NULL. */
const char *eu_why_no_reference(const char *text, size_t len);

#endif
