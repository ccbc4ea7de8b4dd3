/* prospero: RFC 1738 3.11.  The Prospero Protocol, version 5 (draft of June 1993), runs over ARDP,
 * version 0 (the appendix of the same document), which runs over UDP.
 *
 * The request is one packet; each call of everyuri_conversation_read receives one packet of the
 * answer.  CHOICE: packets are accepted only in order.  A packet that comes too early is dropped,
 * and the last packet in order is acknowledged, so that the server sends the missing ones again.  A
 * lost packet is requested again when the driver reports a timeout. */
#include "access/conversation.h"

#define ARDP_HEADER 9 /* length in bytes of a header that ends after "received through" */
#define ARDP_CONNECTION \
	1                     /* connection number; always the same, since each conversation uses a
                                 separate port */
#define ARDP_PACKET_MAX 1250u /* longest request in bytes that fits in one packet */
#define ARDP_REPEATS 3        /* number of retransmissions before the conversation fails */
#define ARDP_PATIENCE_MS \
	1000 /* timeout before the first retransmission, doubled each time
                                 (RFC 8085 3.1.1) */
#define LINK_TOKENS 9
#define TOKENS_MAX 12
#define FTP_URI_MAX 1500

/* The header of a packet. */
struct ardp {
	unsigned connection, packet, total, wait, flags, option; /* `wait` is in seconds */
	size_t header;
};

enum { ARDP_CONTROL = 0x40, ARDP_ACKNOWLEDGE = 0x80 };
enum { ARDP_REFUSED = 1, ARDP_REDIRECT = 4, ARDP_REDIRECT_ALWAYS = 5 };

/* ---- the request ------------------------------------------------------------------------------- */

static void put_ardp(struct everyuri_conversation *c, unsigned packet, unsigned total)
{
	const unsigned field[] = { ARDP_CONNECTION, packet, total, c->packets.got };

	c->out[0] = ARDP_HEADER; /* the two high bits are the version, 0 */
	for (int i = 0; i < 4; i++) {
		c->out[1 + 2 * i] = (char)(field[i] >> 8);
		c->out[2 + 2 * i] = (char)(field[i] & 0xFF);
	}
	c->out_len = ARDP_HEADER;
}

static void put_request(struct everyuri_conversation *c, const char *data, size_t len)
{
	if (c->doing == EU_ENDED)
		return;
	if (len > ARDP_PACKET_MAX - c->out_len) {
		eu_abort(c, EVERYURI_TOO_LONG, "", "request too long");
		return;
	}
	memcpy(c->out + c->out_len, data, len);
	c->out_len += len;
}

static void put_request_words(struct everyuri_conversation *c, const char *words)
{
	put_request(c, words, strlen(words));
}

/* Writes a quoted token; quotes in it are doubled.  THREATS C1: refuses line breaks and NUL,
 * although a line break could be quoted. */
static void put_token(struct everyuri_conversation *c, struct everyuri_text token)
{
	put_request(c, "'", 1);
	for (size_t i = 0; i < token.len; i++) {
		char byte = token.data[i];

		if (!byte || byte == '\r' || byte == '\n')
			eu_abort(c, EVERYURI_UNSAFE, "RFC 1738 6",
			         "line break or NUL in a command");
		put_request(c, &byte, 1);
		if (byte == '\'')
			put_request(c, &byte, 1);
	}
	put_request(c, "'", 1);
}

/* Returns the version of the object: that of the old standards, or the field OBJECT-VERSION of
 * RFC 1738.  Other fields are refused, because their effect is not described and ignoring them
 * could return another object. */
static struct everyuri_text version_asked(struct everyuri_conversation *c,
                                          const struct everyuri_step *fields)
{
	struct everyuri_text version = eu_text_of_step(fields, EVERYURI_FIELD_VERSION);
	struct everyuri_field field;

	for (size_t at = 0; everyuri_field_next(fields->fields, &at, &field);) {
		if (field.name != EVERYURI_FIELD_FIELDS)
			continue;
		if (eu_equals_ignoring_case(field.text.data, field.text.len, "object-version"))
			version = field.value;
		else
			eu_abort(c, EVERYURI_UNSUPPORTED, "RFC 1738 3.11",
			         "unsupported field: only OBJECT-VERSION can be requested");
	}
	for (size_t i = 0; i < version.len; i++)
		if (!eu_is_digit((unsigned char)version.data[i]))
			eu_abort(c, EVERYURI_UNSAFE, "RFC 1738 3.11", "version must be digits");
	return version;
}

