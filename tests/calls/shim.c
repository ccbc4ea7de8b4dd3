/* shim.c - loaded in front of libc (LD_PRELOAD): calls of the system, and those for memory, fail as a test says that
 * has mapped the file CALLS_CONTROL, too (struct control): the call number `nth` of a kind fails with `error`, or,
 * with 0, does one byte of what was asked.  In the program CALLS_PROGRAM alone; and of the calls for memory only those
 * of code of ours, because the libraries that it uses end a program that has none. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { READING, WRITING, CONNECTING, CLOSING, ACCEPTING, WAITING, MEMORY, N_KINDS };

/* As control.py has it. */
struct control {
	uint64_t kind, nth; /* counted from 1; 0: none fails */
	uint64_t error, for_ever;
	atomic_uint_fast64_t counted[N_KINDS];
};

static struct control *control; /* NULL: this is another program */

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void)
{
	const char *program = getenv("CALLS_PROGRAM"), *path = getenv("CALLS_CONTROL");
	int fd = path && program && !strcmp(program_invocation_short_name, program) ?
	                 open(path, O_RDWR) :
	                 -1;
	void *there =
		fd < 0 ? MAP_FAILED :
			 mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (fd >= 0)
		NEXT(close)(fd);
	if (there != MAP_FAILED)
		control = there;
}

/* Returns: must this call fail? */
static bool is_it(enum kind kind)
{
	if (!control)
		return false;
	uint64_t n = ++control->counted[kind];

	return control->kind == kind && control->nth &&
	       (n == control->nth || (control->for_ever && n > control->nth));
}

/* Returns: did the call fail? */
static bool fails(enum kind kind, size_t *len)
{
	if (!is_it(kind))
		return false;
	if (!control->error) {
		*len = *len ? 1 : 0;
		return false;
	}
	errno = (int)control->error;
	return true;
}

/* ---- input and output ------------------------------------------------------------------------------ */

ssize_t read(int fd, void *data, size_t len)
{
	return fails(READING, &len) ? -1 : NEXT(read)(fd, data, len);
}

/* pread of programs with large files. */
ssize_t pread64(int fd, void *data, size_t len, off_t at)
{
	return fails(READING, &len) ? -1 : NEXT(pread64)(fd, data, len, at);
}

/* A datagram is read whole: a short read would change it. */
static bool is_datagram(int fd)
{
	int type = 0;
	socklen_t size = sizeof type;

	return !getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) && type == SOCK_DGRAM;
}

ssize_t recv(int fd, void *data, size_t len, int flags)
{
	size_t some = len;

	if (fails(READING, &some))
		return -1;
	return NEXT(recv)(fd, data, is_datagram(fd) ? len : some, flags);
}

ssize_t recvfrom(int fd, void *data, size_t len, int flags, struct sockaddr *from, socklen_t *size)
{
	size_t some = len;

	if (fails(READING, &some))
		return -1;
	return NEXT(recvfrom)(fd, data, is_datagram(fd) ? len : some, flags, from, size);
}

ssize_t write(int fd, const void *data, size_t len)
{
	return fails(WRITING, &len) ? -1 : NEXT(write)(fd, data, len);
}

ssize_t send(int fd, const void *data, size_t len, int flags)
{
	size_t some = len;

	if (fails(WRITING, &some))
		return -1;
	return NEXT(send)(fd, data, is_datagram(fd) ? len : some, flags);
}

ssize_t sendto(int fd, const void *data, size_t len, int flags, const struct sockaddr *to,
               socklen_t size)
{
	size_t some = len;

	if (fails(WRITING, &some))
		return -1;
	return NEXT(sendto)(fd, data, is_datagram(fd) ? len : some, flags, to, size);
}

ssize_t writev(int fd, const struct iovec *parts, int n)
{
	size_t len = n > 0 ? parts[0].iov_len : 0, whole = len;

	if (fails(WRITING, &len))
		return -1;
	return len < whole ? NEXT(write)(fd, parts[0].iov_base, len) : NEXT(writev)(fd, parts, n);
}

/* ---- connections ------------------------------------------------------------------------------------- */

/* An interrupted connect continues in the background (connect(2)). */
int connect(int fd, const struct sockaddr *to, socklen_t size)
{
	if (!is_it(CONNECTING))
		return NEXT(connect)(fd, to, size);
	if (control->error == EINTR)
		NEXT(connect)(fd, to, size);
	errno = (int)control->error;
	return -1;
}

/* Linux closes the descriptor even if close fails. */
int close(int fd)
{
	int result = NEXT(close)(fd);

	if (!is_it(CLOSING))
		return result;
	errno = (int)control->error;
	return -1;
}

int accept4(int fd, struct sockaddr *from, socklen_t *size, int flags)
{
	size_t none = 0;

	return fails(ACCEPTING, &none) ? -1 : NEXT(accept4)(fd, from, size, flags);
}

int poll(struct pollfd *at, nfds_t n, int ms)
{
	size_t none = 0;

	return fails(WAITING, &none) ? -1 : NEXT(poll)(at, n, ms);
}

int epoll_wait(int epoll, struct epoll_event *events, int n, int ms)
{
	size_t none = 0;

	return fails(WAITING, &none) ? -1 : NEXT(epoll_wait)(epoll, events, n, ms);
}

/* ---- memory -------------------------------------------------------------------------------------------- */

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);

/* Returns: is the caller code of everyuri?  Its files are everyuri, everyuri-access, everyuri-net.so and libeveryuri*. */
static bool no_memory_for(const void *caller)
{
	Dl_info info;
	const char *name, *slash;
	size_t none = 0;

	/* Finding the caller takes longer than the allocation. */
	if (!control || (control->nth && control->kind != MEMORY) || !dladdr(caller, &info) ||
	    !info.dli_fname)
		return false;
	slash = strrchr(info.dli_fname, '/');
	name = slash ? slash + 1 : info.dli_fname;
	return (!strncmp(name, "everyuri", 8) || !strncmp(name, "libeveryuri", 11)) &&
	       fails(MEMORY, &none);
}

void *malloc(size_t size)
{
	return no_memory_for(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	return no_memory_for(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *data, size_t size)
{
	return no_memory_for(__builtin_return_address(0)) ? NULL : __libc_realloc(data, size);
}
