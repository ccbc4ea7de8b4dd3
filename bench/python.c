/* python.c - the batch API over Arrow's 32-bit offsets, for bench/python.py to call. */
#include "everyuri.h"

#define BLOCK_ROWS ((size_t)2000)

size_t batch(const int32_t *offset, const char *data, size_t n_rows);

static uint32_t begin[EVERYURI_N_PARTS][BLOCK_ROWS], end[EVERYURI_N_PARTS][BLOCK_ROWS];
static uint32_t at[BLOCK_ROWS];
static uint8_t status[BLOCK_ROWS];

/* Read all rows: parts, status and error_at, as columns.parse is asked for them.
 * Returns: how many are valid. */
size_t batch(const int32_t *offset, const char *data, size_t n_rows)
{
	struct everyuri_rows rows = { .layout = EVERYURI_LAYOUT_OFFSETS_32,
		                      .n_rows = n_rows,
		                      .at = offset,
		                      .data = data,
		                      .data_len = (size_t)offset[n_rows] };
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
