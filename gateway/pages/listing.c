/* Directory listings of FTP and of this machine: a table of names, sizes and dates.  /_/everyuri.js
 * sorts the table when the user clicks a heading.  Before that, it has the order of the server. */
#include "gateway/pages/internal.h"

#include <stdlib.h>

struct listing {
	uint64_t bytes, n_menus, n_documents;
};

static bool takes_listing(const struct page *page, const struct everyuri_object *object)
{
	return object->kind == EVERYURI_MENU && eu_page_scheme_has(page->uri, EVERYURI_DIRECTORIES);
}

static bool listing_begin(struct showing *showing, const struct everyuri_object *object)
{
	struct page *page = &showing->page;

	(void)object;
	showing->state = calloc(1, sizeof(struct listing));
	if (!showing->state)
		return false;
	eu_page_begin(page);
	eu_page_heading(page);
	eu_page_say(page,
	            "<table class=\"listing sortable\">\n<thead>\n<tr><th scope=\"col\">Name</th>"
	            "<th scope=\"col\" class=\"n\">Size</th><th scope=\"col\">Date</th></tr>\n"
	            "</thead>\n<tbody>\n");
	return true;
}

/* ---- cells -------------------------------------------------------------------------------------------------- */

static void say_size(struct page *page, const struct everyuri_item *item)
{
	if (item->size == EVERYURI_LENGTH_UNKNOWN) {
		eu_page_say(page, "<td class=\"n\"></td>");
		return;
	}
	eu_page_say(page, "<td class=\"n\" data-value=\"");
	everyuri_write_number(&page->response->w, item->size);
	eu_page_say(page, "\">");
	eu_page_size(page, item->size);
	eu_page_say(page, " <span class=\"exact\">");
	if (item->size >= 1000) {
		eu_page_number(page, item->size);
		eu_page_say(page, " B");
	}
	eu_page_say(page, "</span></td>");
}

static bool is_digits(const char *data, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (data[i] < '0' || data[i] > '9')
			return false;
	return true;
}

/* Returns whether <time> accepts the date, that is, "2026-11-21T17:00:00Z" or a prefix of that
 * form. */
static bool is_date(struct everyuri_text date)
{
	static const char form[] = "0000-00-00T00:00:00Z";

	if (!date.data ||
	    (date.len != 10 && date.len != 16 && date.len != 17 && date.len != sizeof form - 1))
		return false;
	for (size_t i = 0; i < date.len; i++) {
		const char want = date.len == 17 && i == 16 ? 'Z' : form[i];

		if (want == '0' ? !is_digits(date.data + i, 1) : date.data[i] != want)
			return false;
	}
	return true;
}

static void say_date(struct page *page, struct everyuri_text date)
{
	eu_page_say(page, "<td class=\"date\">");
	if (!is_date(date)) {
		eu_page_text(page, date.data, date.len);
		eu_page_say(page, "</td>");
		return;
	}
	eu_page_say(page, "<time datetime=\"");
	eu_page_text(page, date.data, date.len);
	eu_page_say(page, "\">");
	eu_page_text(page, date.data, 10);
	if (date.len >= 16) {
		eu_page_say(page, " <span class=\"clock\">");
		eu_page_text(page, date.data + 11, 5);
		eu_page_say(page, "</span>");
	}
	eu_page_say(page, "</time></td>");
}

/* ---- rows ------------------------------------------------------------------------------------------------------ */

/* Writes a line of text between the entries, such as "total 12". */
static void say_words(struct page *page, const struct everyuri_item *item)
{
	eu_page_say(page, "<tr class=\"words\"><td colspan=\"3\">");
	eu_page_say(page, item->kind == EVERYURI_ITEM_ERROR ? "<strong class=\"error\">" : "");
	eu_page_text(page, item->label.data, item->label.len);
	eu_page_say(page, item->kind == EVERYURI_ITEM_ERROR ? "</strong>" : "");
	eu_page_say(page, "</td></tr>\n");
}

static bool listing_item(struct showing *showing, const struct everyuri_item *item)
{
	struct page *page = &showing->page;
	struct listing *listing = showing->state;

	if (!item->uri.data &&
	    (item->kind == EVERYURI_ITEM_TEXT || item->kind == EVERYURI_ITEM_ERROR)) {
		say_words(page, item);
		return true;
	}
	listing->n_menus += item->kind == EVERYURI_ITEM_MENU;
	listing->n_documents += item->kind != EVERYURI_ITEM_MENU;
	if (item->size != EVERYURI_LENGTH_UNKNOWN && item->size <= UINT64_MAX - listing->bytes)
		listing->bytes += item->size;
	eu_page_say(page, "<tr><td>");
	eu_page_mark(page, item);
	eu_page_say(page, " <span class=\"label\">");
	eu_page_link(page, item->uri, item->label);
	eu_page_elsewhere(page, item);
	eu_page_say(page, "</span></td>");
	say_size(page, item);
	say_date(page, item->date);
	eu_page_say(page, "</tr>\n");
	return true;
}

static void say_count(struct page *page, uint64_t n, const char *one, const char *many)
{
	eu_page_number(page, n);
	eu_page_say(page, n == 1 ? one : many);
}

static void listing_end(struct showing *showing, bool good, const struct everyuri_error *err)
{
	struct listing *listing = showing->state;
	struct page *page = &showing->page;

	eu_page_say(page, "</tbody>\n</table>\n");
	if (!showing->n_items)
		eu_page_say(page, "<p class=\"empty\">This directory is empty.</p>\n");
	if (!good)
		eu_page_cut_short(page, showing, err);
	eu_page_say(page, "<p class=\"note\">");
	say_count(page, listing->n_menus, " directory, ", " directories, ");
	say_count(page, listing->n_documents, " file", " files");
	if (listing->bytes) {
		eu_page_say(page, " \xC2\xB7 ");
		eu_page_size(page, listing->bytes);
	}
	eu_page_say(page, "</p>\n");
	eu_page_end(page);
}

const struct page_kind eu_page_listing = { .name = "listing",
	                                   .takes = takes_listing,
	                                   .begin = listing_begin,
	                                   .item = listing_item,
	                                   .end = listing_end };
