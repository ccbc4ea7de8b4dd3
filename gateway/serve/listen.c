/* listen.c - opens the listening sockets, only on the loopback interface (THREATS G1). */
#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include "gateway/serve/serving.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define BACKLOG 1024
#define TRIES 64 /* number of attempts to find a port that is free for both IPv4 and IPv6 */

static enum everyuri_status fail(struct everyuri_error *err, const char *message)
{
	if (err)
		*err = (struct everyuri_error){ .status = EVERYURI_FAILED,
			                        .clause = "",
			                        .message = message };
	return EVERYURI_FAILED;
}

/* Returns a socket that is bound and listening.  Returns -1 and sets errno on failure. */
static int listen_at(int family, const struct sockaddr *address, socklen_t len)
{
	int fd = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	int one = 1, error;

	if (fd < 0)
		return -1;
	/* SO_REUSEADDR: old connections in TIME_WAIT must not block the port.
	 * TCP_NODELAY: the last bytes of a response must be sent without delay; accepted
	 * sockets inherit this option. */
	if (!setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) &&
	    !setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) &&
	    (family != AF_INET6 || !setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one)) &&
	    !bind(fd, address, len) && !listen(fd, BACKLOG))
		return fd;
	error = errno;
	close(fd);
	errno = error;
	return -1;
}

static int listen_at_4(uint16_t port)
{
	struct sockaddr_in in = { .sin_family = AF_INET,
		                  .sin_port = htons(port),
		                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };

	return listen_at(AF_INET, (const struct sockaddr *)&in, sizeof in);
}

static int listen_at_6(uint16_t port)
{
	struct sockaddr_in6 in6 = { .sin6_family = AF_INET6,
		                    .sin6_port = htons(port),
		                    .sin6_addr = IN6ADDR_LOOPBACK_INIT };

	return listen_at(AF_INET6, (const struct sockaddr *)&in6, sizeof in6);
}

static uint16_t port_of(int fd)
{
	struct sockaddr_in in;
	socklen_t len = sizeof in;

	memset(&in, 0, sizeof in);
	return getsockname(fd, (struct sockaddr *)&in, &len) ? 0 : ntohs(in.sin_port);
}

static bool is_taken(int error)
{
	return error == EADDRINUSE || error == EACCES;
}

enum everyuri_status eu_serve_listen(uint16_t port, int listener[SERVE_LISTENERS], uint16_t *taken,
                                     struct everyuri_error *err)
{
	for (unsigned i = 0; i < TRIES; i++) {
		listener[0] = listen_at_4(port);
		if (listener[0] < 0)
			return fail(err, is_taken(errno) ? "the port is in use" :
			                                   "cannot listen on 127.0.0.1");
		*taken = port_of(listener[0]);
		listener[1] = listen_at_6(*taken);
		/* On a machine without IPv6, listening on 127.0.0.1 is enough. */
		if (listener[1] >= 0 || !is_taken(errno))
			return EVERYURI_OK;
		close(listener[0]);
		listener[0] = -1;
		if (port)
			break;
	}
	return fail(err, "the port is in use on ::1");
}
