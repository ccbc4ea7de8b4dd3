/* Writes requests to the server. */
#include "access/conversation.h"

/* THREATS C1: checks text when it is sent, in addition to the check when the plan is made. */
static void put_out(struct everyuri_conversation *c, struct everyuri_text text)
{
	for (size_t i = 0; i < text.len; i++) {
		char byte = text.data[i];

		if (!byte || byte == '\r' || byte == '\n') {
			eu_abort(c, EVERYURI_UNSAFE, "RFC 1738 6",
			         "line break or NUL in a command");
			return;
		}
		if (c->out_len + 2 > EVERYURI_COMMAND_MAX) {
			eu_abort(c, EVERYURI_TOO_LONG, "", "the command is too long");
			return;
		}
		c->out[c->out_len++] = byte;
		if (c->handler->telnet && (unsigned char)byte == 0xFF)
			c->out[c->out_len++] = byte;
	}
}

void eu_send_end(struct everyuri_conversation *c)
{
	if (c->doing == EU_ENDED)
		return;
	if (!c->handler->send) {
		memcpy(c->out + c->out_len, "\r\n", 2);
		c->out_len += 2;
	}
	c->has_reply = false;
	c->doing = EU_WRITING;
}

/* Writes the user's answer: several lines for a form, or one line if text was written before it.
 * THREATS C1: refuses a tab, which would start another field, and a single dot, which would end the
 * form, so that the text after it would be another request. */
static void put_form(struct everyuri_conversation *c, struct everyuri_text answer)
{
	const bool one_line = c->out_len > 0;
	size_t from = 0;

	if (answer.len && answer.data[answer.len - 1] == '\n')
		answer.len--;
	for (size_t at = 0; at <= answer.len; at++) {
		if (at < answer.len && answer.data[at] != '\n')
			continue;
		struct everyuri_text line = { answer.data + from, at - from };

		if (line.len && line.data[line.len - 1] == '\r')
			line.len--;
		if (memchr(line.data, '\t', line.len) || eu_text_is(line, ".") ||
		    (from && one_line))
			eu_abort(c, EVERYURI_UNSAFE, "RFC 1738 6",
			         "tab, single dot or second line not allowed in the answer");
		if (from && c->out_len + 2 > EVERYURI_COMMAND_MAX) {
			eu_abort(c, EVERYURI_TOO_LONG, "", "the answer is too long");
			return;
		}
		if (from) {
			memcpy(c->out + c->out_len, "\r\n", 2);
			c->out_len += 2;
		}
		put_out(c, line);
		from = at + 1;
	}
}

/* Writes the verb and its argument, or the line, and then the user's answer if there is one.
 * fields: those of a step, or of its `send`. */
static void send_line(struct everyuri_conversation *c, const struct everyuri_step *fields,
                      struct everyuri_text answer)
{
	struct everyuri_text line = eu_text_of_step(fields, EVERYURI_FIELD_LINE);
	struct everyuri_text argument = eu_text_of_step(fields, EVERYURI_FIELD_ARGUMENT);

	put_out(c, line.data ? line : c->verb);
	if (argument.data) {
		put_out(c, (struct everyuri_text){ " ", 1 });
		put_out(c, argument);
	}
	if (!answer.data)
		return;
	if (!line.data)
		put_out(c, (struct everyuri_text){ " ", 1 });
	if (eu_text_is(eu_text_of_step(&c->step, EVERYURI_FIELD_FOR), "form"))
		put_form(c, answer);
	else
		put_out(c, answer);
}

void eu_send_fields(struct everyuri_conversation *c, const struct everyuri_step *fields,
                    struct everyuri_text answer)
{
	struct everyuri_field field;

	c->out_secret =
		everyuri_step_field(fields, EVERYURI_FIELD_ARGUMENT, &field) && field.secret;
	c->sent = *fields;
	c->verb = eu_text_of_step(fields, EVERYURI_FIELD_VERB);
	c->out_len = c->out_at = 0;
	if (c->handler->send)
		c->handler->send(c, fields, answer);
	else
		send_line(c, fields, answer);
	eu_send_end(c);
}

void eu_send_words(struct everyuri_conversation *c, const char *words)
{
	c->out_len = c->out_at = 0;
	c->out_secret = false;
	put_out(c, (struct everyuri_text){ words, strlen(words) });
	eu_send_end(c);
}

/* Sends the offset of the next transfer (RFC 3659 5). */
void eu_send_rest(struct everyuri_conversation *c)
{
	char words[5 + EU_DECIMAL_MAX + 1] = "REST ", digits[EU_DECIMAL_MAX];
	struct everyuri_text offset = eu_decimal(digits, c->from);

	memcpy(words + 5, offset.data, offset.len);
	words[5 + offset.len] = '\0';
	eu_send_words(c, words);
	c->resting = c->rested = true;
}
