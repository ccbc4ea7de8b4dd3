/* edit.c - everyuri edit: changes the named parts and keeps every other byte. */
#include "support/cmd.h"
#include "support/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct edit {
	struct everyuri_change *change;
	size_t n, cap;
	bool encode, reference;
};

static bool find_part(const char *name, size_t len, enum everyuri_part *part)
{
	for (int p = 0; p < EVERYURI_N_PARTS; p++) {
		const char *known = everyuri_part_name((enum everyuri_part)p);

		if (strlen(known) != len || memcmp(known, name, len) != 0)
			continue;
		*part = (enum everyuri_part)p;
		return true;
	}
	return false;
}

static struct everyuri_text text_of(const char *text)
{
	return (struct everyuri_text){ text, strlen(text) };
}

/* ---- one function for each option, to parse its value ---------------------------------- */

static const char *part_name(const void *of, unsigned i)
{
	(void)of;
	return everyuri_part_name((enum everyuri_part)i);
}

static const char *unknown_part(const char *name, size_t len)
{
	static const struct names parts = { .name = part_name, .n = EVERYURI_N_PARTS };

	return unknown_name("part", name, len, &parts);
}

/* Parses PART=VALUE. */
static const char *read_set(struct everyuri_change *change, const char *value)
{
	const char *equals = strchr(value, '=');

	if (!equals)
		return "is not PART=VALUE";
	if (!find_part(value, (size_t)(equals - value), &change->part))
		return unknown_part(value, (size_t)(equals - value));
	change->kind = EVERYURI_SET;
	change->value = text_of(equals + 1);
	return NULL;
}

/* Parses path=SEGMENT, query=KEY=VALUE or query=KEY. */
static const char *read_append(struct everyuri_change *change, const char *value)
{
	const char *equals = strchr(value, '=');

	if (equals && find_part(value, (size_t)(equals - value), &change->part)) {
		if (change->part == EVERYURI_PATH) {
			change->kind = EVERYURI_APPEND_PATH;
			change->value = text_of(equals + 1);
			return NULL;
		}
		if (change->part == EVERYURI_QUERY) {
			const char *second = strchr(equals + 1, '=');

			change->kind = EVERYURI_APPEND_QUERY;
			change->key = text_of(equals + 1);
			if (!second)
				return NULL;
			change->key.len = (size_t)(second - equals) - 1;
			change->value = text_of(second + 1);
			return NULL;
		}
	}
	return "is not path=SEGMENT, query=KEY=VALUE or query=KEY";
}

/* Parses KEY=VALUE or KEY. */
static const char *read_set_query(struct everyuri_change *change, const char *value)
{
	const char *equals = strchr(value, '=');

	change->kind = EVERYURI_SET_QUERY;
	change->key = text_of(value);
	if (equals) {
		change->key.len = (size_t)(equals - value);
		change->value = text_of(equals + 1);
	}
	return NULL;
}

static const char *read_delete(struct everyuri_change *change, const char *value)
{
	if (!find_part(value, strlen(value), &change->part))
		return unknown_part(value, strlen(value));
	change->kind = EVERYURI_DELETE;
	return NULL;
}

static const char *read_change(void *own, const char *name, const char *value)
{
	struct edit *edit = own;
	const char *wrong = NULL;
	struct everyuri_change *grown =
		array_grow(edit->change, edit->n, &edit->cap, sizeof *grown);

	if (!grown)
		return "cannot be stored: out of memory";
	edit->change = grown;
	struct everyuri_change change = { 0 };

	if (!strcmp(name, "set")) {
		wrong = read_set(&change, value);
	} else if (!strcmp(name, "append")) {
		wrong = read_append(&change, value);
	} else if (!strcmp(name, "delete")) {
		wrong = read_delete(&change, value);
	} else if (!strcmp(name, "set-query")) {
		wrong = read_set_query(&change, value);
	} else if (!strcmp(name, "delete-query")) {
		change.kind =
			strchr(value, '*') ? EVERYURI_DELETE_QUERY_GLOB : EVERYURI_DELETE_QUERY;
		change.key = text_of(value);
	} else {
		change.kind = EVERYURI_SORT_QUERY;
	}
	if (!wrong)
		edit->change[edit->n++] = change;
	return wrong;
}

