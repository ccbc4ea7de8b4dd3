/* session_calls.c - sessions where calls of the system fail: a terminal that there is not, a process that cannot be
 * made, a helper that says nothing or nonsense.  Each has its words, and no descriptor stays open. */
#define _GNU_SOURCE
#include "failing_sockets.h"

#include "gateway/session/helper.h"

#include "shown.h"
#include "tap.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>

static struct everyuri_gateway gateway;
static struct program program;
static const struct session_size size = { 80, 24 };
static const struct session_target telnet = { .scheme = SESSION_TELNET,
	                                      .port = 23,
	                                      .address = { [10] = 255, 255, 127, 0, 0, 1 } };

static struct everyuri_text text_of(const char *words)
{
	return (struct everyuri_text){ words, strlen(words) };
}

/* ---- a terminal ------------------------------------------------------------------------------------------- */

static void plan(const char *words)
{
	const struct everyuri_rule rule = { .kind = EVERYURI_RULE_PROGRAM,
		                            .name = { "telnet", 6 },
		                            .value = text_of(words) };
	const struct everyuri_config config = { .rules = &rule, .n_rules = 1 };

	ok(eu_program_plan(&program, &config, &telnet) == HELPER_STARTED, "a plan: %s", words);
}

static void try_terminals(void)
{
	static const char *const calls[] = { "posix_openpt", "grantpt", "unlockpt", "ptsname_r",
		                             "open",         "ioctl",   "fork" };

	plan("/bin/true {host}");
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		const size_t files = open_files();
		int terminal = -1;

		calls_fail(calls[i], 1, EAGAIN);
		ok(eu_program_start(&program, size, &terminal) < 0 && calls_succeed(),
		   "THREATS G9: without %s nothing is started", calls[i]);
		is_number((long long)open_files(), (long long)files, "and nothing stays open");
	}
}

/* What fails in the new process ends it, before the program begins. */
static void try_processes(void)
{
	static const struct {
		const char *call;
		unsigned long nth;
		int status;
	} rows[] = { { "tcgetattr", 1, 0 }, { "setsid", 1, 127 }, { "ioctl", 2, 127 },
		     { "dup2", 1, 127 },    { "dup2", 2, 127 },   { "dup2", 3, 127 },
		     { "chdir", 1, 127 },   { "none", 1, 0 } };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int terminal = -1, status = -1;
		pid_t child;

		calls_fail(rows[i].call, rows[i].nth, EIO);
		child = eu_program_start(&program, size, &terminal);
		calls_succeed();
		waitpid(child, &status, 0);
		close(terminal);
		ok(child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == rows[i].status,
		   "%s %lu fails: it ends with %d", rows[i].call, rows[i].nth, rows[i].status);
	}
}

/* ---- what is started ------------------------------------------------------------------------------------------ */

static void try_plans(void)
{
	static const struct {
		const char *words;
		enum helper_said said;
	} rows[] = {
		{ "/bin/nothing-of-that-name {host}", HELPER_NO_PROGRAM },
		{ "nothing-of-that-name {host}", HELPER_NO_PROGRAM },
		{ "bin/true {host}", HELPER_NO_PROGRAM },
		{ "/etc {host}", HELPER_NO_PROGRAM },
		{ "/etc/passwd {host}", HELPER_NO_PROGRAM },
		{ "-x {host}", HELPER_NO_PLAN },
		{ "a 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 "
		  "29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 "
		  "55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70",
		  HELPER_NO_PLAN },
	};
	char longer[6000];
	struct everyuri_rule rule = { .kind = EVERYURI_RULE_PROGRAM, .name = { "telnet", 6 } };
	const struct everyuri_config config = { .rules = &rule, .n_rules = 1 };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		rule.value = text_of(rows[i].words);
		is_number(eu_program_plan(&program, &config, &telnet), rows[i].said,
		          "THREATS G9: %.40s", rows[i].words);
	}
	memset(longer, 'x', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	memcpy(longer, "/bin/", 5);
	rule.value = text_of(longer);
	ok(eu_program_plan(&program, &config, &telnet) != HELPER_STARTED,
	   "a name of 6000 bytes is no program's");
	longer[1500] = '\0';
	rule.value = text_of(longer);
	ok(eu_program_plan(&program, &config, &telnet) != HELPER_STARTED, "nor is one of 1500");
	rule.kind = EVERYURI_RULE_STEP;
	rule.value = text_of("x");
	ok(eu_program_plan(&program, &config, &telnet) != HELPER_NO_PLAN || !program.own,
	   "another rule names no program");
	ok(!eu_session_scheme(N_SESSION_SCHEMES) && !strcmp(eu_session_scheme(0), "telnet"),
	   "there are three schemes");
}

