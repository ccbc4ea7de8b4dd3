/* guard.h - text between two unreadable pages: reading one byte too far ends the test (THREATS L1).
 *
 *	struct guard guard = { 0 };
 *	const char *text = guard_end(&guard, "http://h", 8);
 *	...
 *	guard_free(&guard);
 *
 * A guard holds one text at a time; the next one may lie in the same memory. */
#ifndef TESTS_GUARD_H
#define TESTS_GUARD_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
/* Declared here, because <windows.h> takes names such as TEXT, INPUT and ERROR from the tests. */
__declspec(dllimport) void *__stdcall VirtualAlloc(void *address, size_t size, unsigned long kind,
                                                   unsigned long protect);
__declspec(dllimport) int __stdcall VirtualProtect(void *address, size_t size,
                                                   unsigned long protect, unsigned long *before);
__declspec(dllimport) int __stdcall VirtualFree(void *address, size_t size, unsigned long kind);
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

struct guard {
	char *pages; /* one unreadable page, `size` bytes, one unreadable page */
	size_t size;
};

#ifdef _WIN32

enum {
	GUARD_COMMIT_RESERVE = 0x3000,
	GUARD_RELEASE = 0x8000,
	GUARD_NO_ACCESS = 1,
	GUARD_READ_WRITE = 4
};

/* Windows allocates in units larger than a page. */
static inline size_t guard_page(void)
{
	return 65536;
}

static inline char *guard_map(size_t size, size_t page)
{
	unsigned long before;
	char *pages = VirtualAlloc(NULL, size + 2 * page, GUARD_COMMIT_RESERVE, GUARD_READ_WRITE);

	if (!pages || !VirtualProtect(pages, page, GUARD_NO_ACCESS, &before) ||
	    !VirtualProtect(pages + page + size, page, GUARD_NO_ACCESS, &before))
		return NULL;
	return pages;
}

static inline void guard_unmap(char *pages, size_t size)
{
	(void)size;
	VirtualFree(pages, 0, GUARD_RELEASE);
}

#else

static inline size_t guard_page(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static inline char *guard_map(size_t size, size_t page)
{
	char *pages = mmap(NULL, size + 2 * page, PROT_READ | PROT_WRITE,
	                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED || mprotect(pages, page, PROT_NONE) ||
	    mprotect(pages + page + size, page, PROT_NONE))
		return NULL;
	return pages;
}

static inline void guard_unmap(char *pages, size_t size)
{
	munmap(pages, size + 2 * guard_page());
}

#endif

/* Makes room for len bytes, or ends the test. */
static inline void guard_reserve(struct guard *guard, size_t len)
{
	size_t page = guard_page();
	size_t size = (len / page + 1) * page;

	if (guard->pages && len <= guard->size)
		return;
	if (guard->pages)
		guard_unmap(guard->pages, guard->size);
	guard->pages = guard_map(size, page);
	guard->size = size;
	if (!guard->pages) {
		printf("Bail out! no memory for %zu guarded bytes\n", len);
		exit(1);
	}
}

/** Copies a text so that it ends where readable memory ends.
 *  Returns: never NULL; with len 0, the address of an unreadable byte. */
static inline char *guard_end(struct guard *guard, const char *data, size_t len)
{
	char *text;

	guard_reserve(guard, len);
	text = guard->pages + guard_page() + guard->size - len;
	if (len)
		memcpy(text, data, len);
	return text;
}

/** Copies a text so that it begins where readable memory begins; 'Z' follows it. */
static inline char *guard_begin(struct guard *guard, const char *data, size_t len)
{
	char *text;

	guard_reserve(guard, len);
	text = guard->pages + guard_page();
	memset(text + len, 'Z', guard->size - len);
	if (len)
		memcpy(text, data, len);
	return text;
}

/** Frees the pages. */
static inline void guard_free(struct guard *guard)
{
	if (guard->pages)
		guard_unmap(guard->pages, guard->size);
	guard->pages = NULL;
	guard->size = 0;
}

#endif
