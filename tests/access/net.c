/* net.c - what lib/net refuses before it connects, and connections on which nothing can be said any more. */
#include "net/connection.h"
#include "tap.h"

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct everyuri_text text_of(const char *words)
{
	return (struct everyuri_text){ words, words ? strlen(words) : 0 };
}

/* A text of one letter. */
static struct everyuri_text long_text(char *room, size_t len, char first)
{
	memset(room, 'x', len);
	room[0] = first;
	return (struct everyuri_text){ room, len };
}

/* A port on which nobody listens. */
static uint16_t closed_port(void)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
	socklen_t size = sizeof in;
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (bind(fd, (const struct sockaddr *)&in, size) ||
	    getsockname(fd, (struct sockaddr *)&in, &size))
		exit(1);
	close(fd);
	return ntohs(in.sin_port);
}

static const char *word_of(enum everyuri_status status)
{
	return status == EVERYURI_UNSAFE      ? "unsafe" :
	       status == EVERYURI_FAILED      ? "failed" :
	       status == EVERYURI_UNSUPPORTED ? "unsupported" :
	       status == EVERYURI_MISSING     ? "missing" :
	                                        everyuri_status_text(status);
}

static void is_status(enum everyuri_status status, const struct everyuri_error *err,
                      const char *want, const char *name)
{
	is_text(word_of(status), strlen(word_of(status)), want, "%s", name);
	if (status && (err->status != status || !*err->message))
		ok(false, "%s: the reason is said", name);
}

/* ---- HTTP --------------------------------------------------------------------------------------------- */

static bool no_answer(void *context, const struct eu_http_answer *answer)
{
	(void)context, (void)answer;
	return true;
}

static bool no_bytes(void *context, const char *data, size_t len)
{
	(void)context, (void)data, (void)len;
	return true;
}

static void asked(const struct eu_http_request *request, const struct eu_net_options *options,
                  const char *want, const char *name)
{
	const struct eu_http_sink sink = { NULL, no_answer, no_bytes };
	struct everyuri_error err = { .message = "" };

	is_status(eu_http_get(request, options, &sink, &err), &err, want, name);
}

static void requests(void)
{
	static const struct {
		const char *header, *status;
	} headers[] = {
		{ "X", "unsafe" },           { "X1", "unsafe" },       { "", "unsafe" },
		{ "X: a\177", "unsafe" },    { "X: a\001", "unsafe" }, { "X\001: a", "unsafe" },
		{ "host: a", "unsafe" },     { "X: a\tb", "failed" },  { "X-1!: a \t ", "failed" },
		{ "X: \303\251", "failed" }, { "X: \t", "failed" },
	};
	static char room[70000];
	struct eu_net_options options = { .connect_ms = 2000 };
	const struct eu_http_request plain = { .scheme = text_of("http"),
		                               .host = text_of("127.0.0.1"),
		                               .target = text_of("/"),
		                               .port = closed_port() };
	struct eu_http_request request = plain;

	asked(&request, &options, "failed", "http: nobody listens");
	request.scheme = text_of("ftp");
	asked(&request, &options, "unsupported", "http: another scheme");
	request.scheme = text_of(NULL);
	asked(&request, &options, "unsupported", "http: no scheme");
	request = plain;
	request.target = long_text(room, (64u << 10) + 1, '/');
	asked(&request, &options, "unsafe", "http: a target that is too long");
	request.target.len--;
	asked(&request, &options, "failed", "http: the longest target");
	request.target = text_of(NULL);
	asked(&request, &options, "unsafe", "http: no target");
	for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
		struct everyuri_text header = text_of(headers[i].header);

		request = plain;
		request.headers = &header;
		request.n_headers = 1;
		asked(&request, &options, headers[i].status, headers[i].header);
	}
	request = plain;
	request.headers = &(const struct everyuri_text){ "X\0: a", 5 };
	request.n_headers = 1;
	asked(&request, &options, "unsafe", "http: NUL in the name of a header");
	request = plain;
	request.user = (struct everyuri_text){ "a\0b", 3 };
	asked(&request, &options, "unsafe", "rfc7617 2: a user with NUL");
	request.user = text_of("");
	request.password = (struct everyuri_text){ "a\0b", 3 };
	asked(&request, &options, "unsafe", "rfc7617 2: a password with NUL");
	request.password = text_of(NULL);
	asked(&request, &options, "failed", "rfc7617 2: neither has to be there");
	request = plain;
	options.deadline_ms = UINT64_MAX;
	asked(&request, &options, "failed", "a deadline that is far away");
	options.deadline_ms = 1;
	asked(&request, &options, "failed", "a deadline that is past");
}

