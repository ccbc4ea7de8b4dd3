/* names.h - lists of valid names.  Finds the valid name that is nearest to a mistyped one. */
#ifndef CMD_NAMES_H
#define CMD_NAMES_H

#include <stddef.h>

/* The valid names, from name(of, 0) to name(of, n - 1).  A NULL result is skipped. */
struct names {
	const char *(*name)(const void *of, unsigned i);
	const void *of;
	unsigned n;
	const char *prefix; /* text to print before each name, such as "--" for options; or NULL */
};

/* Returns the names of an array. */
struct names names_of(const char *const *array, unsigned n);

/* Returns a message about an unknown name, such as
 * `unknown level "smple"; did you mean "simple"? the levels are simple, syntax and scheme`.
 * The message is valid until the next call.  what: the kind of name, such as "level".
 * given: the name, `len` bytes. */
const char *unknown_name(const char *what, const char *given, size_t len,
                         const struct names *valid);

/* Looks up `value` in the array.  If it is found, stores its index in *chosen and returns
 * NULL. Otherwise returns the message of unknown_name. */
const char *choose(const char *what, const char *const *array, unsigned n, const char *value,
                   unsigned *chosen);

/* Returns the nearest valid name; NULL if no name is similar enough. */
const char *nearest_name(const char *given, size_t len, const struct names *valid);

#endif
