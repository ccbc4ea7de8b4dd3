/* columns.h - the type of a function that parses several texts at once into columns of parts. */
#ifndef EU_BASE_COLUMNS_H
#define EU_BASE_COLUMNS_H

#include "base/base.h"

/** Maximum number of texts in one call. */
#define EU_COLUMNS_ROWS 64

/** Columns with an entry for each text.  No pointer is NULL. */
struct eu_columns {
	uint32_t *begin[EVERYURI_N_PARTS], *end[EVERYURI_N_PARTS];
	uint8_t *host_kind;
};

/** Parses texts of the most common shapes.
 *  text:    n texts of any length; data may be NULL if the length is 0.
 *  n:       at most EU_COLUMNS_ROWS.
 *  end:     end of the memory that may be read beyond the texts, or NULL if only the texts may be
 *       read.
 *  rest:    receives the indexes of the texts that were not parsed, in order.  Their entries in
 *           the columns are undefined.
 *  Returns: the number of texts in rest.
 *  Cost:    linear. */
typedef size_t eu_columns_fn(const struct everyuri_text *text, size_t n, const char *end,
                             const struct eu_columns *columns, uint8_t rest[EU_COLUMNS_ROWS]);

#endif
