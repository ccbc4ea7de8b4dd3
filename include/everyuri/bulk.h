/* bulk.h - many URIs at once: columns of texts in, plain arrays out.
 *
 * A column is described where it lies, as Arrow has it or as lines, and is not copied.  What a
 * call says of row i stands at index i of arrays that the caller owns; an array that is NULL is
 * not wanted.  Every answer is the one that the call for a single URI gives (uri.h, key.h).
 *
 * Bad text is an ordinary answer, a row's own status, and never ends a call.  What ends one is
 *   OUT_OF_RANGE  an offset that goes backwards or beyond the data (at: bytes 0; row: *n_done)
 *   NO_SPACE      text that does not fit: take away what is there, and go on with the rows
 *                 from *n_done on (everyuri_rows_slice, everyuri_parts_from)
 * and *n_done is always the number of rows that are answered; behind them arrays may have been
 * scratch.  Nothing is allocated.  No call keeps anything, so that threads may work on slices of
 * one column into slices of the same arrays. */
#ifndef EVERYURI_BULK_H
#define EVERYURI_BULK_H

#include "key.h"
#include "uri.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- columns of texts ------------------------------------------------------------------ */

/** How the rows of a column lie in memory. */
enum everyuri_layout {
	EVERYURI_LAYOUT_OFFSETS_32 = 0, /**< n_rows + 1 int32_t into data: Arrow's utf8, binary */
	EVERYURI_LAYOUT_OFFSETS_64 = 1, /**< int64_t: large_utf8, large_binary */
	EVERYURI_LAYOUT_SPANS = 2,      /**< n_rows struct everyuri_span of data: lines */
	EVERYURI_LAYOUT_VIEWS = 3,      /**< n_rows of 16 bytes: utf8_view, binary_view */
	EVERYURI_LAYOUT_TEXTS =
		4 /**< n_rows struct everyuri_text, each anywhere; data NULL: null */
};

/** A column, or a slice of one.  It owns nothing; every pointer may be unaligned. */
struct everyuri_rows {
	enum everyuri_layout layout;
	size_t n_rows;
	const void *at;                      /**< the offset, span, view or text of row 0 */
	const char *data;                    /**< offsets, spans: what they index */
	size_t data_len;                     /**< bytes */
	const struct everyuri_text *buffers; /**< views: their data buffers; NULL with none */
	size_t n_buffers;
	const uint8_t *validity; /**< bit validity_bit + i, least significant first: 0 is null;
	                              NULL: no row is */
	size_t validity_bit;     /**< bits: where row 0's stands; Arrow's offset of an array */
};

/** The rows from `from` on, at most n_rows of them. */
struct everyuri_rows everyuri_rows_slice(const struct everyuri_rows *rows, size_t from,
                                         size_t n_rows);

/** One row.
 *  text:   data NULL if it is null.
 *  Errors: OUT_OF_RANGE: its offsets go backwards or beyond the data. */
enum everyuri_status everyuri_row(const struct everyuri_rows *rows, size_t row,
                                  struct everyuri_text *text);

/** For the flags of everyuri_lines_cut. */
enum {
	EVERYURI_LINES_NUL = 0x400, /**< items end in NUL, and nothing else is taken off */
	EVERYURI_LINES_END =
		0x800 /**< nothing follows data: what has no terminator is a line too */
};

/** Cut text into lines, each without its newline and one CR before that.
 *  data, len: at most EVERYURI_TEXT_MAX bytes are looked at in one call.
 *  lines:     room for max_lines spans of data, for EVERYURI_LAYOUT_SPANS.
 *  n_lines:   set to how many there are.
 *  Returns:   bytes that they take with their terminators: where the next call begins.
 *  Cost:      linear. */
size_t everyuri_lines_cut(const char *data, size_t len, unsigned flags, struct everyuri_span *lines,
                          size_t max_lines, size_t *n_lines);

/* ---- what is said of rows ---------------------------------------------------------------- */

