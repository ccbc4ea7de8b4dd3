/* rfc3987.h - RFC 3987: reading IRIs. */
#ifndef EU_GRAMMAR_RFC3987_H
#define EU_GRAMMAR_RFC3987_H

#include "base/base.h"

/** Read UTF-8 text as an IRI (2.2).
 *  partial: or as an irelative-ref.  Errors: INVALID.  Cost: linear, no memory. */
enum everyuri_status eu_rfc3987_parse(const char *text, uint32_t len, bool partial,
                                      struct everyuri_uri *uri, struct everyuri_error *err);

/** Bytes of the ucschar at the front of text, or, where that is admitted, of the iprivate;
 *  0: there is none. */
uint32_t eu_rfc3987_ucschar(const char *text, uint32_t len, bool iprivate);

#endif
