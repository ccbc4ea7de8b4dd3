/* Opens connections with libcurl, and then uses their sockets directly.  libcurl does the name
 * look-up, the race of IPv6 and IPv4 (RFC 8305), and SOCKS and HTTP proxies.  The protocols are
 * implemented by our code. */
#define _POSIX_C_SOURCE 200809L /* sockets, fcntl */

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <unistd.h>

#include "net/connection.h"

/* ---- opening ------------------------------------------------------------------------------------------- */

static struct eu_net *new_net(const struct eu_net_options *options, struct everyuri_error *err)
{
	struct everyuri_buf memory;
	struct eu_net *net;

	everyuri_buf_init(&memory, NULL, 0, NULL);
	if (eu_buf_reserve(&memory, sizeof *net, err))
		return NULL;
	net = (struct eu_net *)(void *)memory.data; /* aligned like memory from malloc */
	memset(net, 0, sizeof *net);
	net->memory = memory;
	net->options = *options;
	net->fd = -1;
	net->proxied = options->proxy.data != NULL;
	return net;
}

/* Stores the address of the peer, because data connections must go to the same address. */
static enum everyuri_status know_peer(struct eu_net *net, struct everyuri_error *err)
{
	net->peer_len = sizeof net->peer;
	if (getpeername(net->fd, (struct sockaddr *)&net->peer, &net->peer_len)) {
		eu_net_system_says();
		return eu_fail(err, EVERYURI_FAILED, 0, "", "connection lost");
	}
	return EVERYURI_OK;
}

static enum everyuri_status connect_by_curl(struct eu_net *net, struct eu_net_judge *judge,
                                            struct everyuri_error *err)
{
	struct everyuri_text host = { net->host, strlen(net->host) };
	curl_socket_t fd = CURL_SOCKET_BAD;
	enum everyuri_status status;
	unsigned bad;

	status = eu_net_curl("http", host, net->port, judge, &net->curl, err);
	if (status)
		return status;
	bad = curl_easy_setopt(net->curl, CURLOPT_CONNECT_ONLY, 1L);
	bad |= curl_easy_setopt(net->curl, CURLOPT_HTTPPROXYTUNNEL, net->proxied ? 1L : 0L);
	if (bad)
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "",
		               "libcurl does not support a required option");
	status = eu_net_perform(net->curl, judge, err);
	if (status)
		return status;
	curl_easy_getinfo(net->curl, CURLINFO_ACTIVESOCKET, &fd);
	if (fd == CURL_SOCKET_BAD)
		return eu_fail(err, EVERYURI_FAILED, 0, "", "connection failed");
	net->fd = fd;
	return know_peer(net, err);
}

/* Refuses datagrams, which no proxy carries.  Also refuses https proxies: libcurl handles the
 * TLS session with the proxy, so the socket cannot be used directly. */
static enum everyuri_status fits_proxy(const struct eu_net *net, struct everyuri_error *err)
{
	static const char secure[] = "https://";
	size_t len = sizeof secure - 1;
	struct everyuri_text proxy = net->options.proxy;

	if (net->proxied && net->udp)
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "",
		               "UDP cannot be sent through a proxy");
	if (net->proxied && proxy.len > len && eu_equals_ignoring_case(proxy.data, len, secure))
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "",
		               "an https:// proxy can be used only for HTTP");
	return EVERYURI_OK;
}

static enum everyuri_status connect_net(struct eu_net *net, bool tls, struct everyuri_error *err)
{
	struct eu_net_judge judge = { .options = &net->options,
		                      .proxied = net->proxied,
		                      .udp = net->udp };
	enum everyuri_status status = fits_proxy(net, err);

	if (!status)
		status = connect_by_curl(net, &judge, err);
	if (net->curl) { /* the judge is on this function's stack, and no longer needed */
		curl_easy_setopt(net->curl, CURLOPT_OPENSOCKETDATA, (void *)NULL);
		curl_easy_setopt(net->curl, CURLOPT_SOCKOPTDATA, (void *)NULL);
	}
	if (status || !tls)
		return status;
	status = eu_tls_begin(net, NULL, err);
	return status ? status : eu_tls_shake(net, err);
}

enum everyuri_status eu_net_connect(const char *host, size_t len, uint16_t port, bool tls, bool udp,
                                    const struct eu_net_options *options, struct eu_net **net,
                                    struct everyuri_error *err)
{
	enum everyuri_status status;
	struct eu_net *made;

	eu_net_says("");
	status = eu_net_judge_host(options, host, len, err);
	if (status)
		return status;
	made = new_net(options, err);
	if (!made)
		return EVERYURI_NO_MEMORY;
	memcpy(made->host, host, len); /* eu_net_judge_host() has checked the length */
	made->port = port;
	made->udp = udp;
	status = connect_net(made, tls && !udp, err);
	if (status)
		eu_net_close(made);
	else
		*net = made;
	return status;
}

