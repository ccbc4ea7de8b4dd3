/* record.h - one row as a line: the general path (record.c) and the fast path (plain.c). */
#ifndef EU_BULK_RECORD_H
#define EU_BULK_RECORD_H

#include "base/columns.h"
#include "everyuri/rows.h"

/** One parsed row. */
struct eu_bulk_record {
	const struct everyuri_text *text;
	const struct everyuri_uri *uri; /* NULL: the row is null or not valid */
	size_t error_at;
	const char *clause, *message;
};

/** Writes any row; slow.  Errors: those of scratch. */
enum everyuri_status eu_bulk_record_write(const struct everyuri_rows_writing *writing,
                                          const struct eu_bulk_record *record);

/** Writes the header line of TSV and CSV. */
void eu_bulk_record_names(const struct everyuri_rows_writing *writing);

struct eu_bulk_plain;

/** Writes a valid row if the fast path can.  beyond: bytes after the text that may be read.
 *  Returns: false, and nothing is written, if it cannot. */
typedef bool eu_bulk_plain_fn(const struct eu_bulk_plain *plain, struct everyuri_writer *out,
                              const struct everyuri_uri *uri, size_t beyond);

/** Writes the rows from .. to, cut together by RFC 3986, without user, password and port.
 *  end:     of the bytes that may be read after their texts.
 *  Returns: the first row not written, since it is too close to `end` or too long; or `to`. */
typedef size_t eu_bulk_plain_rows_fn(const struct eu_bulk_plain *plain, struct everyuri_writer *out,
                                     const struct everyuri_text *text,
                                     const struct eu_columns *columns, size_t from, size_t to,
                                     const char *end);

/** Phrases that are the same in every row of a call, padded to be copied in whole steps. */
struct eu_bulk_plain {
	eu_bulk_plain_fn *write; /* for the requested shape */
	eu_bulk_plain_rows_fn *write_rows;
	char verdict[64]; /* the bytes between the text and the scheme */
	size_t verdict_len;
	char rest[16]; /* TSV: the end of a row after its path, if nothing else is present */
	char end;
	bool any_byte; /* the standard derives bytes that JSON or TSV escape */
};

/** Prepares to write rows in a shape.  Returns: false: the fast path does not support this
 *  shape. */
bool eu_bulk_plain_begin(struct eu_bulk_plain *plain, const struct everyuri_rows_writing *writing);

#endif
