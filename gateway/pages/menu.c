/* Gopher menus, and other lists of items with text between them. */
#include "gateway/pages/internal.h"

#include <stdlib.h>

static bool takes_menu(const struct page *page, const struct everyuri_object *object)
{
	(void)page;
	return object->kind == EVERYURI_MENU;
}

static bool menu_begin(struct showing *showing, const struct everyuri_object *object)
{
	struct page *page = &showing->page;
	const struct everyuri_text title = page->title;

	showing->state = calloc(1, sizeof(struct grid));
	if (!showing->state)
		return false;
	if (object->title.data && !title.data)
		page->title = object->title;
	eu_page_begin(page);
	eu_page_heading(page);
	page->title = title; /* title of the object, which is valid only during this call */
	eu_page_say(page, "<div class=\"grid\">\n");
	return true;
}

static bool menu_item(struct showing *showing, const struct everyuri_item *item)
{
	eu_page_grid_item(&showing->page, showing->state, item);
	return true;
}

static void menu_end(struct showing *showing, bool good, const struct everyuri_error *err)
{
	struct grid *grid = showing->state;
	struct page *page = &showing->page;

	eu_page_grid_end(page, grid);
	eu_page_say(page, "</div>\n");
	if (!showing->n_items)
		eu_page_say(page, "<p class=\"empty\">This menu is empty.</p>\n");
	if (!good)
		eu_page_cut_short(page, showing, err);
	eu_page_say(page, "<p class=\"note\">");
	eu_page_number(page, grid->n_links);
	eu_page_say(page, grid->n_links == 1 ? " item</p>\n" : " items</p>\n");
	eu_page_end(page);
}

const struct page_kind eu_page_menu = {
	.name = "menu", .takes = takes_menu, .begin = menu_begin, .item = menu_item, .end = menu_end
};
