/* punycode.h - RFC 3492. */
#ifndef EU_IDNA_PUNYCODE_H
#define EU_IDNA_PUNYCODE_H

#include "idna/normal.h"

#define EU_PUNYCODE_BAD SIZE_MAX

/** Write code points as punycode, without "xn--".
 *  n: at most EU_IDNA_LABEL_MAX, by which no number can overflow (6.4).
 *  Cost: n times the different code points. */
void eu_punycode_encode(struct eu_out *out, const uint32_t *cp, size_t n);

/** Read punycode.
 *  text: code points of which each is one character; n: at most EU_IDNA_LABEL_MAX.
 *  cp:   room for n code points.
 *  Returns: how many there are, or EU_PUNYCODE_BAD: a character that is not ASCII or no
 *           digit, an end in the middle of a number, a number that overflows, a code
 *           point that is none. */
size_t eu_punycode_decode(const uint32_t *text, size_t n, uint32_t *cp);

#endif
