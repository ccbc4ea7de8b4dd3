/* Reads and writes bytes and datagrams on a connection, and limits each wait. */
#define _POSIX_C_SOURCE 200809L /* poll, sockets */

#include <errno.h>
#include <poll.h>

#include "net/connection.h"

#define CONNECT_MS 10000 /* default timeout; THREATS C9 */
#define FIRST_MS 30000
#define IDLE_MS 30000

/* ---- messages of the system and of libraries ----------------------------------------------------------- */

static _Thread_local char said_last[CURL_ERROR_SIZE];

const char *eu_net_said(void)
{
	return said_last;
}

void eu_net_says(const char *words)
{
	size_t len = strlen(words);

	if (len >= sizeof said_last)
		len = sizeof said_last - 1;
	memcpy(said_last, words, len);
	said_last[len] = 0;
}

void eu_net_system_says(void)
{
	int number = errno;

	/* This is strerror_r of POSIX.1-2008, which is thread-safe. */
	if (strerror_r(number, said_last, sizeof said_last))
		said_last[0] = 0;
}

/* ---- time --------------------------------------------------------------------------------------------------- */

unsigned eu_net_connect_ms(const struct eu_net_options *options)
{
	return options->connect_ms ? options->connect_ms : CONNECT_MS;
}

unsigned eu_net_first_ms(const struct eu_net_options *options)
{
	return options->first_ms ? options->first_ms : FIRST_MS;
}

unsigned eu_net_idle_ms(const struct eu_net_options *options)
{
	return options->idle_ms ? options->idle_ms : IDLE_MS;
}

uint64_t eu_net_until(const struct eu_net_options *options, unsigned ms)
{
	uint64_t until = eu_net_now() + ms;

	return options->deadline_ms && options->deadline_ms < until ? options->deadline_ms : until;
}

enum everyuri_status eu_net_wait(const struct eu_net *net, short events, uint64_t until,
                                 struct everyuri_error *err)
{
	struct pollfd at = { .fd = net->fd, .events = events };

	for (;;) {
		uint64_t now = eu_net_now();
		uint64_t left = until > now ? until - now : 0;
		int n = poll(&at, 1, left < INT32_MAX ? (int)left : INT32_MAX);

		if (n > 0)
			return EVERYURI_OK; /* or there is an error, which the next call will
			                       report */
		if (n < 0 && errno != EINTR) {
			eu_net_system_says();
			return eu_fail(err, EVERYURI_FAILED, 0, "", "connection lost");
		}
		if (!n && !left)
			return eu_fail(err, EVERYURI_FAILED, 0, "THREATS C9", "timed out");
	}
}

/* ---- plain bytes ---------------------------------------------------------------------------------------------- */

static bool only_not_yet(void)
{
	return errno == EAGAIN || errno == EINTR; /* on Linux EWOULDBLOCK equals EAGAIN */
}

static enum everyuri_status broke(struct eu_net *net, struct everyuri_error *err)
{
	eu_net_system_says();
	net->broken = true;
	return eu_fail(err, EVERYURI_FAILED, 0, "", "connection lost");
}

static enum everyuri_status read_plain(struct eu_net *net, char *data, size_t cap, size_t *n,
                                       struct everyuri_error *err)
{
	unsigned ms = net->heard ? eu_net_idle_ms(&net->options) : eu_net_first_ms(&net->options);
	uint64_t until = 0; /* 0, because the clock is read only before a wait */

	for (;;) {
		ssize_t got = recv(net->fd, data, cap, 0);
		enum everyuri_status status;

		/* A datagram may be empty, but an empty read on a stream is its end. */
		if (got > 0 || (!got && !net->udp)) {
			*n = (size_t)got;
			return EVERYURI_OK;
		}
		if (got < 0 && !only_not_yet())
			return broke(net, err);
		if (!until)
			until = eu_net_until(&net->options, ms);
		status = eu_net_wait(net, POLLIN, until, err);
		if (status)
			return status;
	}
}

static enum everyuri_status write_plain(struct eu_net *net, const char *data, size_t len,
                                        struct everyuri_error *err)
{
	uint64_t until = 0;

	while (len) {
		ssize_t put = send(net->fd, data, len, MSG_NOSIGNAL);
		enum everyuri_status status;

		if (put > 0) {
			data += put;
			len -= (size_t)put;
			until = 0;
			continue;
		}
		if (!only_not_yet())
			return broke(net, err);
		if (!until)
			until = eu_net_until(&net->options, eu_net_idle_ms(&net->options));
		status = eu_net_wait(net, POLLOUT, until, err);
		if (status)
			return status;
	}
	return EVERYURI_OK;
}

/* ---- the calls ---------------------------------------------------------------------------------------------------- */

/* Checks that the connection is usable and the deadline has not passed.  On the first use of a
 * second connection, does the handshake. */
static enum everyuri_status usable(struct eu_net *net, struct everyuri_error *err)
{
	if (net->broken)
		return eu_fail(err, EVERYURI_FAILED, 0, "", "connection lost");
	if (net->options.deadline_ms && eu_net_now() >= net->options.deadline_ms)
		return eu_fail(err, EVERYURI_FAILED, 0, "THREATS C9", "timed out");
	return net->ssl && !net->shaken ? eu_tls_shake(net, err) : EVERYURI_OK;
}

enum everyuri_status eu_net_read(struct eu_net *net, char *data, size_t cap, size_t *n,
                                 struct everyuri_error *err)
{
	enum everyuri_status status;

	eu_net_says("");
	status = usable(net, err);
	if (!status)
		status = net->ssl ? eu_tls_read(net, data, cap, n, err) :
		                    read_plain(net, data, cap, n, err);
	if (!status)
		net->heard = true;
	return status;
}

/* With TLS, returns true without a check, because only datagrams need this function, and they have
 * no TLS. */
bool eu_net_ready(const struct eu_net *net, unsigned ms)
{
	unsigned most = eu_net_idle_ms(&net->options);
	struct pollfd at = { .fd = net->fd, .events = POLLIN };

	if (net->broken || net->ssl)
		return true;
	eu_net_wait(net, POLLIN, eu_net_until(&net->options, ms < most ? ms : most), NULL);
	return poll(&at, 1, 0) != 0;
}

enum everyuri_status eu_net_write(struct eu_net *net, const char *data, size_t len,
                                  struct everyuri_error *err)
{
	enum everyuri_status status;

	eu_net_says("");
	status = usable(net, err);
	if (status)
		return status;
	return net->ssl ? eu_tls_write(net, data, len, err) : write_plain(net, data, len, err);
}

/* Bytes that are already waiting were sent before TLS, perhaps by an attacker.  If they were read
 * after the handshake, they would be taken for data of the server. */
enum everyuri_status eu_net_secure(struct eu_net *net, struct everyuri_error *err)
{
	enum everyuri_status status;
	char byte;

	eu_net_says("");
	if (net->broken || net->ssl || net->udp)
		return eu_fail(err, EVERYURI_FAILED, 0, "", "cannot start TLS on this connection");
	if (recv(net->fd, &byte, 1, MSG_PEEK) > 0) {
		net->broken = true;
		return eu_fail(err, EVERYURI_PROTOCOL, 0, "RFC 3207 4.2",
		               "the server sent data before the TLS handshake");
	}
	status = eu_tls_begin(net, NULL, err);
	if (!status)
		status = eu_tls_shake(net, err);
	if (status)
		net->broken = true;
	return status;
}
