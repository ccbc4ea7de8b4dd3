/* Sessions without a socket of anybody's: names that are good once, where a URI leads to, what is started,
 * what a page says, and a program on a terminal. */
#define _GNU_SOURCE
#include "gateway/session/helper.h"

#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const uint8_t here[EVERYURI_ADDRESS_SIZE] = { [10] = 255, 255, 127, 0, 0, 1 };
static struct everyuri_gateway gateway;

static struct everyuri_text text_of(const char *words)
{
	return (struct everyuri_text){ words, strlen(words) };
}

/* ---- names that are good once ----------------------------------------------------------------------------- */

static bool redeems(struct tickets *tickets, const char *name, uint64_t now)
{
	struct session_target target = { .port = 0 };

	return eu_ticket_redeem(tickets, text_of(name), now, &target) && target.port == 23;
}

static void try_tickets(void)
{
	const struct session_target target = { .port = 23 };
	struct tickets *tickets = eu_tickets_open();
	char name[TICKETS_MAX + 1][TICKET_LEN + 1];

	eu_ticket_issue(tickets, &target, 1000, name[0]);
	eu_ticket_issue(tickets, &target, 1000, name[1]);
	ok(strlen(name[0]) == TICKET_LEN && strcmp(name[0], name[1]) != 0,
	   "THREATS G2: names differ");
	ok(!redeems(tickets, "", 1000) &&
	           !redeems(tickets, "00000000000000000000000000000000", 1000),
	   "another name is none");
	memcpy(name[2], name[0], sizeof name[2]);
	name[2][TICKET_LEN - 1] = '\0';
	ok(!redeems(tickets, name[2], 1000), "nor is the beginning of one");
	ok(redeems(tickets, name[0], 1000) && !redeems(tickets, name[0], 1000),
	   "a name is good once");
	ok(!redeems(tickets, name[1], 1000 + TICKET_MS), "and for a minute");
	ok(!redeems(tickets, name[1], 1000), "what was late is gone");
	for (size_t i = 0; i <= TICKETS_MAX; i++)
		eu_ticket_issue(tickets, &target, 5000 + i, name[i]);
	ok(!redeems(tickets, name[0], 6000) && redeems(tickets, name[1], 6000) &&
	           redeems(tickets, name[TICKETS_MAX], 6000),
	   "where too many wait, the oldest makes room");
	eu_tickets_close(tickets);
}

static void try_secrets(void)
{
	ok(eu_secret_is(text_of("abc"), "abc", 3), "a secret is itself");
	ok(!eu_secret_is(text_of("abd"), "abc", 3) && !eu_secret_is(text_of("xbc"), "abc", 3) &&
	           !eu_secret_is(text_of("ab"), "abc", 3) &&
	           !eu_secret_is(text_of("abcd"), "abc", 3) &&
	           !eu_secret_is((struct everyuri_text){ NULL, 0 }, "", 0),
	   "and nothing else");
}

/* ---- what a page says --------------------------------------------------------------------------------------- */

static bool resizes(const char *words, unsigned columns, unsigned lines)
{
	struct session_size size = { 1, 1 };
	bool said = eu_session_resize(text_of(words), &size);

	return said ? size.columns == columns && size.lines == lines :
	              !columns && size.columns == 1 && size.lines == 1;
}

static void try_sizes(void)
{
	static const char *const none[] = { "",
		                            "resize",
		                            "resize ",
		                            "resize 80",
		                            "resize 80 ",
		                            "resize  80 24",
		                            "resize 80 24 ",
		                            "resize 1 24",
		                            "resize 80 501",
		                            "resize 80 -4",
		                            "resize 0x8 24",
		                            "resize 80 0000024",
		                            "Resize 80 24",
		                            "80 24" };

	ok(resizes("resize 80 24", 80, 24) && resizes("resize 2 500", 2, 500), "a size is read");
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		ok(resizes(none[i], 0, 0), "\"%s\" is none", none[i]);
}

/* ---- where a URI leads to ------------------------------------------------------------------------------------- */

static bool leads(const char *uri, const char *want)
{
	struct session_target target;
	struct everyuri_error err;
	char text[SESSION_URI_MAX];
	size_t len;

	if (eu_session_find(&gateway, text_of(uri), &target, &err))
		return false;
	len = eu_session_uri(&target, text);
	return len == strlen(want) && !memcmp(text, want, len);
}

static bool is_refused(const char *uri, enum everyuri_status want)
{
	struct session_target target = { .port = 7 };
	struct everyuri_error err = { .message = NULL };

	return eu_session_find(&gateway, text_of(uri), &target, &err) == want && err.message &&
	       target.port == 7;
}

