/* flat.h - the subset of FlatBuffers that Arrow's messages need: tables, vectors and strings,
 * written from front to back.  Each of these comes after the offset that refers to it. */
#ifndef EU_BULK_FLAT_H
#define EU_BULK_FLAT_H

#include "base/base.h"

/** Large enough for the schema of the widest table, and for one batch of it (rows.h). */
#define EU_FLAT_MAX 4096

struct eu_flat {
	unsigned char data[EU_FLAT_MAX];
	size_t len;
};

/** Append a number, or overwrite the number at `at`.  Both write little-endian numbers. */
void eu_flat_add(struct eu_flat *flat, uint64_t number, size_t n_bytes);
void eu_flat_set(struct eu_flat *flat, size_t at, uint64_t number, size_t n_bytes);

/** Pads with zeros until the length is `over` bytes less than a multiple of `unit`. */
void eu_flat_align(struct eu_flat *flat, size_t unit, size_t over);

/** Appends a table of `size` bytes.  All bytes are zero except the offset of the vtable, which
 *  precedes the table.
 *  place:   the offset of each field in the table, in the order of the schema; 0 if it has no such
 *           field.
 *  Returns: the offset of the table, a multiple of 8. */
size_t eu_flat_table(struct eu_flat *flat, const unsigned char *place, size_t n_fields,
                     size_t size);

/** Makes the offset at `from` refer to `to`, which must come after it. */
void eu_flat_point(struct eu_flat *flat, size_t from, size_t to);

/** Append a string, or the length of a vector whose elements follow.  The offset at `from` will
 *  refer to it. */
void eu_flat_string(struct eu_flat *flat, size_t from, const char *text);
void eu_flat_vector(struct eu_flat *flat, size_t from, size_t n, size_t unit);

#endif
