/* terminal.c - connects a terminal session in the browser to a program (THREATS G9).  Input goes
 * from the WebSocket to the terminal of the program, and output goes back.
 *
 * A binary message carries input or output.  A text message, such as "resize 80 24" or "ended 0",
 * is a message between the page and the gateway.  New data is read from a side only when the
 * earlier data from that side has been passed on. */
#define _GNU_SOURCE /* POLLRDHUP */
#include "gateway/serve/serving.h"

#include "gateway/http/websocket.h"
#include "gateway/session/session.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define SLICE_MS 500u          /* maximum delay in noticing a deadline or a shutdown */
#define PING_MS (30u * 1000u)  /* interval of pings, which detect a client that has disappeared */
#define DEAF_MS (3u * PING_MS) /* limit without any data from the client */
#define LAST_MS \
	1000u /* longest wait for the last output of the program, or for its exit
                                * status */
#define CONTROL_ROOM (WEBSOCKET_HEAD_MAX + WEBSOCKET_CONTROL_MAX)

enum { CLOSE_NORMAL = 1000, CLOSE_AWAY = 1001, CLOSE_POLICY = 1008, CLOSE_LATER = 1013 };

struct carried {
	struct serve *serve;
	int client;
	struct session session;
	bool drained, exited; /* drained: the output of the program has ended; exited: the program
	                       * has exited */
	int status;           /* exit status of the program, valid once it has exited */
	unsigned code;        /* close code of the WebSocket; 0 while the session runs */
	const char *why;
	bool gone; /* the connection to the client is lost */
	uint64_t end, idle, deaf, ping, last;
	struct everyuri_text typed; /* points into `websocket`: input that the program has not read
	                             * yet */
	size_t raw_at, raw_len;     /* for `raw`: bytes from the client that are not yet parsed as
	                             * frames */
	size_t out_at, out_len;     /* for `out`: bytes for the client */
	struct websocket websocket;
	char raw[SERVE_BLOCK];
	char out[WEBSOCKET_HEAD_MAX + SERVE_BLOCK + 4 * CONTROL_ROOM];
};

static bool is_not_yet(ssize_t n)
{
	return n < 0 && (errno == EAGAIN || errno == EINTR);
}

static void stop(struct carried *carried, unsigned code, const char *why)
{
	if (carried->code)
		return;
	carried->code = code;
	carried->why = why;
}

/* ---- to the client ---------------------------------------------------------------------------------------------- */

static bool has_room(const struct carried *carried)
{
	return sizeof carried->out - carried->out_at - carried->out_len >= 2u * CONTROL_ROOM;
}

/* Appends a short frame to the output.  The caller must have checked has_room(). */
static void put_frame(struct carried *carried, enum websocket_opcode opcode, const char *data,
                      size_t len)
{
	char *to;

	if (!carried->out_len)
		carried->out_at = 0;
	to = carried->out + carried->out_at + carried->out_len;
	carried->out_len += eu_websocket_head(to, opcode, len) + len;
	to = carried->out + carried->out_at + carried->out_len - len;
	memcpy(to, data, len);
}

static void send_some(struct carried *carried)
{
	ssize_t n = send(carried->client, carried->out + carried->out_at, carried->out_len,
	                 MSG_NOSIGNAL | MSG_DONTWAIT);

	if (n > 0) {
		carried->out_at += (size_t)n;
		carried->out_len -= (size_t)n;
	} else if (!is_not_yet(n)) {
		carried->gone = true;
	}
}

/* Sends output of the program as one frame.  The output buffer must be empty. */
static void show_some(struct carried *carried, uint64_t now)
{
	char head[WEBSOCKET_HEAD_MAX], *data = carried->out + WEBSOCKET_HEAD_MAX;
	ssize_t n = read(carried->session.terminal, data, SERVE_BLOCK);
	size_t len;

	if (n <= 0) {
		carried->drained = !is_not_yet(n);
		return;
	}
	len = eu_websocket_head(head, WEBSOCKET_BINARY, (size_t)n);
	carried->out_at = WEBSOCKET_HEAD_MAX - len;
	memcpy(carried->out + carried->out_at, head, len);
	carried->out_len = len + (size_t)n;
	carried->idle = now + SESSION_IDLE_MS;
}

/* ---- from the client --------------------------------------------------------------------------------------------- */

static void resize(struct carried *carried)
{
	struct session_size size;
	struct winsize window = { 0 };

	if (!eu_session_resize(carried->websocket.payload, &size)) {
		stop(carried, CLOSE_POLICY, "unknown message from the page");
		return;
	}
	window.ws_col = size.columns;
	window.ws_row = size.lines;
	ioctl(carried->session.terminal, TIOCSWINSZ, &window);
}

