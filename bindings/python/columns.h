/* columns.h - what the files that work on columns share.
 *
 * No call of Python's is made while a chunk is worked on, and other threads run meanwhile. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "arrow.h"

/* Rows whose spans stay in the nearest cache; a multiple of 8. */
#define BLOCK ((size_t)240)

/* Bytes that are read and written at once behind the beginning of a text, whatever its length. */
#define AHEAD ((size_t)32)

enum kind { PARSE, PART, NORMALIZE, KEY, QUERY_VALUE, COMPARE };

/* How parts are given. */
enum layout {
	GIVEN, /* as views where views were given, otherwise as text */
	TEXT,  /* texts of their own */
	VIEW,  /* views into the rows */
	SPANS  /* where they begin and end */
};

/* What is asked of a column. */
struct work {
	enum kind kind;
	enum layout layout; /* never GIVEN when a column was taken */
	enum everyuri_standard standard;
	unsigned flags;
	unsigned parts; /* bit p: part p is wanted; COMPARE: bit s: standard s is */
	enum everyuri_level level;
	struct everyuri_key_options key;
	struct everyuri_text name;
	struct everyuri_rows rows;
	bool is_large, is_binary, is_in_table;
	size_t failed_at; /* the row where the column itself is wrong */
};

/* ---- taken.c: columns in --------------------------------------------------------------------- */

/* What a type says of the work.  False: an exception is set. */
bool take_schema(struct work *work, const struct ArrowSchema *schema);

/* Set work->rows.  *owned: what it points to besides the array, to be freed.  False: no memory. */
bool take_array(struct work *work, const struct ArrowArray *array, void **owned);

/* ---- pieces.c: one part of all rows, out ------------------------------------------------------- */

/* Where a row is read from.  What is there for views: the number of the column's text that it lies in,
 * and the byte of it, as two int32 lie in memory one behind the other. */
struct place {
	const char *text;
	uint64_t look;
};

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LOOK(text, offset) ((uint64_t)(text) << 32 | (uint64_t)(offset))
#define LOOK_OFFSET(look) ((uint32_t)(look))
#else
#define LOOK(text, offset) ((uint64_t)(offset) << 32 | (uint64_t)(text))
#define LOOK_OFFSET(look) ((uint32_t)((look) >> 32))
#endif

/* Rows that were read, and stay where they are until the next are. */
struct block {
	size_t from, n;
	bool careful; /* of some row less than AHEAD bytes follow, or its place is beyond an int32 */
	struct place place[BLOCK];
};

/* One array of texts or views that is under way; all 0 but for what piece_begin sets. */
struct piece {
	struct made *made;
	struct column *column;
	enum layout layout;
	bool is_large;
	uint8_t *validity;
	void *value; /* offsets or views; NULL: no row had a text yet */
	char *data;  /* TEXT: len bytes of cap */
	size_t len, cap;
	size_t there;  /* rows that have a text */
	bool has_long; /* VIEW: one is too long to stand in its view */
};

void piece_begin(struct piece *piece, struct made *made, struct column *column,
                 const struct work *work, const char *name);

/* A part of the rows of a block, from begin to end, both EVERYURI_ABSENT where it is. */
enum everyuri_status piece_put(struct piece *piece, const struct block *block,
                               const uint32_t *begin, const uint32_t *end);

/* One text, behind those of all rows before it; data NULL: none.  TEXT only. */
enum everyuri_status piece_put_one(struct piece *piece, size_t row, struct everyuri_text text);

/* The texts of n rows that stand already where piece_room made room: from offset[i] to offset[i + 1],
 * none where the status is not 0.  TEXT only. */
enum everyuri_status piece_put_made(struct piece *piece, size_t from, size_t n,
                                    const int32_t *offset, const uint8_t *status);

/* TEXT: room for so many bytes more, and AHEAD behind them, at data + len. */
enum everyuri_status piece_room(struct piece *piece, size_t more);

enum everyuri_status piece_end(struct piece *piece);

/* Set bit from + i where the number i of n is not EVERYURI_ABSENT.
 * Returns: how many are not. */
size_t put_bits(uint8_t *bits, const uint32_t *number, size_t from, size_t n);

/* ---- parse.c, answers.c: the work ---------------------------------------------------------------- */

/* PARSE, PART; the views of a column look into work->rows. */
enum everyuri_status parse_column(struct work *work, struct column *column);

/* NORMALIZE, KEY, QUERY_VALUE */
enum everyuri_status answer_column(struct work *work, struct column *column);

/* COMPARE: a verdict by each standard that is asked, whether they differ, and in which part. */
enum everyuri_status compare_column(struct work *work, struct column *column);

#endif
