/* remote.c - a contender that is another program, which takes one sample at a time.
 *
 * It reads the corpus itself, and answers each line that it gets with a line: nanoseconds of CPU time per URI, and how
 * many were accepted.  So its rounds alternate with those of the others. */
#include "contenders.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static struct {
	pid_t child;
	FILE *to, *from;
} go;

static void give_up(const char *what)
{
	perror(what);
	exit(2);
}

static void become(const char *path, int in, int out)
{
	const char *program = getenv("BENCH_GO");

	if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0)
		give_up("dup2");
	if (program)
		execl(program, program, path, (char *)NULL);
	give_up("BENCH_GO");
}

static void begin(const struct corpus *corpus)
{
	int to[2], from[2];

	if (pipe(to) || pipe(from))
		give_up("pipe");
	go.child = fork();
	if (go.child < 0)
		give_up("fork");
	if (!go.child) {
		close(to[1]);
		close(from[0]);
		become(corpus->path, to[0], from[1]);
	}
	close(to[0]);
	close(from[1]);
	go.to = wanted(fdopen(to[1], "w"), "fdopen");
	go.from = wanted(fdopen(from[0], "r"), "fdopen");
}

void remote_end(void)
{
	if (!go.to)
		return;
	fclose(go.to);
	fclose(go.from);
	waitpid(go.child, NULL, 0);
}

double by_go(const struct corpus *corpus, size_t *accepted)
{
	double ns;

	if (!go.to)
		begin(corpus);
	if (fputs("\n", go.to) < 0 || fflush(go.to) ||
	    fscanf(go.from, "%lf %zu", &ns, accepted) != 2) {
		fprintf(stderr, "bench: the program in Go gave no sample\n");
		exit(2);
	}
	return ns;
}