/* ---- records ------------------------------------------------------------------------------------------------------ */

static void try_records(void)
{
	struct helper_reply reply = { .said = HELPER_ENDED, .status = 5 }, got = { 0 };
	int end[2], passed;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, end))
		return;
	calls_fail("sendmsg", 1, EINTR);
	ok(eu_helper_send(end[1], &reply, sizeof reply, -1) && calls_succeed(),
	   "a record is sent again when a signal comes");
	calls_fail("recvmsg", 1, EINTR);
	ok(eu_helper_receive(end[0], &got, sizeof got, &passed) == 1 && calls_succeed() &&
	           got.status == 5,
	   "and received");
	calls_fail("recvmsg", 1, EIO);
	ok(!eu_helper_receive(end[0], &got, sizeof got, &passed) && calls_succeed(),
	   "a line that is broken is at its end");
	calls_fail("poll", 1, EINTR);
	eu_helper_send(end[1], &reply, sizeof reply, -1);
	ok(eu_helper_wait(end[0], &got, sizeof got, &passed, 1000) == 1 && calls_succeed(),
	   "who waits is not disturbed by a signal");
	ok(eu_helper_wait(end[0], &got, sizeof got, &passed, 1) == -1,
	   "nor for ever, where nobody says anything");
	calls_fail("poll", 1, EIO);
	ok(eu_helper_wait(end[0], &got, sizeof got, &passed, 1000) == -1 && calls_succeed(),
	   "nor where that cannot be waited for");
	close(end[0]);
	close(end[1]);
}

/* ---- who asks the helper ---------------------------------------------------------------------------------------------- */

/* This file is the helper: it says that, and perhaps passes a descriptor. */
static const char *started_by(int32_t said, bool passes, struct session *session)
{
	const struct helper_reply reply = { .said = said };
	struct helper_request request;
	const char *why;
	int end[2], line = -1;
	pid_t child;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, end))
		return "no sockets";
	gateway.helper = end[0];
	child = fork();
	if (!child) {
		if (eu_helper_wait(end[1], &request, sizeof request, &line, 5000) == 1)
			eu_helper_send(line, &reply, sizeof reply, passes ? end[1] : -1);
		_exit(0);
	}
	close(end[1]);
	why = eu_session_start(&gateway, &telnet, size, session);
	waitpid(child, NULL, 0);
	close(end[0]);
	gateway.helper = -1;
	return why;
}

static void try_helper(void)
{
	static const struct {
		int32_t said;
		bool passes;
		const char *why;
	} rows[] = {
		{ HELPER_FULL, false, "too many sessions" },
		{ HELPER_NO_PLAN, false, "not a terminal session" },
		{ HELPER_NO_PROGRAM, false, "is not installed" },
		{ HELPER_FAILED, false, "cannot open a terminal" },
		{ HELPER_STARTED, false, "cannot open a terminal" },
		{ HELPER_ENDED, true, "cannot open a terminal" },
		{ 99, true, "cannot open a terminal" },
	};
	struct session session;
	const size_t files = open_files();
	const char *why;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		why = started_by(rows[i].said, rows[i].passes, &session);
		ok(why && strstr(why, rows[i].why), "the helper says %d: %s", (int)rows[i].said,
		   why ? why : "");
	}
	calls_fail("fcntl", 1, EIO);
	why = started_by(HELPER_STARTED, true, &session);
	ok(calls_succeed() && why && strstr(why, "cannot open a terminal"),
	   "a terminal that cannot be set is none");
	why = started_by(HELPER_STARTED, true, &session);
	ok(!why, "a session begins");
	eu_session_end(&session);
	calls_fail("socketpair", 1, EMFILE);
	why = eu_session_start(&gateway, &telnet, size, &session);
	ok(calls_succeed() && why && strstr(why, "no free file descriptor"), "THREATS G8: %s", why);
	why = eu_session_start(&gateway, &telnet, size, &session);
	ok(why && strstr(why, "does not respond"), "without a helper: %s", why);
	is_number((long long)open_files(), (long long)files, "and nothing stays open");
}

static void try_ends(void)
{
	const struct helper_reply ended = { .said = HELPER_ENDED, .status = 7 },
				  other = { .said = HELPER_FULL, .status = 7 };
	const size_t files = open_files();
	struct session session = { .terminal = -1 };
	int end[2], status = 0;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, end))
		return;
	session.line = end[0];
	ok(!eu_session_ended(&session, &status), "a session goes on while nothing is said");
	eu_helper_send(end[1], &ended, 1, end[1]);
	ok(!eu_session_ended(&session, &status), "or what is no record");
	eu_helper_send(end[1], &ended, sizeof ended, end[1]);
	ok(eu_session_ended(&session, &status) && status == 7, "its end has a status");
	eu_helper_send(end[1], &other, sizeof other, -1);
	ok(eu_session_ended(&session, &status) && status == -1,
	   "but not where another word is said");
	close(end[1]);
	ok(eu_session_ended(&session, &status) && status == -1, "or the helper is gone");
	close(end[0]);
	is_number((long long)open_files(), (long long)files, "no descriptor that came stays open");
}

