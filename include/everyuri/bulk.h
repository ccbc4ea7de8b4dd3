/* bulk.h - parse, check, normalise or compare many URIs in one call, from columns into arrays.
 *
 * The input is a column of texts, such as an Arrow array or the lines of a file.  It is not copied.
 * The result of row i goes to index i of arrays that the caller owns; pass NULL for arrays that you
 * do not need.  A row has the same result as the call for a single URI (uri.h, key.h).
 *
 * An invalid text does not stop a call; its row gets a status.  A call stops early with
 *   OUT_OF_RANGE  if the offsets of row *n_done are decreasing or beyond the data, or if a flag is
 *                 unknown
 *   NO_SPACE      if a result does not fit.  Use the results so far, then continue with the rows
 *                 from *n_done on (everyuri_rows_slice(), everyuri_parts_from()).
 * *n_done is the number of rows with results.  A call may overwrite array entries beyond it.
 *
 * No call allocates memory, except in a buffer argument.  Threads may process slices of one column
 * at the same time and write to slices of the same arrays. */
#ifndef EVERYURI_BULK_H
#define EVERYURI_BULK_H

#include "key.h"
#include "uri.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- columns of texts ------------------------------------------------------------------ */

/** Layouts of a column in memory. */
enum everyuri_layout {
	EVERYURI_LAYOUT_OFFSETS_32 = 0, /**< n_rows + 1 int32_t offsets: Arrow's utf8, binary */
	EVERYURI_LAYOUT_OFFSETS_64 = 1, /**< n_rows + 1 int64_t offsets: large_utf8, large_binary */
	EVERYURI_LAYOUT_SPANS = 2,      /**< n_rows struct everyuri_span: lines */
	EVERYURI_LAYOUT_VIEWS = 3,      /**< n_rows views of 16 bytes: Arrow's utf8_view,
	                                     binary_view */
	EVERYURI_LAYOUT_TEXTS = 4       /**< n_rows struct everyuri_text; data is NULL for a null
	                                     row */
};

/** A column, or a slice of one.  Owns nothing; every pointer may be unaligned. */
struct everyuri_rows {
	enum everyuri_layout layout;
	size_t n_rows;
	const void *at;   /**< address of the offset, span, view or text of row 0 */
	const char *data; /**< the bytes that offsets or spans index */
	size_t data_len;  /**< bytes */
	const struct everyuri_text *buffers; /**< for views: the data buffers, or NULL */
	size_t n_buffers;
	const uint8_t *validity; /**< bitmap, least significant bit first: row i is null if bit
	                              validity_bit + i is 0.  If the pointer is NULL, no row is
	                              null */
	size_t validity_bit;     /**< number of the bit of row 0: the offset of an Arrow array */
};

/** Returns a slice of a column: the rows from `from` on, at most n_rows. */
struct everyuri_rows everyuri_rows_slice(const struct everyuri_rows *rows, size_t from,
                                         size_t n_rows);

/** Stores the text of one row.
 *  text:   receives the text; its data is NULL if the row is null.
 *  Errors: OUT_OF_RANGE if its offsets are decreasing or beyond the data. */
enum everyuri_status everyuri_row(const struct everyuri_rows *rows, size_t row,
                                  struct everyuri_text *text);

/** Flags of everyuri_lines_cut. */
enum {
	EVERYURI_LINES_NUL = 0x400, /**< lines end in NUL; LF and CR are ordinary bytes */
	EVERYURI_LINES_END = 0x800  /**< this is the end of the text: its last line may lack a
	                                 terminator */
};

/** Splits text into lines.  A line does not include its LF or CR LF.
 *  data, len: one call uses at most EVERYURI_TEXT_MAX bytes.
 *  flags:     EVERYURI_LINES_NUL, EVERYURI_LINES_END, or 0.
 *  lines:     receives up to max_lines spans of data, for EVERYURI_LAYOUT_SPANS.
 *  n_lines:   receives the number of lines.
 *  Returns:   the number of bytes used, with terminators: start the next call after them.
 *  Cost:      linear. */
size_t everyuri_lines_cut(const char *data, size_t len, unsigned flags, struct everyuri_span *lines,
                          size_t max_lines, size_t *n_lines);

