/* table_csv.c - writes rows as CSV (RFC 4180).  A field is quoted only if necessary.
 * An absent field is written as no characters, an empty field as "". */
#include "table.h"

/* Writes part of a field.  Escapes control characters if the output is a terminal. */
static void write_run(struct table *table, const char *data, size_t len)
{
	if (table->answer->terminal)
		everyuri_write_terminal(&table->to, data, len);
	else
		everyuri_write(&table->to, data, len);
}

static bool is_quoted(const struct field *field)
{
	if (field->absent)
		return false;
	for (size_t at = 0; at < field->len; at++) {
		char c = field->data[at];

		if (c == ',' || c == '"' || c == '\r' || c == '\n')
			return true;
	}
	return !field->len;
}

static void write_quoted(struct table *table, const struct field *field)
{
	size_t run = 0;

	everyuri_write(&table->to, "\"", 1);
	for (size_t at = 0; at < field->len; at++) {
		if (field->data[at] != '"')
			continue;
		write_run(table, field->data + run, at + 1 - run);
		run = at; /* the quotation mark is written a second time */
	}
	write_run(table, field->data + run, field->len - run);
	everyuri_write(&table->to, "\"", 1);
}

static bool put_csv(struct table *table, const struct field *field)
{
	if (is_quoted(field))
		write_quoted(table, field);
	else
		write_run(table, field->data, field->len);
	everyuri_write_text(&table->to, field->last ? "\r\n" : ",");
	return !table->to.failed;
}

bool csv_begin(struct table *table)
{
	table->put = put_csv;
	return true;
}
