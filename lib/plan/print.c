/* Writes a plan as JSON, for programs, and as lines of text, for people. */
#include "base/utf8.h"
#include "plan/build.h"

static void write_string(struct everyuri_writer *w, struct everyuri_text text, unsigned flags)
{
	everyuri_write(w, "\"", 1);
	if (flags & EVERYURI_FOR_TERMINAL)
		everyuri_write_json_shown(w, text.data, text.len);
	else
		everyuri_write_json(w, text.data, text.len);
	everyuri_write(w, "\"", 1);
}

static void write_quoted(struct everyuri_writer *w, const char *text)
{
	everyuri_write(w, "\"", 1);
	everyuri_write_text(w, text);
	everyuri_write(w, "\"", 1);
}

static struct everyuri_text text_shown(const struct everyuri_field *field, unsigned flags)
{
	if (field->secret && !(flags & EVERYURI_SHOW_SECRETS))
		return (struct everyuri_text){ "***", 3 };
	return field->text;
}

static bool is_utf8_run(struct everyuri_text text)
{
	uint32_t code_point;
	size_t n;

	for (size_t at = 0; at < text.len; at += n) {
		n = eu_utf8_next(text.data + at, text.len - at, &code_point);
		if (!n)
			return false;
	}
	return true;
}

static void write_value(struct everyuri_writer *w, const struct everyuri_field *field,
                        unsigned flags)
{
	switch (field->type) {
	case EVERYURI_TYPE_NUMBER:
		everyuri_write_number(w, field->number);
		break;
	case EVERYURI_TYPE_BOOL:
		everyuri_write_text(w, field->number ? "true" : "false");
		break;
	case EVERYURI_TYPE_PAIRS:
		everyuri_write(w, "[", 1);
		write_string(w, field->text, flags);
		everyuri_write(w, ",", 1);
		write_string(w, field->value, flags);
		everyuri_write(w, "]", 1);
		break;
	default:
		write_string(w, text_shown(field, flags), flags);
	}
}

/* ---- JSON: a loop with a stack instead of recursion ------------------------------------------ */

/* An open array of steps, or an open object with the fields of one step. */
struct json_level {
	struct everyuri_text bytes;
	size_t at;
	bool steps;   /* this level is an array of steps */
	bool begun;   /* this level already contains an element or member */
	bool in_list; /* the list of field `name` is open */
	enum everyuri_field_name name;
	size_t list_at;   /* offset in `bytes` of the list's first field */
	bool list_octets; /* some value of the list is not UTF-8 */
	bool octets;      /* this level already has a member "octets" */
};

#define JSON_LEVELS (2 * EU_PLAN_DEPTH + 4)

struct plan_json {
	struct everyuri_writer *w;
	unsigned flags, depth;
	struct json_level level[JSON_LEVELS];
};

static void json_open(struct plan_json *json, struct everyuri_text bytes, bool steps)
{
	everyuri_write_text(json->w, steps ? "[" : "{");
	json->level[json->depth++] = (struct json_level){ .bytes = bytes, .steps = steps };
}

static void json_comma(struct plan_json *json, struct json_level *level)
{
	if (level->begun)
		everyuri_write(json->w, ",", 1);
	level->begun = true;
}

static void json_name(struct plan_json *json, struct json_level *level, const char *name)
{
	json_comma(json, level);
	write_quoted(json->w, name);
	everyuri_write(json->w, ":", 1);
}

static void write_octets(struct everyuri_writer *w, struct everyuri_text text)
{
	everyuri_write(w, "\"", 1);
	everyuri_write_base64(w, text.data, text.len);
	everyuri_write(w, "\"", 1);
}

/* Writes the member name "NAME_octets". */
static void json_octets_name(struct plan_json *json, struct json_level *level,
                             enum everyuri_field_name name)
{
	json_comma(json, level);
	everyuri_write(json->w, "\"", 1);
	everyuri_write_text(json->w, everyuri_field_text(name));
	everyuri_write_text(json->w, "_octets\":");
}

/* Writes all values of the list in base64, even those that are UTF-8, so that each keeps its index. */
static void json_list_octets(struct plan_json *json, struct json_level *level)
{
	size_t at = level->list_at;
	struct everyuri_field field;
	const char *before = "[";

	json_octets_name(json, level, level->name);
	while (everyuri_field_next(level->bytes, &at, &field) && field.name == level->name) {
		bool pair = field.type == EVERYURI_TYPE_PAIRS;

		everyuri_write_text(json->w, before);
		everyuri_write_text(json->w, pair ? "[" : "");
		write_octets(json->w, text_shown(&field, json->flags));
		if (pair) {
			everyuri_write(json->w, ",", 1);
			write_octets(json->w, field.value);
		}
		everyuri_write_text(json->w, pair ? "]" : "");
		before = ",";
	}
	everyuri_write(json->w, "]", 1);
}

static void json_end_list(struct plan_json *json, struct json_level *level)
{
	if (!level->in_list)
		return;
	everyuri_write(json->w, "]", 1);
	level->in_list = false;
	if (level->list_octets)
		json_list_octets(json, level);
}

