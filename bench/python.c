/* python.c - the batch API over Arrow's 32-bit offsets, for bench/python.py to call. */
#include "everyuri.h"

#include <stdlib.h>

#define BLOCK_ROWS ((size_t)2000)

size_t batch(const int32_t *offset, const char *data, size_t n_rows);
size_t batch_kept(const int32_t *offset, const char *data, size_t n_rows);

static uint32_t begin[EVERYURI_N_PARTS][BLOCK_ROWS], end[EVERYURI_N_PARTS][BLOCK_ROWS];
static uint32_t at[BLOCK_ROWS];
static uint8_t status[BLOCK_ROWS];

static struct everyuri_rows rows_of(const int32_t *offset, const char *data, size_t n_rows)
{
	return (struct everyuri_rows){ .layout = EVERYURI_LAYOUT_OFFSETS_32,
		                       .n_rows = n_rows,
		                       .at = offset,
		                       .data = data,
		                       .data_len = (size_t)offset[n_rows] };
}

/* Parses all rows: parts, status and error_at, like columns.parse.
 * Returns: how many are valid. */
size_t batch(const int32_t *offset, const char *data, size_t n_rows)
{
	struct everyuri_rows rows = rows_of(offset, data, n_rows);
	struct everyuri_parts parts = { .verdict = { status, at } };
	size_t valid = 0;

	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		parts.begin[part] = begin[part];
		parts.end[part] = end[part];
	}
	for (size_t from = 0; from < n_rows;) {
		struct everyuri_rows block = everyuri_rows_slice(&rows, from, BLOCK_ROWS);
		size_t n = 0;

		if (everyuri_bulk_parse(&block, EVERYURI_RFC3986, 0, &parts, &n, NULL))
			return 0;
		for (size_t i = 0; i < n; i++)
			valid += !status[i];
		from += n;
	}
	return valid;
}

/* The same with results for each row in new memory, as in a column.  Returns: how many are valid. */
size_t batch_kept(const int32_t *offset, const char *data, size_t n_rows)
{
	struct everyuri_rows rows = rows_of(offset, data, n_rows);
	uint32_t *spans = malloc((2 * EVERYURI_N_PARTS + 1) * sizeof *spans * n_rows);
	uint8_t *verdicts = malloc(n_rows);
	struct everyuri_parts parts = { .verdict = { verdicts,
		                                     spans + 2 * EVERYURI_N_PARTS * n_rows } };
	size_t valid = 0, n = 0;

	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		parts.begin[part] = spans + (size_t)(2 * part) * n_rows;
		parts.end[part] = spans + (size_t)(2 * part + 1) * n_rows;
	}
	if (spans && verdicts && !everyuri_bulk_parse(&rows, EVERYURI_RFC3986, 0, &parts, &n, NULL))
		for (size_t i = 0; i < n; i++)
			valid += !verdicts[i];
	free(spans);
	free(verdicts);
	return valid;
}
