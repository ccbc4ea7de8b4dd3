/* finger (RFC 1288), whois (RFC 3912), whois++ (RFC 1835), and what users register: a line is asked, a
 * text answers. */
#include "access/conversation.h"

static void line_begin(struct everyuri_conversation *c)
{
	eu_tell_document(c, "text/plain");
}

static void line_bytes(struct everyuri_conversation *c, const char *data, size_t len)
{
	eu_tell_bytes(c, data, len);
}

/* Neither says where the answer ends but by ending. */
const struct eu_handler eu_handler_line = {
	.begin = line_begin,
	.bytes = line_bytes,
};

/* ---- schemes of users ------------------------------------------------------------------------------ */

/* Replies, where the steps expect any, begin with three digits, as those of FTP and news do. */
const struct eu_handler eu_handler_registered = {
	.reply = eu_reply_of_lines,
	.begin = line_begin,
	.bytes = line_bytes,
};

/* ---- whois++ ------------------------------------------------------------------------------------- */

/* "% 220 ready"; a hyphen behind the code says that more lines come. */
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

/* THREATS C10: the server says when the data are complete: "% 226".
 * c->state: how many bytes of that the line in hand has begun with. */
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