static void json_close(struct plan_json *json)
{
	struct json_level *level = &json->level[json->depth - 1];

	json_end_list(json, level);
	everyuri_write_text(json->w, level->steps ? "]" : "}");
	json->depth--;
}

static bool repeats(enum everyuri_field_type type)
{
	return type == EVERYURI_TYPE_LIST || type == EVERYURI_TYPE_PAIRS;
}

/* Writes a field.  from: its offset in level->bytes. */
static void json_field(struct plan_json *json, const struct everyuri_field *field, size_t from)
{
	struct json_level *level = &json->level[json->depth - 1];
	bool same_list = level->in_list && level->name == field->name;

	if (same_list) {
		everyuri_write(json->w, ",", 1);
	} else {
		json_end_list(json, level);
		json_name(json, level, everyuri_field_text(field->name));
		level->in_list = repeats(field->type);
		level->list_at = from;
		level->list_octets = false;
		level->name = field->name;
		if (level->in_list)
			everyuri_write(json->w, "[", 1);
	}
	if (level->in_list)
		level->list_octets =
			level->list_octets || !is_utf8_run(field->text) ||
			(field->type == EVERYURI_TYPE_PAIRS && !is_utf8_run(field->value));
	if (field->type == EVERYURI_TYPE_STEPS || field->type == EVERYURI_TYPE_FIELDS) {
		if (json->depth < JSON_LEVELS)
			json_open(json, field->text, field->type == EVERYURI_TYPE_STEPS);
		else
			everyuri_write_text(json->w,
			                    "null"); /* this plan was not made by this library */
		return;
	}
	write_value(json->w, field, json->flags);
	if (field->type != EVERYURI_TYPE_TEXT)
		return;
	if (field->secret && !(json->flags & EVERYURI_SHOW_SECRETS)) {
		json_name(json, level, "masked");
		everyuri_write_text(json->w, "true");
	} else if (!is_utf8_run(field->text)) {
		if (level->octets)
			json_octets_name(json, level, field->name);
		else
			json_name(json, level, "octets");
		level->octets = true;
		write_octets(json->w, field->text);
	}
}

static void json_step(struct plan_json *json, const struct everyuri_step *step)
{
	json_comma(json, &json->level[json->depth - 1]);
	if (json->depth == JSON_LEVELS)
		return;
	json_open(json, step->fields, false);
	json_name(json, &json->level[json->depth - 1], "do");
	write_quoted(json->w, everyuri_do_name(step->what));
}

void everyuri_plan_write_json(struct everyuri_writer *w, const struct everyuri_plan *plan,
                              unsigned flags)
{
	struct plan_json json = { .w = w, .flags = flags };

	json_open(&json, plan->steps, true);
	while (json.depth) {
		struct json_level *level = &json.level[json.depth - 1];
		struct everyuri_step step;
		struct everyuri_field field;
		size_t from = level->at;

		if (level->steps && everyuri_step_next(level->bytes, &level->at, &step))
			json_step(&json, &step);
		else if (!level->steps && everyuri_field_next(level->bytes, &level->at, &field))
			json_field(&json, &field, from);
		else
			json_close(&json);
	}
}

void everyuri_plan_write_warnings(struct everyuri_writer *w, const struct everyuri_plan *plan)
{
	everyuri_write(w, "[", 1);
	for (uint32_t i = 0; i < plan->n_warnings; i++) {
		const struct everyuri_error *warning = &plan->warning[i];

		everyuri_write_text(w, i ? ",{\"at\":" : "{\"at\":");
		everyuri_write_number(w, warning->at);
		everyuri_write_text(w, ",\"clause\":");
		write_quoted(w, warning->clause);
		everyuri_write_text(w, ",\"message\":");
		write_quoted(w, warning->message);
		everyuri_write(w, "}", 1);
	}
	everyuri_write(w, "]", 1);
}

/* ---- text ------------------------------------------------------------------------------------ */

#define VERB_COLUMN 11 /* width of the first column, which is that of "hand-over" and two blanks */

static void write_blanks(struct everyuri_writer *w, size_t n)
{
	while (n--)
		everyuri_write(w, " ", 1);
}

/* Writes a value with any bytes on one line: TAB and LF are escaped.  It is quoted if it has a blank, a
 * quotation mark or a backslash, or if `quoted` is set, as for an empty value. */
static void write_line_text(struct everyuri_writer *w, struct everyuri_text text, bool quoted)
{
	size_t run = 0;

	for (size_t at = 0; at < text.len && !quoted; at++)
		quoted = strchr(" \t\n\"\\", text.data[at]) && text.data[at];
	everyuri_write(w, "\"", quoted);
	for (size_t at = 0; at < text.len; at++) {
		char byte = text.data[at];
		bool named = byte == '\t' || byte == '\n';

		if (!named && byte != '"' && byte != '\\')
			continue;
		everyuri_write_terminal(w, text.data + run, at - run);
		everyuri_write(w, "\\", 1);
		if (named)
			everyuri_write(w, byte == '\t' ? "t" : "n", 1);
		run = at + named;
	}
	everyuri_write_terminal(w, text.data + run, text.len - run);
	everyuri_write(w, "\"", quoted);
}

