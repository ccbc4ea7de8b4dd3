/* serve_calls.c - the sockets and threads of the gateway where calls of the system fail: while it is opened, while it
 * answers, while it waits.  What cannot be opened says so and leaves nothing behind; who asks has an answer that is
 * whole, or can tell that it is none; the next one is answered. */
#define _GNU_SOURCE
#include "failing_sockets.h"

#include "gateway/serve/serving.h"

#include "tap.h"

#include <netinet/in.h>

#define PATIENCE_MS 20000

static struct everyuri_gateway gateway;
static struct serve *serve;
static pthread_t loop;
static bool much;       /* answers are long */
static uint16_t behind; /* the port that tunnels lead to */

/* ---- what serve asks for: answers of this file's own ------------------------------------------------------- */

bool eu_gateway_answer(struct everyuri_gateway *of, const struct http_request *request,
                       struct http_response *response)
{
	static char block[65536];

	(void)of;
	(void)request;
	memset(block, 'x', sizeof block);
	eu_http_response_begin(response, 200, "text/plain; charset=utf-8", 25, HTTP_PART,
	                       much ? 64 * sizeof block : 5);
	if (!much)
		everyuri_write_text(&response->w, "hello");
	for (int i = 0; much && i < 64; i++)
		everyuri_write(&response->w, block, sizeof block);
	return eu_http_response_end(response, true);
}

void eu_gateway_refuse(struct everyuri_gateway *of, const struct http_reader *reader,
                       struct http_response *response)
{
	(void)of;
	eu_http_response_begin(response, reader->refused, "text/plain; charset=utf-8", 25,
	                       HTTP_PART, 0);
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
	(void)of, (void)request;
	return false;
}

bool eu_gateway_session(struct everyuri_gateway *of, const struct http_request *request,
                        struct http_response *response, struct session_target *target,
                        struct session_size *size)
{
	(void)of, (void)request, (void)response, (void)target, (void)size;
	return false;
}

void eu_gateway_session_end(struct everyuri_gateway *of, const struct http_request *request,
                            struct http_response *response, unsigned status, const char *why,
                            const char *clause, uint64_t ms)
{
	(void)of, (void)request, (void)response, (void)status, (void)why, (void)clause, (void)ms;
}

/* ---- opening -------------------------------------------------------------------------------------------------- */

static void prepare(void)
{
	memset(&gateway, 0, sizeof gateway);
	gateway.options.log = -1;
	gateway.fetch.config = &gateway.config;
	gateway.config.policy = &gateway.policy;
}

static void try_opening(void)
{
	static const struct {
		const char *call;
		unsigned long nth;
		int error;
		const char *why; /* NULL: it is opened all the same */
	} rows[] = {
		{ "socket", 1, EMFILE, "cannot listen on 127.0.0.1" },
		{ "socket", 2, EAFNOSUPPORT, NULL },
		{ "setsockopt", 1, EINVAL, "cannot listen on 127.0.0.1" },
		{ "setsockopt", 2, EINVAL, "cannot listen on 127.0.0.1" },
		{ "setsockopt", 3, EINVAL, NULL },
		{ "setsockopt", 5, EINVAL, NULL },
		{ "bind", 1, EACCES, "the port is in use" },
		{ "bind", 1, EADDRNOTAVAIL, "cannot listen on 127.0.0.1" },
		{ "bind", 2, EADDRINUSE, NULL }, /* another port is tried */
		{ "listen", 1, EADDRINUSE, "the port is in use" },
		{ "pthread_mutex_init", 1, EAGAIN, "out of memory or file descriptors" },
		{ "pthread_mutex_init", 2, EAGAIN, "out of memory or file descriptors" },
		{ "pthread_condattr_init", 1, ENOMEM, "out of memory or file descriptors" },
		{ "pthread_condattr_init", 2, ENOMEM, "out of memory or file descriptors" },
		{ "pthread_condattr_setclock", 1, EINVAL, "out of memory or file descriptors" },
		{ "pthread_cond_init", 2, EAGAIN, "out of memory or file descriptors" },
		{ "epoll_create1", 1, EMFILE, "out of memory or file descriptors" },
		{ "eventfd", 1, EMFILE, "out of memory or file descriptors" },
		{ "epoll_ctl", 1, ENOMEM, "out of memory or file descriptors" },
		{ "epoll_ctl", 2, ENOSPC, "out of memory or file descriptors" },
		{ "epoll_ctl", 3, ENOSPC, "out of memory or file descriptors" },
		{ "memory", 1, ENOMEM, "out of memory or file descriptors" },
		{ "memory", 2, ENOMEM, "out of memory or file descriptors" },
		{ "getrlimit", 1, EINVAL, NULL },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const size_t files = open_files();
		struct everyuri_error err = { .message = "" };
		enum everyuri_status status;
		bool failed;

		if (!CAN_LACK_MEMORY && !strcmp(rows[i].call, "memory"))
			continue;
		prepare();
		calls_fail(rows[i].call, rows[i].nth, rows[i].error);
		status = eu_serve_open(&gateway, &serve, &err);
		failed = calls_succeed();
		ok((failed || rows[i].nth > 1) && !status == !rows[i].why &&
		           !strcmp(err.message, rows[i].why ? rows[i].why : ""),
		   "%s %lu fails with %s: %s", rows[i].call, rows[i].nth, strerror(rows[i].error),
		   status ? err.message : "it is opened");
		if (!status)
			eu_serve_close(serve);
		is_number((long long)open_files(), (long long)files, "and nothing stays open");
	}
	prepare();
	calls_fail_from("bind", 2, EADDRINUSE);
	ok(eu_serve_open(&gateway, &serve, NULL) == EVERYURI_FAILED && calls_succeed(),
	   "where every port is taken, that is told");
	prepare();
	gateway.options.port = 1;
	calls_fail_from("bind", 1, EACCES);
	ok(eu_serve_open(&gateway, &serve, NULL) == EVERYURI_FAILED && calls_succeed(),
	   "a port that needs privileges is taken");
}

