/* flat.h - as much of FlatBuffers as Arrow's messages take: tables, vectors and strings, written
 * from front to back, each behind what points to it. */
#ifndef EU_BULK_FLAT_H
#define EU_BULK_FLAT_H

#include "base/base.h"

/** Large enough for the schema of the widest table, and for a batch of it (rows.h). */
#define EU_FLAT_MAX 4096

struct eu_flat {
	unsigned char data[EU_FLAT_MAX];
	size_t len;
};

/** Numbers at the end, or over what stands at `at`; all little-endian. */
void eu_flat_add(struct eu_flat *flat, uint64_t number, size_t n_bytes);
void eu_flat_set(struct eu_flat *flat, size_t at, uint64_t number, size_t n_bytes);

/** Zeros up to a place that is `over` bytes in front of a multiple of `unit`. */
void eu_flat_align(struct eu_flat *flat, size_t unit, size_t over);

/** A table of `size` bytes, its fields 0 but for the pointer to their places in front.
 *  place:   of each field in the table, in the order of the schema; 0: left out.
 *  Returns: where it stands, a multiple of 8. */
size_t eu_flat_table(struct eu_flat *flat, const unsigned char *place, size_t n_fields,
                     size_t size);

/** Let the offset at `from` lead to `to`, which stands behind it. */
void eu_flat_point(struct eu_flat *flat, size_t from, size_t to);

/** A string, or the length of a vector whose elements are to follow, led to from `from`. */
void eu_flat_string(struct eu_flat *flat, size_t from, const char *text);
void eu_flat_vector(struct eu_flat *flat, size_t from, size_t n, size_t unit);

#endif