/* Returns whether the value of a field is clear without its name. */
static bool speaks_for_itself(enum everyuri_field_name name)
{
	switch (name) {
	case EVERYURI_FIELD_HOST:
	case EVERYURI_FIELD_REPLY:
	case EVERYURI_FIELD_VERB:
	case EVERYURI_FIELD_ARGUMENT:
	case EVERYURI_FIELD_LINE:
	case EVERYURI_FIELD_FOR:
	case EVERYURI_FIELD_MODES:
	case EVERYURI_FIELD_PATH:
	case EVERYURI_FIELD_STORE:
	case EVERYURI_FIELD_PROGRAM:
	case EVERYURI_FIELD_ARGUMENTS:
	case EVERYURI_FIELD_URIS:
		return true;
	default:
		return false;
	}
}

/* Returns whether a verb has only capitals and blanks ("AUTHINFO USER"), and so needs no quotation marks. */
static bool is_plain_verb(struct everyuri_text verb)
{
	for (size_t i = 0; i < verb.len; i++)
		if ((verb.data[i] < 'A' || verb.data[i] > 'Z') && verb.data[i] != ' ')
			return false;
	return verb.len;
}

/* Returns whether a name must be quoted because it contains "=".  Otherwise the pairs "a=b"="c" and "a"="b=c"
 * would look the same. */
static bool holds_equals(struct everyuri_text name)
{
	return name.len && memchr(name.data, '=', name.len);
}

static void text_field(struct everyuri_writer *w, const struct everyuri_field *field,
                       unsigned flags)
{
	if (field->type == EVERYURI_TYPE_BOOL) {
		if (field->number) {
			everyuri_write(w, " ", 1);
			everyuri_write_text(w, everyuri_field_text(field->name));
		}
		return;
	}
	everyuri_write(w, " ", 1);
	if (!speaks_for_itself(field->name)) {
		everyuri_write_text(w, everyuri_field_text(field->name));
		everyuri_write(w, " ", 1);
	}
	if (field->type == EVERYURI_TYPE_NUMBER)
		everyuri_write_number(w, field->number);
	else if (field->name == EVERYURI_FIELD_VERB && is_plain_verb(field->text))
		everyuri_write(w, field->text.data, field->text.len);
	else if (field->type == EVERYURI_TYPE_PAIRS)
		write_line_text(w, field->text, holds_equals(field->text));
	else
		write_line_text(w, text_shown(field, flags), !field->text.len);
	if (field->type == EVERYURI_TYPE_PAIRS) {
		everyuri_write(w, "=", 1);
		write_line_text(w, field->value, false);
	}
}

static void text_step_head(struct everyuri_writer *w, enum everyuri_do what, unsigned indent,
                           size_t inside)
{
	const char *name = everyuri_do_name(what);
	size_t len = strlen(name);

	write_blanks(w, indent);
	while (inside--)
		everyuri_write_text(w, "or  ");
	everyuri_write_text(w, name);
	/* LCOV_EXCL_BR_LINE: no step has such a long name; a new one needs a blank after it */
	write_blanks(w, VERB_COLUMN - 1 > len ? VERB_COLUMN - 1 - len : 1);
}

struct text_level {
	struct everyuri_text bytes;
	size_t at;
	bool steps;
};

void everyuri_plan_write_text(struct everyuri_writer *w, const struct everyuri_plan *plan,
                              unsigned indent, unsigned flags)
{
	struct text_level level[JSON_LEVELS] = { { plan->steps, 0, true } };
	size_t depth = 1, inside = 0; /* inside: number of `or` fields that are open */
	bool line_ended = true;
	struct everyuri_step step;
	struct everyuri_field field;

	while (depth) {
		struct text_level *top = &level[depth - 1];

		if (top->steps && everyuri_step_next(top->bytes, &top->at, &step)) {
			text_step_head(w, step.what, indent, inside);
			line_ended = false;
			if (depth < JSON_LEVELS)
				level[depth++] = (struct text_level){ step.fields, 0, false };
		} else if (!top->steps && everyuri_field_next(top->bytes, &top->at, &field)) {
			bool steps = field.type == EVERYURI_TYPE_STEPS;

			if (field.type < EVERYURI_TYPE_FIELDS) {
				text_field(w, &field, flags);
				continue;
			}
			if (steps)
				everyuri_write_text(
					w, field.text.len ? "\n" : " (or continue without it)\n");
			line_ended = steps;
			if (depth == JSON_LEVELS)
				continue; /* this plan was not made by this library */
			inside += steps;
			level[depth++] = (struct text_level){ field.text, 0, steps };
		} else {
			bool within_steps = --depth && level[depth - 1].steps;

			inside -= top->steps && depth;
			if (within_steps && !line_ended) {
				everyuri_write(w, "\n", 1);
				line_ended = true;
			}
		}
	}
}
