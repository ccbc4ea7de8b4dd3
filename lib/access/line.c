/* finger (RFC 1288), whois (RFC 3912), whois++ (RFC 1835), and user-defined schemes.  The request
 * is a line, and the answer is a text. */
#include "access/conversation.h"

static void line_begin(struct everyuri_conversation *c)
{
	eu_tell_document(c, "text/plain");
}

static void line_bytes(struct everyuri_conversation *c, const char *data, size_t len)
{
	eu_tell_bytes(c, data, len);
}

/* In these protocols only the end of the connection ends the answer. */
const struct eu_handler eu_handler_line = {
	.begin = line_begin,
	.bytes = line_bytes,
};

/* ---- schemes of users ------------------------------------------------------------------------------ */

/* Replies, if the steps expect any, begin with three digits, as in FTP and news. */
const struct eu_handler eu_handler_registered = {
	.reply = eu_reply_of_lines,
	.begin = line_begin,
	.bytes = line_bytes,
};

/* ---- whois++ ------------------------------------------------------------------------------------- */

/* Reads a reply such as "% 220 ready".  A hyphen after the code means that more lines follow. */
static bool system_reply(struct everyuri_conversation *c, const char *line, size_t len)
{
	size_t at = 1;

	while (at < len && line[at] == ' ')
		at++;
	if (!len || *line != '%') {
		eu_abort(c, EVERYURI_PROTOCOL, "RFC 1835",
		         "the server's reply does not begin with a percent sign");
		return true;
	}
	return eu_reply_of_lines(c, line + at, len - at);
}

/* THREATS C10: "% 226" from the server means that the data are complete. c->state counts how many
 * bytes of "% 226" have been matched at the start of the current line. */
static const char complete_mark[] = "% 226";
enum { MARK_SEEN = sizeof complete_mark - 1, NO_MARK };

static void system_bytes(struct everyuri_conversation *c, const char *data, size_t len)
{
	for (size_t i = 0; i < len && c->state != MARK_SEEN; i++) {
		if (data[i] == '\n')
			c->state = 0;
		else if (c->state < MARK_SEEN && data[i] == complete_mark[c->state])
			c->state++;
		else
			c->state = NO_MARK;
	}
	eu_tell_bytes(c, data, len);
}

static bool system_ended(struct everyuri_conversation *c)
{
	return c->state == MARK_SEEN;
}

const struct eu_handler eu_handler_whoispp = {
	.reply = system_reply,
	.begin = line_begin,
	.bytes = system_bytes,
	.ended = system_ended,
};
