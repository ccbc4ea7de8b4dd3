/* table.h - converts the tsv that a command writes to CSV or Arrow.
 *
 * A command writes only tsv rows.  table.c splits them into fields; table_csv.c writes these as CSV
 * and table_arrow.c as Arrow. */
#ifndef CMD_TABLE_H
#define CMD_TABLE_H

#include "cmd.h"

/* One field with its escapes decoded. */
struct field {
	const char *data;
	size_t len;
	bool absent; /* it was written as \N */
	bool last;
};

struct table {
	struct answer *answer;
	struct everyuri_writer to; /* receives the table */
	char mem[16384];
	char *field; /* the current field */
	size_t len, cap;
	bool escape; /* the last byte was a backslash */
	bool absent;

	/* Callbacks of the format.  put returns false if memory ran out or writing has failed. */
	bool (*put)(struct table *table, const struct field *field);
	bool (*flush)(struct table *table); /* writes the complete rows that are buffered; or NULL */
	void (*free_own)(struct table *table);
	void *own;
};

/* Makes answer->out convert tsv with these columns to the requested format; changes nothing if no
 * table was requested.  Returns: false if memory runs out. */
bool table_begin(struct answer *answer, const char *header);

/* Write what comes before the first row, also for tsv, and after the last. */
void table_head(struct answer *answer, const char *header);
void table_tail(struct answer *answer);

/* Frees its memory; call it after the last flush. */
void table_end(struct answer *answer);

/* Checks whether these settings allow a table.  Returns: -1 to continue, or the exit status after a
 * usage error. */
int table_allowed(const struct settings *settings);

/* table_csv.c, table_arrow.c */
bool csv_begin(struct table *table);
bool arrow_begin(struct table *table, const char *header);
void arrow_head(struct table *table);
void arrow_tail(struct table *table);

#endif
