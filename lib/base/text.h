/* text.h - digits, letters and blanks of US-ASCII, independent of the locale.
 *
 * The gateway and the command also include this header, because its functions are inline and call no function
 * of the library. */
#ifndef EU_BASE_TEXT_H
#define EU_BASE_TEXT_H

#include <string.h>

#include "everyuri/base.h"

/* ---- classes of bytes ------------------------------------------------------------------ */

static inline bool eu_is_digit(unsigned char c)
{
	return c >= '0' && c <= '9';
}

static inline unsigned char eu_lower(unsigned char c)
{
	return c >= 'A' && c <= 'Z' ? (unsigned char)(c + 32) : c;
}

static inline bool eu_is_alpha(unsigned char c)
{
	return eu_lower(c) >= 'a' && eu_lower(c) <= 'z';
}

static inline bool eu_is_alnum(unsigned char c)
{
	return eu_is_alpha(c) || eu_is_digit(c);
}

/** Returns whether this is an unreserved character (RFC 3986 2.3), which means the same escaped and
 *  unescaped. */
static inline bool eu_is_unreserved(unsigned char c)
{
	return eu_is_alpha(c) || eu_is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

/** Returns whether this is a space or a tab (WSP of RFC 5234). */
static inline bool eu_is_blank(unsigned char c)
{
	return c == ' ' || c == '\t';
}

/** Returns whether this is ASCII whitespace, as HTML and the URL Standard define it. */
static inline bool eu_is_whitespace(unsigned char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/* ---- numbers --------------------------------------------------------------------------- */

/** Number of digits of 2^64 - 1. */
#define EU_DECIMAL_MAX 20

/** Writes a number in decimal, at the end of `digits`.  Returns: the digits. */
static inline struct everyuri_text eu_decimal(char digits[EU_DECIMAL_MAX], uint64_t number)
{
	size_t at = EU_DECIMAL_MAX;

	do {
		digits[--at] = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	return (struct everyuri_text){ digits + at, EU_DECIMAL_MAX - at };
}

/** Writes the last n_digits decimal digits of a number, with leading zeros. */
static inline void eu_decimal_padded(char *out, uint64_t number, size_t n_digits)
{
	for (; n_digits; number /= 10)
		out[--n_digits] = (char)('0' + number % 10);
}

/** Returns the hexadecimal digit of the lowest four bits: "0" to "f". */
static inline char eu_hex_lower(unsigned value)
{
	return "0123456789abcdef"[value & 15];
}

/** Returns the same digit in upper case, which RFC 3986 2.1 prefers in escapes: "0" to "F". */
static inline char eu_hex_upper(unsigned value)
{
	return "0123456789ABCDEF"[value & 15];
}

/** Returns the value of a hexadecimal digit, or -1. */
static inline int eu_hex_value(unsigned char c)
{
	if (eu_is_digit(c))
		return c - '0';
	c = eu_lower(c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* ---- equality -------------------------------------------------------------------------- */

/** Returns whether a text equals a NUL-terminated word.  Absent text equals no word, not even the
 *  empty one. */
static inline bool eu_text_is(struct everyuri_text text, const char *word)
{
	return text.data && text.len == strlen(word) && !memcmp(text.data, word, text.len);
}

/** Returns whether the first len bytes of two texts are equal, ignoring case. */
static inline bool eu_same_ignoring_case(const char *a, const char *b, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (eu_lower((unsigned char)a[i]) != eu_lower((unsigned char)b[i]))
			return false;
	return true;
}

/** Returns whether a text equals a NUL-terminated word, ignoring case. */
static inline bool eu_text_is_ignoring_case(struct everyuri_text text, const char *word)
{
	return text.data && text.len == strlen(word) &&
	       eu_same_ignoring_case(text.data, word, text.len);
}

#endif
