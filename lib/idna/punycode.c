/* punycode.c - implements RFC 3492, with the names of variables used there. */
#include "idna/punycode.h"

/* The parameters of Bootstring for Punycode (section 5). */
enum {
	BASE = 36,
	TMIN = 1,
	TMAX = 26,
	SKEW = 38,
	DAMP = 700,
	INITIAL_BIAS = 72,
	INITIAL_N = 0x80,
	DELIMITER = '-'
};

/* Returns the adapted bias (section 6.1). */
static uint32_t adapt(uint32_t delta, size_t numpoints, bool firsttime)
{
	uint32_t k = 0;

	delta = firsttime ? delta / DAMP : delta / 2;
	delta += delta / (uint32_t)numpoints;
	for (; delta > (BASE - TMIN) * TMAX / 2; k += BASE)
		delta /= BASE - TMIN;
	return k + (BASE - TMIN + 1) * delta / (delta + SKEW);
}

static uint32_t threshold(uint32_t k, uint32_t bias)
{
	return k <= bias ? TMIN : k >= bias + TMAX ? TMAX : k - bias;
}

static void put_digit(struct eu_out *out, uint32_t digit)
{
	eu_out_byte(out, (char)(digit < 26 ? 'a' + digit : '0' + digit - 26));
}

/* Writes a delta as a variable-length integer (3.3). */
static void put_delta(struct eu_out *out, uint32_t q, uint32_t bias)
{
	for (uint32_t k = BASE;; k += BASE) {
		uint32_t t = threshold(k, bias);

		if (q < t)
			break;
		put_digit(out, t + (q - t) % (BASE - t));
		q = (q - t) / (BASE - t);
	}
	put_digit(out, q);
}

/* Encodes (section 6.3). (m - n) * (h + 1) is at most 0x10FFFF times 1001, and at most 1000 is
 * added to delta between two code points.  So delta fits in 32 bits. */
void eu_punycode_encode(struct eu_out *out, const uint32_t *cp, size_t length)
{
	uint32_t n = INITIAL_N, delta = 0, bias = INITIAL_BIAS, m = UINT32_MAX;
	size_t b = 0, h;

	for (size_t i = 0; i < length; i++) {
		if (cp[i] < INITIAL_N) {
			eu_out_byte(out, (char)cp[i]);
			b++;
		} else if (cp[i] < m) {
			m = cp[i];
		}
	}
	if (b)
		eu_out_byte(out, DELIMITER);
	h = b;
	while (h < length) {
		uint32_t next = UINT32_MAX;

		delta += (m - n) * ((uint32_t)h + 1);
		n = m;
		for (size_t i = 0; i < length; i++) {
			if (cp[i] < n) {
				delta++;
			} else if (cp[i] == n) {
				put_delta(out, delta, bias);
				bias = adapt(delta, h + 1, h == b);
				delta = 0;
				h++;
			} else if (cp[i] < next) {
				next = cp[i];
			}
		}
		delta++;
		n++;
		m = next;
	}
}

static uint32_t digit_value(uint32_t c)
{
	return c >= 'a' && c <= 'z' ? c - 'a' :
	       c >= 'A' && c <= 'Z' ? c - 'A' :
	       c >= '0' && c <= '9' ? c - '0' + 26 :
	                              BASE;
}

/* Adds the variable-length integer at *in to *i (6.2).  Returns: false if there is no integer, or
 * it overflows. */
static bool take_delta(const uint32_t *text, size_t length, size_t *in, uint32_t *i, uint32_t bias)
{
	uint32_t w = 1;

	for (uint32_t k = BASE; *in < length; k += BASE) {
		uint32_t digit = digit_value(text[(*in)++]), t = threshold(k, bias);

		if (digit >= BASE || digit > (UINT32_MAX - *i) / w)
			return false;
		*i += digit * w;
		if (digit < t)
			return true;
		/* LCOV_EXCL_BR_LINE: bias is below 180, so t is 26 for such a w, and digit * w
		 * overflows first */
		if (w > UINT32_MAX / (BASE - t))
			return false;
		w *= BASE - t;
	}
	return false;
}

/* Decodes (section 6.2).  Each code point takes at least one digit, so cp is never longer than
 * text. */
size_t eu_punycode_decode(const uint32_t *text, size_t length, uint32_t *cp)
{
	uint32_t n = INITIAL_N, i = 0, bias = INITIAL_BIAS;
	size_t b = length, out, in;

	while (b > 0 && text[b - 1] != DELIMITER)
		b--;
	/* A delimiter at the very start is an error, because no code points precede it, and it is
	 * not a digit. */
	out = b > 1 ? b - 1 : 0;
	in = b > 1 ? b : 0;
	for (size_t j = 0; j < out; j++) {
		if (text[j] >= INITIAL_N)
			return EU_PUNYCODE_BAD;
		cp[j] = text[j];
	}
	while (in < length) {
		uint32_t oldi = i;
		uint32_t places = (uint32_t)out + 1;

		if (!take_delta(text, length, &in, &i, bias))
			return EU_PUNYCODE_BAD;
		bias = adapt(i - oldi, places, oldi == 0);
		if (i / places > 0x10FFFF - n)
			return EU_PUNYCODE_BAD;
		n += i / places;
		i %= places;
		memmove(cp + i + 1, cp + i, (out - i) * sizeof *cp);
		cp[i++] = n;
		out++;
	}
	return out;
}
