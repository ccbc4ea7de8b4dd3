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

#ifdef __cplusplus
}
#endif
#endif
