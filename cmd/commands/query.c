/* query.c - everyuri query: lists, looks up and changes the pairs of a query. */
#include "support/cmd.h"

#include <stdlib.h>
#include <string.h>

struct query {
	bool form;       /* reads and writes like URLSearchParams */
	bool reference;  /* --reference: partial forms too */
	const char *get; /* prints the first value of this key */
	const char *all; /* lists only the pairs of this key */
	struct everyuri_change *change;
	size_t n, cap;
};

/* One decoded pair to print; value.data is NULL if the key has no "=". */
struct pair {
	struct everyuri_text key, value;
};

static struct everyuri_text text_of(const char *text)
{
	return (struct everyuri_text){ text, strlen(text) };
}

/* Parses KEY=VALUE or KEY; value is NULL for --sort. */
static const char *read_change(void *own, const char *name, const char *value)
{
	struct query *query = own;
	struct everyuri_change change = { .part = EVERYURI_QUERY };
	const char *equals = value ? strchr(value, '=') : NULL;
	struct everyuri_change *grown =
		array_grow(query->change, query->n, &query->cap, sizeof *grown);

	if (!grown)
		return "cannot be stored: out of memory";
	query->change = grown;
	if (!strcmp(name, "append"))
		change.kind = EVERYURI_APPEND_QUERY;
	else if (!strcmp(name, "set"))
		change.kind = EVERYURI_SET_QUERY;
	else if (!strcmp(name, "delete"))
		change.kind = EVERYURI_DELETE_QUERY;
	else
		change.kind = EVERYURI_SORT_QUERY;
	if (value)
		change.key = text_of(value);
	if (equals) {
		change.key.len = (size_t)(equals - value);
		change.value = text_of(equals + 1);
	}
	query->change[query->n++] = change;
	return NULL;
}

/* ---- pairs ------------------------------------------------------------------------------ */

/* The state of iterating over the pairs of one URI. */
struct walk {
	const struct query *query;
	const struct everyuri_uri *uri;
	struct everyuri_text raw; /* the query as written; its data is NULL if the URI has no
	                           * query */
	struct everyuri_iter iter;
	struct everyuri_buf *key, *value; /* the most recent pair, decoded */
};

static struct walk walk_begin(struct answer *answer, const struct query *query,
                              const struct everyuri_uri *uri)
{
	struct walk walk = {
		.query = query, .uri = uri, .key = &answer->buf[2], .value = &answer->buf[3]
	};

	walk.raw = everyuri_view(uri, EVERYURI_QUERY);
	return walk;
}

static bool decode_one(const struct walk *walk, const char *data, size_t len,
                       struct everyuri_buf *buf, struct everyuri_text *text,
                       struct everyuri_error *error)
{
	enum everyuri_status status =
		walk->query->form ? everyuri_params_decode(data, len, buf, error) :
				    everyuri_decode(data, len, EVERYURI_BARE_PERCENT, buf, error);

	*text = (struct everyuri_text){ !status && buf->len ? buf->data : "", buf->len };
	return !status;
}

/* Stores the next pair in *pair.  Returns: 1; 0 at the end; -1, with *error set, if the
 * pair cannot be decoded. */
static int walk_next(struct walk *walk, struct pair *pair, struct everyuri_error *error)
{
	const char *text = walk->uri->text;
	struct everyuri_span key, value;
	struct everyuri_param param;

	pair->value = (struct everyuri_text){ NULL, 0 };
	if (walk->query->form) {
		if (!walk->raw.data ||
		    !everyuri_params_next(walk->raw.data, walk->raw.len, &walk->iter, &param))
			return 0;
	} else {
		if (!everyuri_pair_next(walk->uri, &walk->iter, &key, &value))
			return 0;
		param.name = (struct everyuri_text){ text + key.begin, key.end - key.begin };
		param.value = (struct everyuri_text){ NULL, 0 };
		if (value.begin != EVERYURI_ABSENT)
			param.value = (struct everyuri_text){ text + value.begin,
				                              value.end - value.begin };
	}
	if (!decode_one(walk, param.name.data, param.name.len, walk->key, &pair->key, error))
		return -1;
	if (param.value.data &&
	    !decode_one(walk, param.value.data, param.value.len, walk->value, &pair->value, error))
		return -1;
	return 1;
}

static bool key_is(const struct pair *pair, const char *key)
{
	return !key || (pair->key.len == strlen(key) &&
	                (!pair->key.len || !memcmp(pair->key.data, key, pair->key.len)));
}

/* Returns true if all pairs can be decoded.  Called before anything is printed, because
 * some standards accept an invalid escape such as "%zz". */
static bool all_decode(struct answer *answer, const struct query *query,
                       const struct everyuri_uri *uri, struct everyuri_error *error)
{
	struct walk walk = walk_begin(answer, query, uri);
	struct pair pair;
	int more;

	while ((more = walk_next(&walk, &pair, error)) > 0)
		;
	return !more;
}

/* ---- the three formats of a list --------------------------------------------------------- */

