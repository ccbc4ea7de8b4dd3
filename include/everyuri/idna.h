/* idna.h - convert internationalised domain names to ASCII and back; punycode; NFC.
 *
 * Processing follows the URL Standard: UTS #46, non-transitional, with the bidi and joiner
 * rules.  A label of more than 1000 code points is invalid unless it is ASCII, because punycode
 * would take quadratic time. */
#ifndef EVERYURI_IDNA_H
#define EVERYURI_IDNA_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Flag of the two calls below: the standard's beStrict.  To ASCII: also check hyphens, the
 *  characters that STD 3 allows, and the lengths that the DNS allows.  To Unicode: return INVALID
 *  for a domain with an error instead of copying it. */
#define EVERYURI_IDNA_STRICT 0x80u

/** Converts a domain to ASCII: "b\xC3\xBC" "cher.de" becomes xn--bcher-kva.de.
 *  domain: UTF-8, percent-decoded.
 *  flags:  EVERYURI_IDNA_STRICT, or 0.  With 0, an ASCII domain is only converted to lower case,
 *          and its "xn--" labels are not checked, as in browsers.
 *  buf:    receives the domain in ASCII.
 *  Errors: INVALID (err->at: the first byte of the label at fault), TOO_LONG, OUT_OF_RANGE,
 *          NO_SPACE, NO_MEMORY.
 *  Cost:   linear.
 *  Source: URL Standard 3.3, "domain parser". */
enum everyuri_status everyuri_idna_to_ascii(const char *domain, size_t len, unsigned flags,
                                            struct everyuri_buf *buf, struct everyuri_error *err);

/** Converts a domain to Unicode, for display.
 *  flags:  with 0, a domain that has an error is copied unchanged, so that unchecked labels are not
 *          decoded.  With EVERYURI_IDNA_STRICT, the call returns INVALID for such a domain, and
 *          also checks hyphens and STD 3.
 *  buf:    receives the domain in UTF-8.
 *  Errors: as everyuri_idna_to_ascii().
 *  Source: URL Standard 3.3, "domain to Unicode". */
enum everyuri_status everyuri_idna_to_unicode(const char *domain, size_t len, unsigned flags,
                                              struct everyuri_buf *buf, struct everyuri_error *err);

/** Encode one label in punycode, without "xn--", and decode it.  Nothing is mapped or checked.
 *  text:   UTF-8 for encoding, ASCII for decoding; at most 1000 code points.  An encoded label that
 *          is longer than 1000 bytes cannot be decoded again.
 *  buf:    receives the result.
 *  Errors: INVALID (encode: not UTF-8; decode: not punycode, an overflow, or not a character; both:
 *          more than 1000 code points), TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Source: RFC 3492. */
enum everyuri_status everyuri_punycode_encode(const char *text, size_t len,
                                              struct everyuri_buf *buf, struct everyuri_error *err);
enum everyuri_status everyuri_punycode_decode(const char *text, size_t len,
                                              struct everyuri_buf *buf, struct everyuri_error *err);

/** Normalises a text to NFC.
 *  buf:    receives the text.
 *  Errors: INVALID (not UTF-8, or a sequence of a letter and its combining marks of more than 1000
 *          code points; UAX #15 considers 30 marks safe), TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Source: UAX #15. */
enum everyuri_status everyuri_nfc(const char *text, size_t len, struct everyuri_buf *buf,
                                  struct everyuri_error *err);

/** Returns the version of Unicode that these calls follow, such as "17.0.0".  Returns: static. */
const char *everyuri_unicode_version(void);

#ifdef __cplusplus
}
#endif
#endif
