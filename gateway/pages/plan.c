/* The plan of a URI: the steps that would fetch its object. */
#include "gateway/pages/explain.h"
#include "gateway/pages/internal.h"

static void say_line(struct page *page, const struct everyuri_plan_line *line)
{
	eu_page_say(page, line->instead ? "<li class=\"instead\"><span class=\"what\">or " :
	                                  "<li><span class=\"what\">");
	eu_page_text(page, line->what.data, line->what.len);
	eu_page_say(page, "</span> ");
	if (line->words.len) {
		eu_page_say(page, "<code><bdi>");
		eu_page_text(page, line->words.data, line->words.len);
		eu_page_say(page, "</bdi></code>");
	}
	eu_page_say(page, "</li>\n");
}

static void say_warnings(struct page *page, const struct everyuri_plan *plan)
{
	if (!plan->n_warnings)
		return;
	eu_page_say(page, "<ul class=\"warnings\">\n");
	for (uint32_t i = 0; i < plan->n_warnings; i++) {
		eu_page_say(page, "<li>");
		eu_explain_error(page, &plan->warning[i]);
		eu_page_say(page, "</li>\n");
	}
	eu_page_say(page, "</ul>\n");
}

void eu_explain_steps(struct page *page, const struct everyuri_explanation *told)
{
	struct everyuri_plan_line line;
	size_t at = 0;

	if (!told->planned) {
		eu_page_say(page, "<p class=\"refused\"><strong>There is no plan.</strong> ");
		eu_explain_error(page, told->uri ? &told->refusal : &told->error);
		eu_page_say(page, "</p>\n");
		return;
	}
	eu_page_say(page, "<ol class=\"steps\">\n");
	while (everyuri_plan_line_next(told->steps, &at, &line))
		say_line(page, &line);
	eu_page_say(page, "</ol>\n");
	say_warnings(page, &told->plan);
}

/* ---- the plan page ----------------------------------------------------------------------------------- */

static void say_planned(struct page *page, const struct everyuri_explanation *told)
{
	page->title = PAGE_TEXT("What would be done");
	if (told->masked) /* the bar would show it */
		page->uri = (struct everyuri_text){ 0 };
	eu_page_begin(page);
	eu_page_heading(page);
	eu_explain_anatomy(page, told);
	eu_explain_steps(page, told);
	eu_page_say(page, "<p class=\"hint\">This page makes no network connection. <a href=\"");
	eu_explain_address(page, told->text);
	eu_page_say(page, "\">Explain this URI</a></p>\n");
	eu_page_end(page);
}

void eu_page_plan(struct page *page, struct everyuri_text uri)
{
	static const struct everyuri_error too_long = {
		.status = EVERYURI_TOO_LONG,
		.at = EXPLAIN_URI_MAX,
		.clause = "",
		.message = "the URI is longer than 8 KiB, the limit of this page"
	};
	struct everyuri_explanation told;

	everyuri_explanation_init(&told, NULL);
	if (eu_explain_uri(page, uri, &told)) {
		say_planned(page, &told);
	} else {
		page->uri = (struct everyuri_text){ 0 };
		eu_page_refuse(page, uri.len > EXPLAIN_URI_MAX ? 414 : 503, &too_long,
		               (struct everyuri_text){ 0 });
	}
	everyuri_explanation_free(&told);
}
