/* wais: RFC 1738 3.9; the document syntax of 1993, 1994 and RFC 1630 applies only under those
 * standards.  The protocol is Z39.50-1988 with RFC 1625, which does not use "present": a document
 * is retrieved by a search for its identifier, which lib/access sends for the verb "retrieve". */
#include "scheme/scheme.h"

struct wais_path {
	struct everyuri_span database;
	struct everyuri_span type;   /* absent if the URL names a database or a search in it */
	struct everyuri_span length; /* present only in the draft of 1993 */
	struct everyuri_span id;
};

/* ---- cutting ------------------------------------------------------------------------------------ */

/* Refuses empty parts.  CHOICE: the grammar allows them, but a request needs all parts. */
static bool wais_parts_named(struct everyuri_planning *planning, const struct wais_path *wais)
{
	const char *message = NULL;
	size_t at = planning->path.end;

	if (!eu_planned_has(wais->database)) {
		at = planning->path.begin < at ? planning->path.begin + 1 : at;
		message = "missing database";
	} else if (eu_is_absent(wais->type)) {
		return true;
	} else if (!eu_planned_has(wais->type)) {
		at = wais->type.begin;
		message = "missing document type";
	} else if (!eu_planned_has(wais->id)) {
		message = "missing document identifier";
	} else if (!eu_is_absent(planning->query)) {
		at = planning->query.begin - 1;
		message = "query not allowed for a document";
	}
	if (message)
		eu_unsafe(planning, at, "RFC 1738 3.9", message);
	return !message;
}

/* Checks a path by RFC 1738.  Every part is *uchar, in which "/", ";" and "=" must be
 * percent-encoded. */
static bool is_1738_path(struct everyuri_planning *planning, const struct wais_path *wais)
{
	const char *text = planning->uri->text;

	for (uint32_t at = planning->path.begin + 1; at < planning->path.end; at++) {
		bool in_id = !eu_is_absent(wais->id) && at >= wais->id.begin;

		if (text[at] != ';' && text[at] != '=' && !(in_id && text[at] == '/'))
			continue;
		eu_unsafe(planning, at, "RFC 1738 5 wpath",
		          "\"/\", \";\" and \"=\" must be percent-encoded in a wais URL");
		return false;
	}
	return true;
}

static bool cut_wais_path(struct everyuri_planning *planning, struct wais_path *wais)
{
	const char *text = planning->uri->text;
	struct everyuri_span rest = planning->path;
	bool old = eu_planned_by(planning, EVERYURI_URL1993) ||
	           eu_planned_by(planning, EVERYURI_URI1994) ||
	           eu_planned_by(planning, EVERYURI_RFC1630);

	rest.begin += rest.begin < rest.end;
	wais->database = eu_take_part(text, &rest, '/');
	wais->type = eu_take_part(text, &rest, '/');
	wais->length = eu_absent();
	if (eu_planned_by(planning, EVERYURI_URL1993))
		wais->length = eu_take_part(text, &rest, '/');
	wais->id = rest;
	return wais_parts_named(planning, wais) && (old || is_1738_path(planning, wais));
}

/* ---- identifiers ---------------------------------------------------------------------------------- */

#define N_ID_FIELDS \
	7 /* three for the original server, three for the distributor, and the
                         copyright */

/* Writes a number in the encoding of WAIS: seven bits per byte, most significant first.  All bytes
 * except the last have bit 7 set. */
static void put_compressed(struct eu_plan_build *build, size_t number)
{
	char bytes[5]; /* 35 bits; a text has less than 2^32 bytes */
	size_t at = sizeof bytes - 1;

	bytes[at] = (char)(number & 0x7F);
	/* LCOV_EXCL_BR_LINE: needs more than 35 bits; a text has less than 2^32 bytes */
	while ((number >>= 7) && at)
		bytes[--at] = (char)((number & 0x7F) | 0x80);
	eu_plan_put(build, bytes + at, sizeof bytes - at);
}

