/* stats.h - statistics of a list of URIs: counts by scheme, standard, host, registrable domain,
 * port, extension, query key, depth, length, and reason of refusal.
 *
 * The amount of memory is fixed at the start.  Counts are exact as long as they fit.  When the
 * values of a dimension do not fit, the less frequent half is dropped, and that dimension becomes a
 * sketch with known error bounds:
 *
 * - Counts follow the algorithms "Misra-Gries" and "SpaceSaving".  A value that has no row occurred
 *   at most `floor` times.  A value that has a row occurred at least `count` and at most `count +
 *   error` times.  If n values are counted in k rows, floor is at most 2n/k.
 * - The number of distinct values is estimated by a HyperLogLog of 64-bit hashes with Ertl's
 *   estimator ("New cardinality estimation algorithms for HyperLogLog sketches", 2017).  The
 *   standard error of the estimate is also reported.
 *
 * Hashes are SipHash-1-3 with the caller's seed, so that no input can provoke collisions. */
#ifndef EVERYURI_STATS_H
#define EVERYURI_STATS_H

#include "key.h"
#include "uri.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Dimensions in which URIs are counted.  An item that the first standard rejects counts only in
 *  REASON and STANDARD. */
enum everyuri_stats_dimension {
	EVERYURI_STATS_SCHEME = 0,    /**< in lower case */
	EVERYURI_STATS_STANDARD = 1,  /**< the standards that accept the item */
	EVERYURI_STATS_HOST = 2,      /**< in lower case; a name with escapes or characters beyond
	                                   US-ASCII is converted to A-labels */
	EVERYURI_STATS_DOMAIN = 3,    /**< the registrable domain according to the Public Suffix
	                                   List */
	EVERYURI_STATS_PORT = 4,      /**< the number, if the URI has a port */
	EVERYURI_STATS_EXTENSION = 5, /**< file name extension, in lower case: the 1 to 16 letters
	                                   and digits after the last dot of the last segment, up to
	                                   its end or ";".  None if the segment begins with that
	                                   dot, or if the path does not begin with a slash */
	EVERYURI_STATS_QUERY_KEY = 6, /**< key of each pair of the query, as in params.h, with "+"
	                                   and %HH decoded */
	EVERYURI_STATS_DEPTH = 7,     /**< number of non-empty segments of the path */
	EVERYURI_STATS_LENGTH = 8,    /**< length of the item in bytes */
	EVERYURI_STATS_REASON = 9     /**< the reason why the first standard rejects the item */
};
#define EVERYURI_N_STATS_DIMENSIONS 10

/** Returns the name of a dimension: "scheme", "domain", "query-key", ...
 *  Returns: static; NULL for an unknown number. */
const char *everyuri_stats_dimension_name(enum everyuri_stats_dimension dimension);

/** Longest value that can have a row, in bytes.  Longer values are counted only in
 *  everyuri_stats_total.too_long. */
#define EVERYURI_STATS_VALUE_MAX 1024

/** Least and most memory, in bytes. */
#define EVERYURI_STATS_MEMORY_MIN ((size_t)72 << 10)
#define EVERYURI_STATS_MEMORY_MAX ((size_t)1 << 31)

/** Paths with at least this many segments are counted together. */
#define EVERYURI_STATS_DEPTH_MAX 63

/** Longest text whose length is counted exactly, in bytes.  For longer texts, only the power of two
 *  below the length is counted. */
#define EVERYURI_STATS_LENGTH_MAX 4096

/** Options of a count. */
struct everyuri_stats_options {
	size_t memory;       /**< bytes */
	uint32_t dimensions; /**< bit d: count dimension d; 0 means all dimensions */
	/** The standards that parse the items.  The parts are those of the first one. */
	enum everyuri_standard standard[EVERYURI_N_STANDARDS];
	size_t n_standards;             /**< 0 means only rfc3986 */
	const struct everyuri_psl *psl; /**< must outlive the stats; NULL means that domains are not
	                                     counted */
	unsigned char seed[16];         /**< random; an attacker must not know it */
};

/** The counts.  Private. */
struct everyuri_stats;

/** Begins a count.
 *  buf:    grows to options->memory bytes, which hold the counts until the next use of the buffer.
 *  stats:  receives the counts, which are in buf.
 *  Errors: OUT_OF_RANGE if memory is less than EVERYURI_STATS_MEMORY_MIN or more than
 *          EVERYURI_STATS_MEMORY_MAX; UNSUPPORTED if this build lacks a standard; NO_SPACE,
 *          NO_MEMORY.
 *  Cost:   constant: the memory is not cleared. */
enum everyuri_status everyuri_stats_init(struct everyuri_buf *buf,
                                         const struct everyuri_stats_options *options,
                                         struct everyuri_stats **stats, struct everyuri_error *err);

/** Sets all counts to 0. */
void everyuri_stats_clear(struct everyuri_stats *stats);

