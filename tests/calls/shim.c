/* shim.c - loaded in front of libc (LD_PRELOAD): the call number CALLS_NTH of the kind CALLS_KIND fails
 * with the error CALLS_ERROR, a number, or, with 0, does one byte of what was asked.  In the program
 * CALLS_PROGRAM alone.  How many calls of each kind there were is written to the file CALLS_COUNT. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { READING, WRITING, CONNECTING, CLOSING, N_KINDS };

static const char *const kind_names[N_KINDS] = { "read", "write", "connect", "close" };
static atomic_ulong counted[N_KINDS];
static unsigned long nth;
static enum kind wanted = N_KINDS;
static int error;
static bool here; /* this is the program */

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void)
{
	const char *program = getenv("CALLS_PROGRAM"), *kind = getenv("CALLS_KIND"),
		   *number = getenv("CALLS_NTH"), *how = getenv("CALLS_ERROR");

	here = program && !strcmp(program_invocation_short_name, program);
	for (int k = 0; kind && k < N_KINDS; k++)
		if (!strcmp(kind, kind_names[k]))
			wanted = (enum kind)k;
	nth = number ? strtoul(number, NULL, 10) : 0;
	error = how ? atoi(how) : 0;
}

__attribute__((destructor)) static void end(void)
{
	const char *path = getenv("CALLS_COUNT");
	FILE *file = here && path ? fopen(path, "w") : NULL;

	for (int k = 0; file && k < N_KINDS; k++)
		fprintf(file, "%s %lu\n", kind_names[k], counted[k]);
	if (file)
		fclose(file);
}

/* Is this the call? */
static bool is_it(enum kind kind)
{
	return here && ++counted[kind] == nth && kind == wanted;
}

/* Returns: the call has failed. */
static bool fails(enum kind kind, size_t *len)
{
	if (!is_it(kind))
		return false;
	if (!error) {
		*len = *len ? 1 : 0;
		return false;
	}
	errno = error;
	return true;
}

ssize_t read(int fd, void *data, size_t len)
{
	return fails(READING, &len) ? -1 : NEXT(read)(fd, data, len);
}

ssize_t recv(int fd, void *data, size_t len, int flags)
{
	return fails(READING, &len) ? -1 : NEXT(recv)(fd, data, len, flags);
}

ssize_t recvfrom(int fd, void *data, size_t len, int flags, struct sockaddr *from, socklen_t *size)
{
	return fails(READING, &len) ? -1 : NEXT(recvfrom)(fd, data, len, flags, from, size);
}

ssize_t write(int fd, const void *data, size_t len)
{
	return fails(WRITING, &len) ? -1 : NEXT(write)(fd, data, len);
}

ssize_t send(int fd, const void *data, size_t len, int flags)
{
	return fails(WRITING, &len) ? -1 : NEXT(send)(fd, data, len, flags);
}

ssize_t sendto(int fd, const void *data, size_t len, int flags, const struct sockaddr *to,
               socklen_t size)
{
	return fails(WRITING, &len) ? -1 : NEXT(sendto)(fd, data, len, flags, to, size);
}

ssize_t writev(int fd, const struct iovec *parts, int n)
{
	size_t len = n > 0 ? parts[0].iov_len : 0, whole = len;

	if (fails(WRITING, &len))
		return -1;
	return len < whole ? NEXT(write)(fd, parts[0].iov_base, len) : NEXT(writev)(fd, parts, n);
}

/* An interrupted connect goes on without the caller (connect(2)). */
int connect(int fd, const struct sockaddr *to, socklen_t size)
{
	if (!is_it(CONNECTING))
		return NEXT(connect)(fd, to, size);
	if (error == EINTR)
		NEXT(connect)(fd, to, size);
	errno = error;
	return -1;
}

/* Linux closes the descriptor all the same. */
int close(int fd)
{
	int result = NEXT(close)(fd);

	if (!is_it(CLOSING))
		return result;
	errno = error;
	return -1;
}
