/* tunnel.c - answers CONNECT (RFC 9110 9.3.6): copies bytes in both directions between the
 * client and an address that the policy allows (THREATS G7). */
#define _GNU_SOURCE /* poll, sockets */
#include "gateway/serve/serving.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define IDLE_MS (120u * 1000u)       /* limit while neither side sends a byte */
#define TOTAL_MS (60u * 60u * 1000u) /* limit for a whole tunnel (THREATS C9) */
#define WAIT_MS 10000u               /* longest wait while the host has too many requests */
#define SLICE_MS 500u                /* maximum delay in noticing a shutdown */

/* Bytes that one side has sent and the other side has not yet accepted. */
struct flow {
	int from, to;
	size_t at, len; /* range of the unsent bytes in `data` */
	bool ended;     /* the input has ended, and the other side has been informed */
	char data[SERVE_BLOCK];
};

struct tunnel {
	struct serve *serve;
	struct flow out, in; /* out: from the client; in: to the client */
};

/* ---- one direction -------------------------------------------------------------------------------------- */

static bool is_not_yet(ssize_t n)
{
	return n < 0 && (errno == EAGAIN || errno == EINTR);
}

/* Reads a block.  Returns: false if the connection is broken; the tunnel then ends. */
static bool take(struct flow *flow)
{
	ssize_t n = recv(flow->from, flow->data, sizeof flow->data, 0);

	if (n > 0) {
		flow->at = 0;
		flow->len = (size_t)n;
	} else if (!n) {
		flow->ended = true;
		shutdown(flow->to, SHUT_WR);
	}
	return n >= 0 || is_not_yet(n);
}

static bool put(struct flow *flow)
{
	ssize_t n = send(flow->to, flow->data + flow->at, flow->len, MSG_NOSIGNAL);

	if (n > 0) {
		flow->at += (size_t)n;
		flow->len -= (size_t)n;
	}
	return n > 0 || is_not_yet(n);
}

/* Sets the events for poll().  Requests new bytes only when the earlier ones have been sent. */
static void add_events(const struct flow *flow, struct pollfd *from, struct pollfd *to)
{
	if (flow->len)
		to->events |= POLLOUT;
	else if (!flow->ended)
		from->events |= POLLIN;
}

static bool move(struct flow *flow, short from, short to)
{
	if (flow->len)
		return !(to & (POLLOUT | POLLERR | POLLHUP)) || put(flow);
	if (flow->ended)
		return true;
	return !(from & (POLLIN | POLLERR | POLLHUP)) || take(flow);
}

/* ---- both directions -------------------------------------------------------------------------------------- */

static bool has_ended(const struct tunnel *tunnel)
{
	return tunnel->out.ended && tunnel->in.ended && !tunnel->out.len && !tunnel->in.len;
}

/* Returns the descriptor, or -1 to make poll() ignore it.  Otherwise a side that has closed both
 * directions would wake poll() again and again. */
static int quiet(struct pollfd *at)
{
	return at->events ? at->fd : -1;
}

/* Waits for events and copies bytes.  Returns: whether any side was ready.  Sets *good to false
 * if the tunnel is broken. */
static bool turn(struct tunnel *tunnel, bool *good)
{
	struct pollfd at[2] = { { .fd = tunnel->out.from }, { .fd = tunnel->in.from } };
	int n;

	add_events(&tunnel->out, &at[0], &at[1]);
	add_events(&tunnel->in, &at[1], &at[0]);
	at[0].fd = quiet(&at[0]);
	at[1].fd = quiet(&at[1]);
	n = poll(at, 2, SLICE_MS);
	if (n <= 0) {
		*good = n == 0 || errno == EINTR;
		return false;
	}
	*good = move(&tunnel->out, at[0].revents, at[1].revents) &&
	        move(&tunnel->in, at[1].revents, at[0].revents);
	return true;
}

