/* loop.c - one thread, which accepts connections, waits for all idle ones, and reads their
 * requests. */
#define _GNU_SOURCE /* accept4 */
#include "gateway/serve/serving.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#define EVENTS 64 /* maximum number of events for each epoll_wait() */
#define ACCEPTS \
	64             /* maximum number of connections accepted for each event, so that other
                        * events are not starved */
#define TICK_MS 500    /* maximum delay in noticing a deadline */
#define LINGER_READS 8 /* maximum number of blocks discarded for each event */

/* ---- incoming data ------------------------------------------------------------------------------------ */

/* Allocates the reader when the first byte of a request arrives.  Returns false if out of
 * memory. */
static bool have_reader(struct connection *connection)
{
	if (connection->reader)
		return true;
	connection->reader = malloc(sizeof *connection->reader);
	if (connection->reader)
		eu_http_reader_init(connection->reader);
	return connection->reader != NULL;
}

static void feed(struct serve *serve, struct connection *connection, const char *data, size_t len)
{
	bool first = !connection->reader;

	if (!have_reader(connection)) {
		eu_connection_take(serve, connection);
		eu_connection_close(serve, connection);
		return;
	}
	switch (eu_http_reader_feed(connection->reader, data, len)) {
	case HTTP_MORE:
		if (first) { /* the deadline counts from the first byte of the request; later bytes
		              * do not extend it */
			eu_connection_take(serve, connection);
			eu_connection_wait(serve, connection, WAIT_HEAD);
		} else if (!eu_connection_watch(serve, connection)) {
			eu_connection_take(serve, connection);
			eu_connection_close(serve, connection);
		}
		return;
	case HTTP_REFUSED:
		connection->refused = true;
		break;
	case HTTP_READY:
		break;
	}
	eu_connection_take(serve, connection);
	eu_workers_give(serve, connection);
}

/* Discards data that the client sends after the last response.  If a socket is closed with unread
 * data, the system sends a reset, and the client may lose the response (RFC 9112 9.6). */
static void drain(struct serve *serve, struct connection *connection, char *block)
{
	ssize_t n = 1;

	for (unsigned i = 0; i < LINGER_READS && n > 0; i++)
		n = recv(connection->fd, block, SERVE_BLOCK, 0);
	if ((n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR))) &&
	    eu_connection_watch(serve, connection))
		return;
	eu_connection_take(serve, connection);
	eu_connection_close(serve, connection);
}

/* Returns the state of a connection.  Takes the lock, because a worker may have changed the state
 * while holding it. */
static enum waiting state_of(struct serve *serve, const struct connection *connection)
{
	enum waiting waiting;

	pthread_mutex_lock(&serve->lock);
	waiting = connection->waiting;
	pthread_mutex_unlock(&serve->lock);
	return waiting;
}

static void hear(struct serve *serve, struct connection *connection)
{
	char block[SERVE_BLOCK];
	ssize_t n;

	if (state_of(serve, connection) == WAIT_LINGER) {
		drain(serve, connection, block);
		return;
	}
	n = recv(connection->fd, block, sizeof block, 0);
	if (n > 0) {
		feed(serve, connection, block, (size_t)n);
		return;
	}
	if (n < 0 && (errno == EAGAIN || errno == EINTR) && eu_connection_watch(serve, connection))
		return;
	eu_connection_take(serve, connection);
	eu_connection_close(serve, connection);
}

/* ---- new connections ------------------------------------------------------------------------------------ */

/* Sends 503 to a connection over the limit, if its socket is writable.  Closes the connection. */
static void turn_away(int fd)
{
	static const char busy[] = "HTTP/1.1 503 Service Unavailable\r\n"
				   "Retry-After: 1\r\n"
				   "Content-Length: 0\r\n"
				   "Connection: close\r\n\r\n";
	ssize_t n = send(fd, busy, sizeof busy - 1, MSG_NOSIGNAL | MSG_DONTWAIT);

	(void)n; /* if the write fails, the connection is closed anyway */
	close(fd);
}

/* Closes the connection that has been idle for the longest time.  Returns false if none is idle. */
static bool close_idle(struct serve *serve)
{
	struct connection *oldest;

	pthread_mutex_lock(&serve->lock);
	oldest = serve->waiting[WAIT_IDLE].first;
	if (oldest)
		eu_queue_remove(&serve->waiting[WAIT_IDLE], oldest);
	pthread_mutex_unlock(&serve->lock);
	if (oldest)
		eu_connection_close(serve, oldest);
	return oldest != NULL;
}

static bool is_full(struct serve *serve)
{
	bool full;

	pthread_mutex_lock(&serve->lock);
	full = serve->n_connections >= serve->max_connections;
	pthread_mutex_unlock(&serve->lock);
	return full;
}

