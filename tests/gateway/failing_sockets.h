/* failing_sockets.h - what failing_calls.h has not: sockets, threads, processes and terminals, of which each call
 * can be made to fail. */
#ifndef TESTS_GATEWAY_FAILING_SOCKETS_H
#define TESTS_GATEWAY_FAILING_SOCKETS_H

#include "failing_calls.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>

/* ---- sockets -------------------------------------------------------------------------------------------- */

int socket(int domain, int type, int protocol)
{
	return FAILS(socket) ? -1 : NEXT(socket)(domain, type, protocol);
}

int socketpair(int domain, int type, int protocol, int ends[2])
{
	return FAILS(socketpair) ? -1 : NEXT(socketpair)(domain, type, protocol, ends);
}

int setsockopt(int fd, int level, int name, const void *value, socklen_t len)
{
	return FAILS(setsockopt) ? -1 : NEXT(setsockopt)(fd, level, name, value, len);
}

int bind(int fd, __CONST_SOCKADDR_ARG address, socklen_t len)
{
	return FAILS(bind) ? -1 : NEXT(bind)(fd, address, len);
}

int listen(int fd, int backlog)
{
	return FAILS(listen) ? -1 : NEXT(listen)(fd, backlog);
}

int getsockname(int fd, __SOCKADDR_ARG address, socklen_t *len)
{
	return FAILS(getsockname) ? -1 : NEXT(getsockname)(fd, address, len);
}

int accept4(int fd, __SOCKADDR_ARG address, socklen_t *len, int flags)
{
	return FAILS(accept4) ? -1 : NEXT(accept4)(fd, address, len, flags);
}

ssize_t recv(int fd, void *data, size_t len, int flags)
{
	return FAILS(recv) ? -1 : NEXT(recv)(fd, data, len, flags);
}

ssize_t send(int fd, const void *data, size_t len, int flags)
{
	return FAILS(send) ? -1 : NEXT(send)(fd, data, len, flags);
}

ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
	return FAILS(recvmsg) ? -1 : NEXT(recvmsg)(fd, message, flags);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
	return FAILS(sendmsg) ? -1 : NEXT(sendmsg)(fd, message, flags);
}

int shutdown(int fd, int how)
{
	return FAILS(shutdown) ? -1 : NEXT(shutdown)(fd, how);
}

/* ---- waiting ------------------------------------------------------------------------------------------------ */

int poll(struct pollfd *at, nfds_t n, int ms)
{
	return FAILS(poll) ? -1 : NEXT(poll)(at, n, ms);
}

int epoll_create1(int flags)
{
	return FAILS(epoll_create1) ? -1 : NEXT(epoll_create1)(flags);
}

int epoll_ctl(int epoll, int what, int fd, struct epoll_event *event)
{
	return FAILS(epoll_ctl) ? -1 : NEXT(epoll_ctl)(epoll, what, fd, event);
}

int epoll_wait(int epoll, struct epoll_event *events, int n, int ms)
{
	return FAILS(epoll_wait) ? -1 : NEXT(epoll_wait)(epoll, events, n, ms);
}

int eventfd(unsigned count, int flags)
{
	return FAILS(eventfd) ? -1 : NEXT(eventfd)(count, flags);
}

/* ---- threads: the error is what they return ------------------------------------------------------------------ */

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *how)
{
	return FAILS(pthread_mutex_init) ? EAGAIN : NEXT(pthread_mutex_init)(mutex, how);
}

int pthread_condattr_init(pthread_condattr_t *how)
{
	return FAILS(pthread_condattr_init) ? ENOMEM : NEXT(pthread_condattr_init)(how);
}

int pthread_condattr_setclock(pthread_condattr_t *how, clockid_t clock)
{
	return FAILS(pthread_condattr_setclock) ? EINVAL :
	                                          NEXT(pthread_condattr_setclock)(how, clock);
}

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *how)
{
	return FAILS(pthread_cond_init) ? EAGAIN : NEXT(pthread_cond_init)(condition, how);
}

int pthread_attr_init(pthread_attr_t *how)
{
	return FAILS(pthread_attr_init) ? ENOMEM : NEXT(pthread_attr_init)(how);
}

int pthread_attr_setstacksize(pthread_attr_t *how, size_t size)
{
	return FAILS(pthread_attr_setstacksize) ? EINVAL :
	                                          NEXT(pthread_attr_setstacksize)(how, size);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *with)
{
	return FAILS(pthread_create) ? EAGAIN : NEXT(pthread_create)(thread, how, run, with);
}

/* ---- processes, limits ---------------------------------------------------------------------------------------- */

pid_t fork(void)
{
	return FAILS(fork) ? -1 : NEXT(fork)();
}

pid_t waitpid(pid_t process, int *status, int options)
{
	return FAILS(waitpid) ? -1 : NEXT(waitpid)(process, status, options);
}

pid_t setsid(void)
{
	return FAILS(setsid) ? -1 : NEXT(setsid)();
}

int dup2(int from, int to)
{
	return FAILS(dup2) ? -1 : NEXT(dup2)(from, to);
}

int chdir(const char *path)
{
	return FAILS(chdir) ? -1 : NEXT(chdir)(path);
}

ssize_t getrandom(void *data, size_t len, unsigned flags)
{
	return FAILS(getrandom) ? -1 : NEXT(getrandom)(data, len, flags);
}

int getrlimit(__rlimit_resource_t which, struct rlimit *limit)
{
	return FAILS(getrlimit) ? -1 : NEXT(getrlimit)(which, limit);
}

int setrlimit(__rlimit_resource_t which, const struct rlimit *limit)
{
	return FAILS(setrlimit) ? -1 : NEXT(setrlimit)(which, limit);
}

/* ---- terminals -------------------------------------------------------------------------------------------------- */

int posix_openpt(int flags)
{
	return FAILS(posix_openpt) ? -1 : NEXT(posix_openpt)(flags);
}

int grantpt(int fd)
{
	return FAILS(grantpt) ? -1 : NEXT(grantpt)(fd);
}

int unlockpt(int fd)
{
	return FAILS(unlockpt) ? -1 : NEXT(unlockpt)(fd);
}

int ptsname_r(int fd, char *name, size_t len)
{
	return FAILS(ptsname_r) ? ERANGE : NEXT(ptsname_r)(fd, name, len);
}

int tcgetattr(int fd, struct termios *modes)
{
	return FAILS(tcgetattr) ? -1 : NEXT(tcgetattr)(fd, modes);
}

/* Of one word: all that is asked here has one. */
int ioctl(int fd, unsigned long request, ...)
{
	va_list more;
	void *word;

	va_start(more, request);
	word = va_arg(more, void *);
	va_end(more);
	return FAILS(ioctl) ? -1 : NEXT(ioctl)(fd, request, word);
}

int fcntl(int fd, int command, ...)
{
	va_list more;
	void *word;

	va_start(more, command);
	word = va_arg(more, void *);
	va_end(more);
	return FAILS(fcntl) ? -1 : NEXT(fcntl)(fd, command, word);
}

/** To be compared with what it says later: this is more than there are. */
static inline size_t open_files(void)
{
	DIR *directory = opendir("/proc/self/fd");
	size_t n = 0;

	while (directory && readdir(directory))
		n++;
	if (directory)
		closedir(directory);
	return n;
}

#endif
