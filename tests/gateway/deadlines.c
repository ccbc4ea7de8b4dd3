/* deadlines.c - sessions in the browser and tunnels that last: a terminal of this file's own, a helper of its own, and a
 * clock that the test sets on.  What is typed arrives, what is shown too, and each end has its code and words. */
#define _GNU_SOURCE
#include "failing_sockets.h"

#include "gateway/serve/serving.h"
#include "gateway/session/helper.h"

#include "tap.h"

#include <netinet/in.h>
#include <semaphore.h>
#include <time.h>

static struct everyuri_gateway gateway;
static struct serve *serve;
static pthread_t loop;
static uint16_t behind;           /* the port that tunnels lead to */
static atomic_uint ahead_s;       /* of the true time */
static sem_t ended;               /* a session has ended */
static atomic_uint ended_status;  /* so */
static _Atomic(const char *) why; /* of that */
static int program, line;         /* the other sides of what a session has */

/* All that the gateway knows of time. */
int clock_gettime(clockid_t clock, struct timespec *now)
{
	const int result = NEXT(clock_gettime)(clock, now);

	if (clock == CLOCK_MONOTONIC)
		now->tv_sec += (time_t)atomic_load(&ahead_s);
	return result;
}

/* The gateway has to have noted what was said by then, or it would be noted as said later. */
static void let_pass(unsigned seconds)
{
	usleep(100000);
	atomic_store(&ahead_s, seconds);
}

/* ---- what serve asks for ------------------------------------------------------------------------------------ */

bool eu_gateway_answer(struct everyuri_gateway *of, const struct http_request *request,
                       struct http_response *response)
{
	(void)of, (void)request;
	eu_http_response_begin(response, 200, NULL, 0, HTTP_PART, 0);
	return eu_http_response_end(response, true);
}

void eu_gateway_refuse(struct everyuri_gateway *of, const struct http_reader *reader,
                       struct http_response *response)
{
	(void)of;
	eu_http_response_begin(response, reader->refused, NULL, 0, HTTP_PART, 0);
	eu_http_response_end(response, true);
}

bool eu_gateway_tunnel(struct everyuri_gateway *of, const struct http_request *request,
                       struct http_response *response, char host[256], uint16_t *port)
{
	(void)of, (void)response, (void)request;
	strcpy(host, "127.0.0.1");
	*port = behind;
	return true;
}

bool eu_gateway_is_session(const struct everyuri_gateway *of, const struct http_request *request)
{
	(void)of;
	return request->method == HTTP_GET;
}

bool eu_gateway_session(struct everyuri_gateway *of, const struct http_request *request,
                        struct http_response *response, struct session_target *target,
                        struct session_size *size)
{
	(void)of, (void)request, (void)response;
	*target = (struct session_target){ .port = 23 };
	*size = (struct session_size){ 80, 24 };
	return true;
}

void eu_gateway_session_end(struct everyuri_gateway *of, const struct http_request *request,
                            struct http_response *response, unsigned status, const char *words,
                            const char *clause, uint64_t ms)
{
	(void)of, (void)request, (void)clause, (void)ms;
	if (status != 101) {
		eu_http_response_begin(response, status, NULL, 0, HTTP_PART, 0);
		eu_http_response_end(response, true);
	}
	atomic_store(&ended_status, status);
	atomic_store(&why, words);
	sem_post(&ended);
}

/* ---- a helper: it gives a session one end of a pair ------------------------------------------------------------ */

static int helper; /* its end of the gateway's socket */

static void *help(void *context)
{
	const struct helper_reply reply = { .said = HELPER_STARTED };
	struct helper_request request;
	int terminal[2];

	(void)context;
	if (eu_helper_wait(helper, &request, sizeof request, &line, 10000) != 1 ||
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, terminal))
		return NULL;
	program = terminal[0];
	eu_helper_send(line, &reply, sizeof reply, terminal[1]);
	close(terminal[1]);
	return NULL;
}

static void *run(void *context)
{
	eu_serve_run(context, NULL);
	return NULL;
}

