/* idna.h - the URL Standard's "domain to ASCII" and "domain to Unicode", and NFC. */
#ifndef EU_IDNA_IDNA_H
#define EU_IDNA_IDNA_H

#include "base/base.h"

/** Flag for the standard's beStrict, which means CheckHyphens, UseSTD3ASCIIRules and
 *  VerifyDnsLength. */
enum { EU_IDNA_STRICT = 1 };

/** Runs the domain parser of the URL Standard.
 *  domain: UTF-8; an invalid byte counts as U+FFFD.
 *  flags:  0 or EU_IDNA_STRICT.
 *  Returns: false for failure; nothing is written then, and *out is unchanged. */
bool eu_idna_to_ascii(struct eu_out *out, const char *domain, size_t len, unsigned flags);

/** Runs "domain to Unicode".
 *  Returns: false if an error was recorded; the domain is then written unchanged. */
bool eu_idna_to_unicode(struct eu_out *out, const char *domain, size_t len, unsigned flags);

/** Runs either function.  On failure, reports the reason in *err, whose `at` is the start of
 *  the label that caused it.
 *  Errors: INVALID; out->len is then unchanged, but labels before the error may have been written.
 *  So call it first only to count, and write only if that call returned OK. */
enum eu_idna_to { EU_IDNA_TO_ASCII, EU_IDNA_TO_UNICODE };
enum everyuri_status eu_idna_process(struct eu_out *out, const char *domain, size_t len,
                                     enum eu_idna_to to, unsigned flags,
                                     struct everyuri_error *err);

/** Writes the Normalization Form C of a text.
 *  Errors: INVALID if the text is not UTF-8, or a starter with its marks has more than 1000 code
 *          points. */
enum everyuri_status eu_idna_nfc(struct eu_out *out, const char *text, size_t len,
                                 struct everyuri_error *err);

#endif
