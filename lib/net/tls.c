/* TLS on our socket, with OpenSSL.  This file verifies the peer, reuses the session for a second
 * connection, and detects a missing close_notify. */
#define _POSIX_C_SOURCE 200809L /* sockets */

#include <errno.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <poll.h>

#include "everyuri/address.h"
#include "net/connection.h"

/* ---- a BIO for the socket, since OpenSSL's raises SIGPIPE ---------------------------------------------- */

static bool would_block(void)
{
	return errno == EAGAIN || errno == EINTR; /* on Linux EWOULDBLOCK equals EAGAIN */
}

static int put_octets(BIO *bio, const char *data, int len)
{
	const struct eu_net *net = BIO_get_data(bio);
	ssize_t put = send(net->fd, data, (size_t)len, MSG_NOSIGNAL);

	BIO_clear_retry_flags(bio);
	if (put < 0 && would_block())
		BIO_set_retry_write(bio);
	return (int)put;
}

static int get_octets(BIO *bio, char *data, int len)
{
	struct eu_net *net = BIO_get_data(bio);
	ssize_t got = recv(net->fd, data, (size_t)len, 0);

	BIO_clear_retry_flags(bio);
	if (got < 0 && would_block())
		BIO_set_retry_read(bio);
	net->no_more_bytes = !got;
	return (int)got;
}

static long control_octets(BIO *bio, int what, long number, void *data)
{
	const struct eu_net *net = BIO_get_data(bio);

	(void)number, (void)data;
	if (what == BIO_CTRL_EOF)
		return net->no_more_bytes;
	return what == BIO_CTRL_FLUSH; /* a flush succeeds, since nothing is buffered */
}

static BIO *bio_of(struct eu_net *net)
{
	BIO *bio;

	net->method = BIO_meth_new(BIO_TYPE_SOURCE_SINK, "everyuri");
	if (!net->method)
		return NULL;
	BIO_meth_set_write(net->method, put_octets);
	BIO_meth_set_read(net->method, get_octets);
	BIO_meth_set_ctrl(net->method, control_octets);
	bio = BIO_new(net->method);
	if (bio) {
		BIO_set_data(bio, net);
		BIO_set_init(bio, 1);
	}
	return bio;
}

/* ---- settings ------------------------------------------------------------------------------------------------ */

/* Replaces OpenSSL's function for this purpose, which would read the environment. */
void eu_tls_system(const char **file, const char **folder)
{
	const curl_version_info_data *built = curl_version_info(CURLVERSION_NOW);

	*file = built->cainfo;
	*folder = built->capath;
	if (!*file && !*folder) {
		*file = X509_get_default_cert_file();
		*folder = X509_get_default_cert_dir();
	}
}

static bool trust(SSL_CTX *context, const struct eu_net_options *options)
{
	const char *file = options->ca_file, *folder = NULL;

	if (options->insecure) {
		SSL_CTX_set_verify(context, SSL_VERIFY_NONE, NULL);
		return true;
	}
	SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
	if (!file) {
		eu_tls_system(&file, &folder);
		if (folder) /* the folder is read only when needed; reading the file would take
		               longer than all else */
			file = NULL;
	}
	return SSL_CTX_load_verify_locations(context, file, folder);
}

static SSL_CTX *new_context(const struct eu_net_options *options)
{
	SSL_CTX *context = SSL_CTX_new(TLS_client_method());

	if (!context)
		return NULL;
	if (!SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) || !trust(context, options)) {
		SSL_CTX_free(context);
		return NULL;
	}
	SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY); /* each wait must have its own limit */
	SSL_CTX_set_mode(context,
	                 SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
	SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
	return context;
}

/* Requires that the certificate names the host of the plan (RFC 9525 6).  RFC 6066 3: the server
 * name is not sent for an address, and must not end with a dot. */
