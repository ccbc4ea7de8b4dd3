/* same.c - everyuri same: tests whether two URIs have the same canonical form. */
#include "support/cmd.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The state between items.  Items come in pairs: two arguments, or two successive lines. */
struct same {
	enum everyuri_level level;
	char *first; /* a copy of the first item of a pair */
	size_t cap;
	struct item waiting; /* the first item of a pair; data is NULL if there is none */
	char *joined;        /* text of the first item with --default-scheme in front */
};

/* The result for a pair. */
struct verdict {
	const struct item *item[2];
	bool same;
	int bad; /* index of the invalid item, or -1 */
	struct everyuri_error error;
};

static bool put_aside(struct same *same, const struct item *item)
{
	if (item->len >= same->cap) {
		char *grown = realloc(same->first, item->len + 1);

		if (!grown)
			return false;
		same->first = grown;
		same->cap = item->len + 1;
	}
	memcpy(same->first, item->data, item->len);
	same->waiting = *item;
	same->waiting.data = same->first;
	return true;
}

/* Writes one item of the pair.  name: "a" or "b", which is also the prefix of other
 * members of this item, such as "a_octets". */
static void write_side(struct answer *answer, const char *name, const struct item *item)
{
	struct everyuri_writer *out = &answer->out;

	everyuri_write_text(out, *name == 'a' ? "{\"a\":" : ",\"b\":");
	put_json(answer, item->data, item->len);
	if (!utf8_valid(item->data, item->len)) {
		everyuri_write_text(out, *name == 'a' ? ",\"a_octets\":\"" : ",\"b_octets\":\"");
		everyuri_write_base64(out, item->data, item->len);
		everyuri_write_text(out, "\"");
	}
	if (item->cut)
		everyuri_write_text(out, *name == 'a' ? ",\"a_cut\":true" : ",\"b_cut\":true");
}

static void write_json(struct answer *answer, const struct verdict *verdict)
{
	struct everyuri_writer *out = &answer->out;

	write_side(answer, "a", verdict->item[0]);
	write_side(answer, "b", verdict->item[1]);
	everyuri_write_text(out, ",\"standard\":\"");
	everyuri_write_text(out, everyuri_standard_name(answer->settings->standard[0]));
	everyuri_write_text(out, verdict->same ? "\",\"same\":true" : "\",\"same\":false");
	if (verdict->bad >= 0) {
		put_json_error(answer, &verdict->error);
		everyuri_write_text(out, verdict->bad ? ",\"which\":\"b\"" : ",\"which\":\"a\"");
	}
	everyuri_write_text(out, "}");
}

static void write_verdict(struct answer *answer, const struct verdict *verdict)
{
	switch (answer->settings->shape) {
	case SHAPE_JSON:
		write_json(answer, verdict);
		break;
	case SHAPE_TSV:
		put_field(answer, verdict->item[0]->data, verdict->item[0]->len);
		everyuri_write_text(&answer->out, "\t");
		put_field(answer, verdict->item[1]->data, verdict->item[1]->len);
		everyuri_write_text(&answer->out, verdict->same ? "\ttrue" : "\tfalse");
		break;
	case SHAPE_TEXT:
		if (verdict->bad < 0)
			everyuri_write_text(&answer->out, verdict->same ? "same" : "different");
		break;
	}
	put_end(answer);
	if (verdict->bad >= 0 && answer->settings->shape != SHAPE_JSON)
		complain(answer, verdict->item[verdict->bad], &verdict->error);
	else if (verdict->bad >= 0)
		answer_failed(answer, &verdict->error);
	if (!verdict->same)
		answer_status(answer, EXIT_BAD);
}

static void answer_same(struct answer *answer, const struct item *item, void *own)
{
	struct same *same = own;

	if (!same->waiting.data) {
		if (!put_aside(same, item))
			answer_status(answer, trouble(answer->settings, "memory", ENOMEM));
		return;
	}
	enum everyuri_standard standard = answer->settings->standard[0];
	struct verdict verdict = { .item = { &same->waiting, item }, .bad = -1 };
	struct everyuri_uri uri[2];

	if (item_read(answer, verdict.item[0], standard, 0, NULL, &uri[0], &verdict.error))
		verdict.bad = 0;
	/* Parsing the second item overwrites answer->buf[0] and answer->joined, which
	 * may contain the first item.  So other buffers take their place. */
	struct everyuri_buf buf = answer->buf[0];

	answer->buf[0] = answer->buf[3];
	answer->buf[3] = buf;
	same->joined = answer->joined;
	answer->joined = NULL;
	answer->joined_cap = 0;
	if (verdict.bad < 0 &&
	    item_read(answer, verdict.item[1], standard, 0, NULL, &uri[1], &verdict.error))
		verdict.bad = 1;
	if (verdict.bad < 0 && everyuri_same(&uri[0], &uri[1], same->level, &answer->buf[1],
	                                     &verdict.same, &verdict.error))
		verdict.bad = 0;
	write_verdict(answer, &verdict);
	free(same->joined);
	same->waiting.data = NULL;
}

int cmd_same(int argc, char **argv)
{
	struct settings settings = { .command = "same",
		                     .usage = "same [OPTION]... [A B]",
		                     .as_rows = true };
	struct same same = { .level = EVERYURI_LEVEL_SYNTAX };
	const struct option rows[] = {
		{ .name = "level", .value = true, .call = level_read, .own = &same.level },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status >= 0)
		return status;
	if (settings.n_operands % 2)
		return usage_error(&settings,
		                   "URIs are compared in pairs, but \"%s\" has no second URI",
		                   settings.operand[settings.n_operands - 1]);
	settings.n_threads = 1;
	status = lines_run(&settings, "a\tb\tsame", answer_same, &same);
	if (same.waiting.data)
		status = usage_error(
			&settings,
			"URIs are compared in pairs, but the last line has no second URI");
	free(same.first);
	return status;
}
