/* contest.h - programs that take part in a contest, as the command line names them:
 * ... -- NAME PROGRAM [ARGUMENT]... [-- NAME PROGRAM [ARGUMENT]...]... */
#ifndef BENCH_CONTEST_H
#define BENCH_CONTEST_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define CONTEST_MAX 16

struct contestant {
	const char *name;
	char *const *arguments; /* ended by NULL; [0] is the program */
};

/* Reads them from argv, from its first "--" on, and ends the arguments of each with NULL.
 * Returns the number of arguments before them; ends the program if there are none. */
int contest_read(int argc, char **argv, struct contestant *contestant, size_t *n_contestants);

/* Starts a program with these as standard input and output. */
pid_t contest_start(const struct contestant *contestant, int in, int out);

/* Waits for a program and returns the resources that it used.  Ends this program if it failed. */
struct spent {
	double processor_ns; /* its own, in user and kernel mode, from its start to its end */
	long most_kib;       /* peak memory */
};
struct spent contest_end(const struct contestant *contestant, pid_t child);

/* Prints what failed, and exits with status 2. */
void contest_give_up(const char *what);

/* Returns monotonic time. */
double contest_elapsed_ns(void);

#endif