static void admit(struct serve *serve, int fd)
{
	struct connection *connection;

	if (is_full(serve) && !close_idle(serve)) {
		turn_away(fd);
		return;
	}
	connection = calloc(1, sizeof *connection);
	if (!connection) {
		turn_away(fd);
		return;
	}
	connection->fd = fd;
	connection->serve = serve;
	pthread_mutex_lock(&serve->lock);
	serve->n_connections++;
	pthread_mutex_unlock(&serve->lock);
	eu_connection_wait(serve, connection, WAIT_IDLE);
}

/* Stops or resumes accepting connections.  Without a free descriptor accept() fails, and epoll
 * would report the same pending connection again and again. */
static void listen_again(struct serve *serve, bool deaf)
{
	serve->deaf = deaf;
	for (size_t i = 0; i < SERVE_LISTENERS; i++) {
		struct epoll_event event = { .events = deaf ? 0 : EPOLLIN,
			                     .data.ptr = &serve->listener[i] };

		if (serve->listener[i] >= 0)
			epoll_ctl(serve->epoll, EPOLL_CTL_MOD, serve->listener[i], &event);
	}
}

static void accept_some(struct serve *serve, int listener)
{
	for (unsigned i = 0; i < ACCEPTS; i++) {
		int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

		if (fd >= 0) {
			admit(serve, fd);
			continue;
		}
		if (errno == EINTR || errno == ECONNABORTED)
			continue;
		if (errno != EAGAIN && !close_idle(serve))
			listen_again(serve, true);
		return;
	}
}

/* ---- deadlines ------------------------------------------------------------------------------------------ */

/* Removes the first connection of a queue if its deadline has passed.  Returns that connection, or
 * NULL if the deadline has not passed. */
static struct connection *late(struct serve *serve, enum waiting waiting, uint64_t now)
{
	struct connection *first;

	pthread_mutex_lock(&serve->lock);
	first = serve->waiting[waiting].first;
	if (first && first->until > now)
		first = NULL;
	if (first)
		eu_queue_remove(&serve->waiting[waiting], first);
	pthread_mutex_unlock(&serve->lock);
	return first;
}

/* Answers 408 to a request that did not arrive in time.  epoll still watches the connection, so its
 * descriptor is removed from epoll: the loop must get no events for it while a worker owns it. */
static void refuse_late(struct serve *serve, struct connection *connection)
{
	struct epoll_event none = { 0 };

	epoll_ctl(serve->epoll, EPOLL_CTL_DEL, connection->fd, &none);
	connection->refused = true;
	connection->reader->refused = 408;
	connection->reader->why = "the request did not arrive in time";
	connection->reader->clause = "THREATS G8";
	eu_workers_give(serve, connection);
}

static void expire(struct serve *serve)
{
	struct connection *connection;
	uint64_t now = eu_serve_now();

	while ((connection = late(serve, WAIT_HEAD, now)))
		refuse_late(serve, connection);
	while ((connection = late(serve, WAIT_IDLE, now)))
		eu_connection_close(serve, connection);
	while ((connection = late(serve, WAIT_LINGER, now)))
		eu_connection_close(serve, connection);
}

/* ---- event loop ----------------------------------------------------------------------------------------- */

static bool is_listener(const struct serve *serve, const void *who)
{
	return who == &serve->listener[0] || who == &serve->listener[1];
}

/* Returns the timeout for epoll_wait().  Without connections there are no deadlines, so the timeout
 * is -1, which means that epoll_wait() waits without limit. */
static int patience(struct serve *serve)
{
	bool none;

	pthread_mutex_lock(&serve->lock);
	none = !serve->n_connections && !serve->deaf;
	pthread_mutex_unlock(&serve->lock);
	return none ? -1 : TICK_MS;
}

/* Handles one batch of events.  Connections are accepted last, because accepting may close idle
 * connections, for which this batch may still hold events. */
static void turn(struct serve *serve)
{
	struct epoll_event event[EVENTS];
	int n = epoll_wait(serve->epoll, event, EVENTS, patience(serve));
	const int *listener[SERVE_LISTENERS];
	size_t n_listeners = 0;

	for (int i = 0; i < n; i++) {
		void *who = event[i].data.ptr;

		if (is_listener(serve, who))
			listener[n_listeners++] = who;
		else if (who != &serve->wake)
			hear(serve, who);
	}
	if (serve->deaf)
		listen_again(serve, false);
	for (size_t i = 0; i < n_listeners; i++)
		accept_some(serve, *listener[i]);
	expire(serve);
}

static void close_listeners(struct serve *serve)
{
	for (size_t i = 0; i < SERVE_LISTENERS; i++) {
		if (serve->listener[i] >= 0)
			close(serve->listener[i]);
		serve->listener[i] = -1;
	}
}