/* ---- results of rows --------------------------------------------------------------------- */

/** Verdicts on the rows.  Each array has n_rows entries, or is NULL. */
struct everyuri_verdicts {
	uint8_t *status;    /**< enum everyuri_status: OK, INVALID, ..., NULL_ROW */
	uint32_t *error_at; /**< everyuri_error.at, in bytes of the row; EVERYURI_ABSENT if the
	                         status is OK, NULL_ROW or TOO_LONG */
};

/** A column of texts that a call writes, in Arrow's layout.  A row without a text is empty (its two
 *  offsets are equal) and null (its bit is 0). */
struct everyuri_texts {
	char *data;
	size_t cap;         /**< size of `data` in bytes */
	size_t len;         /**< bytes written; each call begins at data[0] */
	int32_t *offset_32; /**< n_rows + 1 entries, or NULL; len is then at most INT32_MAX */
	int64_t *offset_64; /**< the same in 64 bits, or NULL */
	uint8_t *validity;  /**< bitmap, with row 0 at bit 0, or NULL; unused bits of the last byte
	                         are set to 0 */
	size_t needed;      /**< set when a call returns NO_SPACE: a `cap` that is large enough for
	                         row *n_done */
};

/** The parts of the rows.  Each array has n_rows entries, or is NULL. */
struct everyuri_parts {
	struct everyuri_verdicts verdict;
	uint8_t *host_kind; /**< enum everyuri_host_kind; 0 if there is no host */
	uint16_t *flags;    /**< everyuri_uri.flags: EVERYURI_RELATIVE, EVERYURI_REWRITTEN and so
	                         on.  If REWRITTEN is set, the text differs from the row and is in
	                         `rewritten` */
	uint32_t *begin[EVERYURI_N_PARTS]; /**< offset of each part in the row or, for a REWRITTEN
	                                        row, in its text in `rewritten` */
	uint32_t *end[EVERYURI_N_PARTS];   /**< end of each part.  Both are EVERYURI_ABSENT if the
	                                        part is absent or the row's status is not OK */
	struct everyuri_texts *rewritten;  /**< whatwg: the href of each row that differs from its
	                                        href; may be NULL under other standards */
};

/** Returns the same arrays, beginning at row `from`.  `rewritten` is not advanced. */
struct everyuri_parts everyuri_parts_from(const struct everyuri_parts *parts, size_t from);

/* ---- the calls ---------------------------------------------------------------------------- */

/** Parses every row, as everyuri_parse() does without a base.
 *  flags:  EVERYURI_ADMIT_... or 0.
 *  parts:  receives the results.
 *  n_done: receives the number of rows with results; may be NULL, here and below.
 *  Errors: OUT_OF_RANGE, UNSUPPORTED; whatwg: NO_SPACE.
 *  Cost:   linear. */
enum everyuri_status everyuri_bulk_parse(const struct everyuri_rows *rows,
                                         enum everyuri_standard standard, unsigned flags,
                                         const struct everyuri_parts *parts, size_t *n_done,
                                         struct everyuri_error *err);

/** Checks every row, as everyuri_check() does.  Errors: OUT_OF_RANGE, UNSUPPORTED. */
enum everyuri_status everyuri_bulk_check(const struct everyuri_rows *rows,
                                         enum everyuri_standard standard, unsigned flags,
                                         const struct everyuri_verdicts *verdicts, size_t *n_done,
                                         struct everyuri_error *err);

/** The calls below write a column of texts.  A row whose status is not OK has no text.
 *  texts:    receives the texts.
 *  verdicts: receives the statuses; may be NULL.
 *  Errors:   OUT_OF_RANGE, UNSUPPORTED, NO_SPACE.  texts->needed may exceed the length of the final
 *            text, because intermediate results also need space.  With 32-bit offsets, a text that
 *            can never fit gets the status TOO_LONG.
 *  Cost:     for each row, that of the call for one URI.  Texts are written in place. */

/** Writes the canonical form of each row (everyuri_normalize()).  Under whatwg, this is the
 *  href. */
