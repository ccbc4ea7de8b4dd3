/* readings.c - what each standard says, and where they differ, as a table. */
#include "explain.h"

#include <stdio.h>
#include <string.h>

#define COLUMN_CELLS 28 /* a longer value is shortened */

/* How wide the column of each part is; 0: it has none. */
struct table {
	struct page *page;
	const struct everyuri_explanation *told;
	size_t width[EVERYURI_N_PARTS];
};

static struct everyuri_text value_of(const struct table *table, int standard, int part)
{
	struct everyuri_text text;

	everyuri_view(&table->told->found.reading[standard].uri, (enum everyuri_part)part,
	              &text.data, &text.len);
	return text;
}

static bool accepts(const struct table *table, int standard)
{
	return table->told->found.accepted >> standard & 1;
}

static void measure(struct table *table)
{
	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		if (!(table->told->columns >> part & 1))
			continue;
		table->width[part] = strlen(everyuri_part_name((enum everyuri_part)part));
		for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
			struct everyuri_text value = value_of(table, s, part);
			size_t cells =
				cells_short(table->page, value.data, value.len, COLUMN_CELLS);

			if (accepts(table, s) && cells > table->width[part])
				table->width[part] = cells;
		}
	}
}

static void write_padded(struct page *page, const char *text, size_t width)
{
	everyuri_write_text(&page->answer->out, text);
	put_spaces(page, strlen(text) < width ? width - strlen(text) : 0);
}

/* The path's column is the last, and always there. */
static void write_head(struct table *table)
{
	write_padded(table->page, "  standard   says", 20);
	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		if (!table->width[part])
			continue;
		everyuri_write_text(&table->page->answer->out, "  ");
		write_padded(table->page, everyuri_part_name((enum everyuri_part)part),
		             part < EVERYURI_PATH ? table->width[part] : 0);
	}
	everyuri_write_text(&table->page->answer->out, "\n");
}

static void write_extras(struct page *page, const struct everyuri_uri *uri, size_t pad)
{
	for (int name = 0; name < EVERYURI_N_EXTRA_NAMES; name++) {
		const char *data;
		size_t len;

		everyuri_extra_view(uri, (enum everyuri_extra_name)name, &data, &len);
		if (!data)
			continue;
		put_spaces(page, pad);
		pad = 0;
		everyuri_write_text(&page->answer->out, "  ");
		everyuri_write_text(&page->answer->out,
		                    everyuri_extra_name_text((enum everyuri_extra_name)name));
		everyuri_write_text(&page->answer->out, " ");
		put_short(page, data, len, COLUMN_CELLS);
	}
}

static void write_valid(struct table *table, int standard)
{
	struct page *page = table->page;
	size_t pad = 0;

	everyuri_write_text(&page->answer->out, "valid  ");
	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		if (!table->width[part])
			continue;
		struct everyuri_text value = value_of(table, standard, part);
		bool unlike = table->told->unlike[standard] >> part & 1;

		put_spaces(page, pad + 2);
		if (unlike)
			color_differs(page);
		size_t cells = put_short(page, value.data, value.len, COLUMN_CELLS);

		if (!value.data) {
			everyuri_write_text(&page->answer->out, "-");
			cells = 1;
		}
		if (unlike)
			color_end(page);
		pad = cells < table->width[part] ? table->width[part] - cells : 0;
	}
	write_extras(page, &table->told->found.reading[standard].uri, pad);
	everyuri_write_text(&page->answer->out, "\n");
}

static void write_invalid(struct table *table, int standard)
{
	const struct everyuri_error *error = &table->told->found.reading[standard].error;
	char text[512];

	snprintf(text, sizeof text, "byte %zu: %s%s%s%s", error->at, error->message,
	         *error->clause ? " (" : "", error->clause, *error->clause ? ")" : "");
	everyuri_write_text(&table->page->answer->out, "invalid  ");
	put_wrapped(table->page, 2 + 11 + 9, text, strlen(text));
}

void readings_write(struct page *page)
{
	struct table table = { .page = page, .told = page->told };

	measure(&table);
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
