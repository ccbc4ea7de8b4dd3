/* utf8.h - decode and encode UTF-8. */
#ifndef EU_BASE_UTF8_H
#define EU_BASE_UTF8_H

#include "base/base.h"

/** Decodes the first character of a text (Unicode table 3-7: no overlong form, no surrogate, nothing
 *  above U+10FFFF).
 *  len:        at least 1.
 *  code_point: receives the character, if the text begins with one.
 *  Returns:    its length in bytes; 0 if the text does not begin with valid UTF-8. */
size_t eu_utf8_next(const char *text, size_t len, uint32_t *code_point);

/** Writes a code point as UTF-8.
 *  c: at most U+10FFFF. */
void eu_utf8_put(struct eu_out *out, uint32_t c);

#endif
