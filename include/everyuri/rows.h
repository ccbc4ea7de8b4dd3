/* rows.h - columns of URIs written out: a line a row, or a stream of Arrow record batches.
 *
 * What is written of a row is what `everyuri parse` prints of a line, byte for byte: JSON objects
 * and tab-separated fields (docs/commands/parse.md).  Rows are read and written in one pass. */
#ifndef EVERYURI_ROWS_H
#define EVERYURI_ROWS_H

#include "bulk.h"
#include "write.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How rows are written. */
enum everyuri_rows_shape {
	EVERYURI_ROWS_JSON = 0, /**< one compact object a line */
	EVERYURI_ROWS_TSV = 1,  /**< a line of names, then fields; absent is \N */
	EVERYURI_ROWS_CSV = 2,  /**< RFC 4180, the same columns; absent is nothing, empty is "" */
	EVERYURI_ROWS_ARROW = 3 /**< Arrow's IPC streaming format */
};

/** What is written, and where to. */
struct everyuri_rows_writing {
	enum everyuri_rows_shape shape;
	enum everyuri_standard standard;
	unsigned flags;               /**< EVERYURI_ADMIT_... */
	size_t too_long_at;           /**< bytes; not 0: rows are the beginnings of longer texts,
	                                   and each is TOO_LONG there */
	bool nul;                     /**< JSON, TSV: a row ends in NUL instead of a newline */
	struct everyuri_writer *out;  /**< the larger its block, the better; 64 KiB is much */
	struct everyuri_buf *scratch; /**< two buffers, for what whatwg rewrites; others, and
	                                   NULL with others, are not touched; Arrow needs them */
};

/** What stands in front of the first row: TSV's and CSV's names, Arrow's schema.
 *  A null row is {"uri":null,...} in JSON and absent in all fields but `standard` elsewhere.
 *  Arrow's columns: uri (utf8, of U+FFFD where a byte is not UTF-8, and then octets), valid
 *  (bool), at (uint32), the eight parts, href, host_kind (utf8), octets (binary); the standard
 *  stands in the schema's metadata.
 *  Errors: UNSUPPORTED. */
enum everyuri_status everyuri_rows_begin(const struct everyuri_rows_writing *writing,
                                         struct everyuri_error *err);

/** Read and write all rows; with Arrow as one record batch.
 *  verdicts: as everyuri_bulk_parse fills them; may be NULL.
 *  n_done:   rows written; may be NULL.
 *  Errors:   OUT_OF_RANGE, NO_MEMORY, NO_SPACE: scratch did not grow; TOO_LONG: Arrow: the texts of
 *            a column are more than INT32_MAX bytes, and nothing is written.  Whether all could
 *            be handed over the writer knows. */
enum everyuri_status everyuri_rows_write(const struct everyuri_rows_writing *writing,
                                         const struct everyuri_rows *rows,
                                         const struct everyuri_verdicts *verdicts, size_t *n_done,
                                         struct everyuri_error *err);

/** What stands behind the last row: the end of Arrow's stream. */
void everyuri_rows_end(const struct everyuri_rows_writing *writing);

/* ---- other tables ------------------------------------------------------------------------ */

/** What a column of a table holds. */
enum everyuri_column_kind {
	EVERYURI_COLUMN_TEXT = 0,   /**< utf8, with U+FFFD where a byte is not part of UTF-8 */
	EVERYURI_COLUMN_OCTETS = 1, /**< binary */
	EVERYURI_COLUMN_BOOL = 2,   /**< bool: numbers 0 and 1 */
	EVERYURI_COLUMN_U32 = 3,    /**< uint32 */
	EVERYURI_COLUMN_U64 = 4     /**< uint64 */
};

/** The number of a row that has none. */
#define EVERYURI_NO_NUMBER UINT64_MAX

/** A column of the caller's own; the arrays have an entry for each row of a batch. */
struct everyuri_column {
	const char *name; /**< UTF-8 */
	enum everyuri_column_kind kind;
	const struct everyuri_text *text; /**< TEXT, OCTETS; data NULL: the row has none */
	const uint64_t *number;           /**< the others */
};

#define EVERYURI_TABLE_COLUMNS 32 /**< a table has at most so many columns */
#define EVERYURI_TABLE_NAMES 512  /**< bytes: their names are together at most so long */

/** A table of any columns as Arrow's IPC stream: begin with its schema, for which arrays are not
 *  looked at; write record batches of n_rows each, with the same names and kinds; end.
 *  Errors: TOO_LONG: more columns or longer names than a table may have; or the values of a
 *          column, `at` of them all, are more than INT32_MAX bytes.  Then nothing is written.
 *  Cost:   linear; no memory. */
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
