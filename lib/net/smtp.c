/* SMTP with libcurl: sends one message, to all of its recipients or to none. */
#include <stdio.h>

#include "net/connection.h"

#define SAID_MAX 500 /* maximum number of bytes of a reply to store */
#define QUIT_S 2L    /* seconds to wait for the reply to QUIT, which no longer matters */

/* A message being sent. */
struct delivery {
	struct eu_net_judge judge;
	const struct eu_smtp_request *request;
	CURL *curl;
	struct curl_slist *recipients;
	size_t n_read;           /* number of bytes of the message passed to libcurl */
	uint64_t heard;          /* time of the last data in either direction */
	char said[SAID_MAX + 1]; /* the last negative reply; NUL-terminated */
};

/* ---- the request --------------------------------------------------------------------------------------- */

/* THREATS C1: checks, although the callers have done so, that no byte ends a path, a line or the
 * message. */
static bool is_path(struct everyuri_text address)
{
	for (size_t i = 0; i < address.len; i++) {
		unsigned char byte = (unsigned char)address.data[i];

		if (byte < ' ' || byte >= 0x7F || byte == '<' || byte == '>')
			return false;
	}
	return address.len && address.len <= EU_SMTP_ADDRESS &&
	       memchr(address.data, '@', address.len);
}

/* Writes "<address>", NUL-terminated. */
static void path_of(struct everyuri_text address, char path[EU_SMTP_ADDRESS + 3])
{
	path[0] = '<';
	memcpy(path + 1, address.data, address.len);
	path[address.len + 1] = '>';
	path[address.len + 2] = 0;
}

/* Returns whether all lines end in CR LF, and there is no other CR or LF. */
static bool is_lines(struct everyuri_text text)
{
	bool cr = false, ended = false;

	for (size_t i = 0; i < text.len; i++) {
		char byte = text.data[i];

		if (!byte || (byte == '\n') != cr)
			return false;
		ended = cr;
		cr = byte == '\r';
	}
	return ended;
}

static enum everyuri_status add_recipients(struct delivery *delivery, struct everyuri_error *err)
{
	struct everyuri_text all = delivery->request->recipients;

	for (size_t at = 0; at < all.len;) {
		const char *nul = memchr(all.data + at, 0, all.len - at);
		struct everyuri_text one = { all.data + at,
			                     nul ? (size_t)(nul - all.data) - at : 0 };
		char path[EU_SMTP_ADDRESS + 3];
		struct curl_slist *list;

		if (!is_path(one))
			return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 5321 4.1.2",
			               "a recipient is not a valid mail address");
		path_of(one, path);
		list = curl_slist_append(delivery->recipients, path);
		if (!list)
			return eu_fail(err, EVERYURI_NO_MEMORY, 0, "", "out of memory");
		delivery->recipients = list;
		at += one.len + 1;
	}
	return delivery->recipients ? EVERYURI_OK :
	                              eu_fail(err, EVERYURI_MISSING, 0, "RFC 5321 3.3",
	                                      "the message has no recipient");
}

/* ---- sending and receiving ----------------------------------------------------------------------------- */

/* CURLOPT_READFUNCTION: passes a chunk of the message to libcurl. */
static size_t give_text(char *data, size_t size, size_t n, void *context)
{
	struct delivery *delivery = context;
	struct everyuri_text text = delivery->request->text;
	size_t len = text.len - delivery->n_read;

	if (len > size * n)
		len = size * n;
	memcpy(data, text.data + delivery->n_read, len);
	delivery->n_read += len;
	delivery->heard = eu_net_now();
	return len;
}

static bool begins(struct everyuri_text text, const char *word)
{
	size_t len = strlen(word);

	return text.len >= len && eu_equals_ignoring_case(text.data, len, word);
}

/* CURLOPT_HEADERFUNCTION: receives one line of a reply. RFC 3207 4: a server that offers TLS but
 * then refuses it must not get the message.  libcurl reads the setting again after the reply to
 * STARTTLS. */
static size_t take_reply(char *data, size_t size, size_t n, void *context)
{
	struct delivery *delivery = context;
	struct everyuri_text line = { data, size * n };
	bool final = line.len > 3 && line.data[3] != '-';

	while (line.len && (line.data[line.len - 1] == '\r' || line.data[line.len - 1] == '\n'))
		line.len--;
	if (line.len > SAID_MAX)
		line.len = SAID_MAX;
	if (begins(line, "250-starttls") || begins(line, "250 starttls"))
		curl_easy_setopt(delivery->curl, CURLOPT_USE_SSL, (long)CURLUSESSL_ALL);
	if (final && (line.data[0] == '4' || line.data[0] == '5')) {
		memcpy(delivery->said, line.data, line.len);
		delivery->said[line.len] = 0;
	} else if (final && !begins(line, "221")) { /* 221 is the reply to libcurl's QUIT */
		delivery->said[0] = 0;
	}
	/* THREATS C9: after the message, libcurl sends QUIT and waits two minutes for the reply.
	 * Only this setting limits that wait. */
	if (final && delivery->n_read == delivery->request->text.len)
		curl_easy_setopt(delivery->curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, QUIT_S);
	delivery->heard = eu_net_now();
	return size * n;
}

