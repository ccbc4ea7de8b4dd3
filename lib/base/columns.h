/* columns.h - the type of a function that cuts several texts at once into columns of parts. */
#ifndef EU_BASE_COLUMNS_H
#define EU_BASE_COLUMNS_H

#include "base/base.h"

/** Texts that are cut together, at most. */
#define EU_COLUMNS_ROWS 64

/** Columns with a number for each text.  No pointer is NULL. */
struct eu_columns {
	uint32_t *begin[EVERYURI_N_PARTS], *end[EVERYURI_N_PARTS];
	uint8_t *host_kind;
};

/** Cuts texts of the most common shapes.
 *  text:    n of them, of any length; data may be NULL if the length is 0.
 *  n:       at most EU_COLUMNS_ROWS.
 *  end:     end of the memory that may be read beyond the texts; NULL: read only the texts.
 *  rest:    receives the indexes of the texts that were not cut, in order.  Their entries in the
 *           columns are undefined.
 *  Returns: the number of texts in rest.
 *  Cost:    linear. */
typedef size_t eu_columns_fn(const struct everyuri_text *text, size_t n, const char *end,
                             const struct eu_columns *columns, uint8_t rest[EU_COLUMNS_ROWS]);

#endif
