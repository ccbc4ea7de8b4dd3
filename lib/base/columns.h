/* columns.h - where the parts of many texts go, when they are cut together. */
#ifndef EU_BASE_COLUMNS_H
#define EU_BASE_COLUMNS_H

#include "base/base.h"

/** Texts that are cut together, at most. */
#define EU_COLUMNS_ROWS 64

/** A number for each text in each column, of which none is NULL. */
struct eu_columns {
	uint32_t *begin[EVERYURI_N_PARTS], *end[EVERYURI_N_PARTS];
	uint8_t *host_kind;
};

/** Cut the texts that are surely of the most common shapes.
 *  n:       at most EU_COLUMNS_ROWS; a text may be of any length, and its data NULL if that is 0.
 *  end:     of memory that may be read from each text on; or NULL, and nothing but the texts is read.
 *  rest:    the texts of which it is not sure, in their order; their places in the columns hold
 *           anything.
 *  Returns: how many of these there are.
 *  Cost:    linear. */
typedef size_t eu_columns_fn(const struct everyuri_text *text, size_t n, const char *end,
                             const struct eu_columns *columns, uint8_t rest[EU_COLUMNS_ROWS]);

#endif
