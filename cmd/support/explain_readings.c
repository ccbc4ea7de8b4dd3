/* explain_readings.c - writes a table of how each standard parses the URI, and a line that
 * lists the differences. */
#include "explain.h"

#include <stdio.h>
#include <string.h>

#define LEAD 20         /* number of cells in "  rfc3986    valid  " */
#define GAP 2           /* number of cells before each column */
#define COLUMN_CELLS 28 /* in cells; a longer value is shortened */
#define COLUMN_LEAST \
	8 /* in cells; if values would have to be shorter, each row is split over
                         * several lines */
#define NARROW \
	40 /* in cells; if the page is narrower, columns do not fit to the right of the
                         * lead */

/* The table.  width: number of cells in the column of each part; 0 if the part has no column. */
struct table {
	struct page *page;
	const struct everyuri_explanation *told;
	size_t width[EVERYURI_N_PARTS];
	size_t limit;       /* maximum width of a value in cells */
	size_t indent;      /* number of cells before the second line of a row */
	size_t column, pad; /* cells used in the current line; spaces to write before the next
	                     * column */
};

static struct everyuri_text value_of(const struct table *table, int standard, int part)
{
	return everyuri_view(&table->told->found.reading[standard].uri, (enum everyuri_part)part);
}

static bool accepts(const struct table *table, int standard)
{
	return table->told->found.accepted >> standard & 1;
}

/* ---- column widths -------------------------------------------------------------------------- */

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static size_t name_width(int part)
{
	return strlen(everyuri_part_name((enum everyuri_part)part));
}

static void measure(struct table *table)
{
	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		if (!(table->told->columns >> part & 1))
			continue;
		table->width[part] = name_width(part);
		for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
			struct everyuri_text value = value_of(table, s, part);

			if (accepts(table, s))
				table->width[part] = larger(table->width[part],
				                            cells_short(table->page, value.data,
				                                        value.len, COLUMN_CELLS));
		}
	}
}

/* Returns the width of a column whose values are shortened to `limit` cells. */
static size_t limited(const struct table *table, int part, size_t limit)
{
	size_t width = table->width[part];

	return width > limit ? larger(name_width(part), limit) : width;
}

static bool fits(const struct table *table, size_t limit)
{
	size_t cells = LEAD;

	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		if (table->width[part])
			cells += GAP + limited(table, part, limit);
	return cells <= table->page->width;
}

/* Shortens values until a row fits on one line.  If the values would become too short, splits
 * rows over several lines instead. */
static void fit(struct table *table)
{
	size_t room = table->page->width - table->indent - GAP, limit = COLUMN_CELLS;

	while (limit >= COLUMN_LEAST && !fits(table, limit))
		limit--;
	if (limit < COLUMN_LEAST)
		limit = room < COLUMN_CELLS ? room : COLUMN_CELLS;
	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		if (table->width[part])
			table->width[part] = limited(table, part, limit);
	table->limit = limit;
}

/* ---- rows ------------------------------------------------------------------------------------- */

/* Writes the words at the start of a row.  pad: number of spaces to write before the first
 * column. */
static void begin_row(struct table *table, const char *words, size_t pad)
{
	everyuri_write_text(&table->page->answer->out, words);
	table->column = LEAD;
	table->pad = pad;
}

/* Moves to the next column.  Begins a new line if `width` cells do not fit on the current one. */
static void begin_cell(struct table *table, size_t width)
{
	if (table->column > table->indent && table->column + GAP + width > table->page->width) {
		everyuri_write_text(&table->page->answer->out, "\n");
		table->column = table->pad = table->indent;
	}
	put_spaces(table->page, table->pad + GAP);
	table->column += GAP;
}

static void end_cell(struct table *table, size_t cells, size_t width)
{
	table->pad = cells < width ? width - cells : 0;
	table->column += cells + table->pad;
}

static void write_padded(struct page *page, const char *text, size_t width)
{
	everyuri_write_text(&page->answer->out, text);
	put_spaces(page, strlen(text) < width ? width - strlen(text) : 0);
}

static void write_head(struct table *table)
{
	begin_row(table, "  standard   says", 3);
	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		if (!table->width[part])
			continue;
		begin_cell(table, table->width[part]);
		everyuri_write_text(&table->page->answer->out,
		                    everyuri_part_name((enum everyuri_part)part));
		end_cell(table, name_width(part), table->width[part]);
	}
	everyuri_write_text(&table->page->answer->out, "\n");
}

static void write_extras(struct table *table, const struct everyuri_uri *uri)
{
	struct page *page = table->page;

	for (int name = 0; name < EVERYURI_N_EXTRA_NAMES; name++) {
		const char *words = everyuri_extra_name_text((enum everyuri_extra_name)name);
		struct everyuri_text value =
			everyuri_extra_view(uri, (enum everyuri_extra_name)name);

		if (!value.data)
			continue;
		size_t width =
			strlen(words) + 1 + cells_short(page, value.data, value.len, table->limit);

		begin_cell(table, width);
		everyuri_write_text(&page->answer->out, words);
		everyuri_write_text(&page->answer->out, " ");
		put_short(page, value.data, value.len, table->limit);
		end_cell(table, width, width);
	}
}

static void write_value(struct table *table, int standard, int part)
{
	struct page *page = table->page;
	struct everyuri_text value = value_of(table, standard, part);
	bool unlike = table->told->unlike[standard] >> part & 1;

	begin_cell(table, table->width[part]);
	if (unlike)
		color_differs(page);
	size_t cells = put_short(page, value.data, value.len, table->limit);

	if (!value.data) {
		everyuri_write_text(&page->answer->out, "-");
		cells = 1;
	}
	if (unlike)
		color_end(page);
	end_cell(table, cells, table->width[part]);
}

static void write_valid(struct table *table, int standard)
{
	begin_row(table, "valid", 2);
	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		if (table->width[part])
			write_value(table, standard, part);
	write_extras(table, &table->told->found.reading[standard].uri);
	everyuri_write_text(&table->page->answer->out, "\n");
}

static void write_invalid(struct table *table, int standard)
{
	const struct everyuri_error *error = &table->told->found.reading[standard].error;
	char text[512];

	snprintf(text, sizeof text, "byte %zu: %s%s%s%s", error->at, error->message,
	         *error->clause ? " (" : "", error->clause, *error->clause ? ")" : "");
	everyuri_write_text(&table->page->answer->out, "invalid");
	if (table->indent < LEAD)
		everyuri_write_text(&table->page->answer->out, "\n");
	put_spaces(table->page, table->indent < LEAD ? table->indent + GAP : GAP);
	put_wrapped(table->page, table->indent + GAP, text, strlen(text));
}

void readings_write(struct page *page)
{
	struct table table = { .page = page,
		               .told = page->told,
		               .indent = page->width < NARROW ? 4 : LEAD };

	measure(&table);
	fit(&table);
	write_head(&table);
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		if (!(page->told->found.asked >> s & 1))
			continue;
		everyuri_write_text(&page->answer->out, "  ");
		write_padded(page, everyuri_standard_name((enum everyuri_standard)s), 11);
		if (accepts(&table, s))
			write_valid(&table, s);
		else
			write_invalid(&table, s);
	}
	everyuri_write_text(&page->answer->out, page->box ? "  \xE2\x94\x80 " : "  - ");
	put_wrapped(page, 4, page->told->summary.data, page->told->summary.len);
}
