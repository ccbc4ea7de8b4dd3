/* within KIND [--OPTION VALUE]... ACCESS - one access, again and again in one process: each time another of its calls of
 * that kind fails.
 *
 * ACCESS: fetch URI, send DRAFT, connect tcp|tls|udp HOST PORT [DATA-PORT], join HOST PORT.
 *
 * KIND: memory: of our code; curl: of libcurl's, for memory; receiver: it wants no more; user: nothing is answered; or the
 * name of one of the functions below.  The linker (--wrap) has our objects call what is here in place of them, so that the
 * libraries that we use are not touched, and sanitizers are not either.
 *
 * Each outcome is the one without failing calls, or begins as that and says what failed; and no memory of ours is left.
* Prints errors; the last line is "within: KIND: N calls fail, M outcomes say so".
 *
 * KIND "none": once, and no call fails here; what was told is printed, and why it failed, with status 3. */
#include <arpa/inet.h>
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <everyuri-access.h>

#include "net/net.h"

#define CALLS_MAX 5000

/* ---- which call fails ------------------------------------------------------------------------------ */

static const char *kind = "";
static unsigned long nth, n_calls; /* nth 0: none fails */
static bool for_ever, failed;
static bool in_progress; /* connect always returns EINPROGRESS */
static long blocks;      /* allocated by our objects */

static bool fails(const char *call, int number)
{
	if (!nth || strcmp(call, kind) != 0)
		return false;
	n_calls++;
	if (n_calls != nth && !(for_ever && n_calls > nth))
		return false;
	failed = true;
	errno = number;
	return true;
}

/* ---- memory ------------------------------------------------------------------------------------------ */

extern void *__real_malloc(size_t), *__real_realloc(void *, size_t);
extern void __real_free(void *);
void *__wrap_malloc(size_t size), *__wrap_realloc(void *data, size_t size);
void __wrap_free(void *data);

void *__wrap_malloc(size_t size)
{
	void *data = fails("memory", ENOMEM) ? NULL : __real_malloc(size);

	blocks += data != NULL;
	return data;
}

void *__wrap_realloc(void *data, size_t size)
{
	void *fresh = fails("memory", ENOMEM) ? NULL : __real_realloc(data, size);

	blocks += fresh && !data;
	return fresh;
}

void __wrap_free(void *data)
{
	blocks -= data != NULL;
	__real_free(data);
}

static void *curl_malloc(size_t size)
{
	return fails("curl", ENOMEM) ? NULL : __real_malloc(size);
}

static void *curl_realloc(void *data, size_t size)
{
	return fails("curl", ENOMEM) ? NULL : __real_realloc(data, size);
}

static void *curl_calloc(size_t n, size_t size)
{
	void *data = curl_malloc(n * size);

	return data ? memset(data, 0, n * size) : NULL;
}

static char *curl_strdup(const char *text)
{
	char *copy = curl_malloc(strlen(text) + 1);

	return copy ? strcpy(copy, text) : NULL;
}

/* ---- the system ---------------------------------------------------------------------------------------- */

extern int __real_socket(int, int, int), __real_fcntl64(int, int, ...);
extern int __real_connect(int, const struct sockaddr *, socklen_t);
extern int __real_getpeername(int, struct sockaddr *, socklen_t *);
extern int __real_getsockopt(int, int, int, void *, socklen_t *);
extern int __real_poll(struct pollfd *, nfds_t, int), __real_getentropy(void *, size_t);
extern ssize_t __real_recv(int, void *, size_t, int), __real_send(int, const void *, size_t, int);
int __wrap_socket(int family, int type, int protocol), __wrap_fcntl64(int fd, int what, ...);
int __wrap_connect(int fd, const struct sockaddr *to, socklen_t size);
int __wrap_getpeername(int fd, struct sockaddr *peer, socklen_t *size);
int __wrap_getsockopt(int fd, int level, int name, void *value, socklen_t *size);
int __wrap_poll(struct pollfd *at, nfds_t n, int ms), __wrap_getentropy(void *data, size_t len);
ssize_t __wrap_recv(int fd, void *data, size_t len, int flags);
ssize_t __wrap_send(int fd, const void *data, size_t len, int flags);

int __wrap_socket(int family, int type, int protocol)
{
	return fails("socket", EMFILE) ? -1 : __real_socket(family, type, protocol);
}

int __wrap_fcntl64(int fd, int what, ...)
{
	va_list more;
	int value = 0;

	va_start(more, what);
	if (what != F_GETFL)
		value = va_arg(more, int);
	va_end(more);
	return fails("fcntl", EMFILE) ? -1 : __real_fcntl64(fd, what, value);
}

