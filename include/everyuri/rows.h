/* rows.h - write columns of parsed URIs as JSON, TSV, CSV or Arrow.
 *
 * A row is written as `everyuri parse` prints a line, byte for byte (docs/commands/parse.md).  Rows
 * are parsed and written in one pass. */
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
	EVERYURI_ROWS_TSV = 1,  /**< a line of names, then a line per row; absent: \N */
	EVERYURI_ROWS_CSV = 2,  /**< RFC 4180, the same columns; absent: no bytes, empty: "" */
	EVERYURI_ROWS_ARROW = 3 /**< Arrow's IPC streaming format */
};

/** Options and destination of the output. */
struct everyuri_rows_writing {
	enum everyuri_rows_shape shape;
	enum everyuri_standard standard;
	unsigned flags;               /**< EVERYURI_ADMIT_... */
	size_t too_long_at;           /**< bytes; not 0: each row is only the beginning of a text
	                                   that is TOO_LONG from this byte on */
	bool nul;                     /**< JSON, TSV: end a row with NUL instead of a newline */
	struct everyuri_writer *out;  /**< a block of 64 KiB is large enough for full speed */
	struct everyuri_buf *scratch; /**< two buffers, needed for whatwg and for Arrow; otherwise
	                                   unused, may be NULL */
};

/** Writes what precedes the first row: the names of TSV and CSV, the schema of Arrow.
 *  A null row is {"uri":null,...} in JSON.  Otherwise all its fields are absent except `standard`.
 *  The columns of Arrow are uri (utf8, with U+FFFD for invalid bytes; `octets` then has the
 *  original), valid (bool), at (uint32), the eight parts, href, host_kind (utf8), octets (binary).
 *  The schema's metadata has the standard.
 *  Errors: UNSUPPORTED. */
enum everyuri_status everyuri_rows_begin(const struct everyuri_rows_writing *writing,
                                         struct everyuri_error *err);

/** Parses and writes all rows; with Arrow as one record batch.
 *  verdicts: receives the verdicts, as from everyuri_bulk_parse(); may be NULL.
 *  n_done:   receives the number of rows written; may be NULL.
 *  Errors:   OUT_OF_RANGE; NO_MEMORY, NO_SPACE: of scratch; TOO_LONG: an Arrow column would have
 *            more than INT32_MAX bytes of text; nothing is written then.  A failure of the writer
 *            shows in everyuri_writer.failed only. */
enum everyuri_status everyuri_rows_write(const struct everyuri_rows_writing *writing,
                                         const struct everyuri_rows *rows,
                                         const struct everyuri_verdicts *verdicts, size_t *n_done,
                                         struct everyuri_error *err);

/** Writes what follows the last row: the end of Arrow's stream. */
void everyuri_rows_end(const struct everyuri_rows_writing *writing);

/* ---- other tables ------------------------------------------------------------------------ */

/** Types of a column. */
enum everyuri_column_kind {
	EVERYURI_COLUMN_TEXT = 0,   /**< utf8, with U+FFFD for each byte that is not UTF-8 */
	EVERYURI_COLUMN_OCTETS = 1, /**< binary */
	EVERYURI_COLUMN_BOOL = 2,   /**< bool: numbers 0 and 1 */
	EVERYURI_COLUMN_U32 = 3,    /**< uint32 */
	EVERYURI_COLUMN_U64 = 4     /**< uint64 */
};

/** Stands for a null in a column of numbers. */
#define EVERYURI_NO_NUMBER UINT64_MAX

/** A column of a table.  The arrays have an entry for each row of a batch. */
struct everyuri_column {
	const char *name; /**< UTF-8 */
	enum everyuri_column_kind kind;
	const struct everyuri_text *text; /**< values of TEXT, OCTETS; data NULL: null */
	const uint64_t *number;           /**< values of the other types */
};

/** Most columns of a table. */
#define EVERYURI_TABLE_COLUMNS 32
/** Most bytes of all its names together. */
#define EVERYURI_TABLE_NAMES 512

/** Write a table of any columns as an Arrow IPC stream: begin it with the schema (the arrays are
 *  ignored), write record batches with the same names and kinds, end it.
 *  Errors: TOO_LONG: too many columns or too long names; or the values of a column have more than
 *          INT32_MAX bytes (err->at: the total).  Nothing is written then.
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
