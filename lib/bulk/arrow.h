/* arrow.h - rows as a stream of Arrow record batches (arrow.c); its messages (message.c). */
#ifndef EU_BULK_ARROW_H
#define EU_BULK_ARROW_H

#include "bulk/bulk.h"
#include "everyuri/rows.h"

/** The columns, in their order. */
enum eu_arrow_column {
	EU_ARROW_URI,
	EU_ARROW_VALID,
	EU_ARROW_AT,
	EU_ARROW_SCHEME, /* and the parts behind it */
	EU_ARROW_HREF = EU_ARROW_SCHEME + EVERYURI_N_PARTS,
	EU_ARROW_HOST_KIND,
	EU_ARROW_OCTETS,
	EU_ARROW_N_COLUMNS
};

/** Schema.fbs, "union Type". */
enum eu_arrow_type { EU_ARROW_INT = 2, EU_ARROW_BINARY = 4, EU_ARROW_UTF8 = 5, EU_ARROW_BOOL = 6 };

enum eu_arrow_type eu_arrow_type_of(enum eu_arrow_column column);

/** What a column of a batch takes, in bytes. */
struct eu_arrow_size {
	size_t n_nulls;
	size_t buffer[3]; /* validity, offsets, data; or validity, values */
};

/** Every buffer begins at a multiple of this. */
#define EU_ARROW_ALIGNED 8

static inline size_t eu_arrow_padded(size_t len)
{
	return (len + EU_ARROW_ALIGNED - 1) & ~(size_t)(EU_ARROW_ALIGNED - 1);
}

/** How many buffers a column has: 3, or 2 where all values are of one size. */
static inline unsigned eu_arrow_n_buffers(enum eu_arrow_column column)
{
	return column == EU_ARROW_VALID || column == EU_ARROW_AT ? 2 : 3;
}

/** The stream's messages. */
void eu_arrow_write_schema(struct everyuri_writer *out, const char *standard);
void eu_arrow_write_batch(struct everyuri_writer *out, size_t n_rows,
                          const struct eu_arrow_size size[EU_ARROW_N_COLUMNS]);
void eu_arrow_write_end(struct everyuri_writer *out);

/** Rows as one record batch. */
enum everyuri_status eu_arrow_write_rows(const struct everyuri_rows_writing *writing,
                                         const struct everyuri_rows *rows,
                                         const struct everyuri_verdicts *verdicts, size_t *n_done,
                                         struct everyuri_error *err);

#endif
