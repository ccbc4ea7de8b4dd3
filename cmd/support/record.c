/* record.c - writes one parsed URI as a record.  One function describes the
 * record for both JSON and text.  tsv has a separate function. */
#include "cmd.h"

#include <string.h>

/* A JSON name with the punctuation that precedes a string value.  The name starts at offset 2. */
struct key {
	const char *json;
	size_t len;
};

#define KEY(name)                                                  \
	{                                                          \
		",\"" name "\":\"", sizeof(",\"" name "\":\"") - 1 \
	}

static const struct key part_key[EVERYURI_N_PARTS] = { KEY("scheme"),   KEY("user"),
	                                               KEY("password"), KEY("host"),
	                                               KEY("port"),     KEY("path"),
	                                               KEY("query"),    KEY("fragment") };
static const struct key standard_key = KEY("standard");
static const struct key prefix_key = KEY("prefix");
static const struct key by_key = KEY("by");
static const struct key href_key = KEY("href");
static const struct key origin_key = KEY("origin");
static const struct key host_kind_key = KEY("host_kind");

/* The state of writing a record. */
struct emitter {
	struct answer *answer;
	struct everyuri_writer *out;
	bool json;
	bool plain;         /* no string needs an escape */
	const char *prefix; /* only for text: written before each name */
	const char *nest;   /* only for text: name of the object that contains the value, such as
	                     * "error." */
	bool first;         /* only for JSON: the next member is the first one of its object */
};

static void emit_name(struct emitter *e, const char *name, size_t len)
{
	everyuri_write_text(e->out, e->prefix);
	everyuri_write_text(e->out, e->nest);
	everyuri_write(e->out, name, len);
	everyuri_write(e->out, "\t", 1);
}

static void emit_value(struct emitter *e, const char *data, size_t len)
{
	if (!e->json) {
		put_field(e->answer, data, len);
		everyuri_write(e->out, "\n", 1);
		return;
	}
	if (e->plain)
		everyuri_write(e->out, data, len);
	else
		put_json_inside(e->answer, data, len);
	everyuri_write(e->out, "\"", 1);
}

static void emit(struct emitter *e, const struct key *key, const char *data, size_t len)
{
	if (e->json)
		everyuri_write(e->out, key->json, key->len);
	else
		emit_name(e, key->json + 2, key->len - 5);
	emit_value(e, data, len);
}

/* Like emit, but for the name of a scheme's component, which has no struct key. */
static void emit_named(struct emitter *e, const char *name, const char *data, size_t len)
{
	if (e->json) {
		everyuri_write_text(e->out, e->first ? "\"" : ",\"");
		everyuri_write_text(e->out, name);
		everyuri_write(e->out, "\":\"", 3);
		e->first = false;
	} else {
		emit_name(e, name, strlen(name));
	}
	emit_value(e, data, len);
}

static void emit_text(struct emitter *e, const struct key *key, const char *text)
{
	emit(e, key, text, strlen(text));
}

static void emit_true_or_false(struct emitter *e, const char *name, bool value)
{
	if (e->json) {
		everyuri_write(e->out, ",\"", 2);
		everyuri_write_text(e->out, name);
		everyuri_write(e->out, "\":", 2);
	} else {
		emit_name(e, name, strlen(name));
	}
	everyuri_write_text(e->out, value ? "true" : "false");
	if (!e->json)
		everyuri_write(e->out, "\n", 1);
}

/* ---- the parts of a record, in the order of contract cmd.parse ------------------------------ */

static void emit_item(struct emitter *e, const struct item *item)
{
	if (e->json) {
		if (e->plain) {
			everyuri_write(e->out, "{\"uri\":\"", 8);
			emit_value(e, item->data, item->len);
		} else {
			put_json_item(e->answer, item);
		}
		return;
	}
	emit_named(e, "uri", item->data, item->len);
	if (!utf8_valid(item->data, item->len)) {
		emit_name(e, "octets", 6);
		everyuri_write_base64(e->out, item->data, item->len);
		everyuri_write(e->out, "\n", 1);
	}
	if (item->cut)
		emit_true_or_false(e, "cut", true);
}

static void emit_error(struct emitter *e, const struct everyuri_error *error)
{
	if (e->json) {
		put_json_error(e->answer, error);
		return;
	}
	e->nest = "error.";
	emit_name(e, "at", 2);
	everyuri_write_number(e->out, error->at);
	everyuri_write(e->out, "\n", 1);
	emit_named(e, "clause", error->clause, strlen(error->clause));
	emit_named(e, "message", error->message, strlen(error->message));
	e->nest = "";
}

/* Returns true if the item begins with the prefix "URL:", which resolving removes. */
static bool item_is_prefixed(const struct record *record)
{
	static const char label[] = "url:";
	const struct item *item = record->item;
	size_t n = 0;

	if (record->standard > EVERYURI_RFC1738 || item->len < sizeof label - 1)
		return false;
	while (label[n] &&
	       (item->data[n] == label[n] || (label[n] != ':' && item->data[n] == label[n] - 32)))
		n++;
	return !label[n];
}

