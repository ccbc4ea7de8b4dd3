/* check.c - everyuri check: reports whether an item is valid.  If it is not,
 * reports where and why. */
#include "support/cmd.h"

#include <string.h>

struct check {
	bool zone, reference;
	unsigned flags;
};

/* The result for an item under one standard. */
struct verdict_on {
	const char *standard;
	bool valid, rewritten; /* rewritten: by whatwg, which also has "nonconforming" */
	const struct everyuri_error *error; /* why it is invalid or nonconforming; or NULL */
};

static const char *verdict_name(const struct verdict_on *verdict)
{
	return !verdict->valid ? "invalid" : verdict->error ? "nonconforming" : "valid";
}

static void write_text(struct answer *answer, const struct item *item,
                       const struct verdict_on *verdict)
{
	const struct everyuri_error *error = verdict->error;
	struct everyuri_writer *out = &answer->out;

	everyuri_write_text(out, verdict_name(verdict));
	everyuri_write_text(out, "\t");
	everyuri_write_text(out, verdict->standard);
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

static void write_json(struct answer *answer, const struct item *item,
                       const struct verdict_on *verdict)
{
	put_json_item(answer, item);
	everyuri_write_text(&answer->out, ",\"standard\":\"");
	everyuri_write_text(&answer->out, verdict->standard);
	everyuri_write_text(&answer->out,
	                    verdict->valid ? "\",\"valid\":true" : "\",\"valid\":false");
	if (verdict->rewritten)
		everyuri_write_text(&answer->out, verdict->error ? ",\"conforming\":false" :
		                                                   ",\"conforming\":true");
	if (!verdict->valid)
		put_json_error(answer, verdict->error);
	everyuri_write_text(&answer->out, "}");
}

static void write_tsv(struct answer *answer, const struct item *item,
                      const struct verdict_on *verdict)
{
	const struct everyuri_error *error = verdict->error;
	struct everyuri_writer *out = &answer->out;

	put_field(answer, item->data, item->len);
	everyuri_write_text(out, "\t");
	everyuri_write_text(out, verdict->standard);
	everyuri_write_text(out, "\t");
	everyuri_write_text(out, verdict_name(verdict));
	if (!error) {
		everyuri_write_text(out, "\t\\N\t\\N\t\\N");
		return;
	}
	everyuri_write_text(out, "\t");
	everyuri_write_number(out, error->at);
	everyuri_write_text(out, "\t");
	put_field(answer, error->clause, strlen(error->clause));
	everyuri_write_text(out, "\t");
	put_field(answer, error->message, strlen(error->message));
}

/* Looks for the first validation error of a URL that whatwg accepts. */
static bool is_conforming(struct answer *answer, const struct item *item,
                          struct everyuri_error *error)
{
	struct everyuri_whatwg_note note;
	bool conforming;
	size_t len = 0;

	if (answer->joined_len ||
	    everyuri_whatwg_conforms(item->data, item->len, NULL, &conforming, &note, error)) {
		/* The item is a URL only after --default-scheme was added, so subtract the
		 * added length from the error's offset. */
		len = item_join(answer, item);
		if (everyuri_whatwg_conforms(answer->joined, len, NULL, &conforming, &note, error))
			return false;
		len -= item->len;
	}
	if (conforming)
		return true;
	*error = (struct everyuri_error){ .status = EVERYURI_INVALID,
		                          .at = note.at > len ? note.at - len : 0,
		                          .clause = note.clause,
		                          .message = note.message };
	return false;
}

static void answer_check(struct answer *answer, const struct item *item, void *own)
{
	const struct check *check = own;
	const struct settings *settings = answer->settings;

	for (size_t i = 0; i < settings->n_standards; i++) {
		enum everyuri_standard standard = settings->standard[i];
		struct everyuri_uri uri;
		struct everyuri_error error;
		bool good = !item_read(answer, item, standard, check->flags, NULL, &uri, &error);
		bool fine = good &&
		            (standard != EVERYURI_WHATWG || is_conforming(answer, item, &error));
		struct verdict_on verdict = { .standard = everyuri_standard_name(standard),
			                      .valid = good,
			                      .rewritten = standard == EVERYURI_WHATWG,
			                      .error = fine ? NULL : &error };

		switch (settings->shape) {
		case SHAPE_TEXT:
			write_text(answer, item, &verdict);
			break;
		case SHAPE_JSON:
			write_json(answer, item, &verdict);
			break;
		case SHAPE_TSV:
			write_tsv(answer, item, &verdict);
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
		                     .many_standards = true,
		                     .as_rows = true };
	struct check check = { 0 };
	const struct option rows[] = { { .name = "zone", .flag = &check.zone },
		                       { .name = "reference", .flag = &check.reference } };
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status >= 0)
		return status;
	check.flags = (check.zone ? (unsigned)EVERYURI_ADMIT_ZONE : 0u) |
	              (check.reference ? (unsigned)EVERYURI_ADMIT_PARTIAL : 0u);
	return lines_run(&settings, "uri\tstandard\tverdict\tat\tclause\tmessage", answer_check,
	                 &check);
}
