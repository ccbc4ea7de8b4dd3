/* memory.c BYTES SECONDS FILE -- NAME PROGRAM [ARGUMENT]... [-- ...] - measure the peak memory of each
 * program, in KiB, while it reads FILE from a pipe, repeated until it has read BYTES, or SECONDS have passed. */
#include "contest.h"
#include "measure.h"

#include <fcntl.h>
#include <unistd.h>

/* The limits of a program's input. */
struct plenty {
	const char *path;
	double bytes, ns;
};

/* Writes the file repeatedly until the limit.  Returns: bytes written.  The file is not held in memory, because the
 * memory of this program at the fork counts as that of the other. */
static double feed(int out, const struct plenty *plenty)
{
	static char data[64 << 10];
	int in = open(plenty->path, O_RDONLY | O_CLOEXEC);
	double fed = 0, begun = contest_elapsed_ns();

	if (in < 0)
		contest_give_up(plenty->path);
	while (fed < plenty->bytes && contest_elapsed_ns() - begun < plenty->ns) {
		ssize_t len = read(in, data, sizeof data);

		if (len < 0 || (!len && (!fed || lseek(in, 0, SEEK_SET) < 0)))
			contest_give_up(plenty->path);
		for (ssize_t at = 0; at < len;) {
			ssize_t n = write(out, data + at, (size_t)(len - at));

			if (n < 0)
				contest_give_up("a pipe that should be read");
			at += n;
			fed += (double)n;
		}
	}
	close(in);
	return fed;
}

static void print_row(const char *measure, const char *name, const char *unit, double value)
{
	printf("%s\tlong\t%s\t", measure, name);
	measure_print(unit, &value, 1);
	printf("\t\\N\t\\N\n");
	fflush(stdout);
}

static void measure(const struct contestant *contestant, const struct plenty *plenty)
{
	int ends[2], out = open("/dev/null", O_WRONLY | O_CLOEXEC);
	double begun = contest_elapsed_ns();

	if (out < 0 || pipe(ends) || fcntl(ends[0], F_SETFD, FD_CLOEXEC) < 0 ||
	    fcntl(ends[1], F_SETFD, FD_CLOEXEC) < 0)
		contest_give_up("pipe");
	pid_t child = contest_start(contestant, ends[0], out);

	close(ends[0]);
	close(out);
	double fed = feed(ends[1], plenty);

	close(ends[1]);
	struct spent spent = contest_end(contestant, child);

	print_row("memory", contestant->name, "KiB", (double)spent.most_kib);
	print_row("memory, input", contestant->name, "bytes", fed);
	print_row("memory, elapsed", contestant->name, "ns/byte",
	          (contest_elapsed_ns() - begun) / fed);
}

int main(int argc, char **argv)
{
	struct contestant contestant[CONTEST_MAX];
	size_t n_contestants;

	if (contest_read(argc, argv, contestant, &n_contestants) != 4)
		return 2;

	const struct plenty plenty = { argv[3], strtod(argv[1], NULL),
		                       strtod(argv[2], NULL) * 1e9 };

	for (size_t i = 0; i < n_contestants; i++)
		measure(&contestant[i], &plenty);
	return 0;
}
