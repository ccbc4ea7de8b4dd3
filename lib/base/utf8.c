#include "base/utf8.h"

/* The smallest code point that needs n bytes.  A smaller code point in n bytes is an overlong
 * form. */
static const uint32_t least_of[5] = { 0, 0, 0x80, 0x800, 0x10000 };

size_t eu_utf8_next(const char *text, size_t len, uint32_t *code_point)
{
	unsigned char lead = (unsigned char)text[0];
	size_t n = lead < 0x80 ? 1 :
	           lead < 0xC2 ? 0 :
	           lead < 0xE0 ? 2 :
	           lead < 0xF0 ? 3 :
	           lead < 0xF5 ? 4 :
	                         0;
	uint32_t value = n == 1 ? lead : n ? lead & (0x7Fu >> n) : 0;

	if (n == 0 || n > len)
		return 0;
	for (size_t i = 1; i < n; i++) {
		unsigned char c = (unsigned char)text[i];

		if ((c & 0xC0) != 0x80)
			return 0;
		value = value << 6 | (c & 0x3Fu);
	}
	if (value < least_of[n] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
		return 0;
	*code_point = value;
	return n;
}

void eu_utf8_put(struct eu_out *out, uint32_t c)
{
	if (c < 0x80) {
		eu_out_byte(out, (char)c);
		return;
	}
	if (c < 0x800) {
		eu_out_byte(out, (char)(0xC0 | c >> 6));
	} else {
		if (c < 0x10000) {
			eu_out_byte(out, (char)(0xE0 | c >> 12));
		} else {
			eu_out_byte(out, (char)(0xF0 | c >> 18));
			eu_out_byte(out, (char)(0x80 | (c >> 12 & 0x3F)));
		}
		eu_out_byte(out, (char)(0x80 | (c >> 6 & 0x3F)));
	}
	eu_out_byte(out, (char)(0x80 | (c & 0x3F)));
}
