/* stats_html.c - writes the statistics as one HTML page that needs no other files. */
#include "stats.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Sizes in pixels, on a grid of 4, of a row in a plot.  A row has a line with the name and the
 * number, and the bar below that line. */
enum { ROW = 32, BASELINE = 12, BAR = 16, THICK = 8 };

/* Number of characters of 12 pixels that fit on one line of the narrowest screen, which has 360
 * pixels including margins. */
#define LINE_CELLS 45

/* Minimum width of a bar, in hundredths of a percent of the plot's width.  It is one pixel on the
 * narrowest screen. */
#define THINNEST 31

/* The page has no scripts and no external resources.  Its colours are those that all pages of the
 * project use for the parts of a URI. */
static const char head[] =
	"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	"style-src 'unsafe-inline'\">\n"
	"<meta name=\"viewport\" content=\"width=device-width\">\n"
	"<title>everyuri stats</title>\n<style>\n"
	":root { color-scheme: light dark; --paper: #fff; --line: #c9ccd3; --ink: #1b1d22; "
	"--faint: #5c616c; --focus: #0b57d0;\n"
	"\t--scheme: #8e24aa; --host: #146c2e; --port: #00696f; --path: #0b57d0; "
	"--query: #a0235f; }\n"
	"@media (prefers-color-scheme: dark) {\n"
	"\t:root { --paper: #16181d; --line: #434854; --ink: #e6e6e6; --faint: #a3a9b5; "
	"--focus: #8ab4f8;\n"
	"\t\t--scheme: #d7a3f5; --host: #7ee08a; --port: #6fd3d8; --path: #8ab4f8; "
	"--query: #f4a4cb; }\n}\n"
	"body { margin: 0 auto; padding: 0 16px 32px; max-width: 1040px; background: var(--paper); "
	"color: var(--ink); font: 16px/24px system-ui, sans-serif; overflow-wrap: anywhere; }\n"
	"h1 { margin: 24px 0 8px; font-size: 24px; line-height: 32px; }\n"
	"h2 { margin: 32px 0 8px; font-size: 20px; line-height: 28px; }\n"
	"p { margin: 8px 0; max-width: 70ch; }\n"
	"figure { margin: 0; max-width: 720px; }\n"
	"summary:focus-visible { outline: 3px solid var(--focus); "
	"outline-offset: 2px; }\n"
	"svg { display: block; }\n"
	"svg text { fill: var(--ink); font: 12px ui-monospace, Menlo, Consolas, \"DejaVu Sans "
	"Mono\", monospace; }\n"
	"rect { fill: var(--faint); }\n"
	".scheme rect { fill: var(--scheme); }\n.host rect, .domain rect { fill: var(--host); }\n"
	".port rect { fill: var(--port); }\n"
	".extension rect, .depth rect { fill: var(--path); }\n"
	".query-key rect { fill: var(--query); }\n"
	"details { margin: 8px 0; }\nsummary { padding: 4px 0; }\n"
	"table { border-collapse: collapse; font-size: 14px; }\n"
	"th, td { padding: 4px 16px 4px 0; border-bottom: 1px solid var(--line); "
	"text-align: left; vertical-align: top; }\n"
	"td + td, th + th { text-align: right; font-variant-numeric: tabular-nums; }\n"
	"bdi { unicode-bidi: isolate; }\n"
	"</style>\n</head>\n<body>\n<main>\n<h1>everyuri stats</h1>\n";

/* Writes text that comes from this program, such as numbers and constant strings, without
 * escaping. */
static void put_own(const struct counted *counted, const char *format, ...)
{
	char text[512];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	everyuri_write_text(&counted->answer->out, text);
}

/* Writes text from the input, escaped for HTML. */
static void put_foreign(const struct counted *counted, const char *data, size_t len)
{
	if (counted->answer->terminal)
		everyuri_write_html_shown(&counted->answer->out, data, len);
	else
		everyuri_write_html(&counted->answer->out, data, len);
}

static void put_words(const struct counted *counted, const char *words)
{
	put_foreign(counted, words, strlen(words));
}

static struct everyuri_text name_of_bar(const struct chart *chart, size_t i)
{
	if (chart->dimension != EVERYURI_STATS_REASON)
		return chart->rows[i].value;
	return (struct everyuri_text){ chart->label[i], strlen(chart->label[i]) };
}

/* Writes a name, shortened in the middle; the table below contains the full name. */
static void put_shortened(const struct counted *counted, struct everyuri_text name, size_t cells)
{
	if (everyuri_cells(name.data, name.len) <= cells) {
		put_foreign(counted, name.data, name.len);
		return;
	}
	size_t front = everyuri_cells_front(name.data, name.len, cells / 2);
	size_t back = everyuri_cells_back(name.data, name.len, (cells - 1) / 2);

	put_foreign(counted, name.data, front);
	everyuri_write_text(&counted->answer->out, "\xE2\x80\xA6");
	put_foreign(counted, name.data + name.len - back, back);
}

static void put_count(const struct counted *counted, const struct everyuri_stats_row *row)
{
	put_own(counted, row->error ? "%" PRIu64 " +%" PRIu64 : "%" PRIu64, row->count, row->error);
}

static void put_percent(const struct counted *counted, uint64_t part, uint64_t whole)
{
	unsigned share = share_of(part, whole);

	put_own(counted, "%u.%u %%", share / 10, share % 10);
}

/* ---- a plot ------------------------------------------------------------------------------------ */

