/* send.c - sends bytes to a client, even if the client reads slowly.
 *
 * The only buffer between a server and the client is the send buffer of the socket.  While that
 * buffer is full, the worker waits and reads no more from the server.  A client that has
 * disconnected raises no SIGPIPE. */
#define _GNU_SOURCE /* poll, sockets */
#include "gateway/serve/serving.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

#define SLICE_MS 250u

short eu_socket_wait(int fd, short events, uint64_t until)
{
	struct pollfd at = { .fd = fd, .events = events };

	for (;;) {
		uint64_t now = eu_serve_now(), left = until > now ? until - now : 0;
		int n = poll(&at, 1, left < INT32_MAX ? (int)left : INT32_MAX);

		if (n > 0)
			return at.revents;
		if (n < 0 && errno != EINTR)
			return POLLERR;
		if (!n && !left)
			return 0;
	}
}

/* Waits until the socket is writable.  Wakes up often, because the gateway may be stopping.
 * Returns false if the client has read nothing for too long (THREATS G8). */
static bool can_send(const struct connection *connection)
{
	const uint64_t until = eu_serve_now() + connection->serve->limit_ms[WAIT_WORKER];
	uint64_t now;

	while ((now = eu_serve_now()) < until && !atomic_load(&connection->serve->cut))
		if (eu_socket_wait(connection->fd, POLLOUT,
		                   until - now < SLICE_MS ? until : now + SLICE_MS))
			return true;
	return false;
}

bool eu_connection_send(void *context, const char *data, size_t len)
{
	struct connection *connection = context;

	while (len) {
		ssize_t n = send(connection->fd, data, len, MSG_NOSIGNAL);

		if (n > 0) {
			data += n;
			len -= (size_t)n;
			continue;
		}
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno != EAGAIN)
			return false;
		if (!can_send(connection))
			return false;
	}
	return true;
}