enum everyuri_status everyuri_bulk_normalize(const struct everyuri_rows *rows,
                                             enum everyuri_standard standard, unsigned flags,
                                             enum everyuri_level level,
                                             struct everyuri_texts *texts,
                                             const struct everyuri_verdicts *verdicts,
                                             size_t *n_done, struct everyuri_error *err);

/** Writes the key of each row (everyuri_key()).  With EVERYURI_KEY_DOMAIN, the key is the
 *  registrable domain, and a row without a registrable domain gets MISSING. */
enum everyuri_status everyuri_bulk_key(const struct everyuri_rows *rows,
                                       const struct everyuri_key_options *options,
                                       struct everyuri_texts *texts,
                                       const struct everyuri_verdicts *verdicts, size_t *n_done,
                                       struct everyuri_error *err);

/** Writes one part of each row, such as its host (everyuri_view()).  A row without that part gets
 *  MISSING. */
enum everyuri_status everyuri_bulk_part(const struct everyuri_rows *rows,
                                        enum everyuri_standard standard, unsigned flags,
                                        enum everyuri_part part, struct everyuri_texts *texts,
                                        const struct everyuri_verdicts *verdicts, size_t *n_done,
                                        struct everyuri_error *err);

/** Writes the decoded value of the first pair in each row's query that has this name
 *  (everyuri_params_get()).  A row without this pair gets MISSING.
 *  name: decoded. */
enum everyuri_status everyuri_bulk_query_value(const struct everyuri_rows *rows,
                                               enum everyuri_standard standard, unsigned flags,
                                               struct everyuri_text name,
                                               struct everyuri_texts *texts,
                                               const struct everyuri_verdicts *verdicts,
                                               size_t *n_done, struct everyuri_error *err);

/** Results of comparing the rows.  Each array has n_rows entries, or is NULL. */
struct everyuri_comparisons {
	uint8_t *status;    /**< OK, NULL_ROW or TOO_LONG */
	uint32_t *accepted; /**< bit s is set if standard s accepts the row */
	uint8_t *agree;     /**< 1 if the standards that accept the row agree (see
	                         everyuri_comparison) */
	uint8_t *first;     /**< first enum everyuri_part that differs; EVERYURI_N_PARTS if none
	                         differs */
};

/** Parses each row under several standards and compares the results (everyuri_compare()).
 *  standards:   bit s selects standard s.
 *  buf:         scratch for texts that standards rewrite; grows to the size that the longest row
 *               needs.
 *  comparisons: receives the results.
 *  Errors:      OUT_OF_RANGE, NO_SPACE (see buf->needed), NO_MEMORY. */
enum everyuri_status everyuri_bulk_compare(const struct everyuri_rows *rows, uint32_t standards,
                                           unsigned flags, struct everyuri_buf *buf,
                                           const struct everyuri_comparisons *comparisons,
                                           size_t *n_done, struct everyuri_error *err);

/* ---- threads --------------------------------------------------------------------------------- */

/** Processes the rows [from, from + n_rows).  Several threads call it at once, each for different
 *  rows.
 *  thread:  number of the calling thread, from 0 to n_threads - 1; can be used as an index into
 *          scratch memory.
 *  Returns: OK, or a status that stops the work. */
typedef enum everyuri_status everyuri_share_fn(void *context, unsigned thread, size_t from,
                                               size_t n_rows);

/** Distributes the rows of a column over threads, in ranges.  Results are in order, because each
 *  range writes to its part of the arrays.
 *  n_threads: at most 256, including the calling thread, which does its share.  If the system or
 *             this build provides fewer threads, these do all the work.
 *  grain:     number of rows in a range; must be a multiple of 8 if a bitmap is written.  0 means
 *         the default.
 *  Returns:   OK when all rows are done; otherwise the status of the first range that failed.
 *             Ranges after it may or may not be done. */
enum everyuri_status everyuri_bulk_share(unsigned n_threads, size_t n_rows, size_t grain,
                                         everyuri_share_fn *fn, void *context);

/** Returns whether this build supports threads.  The installed library does; a one-file build only
 *  if it was compiled with -DEVERYURI_THREADS. */
bool everyuri_bulk_has_threads(void);

#ifdef __cplusplus
}
#endif
#endif
