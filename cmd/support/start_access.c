/* start_access.c - starts the program everyuri-access for get, open, serve and plan --run.  So the
 * other commands start without loading the libraries that everyuri-access needs. */
#include "cmd.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifndef EVERYURI_LIBEXEC
#define EVERYURI_LIBEXEC "/usr/local/libexec/everyuri"
#endif

#define PROGRAM "everyuri-access"

/* Runs everyuri-access from the directory of this program, as in a build directory.  If it is not
 * there, runs it from where it was installed. */
static void start(char **argv)
{
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - sizeof "/" PROGRAM);

	while (n > 0 && path[n - 1] != '/')
		n--;
	if (n > 0) {
		memcpy(path + n, PROGRAM, sizeof PROGRAM);
		execv(path, argv);
	}
	execv(EVERYURI_LIBEXEC "/" PROGRAM, argv);
}

int cmd_start(int argc, char **argv)
{
	const struct settings settings = { .command = argv[0], .usage = "COMMAND" };
	static char name[] = PROGRAM;

	if (argc < 1)
		return EXIT_TROUBLE;
	/* argv[0] is the command.  argv[-1] is the name of this program, which is no longer
	 * needed. */
	argv[-1] = name;
	start(argv - 1);
	if (errno == ENOENT) {
		fprintf(stderr,
		        "everyuri: %s: " PROGRAM
		        " not found, neither next to everyuri nor in " EVERYURI_LIBEXEC "\n",
		        settings.command);
		return EXIT_TROUBLE;
	}
	return trouble(&settings, PROGRAM, errno);
}
