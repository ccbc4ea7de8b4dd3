/* dict: RFC 2229.  Definitions are a text, matches a menu; of both, the nth where the URI has one. */
#include "access/conversation.h"

/* Of the definitions: c->state. */
enum { BETWEEN_TEXTS, IN_TEXT, IN_OTHER_TEXT };

/* Which answer is meant.  Returns: 0: all; UINT64_MAX: none that there can be. */
static uint64_t nth_of_step(const struct everyuri_conversation *c)
{
	struct everyuri_text part = eu_text_of_step(&c->step, EVERYURI_FIELD_PART);

	return part.data ? eu_size_of_text(part) : 0;
}

/* c->left counts down to the one that is meant.  Returns: this is it, or all are. */
static bool is_meant(struct everyuri_conversation *c)
{
	if (c->left)
		return --c->left == 0;
	return !nth_of_step(c);
}

static void dict_begin(struct everyuri_conversation *c)
{
	c->left = nth_of_step(c);
	if (c->until == EU_UNTIL_DOT)
		eu_tell_menu(c);
	else
		c->menu = true; /* by lines; it is told when there is a definition */
}

/* ---- definitions ----------------------------------------------------------------------------------- */

static void tell_text_line(struct everyuri_conversation *c, const char *line, size_t len)
{
	eu_tell_bytes(c, line, len);
	eu_tell_bytes(c, "\r\n", 2);
}

/* 3.2.2: "151 word database name": a text follows.  Where several are meant, that line, less its code,
 * says which is which. */
static void begin_definition(struct everyuri_conversation *c, const char *line, size_t len)
{
	static const char plain[] = "text/plain", utf8[] = "utf-8";
	const struct everyuri_object document = { .kind = EVERYURI_DOCUMENT,
		                                  .media_type = { plain, sizeof plain - 1 },
		                                  .charset = { utf8, sizeof utf8 - 1 },
		                                  .length = EVERYURI_LENGTH_UNKNOWN };

	c->state = is_meant(c) ? IN_TEXT : IN_OTHER_TEXT;
	if (c->state != IN_TEXT)
		return;
	eu_tell_object(c, &document);
	c->menu = true; /* still by lines */
	if (!nth_of_step(c))
		tell_text_line(c, line + 4, len > 4 ? len - 4 : 0);
}

/* 250 ends them all. */
static void between_definitions(struct everyuri_conversation *c, const char *line, size_t len)
{
	c->code[0] = '\0';
	if (!eu_reply_of_line(c, line, len))
		return;
	if (!memcmp(c->code, "151", 3) && len >= 4)
		begin_definition(c, line, len);
	else if (memcmp(c->code, "250", 3) != 0)
		eu_give_up(c, c->some ? EVERYURI_PARTIAL : EVERYURI_PROTOCOL, "RFC 2229 3.2",
		           "the server's reply is not one to DEFINE");
	else if (c->told)
		eu_object_ended(c);
	else
		eu_give_up(c, EVERYURI_MISSING, "RFC 2229 5", "there are not so many answers");
}

static void definition_line(struct everyuri_conversation *c, const char *line, size_t len)
{
	if (c->state == BETWEEN_TEXTS) {
		between_definitions(c, line, len);
	} else if (len == 1 && *line == '.') {
		c->state = BETWEEN_TEXTS;
	} else if (c->state == IN_TEXT) {
		size_t dot = len && *line == '.'; /* 2.4.1: doubled */

		tell_text_line(c, line + dot, len - dot);
	}
}

/* ---- matches ------------------------------------------------------------------------------------------ */

#define DICT_URI_MAX 4000 /* a line of 1024 characters fits (2.3) */

/* 2.2: a string in quotation marks, a backslash in front of what is itself; or an atom. */
static void out_string(struct eu_out *out, struct everyuri_text text)
{
	bool quoted = text.len && *text.data == '"';

	for (size_t i = quoted; i < text.len; i++) {
		if (quoted && text.data[i] == '"')
			return;
		if (quoted && text.data[i] == '\\' && i + 1 < text.len)
			i++;
		eu_uri_escaped(out, (struct everyuri_text){ text.data + i, 1 }, false);
	}
}

/* 3.3.1: "database word" becomes dict://host/d:word:database. */
static void match_line(struct everyuri_conversation *c, const char *line, size_t len)
{
	const char *blank = memchr(line, ' ', len);
	struct everyuri_item item = { .kind = EVERYURI_ITEM_TEXT,
		                      .label = { line, len },
		                      .size = EVERYURI_LENGTH_UNKNOWN };
	char uri[DICT_URI_MAX];
	struct eu_out out = { uri, 0 };

	if (!is_meant(c))
		return;
	if (blank && blank > line && blank + 1 < line + len &&
	    40 + c->host.len + 3 * len < sizeof uri) {
		eu_out_bytes(&out, "dict", 4);
		if (eu_uri_host(&out, c->host, c->port == 2628 ? 0 : c->port)) {
			eu_out_bytes(&out, "d:", 2);
			out_string(&out, (struct everyuri_text){
						 blank + 1, (size_t)(line + len - blank) - 1 });
			eu_out_byte(&out, ':');
			eu_uri_escaped(&out, (struct everyuri_text){ line, (size_t)(blank - line) },
			               false);
			item.kind = EVERYURI_ITEM_DOCUMENT;
			item.uri = (struct everyuri_text){ uri, out.len };
		}
	}
	eu_tell_item(c, &item);
}

static void dict_line(struct everyuri_conversation *c, const char *line, size_t len)
{
	if (c->until == EU_UNTIL_DOT)
		match_line(c, line, len);
	else
		definition_line(c, line, len);
}

static void dict_bytes(struct everyuri_conversation *c, const char *data, size_t len)
{
	eu_tell_bytes(c, data, len);
}

const struct eu_way eu_way_dict = {
	.reply = eu_reply_of_line,
	.begin = dict_begin,
	.bytes = dict_bytes,
	.line = dict_line,
};
