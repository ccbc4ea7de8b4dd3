/* Sends a draft: eu_mail_make() makes the message, the configuration names the server, and lib/net
 * sends it. */
#define _DEFAULT_SOURCE /* getentropy */

#include <time.h>
#include <unistd.h>

#include "fetch/fetching.h"
#include "fetch/mail.h"
#include "scheme/scheme.h"

#define SMTP_PORT 25   /* default port of SMTP (RFC 5321 4.5.4.2) */
#define SMTPS_PORT 465 /* default port of SMTP over TLS (RFC 8314 7.3) */
#define LOGIN_MAX 256  /* limit for a user or password, in bytes, with the final NUL */

/* Copies a user or password as libcurl expects it.  Returns: false if it is too long or contains a
 * NUL. */
static bool with_nul(struct everyuri_text text, char copy[LOGIN_MAX])
{
	if (text.len >= LOGIN_MAX || (text.len && memchr(text.data, 0, text.len)))
		return false;
	if (text.len)
		memcpy(copy, text.data, text.len);
	copy[text.len] = 0;
	return true;
}

/* Returns the port that counts as the default port of mail.  The Fetch standard ("Port blocking")
 * blocks the ports of mail for other protocols.  For mail they are the default ports, so they are
 * allowed here. */
static uint16_t own_port(uint16_t port)
{
	return port == SMTPS_PORT || port == 587 || port == 2525 ? port : SMTP_PORT;
}

static enum everyuri_status find_server(const struct everyuri_config *config, char *host,
                                        struct eu_smtp_request *request, struct everyuri_error *err)
{
	static const struct everyuri_policy none = { 0 };
	struct everyuri_text server = config ? config->smtp : (struct everyuri_text){ NULL, 0 };
	const char *slashes = "://", *found = NULL;
	size_t n;

	if (!server.data)
		return eu_fail(err, EVERYURI_MISSING, 0, "configuration",
		               "no mail server is configured");
	for (size_t at = 0; !found && at + 3 <= server.len; at++)
		if (!memcmp(server.data + at, slashes, 3))
			found = server.data + at;
	request->tls = found && found - server.data == 5; /* the scheme is smtps */
	request->port = request->tls ? SMTPS_PORT : SMTP_PORT;
	if (found) {
		server.len -= (size_t)(found + 3 - server.data);
		server.data = found + 3;
	}
	n = eu_server_read(server, host, &request->port);
	if (!n)
		return eu_fail(err, EVERYURI_INVALID, 0, "configuration",
		               "invalid mail server; expected \"host\" or \"host:port\"");
	request->host = (struct everyuri_text){ host, n };
	return everyuri_policy_port(config->policy ? config->policy : &none, request->port,
	                            own_port(request->port), err, NULL);
}

static void keep_said(struct everyuri_buf *buf, struct everyuri_fetched *fetched)
{
	const char *said = eu_net_said();

	if (*said && !eu_fetch_keep(buf, said, strlen(said), NULL))
		fetched->said = (struct everyuri_text){ buf->data, buf->len };
}

static enum everyuri_status deliver(const struct everyuri_letter *letter,
                                    const struct everyuri_fetch_options *options,
                                    const struct eu_mail *mail, struct everyuri_fetched *fetched,
                                    struct everyuri_error *err)
{
	const struct eu_net_options net = eu_fetch_net(options);
	struct eu_smtp_request request = { .sender = mail->sender,
		                           .recipients = mail->recipients,
		                           .text = mail->text };
	char host[EU_HOST_MAX + 1], user[LOGIN_MAX], password[LOGIN_MAX];
	enum everyuri_status status = find_server(options->config, host, &request, err);

	if (status)
		return status;
	if (letter->user.data) {
		if (!with_nul(letter->user, user) || !with_nul(letter->password, password))
			return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 4954 4",
			               "the user or password is too long or contains NUL");
		request.user = user;
		request.password = password;
	}
	fetched->begun = true;
	status = eu_smtp_send(&request, &net, err);
	eu_wipe(password, sizeof password);
	if (!status)
		fetched->bytes = mail->text.len;
	return status;
}

enum everyuri_status everyuri_send(const struct everyuri_letter *letter,
                                   const struct everyuri_fetch_options *options,
                                   struct everyuri_buf *buf, struct everyuri_fetched *fetched,
                                   struct everyuri_error *err)
{
	static const struct everyuri_fetch_options none = { 0 };
	struct eu_mail_stamp stamp = { .now = (int64_t)time(NULL) };
	struct everyuri_buf made;
	struct eu_mail mail;
	enum everyuri_status status;

	options = options ? options : &none;
	*fetched = (struct everyuri_fetched){ 0 };
	if (!buf) /* without a buffer, fail before the message is sent */
		return eu_buf_reserve(buf, 0, err);
	if (options->config)
		stamp.sender = options->config->sender;
	if (getentropy(stamp.random, sizeof stamp.random))
		return eu_fail(err, EVERYURI_FAILED, 0, "",
		               "cannot get random bytes from the system");
	everyuri_buf_init(&made, NULL, 0, NULL);
	status = eu_mail_make(letter->text, &stamp, &made, &mail, err);
	if (!status)
		status = deliver(letter, options, &mail, fetched, err);
	if (status && fetched->begun)
		keep_said(buf, fetched);
	everyuri_buf_free(&made);
	return status;
}