/* Keys that say where a click came from, and change nothing in what is shown.  docs/commands/edit.md lists them. */
static const char *const tracking_keys[] = {
	"utm_*",       "gclid",         "gclsrc",         "dclid",    "gbraid",     "wbraid",
	"fbclid",      "igshid",        "msclkid",        "twclid",   "ttclid",     "li_fat_id",
	"yclid",       "_openstat",     "ysclid",         "mc_cid",   "mc_eid",     "_hsenc",
	"_hsmi",       "hsCtaTracking", "__hs*",          "mkt_tok",  "vero_id",    "vero_conv",
	"oly_anon_id", "oly_enc_id",    "s_cid",          "wickedid", "rb_clickid", "_ga",
	"_gl",         "pk_*",          "mtm_*",          "piwik_*",  "matomo_*",   "epik",
	"srsltid",     "guccounter",    "guce_referrer*",
};

static const char *read_tracking(void *own, const char *name, const char *value)
{
	const char *wrong = NULL;

	(void)name;
	(void)value;
	for (size_t k = 0; !wrong && k < sizeof tracking_keys / sizeof *tracking_keys; k++)
		wrong = read_change(own, "delete-query", tracking_keys[k]);
	return wrong;
}

/* Writes the name of the option that requested a change, for error messages. */
static void name_change(const struct everyuri_change *change, char text[64])
{
	const char *part = everyuri_part_name(change->part);

	switch (change->kind) {
	case EVERYURI_SET:
		snprintf(text, 64, "--set %s: ", part);
		break;
	case EVERYURI_DELETE:
		snprintf(text, 64, "--delete %s: ", part);
		break;
	case EVERYURI_APPEND_PATH:
		snprintf(text, 64, "--append path: ");
		break;
	case EVERYURI_APPEND_QUERY:
		snprintf(text, 64, "--append query: ");
		break;
	case EVERYURI_SET_QUERY:
		snprintf(text, 64, "--set-query: ");
		break;
	case EVERYURI_DELETE_QUERY:
	case EVERYURI_DELETE_QUERY_GLOB:
		snprintf(text, 64, "--delete-query: ");
		break;
	case EVERYURI_SORT_QUERY:
		snprintf(text, 64, "--sort-query: ");
		break;
	}
}

/* Returns true if the changes would succeed with encoded values.  An address in a host must not be encoded. */
static bool helps_to_encode(const struct edit *edit, const struct everyuri_uri *uri,
                            struct everyuri_buf *buf)
{
	for (size_t k = 0; k < edit->n; k++)
		if (edit->change[k].part == EVERYURI_HOST && edit->change[k].value.len &&
		    memchr(edit->change[k].value.data, ':', edit->change[k].value.len))
			return false;
	return !edit->encode &&
	       !everyuri_edit(uri, edit->change, edit->n, EVERYURI_EDIT_ENCODE, buf, NULL);
}

static void answer_edit(struct answer *answer, const struct item *item, void *own)
{
	const struct edit *edit = own;
	enum everyuri_standard standard = answer->settings->standard[0];
	struct everyuri_buf *buf = &answer->buf[1];
	struct everyuri_uri uri;
	struct everyuri_error error;
	enum everyuri_status status = item_read(
		answer, item, standard, edit->reference ? (unsigned)EVERYURI_ADMIT_PARTIAL : 0u,
		NULL, &uri, &error);
	bool is_read = !status;
	char source[64];

	if (is_read)
		status = everyuri_edit(&uri, edit->change, edit->n,
		                       edit->encode ? EVERYURI_EDIT_ENCODE : 0u, buf, &error);
	struct outcome outcome = outcome_of(item, standard, status, buf, &error);

	if (is_read && status == EVERYURI_INVALID && error.which < edit->n) {
		name_change(&edit->change[error.which], source);
		outcome.source = source;
		outcome.remedy =
			helps_to_encode(edit, &uri, buf) ? "; use --encode to encode it" : "";
	}

	outcome_write(answer, &outcome);
}

int cmd_edit(int argc, char **argv)
{
	struct settings settings = { .command = "edit",
		                     .usage = "edit [OPTION]... [URI]...",
		                     .as_rows = true };
	struct edit edit = { 0 };
	const struct option rows[] = {
		{ .name = "set", .value = true, .call = read_change, .own = &edit },
		{ .name = "append", .value = true, .call = read_change, .own = &edit },
		{ .name = "delete", .value = true, .call = read_change, .own = &edit },
		{ .name = "set-query", .value = true, .call = read_change, .own = &edit },
		{ .name = "delete-query", .value = true, .call = read_change, .own = &edit },
		{ .name = "delete-tracking", .call = read_tracking, .own = &edit },
		{ .name = "sort-query", .call = read_change, .own = &edit },
		{ .name = "encode", .flag = &edit.encode },
		{ .name = "reference", .flag = &edit.reference },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status < 0)
		status = lines_run(&settings, OUTCOME_HEADER, answer_edit, &edit);
	free(edit.change);
	return status;
}
