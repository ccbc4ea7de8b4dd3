/* rows.h - read a file of vectors: the first line names the columns, each other line is a row; tabs separate fields.
 *
 *	struct rows rows;
 *	if (rows_open(&rows, "vectors/x.tsv", names, n))
 *		while (rows_next(&rows))
 *			... rows.field[COLUMN] ...
 *
 * Escapes in fields: \t \n \r \\ \0 and \xHH. */
#ifndef TESTS_ROWS_H
#define TESTS_ROWS_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_COLUMNS 12

struct row_field {
	char *text; /* ends in a NUL that is not counted */
	size_t len;
};

struct rows {
	char *file, *next, *end;
	int column[ROWS_COLUMNS]; /* index of each column of the file; -1: not used */
	size_t n_columns, n_names;
	unsigned line;
	bool broken; /* a field of the row at `line` is malformed */
	struct row_field field[ROWS_COLUMNS];
};

static inline int rows_hex(char c)
{
	return c >= '0' && c <= '9' ? c - '0' :
	       c >= 'A' && c <= 'F' ? c - 'A' + 10 :
	       c >= 'a' && c <= 'f' ? c - 'a' + 10 :
	                              -1;
}

/* Decodes in place: the result is never longer. */
static inline bool rows_unescape(struct row_field *field)
{
	static const char names[] = "tnr\\0", bytes[] = "\t\n\r\\\0";
	char *from = field->text, *to = field->text, *end = from + field->len;

	if (field->len == 2 && !memcmp(from, "\\N", 2)) /* absent; kept for the caller */
		return true;
	while (from < end) {
		if (*from != '\\') {
			*to++ = *from++;
			continue;
		}
		const char *name = from + 1 < end ? strchr(names, from[1]) : NULL;

		if (name && *name) {
			*to++ = bytes[name - names];
			from += 2;
			continue;
		}
		if (end - from < 4 || from[1] != 'x' || rows_hex(from[2]) < 0 ||
		    rows_hex(from[3]) < 0)
			return false;
		*to++ = (char)(rows_hex(from[2]) * 16 + rows_hex(from[3]));
		from += 4;
	}
	*to = '\0';
	field->len = (size_t)(to - field->text);
	return true;
}

/* Returns the next line, with NUL in place of its newline; NULL at the end. */
static inline char *rows_line(struct rows *rows)
{
	char *line = rows->next, *newline;

	if (line == rows->end)
		return NULL;
	newline = memchr(line, '\n', (size_t)(rows->end - line));
	rows->next = newline ? newline + 1 : rows->end;
	if (newline)
		*newline = '\0';
	rows->line++;
	return line;
}

/* Reads a file and appends a NUL. */
static inline bool rows_load(struct rows *rows, const char *path)
{
	FILE *file = fopen(path, "rb");
	long size;

	*rows = (struct rows){ 0 };
	if (!file)
		return false;
	fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	rows->file = malloc((size_t)size + 1);
	if (!rows->file || fread(rows->file, 1, (size_t)size, file) != (size_t)size) {
		fclose(file);
		return false;
	}
	fclose(file);
	rows->file[size] = '\0';
	rows->next = rows->file;
	rows->end = rows->file + size;
	return true;
}

/* Returns: false if there is no such file. */
static inline bool rows_open(struct rows *rows, const char *path, const char *const *names,
                             size_t n_names)
{
	if (!rows_load(rows, path))
		return false;
	rows->n_names = n_names;
	for (char *at = rows_line(rows); at && rows->n_columns < ROWS_COLUMNS;) {
		size_t len = strcspn(at, "\t");

		rows->column[rows->n_columns] = -1;
		for (size_t i = 0; i < n_names; i++)
			if (strlen(names[i]) == len && !memcmp(names[i], at, len))
				rows->column[rows->n_columns] = (int)i;
		rows->n_columns++;
		at = at[len] ? at + len + 1 : NULL;
	}
	return true;
}

/* A column that is missing in the row or file is empty. */
static inline bool rows_next(struct rows *rows)
{
	char *at = rows_line(rows);
	static char nothing[1];

	if (!at) {
		free(rows->file);
		return false;
	}
	for (size_t i = 0; i < rows->n_names; i++)
		rows->field[i] = (struct row_field){ nothing, 0 };
	rows->broken = false;
	for (size_t i = 0; at && i < rows->n_columns; i++) {
		struct row_field field = { at, strcspn(at, "\t") };

		at = at[field.len] ? at + field.len + 1 : NULL;
		field.text[field.len] = '\0';
		rows->broken = !rows_unescape(&field) || rows->broken;
		if (rows->column[i] >= 0)
			rows->field[rows->column[i]] = field;
	}
	return true;
}

static inline bool row_field_is(const struct row_field *field, const char *text)
{
	return field->len == strlen(text) && !memcmp(field->text, text, field->len);
}

#endif