static void start(void)
{
	int end[2];

	atomic_store(&ahead_s, 0);
	memset(&gateway, 0, sizeof gateway);
	gateway.options.log = -1;
	gateway.fetch.config = &gateway.config;
	gateway.config.policy = &gateway.policy;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, end) ||
	    eu_serve_open(&gateway, &serve, NULL)) {
		printf("Bail out! no gateway\n");
		_exit(1);
	}
	gateway.helper = end[0];
	helper = end[1];
	pthread_create(&loop, NULL, run, serve);
}

static void stop(void)
{
	eu_serve_stop(serve);
	pthread_join(loop, NULL);
	eu_serve_close(serve);
	close(gateway.helper);
	close(helper);
}

/* ---- a browser ------------------------------------------------------------------------------------------------------ */

static int client(void)
{
	const struct sockaddr_in in = { .sin_family = AF_INET,
		                        .sin_port = htons(eu_serve_port(serve)),
		                        .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	const struct timeval patience = { .tv_sec = 10 };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	if (!connect(fd, (const struct sockaddr *)&in, sizeof in))
		return fd;
	close(fd);
	return -1;
}

/* Bytes of a frame that a browser sends; shorter than 126. */
static size_t frame(char *to, unsigned char opcode, const char *payload)
{
	const size_t len = strlen(payload);

	to[0] = (char)(0x80 | opcode);
	to[1] = (char)(0x80 | len);
	memset(to + 2, 0, 4); /* a mask that changes nothing */
	memcpy(to + 6, payload, len);
	return 6 + len;
}

static void say(int fd, unsigned char opcode, const char *payload)
{
	char data[200];

	NEXT(send)(fd, data, frame(data, opcode, payload), MSG_NOSIGNAL);
}

static bool read_whole(int fd, char *data, size_t len)
{
	for (size_t at = 0; at < len;) {
		ssize_t n = read(fd, data + at, len - at);

		if (n <= 0)
			return false;
		at += (size_t)n;
	}
	return true;
}

/* The next frame.  Returns: its opcode; -1: the end.  Of a long one nothing is kept. */
static int hear(int fd, char payload[126])
{
	unsigned char head[2];

	payload[0] = '\0';
	if (!read_whole(fd, (char *)head, 2) || head[1] > 125 || !read_whole(fd, payload, head[1]))
		return -1;
	payload[head[1]] = '\0';
	return head[0] & 15;
}

/* Has the other side closed it?  Not that nothing came in time. */
static bool is_closed(int fd)
{
	char byte;

	return read(fd, &byte, 1) == 0;
}

/* Open a WebSocket, with these frames right behind the request.  Returns: the socket; the head has been read. */
static int open_session(const char *host, const char *more, size_t n_more, unsigned *status)
{
	char data[2000];
	size_t len = 0;
	int fd = client(), n;

	n = snprintf(data, sizeof data,
	             "GET /s HTTP/1.1\r\nHost: %s\r\nOrigin: http://%s\r\nUpgrade: websocket\r\n"
	             "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
	             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
	             host, host);
	if (n_more)
		memcpy(data + n, more, n_more);
	NEXT(send)(fd, data, (size_t)n + n_more, MSG_NOSIGNAL);
	while (len < sizeof data - 1 && read(fd, data + len, 1) == 1) {
		data[++len] = '\0';
		if (len > 3 && !strcmp(data + len - 4, "\r\n\r\n"))
			break;
	}
	*status = len > 12 ? (unsigned)strtoul(data + 9, NULL, 10) : 0;
	return fd;
}

/* A session that is under way. */
static int session(const char *more, size_t n_more)
{
	char payload[126] = "";
	pthread_t thread;
	unsigned status;
	int fd;

	program = line = -1;
	if (pthread_create(&thread, NULL, help, NULL))
		abort();
	fd = open_session("h", more, n_more, &status);
	pthread_join(thread, NULL);
	say(fd, 9, "");
	hear(fd, payload); /* now it has begun, at a time of its own */
	return fd;
}

static void close_all(int fd)
{
	close(fd);
	if (program >= 0)
		close(program);
	if (line >= 0)
		close(line);
	sem_wait(&ended);
	atomic_store(&ahead_s, 0);
}

/* Until the frame that closes it: is it of this code, with these words? */
static bool closes(int fd, unsigned code, const char *words)
{
	char payload[126] = "";
	int opcode;

	while ((opcode = hear(fd, payload)) >= 0 && opcode != 8)
		;
	return opcode == 8 &&
	       (unsigned)((unsigned char)payload[0] << 8 | (unsigned char)payload[1]) == code &&
	       !strcmp(payload + 2, words);
}

/* ---- sessions ---------------------------------------------------------------------------------------------------------- */

static void try_typing(void)
{
	char payload[126] = "", early[40];
	const size_t n = frame(early, 2, "early");
	int fd = session(early, n);

	ok(read_whole(program, payload, 5) && !memcmp(payload, "early", 5),
	   "what stands behind the request is typed");
	say(fd, 2, "typed");
	ok(read_whole(program, payload, 5) && !memcmp(payload, "typed", 5),
	   "so is what comes later");
	NEXT(send)(program, "shown", 5, MSG_NOSIGNAL);
	ok(hear(fd, payload) == 2 && !strcmp(payload, "shown"), "what a program shows is shown");
	say(fd, 9, "there?");
	ok(hear(fd, payload) == 10 && !strcmp(payload, "there?"),
	   "RFC 6455 5.5.3: a ping is answered");
	say(fd, 10, "unasked");
	say(fd, 1, "resize 100 50");
	say(fd, 2, "more");
	ok(read_whole(program, payload, 4) && !memcmp(payload, "more", 4),
	   "RFC 6455 5.5.3: an answer that nobody asked for says nothing");
	calls_fail("write", 1, EAGAIN);
	say(fd, 2, "again");
	ok(read_whole(program, payload, 5) && calls_succeed() && !memcmp(payload, "again", 5),
	   "a program that is busy has it later");
	calls_fail("poll", 1, EINTR);
	usleep(600000);
	say(fd, 2, "still");
	ok(read_whole(program, payload, 5) && calls_succeed() && !memcmp(payload, "still", 5),
	   "a signal disturbs nobody");
	say(fd, 8, "");
	ok(hear(fd, payload) == 8 && (unsigned char)payload[0] == 3 &&
	           (unsigned char)payload[1] == 0xE8,
	   "RFC 6455 5.5.1: a page that closes is answered");
	close_all(fd);
	ok(atomic_load(&ended_status) == 101, "and its end is told");
}

static void try_ends(void)
{
	static const struct {
		const char *name;
		unsigned ahead_s;
		unsigned code;
		const char *words;
	} rows[] = {
		{ "nobody types", 15 * 60 + 5, 1000, "the session was idle for 15 minutes" },
		{ "four hours", 4 * 3600 + 5, 1000, "the session was closed after four hours" },
	};
	char payload[126];
	int fd;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		fd = session("", 0);
		let_pass(rows[i].ahead_s);
		ok(closes(fd, rows[i].code, rows[i].words), "THREATS G9: %s: %s", rows[i].name,
		   rows[i].words);
		close_all(fd);
	}
	fd = session("", 0);
	let_pass(35);
	ok(hear(fd, payload) == 9, "a browser that is silent is asked whether it is there");
	let_pass(100);
	ok(hear(fd, payload) == 9 || hear(fd, payload) < 0, "and once more, or no more");
	while (hear(fd, payload) >= 0)
		;
	bool closed = is_closed(fd);

	close_all(fd);
	ok(closed && !atomic_load(&why),
	   "one that does not answer is gone, and nothing is said to it");
	fd = session("", 0);
	say(fd, 1, "nonsense");
	ok(closes(fd, 1008, "unknown message from the page"), "a page says what it may say");
	close_all(fd);
	fd = session("", 0);
	close(fd);
	close_all(-1);
	ok(atomic_load(&ended_status) == 101, "a page that is closed ends its session");
}

