/* explain_plan.c - prints the plan for `everyuri explain`. */
#include "explain.h"

#include <stdio.h>
#include <string.h>

#define INDENT 13 /* column in which the text of a line begins */
#define STEPS_SIZE \
	8192 /* limit in bytes for the steps that are shown; the command `plan` shows all
                         * steps */

static void put_label(struct page *page, bool first)
{
	everyuri_write_text(&page->answer->out, first ? "  plan       " : "             ");
}

static void put_lines(struct page *page, const char *steps, size_t len)
{
	size_t width = page->width > INDENT + 20 ? page->width - INDENT : 20;

	for (size_t at = 0; at < len;) {
		const char *end = memchr(steps + at, '\n', len - at);
		size_t n = end ? (size_t)(end - steps) - at : len - at;

		put_label(page, at == 0);
		put_short(page, steps + at, n, width);
		everyuri_write_text(&page->answer->out, "\n");
		at += n + 1;
	}
}

void steps_write(struct page *page)
{
	const struct everyuri_explanation *told = page->told;
	char refusal[512];

	if (told->planned) {
		bool cut = told->steps.len > STEPS_SIZE;

		put_lines(page, told->steps.data, cut ? STEPS_SIZE : told->steps.len);
		if (cut) {
			put_label(page, false);
			everyuri_write_text(&page->answer->out,
			                    "... (everyuri plan shows the rest)\n");
		}
		return;
	}
	snprintf(refusal, sizeof refusal, "refused at byte %zu: %s (%s)", told->refusal.at,
	         told->refusal.message, told->refusal.clause);
	put_label(page, true);
	put_wrapped(page, INDENT, refusal, strlen(refusal));
}
