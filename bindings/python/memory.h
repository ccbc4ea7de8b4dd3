/* memory.h - allocates memory for columns.
 *
 * Large blocks use huge pages if the system has them.  A few freed blocks are cached, because page faults in new
 * memory cost as much time as parsing the URIs. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Maximum number of bytes in the cache of the process. */
#define MEMORY_KEPT ((size_t)64 << 20)

struct memory {
	void *data;
	size_t size; /* bytes */
	enum { MEMORY_SMALL, MEMORY_LARGE, MEMORY_ZEROS } kind;
};

/* Allocates at least `size` bytes, which are not cleared.  Returns: false if out of memory. */
bool memory_take(struct memory *memory, size_t size);

/* Allocates bytes that are all 0.  A page that is never touched costs nothing. */
bool memory_take_zeros(struct memory *memory, size_t size);

void memory_give(struct memory *memory);

#endif
