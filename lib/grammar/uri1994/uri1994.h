/* uri1994.h - the URI draft of March 1994: parsing and partial forms. */
#ifndef EU_GRAMMAR_URI1994_H
#define EU_GRAMMAR_URI1994_H

#include "base/base.h"

/** Parses text as `prefixedurl` or `fragmentaddress`.
 *  partial: if true, also accepts a partial form.
 *  Errors:  INVALID.  Cost: linear, no memory. */
enum everyuri_status eu_uri1994_parse(const char *text, uint32_t len, bool partial,
                                      struct everyuri_uri *uri, struct everyuri_error *err);

/** Writes the full form of a partial form ("Partial (relative) form").  Also used for RFC 1630.
 *  data:    at least base->len + ref->len + 2 bytes.
 *  Returns: bytes written. */
size_t eu_uri1994_resolve(const struct everyuri_uri *base, const struct everyuri_uri *ref,
                          char *data);

#endif
