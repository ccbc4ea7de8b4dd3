/* stats.h - the output of `everyuri stats`. */
#ifndef CMD_STATS_H
#define CMD_STATS_H

#include "explain.h"

/* The statistics, and which of them to show. */
struct counted {
	struct answer *answer;
	const struct everyuri_stats *stats;
	const struct settings *settings; /* standard[0] parsed the parts */
	uint32_t dimensions;             /* dimensions to show, one bit each */
	const char *list;      /* date of the Public Suffix List; NULL: not loaded */
	const char *list_path; /* where the list was not found, though domains were requested; or NULL */
	struct everyuri_stats_row *rows; /* memory for the greater of `top` and LABELS rows */
	size_t top;
};

/* The greatest number of rows whose labels chart_make composes. */
#define LABELS 64

/* One dimension as a table or a bar chart. */
struct chart {
	enum everyuri_stats_dimension dimension;
	const char *name;
	struct everyuri_stats_total
		total; /* not set for standard, depth and length */
	const struct everyuri_stats_row *rows;
	size_t n;
	uint64_t most;       /* the greatest count */
	uint64_t whole;      /* the count that is 100 % */
	uint64_t others;     /* counted, but in no row that is shown */
	bool sketch, sorted; /* sorted: by count; otherwise in the order of the dimension */
	char sentence[512];  /* a summary of the dimension */
	char label[LABELS][160];
};

bool is_shown(const struct counted *counted, enum everyuri_stats_dimension dimension);

/* Fills a chart for one dimension; its rows are valid until the next call. */
void chart_make(struct chart *chart, const struct counted *counted,
                enum everyuri_stats_dimension dimension);

/* Returns the share in tenths of a percent, rounded to nearest. */
unsigned share_of(uint64_t part, uint64_t whole);

/* Writes the summary: "48010 items: 47871 accepted by rfc3986, 139 refused". */
void head_sentence(const struct counted *counted, char *text, size_t cap);

/* Returns the mean length in tenths of a byte. */
uint64_t mean_tenths(const struct everyuri_stats_lengths *lengths);

/* The quantiles that are printed, in percent. */
#define N_QUANTILES 5
extern const unsigned quantile_percent[N_QUANTILES];

void stats_text(const struct counted *counted);
void stats_json(const struct counted *counted);
void stats_tsv(const struct counted *counted);
void stats_html(const struct counted *counted);

#endif
