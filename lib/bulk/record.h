/* record.h - one row as a line: any row (record.c), and those that need no care (plain.c). */
#ifndef EU_BULK_RECORD_H
#define EU_BULK_RECORD_H

#include "base/columns.h"
#include "everyuri/rows.h"

/** One row that was read. */
struct eu_bulk_record {
	const struct everyuri_text *text;
	const struct everyuri_uri *uri; /* NULL: it is not valid, or null */
	size_t error_at;
	const char *clause, *message;
};

/** Write any row, slowly.  Errors: of scratch. */
enum everyuri_status eu_bulk_record_write(const struct everyuri_rows_writing *writing,
                                          const struct eu_bulk_record *record);

/** The columns of TSV and CSV, with what separates them. */
void eu_bulk_record_names(const struct everyuri_rows_writing *writing);

struct eu_bulk_plain;

/** Write a valid row if it needs no care.  beyond: bytes that may be read behind the text.
 *  Returns: false, and nothing is written. */
typedef bool eu_bulk_plain_fn(const struct eu_bulk_plain *plain, struct everyuri_writer *out,
                              const struct everyuri_uri *uri, size_t beyond);

/** Write rows from .. to of those that were cut together: of RFC 3986, without user, password and port.
 *  end:     of what may be read behind their texts.
 *  Returns: the first that is not written, because it lies too near to that or is too long; or to. */
typedef size_t eu_bulk_plain_rows_fn(const struct eu_bulk_plain *plain, struct everyuri_writer *out,
                                     const struct everyuri_text *text,
                                     const struct eu_columns *columns, size_t from, size_t to,
                                     const char *end);

/** Phrases that are the same in every row of a call, with room to be copied whole. */
struct eu_bulk_plain {
	eu_bulk_plain_fn *write; /* for the shape */
	eu_bulk_plain_rows_fn *write_rows;
	char verdict[64]; /* from behind the row's text to the scheme's */
	size_t verdict_len;
	char rest[16]; /* TSV: a row's end, from behind its path on, if nothing is there */
	char end;
	bool any_byte; /* the standard derives bytes that JSON or TSV escape */
};

/** Prepare to write rows in a shape.  Returns: false: in this one no row is plain. */
bool eu_bulk_plain_begin(struct eu_bulk_plain *plain, const struct everyuri_rows_writing *writing);

#endif