static void proxies(void)
{
	static char room[2000];
	const char *const policies[] = { "", "refuse-address loopback\n" };
	struct eu_net_options options = { .connect_ms = 2000 };
	struct eu_http_request request = { .scheme = text_of("http"),
		                           .target = text_of("/"),
		                           .port = 80 };

	request.host = text_of("a.example");
	options.proxy = long_text(room, 1001, 'p');
	asked(&request, &options, "unsupported", "a proxy with a name that is too long");
	options.proxy = (struct everyuri_text){ "p\0p", 3 };
	asked(&request, &options, "unsupported", "a proxy with NUL in its name");
	snprintf(room, sizeof room, "socks5://127.0.0.1:%u", closed_port());
	options.proxy = text_of(room);
	asked(&request, &options, "failed", "a proxy of SOCKS that is not there");
	options.proxy = text_of("[::1]"); /* where libcurl takes a port of its own, 1080 */
	asked(&request, &options, "failed", "a proxy without a port");
	snprintf(room, sizeof room, "127.0.0.1:%u", closed_port());
	options.proxy = text_of(room);
	asked(&request, &options, "failed", "a proxy of HTTP that is not there");
	for (size_t i = 0; i < 2; i++) {
		struct everyuri_buf buf;
		struct everyuri_policy policy;
		struct everyuri_error err;
		static const struct {
			const char *host;
			bool local;
		} hosts[] = { { "localhost", true },    { "localhost.", true },
			      { "a.localhost", true },  { "alocalhost", false },
			      { "localhost.a", false }, { "a.b", false },
			      { "127.0.0.1", true },    { "192.0.2.1", false } };

		everyuri_buf_init(&buf, NULL, 0, NULL);
		ok(!everyuri_policy_read(policies[i], strlen(policies[i]), 0, &buf, &policy, &err),
		   "a policy");
		options.policy = &policy;
		for (size_t k = 0; k < sizeof hosts / sizeof *hosts; k++) {
			enum everyuri_status status = eu_net_judge_host(
				&options, hosts[k].host, strlen(hosts[k].host), &err);

			ok((status == EVERYURI_UNSAFE) == (i && hosts[k].local),
			   "rfc6761 6.3: behind a proxy, loopback %s: %s", i ? "refused" : "taken",
			   hosts[k].host);
		}
		everyuri_buf_free(&buf);
	}
}

/* ---- SMTP and LDAP --------------------------------------------------------------------------------------- */