static void try_targets(void)
{
	static const struct everyuri_text hosts[] = { { "127.0.0.1", 9 }, { "::1", 3 } };

	gateway.policy = (struct everyuri_policy){ .refused_classes = EVERYURI_POLICY_NON_PUBLIC };
	ok(leads("telnet://8.8.8.8/", "telnet://8.8.8.8:23/"), "an address of IPv4");
	ok(leads("RLOGIN://u:p@[2001:4860:4860::8888]:99", "rlogin://[2001:4860:4860::8888]:99/"),
	   "one of IPv6, a port, and nothing of the user");
	ok(leads("tn3270://8.8.8.8:24/", "tn3270://8.8.8.8:24/"), "tn3270");
	ok(is_refused("telnet://127.0.0.1/", EVERYURI_UNSAFE) &&
	           is_refused("telnet://[::ffff:10.0.0.1]/", EVERYURI_UNSAFE) &&
	           is_refused("telnet://169.254.169.254/", EVERYURI_UNSAFE),
	   "THREATS G3: addresses that are not public");
	ok(is_refused("telnet://localhost/", EVERYURI_UNSAFE),
	   "THREATS G3: a name that leads to one");
	ok(is_refused("http://8.8.8.8/", EVERYURI_UNSUPPORTED) &&
	           is_refused("file:///bin/sh", EVERYURI_UNSUPPORTED),
	   "THREATS G9: another scheme");
	ok(is_refused("telnet:///", EVERYURI_MISSING) || is_refused("telnet:///", EVERYURI_UNSAFE),
	   "no host");
	ok(is_refused("telnet://8.8.8.8/path", EVERYURI_UNSAFE) &&
	           is_refused("telnet://-x/", EVERYURI_UNSAFE) &&
	           is_refused("telnet", EVERYURI_INVALID),
	   "what has no plan");
	gateway.policy.allowed_hosts = hosts;
	gateway.policy.n_allowed_hosts = 2;
	gateway.policy.own_port = 8070;
	ok(leads("telnet://127.0.0.1/", "telnet://127.0.0.1:23/"),
	   "an address that is opted in to");
	ok(is_refused("telnet://127.0.0.1:8070/", EVERYURI_UNSAFE),
	   "THREATS G3: our own port, even so");
}

/* ---- what is started --------------------------------------------------------------------------------------------- */

static struct program program;

static const char *words_of(uint8_t scheme, uint16_t port, const struct everyuri_config *config)
{
	static char words[PROGRAM_BYTES_MAX];
	struct session_target target = { .scheme = scheme, .port = port };
	size_t len = 0;

	memcpy(target.address, here, sizeof here);
	words[0] = '\0';
	if (eu_program_plan(&program, config, &target) == HELPER_NO_PLAN)
		return "no plan";
	for (size_t i = 0; i < program.n_words; i++)
		len += (size_t)snprintf(words + len, sizeof words - len, "%s%s", i ? "|" : "",
		                        program.words[i]);
	return words;
}

static void has_words(const char *got, const char *want, const char *name)
{
	is_text(got, strlen(got), want, "%s", name);
}

static void try_programs(void)
{
	const struct everyuri_config none = { 0 };
	const struct everyuri_rule rules[] = {
		{ .kind = EVERYURI_RULE_PROGRAM,
		  .name = { "telnet", 6 },
		  .value = { "/bin/echo a;b {host} -{port}", 28 } },
		{ .kind = EVERYURI_RULE_PROGRAM, .name = { "rlogin", 6 }, .value = { "echo", 4 } },
		{ .kind = EVERYURI_RULE_PROGRAM,
		  .name = { "tn3270", 6 },
		  .value = { "bin/echo", 8 } },
	};
	const struct everyuri_config own = { .rules = rules, .n_rules = 3 };

	has_words(words_of(SESSION_TELNET, 23, &none), "telnet|-E|-c|-K|--|127.0.0.1|23",
	          "THREATS G9: telnet, without a key that leads to its commands");
	ok(!program.own && !program.raised, "it gains no privileges");
	has_words(words_of(SESSION_TN3270, 3270, &none),
	          "c3270|-secure|-xrm|c3270.menuBar: False|[127.0.0.1]:3270",
	          "THREATS G9: c3270, without its prompt and menus");
	has_words(words_of(SESSION_RLOGIN, 513, &none), "rlogin|--|127.0.0.1", "rlogin");
	has_words(words_of(N_SESSION_SCHEMES, 23, &none), "no plan", "another scheme");
	has_words(words_of(SESSION_TELNET, 0, &none), "no plan", "no port");
	has_words(words_of(SESSION_TELNET, 25, &none), "no plan", "a port that the policy refuses");
	has_words(words_of(SESSION_TELNET, 23, &own), "/bin/echo|a;b|127.0.0.1|-23",
	          "what the configuration names, and its words");
	ok(program.own && !strcmp(program.path, "/bin/echo"), "is started as it is named");
	words_of(SESSION_RLOGIN, 513, &own);
	ok(!strcmp(program.path, "/usr/bin/echo") || !strcmp(program.path, "/bin/echo"),
	   "or looked for where programs are");
	if (chdir("/")) /* where it would be found */
		return;
	ok(eu_program_plan(&program, &own,
	                   &(struct session_target){ .scheme = SESSION_TN3270, .port = 23 }) ==
	           HELPER_NO_PROGRAM,
	   "but not where the process happens to be");
}

