/* The engine, which runs the steps of a plan for every protocol. */
#include "access/conversation.h"

size_t everyuri_conversation_size(void)
{
	return sizeof(struct everyuri_conversation);
}

void eu_finish(struct everyuri_conversation *c)
{
	eu_abort(c, EVERYURI_OK, "", "");
}

void eu_redirect(struct everyuri_conversation *c)
{
	c->redirected = c->doing != EU_ENDED;
	eu_finish(c);
}

void eu_abort(struct everyuri_conversation *c, enum everyuri_status status, const char *clause,
              const char *message)
{
	if (c->doing == EU_ENDED)
		return;
	c->doing = EU_ENDED;
	c->status = status;
	c->clause = clause;
	c->message = message;
}

/* ---- fields of the current step ------------------------------------------------------------- */

struct everyuri_text eu_text_of_step(const struct everyuri_step *step,
                                     enum everyuri_field_name name)
{
	struct everyuri_field field;
	struct everyuri_text none = { NULL, 0 };

	return everyuri_step_field(step, name, &field) ? field.text : none;
}

/* Returns whether the reply's code begins with these digits. */
static bool code_begins(const struct everyuri_conversation *c, struct everyuri_text with)
{
	return with.len <= strlen(c->code) && !memcmp(c->code, with.data, with.len);
}

/* ---- steps ------------------------------------------------------------------------------------------------ */

/* Takes the next step.  Returns false at the end of the plan. */
static bool next_step_of(struct everyuri_conversation *c)
{
	while (c->depth) {
		unsigned top = c->depth - 1;

		c->level[top].before = c->level[top].at;
		if (everyuri_step_next(c->level[top].steps, &c->level[top].at, &c->step))
			return true;
		c->depth--;
	}
	return false;
}

void eu_enter(struct everyuri_conversation *c, struct everyuri_text steps)
{
	if (c->depth == EU_LEVELS) {
		eu_abort(c, EVERYURI_INVALID, "", "steps of the plan are nested too deeply");
		return;
	}
	c->level[c->depth].steps = steps;
	c->level[c->depth].at = c->level[c->depth].before = 0;
	c->depth++;
}

/* Called when the last request was refused.  Runs its fallback steps, and then retries the current
 * step.  If the fallback is empty, skips the request and the current step.  Returns false if there
 * is no fallback. */
static bool stand_in(struct everyuri_conversation *c)
{
	if (!c->has_instead)
		return false;
	c->has_instead = c->has_reply = false;
	c->doing = EU_STEPS;
	if (!c->instead.len)
		return true;
	c->level[c->depth - 1].at = c->level[c->depth - 1].before;
	eu_enter(c, c->instead);
	return true;
}

void eu_await(struct everyuri_conversation *c, enum eu_awaited awaited)
{
	c->awaited = awaited;
	c->doing = EU_REPLYING;
	c->line_len = c->reply_len = 0;
	c->more_lines = false;
}

static void expect_step(struct everyuri_conversation *c)
{
	struct everyuri_field field;

	if (!c->has_reply) {
		eu_await(c, EU_FOR_EXPECT);
		return;
	}
	for (size_t at = 0; everyuri_field_next(c->step.fields, &at, &field);)
		if (field.name == EVERYURI_FIELD_REPLY && code_begins(c, field.text)) {
			c->has_reply = c->has_instead = false;
			return;
		}
	if (!(c->handler->refused && c->handler->refused(c)) && !stand_in(c))
		eu_abort(c, EVERYURI_FAILED, "", "the server refused");
}

/* Returns whether to run this step, which may depend on a reply code.  Returns false if the reply
 * must be read first, or if it has another code. */
static bool is_time(struct everyuri_conversation *c)
{
	struct everyuri_text when = eu_text_of_step(&c->step, EVERYURI_FIELD_WHEN);

	if (!when.data)
		return true;
	if (!c->has_reply) {
		eu_await(c, EU_FOR_WHEN);
		return false;
	}
	return code_begins(c, when);
}