static void put_member(struct answer *answer, const char *name, struct everyuri_text text)
{
	struct everyuri_writer *out = &answer->out;

	everyuri_write_text(out, "\"");
	everyuri_write_text(out, name);
	everyuri_write_text(out, "\":");
	put_json(answer, text.data, text.len);
	if (utf8_valid(text.data, text.len))
		return;
	everyuri_write_text(out, ",\"");
	everyuri_write_text(out, name);
	everyuri_write_text(out, "_octets\":\"");
	everyuri_write_base64(out, text.data, text.len);
	everyuri_write_text(out, "\"");
}

static void put_pair_json(struct answer *answer, const struct pair *pair, size_t n)
{
	everyuri_write_text(&answer->out, n ? ",{" : "{");
	put_member(answer, "key", pair->key);
	if (pair->value.data) {
		everyuri_write_text(&answer->out, ",");
		put_member(answer, "value", pair->value);
	}
	everyuri_write_text(&answer->out, "}");
}

static void put_row(struct answer *answer, const struct item *item, bool valid,
                    const struct pair *pair)
{
	put_field(answer, item->data, item->len);
	everyuri_write_text(&answer->out, valid ? "\ttrue\t" : "\tfalse\t");
	put_field(answer, pair->key.data, pair->key.len);
	everyuri_write_text(&answer->out, "\t");
	put_field(answer, pair->value.data, pair->value.len);
	put_end(answer);
}

static void put_line(struct answer *answer, const struct pair *pair)
{
	put_field(answer, pair->key.data, pair->key.len);
	everyuri_write_text(&answer->out, "\t");
	put_field(answer, pair->value.data, pair->value.len);
	everyuri_write_text(&answer->out, "\n");
}

/* Writes the text before the pairs of an item.  uri: NULL if the item is invalid. */
static void put_opening(struct answer *answer, const struct item *item,
                        const struct everyuri_uri *uri)
{
	struct everyuri_writer *out = &answer->out;
	struct everyuri_text list;

	if (answer->settings->shape != SHAPE_JSON)
		return;
	put_json_item(answer, item);
	everyuri_write_text(out, ",\"standard\":\"");
	everyuri_write_text(out, everyuri_standard_name(answer->settings->standard[0]));
	everyuri_write_text(out, uri ? "\",\"valid\":true" : "\",\"valid\":false");
	if (!uri)
		return;
	list = everyuri_view(uri, EVERYURI_QUERY);
	if (list.data) {
		everyuri_write_text(out, ",\"query\":");
		put_json(answer, list.data, list.len);
	}
	everyuri_write_text(out, ",\"pairs\":[");
}

static void put_closing(struct answer *answer, const struct item *item, size_t n)
{
	static const struct pair none = { { NULL, 0 }, { NULL, 0 } };

	switch (answer->settings->shape) {
	case SHAPE_JSON:
		everyuri_write_text(&answer->out, "]}");
		put_end(answer);
		break;
	case SHAPE_TSV:
		if (!n)
			put_row(answer, item, true, &none);
		break;
	case SHAPE_TEXT:
		put_end(answer);
		break;
	}
}

static void put_bad(struct answer *answer, const struct item *item,
                    const struct everyuri_error *error)
{
	static const struct pair none = { { NULL, 0 }, { NULL, 0 } };

	put_opening(answer, item, NULL);
	switch (answer->settings->shape) {
	case SHAPE_JSON:
		put_json_error(answer, error);
		everyuri_write_text(&answer->out, "}");
		put_end(answer);
		answer_failed(answer, error);
		return;
	case SHAPE_TSV:
		put_row(answer, item, false, &none);
		break;
	case SHAPE_TEXT:
		put_end(answer);
		break;
	}
	complain(answer, item, error);
}

static void put_list(struct answer *answer, const struct item *item, const struct query *query,
                     const struct everyuri_uri *uri)
{
	struct walk walk = walk_begin(answer, query, uri);
	struct everyuri_error error;
	struct pair pair;
	size_t n = 0;

	put_opening(answer, item, uri);
	while (walk_next(&walk, &pair, &error) > 0) {
		if (!key_is(&pair, query->all))
			continue;
		switch (answer->settings->shape) {
		case SHAPE_JSON:
			put_pair_json(answer, &pair, n);
			break;
		case SHAPE_TSV:
			put_row(answer, item, true, &pair);
			break;
		case SHAPE_TEXT:
			put_line(answer, &pair);
			break;
		}
		n++;
	}
	put_closing(answer, item, n);
}

/* ---- one value, and changes ------------------------------------------------------------------ */

/* Looks up a value.  Returns: EVERYURI_MISSING if no pair has the key, or if the first
 * pair with the key has no "=". */
static enum everyuri_status get_value(struct answer *answer, const struct query *query,
                                      const struct everyuri_uri *uri, struct outcome *outcome)
{
	struct walk walk = walk_begin(answer, query, uri);
	struct pair pair;

	while (walk_next(&walk, &pair, &outcome->error) > 0) {
		if (!key_is(&pair, query->get))
			continue;
		if (!pair.value.data)
			break;
		outcome->result = pair.value;
		return EVERYURI_OK;
	}
	return EVERYURI_MISSING;
}

