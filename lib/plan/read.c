/* Reading a plan back: its bytes are taken at their word only as far as they lie within it. */
#include "plan/build.h"

static const char *const do_names[EVERYURI_N_DOS] = { "connect", "secure",  "expect",  "send",
	                                              "ask",     "data",    "receive", "read",
	                                              "list",    "look-up", "compose", "hand-over",
	                                              "refer" };

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

/* What stands behind a head of n bytes of which the last four tell its length.
 * Returns: false if it does not lie within the bytes; else *at is moved behind it. */
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

/* ---- may the connection be kept? ---------------------------------------------------------------- */

static bool verb_is(const struct everyuri_step *step, const char *verb)
{
	struct everyuri_field field;

	return step->what == EVERYURI_SEND &&
	       everyuri_step_field(step, EVERYURI_FIELD_VERB, &field) &&
	       field.text.len == strlen(verb) && !memcmp(field.text.data, verb, field.text.len);
}

/* The next step that says where one is: the connection, the login, the directory. */
static bool next_of_place(struct everyuri_text steps, size_t *at, struct everyuri_step *step)
{
	static const char *const verbs[] = { "USER", "PASS",          "ACCT",
		                             "CWD",  "AUTHINFO USER", "AUTHINFO PASS" };

	while (everyuri_step_next(steps, at, step)) {
		if (step->what == EVERYURI_CONNECT || step->what == EVERYURI_SECURE ||
		    step->what == EVERYURI_ASK)
			return true;
		for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
			if (verb_is(step, verbs[i]))
				return true;
	}
	return false;
}

bool everyuri_plan_may_keep(const struct everyuri_plan *done, const struct everyuri_plan *next)
{
	struct everyuri_step a, b;
	size_t at = 0, at_b = 0, n = 0;

	for (;; n++) {
		bool more = next_of_place(done->steps, &at, &a);

		if (more != next_of_place(next->steps, &at_b, &b))
			return false;
		if (!more)
			return n > 0;
		if (a.what != b.what || a.fields.len != b.fields.len ||
		    memcmp(a.fields.data, b.fields.data, a.fields.len) != 0)
			return false;
	}
}
