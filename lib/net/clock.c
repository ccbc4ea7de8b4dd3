/* The clock.  It is in a separate file because programs without connections also need it. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include <time.h>

#include "net/net.h"

uint64_t eu_net_now(void)
{
	struct timespec now = { 0, 0 };

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}
