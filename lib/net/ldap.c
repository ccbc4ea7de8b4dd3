/* LDAP with libcurl: runs one search, and writes its entries as LDIF.
 *
 * libcurl's LDAP library allocates as much memory for a message as its length field requests, and
 * has no option to limit it.  So libcurl does not connect to the server but to a socket of this
 * process.  We connect to the server ourselves, and pass on only messages below a limit. */
#define _GNU_SOURCE /* accept4, struct ucred */
#include "net/connection.h"
#include "net/ldif.h"

#include <errno.h>
#include <linux/sockios.h>
#include <poll.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/un.h>
#include <unistd.h>

/* Limits in bytes for a message without its tag and length: for the response to the bind, which
 * comes first, and for all others.  OpenLDAP's server accepts messages of the same size from a
 * bound client (sockbuf_max_incoming_auth). */
#define BIND_MAX (64u << 10)
#define MESSAGE_MAX (4u << 20)

#define ROUND_MS 100 /* longest wait between calls of libcurl */

/* A search in progress. */
struct search {
	const struct eu_ldap_sink *sink;
	struct eu_net_options inside; /* options for libcurl, without a proxy */
	struct eu_net_judge judge;
	struct eu_net *net;
	int door, ours; /* the listening socket, and our end of libcurl's connection; -1 if there is
	                   none */
	CURL *curl;
	struct eu_ldif ldif;
	struct everyuri_buf url;
	uint64_t heard; /* time of the last data */
	bool limited;   /* the server has more entries than it sent */

	/* The current message (X.690 8.1). */
	uint32_t left;     /* number of bytes of the message not yet received */
	unsigned n_length; /* number of bytes of the message's length not yet received */
	enum { AT_TAG, AT_LENGTH, WITHIN_LENGTH, WITHIN_MESSAGE } at;
	bool bound; /* the response to the bind has arrived */
	bool ended; /* the server has closed the connection */
};

/* The callback of eu_ldif: passes LDIF to the sink. */
static bool tell_entries(void *context, const char *data, size_t len)
{
	struct search *search = context;

	return search->sink->bytes(search->sink->context, data, len);
}

/* ---- the request: RFC 4516 ----------------------------------------------------------------------------- */

static void out_escaped(struct eu_out *out, struct everyuri_text text)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char byte = (unsigned char)text.data[i];

		if (eu_is_alpha(byte) || eu_is_digit(byte))
			eu_out_byte(out, (char)byte);
		else
			eu_out_escape(out, byte);
	}
}

/* Passed to libcurl as the host, so that it resolves no name.  Any address would do. */
static const struct everyuri_text inside_host = { "127.0.0.1", 9 };

static void out_url(struct eu_out *out, const struct eu_ldap_request *request)
{
	char authority[EU_NET_AUTHORITY];

	eu_net_authority(inside_host, request->port, authority);
	eu_out_bytes(out, "ldap://", 7);
	eu_out_bytes(out, authority, strlen(authority));
	eu_out_byte(out, '/');
	out_escaped(out, request->base);
	eu_out_byte(out, '?');
	for (size_t i = 0; i < request->n_attributes; i++) {
		if (i)
			eu_out_byte(out, ',');
		out_escaped(out, request->attributes[i]);
	}
	eu_out_byte(out, '?');
	out_escaped(out, request->scope);
	eu_out_byte(out, '?');
	out_escaped(out, request->filter);
	eu_out_byte(out, '\0');
}

/* ---- output of libcurl --------------------------------------------------------------------------------- */

/* Returns whether the data is a value with line breaks.  libcurl passes each name and each value in
 * a separate call, and its own line breaks alone.  It does not encode values with line breaks in
 * base64.  If a future libcurl combined these calls, eu_ldif would report an error. */
static bool has_line_ends(const char *data, size_t len)
{
	bool other = false, any = false;

	for (size_t i = 0; i < len; i++) {
		any = any || data[i] == '\n' || data[i] == '\r';
		other = other || data[i] != '\n';
	}
	return any && other;
}

/* CURLOPT_WRITEFUNCTION: receives a chunk of entries. */
static size_t take_entries(char *data, size_t size, size_t n, void *context)
{
	struct search *search = context;
	bool more = has_line_ends(data, size * n) ?
	                    eu_ldif_take_one(&search->ldif, data, size * n) :
	                    eu_ldif_take(&search->ldif, data, size * n);

	search->heard = eu_net_now();          /* exclude the receiver's time */
	return more ? size * n : size * n + 1; /* any other number tells libcurl to stop */
}

