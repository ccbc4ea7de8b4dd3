/* Reads the statistics. */
#include "bulk/stats.h"

const struct everyuri_stats_items *everyuri_stats_read_items(const struct everyuri_stats *stats)
{
	return &stats->items;
}

struct everyuri_stats_total everyuri_stats_read_total(const struct everyuri_stats *stats,
                                                      enum everyuri_stats_dimension dimension)
{
	const struct eu_stats_table *table = &stats->table[dimension];
	struct everyuri_stats_total total = { .counted = table->counted,
		                              .absent = table->absent,
		                              .too_long = table->too_long,
		                              .distinct = table->n,
		                              .floor = table->floor,
		                              .rows = table->n };

	if (!table->data)
		return (struct everyuri_stats_total){ 0 };
	if (!table->sketch)
		return total;
	total.distinct =
		eu_stats_distinct_read((const unsigned char *)table->data, table->registers_log2);
	/* The standard error is 1.04 / sqrt(2^log2); log2 is even. */
	total.distinct_error =
		total.distinct * 104 / (UINT64_C(100) << table->registers_log2 / 2) + 1;
	/* There are at least as many distinct values as entries. */
	if (total.distinct < table->n)
		total.distinct = table->n;
	return total;
}

/* ---- the most frequent values -------------------------------------------------------- */

/* The rows chosen so far, as a heap whose top is the row to drop next. */
struct chosen {
	struct everyuri_stats_row *rows;
	size_t n, most;
};

/* Returns whether a precedes b in the list of the most frequent values. */
static bool goes_before(const struct everyuri_stats_row *a, const struct everyuri_stats_row *b)
{
	size_t least = a->value.len < b->value.len ? a->value.len : b->value.len;
	int order;

	if (a->count != b->count)
		return a->count > b->count;
	order = memcmp(a->value.data, b->value.data, least);
	return order ? order < 0 : a->value.len < b->value.len;
}

static void stats_sink(struct chosen *chosen, size_t at)
{
	struct everyuri_stats_row *rows = chosen->rows, row = rows[at];

	for (size_t below = 2 * at + 1; below < chosen->n; below = 2 * at + 1) {
		if (below + 1 < chosen->n && goes_before(&rows[below], &rows[below + 1]))
			below++;
		if (!goes_before(&row, &rows[below]))
			break;
		rows[at] = rows[below];
		at = below;
	}
	rows[at] = row;
}

static void rise(struct chosen *chosen, size_t at)
{
	struct everyuri_stats_row *rows = chosen->rows, row = rows[at];

	while (at && goes_before(&rows[(at - 1) / 2], &row)) {
		rows[at] = rows[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	rows[at] = row;
}

static void choose_row(struct chosen *chosen, const struct everyuri_stats_row *row)
{
	if (chosen->n < chosen->most) {
		chosen->rows[chosen->n] = *row;
		rise(chosen, chosen->n++);
	} else if (goes_before(row, &chosen->rows[0])) {
		chosen->rows[0] = *row;
		stats_sink(chosen, 0);
	}
}

/* Sorts the heap by moving its top to the end of the rest, repeatedly. */
static void put_in_order(struct chosen *chosen)
{
	while (chosen->n) {
		struct everyuri_stats_row last = chosen->rows[0];

		chosen->rows[0] = chosen->rows[--chosen->n];
		if (chosen->n)
			stats_sink(chosen, 0);
		chosen->rows[chosen->n] = last;
	}
}

/* Splits a reason, which is stored as clause, NUL and message. */
static void split_reason(struct everyuri_stats_row *row)
{
	const char *nul = memchr(row->value.data, '\0', row->value.len);
	size_t clause = nul ? (size_t)(nul - row->value.data) : 0;

	row->clause = (struct everyuri_text){ row->value.data, clause };
	row->value.data += clause + 1;
	row->value.len -= clause + 1;
}

size_t everyuri_stats_top(const struct everyuri_stats *stats,
                          enum everyuri_stats_dimension dimension, struct everyuri_stats_row *rows,
                          size_t n_rows)
{
	const struct eu_stats_table *table = &stats->table[dimension];
	struct chosen chosen = { .rows = rows, .most = n_rows };
	const struct eu_stats_entry *entries;
	size_t n;

	if (!table->data || !n_rows)
		return 0;
	entries = eu_stats_entries(table);
	for (uint32_t i = 0; i < table->n; i++) {
		struct everyuri_stats_row row = { .value = eu_stats_value(table, &entries[i]),
			                          .count = entries[i].count - entries[i].error,
			                          .error = entries[i].error };

		choose_row(&chosen, &row);
	}
	n = chosen.n;
	put_in_order(&chosen);
	for (size_t i = 0; i < n && dimension == EVERYURI_STATS_REASON; i++)
		split_reason(&rows[i]);
	return n;
}

/* ---- lengths ----------------------------------------------------------------------------- */

struct everyuri_stats_lengths everyuri_stats_read_lengths(const struct everyuri_stats *stats)
{
	const struct eu_stats_lengths *lengths = &stats->lengths;

	return (struct everyuri_stats_lengths){
		.n = lengths->n, .sum = lengths->sum, .least = lengths->least, .most = lengths->most
	};
}

uint64_t everyuri_stats_lengths_of(const struct everyuri_stats *stats, unsigned power)
{
	const struct eu_stats_lengths *lengths = &stats->lengths;
	uint64_t begin = power ? UINT64_C(1) << (power & 63) : 0, end = UINT64_C(2) << (power & 63);
	uint64_t n = power < 32 ? lengths->beyond[power] : 0;

	if (power >= 32)
		return 0;
	for (uint64_t i = begin; i < end && i <= EVERYURI_STATS_LENGTH_MAX; i++)
		n += lengths->of[i];
	return n;
}

uint64_t everyuri_stats_quantile(const struct everyuri_stats *stats, unsigned percent,
                                 uint64_t *at_most)
{
	const struct eu_stats_lengths *lengths = &stats->lengths;
	/* The number of lengths that the percentile covers, rounded up.  This form cannot
	 * overflow. */
	uint64_t wanted = lengths->n / 100 * percent + (lengths->n % 100 * percent + 99) / 100;
	uint64_t n = 0;
	unsigned power = 0;

	*at_most = 0;
	if (!lengths->n)
		return 0;
	for (uint64_t len = 0; len <= EVERYURI_STATS_LENGTH_MAX; len++) {
		n += lengths->of[len];
		if (n >= wanted)
			return *at_most = len;
	}
	while (power < 31 && n + lengths->beyond[power] < wanted)
		n += lengths->beyond[power++];
	/* Only the powers of two between which the length lies are known.  The limit of exact
	 * counts and the greatest length narrow this range. */
	uint64_t least = UINT64_C(1) << power, most = (UINT64_C(2) << power) - 1;

	*at_most = most < lengths->most ? most : lengths->most;
	return least > EVERYURI_STATS_LENGTH_MAX ? least : EVERYURI_STATS_LENGTH_MAX + 1;
}