/* A port that is said is not exchanged for another. */
static void try_port(void)
{
	struct everyuri_error err = { .message = "" };
	uint16_t port;

	prepare();
	if (eu_serve_open(&gateway, &serve, NULL))
		return;
	port = eu_serve_port(serve);
	eu_serve_close(serve);
	prepare();
	gateway.options.port = port;
	calls_fail("bind", 2, EADDRINUSE);
	ok(eu_serve_open(&gateway, &serve, &err) == EVERYURI_FAILED && calls_succeed() &&
	           !strcmp(err.message, "the port is in use on ::1"),
	   "a port that is taken on ::1 is taken");
}

/* ---- answering ---------------------------------------------------------------------------------------------------- */

static void *run(void *context)
{
	eu_serve_run(context, NULL);
	return NULL;
}

static void start(void)
{
	prepare();
	if (eu_serve_open(&gateway, &serve, NULL)) {
		printf("Bail out! no gateway\n");
		_exit(1);
	}
	serve->limit_ms[WAIT_HEAD] = 700; /* a client that is not heard has its answer, 408, soon */
	pthread_create(&loop, NULL, run, serve);
}

static void end(void)
{
	eu_serve_stop(serve);
	pthread_join(loop, NULL);
	eu_serve_close(serve);
}

/* The clients' own calls never fail: they are libc's. */
static ssize_t plain_recv(int fd, void *data, size_t len)
{
	return read(fd, data, len);
}

