/* idna.h - the URL Standard's "domain to ASCII" and "domain to Unicode", and NFC. */
#ifndef EU_IDNA_IDNA_H
#define EU_IDNA_IDNA_H

#include "base/base.h"

/** beStrict: CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength. */
enum { EU_IDNA_STRICT = 1 };

/** The domain parser of the URL Standard.
 *  domain: UTF-8; a byte that is not is as bad as U+FFFD.
 *  flags:  0 or EU_IDNA_STRICT.
 *  Returns: false for failure; nothing is then written or added to *out. */
bool eu_idna_to_ascii(struct eu_out *out, const char *domain, size_t len, unsigned flags);

/** Domain to Unicode.
 *  Returns: false if an error was recorded; the domain is then written as it is. */
bool eu_idna_to_unicode(struct eu_out *out, const char *domain, size_t len, unsigned flags);

/** Both, with the reason: which of the two, and *err on failure, whose `at` is where the
 *  label begins that is at fault.  Errors: INVALID; nothing is then added to *out, but
 *  labels in front of the error have been written: only what was counted and is OK is
 *  to be written. */
enum eu_idna_to { EU_IDNA_TO_ASCII, EU_IDNA_TO_UNICODE };
enum everyuri_status eu_idna_process(struct eu_out *out, const char *domain, size_t len,
                                     enum eu_idna_to to, unsigned flags,
                                     struct everyuri_error *err);

/** Normalization Form C of a text.
 *  Errors: INVALID: not UTF-8, or a starter with its marks has more than 1000 code points. */
enum everyuri_status eu_idna_nfc(struct eu_out *out, const char *text, size_t len,
                                 struct everyuri_error *err);

#endif
