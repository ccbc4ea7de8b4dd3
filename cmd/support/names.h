/* names.h - lists of valid names, and the valid name that is nearest to a mistyped one. */
#ifndef CMD_NAMES_H
#define CMD_NAMES_H

#include <stddef.h>

/* The valid names: name(of, 0) to name(of, n - 1).  NULL is skipped. */
struct names {
	const char *(*name)(const void *of, unsigned i);
	const void *of;
	unsigned n;
	const char *prefix; /* "--" of options, shown with each name; or NULL */
};

/* The names of an array. */
struct names names_of(const char *const *array, unsigned n);

/* Returns a message about an unknown name, valid until the next call:
 * `unknown level "smple"; did you mean "simple"? the levels are simple, syntax and scheme`.
 * what: "level".  given: `len` bytes. */
const char *unknown_name(const char *what, const char *given, size_t len,
                         const struct names *valid);

/* Returns NULL and sets *chosen to the index of `value` in the array, or returns unknown_name's message. */
const char *choose(const char *what, const char *const *array, unsigned n, const char *value,
                   unsigned *chosen);

/* Returns the nearest of the names, or NULL if none is near enough to be meant. */
const char *nearest_name(const char *given, size_t len, const struct names *valid);

#endif
