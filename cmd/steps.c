/* steps.c - the plan in `everyuri explain`. */
#include "explain.h"

#include <stdio.h>
#include <string.h>

#define INDENT 13       /* where the words of a line begin */
#define STEPS_SIZE 8192 /* bytes of steps that are shown; what is longer is for `plan` */

/* Text that is held until its lines are known; what does not fit is left out. */
struct held {
	char text[STEPS_SIZE];
	size_t len;
	bool cut;
};

static bool hold(void *context, const char *data, size_t len)
{
	struct held *held = context;
	size_t room = sizeof held->text - held->len;

	held->cut = held->cut || len > room;
	len = len < room ? len : room;
	memcpy(held->text + held->len, data, len);
	held->len += len;
	return true;
}

static void put_label(struct page *page, bool first)
{
	everyuri_write_text(&page->answer->out, first ? "  plan       " : "             ");
}

static void put_lines(struct page *page, const struct held *held)
{
	size_t width = page->width > INDENT + 20 ? page->width - INDENT : 20;

	for (size_t at = 0; at < held->len;) {
		const char *end = memchr(held->text + at, '\n', held->len - at);
		size_t len = end ? (size_t)(end - held->text) - at : held->len - at;

		put_label(page, at == 0);
		put_short(page, held->text + at, len, width);
		everyuri_write_text(&page->answer->out, "\n");
		at += len + 1;
	}
	if (held->cut) {
		put_label(page, false);
		everyuri_write_text(&page->answer->out, "... (everyuri plan has the rest)\n");
	}
}

void steps_write(struct page *page, const struct planned *planned)
{
	struct held held = { .len = 0 };
	struct everyuri_writer w;
	char block[256], refusal[512];

	if (planned->status == PLANNED) {
		everyuri_writer_init(&w, block, sizeof block, hold, &held);
		everyuri_plan_write_text(&w, &planned->plan, 0, 0);
		everyuri_writer_flush(&w);
		put_lines(page, &held);
		return;
	}
	snprintf(refusal, sizeof refusal, "refused at byte %zu: %s (%s)", planned->error.at,
	         planned->error.message, planned->error.clause);
	put_label(page, true);
	put_wrapped(page, INDENT, refusal);
}