/* Its end is told by two. */
static void try_programs(void)
{
	static const struct {
		int status;
		const char *words;
	} rows[] = { { 0, "ended 0" }, { 3 << 8, "ended 3" }, { 9, "ended 137" } };
	char payload[126];
	int fd;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct helper_reply reply = { .said = HELPER_ENDED,
			                            .status = rows[i].status };

		fd = session("", 0);
		NEXT(send)(program, "last", 4, MSG_NOSIGNAL);
		close(program);
		program = -1;
		eu_helper_send(line, &reply, sizeof reply, -1);
		ok(hear(fd, payload) == 2 && !strcmp(payload, "last"), "last words are shown");
		ok(hear(fd, payload) == 1 && !strcmp(payload, rows[i].words), "then its status: %s",
		   payload);
		ok(closes(fd, 1000, "the program has ended"), "then the end");
		close_all(fd);
	}
	fd = session("", 0);
	close(program);
	program = -1;
	usleep(100000);
	let_pass(5);
	ok(closes(fd, 1000, "the program has ended"), "a helper that is late is not waited for");
	close_all(fd);
	fd = session("", 0);
	calls_fail("write", 1, EIO);
	say(fd, 2, "typed");
	usleep(100000);
	ok(calls_succeed(), "a terminal that takes nothing");
	let_pass(5);
	ok(closes(fd, 1000, "the program has ended"), "has ended");
	close_all(fd);
}