/* Writes the answer for a missing value, which is not an error.  It is an empty line,
 * \N, or an object without "result". */
static void put_missing(struct answer *answer, const struct item *item)
{
	struct everyuri_writer *out = &answer->out;

	switch (answer->settings->shape) {
	case SHAPE_JSON:
		put_json_item(answer, item);
		everyuri_write_text(out, ",\"standard\":\"");
		everyuri_write_text(out, everyuri_standard_name(answer->settings->standard[0]));
		everyuri_write_text(out, "\",\"valid\":true}");
		break;
	case SHAPE_TSV:
		put_field(answer, item->data, item->len);
		everyuri_write_text(out, "\ttrue\t\\N");
		break;
	case SHAPE_TEXT:
		break;
	}
	put_end(answer);
}

/* Makes one change to a list of pairs, as URLSearchParams does. */
static enum everyuri_status change_form(const struct everyuri_change *change,
                                        struct everyuri_text list, struct everyuri_buf *buf,
                                        struct everyuri_error *error)
{
	const struct everyuri_param param = { change->key, change->value };

	switch (change->kind) {
	case EVERYURI_APPEND_QUERY:
		return everyuri_params_append(list.data, list.len, &param, 1, buf, error);
	case EVERYURI_SET_QUERY:
		return everyuri_params_set(list.data, list.len, &param, buf, error);
	case EVERYURI_DELETE_QUERY:
	case EVERYURI_DELETE_QUERY_GLOB:
		return everyuri_params_delete(list.data, list.len, change->key, change->value, buf,
		                              error);
	default:
		return everyuri_params_sort(list.data, list.len, buf, error);
	}
}

/* Makes all changes in order, alternating between two buffers.  The list then becomes
 * the query.  An empty list removes the query ("update" of the URL Standard). */
static enum everyuri_status change_as_form(struct answer *answer, const struct query *query,
                                           const struct everyuri_uri *uri, struct everyuri_buf *buf,
                                           struct everyuri_error *error)
{
	struct everyuri_text list = everyuri_view(uri, EVERYURI_QUERY);

	for (size_t k = 0; k < query->n; k++) {
		struct everyuri_buf *next = &answer->buf[2 + k % 2];
		enum everyuri_status status = change_form(&query->change[k], list, next, error);

		if (status)
			return status;
		list = (struct everyuri_text){ next->len ? next->data : "", next->len };
	}
	struct everyuri_change change = { .kind = list.len ? EVERYURI_SET : EVERYURI_DELETE,
		                          .part = EVERYURI_QUERY,
		                          .value = list };

	return everyuri_edit(uri, &change, 1, 0, buf, error);
}

static void answer_query(struct answer *answer, const struct item *item, void *own)
{
	const struct query *query = own;
	enum everyuri_standard standard = answer->settings->standard[0];
	struct everyuri_buf *buf = &answer->buf[1];
	struct everyuri_uri uri;
	struct everyuri_error error;
	enum everyuri_status status = item_read(
		answer, item, standard, query->reference ? (unsigned)EVERYURI_ADMIT_PARTIAL : 0u,
		NULL, &uri, &error);
	struct outcome outcome = { .item = item, .standard = standard };

	if (!status && !query->n && !all_decode(answer, query, &uri, &error))
		status = error.status;
	if (!query->n && !query->get) {
		if (status)
			put_bad(answer, item, &error);
		else
			put_list(answer, item, query, &uri);
		return;
	}
	if (!status && query->get) {
		if (get_value(answer, query, &uri, &outcome))
			put_missing(answer, item);
		else
			outcome_write_decoded(answer, &outcome);
		return;
	}
	if (!status && query->form)
		status = change_as_form(answer, query, &uri, buf, &error);
	else if (!status)
		status = everyuri_edit(&uri, query->change, query->n, EVERYURI_EDIT_ENCODE, buf,
		                       &error);
	outcome = outcome_of(item, standard, status, buf, &error);
	outcome_write(answer, &outcome);
}

int cmd_query(int argc, char **argv)
{
	struct settings settings = { .command = "query",
		                     .usage = "query [OPTION]... [URI]...",
		                     .as_rows = true };
	struct query query = { 0 };
	const struct option rows[] = {
		{ .name = "form", .flag = &query.form },
		{ .name = "get", .text = &query.get },
		{ .name = "all", .text = &query.all },
		{ .name = "append", .value = true, .call = read_change, .own = &query },
		{ .name = "set", .value = true, .call = read_change, .own = &query },
		{ .name = "delete", .value = true, .call = read_change, .own = &query },
		{ .name = "sort", .call = read_change, .own = &query },
		{ .name = "reference", .flag = &query.reference },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status < 0 && (query.n != 0) + (query.get != NULL) + (query.all != NULL) > 1)
		status = usage_error(
			&settings,
			"use only one of --get, --all and the options that change the query");
	if (status < 0)
		status = lines_run(&settings,
		                   query.n || query.get ? OUTCOME_HEADER : "uri\tvalid\tkey\tvalue",
		                   answer_query, &query);
	free(query.change);
	return status;
}
