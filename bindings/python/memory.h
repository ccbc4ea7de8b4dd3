/* memory.h - the memory of columns that are made.
 *
 * What is large comes from the system in huge pages, where it has them, and a little of what was
 * given back is kept: pages that are new cost as much as reading the URIs does. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes that the process keeps for columns to come, at most. */
#define MEMORY_KEPT ((size_t)64 << 20)

struct memory {
	void *data;
	size_t size; /* bytes there is room for */
	enum { MEMORY_SMALL, MEMORY_LARGE, MEMORY_ZEROS } kind;
};

/* At least `size` bytes of any content.  False: there is no memory. */
bool memory_take(struct memory *memory, size_t size);

/* The same, all of them 0; what is never touched costs nothing. */
bool memory_take_zeros(struct memory *memory, size_t size);

void memory_give(struct memory *memory);

#endif
