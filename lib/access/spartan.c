/* spartan: the response is a line with a status of one digit and its meaning.  After status 2 the
 * object follows. */
#include "access/conversation.h"

static const char spartan[] = "Spartan, Responses";

/* Reads "2 text/gemini; charset=utf-8", "3 /path", "4 words" or "5 words". */
static bool spartan_reply(struct everyuri_conversation *c, const char *line, size_t len)
{
	if (len < 1 || (len > 1 && line[1] != ' ') || len > 2 + EU_KEPT_MAX) {
		eu_abort(c, EVERYURI_PROTOCOL, spartan, "reply without a status code");
		return true;
	}
	c->code[0] = line[0];
	c->code[1] = '\0';
	c->n_kept = len > 2 ? len - 2 : 0;
	if (c->n_kept)
		memcpy(c->kept, line + 2, c->n_kept);
	switch (line[0]) {
	case '2':
		break;
	case '3': /* redirects to an absolute path on the same server; the block is not sent
	             again */
		if (c->n_kept && c->kept[0] == '/' && (c->n_kept < 2 || c->kept[1] != '/'))
			eu_redirect(c);
		else
			eu_abort(c, EVERYURI_PROTOCOL, spartan,
			         "the redirect has no absolute path");
		break;
	case '4':
		eu_abort(c, EVERYURI_FAILED, spartan, "the server rejects the request");
		break;
	case '5':
		eu_abort(c, EVERYURI_FAILED, spartan, "server error: try again later");
		break;
	default:
		eu_abort(c, EVERYURI_PROTOCOL, spartan, "reply without a status code");
	}
	return true;
}

static void spartan_bytes(struct everyuri_conversation *c, const char *data, size_t len)
{
	eu_tell_bytes(c, data, len);
}

const struct eu_handler eu_handler_spartan = {
	.reply = spartan_reply,
	.begin = eu_gemini_begin,
	.bytes = spartan_bytes,
};