/* CURLOPT_DEBUGFUNCTION.  THREATS C10: libcurl treats a search that exceeds the server's limit as a
 * success, and reports it only by this message. */
static int hear_words(CURL *curl, curl_infotype type, char *data, size_t len, void *context)
{
	static const char words[] = "There are more than ";
	struct search *search = context;

	(void)curl;
	if (type == CURLINFO_TEXT && len >= sizeof words - 1 &&
	    !memcmp(data, words, sizeof words - 1))
		search->limited = true;
	return 0;
}

/* CURLOPT_XFERINFOFUNCTION: enforces THREATS C9. */
static int watch_time(void *context, curl_off_t total, curl_off_t now, curl_off_t up_total,
                      curl_off_t up)
{
	const struct search *search = context;
	const struct eu_net_options *options = search->judge.options;
	unsigned ms = search->ldif.begun ? eu_net_idle_ms(options) : eu_net_first_ms(options);

	(void)total, (void)now, (void)up_total, (void)up;
	return eu_net_now() - search->heard > ms;
}

/* ---- bytes between the server and libcurl -------------------------------------------------------------- */

static enum everyuri_status not_joined(struct everyuri_error *err)
{
	eu_net_system_says();
	return eu_fail(err, EVERYURI_FAILED, 0, "", "connection failed");
}

/* Opens a listening socket under an abstract name that the kernel chooses, and sets that name in
 * libcurl. */
static enum everyuri_status open_door(struct search *search, struct everyuri_error *err)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	socklen_t len = offsetof(struct sockaddr_un, sun_path);
	char name[sizeof at.sun_path] = "";

	search->door = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (search->door < 0 || bind(search->door, (struct sockaddr *)&at, len) ||
	    listen(search->door, 8))
		return not_joined(err);
	len = sizeof at;
	if (getsockname(search->door, (struct sockaddr *)&at, &len))
		return not_joined(err);
	memcpy(name, at.sun_path + 1, len - offsetof(struct sockaddr_un, sun_path) - 1);
	if (curl_easy_setopt(search->curl, CURLOPT_ABSTRACT_UNIX_SOCKET, name))
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "",
		               "libcurl does not support a required option");
	return EVERYURI_OK;
}

