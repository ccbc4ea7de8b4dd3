/* news, snews, nntp, nntps: RFC 3977, RFC 4643 for authentication, RFC 2980 for older servers.
 *
 * A group becomes a menu of its articles in the server's order.  That order is by number, with the
 * newest article last. */
#include "access/conversation.h"

static bool was_sent(const struct everyuri_conversation *c, const char *verb)
{
	return c->verb.len == strlen(verb) && !memcmp(c->verb.data, verb, c->verb.len);
}

/* Begins the menu of a group.  An overview has references, so that articles can be threaded. */
static void tell_articles(struct everyuri_conversation *c)
{
	const struct everyuri_object object = { .kind = EVERYURI_MENU,
		                                .length = EVERYURI_LENGTH_UNKNOWN,
		                                .threaded = true };

	eu_tell_object(c, &object);
}

/* ---- refusals ------------------------------------------------------------------------------------ */

/* Returns whether the reply means that the group is empty.  By RFC 3977 8.3.2, OVER is then refused
 * with 423; servers that only know XOVER refuse it with 420.  HEAD is refused with 420, because
 * there is no current article (6.2.2). */
static bool is_empty_group(const struct everyuri_conversation *c)
{
	bool overview = was_sent(c, "OVER") || was_sent(c, "XOVER");

	return (overview && !strcmp(c->code, "423")) ||
	       ((overview || was_sent(c, "HEAD")) && !strcmp(c->code, "420"));
}

static bool nntp_refused(struct everyuri_conversation *c)
{
	static const struct refusal {
		char code[4];
		enum everyuri_status status;
		const char *clause, *message;
	} refusals[] = {
		{ "400", EVERYURI_FAILED, "RFC 3977 3.2.1",
		  "the server is not available: try again later" },
		{ "411", EVERYURI_FAILED, "RFC 3977 6.1.1", "no such news group" },
		{ "420", EVERYURI_FAILED, "RFC 3977 6.2.1", "no such article" },
		{ "423", EVERYURI_FAILED, "RFC 3977 6.2.1", "no article with this number" },
		{ "430", EVERYURI_FAILED, "RFC 3977 6.2.1", "no such article" },
		{ "480", EVERYURI_FAILED, "RFC 4643 2.2",
		  "the server requires a login: put a user into the URI" },
		{ "481", EVERYURI_FAILED, "RFC 4643 2.3",
		  "login refused: the server does not accept this user" },
		{ "482", EVERYURI_FAILED, "RFC 4643 2.3", "login refused: wrong user or password" },
		{ "483", EVERYURI_FAILED, "RFC 3977 3.2.1", "the server requires TLS" },
		{ "502", EVERYURI_FAILED, "RFC 3977 3.2.1", "the server does not permit this" },
	};

	if (is_empty_group(c)) {
		tell_articles(c);
		eu_finish(c);
		return true;
	}
	if (c->has_instead)
		return false;
	for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
		if (!strcmp(c->code, refusals[i].code)) {
			eu_abort(c, refusals[i].status, refusals[i].clause, refusals[i].message);
			return true;
		}
	return false;
}

/* ---- objects -------------------------------------------------------------------------------- */

/* The command whose response supplies the menu, stored in c->state. */
enum { AS_GROUPS, AS_OVERVIEW, AS_HEAD, BEHIND_SUBJECT };

static void nntp_begin(struct everyuri_conversation *c)
{
	if (was_sent(c, "ARTICLE")) {
		eu_tell_document(c, "message/rfc822");
		return;
	}
	c->state = was_sent(c, "LIST") ? AS_GROUPS : was_sent(c, "HEAD") ? AS_HEAD : AS_OVERVIEW;
	/* Cut long lines, so that one article with many references does not hide the others; the
	 * important columns come first. */
	c->cuts_lines = c->state == AS_OVERVIEW;
	if (c->state == AS_GROUPS)
		eu_tell_menu(c);
	else
		tell_articles(c);
}

/* Returns the group that the plan has selected. */
static struct everyuri_text group_of_plan(const struct everyuri_conversation *c)
{
	struct everyuri_step step;
	struct everyuri_field verb, group;
	struct everyuri_text none = { NULL, 0 };

	for (size_t at = 0; everyuri_step_next(c->level[0].steps, &at, &step);)
		if (step.what == EVERYURI_SEND &&
		    everyuri_step_field(&step, EVERYURI_FIELD_VERB, &verb) && verb.text.len == 5 &&
		    !memcmp(verb.text.data, "GROUP", 5) &&
		    everyuri_step_field(&step, EVERYURI_FIELD_ARGUMENT, &group))
			return group.text;
	return none;
}

static void tell_as_words(struct everyuri_conversation *c, const char *line, size_t len)
{
	const struct everyuri_item item = { .kind = EVERYURI_ITEM_TEXT,
		                            .label = { line, len },
		                            .size = EVERYURI_LENGTH_UNKNOWN };

	if (len)
		eu_tell_item(c, &item);
}

