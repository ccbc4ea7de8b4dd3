/* in_time.h - did a call take no more CPU time than a linear call may?
 *
 * The limit is 0.1 s and 2 us a byte.  Calls take 0.2 to 500 ns a byte; a busy CI machine takes three times as
 * long; a quadratic call takes minutes.  With EVERYURI_QUICK, for slow builds, the limit is ten times as high. */
#ifndef TESTS_IN_TIME_H
#define TESTS_IN_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

static inline double seconds_since(clock_t start)
{
	return (double)(clock() - start) / CLOCKS_PER_SEC;
}

/** len: bytes of the text.  Returns: are the seconds below the limit? */
static inline bool in_time(double seconds, size_t len)
{
	return seconds < (0.1 + 2e-6 * (double)len) * (getenv("EVERYURI_QUICK") ? 10 : 1);
}

#endif
