/* table_arrow.c - writes rows as an Arrow IPC stream.  Rows are buffered until the output is
 * flushed; then they become one record batch. */
#include "table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A batch is written when it has this number of rows or bytes. */
#define MOST_ROWS 4096
#define MOST_BYTES ((size_t)1 << 20)

/* Columns with a kind other than text, by name.  All other columns are text. */
static const struct known {
	const char *name;
	enum everyuri_column_kind kind;
	const char *octets; /* name of the column for the bytes of a value that is not UTF-8, as in
	                     * JSON */
} known[] = {
	{ "uri", EVERYURI_COLUMN_TEXT, "octets" },
	{ "a", EVERYURI_COLUMN_TEXT, "a_octets" },
	{ "b", EVERYURI_COLUMN_TEXT, "b_octets" },
	{ "file", EVERYURI_COLUMN_TEXT, "file_octets" },
	{ "key", EVERYURI_COLUMN_TEXT, "key_octets" },
	{ "value", EVERYURI_COLUMN_TEXT, "value_octets" },
	{ "result", EVERYURI_COLUMN_TEXT, "result_octets" },
	{ "text", EVERYURI_COLUMN_TEXT, "text_octets" },
	{ "valid", EVERYURI_COLUMN_BOOL, NULL },
	{ "agree", EVERYURI_COLUMN_BOOL, NULL },
	{ "same", EVERYURI_COLUMN_BOOL, NULL },
	{ "at", EVERYURI_COLUMN_U32, NULL },
	{ "offset", EVERYURI_COLUMN_U64, NULL },
	{ "length", EVERYURI_COLUMN_U64, NULL },
};

/* A buffered field, which is a range of arrow->bytes. */
struct cell {
	size_t at, len;
	bool absent;
};

struct arrow {
	struct everyuri_column column[EVERYURI_TABLE_COLUMNS];
	size_t field[EVERYURI_TABLE_COLUMNS]; /* for each column, the index of its field in a row */
	size_t n_columns, n_fields;
	char *names;
	char *bytes;
	size_t n_bytes, bytes_cap;
	struct cell *cell; /* fields of the buffered rows, one row after another */
	size_t n_cells, cell_cap;
	void *values; /* memory for the arrays of the current batch */
	size_t values_cap;
};

/* ---- columns ------------------------------------------------------------------------- */

static void add_column(struct arrow *arrow, const char *name, enum everyuri_column_kind kind,
                       size_t field)
{
	arrow->field[arrow->n_columns] = field;
	arrow->column[arrow->n_columns++] = (struct everyuri_column){ .name = name, .kind = kind };
}

static const struct known *known_as(const char *name)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(known[i].name, name))
			return &known[i];
	return NULL;
}

/* Adds the columns of the header in their order, then the columns for bytes. */
static void name_columns(struct arrow *arrow)
{
	for (char *name = arrow->names; name;) {
		char *tab = strchr(name, '\t');

		if (tab)
			*tab++ = '\0';
		const struct known *found = known_as(name);

		add_column(arrow, name, found ? found->kind : EVERYURI_COLUMN_TEXT,
		           arrow->n_columns);
		name = tab;
	}
	arrow->n_fields = arrow->n_columns;
	for (size_t i = 0; i < arrow->n_fields; i++) {
		const struct known *found = known_as(arrow->column[i].name);

		if (found && found->octets)
			add_column(arrow, found->octets, EVERYURI_COLUMN_OCTETS, i);
	}
}

/* ---- values ---------------------------------------------------------------------------- */

static uint64_t number_of(const char *data, size_t len)
{
	uint64_t number = 0;

	if (len == 4 && !memcmp(data, "true", 4))
		return 1;
	for (size_t i = 0; i < len && data[i] >= '0' && data[i] <= '9'; i++)
		number = number * 10 + (uint64_t)(data[i] - '0');
	return number;
}

static void set_value(const struct arrow *arrow, size_t column, size_t row, void *values)
{
	const struct cell *cell = &arrow->cell[row * arrow->n_fields + arrow->field[column]];
	enum everyuri_column_kind kind = arrow->column[column].kind;
	const char *data = arrow->bytes + cell->at;

	if (kind != EVERYURI_COLUMN_TEXT && kind != EVERYURI_COLUMN_OCTETS) {
		((uint64_t *)values)[row] =
			cell->absent ? EVERYURI_NO_NUMBER : number_of(data, cell->len);
		return;
	}
	bool absent =
		cell->absent || (kind == EVERYURI_COLUMN_OCTETS && utf8_valid(data, cell->len));

	((struct everyuri_text *)values)[row] = absent ? (struct everyuri_text){ NULL, 0 } :
	                                                 (struct everyuri_text){ data, cell->len };
}

