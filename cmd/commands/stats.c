/* stats.c - everyuri stats: counts the schemes, hosts and other parts of a list of URIs.
 *
 * One thread counts in a single table that uses all of the memory.  With several threads, one table
 * with half of the memory contains the sum, and each thread gets an equal share of the other half
 * for a table.  A thread adds its counts to the sum when its table is nearly full, and at the
 * end. */
#include "support/stats.h"
#include "support/names.h"
#include "support/public_suffix.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define MEMORY ((size_t)40 << 20)
#define TOP_MAX 100000

enum stats_shape { STATS_TEXT, STATS_JSON, STATS_TSV, STATS_HTML };

struct counter {
	struct everyuri_stats *stats;
	struct everyuri_buf buf;
};

struct counting {
	struct everyuri_stats_options options;
	struct counter sum;   /* sum of all counters; if there is one thread, the only counter */
	struct counter *hand; /* one counter for each thread; NULL if there is one thread */
	unsigned n_hands;
	pthread_mutex_t adding; /* protects sum */
	enum stats_shape shape;
	size_t top;
	bool domain_asked; /* the user asked for domains explicitly */
	const char *path;  /* path of the Public Suffix List; NULL if not given */
	struct suffix_list list;
	bool has_list, no_list; /* no_list: the list was not found, so domains are not counted */
	bool seeded;
};

/* ---- options --------------------------------------------------------------------------------- */

static const char *read_shape_of_stats(void *own, const char *name, const char *value)
{
	static const char *const names[] = { "text", "json", "tsv", "html" };
	enum stats_shape *shape = own;
	unsigned i;
	const char *wrong = choose("format", names, 4, value, &i);

	(void)name;
	if (!wrong)
		*shape = (enum stats_shape)i;
	return wrong;
}

static const char *dimension_name(const void *of, unsigned i)
{
	(void)of;
	return everyuri_stats_dimension_name((enum everyuri_stats_dimension)i);
}

static const char *read_dimensions(void *own, const char *name, const char *value)
{
	static const struct names valid = { .name = dimension_name,
		                            .n = EVERYURI_N_STATS_DIMENSIONS };
	struct counting *counting = own;

	(void)name;
	counting->options.dimensions = 0;
	counting->domain_asked = false;
	for (;; value++) {
		size_t len = strcspn(value, ",");
		int d = 0;

		while (d < EVERYURI_N_STATS_DIMENSIONS) {
			const char *known =
				everyuri_stats_dimension_name((enum everyuri_stats_dimension)d);

			if (strlen(known) == len && !strncmp(known, value, len))
				break;
			d++;
		}
		if (d == EVERYURI_N_STATS_DIMENSIONS)
			return unknown_name("dimension", value, len, &valid);
		counting->options.dimensions |= 1u << d;
		counting->domain_asked |= d == EVERYURI_STATS_DOMAIN;
		value += len;
		if (!*value)
			return NULL;
	}
}

static const char *read_number_of_stats(void *own, const char *name, const char *value)
{
	struct counting *counting = own;
	uint64_t number;

	if (!strcmp(name, "top")) {
		if (!number_read(value, TOP_MAX, &number) || !number)
			return "is not a number from 1 to 100000";
		counting->top = (size_t)number;
	} else if (!strcmp(name, "memory")) {
		if (!number_read(value, EVERYURI_STATS_MEMORY_MAX, &number) ||
		    number < EVERYURI_STATS_MEMORY_MIN)
			return "is not a number of bytes from 73728 to 2147483648";
		counting->options.memory = (size_t)number;
	} else {
		if (!number_read(value, UINT64_MAX, &number))
			return "is not a number";
		for (int i = 0; i < 8; i++)
			counting->options.seed[i] = (unsigned char)(number >> 8 * i);
		counting->seeded = true;
	}
	return NULL;
}

/* If all standards are selected, puts rfc3986 first, because the first standard parses the parts.
 * Sets the default dimensions. */
