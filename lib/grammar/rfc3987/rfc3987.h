/* rfc3987.h - RFC 3987: parsing of IRIs. */
#ifndef EU_GRAMMAR_RFC3987_H
#define EU_GRAMMAR_RFC3987_H

#include "base/base.h"

/** Parses UTF-8 text as an IRI (2.2).
 *  partial: if true, also accepts an irelative-ref.
 *  Errors:  INVALID.  Cost: linear, no memory. */
enum everyuri_status eu_rfc3987_parse(const char *text, uint32_t len, bool partial,
                                      struct everyuri_uri *uri, struct everyuri_error *err);

/** Returns the length in bytes of the ucschar or, if iprivate is set, of the iprivate at
 *  the start of text; 0 if there is none. */
uint32_t eu_rfc3987_ucschar(const char *text, uint32_t len, bool iprivate);

#endif
