/* The monospaced grid of menus, which keeps text aligned as servers send it.  Consecutive lines
 * without links form one <pre>, and consecutive items form one list. */
#include "gateway/pages/internal.h"

/* ---- open elements ------------------------------------------------------------------------------------------- */

static void open_as(struct page *page, struct grid *grid, int open)
{
	if ((int)grid->open == open)
		return;
	if (grid->open == GRID_WORDS)
		eu_page_say(page, "</pre>\n");
	if (grid->open == GRID_ITEMS)
		eu_page_say(page, "</ul>\n");
	if (open == GRID_WORDS)
		eu_page_say(page, "<pre class=\"words\">\n");
	if (open == GRID_ITEMS)
		eu_page_say(page, "<ul class=\"items\">\n");
	grid->open = open == GRID_WORDS ? GRID_WORDS :
	             open == GRID_ITEMS ? GRID_ITEMS :
	                                  GRID_NOTHING;
}

/* ---- lines of text ----------------------------------------------------------------------------------------------- */

/* Returns whether a line looks like a drawing: columns, boxes or ASCII art.  On a narrow screen,
 * the page shows such a line smaller instead of wrapping it.  An underlined heading does not count
 * as a drawing. */
static bool is_drawn(struct everyuri_text line)
{
	size_t marks = 0, letters = 0, gaps = 0, begin = 0, same = 0;

	while (begin < line.len && line.data[begin] == ' ')
		begin++;
	for (size_t i = begin; i < line.len; i++) {
		const unsigned char c = (unsigned char)line.data[i];

		same += line.data[i] == line.data[begin];
		if (c == ' ')
			gaps += line.data[i - 1] == ' ';
		else if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
		         (c >= 'a' && c <= 'z') || c >= 0x80)
			letters++;
		else
			marks++;
	}
	return (gaps >= 2 || marks > letters) && (same < line.len - begin || line.len > 40);
}

static void say_words(struct page *page, const struct everyuri_item *item)
{
	const bool error = item->kind == EVERYURI_ITEM_ERROR;
	const bool drawn = !error && item->label.data && is_drawn(item->label);

	eu_page_say(page, error ? "<strong class=\"error\">" :
	                  drawn ? "<span class=\"drawn\">" :
	                          "");
	eu_page_text(page, item->label.data, item->label.len);
	/* The line break is written inside the element, so that no empty line follows if the
	 * element is displayed as a block. */
	eu_page_say(page, error ? "\n</strong>" : drawn ? "\n</span>" : "\n");
}

/* ---- items ------------------------------------------------------------------------------------------------------------ */

static void say_facts(struct page *page, const struct everyuri_item *item)
{
	if (item->size != EVERYURI_LENGTH_UNKNOWN) {
		eu_page_say(page, " <span class=\"fact\">");
		eu_page_size(page, item->size);
		eu_page_say(page, "</span>");
	}
	if (item->date.data && item->date.len) {
		eu_page_say(page, " <span class=\"fact\">");
		eu_page_text(page, item->date.data, item->date.len < 10 ? item->date.len : 10);
		eu_page_say(page, "</span>");
	}
}

static void say_item(struct page *page, const struct everyuri_item *item)
{
	eu_page_say(page, "<li>");
	eu_page_mark(page, item);
	eu_page_say(page, " <span class=\"label\">");
	eu_page_link(page, item->uri, item->label);
	eu_page_elsewhere(page, item);
	say_facts(page, item);
	eu_page_say(page, "</span></li>\n");
}

/* ---- the grid --------------------------------------------------------------------------------------- */

void eu_page_grid_item(struct page *page, struct grid *grid, const struct everyuri_item *item)
{
	const bool words =
		(item->kind == EVERYURI_ITEM_TEXT || item->kind == EVERYURI_ITEM_ERROR) &&
		!item->uri.data;

	open_as(page, grid, words ? GRID_WORDS : GRID_ITEMS);
	grid->n_links += !words;
	if (words)
		say_words(page, item);
	else
		say_item(page, item);
}

void eu_page_grid_end(struct page *page, struct grid *grid)
{
	open_as(page, grid, GRID_NOTHING);
}
