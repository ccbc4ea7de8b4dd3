/* Starts a program on a new terminal.  The program inherits nothing from the gateway. */
#define _GNU_SOURCE /* posix_openpt, ptsname_r */
#include "gateway/session/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

/* The complete environment of the program.  HOME is unset, because settings
 * files there could start other programs. */
static char *const environment[] = { "TERM=xterm-256color", "PATH=" PROGRAM_PATH, "LANG=C.UTF-8",
	                             "NOC3270PRO=1", NULL };

/* ---- the terminal ------------------------------------------------------------------------------------------- */

static bool set_size(int fd, struct session_size size)
{
	const struct winsize window = { .ws_col = size.columns, .ws_row = size.lines };

	return !ioctl(fd, TIOCSWINSZ, &window);
}

/* Turns on IUTF8, because the page sends UTF-8.  With IUTF8 the erase key
 * removes whole characters. */
static void set_modes(int fd)
{
	struct termios modes;

	if (tcgetattr(fd, &modes))
		return;
	modes.c_iflag |= IUTF8;
	tcsetattr(fd, TCSANOW, &modes);
}

/* Opens a terminal.  Returns: the slave side, for the program.  Stores the
 * master side in *other. */
static int open_terminal(struct session_size size, int *other)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), own = -1;
	char name[64];

	if (master < 0)
		return -1;
	if (!grantpt(master) && !unlockpt(master) && !ptsname_r(master, name, sizeof name))
		own = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (own < 0 || !set_size(own, size)) {
		if (own >= 0)
			close(own);
		close(master);
		return -1;
	}
	set_modes(own);
	*other = master;
	return own;
}

/* ---- the process --------------------------------------------------------------------------------------------- */

static void reset_signals(void)
{
	sigset_t none;

	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Limits the program: it is killed if the helper exits, writes no core dump,
 * has at most 256 descriptors, and creates only files that other users cannot
 * read. */
static void set_limits(void)
{
	const struct rlimit no_core = { 0, 0 }, files = { 256, 256 };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setrlimit(RLIMIT_CORE, &no_core);
	setrlimit(RLIMIT_NOFILE, &files);
	umask(077);
}

/* Turns the child process into the program.  All its descriptors except the
 * terminal are close-on-exec. */
_Noreturn static void become(const struct program *program, int terminal, pid_t helper)
{
	set_limits();
	if (!program->own && !program->raised)
		eu_program_confine(program->path);
	if (getppid() == helper && setsid() >= 0 && !ioctl(terminal, TIOCSCTTY, 0) &&
	    dup2(terminal, 0) == 0 && dup2(terminal, 1) == 1 && dup2(terminal, 2) == 2 &&
	    !chdir("/")) {
		reset_signals();
		execve(program->path, program->words, environment);
	}
	_exit(127);
}

pid_t eu_program_start(const struct program *program, struct session_size size, int *terminal)
{
	const pid_t helper = getpid();
	int own = open_terminal(size, terminal);
	pid_t child;

	if (own < 0)
		return -1;
	child = fork();
	if (!child)
		become(program, own, helper);
	close(own);
	if (child < 0)
		close(*terminal);
	return child;
}