/* Writes the request.  CHOICE: it does not name the user. */
static void prospero_send(struct everyuri_conversation *c, const struct everyuri_step *fields,
                          struct everyuri_text answer)
{
	struct everyuri_text version = version_asked(c, fields);

	(void)answer;
	put_ardp(c, 1, 1);
	put_request_words(c, "VERSION 5 everyuri\n"
	                     "AUTHENTICATE '' UNAUTHENTICATED anonymous\n"
	                     "DIRECTORY ASCII ");
	put_token(c, eu_text_of_step(fields, EVERYURI_FIELD_HSONAME));
	if (version.len) {
		put_request_words(c, " ");
		put_request(c, version.data, version.len);
	}
	put_request_words(c, "\nLIST ATTRIBUTES COMPONENTS\n");
}

/* ---- lines of the answer ---------------------------------------------------------------------------- */

/* Cuts a line into tokens in place and removes quotes.  Returns their number. */
static size_t cut_tokens(char *line, size_t len, struct everyuri_text token[TOKENS_MAX])
{
	size_t n = 0, at = 0;

	while (n < TOKENS_MAX) {
		bool quoted = false;
		size_t to;

		while (at < len && (line[at] == ' ' || line[at] == '\t' || line[at] == '\r'))
			at++;
		if (at == len)
			return n;
		token[n].data = line + at;
		for (to = at; at < len; at++) {
			if (!quoted && (line[at] == ' ' || line[at] == '\t' || line[at] == '\r'))
				break;
			if (line[at] != '\'')
				line[to++] = line[at];
			else if (quoted && at + 1 < len && line[at + 1] == '\'')
				line[to++] = line[at++];
			else
				quoted = !quoted;
		}
		token[n].len = (size_t)(line + to - token[n].data);
		n++;
	}
	return n;
}

/* Splits "host" or "host(port)". */
static void cut_host(struct everyuri_text text, struct everyuri_item *item)
{
	const char *open = text.len ? memchr(text.data, '(', text.len) : NULL;
	struct everyuri_text digits;
	uint64_t port;

	item->host = text;
	item->port = 0;
	if (!open || text.data[text.len - 1] != ')')
		return;
	item->host.len = (size_t)(open - text.data);
	digits = (struct everyuri_text){ open + 1, text.len - item->host.len - 2 };
	port = eu_size_of_text(digits);
	item->port = port && port <= UINT16_MAX ? (uint16_t)port : 0;
}

static void put_uri_byte(char *uri, size_t *len, char byte)
{
	if (*len < FTP_URI_MAX)
		uri[*len] = byte;
	++*len;
}

static bool is_name_byte(unsigned char byte)
{
	return eu_is_alnum(byte) || byte == '.' || byte == '-';
}

/* Makes the URL of an external link from its access method (3.11).  The method AFTP gives a path
 * below the directory of anonymous ftp, and says whether the file is text.  Returns the length, or
 * 0 if there is no URL. */
