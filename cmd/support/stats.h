/* stats.h - the output of `everyuri stats`. */
#ifndef CMD_STATS_H
#define CMD_STATS_H

#include "explain.h"

/* The statistics, with the dimensions to show. */
struct counted {
	struct answer *answer;
	const struct everyuri_stats *stats;
	const struct settings *settings; /* standard[0] is the standard that parsed the parts */
	uint32_t dimensions;             /* dimensions to show; each has one bit */
	const char *list;      /* date of the Public Suffix List; NULL if it was not loaded */
	const char *list_path; /* path where the list was not found, if domains were requested;
	                        * otherwise NULL */
	struct everyuri_stats_row *rows; /* memory for `top` rows or LABELS rows, whichever is
	                                  * more */
	size_t top;
};

/* Maximum number of rows for which chart_make composes labels. */
#define LABELS 64

/* One dimension, in the form of a table or a bar chart. */
struct chart {
	enum everyuri_stats_dimension dimension;
	const char *name;
	struct everyuri_stats_total
		total; /* not set for the dimensions standard, depth and length */
	const struct everyuri_stats_row *rows;
	size_t n;
	uint64_t most;       /* the greatest count of a row */
	uint64_t whole;      /* the count that corresponds to 100 % */
	uint64_t others;     /* items that are counted, but in none of the rows shown */
	bool sketch, sorted; /* sorted: the rows are ordered by count; otherwise they are in the
	                      * order of the dimension */
	char sentence[512];  /* a sentence that summarises the dimension */
	char label[LABELS][160];
};

bool is_shown(const struct counted *counted, enum everyuri_stats_dimension dimension);

/* Fills in the chart for one dimension.  The rows of the chart are valid until the next call. */
void chart_make(struct chart *chart, const struct counted *counted,
                enum everyuri_stats_dimension dimension);

/* Returns the share in tenths of a percent, rounded to the nearest. */
unsigned share_of(uint64_t part, uint64_t whole);

/* Writes the summary, such as "48010 items: 47871 accepted by rfc3986, 139 refused". */
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
