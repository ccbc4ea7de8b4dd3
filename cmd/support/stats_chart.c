/* stats_chart.c - converts a dimension of the statistics to named rows with a summary sentence. */
#include "stats.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const unsigned quantile_percent[N_QUANTILES] = { 25, 50, 75, 90, 99 };

bool is_shown(const struct counted *counted, enum everyuri_stats_dimension dimension)
{
	return counted->dimensions >> dimension & 1u;
}

unsigned share_of(uint64_t part, uint64_t whole)
{
	if (whole > UINT64_MAX / 2000) {
		whole /= 2000;
		part /= 2000;
	}
	return whole ? (unsigned)((part * 1000 + whole / 2) / whole) : 0;
}

uint64_t mean_tenths(const struct everyuri_stats_lengths *lengths)
{
	return lengths->n ? lengths->sum / lengths->n * 10 +
	                            (lengths->sum % lengths->n * 10 + lengths->n / 2) / lengths->n :
	                    0;
}

void head_sentence(const struct counted *counted, char *text, size_t cap)
{
	const struct everyuri_stats_items *items = everyuri_stats_read_items(counted->stats);

	snprintf(text, cap, "%" PRIu64 " item%s: %" PRIu64 " accepted by %s, %" PRIu64 " refused",
	         items->items, items->items == 1 ? "" : "s", items->accepted,
	         everyuri_standard_name(counted->settings->standard[0]), items->refused);
}

/* ---- sentences ---------------------------------------------------------------------------- */

static void say(struct chart *chart, const char *format, ...)
{
	size_t n = strlen(chart->sentence);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(chart->sentence + n, sizeof chart->sentence - n, format, arguments);
	va_end(arguments);
}

static const char *unit_of(enum everyuri_stats_dimension dimension)
{
	return dimension == EVERYURI_STATS_QUERY_KEY ? "pairs" :
	       dimension == EVERYURI_STATS_REASON    ? "refused items" :
	                                               "URIs";
}

static void say_table(struct chart *chart, const struct counted *counted)
{
	const struct everyuri_stats_total *total = &chart->total;

	say(chart, "%s: %" PRIu64, unit_of(chart->dimension), total->counted);
	if (total->absent)
		say(chart, ", and %" PRIu64 " without one", total->absent);
	if (total->distinct_error)
		say(chart, "; about %" PRIu64 " (+- %" PRIu64 ") different values", total->distinct,
		    total->distinct_error);
	else
		say(chart, "; %" PRIu64 " different value%s", total->distinct,
		    total->distinct == 1 ? "" : "s");
	if (chart->n < total->rows)
		say(chart, ", the first %zu shown", chart->n);
	if (total->too_long)
		say(chart, "; %" PRIu64 " longer than %d bytes are not listed", total->too_long,
		    EVERYURI_STATS_VALUE_MAX);
	if (chart->dimension == EVERYURI_STATS_DOMAIN)
		say(chart, "; from the Public Suffix List %s", counted->list);
	if (chart->sketch)
		say(chart,
		    "; estimates, because memory was short: the true count is at least the count "
		    "shown, and at most that count plus the number after +; a value that is not "
		    "listed occurs at most %" PRIu64 " times",
		    total->floor);
}