/* Writes the count and its share in the same form as the table. */
static void number_of_bar(const struct chart *chart, size_t i, char *text, size_t cap)
{
	const struct everyuri_stats_row *row = &chart->rows[i];
	unsigned share = share_of(row->count, chart->whole);

	if (row->error)
		snprintf(text, cap, "%" PRIu64 " +%" PRIu64 ", %u.%u %%", row->count, row->error,
		         share / 10, share % 10);
	else
		snprintf(text, cap, "%" PRIu64 ", %u.%u %%", row->count, share / 10, share % 10);
}

static unsigned width_of_bar(const struct chart *chart, size_t i)
{
	uint64_t count = chart->rows[i].count;
	unsigned width = chart->most ? (unsigned)((double)count / (double)chart->most * 10000) : 0;

	return count && width < THINNEST ? THINNEST : width;
}

/* Writes the name at the left and the number at the right, above the bar.  The width of the bar is
 * a percentage, so that nothing extends beyond a narrow screen. */
static void put_bar_of(const struct counted *counted, const struct chart *chart, size_t i)
{
	unsigned y = (unsigned)i * ROW, width = width_of_bar(chart, i);
	char number[64];

	number_of_bar(chart, i, number, sizeof number);
	put_own(counted, "<text x=\"0\" y=\"%u\">", y + BASELINE);
	put_shortened(counted, name_of_bar(chart, i), LINE_CELLS - 1 - strlen(number));
	put_own(counted,
	        "</text><text x=\"100%%\" y=\"%u\" text-anchor=\"end\">%s</text>"
	        "<rect x=\"0\" y=\"%u\" width=\"%u.%02u%%\" height=\"%d\"></rect>\n",
	        y + BASELINE, number, y + BAR, width / 100, width % 100, THICK);
}

static void put_plot(const struct counted *counted, const struct chart *chart)
{
	put_own(counted,
	        "<figure><svg class=\"%s\" role=\"img\" aria-labelledby=\"%s-title %s-desc\" "
	        "width=\"100%%\" height=\"%u\">\n",
	        chart->name, chart->name, chart->name, (unsigned)chart->n * ROW);
	put_own(counted, "<title id=\"%s-title\">%s</title><desc id=\"%s-desc\">", chart->name,
	        chart->name, chart->name);
	put_words(counted, chart->sentence);
	everyuri_write_text(&counted->answer->out,
	                    "; the table below has the same numbers</desc>\n");
	for (size_t i = 0; i < chart->n; i++)
		put_bar_of(counted, chart, i);
	everyuri_write_text(&counted->answer->out, "</svg></figure>\n");
}

/* ---- the table ----------------------------------------------------------------------------------- */

static void put_line(const struct counted *counted, const struct chart *chart, size_t i)
{
	struct everyuri_text name = name_of_bar(chart, i);

	everyuri_write_text(&counted->answer->out, "<tr><td><bdi>");
	put_foreign(counted, name.data, name.len);
	everyuri_write_text(&counted->answer->out, "</bdi></td><td>");
	put_count(counted, &chart->rows[i]);
	everyuri_write_text(&counted->answer->out, "</td><td>");
	put_percent(counted, chart->rows[i].count, chart->whole);
	everyuri_write_text(&counted->answer->out, "</td></tr>\n");
}

static void put_list(const struct counted *counted, const struct chart *chart)
{
	put_own(counted,
	        "<details open><summary>%s as a table</summary>\n<table>\n<thead><tr>"
	        "<th scope=\"col\">%s</th><th scope=\"col\">%s</th><th scope=\"col\">share</th>"
	        "</tr></thead>\n<tbody>\n",
	        chart->name, chart->name, chart->sketch ? "at least (+ possibly more)" : "count");
	for (size_t i = 0; i < chart->n; i++)
		put_line(counted, chart, i);
	if (chart->others) {
		put_own(counted, "<tr><td>others</td><td>%" PRIu64 "</td><td>", chart->others);
		put_percent(counted, chart->others, chart->whole);
		everyuri_write_text(&counted->answer->out, "</td></tr>\n");
	}
	everyuri_write_text(&counted->answer->out, "</tbody>\n</table>\n</details>\n");
}

static void put_section(const struct counted *counted, const struct chart *chart)
{
	put_own(counted, "<section>\n<h2>%s</h2>\n<p>", chart->name);
	put_words(counted, chart->sentence);
	everyuri_write_text(&counted->answer->out, "</p>\n");
	if (chart->n) {
		put_plot(counted, chart);
		put_list(counted, chart);
	}
	everyuri_write_text(&counted->answer->out, "</section>\n");
}

void stats_html(const struct counted *counted)
{
	struct everyuri_writer *out = &counted->answer->out;
	struct chart chart;
	char sentence[256];

	everyuri_write_text(out, head);
	head_sentence(counted, sentence, sizeof sentence);
	everyuri_write_text(out, "<p>");
	put_words(counted, sentence);
	everyuri_write_text(out, "</p>\n");
	for (int d = 0; d < EVERYURI_N_STATS_DIMENSIONS; d++) {
		if (!is_shown(counted, (enum everyuri_stats_dimension)d))
			continue;
		chart_make(&chart, counted, (enum everyuri_stats_dimension)d);
		put_section(counted, &chart);
	}
	if (counted->list_path) {
		everyuri_write_text(out, "<p>Domains are not counted: there is no Public Suffix "
		                         "List at <bdi>");
		put_words(counted, counted->list_path);
		everyuri_write_text(out, "</bdi></p>\n");
	}
	everyuri_write_text(out, "</main>\n</body>\n</html>\n");
	if (counted->settings->nul)
		put_end(counted->answer);
}
