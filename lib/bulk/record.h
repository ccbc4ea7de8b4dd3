/* record.h - writes one row as a line: the general path (record.c) and the fast path (plain.c). */
#ifndef EU_BULK_RECORD_H
#define EU_BULK_RECORD_H

#include "base/columns.h"
#include "everyuri/rows.h"

/** One parsed row. */
struct eu_bulk_record {
	const struct everyuri_text *text;
	const struct everyuri_uri *uri; /* NULL if the row is null or invalid */
	size_t error_at;
	const char *clause, *message;
};

/** Writes any row, but slowly.  Errors: those of growing the scratch buffer. */
enum everyuri_status eu_bulk_record_write(const struct everyuri_rows_writing *writing,
                                          const struct eu_bulk_record *record);

/** Writes the header line of TSV and CSV. */
void eu_bulk_record_names(const struct everyuri_rows_writing *writing);

struct eu_bulk_plain;

/** Writes a valid row if the fast path can.
 *  beyond:  number of bytes after the text that may be read.
 *  Returns: false if it cannot; nothing is written then. */
typedef bool eu_bulk_plain_fn(const struct eu_bulk_plain *plain, struct everyuri_writer *out,
                              const struct everyuri_uri *uri, size_t beyond);

/** Writes the rows from .. to, which were split together by RFC 3986 and have no user,
 *  password or port.
 *  end:     end of the readable bytes after the texts.
 *  Returns: the first row that was not written because it is too long or too close to `end`, or
 *           `to` if all were written. */
typedef size_t eu_bulk_plain_rows_fn(const struct eu_bulk_plain *plain, struct everyuri_writer *out,
                                     const struct everyuri_text *text,
                                     const struct eu_columns *columns, size_t from, size_t to,
                                     const char *end);

/** Phrases that are the same in every row of a call, padded so that they can be copied in
 *  whole steps. */
struct eu_bulk_plain {
	eu_bulk_plain_fn *write; /* writes a row in the requested format */
	eu_bulk_plain_rows_fn *write_rows;
	char verdict[64]; /* the bytes between the text and the scheme */
	size_t verdict_len;
	char rest[16]; /* for TSV: the rest of a row after its path if query, fragment and href are
	                  absent */
	char end;
	bool any_byte; /* the standard allows bytes that JSON or TSV escapes */
};

/** Prepares to write rows in a format.  Returns: false if the fast path does not support it. */
bool eu_bulk_plain_begin(struct eu_bulk_plain *plain, const struct everyuri_rows_writing *writing);

#endif
