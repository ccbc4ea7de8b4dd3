/* explain.c - everyuri explain: one URI drawn, its readings and dangers; for people. */
#include "config.h"
#include "explain.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct explain {
	struct access access;
	struct everyuri_explanation told;
};

/* ---- the page -------------------------------------------------------------------------- */

static bool set_to(const char *name, const char **value)
{
	*value = getenv(name);
	return *value && **value;
}

/* POSIX: the first of these that is set says what bytes mean. */
static bool utf8_locale(void)
{
	const char *value;

	if (!set_to("LC_ALL", &value) && !set_to("LC_CTYPE", &value) && !set_to("LANG", &value))
		return false;
	return strstr(value, "UTF-8") || strstr(value, "utf-8") || strstr(value, "UTF8") ||
	       strstr(value, "utf8");
}

static unsigned width_of_page(bool terminal)
{
	const char *columns;
	uint64_t number;
	struct winsize size;

	if (set_to("COLUMNS", &columns) && number_read(columns, 10000, &number) && number >= 20)
		return (unsigned)number;
	if (terminal && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col >= 20)
		return size.ws_col;
	return 80;
}

static struct page page_of(struct answer *answer)
{
	enum when when = answer->settings->color;
	const char *no_color;
	bool terminal = answer->terminal;
	struct page page = { .answer = answer, .width = width_of_page(terminal) };

	page.color = when == WHEN_ALWAYS ||
	             (when == WHEN_AUTO && terminal && !set_to("NO_COLOR", &no_color));
	page.box = when == WHEN_ALWAYS || (terminal && utf8_locale());
	page.shorten = page.box ? 0 : EVERYURI_EXPLAIN_ASCII;
	return page;
}

/* ---- the whole --------------------------------------------------------------------------------- */

/* What is dangerous about it, one line each. */
static void dangers_write(struct page *page)
{
	for (uint32_t i = 0; i < page->told->n_dangers; i++)
		put_sentence(page, i ? "             " : "  careful    ",
		             page->told->danger[i].sentence);
}

static void draw(struct page *page)
{
	picture_draw(page);
	everyuri_write_text(&page->answer->out, "\n");
	readings_write(page);
	everyuri_write_text(&page->answer->out, "\n");
	if (page->told->characters.data)
		put_sentence(page, "  decode     ", page->told->characters);
	if (page->told->uri)
		steps_write(page);
	dangers_write(page);
	put_sentence(page, "  pass on    ", page->told->pass_on);
	put_end(page->answer);
}

static void answer_explain(struct answer *answer, const struct item *item, void *own)
{
	struct explain *explain = own;
	struct page page = page_of(answer);
	struct everyuri_error error = item_too_long(answer);
	struct everyuri_explain_options options = {
		.standard = answer->settings->standard[0],
		.flags = page.shorten |
		         (explain->access.show_secrets ? EVERYURI_EXPLAIN_SECRETS : 0u),
		.config = &explain->access.config,
		.refused = item->cut ? &error : NULL,
	};

	if (answer->settings->default_scheme) {
		options.scheme.data = answer->settings->default_scheme;
		options.scheme.len = strlen(options.scheme.data);
	}
	page.told = &explain->told;
	if (everyuri_explain(item->data, item->len, &options, &explain->told, &error)) {
		complain(answer, item, &error);
		return;
	}
	draw(&page);
	if (!page.told->uri)
		answer_failed(answer, &page.told->error);
}

int cmd_explain(int argc, char **argv)
{
	struct settings settings = { .command = "explain",
		                     .usage = "explain [OPTION]... [URI]..." };
	struct explain explain = { 0 };
	struct option rows[ACCESS_OPTIONS];

	access_options(&explain.access, rows);
	int status = settings_read(&settings, argc, argv, rows, ACCESS_OPTIONS);

	if (status < 0 && settings.shape != SHAPE_TEXT)
		status = usage_error(&settings,
		                     "is text, for people: compare has the readings as %s",
		                     settings.shape == SHAPE_JSON ? "JSON" : "tsv");
	if (status < 0)
		status = access_read(&explain.access, &settings);
	if (status >= 0) {
		access_free(&explain.access);
		return status;
	}
	settings.n_threads = 1;
	everyuri_explanation_init(&explain.told, NULL);
	status = lines_run(&settings, NULL, answer_explain, &explain);
	everyuri_explanation_free(&explain.told);
	access_free(&explain.access);
	return status;
}
