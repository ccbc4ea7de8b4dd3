/* gemini: the response is a line with a status and its meaning.  After status 2 the object
 * follows. */
#include "access/conversation.h"

#define META_MAX \
	1024 /* maximum length in bytes of the text after the status and its blank
                         ("Responses") */

/* ---- the header --------------------------------------------------------------------------------- */

static struct everyuri_text meta_of(const struct everyuri_conversation *c)
{
	return (struct everyuri_text){ c->kept, c->n_kept };
}

/* Handles status 10 and 11: the object can be searched with a line of input, which becomes the
 * query of the URI. */
static void tell_input(struct everyuri_conversation *c)
{
	const struct everyuri_object index = { .kind = EVERYURI_INDEX,
		                               .title = meta_of(c),
		                               .length = EVERYURI_LENGTH_UNKNOWN };

	eu_tell_object(c, &index);
	eu_finish(c);
}

/* Handles status 30 and 31: redirects to the URI in c->kept, which may be relative. */
static void redirect(struct everyuri_conversation *c)
{
	if (c->n_kept)
		eu_redirect(c);
	else
		eu_abort(c, EVERYURI_PROTOCOL, "Gemini, Redirection", "the redirect has no URI");
}

/* Reads a response line, such as "20 text/gemini; lang=en". */
static bool gemini_reply(struct everyuri_conversation *c, const char *line, size_t len)
{
	if (len < 2 || !eu_is_digit((unsigned char)line[0]) || line[0] < '1' || line[0] > '6' ||
	    !eu_is_digit((unsigned char)line[1]) || (len > 2 && line[2] != ' ') ||
	    len > 3 + META_MAX) {
		eu_abort(c, EVERYURI_PROTOCOL, "Gemini, Responses",
		         "invalid status line of the response");
		return true;
	}
	memcpy(c->code, line, 2);
	c->n_kept = len > 3 ? len - 3 : 0;
	if (c->n_kept)
		memcpy(c->kept, line + 3, c->n_kept);
	switch (line[0]) {
	case '1':
		tell_input(c);
		break;
	case '3':
		redirect(c);
		break;
	case '4':
		eu_abort(c, EVERYURI_FAILED, "Gemini, Temporary failure",
		         "the server cannot answer now: try again later");
		break;
	case '5':
		eu_abort(c, EVERYURI_FAILED, "Gemini, Permanent failure", "the server refused");
		break;
	case '6':
		eu_abort(c, EVERYURI_FAILED, "Gemini, Client certificates",
		         "the server requires a client certificate, which is not supported");
		break;
	default:
		break;
	}
	return true;
}

/* ---- the object --------------------------------------------------------------------------------- */

/* Takes the text up to the next semicolon, without blanks at its ends. */
static struct everyuri_text take_parameter(struct everyuri_text *rest)
{
	const char *end = rest->len ? memchr(rest->data, ';', rest->len) : NULL;
	struct everyuri_text part = { rest->data, end ? (size_t)(end - rest->data) : rest->len };
	size_t taken = part.len + (end != NULL);

	rest->data += taken;
	rest->len -= taken;
	while (part.len && *part.data == ' ') {
		part.data++;
		part.len--;
	}
	while (part.len && part.data[part.len - 1] == ' ')
		part.len--;
	return part;
}

/* Returns whether this is "NAME=value".  If so, sets *value, without quotation marks. */
static bool parameter_is(struct everyuri_text parameter, const char *name,
                         struct everyuri_text *value)
{
	size_t n = strlen(name);

	if (parameter.len <= n || parameter.data[n] != '=' ||
	    !eu_equals_ignoring_case(parameter.data, n, name))
		return false;
	value->data = parameter.data + n + 1;
	value->len = parameter.len - n - 1;
	if (value->len >= 2 && value->data[0] == '"' && value->data[value->len - 1] == '"') {
		value->data++;
		value->len -= 2;
	}
	return true;
}

/* Begins a document.  By the section "Success" of the specification, the default media type is
 * text/gemini, and the default charset of text is UTF-8. */
void eu_gemini_begin(struct everyuri_conversation *c)
{
	static const char gemini[] = "text/gemini", utf8[] = "utf-8";
	struct everyuri_text rest = meta_of(c);
	struct everyuri_object document = { .kind = EVERYURI_DOCUMENT,
		                            .length = EVERYURI_LENGTH_UNKNOWN };

	document.media_type = take_parameter(&rest);
	if (!document.media_type.len)
		document.media_type = (struct everyuri_text){ gemini, sizeof gemini - 1 };
	if (document.media_type.len > 5 &&
	    eu_same_ignoring_case(document.media_type.data, "text/", 5))
		document.charset = (struct everyuri_text){ utf8, sizeof utf8 - 1 };
	while (rest.len) {
		struct everyuri_text parameter = take_parameter(&rest);

		if (!parameter_is(parameter, "charset", &document.charset))
			parameter_is(parameter, "lang", &document.language);
	}
	eu_tell_object(c, &document);
}

static void gemini_bytes(struct everyuri_conversation *c, const char *data, size_t len)
{
	eu_tell_bytes(c, data, len);
}

const struct eu_handler eu_handler_gemini = {
	.reply = gemini_reply,
	.begin = eu_gemini_begin,
	.bytes = gemini_bytes,
};
