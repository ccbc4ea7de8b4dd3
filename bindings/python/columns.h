/* columns.h - declarations that the sources for columns share.
 *
 * A chunk is processed without the GIL, and without calling Python. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "arrow.h"

/* Number of rows in a block.  The spans of a block fit the L1 cache.  Must be a multiple of 8. */
#define BLOCK ((size_t)240)

/* Number of bytes that are copied at once from the start of a text, even if the text is shorter. */
#define AHEAD ((size_t)32)

enum kind { PARSE, PART, NORMALIZE, KEY, QUERY_VALUE, COMPARE };

/* The form in which parts are returned. */
enum layout {
	GIVEN, /* views if the input consists of views, otherwise copies */
	TEXT,  /* copies of the text */
	VIEW,  /* views that refer to the rows */
	SPANS  /* offsets of begin and end in the row */
};

/* The work to do on a column. */
struct work {
	enum kind kind;
	enum layout layout; /* no longer GIVEN once a column has been read */
	enum everyuri_standard standard;
	unsigned flags;
	unsigned parts; /* bit p means part p; for COMPARE, bit s means standard s */
	enum everyuri_level level;
	struct everyuri_key_options key;
	struct everyuri_text name;
	struct everyuri_rows rows;
	bool is_large, is_binary, is_in_table;
	size_t failed_at; /* number of the row in which the column is malformed */
};

/* ---- taken.c: columns in --------------------------------------------------------------------- */

/* Reads the type of a column.  Returns: false if an exception is set. */
bool take_schema(struct work *work, const struct ArrowSchema *schema);

/* Sets work->rows.  *owned: memory, besides the array, to which work->rows points; the caller must free it.
 * Returns: false if out of memory. */
bool take_array(struct work *work, const struct ArrowArray *array, void **owned);

/* ---- pieces.c: one part of all rows, out ------------------------------------------------------- */

/* The position of a row.  For views, `look` contains two adjacent int32: the number of the column's text that
 * contains the row, and the offset of the row in that text. */
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
	bool careful; /* fewer than AHEAD bytes follow a row, or the offset of a row exceeds an
	               * int32 */
	struct place place[BLOCK];
};

/* An array of texts or views that is being built.  All members are 0 except those that piece_begin sets. */
struct piece {
	struct made *made;
	struct column *column;
	enum layout layout;
	bool is_large;
	uint8_t *validity;
	void *value; /* offsets or views; NULL until a row has a text */
	char *data;  /* only for TEXT: memory of `cap` bytes, of which `len` are used */
	size_t len, cap;
	size_t there;  /* number of rows that have a text */
	bool has_long; /* only for VIEW: a text is too long to be stored in its view */
};

void piece_begin(struct piece *piece, struct made *made, struct column *column,
                 const struct work *work, const char *name);

/* Adds a part of each row of a block.  begin and end are its offsets; both are EVERYURI_ABSENT if the part is
 * absent. */
enum everyuri_status piece_put(struct piece *piece, const struct block *block,
                               const uint32_t *begin, const uint32_t *end);

/* Appends the text of the next row.  If its data is NULL, the row is null.  Only for TEXT. */
enum everyuri_status piece_put_one(struct piece *piece, size_t row, struct everyuri_text text);

/* Adds the texts of n rows.  The caller has written them into the memory that piece_room reserved.  Row i has the
 * text from offset[i] to offset[i + 1]; the row is null if its status is not 0.  Only for TEXT. */
enum everyuri_status piece_put_made(struct piece *piece, size_t from, size_t n,
                                    const int32_t *offset, const uint8_t *status);

/* Reserves memory at data + len for `more` bytes, and AHEAD bytes after them.  Only for TEXT. */
enum everyuri_status piece_room(struct piece *piece, size_t more);

enum everyuri_status piece_end(struct piece *piece);

/* Sets bit from + i if number[i] is not EVERYURI_ABSENT, for i from 0 to n - 1.
 * Returns: how many of the numbers are not EVERYURI_ABSENT. */
size_t put_bits(uint8_t *bits, const uint32_t *number, size_t from, size_t n);

/* ---- parse.c, answers.c: the work ---------------------------------------------------------------- */

/* Does the work of PARSE and PART.  Views refer to work->rows. */
enum everyuri_status parse_column(struct work *work, struct column *column);

/* Does the work of NORMALIZE, KEY and QUERY_VALUE. */
enum everyuri_status answer_column(struct work *work, struct column *column);

/* Does the work of COMPARE.  Adds the verdict of each requested standard, whether the standards differ, and in
 * which part. */
enum everyuri_status compare_column(struct work *work, struct column *column);

#endif