static size_t decoded_length(const struct everyuri_planning *planning, struct everyuri_span span)
{
	unsigned char byte;
	size_t n = 0;

	for (uint32_t at = span.begin; at < span.end; n++)
		at = eu_planned_byte(planning, span, at, &byte);
	return n;
}

/* Writes the identifier of RFC 1630, which has `digits=field;` for each field.  The protocol sends
 * the number, the length and the bytes of each field.  The opaque wpath of RFC 1738 encodes the
 * same bytes. */
static void put_id_fields(struct everyuri_planning *planning, struct everyuri_span wpath)
{
	struct eu_plan_build *build = &planning->build;
	const char *text = planning->uri->text;

	for (uint32_t at = wpath.begin; at < wpath.end;) {
		uint32_t from = at, number = 0;
		struct everyuri_span field;
		const char *end = memchr(text + at, ';', wpath.end - at);

		/* LCOV_EXCL_BR_LINE: the grammar of RFC 1630 has "=" after the digits */
		for (; at < wpath.end && eu_is_digit((unsigned char)text[at]); at++)
			if (number <= N_ID_FIELDS)
				number = number * 10 + (uint32_t)(text[at] - '0');
		/* LCOV_EXCL_BR_LINE: the grammar of RFC 1630 has "=" after the digits, and ";"
		 * after a field */
		if (!number || number > N_ID_FIELDS || !end || text[at] != '=') {
			eu_unsafe(planning, from, "RFC 1630 WAIS",
			          "invalid field of a WAIS identifier");
			return;
		}
		field = eu_span(at + 1, (uint32_t)(end - text));
		put_compressed(build, number);
		put_compressed(build, decoded_length(planning, field));
		eu_plan_decoded(build, field, &eu_carried_any);
		at = field.end + 1;
	}
}

/* Adds the length of the document, which only URLs of the 1993 draft contain.  The document is
 * requested in pieces up to this length. */
static void put_length(struct everyuri_planning *planning, struct everyuri_span length)
{
	const char *text = planning->uri->text;
	uint64_t number = 0;

	for (uint32_t at = length.begin; at < length.end && number <= UINT32_MAX; at++)
		number = number * 10 + (uint64_t)(text[at] - '0');
	if (number > UINT32_MAX)
		eu_plan_refuse(&planning->build, EVERYURI_OUT_OF_RANGE, length.begin,
		               "draft 1993 WAIS", "document length too large");
	eu_plan_number(&planning->build, EVERYURI_FIELD_LENGTH, (uint32_t)number);
}

/* ---- the exchange --------------------------------------------------------------------------------- */

void eu_plan_z3950_open(struct everyuri_planning *planning)
{
	eu_plan_connect(planning);
	eu_plan_send(&planning->build, "init", NULL);
	eu_plan_expect(&planning->build, "init");
}

static void retrieve(struct everyuri_planning *planning, const struct wais_path *wais)
{
	struct eu_plan_build *build = &planning->build;

	eu_plan_send(build, "retrieve", NULL);
	eu_plan_part(build, EVERYURI_FIELD_DATABASE, wais->database, &eu_carried_line);
	eu_plan_open(build, EVERYURI_FIELD_ID, 0);
	if (eu_planned_by(planning, EVERYURI_RFC1630))
		put_id_fields(planning, wais->id);
	else
		eu_plan_decoded(build, wais->id, &eu_carried_any);
	eu_plan_close(build);
	eu_plan_part(build, EVERYURI_FIELD_TYPE, wais->type, &eu_carried_line);
	if (!eu_is_absent(wais->length))
		put_length(planning, wais->length);
	eu_plan_receive(build, eu_is_absent(wais->length) ? "reply" : "length");
}

/* Writes the words of a search. "+" separates words (RFC 1630, "Query strings"), and a "+" in a
 * word is percent-encoded.  In RFC 1738, "+" is an ordinary character (2.2), and the query is not
 * split. */
