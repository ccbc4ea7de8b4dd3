/* Connections of clients that are quick, slow, gone or too many; answers and tunnels are this file's. */
#define _GNU_SOURCE
#include "gateway/serve/serving.h"

#include "tap.h"

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_MS 30000 /* of a machine that has much else to do */
#define BIG (64u << 20)   /* bytes: more than the buffers of two sockets */

static struct everyuri_gateway gateway;
static struct serve *serve;
static pthread_t loop;
static sem_t come, go;        /* of those that ask for /wait */
static atomic_uint n_broken;  /* answers that could not be sent whole */
static atomic_uint n_refused; /* by eu_gateway_refuse */
static uint16_t behind;       /* the port that tunnels lead to */

/* ---- what serve asks for ------------------------------------------------------------------------------- */

static bool is_for(const struct http_request *request, const char *path)
{
	return request->target.len == strlen(path) &&
	       !memcmp(request->target.data, path, request->target.len);
}

/* A request that asks for /wait has come; a machine that has lost one fails, and does not hang. */
static void await(sem_t *one)
{
	struct timespec end;

	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec += PATIENCE_MS / 1000;
	if (sem_timedwait(one, &end))
		ok(false, "a request comes");
}

static void say(struct http_response *response, unsigned status, const char *words)
{
	eu_http_response_begin(response, status, "text/plain; charset=utf-8", 25, HTTP_PART,
	                       strlen(words));
	everyuri_write_text(&response->w, words);
}

static void say_much(struct http_response *response)
{
	static char block[65536];

	eu_http_response_begin(response, 200, "text/plain; charset=utf-8", 25, HTTP_PART,
	                       UINT64_MAX);
	for (unsigned n = 0; n < BIG && !response->w.failed; n += sizeof block)
		everyuri_write(&response->w, block, sizeof block);
}

bool eu_gateway_answer(struct everyuri_gateway *of, const struct http_request *request,
                       struct http_response *response)
{
	bool keep, wait = is_for(request, "/wait");

	(void)of;
	if (wait) {
		sem_post(&come);
		sem_wait(&go);
	}
	if (is_for(request, "/big"))
		say_much(response);
	else
		say(response, 200, wait ? "waited" : "hello");
	keep = eu_http_response_end(response, true);
	if (is_for(request, "/big") && !keep)
		atomic_fetch_add(&n_broken, 1);
	return keep;
}

void eu_gateway_refuse(struct everyuri_gateway *of, const struct http_reader *reader,
                       struct http_response *response)
{
	(void)of;
	atomic_fetch_add(&n_refused, 1);
	say(response, reader->refused, reader->why);
	eu_http_response_end(response, true);
}

bool eu_gateway_tunnel(struct everyuri_gateway *of, const struct http_request *request,
                       struct http_response *response, char host[256], uint16_t *port)
{
	(void)of, (void)response;
	strcpy(host, memcmp(request->target.data, "far", 3) ? "127.0.0.1" : "127.0.0.9");
	*port = behind;
	return true;
}

/* Sessions are tried with the real gateway and helper: terminal.py. */
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

/* ---- clients --------------------------------------------------------------------------------------------- */

static void begin(unsigned connections)
{
	struct everyuri_error err;

	memset(&gateway, 0, sizeof gateway);
	gateway.options.log = -1;
	gateway.options.connections = connections;
	gateway.fetch.config = &gateway.config;
	gateway.config.policy = &gateway.policy;
	if (eu_serve_open(&gateway, &serve, &err)) {
		printf("Bail out! %s\n", err.message);
		exit(1);
	}
}

static void *run(void *context)
{
	eu_serve_run(context, NULL);
	return NULL;
}

static void start(void)
{
	pthread_create(&loop, NULL, run, serve);
}

static void end(void)
{
	eu_serve_stop(serve);
	pthread_join(loop, NULL);
	eu_serve_close(serve);
}