static void close_waiting(struct serve *serve)
{
	for (enum waiting waiting = WAIT_IDLE; waiting < WAIT_WORKER; waiting++) {
		struct connection *connection;

		while ((connection = late(serve, waiting, UINT64_MAX)))
			eu_connection_close(serve, connection);
	}
}

enum everyuri_status eu_serve_run(struct serve *serve, struct everyuri_error *err)
{
	(void)err;
	while (!atomic_load(&serve->stopping))
		turn(serve);
	close_listeners(serve);
	eu_workers_end(serve, SERVE_STOP_MS);
	close_waiting(serve);
	return EVERYURI_OK;
}

void eu_serve_stop(struct serve *serve)
{
	const uint64_t one = 1;
	int error = errno;
	ssize_t n;

	atomic_store(&serve->stopping, true);
	n = write(serve->wake, &one, sizeof one);
	(void)n; /* the counter of an eventfd cannot overflow here */
	errno = error;
}

/* ---- startup and shutdown ------------------------------------------------------------------------------- */

static bool watch(struct serve *serve, int fd, void *who)
{
	struct epoll_event event = { .events = EPOLLIN, .data.ptr = who };

	return fd < 0 || !epoll_ctl(serve->epoll, EPOLL_CTL_ADD, fd, &event);
}

static bool prepare(struct serve *serve)
{
	serve->epoll = epoll_create1(EPOLL_CLOEXEC);
	serve->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	return serve->epoll >= 0 && serve->wake >= 0 && watch(serve, serve->wake, &serve->wake) &&
	       watch(serve, serve->listener[0], &serve->listener[0]) &&
	       watch(serve, serve->listener[1], &serve->listener[1]);
}

/* Divides the available descriptors.  Each worker needs a few, and the connections share the rest
 * (THREATS G8). */
static void set_limits(struct serve *serve, unsigned asked)
{
	const unsigned n = eu_sandbox_descriptors();
	const unsigned workers = n / 8 < SERVE_WORKERS ? n / 8 : SERVE_WORKERS;
	const unsigned rest = n - 4 * workers;

	serve->limit_ms[WAIT_IDLE] = SERVE_IDLE_MS;
	serve->limit_ms[WAIT_HEAD] = SERVE_HEAD_MS;
	serve->limit_ms[WAIT_LINGER] = SERVE_LINGER_MS;
	serve->limit_ms[WAIT_WORKER] = SERVE_SEND_MS;
	serve->max_workers = workers ? workers : 1;
	serve->max_connections = asked ? asked : SERVE_CONNECTIONS;
	if (serve->max_connections > rest)
		serve->max_connections = rest;
}

static enum everyuri_status no_memory(struct everyuri_error *err)
{
	if (err)
		*err = (struct everyuri_error){ .status = EVERYURI_NO_MEMORY,
			                        .clause = "",
			                        .message = "out of memory or file descriptors" };
	return EVERYURI_NO_MEMORY;
}

enum everyuri_status eu_serve_open(struct everyuri_gateway *gateway, struct serve **serve,
                                   struct everyuri_error *err)
{
	struct serve *s = calloc(1, sizeof *s);
	enum everyuri_status status;

	if (!s)
		return no_memory(err);
	s->gateway = gateway;
	s->listener[0] = s->listener[1] = s->epoll = s->wake = -1;
	s->queue_end = &s->queue;
	set_limits(s, gateway->options.connections);
	if (pthread_mutex_init(&s->lock, NULL) || !eu_serve_condition(&s->some) ||
	    !eu_serve_condition(&s->fewer)) {
		free(s);
		return no_memory(err);
	}
	status = eu_serve_listen(gateway->options.port, s->listener, &s->port, err);
	if (!status) {
		gateway->hosts = eu_hosts_open();
		if (!gateway->hosts || !prepare(s))
			status = no_memory(err);
	}
	if (status) {
		eu_serve_close(s);
		return status;
	}
	*serve = s;
	return EVERYURI_OK;
}

uint16_t eu_serve_port(const struct serve *serve)
{
	return serve->port;
}

void eu_serve_close(struct serve *serve)
{
	atomic_store(&serve->stopping, true);
	close_listeners(serve);
	eu_workers_leave(serve);
	close_waiting(serve);
	if (serve->epoll >= 0)
		close(serve->epoll);
	if (serve->wake >= 0)
		close(serve->wake);
	eu_hosts_close(serve->gateway->hosts);
	serve->gateway->hosts = NULL;
	pthread_cond_destroy(&serve->some);
	pthread_cond_destroy(&serve->fewer);
	pthread_mutex_destroy(&serve->lock);
	free(serve);
}
