/* resolve.c - everyuri resolve: resolves a relative reference to a full URI. */
#include "support/cmd.h"

struct resolve {
	const char *base_text;
	bool loose;
	unsigned flags;
	struct everyuri_uri base;
};

static void answer_resolve(struct answer *answer, const struct item *item, void *own)
{
	const struct resolve *resolve = own;
	enum everyuri_standard standard = answer->settings->standard[0];
	struct everyuri_uri uri;
	struct outcome outcome = { .item = item, .standard = standard };

	outcome.status = item_read(answer, item, standard, resolve->flags, &resolve->base, &uri,
	                           &outcome.error);
	if (!outcome.status) {
		outcome.result = (struct everyuri_text){ uri.text, uri.len };
		if (uri.flags & EVERYURI_BY_RFC1808)
			outcome.by = everyuri_standard_name(EVERYURI_RFC1808);
	}
	outcome_write(answer, &outcome);
}

int cmd_resolve(int argc, char **argv)
{
	struct settings settings = { .command = "resolve",
		                     .usage = "resolve --base URI [OPTION]... [URI]...",
		                     .as_rows = true };
	struct resolve resolve = { 0 };
	const struct option rows[] = {
		{ .name = "base", .text = &resolve.base_text },
		{ .name = "loose", .flag = &resolve.loose },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status < 0)
		status = base_read(&settings, resolve.base_text, 0, &resolve.base);
	if (status >= 0)
		return status;
	resolve.flags =
		(unsigned)EVERYURI_ADMIT_PARTIAL | (resolve.loose ? (unsigned)EVERYURI_LOOSE : 0u);
	return lines_run(&settings, OUTCOME_HEADER, answer_resolve, &resolve);
}
