/* edit.c - everyuri edit: change the named parts, keep every other byte. */
#include "support/cmd.h"

#include <stdlib.h>
#include <string.h>

struct edit {
	struct everyuri_change *change;
	size_t n, cap;
	bool encode;
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

/* ---- one function for each option: what it makes of its value -------------------------- */

static const char no_part[] = "names no part: scheme, user, password, host, port, path, query "
			      "or fragment";

/* PART=VALUE */
static const char *read_set(struct everyuri_change *change, const char *value)
{
	const char *equals = strchr(value, '=');

	if (!equals)
		return "is not PART=VALUE";
	if (!find_part(value, (size_t)(equals - value), &change->part))
		return no_part;
	change->kind = EVERYURI_SET;
	change->value = text_of(equals + 1);
	return NULL;
}

/* path=SEGMENT, query=KEY=VALUE or query=KEY */
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

/* KEY=VALUE or KEY */
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
		return no_part;
	change->kind = EVERYURI_DELETE;
	return NULL;
}

static const char *read_change(void *own, const char *name, const char *value)
{
	struct edit *edit = own;
	const char *wrong = NULL;

	if (edit->n == edit->cap) {
		size_t cap = edit->cap ? edit->cap * 2 : 8;
		struct everyuri_change *grown = realloc(edit->change, cap * sizeof *grown);

		if (!grown)
			return "finds no memory";
		edit->change = grown;
		edit->cap = cap;
	}
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
		change.kind = EVERYURI_DELETE_QUERY;
		change.key = text_of(value);
	} else {
		change.kind = EVERYURI_SORT_QUERY;
	}
	if (!wrong)
		edit->change[edit->n++] = change;
	return wrong;
}

static void answer_edit(struct answer *answer, const struct item *item, void *own)
{
	const struct edit *edit = own;
	enum everyuri_standard standard = answer->settings->standard[0];
	struct everyuri_buf *buf = &answer->buf[1];
	struct everyuri_uri uri;
	struct everyuri_error error;
	enum everyuri_status status = item_read(answer, item, standard, 0, NULL, &uri, &error);

	if (!status)
		status = everyuri_edit(&uri, edit->change, edit->n,
		                       edit->encode ? EVERYURI_EDIT_ENCODE : 0u, buf, &error);
	struct outcome outcome = outcome_of(item, standard, status, buf, &error);

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
		{ .name = "sort-query", .call = read_change, .own = &edit },
		{ .name = "encode", .flag = &edit.encode },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status < 0)
		status = lines_run(&settings, OUTCOME_HEADER, answer_edit, &edit);
	free(edit.change);
	return status;
}