static void hear_control(struct carried *carried)
{
	const struct everyuri_text payload = carried->websocket.payload;

	if (carried->websocket.opcode == WEBSOCKET_PING)
		put_frame(carried, WEBSOCKET_PONG, payload.data, payload.len);
	else if (carried->websocket.opcode == WEBSOCKET_CLOSE)
		stop(carried, CLOSE_NORMAL, NULL);
}

/* Parses frames until one contains input, which must be passed to the program first. */
static void read_frames(struct carried *carried)
{
	while (carried->raw_len && !carried->typed.len && !carried->code && has_room(carried)) {
		size_t used = 0;
		const enum websocket_state state =
			eu_websocket_feed(&carried->websocket, carried->raw + carried->raw_at,
		                          carried->raw_len, &used);

		carried->raw_at += used;
		carried->raw_len -= used;
		if (state == WEBSOCKET_FAILED)
			stop(carried, carried->websocket.code, carried->websocket.why);
		else if (state == WEBSOCKET_CONTROL)
			hear_control(carried);
		else if (state == WEBSOCKET_MESSAGE && carried->websocket.opcode == WEBSOCKET_TEXT)
			resize(carried);
		else if (state == WEBSOCKET_MESSAGE)
			carried->typed = carried->websocket.payload;
	}
}

static void hear_some(struct carried *carried, uint64_t now)
{
	ssize_t n = recv(carried->client, carried->raw, sizeof carried->raw, MSG_DONTWAIT);

	if (n <= 0) {
		carried->gone = !is_not_yet(n);
		return;
	}
	carried->raw_at = 0;
	carried->raw_len = (size_t)n;
	carried->deaf = now + DEAF_MS;
}

static void type_some(struct carried *carried, uint64_t now)
{
	ssize_t n = write(carried->session.terminal, carried->typed.data, carried->typed.len);

	if (n > 0) {
		carried->typed.data += n;
		carried->typed.len -= (size_t)n;
		carried->idle = now + SESSION_IDLE_MS;
	} else if (!is_not_yet(n)) {
		carried->typed.len = 0; /* the program has stopped reading its input */
		carried->drained = true;
	}
}

/* ---- both directions ---------------------------------------------------------------------------------------------- */

static bool may_hear(const struct carried *carried)
{
	return !carried->raw_len && !carried->typed.len && has_room(carried);
}

/* Waits for events.  Leaves out descriptors from which nothing is needed; otherwise poll() would
 * return at once, again and again. */
static void wait_for(struct carried *carried, struct pollfd at[3])
{
	short terminal = 0;

	if (!carried->drained) {
		terminal |= carried->out_len ? 0 : POLLIN;
		terminal |= carried->typed.len ? POLLOUT : 0;
	}
	at[0] = (struct pollfd){ .fd = carried->client, .events = POLLRDHUP };
	at[0].events |= may_hear(carried) ? POLLIN : 0;
	at[0].events |= carried->out_len ? POLLOUT : 0;
	at[1] = (struct pollfd){ .fd = terminal ? carried->session.terminal : -1,
		                 .events = terminal };
	at[2] = (struct pollfd){ .fd = carried->exited ? -1 : carried->session.line,
		                 .events = POLLIN };
	if (poll(at, 3, SLICE_MS) < 0)
		at[0].revents = at[1].revents = at[2].revents = 0;
}

static void turn(struct carried *carried)
{
	const bool heard = may_hear(carried);
	struct pollfd at[3];
	uint64_t now;

	wait_for(carried, at);
	now = eu_serve_now();
	if (at[0].revents & POLLOUT)
		send_some(carried);
	if (heard && at[0].revents & (POLLIN | POLLHUP | POLLERR | POLLRDHUP))
		hear_some(carried, now);
	else if (at[0].revents & (POLLHUP | POLLERR | POLLRDHUP))
		carried->gone = true;
	read_frames(carried);
	if (carried->typed.len && at[1].revents & (POLLOUT | POLLHUP | POLLERR))
		type_some(carried, now);
	if (!carried->out_len && at[1].revents & (POLLIN | POLLHUP | POLLERR))
		show_some(carried, now);
	if (at[2].revents)
		carried->exited = eu_session_ended(&carried->session, &carried->status);
}

/* ---- deadlines ------------------------------------------------------------------------------------------------------ */

/* Returns whether the session has ended.  Two events mark the end: the terminal closes, and the
 * helper reports the exit status.  After the first event, the session waits at most LAST_MS for the
 * other. */
static bool has_ended(struct carried *carried, uint64_t now)
{
	if (!carried->drained && !carried->exited)
		return false;
	if (!carried->last)
		carried->last = now + LAST_MS;
	return !carried->out_len && ((carried->drained && carried->exited) || now >= carried->last);
}

