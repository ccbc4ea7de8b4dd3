/* parsers.h - a corpus in memory, and every way to read one of its lines. */
#ifndef BENCH_PARSERS_H
#define BENCH_PARSERS_H

#include <stdbool.h>
#include <stddef.h>

/* One URI, with the NUL behind it that the peers need. */
struct line {
	const char *text;
	size_t len; /* bytes, without the NUL */
};

struct corpus {
	const char *name;
	char *data;
	struct line *line;
	size_t n_lines;
};

/* Read a file, one URI a line.  Ends the program if that fails. */
struct corpus corpus_read(const char *name, const char *path);
void corpus_free(struct corpus *corpus);

/* What a parser is asked for; only those asked for the same are held against each other. */
#define MEASURE_PARSE "parse"
#define MEASURE_WHATWG "whatwg parse"
#define MEASURE_WHATWG_CHECK "whatwg check"
#define MEASURE_IDNA "domain to ASCII" /* of the host's name, which is ASCII */
#define MEASURE_PLAN "plan"            /* read by rfc3986, then planned */

struct parser {
	const char *measure;
	const char *name;
	const char *call; /* for people: what is called */
	bool (*parse)(const struct line *line);
};

/* Everyuri's readings come first, rfc3986 in front. */
extern const struct parser parsers[];
extern const size_t n_parsers;

/* Make and give back what the peers keep between calls. */
void parsers_begin(void);
void parsers_end(void);

#endif
