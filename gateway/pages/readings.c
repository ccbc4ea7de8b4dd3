/* Writes a table of the readings of all standards.  Highlights the differences. */
#include "gateway/pages/explain.h"
#include "gateway/pages/internal.h"

#define VALUE_COLUMNS 60 /* longest value in columns; a longer value is shortened in the middle */

/* Common names and years of the standards. */
static const char *const titles[EVERYURI_N_STANDARDS] = {
	"URL draft, 1993", "URI draft, 1994",     "URIs in WWW, 1994",
	"URLs, 1994",      "relative URLs, 1995", "URIs, 1998",
	"URIs, 2005",      "IRIs, 2005",          "URL Standard, today",
};

void eu_explain_error(struct page *page, const struct everyuri_error *error)
{
	eu_page_say(page, "byte ");
	eu_page_number(page, error->at);
	eu_page_say(page, ": ");
	eu_page_text(page, error->message, strlen(error->message));
	if (!*error->clause)
		return;
	eu_page_say(page, " <span class=\"clause\">");
	eu_page_text(page, error->clause, strlen(error->clause));
	eu_page_say(page, "</span>");
}

static unsigned columns_of(const struct everyuri_explanation *told)
{
	unsigned n = 0;

	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		n += told->columns >> part & 1;
	return n;
}

/* ---- parts defined by the scheme ---------------------------------------------------------------- */

static bool has_extras(const struct everyuri_explanation *told)
{
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++)
		if ((told->found.accepted >> s & 1) && told->found.reading[s].uri.n_extra)
			return true;
	return false;
}

static void say_extras(struct page *page, const struct everyuri_uri *uri)
{
	for (int name = 0; name < EVERYURI_N_EXTRA_NAMES; name++) {
		struct everyuri_text text =
			everyuri_extra_view(uri, (enum everyuri_extra_name)name);

		if (!text.data)
			continue;
		eu_page_say(page, "<span class=\"extra\">");
		eu_page_say(page, everyuri_extra_name_text((enum everyuri_extra_name)name));
		eu_page_say(page, " <code><bdi>");
		eu_explain_shown(page, text, VALUE_COLUMNS);
		eu_page_say(page, "</bdi></code></span> ");
	}
}

/* ---- table rows ------------------------------------------------------------------------------------ */

static void say_value(struct page *page, const struct everyuri_uri *uri, enum everyuri_part part)
{
	struct everyuri_text text = everyuri_view(uri, part);

	if (!text.len) {
		eu_page_say(page, text.data ? "<span class=\"none\">empty</span>" :
		                              "<span class=\"none\">none</span>");
		return;
	}
	eu_page_say(page, "<code><bdi>");
	eu_explain_shown(page, text, VALUE_COLUMNS);
	eu_page_say(page, "</bdi></code>");
}

/* Writes a cell.  A difference is marked by a sign and a word, not only by
 * colour.  On a narrow screen, the style sheet shows the name of the part
 * before the value. */
static void say_cell(struct page *page, const struct everyuri_explanation *told, int s, int part)
{
	bool unlike = told->unlike[s] >> part & 1;

	eu_page_say(page, unlike ? "<td class=\"unlike\" data-part=\"" : "<td data-part=\"");
	eu_page_say(page, everyuri_part_name((enum everyuri_part)part));
	eu_page_say(page, unlike ? "\"><mark><abbr title=\"differs\">\xE2\x89\xA0</abbr> " : "\">");
	say_value(page, &told->found.reading[s].uri, (enum everyuri_part)part);
	eu_page_say(page, unlike ? "</mark></td>" : "</td>");
}

static void say_reading(struct page *page, const struct everyuri_explanation *told, int s,
                        bool extras)
{
	eu_page_say(page, "<tr><th scope=\"row\">");
	eu_page_say(page, everyuri_standard_name((enum everyuri_standard)s));
	eu_page_say(page, " <span class=\"title\">");
	eu_page_say(page, titles[s]);
	eu_page_say(page, "</span></th>");
	if (told->found.accepted >> s & 1) {
		eu_page_say(page, "<td class=\"says\">valid</td>");
		for (int part = 0; part < EVERYURI_N_PARTS; part++)
			if (told->columns >> part & 1)
				say_cell(page, told, s, part);
		eu_page_say(page, extras ? "<td>" : "");
		if (extras)
			say_extras(page, &told->found.reading[s].uri);
		eu_page_say(page, extras ? "</td>" : "");
	} else {
		eu_page_say(page,
		            "<td class=\"says\">invalid</td><td class=\"why-not\" colspan=\"");
		eu_page_number(page, columns_of(told) + extras);
		eu_page_say(page, "\">");
		eu_explain_error(page, &told->found.reading[s].error);
		eu_page_say(page, "</td>");
	}
	eu_page_say(page, "</tr>\n");
}

static void say_head(struct page *page, const struct everyuri_explanation *told, bool extras)
{
	eu_page_say(page, "<thead><tr><th scope=\"col\">standard</th><th scope=\"col\">says</th>");
	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		if (!(told->columns >> part & 1))
			continue;
		eu_page_say(page, "<th scope=\"col\">");
		eu_page_say(page, everyuri_part_name((enum everyuri_part)part));
		eu_page_say(page, "</th>");
	}
	eu_page_say(page, extras ? "<th scope=\"col\">scheme-specific parts</th>" : "");
	eu_page_say(page, "</tr></thead>\n");
}

void eu_explain_readings(struct page *page, const struct everyuri_explanation *told)
{
	bool extras = has_extras(told);

	eu_page_say(page, "<section aria-labelledby=\"readings\">\n<h2 id=\"readings\">How it is "
	                  "read</h2>\n<p class=\"summary");
	eu_page_say(page, told->n_accepted && !told->found.agree ? " disagree\">" : "\">");
	eu_page_text(page, told->summary.data, told->summary.len);
	eu_page_say(page, "</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
	                  "aria-label=\"readings, side by side\">\n<table class=\"readings\">\n");
	say_head(page, told, extras);
	eu_page_say(page, "<tbody>\n");
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++)
		if (told->found.asked >> s & 1)
			say_reading(page, told, s, extras);
	eu_page_say(page, "</tbody>\n</table>\n</div>\n");
	if (told->characters.data) {
		eu_page_say(page, "<p class=\"characters\">");
		eu_page_text(page, told->characters.data, told->characters.len);
		eu_page_say(page, "</p>\n");
	}
	eu_page_say(page, "</section>\n");
}
