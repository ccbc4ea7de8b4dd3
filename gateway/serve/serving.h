/* serving.h - what the files of serve share: connections, whose turn they are, and workers.
 *
 * A connection belongs to one thread at a time.  The loop has those that wait, in the list of what
 * they wait for; a worker has one from the moment that its request is whole until it is given back.
 * The system tells of a connection once (EPOLLONESHOT) and is asked again by whoever has it, so that
 * nothing is heard of one that a worker has. */
#ifndef GATEWAY_SERVING_H
#define GATEWAY_SERVING_H

#include "gateway/serve/serve.h"

#include <pthread.h>
#include <stdatomic.h>

#define SERVE_LISTENERS 2        /* 127.0.0.1 and ::1 */
#define SERVE_CONNECTIONS 4096   /* THREATS G8 */
#define SERVE_WORKERS 1024       /* a request that waits for its host has one */
#define SERVE_STACK (256u << 10) /* bytes, of a worker */
#define SERVE_BLOCK (16u << 10)  /* bytes that are read at once */

#define SERVE_HEAD_MS (10u * 1000u) /* THREATS G8: from a request's first octet to its last */
#define SERVE_IDLE_MS (60u * 1000u) /* without any octet */
#define SERVE_SEND_MS (30u * 1000u) /* in which a client takes nothing */
#define SERVE_LINGER_MS 2000u       /* for what a client still sends behind its last answer */
#define SERVE_STOP_MS 1000u         /* for requests that are under way */

/* What a connection waits for; each has its list, in the order of their deadlines. */
enum waiting { WAIT_IDLE, WAIT_HEAD, WAIT_LINGER, WAIT_WORKER, N_WAITING };

struct connection {
	struct connection *before, *after; /* in its queue */
	struct connection *next;           /* in the queue for the workers */
	struct serve *serve;
	struct http_reader *reader; /* NULL: no octet of a request has come */
	uint64_t until;             /* of eu_serve_now */
	int fd;
	enum waiting waiting;
	bool refused; /* its reader says why */
};

struct queue {
	struct connection *first, *last;
};

struct serve {
	struct everyuri_gateway *gateway;
	int listener[SERVE_LISTENERS]; /* -1: none */
	int epoll, wake;
	uint16_t port;
	unsigned max_connections, max_workers;
	unsigned limit_ms
		[N_WAITING]; /* how long it may last; of WAIT_WORKER without an octet taken */
	bool deaf;           /* no connection is accepted until a descriptor is free */
	atomic_bool stopping;
	atomic_bool cut; /* what is under way has had its time to end */

	pthread_mutex_t lock; /* of what follows */
	struct queue waiting[N_WAITING];
	unsigned n_connections;
	struct connection *queue, **queue_end; /* requests that no worker has yet */
	unsigned n_queued, n_workers, n_free, n_busy;
	pthread_t gone; /* the worker that went last, which the next one waits for, or the end */
	bool any_gone;
	pthread_cond_t some;  /* there is something in the queue, or the end */
	pthread_cond_t fewer; /* a worker has put something down */
};

/* Milliseconds of a clock that only goes forward. */
uint64_t eu_serve_now(void);

/* A condition whose time limits are of that clock. */
bool eu_serve_condition(pthread_cond_t *condition);

/* Wait until it is told, or that time.  Returns: false: it is time. */
bool eu_serve_wait(pthread_cond_t *condition, pthread_mutex_t *lock, uint64_t until);

/* ---- listen.c ---------------------------------------------------------------------------------------- */

/* Sockets that listen at one port, 0: a free one of both. */
enum everyuri_status eu_serve_listen(uint16_t port, int listener[SERVE_LISTENERS], uint16_t *taken,
                                     struct everyuri_error *err);

/* ---- connections.c ------------------------------------------------------------------------------------- */

/* Append a connection to a queue, with that queue's deadline, and watch it.  Workers return connections so. */
void eu_connection_wait(struct serve *serve, struct connection *connection, enum waiting waiting);

/* Remove a connection from a queue.  The caller holds serve->lock. */
void eu_queue_remove(struct queue *queue, struct connection *connection);

/* The same, for the queue that it is in; locks. */
void eu_connection_take(struct serve *serve, struct connection *connection);

/* Ask epoll for one event of the connection.  Returns: false if the system refused. */
bool eu_connection_watch(struct serve *serve, struct connection *connection);

/* Close and free a connection that is in no queue. */
void eu_connection_close(struct serve *serve, struct connection *connection);

/* ---- workers.c ------------------------------------------------------------------------------------------ */

/* A connection, in no list, has a request that is whole or refused: a worker answers. */
void eu_workers_give(struct serve *serve, struct connection *connection);

/* Wait for those that have something in hand, at most so long; then they are cut short. */
void eu_workers_end(struct serve *serve, unsigned ms);

/* Wait until there is no worker any more. */
void eu_workers_leave(struct serve *serve);

/* ---- send.c ---------------------------------------------------------------------------------------------- */

/* An http_send_fn.  context: the connection. */
bool eu_connection_send(void *context, const char *data, size_t len);

/* Wait until a socket can do one of these (of poll).  Returns: 0: it is time. */
short eu_socket_wait(int fd, short events, uint64_t until);

/* ---- tunnel.c -------------------------------------------------------------------------------------------- */

/* Answer a CONNECT.  Bytes go both ways until both ends, or until neither says anything. */
void eu_tunnel_answer(struct serve *serve, struct connection *connection,
                      struct http_response *response);

/* ---- terminal.c ------------------------------------------------------------------------------------------ */

/* Answer a request for the WebSocket of a session, and carry what is typed and shown until either side
 * ends. */
void eu_terminal_answer(struct serve *serve, struct connection *connection,
                        struct http_response *response);

/* ---- hosts.c --------------------------------------------------------------------------------------------- */

struct hosts *eu_hosts_open(void);
void eu_hosts_close(struct hosts *hosts);

/* ---- sandbox.c, seccomp.c -------------------------------------------------------------------------------- */

/* As many descriptors as this process may have.  Returns: how many those are. */
unsigned eu_sandbox_descriptors(void);

/* Nothing of the system's calls that the gateway has no use for.  Returns: did the kernel know how? */
bool eu_seccomp_enter(void);

/* ---- log.c ----------------------------------------------------------------------------------------------- */

/* A line of our own: the time, and these words. */
void eu_log_words(struct everyuri_gateway *gateway, const char *words, const char *more);

#endif
