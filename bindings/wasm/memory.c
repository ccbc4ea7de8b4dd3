/* memory.c - the memory of one call.
 *
 * A call allocates a few buffers and then ends.  So blocks are placed one after the other, only the last one can
 * grow in place, and all are freed together.  Linear memory cannot shrink, so index.js makes a new instance after a
 * call that needed much memory. */
#include "module.h"

#include <string.h>

#define PAGE ((size_t)65536)
#define LIMIT (SIZE_MAX - 2 * PAGE) /* limit for an address, chosen so that sums do not overflow */
#define ALIGNED(size) (((size) + 15) & ~(size_t)15)

extern unsigned char __heap_base; /* defined by wasm-ld: the end of data and stack */

static size_t top; /* address of the first free byte; 0 before the first call */

/* Returns whether there is memory up to this address.  Grows the memory if needed. */
static bool reach(size_t end)
{
	size_t have = __builtin_wasm_memory_size(0) * PAGE, wanted;

	/* All 65,536 pages have 4 GiB, which does not fit a size_t. */
	if (end <= have || !have)
		return true;
	wanted = (end - have) / PAGE + 1;
	return __builtin_wasm_memory_grow(0, wanted) != (size_t)-1;
}

static void *resize(void *context, void *data, size_t old_size, size_t new_size)
{
	size_t at = (size_t)data;
	bool last = data && at + ALIGNED(old_size) == top;

	(void)context;
	if (!new_size) {
		if (last)
			top = at;
		return NULL;
	}
	if (!last)
		at = top;
	if (at > LIMIT || new_size > LIMIT - at || !reach(at + ALIGNED(new_size)))
		return NULL;
	if (data && !last)
		memcpy((void *)at, data, old_size < new_size ? old_size : new_size);
	top = at + ALIGNED(new_size);
	return (void *)at;
}

const struct everyuri_allocator module_memory = { resize, NULL };

void module_memory_empty(void)
{
	top = ALIGNED((size_t)&__heap_base);
}