static void emit_flags(struct emitter *e, const struct record *record)
{
	const struct everyuri_uri *uri = record->uri;

	if (uri->flags & EVERYURI_RELATIVE)
		emit_true_or_false(e, "relative", true);
	if (uri->flags & EVERYURI_PREFIXED || (record->href && item_is_prefixed(record)))
		emit_text(e, &prefix_key, "URL:");
	if (uri->flags & EVERYURI_BY_RFC1808)
		emit_text(e, &by_key, everyuri_standard_name(EVERYURI_RFC1808));
}

static void emit_parts(struct emitter *e, const struct everyuri_uri *uri)
{
	for (int p = 0; p < EVERYURI_N_PARTS; p++) {
		struct everyuri_span at = uri->part[p];

		if (at.begin != EVERYURI_ABSENT)
			emit(e, &part_key[p], uri->text + at.begin, at.end - at.begin);
	}
}

typedef void emit_fn(struct emitter *e, const char *name, const char *data, size_t len);

/* Calls fn for each component of the scheme, in the order of enum everyuri_extra_name. */
static void each_extra(struct emitter *e, const struct everyuri_uri *uri, emit_fn *fn)
{
	if (!uri->n_extra)
		return;
	for (int name = 0; name < EVERYURI_N_EXTRA_NAMES; name++) {
		struct everyuri_text value =
			everyuri_extra_view(uri, (enum everyuri_extra_name)name);

		if (value.data)
			fn(e, everyuri_extra_name_text((enum everyuri_extra_name)name), value.data,
			   value.len);
	}
}

static void each_part(struct emitter *e, const struct everyuri_uri *uri, emit_fn *fn)
{
	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		struct everyuri_text value = everyuri_view(uri, (enum everyuri_part)part);

		if (value.data)
			fn(e, everyuri_part_name((enum everyuri_part)part), value.data, value.len);
	}
}

static void emit_origin(struct emitter *e, const struct record *record)
{
	struct everyuri_buf *buf = &e->answer->buf[3];
	struct everyuri_error error;

	if (everyuri_whatwg_origin(record->uri, buf, &error))
		complain(e->answer, record->item, &error);
	else
		emit(e, &origin_key, buf->data, buf->len);
}

static void emit_uri(struct emitter *e, const struct record *record)
{
	const struct everyuri_uri *uri = record->uri;

	emit_flags(e, record);
	emit_parts(e, uri);
	if (record->href) {
		size_t skip = uri->flags & EVERYURI_PREFIXED ? sizeof "URL:" - 1 : 0;

		emit(e, &href_key, uri->text + skip, uri->len - skip);
	}
	if (record->standard == EVERYURI_WHATWG)
		emit_origin(e, record);
	if (uri->host_kind != EVERYURI_HOST_NONE)
		emit_text(e, &host_kind_key,
		          everyuri_host_kind_name((enum everyuri_host_kind)uri->host_kind));
	each_extra(e, uri, emit_named);
}

/* ---- decoded ------------------------------------------------------------------------------- */

/* Writes one member of `decoded`.  Only whatwg accepts a bare "%", which stays
 * unchanged when decoded. */
static void emit_decoded(struct emitter *e, const char *name, const char *data, size_t len)
{
	struct everyuri_buf *buf = &e->answer->buf[2];

	if (everyuri_decode(data, len, EVERYURI_BARE_PERCENT, buf, NULL))
		answer_no_memory(e->answer);
	else
		emit_named(e, name, buf->len ? buf->data : "", buf->len);
}

/* Writes one member of `decoded_octets`, if the value is not UTF-8.  The first
 * member opens the object. */
static void emit_decoded_octets(struct emitter *e, const char *name, const char *data, size_t len)
{
	struct everyuri_buf *buf = &e->answer->buf[2];

	if (everyuri_decode(data, len, EVERYURI_BARE_PERCENT, buf, NULL) ||
	    utf8_valid(buf->data, buf->len))
		return;
	if (e->json) {
		everyuri_write_text(e->out, e->first ? ",\"decoded_octets\":{\"" : ",\"");
		everyuri_write_text(e->out, name);
		everyuri_write_text(e->out, "\":\"");
	} else {
		emit_name(e, name, strlen(name));
	}
	everyuri_write_base64(e->out, buf->data, buf->len);
	everyuri_write_text(e->out, e->json ? "\"" : "\n");
	e->first = false;
}

static void emit_all_decoded(struct emitter *e, const struct everyuri_uri *uri)
{
	e->plain = false;
	e->first = true;
	e->nest = "decoded.";
	if (e->json)
		everyuri_write_text(e->out, ",\"decoded\":{");
	each_part(e, uri, emit_decoded);
	each_extra(e, uri, emit_decoded);
	if (e->json)
		everyuri_write_text(e->out, "}");
	e->first = true;
	e->nest = "decoded_octets.";
	each_part(e, uri, emit_decoded_octets);
	each_extra(e, uri, emit_decoded_octets);
	if (e->json && !e->first)
		everyuri_write_text(e->out, "}");
}

/* ---- the three formats ------------------------------------------------------------------------- */