/* Accepts the connection of libcurl, and refuses connections from other processes. */
static void let_in(struct search *search)
{
	struct ucred who = { .pid = 0 };
	socklen_t len = sizeof who;
	int fd;

	while (search->ours < 0 && (fd = accept4(search->door, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
		if (!getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &len) && who.pid == getpid())
			search->ours = fd;
		else
			close(fd);
	}
}

static enum everyuri_status no_ldap(struct everyuri_error *err)
{
	return eu_fail(err, EVERYURI_PROTOCOL, 0, "RFC 4511 5.1", "invalid LDAP response");
}

/* Reads a length of one byte, or the first byte of a longer one. */
static enum everyuri_status begin_length(struct search *search, unsigned char byte,
                                         struct everyuri_error *err)
{
	if (byte == 0x80) /* this is the indefinite form of a length */
		return no_ldap(err);
	search->left = byte < 0x80 ? byte : 0;
	search->n_length = byte < 0x80 ? 0 : byte & 0x7Fu;
	search->at = search->n_length ? WITHIN_LENGTH : WITHIN_MESSAGE;
	return EVERYURI_OK;
}

static enum everyuri_status take_length(struct search *search, unsigned char byte,
                                        struct everyuri_error *err)
{
	search->left = search->left << 8 | byte; /* cannot overflow, because MESSAGE_MAX is below
	                                            2^24 */
	if (search->left > (search->bound ? MESSAGE_MAX : BIND_MAX))
		return eu_fail(err, EVERYURI_PROTOCOL, 0, "THREATS C9",
		               "the LDAP message is too long");
	if (!--search->n_length)
		search->at = WITHIN_MESSAGE;
	return EVERYURI_OK;
}

/* Checks that the data consists of messages, each a SEQUENCE of definite length (RFC 4511 5.1). */
static enum everyuri_status judge_messages(struct search *search, const char *data, size_t len,
                                           struct everyuri_error *err)
{
	enum everyuri_status status = EVERYURI_OK;

	for (size_t i = 0; i < len && !status;) {
		unsigned char byte = (unsigned char)data[i];
		size_t n = 1;

		switch (search->at) {
		case AT_TAG:
			search->at = AT_LENGTH;
			status = byte == 0x30 ? EVERYURI_OK : no_ldap(err);
			break;
		case AT_LENGTH:
			status = begin_length(search, byte, err);
			break;
		case WITHIN_LENGTH:
			status = take_length(search, byte, err);
			break;
		case WITHIN_MESSAGE:
			n = search->left < len - i ? search->left : len - i;
			search->left -= (uint32_t)n;
			break;
		}
		i += n;
		if (search->at == WITHIN_MESSAGE && !search->left) {
			search->bound = true;
			search->at = AT_TAG;
		}
	}
	return status;
}

/* Sends libcurl's bytes to the server. */
static enum everyuri_status pass_on(struct search *search, struct everyuri_error *err)
{
	char data[4096];
	ssize_t n;
	enum everyuri_status status = EVERYURI_OK;

	let_in(search);
	while (!status && search->ours >= 0 &&
	       (n = recv(search->ours, data, sizeof data, MSG_DONTWAIT)) > 0)
		status = eu_net_write(search->net, data, (size_t)n, err);
	return status;
}

/* Returns whether libcurl has read everything that was passed to it. */
static bool is_read(const struct search *search)
{
	int n = 0;

	return search->ours < 0 || ioctl(search->ours, SIOCOUTQ, &n) || !n;
}

static bool has_come(const struct eu_net *net, int ms)
{
	struct pollfd at = { .fd = net->fd, .events = POLLIN };

	return (net->ssl && SSL_pending(net->ssl)) || poll(&at, 1, ms) > 0;
}

static enum everyuri_status hand_over(struct search *search, const char *data, size_t len,
                                      struct everyuri_error *err)
{
	while (len) {
		ssize_t n = send(search->ours, data, len, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			eu_net_system_says();
			return eu_fail(err, EVERYURI_FAILED, 0, "", "connection lost");
		}
		data += n;
		len -= (size_t)n;
	}
	return EVERYURI_OK;
}

/* Passes the server's bytes to libcurl, but not more than the socket can hold. */
static enum everyuri_status take_words(struct search *search, struct everyuri_error *err)
{
	char data[16384];
	size_t n;
	enum everyuri_status status = eu_net_read(search->net, data, sizeof data, &n, err);

	if (!status && !n) {
		search->ended = true;
		shutdown(search->ours, SHUT_WR);
		return EVERYURI_OK;
	}
	if (!status)
		status = judge_messages(search, data, n, err);
	search->heard = eu_net_now();
	return status ? status : hand_over(search, data, n, err);
}

/* Runs the transfer until libcurl has finished.  Fails if memory runs out, or if bytes cannot be
 * passed between libcurl and the server.  Stores libcurl's own result in *code. */
static enum everyuri_status carry(struct search *search, CURLM *multi, CURLcode *code,
                                  struct everyuri_error *err)
{
	enum everyuri_status status = EVERYURI_OK;
	int running = 1, n = 0;

	while (!status) {
		long ms = -1;

		if (curl_multi_perform(multi, &running))
			return eu_fail(err, EVERYURI_NO_MEMORY, 0, "", "out of memory");
		status = pass_on(search, err);
		if (!running || status)
			break;
		curl_multi_timeout(multi, &ms);
		if (ms < 0 || ms > ROUND_MS)
			ms = ROUND_MS;
		if (search->ended)
			poll(NULL, 0, (int)ms);
		else if (is_read(search) && has_come(search->net, (int)ms))
			status = take_words(search, err);
	}
	for (CURLMsg *said; !status && (said = curl_multi_info_read(multi, &n));)
		*code = said->data.result;
	return status;
}

/* ---- the search as a whole ----------------------------------------------------------------------------- */

static bool set_search(struct search *search)
{
	CURL *curl = search->curl;
	unsigned bad = curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "ldap");

	bad |= curl_easy_setopt(curl, CURLOPT_URL, search->url.data);
	bad |= curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
	bad |= curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, 1L);
	bad |= curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION,
	                        (curl_opensocket_callback)NULL); /* a local socket needs no check */
	bad |= curl_easy_setopt(curl, CURLOPT_SOCKOPTFUNCTION, (curl_sockopt_callback)NULL);
	bad |= curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_entries);
	bad |= curl_easy_setopt(curl, CURLOPT_WRITEDATA, search);
	bad |= curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);
	bad |= curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, hear_words);
	bad |= curl_easy_setopt(curl, CURLOPT_DEBUGDATA, search);
	bad |= curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	bad |= curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, watch_time);
	bad |= curl_easy_setopt(curl, CURLOPT_XFERINFODATA, search);
	return !bad;
}

