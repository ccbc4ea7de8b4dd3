/* contest.c - run programs and measure their resources. */
#include "contest.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void contest_give_up(const char *what)
{
	perror(what);
	exit(2);
}

int contest_read(int argc, char **argv, struct contestant *contestant, size_t *n_contestants)
{
	size_t n = 0;
	int first = 0;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--") != 0)
			continue;
		if (i + 2 >= argc || n == CONTEST_MAX) {
			fprintf(stderr, "bench: too many programs, or none behind --\n");
			exit(2);
		}
		if (!first)
			first = i;
		argv[i] = NULL;
		contestant[n++] = (struct contestant){ argv[i + 1], argv + i + 2 };
	}
	if (!n) {
		fprintf(stderr, "bench: no program is named\n");
		exit(2);
	}
	*n_contestants = n;
	return first;
}

pid_t contest_start(const struct contestant *contestant, int in, int out)
{
	pid_t child = fork();

	if (child < 0)
		contest_give_up("fork");
	if (child)
		return child;
	int nothing = open("/dev/null", O_WRONLY);

	/* Error messages are discarded: the exit status tells whether the program failed. */
	if (nothing < 0 || dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
	    dup2(nothing, STDERR_FILENO) < 0)
		_exit(127);
	execvp(contestant->arguments[0], contestant->arguments);
	_exit(127);
}

static double ns_of(struct timeval time)
{
	return (double)time.tv_sec * 1e9 + (double)time.tv_usec * 1e3;
}

struct spent contest_end(const struct contestant *contestant, pid_t child)
{
	struct rusage usage;
	int status;

	if (wait4(child, &status, 0, &usage) < 0)
		contest_give_up("wait4");
	/* 1: an item was invalid, which is no failure. */
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) {
		fprintf(stderr, "bench: %s failed: wait status %d\n", contestant->arguments[0],
		        status);
		exit(2);
	}
	return (struct spent){ ns_of(usage.ru_utime) + ns_of(usage.ru_stime), usage.ru_maxrss };
}

double contest_elapsed_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}
