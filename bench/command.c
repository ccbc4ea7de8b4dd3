/* command.c ROUNDS NAME FILE ITEMS null|pipe EVERYURI PEER - nanoseconds an item for
 * `EVERYURI parse --format json` and for PEER, both with FILE as standard input.
 *
 * Processor time is the program's own, in user and kernel mode, from its start to its
 * end.  With "pipe" this program reads what comes and throws it away. */
#include "measure.h"

#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define N_PROGRAMS 2

struct spent {
	double processor_ns, elapsed_ns;
};

static void give_up(const char *what)
{
	perror(what);
	exit(2);
}

static double elapsed_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double ns_of(struct timeval time)
{
	return (double)time.tv_sec * 1e9 + (double)time.tv_usec * 1e3;
}

static void become(char *const *arguments, const char *input, int output)
{
	int in = open(input, O_RDONLY);

	if (in < 0 || dup2(in, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0)
		give_up(input);
	execv(arguments[0], arguments);
	give_up(arguments[0]);
}

/* Read until the other end is closed. */
static void drain(int pipe_end)
{
	static char data[256 << 10];
	ssize_t n;

	do
		n = read(pipe_end, data, sizeof data);
	while (n > 0);
	if (n < 0)
		give_up("pipe");
}

static struct spent run(char *const *arguments, const char *input, int to_pipe)
{
	int ends[2];
	double begun = elapsed_ns();

	if (to_pipe ? pipe(ends) : (ends[1] = open("/dev/null", O_WRONLY)) < 0)
		give_up("output");
	pid_t child = fork();

	if (child < 0)
		give_up("fork");
	if (!child) {
		if (to_pipe)
			close(ends[0]);
		become(arguments, input, ends[1]);
	}
	close(ends[1]);
	if (to_pipe) {
		drain(ends[0]);
		close(ends[0]);
	}
	int status;
	struct rusage usage;

	if (wait4(child, &status, 0, &usage) < 0)
		give_up("wait4");
	/* 1: some item was bad, which is an answer. */
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) {
		fprintf(stderr, "bench: %s failed\n", arguments[0]);
		exit(2);
	}
	return (struct spent){ ns_of(usage.ru_utime) + ns_of(usage.ru_stime),
		               elapsed_ns() - begun };
}

int main(int argc, char **argv)
{
	static double processor[N_PROGRAMS][MAX_ROUNDS], elapsed[N_PROGRAMS][MAX_ROUNDS];
	static const char *const name[N_PROGRAMS] = { "everyuri", "libcurl" };

	if (argc != 8)
		return 2;
	char *everyuri[] = { argv[6], "parse", "--format", "json", NULL };
	char *peer[] = { argv[7], NULL };
	char *const *program[N_PROGRAMS] = { everyuri, peer };
	size_t n_rounds = measure_rounds(argv[1]);
	double n_items = strtod(argv[4], NULL);

	for (size_t round = 0; round < n_rounds; round++)
		for (size_t i = 0; i < N_PROGRAMS; i++) {
			size_t turn = (i + round) % N_PROGRAMS;
			struct spent spent = run(program[turn], argv[3], !strcmp(argv[5], "pipe"));

			processor[turn][round] = spent.processor_ns / n_items;
			elapsed[turn][round] = spent.elapsed_ns / n_items;
		}
	for (size_t i = 0; i < N_PROGRAMS; i++) {
		printf("json to %s\t%s\t%s\t", argv[5], argv[2], name[i]);
		measure_print("ns/URI", processor[i], n_rounds);
		printf("\t\\N\t%s\n", argv[4]);
		printf("json to %s, elapsed\t%s\t%s\t", argv[5], argv[2], name[i]);
		measure_print("ns/URI", elapsed[i], n_rounds);
		printf("\t\\N\t%s\n", argv[4]);
	}
	return 0;
}
