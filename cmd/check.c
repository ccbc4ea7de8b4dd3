/* check.c - everyuri check: valid or not, where and why not. */
#include "cmd.h"

#include <string.h>

struct check {
	bool zone;
	unsigned flags;
};

static void write_text(struct answer *answer, const struct item *item, const char *standard,
                       const struct everyuri_error *error)
{
	struct everyuri_writer *out = &answer->out;

	everyuri_write_text(out, error ? "invalid\t" : "valid\t");
	everyuri_write_text(out, standard);
	everyuri_write_text(out, "\t");
	if (error) {
		everyuri_write_number(out, error->at);
		everyuri_write_text(out, "\t");
		everyuri_write_text(out, error->clause);
		everyuri_write_text(out, "\t");
		everyuri_write_text(out, error->message);
		everyuri_write_text(out, "\t");
	}
	put_raw(answer, item->data, item->len);
}

static void write_json(struct answer *answer, const struct item *item, const char *standard,
                       const struct everyuri_error *error)
{
	put_json_item(answer, item);
	everyuri_write_text(&answer->out, ",\"standard\":\"");
	everyuri_write_text(&answer->out, standard);
	everyuri_write_text(&answer->out, error ? "\",\"valid\":false" : "\",\"valid\":true");
	if (error)
		put_json_error(answer, error);
	everyuri_write_text(&answer->out, "}");
}

static void write_tsv(struct answer *answer, const struct item *item, const char *standard,
                      const struct everyuri_error *error)
{
	struct everyuri_writer *out = &answer->out;

	put_field(answer, item->data, item->len);
	everyuri_write_text(out, "\t");
	everyuri_write_text(out, standard);
	if (!error) {
		everyuri_write_text(out, "\tvalid\t\\N\t\\N\t\\N");
		return;
	}
	everyuri_write_text(out, "\tinvalid\t");
	everyuri_write_number(out, error->at);
	everyuri_write_text(out, "\t");
	put_field(answer, error->clause, strlen(error->clause));
	everyuri_write_text(out, "\t");
	put_field(answer, error->message, strlen(error->message));
}

static void answer_check(struct answer *answer, const struct item *item, void *own)
{
	const struct check *check = own;
	const struct settings *settings = answer->settings;

	for (size_t i = 0; i < settings->n_standards; i++) {
		const char *standard = everyuri_standard_name(settings->standard[i]);
		struct everyuri_uri uri;
		struct everyuri_error error;
		bool good = !item_read(answer, item, settings->standard[i], check->flags, NULL,
		                       &uri, &error);

		switch (settings->shape) {
		case SHAPE_TEXT:
			write_text(answer, item, standard, good ? NULL : &error);
			break;
		case SHAPE_JSON:
			write_json(answer, item, standard, good ? NULL : &error);
			break;
		case SHAPE_TSV:
			write_tsv(answer, item, standard, good ? NULL : &error);
			break;
		}
		put_end(answer);
		if (!good)
			answer_failed(answer, &error);
	}
}

int cmd_check(int argc, char **argv)
{
	struct settings settings = { .command = "check",
		                     .usage = "check [OPTION]... [URI]...",
		                     .many_standards = true };
	struct check check = { 0 };
	const struct option rows[] = { { .name = "zone", .flag = &check.zone } };
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status >= 0)
		return status;
	check.flags = check.zone ? (unsigned)EVERYURI_ADMIT_ZONE : 0u;
	return lines_run(&settings, "uri\tstandard\tverdict\tat\tclause\tmessage", answer_check,
	                 &check);
}