static void send_step(struct everyuri_conversation *c)
{
	struct everyuri_field field;

	if (!is_time(c))
		return;
	if (c->from && !c->rested &&
	    eu_text_is(eu_text_of_step(&c->step, EVERYURI_FIELD_VERB), "RETR")) {
		eu_send_rest(c);
		return;
	}
	eu_send_fields(c, &c->step, (struct everyuri_text){ NULL, 0 });
	c->has_instead = everyuri_step_field(&c->step, EVERYURI_FIELD_OR, &field);
	c->instead = field.text;
}

static void block_step(struct everyuri_conversation *c)
{
	c->block = eu_text_of_step(&c->step, EVERYURI_FIELD_BODY);
	c->out_at = 0;
	c->out_secret = false;
	if (c->block.len)
		c->doing = EU_WRITING;
}

static void connect_step(struct everyuri_conversation *c)
{
	struct everyuri_field field;

	c->host = eu_text_of_step(&c->step, EVERYURI_FIELD_HOST);
	c->port = everyuri_step_field(&c->step, EVERYURI_FIELD_PORT, &field) ?
	                  (uint16_t)field.number :
	                  0;
	c->tls = everyuri_step_field(&c->step, EVERYURI_FIELD_TLS, &field) && field.number;
	c->udp = eu_text_is(eu_text_of_step(&c->step, EVERYURI_FIELD_TRANSPORT), "udp");
	c->doing = EU_CONNECTING;
}

static void data_step(struct everyuri_conversation *c)
{
	if (!c->handler->has_data) {
		eu_abort(c, EVERYURI_UNSUPPORTED, "", "this protocol has no data connection");
		return;
	}
	c->passive = false;
	c->awaited = EU_FOR_DATA;
	eu_send_words(c, "EPSV");
}

static void begin_object(struct everyuri_conversation *c)
{
	c->dots = 1;
	c->line_len = 0;
	c->handler->begin(c);
	if (c->doing != EU_ENDED && c->doing != EU_STEPS)
		c->doing = c->data_port ? EU_RECEIVING_DATA : EU_RECEIVING;
}

/* Returns whether the object consists of several texts. */
static bool has_texts(const struct everyuri_conversation *c)
{
	return c->until == EU_UNTIL_REPLY && c->handler->text;
}

static void receive_step(struct everyuri_conversation *c)
{
	static const char *const names[] = { "close", "dot", "length", "reply" };
	struct everyuri_text until = eu_text_of_step(&c->step, EVERYURI_FIELD_UNTIL);

	for (int i = 0; i < 4; i++)
		if (eu_text_is(until, names[i]))
			c->until = (enum eu_until)i;
	if (c->data_port) {
		eu_await(c, EU_FOR_BEGIN);
	} else if (c->until == EU_UNTIL_LENGTH && c->handler->length_first) {
		eu_await(c, EU_FOR_LENGTH);
	} else if (has_texts(c)) {
		eu_await(c, EU_FOR_TEXT);
	} else {
		c->doing = EU_RECEIVING;
		begin_object(c);
	}
}

static void take_step(struct everyuri_conversation *c)
{
	switch (c->step.what) {
	case EVERYURI_CONNECT:
		connect_step(c);
		break;
	case EVERYURI_SECURE:
		c->doing = EU_SECURING;
		break;
	case EVERYURI_EXPECT:
		expect_step(c);
		break;
	case EVERYURI_SEND:
		send_step(c);
		break;
	case EVERYURI_BLOCK:
		block_step(c);
		break;
	case EVERYURI_ASK:
		if (is_time(c))
			c->doing = EU_ASKING;
		break;
	case EVERYURI_DATA:
		data_step(c);
		break;
	case EVERYURI_RECEIVE:
		receive_step(c);
		break;
	default:
		eu_abort(c, EVERYURI_UNSUPPORTED, "", "step not supported in a conversation");
	}
}

