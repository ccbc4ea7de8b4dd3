/* counting.h - count statistics in a given amount of memory, for the tests of everyuri/stats.h. */
#ifndef TESTS_COUNTING_H
#define TESTS_COUNTING_H

#include <everyuri.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* xorshift64*, so that every machine counts the same. */
static inline uint64_t next_random(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * UINT64_C(2685821657736338717);
}

static inline struct everyuri_stats *begin(struct everyuri_buf *buf, size_t memory,
                                           uint32_t dimensions, const struct everyuri_psl *psl)
{
	struct everyuri_stats_options options = {
		.memory = memory, .dimensions = dimensions, .psl = psl, .seed = "a seed of tests"
	};
	struct everyuri_stats *stats = NULL;

	everyuri_buf_init(buf, NULL, 0, NULL);
	if (everyuri_stats_init(buf, &options, &stats, NULL)) {
		printf("Bail out! no memory for %zu bytes of statistics\n", memory);
		exit(1);
	}
	return stats;
}

static inline void add(struct everyuri_stats *stats, const char *text)
{
	everyuri_stats_add(stats, text, strlen(text), NULL, NULL);
}

#endif
