/* relate.c - everyuri relate: prints the shortest relative reference for a full URI. */
#include "support/cmd.h"

struct relate {
	const char *base_text;
	bool loose;
	unsigned flags;
	struct everyuri_uri base;
};

static void answer_relate(struct answer *answer, const struct item *item, void *own)
{
	const struct relate *relate = own;
	enum everyuri_standard standard = answer->settings->standard[0];
	struct everyuri_buf *buf = &answer->buf[1];
	struct everyuri_uri uri;
	struct everyuri_error error;
	enum everyuri_status status = item_read(answer, item, standard, 0, NULL, &uri, &error);

	if (!status)
		status = everyuri_relate(&relate->base, &uri, relate->flags, buf, &error);
	struct outcome outcome = outcome_of(item, standard, status, buf, &error);

	outcome_write(answer, &outcome);
}

int cmd_relate(int argc, char **argv)
{
	struct settings settings = { .command = "relate",
		                     .usage = "relate --base URI [OPTION]... [URI]...",
		                     .as_rows = true };
	struct relate relate = { 0 };
	const struct option rows[] = {
		{ .name = "base", .text = &relate.base_text },
		{ .name = "loose", .flag = &relate.loose },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status < 0)
		status = base_read(&settings, relate.base_text, 0, &relate.base);
	if (status >= 0)
		return status;
	relate.flags = relate.loose ? (unsigned)EVERYURI_LOOSE : 0u;
	return lines_run(&settings, OUTCOME_HEADER, answer_relate, &relate);
}
