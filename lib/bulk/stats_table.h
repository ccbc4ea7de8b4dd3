/* stats_table.h - a table of counts in a region of memory that never grows.
 *
 * The region holds, from its front: the registers of a HyperLogLog, an index of slots (each the
 * number of an entry and one, 0: empty), and the entries, which grow towards the values, which
 * grow from the region's end.  Entries and values lie in the order in which they came.
 *
 * Counts of an entry: `count` is at most `error` too high.  What has no entry occurred at most
 * `floor` times; so a new entry begins with count and error at floor. */
#ifndef EU_BULK_STATS_TABLE_H
#define EU_BULK_STATS_TABLE_H

#include "base/base.h"
#include "everyuri/stats.h"

struct eu_stats_entry {
	uint64_t count, error;
	uint32_t hash;  /* the upper half */
	uint32_t value; /* where in the region its head is */
};

/* In front of a value's bytes. */
struct eu_stats_head {
	uint16_t len;
	uint16_t note; /* the caller's; 0 in a new entry */
};

struct eu_stats_table {
	char *data; /* NULL: not counted */
	uint32_t size;
	uint64_t seed[2];
	uint8_t registers_log2; /* even */
	uint32_t n_slots, max_slots;
	uint32_t entries; /* where they begin */
	uint32_t n, most; /* entries, and how many the full index may lead to */
	uint32_t values;  /* where the last value's head is */
	uint32_t last;    /* the entry that was asked for last */
	bool sketch;
	bool *crowded; /* set when this table gets three quarters full */
	uint64_t floor;
	uint64_t counted, absent, too_long;
};

/** Prepare an empty table.
 *  data:    8-aligned; size: at least EU_STATS_TABLE_MIN.
 *  crowded: the caller's, who clears it. */
#define EU_STATS_TABLE_MIN 4096
void eu_stats_table_init(struct eu_stats_table *table, char *data, size_t size,
                         const unsigned char seed[16], bool *crowded);

void eu_stats_table_clear(struct eu_stats_table *table);

/** Count a value once.  Returns: its head, whose note the caller may write, until the next call;
 *  NULL: it is too long. */
struct eu_stats_head *eu_stats_table_add(struct eu_stats_table *table, const char *value,
                                         size_t len);

/** Is it the value that was counted last?  Then it is counted once more. */
static inline bool eu_stats_table_again(struct eu_stats_table *table, const char *value, size_t len)
{
	struct eu_stats_entry *entry =
		(struct eu_stats_entry *)(void *)(table->data + table->entries) + table->last;

	if (!table->n)
		return false;
	const struct eu_stats_head *head =
		(const struct eu_stats_head *)(const void *)(table->data + entry->value);

	if (head->len != len || memcmp(head + 1, value, len) != 0)
		return false;
	table->counted++;
	entry->count++;
	return true;
}

/** Add what another table of the same seed has counted. */
void eu_stats_table_merge(struct eu_stats_table *table, const struct eu_stats_table *from);

static inline const struct eu_stats_entry *eu_stats_entries(const struct eu_stats_table *table)
{
	return (const struct eu_stats_entry *)(const void *)(table->data + table->entries);
}

struct everyuri_text eu_stats_value(const struct eu_stats_table *table,
                                    const struct eu_stats_entry *entry);

/** Eight bytes as a number, the first one lowest. */
static inline uint64_t eu_stats_word(const char *data)
{
	const unsigned char *byte = (const unsigned char *)data;

	return (uint64_t)byte[0] | (uint64_t)byte[1] << 8 | (uint64_t)byte[2] << 16 |
	       (uint64_t)byte[3] << 24 | (uint64_t)byte[4] << 32 | (uint64_t)byte[5] << 40 |
	       (uint64_t)byte[6] << 48 | (uint64_t)byte[7] << 56;
}

/** SipHash-1-3. */
uint64_t eu_stats_hash(const uint64_t seed[2], const char *data, size_t len);

/** The HyperLogLog: 2^log2 registers of a byte. */
void eu_stats_distinct_add(unsigned char *registers, unsigned log2, uint64_t hash);
uint64_t eu_stats_distinct_read(const unsigned char *registers, unsigned log2);

/** Make 2^log2 registers 2^less of them, as if there had never been more. */
void eu_stats_distinct_fold(unsigned char *registers, unsigned log2, unsigned less);

/** Add what others were told; there are not fewer of those. */
void eu_stats_distinct_merge(unsigned char *registers, unsigned log2, const unsigned char *from,
                             unsigned from_log2);

#endif
