/* parse.c ROUNDS NAME FILE [MEASURE] - measure nanoseconds of CPU time per URI for each parser, or for
 * those of one measure, and count how many results of two of them are the same. */
#include "contenders.h"
#include "measure.h"

#include <string.h>
#include <time.h>

#define LEAST_NS \
	2e7 /* a sample is at least this long, so that the resolution of the clock does not matter */
#define MAX_PARSERS 64

static double now_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static size_t pass(const struct corpus *corpus, const struct parser *parser)
{
	size_t accepted = 0;

	if (parser->pass)
		return parser->pass(corpus);
	for (size_t i = 0; i < corpus->n_lines; i++)
		accepted += parser->parse(&corpus->line[i]);
	return accepted;
}

static double sample_ns(const struct corpus *corpus, const struct parser *parser, size_t *accepted)
{
	if (parser->sample)
		return parser->sample(corpus, accepted);
	size_t n_passes = 0;
	double begun = now_ns(), spent;

	do {
		*accepted = pass(corpus, parser);
		n_passes++;
		spent = now_ns() - begun;
	} while (spent < LEAST_NS);
	return spent / (double)(n_passes * corpus->n_lines);
}

static bool is_asked(const char *measure, const struct parser *parser)
{
	return measure ? !strcmp(measure, parser->measure) : !parser->is_untimed;
}

static void print_same(const char *measure, const struct corpus *corpus, size_t same)
{
	printf("same text, %s\t%s\teveryuri\tlines\t%zu\t%zu\t%zu\t%zu\t%zu\t1\t\\N\t%zu\n",
	       measure, corpus->name, same, same, same, same, same, corpus->n_lines);
}

int main(int argc, char **argv)
{
	static double sample[MAX_PARSERS][MAX_ROUNDS];
	static size_t accepted[MAX_PARSERS];

	if (argc < 4 || argc > 5 || n_parsers > MAX_PARSERS)
		return 2;
	const char *measure = argc == 5 ? argv[4] : NULL;
	size_t n_rounds = measure_rounds(argv[1]);
	struct corpus corpus = corpus_read(argv[2], argv[3]);

	parsers_begin(&corpus);
	for (size_t round = 0; round < n_rounds; round++)
		for (size_t i = 0; i < n_parsers; i++) {
			size_t turn = (i + round) % n_parsers;

			if (is_asked(measure, &parsers[turn]))
				sample[turn][round] =
					sample_ns(&corpus, &parsers[turn], &accepted[turn]);
		}
	for (size_t i = 0; i < n_parsers; i++) {
		if (!is_asked(measure, &parsers[i]))
			continue;
		printf("%s\t%s\t%s\t", parsers[i].measure, corpus.name, parsers[i].name);
		measure_print("ns/URI", sample[i], n_rounds);
		printf("\t%zu\t%zu\n", accepted[i], corpus.n_lines);
	}
	if (!measure) {
		print_same(MEASURE_RESOLVE, &corpus,
		           texts_same(&corpus, by_resolve, by_uriparser_resolve));
		print_same(MEASURE_NORMALIZE, &corpus,
		           texts_same(&corpus, by_normalize, by_uriparser_normalize));
	}
	parsers_end();
	corpus_free(&corpus);
	return 0;
}