int __wrap_connect(int fd, const struct sockaddr *to, socklen_t size)
{
	int result = fails("connect", ENETUNREACH) ? -1 : __real_connect(fd, to, size);

	if (!result && in_progress) {
		errno = EINPROGRESS;
		return -1;
	}
	return result;
}

int __wrap_getpeername(int fd, struct sockaddr *peer, socklen_t *size)
{
	return fails("getpeername", ENOTCONN) ? -1 : __real_getpeername(fd, peer, size);
}

int __wrap_getsockopt(int fd, int level, int name, void *value, socklen_t *size)
{
	return fails("getsockopt", ENOBUFS) ? -1 : __real_getsockopt(fd, level, name, value, size);
}

int __wrap_poll(struct pollfd *at, nfds_t n, int ms)
{
	return fails("poll", ENOMEM) ? -1 : __real_poll(at, n, ms);
}

ssize_t __wrap_recv(int fd, void *data, size_t len, int flags)
{
	return fails("recv", ECONNRESET) ? -1 : __real_recv(fd, data, len, flags);
}

ssize_t __wrap_send(int fd, const void *data, size_t len, int flags)
{
	return fails("send", ECONNRESET) ? -1 : __real_send(fd, data, len, flags);
}

int __wrap_getentropy(void *data, size_t len)
{
	return fails("getentropy", ENOSYS) ? -1 : __real_getentropy(data, len);
}

/* ---- OpenSSL --------------------------------------------------------------------------------------------- */

extern SSL_CTX *__real_SSL_CTX_new(const SSL_METHOD *);
extern SSL *__real_SSL_new(SSL_CTX *);
extern BIO_METHOD *__real_BIO_meth_new(int, const char *);
extern BIO *__real_BIO_new(const BIO_METHOD *);
extern int __real_SSL_set_session(SSL *, SSL_SESSION *);
extern int __real_X509_VERIFY_PARAM_set1_host(X509_VERIFY_PARAM *, const char *, size_t);
int __wrap_X509_VERIFY_PARAM_set1_host(X509_VERIFY_PARAM *param, const char *name, size_t len);
extern int __real_X509_VERIFY_PARAM_set1_ip(X509_VERIFY_PARAM *, const unsigned char *, size_t);
SSL_CTX *__wrap_SSL_CTX_new(const SSL_METHOD *method);
SSL *__wrap_SSL_new(SSL_CTX *context);
BIO_METHOD *__wrap_BIO_meth_new(int type, const char *name);
BIO *__wrap_BIO_new(const BIO_METHOD *method);
int __wrap_SSL_set_session(SSL *ssl, SSL_SESSION *session);
int __wrap_X509_VERIFY_PARAM_set1_ip(X509_VERIFY_PARAM *param, const unsigned char *ip, size_t len);

SSL_CTX *__wrap_SSL_CTX_new(const SSL_METHOD *method)
{
	return fails("SSL_CTX_new", ENOMEM) ? NULL : __real_SSL_CTX_new(method);
}

SSL *__wrap_SSL_new(SSL_CTX *context)
{
	return fails("SSL_new", ENOMEM) ? NULL : __real_SSL_new(context);
}

BIO_METHOD *__wrap_BIO_meth_new(int type, const char *name)
{
	return fails("BIO_meth_new", ENOMEM) ? NULL : __real_BIO_meth_new(type, name);
}

BIO *__wrap_BIO_new(const BIO_METHOD *method)
{
	return fails("BIO_new", ENOMEM) ? NULL : __real_BIO_new(method);
}

int __wrap_SSL_set_session(SSL *ssl, SSL_SESSION *session)
{
	return fails("SSL_set_session", ENOMEM) ? 0 : __real_SSL_set_session(ssl, session);
}

int __wrap_X509_VERIFY_PARAM_set1_host(X509_VERIFY_PARAM *param, const char *name, size_t len)
{
	return fails("set1_host", ENOMEM) ? 0 :
	                                    __real_X509_VERIFY_PARAM_set1_host(param, name, len);
}

int __wrap_X509_VERIFY_PARAM_set1_ip(X509_VERIFY_PARAM *param, const unsigned char *ip, size_t len)
{
	return fails("set1_ip", ENOMEM) ? 0 : __real_X509_VERIFY_PARAM_set1_ip(param, ip, len);
}

/* ---- the receiver ---------------------------------------------------------------------------------------- */

static char heard[1 << 16], truth[1 << 16];
static size_t n_heard;