enum everyuri_address_class eu_net_class(const struct eu_net *net)
{
	if (net->proxied)
		return EVERYURI_ADDRESS_PUBLIC;
	return eu_net_peer_class((const struct sockaddr *)&net->peer);
}

static bool prepare_socket(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	return flags >= 0 && !fcntl(fd, F_SETFL, flags | O_NONBLOCK) &&
	       !fcntl(fd, F_SETFD, FD_CLOEXEC);
}

int eu_net_socket(const struct eu_net *net)
{
	int fd = fcntl(net->fd, F_DUPFD_CLOEXEC, 0);

	if (fd >= 0 && !prepare_socket(fd)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/* ---- the second connection -------------------------------------------------------------------------------- */

static void set_port(struct sockaddr_storage *address, uint16_t port)
{
	struct sockaddr_in in;
	struct sockaddr_in6 in6;
	uint8_t network[2] = { (uint8_t)(port >> 8), (uint8_t)port };

	if (address->ss_family == AF_INET6) {
		memcpy(&in6, address, sizeof in6);
		memcpy(&in6.sin6_port, network, 2);
		memcpy(address, &in6, sizeof in6);
	} else {
		memcpy(&in, address, sizeof in);
		memcpy(&in.sin_port, network, 2);
		memcpy(address, &in, sizeof in);
	}
}

static enum everyuri_status not_connected(struct everyuri_error *err)
{
	eu_net_system_says();
	return eu_fail(err, EVERYURI_FAILED, 0, "", "data connection failed");
}

/* Connects to the given port of the address of the first connection's peer, without a name
 * look-up. */
static enum everyuri_status connect_to_peer(struct eu_net *net, struct everyuri_error *err)
{
	uint64_t until = eu_net_until(&net->options, eu_net_connect_ms(&net->options));
	enum everyuri_status status;
	int error = 0;
	socklen_t len = sizeof error;

	net->fd = socket(net->peer.ss_family, SOCK_STREAM, IPPROTO_TCP);
	if (net->fd < 0 || !prepare_socket(net->fd))
		return not_connected(err);
	if (!connect(net->fd, (const struct sockaddr *)&net->peer, net->peer_len))
		return EVERYURI_OK;
	if (errno != EINPROGRESS && errno != EINTR)
		return not_connected(err);
	status = eu_net_wait(net, POLLOUT, until, err);
	if (status)
		return status;
	if (getsockopt(net->fd, SOL_SOCKET, SO_ERROR, &error, &len))
		return not_connected(err);
	errno = error;
	return error ? not_connected(err) : EVERYURI_OK;
}

/* Connects by name again, since only the proxy knows the peer's address. */
static enum everyuri_status connect_behind_proxy(struct eu_net *net, struct everyuri_error *err)
{
	struct eu_net_judge judge = { .options = &net->options, .proxied = true };

	return connect_by_curl(net, &judge, err);
}

enum everyuri_status eu_net_connect_data(struct eu_net *first, uint16_t port, struct eu_net **net,
                                         struct everyuri_error *err)
{
	static const struct everyuri_policy default_policy_of_data = { 0 };
	const struct everyuri_policy *policy = first->options.policy;
	enum everyuri_status status;
	struct eu_net *made;

	eu_net_says("");
	status = everyuri_policy_data_port(policy ? policy : &default_policy_of_data, port, err);
	if (status)
		return status;
	made = new_net(&first->options, err);
	if (!made)
		return EVERYURI_NO_MEMORY;
	memcpy(made->host, first->host, sizeof made->host);
	made->port = port;
	made->peer = first->peer;
	made->peer_len = first->peer_len;
	if (made->proxied) {
		status = connect_behind_proxy(made, err);
	} else {
		set_port(&made->peer, port);
		status =
			eu_net_judge_own(&made->options, (const struct sockaddr *)&made->peer, err);
		if (!status)
			status = connect_to_peer(made, err);
	}
	if (!status && first->ssl)
		status = eu_tls_begin(made, first, err);
	if (status)
		eu_net_close(made);
	else
		*net = made;
	return status;
}

/* ---- closing ------------------------------------------------------------------------------------------- */

void eu_net_close(struct eu_net *net)
{
	struct everyuri_buf memory;

	if (!net)
		return;
	eu_tls_end(net);
	if (net->curl)
		curl_easy_cleanup(net->curl);
	else if (net->fd >= 0)
		close(net->fd);
	memory = net->memory;
	everyuri_buf_free(&memory);
}
