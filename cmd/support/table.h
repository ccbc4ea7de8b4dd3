/* table.h - converts the tsv that a command writes to CSV or Arrow.
 *
 * So that each command has one way to write rows: what comes is cut into fields (table.c), of which
 * CSV is made (table_csv.c) or Arrow (table_arrow.c). */
#ifndef CMD_TABLE_H
#define CMD_TABLE_H

#include "cmd.h"

/* A field without its escapes; the last of its row or not. */
struct field {
	const char *data;
	size_t len;
	bool absent; /* \N */
	bool last;
};

struct table {
	struct answer *answer;
	struct everyuri_writer to; /* where the table goes */
	char mem[16384];
	char *field; /* the one in hand */
	size_t len, cap;
	bool escape; /* a backslash came last */
	bool absent;

	/* The shape's own.  Returns: false when memory ran out, or all is in vain. */
	bool (*put)(struct table *table, const struct field *field);
	bool (*flush)(struct table *table); /* write the whole rows that wait; or NULL */
	void (*free_own)(struct table *table);
	void *own;
};

/* What is written to answer->out from now on is tsv with these columns, and becomes the table that
 * is asked for; if it is none, nothing changes.  Returns: false without memory. */
bool table_begin(struct answer *answer, const char *header);

/* What stands in front of the first row, of tsv too, and behind the last. */
void table_head(struct answer *answer, const char *header);
void table_tail(struct answer *answer);

/* Give back its memory, after the last flush. */
void table_end(struct answer *answer);

/* May a table be asked for with these settings?  Returns: -1, or the exit status after a usage
 * error. */
int table_allowed(const struct settings *settings);

/* table_csv.c, table_arrow.c */
bool csv_begin(struct table *table);
bool arrow_begin(struct table *table, const char *header);
void arrow_head(struct table *table);
void arrow_tail(struct table *table);

#endif
