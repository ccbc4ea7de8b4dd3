/* punycode.h - encodes and decodes punycode (RFC 3492). */
#ifndef EU_IDNA_PUNYCODE_H
#define EU_IDNA_PUNYCODE_H

#include "idna/normal.h"

#define EU_PUNYCODE_BAD SIZE_MAX

/** Writes code points as punycode, without "xn--".
 *  n: at most EU_IDNA_LABEL_MAX, so that no number can overflow (6.4).
 *  Cost: n times the number of different code points. */
void eu_punycode_encode(struct eu_out *out, const uint32_t *cp, size_t n);

/** Decodes punycode.
 *  text: one character per code point; n: at most EU_IDNA_LABEL_MAX.
 *  cp:   space for at least n code points.
 *  Returns: the number of code points, or EU_PUNYCODE_BAD for a character that is not ASCII or not
 *           a digit, an incomplete number, an overflow, or an invalid code point. */
size_t eu_punycode_decode(const uint32_t *text, size_t n, uint32_t *cp);

#endif