/** Parses one item under all standards of the options, and counts it.
 *  buf:     scratch for texts that whatwg rewrites.
 *  Returns: the verdict of the first standard: OK, INVALID or TOO_LONG.  In each case the item is
 *           counted.
 *  Errors:  NO_SPACE, NO_MEMORY: buf is too small, and the item is not counted.
 *  Cost:    linear; allocates only in buf. */
enum everyuri_status everyuri_stats_add(struct everyuri_stats *stats, const char *text, size_t len,
                                        struct everyuri_buf *buf, struct everyuri_error *err);

/** Count an item that the caller has parsed.  Call everyuri_stats_count() if the first standard
 *  accepts it, otherwise everyuri_stats_refuse().  Call everyuri_stats_accept() for each other
 *  standard that accepts it.
 *  len: length of the item as given, in bytes. */
void everyuri_stats_count(struct everyuri_stats *stats, const struct everyuri_uri *uri, size_t len);
void everyuri_stats_refuse(struct everyuri_stats *stats, const struct everyuri_error *error);
void everyuri_stats_accept(struct everyuri_stats *stats, enum everyuri_standard standard);

/** Adds the counts in `from` to `stats`.  Both must have the same options, except `memory`.  The
 *  sum of exact counts is exact if it fits in memory, and does not depend on the order of merging.
 *  Cost: linear in the rows of `from`. */
void everyuri_stats_merge(struct everyuri_stats *stats, const struct everyuri_stats *from);

/** Returns whether some dimension was three quarters full since the last everyuri_stats_clear().  A
 *  thread should then merge its counts into the total and clear them, so that only the total can
 *  become a sketch. */
bool everyuri_stats_crowded(const struct everyuri_stats *stats);

/* ---- results ---------------------------------------------------------------------- */

/** Numbers of items. */
struct everyuri_stats_items {
	uint64_t items;    /**< all items: accepted + refused */
	uint64_t accepted; /**< items that the first standard accepts; only the parts of these items
	                        are counted */
	uint64_t refused;  /**< items that the first standard rejects */
	uint64_t by_standard[EVERYURI_N_STANDARDS];      /**< number of items that each standard
	                                                      accepts */
	uint64_t by_depth[EVERYURI_STATS_DEPTH_MAX + 1]; /**< items by depth; the last entry counts
	                                                      this depth and more */
};

/** Returns the numbers of items, valid until the stats change. */
const struct everyuri_stats_items *everyuri_stats_read_items(const struct everyuri_stats *stats);

/** Totals of a dimension. */
struct everyuri_stats_total {
	uint64_t counted;  /**< number of occurrences of all values */
	uint64_t absent;   /**< items without a value */
	uint64_t too_long; /**< values longer than EVERYURI_STATS_VALUE_MAX, which have no row */
	uint64_t distinct; /**< number of distinct values that are not too long */
	uint64_t distinct_error; /**< standard error of `distinct`; 0 if `distinct` is exact */
	uint64_t floor;          /**< upper bound of the occurrences of a value without a row; 0 if
	                              all values have rows */
	uint64_t rows;           /**< number of rows */
};

/** Returns the totals of a dimension.
 *  dimension: scheme, host, domain, port, extension, query key or reason. */
struct everyuri_stats_total everyuri_stats_read_total(const struct everyuri_stats *stats,
                                                      enum everyuri_stats_dimension dimension);

/** One value.  It occurred at least `count` and at most `count + error` times. */
struct everyuri_stats_row {
	struct everyuri_text value;  /**< valid until the stats change */
	struct everyuri_text clause; /**< only for reason: the clause, while value is the message */
	uint64_t count, error;
};

/** Stores the most frequent values, in order of decreasing count, then of bytes.
 *  rows:    receives up to n_rows rows.
 *  Returns: the number of rows stored.
 *  Cost:    log n_rows for each row of the dimension. */
size_t everyuri_stats_top(const struct everyuri_stats *stats,
                          enum everyuri_stats_dimension dimension, struct everyuri_stats_row *rows,
                          size_t n_rows);

/** Lengths of the accepted items, in bytes. */
struct everyuri_stats_lengths {
	uint64_t n, sum;
	uint64_t least, most; /**< 0 if n is 0 */
};

/** Returns the lengths of the accepted items. */
struct everyuri_stats_lengths everyuri_stats_read_lengths(const struct everyuri_stats *stats);

/** Returns the number of items with a length from 2^power to 2^(power + 1) - 1 bytes; power 0
 *  includes items of length 0. */
uint64_t everyuri_stats_lengths_of(const struct everyuri_stats *stats, unsigned power);

/** Returns a percentile of the lengths, in bytes.
 *  percent: 1 to 100.
 *  at_most: receives an upper bound of the percentile.  Up to EVERYURI_STATS_LENGTH_MAX, it equals
 *           the return value; above, the return value is a lower bound. */
uint64_t everyuri_stats_quantile(const struct everyuri_stats *stats, unsigned percent,
                                 uint64_t *at_most);

#ifdef __cplusplus
}
#endif
#endif
