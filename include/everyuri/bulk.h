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
	EVERYURI_LINES_NUL = 1, /**< items end in NUL, and nothing else is taken off */
	EVERYURI_LINES_END = 2  /**< nothing follows data: what has no terminator is a line too */
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
	uint32_t *error_at; /**< bytes of the row; EVERYURI_ABSENT where the status is OK, NULL_ROW
	                         or TOO_LONG */
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
	uint16_t *flags;    /**< everyuri_uri.flags: EVERYURI_RELATIVE, EVERYURI_REWRITTEN, ... */
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

#ifdef __cplusplus
}
#endif
#endif
