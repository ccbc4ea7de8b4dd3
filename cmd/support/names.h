/* names.h - lists of valid names, and the valid name nearest to a mistyped one. */
#ifndef CMD_NAMES_H
#define CMD_NAMES_H

#include <stddef.h>

/* The valid names: name(of, 0) to name(of, n - 1).  NULL entries are skipped. */
struct names {
	const char *(*name)(const void *of, unsigned i);
	const void *of;
	unsigned n;
	const char *prefix; /* shown before each name: "--" for options; or NULL */
};

/* Returns the names in an array. */
struct names names_of(const char *const *array, unsigned n);

/* Returns a message about an unknown name, valid until the next call:
 * `unknown level "smple"; did you mean "simple"? the levels are simple, syntax and scheme`.
 * what: "level".  given: `len` bytes. */
const char *unknown_name(const char *what, const char *given, size_t len,
                         const struct names *valid);

/* Sets *chosen to the index of `value` in the array and returns NULL, or returns unknown_name's message. */
const char *choose(const char *what, const char *const *array, unsigned n, const char *value,
                   unsigned *chosen);

/* Returns the nearest valid name, or NULL if none is similar enough. */
const char *nearest_name(const char *given, size_t len, const struct names *valid);

#endif