/** A verdict a row: n_rows entries each, or NULL. */
struct everyuri_verdicts {
	uint8_t *status;    /**< enum everyuri_status: OK, INVALID, ..., NULL_ROW */
	uint32_t *error_at; /**< bytes of the row: as everyuri_error.at; EVERYURI_ABSENT where the
	                         status is OK, NULL_ROW or TOO_LONG */
};

/** A column of texts that a call makes, as Arrow has it.
 *  Where a row has no text, its two offsets are the same and its bit is 0. */
struct everyuri_texts {
	char *data;
	size_t cap;         /**< bytes there is room for */
	size_t len;         /**< bytes written; set by each call, which begins at data[0] */
	int32_t *offset_32; /**< n_rows + 1 entries, or NULL; with it len is at most INT32_MAX */
	int64_t *offset_64; /**< the same in 64 bits, or NULL */
	uint8_t *validity;  /**< bitmap from bit 0 of the first byte on, or NULL; the last byte's
	                         other bits are set to 0 */
	size_t needed;      /**< bytes: set by NO_SPACE: what row *n_done wants, alone, at most */
};

/** The parts of each row: n_rows entries each, or NULL. */
struct everyuri_parts {
	struct everyuri_verdicts verdict;
	uint8_t *host_kind; /**< enum everyuri_host_kind; 0 without a host */
	uint16_t *flags;    /**< everyuri_uri.flags: EVERYURI_RELATIVE, EVERYURI_REWRITTEN, ...;
	                         REWRITTEN says where a text is: never of a row that is its own
	                         href, which everyuri_parse may have put into its buffer */
	uint32_t *begin[EVERYURI_N_PARTS]; /**< bytes from the start of the row's text, which is
	                                        the row itself or, if it is REWRITTEN, that in
	                                        `rewritten`; absent: EVERYURI_ABSENT in both, */
	uint32_t *end[EVERYURI_N_PARTS];   /**< as all parts of a row are that is not OK */
	struct everyuri_texts *rewritten;  /**< whatwg: hrefs, of the rows that are not their own
	                                        href already; may be NULL under other standards */
};

/** The same arrays from row `from` on; `rewritten` stays as it is. */
struct everyuri_parts everyuri_parts_from(const struct everyuri_parts *parts, size_t from);

/* ---- the calls ---------------------------------------------------------------------------- */

/** Read every row: what everyuri_parse says without a base.
 *  flags:  EVERYURI_ADMIT_....
 *  n_done: rows answered; may be NULL, here and below.
 *  Errors: OUT_OF_RANGE, UNSUPPORTED; whatwg: NO_SPACE.
 *  Cost:   linear. */
enum everyuri_status everyuri_bulk_parse(const struct everyuri_rows *rows,
                                         enum everyuri_standard standard, unsigned flags,
                                         const struct everyuri_parts *parts, size_t *n_done,
                                         struct everyuri_error *err);

/** The verdicts alone: everyuri_check.  Errors: OUT_OF_RANGE, UNSUPPORTED. */
enum everyuri_status everyuri_bulk_check(const struct everyuri_rows *rows,
                                         enum everyuri_standard standard, unsigned flags,
                                         const struct everyuri_verdicts *verdicts, size_t *n_done,
                                         struct everyuri_error *err);

/** The calls below make a column of texts; a row whose status is not OK has none.
 *  verdicts: may be NULL.
 *  Errors:   of the call OUT_OF_RANGE, UNSUPPORTED and NO_SPACE, which may ask for more room than
 *            the text takes in the end: the row's text is worked out where it will stay.  With
 *            32-bit offsets a text that would never fit is TOO_LONG, as its row's status.
 *  Cost:     as the single call; no copy besides. */

/** The canonical form of each row: everyuri_normalize; under whatwg its href. */
enum everyuri_status everyuri_bulk_normalize(const struct everyuri_rows *rows,
                                             enum everyuri_standard standard, unsigned flags,
                                             enum everyuri_level level,
                                             struct everyuri_texts *texts,
                                             const struct everyuri_verdicts *verdicts,
                                             size_t *n_done, struct everyuri_error *err);

