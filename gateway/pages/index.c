/* Search indexes: a form, and the items that the server lists with it. */
#include "gateway/pages/internal.h"

#include <stdio.h>
#include <stdlib.h>

static bool takes_index(const struct page *page, const struct everyuri_object *object)
{
	(void)page;
	return object->kind == EVERYURI_INDEX;
}

/* Writes the form.  The form submits to the gateway, which builds the URI that the scheme requires
 * (READING 5).  A proxy client gets the full address of the gateway in the form, because it would
 * send a relative one to the server. */
static void say_form(struct page *page, const struct everyuri_object *object)
{
	char origin[40] = "";

	if (page->proxied)
		snprintf(origin, sizeof origin, "http://127.0.0.1:%u", page->gateway->port);
	eu_page_say(page, "<form class=\"search\" role=\"search\" action=\"");
	eu_page_say(page, origin);
	eu_page_say(page, "/_/search\" method=\"get\">\n"
	                  "<input type=\"hidden\" name=\"uri\" value=\"");
	eu_page_text(page, page->uri.data, page->uri.len);
	eu_page_say(page, "\">\n<label for=\"words\"><bdi>");
	if (object->title.data && object->title.len)
		eu_page_text(page, object->title.data, object->title.len);
	else
		eu_page_say(page, "Search words");
	eu_page_say(page, "</bdi></label>\n<div class=\"field\"><input id=\"words\" name=\"words\""
	                  " type=\"search\" autocomplete=\"off\"></div>\n"
	                  "<button>Search</button>\n</form>\n");
}

static bool index_begin(struct showing *showing, const struct everyuri_object *object)
{
	struct page *page = &showing->page;

	showing->state = calloc(1, sizeof(struct grid));
	if (!showing->state)
		return false;
	eu_page_begin(page);
	eu_page_heading(page);
	say_form(page, object);
	eu_page_say(page, "<div class=\"grid\">\n");
	return true;
}

static bool index_item(struct showing *showing, const struct everyuri_item *item)
{
	eu_page_grid_item(&showing->page, showing->state, item);
	return true;
}

static void index_end(struct showing *showing, bool good, const struct everyuri_error *err)
{
	struct page *page = &showing->page;

	eu_page_grid_end(page, showing->state);
	eu_page_say(page, "</div>\n");
	if (!good)
		eu_page_cut_short(page, showing, err);
	eu_page_end(page);
}

const struct page_kind eu_page_index = { .name = "index",
	                                 .takes = takes_index,
	                                 .begin = index_begin,
	                                 .item = index_item,
	                                 .end = index_end };
