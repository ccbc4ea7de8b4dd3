/* stats_memory.c - statistics in the memory that they are given: where it ends, where there is none,
 * and what its size leaves out. */
#include <everyuri.h>

#include "counting.h"
#include "failing.h"
#include "guard.h"
#include "tap.h"

static struct everyuri_psl psl;

/* In memory that ends where no more can be read, at every alignment. */
static void tight(void)
{
	struct guard guard = { 0 };
	struct everyuri_stats_options options = { .psl = &psl };
	uint64_t random = 8;
	bool right = true;

	for (size_t more = 0; more < 24; more++) {
		struct everyuri_stats *stats;
		struct everyuri_buf buf;
		char *memory;

		options.memory = EVERYURI_STATS_MEMORY_MIN + more * 37;
		memory = guard_end(&guard, NULL, 0) - options.memory;
		if (more == 0) {
			char *large = calloc(1, EVERYURI_STATS_MEMORY_MIN + 24 * 37);

			guard_end(&guard, large, EVERYURI_STATS_MEMORY_MIN + 24 * 37);
			free(large);
			memory = guard_end(&guard, NULL, 0) - options.memory;
		}
		memset(memory, 0xA5, options.memory);
		everyuri_buf_init(&buf, memory, options.memory, NULL);
		if (everyuri_stats_init(&buf, &options, &stats, NULL)) {
			right = false;
			break;
		}
		for (int i = 0; i < 3000; i++) {
			char text[1500];
			size_t len = (size_t)sprintf(text, "s%d://h%d.co.uk:%d/a.x%d?k%d", i, i, i,
			                             i, i);
			size_t filled = (size_t)(next_random(&random) % 1200);

			memset(text + len, 'y', filled);
			everyuri_stats_add(stats, text, len + filled, NULL, NULL);
		}
		right = right && everyuri_stats_read_items(stats)->items == 3000;
	}
	ok(right, "counts in memory between two unreadable pages");
	guard_free(&guard);
}

static void failing_memory(void)
{
	struct everyuri_stats_options options = { .memory = EVERYURI_STATS_MEMORY_MIN };
	struct everyuri_stats *stats = NULL;
	struct everyuri_error error = { 0 };
	struct everyuri_buf buf;
	struct failing failing;
	char small[100], text[300] = "HTTP://H/?";

	failing_init(&failing, 1);
	everyuri_buf_init(&buf, NULL, 0, &failing.allocator);
	ok(everyuri_stats_init(&buf, &options, &stats, &error) == EVERYURI_NO_MEMORY && !stats,
	   "no memory: nothing begins");
	ok(!everyuri_stats_init(&buf, &options, &stats, &error) && stats, "the next time it does");
	everyuri_buf_free(&buf);
	ok(!failing.blocks && !failing.misuses, "all memory is given back");
	everyuri_buf_init(&buf, small, sizeof small, NULL);
	ok(everyuri_stats_init(&buf, &options, &stats, &error) == EVERYURI_NO_SPACE &&
	           buf.needed == options.memory,
	   "a fixed buffer that is too small says what is needed");
	options.memory = EVERYURI_STATS_MEMORY_MIN - 1;
	ok(everyuri_stats_init(&buf, &options, &stats, &error) == EVERYURI_OUT_OF_RANGE,
	   "less than the least memory is refused");
	options.memory = EVERYURI_STATS_MEMORY_MAX + 1;
	ok(everyuri_stats_init(&buf, &options, &stats, &error) == EVERYURI_OUT_OF_RANGE,
	   "more than the most memory is refused");
	options.memory = EVERYURI_STATS_MEMORY_MIN;
	options.standard[options.n_standards++] = EVERYURI_WHATWG;
	failing_init(&failing, 2);
	everyuri_buf_init(&buf, NULL, 0, &failing.allocator);
	ok(!everyuri_stats_init(&buf, &options, &stats, NULL), "whatwg is asked");
	struct everyuri_buf scratch;

	everyuri_buf_init(&scratch, NULL, 0, &failing.allocator);
	ok(everyuri_stats_add(stats, text, strlen(text), &scratch, NULL) == EVERYURI_NO_MEMORY &&
	           !everyuri_stats_read_items(stats)->items,
	   "an item that could not be read for want of memory is not counted");
	ok(!everyuri_stats_add(stats, text, strlen(text), &scratch, NULL) &&
	           everyuri_stats_read_items(stats)->items == 1 &&
	           everyuri_stats_read_lengths(stats).sum == strlen(text),
	   "and the next time it is, with the length that it was given with");
	everyuri_buf_free(&scratch);
	everyuri_buf_free(&buf);
	ok(!failing.blocks && !failing.misuses, "all memory is given back again");
}

