/* parse.c - everyuri parse: prints the components of each URI. */
#include "support/cmd.h"
#include "support/parse_blocks.h"

#include <string.h>

#define HEADER                                                                                     \
	"uri\tstandard\tvalid\tat\tscheme\tuser\tpassword\thost\tport\tpath\tquery\tfragment\thre" \
	"f"

struct parse {
	const char *base_text, *get;
	bool reference, zone, decode;
	unsigned flags;
	struct everyuri_uri base;
};

static void answer_parse(struct answer *answer, const struct item *item, void *own)
{
	const struct parse *parse = own;
	enum everyuri_standard standard = answer->settings->standard[0];
	const struct everyuri_uri *base = parse->base_text ? &parse->base : NULL;
	struct everyuri_uri uri;
	struct everyuri_error error;
	bool good = !item_read(answer, item, standard, parse->flags, base, &uri, &error);
	struct record record = { .item = item,
		                 .standard = standard,
		                 .uri = good ? &uri : NULL,
		                 .error = &error,
		                 .href = base || standard == EVERYURI_WHATWG,
		                 .decode = parse->decode };

	if (parse->get) {
		get_write(answer, parse->get, &record);
	} else if (answer->settings->table) {
		bulk_item(answer, item, parse->flags);
	} else {
		switch (answer->settings->shape) {
		case SHAPE_JSON:
			record_json(answer, &record);
			break;
		case SHAPE_TSV:
			record_tsv(answer, &record);
			break;
		case SHAPE_TEXT: /* the text ends with an empty line, or with NUL if -0 is given */
			record_text(answer, &record, "");
			break;
		}
	}
	if (!answer->settings->table)
		put_end(answer);
	if (!good && answer->settings->shape == SHAPE_JSON)
		answer_failed(answer, &error);
	else if (!good)
		complain(answer, item, &error);
}

static bool parse_block(struct answer *answer, struct block *block, item_fn *fn, void *own)
{
	const struct parse *parse = own;

	return bulk_parse(answer, block, parse->flags, fn, own);
}

static void begin_table(struct answer *answer, void *own)
{
	(void)own;
	bulk_begin(answer);
}

static void end_table(struct answer *answer, void *own)
{
	(void)own;
	bulk_end(answer);
}

static const char *read_get(void *own, const char *name, const char *value)
{
	struct parse *parse = own;

	(void)name;
	parse->get = value;
	return get_check(value);
}

int cmd_parse(int argc, char **argv)
{
	struct settings settings = { .command = "parse",
		                     .usage = "parse [OPTION]... [URI]...",
		                     .as_table = true };
	struct parse parse = { 0 };
	const struct option rows[] = {
		{ .name = "base", .text = &parse.base_text },
		{ .name = "reference", .flag = &parse.reference },
		{ .name = "zone", .flag = &parse.zone },
		{ .name = "decode", .flag = &parse.decode },
		{ .name = "get", .value = true, .call = read_get, .own = &parse },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status >= 0)
		return status;
	parse.flags = (parse.reference ? (unsigned)EVERYURI_ADMIT_PARTIAL : 0u) |
	              (parse.zone ? (unsigned)EVERYURI_ADMIT_ZONE : 0u);
	if (parse.get && settings.shape_given)
		return usage_error(&settings, "--get and --format cannot be used together");
	if (parse.base_text)
		status = base_read(&settings, parse.base_text, parse.flags, &parse.base);
	if (status >= 0)
		return status;
	bool others = parse.base_text || parse.decode;

	status = bulk_allowed(&settings, others);
	if (status >= 0)
		return status;
	/* Whole blocks are parsed and written at once if the output is the same. */
	const struct lane lane = { .begin = settings.table ? begin_table : NULL,
		                   .end = settings.table ? end_table : NULL,
		                   .block = others || parse.get ? NULL : parse_block };

	return lines_run_in_blocks(&settings, HEADER, answer_parse, &lane, &parse);
}
