/* rounds.h - how often does a test repeat itself, where EVERYURI_QUICK says how slow the build is? */
#ifndef TESTS_ROUNDS_H
#define TESTS_ROUNDS_H

#include <stdlib.h>

/** plain: rounds of an ordinary build; quick: of a slow one.  Returns: those, or a fifth of quick with
 * EVERYURI_QUICK=10, by which each instruction is emulated, or the same has been tried where it is quicker. */
static inline unsigned long rounds_of(unsigned long plain, unsigned long quick)
{
	const char *set = getenv("EVERYURI_QUICK");

	if (!set)
		return plain;
	return strtoul(set, NULL, 10) < 10 ? quick : quick / 5;
}

#endif
