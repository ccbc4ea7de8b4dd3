/* utf8.h - where valid UTF-8 ends, and how it is written. */
#ifndef EU_BASE_UTF8_H
#define EU_BASE_UTF8_H

#include "base/base.h"

/** Bytes of the well-formed UTF-8 sequence at the front of text (Unicode table 3-7:
 *  no overlong form, no surrogate, nothing above U+10FFFF), or 0.
 *  len: at least 1.  code_point: set if the result is not 0. */
size_t eu_utf8_next(const char *text, size_t len, uint32_t *code_point);

/** Write a code point as UTF-8.  c: at most U+10FFFF. */
void eu_utf8_put(struct eu_out *out, uint32_t c);

#endif
