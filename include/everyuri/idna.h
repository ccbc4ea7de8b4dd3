/* idna.h - internationalised domain names, as the URL Standard reads them.
 *
 * Processing is that of UTS #46, non-transitional, with the bidi and joiner rules, by the
 * version of Unicode that everyuri_unicode_version tells.  A label of more than 1000 code
 * points that is not plain ASCII is invalid: no name in use is near that, and beyond it
 * punycode would cost quadratic time. */
#ifndef EVERYURI_IDNA_H
#define EVERYURI_IDNA_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** For the flags of the calls here: beStrict.  To ASCII: also hyphens, the characters that
 *  STD 3 allows, and the lengths of labels and name that the DNS allows are checked.  To
 *  Unicode: a domain with an error is refused, instead of given back as it is. */
#define EVERYURI_IDNA_STRICT 0x80u

/** A domain as it is sent: "b\xC3\xBC" "cher.de" becomes xn--bcher-kva.de.
 *  domain: UTF-8, percent-decoded.
 *  flags:  0 or EVERYURI_IDNA_STRICT.  Without, a domain of ASCII only changes its case,
 *          and what stands behind "xn--" in it is not looked at, as browsers do.
 *  Result: in buf, ASCII.
 *  Errors: INVALID (err->at: where the label begins that is at fault), TOO_LONG,
 *          NO_SPACE, NO_MEMORY.  Cost: linear.
 *  Source: URL Standard 3.3, "domain parser". */
enum everyuri_status everyuri_idna_to_ascii(const char *domain, size_t len, unsigned flags,
                                            struct everyuri_buf *buf, struct everyuri_error *err);

/** A domain as people read it.
 *  flags:  0: a domain with an error anywhere is the result as it is, so that nothing is
 *          shown that was not checked; EVERYURI_IDNA_STRICT: it is INVALID, as are hyphens
 *          and characters that STD 3 does not allow.
 *  Result: in buf, UTF-8.
 *  Errors: as to ASCII.  Source: URL Standard 3.3, "domain to Unicode". */
enum everyuri_status everyuri_idna_to_unicode(const char *domain, size_t len, unsigned flags,
                                              struct everyuri_buf *buf, struct everyuri_error *err);

/** One label's punycode, without "xn--", and back; nothing is mapped or checked.
 *  text:   UTF-8, or ASCII to decode; at most 1000 code points.
 *  Result: in buf, the other of the two.  A label of nearly 1000 has a longer encoding, which
 *          is not decoded again.
 *  Errors: INVALID (to: not UTF-8; from: no such encoding, numbers that overflow or give
 *          no character; longer than that), TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Source: RFC 3492. */
enum everyuri_status everyuri_punycode_encode(const char *text, size_t len,
                                              struct everyuri_buf *buf, struct everyuri_error *err);
enum everyuri_status everyuri_punycode_decode(const char *text, size_t len,
                                              struct everyuri_buf *buf, struct everyuri_error *err);

/** Normalization Form C of a text.
 *  Errors: INVALID (not UTF-8; a letter that with its combining marks has more than 1000
 *          code points, where UAX #15 calls 30 marks safe), TOO_LONG, NO_SPACE, NO_MEMORY.  Source: UAX #15. */
enum everyuri_status everyuri_nfc(const char *text, size_t len, struct everyuri_buf *buf,
                                  struct everyuri_error *err);

/** The version of Unicode that these calls know: "17.0.0". */
const char *everyuri_unicode_version(void);

#ifdef __cplusplus
}
#endif
#endif