/* ---- the beginning ---------------------------------------------------------------------------------------------------------- */

static void try_opening(void)
{
	static const struct {
		const char *call;
		int error;
		enum everyuri_status status;
		const char *why;
	} rows[] = {
		{ "socketpair", EMFILE, EVERYURI_FAILED, "cannot start the helper process" },
		{ "fork", EAGAIN, EVERYURI_FAILED, "cannot start the helper process" },
		{ "pthread_mutex_init", EAGAIN, EVERYURI_NO_MEMORY, "out of memory" },
		{ "memory", ENOMEM, EVERYURI_NO_MEMORY, "out of memory" },
	};
	struct everyuri_error err;
	enum everyuri_status status;
	const size_t files = open_files();

	gateway.options.flags = EVERYURI_GATEWAY_TERMINAL;
	gateway.options.xterm = "/nothing/of/that/name";
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (!CAN_LACK_MEMORY && !strcmp(rows[i].call, "memory"))
			continue;
		calls_fail(rows[i].call, 1, rows[i].error);
		status = eu_sessions_open(&gateway, &err);
		ok(status == rows[i].status && calls_succeed() && err.status == status &&
		           strstr(err.message, rows[i].why) && !gateway.sessions,
		   "without %s there are no sessions: %s", rows[i].call, rows[i].why);
		ok(eu_sessions_open(&gateway, NULL) == EVERYURI_OK, "with it there are");
		eu_sessions_close(&gateway);
	}
	ok(eu_sessions_open(&gateway, NULL) == EVERYURI_OK && gateway.sessions &&
	           !eu_sessions_xterm(&gateway)->script,
	   "without xterm.js, too");
	calls_fail("waitpid", 1, EINTR);
	eu_sessions_close(&gateway);
	ok(calls_succeed() && !gateway.sessions && gateway.helper < 0,
	   "a signal does not disturb their end");
	eu_sessions_close(&gateway);
	gateway.options.flags = 0;
	ok(!eu_sessions_open(&gateway, NULL) && !gateway.sessions && !eu_sessions_xterm(&gateway),
	   "without the option there are none");
	is_number((long long)open_files(), (long long)files, "and nothing stays open");
}

/* The real helper is asked what nobody asks. */
static void try_requests(void)
{
	static const struct session_size wrong[] = {
		{ 0, 24 }, { 80, 0 }, { SESSION_SIDE_MAX + 1, 24 }, { 80, SESSION_SIDE_MAX + 1 }
	};
	struct session session;
	struct helper_request request = { .target = telnet, .size = size };
	const char *why;

	gateway.options.flags = EVERYURI_GATEWAY_TERMINAL;
	if (eu_sessions_open(&gateway, NULL))
		return;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		why = eu_session_start(&gateway, &telnet, wrong[i], &session);
		ok(why && strstr(why, "not a terminal session"), "a terminal of %d by %d: %s",
		   wrong[i].columns, wrong[i].lines, why ? why : "");
	}
	eu_helper_send(gateway.helper, &request, sizeof request, -1);
	eu_helper_send(gateway.helper, &request, 3, -1);
	why = eu_session_start(&gateway, &telnet, wrong[0], &session);
	ok(why && strstr(why, "not a terminal session"),
	   "a request without a line, or that is none, disturbs no other");
	eu_sessions_close(&gateway);
	gateway.options.flags = 0;
}

