/* compare.c - everyuri compare: parses an item by several standards and prints the results side by side. */
#include "support/cmd.h"

#include <stdio.h>
#include <string.h>

struct compare {
	bool strict;
	uint32_t standards; /* bit s: compare by standard s */
};

static bool accepts(const struct everyuri_comparison *found, enum everyuri_standard standard)
{
	return found->accepted >> standard & 1;
}

static struct record record_of(const struct item *item, const struct everyuri_comparison *found,
                               enum everyuri_standard standard)
{
	return (struct record){ .item = item,
		                .standard = standard,
		                .uri = accepts(found, standard) ? &found->reading[standard].uri :
		                                                  NULL,
		                .error = &found->reading[standard].error,
		                .href = standard == EVERYURI_WHATWG };
}

/* Writes "rfc1738,rfc3986", or in JSON "rfc1738","rfc3986". */
static void write_accepted(struct answer *answer, const struct everyuri_comparison *found,
                           const char *quote)
{
	const struct settings *settings = answer->settings;
	const char *comma = "";

	for (size_t i = 0; i < settings->n_standards; i++) {
		if (!accepts(found, settings->standard[i]))
			continue;
		everyuri_write_text(&answer->out, comma);
		everyuri_write_text(&answer->out, quote);
		everyuri_write_text(&answer->out, everyuri_standard_name(settings->standard[i]));
		everyuri_write_text(&answer->out, quote);
		comma = ",";
	}
}

static const char *first_name(const struct everyuri_comparison *found)
{
	if (found->first >= EVERYURI_N_PARTS)
		return NULL;
	return everyuri_part_name((enum everyuri_part)found->first);
}

static void write_json(struct answer *answer, const struct item *item,
                       const struct everyuri_comparison *found)
{
	struct everyuri_writer *out = &answer->out;
	const char *first = first_name(found);

	put_json_item(answer, item);
	everyuri_write_text(out, found->agree ? ",\"agree\":true" : ",\"agree\":false");
	if (first) {
		everyuri_write_text(out, ",\"first\":\"");
		everyuri_write_text(out, first);
		everyuri_write_text(out, "\"");
	}
	everyuri_write_text(out, ",\"accepted_by\":[");
	write_accepted(answer, found, "\"");
	everyuri_write_text(out, "],\"readings\":[");
	for (size_t i = 0; i < answer->settings->n_standards; i++) {
		struct record record = record_of(item, found, answer->settings->standard[i]);

		everyuri_write_text(out, i ? "," : "");
		record_json(answer, &record);
	}
	everyuri_write_text(out, "]}");
}

/* Writes text like parse: the names of the JSON members, nested ones joined by dots. */
static void write_text(struct answer *answer, const struct item *item,
                       const struct everyuri_comparison *found)
{
	struct everyuri_writer *out = &answer->out;
	const char *first = first_name(found);

	everyuri_write_text(out, "uri\t");
	put_field(answer, item->data, item->len);
	if (!utf8_valid(item->data, item->len)) {
		everyuri_write_text(out, "\noctets\t");
		everyuri_write_base64(out, item->data, item->len);
	}
	everyuri_write_text(out, item->cut ? "\ncut\ttrue" : "");
	everyuri_write_text(out, found->agree ? "\nagree\ttrue" : "\nagree\tfalse");
	everyuri_write_text(out, first ? "\nfirst\t" : "");
	everyuri_write_text(out, first ? first : "");
	everyuri_write_text(out, "\naccepted_by\t");
	write_accepted(answer, found, "");
	everyuri_write_text(out, "\n");
	for (size_t i = 0; i < answer->settings->n_standards; i++) {
		enum everyuri_standard standard = answer->settings->standard[i];
		struct record record = record_of(item, found, standard);
		char prefix[64];

		snprintf(prefix, sizeof prefix, "readings.%s.", everyuri_standard_name(standard));
		record_text(answer, &record, prefix);
	}
}

static void write_tsv(struct answer *answer, const struct item *item,
                      const struct everyuri_comparison *found)
{
	const char *first = first_name(found);

	put_field(answer, item->data, item->len);
	everyuri_write_text(&answer->out, found->agree ? "\ttrue\t" : "\tfalse\t");
	put_field(answer, first, first ? strlen(first) : 0);
	everyuri_write_text(&answer->out, "\t");
	write_accepted(answer, found, "");
}

static void answer_compare(struct answer *answer, const struct item *item, void *own)
{
	const struct compare *compare = own;
	struct everyuri_comparison found;

	item_compare(answer, item, compare->standards, &found);
	switch (answer->settings->shape) {
	case SHAPE_TEXT:
		write_text(answer, item, &found);
		break;
	case SHAPE_JSON:
		write_json(answer, item, &found);
		break;
	case SHAPE_TSV:
		write_tsv(answer, item, &found);
		break;
	}
	put_end(answer);
	if (!found.agree || (compare->strict && found.accepted != found.asked))
		answer_status(answer, EXIT_BAD);
}

int cmd_compare(int argc, char **argv)
{
	struct settings settings = { .command = "compare",
		                     .usage = "compare [OPTION]... [URI]...",
		                     .many_standards = true,
		                     .as_rows = true };
	struct compare compare = { 0 };
	const struct option rows[] = { { .name = "strict", .flag = &compare.strict } };

	standards_of_set(&settings, "modern");
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status >= 0)
		return status;
	compare.standards = standards_asked(&settings);
	return lines_run(&settings, "uri\tagree\tfirst\taccepted_by", answer_compare, &compare);
}