static void letters(void)
{
	static const struct {
		const char *sender, *recipients, *text, *status, *name;
	} cases[] = {
		{ "a@b", "c@d|", "x\r\n", "failed", "rfc5321: nobody listens" },
		{ "a@b", "", "x\r\n", "missing", "rfc5321 3.3: no recipient" },
		{ "a", "c@d|", "x\r\n", "unsafe", "rfc5321 4.1.2: a sender without a domain" },
		{ "", "c@d|", "x\r\n", "unsafe", "rfc5321 4.1.2: no sender" },
		{ "a@b>", "c@d|", "x\r\n", "unsafe", "rfc5321 4.1.2: a sender with a bracket" },
		{ "<a@b", "c@d|", "x\r\n", "unsafe", "rfc5321 4.1.2: or the other one" },
		{ "a@b\r", "c@d|", "x\r\n", "unsafe", "rfc5321 4.1.2: a sender with a control" },
		{ "a@b\303\251", "c@d|", "x\r\n", "unsafe", "rfc5321 4.1.2: beyond US-ASCII" },
		{ "a@b\177", "c@d|", "x\r\n", "unsafe", "rfc5321 4.1.2: DEL" },
		{ "a@b", "c@d|e|", "x\r\n", "unsafe", "rfc5321 4.1.2: one recipient of two" },
		{ "a@b", "c@d", "x\r\n", "unsafe", "a recipient that does not end" },
		{ "a@b", "c@d|", "", "unsafe", "rfc5321 2.3.8: no line" },
		{ "a@b", "c@d|", "x", "unsafe", "rfc5321 2.3.8: a line without its end" },
		{ "a@b", "c@d|", "x\r", "unsafe", "rfc5321 2.3.8: half an end" },
		{ "a@b", "c@d|", "x\n", "unsafe", "rfc5321 2.3.8: the other half" },
		{ "a@b", "c@d|", "x\ry\r\n", "unsafe", "rfc5321 2.3.8: CR within a line" },
		{ "a@b", "c@d|", "x\r\ny", "unsafe",
		  "rfc5321 2.3.8: the last line without its end" },
		{ "a@b", "c@d|", "x|y\r\n", "unsafe", "rfc5321 2.3.8: NUL" },
	};
	static char room[400];
	const struct eu_net_options options = { .connect_ms = 2000 };
	struct everyuri_error err = { .message = "" };
	struct eu_smtp_request request = { .host = text_of("127.0.0.1"), .port = closed_port() };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char recipients[40], text[40];

		snprintf(recipients, sizeof recipients, "%s", cases[i].recipients);
		snprintf(text, sizeof text, "%s", cases[i].text);
		request.sender = text_of(cases[i].sender);
		request.recipients = text_of(recipients);
		request.text = text_of(text);
		for (size_t k = 0; k < request.recipients.len; k++)
			recipients[k] = recipients[k] == '|' ? '\0' : recipients[k];
		for (size_t k = 0; k < request.text.len; k++)
			text[k] = text[k] == '|' ? '\0' : text[k];
		is_status(eu_smtp_send(&request, &options, &err), &err, cases[i].status,
		          cases[i].name);
	}
	request.recipients = (struct everyuri_text){ "c@d", 4 };
	request.text = text_of("x\r\n");
	request.sender = long_text(room, EU_SMTP_ADDRESS + 1, 'a');
	room[1] = '@';
	is_status(eu_smtp_send(&request, &options, &err), &err, "unsafe",
	          "rfc5321 4.5.3.1.3: a sender that is too long");
	request.sender.len--;
	is_status(eu_smtp_send(&request, &options, &err), &err, "failed",
	          "rfc5321 4.5.3.1.3: the longest");
	request.host = text_of("a b");
	is_status(eu_smtp_send(&request, &options, &err), &err, "unsafe", "smtp: no host");
}

/* SIGPIPE that waits for the caller before a search waits for it behind one. */
static void waiting_signal(const struct eu_ldap_request *request,
                           const struct eu_net_options *options, const struct eu_ldap_sink *sink)
{
	sigset_t pipe, pending;

	sigemptyset(&pipe);
	sigaddset(&pipe, SIGPIPE);
	sigprocmask(SIG_BLOCK, &pipe, NULL);
	raise(SIGPIPE);
	ok(eu_ldap_get(request, options, sink, NULL) == EVERYURI_FAILED,
	   "ldap: without a place for the reason");
	sigpending(&pending);
	ok(sigismember(&pending, SIGPIPE) == 1,
	   "ldap: a signal that waited for the caller is left to it");
	signal(SIGPIPE, SIG_IGN);
	sigprocmask(SIG_UNBLOCK, &pipe, NULL);
	signal(SIGPIPE, SIG_DFL);
}

static void searches(void)
{
	const struct eu_ldap_sink sink = { NULL, no_bytes };
	const struct eu_net_options options = { .connect_ms = 2000 };
	struct everyuri_error err = { .message = "" };
	struct eu_ldap_request request = { .host = text_of("a/b"), .port = closed_port() };

	is_status(eu_ldap_get(&request, &options, &sink, &err), &err, "unsafe", "ldap: no host");
	request.host = text_of("127.0.0.1");
	is_status(eu_ldap_get(&request, &options, &sink, &err), &err, "failed",
	          "ldap: nobody listens");
	waiting_signal(&request, &options, &sink);
}

/* ---- connections ------------------------------------------------------------------------------------------ */

