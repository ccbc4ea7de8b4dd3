/* Writes the caller's columns as a stream of Arrow record batches. */
#include "bulk/arrow.h"

static enum everyuri_status too_many(struct everyuri_error *err)
{
	return eu_fail(err, EVERYURI_TOO_LONG, 0, "",
	               "a table has too many columns, or their names are too long");
}

enum everyuri_status everyuri_table_begin(struct everyuri_writer *out,
                                          const struct everyuri_column *column, size_t n_columns,
                                          struct everyuri_error *err)
{
	size_t names = 0;

	if (n_columns > EVERYURI_TABLE_COLUMNS)
		return too_many(err);
	for (size_t i = 0; i < n_columns; i++)
		names += strlen(column[i].name);
	if (names > EVERYURI_TABLE_NAMES)
		return too_many(err);
	eu_arrow_write_schema(out, column, n_columns, NULL);
	return EVERYURI_OK;
}

static struct eu_arrow_cells cells_of(const struct everyuri_column *column, size_t n_rows)
{
	return (struct eu_arrow_cells){ .kind = column->kind,
		                        .n_rows = n_rows,
		                        .text = column->text,
		                        .number = column->number };
}

enum everyuri_status everyuri_table_write(struct everyuri_writer *out,
                                          const struct everyuri_column *column, size_t n_columns,
                                          size_t n_rows, struct everyuri_error *err)
{
	struct eu_arrow_size size[EVERYURI_TABLE_COLUMNS] = { { 0 } };
	struct eu_arrow_cells cells;

	if (n_columns > EVERYURI_TABLE_COLUMNS)
		return too_many(err);
	for (size_t i = 0; i < n_columns; i++) {
		cells = cells_of(&column[i], n_rows);
		size[i] = eu_arrow_measure(&cells);
		if (size[i].buffer[1] > INT32_MAX || size[i].buffer[2] > INT32_MAX)
			return eu_fail(err, EVERYURI_TOO_LONG, i, "",
			               "a column is too long for a record batch");
	}
	eu_arrow_write_batch(out, n_rows, column, size, n_columns);
	for (size_t i = 0; i < n_columns; i++) {
		cells = cells_of(&column[i], n_rows);
		eu_arrow_write_cells(out, &cells);
	}
	return EVERYURI_OK;
}

void everyuri_table_end(struct everyuri_writer *out)
{
	eu_arrow_write_end(out);
}
