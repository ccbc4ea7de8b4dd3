/* stats.h - the statistics, laid out in the caller's memory. */
#ifndef EU_BULK_STATS_H
#define EU_BULK_STATS_H

#include "bulk/stats_table.h"
#include "uri/standards.h"

struct eu_stats_asked {
	uint32_t dimensions; /* one bit for each requested dimension */
	size_t n_standards;  /* at least one */
	enum everyuri_standard standard[EVERYURI_N_STANDARDS];
	const struct everyuri_psl *psl;
};

struct eu_stats_lengths {
	uint64_t n, sum, least, most;
	uint64_t of[EVERYURI_STATS_LENGTH_MAX + 1];
	uint64_t beyond[32]; /* number of greater lengths, by floor(log2(length)) */
};

struct everyuri_stats {
	struct eu_stats_asked asked;
	struct everyuri_stats_items items;
	struct eu_stats_lengths lengths;
	bool crowded; /* a table has become three quarters full since the last reset */
	struct eu_stats_table table[EVERYURI_N_STATS_DIMENSIONS]; /* data is NULL if the dimension
	                                                             was not requested */
	char value[EVERYURI_STATS_VALUE_MAX];                     /* scratch space for the current
	                                                             value */
	char spare[2 * EVERYURI_STATS_VALUE_MAX];                 /* more scratch space */
};

static inline bool eu_stats_asks(const struct everyuri_stats *stats,
                                 enum everyuri_stats_dimension dimension)
{
	return stats->asked.dimensions >> dimension & 1u;
}

#endif
