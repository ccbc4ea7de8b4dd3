/* memory.c - allocates large blocks of memory.  Caches some freed blocks for the next column. */
#define _GNU_SOURCE
#include "memory.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#endif

#define LARGE ((size_t)64 << 10) /* malloc itself caches smaller blocks */
#define UNIT \
	((size_t)64 << 10) /* the size of a larger block is a multiple of this, so that the block
	                    * can be reused */
#define HUGE_PAGE ((size_t)2 << 20)
#define N_KEPT 32

/* ---- from the system ------------------------------------------------------------------------- */

#ifdef MAP_ANONYMOUS

static void *map(size_t size)
{
	void *data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return data == MAP_FAILED ? NULL : data;
}

static void unmap(void *data, size_t size)
{
	munmap(data, size);
}

/* Maps memory aligned to huge pages, so that the kernel can use them. */
static void *map_huge(size_t size)
{
	char *data = size < HUGE_PAGE ? NULL : map(size + HUGE_PAGE);
	size_t front;

	if (!data)
		return map(size);
	front = (HUGE_PAGE - (uintptr_t)data % HUGE_PAGE) % HUGE_PAGE;
	if (front)
		unmap(data, front);
	if (front < HUGE_PAGE)
		unmap(data + front + size, HUGE_PAGE - front);
#ifdef MADV_HUGEPAGE
	madvise(data + front, size, MADV_HUGEPAGE);
#endif
	return data + front;
}

#else

static void *map(size_t size)
{
	return calloc(size, 1);
}

static void *map_huge(size_t size)
{
	return malloc(size);
}

static void unmap(void *data, size_t size)
{
	(void)size;
	free(data);
}

#endif

/* ---- the cache ------------------------------------------------------------------------------- */

/* Cached blocks, from the oldest to the newest. */
static struct memory kept[N_KEPT];
static size_t n_kept, kept_bytes;
static atomic_flag kept_is_held = ATOMIC_FLAG_INIT; /* a spin lock, which is held only for a short
                                                     * time */

static void kept_hold(void)
{
	while (atomic_flag_test_and_set_explicit(&kept_is_held, memory_order_acquire))
		;
}

static void kept_let_go(void)
{
	atomic_flag_clear_explicit(&kept_is_held, memory_order_release);
}

static struct memory kept_out(size_t k)
{
	struct memory memory = kept[k];

	n_kept--;
	kept_bytes -= memory.size;
	for (; k < n_kept; k++)
		kept[k] = kept[k + 1];
	return memory;
}

/* Takes the smallest cached block that is large enough.  Does not take a block
 * that is at least twice as large as needed. */
static bool kept_take(struct memory *memory, size_t size)
{
	size_t best = N_KEPT;

	kept_hold();
	for (size_t k = 0; k < n_kept; k++)
		if (kept[k].size >= size && kept[k].size / 2 <= size &&
		    (best == N_KEPT || kept[k].size < kept[best].size))
			best = k;
	if (best < N_KEPT)
		*memory = kept_out(best);
	kept_let_go();
	return best < N_KEPT;
}

/* Adds a block to the cache.  Frees the oldest blocks to make room. */
static void kept_give(const struct memory *memory)
{
	struct memory gone[N_KEPT];
	size_t n_gone = 0;

	kept_hold();
	while (n_kept == N_KEPT || kept_bytes + memory->size > MEMORY_KEPT)
		gone[n_gone++] = kept_out(0);
	kept[n_kept++] = *memory;
	kept_bytes += memory->size;
	kept_let_go();
	while (n_gone--)
		unmap(gone[n_gone].data, gone[n_gone].size);
}

/* ---- the calls ------------------------------------------------------------------------------- */

static bool none(struct memory *memory)
{
	*memory = (struct memory){ NULL, 0, MEMORY_SMALL };
	return false;
}

/* Returns the size of the block to allocate for this number of bytes; 0 if it is too large. */
static size_t whole(size_t size)
{
	return size > SIZE_MAX / 2 ? 0 : (size + UNIT - 1) / UNIT * UNIT;
}

static bool small(struct memory *memory, void *data, size_t size)
{
	*memory = (struct memory){ data, size, MEMORY_SMALL };
	return data != NULL;
}

bool memory_take(struct memory *memory, size_t size)
{
	if (size < LARGE)
		return small(memory, malloc(size ? size : 1), size);
	size = whole(size);
	if (!size)
		return none(memory);
	if (kept_take(memory, size))
		return true;
	*memory = (struct memory){ map_huge(size), size, MEMORY_LARGE };
	return memory->data != NULL;
}

bool memory_take_zeros(struct memory *memory, size_t size)
{
	if (size < LARGE)
		return small(memory, calloc(size ? size : 1, 1), size);
	size = whole(size);
	if (!size)
		return none(memory);
	*memory = (struct memory){ map(size), size, MEMORY_ZEROS };
	return memory->data != NULL;
}

void memory_give(struct memory *memory)
{
	if (!memory->data)
		return;
	if (memory->kind == MEMORY_SMALL)
		free(memory->data);
	else if (memory->kind == MEMORY_LARGE && memory->size <= MEMORY_KEPT / 4)
		kept_give(memory);
	else
		unmap(memory->data, memory->size);
	none(memory);
}