static void settle_standards(struct counting *counting, struct settings *settings)
{
	struct everyuri_stats_options *options = &counting->options;
	struct settings all = { 0 };

	standards_of_set(&all, "all");
	if (settings->n_standards == all.n_standards && all.n_standards > 1 &&
	    !memcmp(settings->standard, all.standard, sizeof all.standard[0] * all.n_standards))
		for (size_t i = settings->n_standards - 1; i > 0; i--)
			if (settings->standard[i] == EVERYURI_RFC3986) {
				memmove(settings->standard + 1, settings->standard,
				        i * sizeof *settings->standard);
				settings->standard[0] = EVERYURI_RFC3986;
			}
	memcpy(options->standard, settings->standard, sizeof options->standard);
	options->n_standards = settings->n_standards;
	if (!options->dimensions)
		options->dimensions =
			((1u << EVERYURI_N_STATS_DIMENSIONS) - 1) &
			~(settings->n_standards == 1 ? 1u << EVERYURI_STATS_STANDARD : 0);
}

/* Reads the Public Suffix List if domains are counted.  If the default list is missing, domains are
 * not counted, and the output reports this.  If the user named a list or asked for domains, a
 * missing list is an error. */
static int read_list_of_stats(struct counting *counting, const struct settings *settings)
{
	const char *path = counting->path ? counting->path : SUFFIX_LIST;
	struct everyuri_error error;
	int failed;

	if (!(counting->options.dimensions >> EVERYURI_STATS_DOMAIN & 1u))
		return -1;
	failed = suffix_list_read(&counting->list, path, &error);
	if (failed == EINVAL)
		return usage_error(settings, "--suffix-list: %s: byte %zu: %s", path, error.at,
		                   error.message);
	if (failed == ENOENT && !counting->path && !counting->domain_asked) {
		counting->options.dimensions &= ~(1u << EVERYURI_STATS_DOMAIN);
		counting->no_list = true;
		return -1;
	}
	if (failed)
		return trouble(settings, path, failed);
	counting->has_list = true;
	counting->options.psl = &counting->list.psl;
	return -1;
}

/* ---- counting ------------------------------------------------------------------------------------ */

static void add_hand(struct counting *counting, struct counter *hand)
{
	pthread_mutex_lock(&counting->adding);
	everyuri_stats_merge(counting->sum.stats, hand->stats);
	pthread_mutex_unlock(&counting->adding);
	everyuri_stats_clear(hand->stats);
}

static void count_item(struct answer *answer, const struct item *item, void *own)
{
	struct counting *counting = own;
	struct counter *counter = counting->hand ? &counting->hand[answer->worker] : &counting->sum;
	const struct everyuri_stats_options *options = &counting->options;
	struct everyuri_error error;
	struct everyuri_uri uri;
	enum everyuri_status status =
		item_read(answer, item, options->standard[0], 0, NULL, &uri, &error);

	if (!status) {
		everyuri_stats_count(counter->stats, &uri, item->len);
	} else if (status != EVERYURI_NO_MEMORY) {
		everyuri_stats_refuse(counter->stats, &error);
		answer_failed(answer, &error);
		hint_item(answer, item);
	}
	for (size_t i = 1; i < options->n_standards && status != EVERYURI_NO_MEMORY; i++) {
		status = item_read(answer, item, options->standard[i], 0, NULL, &uri, &error);
		if (!status)
			everyuri_stats_accept(counter->stats, options->standard[i]);
	}
	if (status == EVERYURI_NO_MEMORY)
		answer_no_memory(answer);
	if (counting->hand && everyuri_stats_crowded(counter->stats))
		add_hand(counting, counter);
}

/* Initialises a counter with `memory` bytes. */
static int begin_counter(struct counter *counter, const struct counting *counting, size_t memory,
                         const struct settings *settings)
{
	struct everyuri_stats_options options = counting->options;
	struct everyuri_error error;

	options.memory = memory;
	everyuri_buf_init(&counter->buf, NULL, 0, NULL);
	switch (everyuri_stats_init(&counter->buf, &options, &counter->stats, &error)) {
	case EVERYURI_OK:
		return -1;
	case EVERYURI_OUT_OF_RANGE:
		return usage_error(
			settings, "--memory: too little for %u threads, which need %zu bytes",
			counting->n_hands, 2 * counting->n_hands * EVERYURI_STATS_MEMORY_MIN);
	default:
		return trouble(settings, "memory", ENOMEM);
	}
}