/* Past 4096 bytes lengths are known to a power of two. */
static void long_items(void)
{
	struct everyuri_buf buf;
	struct everyuri_stats *stats = begin(&buf, EVERYURI_STATS_MEMORY_MIN, 0, &psl);
	static char text[70000];
	struct everyuri_stats_row row;
	uint64_t at_most, at;

	memset(text, 'a', sizeof text);
	memcpy(text, "http://h/?", 10);
	everyuri_stats_add(stats, text, 4096, NULL, NULL);
	everyuri_stats_add(stats, text, 4097, NULL, NULL);
	everyuri_stats_add(stats, text, 60000, NULL, NULL);
	everyuri_stats_add(stats, text, 70000, NULL, NULL);
	at = everyuri_stats_quantile(stats, 25, &at_most);
	ok(at == 4096 && at_most == 4096, "a length of 4096 is counted by itself");
	at = everyuri_stats_quantile(stats, 50, &at_most);
	ok(at == 4097 && at_most == 8191, "one of 4097 with those up to 8191");
	at = everyuri_stats_quantile(stats, 75, &at_most);
	ok(at == 32768 && at_most == 65535, "one of 60000 with those from 32768");
	at = everyuri_stats_quantile(stats, 100, &at_most);
	ok(at == 65536 && at_most == 70000, "none is longer than the longest");
	ok(everyuri_stats_lengths_of(stats, 12) == 2 && everyuri_stats_lengths_of(stats, 15) == 1 &&
	           everyuri_stats_lengths_of(stats, 16) == 1,
	   "the powers of two have them");
	ok(everyuri_stats_read_total(stats, EVERYURI_STATS_QUERY_KEY).too_long == 4 &&
	           !everyuri_stats_read_total(stats, EVERYURI_STATS_QUERY_KEY).rows,
	   "a key of more than 1024 bytes is only counted");
	everyuri_stats_clear(stats);
	everyuri_stats_add(stats, text, 10 + 1024, NULL, NULL);
	ok(everyuri_stats_top(stats, EVERYURI_STATS_QUERY_KEY, &row, 1) == 1 &&
	           row.value.len == 1024,
	   "one of 1024 has a row");
	ok(everyuri_stats_quantile(stats, 1, &at_most) == 1034,
	   "of one length all quantiles are it");
	everyuri_buf_free(&buf);
}

/* Who merges and clears whenever it is crowded never makes a sketch. */
static void crowded(void)
{
	struct everyuri_buf buf, sum_buf;
	struct everyuri_stats *stats = begin(&buf, EVERYURI_STATS_MEMORY_MIN, 0, &psl);
	struct everyuri_stats *sum = begin(&sum_buf, (size_t)8 << 20, 0, &psl);
	unsigned merged = 0;

	for (int i = 0; i < 20000; i++) {
		char text[100];

		snprintf(text, sizeof text, "http://h%d/", i);
		add(stats, text);
		if (!everyuri_stats_crowded(stats))
			continue;
		merged++;
		everyuri_stats_merge(sum, stats);
		everyuri_stats_clear(stats);
	}
	everyuri_stats_merge(sum, stats);
	ok(merged > 10 && merged < 2000, "a small part gets crowded now and then: %u times",
	   merged);
	ok(everyuri_stats_read_total(sum, EVERYURI_STATS_HOST).distinct == 20000 &&
	           !everyuri_stats_read_total(sum, EVERYURI_STATS_HOST).floor,
	   "and the sum is exact");
	everyuri_buf_free(&buf);
	everyuri_buf_free(&sum_buf);
}

int main(void)
{
	static const char list[] = "com\nuk\nco.uk\n";
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(!everyuri_psl_load(list, sizeof list - 1, &buf, &psl, NULL), "a list is read");
	tight();
	failing_memory();
	long_items();
	crowded();
	everyuri_buf_free(&buf);
	return done();
}
