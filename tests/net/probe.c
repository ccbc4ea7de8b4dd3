/* probe - calls of lib/net, as the words of its command line say, for tests/net/run.
 *
 *	probe [--OPTION VALUE]... connect tcp|tls|udp HOST PORT [DO]...
 *	probe [--OPTION VALUE]... http SCHEME HOST PORT TARGET [HEADER]...
 *
 * DO: write=TEXT, newline, many (64 MB are written), line, read, all, ready=MS, secure, class, data=PORT (what
 * follows is done on that connection), first, second (on that one).  What comes is printed raw behind "< "; what fails as
 * "failed: STATUS: CLAUSE: MESSAGE: SAID", and ends it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/net.h"

#define HEADERS_MAX 20

static struct eu_net_options options;
static struct everyuri_policy policy;
static struct everyuri_buf policy_buf;
static struct eu_http_request request;
static size_t cap = 65536, stop_after = SIZE_MAX;
static int no_body;

static struct everyuri_text text_of(const char *words)
{
	return (struct everyuri_text){ words, strlen(words) };
}

static unsigned number_of(const char *digits)
{
	return (unsigned)strtoul(digits, NULL, 10);
}

static int failed(enum everyuri_status status, const struct everyuri_error *err)
{
	printf("failed: %s%s: %s: %s: %s\n", everyuri_status_text(status),
	       status == err->status ? "" : " (the error says another)", err->clause, err->message,
	       eu_net_said());
	return 1;
}

/* Returns: false for an unknown option. */
static int take_option(const char *name, char *value)
{
	struct everyuri_error err = { 0 };

	if (!strcmp(name, "--ca"))
		options.ca_file = value;
	else if (!strcmp(name, "--insecure"))
		options.insecure = number_of(value) != 0;
	else if (!strcmp(name, "--connect-ms"))
		options.connect_ms = number_of(value);
	else if (!strcmp(name, "--first-ms"))
		options.first_ms = number_of(value);
	else if (!strcmp(name, "--idle-ms"))
		options.idle_ms = number_of(value);
	else if (!strcmp(name, "--deadline-ms"))
		options.deadline_ms = eu_net_now() + number_of(value);
	else if (!strcmp(name, "--proxy"))
		options.proxy = text_of(value);
	else if (!strcmp(name, "--cap"))
		cap = number_of(value);
	else if (!strcmp(name, "--stop-after"))
		stop_after = number_of(value);
	else if (!strcmp(name, "--no-body"))
		no_body = 1;
	else if (!strcmp(name, "--from"))
		request.from = number_of(value);
	else if (!strcmp(name, "--user"))
		request.user = text_of(value);
	else if (!strcmp(name, "--password"))
		request.password = text_of(value);
	else if (!strcmp(name, "--after"))
		options.after_hop =
			!everyuri_address_class_find(value, strlen(value), &options.from);
	else if (!strcmp(name, "--policy"))
		return !everyuri_policy_read(value, strlen(value), 0, &policy_buf, &policy, &err);
	else
		return 0;
	return 1;
}

/* ---- connections ---------------------------------------------------------------------------------------- */

static char piece[65536];

/* Reads once (how 'r'), up to a line break ('l') or to the end ('a'). */
static int read_some(struct eu_net *net, char how)
{
	struct everyuri_error err = { 0 };
	size_t n = 0;
	int begun = 0;

	for (;;) {
		enum everyuri_status status = eu_net_read(net, piece, cap, &n, &err);

		if (status && begun)
			printf("\n");
		if (status)
			return failed(status, &err);
		if (!begun)
			printf("< ");
		begun = 1;
		fwrite(piece, 1, n, stdout);
		if (!n || how == 'r' || (how == 'l' && piece[n - 1] == '\n'))
			break;
	}
	if (!n)
		printf("<end>");
	printf("\n");
	return 0;
}

