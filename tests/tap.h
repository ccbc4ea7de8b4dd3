/* tap.h - count points and print them as TAP; a test program includes it once.
 *
 *	int main(void)
 *	{
 *		ok(1 + 1 == 2, "arithmetic holds");
 *		return done();
 *	} */
#ifndef TESTS_TAP_H
#define TESTS_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#ifdef TURKISH
#include "turkish.h"
#endif

#if defined(__MINGW32__)
#define TAP_PRINTF(a, b) __attribute__((format(gnu_printf, a, b)))
#elif defined(__GNUC__)
#define TAP_PRINTF(a, b) __attribute__((format(printf, a, b)))
#else
#define TAP_PRINTF(a, b)
#endif

static struct {
	unsigned long points, failed;
} tap;

/* Prints bytes escaped for a TAP line, where "#" begins a directive. */
static inline void tap_put(const char *data, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char byte = (unsigned char)data[i];

		if (byte == '#' || byte == '\\')
			printf("\\%c", byte);
		else if (byte < 0x20 || byte == 0x7F)
			printf("\\x%02X", byte);
		else
			putchar(byte);
	}
}

static inline bool tap_point(bool pass, const char *format, va_list arguments)
{
	char name[1024];

	vsnprintf(name, sizeof name, format, arguments);
	tap.points++;
	if (!pass)
		tap.failed++;
	printf("%sok %lu - ", pass ? "" : "not ", tap.points);
	tap_put(name, strlen(name));
	putchar('\n');
	/* Flush, so that a later crash loses no output. */
	fflush(stdout);
	return pass;
}

/** Prints a comment: "# " and the text. */
TAP_PRINTF(1, 2) static inline void diag(const char *format, ...)
{
	va_list arguments;

	printf("# ");
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
	fflush(stdout);
}

/** Prints a point.  Returns: pass. */
TAP_PRINTF(2, 3) static inline bool ok(bool pass, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	tap_point(pass, format, arguments);
	va_end(arguments);
	return pass;
}

/** Prints a point: the bytes are equal to a text.  NULL differs from empty. */
TAP_PRINTF(4, 5)
static inline bool is_text(const char *got, size_t len, const char *want, const char *format, ...)
{
	bool same = got && want ? len == strlen(want) && !memcmp(got, want, len) : got == want;
	va_list arguments;

	va_start(arguments, format);
	tap_point(same, format, arguments);
	va_end(arguments);
	if (!same) {
		printf("#      got: ");
		tap_put(got ? got : "(absent)", got ? len : strlen("(absent)"));
		printf("\n# expected: ");
		tap_put(want ? want : "(absent)", strlen(want ? want : "(absent)"));
		printf("\n");
		fflush(stdout);
	}
	return same;
}

/** Prints a point: the numbers are equal. */
TAP_PRINTF(3, 4)
static inline bool is_number(long long got, long long want, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	tap_point(got == want, format, arguments);
	va_end(arguments);
	if (got != want)
		diag("got %lld, expected %lld", got, want);
	return got == want;
}

/** Prints a skipped point with the reason. */
TAP_PRINTF(2, 3) static inline void skip(const char *name, const char *format, ...)
{
	va_list arguments;

	printf("ok %lu - ", ++tap.points);
	tap_put(name, strlen(name));
	printf(" # SKIP ");
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
	fflush(stdout);
}

/** Prints the plan, at the end.  Returns: the exit status. */
static inline int done(void)
{
	printf("1..%lu\n", tap.points);
	if (tap.failed)
		diag("%lu of %lu failed", tap.failed, tap.points);
	fflush(stdout);
	return tap.failed != 0;
}

#endif