static size_t ftp_uri(const struct everyuri_text *method, size_t n,
                      const struct everyuri_item *link, char uri[FTP_URI_MAX])
{
	struct everyuri_text name = link->selector;
	struct everyuri_item at = *link;
	size_t len = 0;

	if (n < 5 || !eu_text_is(method[0], "AFTP"))
		return 0;
	if (method[2].len)
		cut_host(method[2], &at);
	if (method[4].len)
		name = method[4];
	for (const char *c = "ftp://"; *c; c++)
		put_uri_byte(uri, &len, *c);
	for (size_t i = 0; i < at.host.len; i++) {
		unsigned char byte = (unsigned char)at.host.data[i];

		if (!is_name_byte(byte)) /* it would end the host */
			return 0;
		put_uri_byte(uri, &len, (char)byte);
	}
	if (at.port && method[2].len) { /* the port of the link itself is that of Prospero */
		char digits[EU_DECIMAL_MAX];
		struct everyuri_text port = eu_decimal(digits, at.port);

		put_uri_byte(uri, &len, ':');
		for (size_t i = 0; i < port.len; i++)
			put_uri_byte(uri, &len, port.data[i]);
	}
	put_uri_byte(uri, &len, '/');
	for (size_t i = name.data[0] == '/'; i < name.len; i++) {
		unsigned char byte = (unsigned char)name.data[i];

		if (is_name_byte(byte) || byte == '/' || byte == '_') {
			put_uri_byte(uri, &len, (char)byte);
			continue;
		}
		put_uri_byte(uri, &len, '%');
		put_uri_byte(uri, &len, eu_hex_upper(byte >> 4));
		put_uri_byte(uri, &len, eu_hex_upper(byte));
	}
	if (n > 5 && (eu_text_is(method[5], "TEXT") || eu_text_is(method[5], "BINARY")))
		for (const char *c = eu_text_is(method[5], "TEXT") ? ";type=a" : ";type=i"; *c; c++)
			put_uri_byte(uri, &len, *c);
	return len <= FTP_URI_MAX && at.host.len ? len : 0;
}

/* Returns whether a target, such as "FILE+DIRECTORY", has this type. */
static bool has_type(struct everyuri_text target, const char *type)
{
	size_t n = strlen(type);

	for (size_t at = 0; at + n <= target.len; at++)
		if (!memcmp(target.data + at, type, n))
			return true;
	return false;
}

/* Passes on a link: LINK, L or U, target, name, type of the host, host, type of the name, hsoname,
 * version.  If the target has no URI, the link is shown as text. */
static void tell_link(struct everyuri_conversation *c, const struct everyuri_text *token)
{
	struct everyuri_item item = { .kind = EVERYURI_ITEM_TEXT, .size = c->packets.size };
	char uri[FTP_URI_MAX];

	item.label = token[3];
	if (!eu_text_is(token[4], "INTERNET-D") || !eu_text_is(token[6], "ASCII") ||
	    eu_text_is(token[2], "SYMBOLIC") || !token[7].len) {
		eu_tell_item(c, &item);
		return;
	}
	cut_host(token[5], &item);
	item.selector = token[7];
	if (eu_text_is(token[2], "EXTERNAL")) {
		struct everyuri_text method[TOKENS_MAX];
		size_t n = cut_tokens(c->line + c->packets.link, c->packets.method, method);
		/* The line is ATTRIBUTE, its scope, FIELD, its name and, from newer servers, its
		 * type. */
		size_t from = n > 4 && eu_text_is(method[4], "SEQUENCE") ? 5 : 4;

		item.uri.len = n > from ? ftp_uri(method + from, n - from, &item, uri) : 0;
		item.uri.data = item.uri.len ? uri : NULL;
		item.kind = item.uri.len ? EVERYURI_ITEM_DOCUMENT : EVERYURI_ITEM_TEXT;
		item.selector.data = item.host.data = NULL;
		item.port = 0;
	} else {
		item.kind = eu_text_is(token[1], "U") || has_type(token[2], "DIRECTORY") ?
		                    EVERYURI_ITEM_MENU :
		                    EVERYURI_ITEM_DOCUMENT;
		if (!eu_text_is(token[8], "0"))
			item.type = token[8];
	}
	eu_tell_item(c, &item);
}

/* Ends a link after its last attribute. */
static void end_link(struct everyuri_conversation *c)
{
	struct everyuri_text token[TOKENS_MAX];

	if (!c->packets.link)
		return;
	if (cut_tokens(c->line, c->packets.link, token) < LINK_TOKENS)
		eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_PROTOCOL, "Prospero LIST",
		         "invalid link in the response");
	else
		tell_link(c, token);
	c->packets.link = c->packets.method = 0;
}

static void refused_by_line(struct everyuri_conversation *c, const struct everyuri_text *token,
                            size_t n)
{
	bool missing = n > 1 && eu_text_is(token[1], "NOT-FOUND");

	eu_abort(c,
	         c->some ? EVERYURI_PARTIAL :
	         missing ? EVERYURI_MISSING :
	                   EVERYURI_FAILED,
	         "Prospero", "the server refused");
}

