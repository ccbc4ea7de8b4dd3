/* failing_calls.h - make system calls and allocations of this program fail; a POSIX test program includes it
 * once.
 *
 *	calls_fail("pread", 2, EIO);  the second pread from here on
 *	status = eu_store_read(...);
 *	calls_succeed();              all calls work again
 *
 * The functions here replace those of libc.  They fail only for code linked into this program, not for shared
 * libraries, some of which abort without memory.  Under a sanitizer, whose allocator is not replaced, "memory"
 * fails nothing (CAN_LACK_MEMORY). */
#ifndef TESTS_FAILING_CALLS_H
#define TESTS_FAILING_CALLS_H

#ifndef _GNU_SOURCE
#error "failing_calls.h wants _GNU_SOURCE: RTLD_NEXT"
#endif

#include "sanitized.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __clang__
/* Without _FORTIFY_SOURCE, whose inline versions of these calls could not be replaced. */
#pragma clang diagnostic ignored "-Wstatic-in-inline"
#endif

static struct {
	const char *name; /* NULL: nothing fails */
	unsigned long nth;
	int error;
	bool for_ever;
	bool held;          /* no call fails or is counted */
	atomic_ulong calls; /* of this name so far */
	atomic_bool failed; /* a call has failed */
} failing_call;

/** Makes the nth call of this name fail with an error; counted from 1, 0: none. */
static inline void calls_fail(const char *name, unsigned long nth, int error)
{
	failing_call.name = nth ? name : NULL;
	failing_call.nth = nth;
	failing_call.error = error;
	failing_call.for_ever = false;
	atomic_store(&failing_call.calls, 0);
	atomic_store(&failing_call.failed, false);
}

/** Makes the nth and all later calls fail. */
static inline void calls_fail_from(const char *name, unsigned long nth, int error)
{
	calls_fail(name, nth, error);
	failing_call.for_ever = true;
}

/** Lets all later calls succeed.  Returns: has a call failed? */
static inline bool calls_succeed(void)
{
	failing_call.name = NULL;
	return atomic_load(&failing_call.failed);
}

/** Suspends failing and counting, for calls of the test itself. */
static inline void calls_hold(bool held)
{
	failing_call.held = held;
}

extern char __executable_start, etext; /* linker symbols: the code of this program */

/* Returns: must this call fail? */
static inline bool call_fails(const char *name, const void *caller)
{
	const uintptr_t at = (uintptr_t)caller;
	unsigned long n;

	if (!failing_call.name || failing_call.held || strcmp(failing_call.name, name) != 0 ||
	    at < (uintptr_t)&__executable_start || at >= (uintptr_t)&etext)
		return false;
	n = atomic_fetch_add(&failing_call.calls, 1) + 1;
	if (n != failing_call.nth && (n < failing_call.nth || !failing_call.for_ever))
		return false;
	atomic_store(&failing_call.failed, true);
	errno = failing_call.error;
	return true;
}

#define NEXT(name) (__extension__(__typeof__(&name)) dlsym(RTLD_NEXT, #name))
#define FAILS(name) call_fails(#name, __builtin_return_address(0))

/* ---- files -------------------------------------------------------------------------------------------- */

ssize_t pread(int fd, void *data, size_t len, off_t at)
{
	return FAILS(pread) ? -1 : NEXT(pread)(fd, data, len, at);
}

ssize_t write(int fd, const void *data, size_t len)
{
	return FAILS(write) ? -1 : NEXT(write)(fd, data, len);
}

int open(const char *path, int flags, ...)
{
	va_list more;
	mode_t mode;

	va_start(more, flags);
	mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
	va_end(more);
	return FAILS(open) ? -1 : NEXT(open)(path, flags, mode);
}

/* Names of open and openat under _FORTIFY_SOURCE. */
int __open64_2(const char *path, int flags)
{
	return FAILS(open) ? -1 : NEXT(open)(path, flags);
}

int __openat64_2(int at, const char *path, int flags)
{
	return FAILS(openat) ? -1 : NEXT(openat)(at, path, flags);
}

int fstat(int fd, struct stat *about)
{
	return FAILS(fstat) ? -1 : NEXT(fstat)(fd, about);
}

int fstatat(int fd, const char *path, struct stat *about, int flags)
{
	return FAILS(fstatat) ? -1 : NEXT(fstatat)(fd, path, about, flags);
}

int dup(int fd)
{
	return FAILS(dup) ? -1 : NEXT(dup)(fd);
}

int rename(const char *from, const char *to)
{
	return FAILS(rename) ? -1 : NEXT(rename)(from, to);
}

DIR *fdopendir(int fd)
{
	return FAILS(fdopendir) ? NULL : NEXT(fdopendir)(fd);
}

struct dirent *readdir(DIR *directory)
{
	return FAILS(readdir) ? NULL : NEXT(readdir)(directory);
}

/* ---- variadic calls, and libraries ------------------------------------------------------------------------ */

/* Reads a third argument even if there is none, as libc does. */
__attribute__((no_sanitize("address"))) long syscall(long number, ...)
{
	va_list more;
	long word[6];

	va_start(more, number);
	for (int i = 0; i < 6; i++)
		word[i] = va_arg(more, long);
	va_end(more);
	return FAILS(syscall) ?
	               -1 :
	               NEXT(syscall)(number, word[0], word[1], word[2], word[3], word[4], word[5]);
}

void *dlopen(const char *path, int flags)
{
	return FAILS(dlopen) ? NULL : NEXT(dlopen)(path, flags);
}

/* ---- memory ---------------------------------------------------------------------------------------------- */

#if defined __GLIBC__ && !SANITIZED
#define CAN_LACK_MEMORY true

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *data, size_t size);

void *malloc(size_t size)
{
	return call_fails("memory", __builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	return call_fails("memory", __builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *data, size_t size)
{
	return call_fails("memory", __builtin_return_address(0)) ? NULL :
	                                                           __libc_realloc(data, size);
}
#else
#define CAN_LACK_MEMORY false
#endif

#endif