/* ---- records -------------------------------------------------------------------------------------------------------- */

static void try_records(void)
{
	struct helper_reply reply = { .said = HELPER_ENDED, .status = 5 }, got = { 0 };
	char more[sizeof reply + 1] = "";
	int end[2], passed;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, end))
		return;
	ok(eu_helper_receive(end[0], &got, sizeof got, &passed) == -1, "nothing has been said");
	ok(eu_helper_send(end[1], &reply, sizeof reply, end[1]) &&
	           eu_helper_receive(end[0], &got, sizeof got, &passed) == 1 && got.status == 5 &&
	           passed >= 0,
	   "a record, and a descriptor with it");
	ok(fcntl(passed, F_GETFD) == FD_CLOEXEC, "which no program inherits");
	close(passed);
	ok(eu_helper_send(end[1], more, sizeof more, end[1]) &&
	           eu_helper_receive(end[0], &got, sizeof got, &passed) == -1 && passed == -1 &&
	           eu_helper_send(end[1], more, 1, -1) &&
	           eu_helper_receive(end[0], &got, sizeof got, &passed) == -1,
	   "records of other lengths are none");
	close(end[1]);
	ok(eu_helper_receive(end[0], &got, sizeof got, &passed) == 0, "the end");
	close(end[0]);
}

/* ---- a terminal ------------------------------------------------------------------------------------------------------- */

/* All that a program shows. */
static void read_all(int terminal, char *shown, size_t cap)
{
	struct pollfd at = { .fd = terminal, .events = POLLIN };
	size_t len = 0;

	while (len < cap - 1 && poll(&at, 1, 5000) > 0) {
		ssize_t n = read(terminal, shown + len, cap - 1 - len);

		if (n <= 0)
			break;
		len += (size_t)n;
	}
	shown[len] = '\0';
}

static void try_start(void)
{
	/* No quoting: what sh is told is one word, in which $IFS stands for blanks. */
	static const char words[] = "sh -c stty${IFS}size;tty;env;umask;ulimit${IFS}-c;pwd {host}";
	const struct everyuri_rule shell = { .kind = EVERYURI_RULE_PROGRAM,
		                             .name = { "telnet", 6 },
		                             .value = { words, sizeof words - 1 } };
	const struct everyuri_config config = { .rules = &shell, .n_rules = 1 };
	struct session_target target = { .scheme = SESSION_TELNET, .port = 23 };
	char shown[4096];
	int terminal = -1, status = -1;
	pid_t child;

	memcpy(target.address, here, sizeof here);
	ok(eu_program_plan(&program, &config, &target) == HELPER_STARTED,
	   "a shell of the configuration's");
	setenv("EVERYURI_SECRET", "x", 1);
	child = eu_program_start(&program, (struct session_size){ 71, 17 }, &terminal);
	ok(child > 0 && terminal >= 0, "it is started");
	read_all(terminal, shown, sizeof shown);
	waitpid(child, &status, 0);
	close(terminal);
	ok(WIFEXITED(status) && !WEXITSTATUS(status), "and ends");
	ok(strstr(shown, "17 71\r\n") && strstr(shown, "/dev/pts/"),
	   "on a terminal of this size: %s", shown);
	ok(strstr(shown, "TERM=xterm-256color") && !strstr(shown, "EVERYURI") &&
	           !strstr(shown, "HOME="),
	   "THREATS G9: with a clean environment");
	ok(strstr(shown, "0077\r\n0\r\n/\r\n"), "no files for others, no core, no folder of ours");
}

/* ---- what it can reach ------------------------------------------------------------------------------------------------ */

/* In a process of its own.  Returns: 0: all is as it should be; 99: the kernel has no Landlock. */
static int confined(void)
{
	char *const words[] = { "sh", "-c", "exit 7", NULL };
	int fd;

	if (!eu_program_confine("/bin/true"))
		return 99;
	if (open("/etc/passwd", O_RDONLY) >= 0 || errno != EACCES)
		return 1;
	if (open("/", O_RDONLY | O_DIRECTORY) >= 0 || open("made", O_WRONLY | O_CREAT, 0600) >= 0)
		return 2;
	fd = open("/dev/null", O_WRONLY);
	if (fd < 0)
		return 3;
	execv("/bin/sh", words);
	if (errno != EACCES)
		return 4;
	execv("/usr/bin/env", words);
	if (errno != EACCES)
		return 5;
	execv("/bin/true", words); /* 0 */
	return 6;
}

static void try_confine(void)
{
	int status = -1;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (!child)
		_exit(confined());
	waitpid(child, &status, 0);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 99) {
		skip("THREATS G9: a program reaches no file and no other",
		     "the kernel has no Landlock");
		return;
	}
	is_number(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 0,
	          "THREATS G9: a program reads no file of the user's, and starts no other");
}

int main(void)
{
	try_tickets();
	try_secrets();
	try_sizes();
	try_targets();
	try_programs();
	try_records();
	try_start();
	try_confine();
	return done();
}
