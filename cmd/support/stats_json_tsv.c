/* stats_json_tsv.c - writes the statistics as JSON and as tsv, for programs. */
#include "stats.h"

#include <string.h>

/* ---- JSON ------------------------------------------------------------------------------ */

static void put_key(struct everyuri_writer *out, const char *before, const char *key)
{
	everyuri_write_text(out, before);
	everyuri_write_text(out, "\"");
	everyuri_write_text(out, key);
	everyuri_write_text(out, "\":");
}

static void put_member(struct everyuri_writer *out, const char *before, const char *key,
                       uint64_t number)
{
	put_key(out, before, key);
	everyuri_write_number(out, number);
}

static void put_rows(const struct counted *counted, const struct chart *chart)
{
	struct everyuri_writer *out = &counted->answer->out;

	everyuri_write_text(out, ",\"rows\":[");
	for (size_t i = 0; i < chart->n; i++) {
		const struct everyuri_stats_row *row = &chart->rows[i];

		everyuri_write_text(out, i ? ",{\"value\":" : "{\"value\":");
		put_json(counted->answer, row->value.data, row->value.len);
		if (chart->dimension == EVERYURI_STATS_REASON) {
			everyuri_write_text(out, ",\"clause\":");
			put_json(counted->answer, row->clause.data, row->clause.len);
		}
		put_member(out, ",", "count", row->count);
		if (chart->sketch)
			put_member(out, ",", "error", row->error);
		everyuri_write_text(out, "}");
	}
	everyuri_write_text(out, "]");
}

static void put_table(const struct counted *counted, const struct chart *chart)
{
	struct everyuri_writer *out = &counted->answer->out;
	const struct everyuri_stats_total *total = &chart->total;

	put_member(out, "{", "counted", total->counted);
	put_member(out, ",", "absent", total->absent);
	put_member(out, ",", "too_long", total->too_long);
	put_member(out, ",", "distinct", total->distinct);
	everyuri_write_text(out, chart->sketch ? ",\"exact\":false" : ",\"exact\":true");
	if (chart->sketch) {
		put_member(out, ",", "distinct_error", total->distinct_error);
		put_member(out, ",", "floor", total->floor);
	}
	put_rows(counted, chart);
	everyuri_write_text(out, "}");
}

static void put_lengths(const struct counted *counted, const struct chart *chart)
{
	struct everyuri_writer *out = &counted->answer->out;
	struct everyuri_stats_lengths lengths = everyuri_stats_read_lengths(counted->stats);
	uint64_t mean = mean_tenths(&lengths), most;

	put_member(out, "{", "counted", lengths.n);
	put_member(out, ",", "sum", lengths.sum);
	put_member(out, ",", "least", lengths.least);
	put_member(out, ",", "most", lengths.most);
	put_member(out, ",", "mean", mean / 10);
	everyuri_write_text(out, ".");
	everyuri_write_number(out, mean % 10);
	everyuri_write_text(out, ",\"quantiles\":[");
	for (int i = 0; i < N_QUANTILES; i++) {
		uint64_t least =
			everyuri_stats_quantile(counted->stats, quantile_percent[i], &most);

		put_member(out, i ? ",{" : "{", "percent", quantile_percent[i]);
		put_member(out, ",", "at_least", least);
		put_member(out, ",", "at_most", most);
		everyuri_write_text(out, "}");
	}
	everyuri_write_text(out, "]");
	put_rows(counted, chart);
	everyuri_write_text(out, "}");
}

static void put_dimension(const struct counted *counted, const struct chart *chart)
{
	struct everyuri_writer *out = &counted->answer->out;

	switch (chart->dimension) {
	case EVERYURI_STATS_LENGTH:
		put_lengths(counted, chart);
		break;
	case EVERYURI_STATS_STANDARD:
	case EVERYURI_STATS_DEPTH:
		put_member(out, "{", "counted", chart->whole);
		put_rows(counted, chart);
		everyuri_write_text(out, "}");
		break;
	default:
		put_table(counted, chart);
		break;
	}
}

