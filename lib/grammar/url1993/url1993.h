/* url1993.h - the URL draft of March 1993: parsing and partial forms. */
#ifndef EU_GRAMMAR_URL1993_H
#define EU_GRAMMAR_URL1993_H

#include "base/base.h"

/** Parses text as `fragmentaddress`, with an optional "URL:" before it.
 *  partial: if true, also accepts a partial form.
 *  Errors:  INVALID.  Cost: linear, no memory. */
enum everyuri_status eu_url1993_parse(const char *text, uint32_t len, bool partial,
                                      struct everyuri_uri *uri, struct everyuri_error *err);

/** Writes the full form of a partial form ("Partial form").
 *  data:    at least base->len + ref->len + 2 bytes.
 *  Returns: bytes written. */
size_t eu_url1993_resolve(const struct everyuri_uri *base, const struct everyuri_uri *ref,
                          char *data);

#endif