static void hear(const char *data, size_t len)
{
	if (len > sizeof heard - n_heard)
		len = sizeof heard - n_heard;
	if (len)
		memcpy(heard + n_heard, data, len);
	n_heard += len;
}

static bool hear_object(void *context, const struct everyuri_object *object)
{
	const char *name = everyuri_object_kind_name(object->kind);

	(void)context;
	if (fails("receiver", 0))
		return false;
	hear(name, strlen(name));
	hear(object->media_type.data, object->media_type.len);
	return true;
}

static bool hear_bytes(void *context, const char *data, size_t len)
{
	(void)context;
	if (fails("receiver", 0))
		return false;
	hear(data, len);
	return true;
}

static bool hear_item(void *context, const struct everyuri_item *item)
{
	(void)context;
	if (fails("receiver", 0))
		return false;
	hear(item->label.data, item->label.len);
	hear(item->uri.data, item->uri.len);
	return true;
}

static long answer(void *context, const char *what, struct everyuri_text uri, char *data,
                   size_t cap)
{
	(void)context, (void)what, (void)uri, (void)cap;
	if (fails("user", 0))
		return -1;
	memcpy(data, "secret", 6);
	return 6;
}

static void notice(void *context, const struct everyuri_event *event)
{
	(void)context, (void)event; /* the event is ignored, but has been made */
}

/* ---- the accesses ------------------------------------------------------------------------------------------ */

/* Time limits, because libcurl may wait for ever after ENOMEM. */
static struct everyuri_fetch_options options = {
	.ask = answer, .event = notice, .connect_ms = 800, .idle_ms = 800
};
static struct everyuri_config config;
static struct everyuri_text proxy, header;
static char **words; /* of the access */
static int n_words;

static struct everyuri_text text_of(const char *text)
{
	return (struct everyuri_text){ text, strlen(text) };
}

static enum everyuri_status fetch(struct everyuri_error *err)
{
	const struct everyuri_receiver receiver = { NULL, hear_object, hear_bytes, hear_item };
	struct everyuri_fetched fetched;
	struct everyuri_uri uri;
	struct everyuri_buf buf;
	enum everyuri_status status = everyuri_parse(words[1], strlen(words[1]), EVERYURI_RFC3986,
	                                             0, NULL, NULL, &uri, err);

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!status)
		status = everyuri_fetch(&uri, &options, &receiver, &buf, &fetched, err);
	if (!status)
		hear(fetched.uri.data, fetched.uri.len);
	everyuri_buf_free(&buf);
	return status;
}

static enum everyuri_status send_letter(struct everyuri_error *err)
{
	const struct everyuri_letter letter = { .text = text_of(words[1]) };
	struct everyuri_fetched fetched;
	struct everyuri_buf buf;
	enum everyuri_status status;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	status = everyuri_send(&letter, &options, &buf, &fetched, err);
	if (!status)
		hear("sent", 4);
	everyuri_buf_free(&buf);
	return status;
}

/* Reads to the end of a connection; with a port, of a second one. */
static enum everyuri_status connect_to(struct everyuri_error *err)
{
	const struct eu_net_options net_options = { .proxy = proxy,
		                                    .ca_file = options.ca_file,
		                                    .connect_ms = options.connect_ms,
		                                    .first_ms = options.idle_ms,
		                                    .idle_ms = options.idle_ms,
		                                    .insecure = options.insecure };
	struct eu_net *net = NULL, *second = NULL;
	char data[512];
	size_t n = 1;
	enum everyuri_status status = eu_net_connect(
		words[2], strlen(words[2]), (uint16_t)atoi(words[3]), !strcmp(words[1], "tls"),
		!strcmp(words[1], "udp"), &net_options, &net, err);

	if (!status)
		status = eu_net_write(net, "x", 1, err);
	if (!status && n_words == 5)
		status = eu_net_connect_data(net, (uint16_t)atoi(words[4]), &second, err);
	while (!status && n) {
		status = eu_net_read(second ? second : net, data, sizeof data, &n, err);
		if (!status)
			hear(data, n);
		if (!strcmp(words[1], "udp"))
			break;
	}
	eu_net_close(second);
	eu_net_close(net);
	return status;
}

static enum everyuri_status join(struct everyuri_error *err)
{
	int fd;
	enum everyuri_status status = everyuri_connect(
		words[1], strlen(words[1]), (uint16_t)atoi(words[2]), &options, &fd, err);

	if (!status)
		close(fd);
	return status;
}

static enum everyuri_status ask(struct everyuri_error *err)
{
	n_heard = 0;
	if (!strcmp(words[0], "fetch"))
		return fetch(err);
	if (!strcmp(words[0], "join"))
		return join(err);
	return !strcmp(words[0], "send") ? send_letter(err) : connect_to(err);
}