/* What the page of a terminal asks for: its session, once, and how large it is. */
static void try_pages(void)
{
	static const struct {
		const char *front, *back; /* of its name */
		unsigned columns, lines;  /* 0: refused */
	} rows[] = {
		{ "id=", "&columns=100&lines=50", 100, 50 },
		{ "columns=0&id=", "&lines=501", 80, 24 },
		{ "id=", "&columns=x", 80, 24 },
		{ "lines=2&id=", "", 80, 2 },
		{ "name=", "", 0, 0 },
		{ "id=0", "", 0, 0 },
	};
	static struct shown shown;
	struct session_target target;
	struct session_size got;
	char name[TICKET_LEN + 1], path[200];
	struct timespec now;

	gateway.options.flags = EVERYURI_GATEWAY_TERMINAL;
	gateway.options.log = -1;
	gateway.port = 8070;
	strcpy(gateway.via, "1.1 everyuri-0123abcd");
	if (eu_sessions_open(&gateway, NULL))
		return;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct http_request request = { .method = HTTP_GET,
			                        .minor = 1,
			                        .host = text_of("127.0.0.1:8070") };

		clock_gettime(CLOCK_MONOTONIC, &now);
		eu_ticket_issue(eu_sessions_tickets(&gateway), &telnet,
		                (uint64_t)now.tv_sec * 1000u, name);
		for (int again = 0; again < 2; again++) {
			bool good;

			snprintf(path, sizeof path, "/_/session?%s%s%s", rows[i].front, name,
			         rows[i].back);
			request.target = text_of(path);
			shown.len = 0;
			shown_take(&shown, "", 0);
			eu_http_response_init(&shown.response, &request, shown_take, &shown);
			ok(eu_gateway_is_session(&gateway, &request), "a session is asked for");
			good = eu_gateway_session(&gateway, &request, &shown.response, &target,
			                          &got);
			ok(good ? !again && got.columns == rows[i].columns &&
			                   got.lines == rows[i].lines && target.port == 23 :
			          (again || !rows[i].columns) &&
			                   !strncmp(shown.data, "HTTP/1.1 403 ", 13),
			   "THREATS G2: %s...%s, %s", rows[i].front, rows[i].back,
			   again ? "once more" : "once");
		}
	}
	eu_sessions_close(&gateway);
	gateway.options.flags = 0;
	free(shown.data);
}

static void try_tickets(void)
{
	struct tickets *tickets = eu_tickets_open();
	char name[TICKET_LEN + 1];

	calls_fail("getrandom", 1, ENOSYS);
	ok(!eu_ticket_issue(tickets, &telnet, 1000, name) && calls_succeed(),
	   "THREATS G2: without randomness no name is given");
	eu_tickets_close(tickets);
	eu_tickets_close(NULL);
	calls_fail("pthread_mutex_init", 1, EAGAIN);
	ok(!eu_tickets_open() && calls_succeed(), "nor without a lock");
}

/* ---- xterm.js -------------------------------------------------------------------------------------------------------------------- */

static char folder[64];

static bool put(const char *name, size_t len)
{
	char path[128];
	int fd;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	return fd >= 0 && !ftruncate(fd, (off_t)len) && !close(fd);
}

static bool has_xterm(const char *where)
{
	struct xterm xterm;
	bool has;

	eu_xterm_read(&xterm, where);
	has = xterm.script && xterm.style;
	eu_xterm_free(&xterm);
	return has;
}

static void try_xterm(void)
{
	char longer[2000], path[128];

	snprintf(folder, sizeof folder, "/tmp/everyuri-xterm-XXXXXX");
	if (!mkdtemp(folder))
		return;
	for (int i = 0; i < 2; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, i ? "css" : "lib");
		mkdir(path, 0700);
	}
	ok(put("lib/xterm.js", 70000) && put("css/xterm.css", 10) && has_xterm(folder),
	   "xterm.js, as npm brings it");
	calls_fail("fstat", 1, EIO);
	ok(!has_xterm(folder) && calls_succeed(), "what cannot be looked at is none");
	ok(put("css/xterm.css", 0) && !has_xterm(folder), "nor is one without a style");
	ok(put("css/xterm.css", XTERM_MAX + 1) && !has_xterm(folder), "or with too much of it");
	ok(put("css/xterm.css", 10) && put("lib/xterm.js", 60000) && !has_xterm(folder),
	   "a script that asks for others is none");
	if (CAN_LACK_MEMORY) {
		put("lib/xterm.js", 70000);
		calls_fail("memory", 1, ENOMEM);
		ok(!has_xterm(folder) && calls_succeed(), "without memory there is none");
	}
	memset(longer, 'x', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	ok(!has_xterm(longer), "nor in a folder of so long a name");
	snprintf(path, sizeof path, "%s/lib/xterm.js", folder);
	unlink(path);
	mkdir(path, 0700);
	ok(!has_xterm(folder), "a folder is no script");
	rmdir(path);
	snprintf(path, sizeof path, "%s/css/xterm.css", folder);
	unlink(path);
	for (int i = 0; i < 2; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, i ? "css" : "lib");
		rmdir(path);
	}
	rmdir(folder);
	has_xterm(NULL); /* wherever Debian has it, or not */
}

int main(void)
{
	alarm(60);
	gateway.helper = -1;
	try_terminals();
	try_processes();
	try_plans();
	try_records();
	try_helper();
	try_ends();
	try_opening();
	try_requests();
	try_pages();
	try_tickets();
	try_xterm();
	return done();
}
