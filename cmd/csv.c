/* csv.c - the rows that a command writes as tsv, as CSV (RFC 4180) on their way out.
 *
 * So that each command has one way to write rows: what comes is cut at tabs and newlines, its escapes
 * are undone, and a field is quoted where it must be.  Absent (\N) is nothing, empty is "". */
#include "csv.h"

#include <stdlib.h>
#include <string.h>

struct csv {
	struct answer *answer;
	struct everyuri_writer to; /* where CSV goes */
	char mem[16384];
	char *field; /* the one in hand, without its escapes */
	size_t len, cap;
	bool escape; /* a backslash came last */
	bool absent, quote;
};

static bool keep(struct csv *csv, char c)
{
	if (csv->len == csv->cap) {
		size_t cap = csv->cap ? 2 * csv->cap : 256;
		char *grown = realloc(csv->field, cap);

		if (!grown)
			return false;
		csv->field = grown;
		csv->cap = cap;
	}
	csv->field[csv->len++] = c;
	csv->quote |= c == ',' || c == '"' || c == '\r' || c == '\n';
	return true;
}

static bool keep_escaped(struct csv *csv, char c)
{
	csv->escape = false;
	switch (c) {
	case 'N':
		csv->absent = true;
		return true;
	case 't':
		return keep(csv, '\t');
	case 'n':
		return keep(csv, '\n');
	case 'r':
		return keep(csv, '\r');
	case '0':
		return keep(csv, '\0');
	case '\\':
		return keep(csv, c);
	default: /* what a terminal is shown instead of a control */
		return keep(csv, '\\') && keep(csv, c);
	}
}

/* On a terminal nothing raw. */
static void write_run(struct csv *csv, const char *data, size_t len)
{
	if (csv->answer->terminal)
		everyuri_write_terminal(&csv->to, data, len);
	else
		everyuri_write(&csv->to, data, len);
}

static void write_field(struct csv *csv)
{
	size_t run = 0;

	if (!csv->absent && (csv->quote || !csv->len)) {
		everyuri_write(&csv->to, "\"", 1);
		for (size_t at = 0; at < csv->len; at++) {
			if (csv->field[at] != '"')
				continue;
			write_run(csv, csv->field + run, at + 1 - run);
			run = at; /* the quotation mark once more */
		}
		write_run(csv, csv->field + run, csv->len - run);
		everyuri_write(&csv->to, "\"", 1);
	} else {
		write_run(csv, csv->field, csv->len);
	}
	csv->len = 0;
	csv->absent = csv->quote = false;
}

/* Where answer->out goes. */
static bool to_csv(void *context, const char *data, size_t len)
{
	struct csv *csv = context;

	for (size_t i = 0; i < len; i++) {
		if (csv->escape) {
			if (!keep_escaped(csv, data[i]))
				return false;
		} else if (data[i] == '\\') {
			csv->escape = true;
		} else if (data[i] == '\t' || data[i] == '\n') {
			write_field(csv);
			everyuri_write(&csv->to, data[i] == '\t' ? "," : "\r\n",
			               data[i] == '\t' ? 1 : 2);
		} else if (!keep(csv, data[i])) {
			return false;
		}
	}
	/* Whole rows are handed over together, so that threads can take turns. */
	return everyuri_writer_flush(&csv->to);
}

bool csv_begin(struct answer *answer)
{
	struct csv *csv = calloc(1, sizeof *csv);

	if (!csv)
		return false;
	csv->answer = answer;
	everyuri_writer_init(&csv->to, csv->mem, sizeof csv->mem, answer->out.flush, answer);
	everyuri_writer_init(&answer->out, answer->out.data, answer->out.cap, to_csv, csv);
	answer->csv = csv;
	return true;
}

void csv_end(struct answer *answer)
{
	struct csv *csv = answer->csv;

	if (!csv)
		return;
	free(csv->field);
	free(csv);
	answer->csv = NULL;
}