/* Fills the arrays of a batch, one after another. */
static bool set_values(struct arrow *arrow, size_t n_rows)
{
	size_t each = n_rows * sizeof(struct everyuri_text);

	if (!array_room(&arrow->values, &arrow->values_cap, arrow->n_columns * each))
		return false;
	for (size_t i = 0; i < arrow->n_columns; i++) {
		void *values = (char *)arrow->values + i * each;

		for (size_t row = 0; row < n_rows; row++)
			set_value(arrow, i, row, values);
		arrow->column[i].text = values;
		arrow->column[i].number = values;
	}
	return true;
}

/* ---- rows ---------------------------------------------------------------------------------- */

/* Removes n_rows rows.  Keeps an incomplete row. */
static void forget_rows(struct arrow *arrow, size_t n_rows)
{
	size_t n = n_rows * arrow->n_fields, left = arrow->n_cells - n;
	size_t from = left ? arrow->cell[n].at : arrow->n_bytes;

	memmove(arrow->cell, arrow->cell + n, left * sizeof *arrow->cell);
	memmove(arrow->bytes, arrow->bytes + from, arrow->n_bytes - from);
	for (size_t i = 0; i < left; i++)
		arrow->cell[i].at -= from;
	arrow->n_cells = left;
	arrow->n_bytes -= from;
	if (arrow->n_bytes || arrow->bytes_cap <= 2 * MOST_BYTES)
		return;
	/* The memory that a long row needed is freed. */
	free(arrow->bytes);
	arrow->bytes = NULL;
	arrow->bytes_cap = 0;
}

static bool write_rows(struct table *table)
{
	struct arrow *arrow = table->own;
	size_t n_rows = arrow->n_cells / arrow->n_fields;

	if (!n_rows)
		return true;
	if (!set_values(arrow, n_rows))
		return false;
	if (everyuri_table_write(&table->to, arrow->column, arrow->n_columns, n_rows, NULL)) {
		table->answer->write_error = EOVERFLOW;
		return false;
	}
	forget_rows(arrow, n_rows);
	return !table->to.failed;
}

static bool put_arrow(struct table *table, const struct field *field)
{
	struct arrow *arrow = table->own;
	void *bytes = arrow->bytes, *cell = arrow->cell;

	/* One byte more than needed, so that `bytes` is not NULL even if all fields are empty. */
	if (!array_room(&bytes, &arrow->bytes_cap, arrow->n_bytes + field->len + 1))
		return false;
	arrow->bytes = bytes;
	if (!array_room(&cell, &arrow->cell_cap, (arrow->n_cells + 1) * sizeof *arrow->cell))
		return false;
	arrow->cell = cell;
	arrow->cell[arrow->n_cells++] = (struct cell){ arrow->n_bytes, field->len, field->absent };
	if (field->len)
		memcpy(arrow->bytes + arrow->n_bytes, field->data, field->len);
	arrow->n_bytes += field->len;
	if (!field->last ||
	    (arrow->n_cells < MOST_ROWS * arrow->n_fields && arrow->n_bytes < MOST_BYTES))
		return true;
	return write_rows(table);
}

/* ---- the stream --------------------------------------------------------------------------------- */

static void free_arrow(struct table *table)
{
	struct arrow *arrow = table->own;

	if (!arrow)
		return;
	free(arrow->names);
	free(arrow->bytes);
	free(arrow->cell);
	free(arrow->values);
	free(arrow);
}

bool arrow_begin(struct table *table, const char *header)
{
	size_t size = strlen(header) + 1;
	struct arrow *arrow = calloc(1, sizeof *arrow);

	table->own = arrow;
	table->put = put_arrow;
	table->flush = write_rows;
	table->free_own = free_arrow;
	if (!arrow)
		return false;
	arrow->names = malloc(size);
	if (!arrow->names)
		return false;
	memcpy(arrow->names, header, size);
	name_columns(arrow);
	return true;
}

void arrow_head(struct table *table)
{
	const struct arrow *arrow = table->own;

	everyuri_table_begin(&table->to, arrow->column, arrow->n_columns, NULL);
}

void arrow_tail(struct table *table)
{
	everyuri_table_end(&table->to);
}