/* LeakSanitizer asks for this.  libcurl 7.88 does not free an entry of OpenLDAP if its receiver stops.  The module's name is
 * found without a symbolizer, a function's name is not. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
	return "leak:liblber\n";
}

/* ---- once for each call ------------------------------------------------------------------------------------ */

/* Returns: what is wrong, or NULL. */
static const char *wrong(enum everyuri_status status, const struct everyuri_error *err,
                         size_t n_truth)
{
	if (blocks)
		return "memory of ours is left";
	if (!status)
		return n_heard == n_truth && !memcmp(heard, truth, n_heard) ?
		               NULL :
		               "it is not whole, and is said to be";
	if (n_heard > n_truth || memcmp(heard, truth, n_heard) != 0)
		return "the output is not the beginning of the object";
	if (!strcmp(kind, "memory") && status != EVERYURI_NO_MEMORY)
		return "that memory has ended is not said";
	return err->status == status && *err->message ? NULL : "the reason is not said";
}

static int once(void)
{
	struct everyuri_error err = { .message = "" };
	enum everyuri_status status = ask(&err);

	fwrite(heard, 1, n_heard, stdout);
	if (status)
		fprintf(stderr, "%s: %s\n", everyuri_status_text(status), err.message);
	return status ? 3 : 0;
}

static int all_calls(void)
{
	struct everyuri_error err = { .message = "" };
	enum everyuri_status status = ask(&err);
	unsigned long n_failing = 0, n_said = 0, n_wrong = 0;
	size_t n_truth = n_heard;

	memcpy(truth, heard, n_truth);
	if (status || blocks) {
		printf("without failing calls: %s: %s: %s; %ld blocks left\n",
		       everyuri_status_text(status), err.message, eu_net_said(), blocks);
		return 1;
	}
	for (unsigned long round = 0; round < CALLS_MAX; round++) {
		const char *why;

		nth = round / 2 + 1;
		for_ever = round % 2;
		n_calls = 0;
		failed = false;
		err = (struct everyuri_error){ .message = "" };
		status = ask(&err);
		why = wrong(status, &err, n_truth);
		if (why)
			printf("call %lu%s: %s: %s, %s, %ld blocks\n", nth,
			       for_ever ? " and all behind it" : "", why,
			       everyuri_status_text(status), err.message, blocks);
		n_wrong += why != NULL;
		blocks = 0;
		if (!failed)
			break;
		n_failing++;
		n_said += status != 0;
	}
	printf("within: %s: %lu calls fail, %lu outcomes say so\n", kind, n_failing, n_said);
	return n_wrong > 0;
}

/* Returns: false for an unknown option. */
static bool take_option(const char *name, const char *value, struct everyuri_buf *rules)
{
	if (!strcmp(name, "--set"))
		return !everyuri_config_read(value, strlen(value), rules, &config, NULL);
	if (!strcmp(name, "--ca"))
		options.ca_file = value;
	else if (!strcmp(name, "--insecure"))
		options.insecure = *value == '1';
	else if (
		!strcmp(name,
	                "--nobody")) { /* is there to be told or asked, and nothing is configured */
		options.event = NULL;
		options.ask = NULL;
		options.config = NULL;
	} else if (!strcmp(name, "--in-progress"))
		in_progress = *value == '1';
	else if (!strcmp(name, "--header"))
		header = text_of(value);
	else if (!strcmp(name, "--from"))
		options.from = (uint64_t)atoi(value);
	else if (!strcmp(name, "--proxy"))
		proxy = text_of(value);
	else
		return false;
	return true;
}

int main(int argc, char **argv)
{
	struct everyuri_buf rules;
	int at = 2;

	if (curl_global_init_mem(CURL_GLOBAL_DEFAULT, curl_malloc, __real_free, curl_realloc,
	                         curl_strdup, curl_calloc))
		return 2;
	everyuri_buf_init(&rules, NULL, 0, NULL);
	options.config = &config;
	options.headers = &header;
	while (at + 1 < argc && !strncmp(argv[at], "--", 2) &&
	       take_option(argv[at], argv[at + 1], &rules))
		at += 2;
	options.n_headers = header.data != NULL;
	words = argv + at;
	n_words = argc - at;
	if (n_words < 2 || !strncmp(words[0], "--", 2)) {
		fprintf(stderr, "within: not as it says\n");
		return 2;
	}
	kind = argv[1];
	blocks = 0; /* the rules stay */
	return strcmp(kind, "none") ? all_calls() : once();
}
