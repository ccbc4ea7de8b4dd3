/* memory.h - memory for columns.
 *
* Large blocks use huge pages if the system has them, and a few freed ones are cached: page faults in new memory cost
 * as much as parsing the URIs. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes that the process caches at most. */
#define MEMORY_KEPT ((size_t)64 << 20)

struct memory {
	void *data;
	size_t size; /* bytes */
	enum { MEMORY_SMALL, MEMORY_LARGE, MEMORY_ZEROS } kind;
};

/* Allocates at least `size` bytes, not cleared.  Returns: false without memory. */
bool memory_take(struct memory *memory, size_t size);

/* Allocates bytes that are 0; untouched pages cost nothing. */
bool memory_take_zeros(struct memory *memory, size_t size);

void memory_give(struct memory *memory);

#endif