static enum everyuri_status prepare_search(struct search *search,
                                           const struct eu_ldap_request *request,
                                           struct everyuri_error *err)
{
	struct eu_out out = { NULL, 0 };
	enum everyuri_status status =
		eu_net_curl("ldap", inside_host, request->port, &search->judge, &search->curl, err);

	if (status)
		return status;
	out_url(&out, request);
	status = eu_buf_reserve(&search->url, out.len, err);
	if (status)
		return status;
	out = (struct eu_out){ search->url.data, 0 };
	out_url(&out, request);
	if (!set_search(search))
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "",
		               "this libcurl does not support LDAP");
	return EVERYURI_OK;
}

/* Combines the status of libcurl with errors that libcurl does not know of. */
static enum everyuri_status outcome_of_search(const struct search *search,
                                              enum everyuri_status status,
                                              struct everyuri_error *err)
{
	bool begun = search->ldif.begun;

	if (search->ldif.stopped)
		return eu_fail(err, EVERYURI_PARTIAL, 0, "", "the receiver stopped");
	if (search->ldif.wrong || (!status && !eu_ldif_ended(&search->ldif)))
		return eu_fail(err, begun ? EVERYURI_PARTIAL : EVERYURI_PROTOCOL, 0, "RFC 2849",
		               "an LDAP entry cannot be written as LDIF");
	if (!status && search->limited)
		return eu_fail(err, begun ? EVERYURI_PARTIAL : EVERYURI_FAILED, 0, "RFC 4511 4.1.9",
		               "the server has more entries than it sends at once");
	if (status && status != EVERYURI_UNSAFE && begun) {
		status = EVERYURI_PARTIAL;
		if (err)
			err->status = status;
	}
	return status;
}

static enum everyuri_status perform_search(struct search *search, struct everyuri_error *err)
{
	CURLM *multi = curl_multi_init();
	CURLcode code = CURLE_OUT_OF_MEMORY;
	char words[CURL_ERROR_SIZE] = "";
	enum everyuri_status status = EVERYURI_OK;

	curl_easy_setopt(search->curl, CURLOPT_ERRORBUFFER, words);
	if (multi && !curl_multi_add_handle(multi, search->curl)) {
		status = carry(search, multi, &code, err);
		curl_multi_remove_handle(multi, search->curl);
	}
	if (!status) {
		status = eu_net_outcome(search->curl, code, words, &search->judge, err);
		if (status == EVERYURI_PROTOCOL) /* libcurl's message would be about HTTP */
			no_ldap(err);
	}
	curl_multi_cleanup(multi);
	curl_easy_setopt(search->curl, CURLOPT_ERRORBUFFER, (char *)NULL);
	return outcome_of_search(search, status, err);
}

enum everyuri_status eu_ldap_get(const struct eu_ldap_request *request,
                                 const struct eu_net_options *options,
                                 const struct eu_ldap_sink *sink, struct everyuri_error *err)
{
	struct search search = { .sink = sink,
		                 .ldif = { .context = &search, .bytes = tell_entries },
		                 .inside = *options,
		                 .judge = { .options = &search.inside },
		                 .door = -1,
		                 .ours = -1 };
	enum everyuri_status status;

	search.inside.proxy = (struct everyuri_text){ NULL, 0 };
	everyuri_buf_init(&search.url, NULL, 0, NULL);
	status = eu_net_connect(request->host.data, request->host.len, request->port, request->tls,
	                        false, options, &search.net, err);
	search.heard = eu_net_now();
	if (!status)
		status = prepare_search(&search, request, err);
	if (!status)
		status = open_door(&search, err);
	if (!status)
		status = perform_search(&search, err);
	curl_easy_cleanup(search.curl);
	eu_net_close(search.net);
	if (search.ours >= 0)
		close(search.ours);
	if (search.door >= 0)
		close(search.door);
	everyuri_buf_free(&search.url);
	return status;
}