static int client_of(uint16_t port)
{
	const struct sockaddr_in in = { .sin_family = AF_INET,
		                        .sin_port = htons(port),
		                        .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	const struct timeval patience = { .tv_sec = PATIENCE_MS / 1000 };
	int fd = NEXT(socket)(AF_INET, SOCK_STREAM, 0);

	NEXT(setsockopt)(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	if (!connect(fd, (const struct sockaddr *)&in, sizeof in))
		return fd;
	close(fd);
	return -1;
}

#define REQUEST "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

/* Ask in two pieces.  Returns: the status of an answer that is whole; 0: there is none; -1: it is cut. */
static int ask(void)
{
	const size_t want = much ? 64u * 65536u : 5u;
	static char data[5 << 20];
	const char *body;
	size_t len = 0;
	ssize_t n;
	int fd = client_of(eu_serve_port(serve));

	if (fd < 0)
		return 0;
	if (NEXT(send)(fd, REQUEST, 10, MSG_NOSIGNAL) == 10) {
		usleep(20000);
		NEXT(send)(fd, &REQUEST[10], sizeof REQUEST - 11, MSG_NOSIGNAL);
	}
	while (len < sizeof data - 1 && (n = plain_recv(fd, data + len, sizeof data - 1 - len)) > 0)
		len += (size_t)n;
	data[len] = '\0';
	close(fd);
	body = strstr(data, "\r\n\r\n");
	if (!len || !body)
		return len ? -1 : 0;
	if (!strncmp(data, "HTTP/1.1 200 ", 13))
		return len - (size_t)(body + 4 - data) == want ? 200 : -1;
	return (int)strtol(data + 9, NULL, 10);
}

static void try_answers(void)
{
	static const struct {
		const char *call;
		unsigned long most;
		int error;
		bool harmless;
	} rows[] = {
		{ "accept4", 1, ECONNABORTED, true },
		{ "accept4", 1, EINTR, true },
		{ "accept4", 1, EMFILE, true },
		{ "recv", 3, EINTR, true },
		{ "recv", 3, EAGAIN, true },
		{ "recv", 3, ECONNRESET, false },
		{ "send", 2, EINTR, true },
		{ "send", 2, EAGAIN, true },
		{ "send", 2, EPIPE, false },
		{ "shutdown", 1, ENOTCONN, true },
		{ "epoll_wait", 2, EINTR, true },
		{ "epoll_ctl", 4, ENOMEM, false },
		{ "epoll_ctl", 4, ENOENT, false },
		{ "pthread_create", 1, EAGAIN, false },
		{ "pthread_attr_init", 1, ENOMEM, false },
		{ "pthread_attr_setstacksize", 1, EINVAL, false },
		{ "memory", 6, ENOMEM, false },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (unsigned long nth = 1; nth <= rows[i].most; nth++) {
			int got, next;

			if (!CAN_LACK_MEMORY && !strcmp(rows[i].call, "memory"))
				continue;
			start();
			calls_fail(rows[i].call, nth, rows[i].error);
			got = ask();
			calls_succeed();
			next = ask();
			ok(next == 200 && (got == 200 || (!rows[i].harmless && got != -1)),
			   "%s %lu fails with %s: %d, and then %d", rows[i].call, nth,
			   strerror(rows[i].error), got, next);
			end();
		}
}

/* A client that takes slowly, and calls that wait for it. */
static void try_sending(void)
{
	static const struct {
		const char *call;
		int error;
		bool harmless;
	} rows[] = { { "poll", EINTR, true },
		     { "poll", EBADF, true },
		     { "send", ECONNRESET, false } };

	much = true;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int got, next;

		start();
		calls_fail(rows[i].call, 1, rows[i].error);
		got = ask();
		calls_succeed();
		next = ask();
		ok(next == 200 && (got == 200 || !rows[i].harmless),
		   "4 MiB, and %s fails with %s: %d, and then %d", rows[i].call,
		   strerror(rows[i].error), got, next);
		end();
	}
	much = false;
}

/* A client that stays is closed, not forgotten, where it cannot be waited for. */
static void try_waiting(void)
{
	static const char request[] = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
	char data[4096];
	int fd;

	start();
	fd = client_of(eu_serve_port(serve));
	NEXT(send)(fd, request, sizeof request - 1, MSG_NOSIGNAL);
	ok(plain_recv(fd, data, sizeof data) > 0, "a client is answered");
	usleep(100000);
	calls_fail_from("epoll_ctl", 1, ENOMEM);
	NEXT(send)(fd, request, 5, MSG_NOSIGNAL);
	ok(plain_recv(fd, data, sizeof data) <= 0, "whom nothing is heard of any more is closed");
	ok(calls_succeed() && ask() == 200, "and the next is answered");
	close(fd);
	end();
}

/* ---- tunnels ------------------------------------------------------------------------------------------------------------ */

/* Gives back what comes, and then "end". */
static void *echo(void *context)
{
	char data[4096];
	int fd = accept(*(int *)context, NULL, NULL);
	ssize_t n;

	while ((n = read(fd, data, sizeof data)) > 0)
		NEXT(send)(fd, data, (size_t)n, MSG_NOSIGNAL);
	NEXT(send)(fd, "end", 3, MSG_NOSIGNAL);
	close(fd);
	return NULL;
}

/* Through a tunnel: what is said comes back.  Returns: it has. */
static bool goes_through(int listener, const char *call, unsigned long nth, int error)
{
	static const char request[] = "CONNECT near:443 HTTP/1.1\r\nHost: near:443\r\n\r\nearly";
	char data[4096];
	pthread_t thread;
	size_t len = 0;
	ssize_t n;
	bool armed = false, good;
	int fd;

	if (pthread_create(&thread, NULL, echo, &listener))
		abort();
	fd = client_of(eu_serve_port(serve));
	NEXT(send)(fd, request, sizeof request - 1, MSG_NOSIGNAL);
	while (len < sizeof data - 1 &&
	       (n = plain_recv(fd, data + len, sizeof data - 1 - len)) > 0) {
		len += (size_t)n;
		data[len] = '\0';
		if (armed || !strstr(data, "early"))
			continue;
		calls_fail(call, nth, error);
		armed = true;
		NEXT(send)(fd, "late", 4, MSG_NOSIGNAL);
		NEXT(shutdown)(fd, SHUT_WR);
	}
	data[len] = '\0';
	good = strstr(data, "earlylateend") != NULL;
	close(fd);
	pthread_join(thread, NULL);
	calls_succeed();
	return good;
}

static void try_tunnels(void)
{
	static const struct {
		const char *call;
		unsigned long nth;
		int error;
		bool harmless;
	} rows[] = {
		{ "none", 1, EIO, true },         { "recv", 1, EINTR, true },
		{ "recv", 1, EAGAIN, true },      { "recv", 1, ECONNRESET, false },
		{ "recv", 2, ECONNRESET, false }, { "send", 1, EINTR, true },
		{ "send", 1, EAGAIN, true },      { "send", 1, EPIPE, false },
		{ "poll", 1, EINTR, true },       { "poll", 1, EBADF, false },
	};
	struct sockaddr_in in = { .sin_family = AF_INET,
		                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof in;
	int listener = socket(AF_INET, SOCK_STREAM, 0);

	if (bind(listener, (const struct sockaddr *)&in, sizeof in) || listen(listener, 1) ||
	    getsockname(listener, (struct sockaddr *)&in, &len))
		return;
	behind = ntohs(in.sin_port);
	start();
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const bool good = goes_through(listener, rows[i].call, rows[i].nth, rows[i].error);

		ok(good || !rows[i].harmless, "a tunnel, %s %lu fails with %s: %s", rows[i].call,
		   rows[i].nth, strerror(rows[i].error), good ? "all came" : "it is closed");
	}
	ok(goes_through(listener, "none", 1, EIO), "and the next goes through");
	if (CAN_LACK_MEMORY)
		ok(ask() == 200, "other clients, too");
	close(listener);
	end();
}

/* ---- what stands behind a request ------------------------------------------------------------------------------------------ */

static void try_behind(void)
{
	static const char request[] = "GET / HTTP/1.1\r\nHost: x\r\n\r\nTRACE / HTTP/1.1\r\n";
	static char much_more[200000];
	char data[4096];
	size_t len = 0;
	ssize_t n;
	int fd;

	start();
	fd = client_of(eu_serve_port(serve));
	NEXT(send)(fd, request, sizeof request - 1, MSG_NOSIGNAL);
	while (len < sizeof data - 1 && (n = plain_recv(fd, data + len, sizeof data - 1 - len)) > 0)
		len += (size_t)n;
	data[len] = '\0';
	ok(!strncmp(data, "HTTP/1.1 200 ", 13) && strstr(data, "HTTP/1.1 400 "),
	   "RFC 9112 9.3.2: of two requests at once the second is refused");
	close(fd);
	fd = client_of(eu_serve_port(serve));
	NEXT(send)(fd, "TRACE / HTTP/1.1\r\n", 18, MSG_NOSIGNAL);
	len = (size_t)plain_recv(fd, data, sizeof data - 1);
	NEXT(send)(fd, much_more, sizeof much_more, MSG_NOSIGNAL);
	calls_fail("recv", 2, EINTR);
	NEXT(send)(fd, much_more, sizeof much_more, MSG_NOSIGNAL);
	usleep(50000);
	calls_succeed();
	ok(len > 9 && !strncmp(data, "HTTP/1.1 400 ", 13) && ask() == 200,
	   "RFC 9112 9.6: what comes behind a refusal is read, and others are answered");
	close(fd);
	end();
}

/* ---- descriptors -------------------------------------------------------------------------------------------------------------- */

static void try_descriptors(void)
{
	struct rlimit before = { 0 }, limit = { 0 };

	getrlimit(RLIMIT_NOFILE, &before);
	limit = before;
	limit.rlim_cur = 200;
	setrlimit(RLIMIT_NOFILE, &limit);
	calls_fail("setrlimit", 1, EPERM);
	is_number(eu_sandbox_descriptors(), 256, "THREATS G8: a limit that cannot be raised");
	calls_succeed();
	calls_fail("getrlimit", 2, EINVAL);
	is_number(eu_sandbox_descriptors(), 256, "or asked for again");
	calls_succeed();
	ok(eu_sandbox_descriptors() >= 200, "one that can is");
	getrlimit(RLIMIT_NOFILE, &limit);
	ok(limit.rlim_cur == limit.rlim_max, "as far as it goes");
	setrlimit(RLIMIT_NOFILE, &before);
}

int main(void)
{
	alarm(120);
	try_behind();
	try_descriptors();
	try_opening();
	try_port();
	try_answers();
	try_sending();
	try_waiting();
	try_tunnels();
	return done();
}
