/* normalize.c - everyuri normalize: the canonical form at a level. */
#include "cmd.h"

#include <string.h>

const char *level_read(void *own, const char *name, const char *value)
{
	static const char *const names[] = { "simple", "syntax", "scheme" };
	enum everyuri_level *level = own;

	(void)name;
	for (int i = 0; i < 3; i++) {
		if (strcmp(value, names[i]) != 0)
			continue;
		*level = (enum everyuri_level)i;
		return NULL;
	}
	return "is not simple, syntax or scheme";
}

static void answer_normalize(struct answer *answer, const struct item *item, void *own)
{
	const enum everyuri_level *level = own;
	enum everyuri_standard standard = answer->settings->standard[0];
	struct everyuri_buf *buf = &answer->buf[1];
	struct everyuri_uri uri;
	struct everyuri_error error;
	enum everyuri_status status = item_read(answer, item, standard, 0, NULL, &uri, &error);

	if (!status)
		status = everyuri_normalize(&uri, *level, buf, &error);
	struct outcome outcome = outcome_of(item, standard, status, buf, &error);

	outcome_write(answer, &outcome);
}

int cmd_normalize(int argc, char **argv)
{
	struct settings settings = { .command = "normalize",
		                     .usage = "normalize [OPTION]... [URI]..." };
	enum everyuri_level level = EVERYURI_LEVEL_SYNTAX;
	const struct option rows[] = {
		{ .name = "level", .value = true, .call = level_read, .own = &level },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status >= 0)
		return status;
	return lines_run(&settings, OUTCOME_HEADER, answer_normalize, &level);
}
