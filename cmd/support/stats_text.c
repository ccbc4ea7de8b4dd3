/* stats_text.c - writes the statistics as bar charts for a terminal. */
#include "stats.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MARGIN 2
#define NUMBER_MAX 48

/* Returns the URI part whose colour the dimension uses; -1 if there is none. */
static int part_of(enum everyuri_stats_dimension dimension)
{
	static const signed char part[EVERYURI_N_STATS_DIMENSIONS] = {
		[EVERYURI_STATS_SCHEME] = EVERYURI_SCHEME,
		[EVERYURI_STATS_STANDARD] = -1,
		[EVERYURI_STATS_HOST] = EVERYURI_HOST,
		[EVERYURI_STATS_DOMAIN] = EVERYURI_HOST,
		[EVERYURI_STATS_PORT] = EVERYURI_PORT,
		[EVERYURI_STATS_EXTENSION] = EVERYURI_PATH,
		[EVERYURI_STATS_QUERY_KEY] = EVERYURI_QUERY,
		[EVERYURI_STATS_DEPTH] = EVERYURI_PATH,
		[EVERYURI_STATS_LENGTH] = -1,
		[EVERYURI_STATS_REASON] = -1,
	};

	return part[dimension];
}

/* The columns of a chart. */
struct columns {
	size_t name, number, bar; /* widths in terminal cells */
};

static void number_of(const struct everyuri_stats_row *row, char text[NUMBER_MAX])
{
	if (row->error)
		snprintf(text, NUMBER_MAX, "%" PRIu64 " +%" PRIu64, row->count, row->error);
	else
		snprintf(text, NUMBER_MAX, "%" PRIu64, row->count);
}

static struct everyuri_text name_of_row(const struct chart *chart, size_t i)
{
	if (chart->dimension != EVERYURI_STATS_REASON)
		return chart->rows[i].value;
	return (struct everyuri_text){ chart->label[i], strlen(chart->label[i]) };
}

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

/* Computes the widths of the columns.  The names get at most half of the page; reasons, which
 * are longer, get two thirds.  The bars get the rest, at least 8 cells. */
static struct columns columns_of(const struct page *page, const struct chart *chart)
{
	struct columns columns = { .name = strlen("others"), .number = 1 };
	size_t half =
		chart->dimension == EVERYURI_STATS_REASON ? page->width * 2 / 3 : page->width / 2;
	char number[NUMBER_MAX];

	for (size_t i = 0; i < chart->n; i++) {
		struct everyuri_text name = name_of_row(chart, i);

		columns.name = larger(columns.name, cells_short(page, name.data, name.len, half));
		number_of(&chart->rows[i], number);
		columns.number = larger(columns.number, strlen(number));
	}
	snprintf(number, sizeof number, "%" PRIu64, chart->others);
	columns.number = larger(columns.number, strlen(number));
	size_t taken = MARGIN + columns.name + 2 + columns.number + 2 + strlen("100.0 %") + 2;

	columns.bar = page->width > taken + 8 ? page->width - taken : 8;
	return columns;
}

/* Draws a bar of full cells.  The last cell may be partly filled, in eighths (U+2589 to U+258F). */
static void put_bar(struct page *page, uint64_t count, uint64_t most, size_t cells)
{
	struct everyuri_writer *out = &page->answer->out;
	uint64_t eighths = most ? (uint64_t)((double)count / (double)most * (double)cells * 8) : 0;

	if (count && eighths < (page->box ? 1 : 8))
		eighths = page->box ? 1 : 8;
	for (uint64_t i = 0; i < eighths / 8; i++)
		everyuri_write_text(out, page->box ? "\xE2\x96\x88" : "#");
	if (page->box && eighths % 8) {
		const char sign[] = { '\xE2', '\x96', (char)(0x90 - eighths % 8) };

		everyuri_write(out, sign, sizeof sign);
	}
}

static void put_share(struct page *page, uint64_t part, uint64_t whole)
{
	unsigned share = share_of(part, whole);
	char text[16];

	snprintf(text, sizeof text, "  %3u.%u %%", share / 10, share % 10);
	everyuri_write_text(&page->answer->out, text);
}

static void put_row(struct page *page, const struct chart *chart, const struct columns *columns,
                    size_t i)
{
	struct everyuri_text name = name_of_row(chart, i);
	char number[NUMBER_MAX];

	put_spaces(page, MARGIN);
	put_spaces(page, columns->name - put_short(page, name.data, name.len, columns->name) + 2);
	number_of(&chart->rows[i], number);
	put_spaces(page, columns->number - strlen(number));
	everyuri_write_text(&page->answer->out, number);
	put_share(page, chart->rows[i].count, chart->whole);
	if (chart->rows[i].count) {
		put_spaces(page, 2);
		color_part(page, part_of(chart->dimension));
		put_bar(page, chart->rows[i].count, chart->most, columns->bar);
		if (part_of(chart->dimension) >= 0)
			color_end(page);
	}
	everyuri_write_text(&page->answer->out, "\n");
}

static void put_others(struct page *page, const struct chart *chart, const struct columns *columns)
{
	char number[NUMBER_MAX];

	put_spaces(page, MARGIN);
	everyuri_write_text(&page->answer->out, "others");
	snprintf(number, sizeof number, "%" PRIu64, chart->others);
	put_spaces(page, columns->name - strlen("others") + 2 + columns->number - strlen(number));
	everyuri_write_text(&page->answer->out, number);
	put_share(page, chart->others, chart->whole);
	everyuri_write_text(&page->answer->out, "\n");
}

static void draw_chart(struct page *page, const struct chart *chart)
{
	struct columns columns = columns_of(page, chart);
	struct everyuri_text sentence = { chart->sentence, strlen(chart->sentence) };

	everyuri_write_text(&page->answer->out, "\n");
	everyuri_write_text(&page->answer->out, chart->name);
	put_spaces(page, 11 - strlen(chart->name));
	put_wrapped(page, 11, sentence.data, sentence.len);
	for (size_t i = 0; i < chart->n; i++)
		put_row(page, chart, &columns, i);
	if (chart->others)
		put_others(page, chart, &columns);
}

static void say_no_list(struct page *page, const char *path)
{
	static const char why[] = "not counted: there is no Public Suffix List at";

	everyuri_write_text(&page->answer->out, "\ndomain     ");
	put_wrapped(page, 11, why, sizeof why - 1);
	put_spaces(page, 11);
	put_raw(page->answer, path, strlen(path));
	everyuri_write_text(&page->answer->out, "\n");
}

void stats_text(const struct counted *counted)
{
	struct page page = page_of(counted->answer);
	struct chart chart;
	char head[256];

	head_sentence(counted, head, sizeof head);
	put_wrapped(&page, 0, head, strlen(head));
	for (int d = 0; d < EVERYURI_N_STATS_DIMENSIONS; d++) {
		if (!is_shown(counted, (enum everyuri_stats_dimension)d))
			continue;
		chart_make(&chart, counted, (enum everyuri_stats_dimension)d);
		if (d != EVERYURI_STATS_REASON || chart.n)
			draw_chart(&page, &chart);
	}
	if (counted->list_path)
		say_no_list(&page, counted->list_path);
	if (counted->settings->nul)
		put_end(counted->answer);
}