static int one(struct eu_net **net, const char *what)
{
	struct everyuri_error err = { 0 };
	enum everyuri_status status = EVERYURI_OK;

	if (!strncmp(what, "write=", 6))
		status = eu_net_write(*net, what + 6, strlen(what + 6), &err);
	else if (!strcmp(what, "newline"))
		status = eu_net_write(*net, "\r\n", 2, &err);
	else if (!strcmp(what, "secure"))
		status = eu_net_secure(*net, &err);
	else if (!strncmp(what, "data=", 5))
		status = eu_net_connect_data(*net, (uint16_t)number_of(what + 5), net, &err);
	else if (!strncmp(what, "ready=", 6))
		printf("%s\n", eu_net_ready(*net, number_of(what + 6)) ? "ready" : "silent");
	else if (!strcmp(what, "class"))
		printf("class: %s\n", everyuri_address_class_name(eu_net_class(*net)));
	else if (!strcmp(what, "many"))
		for (int i = 0; !status && i < 1000; i++)
			status = eu_net_write(*net, piece, sizeof piece, &err);
	else
		return read_some(*net, *what);
	return status ? failed(status, &err) : 0;
}

static int converse(int argc, char **argv)
{
	struct everyuri_error err = { 0 };
	struct eu_net *nets[2] = { NULL, NULL };
	enum everyuri_status status;
	int now = 0, ended = 0;

	status = eu_net_connect(argv[1], strlen(argv[1]), (uint16_t)number_of(argv[2]),
	                        !strcmp(argv[0], "tls"), !strcmp(argv[0], "udp"), &options,
	                        &nets[0], &err);
	if (status)
		return failed(status, &err);
	printf("connected\n");
	fflush(stdout);
	for (int i = 3; !ended && i < argc; i++) {
		if (!strncmp(argv[i], "data=", 5) && !now) {
			nets[1] = nets[0];
			ended = one(&nets[1], argv[i]);
			if (ended)
				nets[1] = NULL;
			now = 1;
		} else if (!strcmp(argv[i], "first") || !strcmp(argv[i], "second")) {
			now = argv[i][0] == 's';
		} else {
			ended = one(&nets[now], argv[i]);
		}
		fflush(stdout);
	}
	eu_net_close(nets[1]);
	eu_net_close(nets[0]);
	return ended;
}

/* ---- http -------------------------------------------------------------------------------------------------- */

static size_t n_told;

static void print_text(const char *name, struct everyuri_text text)
{
	if (text.data)
		printf("%s: %.*s\n", name, (int)text.len, text.data);
}

static bool on_answer(void *context, const struct eu_http_answer *answer)
{
	(void)context;
	printf("code: %u\n", answer->code);
	print_text("media_type", answer->media_type);
	print_text("charset", answer->charset);
	print_text("location", answer->location);
	print_text("content_location", answer->content_location);
	print_text("language", answer->language);
	print_text("encoding", answer->encoding);
	if (answer->length != UINT64_MAX)
		printf("length: %llu\n", (unsigned long long)answer->length);
	if (answer->from)
		printf("from: %llu\n", (unsigned long long)answer->from);
	printf("class: %s\n", everyuri_address_class_name(answer->address_class));
	return !no_body;
}

static bool on_bytes(void *context, const char *data, size_t len)
{
	(void)context;
	printf("< ");
	fwrite(data, 1, len, stdout);
	printf("\n");
	n_told += len;
	return n_told < stop_after;
}

static int get(int argc, char **argv)
{
	const struct eu_http_sink sink = { NULL, on_answer, on_bytes };
	struct everyuri_text headers[HEADERS_MAX];
	struct everyuri_error err = { 0 };
	enum everyuri_status status;

	request.scheme = text_of(argv[0]);
	request.host = text_of(argv[1]);
	request.port = (uint16_t)number_of(argv[2]);
	request.target = text_of(argv[3]);
	for (int i = 4; i < argc && i - 4 < HEADERS_MAX; i++)
		headers[request.n_headers++] = text_of(argv[i]);
	request.headers = headers;
	status = eu_http_get(&request, &options, &sink, &err);
	if (status)
		return failed(status, &err);
	printf("whole\n");
	return 0;
}

int main(int argc, char **argv)
{
	int at = 1, status = 2;

	options.policy = &policy;
	everyuri_buf_init(&policy_buf, NULL, 0, NULL);
	for (; at + 1 < argc && !strncmp(argv[at], "--", 2); at += 2)
		if (!take_option(argv[at], argv[at + 1]))
			break;
	if (argc - at >= 4 && !strcmp(argv[at], "connect"))
		status = converse(argc - at - 1, argv + at + 1);
	else if (argc - at >= 5 && !strcmp(argv[at], "http"))
		status = get(argc - at - 1, argv + at + 1);
	else
		fprintf(stderr, "probe: not as it says\n");
	everyuri_buf_free(&policy_buf);
	return status;
}
