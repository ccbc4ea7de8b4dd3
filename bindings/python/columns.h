/* columns.h - shared by the sources for columns.
 *
 * A chunk is processed without the GIL and without calls of Python. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "arrow.h"

/* Rows of a block, whose spans fit the L1 cache; a multiple of 8. */
#define BLOCK ((size_t)240)

/* Bytes that are copied at once from the start of a text, even if it is shorter. */
#define AHEAD ((size_t)32)

enum kind { PARSE, PART, NORMALIZE, KEY, QUERY_VALUE, COMPARE };

/* How parts are returned. */
enum layout {
	GIVEN, /* views if the input has views, otherwise text */
	TEXT,  /* copies */
	VIEW,  /* views into the rows */
	SPANS  /* offsets of begin and end */
};

/* The work to do on a column. */
struct work {
	enum kind kind;
	enum layout layout; /* not GIVEN once a column was read */
	enum everyuri_standard standard;
	unsigned flags;
	unsigned parts; /* bit p: return part p; COMPARE: bit s: use standard s */
	enum everyuri_level level;
	struct everyuri_key_options key;
	struct everyuri_text name;
	struct everyuri_rows rows;
	bool is_large, is_binary, is_in_table;
	size_t failed_at; /* the row where the column is malformed */
};

/* ---- taken.c: columns in --------------------------------------------------------------------- */

/* Reads the type of a column.  Returns: false if an exception is set. */
bool take_schema(struct work *work, const struct ArrowSchema *schema);

/* Sets work->rows.  *owned: memory besides the array that it points to; the caller frees it.  Returns: false without
 * memory. */
bool take_array(struct work *work, const struct ArrowArray *array, void **owned);

/* ---- pieces.c: one part of all rows, out ------------------------------------------------------- */

/* Where a row is.  For views: the number of the column's text that has it and its offset there, as two adjacent
 * int32. */
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

/* The parsed rows of a block, valid until the next block. */
struct block {
	size_t from, n;
	bool careful; /* fewer than AHEAD bytes follow a row, or its offset exceeds an int32 */
	struct place place[BLOCK];
};

/* An array of texts or views under construction; all 0 except what piece_begin sets. */
struct piece {
	struct made *made;
	struct column *column;
	enum layout layout;
	bool is_large;
	uint8_t *validity;
	void *value; /* offsets or views; NULL: no text yet */
	char *data;  /* TEXT: len bytes of cap */
	size_t len, cap;
	size_t there;  /* rows with a text */
	bool has_long; /* VIEW: a text is too long to be stored in its view */
};

void piece_begin(struct piece *piece, struct made *made, struct column *column,
                 const struct work *work, const char *name);

/* Adds a part of each row of a block, from begin to end, both EVERYURI_ABSENT if it is absent. */
enum everyuri_status piece_put(struct piece *piece, const struct block *block,
                               const uint32_t *begin, const uint32_t *end);

/* Appends the text of the next row; data NULL: null.  TEXT only. */
enum everyuri_status piece_put_one(struct piece *piece, size_t row, struct everyuri_text text);

/* Adds the texts of n rows that were written where piece_room made room: from offset[i] to offset[i + 1], null if
 * the status is not 0.  TEXT only. */
enum everyuri_status piece_put_made(struct piece *piece, size_t from, size_t n,
                                    const int32_t *offset, const uint8_t *status);

/* TEXT: makes room for this many more bytes, and AHEAD after them, at data + len. */
enum everyuri_status piece_room(struct piece *piece, size_t more);

enum everyuri_status piece_end(struct piece *piece);

/* Sets bit from + i if number i of n is not EVERYURI_ABSENT.
 * Returns: how many are not. */
size_t put_bits(uint8_t *bits, const uint32_t *number, size_t from, size_t n);

/* ---- parse.c, answers.c: the work ---------------------------------------------------------------- */

/* PARSE, PART; views refer to work->rows. */
enum everyuri_status parse_column(struct work *work, struct column *column);

/* NORMALIZE, KEY, QUERY_VALUE */
enum everyuri_status answer_column(struct work *work, struct column *column);

/* COMPARE: the verdict of each requested standard, whether they differ, and in which part. */
enum everyuri_status compare_column(struct work *work, struct column *column);

#endif
