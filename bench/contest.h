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

/* Read them off argv, from its first "--" on, and end each one's arguments by NULL.
 * Returns how many arguments stand in front of them; ends the program if there are none. */
int contest_read(int argc, char **argv, struct contestant *contestant, size_t *n_contestants);

/* Start a program with these as its standard input and output. */
pid_t contest_start(const struct contestant *contestant, int in, int out);

/* What a program has used, after its end.  Ends this one if it failed. */
struct spent {
	double processor_ns; /* its own, in user and kernel mode, from its start to its end */
	long most_kib;       /* of memory at one time */
};
struct spent contest_end(const struct contestant *contestant, pid_t child);

/* Say what failed, and end with status 2. */
void contest_give_up(const char *what);

/* Monotonic time. */
double contest_elapsed_ns(void);

#endif