static void try_refusals(void)
{
	char host[400];
	unsigned status;
	int fd;

	memset(host, 'h', sizeof host - 1);
	host[295] = '\0';
	fd = open_session(host, "", 0, &status);
	close(fd);
	sem_wait(&ended);
	is_number(status, 400, "a host of 295 bytes");
	calls_fail("socketpair", 1, EMFILE);
	fd = open_session("h", "", 0, &status);
	ok(status == 101 && closes(fd, 1013, "no free file descriptor") && calls_succeed(),
	   "what cannot be started is closed at once");
	close(fd);
	sem_wait(&ended);
	fd = session("", 0);
	eu_serve_stop(serve);
	ok(closes(fd, 1001, "the gateway is shutting down"), "a gateway that ends says so");
	close_all(fd);
}

/* ---- tunnels ------------------------------------------------------------------------------------------------------------- */

static void try_tunnels(void)
{
	static const char request[] = "CONNECT near:443 HTTP/1.1\r\nHost: near:443\r\n\r\n";
	static char early[40000];
	static const unsigned times[] = { 125, 3605 };
	struct sockaddr_in in = { .sin_family = AF_INET,
		                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof in;
	int listener = socket(AF_INET, SOCK_STREAM, 0), fd, other;
	char data[4096];

	if (bind(listener, (const struct sockaddr *)&in, sizeof in) || listen(listener, 4) ||
	    getsockname(listener, (struct sockaddr *)&in, &len))
		return;
	behind = ntohs(in.sin_port);
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		fd = client();
		NEXT(send)(fd, request, sizeof request - 1, MSG_NOSIGNAL);
		other = accept(listener, NULL, NULL);
		ok(read(fd, data, sizeof data) > 0 && !memcmp(data, "HTTP/1.1 200 ", 13),
		   "a tunnel is open");
		NEXT(send)(fd, "x", 1, MSG_NOSIGNAL);
		ok(read(other, data, sizeof data) == 1, "and carries what is said");
		let_pass(times[i]);
		ok(read(fd, data, sizeof data) == 0 && read(other, data, sizeof data) == 0,
		   "THREATS G7: after %u seconds in which nobody says anything it is closed",
		   times[i]);
		atomic_store(&ahead_s, 0);
		close(fd);
		close(other);
	}
	memset(early, 'x', sizeof early);
	memcpy(early, request, sizeof request - 1);
	fd = client();
	NEXT(send)(fd, early, sizeof early, MSG_NOSIGNAL);
	NEXT(shutdown)(fd, SHUT_WR);
	other = accept(listener, NULL, NULL);
	len = 0;
	for (ssize_t n; (n = read(other, data, sizeof data)) > 0;)
		len += (socklen_t)n;
	is_number((long long)len, (long long)(sizeof early - (sizeof request - 1)),
	          "RFC 9110 9.3.6: all that stands behind the request goes through");
	close(other);
	close(fd);
	close(listener);
}

int main(void)
{
	alarm(60);
	sem_init(&ended, 0, 0);
	start();
	try_typing();
	try_ends();
	try_programs();
	try_tunnels();
	try_refusals();
	stop();
	return done();
}
