/* written.h - collect the output of a writer as text. */
#ifndef TESTS_WRITTEN_H
#define TESTS_WRITTEN_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static char told[1 << 16];
static size_t n_told;

/** An everyuri_write_fn: appends the bytes, and a NUL after them. */
static inline bool keep(void *context, const char *data, size_t len)
{
	(void)context;
	if (len >= sizeof told - n_told)
		return false;
	memcpy(told + n_told, data, len);
	n_told += len;
	told[n_told] = 0;
	return true;
}

#endif
