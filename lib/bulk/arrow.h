/* arrow.h - writes a stream of Arrow record batches, from rows (arrow.c) or from the caller's
 * columns (table.c).  cells.c writes the cells of a column, and message.c the messages of the
 * stream. */
#ifndef EU_BULK_ARROW_H
#define EU_BULK_ARROW_H

#include "bulk/bulk.h"
#include "everyuri/rows.h"

/** The columns of parsed rows, in order. */
enum eu_arrow_column {
	EU_ARROW_URI,
	EU_ARROW_VALID,
	EU_ARROW_AT,
	EU_ARROW_SCHEME, /* the other parts follow in order */
	EU_ARROW_HREF = EU_ARROW_SCHEME + EVERYURI_N_PARTS,
	EU_ARROW_HOST_KIND,
	EU_ARROW_OCTETS,
	EU_ARROW_N_COLUMNS
};

/** Sets the names and kinds of these columns. */
void eu_arrow_name_columns(struct everyuri_column column[EU_ARROW_N_COLUMNS]);

/** One column of a batch. */
struct eu_arrow_cells {
	enum everyuri_column_kind kind;
	size_t n_rows;
	const struct everyuri_text *text; /* for TEXT and OCTETS; text[i].data is NULL if there is
	                                     no value */
	const uint64_t *number;           /* for the other kinds; EVERYURI_NO_NUMBER if there is no
	                                     value */
	const bool *odd;                  /* for TEXT: whether each cell is not UTF-8; NULL means
	                                     that each must be checked */
};

/** The number of nulls in a column, and the sizes of its buffers in bytes. */
struct eu_arrow_size {
	size_t n_nulls;
	size_t buffer[3]; /* sizes of validity, offsets and data; or of validity and values */
};

struct eu_arrow_size eu_arrow_measure(const struct eu_arrow_cells *cells);

/** Writes the buffers of a column. */
void eu_arrow_write_cells(struct everyuri_writer *out, const struct eu_arrow_cells *cells);

/** Returns whether the text is invalid UTF-8. */
bool eu_arrow_is_odd(const struct everyuri_text *text);

/** Alignment of every buffer, in bytes. */
#define EU_ARROW_ALIGNED 8

static inline size_t eu_arrow_padded(size_t len)
{
	return (len + EU_ARROW_ALIGNED - 1) & ~(size_t)(EU_ARROW_ALIGNED - 1);
}

static inline bool eu_arrow_has_texts(enum everyuri_column_kind kind)
{
	return kind == EVERYURI_COLUMN_TEXT || kind == EVERYURI_COLUMN_OCTETS;
}

/** Returns the number of buffers of a column: 3, or 2 if all values have one size. */
static inline unsigned eu_arrow_n_buffers(enum everyuri_column_kind kind)
{
	return eu_arrow_has_texts(kind) ? 3 : 2;
}

/** Write the messages of the stream.  A stream may have at most EVERYURI_TABLE_COLUMNS columns,
 *  whose names together have at most EVERYURI_TABLE_NAMES bytes.
 *  standard: for the metadata of the schema, or NULL. */
void eu_arrow_write_schema(struct everyuri_writer *out, const struct everyuri_column *column,
                           size_t n_columns, const char *standard);
void eu_arrow_write_batch(struct everyuri_writer *out, size_t n_rows,
                          const struct everyuri_column *column, const struct eu_arrow_size *size,
                          size_t n_columns);
void eu_arrow_write_end(struct everyuri_writer *out);

/** Writes rows as one record batch. */
enum everyuri_status eu_arrow_write_rows(const struct everyuri_rows_writing *writing,
                                         const struct everyuri_rows *rows,
                                         const struct everyuri_verdicts *verdicts, size_t *n_done,
                                         struct everyuri_error *err);

#endif
