/* rfc1630.h - RFC 1630: parsing.  Partial forms are resolved by the rule of uri1994. */
#ifndef EU_GRAMMAR_RFC1630_H
#define EU_GRAMMAR_RFC1630_H

#include "base/base.h"

/** Parses text as `prefixedurl` or `fragmentaddress`.
 *  partial: if true, also accepts a partial form.
 *  Errors:  INVALID.  Cost: linear, no memory. */
enum everyuri_status eu_rfc1630_parse(const char *text, uint32_t len, bool partial,
                                      struct everyuri_uri *uri, struct everyuri_error *err);

#endif
