/* Reads the steps and fields of a plan.  Checks that each length stays within the plan, because the caller
 * may have stored or changed the bytes. */
#include "plan/build.h"

static const char *const do_names[EVERYURI_N_DOS] = { "connect", "secure",  "expect",  "send",
	                                              "ask",     "data",    "receive", "read",
	                                              "list",    "look-up", "compose", "hand-over",
	                                              "refer",   "block" };

struct field_row {
	char name[10];
	uint8_t type; /* enum everyuri_field_type */
};

static const struct field_row field_rows[EVERYURI_N_FIELDS] = {
	[EVERYURI_FIELD_HOST] = { "host", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_PORT] = { "port", EVERYURI_TYPE_NUMBER },
	[EVERYURI_FIELD_TLS] = { "tls", EVERYURI_TYPE_BOOL },
	[EVERYURI_FIELD_TRANSPORT] = { "transport", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_REPLY] = { "reply", EVERYURI_TYPE_LIST },
	[EVERYURI_FIELD_VERB] = { "verb", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_ARGUMENT] = { "argument", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_LINE] = { "line", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_FOR] = { "for", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_WHEN] = { "when", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_SEND] = { "send", EVERYURI_TYPE_FIELDS },
	[EVERYURI_FIELD_MODES] = { "modes", EVERYURI_TYPE_LIST },
	[EVERYURI_FIELD_UNTIL] = { "until", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_PATH] = { "path", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_STORE] = { "store", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_ID] = { "id", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_PART] = { "part", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_TO] = { "to", EVERYURI_TYPE_LIST },
	[EVERYURI_FIELD_HEADERS] = { "headers", EVERYURI_TYPE_PAIRS },
	[EVERYURI_FIELD_BODY] = { "body", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_PROGRAM] = { "program", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_ARGUMENTS] = { "arguments", EVERYURI_TYPE_LIST },
	[EVERYURI_FIELD_USER] = { "user", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_PASSWORD] = { "password", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_URIS] = { "uris", EVERYURI_TYPE_LIST },
	[EVERYURI_FIELD_DATABASE] = { "database", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_WORDS] = { "words", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_TYPE] = { "type", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_HSONAME] = { "hsoname", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_VERSION] = { "version", EVERYURI_TYPE_TEXT },
	[EVERYURI_FIELD_FIELDS] = { "fields", EVERYURI_TYPE_PAIRS },
	[EVERYURI_FIELD_LENGTH] = { "length", EVERYURI_TYPE_NUMBER },
	[EVERYURI_FIELD_OR] = { "or", EVERYURI_TYPE_STEPS },
};

const char *everyuri_do_name(enum everyuri_do what)
{
	return (size_t)what < EVERYURI_N_DOS ? do_names[what] : "";
}

const char *everyuri_field_text(enum everyuri_field_name name)
{
	return (size_t)name < EVERYURI_N_FIELDS ? field_rows[name].name : "";
}

/* Stores the content of a step or field, whose length is in the last four bytes of its head.
 * head:    length of the head in bytes.
 * at:      offset of the head; moved to the end of the content.
 * Returns: false if the content does not lie within the bytes. */
static bool plan_bytes_take(struct everyuri_text bytes, size_t *at, size_t head,
                            struct everyuri_text *inside)
{
	uint32_t len;

	if (*at > bytes.len || bytes.len - *at < head)
		return false;
	memcpy(&len, bytes.data + *at + head - sizeof len, sizeof len);
	if (len > bytes.len - *at - head)
		return false;
	inside->data = bytes.data + *at + head;
	inside->len = len;
	*at += head + len;
	return true;
}

bool everyuri_step_next(struct everyuri_text steps, size_t *at, struct everyuri_step *step)
{
	size_t from = *at;

	if (!plan_bytes_take(steps, at, EU_STEP_HEAD, &step->fields))
		return false;
	step->what = (enum everyuri_do)(unsigned char)steps.data[from];
	return step->what < EVERYURI_N_DOS;
}

bool everyuri_field_next(struct everyuri_text fields, size_t *at, struct everyuri_field *field)
{
	size_t from = *at, within = 0;

	if (!plan_bytes_take(fields, at, EU_FIELD_HEAD, &field->text))
		return false;
	field->name = (enum everyuri_field_name)(unsigned char)fields.data[from];
	if (field->name >= EVERYURI_N_FIELDS)
		return false;
	field->type = (enum everyuri_field_type)field_rows[field->name].type;
	field->secret = fields.data[from + 1] & EU_FIELD_SECRET;
	field->number = 0;
	field->value.data = NULL;
	field->value.len = 0;
	switch (field->type) {
	case EVERYURI_TYPE_NUMBER:
		if (field->text.len != sizeof field->number)
			return false;
		memcpy(&field->number, field->text.data, sizeof field->number);
		return true;
	case EVERYURI_TYPE_BOOL:
		field->number = field->text.len == 1 && field->text.data[0];
		return true;
	case EVERYURI_TYPE_PAIRS: {
		const struct everyuri_text pair = field->text;

		if (!plan_bytes_take(pair, &within, 4, &field->text))
			return false;
		field->value.data = pair.data + within;
		field->value.len = pair.len - within;
		return true;
	}
	default:
		return true;
	}
}

