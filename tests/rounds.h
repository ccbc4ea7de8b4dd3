/* rounds.h - how many rounds does a test run?  EVERYURI_QUICK says how slow the build is. */
#ifndef TESTS_ROUNDS_H
#define TESTS_ROUNDS_H

#include <stdlib.h>

/** plain: rounds in an ordinary build; quick: in a slow one.  Returns: one of them, or a fifth of quick with
 *  EVERYURI_QUICK=10, for emulators and for builds that repeat what a faster build has tested. */
static inline unsigned long rounds_of(unsigned long plain, unsigned long quick)
{
	const char *set = getenv("EVERYURI_QUICK");

	if (!set)
		return plain;
	return strtoul(set, NULL, 10) < 10 ? quick : quick / 5;
}

#endif