/* ---- one line ------------------------------------------------------------------------------------------ */

static bool line_begins(const char *line, size_t len, const char *word)
{
	size_t n = strlen(word);

	return len >= n && !memcmp(line, word, n) && (len == n || line[n] == ' ');
}

/* Keeps only two attributes of a link: its size and its access method. */
static void attribute_line(struct everyuri_conversation *c, char *line, size_t len)
{
	struct everyuri_text token[TOKENS_MAX];
	size_t n;

	if (!c->packets.link)
		return;
	if (line_begins(line, len, "ATTRIBUTE CACHED FIELD ACCESS-METHOD") ||
	    line_begins(line, len, "ATTRIBUTE OBJECT FIELD ACCESS-METHOD")) {
		if (!c->packets.method) {
			c->packets.method = len;
			c->line_len += len;
		}
		return;
	}
	n = cut_tokens(line, len, token);
	if (n < 5 || !eu_text_is(token[3], "SIZE"))
		return;
	c->packets.size =
		eu_size_of_text(n > 5 && eu_text_is(token[4], "SEQUENCE") ? token[5] : token[4]);
}

/* Handles a line, which is in c->line after the stored link. */
static void prospero_line(struct everyuri_conversation *c, char *line, size_t len)
{
	static const char *const refusals[] = { "FAILURE", "ERROR", "VERSION-NOT-SUPPORTED",
		                                "FORWARDED", "UNRESOLVED" };
	static const char *const nothing[] = { "AUTHENTICATED", "VERSION", "SUCCESS" };
	struct everyuri_text token[TOKENS_MAX];
	struct everyuri_item item = { .kind = EVERYURI_ITEM_TEXT, .size = EVERYURI_LENGTH_UNKNOWN };

	if (line_begins(line, len, "ATTRIBUTE")) {
		attribute_line(c, line, len);
		return;
	}
	end_link(c);
	c->line_len = 0;
	for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
		if (line_begins(line, len, refusals[i])) {
			c->n_said = len < sizeof c->said ? len : sizeof c->said;
			memcpy(c->said, line, c->n_said);
			refused_by_line(c, token, cut_tokens(line, len, token));
			return;
		}
	for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
		if (!len || line_begins(line, len, nothing[i]))
			return;
	eu_tell_menu(c);
	if (line_begins(line, len, "NONE-FOUND"))
		return;
	if (line_begins(line, len, "LINK")) {
		memmove(c->line, line, len);
		c->line_len = c->packets.link = len;
		c->packets.method = 0;
		c->packets.size = EVERYURI_LENGTH_UNKNOWN;
		return;
	}
	item.label = (struct everyuri_text){ line, len };
	eu_tell_item(c, &item);
}

/* Cuts lines; a line break within quotes does not end a line.  c->line contains the link, its
 * access method, and then the current line. */
static void take_text(struct everyuri_conversation *c, const char *data, size_t len)
{
	for (size_t i = 0; i < len && c->doing == EU_RECEIVING; i++) {
		size_t kept = c->packets.link + c->packets.method, n = c->line_len - kept;

		if (data[i] == '\'')
			c->packets.quoted = !c->packets.quoted;
		if (data[i] == '\n' && !c->packets.quoted) {
			c->line_len = kept;
			prospero_line(c, c->line + kept, n);
		} else if (c->line_len == EVERYURI_REPLY_LINE) {
			eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_PROTOCOL, "THREATS C9",
			         "a line of the menu is too long");
		} else {
			c->line[c->line_len++] = data[i];
		}
	}
}

/* ---- packets -------------------------------------------------------------------------------------------- */

static unsigned two_octets(const char *data, size_t header, size_t at, unsigned otherwise)
{
	if (header < at + 2)
		return otherwise;
	return (unsigned)(unsigned char)data[at] << 8 | (unsigned char)data[at + 1];
}

