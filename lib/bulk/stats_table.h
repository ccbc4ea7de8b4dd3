/* stats_table.h - a table of counts in a region of memory that never grows.
 *
 * The region contains, from the front: the registers of a HyperLogLog; an index of slots, each with
 * 1 + the number of an entry, or 0 if empty; and the entries, which grow towards the end.  The
 * values grow from the region's end towards the entries.  Entries and values are in order of
 * arrival.
 *
 * The `count` of an entry is at most `error` too high.  A value without an entry occurred at
 * most `floor` times, so a new entry begins with count and error equal to floor. */
#ifndef EU_BULK_STATS_TABLE_H
#define EU_BULK_STATS_TABLE_H

#include "base/base.h"
#include "everyuri/stats.h"

struct eu_stats_entry {
	uint64_t count, error;
	uint32_t hash;  /* upper half of the hash */
	uint32_t value; /* offset of the value's head in the region */
};

/* The head of a value, which precedes its bytes. */
struct eu_stats_head {
	uint16_t len;
	uint16_t note; /* for use by the caller; 0 in a new entry */
};

struct eu_stats_table {
	char *data; /* NULL if values are not counted */
	uint32_t size;
	uint64_t seed[2];
	uint8_t registers_log2; /* log2 of the number of registers; even */
	uint32_t n_slots, max_slots;
	uint32_t entries; /* offset of the first entry */
	uint32_t n, most; /* number of entries, and the maximum that the largest index can
	                     address */
	uint32_t values;  /* offset of the last value's head */
	uint32_t last;    /* index of the entry found last */
	bool sketch;
	bool *crowded; /* set when this table becomes three quarters full */
	uint64_t floor;
	uint64_t counted, absent, too_long;
};

/** Prepares an empty table.
 *  data:    aligned to 8 bytes. size: at least EU_STATS_TABLE_MIN.
 *  crowded: a flag that this table sets and the caller clears. */
#define EU_STATS_TABLE_MIN 4096
void eu_stats_table_init(struct eu_stats_table *table, char *data, size_t size,
                         const unsigned char seed[16], bool *crowded);

void eu_stats_table_clear(struct eu_stats_table *table);

/** Counts a value once.  Returns: the head of the value, valid until the next call, in which the
 *  caller may write `note`; or NULL if the value is too long. */
struct eu_stats_head *eu_stats_table_add(struct eu_stats_table *table, const char *value,
                                         size_t len);

/** Counts a value if it equals the value that was counted last.  Returns: false if it does not. */
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

/** Adds the counts of another table with the same seed. */
void eu_stats_table_merge(struct eu_stats_table *table, const struct eu_stats_table *from);

static inline const struct eu_stats_entry *eu_stats_entries(const struct eu_stats_table *table)
{
	return (const struct eu_stats_entry *)(const void *)(table->data + table->entries);
}

struct everyuri_text eu_stats_value(const struct eu_stats_table *table,
                                    const struct eu_stats_entry *entry);

/** Returns eight bytes as a little-endian number. */
static inline uint64_t eu_stats_word(const char *data)
{
	const unsigned char *byte = (const unsigned char *)data;

	return (uint64_t)byte[0] | (uint64_t)byte[1] << 8 | (uint64_t)byte[2] << 16 |
	       (uint64_t)byte[3] << 24 | (uint64_t)byte[4] << 32 | (uint64_t)byte[5] << 40 |
	       (uint64_t)byte[6] << 48 | (uint64_t)byte[7] << 56;
}

/** Returns the SipHash-1-3 of data. */
uint64_t eu_stats_hash(const uint64_t seed[2], const char *data, size_t len);

/** HyperLogLog over 2^log2 registers of one byte.  The first function adds a hash; the second
 *  estimates the number of distinct values. */
void eu_stats_distinct_add(unsigned char *registers, unsigned log2, uint64_t hash);
uint64_t eu_stats_distinct_read(const unsigned char *registers, unsigned log2);

/** Reduces 2^log2 registers to 2^(log2 - less).  The result is as if only these registers had been
 *  used from the start. */
void eu_stats_distinct_fold(unsigned char *registers, unsigned log2, unsigned less);

/** Merges other registers, at least as many, into these. */
void eu_stats_distinct_merge(unsigned char *registers, unsigned log2, const unsigned char *from,
                             unsigned from_log2);

#endif
