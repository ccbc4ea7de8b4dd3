#include "bulk/flat.h"

#include <assert.h>

void eu_flat_set(struct eu_flat *flat, size_t at, uint64_t number, size_t n_bytes)
{
	assert(at + n_bytes <= EU_FLAT_MAX);
	for (size_t i = 0; i < n_bytes; i++)
		flat->data[at + i] = (unsigned char)(number >> 8 * i);
}

void eu_flat_add(struct eu_flat *flat, uint64_t number, size_t n_bytes)
{
	eu_flat_set(flat, flat->len, number, n_bytes);
	flat->len += n_bytes;
}

void eu_flat_align(struct eu_flat *flat, size_t unit, size_t over)
{
	while ((flat->len + over) % unit)
		eu_flat_add(flat, 0, 1);
}

size_t eu_flat_table(struct eu_flat *flat, const unsigned char *place, size_t n_fields, size_t size)
{
	size_t front = 4 + 2 * n_fields, table;

	eu_flat_align(flat, 8, front);
	eu_flat_add(flat, front, 2);
	eu_flat_add(flat, size, 2);
	for (size_t i = 0; i < n_fields; i++)
		eu_flat_add(flat, place[i], 2);
	table = flat->len;
	eu_flat_add(flat, front, 4); /* distance from the table back to its vtable */
	for (size_t i = 4; i < size; i++)
		eu_flat_add(flat, 0, 1);
	return table;
}

void eu_flat_point(struct eu_flat *flat, size_t from, size_t to)
{
	eu_flat_set(flat, from, to - from, 4);
}

void eu_flat_vector(struct eu_flat *flat, size_t from, size_t n, size_t unit)
{
	eu_flat_align(flat, unit, 4);
	eu_flat_point(flat, from, flat->len);
	eu_flat_add(flat, n, 4);
}

void eu_flat_string(struct eu_flat *flat, size_t from, const char *text)
{
	size_t len = strlen(text);

	eu_flat_vector(flat, from, len, 4);
	for (size_t i = 0; i <= len; i++)
		eu_flat_add(flat, (unsigned char)text[i], 1);
}
