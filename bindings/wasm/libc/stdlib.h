/* stdlib.h - the allocation functions, for calls without an allocator.  They always fail. */
#ifndef STDLIB_H
#define STDLIB_H

#include <stddef.h>

void *realloc(void *data, size_t size);
void free(void *data);

#endif