static bool set_name(SSL *ssl, const char *host)
{
	X509_VERIFY_PARAM *param = SSL_get0_param(ssl);
	uint8_t address[EVERYURI_ADDRESS_SIZE];
	char name[EU_NET_HOST_MAX + 1];
	size_t len = strlen(host);

	if (!everyuri_address_read(host, len, address)) {
		bool is_ipv4 = !memchr(host, ':', len);

		return X509_VERIFY_PARAM_set1_ip(param, is_ipv4 ? address + 12 : address,
		                                 is_ipv4 ? 4 : EVERYURI_ADDRESS_SIZE);
	}
	if (host[len - 1] == '.')
		len--;
	if (!len)
		return false;
	memcpy(name, host, len);
	name[len] = 0;
	X509_VERIFY_PARAM_set_hostflags(param, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS |
	                                               X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
	return X509_VERIFY_PARAM_set1_host(param, name, len) && SSL_set_tlsext_host_name(ssl, name);
}

static void library_says(void)
{
	const char *reason = ERR_reason_error_string(ERR_peek_last_error());

	eu_net_says(reason ? reason : "");
}

/* Reuses the session of the first connection, so that a server knows that both come from the same
 * client. */
static bool take_session(SSL *ssl, const struct eu_net *first)
{
	SSL_SESSION *session = SSL_get1_session(first->ssl);
	bool good = !session || SSL_set_session(ssl, session);

	SSL_SESSION_free(session);
	return good;
}

enum everyuri_status eu_tls_begin(struct eu_net *net, const struct eu_net *first,
                                  struct everyuri_error *err)
{
	BIO *bio;

	ERR_clear_error();
	if (first)
		SSL_CTX_up_ref(first->context);
	net->context = first ? first->context : new_context(&net->options);
	net->ssl = net->context ? SSL_new(net->context) : NULL;
	bio = net->ssl ? bio_of(net) : NULL;
	if (bio)
		SSL_set_bio(net->ssl, bio, bio);
	if (!bio || !set_name(net->ssl, net->host) || (first && !take_session(net->ssl, first))) {
		library_says();
		return eu_fail(err, EVERYURI_FAILED, 0, "", "TLS setup failed");
	}
	SSL_set_connect_state(net->ssl);
	return EVERYURI_OK;
}

/* ---- handshake, reads and writes ----------------------------------------------------------------------- */

static enum everyuri_status tls_broke(struct eu_net *net, enum everyuri_status status,
                                      const char *clause, const char *message,
                                      struct everyuri_error *err)
{
	net->broken = true;
	if (!*eu_net_said())
		library_says();
	return eu_fail(err, status, 0, clause, message);
}

/* Handles an error of OpenSSL.  Returns: OK if it has waited; the caller must then repeat the
 * call. */
static enum everyuri_status wait_for_tls(struct eu_net *net, int result, uint64_t until,
                                         struct everyuri_error *err)
{
	int why = SSL_get_error(net->ssl, result);

	if (why == SSL_ERROR_WANT_READ)
		return eu_net_wait(net, POLLIN, until, err);
	if (why == SSL_ERROR_WANT_WRITE)
		return eu_net_wait(net, POLLOUT, until, err);
	if (why == SSL_ERROR_SSL &&
	    ERR_GET_REASON(ERR_peek_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING)
		return tls_broke(net, EVERYURI_PARTIAL, "RFC 8446 6.1",
		                 "connection closed without a TLS close", err);
	if (why == SSL_ERROR_SYSCALL) {
		eu_net_system_says();
		return tls_broke(net, EVERYURI_FAILED, "", "connection lost", err);
	}
	return tls_broke(net, EVERYURI_PROTOCOL, "RFC 8446 6.2", "TLS failed", err);
}

static enum everyuri_status not_shaken(struct eu_net *net, struct everyuri_error *err)
{
	long verdict = SSL_get_verify_result(net->ssl);

	if (verdict != X509_V_OK && !net->options.insecure) {
		eu_net_says(X509_verify_cert_error_string(verdict));
		return tls_broke(net, EVERYURI_FAILED, "RFC 9525 6",
		                 "certificate verification failed", err);
	}
	return tls_broke(net, EVERYURI_FAILED, "RFC 8446 4", "TLS handshake failed", err);
}

enum everyuri_status eu_tls_shake(struct eu_net *net, struct everyuri_error *err)
{
	uint64_t until = eu_net_until(&net->options, eu_net_connect_ms(&net->options));

	for (;;) {
		enum everyuri_status status;
		int result;

		ERR_clear_error();
		result = SSL_do_handshake(net->ssl);
		if (result == 1) {
			net->shaken = true;
			return EVERYURI_OK;
		}
		status = wait_for_tls(net, result, until, err);
		if (status && net->broken)
			return not_shaken(net, err);
		if (status)
			return status;
	}
}

enum everyuri_status eu_tls_read(struct eu_net *net, char *data, size_t cap, size_t *n,
                                 struct everyuri_error *err)
{
	unsigned ms = net->heard ? eu_net_idle_ms(&net->options) : eu_net_first_ms(&net->options);
	uint64_t until = eu_net_until(&net->options, ms);

	for (;;) {
		enum everyuri_status status;
		int result;

		ERR_clear_error();
		result = SSL_read_ex(net->ssl, data, cap, n);
		if (result == 1)
			return EVERYURI_OK;
		if (SSL_get_error(net->ssl, result) == SSL_ERROR_ZERO_RETURN) {
			*n = 0;
			return EVERYURI_OK;
		}
		status = wait_for_tls(net, result, until, err);
		if (status)
			return status;
	}
}

enum everyuri_status eu_tls_write(struct eu_net *net, const char *data, size_t len,
                                  struct everyuri_error *err)
{
	uint64_t until = eu_net_until(&net->options, eu_net_idle_ms(&net->options));

	while (len) {
		enum everyuri_status status;
		size_t put;
		int result;

		ERR_clear_error();
		result = SSL_write_ex(net->ssl, data, len, &put);
		if (result == 1) {
			data += put;
			len -= put;
			until = eu_net_until(&net->options, eu_net_idle_ms(&net->options));
			continue;
		}
		status = wait_for_tls(net, result, until, err);
		if (status)
			return status;
	}
	return EVERYURI_OK;
}

void eu_tls_end(struct eu_net *net)
{
	if (net->ssl && net->shaken && !net->broken) {
		ERR_clear_error();
		SSL_shutdown(net->ssl);
	}
	SSL_free(net->ssl);
	BIO_meth_free(net->method);
	SSL_CTX_free(net->context);
	ERR_clear_error();
}
