/* parsers.c - the contenders of each measure. */
#include "contenders.h"

#include <string.h>

const struct parser parsers[] = {
	{ MEASURE_PARSE, "everyuri", by_rfc3986 },
	{ MEASURE_PARSE, "everyuri url1993", by_url1993 },
	{ MEASURE_PARSE, "everyuri uri1994", by_uri1994 },
	{ MEASURE_PARSE, "everyuri rfc1630", by_rfc1630 },
	{ MEASURE_PARSE, "everyuri rfc1738", by_rfc1738 },
	{ MEASURE_PARSE, "everyuri rfc1808", by_rfc1808 },
	{ MEASURE_PARSE, "everyuri rfc2396", by_rfc2396 },
	{ MEASURE_PARSE, "uriparser", by_uriparser },
	{ MEASURE_PARSE, "uriparser arena", by_uriparser_arena },
	{ MEASURE_PARSE, "libcurl", by_libcurl },
	{ MEASURE_PARSE, "GLib split", by_glib_split },
	{ MEASURE_PARSE, "GLib is_valid", by_glib_valid },
#ifdef BENCH_BOOST
	{ MEASURE_PARSE, "Boost.URL", by_boost },
#endif
#ifdef BENCH_GO
	{ MEASURE_PARSE, "Go net/url", .sample = by_go },
#endif
#ifdef BENCH_BULK
	{ MEASURE_BATCH, "everyuri", .pass = by_batch },
	{ MEASURE_OTHERS, "everyuri", .pass = by_batch_others, .is_untimed = true },
	{ MEASURE_THREADS, "everyuri", .sample = by_one_thread },
	{ MEASURE_THREADS, "everyuri, two threads", .sample = by_two_threads },
#endif
	{ MEASURE_CHECK, "everyuri", by_check, .is_untimed = true },
	{ MEASURE_COMPARE, "everyuri", by_compare, .is_untimed = true },
	{ MEASURE_WHATWG, "everyuri", by_whatwg },
	{ MEASURE_WHATWG_CHECK, "everyuri", by_whatwg_check },
#ifdef BENCH_ADA
	{ MEASURE_WHATWG, "Ada", by_ada },
	{ MEASURE_WHATWG_CHECK, "Ada", by_ada_can_parse },
#endif
#ifdef BENCH_ADA3
	{ MEASURE_WHATWG, "Ada 3", by_ada3 },
	{ MEASURE_WHATWG_CHECK, "Ada 3", by_ada3_can_parse },
#endif
#ifdef BENCH_RUST
	{ MEASURE_WHATWG, "Rust url", by_rust },
#endif
	{ MEASURE_RESOLVE, "everyuri", by_resolve },
	{ MEASURE_RESOLVE, "uriparser", by_uriparser_resolve },
	{ MEASURE_NORMALIZE, "everyuri", by_normalize },
	{ MEASURE_NORMALIZE, "uriparser", by_uriparser_normalize },
	{ MEASURE_PLAN, "everyuri", by_plan },
	{ MEASURE_IDNA, "everyuri", by_idna },
	{ MEASURE_IDNA, "copy", by_copy },
#ifdef BENCH_ADA
	{ MEASURE_IDNA, "Ada", by_ada_to_ascii },
#endif
};
const size_t n_parsers = sizeof parsers / sizeof *parsers;

void parsers_begin(const struct corpus *corpus)
{
	ours_begin();
	uriparser_begin();
	peers_begin();
#ifdef BENCH_BULK
	batch_begin(corpus);
#endif
	(void)corpus;
}

void parsers_end(void)
{
#ifdef BENCH_BULK
	batch_end();
#endif
#ifdef BENCH_GO
	remote_end();
#endif
	peers_end();
	uriparser_end();
}

size_t texts_same(const struct corpus *corpus, bool (*ours)(const struct line *),
                  bool (*peer)(const struct line *))
{
	size_t same = 0;

	for (size_t i = 0; i < corpus->n_lines; i++) {
		bool mine = ours(&corpus->line[i]), theirs = peer(&corpus->line[i]);
		size_t len, other_len;
		const char *text = ours_text(&len), *other = uriparser_text(&other_len);

		same += mine == theirs &&
		        (!mine || (len == other_len && !memcmp(text, other, len)));
	}
	return same;
}
