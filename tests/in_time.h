/* in_time.h - did a call take no more of the processor than a call that is linear in its text may?
 *
 * A tenth of a second, and two microseconds a byte: what is called here takes 0.2 to 500 ns a byte, a machine of
 * CI that does other things besides takes three times as long, and what is quadratic takes minutes.  Ten times
 * that where EVERYURI_QUICK says that the build is slow. */
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

/** len: bytes of the text.  Returns: whether seconds are few enough for it. */
static inline bool in_time(double seconds, size_t len)
{
	return seconds < (0.1 + 2e-6 * (double)len) * (getenv("EVERYURI_QUICK") ? 10 : 1);
}

#endif