static void carry(struct tunnel *tunnel)
{
	const uint64_t end = eu_serve_now() + TOTAL_MS;
	uint64_t now, until = eu_serve_now() + IDLE_MS;
	bool good = true;

	while (good && !has_ended(tunnel) && !atomic_load(&tunnel->serve->stopping)) {
		const bool moved = turn(tunnel, &good);

		now = eu_serve_now();
		if (moved)
			until = now + IDLE_MS;
		if (now >= until || now >= end)
			return;
	}
}

/* ---- the answer --------------------------------------------------------------------------------------------- */

/* Passes the bytes that followed the CONNECT request on to the server (RFC 9110 9.3.6). */
static void begin_flows(struct tunnel *tunnel, const struct connection *connection, int fd)
{
	const struct everyuri_text rest = eu_http_reader_rest(connection->reader);
	size_t left = rest.len;

	tunnel->serve = connection->serve;
	tunnel->out.from = tunnel->in.to = connection->fd;
	tunnel->out.to = tunnel->in.from = fd;
	if (left > sizeof tunnel->out.data) /* cannot happen: the loop never reads more than one
	                                     * block at once */
		left = sizeof tunnel->out.data;
	tunnel->out.len = left;
	memcpy(tunnel->out.data, rest.data, left);
}

static void refuse(struct http_response *response, const struct everyuri_error *error)
{
	const char *type = "text/plain; charset=utf-8";
	const unsigned status = error->status == EVERYURI_UNSAFE   ? 403 :
	                        error->status == EVERYURI_NO_SPACE ? 503 :
	                                                             502;

	eu_http_response_begin(response, status, type, strlen(type), HTTP_PART, UINT64_MAX);
	everyuri_write_text(&response->w, error->message);
	if (error->clause[0]) {
		everyuri_write_text(&response->w, " (");
		everyuri_write_text(&response->w, error->clause);
		everyuri_write_text(&response->w, ")");
	}
	everyuri_write_text(&response->w, "\n");
	eu_http_response_end(response, true);
}

static void log_tunnel(struct serve *serve, const struct connection *connection, unsigned status,
                       uint64_t begun, const char *why)
{
	const struct http_request *request = &connection->reader->request;
	const struct answered answered = { .request = request,
		                           .uri = request->target,
		                           .status = status,
		                           .ms = eu_serve_now() - begun,
		                           .why = why };

	eu_log_request(serve->gateway, &answered);
}

/* Opens the connection to the host.  A tunnel counts as a request to that host until the tunnel
 * ends (THREATS G8). */
static bool open_tunnel(struct everyuri_gateway *gateway, const char *host, uint16_t port, int *fd,
                        struct everyuri_error *error)
{
	if (!eu_hosts_enter(gateway, host, strlen(host), WAIT_MS)) {
		*error = (struct everyuri_error){
			.status = EVERYURI_NO_SPACE,
			.clause = "THREATS G8",
			.message = "too many requests to this host at once; try again later"
		};
		return false;
	}
	if (!everyuri_connect(host, strlen(host), port, &gateway->fetch, fd, error))
		return true;
	eu_hosts_leave(gateway, host, strlen(host));
	return false;
}

void eu_tunnel_answer(struct serve *serve, struct connection *connection,
                      struct http_response *response)
{
	static const char yes[] = "HTTP/1.1 200 Connection established\r\n\r\n";
	const uint64_t begun = eu_serve_now();
	struct everyuri_error error = { .clause = "", .message = "" };
	struct tunnel *tunnel;
	char host[256];
	uint16_t port;
	int fd;

	if (!eu_gateway_tunnel(serve->gateway, &connection->reader->request, response, host, &port))
		return;
	if (!open_tunnel(serve->gateway, host, port, &fd, &error)) {
		refuse(response, &error);
		log_tunnel(serve, connection, response->status, begun, error.message);
		return;
	}
	tunnel = calloc(1, sizeof *tunnel);
	if (tunnel && eu_connection_send(connection, yes, sizeof yes - 1)) {
		begin_flows(tunnel, connection, fd);
		carry(tunnel);
	}
	free(tunnel);
	close(fd);
	eu_hosts_leave(serve->gateway, host, strlen(host));
	log_tunnel(serve, connection, 200, begun, NULL);
}