static int connect_to(uint32_t address, uint16_t port)
{
	const struct sockaddr_in in = { .sin_family = AF_INET,
		                        .sin_port = htons(port),
		                        .sin_addr.s_addr = htonl(address) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (!connect(fd, (const struct sockaddr *)&in, sizeof in))
		return fd;
	close(fd);
	return -1;
}

static int client(void)
{
	return connect_to(INADDR_LOOPBACK, eu_serve_port(serve));
}

static bool tell(int fd, const char *text)
{
	return send(fd, text, strlen(text), MSG_NOSIGNAL) == (ssize_t)strlen(text);
}

/* What comes until it ends with these words, or until the end (words NULL).  Returns: how much. */
static size_t hear(int fd, char *data, size_t cap, const char *words)
{
	struct pollfd at = { .fd = fd, .events = POLLIN };
	size_t len = 0;

	data[0] = 0;
	while (len < cap - 1 && poll(&at, 1, PATIENCE_MS) == 1) {
		ssize_t n = recv(fd, data + len, cap - 1 - len, 0);

		if (n <= 0)
			break;
		len += (size_t)n;
		data[len] = 0;
		if (words && len >= strlen(words) && !strcmp(data + len - strlen(words), words))
			break;
	}
	return len;
}

static bool hears(int fd, const char *start_of, const char *words)
{
	char data[4096];

	hear(fd, data, sizeof data, words);
	return !strncmp(data, start_of, strlen(start_of)) && strstr(data, words);
}

/* Is the connection closed by the other side, and nothing more said, within ms? */
static bool closes(int fd, int ms)
{
	struct pollfd at = { .fd = fd, .events = POLLIN };
	char byte;

	return poll(&at, 1, ms) == 1 && recv(fd, &byte, 1, 0) <= 0;
}

static bool stays(int fd, int ms)
{
	struct pollfd at = { .fd = fd, .events = POLLIN };

	return poll(&at, 1, ms) == 0;
}

#define HEAD(path) "GET " path " HTTP/1.1\r\nHost: x\r\n\r\n"

static bool asks(int fd)
{
	return tell(fd, HEAD("/")) && hears(fd, "HTTP/1.1 200 ", "hello");
}

static void pause_ms(unsigned ms)
{
	usleep(ms * 1000u);
}

/* ---- where it listens --------------------------------------------------------------------------------------- */

static void try_listening(void)
{
	struct sockaddr_in6 in6 = { .sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT };
	struct everyuri_gateway other = { .options.log = -1 };
	struct serve *second;
	struct everyuri_error err = { 0 };
	int fd;

	begin(0);
	start();
	fd = client();
	ok(fd >= 0 && asks(fd), "THREATS G1: it listens on 127.0.0.1");
	close(fd);
	ok(connect_to(INADDR_LOOPBACK + 1, eu_serve_port(serve)) < 0,
	   "THREATS G1: and on no other address: 127.0.0.2");
	fd = socket(AF_INET6, SOCK_STREAM, 0);
	in6.sin6_port = htons(eu_serve_port(serve));
	if (serve->listener[1] < 0)
		skip("it listens on ::1", "this machine has no IPv6");
	else
		ok(!connect(fd, (const struct sockaddr *)&in6, sizeof in6) && asks(fd),
		   "it listens on ::1, at the same port");
	close(fd);
	other.options.port = eu_serve_port(serve);
	ok(eu_serve_open(&other, &second, &err) == EVERYURI_FAILED &&
	           !strcmp(err.message, "the port is in use"),
	   "a port that is taken is told");
	ok(!other.hosts, "and nothing is left of it");
	end();
}

/* ---- requests ------------------------------------------------------------------------------------------------ */

static void try_requests(void)
{
	char data[8192], *at = data;
	unsigned n = 0;
	int fd;

	begin(0);
	start();
	fd = client();
	ok(asks(fd) && asks(fd) && asks(fd),
	   "RFC 9112 9.3: a connection stays for the next request");
	tell(fd, HEAD("/") HEAD("/") "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
	hear(fd, data, sizeof data, NULL);
	while ((at = strstr(at, "hello"))) {
		n++;
		at++;
	}
	ok(n == 3, "RFC 9112 9.3.2: three requests at once have three answers, then the end: %u",
	   n);
	close(fd);
	fd = client();
	for (const char *octet = HEAD("/"); *octet; octet++) {
		send(fd, octet, 1, MSG_NOSIGNAL);
		pause_ms(1);
	}
	ok(hears(fd, "HTTP/1.1 200 ", "hello"), "a request may come octet by octet");
	pause_ms(50);
	pthread_mutex_lock(&serve->lock);
	ok(serve->waiting[WAIT_IDLE].first && !serve->waiting[WAIT_IDLE].first->reader,
	   "a connection that says nothing has no memory for a request");
	pthread_mutex_unlock(&serve->lock);
	close(fd);
	fd = client();
	tell(fd, "GET / HTTP/1.0\r\n\r\n");
	hear(fd, data, sizeof data, NULL);
	ok(strstr(data, "hello") && closes(fd, 100), "HTTP/1.0: the answer, then the end");
	close(fd);
	end();
}

/* What is sent behind a request that is refused does not take the answer back. */
static void try_refusals(void)
{
	char data[4096];
	unsigned before = atomic_load(&n_refused);
	int fd;

	begin(0);
	start();
	fd = client();
	tell(fd, "TRACE / HTTP/1.1\r\nHost: x\r\n\r\n");
	for (unsigned i = 0; i < 200; i++)
		tell(fd, "0123456789012345678901234567890123456789012345678901234567890123456789");
	pause_ms(100);
	hear(fd, data, sizeof data, NULL);
	ok(!strncmp(data, "HTTP/1.1 4", 10) && atomic_load(&n_refused) == before + 1,
	   "RFC 9112 9.6: a refusal is read whole though more was sent: %.20s", data);
	close(fd);
	end();
}

/* ---- deadlines ------------------------------------------------------------------------------------------------ */

static void try_deadlines(void)
{
	char data[4096];
	uint64_t begun;
	int slow, idle;

	begin(0);
	serve->limit_ms[WAIT_HEAD] = 300;
	serve->limit_ms[WAIT_IDLE] = 2000;
	start();
	idle = client();
	slow = client();
	begun = eu_serve_now();
	for (unsigned i = 0; i < 30 && stays(slow, 50); i++)
		tell(slow, i ? "a" : "GET /");
	hear(slow, data, sizeof data, NULL);
	ok(!strncmp(data, "HTTP/1.1 408 ", 13) && eu_serve_now() - begun < 1400,
	   "THREATS G8: a request that is not whole in time is refused, whatever comes meanwhile: "
	   "%.20s",
	   data);
	close(slow);
	slow = client();
	tell(slow, HEAD("/") "GET /");
	hear(slow, data, sizeof data, NULL);
	ok(!strncmp(data, "HTTP/1.1 200 ", 13) && strstr(data, "408"),
	   "and so is what begins behind another");
	close(slow);
	ok(stays(idle, 200), "who says nothing may stay longer");
	ok(closes(idle, 3000), "but not for ever");
	close(idle);
	idle = client();
	ok(asks(idle) && stays(idle, 1000) && closes(idle, 3000),
	   "nor may who was answered and says nothing more");
	close(idle);
	end();
}

/* ---- many ------------------------------------------------------------------------------------------------------- */

/* A client has its answer before the connection is given back: wait until so many are. */
static void settle(unsigned n)
{
	for (unsigned i = 0, idle = 0; i < PATIENCE_MS / 10 && idle < n; i++) {
		pause_ms(10);
		idle = 0;
		pthread_mutex_lock(&serve->lock);
		for (struct connection *c = serve->waiting[WAIT_IDLE].first; c; c = c->after)
			idle++;
		pthread_mutex_unlock(&serve->lock);
	}
}

static void try_limit(void)
{
	int fd[5];

	begin(4);
	start();
	for (unsigned i = 0; i < 4; i++) {
		fd[i] = client();
		asks(fd[i]);
		settle(i + 1);
	}
	fd[4] = client();
	ok(asks(fd[4]), "THREATS G8: one too many is served,");
	ok(closes(fd[0], PATIENCE_MS), "and the one that was idle for longest is closed,");
	ok(asks(fd[1]) && asks(fd[2]) && asks(fd[3]), "and no other");
	for (unsigned i = 1; i < 5; i++)
		tell(fd[i], HEAD("/wait"));
	for (unsigned i = 1; i < 5; i++)
		await(&come);
	close(fd[0]);
	fd[0] = client();
	ok(hears(fd[0], "HTTP/1.1 503 ", "\r\n\r\n"),
	   "where none is idle, it is told to come again");
	for (unsigned i = 1; i < 5; i++)
		sem_post(&go);
	for (unsigned i = 1; i < 5; i++)
		ok(hears(fd[i], "HTTP/1.1 200 ", "waited"), "and nobody else is disturbed: %u", i);
	for (unsigned i = 0; i < 5; i++)
		close(fd[i]);
	end();
}

#define MANY 40

static void try_workers(void)
{
	int fd[MANY], last;
	struct timespec soon;
	unsigned n = 0;

	begin(0);
	serve->max_workers = MANY;
	start();
	for (unsigned i = 0; i < MANY; i++) {
		fd[i] = client();
		tell(fd[i], HEAD("/wait"));
	}
	clock_gettime(CLOCK_REALTIME, &soon);
	soon.tv_sec += 5;
	while (n < MANY && !sem_timedwait(&come, &soon))
		n++;
	ok(n == MANY, "%u requests are answered at once: %u", MANY, n);
	last = client();
	tell(last, HEAD("/"));
	ok(stays(last, 200), "one more than there may be workers waits");
	sem_post(&go);
	ok(hears(last, "HTTP/1.1 200 ", "hello"), "until one of them has ended");
	for (unsigned i = 1; i < n; i++)
		sem_post(&go);
	n = 0;
	for (unsigned i = 0; i < MANY; i++) {
		n += hears(fd[i], "HTTP/1.1 200 ", "waited");
		close(fd[i]);
	}
	ok(n == MANY, "all are answered: %u", n);
	close(last);
	pause_ms(100);
	pthread_mutex_lock(&serve->lock);
	ok(serve->n_busy == 0 && serve->n_workers <= 33,
	   "few workers stay when there is nothing to do: %u", serve->n_workers);
	ok(serve->n_connections == 0, "and no connection: %u", serve->n_connections);
	pthread_mutex_unlock(&serve->lock);
	end();
}

/* ---- clients that do not read ------------------------------------------------------------------------------------ */

static void try_not_reading(void)
{
	unsigned before = atomic_load(&n_broken);
	char data[1000];
	int fd, other;

	begin(0);
	serve->limit_ms[WAIT_WORKER] = 1200;
	start();
	fd = client();
	other = client();
	tell(fd, HEAD("/big"));
	hear(fd, data, sizeof data, "\r\n\r\n");
	pause_ms(200);
	ok(asks(other) && atomic_load(&n_broken) == before,
	   "who does not read holds nobody else up");
	for (unsigned i = 0; i < 50 && atomic_load(&n_broken) == before; i++)
		pause_ms(100);
	ok(atomic_load(&n_broken) == before + 1,
	   "THREATS G8: who takes nothing for so long is given up");
	close(fd);
	fd = client();
	tell(fd, HEAD("/big"));
	hear(fd, data, sizeof data, "\r\n\r\n");
	close(fd);
	for (unsigned i = 0; i < 30 && atomic_load(&n_broken) == before + 1; i++)
		pause_ms(100);
	ok(atomic_load(&n_broken) == before + 2 && asks(other),
	   "a client that is gone raises no signal");
	close(other);
	end();
}

/* ---- the end ------------------------------------------------------------------------------------------------------ */

static void try_stopping(void)
{
	uint16_t port;
	int waits, idle;

	begin(0);
	start();
	port = eu_serve_port(serve);
	waits = client();
	idle = client();
	tell(waits, HEAD("/wait"));
	await(&come);
	eu_serve_stop(serve);
	pause_ms(100);
	ok(connect_to(INADDR_LOOPBACK, port) < 0, "told to stop, it listens no more");
	sem_post(&go);
	ok(hears(waits, "HTTP/1.1 200 ", "waited") && closes(waits, PATIENCE_MS),
	   "a request under way is answered, and its connection closed");
	pthread_join(loop, NULL);
	ok(closes(idle, PATIENCE_MS), "idle connections are closed");
	eu_serve_close(serve);
	close(waits);
	close(idle);

	begin(0);
	start();
	waits = client();
	tell(waits, HEAD("/wait"));
	await(&come);
	uint64_t begun = eu_serve_now();
	eu_serve_stop(serve);
	pthread_join(loop, NULL);
	ok(eu_serve_now() - begun >= 900 && eu_serve_now() - begun < 2500,
	   "a request that does not end has a second");
	sem_post(&go);
	eu_serve_close(serve);
	close(waits);
}

/* ---- tunnels ------------------------------------------------------------------------------------------------------- */

/* Gives back what comes, and then "end". */
static void *echo(void *context)
{
	char data[4096];
	int fd = accept(*(int *)context, NULL, NULL);
	ssize_t n;

	while ((n = recv(fd, data, sizeof data, 0)) > 0)
		send(fd, data, (size_t)n, MSG_NOSIGNAL);
	send(fd, "end", 3, MSG_NOSIGNAL);
	close(fd);
	return NULL;
}

static void try_tunnel(void)
{
	struct sockaddr_in in = { .sin_family = AF_INET,
		                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof in;
	int listener = socket(AF_INET, SOCK_STREAM, 0), fd;
	pthread_t thread;
	char data[4096];

	if (bind(listener, (const struct sockaddr *)&in, sizeof in) || listen(listener, 1) ||
	    getsockname(listener, (struct sockaddr *)&in, &len))
		abort();
	behind = ntohs(in.sin_port);
	pthread_create(&thread, NULL, echo, &listener);
	begin(0);
	gateway.policy.refused_classes = EVERYURI_POLICY_NON_PUBLIC;
	start();
	fd = client();
	tell(fd, "CONNECT far:443 HTTP/1.1\r\nHost: far:443\r\n\r\n");
	ok(hears(fd, "HTTP/1.1 403 ", "class"),
	   "THREATS G7: a tunnel goes where the policy allows");
	close(fd);
	gateway.policy.refused_classes = 0;
	gateway.policy.own_port = behind;
	fd = client();
	tell(fd, "CONNECT near:443 HTTP/1.1\r\nHost: near:443\r\n\r\n");
	ok(hears(fd, "HTTP/1.1 403 ", "connect to itself"),
	   "THREATS G7: and never back to the gateway");
	close(fd);
	gateway.policy.own_port = 0;
	fd = client();
	tell(fd, "CONNECT near:443 HTTP/1.1\r\nHost: near:443\r\n\r\nearly");
	hear(fd, data, sizeof data, "early");
	ok(!strncmp(data, "HTTP/1.1 200 ", 13) && strstr(data, "\r\n\r\nearly"),
	   "RFC 9110 9.3.6: octets behind the request are for the other side: %s", data);
	tell(fd, "late");
	hear(fd, data, sizeof data, "late");
	ok(!strcmp(data, "late"), "octets go both ways");
	shutdown(fd, SHUT_WR);
	hear(fd, data, sizeof data, NULL);
	ok(!strcmp(data, "end"), "the end of one way leaves the other open");
	close(fd);
	pthread_join(thread, NULL);
	close(listener);
	fd = client();
	tell(fd, "CONNECT near:443 HTTP/1.1\r\nHost: near:443\r\n\r\n");
	ok(hears(fd, "HTTP/1.1 502 ", "connection"), "where nobody listens, 502");
	close(fd);
	end();
}

int main(void)
{
	sem_init(&come, 0, 0);
	sem_init(&go, 0, 0);
	try_listening();
	try_requests();
	try_refusals();
	try_deadlines();
	try_limit();
	try_workers();
	try_not_reading();
	try_stopping();
	try_tunnel();
	return done();
}