bool everyuri_step_field(const struct everyuri_step *step, enum everyuri_field_name name,
                         struct everyuri_field *field)
{
	for (size_t at = 0; everyuri_field_next(step->fields, &at, field);)
		if (field->name == name)
			return true;
	return false;
}

/* ---- reuse of connections -------------------------------------------------------------------- */

static bool verb_is(const struct everyuri_step *step, const char *verb)
{
	struct everyuri_field field;

	return step->what == EVERYURI_SEND &&
	       everyuri_step_field(step, EVERYURI_FIELD_VERB, &field) &&
	       field.text.len == strlen(verb) && !memcmp(field.text.data, verb, field.text.len);
}

/* Iterates over the steps of a plan before its object, which determine the state of the connection.  Only two
 * protocols keep the connection open after an object.  FTP sends the object over another connection.  NNTP
 * ends the object with a dot, and may ask for a password at any time. */
struct place {
	struct everyuri_text steps;
	size_t at;
	bool after_type; /* the previous step was TYPE, whose reply comes next */
	bool data;       /* for FTP: the steps for the object have begun */
	bool object;     /* for NNTP: the object was requested */
	bool dot;        /* for NNTP: the object ends in a dot */
	bool unknown;    /* the state after this plan is not known */
};

static bool is_one_of(const struct everyuri_step *step, const char *const *verbs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (verb_is(step, verbs[i]))
			return true;
	return false;
}

/* Returns whether the step has a fallback that retrieves a file or changes the directory. */
static bool leads_two_ways(const struct everyuri_step *step)
{
	struct everyuri_field field;
	struct everyuri_step inner;

	for (size_t at = 0; everyuri_field_next(step->fields, &at, &field);)
		for (size_t in = 0; field.name == EVERYURI_FIELD_OR &&
		                    everyuri_step_next(field.text, &in, &inner);)
			if (verb_is(&inner, "RETR") || verb_is(&inner, "CWD"))
				return true;
	return false;
}

/* Handles a step after the request for an object.  Returns: whether it is part of a login. */
static bool is_of_login(struct place *place, const struct everyuri_step *step)
{
	static const char *const verbs[] = { "GROUP", "ARTICLE", "LIST", "OVER" };
	struct everyuri_field field;

	if (step->what == EVERYURI_ASK || verb_is(step, "AUTHINFO USER") ||
	    verb_is(step, "AUTHINFO PASS"))
		return true;
	if (step->what == EVERYURI_RECEIVE)
		place->dot = everyuri_step_field(step, EVERYURI_FIELD_UNTIL, &field) &&
		             field.text.len == 3 && !memcmp(field.text.data, "dot", 3);
	else if (step->what != EVERYURI_EXPECT &&
	         !is_one_of(step, verbs, sizeof verbs / sizeof *verbs))
		place->unknown = true;
	return false;
}

/* Stores the next step that both plans must have.  Returns: false at the end. */
static bool next_of_place(struct place *place, struct everyuri_step *step)
{
	static const char *const objects[] = { "GROUP", "ARTICLE", "LIST" };

	while (everyuri_step_next(place->steps, &place->at, step)) {
		bool skipped = place->after_type && step->what == EVERYURI_EXPECT;

		place->after_type = verb_is(step, "TYPE");
		if (skipped || place->after_type)
			continue;
		if (step->what == EVERYURI_DATA)
			place->data = true;
		if (is_one_of(step, objects, sizeof objects / sizeof *objects))
			place->object = true;
		if (place->data)
			place->unknown = place->unknown || leads_two_ways(step);
		else if (!place->object || is_of_login(place, step))
			return true;
	}
	return false;
}

bool everyuri_plan_may_keep(const struct everyuri_plan *done, const struct everyuri_plan *next)
{
	struct place a = { .steps = done->steps }, b = { .steps = next->steps };
	struct everyuri_step step, other;
	size_t n = 0;

	for (;; n++) {
		bool more = next_of_place(&a, &step);

		if (more != next_of_place(&b, &other))
			return false;
		if (!more)
			break;
		if (step.what != other.what || (!n && step.what != EVERYURI_CONNECT) ||
		    step.fields.len != other.fields.len ||
		    memcmp(step.fields.data, other.fields.data, step.fields.len) != 0)
			return false;
	}
	return n && !a.unknown && !b.unknown && a.data == b.data && (a.data || (a.dot && b.dot));
}
