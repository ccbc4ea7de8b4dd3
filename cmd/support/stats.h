/* stats.h - the output of `everyuri stats`. */
#ifndef CMD_STATS_H
#define CMD_STATS_H

#include "explain.h"

/* What has been counted, and how much of it is shown. */
struct counted {
	struct answer *answer;
	const struct everyuri_stats *stats;
	const struct settings *settings; /* standard[0] read the parts */
	uint32_t dimensions;             /* bits: those to be shown */
	const char *list;      /* the date of the Public Suffix List; NULL: there is none */
	const char *list_path; /* where there is no list, though domains were wanted; or NULL */
	struct everyuri_stats_row *rows; /* room for `top`, and for LABELS */
	size_t top;
};

/* At most so many rows have names that are made for them. */
#define LABELS 64

/* One dimension as a table, or as bars. */
struct chart {
	enum everyuri_stats_dimension dimension;
	const char *name;
	struct everyuri_stats_total
		total; /* of standard, depth and length as far as it has sense */
	const struct everyuri_stats_row *rows;
	size_t n;
	uint64_t most;       /* the greatest count */
	uint64_t whole;      /* what the shares are of */
	uint64_t others;     /* counted, and in no row that is shown */
	bool sketch, sorted; /* sorted: by count; otherwise the rows have an order of their own */
	char sentence[512];  /* what there is to say of all of them */
	char label[LABELS][160];
};

bool is_shown(const struct counted *counted, enum everyuri_stats_dimension dimension);

/* Look a dimension up; its rows are valid until the next call. */
void chart_make(struct chart *chart, const struct counted *counted,
                enum everyuri_stats_dimension dimension);

/* A thousand parts of a whole, to the nearest. */
unsigned share_of(uint64_t part, uint64_t whole);

/* "48010 URIs: 47871 accepted by rfc3986, 139 refused" */
void head_sentence(const struct counted *counted, char *text, size_t cap);

/* The mean length in tenths of a byte. */
uint64_t mean_tenths(const struct everyuri_stats_lengths *lengths);

/* The quantiles that are told, in percent. */
#define N_QUANTILES 5
extern const unsigned quantile_percent[N_QUANTILES];

void stats_text(const struct counted *counted);
void stats_json(const struct counted *counted);
void stats_tsv(const struct counted *counted);
void stats_html(const struct counted *counted);

#endif