void eu_go_on(struct everyuri_conversation *c)
{
	while (c->doing == EU_STEPS) {
		if (next_step_of(c))
			take_step(c);
		else
			eu_finish(c);
	}
}

void eu_object_ended(struct everyuri_conversation *c)
{
	if (c->doing == EU_ENDED)
		return;
	if (c->data_port) {
		c->data_port = 0;
		eu_await(c, EU_FOR_FINISH);
	} else if (has_texts(c)) {
		eu_await(c, EU_FOR_TEXT);
	} else {
		c->doing = EU_STEPS;
	}
}

/* ---- replies ------------------------------------------------------------------------------------------------ */

/* Handles the reply to EPSV; if EPSV is refused, tries PASV on the same connection (RFC 2428). */
static void data_reply(struct everyuri_conversation *c)
{
	if (c->code[0] == '2')
		c->data_port = c->passive ? eu_pasv_port(c->said, c->n_said) :
		                            eu_epsv_port(c->said, c->n_said);
	if (c->data_port) {
		c->doing = EU_OPENING_DATA;
	} else if (!c->passive) {
		c->passive = true;
		eu_send_words(c, "PASV");
		c->awaited = EU_FOR_DATA;
	} else {
		eu_abort(c, EVERYURI_FAILED, "RFC 1123 4.1.2.6",
		         "the server offers no data connection");
	}
}

/* Handles the reply 125 or 150, after which the object comes.  Some servers omit this reply and
 * send 2xx at once. */
static void begin_reply(struct everyuri_conversation *c)
{
	if (c->code[0] == '1') {
		c->has_instead = false;
		begin_object(c);
		return;
	}
	c->has_reply = true;
	if (c->code[0] != '2' && stand_in(c))
		return;
	if (c->code[0] != '2')
		eu_abort(c, EVERYURI_FAILED, "", "the server refused");
	else
		eu_abort(c, EVERYURI_PROTOCOL, "RFC 959 5.4",
		         "the server ended a transfer that had not begun");
}

/* Handles the reply after a transfer.  THREATS C10: 426, 451 and similar replies mean that the
 * transfer is incomplete. */
static void finish_reply(struct everyuri_conversation *c)
{
	if (c->code[0] == '2')
		c->doing = EU_STEPS;
	else
		eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_FAILED, "RFC 959 5.4",
		         "the server reports an incomplete transfer");
}

/* Begins an object after the line with its length, which set c->until and c->left. */
static void length_reply(struct everyuri_conversation *c)
{
	c->doing = EU_RECEIVING;
	begin_object(c);
	if (c->until == EU_UNTIL_LENGTH && !c->left)
		eu_object_ended(c);
}

/* Begins the next text of the object, or ends the object. */
static void text_reply(struct everyuri_conversation *c)
{
	bool more = c->handler->text(c);

	if (c->doing == EU_ENDED)
		return;
	c->doing = more ? EU_RECEIVING : EU_STEPS;
	if (more)
		begin_object(c);
}

void eu_reply_came(struct everyuri_conversation *c)
{
	switch (c->awaited) {
	case EU_FOR_EXPECT:
	case EU_FOR_WHEN: /* retry the current step, now that there is a reply */
		c->has_reply = true;
		c->doing = EU_STEPS;
		take_step(c);
		break;
	case EU_FOR_DATA:
		data_reply(c);
		break;
	case EU_FOR_REST:
		c->doing = EU_STEPS;
		if (c->code[0] == '3')
			take_step(c);
		else
			eu_abort(c, EVERYURI_FAILED, "RFC 3659 5",
			         "the server cannot resume a transfer");
		break;
	case EU_FOR_BEGIN:
		begin_reply(c);
		break;
	case EU_FOR_LENGTH:
		length_reply(c);
		break;
	case EU_FOR_TEXT:
		text_reply(c);
		break;
	case EU_FOR_FINISH:
		finish_reply(c);
		break;
	}
}

