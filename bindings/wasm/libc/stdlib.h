/* stdlib.h - memory as the library asks for it where it is given no allocator: there is none. */
#ifndef STDLIB_H
#define STDLIB_H

#include <stddef.h>

void *realloc(void *data, size_t size);
void free(void *data);

#endif
