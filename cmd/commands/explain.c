/* explain.c - everyuri explain: explains one URI to a person. */
#include "support/config.h"
#include "support/explain.h"
#include "support/input.h"
#include "support/secret_keys.h"

#include <string.h>

struct explain {
	struct access access;
	struct secret_keys keys;
	struct everyuri_explanation told;
};

/* ---- the explanation ------------------------------------------------------------------------------- */

/* Writes the dangers of the URI, one per line. */
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
	put_sentence(page, "  sharing    ", page->told->pass_on);
	put_end(page->answer);
}

static void answer_explain(struct answer *answer, const struct item *item, void *own)
{
	struct explain *explain = own;
	struct page page = page_of(answer);
	struct everyuri_secrets secrets = secret_keys_secrets(&explain->keys, 0);
	char cut[CUT_MASKED];
	struct item shown = *item;
	struct everyuri_error error = item_too_long(answer);
	struct everyuri_explain_options options = {
		.standard = answer->settings->standard[0],
		.flags = page.shorten |
		         (explain->access.show_secrets ? EVERYURI_EXPLAIN_SECRETS : 0u),
		.config = &explain->access.config,
		.refused = item->cut ? &error : NULL,
		.secrets = &secrets,
	};

	if (answer->settings->default_scheme) {
		options.scheme.data = answer->settings->default_scheme;
		options.scheme.len = strlen(options.scheme.data);
	}
	if (item->cut && !explain->access.show_secrets)
		shown = item_cut_masked(item, cut);
	page.told = &explain->told;
	if (everyuri_explain(shown.data, shown.len, &options, &explain->told, &error)) {
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
	struct option rows[ACCESS_OPTIONS + SECRET_KEYS_OPTIONS];

	access_options(&explain.access, rows);
	secret_keys_options(&explain.keys, rows + ACCESS_OPTIONS);
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status < 0 && settings.shape != SHAPE_TEXT)
		status = usage_error(&settings, "writes only text; use compare for %s",
		                     settings.shape == SHAPE_JSON ? "JSON" : "tsv");
	if (status < 0)
		status = access_read(&explain.access, &settings);
	if (status >= 0) {
		access_free(&explain.access);
		secret_keys_free(&explain.keys);
		return status;
	}
	settings.n_threads = 1;
	everyuri_explanation_init(&explain.told, NULL);
	status = lines_run(&settings, NULL, answer_explain, &explain);
	everyuri_explanation_free(&explain.told);
	access_free(&explain.access);
	secret_keys_free(&explain.keys);
	return status;
}
