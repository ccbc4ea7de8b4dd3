/* connections.c - queues of waiting connections, one for each kind of deadline. */
#include "gateway/serve/serving.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

/* ---- time -------------------------------------------------------------------------------------------- */

uint64_t eu_serve_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}

/* ---- wait queues ------------------------------------------------------------------------------------- */

static void queue_push(struct queue *queue, struct connection *connection)
{
	connection->after = NULL;
	connection->before = queue->last;
	if (queue->last)
		queue->last->after = connection;
	else
		queue->first = connection;
	queue->last = connection;
}

void eu_queue_remove(struct queue *queue, struct connection *connection)
{
	if (connection->before)
		connection->before->after = connection->after;
	else
		queue->first = connection->after;
	if (connection->after)
		connection->after->before = connection->before;
	else
		queue->last = connection->before;
	connection->before = connection->after = NULL;
}

bool eu_connection_watch(struct serve *serve, struct connection *connection)
{
	struct epoll_event event = { .events = EPOLLIN | EPOLLRDHUP | EPOLLONESHOT,
		                     .data.ptr = connection };

	return !epoll_ctl(serve->epoll, EPOLL_CTL_MOD, connection->fd, &event) ||
	       (errno == ENOENT && !epoll_ctl(serve->epoll, EPOLL_CTL_ADD, connection->fd, &event));
}

/* The lock is held until the connection is in the queue, because the loop may
 * get its event at once. */
void eu_connection_wait(struct serve *serve, struct connection *connection, enum waiting waiting)
{
	bool good;

	pthread_mutex_lock(&serve->lock);
	connection->waiting = waiting;
	connection->until = eu_serve_now() + serve->limit_ms[waiting];
	queue_push(&serve->waiting[waiting], connection);
	good = eu_connection_watch(serve, connection);
	if (!good)
		eu_queue_remove(&serve->waiting[waiting], connection);
	pthread_mutex_unlock(&serve->lock);
	if (!good)
		eu_connection_close(serve, connection);
}

void eu_connection_take(struct serve *serve, struct connection *connection)
{
	pthread_mutex_lock(&serve->lock);
	eu_queue_remove(&serve->waiting[connection->waiting], connection);
	pthread_mutex_unlock(&serve->lock);
}

void eu_connection_close(struct serve *serve, struct connection *connection)
{
	close(connection->fd); /* close() also removes the descriptor from epoll */
	if (connection->reader) {
		eu_http_reader_free(connection->reader);
		free(connection->reader);
	}
	free(connection);
	pthread_mutex_lock(&serve->lock);
	serve->n_connections--;
	pthread_mutex_unlock(&serve->lock);
}