static void put_wais_words(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;
	const char *text = planning->uri->text;
	bool joined = !eu_planned_by(planning, EVERYURI_RFC1738);
	uint32_t from = planning->query.begin;

	eu_plan_open(build, EVERYURI_FIELD_WORDS, 0);
	for (uint32_t at = from; joined && at < planning->query.end; at++) {
		if (text[at] != '+')
			continue;
		eu_plan_decoded(build, eu_span(from, at), &eu_carried_line);
		eu_plan_put(build, " ", 1);
		from = at + 1;
	}
	eu_plan_decoded(build, eu_span(from, planning->query.end), &eu_carried_line);
	eu_plan_close(build);
}

void eu_plan_wais(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;
	struct wais_path wais;

	eu_no_user(planning, "RFC 1738 3.9");
	if (!eu_need_host(planning) || !cut_wais_path(planning, &wais))
		return;
	eu_plan_z3950_open(planning);
	if (!eu_is_absent(wais.type)) {
		retrieve(planning, &wais);
		return;
	}
	if (eu_is_absent(planning->query)) {
		eu_plan_step(build, EVERYURI_ASK);
		eu_plan_text(build, EVERYURI_FIELD_FOR, "form");
		eu_plan_nest(build, EVERYURI_FIELD_SEND);
		eu_plan_text(build, EVERYURI_FIELD_VERB, "search");
		eu_plan_part(build, EVERYURI_FIELD_DATABASE, wais.database, &eu_carried_line);
		eu_plan_unnest(build);
	} else {
		eu_plan_send(build, "search", NULL);
		eu_plan_part(build, EVERYURI_FIELD_DATABASE, wais.database, &eu_carried_line);
		put_wais_words(planning);
	}
	eu_plan_receive(build, "reply");
}

/* ---- entries --------------------------------------------------------------------------------------- */

static struct everyuri_span database_of(const struct everyuri_uri *base)
{
	struct everyuri_span rest = base->part[EVERYURI_PATH];

	rest.begin += rest.begin < rest.end;
	return eu_take_part(base->text, &rest, '/');
}

/* Writes a part of the base, percent-encoded as in RFC 1738. */
static void out_again(struct eu_out *out, const char *text, struct everyuri_span part)
{
	for (uint32_t at = part.begin; at < part.end;) {
		unsigned char byte = (unsigned char)text[at];
		char one;

		at += eu_escape_at(text + at, part.end - at, &byte) ? 3 : 1;
		one = (char)byte;
		eu_out_encoded(out, (struct everyuri_text){ &one, 1 }, &eu_kept_uchar);
	}
}

/* Writes the URI of a document in a search result: its type and its identifier, unchanged. */
enum everyuri_status eu_entry_wais(const struct everyuri_uri *base,
                                   const struct everyuri_entry *entry, struct eu_out *out,
                                   struct everyuri_error *err)
{
	const struct everyuri_span database = database_of(base);
	bool named = entry->name.data ? entry->name.len : eu_planned_has(database);
	enum everyuri_status status;

	if (!named || !entry->type.len || !entry->selector.len)
		return eu_fail(err, EVERYURI_MISSING, 0, "RFC 1738 3.9",
		               "missing database, type or identifier in the entry");
	status = eu_check_sent(entry->type, err);
	if (!status)
		status = eu_check_sent(entry->name, err);
	if (!status)
		status = eu_check_segment(entry->type, err);
	if (!status)
		status = eu_check_segment(entry->selector, err);
	if (!status && entry->name.data)
		status = eu_check_segment(entry->name, err);
	if (!status && !entry->name.data &&
	    eu_is_dot_segment(base->text + database.begin, eu_span_len(database)))
		status = eu_check_segment((struct everyuri_text){ "..", 2 }, err);
	if (!status)
		status = eu_out_place(out, base, entry, err);
	if (status)
		return status;
	eu_out_byte(out, '/');
	if (entry->name.data)
		eu_out_encoded(out, entry->name, &eu_kept_uchar);
	else
		out_again(out, base->text, database);
	eu_out_byte(out, '/');
	eu_out_encoded(out, entry->type, &eu_kept_uchar);
	eu_out_byte(out, '/');
	eu_out_encoded(out, entry->selector, &eu_kept_uchar);
	return EVERYURI_OK;
}
