/* table.h - converts tsv output of a command to CSV or Arrow.
 *
 * A command writes only tsv rows.  table.c splits each row into fields.  table_csv.c writes the
 * fields as CSV, table_arrow.c as Arrow. */
#ifndef CMD_TABLE_H
#define CMD_TABLE_H

#include "cmd.h"

/* One field, whose escapes are decoded. */
struct field {
	const char *data;
	size_t len;
	bool absent; /* the field was written as \N */
	bool last;
};

struct table {
	struct answer *answer;
	struct everyuri_writer to; /* receives the table */
	char mem[16384];
	char *field; /* bytes of the current field */
	size_t len, cap;
	bool escape; /* the last byte was the backslash of an escape */
	bool absent;

	/* Callbacks of the format.  put() adds a field, and returns false if memory ran out or
	 * writing has failed. */
	bool (*put)(struct table *table, const struct field *field);
	bool (*flush)(struct table *table); /* writes the complete rows that are buffered; NULL if
	                                     * the format buffers none */
	void (*free_own)(struct table *table);
	void *own;
};

/* Makes answer->out convert tsv with these columns to the requested format.  If no table was
 * requested, changes nothing.  Returns: false if memory runs out. */
bool table_begin(struct answer *answer, const char *header);

/* Write the parts of the output before the first row and after the last row.  Also used for tsv. */
void table_head(struct answer *answer, const char *header);
void table_tail(struct answer *answer);

/* Frees the memory of the table.  Call it after the last flush. */
void table_end(struct answer *answer);

/* Checks whether these settings allow a table.  Returns: -1 to continue, or the exit status after a
 * usage error was reported. */
int table_allowed(const struct settings *settings);

/* Starts the conversion to one format.  In table_csv.c and table_arrow.c. */
bool csv_begin(struct table *table);
bool arrow_begin(struct table *table, const char *header);
void arrow_head(struct table *table);
void arrow_tail(struct table *table);

#endif