void stats_json(const struct counted *counted)
{
	struct everyuri_writer *out = &counted->answer->out;
	const struct everyuri_stats_items *items = everyuri_stats_read_items(counted->stats);
	struct chart chart;

	put_member(out, "{", "items", items->items);
	put_member(out, ",", "accepted", items->accepted);
	put_member(out, ",", "refused", items->refused);
	put_key(out, ",", "standard");
	put_json(counted->answer, everyuri_standard_name(counted->settings->standard[0]),
	         strlen(everyuri_standard_name(counted->settings->standard[0])));
	put_key(out, ",", "list");
	if (counted->list)
		put_json(counted->answer, counted->list, strlen(counted->list));
	else
		everyuri_write_text(out, "null");
	put_key(out, ",", "by");
	everyuri_write_text(out, "{");
	for (int d = 0, n = 0; d < EVERYURI_N_STATS_DIMENSIONS; d++) {
		if (!is_shown(counted, (enum everyuri_stats_dimension)d))
			continue;
		chart_make(&chart, counted, (enum everyuri_stats_dimension)d);
		put_key(out, n++ ? "," : "", chart.name);
		put_dimension(counted, &chart);
	}
	everyuri_write_text(out, "}}");
	put_end(counted->answer);
}

/* ---- tsv ------------------------------------------------------------------------------------ */

/* Writes one row.  Its fields are the dimension, the value, the clause, the least
 * count, and how much greater the count may be.  If the clause is NULL, \N is
 * written. */
static void put_tsv(const struct counted *counted, const char *what, struct everyuri_text value,
                    struct everyuri_text clause, uint64_t count, uint64_t error)
{
	struct everyuri_writer *out = &counted->answer->out;

	everyuri_write_text(out, what);
	everyuri_write_text(out, "\t");
	put_field(counted->answer, value.data, value.len);
	everyuri_write_text(out, "\t");
	put_field(counted->answer, clause.data, clause.len);
	everyuri_write_text(out, "\t");
	everyuri_write_number(out, count);
	everyuri_write_text(out, "\t");
	everyuri_write_number(out, error);
	put_end(counted->answer);
}

static void put_number(const struct counted *counted, const struct chart *chart, const char *what,
                       uint64_t number, uint64_t error)
{
	static const struct everyuri_text none = { NULL, 0 };
	char name[64];
	size_t n = strlen(chart->name);

	memcpy(name, chart->name, n);
	name[n++] = '.';
	memcpy(name + n, what, strlen(what) + 1);
	put_tsv(counted, name, none, none, number, error);
}

static void put_summary(const struct counted *counted, const struct chart *chart)
{
	const struct everyuri_stats_total *total = &chart->total;
	struct everyuri_stats_lengths lengths;

	if (chart->dimension == EVERYURI_STATS_LENGTH) {
		lengths = everyuri_stats_read_lengths(counted->stats);
		put_number(counted, chart, "sum", lengths.sum, 0);
		put_number(counted, chart, "least", lengths.least, 0);
		put_number(counted, chart, "most", lengths.most, 0);
		for (int i = 0; i < N_QUANTILES; i++) {
			static const char *const name[N_QUANTILES] = { "p25", "p50", "p75", "p90",
				                                       "p99" };
			uint64_t most, least = everyuri_stats_quantile(counted->stats,
			                                               quantile_percent[i], &most);

			put_number(counted, chart, name[i], least, most - least);
		}
	}
	if (!chart->sorted)
		return;
	put_number(counted, chart, "counted", total->counted, 0);
	put_number(counted, chart, "absent", total->absent, 0);
	put_number(counted, chart, "too_long", total->too_long, 0);
	put_number(counted, chart, "distinct", total->distinct, total->distinct_error);
	put_number(counted, chart, "floor", total->floor, 0);
}

void stats_tsv(const struct counted *counted)
{
	static const struct everyuri_text none = { NULL, 0 };
	const struct everyuri_stats_items *items = everyuri_stats_read_items(counted->stats);
	struct chart chart;

	everyuri_write_text(&counted->answer->out, "dimension\tvalue\tclause\tcount\terror");
	put_end(counted->answer);
	put_tsv(counted, "items", none, none, items->items, 0);
	put_tsv(counted, "accepted", none, none, items->accepted, 0);
	put_tsv(counted, "refused", none, none, items->refused, 0);
	for (int d = 0; d < EVERYURI_N_STATS_DIMENSIONS; d++) {
		if (!is_shown(counted, (enum everyuri_stats_dimension)d))
			continue;
		chart_make(&chart, counted, (enum everyuri_stats_dimension)d);
		put_summary(counted, &chart);
		for (size_t i = 0; i < chart.n; i++)
			put_tsv(counted, chart.name, chart.rows[i].value, chart.rows[i].clause,
			        chart.rows[i].count, chart.rows[i].error);
	}
}
