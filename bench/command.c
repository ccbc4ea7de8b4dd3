/* command.c ROUNDS MEASURE CORPUS FILE ITEMS UNIT null|pipe -- NAME PROGRAM [ARGUMENT]... [-- ...]
 *
 * Nanoseconds an item for each program with FILE as its standard input.  UNIT is the
 * unit of a row, such as ns/URI.  Measures the CPU time of the program; with "pipe" this program reads and discards
 * its output. */
#include "contest.h"
#include "measure.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct sample {
	double processor_ns, elapsed_ns;
};

/* Reads until the other end is closed. */
static void drain(int pipe_end)
{
	static char data[256 << 10];
	ssize_t n;

	do
		n = read(pipe_end, data, sizeof data);
	while (n > 0);
	if (n < 0)
		contest_give_up("pipe");
}

static struct sample run(const struct contestant *contestant, const char *input, bool to_pipe)
{
	int in = open(input, O_RDONLY | O_CLOEXEC), ends[2] = { -1, -1 };
	double begun = contest_elapsed_ns();

	if (in < 0)
		contest_give_up(input);
	if (to_pipe ? pipe(ends) : (ends[1] = open("/dev/null", O_WRONLY)) < 0)
		contest_give_up("output");
	if (to_pipe && fcntl(ends[0], F_SETFD, FD_CLOEXEC) < 0)
		contest_give_up("pipe");
	if (fcntl(ends[1], F_SETFD, FD_CLOEXEC) < 0)
		contest_give_up("output");
	pid_t child = contest_start(contestant, in, ends[1]);

	close(in);
	close(ends[1]);
	if (to_pipe) {
		drain(ends[0]);
		close(ends[0]);
	}
	struct spent spent = contest_end(contestant, child);

	return (struct sample){ spent.processor_ns, contest_elapsed_ns() - begun };
}

static void print_row(char *const *argv, const char *clock, const char *name, double *sample,
                      size_t n_rounds)
{
	printf("%s%s\t%s\t%s\t", argv[2], clock, argv[3], name);
	measure_print(argv[6], sample, n_rounds);
	printf("\t\\N\t%s\n", argv[5]);
}

int main(int argc, char **argv)
{
	static double processor[CONTEST_MAX][MAX_ROUNDS], elapsed[CONTEST_MAX][MAX_ROUNDS];
	struct contestant contestant[CONTEST_MAX];
	size_t n_contestants;

	if (contest_read(argc, argv, contestant, &n_contestants) != 8)
		return 2;
	size_t n_rounds = measure_rounds(argv[1]);
	double n_items = strtod(argv[5], NULL);
	bool to_pipe = !strcmp(argv[7], "pipe");

	for (size_t round = 0; round < n_rounds; round++)
		for (size_t i = 0; i < n_contestants; i++) {
			size_t turn = (i + round) % n_contestants;
			struct sample sample = run(&contestant[turn], argv[4], to_pipe);

			processor[turn][round] = sample.processor_ns / n_items;
			elapsed[turn][round] = sample.elapsed_ns / n_items;
		}
	for (size_t i = 0; i < n_contestants; i++) {
		print_row(argv, "", contestant[i].name, processor[i], n_rounds);
		print_row(argv, ", elapsed", contestant[i].name, elapsed[i], n_rounds);
	}
	return 0;
}
