/* stats.h - what a list of URIs is made of: counts by scheme, standard, host, registrable domain,
 * port, extension, query key, depth, length, and by the reason why an item was refused.
 *
 * A struct everyuri_stats lives in memory of a size that is given once; counting never asks for
 * more.  What it counts is exact as long as it fits.  When the values of one dimension do not, the
 * rarer half of them is dropped, and from then on that dimension is a sketch, which says so:
 *
 * - Counts: as in "Misra-Gries" and "SpaceSaving".  A value that was dropped, or never had a row,
 *   occurred at most `floor` times.  One that comes (back) gets a row, and what it may have had
 *   before is that row's `error`: it occurred at least `count` and at most `count + error`
 *   times.  Of n values counted, where k rows fit, floor is at most 2n/k.
 * - How many different values there are: a HyperLogLog of 64-bit hashes, read by Ertl's estimator
 *   ("New cardinality estimation algorithms for HyperLogLog sketches", 2017); its standard error
 *   is told.
 *
 * Hashes are SipHash-1-3 under a seed of the caller's, so that no input can be made to collide. */
#ifndef EVERYURI_STATS_H
#define EVERYURI_STATS_H

#include "key.h"
#include "uri.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is counted.  Of an item that is refused, only the reason. */
enum everyuri_stats_dimension {
	EVERYURI_STATS_SCHEME = 0,    /**< in lower case */
	EVERYURI_STATS_STANDARD = 1,  /**< which of those asked accept it */
	EVERYURI_STATS_HOST = 2,      /**< as the URI has it, in lower case; of a name with escapes
	                                   or beyond US-ASCII, the A-labels */
	EVERYURI_STATS_DOMAIN = 3,    /**< registrable, by the Public Suffix List */
	EVERYURI_STATS_PORT = 4,      /**< if the URI has one: the number */
	EVERYURI_STATS_EXTENSION = 5, /**< of the last segment of a path that begins with a slash: 1
	                                   to 16 letters and digits, in lower case, between the
	                                   last dot, which is not its first byte, and its end or ";" */
	EVERYURI_STATS_QUERY_KEY = 6, /**< of each pair, pieces as in params.h, "+" a space
	                                   and %hh its byte */
	EVERYURI_STATS_DEPTH = 7,     /**< segments of the path that are not empty */
	EVERYURI_STATS_LENGTH = 8,    /**< bytes of the item */
	EVERYURI_STATS_REASON = 9     /**< why the first standard refuses it */
};
#define EVERYURI_N_STATS_DIMENSIONS 10

/** "scheme", "domain", "query-key", ...  Returns: static; NULL for a number that is none. */
const char *everyuri_stats_dimension_name(enum everyuri_stats_dimension dimension);

/** Bytes: of a longer value only the number is told (everyuri_stats_total.too_long). */
#define EVERYURI_STATS_VALUE_MAX 1024

/** Bytes: the least memory there can be, and the most. */
#define EVERYURI_STATS_MEMORY_MIN ((size_t)72 << 10)
#define EVERYURI_STATS_MEMORY_MAX ((size_t)1 << 31)

/** Depths from here on are counted as one. */
#define EVERYURI_STATS_DEPTH_MAX 63

/** Bytes: up to here each length is counted by itself, then by powers of two. */
#define EVERYURI_STATS_LENGTH_MAX 4096

struct everyuri_stats_options {
	size_t memory;       /**< bytes, for all of it */
	uint32_t dimensions; /**< bit d: count dimension d; 0: all */
	/** The standards asked: the first one reads the parts; 0 of them: rfc3986. */
	enum everyuri_standard standard[EVERYURI_N_STANDARDS];
	size_t n_standards;
	const struct everyuri_psl
		*psl;           /**< NULL: no domain is counted; used as long as the stats */
	unsigned char seed[16]; /**< nobody who writes the input should know it */
};

/** The counts; private. */
struct everyuri_stats;

/** Begin to count.
 *  buf:    gets options->memory bytes, in which all lives until the buffer's next use.
 *  *stats: lies in buf.
 *  Errors: OUT_OF_RANGE: the memory is less than EVERYURI_STATS_MEMORY_MIN or more than
 *          EVERYURI_STATS_MEMORY_MAX; UNSUPPORTED: a standard is not in this build;
 *          NO_SPACE, NO_MEMORY.
 *  Cost:   constant: memory is only touched when it is filled. */
enum everyuri_status everyuri_stats_init(struct everyuri_buf *buf,
                                         const struct everyuri_stats_options *options,
                                         struct everyuri_stats **stats, struct everyuri_error *err);