static void say_lengths(struct chart *chart, const struct counted *counted)
{
	struct everyuri_stats_lengths lengths = everyuri_stats_read_lengths(counted->stats);
	uint64_t mean = mean_tenths(&lengths), most;

	say(chart,
	    "length of the accepted items in bytes: %" PRIu64 " to %" PRIu64 ", mean %" PRIu64
	    ".%" PRIu64,
	    lengths.least, lengths.most, mean / 10, mean % 10);
	for (int i = 0; i < N_QUANTILES && lengths.n; i++) {
		uint64_t least =
			everyuri_stats_quantile(counted->stats, quantile_percent[i], &most);

		say(chart, "%s%u %% have at most %" PRIu64, i ? ", " : "; ", quantile_percent[i],
		    least);
		if (most > least)
			say(chart, " to %" PRIu64, most);
	}
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void add_row(struct chart *chart, struct everyuri_stats_row *rows, const char *name,
                    uint64_t count)
{
	rows[chart->n++] =
		(struct everyuri_stats_row){ .value = { name, strlen(name) }, .count = count };
}

static void make_standards(struct chart *chart, const struct counted *counted)
{
	const struct everyuri_stats_items *items = everyuri_stats_read_items(counted->stats);

	for (size_t i = 0; i < counted->settings->n_standards; i++) {
		enum everyuri_standard standard = counted->settings->standard[i];

		add_row(chart, counted->rows, everyuri_standard_name(standard),
		        items->by_standard[standard]);
	}
	chart->whole = items->items;
	say(chart, "items that each standard accepts, of %" PRIu64, items->items);
}

static void make_depths(struct chart *chart, const struct counted *counted)
{
	const struct everyuri_stats_items *items = everyuri_stats_read_items(counted->stats);
	int deepest = EVERYURI_STATS_DEPTH_MAX;

	while (deepest && !items->by_depth[deepest])
		deepest--;
	for (int i = 0; i <= deepest; i++) {
		snprintf(chart->label[i], sizeof chart->label[i], "%d%s", i,
		         i == EVERYURI_STATS_DEPTH_MAX ? " and more" : "");
		add_row(chart, counted->rows, chart->label[i], items->by_depth[i]);
	}
	chart->whole = items->accepted;
	say(chart, "non-empty path segments, in %" PRIu64 " URIs", items->accepted);
}

static void make_lengths(struct chart *chart, const struct counted *counted)
{
	unsigned first = 0, last = 31;

	chart->whole = everyuri_stats_read_lengths(counted->stats).n;
	while (first < 31 && !everyuri_stats_lengths_of(counted->stats, first))
		first++;
	while (last && !everyuri_stats_lengths_of(counted->stats, last))
		last--;
	for (unsigned i = first; i <= last; i++) {
		snprintf(chart->label[i], sizeof chart->label[i], "%" PRIu64 "-%" PRIu64,
		         i ? UINT64_C(1) << i : 0, (UINT64_C(2) << i) - 1);
		add_row(chart, counted->rows, chart->label[i],
		        everyuri_stats_lengths_of(counted->stats, i));
	}
	say_lengths(chart, counted);
}

/* Gives each reason a label that contains its message and its clause. */
static void label_reasons(struct chart *chart, struct everyuri_stats_row *rows)
{
	for (size_t i = 0; i < chart->n; i++) {
		struct everyuri_stats_row *row = &rows[i];

		snprintf(chart->label[i], sizeof chart->label[i],
		         row->clause.len ? "%.*s (%.*s)" : "%.*s", (int)row->value.len,
		         row->value.data, (int)row->clause.len, row->clause.data);
	}
}

static void make_table(struct chart *chart, const struct counted *counted)
{
	bool reasons = chart->dimension == EVERYURI_STATS_REASON;
	size_t most = reasons && counted->top > LABELS ? LABELS : counted->top;

	chart->total = everyuri_stats_read_total(counted->stats, chart->dimension);
	chart->n = everyuri_stats_top(counted->stats, chart->dimension, counted->rows, most);
	chart->sorted = true;
	chart->sketch = chart->total.floor > 0;
	chart->whole = chart->others = chart->total.counted;
	for (size_t i = 0; i < chart->n; i++)
		chart->others -= counted->rows[i].count;
	if (reasons)
		label_reasons(chart, counted->rows);
	say_table(chart, counted);
}

void chart_make(struct chart *chart, const struct counted *counted,
                enum everyuri_stats_dimension dimension)
{
	memset(chart, 0, sizeof *chart);
	chart->dimension = dimension;
	chart->name = everyuri_stats_dimension_name(dimension);
	chart->rows = counted->rows;
	if (dimension == EVERYURI_STATS_STANDARD)
		make_standards(chart, counted);
	else if (dimension == EVERYURI_STATS_DEPTH)
		make_depths(chart, counted);
	else if (dimension == EVERYURI_STATS_LENGTH)
		make_lengths(chart, counted);
	else
		make_table(chart, counted);
	for (size_t i = 0; i < chart->n; i++)
		if (chart->rows[i].count > chart->most)
			chart->most = chart->rows[i].count;
}