static int begin_counting(struct counting *counting, const struct settings *settings)
{
	size_t memory = counting->options.memory;
	unsigned n = settings->n_operands ? 1 : settings->n_threads;
	int status;

	if (!counting->seeded && getrandom(counting->options.seed, 16, 0) != 16)
		return trouble(settings, "random bytes", errno);
	counting->n_hands = n;
	status = begin_counter(&counting->sum, counting, n > 1 ? memory / 2 : memory, settings);
	if (n == 1 || status >= 0)
		return status;
	counting->hand = calloc(n, sizeof *counting->hand);
	if (!counting->hand)
		return trouble(settings, "memory", ENOMEM);
	for (unsigned i = 0; i < n && status < 0; i++)
		status = begin_counter(&counting->hand[i], counting, memory / 2 / n, settings);
	return status;
}

static void free_counting(struct counting *counting)
{
	for (unsigned i = 0; counting->hand && i < counting->n_hands; i++)
		if (counting->hand[i].stats)
			everyuri_buf_free(&counting->hand[i].buf);
	free(counting->hand);
	if (counting->sum.stats)
		everyuri_buf_free(&counting->sum.buf);
	if (counting->has_list)
		suffix_list_free(&counting->list);
}

/* ---- output ---------------------------------------------------------------------------------------- */

static int tell(struct counting *counting, const struct settings *settings)
{
	static void (*const write[])(const struct counted *) = { stats_text, stats_json, stats_tsv,
		                                                 stats_html };
	size_t room = counting->top > LABELS ? counting->top : LABELS;
	struct counted counted = { .stats = counting->sum.stats,
		                   .settings = settings,
		                   .dimensions = counting->options.dimensions,
		                   .top = counting->top,
		                   .rows = calloc(room, sizeof *counted.rows) };
	struct answer answer;
	int status;

	if (!counted.rows)
		return trouble(settings, "memory", ENOMEM);
	status = answer_begin(&answer, settings);
	if (!status) {
		counted.answer = &answer;
		counted.list = counting->has_list ? counting->list.date : NULL;
		counted.list_path = counting->no_list ? SUFFIX_LIST : NULL;
		write[counting->shape](&counted);
		status = answer_end(&answer);
	}
	free(counted.rows);
	return status;
}

static int count_and_tell(struct counting *counting, const struct settings *settings)
{
	int status = lines_run(settings, NULL, count_item, counting);

	for (unsigned i = 0; counting->hand && i < counting->n_hands; i++)
		add_hand(counting, &counting->hand[i]);
	if (status == EXIT_TROUBLE)
		return status;
	return status_worse(status, tell(counting, settings));
}

int cmd_stats(int argc, char **argv)
{
	struct settings settings = { .command = "stats",
		                     .usage = "stats [OPTION]... [URI]...",
		                     .many_standards = true };
	struct counting counting = { .options.memory = MEMORY,
		                     .top = 10,
		                     .adding = PTHREAD_MUTEX_INITIALIZER };
	const struct option rows[] = {
		{ .name = "format",
		  .value = true,
		  .call = read_shape_of_stats,
		  .own = &counting.shape },
		{ .name = "by", .value = true, .call = read_dimensions, .own = &counting },
		{ .name = "top", .value = true, .call = read_number_of_stats, .own = &counting },
		{ .name = "memory", .value = true, .call = read_number_of_stats, .own = &counting },
		{ .name = "seed", .value = true, .call = read_number_of_stats, .own = &counting },
		{ .name = "suffix-list", .text = &counting.path },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status >= 0)
		return status;
	settle_standards(&counting, &settings);
	status = read_list_of_stats(&counting, &settings);
	if (status < 0)
		status = begin_counting(&counting, &settings);
	if (status < 0)
		status = count_and_tell(&counting, &settings);
	free_counting(&counting);
	return status;
}
