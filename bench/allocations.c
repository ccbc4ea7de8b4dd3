/* allocations.c NAME FILE - count the allocations of each parser per URI.
 *
 * Replaces the allocation functions of the whole process, including the peers' shared libraries, by functions that count
 * and call glibc's. */
#include "parsers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static size_t n_allocations;

void *malloc(size_t size)
{
	n_allocations++;
	return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	n_allocations++;
	return __libc_calloc(n, size);
}

void *realloc(void *memory, size_t size)
{
	n_allocations++;
	return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	n_allocations++;
	return __libc_memalign(alignment, size);
}

/* Rows with the same measure and name belong to one contender. */
static void print_measure(const struct parser *parser)
{
	printf("allocations");
	if (strcmp(parser->measure, MEASURE_PARSE) != 0)
		printf(", %s", parser->measure);
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	struct corpus corpus = corpus_read(argv[1], argv[2]);

	parsers_begin(&corpus);
	for (size_t i = 0; i < n_parsers; i++) {
		size_t before = n_allocations, accepted = 0;

		/* Allocations of other processes and threads are not counted. */
		if (parsers[i].sample)
			continue;
		if (parsers[i].pass)
			accepted = parsers[i].pass(&corpus);
		else
			for (size_t k = 0; k < corpus.n_lines; k++)
				accepted += parsers[i].parse(&corpus.line[k]);
		size_t n = n_allocations - before;
		double mean = (double)n / (double)corpus.n_lines;

		print_measure(&parsers[i]);
		/* A count does not vary: one round.  Six digits show even a single call. */
		printf("\t%s\t%s\tcalls/URI\t%.6f\t%.6f\t%.6f\t%.6f\t%.6f\t1"
		       "\t%zu\t%zu\n",
		       corpus.name, parsers[i].name, mean, mean, mean, mean, mean, accepted,
		       corpus.n_lines);
	}
	parsers_end();
	corpus_free(&corpus);
	return 0;
}
