/* workers.c - worker threads.  A worker starts when one is needed, and stays for a while.  It
 * answers one request at a time, however long that takes. */
#define _GNU_SOURCE /* pthread_condattr_setclock */
#include "gateway/serve/serving.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

#define REST_MS (30u * 1000u) /* an idle worker exits after this time, in milliseconds */
#define FREE_MAX 32u          /* an idle worker exits at once if this many others are idle */

/* ---- waiting ------------------------------------------------------------------------------------------ */

bool eu_serve_condition(pthread_cond_t *condition)
{
	pthread_condattr_t how;
	bool good;

	if (pthread_condattr_init(&how))
		return false;
	good = !pthread_condattr_setclock(&how, CLOCK_MONOTONIC) &&
	       !pthread_cond_init(condition, &how);
	pthread_condattr_destroy(&how);
	return good;
}

bool eu_serve_wait(pthread_cond_t *condition, pthread_mutex_t *lock, uint64_t until)
{
	const struct timespec end = { .tv_sec = (time_t)(until / 1000u),
		                      .tv_nsec = (long)(until % 1000u) * 1000000L };

	return pthread_cond_timedwait(condition, lock, &end) != ETIMEDOUT;
}

/* ---- answering requests ------------------------------------------------------------------------------ */

/* Ends the response side of the connection.  The loop then reads and discards any data that
 * the client still sends. */
static void finish(struct serve *serve, struct connection *connection)
{
	if (connection->reader) {
		eu_http_reader_free(connection->reader);
		free(connection->reader);
		connection->reader = NULL;
	}
	if (atomic_load(&serve->stopping) || shutdown(connection->fd, SHUT_WR))
		eu_connection_close(serve, connection);
	else
		eu_connection_wait(serve, connection, WAIT_LINGER);
}

/* Returns the connection to the loop.  If the connection already holds part of the next
 * request, the deadline for that request starts now. */
static void give_back(struct serve *serve, struct connection *connection)
{
	if (connection->reader->len) {
		eu_connection_wait(serve, connection, WAIT_HEAD);
		return;
	}
	eu_http_reader_free(connection->reader);
	free(connection->reader);
	connection->reader = NULL;
	eu_connection_wait(serve, connection, WAIT_IDLE);
}

static bool answer_one(struct serve *serve, struct connection *connection,
                       struct http_response *response)
{
	struct http_reader *reader = connection->reader;

	if (connection->refused) {
		eu_http_response_init(response, NULL, eu_connection_send, connection);
		eu_gateway_refuse(serve->gateway, reader, response);
		return false;
	}
	eu_http_response_init(response, &reader->request, eu_connection_send, connection);
	if (reader->request.method == HTTP_CONNECT) {
		eu_tunnel_answer(serve, connection, response);
		return false;
	}
	if (eu_gateway_is_session(serve->gateway, &reader->request)) {
		eu_terminal_answer(serve, connection, response);
		return false;
	}
	return eu_gateway_answer(serve->gateway, &reader->request, response);
}

static void answer(struct serve *serve, struct connection *connection,
                   struct http_response *response)
{
	for (;;) {
		if (!answer_one(serve, connection, response) || atomic_load(&serve->stopping)) {
			finish(serve, connection);
			return;
		}
		switch (eu_http_reader_next(connection->reader)) {
		case HTTP_MORE:
			give_back(serve, connection);
			return;
		case HTTP_REFUSED:
			connection->refused = true;
			break;
		case HTTP_READY:
			break;
		}
	}
}

/* ---- the queue ------------------------------------------------------------------------------------------ */

static struct connection *dequeue(struct serve *serve)
{
	struct connection *connection = serve->queue;

	if (!connection)
		return NULL;
	serve->queue = connection->next;
	if (!serve->queue)
		serve->queue_end = &serve->queue;
	serve->n_queued--;
	return connection;
}

/* Waits for a request.  Returns NULL if the worker should exit.  The caller must hold the lock. */
static struct connection *next_of(struct serve *serve)
{
	uint64_t until = eu_serve_now() + REST_MS;
	bool late = serve->n_free >= FREE_MAX;