void eu_ask_for_more(struct everyuri_conversation *c)
{
	c->asks_more = true;
	c->out_at = 0;
	eu_send_end(c);
}

/* Handles a line of a reply, without its line break. */
static void reply_line(struct everyuri_conversation *c)
{
	size_t len = c->line_len;

	if (len && c->line[len - 1] == '\r')
		len--;
	c->n_said = len < sizeof c->said ? len : sizeof c->said;
	memcpy(c->said, c->line, c->n_said);
	c->line_len = 0;
	c->n_replies++;
	if (c->handler->reply(c, c->line, len) && c->doing == EU_REPLYING)
		eu_reply_came(c);
}

/* Reads a reply.  Returns the number of bytes consumed. */
size_t eu_read_reply(struct everyuri_conversation *c, const char *data, size_t len)
{
	size_t at = 0;

	if (c->handler->take)
		return c->handler->take(c, data, len);
	while (at < len && c->doing == EU_REPLYING) {
		char byte = data[at++];
		bool ends = byte == '\n';

		if ((!ends && c->line_len == EVERYURI_REPLY_LINE) ||
		    c->reply_len == EVERYURI_REPLY_ALL) {
			eu_abort(c, EVERYURI_PROTOCOL, "THREATS C9", "reply too long");
			break;
		}
		c->reply_len++; /* counts line breaks too, to limit empty lines */
		if (ends)
			reply_line(c);
		else
			c->line[c->line_len++] = byte;
	}
	return at;
}

/* ---- the object --------------------------------------------------------------------------------------------- */

static void take_object(struct everyuri_conversation *c, const char *data, size_t len)
{
	if (c->menu && c->handler->line)
		eu_take_lines(c, data, len);
	else
		c->handler->bytes(c, data, len);
}

size_t eu_read_object(struct everyuri_conversation *c, const char *data, size_t len)
{
	bool ended = false;

	if (c->handler->take)
		return c->handler->take(c, data, len);
	if (c->until == EU_UNTIL_DOT || has_texts(c)) {
		len = eu_take_dotted(c, data, len, &ended);
		if (ended && c->doing != EU_ENDED) {
			eu_last_line(c);
			eu_object_ended(c);
		}
		return len;
	}
	if (c->until == EU_UNTIL_LENGTH && c->left != EVERYURI_LENGTH_UNKNOWN) {
		len = len < c->left ? len : (size_t)c->left;
		c->left -= len;
	}
	take_object(c, data, len);
	if (c->until == EU_UNTIL_LENGTH && !c->left && c->doing == EU_RECEIVING) {
		eu_last_line(c);
		eu_object_ended(c);
	}
	return len;
}

/* Handles the end of the connection. */
void eu_connection_ended(struct everyuri_conversation *c)
{
	bool whole = c->until == EU_UNTIL_CLOSE && c->doing != EU_REPLYING;

	if (c->doing == EU_REPLYING && c->awaited == EU_FOR_FINISH) {
		eu_abort(c, EVERYURI_PARTIAL, "RFC 959 5.4",
		         "connection closed before the server confirmed the transfer");
		return;
	}
	if (c->doing == EU_REPLYING && c->awaited == EU_FOR_LENGTH && c->more_lines) {
		if (c->line_len)
			reply_line(c); /* the last line of an error may lack its line break */
		eu_abort(c, EVERYURI_FAILED, "", "the server refused");
		return;
	}
	if (c->doing != EU_REPLYING && c->handler->ended)
		whole = c->handler->ended(c);
	if (whole) {
		eu_last_line(c);
		eu_object_ended(c);
		return;
	}
	eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_PROTOCOL, "",
	         c->some ? "connection closed before the end of the object" :
	                   "connection closed before a response arrived");
}
