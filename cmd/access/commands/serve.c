/* serve.c - everyuri serve: runs the gateway until a signal ends it. */
#define _GNU_SOURCE /* for sigaction and pthread_setattr_default_np */
#include "access/support/access.h"
#include "access/support/demo.h"

#include <everyuri-gateway.h>

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PORT 8070 /* default port; fixed, so that bookmarks and links stay valid */
#define PLACES 16 /* maximum number of links on the front page, set by --place */
#define ARENAS \
	4               /* number of malloc arenas; each keeps the memory that its threads have
                         * freed */
#define KEPT (64 << 10) /* in bytes; free memory that malloc may keep at the end of an arena */
#define STACK (1 << 20) /* in bytes; stack of each thread that a library creates */

struct serving {
	struct accessing accessing;
	struct everyuri_gateway_options options;
	const char *port, *log;
	bool connect, terminal, with_demo, no_sandbox, log_queries;
	struct demo demo;
	struct everyuri_gateway_place place[PLACES];
};

/* The gateway to be stopped by the signal handler.  A process runs at most one gateway. */
static struct everyuri_gateway *running;

/* ---- options ------------------------------------------------------------------------------------------- */

/* Parses "URI LABEL", and adds that link to the front page. */
static const char *take_place(void *own, const char *name, const char *value)
{
	struct serving *s = own;
	size_t len = strcspn(value, " ");
	const char *label = value[len] ? value + len + 1 : value;

	(void)name;
	if (s->options.n_places == PLACES)
		return "exceeds the limit of 16 places";
	s->place[s->options.n_places++] =
		(struct everyuri_gateway_place){ { value, len }, { label, strlen(label) } };
	return NULL;
}

/* Returns true if the option of get is also useful for a gateway. */
static bool is_for_serve(const struct option *option)
{
	static const char *const names[] = { "mail",     "root",     "cacert",
		                             "insecure", "max-time", "connect-timeout" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(option->name, names[i]))
			return true;
	return false;
}

#define SERVE_OPTIONS 9

/* Fills in the rows of the options.  Returns the number of rows. */
static size_t serve_options(struct serving *s,
                            struct option rows[ACCESSING_OPTIONS + SERVE_OPTIONS])
{
	const struct option own[SERVE_OPTIONS] = {
		{ .name = "port", .text = &s->port },
		{ .name = "place", .value = true, .call = take_place, .own = s },
		{ .name = "connect", .flag = &s->connect },
		{ .name = "terminal", .flag = &s->terminal },
		{ .name = "xterm", .text = &s->options.xterm },
		{ .name = "demo", .flag = &s->with_demo },
		{ .name = "log", .text = &s->log },
		{ .name = "log-queries", .flag = &s->log_queries },
		{ .name = "no-sandbox", .flag = &s->no_sandbox },
	};
	struct option all[ACCESSING_OPTIONS];
	size_t n = SERVE_OPTIONS;

	memcpy(rows, own, sizeof own);
	accessing_options(&s->accessing, all);
	for (size_t i = 0; i < ACCESSING_OPTIONS; i++)
		if (i < ACCESS_OPTIONS || is_for_serve(&all[i]))
			rows[n++] = all[i];
	return n;
}

static bool read_port(struct serving *s)
{
	uint64_t number = PORT;

	if (s->port && !number_read(s->port, 65535, &number))
		return false;
	s->options.port = (uint16_t)number;
	return true;
}

static int open_log(struct serving *s, const struct settings *settings)
{
	s->options.log = -1;
	if (!s->log)
		return -1;
	s->options.log = !strcmp(s->log, "-") ?
	                         STDERR_FILENO :
	                         open(s->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	return s->options.log < 0 ? trouble(settings, s->log, errno) : -1;
}

/* ---- the demo ------------------------------------------------------------------------------------------ */

static struct everyuri_text text_of(const char *words)
{
	return (struct everyuri_text){ words, strlen(words) };
}

static void add_place(struct serving *s, const char *uri, const char *label)
{
	if (s->options.n_places < PLACES)
		s->place[s->options.n_places++] =
			(struct everyuri_gateway_place){ text_of(uri), text_of(label) };
}

/* Starts the demo servers.  Called before the configuration is read, because this adds a line
 * to the configuration that allows only the host of the demo. */
static int begin_demo(struct serving *s, const struct settings *settings)
{
	struct accessing *a = &s->accessing;
	int error;

	if (!s->with_demo)
		return -1;
	if (a->root || a->n_mail)
		return usage_error(settings, "--demo cannot be combined with --root or --mail");
	error = demo_begin(&s->demo);
	if (error)
		return trouble(settings, "--demo", error);
	if (access_line(&a->access, "allow-host", DEMO_HOST))
		return trouble(settings, "memory", ENOMEM);
	a->root = s->demo.files;
	a->mail[a->n_mail++] = text_of(s->demo.mail);
	add_place(s, s->demo.gopher, "A gopher menu");
	add_place(s, s->demo.file, "A directory");
	add_place(s, s->demo.message, "A letter");
	return -1;
}

/* ---- serving -------------------------------------------------------------------------------------------- */

/* Handles the first signal.  With SA_RESETHAND, a second signal ends the process. */
static void stop(int number)
{
	(void)number;
	everyuri_gateway_stop(running);
}

static void catch_signals(void)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = stop, .sa_flags = (int)SA_RESETHAND };

	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		sigaction(ends[i], &action, NULL);
	/* Makes a write to a closed connection or log fail with EPIPE, instead of ending the
	 * process. */
	signal(SIGPIPE, SIG_IGN);
}