	while (!serve->queue && !late && !atomic_load(&serve->stopping)) {
		serve->n_free++;
		late = !eu_serve_wait(&serve->some, &serve->lock, until);
		serve->n_free--;
	}
	return dequeue(serve);
}

/* Records that this worker exits.  Returns: whether *before is a worker that exited earlier
 * and must be joined.  The caller must hold the lock. */
static bool go(struct serve *serve, pthread_t *before)
{
	const bool any = serve->any_gone;

	*before = serve->gone;
	serve->gone = pthread_self();
	serve->any_gone = true;
	serve->n_workers--;
	pthread_cond_broadcast(&serve->fewer);
	return any;
}

static void *work(void *context)
{
	struct serve *serve = context;
	struct http_response *response = NULL;
	struct connection *connection;
	pthread_t before;
	bool any;

	pthread_mutex_lock(&serve->lock);
	while ((connection = next_of(serve))) {
		serve->n_busy++;
		pthread_mutex_unlock(&serve->lock);
		if (!response) /* where malloc failed before, try again */
			response = malloc(sizeof *response);
		if (response && !atomic_load(&serve->cut))
			answer(serve, connection, response);
		else
			eu_connection_close(serve, connection);
		pthread_mutex_lock(&serve->lock);
		serve->n_busy--;
		if (atomic_load(&serve->stopping))
			pthread_cond_broadcast(&serve->fewer);
	}
	free(response);
	any = go(serve, &before);
	pthread_mutex_unlock(&serve->lock);
	if (any)
		pthread_join(before, NULL);
	return NULL;
}

/* Starts a worker with all signals blocked, so that only the main thread handles signals. */
static bool begin(struct serve *serve)
{
	pthread_attr_t how;
	pthread_t thread;
	sigset_t all, before;
	bool good;

	if (pthread_attr_init(&how))
		return false;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	good = !pthread_attr_setstacksize(&how, SERVE_STACK) &&
	       !pthread_create(&thread, &how, work, serve);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&how);
	return good;
}

void eu_workers_give(struct serve *serve, struct connection *connection)
{
	bool alone = false;

	pthread_mutex_lock(&serve->lock);
	connection->waiting = WAIT_WORKER;
	connection->next = NULL;
	*serve->queue_end = connection;
	serve->queue_end = &connection->next;
	serve->n_queued++;
	if (serve->n_queued > serve->n_free && serve->n_workers < serve->max_workers) {
		serve->n_workers++;
		if (!begin(serve))
			alone = !--serve->n_workers;
	}
	/* Without workers, nothing empties the queue.  This connection is the only one in the
	 * queue. */
	if (alone)
		dequeue(serve);
	pthread_cond_signal(&serve->some);
	pthread_mutex_unlock(&serve->lock);
	if (alone)
		eu_connection_close(serve, connection);
}

/* ---- shutdown -------------------------------------------------------------------------------------------- */

void eu_workers_end(struct serve *serve, unsigned ms)
{
	uint64_t until = eu_serve_now() + ms;
	bool late = false;

	pthread_mutex_lock(&serve->lock);
	pthread_cond_broadcast(&serve->some);
	while ((serve->n_busy || serve->queue) && !late)
		late = !eu_serve_wait(&serve->fewer, &serve->lock, until);
	pthread_mutex_unlock(&serve->lock);
	atomic_store(&serve->cut, true);
}

void eu_workers_leave(struct serve *serve)
{
	pthread_mutex_lock(&serve->lock);
	pthread_cond_broadcast(&serve->some);
	while (serve->n_workers)
		pthread_cond_wait(&serve->fewer, &serve->lock);
	pthread_mutex_unlock(&serve->lock);
	/* Each worker joins the one that exited before it, so joining the last one waits for
	 * all.  Their thread-local data is then freed. */
	if (serve->any_gone)
		pthread_join(serve->gone, NULL);
}