static void watch(struct carried *carried)
{
	const uint64_t now = eu_serve_now();

	if (atomic_load(&carried->serve->stopping))
		stop(carried, CLOSE_AWAY, "the gateway is shutting down");
	else if (has_ended(carried, now))
		stop(carried, CLOSE_NORMAL, "the program has ended");
	else if (now >= carried->end)
		stop(carried, CLOSE_NORMAL, "the session was closed after four hours");
	else if (now >= carried->idle)
		stop(carried, CLOSE_NORMAL, "the session was idle for 15 minutes");
	else if (now >= carried->deaf)
		carried->gone = true;
	if (now < carried->ping || !has_room(carried))
		return;
	put_frame(carried, WEBSOCKET_PING, "", 0);
	carried->ping = now + PING_MS;
}

static void begin(struct carried *carried, const struct connection *connection)
{
	const struct everyuri_text rest = eu_http_reader_rest(connection->reader);
	const uint64_t now = eu_serve_now();

	carried->raw_len = rest.len < sizeof carried->raw ? rest.len : sizeof carried->raw;
	if (carried->raw_len)
		memcpy(carried->raw, rest.data, carried->raw_len);
	carried->end = now + SESSION_TOTAL_MS;
	carried->idle = now + SESSION_IDLE_MS;
	carried->deaf = now + DEAF_MS;
	carried->ping = now + PING_MS;
}

static void carry(struct carried *carried)
{
	read_frames(carried);
	while (!carried->code && !carried->gone) {
		turn(carried);
		watch(carried);
	}
}

/* ---- the end -------------------------------------------------------------------------------------------------------- */

/* Sends the message "ended N", where N is the exit status as a shell would report it. */
static void put_status(struct carried *carried)
{
	char words[32];
	int n;

	if (!carried->exited || carried->status < 0)
		return;
	n = snprintf(words, sizeof words, "ended %d",
	             WIFEXITED(carried->status) ? WEXITSTATUS(carried->status) :
	                                          128 + WTERMSIG(carried->status));
	put_frame(carried, WEBSOCKET_TEXT, words, (size_t)n);
}

/* Sends a close frame: a code and a reason (RFC 6455 5.5.1). */
static void put_close(struct carried *carried)
{
	char body[WEBSOCKET_CONTROL_MAX];
	size_t len = carried->why ? strlen(carried->why) : 0;

	if (len > sizeof body - 2)
		len = sizeof body - 2;
	body[0] = (char)(carried->code >> 8);
	body[1] = (char)carried->code;
	if (len)
		memcpy(body + 2, carried->why, len);
	put_frame(carried, WEBSOCKET_CLOSE, body, 2 + len);
}

static void take_leave(struct carried *carried, struct connection *connection)
{
	if (carried->gone)
		return;
	put_status(carried);
	put_close(carried);
	eu_connection_send(connection, carried->out + carried->out_at, carried->out_len);
}

/* ---- the answer ------------------------------------------------------------------------------------------------------- */

/* Opens the WebSocket.  Returns: 101, or the status with which to refuse it, or 0 if the client has
 * disconnected. */
static unsigned shake_hands(struct connection *connection, const char **why, const char **clause)
{
	const struct http_request *request = &connection->reader->request;
	char origin[300];
	int n = snprintf(origin, sizeof origin, "http://%.*s", (int)request->host.len,
	                 request->host.data);

	*why = "the host is too long";
	*clause = "";
	if (n < 0 || (size_t)n >= sizeof origin)
		return 400;
	return eu_websocket_open(request, (struct everyuri_text){ origin, (size_t)n },
	                         eu_connection_send, connection, why, clause);
}

static void run(struct carried *carried, struct connection *connection,
                const struct session_target *target, struct session_size size)
{
	const char *why =
		eu_session_start(carried->serve->gateway, target, size, &carried->session);

	if (why) {
		stop(carried, CLOSE_LATER, why);
	} else {
		begin(carried, connection);
		carry(carried);
		eu_session_end(&carried->session);
	}
	take_leave(carried, connection);
}

void eu_terminal_answer(struct serve *serve, struct connection *connection,
                        struct http_response *response)
{
	const struct http_request *request = &connection->reader->request;
	const uint64_t begun = eu_serve_now();
	const char *why, *clause;
	struct session_target target;
	struct session_size size;
	struct carried *carried;
	unsigned status;

	if (!eu_gateway_session(serve->gateway, request, response, &target, &size))
		return;
	carried = calloc(1, sizeof *carried);
	why = "out of memory";
	clause = "";
	status = carried ? shake_hands(connection, &why, &clause) : 503;
	if (status == 101) {
		eu_websocket_init(&carried->websocket);
		carried->serve = serve;
		carried->client = connection->fd;
		run(carried, connection, &target, size);
		why = carried->why;
	}
	if (status)
		eu_gateway_session_end(serve->gateway, request, response, status, why, clause,
		                       eu_serve_now() - begun);
	free(carried);
}