/* Reads a header.  Fields beyond its end get their defaults. */
static bool read_ardp(const char *data, size_t len, struct ardp *ardp)
{
	size_t header = (unsigned char)data[0] & 0x3F;

	if ((unsigned char)data[0] >> 6 || !header || header > len)
		return false;
	ardp->header = header;
	ardp->connection = two_octets(data, header, 1, 0);
	ardp->packet = two_octets(data, header, 3, 1);
	ardp->total = two_octets(data, header, 5, header < 5);
	ardp->wait = two_octets(data, header, 9, 0);
	ardp->flags = header > 11 ? (unsigned char)data[11] : 0;
	ardp->option = header > 12 ? (unsigned char)data[12] : 0;
	return true;
}

/* Sends an unsequenced control packet that acknowledges the packets received in order. */
static void acknowledge(struct everyuri_conversation *c, bool more)
{
	if (c->doing == EU_ENDED)
		return;
	put_ardp(c, 0, 0);
	eu_ask_for_more(c);
	c->asks_more = more;
}

/* After input, resets the timeout, or sets it to the time that the server asked us to wait. */
static void be_patient(struct everyuri_conversation *c, unsigned seconds)
{
	c->packets.silences = 0;
	c->patience_ms = seconds ? seconds * 1000 : ARDP_PATIENCE_MS;
}

/* Handles a timeout.  If nothing was received, the request may be lost, so sends it again.
 * Otherwise acknowledges the packets received. */
static void prospero_silent(struct everyuri_conversation *c)
{
	const struct everyuri_step again = c->sent;

	if (c->packets.silences++ == ARDP_REPEATS) {
		eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_FAILED, "ARDP",
		         "no response from the server");
		return;
	}
	c->patience_ms *= 2;
	if (c->packets.got) {
		acknowledge(c, true);
		return;
	}
	eu_send_fields(c, &again, (struct everyuri_text){ NULL, 0 });
	c->asks_more = true; /* then read the answer, not the next step */
}

static void all_packets_came(struct everyuri_conversation *c, bool acknowledged)
{
	size_t kept = c->packets.link + c->packets.method, n = c->line_len - kept;

	c->line_len = kept;
	if (c->packets.quoted)
		eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_PROTOCOL, "Prospero",
		         "missing closing quote in the response");
	else
		prospero_line(c, c->line + kept, n);
	end_link(c);
	if (!c->told)
		eu_abort(c, EVERYURI_PROTOCOL, "Prospero LIST", "empty response");
	eu_object_ended(c);
	if (acknowledged)
		acknowledge(c, false);
}

static size_t prospero_take(struct everyuri_conversation *c, const char *data, size_t len)
{
	struct ardp ardp;

	/* ignore packets of other conversations */
	if (!read_ardp(data, len, &ardp) || (ardp.connection && ardp.connection != ARDP_CONNECTION))
		return len;
	if (ardp.option == ARDP_REFUSED)
		eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_FAILED, "ARDP",
		         "the server refused");
	else if (ardp.option == ARDP_REDIRECT || ardp.option == ARDP_REDIRECT_ALWAYS)
		eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_FAILED, "THREATS C3",
		         "redirect to another server, which the URI does not name");
	if (ardp.wait)
		be_patient(c, ardp.wait);
	if (!ardp.packet || c->doing != EU_RECEIVING)
		return len;
	if (ardp.packet != c->packets.got + 1u) {
		acknowledge(c, true);
		return len;
	}
	c->packets.got++;
	be_patient(c, ardp.wait);
	if (ardp.total)
		c->packets.total = (uint16_t)ardp.total;
	if (!(ardp.flags & ARDP_CONTROL))
		take_text(c, data + ardp.header, len - ardp.header);
	if (c->doing != EU_RECEIVING)
		return len;
	if (c->packets.total && c->packets.got >= c->packets.total)
		all_packets_came(c, ardp.flags & ARDP_ACKNOWLEDGE);
	else if (ardp.flags & ARDP_ACKNOWLEDGE)
		acknowledge(c, true);
	return len;
}

static void prospero_begin(struct everyuri_conversation *c)
{
	c->line_len = 0;
	be_patient(c, 0);
}

const struct eu_handler eu_handler_prospero = {
	.send = prospero_send,
	.take = prospero_take,
	.silent = prospero_silent,
	.begin = prospero_begin,
};