static void broken(void)
{
	struct eu_net net = { .options = { .first_ms = 50, .idle_ms = 50 }, .broken = true };
	struct everyuri_error err = { .message = "" };
	char data[10];
	int pair[2];
	size_t n;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		exit(1);
	net.fd = pair[0];
	is_status(eu_net_read(&net, data, sizeof data, &n, &err), &err, "failed",
	          "a broken connection: nothing is read");
	is_status(eu_net_write(&net, "x", 1, &err), &err, "failed",
	          "a broken connection: nor written");
	is_status(eu_net_secure(&net, &err), &err, "failed", "a broken connection: nor secured");
	ok(eu_net_ready(&net, 10), "a broken connection: nothing is to be waited for");
	net.broken = false;
	net.udp = true;
	is_status(eu_net_secure(&net, &err), &err, "failed", "no TLS over datagrams");
	net.udp = false;
	ok(!eu_net_ready(&net, 10), "nothing has come");
	ok(write(pair[1], "x", 1) == 1 && eu_net_ready(&net, UINT32_MAX), "something has");
	ok(!eu_net_wait(&net, POLLIN, UINT64_MAX, &err),
	   "what is there is not waited for, however long it might be");
	net.options.deadline_ms = 1;
	is_status(eu_net_read(&net, data, sizeof data, &n, &err), &err, "failed",
	          "THREATS C9: the time is up");
	net.options.deadline_ms = 0;
	ok(!eu_net_read(&net, data, sizeof data, &n, &err) && n == 1 && *data == 'x',
	   "and before that it is read");
	close(pair[1]);
	is_status(eu_net_write(&net, "x", 1, &err), &err, "failed", "the other side has gone");
	ok(net.broken && *eu_net_said(), "which is known from then on, and said");
	close(pair[0]);
	errno = 99999;
	eu_net_system_says();
	ok(strlen(eu_net_said()) < 200, "an error that the system does not know");
	eu_net_close(NULL);
}

/* Datagrams need nobody on the other side, and a second connection goes to the peer of the first. */
static void unheard(void)
{
	const struct eu_net_options options = { .connect_ms = 2000 };
	struct sockaddr_in6 in6 = { .sin6_family = AF_INET6, .sin6_port = htons(70) };
	struct eu_net first = { .options = options, .fd = -1, .peer_len = sizeof in6 };
	struct eu_net *net = NULL, *second = NULL;
	struct everyuri_error err = { .message = "" };

	ok(!eu_net_connect("127.0.0.1", 9, closed_port(), true, true, &options, &net, &err),
	   "udp: it is connected to whom nobody has heard of");
	ok(net && !net->ssl && eu_net_class(net) == EVERYURI_ADDRESS_LOOPBACK, "udp: without TLS");
	eu_net_close(net);
	in6.sin6_addr.s6_addr[15] = 1;
	memcpy(&first.peer, &in6, sizeof in6);
	is_status(eu_net_connect_data(&first, closed_port(), &second, &err), &err, "failed",
	          "a second connection by IPv6, and nobody listens");
	ok(!second && eu_net_socket(&first) == -1, "of no socket there is no copy");
}

static void addresses(void)
{
	struct sockaddr_un un = { .sun_family = AF_UNIX };
	struct sockaddr_in in = { .sin_family = AF_INET,
		                  .sin_port = htons(70),
		                  .sin_addr = { htonl(INADDR_LOOPBACK) } };
	struct sockaddr_in6 in6 = { .sin6_family = AF_INET6, .sin6_port = htons(71) };
	const struct eu_net_options options = { .connect_ms = 0 };
	uint8_t address[EVERYURI_ADDRESS_SIZE];
	struct everyuri_error err;
	char authority[EU_NET_AUTHORITY];

	in6.sin6_addr.s6_addr[15] = 1;
	ok(!eu_net_address((const struct sockaddr *)&un, address),
	   "a socket of this machine has no address");
	is_number(eu_net_port((const struct sockaddr *)&un), 0, "nor a port");
	is_number(eu_net_port((const struct sockaddr *)&in), 70, "the port of IPv4");
	is_number(eu_net_port((const struct sockaddr *)&in6), 71, "the port of IPv6");
	is_number(eu_net_peer_class((const struct sockaddr *)&un), EVERYURI_ADDRESS_PUBLIC,
	          "who is not known may least");
	is_number(eu_net_peer_class((const struct sockaddr *)&in6), EVERYURI_ADDRESS_LOOPBACK,
	          "::1 is loopback");
	ok(!eu_net_judge_own(&options, (const struct sockaddr *)&un, &err),
	   "and is no gateway's own");
	eu_net_authority(text_of("fe80::1%eth0"), 65535, authority);
	is_text(authority, strlen(authority), "[fe80::1%25eth0]:65535", "rfc6874 2: a zone");
	eu_net_authority(text_of("h.example"), 0, authority);
	is_text(authority, strlen(authority), "h.example:0", "a name, and a port of one digit");
}

int main(void)
{
	requests();
	proxies();
	letters();
	searches();
	broken();
	unheard();
	addresses();
	return done();
}
