/* rfc1808.h - RFC 1808: parsing and resolving URLs, absolute and relative. */
#ifndef EU_GRAMMAR_RFC1808_H
#define EU_GRAMMAR_RFC1808_H

#include "base/base.h"

/** Parses text as `absoluteURL [ "#" fragment ]` (2.2), split by 2.4.
 *  partial: if true, also accepts `relativeURL [ "#" fragment ]`.
 *  Errors:  INVALID.  Cost: linear, no memory. */
enum everyuri_status eu_rfc1808_parse(const char *text, uint32_t len, bool partial,
                                      struct everyuri_uri *uri, struct everyuri_error *err);

/** Parses text as `relativeURL [ "#" fragment ]` (2.2).  Refuses a text that has a scheme by
 *  2.4.2.  Errors: INVALID.  Cost: linear, no memory. */
enum everyuri_status eu_rfc1808_parse_relative(const char *text, uint32_t len,
                                               struct everyuri_uri *uri,
                                               struct everyuri_error *err);

/** Writes the absolute form of a relative URL (section 4).
 *  data:    at least base->len + ref->len + 2 bytes.
 *  Returns: bytes written. */
size_t eu_rfc1808_resolve(const struct everyuri_uri *base, const struct everyuri_uri *ref,
                          char *data);

#endif
