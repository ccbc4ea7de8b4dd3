/* memory.c - the memory of one call.
 *
 * A call takes a few buffers and ends: so blocks stand behind each other, the last one grows where
 * it is, and nothing is given back before all is.  A linear memory cannot shrink: that index.js
 * does, which takes a new instance where a call has made one large. */
#include "module.h"

#include <string.h>

#define PAGE ((size_t)65536)
#define LIMIT (SIZE_MAX - 2 * PAGE) /* bytes: no address is beyond, so that sums stay numbers */
#define ALIGNED(size) (((size) + 15) & ~(size_t)15)

extern unsigned char __heap_base; /* wasm-ld's: behind data and stack */

static size_t top; /* bytes: address of the first free byte; 0 before the first call */

/* Is there memory up to this address, or can there be? */
static bool reach(size_t end)
{
	size_t have = __builtin_wasm_memory_size(0) * PAGE, wanted;

	/* All 65,536 pages are 4 GiB, which a size_t has no number for. */
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