/* Takes the text up to the next byte `end`, and skips that byte. */
static struct everyuri_text take_until(struct everyuri_text *rest, char end)
{
	const char *at = rest->len ? memchr(rest->data, end, rest->len) : NULL;
	struct everyuri_text part = *rest;

	if (at)
		part.len = (size_t)(at - rest->data);
	rest->data += part.len + (at != NULL);
	rest->len -= part.len + (at != NULL);
	return part;
}

/* Reads "name high low status" (RFC 3977 7.6.3). */
static void group_line(struct everyuri_conversation *c, const char *line, size_t len)
{
	struct everyuri_text rest = { line, len };
	struct everyuri_item item = { .kind = EVERYURI_ITEM_MENU, .size = EVERYURI_LENGTH_UNKNOWN };

	item.label = item.name = take_until(&rest, ' ');
	if (item.name.len)
		eu_tell_item(c, &item);
	else
		tell_as_words(c, line, len);
}

/* ---- articles ----------------------------------------------------------------------------------------- */

/* Passes on an article of the group.  For news, its URI will be made from the message-id; for nntp,
 * from the number. */
static void tell_article(struct everyuri_conversation *c, struct everyuri_item *item,
                         struct everyuri_text number, struct everyuri_text id)
{
	static const char media[] = "message/rfc822";

	item->kind = EVERYURI_ITEM_DOCUMENT;
	item->selector = c->handler == &eu_handler_nntp ? number : id;
	item->name = group_of_plan(c);
	item->message_id = id;
	item->media_type = (struct everyuri_text){ media, sizeof media - 1 };
	eu_tell_item(c, item);
}

/* Returns the value of a column.  An empty column means that the value is unknown (RFC 3977
 * 8.3.2). */
static struct everyuri_text known(struct everyuri_text column)
{
	return column.len ? column : (struct everyuri_text){ NULL, 0 };
}

/* Reads number, subject, from, date, message-id, references, bytes, ..., separated by tabs
 * (RFC 3977 8.4).  CHOICE: the label is the unchanged subject; the reader decodes it (RFC 2047). */
static void overview_line(struct everyuri_conversation *c, const char *line, size_t len)
{
	enum { NUMBER, SUBJECT, FROM, DATE, ID, REFERENCES, BYTES, N_COLUMNS };
	struct everyuri_text rest = { line, len }, column[N_COLUMNS];
	struct everyuri_item item = { .size = EVERYURI_LENGTH_UNKNOWN };
	char date[EU_DATE_SIZE];

	for (int i = 0; i < N_COLUMNS; i++)
		column[i] = take_until(&rest, '\t');
	if (eu_size_of_text(column[NUMBER]) == EVERYURI_LENGTH_UNKNOWN || !column[ID].len) {
		tell_as_words(c, line, len);
		return;
	}
	item.label = column[SUBJECT];
	item.author = known(column[FROM]);
	item.references = known(column[REFERENCES]);
	item.size = eu_size_of_text(column[BYTES]);
	item.date = (struct everyuri_text){ date, eu_date_of_message(column[DATE], date) };
	if (!item.date.len)
		item.date.data = NULL;
	tell_article(c, &item, column[NUMBER], column[ID]);
}

/* Reads the header of one article, whose number and message-id were in the reply: "221 12 <a@b>".
 * CHOICE: the first line of its subject is the label of the item. */
static void head_line(struct everyuri_conversation *c, const char *line, size_t len)
{
	static const char subject[] = "subject:";
	struct everyuri_text rest = { c->said, c->n_said }, number, id;
	struct everyuri_item item = { .size = EVERYURI_LENGTH_UNKNOWN };
	size_t from = sizeof subject - 1;

	if (len < from || !eu_same_ignoring_case(line, subject, from))
		return;
	take_until(&rest, ' ');
	number = take_until(&rest, ' ');
	id = take_until(&rest, ' ');
	from += from < len && line[from] == ' ';
	item.label = (struct everyuri_text){ line + from, len - from };
	c->state = BEHIND_SUBJECT;
	tell_article(c, &item, number, id);
}

static void nntp_line(struct everyuri_conversation *c, const char *line, size_t len)
{
	if (c->state == AS_GROUPS)
		group_line(c, line, len);
	else if (c->state == AS_OVERVIEW)
		overview_line(c, line, len);
	else if (c->state == AS_HEAD)
		head_line(c, line, len);
}

const struct eu_handler eu_handler_news = {
	.reply = eu_reply_of_line,
	.refused = nntp_refused,
	.begin = nntp_begin,
	.bytes = eu_tell_bytes,
	.line = nntp_line,
};

const struct eu_handler eu_handler_nntp = {
	.reply = eu_reply_of_line,
	.refused = nntp_refused,
	.begin = nntp_begin,
	.bytes = eu_tell_bytes,
	.line = nntp_line,
};