/* CURLOPT_XFERINFOFUNCTION: enforces THREATS C9. */
static int watch_pause(void *context, curl_off_t total, curl_off_t now, curl_off_t up_total,
                       curl_off_t up)
{
	const struct delivery *delivery = context;
	const struct eu_net_options *options = delivery->judge.options;

	(void)total, (void)now, (void)up_total, (void)up;
	return eu_net_now() - delivery->heard >
	       eu_net_connect_ms(options) + eu_net_first_ms(options);
}

/* ---- the delivery as a whole --------------------------------------------------------------------------- */

/* Returns: as curl_easy_setopt(). */
static unsigned set_login(struct delivery *delivery)
{
	const struct eu_smtp_request *request = delivery->request;
	bool secret = request->user != NULL;
	long tls = secret ? CURLUSESSL_ALL : CURLUSESSL_TRY;
	CURL *curl = delivery->curl;
	unsigned bad = curl_easy_setopt(curl, CURLOPT_USE_SSL, tls);

	if (secret) {
		bad |= curl_easy_setopt(curl, CURLOPT_USERNAME, request->user);
		bad |= curl_easy_setopt(curl, CURLOPT_PASSWORD, request->password);
	}
	return bad;
}

/* Sets the options of the delivery. CHOICE: EHLO sends "localhost", so that a server does not learn
 * this machine's name.  RFC 5321 4.1.4 does not let a server refuse a message because of that. */
static bool set_delivery(struct delivery *delivery)
{
	const struct eu_smtp_request *request = delivery->request;
	char path[EU_SMTP_ADDRESS + 3], url[EU_NET_AUTHORITY + 32];
	CURL *curl = delivery->curl;
	char authority[EU_NET_AUTHORITY];
	unsigned bad = curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");

	eu_net_authority(request->host, request->port, authority);
	snprintf(url, sizeof url, "%s://%s/localhost", request->tls ? "smtps" : "smtp", authority);
	path_of(request->sender, path);
	bad |= curl_easy_setopt(curl, CURLOPT_URL, url);
	bad |= curl_easy_setopt(curl, CURLOPT_MAIL_FROM, path);
	bad |= curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, delivery->recipients);
	/* Makes libcurl send QUIT now, with the settings of this handle.  Otherwise it would send
	 * QUIT later, with default settings. */
	bad |= curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, 1L);
	bad |= curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
	bad |= curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)request->text.len);
	bad |= curl_easy_setopt(curl, CURLOPT_READFUNCTION, give_text);
	bad |= curl_easy_setopt(curl, CURLOPT_READDATA, delivery);
	bad |= curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_reply);
	bad |= curl_easy_setopt(curl, CURLOPT_HEADERDATA, delivery);
	bad |= curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	bad |= curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, watch_pause);
	bad |= curl_easy_setopt(curl, CURLOPT_XFERINFODATA, delivery);
	bad |= set_login(delivery);
	return !bad;
}

static enum everyuri_status prepare_delivery(struct delivery *delivery, struct everyuri_error *err)
{
	const struct eu_smtp_request *request = delivery->request;
	enum everyuri_status status;

	if (!is_path(request->sender))
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 5321 4.1.2",
		               "the sender is not a valid mail address");
	if (!is_lines(request->text))
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 5321 2.3.8",
		               "each line of a message must end in CR LF");
	status = add_recipients(delivery, err);
	if (!status)
		status = eu_net_judge_host(delivery->judge.options, request->host.data,
		                           request->host.len, err);
	if (!status)
		status = eu_net_curl(request->tls ? "smtps" : "smtp", request->host, request->port,
		                     &delivery->judge, &delivery->curl, err);
	if (!status && !set_delivery(delivery))
		status = eu_fail(err, EVERYURI_UNSUPPORTED, 0, "",
		                 "this libcurl does not support SMTP");
	return status;
}

/* Uses the server's message if there is one, because the message of libcurl is not specific to
 * mail. */
static enum everyuri_status outcome_of_delivery(const struct delivery *delivery,
                                                enum everyuri_status status,
                                                struct everyuri_error *err)
{
	if (!status || status == EVERYURI_UNSAFE || status == EVERYURI_NO_MEMORY)
		return status;
	if (delivery->said[0]) {
		eu_net_says(delivery->said);
		return eu_fail(err, EVERYURI_FAILED, 0, "RFC 5321 4.2.1",
		               "the mail server refused the message");
	}
	if (status == EVERYURI_PROTOCOL)
		return eu_fail(err, status, 0, "RFC 5321 4.2", "invalid SMTP response");
	return status;
}

enum everyuri_status eu_smtp_send(const struct eu_smtp_request *request,
                                  const struct eu_net_options *options, struct everyuri_error *err)
{
	struct delivery delivery = { .judge = { .options = options },
		                     .request = request,
		                     .heard = eu_net_now() };
	enum everyuri_status status;

	eu_net_says("");
	status = prepare_delivery(&delivery, err);
	if (!status)
		status = outcome_of_delivery(
			&delivery, eu_net_perform(delivery.curl, &delivery.judge, err), err);
	curl_easy_cleanup(delivery.curl);
	curl_slist_free_all(delivery.recipients);
	return status;
}
