/* parsers.h - a corpus in memory, and the contenders that parse its lines. */
#ifndef BENCH_PARSERS_H
#define BENCH_PARSERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- corpus --------------------------------------------------------------------- */

/* One URI, followed by the NUL that the peers need. */
struct line {
	const char *text;
	size_t len; /* bytes, without the NUL */
	const char *reference;
	size_t reference_len; /* the text or a part of it, to be resolved; see corpus_read */
};

struct corpus {
	const char *name, *path;
	char *data; /* the lines, each with a NUL in place of its newline */
	char *references;
	struct line *line;
	size_t n_lines;
	uint64_t *
		offset; /* n_lines + 1: where each line begins in packed, and where the last ends */
	char *packed;   /* the lines, concatenated */
};

/* Reads a file, one URI a line.  The references of four consecutive lines are: the whole text, the text from "//" on,
 * the text from its path on, and "../" with its last segment.  Ends the program on failure. */
struct corpus corpus_read(const char *name, const char *path);
void corpus_free(struct corpus *corpus);

/* Ends the program with this name if the pointer is NULL. */
void *wanted(void *memory, const char *what);

/* ---- contenders ------------------------------------------------------------------ */

/* The measures; only contenders of the same measure are compared. */
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
	/* Alternative: parses a whole corpus.  Returns: how many lines are accepted. */
	size_t (*pass)(const struct corpus *corpus);
	/* Alternative: takes a sample, in ns a line, other than the CPU time of this process. */
	double (*sample)(const struct corpus *corpus, size_t *accepted);
	bool is_untimed; /* only its allocations are counted */
};

/* everyuri comes first, beginning with rfc3986. */
extern const struct parser parsers[];
extern const size_t n_parsers;

/* Allocate and free what the contenders keep between calls. */
void parsers_begin(const struct corpus *corpus);
void parsers_end(void);

/* Returns for how many lines both give the same text; the measure is resolve or normalize. */
size_t texts_same(const struct corpus *corpus, bool (*ours)(const struct line *),
                  bool (*peer)(const struct line *));

#endif
