/* rfc1738.h - RFC 1738: parsing.  Its partial forms are defined by RFC 1808. */
#ifndef EU_GRAMMAR_RFC1738_H
#define EU_GRAMMAR_RFC1738_H

#include "base/base.h"

/** Parses text as a `url` of section 5, with an optional preceding "URL:" and an optional
 *  fragment (appendix).  Errors: INVALID.  Cost: linear, no memory. */
enum everyuri_status eu_rfc1738_parse(const char *text, uint32_t len, struct everyuri_uri *uri,
                                      struct everyuri_error *err);

#endif