/** The key of each row, by any profile: everyuri_key.  EVERYURI_KEY_DOMAIN makes registrable
 *  domains: a row without one is MISSING. */
enum everyuri_status everyuri_bulk_key(const struct everyuri_rows *rows,
                                       const struct everyuri_key_options *options,
                                       struct everyuri_texts *texts,
                                       const struct everyuri_verdicts *verdicts, size_t *n_done,
                                       struct everyuri_error *err);

/** One part of each row, such as its host, as everyuri_view has it.  A row without it is
 *  MISSING; empty is a text of no bytes. */
enum everyuri_status everyuri_bulk_part(const struct everyuri_rows *rows,
                                        enum everyuri_standard standard, unsigned flags,
                                        enum everyuri_part part, struct everyuri_texts *texts,
                                        const struct everyuri_verdicts *verdicts, size_t *n_done,
                                        struct everyuri_error *err);

/** The value of the first pair of this name in each row's query, decoded: everyuri_params_get.
 *  A row without such a pair is MISSING.
 *  name: decoded. */
enum everyuri_status everyuri_bulk_query_value(const struct everyuri_rows *rows,
                                               enum everyuri_standard standard, unsigned flags,
                                               struct everyuri_text name,
                                               struct everyuri_texts *texts,
                                               const struct everyuri_verdicts *verdicts,
                                               size_t *n_done, struct everyuri_error *err);

/** What several standards make of each row: n_rows entries each, or NULL. */
struct everyuri_comparisons {
	uint8_t *status;    /**< OK, NULL_ROW, TOO_LONG */
	uint32_t *accepted; /**< bit s: standard s reads it as valid */
	uint8_t *agree;     /**< 1: some accept it, and those agree (everyuri_comparison) */
	uint8_t *first;     /**< enum everyuri_part that differs; EVERYURI_N_PARTS: none */
};

/** Read each row by several standards: everyuri_compare.
 *  standards: bit s asks standard s.
 *  buf:       scratch for readings that are rewritten; one that may grow does so up to what
 *             the longest row needs.
 *  Errors:    OUT_OF_RANGE, NO_SPACE (buf->needed), NO_MEMORY. */
enum everyuri_status everyuri_bulk_compare(const struct everyuri_rows *rows, uint32_t standards,
                                           unsigned flags, struct everyuri_buf *buf,
                                           const struct everyuri_comparisons *comparisons,
                                           size_t *n_done, struct everyuri_error *err);

/* ---- threads --------------------------------------------------------------------------------- */

/** Works on rows from .. from + n_rows; is called from several threads at once, each time with
 *  other rows.  thread: which of them calls, below the number that was asked for, for what is
 *  each thread's own.  Returns: anything but OK ends the work. */
typedef enum everyuri_status everyuri_share_fn(void *context, unsigned thread, size_t from,
                                               size_t n_rows);

/** Share the rows of a column over threads.  Each range writes to its own place in arrays, so
 *  that the results are in order whatever thread came first.
 *  n_threads: with the caller's own, which works too; at most 256.
 *  grain:     rows of a range, a multiple of 8 where a bitmap is written; 0: a usual number.
 *  Returns:   OK when all rows are done; otherwise what the lowest of the ranges that failed
 *             returned; ranges behind it may be done or not.
 *  Cost:      where the system gives fewer threads, or this build has none, those that there
 *             are do all the work. */
enum everyuri_status everyuri_bulk_share(unsigned n_threads, size_t n_rows, size_t grain,
                                         everyuri_share_fn *fn, void *context);

/** Does this build have threads?  The library has, as installed; the one-file build has where
 *  it is compiled with -DEVERYURI_THREADS. */
bool everyuri_bulk_has_threads(void);

#ifdef __cplusplus
}
#endif
#endif
