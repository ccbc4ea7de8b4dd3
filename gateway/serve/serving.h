/* serving.h - declarations that the files of serve/ share: connections, their queues, and
 * workers.
 *
 * One thread at a time owns a connection.  While a connection waits, the loop owns it, and the
 * connection is in the queue for its deadline.  When its request is complete, a worker owns the
 * connection until the worker returns it.  EPOLLONESHOT makes epoll report a connection once;
 * after that, the owner must arm it again.  So no events arrive for a connection that a worker
 * owns. */
#ifndef GATEWAY_SERVING_H
#define GATEWAY_SERVING_H

#include "gateway/serve/serve.h"

#include <pthread.h>
#include <stdatomic.h>

#define SERVE_LISTENERS 2      /* 127.0.0.1 and ::1 */
#define SERVE_CONNECTIONS 4096 /* THREATS G8 */
#define SERVE_WORKERS \
	1024                     /* this number includes workers that wait for a host with too many
                                  * requests */
#define SERVE_STACK (256u << 10) /* bytes of stack for each worker */
#define SERVE_BLOCK (16u << 10)  /* bytes for each read */

#define SERVE_HEAD_MS \
	(10u * 1000u)               /* limit from the first to the last byte of a request
                                     * (THREATS G8) */
#define SERVE_IDLE_MS (60u * 1000u) /* limit while no byte is received */
#define SERVE_SEND_MS (30u * 1000u) /* limit while the client accepts no byte */
#define SERVE_LINGER_MS \
	2000u               /* limit for discarding data that the client sends after the
                                     * last response */
#define SERVE_STOP_MS 1000u /* limit for running requests to finish at shutdown */

/* The event for which a connection waits.  Each kind has a queue, ordered by deadline. */
enum waiting { WAIT_IDLE, WAIT_HEAD, WAIT_LINGER, WAIT_WORKER, N_WAITING };

struct connection {
	struct connection *before, *after; /* neighbours in the queue of its state */
	struct connection *next;           /* next connection in the queue for workers */
	struct serve *serve;
	struct http_reader *reader; /* NULL until the first byte of a request arrives */
	uint64_t until;             /* deadline, on the clock of eu_serve_now() */
	int fd;
	enum waiting waiting;
	bool refused; /* the parser refused the request; the reader holds the reason */
};

struct queue {
	struct connection *first, *last;
};

struct serve {
	struct everyuri_gateway *gateway;
	int listener[SERVE_LISTENERS]; /* -1 if the socket is not open */
	int epoll, wake;
	uint16_t port;
	unsigned max_connections, max_workers;
	unsigned limit_ms[N_WAITING]; /* time limits by state; the one of WAIT_WORKER is for a
	                               * stalled send */
	bool deaf;                    /* no descriptor is free, so no connections are accepted */
	atomic_bool stopping;
	atomic_bool cut; /* the time for running requests to finish has passed */

	pthread_mutex_t lock; /* protects the members below */
	struct queue waiting[N_WAITING];
	unsigned n_connections;
	struct connection *queue, **queue_end; /* requests not yet taken by a worker */
	unsigned n_queued, n_workers, n_free, n_busy;
	pthread_t gone; /* last worker that exited, which must still be joined */
	bool any_gone;
	pthread_cond_t some;  /* signalled when the queue is not empty or the server is stopping */
	pthread_cond_t fewer; /* signalled when a worker has finished a request or exited */
};

/* Returns milliseconds on a monotonic clock. */
uint64_t eu_serve_now(void);

/* Initialises a condition variable that uses the clock of eu_serve_now().  Returns: false on
 * failure. */
bool eu_serve_condition(pthread_cond_t *condition);

/* Waits for a signal until the given time.  Returns: false if it timed out. */
bool eu_serve_wait(pthread_cond_t *condition, pthread_mutex_t *lock, uint64_t until);

/* ---- listen.c ---------------------------------------------------------------------------------------- */

/* Opens the listening sockets at one port.  Port 0 picks one that is free for IPv4 and IPv6. */
enum everyuri_status eu_serve_listen(uint16_t port, int listener[SERVE_LISTENERS], uint16_t *taken,
                                     struct everyuri_error *err);

/* ---- connections.c ------------------------------------------------------------------------------------- */

/* Appends a connection to the queue of a state, with the deadline of that queue, and watches it.
 * Workers return connections to the loop by this function. */
void eu_connection_wait(struct serve *serve, struct connection *connection, enum waiting waiting);

/* Removes a connection from a queue.  The caller holds serve->lock. */
void eu_queue_remove(struct queue *queue, struct connection *connection);

/* Removes a connection from its current queue.  Takes the lock. */
void eu_connection_take(struct serve *serve, struct connection *connection);

/* Asks epoll for one event of the connection.  Returns: false if the system refused. */
bool eu_connection_watch(struct serve *serve, struct connection *connection);

/* Closes and frees a connection that is in no queue. */
void eu_connection_close(struct serve *serve, struct connection *connection);

/* ---- workers.c ------------------------------------------------------------------------------------------ */

/* Passes a connection whose request is complete or refused to a worker.  The connection must not
 * be in a queue. */
void eu_workers_give(struct serve *serve, struct connection *connection);

/* Waits at most `ms` milliseconds for running requests to finish, then aborts them. */
void eu_workers_end(struct serve *serve, unsigned ms);

/* Waits until all workers have exited. */
void eu_workers_leave(struct serve *serve);

/* ---- send.c ---------------------------------------------------------------------------------------------- */

/* Implements http_send_fn.  context is the connection. */
bool eu_connection_send(void *context, const char *data, size_t len);

/* Waits until the socket has one of the events, which are those of poll().  Returns: the events,
 * or 0 if it timed out. */
short eu_socket_wait(int fd, short events, uint64_t until);

/* ---- tunnel.c -------------------------------------------------------------------------------------------- */

/* Answers a CONNECT request.  Copies bytes in both directions until both sides have closed, or
 * until neither side has sent anything for too long. */
void eu_tunnel_answer(struct serve *serve, struct connection *connection,
                      struct http_response *response);

/* ---- terminal.c ------------------------------------------------------------------------------------------ */

/* Answers the WebSocket request of a session.  Copies input and output until either side closes. */
void eu_terminal_answer(struct serve *serve, struct connection *connection,
                        struct http_response *response);

/* ---- hosts.c --------------------------------------------------------------------------------------------- */

struct hosts *eu_hosts_open(void);
void eu_hosts_close(struct hosts *hosts);

/* ---- sandbox.c, seccomp.c -------------------------------------------------------------------------------- */

/* Raises the limit of open descriptors to the maximum.  Returns: the limit. */
unsigned eu_sandbox_descriptors(void);

/* Blocks the system calls that the gateway does not need.  Returns: false if the kernel does not
 * support that. */
bool eu_seccomp_enter(void);

/* ---- log.c ----------------------------------------------------------------------------------------------- */

/* Writes a line that is not about a request: the time, then the two texts. */
void eu_log_words(struct everyuri_gateway *gateway, const char *words, const char *more);

#endif
