/* table.c - splits tsv output into fields, from which the other table formats are written. */
#include "table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool keep(struct table *table, const char *data, size_t len)
{
	void *field = table->field;

	if (!array_room(&field, &table->cap, table->len + len))
		return false;
	table->field = field;
	memcpy(table->field + table->len, data, len);
	table->len += len;
	return true;
}

static bool keep_escaped(struct table *table, char c)
{
	static const char escaped[] = "tnr0\\", meant[] = "\t\n\r\0\\";
	const char *found = memchr(escaped, c, sizeof escaped - 1);

	table->escape = false;
	if (found)
		return keep(table, &meant[found - escaped], 1);
	if (c == 'N') {
		table->absent = true;
		return true;
	}
	/* On a terminal, control characters were replaced by escapes that are
	 * not part of tsv, so these escapes are kept. */
	return keep(table, "\\", 1) && keep(table, &c, 1);
}

static bool end_field(struct table *table, char end)
{
	const struct field field = { table->field ? table->field : "", table->len, table->absent,
		                     end == '\n' };

	table->len = 0;
	table->absent = false;
	return table->put(table, &field);
}

static size_t plain_run(const char *data, size_t len)
{
	size_t n = 0;

	while (n < len && data[n] != '\\' && data[n] != '\t' && data[n] != '\n')
		n++;
	return n;
}

static bool cut(struct table *table, const char *data, size_t len)
{
	for (size_t at = 0; at < len; at++) {
		if (table->escape) {
			if (!keep_escaped(table, data[at]))
				return false;
			continue;
		}
		size_t n = plain_run(data + at, len - at);

		if (n && !keep(table, data + at, n))
			return false;
		at += n;
		if (at < len && data[at] == '\\')
			table->escape = true;
		else if (at < len && !end_field(table, data[at]))
			return false;
	}
	return true;
}

/* Receives the bytes that are written to answer->out. */
static bool to_table(void *context, const char *data, size_t len)
{
	struct table *table = context;
	struct answer *answer = table->answer;

	if (!cut(table, data, len) || (table->flush && !table->flush(table))) {
		if (!answer->write_error)
			answer->write_error = ENOMEM;
		return false;
	}
	/* Only whole rows are passed on, so that threads can take turns. */
	return everyuri_writer_flush(&table->to);
}

static bool is_wanted(const struct settings *settings)
{
	return settings->as_rows && settings->table;
}

bool table_begin(struct answer *answer, const char *header)
{
	bool arrow = answer->settings->table == TABLE_ARROW;
	struct table *table;

	if (!is_wanted(answer->settings))
		return true;
	table = calloc(1, sizeof *table);
	if (!table)
		return false;
	table->answer = answer;
	answer->table = table;
	everyuri_writer_init(&table->to, table->mem, sizeof table->mem, answer->out.flush, answer);
	everyuri_writer_init(&answer->out, answer->out.data, answer->out.cap, to_table, table);
	return arrow ? arrow_begin(table, header) : csv_begin(table);
}

/* Flushes bytes that were written to the table directly, not through answer->out. */
static void pass_on(struct answer *answer)
{
	if (!everyuri_writer_flush(&answer->table->to))
		answer->out.failed = true;
}

void table_head(struct answer *answer, const char *header)
{
	if (answer->table && answer->settings->table == TABLE_ARROW) {
		arrow_head(answer->table);
		pass_on(answer);
		return;
	}
	everyuri_write_text(&answer->out, header);
	put_end(answer);
}

void table_tail(struct answer *answer)
{
	if (!answer->table || answer->settings->table != TABLE_ARROW || !answer_flush(answer))
		return;
	arrow_tail(answer->table);
	pass_on(answer);
}

void table_end(struct answer *answer)
{
	struct table *table = answer->table;

	if (!table)
		return;
	if (table->free_own)
		table->free_own(table);
	free(table->field);
	free(table);
	answer->table = NULL;
}

int table_allowed(const struct settings *settings)
{
	if (!is_wanted(settings))
		return -1;
	if (settings->nul)
		return usage_error(settings, "-0 cannot be combined with --format csv or arrow");
	if (settings->table == TABLE_ARROW && isatty(STDOUT_FILENO))
		return usage_error(settings,
		                   "--format arrow writes binary data: redirect it to a file");
	return -1;
}
