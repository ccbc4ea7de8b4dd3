/* bulk.h - what the calls on columns share. */
#ifndef EU_BULK_BULK_H
#define EU_BULK_BULK_H

#include "base/base.h"
#include "everyuri/bulk.h"

/* ---- rows in ----------------------------------------------------------------------- */

/** Rows are taken this many at a time: few enough for what is known of them to stay in the first
 *  cache and on a small stack, enough for what a chunk costs not to show. */
#define EU_BULK_CHUNK 64

/** The texts of the rows from `from` on; data NULL: the row is null.
 *  n:       at most EU_BULK_CHUNK, and the rows there are.
 *  Returns: how many of them are sound; behind those the offsets go backwards or beyond the
 *           data. */
size_t eu_bulk_take(const struct everyuri_rows *rows, size_t from, size_t n,
                    struct everyuri_text texts[EU_BULK_CHUNK]);

/** The end of what may be read behind each row: the column's own data; NULL: only the row itself. */
static inline const char *eu_bulk_data_end(const struct everyuri_rows *rows)
{
	return rows->layout <= EVERYURI_LAYOUT_SPANS && rows->data && !rows->validity ?
	               rows->data + rows->data_len :
	               NULL;
}

/** Check what a call was asked, before its first row; *n_done becomes 0 if it is refused.
 *  Errors: OUT_OF_RANGE: the flag of another call; UNSUPPORTED. */
enum everyuri_status eu_bulk_check_asked(enum everyuri_standard standard, unsigned flags,
                                         size_t *n_done, struct everyuri_error *err);

/** The end of a call: how far it came, and why no further.
 *  Returns: status. */
enum everyuri_status eu_bulk_end(enum everyuri_status status, size_t done, size_t *n_done,
                                 struct everyuri_error *err);

/** The rows of a column that its own call reads, chunk by chunk. */
struct eu_bulk_walk {
	const struct everyuri_rows *rows;
	size_t from, n; /* the chunk in hand */
	bool wrong;     /* the row behind it is not sound */
	struct everyuri_text text[EU_BULK_CHUNK];
};

/** The next chunk; begin with rows set and the rest 0.  Returns: false at the end. */
bool eu_bulk_walk_next(struct eu_bulk_walk *walk);

/** Why a row is not read: null, or longer than any text; OK: it is read. */
static inline enum everyuri_status eu_bulk_unread(const struct everyuri_text *row)
{
	if (!row->data)
		return EVERYURI_NULL_ROW;
	return row->len > EVERYURI_TEXT_MAX ? EVERYURI_TOO_LONG : EVERYURI_OK;
}

/* ---- verdicts out ------------------------------------------------------------------- */

/** Has a row of this status a byte where it went wrong? */
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

/** The same of n rows that are valid. */
static inline void eu_bulk_valid(const struct everyuri_verdicts *verdicts, size_t from, size_t n)
{
	if (verdicts->status)
		memset(verdicts->status + from, EVERYURI_OK, n);
	if (verdicts->error_at)
		memset(verdicts->error_at + from, 0xFF, n * sizeof(uint32_t)); /* absent */
}

/* ---- texts out ------------------------------------------------------------------------ */

/** Begin a column of texts.  texts: may be NULL, here and below. */
void eu_bulk_texts_begin(struct everyuri_texts *texts);

/** A buffer over the room that is left, for the text of the next row. */
void eu_bulk_texts_room(const struct everyuri_texts *texts, struct everyuri_buf *buf);

/** The next row has what was written there, len bytes; present false: it has none. */
void eu_bulk_texts_put(struct everyuri_texts *texts, size_t row, size_t len, bool present);

/** The next row does not fit: `buf` said NO_SPACE.
 *  Returns: NO_SPACE; or TOO_LONG: it fits in no column with such offsets, and is a row
 *           without a text. */
enum everyuri_status eu_bulk_texts_full(struct everyuri_texts *texts,
                                        const struct everyuri_buf *buf);

#endif
