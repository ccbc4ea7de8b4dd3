/* Implements the functions of everyuri/access.h. */
#include "access/conversation.h"

enum everyuri_status everyuri_conversation_begin(struct everyuri_conversation *c,
                                                 const char *scheme, size_t len, char kind,
                                                 const struct everyuri_plan *plan,
                                                 const struct everyuri_receiver *receiver)
{
	const struct eu_handler *handler = eu_handler_find(scheme, len);

	if (!handler)
		return EVERYURI_UNSUPPORTED;
	memset(c, 0, sizeof *c);
	c->handler = handler;
	c->kind = kind;
	c->receiver = receiver;
	c->most_items = EVERYURI_ITEMS_MAX;
	eu_enter(c, plan->steps);
	eu_go_on(c);
	return EVERYURI_OK;
}

bool everyuri_conversation_from(struct everyuri_conversation *c, uint64_t from)
{
	c->from = from;
	return c->handler->has_data || !from;
}

void everyuri_conversation_items(struct everyuri_conversation *c, uint64_t most)
{
	c->most_items = most;
}

static struct everyuri_text to_write(const struct everyuri_conversation *c)
{
	const struct everyuri_text whole =
		c->block.len ? c->block : (struct everyuri_text){ c->out, c->out_len };

	return (struct everyuri_text){ whole.data + c->out_at, whole.len - c->out_at };
}

enum everyuri_want everyuri_conversation_wants(const struct everyuri_conversation *c,
                                               struct everyuri_wanted *wanted)
{
	static const enum everyuri_want wants[] = {
		[EU_STEPS] = EVERYURI_WANT_NOTHING,
		[EU_CONNECTING] = EVERYURI_WANT_CONNECT,
		[EU_SECURING] = EVERYURI_WANT_SECURE,
		[EU_WRITING] = EVERYURI_WANT_WRITE,
		[EU_REPLYING] = EVERYURI_WANT_READ,
		[EU_ASKING] = EVERYURI_WANT_ANSWER,
		[EU_OPENING_DATA] = EVERYURI_WANT_DATA,
		[EU_RECEIVING] = EVERYURI_WANT_READ,
		[EU_RECEIVING_DATA] = EVERYURI_WANT_READ_DATA,
		[EU_ENDED] = EVERYURI_WANT_NOTHING,
	};

	*wanted = (struct everyuri_wanted){ .what = wants[c->doing] };
	if (c->doing == EU_CONNECTING) {
		wanted->host = c->host;
		wanted->port = c->port;
		wanted->tls = c->tls;
		wanted->udp = c->udp;
	} else if (c->doing == EU_OPENING_DATA) {
		wanted->port = c->data_port;
		wanted->tls = c->tls;
	} else if (c->doing == EU_WRITING) {
		wanted->text = to_write(c);
		wanted->secret = c->out_secret;
	} else if (c->doing == EU_REPLYING || c->doing == EU_RECEIVING) {
		wanted->patience_ms = c->patience_ms;
	} else if (c->doing == EU_ASKING) {
		wanted->text = eu_text_of_step(&c->step, EVERYURI_FIELD_FOR);
		if (c->n_kept)
			wanted->form = (struct everyuri_text){ c->kept, c->n_kept };
	}
	return wanted->what;
}

void everyuri_conversation_done(struct everyuri_conversation *c)
{
	if (c->doing == EU_SECURING)
		c->tls = true;
	if (c->doing == EU_CONNECTING || c->doing == EU_SECURING || c->doing == EU_OPENING_DATA)
		c->doing = EU_STEPS;
	eu_go_on(c);
}

void everyuri_conversation_wrote(struct everyuri_conversation *c, size_t n)
{
	if (c->doing != EU_WRITING)
		return;
	c->out_at += n < to_write(c).len ? n : to_write(c).len;
	if (to_write(c).len)
		return;
	if (c->block.len) {
		c->block = (struct everyuri_text){ NULL, 0 };
		c->out_at = c->out_len = 0;
		c->doing = EU_STEPS;
		eu_go_on(c);
		return;
	}
	/* THREATS C8: a password stays in memory only as long as it is needed. */
	memset(c->out, 0, c->out_len);
	if (c->asks_more)
		c->doing = EU_RECEIVING;
	else if (c->resting)
		eu_await(c, EU_FOR_REST);
	else if (c->step.what == EVERYURI_DATA)
		eu_await(c, EU_FOR_DATA);
	else
		c->doing = EU_STEPS;
	c->asks_more = c->resting = false;
	eu_go_on(c);
}

size_t everyuri_conversation_read(struct everyuri_conversation *c, const char *data, size_t len)
{
	bool second = c->doing == EU_RECEIVING_DATA;
	size_t taken = 0;

	if (!len) {
		if (c->doing == EU_REPLYING || c->doing == EU_RECEIVING ||
		    c->doing == EU_RECEIVING_DATA)
			eu_connection_ended(c);
		eu_go_on(c);
		return 0;
	}
	while (taken < len) {
		if (c->doing == EU_REPLYING && !second)
			taken += eu_read_reply(c, data + taken, len - taken);
		else if (c->doing == (second ? EU_RECEIVING_DATA : EU_RECEIVING))
			taken += eu_read_object(c, data + taken, len - taken);
		else
			break;
		eu_go_on(c);
	}
	return taken;
}

void everyuri_conversation_silent(struct everyuri_conversation *c)
{
	if (c->handler->silent && (c->doing == EU_REPLYING || c->doing == EU_RECEIVING))
		c->handler->silent(c);
}

void everyuri_conversation_answer(struct everyuri_conversation *c, const char *data, size_t len)
{
	struct everyuri_field field;
	struct everyuri_step send = { .what = EVERYURI_SEND };

	if (c->doing != EU_ASKING)
		return;
	if (!data) {
		if (c->handler->unanswered)
			c->handler->unanswered(c);
		if (c->doing == EU_ASKING)
			c->reason = EVERYURI_REASON_QUESTION;
		eu_abort(c, EVERYURI_MISSING, "",
		         "the server asked a question that was not answered");
		return;
	}
	if (everyuri_step_field(&c->step, EVERYURI_FIELD_SEND, &field))
		send.fields = field.text;
	eu_send_fields(c, &send, (struct everyuri_text){ data, len });
	c->out_secret = true;
	c->n_kept = 0;
}

unsigned long everyuri_conversation_replies(const struct everyuri_conversation *c,
                                            struct everyuri_text *last)
{
	*last = (struct everyuri_text){ c->said, c->n_said };
	return c->n_replies;
}

enum everyuri_status everyuri_conversation_end(const struct everyuri_conversation *c,
                                               struct everyuri_error *err,
                                               struct everyuri_text *said)
{
	if (said)
		*said = (struct everyuri_text){ c->said, c->n_said };
	if (c->doing != EU_ENDED)
		return eu_fail(err, c->some ? EVERYURI_PARTIAL : EVERYURI_FAILED, 0, "",
		               "the conversation has not ended");
	return c->status ? eu_fail_because(err, c->reason, c->status, 0, c->clause, c->message) :
	                   EVERYURI_OK;
}

bool everyuri_conversation_redirect(const struct everyuri_conversation *c,
                                    struct everyuri_text *uri)
{
	*uri = (struct everyuri_text){ c->redirected ? c->kept : NULL,
		                       c->redirected ? c->n_kept : 0 };
	return c->redirected;
}
