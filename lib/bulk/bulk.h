/* bulk.h - functions shared by the calls on columns. */
#ifndef EU_BULK_BULK_H
#define EU_BULK_BULK_H

#include "base/base.h"
#include "everyuri/bulk.h"

/* ---- input rows -------------------------------------------------------------------- */

/** Rows per chunk.  A chunk is small enough for its parts to fit in the L1 cache and on a
 *  small stack, and large enough to make the cost per chunk negligible. */
#define EU_BULK_CHUNK 64

/** Stores the texts of n rows, starting with row `from`.  For a null row, data is NULL.
 *  n:       at most EU_BULK_CHUNK, and at most the number of rows left.
 *  Returns: the number of rows stored.  If it is less than n, the offsets of the next row decrease
 *           or exceed the data. */
size_t eu_bulk_take(const struct everyuri_rows *rows, size_t from, size_t n,
                    struct everyuri_text texts[EU_BULK_CHUNK]);

/** Returns the end of the bytes that may be read after a row, or NULL if only the row itself
 *  may be read. */
static inline const char *eu_bulk_data_end(const struct everyuri_rows *rows)
{
	return rows->layout <= EVERYURI_LAYOUT_SPANS && rows->data && !rows->validity ?
	               rows->data + rows->data_len :
	               NULL;
}

/** Checks the arguments of a call before its first row.  On failure, sets *n_done to 0.
 *  Errors: OUT_OF_RANGE for a flag that belongs to another call; UNSUPPORTED. */
enum everyuri_status eu_bulk_check_asked(enum everyuri_standard standard, unsigned flags,
                                         size_t *n_done, struct everyuri_error *err);

/** Ends a call: stores `done` in *n_done, and describes the status in *err.
 *  Returns: status. */
enum everyuri_status eu_bulk_end(enum everyuri_status status, size_t done, size_t *n_done,
                                 struct everyuri_error *err);

/** An iterator over the rows of a column, chunk by chunk. */
struct eu_bulk_walk {
	const struct everyuri_rows *rows;
	size_t from, n; /* the current chunk: its first row, and its number of rows */
	bool wrong;     /* the offsets of the row after the chunk are out of range */
	struct everyuri_text text[EU_BULK_CHUNK];
};

/** Moves to the next chunk.  Before the first call, set `rows`, and all other members to 0.
 *  Returns: false at the end. */
bool eu_bulk_walk_next(struct eu_bulk_walk *walk);

/** Returns the error if a row cannot be parsed because it is null or too long; otherwise OK. */
static inline enum everyuri_status eu_bulk_unread(const struct everyuri_text *row)
{
	if (!row->data)
		return EVERYURI_NULL_ROW;
	return row->len > EVERYURI_TEXT_MAX ? EVERYURI_TOO_LONG : EVERYURI_OK;
}

/* ---- output of verdicts ------------------------------------------------------------- */

/** Returns whether a row of this status has an error position. */
static inline bool eu_bulk_has_place(enum everyuri_status status)
{
	return status == EVERYURI_INVALID || status == EVERYURI_MISSING;
}

static inline void eu_bulk_verdict(const struct everyuri_verdicts *verdicts, size_t row,
                                   enum everyuri_status status, size_t at)
{
	if (verdicts->status)
		verdicts->status[row] = (uint8_t)status;
	if (verdicts->error_at)
		verdicts->error_at[row] = (uint32_t)at;
}

/** Sets the verdicts of n rows to valid, starting with row `from`. */
static inline void eu_bulk_valid(const struct everyuri_verdicts *verdicts, size_t from, size_t n)
{
	if (verdicts->status)
		memset(verdicts->status + from, EVERYURI_OK, n);
	if (verdicts->error_at)
		memset(verdicts->error_at + from, 0xFF, n * sizeof(uint32_t)); /* absent */
}

/* ---- output of texts ------------------------------------------------------------------ */

/** Begins a column of texts.
 *  texts: may be NULL, as in the functions below. */
void eu_bulk_texts_begin(struct everyuri_texts *texts);

/** Makes *buf a fixed buffer in the free space of the column, for the text of the next row. */
void eu_bulk_texts_room(const struct everyuri_texts *texts, struct everyuri_buf *buf);

/** Ends the text of a row, which has len bytes in that buffer.
 *  present: false if the row has no text. */
void eu_bulk_texts_put(struct everyuri_texts *texts, size_t row, size_t len, bool present);

/** Handles NO_SPACE from the buffer `buf` for the text of the next row.
 *  Returns: NO_SPACE, or TOO_LONG if offsets of this width cannot address the text.  In the latter
 *           case, the row gets no text. */
enum everyuri_status eu_bulk_texts_full(struct everyuri_texts *texts,
                                        const struct everyuri_buf *buf);

#endif