/* Limits the free memory that malloc keeps if there are many threads.  Also limits the stack of
 * the threads in which libcurl resolves names; its default is 8 MiB. */
static void tune_memory(void)
{
#ifdef __GLIBC__
	pthread_attr_t how;

	if (!pthread_attr_init(&how)) {
		if (!pthread_attr_setstacksize(&how, STACK))
			pthread_setattr_default_np(&how);
		pthread_attr_destroy(&how);
	}
	mallopt(M_ARENA_MAX, ARENAS);
	mallopt(M_TRIM_THRESHOLD, KEPT);
	mallopt(M_MMAP_THRESHOLD, 2 * KEPT);
#endif
}

static int say_address(const struct settings *settings)
{
	errno = 0;
	if (printf("http://127.0.0.1:%u/\n", everyuri_gateway_port(running)) < 0 || fflush(stdout))
		return trouble(settings, "standard output", errno);
	return -1;
}

static int failed(const struct settings *settings, const struct serving *s,
                  const struct everyuri_error *error)
{
	fprintf(stderr, "everyuri: %s: port %u: %s\n", settings->command, s->options.port,
	        error->message);
	return EXIT_TROUBLE;
}

static int serve(struct serving *s, const struct settings *settings)
{
	struct everyuri_error error = { .message = "" };
	int status;

	s->options.fetch = &s->accessing.fetch;
	s->options.places = s->place;
	s->options.flags = (s->connect ? EVERYURI_GATEWAY_CONNECT : 0u) |
	                   (s->terminal ? EVERYURI_GATEWAY_TERMINAL : 0u) |
	                   (s->log_queries ? EVERYURI_GATEWAY_LOG_QUERIES : 0u) |
	                   (s->no_sandbox ? EVERYURI_GATEWAY_NO_SANDBOX : 0u);
	tune_memory();
	if (everyuri_gateway_open(&s->options, &running, &error))
		return failed(settings, s, &error);
	catch_signals();
	status = say_address(settings);
	if (status < 0 && everyuri_gateway_run(running, &error))
		return failed(settings, s, &error);
	return status < 0 ? EXIT_FINE : status;
}

int cmd_serve(int argc, char **argv)
{
	struct settings settings = { .command = "serve", .usage = "serve [OPTION]..." };
	static struct serving s;
	struct option rows[ACCESSING_OPTIONS + SERVE_OPTIONS];
	int status = settings_read(&settings, argc, argv, rows, serve_options(&s, rows));

	if (status >= 0)
		return status;
	if (settings.n_operands || settings.shape_given)
		return usage_error(&settings,
		                   "takes no URI and no --format; open its address in a browser");
	if (s.options.xterm && !s.terminal)
		return usage_error(&settings, "--xterm needs --terminal");
	if (!read_port(&s))
		return usage_error(&settings, "--port: \"%s\" is not a port from 0 to 65535",
		                   s.port);
	s.accessing.no_netrc = true;
	status = open_log(&s, &settings);
	if (status < 0)
		status = begin_demo(&s, &settings);
	if (status < 0)
		status = accessing_begin(&s.accessing, &settings);
	if (status < 0)
		status = serve(&s, &settings);
	if (s.with_demo)
		demo_end(&s.demo);
	/* The gateway is not closed, because that would wait for servers that are still being
	 * read. _exit() skips the exit handlers, which would free memory that threads in
	 * libcurl or OpenSSL still use. */
	if (running)
		_exit(status);
	return status;
}
