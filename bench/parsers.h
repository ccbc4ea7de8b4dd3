/* parsers.h - a corpus in memory, and every way to read one of its lines. */
#ifndef BENCH_PARSERS_H
#define BENCH_PARSERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- corpus --------------------------------------------------------------------- */

/* One URI, with the NUL behind it that the peers need. */
struct line {
	const char *text;
	size_t len; /* bytes, without the NUL */
	const char *reference;
	size_t reference_len; /* the same or a part of it, to be resolved; see corpus_read */
};

struct corpus {
	const char *name, *path;
	char *data; /* the lines, each with a NUL in place of its newline */
	char *references;
	struct line *line;
	size_t n_lines;
	uint64_t *
		offset; /* n_lines + 1: where each line begins in packed, and where the last ends */
	char *packed;   /* the lines without anything between them */
};

/* Read a file, one URI a line.  Of four lines one is its own reference, one is referred to from
 * "//" on, one from its path on, and one by "../" and its last segment.  Ends the program if that fails. */
struct corpus corpus_read(const char *name, const char *path);
void corpus_free(struct corpus *corpus);

/* What must be had; ends the program, naming what, if it is NULL. */
void *wanted(void *memory, const char *what);

/* ---- contenders ------------------------------------------------------------------ */

/* What a parser is asked for; only those asked for the same are held against each other. */
#define MEASURE_PARSE "parse"
#define MEASURE_BATCH "batch parse"
#define MEASURE_OTHERS \
	"batch, the other calls"        /* check, normalize, key, host, query value, compare */
#define MEASURE_THREADS "batch threads" /* elapsed time, not processor time */
#define MEASURE_CHECK "check"           /* by every standard in turn */
#define MEASURE_COMPARE "compare"       /* of every standard */
#define MEASURE_WHATWG "whatwg parse"
#define MEASURE_WHATWG_CHECK "whatwg check"
#define MEASURE_RESOLVE "resolve"      /* text to text, the base read before */
#define MEASURE_NORMALIZE "normalize"  /* text to text, RFC 3986 6.2.2 */
#define MEASURE_IDNA "domain to ASCII" /* of the host's name, which is ASCII */
#define MEASURE_PLAN "plan"            /* read by rfc3986, then planned */

struct parser {
	const char *measure;
	const char *name;
	bool (*parse)(const struct line *line);
	/* Instead: a whole corpus; returns how many lines are accepted. */
	size_t (*pass)(const struct corpus *corpus);
	/* Instead: a sample, in ns a line; for what is not processor time of this process. */
	double (*sample)(const struct corpus *corpus, size_t *accepted);
	bool is_untimed; /* only its allocations are counted */
};

/* Everyuri's readings come first, rfc3986 in front. */
extern const struct parser parsers[];
extern const size_t n_parsers;

/* Make and give back what the contenders keep between calls. */
void parsers_begin(const struct corpus *corpus);
void parsers_end(void);

/* How many lines get the same text from both sides; the measure is resolve or normalize. */
size_t texts_same(const struct corpus *corpus, bool (*ours)(const struct line *),
                  bool (*peer)(const struct line *));

#endif
