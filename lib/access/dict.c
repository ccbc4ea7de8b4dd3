/* dict: RFC 2229.  Each definition is a text that follows a 151 reply.  The matches are a menu. */
#include "access/conversation.h"

/* ---- selected answers ----------------------------------------------------------------------- */

/* Returns the number of the answer that the URI selects, counted from 1, or 0 for all answers. */
static uint64_t answer_meant(const struct everyuri_conversation *c)
{
	struct everyuri_step step;
	struct everyuri_field part;

	for (size_t at = 0; everyuri_step_next(c->level[0].steps, &at, &step);)
		if (step.what == EVERYURI_RECEIVE &&
		    everyuri_step_field(&step, EVERYURI_FIELD_PART, &part))
			return eu_size_of_text(part.text);
	return 0;
}

/* Returns whether the current answer is selected.  c->state counts the answers that have begun. */
static bool is_meant(const struct everyuri_conversation *c)
{
	uint64_t meant = answer_meant(c);

	return !meant || c->state == meant;
}

/* THREATS C10: checks that as many answers came as the server announced (c->left), and that the
 * selected one is among them. */
static void check_answers(struct everyuri_conversation *c)
{
	uint64_t meant = answer_meant(c);

	if (c->left != EVERYURI_LENGTH_UNKNOWN && c->state < c->left)
		eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_PROTOCOL, "RFC 2229 3.2",
		         "the server sent fewer answers than it announced");
	else if (meant > c->state)
		eu_abort(c, EVERYURI_FAILED, "RFC 2229 5",
		         "the URI's answer number is above the number of answers");
}

/* ---- replies ----------------------------------------------------------------------------------------- */

static bool dict_refused(struct everyuri_conversation *c)
{
	static const struct dict_refusal {
		char code[4];
		const char *clause, *message;
	} refusals[] = {
		{ "420", "RFC 2229 2.4", "the server is not available: try again later" },
		{ "421", "RFC 2229 2.4", "the server is shutting down" },
		{ "530", "RFC 2229 3.1", "login refused" },
		{ "550", "RFC 2229 3.2", "no such database" },
		{ "551", "RFC 2229 3.3", "no such strategy" },
		{ "552", "RFC 2229 3.2", "no word matches" },
	};

	for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
		if (!strcmp(c->code, refusals[i].code)) {
			eu_abort(c, EVERYURI_FAILED, refusals[i].clause, refusals[i].message);
			return true;
		}
	return false;
}

/* Reads "150 2 definitions", "152 3 matches", ..., "250 ok". */
static bool dict_reply(struct everyuri_conversation *c, const char *line, size_t len)
{
	size_t end = 4;

	eu_reply_of_line(c, line, len);
	while (end < len && eu_is_digit((unsigned char)line[end]))
		end++;
	if ((!strcmp(c->code, "150") || !strcmp(c->code, "152")) && len > 4)
		c->left = eu_size_of_text((struct everyuri_text){ line + 4, end - 4 });
	else if (!strcmp(c->code, "250") && !eu_text_is(c->verb, "CLIENT"))
		check_answers(c);
	return true;
}

static bool dict_text(struct everyuri_conversation *c)
{
	bool more = !strcmp(c->code, "151");

	c->state += more;
	if (!more && strcmp(c->code, "250") != 0)
		eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_PROTOCOL, "RFC 2229 3.2",
		         "unexpected reply after the definitions");
	return more;
}

/* ---- definitions -------------------------------------------------------------------------------------- */

/* Passes on the source of a definition.  CHOICE: if all answers are selected, writes the text of
 * each 151 reply (the word and the name of the database) before the definition. */
static void tell_source(struct everyuri_conversation *c)
{
	eu_tell_bytes(c, "\r\n", c->some ? 2 : 0);
	if (c->n_said > 4)
		eu_tell_bytes(c, c->said + 4, c->n_said - 4);
	eu_tell_bytes(c, "\r\n\r\n", 4);
}

static void dict_begin(struct everyuri_conversation *c)
{
	static const char type[] = "text/plain", charset[] = "utf-8";
	const struct everyuri_object object = { .kind = EVERYURI_DOCUMENT,
		                                .media_type = { type, sizeof type - 1 },
		                                .charset = { charset, sizeof charset - 1 },
		                                .length = EVERYURI_LENGTH_UNKNOWN };

	if (eu_text_is(c->verb, "MATCH")) {
		eu_tell_menu(c);
		return;
	}
	if (!is_meant(c))
		return;
	eu_tell_object(c, &object);
	if (!answer_meant(c))
		tell_source(c);
}

static void dict_bytes(struct everyuri_conversation *c, const char *data, size_t len)
{
	if (is_meant(c))
		eu_tell_bytes(c, data, len);
}

/* ---- matches ------------------------------------------------------------------------------------------- */

/* Reads an atom, or a string in quotation marks of either kind, in which a backslash escapes the
 * next byte (2.2).  Moves *at past the parameter.  Returns the text, which is stored in c->kept. */
static struct everyuri_text take_parameter(struct everyuri_conversation *c, const char *line,
                                           size_t len, size_t *at)
{
	struct everyuri_text word = { c->kept + c->n_kept, 0 };
	char quote = 0;

	while (*at < len && line[*at] == ' ')
		++*at;
	for (; *at < len && c->n_kept < EU_KEPT_MAX; ++*at) {
		char byte = line[*at];

		if (quote ? byte == quote : byte == '"' || byte == '\'') {
			quote = quote ? 0 : byte;
			continue;
		}
		if (!quote && byte == ' ')
			break;
		if (byte == '\\' && *at + 1 < len)
			byte = line[++*at];
		c->kept[c->n_kept++] = byte;
		word.len++;
	}
	return word;
}

/* Reads "database word". */
static void dict_line(struct everyuri_conversation *c, const char *line, size_t len)
{
	static const char media[] = "text/plain";
	struct everyuri_item item = { .kind = EVERYURI_ITEM_DOCUMENT,
		                      .media_type = { media, sizeof media - 1 },
		                      .size = EVERYURI_LENGTH_UNKNOWN };
	size_t at = 0;

	c->n_kept = 0;
	c->state++;
	if (!is_meant(c))
		return;
	item.name = take_parameter(c, line, len, &at);
	item.selector = take_parameter(c, line, len, &at);
	item.label = item.selector;
	if (!item.name.len || !item.selector.len) {
		item = (struct everyuri_item){ .kind = EVERYURI_ITEM_TEXT,
			                       .label = { line, len },
			                       .size = EVERYURI_LENGTH_UNKNOWN };
		if (!len)
			return;
	}
	eu_tell_item(c, &item);
}

const struct eu_handler eu_handler_dict = {
	.reply = dict_reply,
	.refused = dict_refused,
	.text = dict_text,
	.begin = dict_begin,
	.bytes = dict_bytes,
	.line = dict_line,
};
