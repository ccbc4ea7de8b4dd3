/* rows.h - write columns of parsed URIs as JSON, TSV, CSV or Arrow.
 *
 * The output for a row is byte for byte that of `everyuri parse` (docs/commands/parse.md).  Rows are
 * parsed and written in one pass. */
#ifndef EVERYURI_ROWS_H
#define EVERYURI_ROWS_H

#include "bulk.h"
#include "write.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Output formats. */
enum everyuri_rows_shape {
	EVERYURI_ROWS_JSON = 0, /**< one compact object per line */
	EVERYURI_ROWS_TSV = 1,  /**< a line of column names, then a line per row; an absent value is
	                             \N */
	EVERYURI_ROWS_CSV = 2,  /**< RFC 4180, the same columns; an absent value is nothing, an
	                             empty one "" */
	EVERYURI_ROWS_ARROW = 3 /**< Arrow's IPC streaming format */
};

/** Options and destination of the output. */
struct everyuri_rows_writing {
	enum everyuri_rows_shape shape;
	enum everyuri_standard standard;
	unsigned flags;               /**< EVERYURI_ADMIT_... */
	size_t too_long_at;           /**< if not 0, the rows are truncated texts: report TOO_LONG
	                                   at this offset, in bytes, for each */
	bool nul;                     /**< in JSON and TSV, end a row with NUL instead of LF */
	struct everyuri_writer *out;  /**< output; a block of 64 KiB is needed for full speed */
	struct everyuri_buf *scratch; /**< array of two buffers, used only for whatwg and for Arrow;
	                                   otherwise it may be NULL */
};

/** Writes the beginning of the output: the column names for TSV and CSV, the schema for Arrow.  A
 *  null row is {"uri":null,...} in JSON.  In the other formats, only its column `standard` has a
 *  value.  The columns of Arrow are uri (utf8, with U+FFFD for invalid bytes; `octets` then has the
 *  original), valid (bool), at (uint32), the eight parts, href, host_kind (utf8), octets (binary).
 *  The schema's metadata has the standard.
 *  Errors: UNSUPPORTED. */
enum everyuri_status everyuri_rows_begin(const struct everyuri_rows_writing *writing,
                                         struct everyuri_error *err);

/** Parses and writes all rows.  With Arrow, they are one record batch.
 *  verdicts: receives the verdicts, as from everyuri_bulk_parse(); may be NULL.
 *  n_done:   receives the number of rows written; may be NULL.
 *  Errors:   OUT_OF_RANGE; NO_MEMORY, NO_SPACE, from scratch; TOO_LONG if an Arrow column would
 *            have more than INT32_MAX bytes of text, and nothing was written.  Only
 *            everyuri_writer.failed reports a failure of the writer. */
enum everyuri_status everyuri_rows_write(const struct everyuri_rows_writing *writing,
                                         const struct everyuri_rows *rows,
                                         const struct everyuri_verdicts *verdicts, size_t *n_done,
                                         struct everyuri_error *err);

/** Writes the end of the output: for Arrow, the end-of-stream marker. */
void everyuri_rows_end(const struct everyuri_rows_writing *writing);

/* ---- other tables ------------------------------------------------------------------------ */

/** Types of a column. */
enum everyuri_column_kind {
	EVERYURI_COLUMN_TEXT = 0,   /**< utf8, with U+FFFD in place of each invalid byte */
	EVERYURI_COLUMN_OCTETS = 1, /**< binary */
	EVERYURI_COLUMN_BOOL = 2,   /**< bool, with numbers 0 and 1 */
	EVERYURI_COLUMN_U32 = 3,    /**< uint32 */
	EVERYURI_COLUMN_U64 = 4     /**< uint64 */
};

/** Null value in a column of numbers. */
#define EVERYURI_NO_NUMBER UINT64_MAX

/** A column of a table.  Its array has an entry for each row of a batch. */
struct everyuri_column {
	const char *name; /**< UTF-8 */
	enum everyuri_column_kind kind;
	const struct everyuri_text *text; /**< values of TEXT and OCTETS; data is NULL for a null
	                                       value */
	const uint64_t *number;           /**< values of the other types */
};

/** Maximum number of columns in a table. */
#define EVERYURI_TABLE_COLUMNS 32
/** Greatest total length of the column names, in bytes. */
#define EVERYURI_TABLE_NAMES 512

/** Write a table as an Arrow IPC stream.  everyuri_table_begin() writes the schema and ignores the
 *  arrays.  everyuri_table_write() writes a record batch of columns with the same names and kinds.
 *  Errors: TOO_LONG if there are too many columns, too long names, or more than INT32_MAX bytes in
 *          a column (err->at is their number).  In this case nothing is written.
 *  Cost:   linear; allocates nothing. */
enum everyuri_status everyuri_table_begin(struct everyuri_writer *out,
                                          const struct everyuri_column *column, size_t n_columns,
                                          struct everyuri_error *err);
enum everyuri_status everyuri_table_write(struct everyuri_writer *out,
                                          const struct everyuri_column *column, size_t n_columns,
                                          size_t n_rows, struct everyuri_error *err);
void everyuri_table_end(struct everyuri_writer *out);

#ifdef __cplusplus
}
#endif
#endif