static void emit_record(struct emitter *e, const struct record *record)
{
	emit_item(e, record->item);
	emit_text(e, &standard_key, everyuri_standard_name(record->standard));
	emit_true_or_false(e, "valid", record->uri != NULL);
	if (!record->uri) {
		emit_error(e, record->error);
		return;
	}
	/* Only the text of the item was checked for characters that need an escape. */
	if (record->uri->text != record->item->data)
		e->plain = false;
	emit_uri(e, record);
	if (record->decode)
		emit_all_decoded(e, record->uri);
}

void record_json(struct answer *answer, const struct record *record)
{
	if (record_plain(answer, record))
		return;
	const struct item *item = record->item;
	struct emitter e = { .answer = answer,
		             .out = &answer->out,
		             .json = true,
		             .plain = !item->cut && json_plain(item->data, item->len),
		             .prefix = "",
		             .nest = "" };

	emit_record(&e, record);
	everyuri_write(&answer->out, "}", 1);
}

void record_text(struct answer *answer, const struct record *record, const char *prefix)
{
	struct emitter e = { .answer = answer, .out = &answer->out, .prefix = prefix, .nest = "" };

	emit_record(&e, record);
}

static void put_column(struct answer *answer, const char *data, size_t len)
{
	everyuri_write(&answer->out, "\t", 1);
	put_field(answer, data, len);
}

void record_tsv(struct answer *answer, const struct record *record)
{
	const char *standard = everyuri_standard_name(record->standard);
	const struct everyuri_uri *uri = record->uri;

	put_field(answer, record->item->data, record->item->len);
	put_column(answer, standard, strlen(standard));
	everyuri_write_text(&answer->out, uri ? "\ttrue\t\\N" : "\tfalse\t");
	if (!uri)
		everyuri_write_number(&answer->out, record->error->at);
	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		struct everyuri_text value = { NULL, 0 };

		if (uri)
			value = everyuri_view(uri, (enum everyuri_part)part);
		put_column(answer, value.data, value.len);
	}
	size_t skip = uri && uri->flags & EVERYURI_PREFIXED ? sizeof "URL:" - 1 : 0;

	if (uri && record->href)
		put_column(answer, uri->text + skip, uri->len - skip);
	else
		put_column(answer, NULL, 0);
}

/* ---- results ------------------------------------------------------------------------------------ */

static void outcome_json(struct answer *answer, const struct outcome *outcome)
{
	struct everyuri_writer *out = &answer->out;
	bool good = outcome->status == EVERYURI_OK;

	put_json_item(answer, outcome->item);
	everyuri_write(out, standard_key.json, standard_key.len);
	everyuri_write_text(out, everyuri_standard_name(outcome->standard));
	everyuri_write_text(out, good ? "\",\"valid\":true" : "\",\"valid\":false");
	if (outcome->by) {
		everyuri_write(out, by_key.json, by_key.len);
		everyuri_write_text(out, outcome->by);
		everyuri_write(out, "\"", 1);
	}
	if (good) {
		everyuri_write_text(out, ",\"result\":");
		put_json(answer, outcome->result.data, outcome->result.len);
		if (!utf8_valid(outcome->result.data, outcome->result.len)) {
			everyuri_write_text(out, ",\"result_octets\":\"");
			everyuri_write_base64(out, outcome->result.data, outcome->result.len);
			everyuri_write(out, "\"", 1);
		}
	} else {
		put_json_error(answer, &outcome->error);
	}
	everyuri_write(out, "}", 1);
}

struct outcome outcome_of(const struct item *item, enum everyuri_standard standard,
                          enum everyuri_status status, const struct everyuri_buf *buf,
                          const struct everyuri_error *error)
{
	struct outcome outcome = { .item = item, .standard = standard, .status = status };

	if (status)
		outcome.error = *error;
	else
		outcome.result = (struct everyuri_text){ buf->len ? buf->data : "", buf->len };
	return outcome;
}

void outcome_write(struct answer *answer, const struct outcome *outcome)
{
	bool good = outcome->status == EVERYURI_OK;

	switch (answer->settings->shape) {
	case SHAPE_JSON:
		outcome_json(answer, outcome);
		break;
	case SHAPE_TSV:
		put_field(answer, outcome->item->data, outcome->item->len);
		everyuri_write_text(&answer->out, good ? "\ttrue" : "\tfalse");
		put_column(answer, good ? outcome->result.data : NULL, outcome->result.len);
		break;
	case SHAPE_TEXT:
		if (good)
			put_raw(answer, outcome->result.data, outcome->result.len);
		break;
	}
	put_end(answer);
	if (!good && answer->settings->shape == SHAPE_JSON)
		answer_failed(answer, &outcome->error);
	else if (!good && outcome->source)
		complain_of(answer, outcome->item, outcome->source, &outcome->error,
		            outcome->remedy);
	else if (!good)
		complain(answer, outcome->item, &outcome->error);
}

void outcome_write_decoded(struct answer *answer, const struct outcome *outcome)
{
	if (outcome->status || answer->settings->shape != SHAPE_TEXT) {
		outcome_write(answer, outcome);
		return;
	}
	put_on_one_line(answer, outcome->result.data, outcome->result.len);
	put_end(answer);
}
