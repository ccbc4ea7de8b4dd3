/* The helper process.  It starts programs on request, and ends them when the
 * gateway closes the socket or exits. */
#define _GNU_SOURCE /* signalfd, waitid */
#include "gateway/session/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define GRACE_MS 2000u /* time between SIGHUP and SIGKILL */
#define TICK_MS 250    /* maximum delay in noticing a deadline */

/* A running program. */
struct run {
	pid_t process; /* 0 if this entry is unused */
	int line;      /* socket to the gateway; -1 when closed */
	bool told;     /* SIGHUP has been sent */
	uint64_t until;
};

struct helper {
	int gateway, ends; /* gateway: socket; ends: signalfd for SIGCHLD */
	const struct everyuri_config *config;
	bool last; /* the gateway has exited, so no more programs are started */
	struct run run[SESSIONS_MAX];
	struct program program; /* the program that is being started */
};

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}

static void close_line(struct run *run)
{
	if (run->line >= 0)
		close(run->line);
	run->line = -1;
}

/* ---- starting a program -------------------------------------------------------------------------------------- */

static struct run *free_run(struct helper *helper)
{
	for (size_t i = 0; i < SESSIONS_MAX; i++)
		if (!helper->run[i].process)
			return &helper->run[i];
	return NULL;
}

static bool is_size(struct session_size size)
{
	return size.columns && size.lines && size.columns <= SESSION_SIDE_MAX &&
	       size.lines <= SESSION_SIDE_MAX;
}

/* Starts a program.  Returns: the reply for the gateway.  If it is
 * HELPER_STARTED, *terminal is set. */
static enum helper_said begin(struct helper *helper, const struct helper_request *request, int line,
                              int *terminal)
{
	struct run *run = free_run(helper);
	enum helper_said said;
	pid_t process;

	if (!run)
		return HELPER_FULL;
	said = is_size(request->size) ?
	               eu_program_plan(&helper->program, helper->config, &request->target) :
	               HELPER_NO_PLAN;
	if (said != HELPER_STARTED)
		return said;
	process = eu_program_start(&helper->program, request->size, terminal);
	if (process <= 0)
		return HELPER_FAILED;
	*run = (struct run){ .process = process,
		             .line = line,
		             .until = now_ms() + SESSION_TOTAL_MS };
	return HELPER_STARTED;
}

static void hear_gateway(struct helper *helper)
{
	struct helper_request request;
	struct helper_reply reply = { 0 };
	int line, terminal = -1;
	const int heard = eu_helper_receive(helper->gateway, &request, sizeof request, &line);

	if (!heard)
		helper->last = true;
	if (heard <= 0 || line < 0)
		return;
	reply.said = (int32_t)begin(helper, &request, line, &terminal);
	/* If this fails, the gateway has closed its end of the socket.  The
	 * main loop notices the closed socket and ends the program. */
	eu_helper_send(line, &reply, sizeof reply, terminal);
	if (terminal >= 0)
		close(terminal);
	if (reply.said != HELPER_STARTED)
		close(line);
}

/* ---- ending a program ----------------------------------------------------------------------------------------- */

/* Ends a program.  The first call sends SIGHUP, which a program also gets when
 * its terminal closes.  The second call sends SIGKILL. */
static void end(struct run *run, uint64_t now)
{
	close_line(run);
	kill(-run->process, run->told ? SIGKILL : SIGHUP);
	if (!run->told) /* also sends SIGCONT, because a stopped process handles the signal only
	                 * when it continues */
		kill(-run->process, SIGCONT);
	run->told = true;
	run->until = now + GRACE_MS;
}

/* Collects the exit status.  WNOWAIT keeps the process id reserved until the
 * rest of the process group has been killed. */
static void reap(struct run *run)
{
	struct helper_reply reply = { .said = HELPER_ENDED };
	siginfo_t about = { .si_pid = 0 };
	int status = 0;

	if (waitid(P_PID, (id_t)run->process, &about, WEXITED | WNOHANG | WNOWAIT) ||
	    about.si_pid != run->process)
		return;
	kill(-run->process, SIGKILL);
	waitpid(run->process, &status, 0);
	reply.status = status;
	if (run->line >= 0)
		eu_helper_send(run->line, &reply, sizeof reply, -1);
	close_line(run);
	run->process = 0;
}

static void reap_all(struct helper *helper)
{
	struct signalfd_siginfo about;

	while (read(helper->ends, &about, sizeof about) > 0)
		; /* one SIGCHLD may be sent for several processes */
	for (size_t i = 0; i < SESSIONS_MAX; i++)
		if (helper->run[i].process)
			reap(&helper->run[i]);
}

static void expire(struct helper *helper)
{
	const uint64_t now = now_ms();

	for (size_t i = 0; i < SESSIONS_MAX; i++) {
		struct run *run = &helper->run[i];

		if (run->process && (now >= run->until || (helper->last && !run->told)))
			end(run, now);
	}
}

/* ---- main loop ------------------------------------------------------------------------------------------------- */

static bool runs(const struct helper *helper)
{
	for (size_t i = 0; i < SESSIONS_MAX; i++)
		if (helper->run[i].process)
			return true;
	return false;
}

static void turn(struct helper *helper)
{
	struct pollfd at[2 + SESSIONS_MAX] = {
		{ .fd = helper->last ? -1 : helper->gateway, .events = POLLIN },
		{ .fd = helper->ends, .events = POLLIN },
	};

	for (size_t i = 0; i < SESSIONS_MAX; i++)
		at[2 + i] =
			(struct pollfd){ .fd = helper->run[i].process ? helper->run[i].line : -1,
			                 .events = POLLIN };
	if (poll(at, 2 + SESSIONS_MAX, runs(helper) ? TICK_MS : -1) > 0) {
		/* The gateway never sends on this socket, so any event means
		 * that the gateway has closed it. */
		for (size_t i = 0; i < SESSIONS_MAX; i++)
			if (at[2 + i].revents)
				end(&helper->run[i], now_ms());
		if (at[1].revents)
			reap_all(helper);
		if (at[0].revents)
			hear_gateway(helper);
	}
	expire(helper);
}

/* Closes all inherited descriptors except `kept`.  These are the log, the
 * standard streams and the terminal. */
static void leave_files(int kept)
{
	const int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	for (int fd = 0; fd < 3 && null >= 0; fd++)
		dup2(null, fd);
	if (kept > 3)
		syscall(SYS_close_range, 3u, (unsigned)kept - 1, 0u);
	syscall(SYS_close_range, (unsigned)kept + 1, ~0u, 0u);
}

/* Ignores signals typed at the terminal of the gateway.  The helper exits when
 * the gateway closes the socket.  Returns: a signalfd for SIGCHLD. */
static int take_signals(void)
{
	static const int deaf[] = { SIGINT, SIGQUIT, SIGHUP, SIGTERM, SIGPIPE, SIGTSTP };
	sigset_t ends;

	for (size_t i = 0; i < sizeof deaf / sizeof *deaf; i++)
		signal(deaf[i], SIG_IGN);
	signal(SIGCHLD, SIG_DFL); /* if SIGCHLD were ignored, waitid() would not report exits */
	sigemptyset(&ends);
	sigaddset(&ends, SIGCHLD);
	sigprocmask(SIG_SETMASK, &ends, NULL);
	return signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK);
}

_Noreturn void eu_helper_run(int fd, const struct everyuri_config *config)
{
	struct helper helper = { .gateway = fd, .config = config };

	leave_files(fd);
	helper.ends = take_signals();
	while (helper.ends >= 0 && (!helper.last || runs(&helper)))
		turn(&helper);
	_exit(0);
}