/** Forget what was counted. */
void everyuri_stats_clear(struct everyuri_stats *stats);

/** Read one item by all the standards asked, and count it.
 *  buf:     for what a standard rewrites (whatwg).
 *  Returns: what the first standard says: OK, INVALID, TOO_LONG; each of them is counted.
 *  Errors:  NO_SPACE, NO_MEMORY: of buf; then nothing was counted.
 *  Cost:    that of reading; linear; allocates nothing but in buf. */
enum everyuri_status everyuri_stats_add(struct everyuri_stats *stats, const char *text, size_t len,
                                        struct everyuri_buf *buf, struct everyuri_error *err);

/** The same in pieces, for who has read the item: an item that the first standard accepts, one that
 *  it refuses, and that one of the standards accepts an item.
 *  len: bytes of the item as given. */
void everyuri_stats_count(struct everyuri_stats *stats, const struct everyuri_uri *uri, size_t len);
void everyuri_stats_refuse(struct everyuri_stats *stats, const struct everyuri_error *error);
void everyuri_stats_accept(struct everyuri_stats *stats, enum everyuri_standard standard);

/** Add what another has counted, with the same options but for the memory.
 *  The sum of two that are exact is exact if it fits, and the same in either order.
 *  Cost: linear in the rows of `from`. */
void everyuri_stats_merge(struct everyuri_stats *stats, const struct everyuri_stats *from);

/** Has some dimension been three quarters full since it was empty?  Who counts in several threads merges then, so that only
 *  the sum of all can become a sketch. */
bool everyuri_stats_crowded(const struct everyuri_stats *stats);

/* ---- what was counted ------------------------------------------------------------ */

struct everyuri_stats_items {
	uint64_t items;    /**< accepted and refused, by the first standard */
	uint64_t accepted; /**< of the other numbers, all are about these */
	uint64_t refused;
	uint64_t by_standard[EVERYURI_N_STANDARDS];      /**< accepted; of those asked */
	uint64_t by_depth[EVERYURI_STATS_DEPTH_MAX + 1]; /**< the last: and deeper */
};

/** Returns: in the stats, valid until they change. */
const struct everyuri_stats_items *everyuri_stats_read_items(const struct everyuri_stats *stats);

/** About all values of a dimension. */
struct everyuri_stats_total {
	uint64_t counted;  /**< values, each as often as it occurred */
	uint64_t absent;   /**< items that have none */
	uint64_t too_long; /**< counted, but longer than EVERYURI_STATS_VALUE_MAX: in no row */
	uint64_t distinct; /**< different values, but the too long ones */
	uint64_t distinct_error; /**< 0: exact; otherwise one standard error of `distinct` */
	uint64_t floor;          /**< 0: exact; otherwise the most that a value without a row has */
	uint64_t rows;           /**< that there are */
};

/** dimension: scheme, host, domain, port, extension, query key or reason. */
struct everyuri_stats_total everyuri_stats_read_total(const struct everyuri_stats *stats,
                                                      enum everyuri_stats_dimension dimension);

/** How often one value occurred: at least count, at most count + error. */
struct everyuri_stats_row {
	struct everyuri_text value;  /**< valid until the stats change */
	struct everyuri_text clause; /**< of a reason, whose value is the message */
	uint64_t count, error;
};

/** The most frequent values: greatest count first, then by bytes.
 *  rows: room for n_rows.  Returns: how many there are.
 *  Cost: n log n in n_rows, times the rows that there are. */
size_t everyuri_stats_top(const struct everyuri_stats *stats,
                          enum everyuri_stats_dimension dimension, struct everyuri_stats_row *rows,
                          size_t n_rows);

/** The lengths of what was accepted, in bytes. */
struct everyuri_stats_lengths {
	uint64_t n, sum;
	uint64_t least, most; /**< 0 where n is */
};
struct everyuri_stats_lengths everyuri_stats_read_lengths(const struct everyuri_stats *stats);

/** How many have a length from 2^power to 2^(power + 1) - 1; power 0 has those of length 0 too. */
uint64_t everyuri_stats_lengths_of(const struct everyuri_stats *stats, unsigned power);

/** The least length that is not less than `percent` in a hundred of all (1 to 100).
 *  *at_most: the same, but above EVERYURI_STATS_LENGTH_MAX the length is only known to lie
 *  between the two. */
uint64_t everyuri_stats_quantile(const struct everyuri_stats *stats, unsigned percent,
                                 uint64_t *at_most);

#ifdef __cplusplus
}
#endif
#endif
