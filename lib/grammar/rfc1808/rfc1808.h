/* rfc1808.h - RFC 1808: URLs by its stepwise parsing, relative ones among them. */
#ifndef EU_GRAMMAR_RFC1808_H
#define EU_GRAMMAR_RFC1808_H

#include "base/base.h"

/** Read text as `absoluteURL [ "#" fragment ]` (2.2), cut as 2.4 says.
 *  partial: or as `relativeURL [ "#" fragment ]`.  Errors: INVALID.  Cost: linear, no memory. */
enum everyuri_status eu_rfc1808_parse(const char *text, uint32_t len, bool partial,
                                      struct everyuri_uri *uri, struct everyuri_error *err);

/** Read text as `relativeURL [ "#" fragment ]` (2.2).  A text that has a scheme by 2.4.2
 *  is none.  Errors: INVALID.  Cost: linear, no memory. */
enum everyuri_status eu_rfc1808_parse_relative(const char *text, uint32_t len,
                                               struct everyuri_uri *uri,
                                               struct everyuri_error *err);

/** The absolute form of a relative URL (section 4), as text.
 *  data: room for base->len + ref->len + 2 bytes.  Returns: bytes written. */
size_t eu_rfc1808_resolve(const struct everyuri_uri *base, const struct everyuri_uri *ref,
                          char *data);

#endif
