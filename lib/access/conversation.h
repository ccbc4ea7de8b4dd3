/* conversation.h - what the files of the protocols share: the conversation, and how one protocol
 * differs from another.
 *
 * The engine (engine.c) goes through the steps of the plan, which are the same for all protocols.
 * A protocol is one file with one struct eu_handler: how its replies are read, what its answers become,
 * and a row in ways.c. */
#ifndef EU_ACCESS_CONVERSATION_H
#define EU_ACCESS_CONVERSATION_H

#include "base/base.h"
#include "everyuri/access.h"

#define EU_LEVELS 5      /* of steps within steps */
#define EU_KEPT_MAX 4096 /* bytes that a way keeps for later */

/* What the engine is doing. */
enum eu_doing {
	EU_STEPS = 0, /* the next step is taken */
	EU_CONNECTING,
	EU_SECURING,
	EU_WRITING,
	EU_REPLYING, /* a reply is read: `awaited` says for what */
	EU_ASKING,
	EU_OPENING_DATA,
	EU_RECEIVING,      /* the object, on the connection */
	EU_RECEIVING_DATA, /* the object, on the second one */
	EU_ENDED
};

/* What a reply is for. */
enum eu_awaited {
	EU_FOR_EXPECT,
	EU_FOR_WHEN,   /* of the step in hand */
	EU_FOR_DATA,   /* EPSV or PASV */
	EU_FOR_REST,   /* REST, in front of RETR */
	EU_FOR_BEGIN,  /* the preliminary reply of a transfer */
	EU_FOR_LENGTH, /* the line in front of an object, which tells its length */
	EU_FOR_TEXT,   /* the line in front of each text of an object, or behind them all */
	EU_FOR_FINISH  /* the reply when it has ended */
};

/* What ends the object. */
enum eu_until { EU_UNTIL_CLOSE, EU_UNTIL_DOT, EU_UNTIL_LENGTH, EU_UNTIL_REPLY };

struct everyuri_conversation;

/* A protocol. */
struct eu_handler {
	/* A line of a reply, without its line end: its code goes to c->code.  Returns: it was the
	 * last line of the reply. */
	bool (*reply)(struct everyuri_conversation *c, const char *line, size_t len);

	/* A protocol without lines: what a step, or the `send` of one that asks, sends goes to c->out.
	 * answer: the user's; data NULL: none was asked for.  NULL: a line is sent. */
	void (*send)(struct everyuri_conversation *c, const struct everyuri_step *fields,
	             struct everyuri_text answer);

	/* The same for what comes, be it a reply or the object: it calls eu_reply_came and
	 * eu_object_ended itself.  Returns: bytes taken. */
	size_t (*take)(struct everyuri_conversation *c, const char *data, size_t len);

	/* Nothing has come for c->patience_ms: say what may have been lost once more, or give up.
	 * NULL: nothing can be lost. */
	void (*silent)(struct everyuri_conversation *c);

	/* A form was asked for and is not answered: tell what can be searched.  NULL: nothing. */
	void (*unanswered)(struct everyuri_conversation *c);

	/* A reply that no step expects, before what stands in for the refused step is tried.
	 * Returns: it was dealt with (eu_abort).  NULL: none is. */
	bool (*refused)(struct everyuri_conversation *c);

	/* The object begins: tell what it is (eu_tell_object). */
	void (*begin)(struct everyuri_conversation *c);

	/* An object until a reply is texts until a dot, each behind a reply of its own, with `begin`
	 * called for each of them.  Returns: the reply that came is one of those, not the last.
	 * NULL: it is not. */
	bool (*text)(struct everyuri_conversation *c);

	/* Bytes of the object; of a menu by lines, if `line` is set instead.  A way that sees the end
	 * of its object itself calls eu_object_ended. */
	void (*bytes)(struct everyuri_conversation *c, const char *data, size_t len);
	void (*line)(struct everyuri_conversation *c, const char *line, size_t len);

	/* The connection has ended within the object: is it whole?  NULL: it is. */
	bool (*ended)(struct everyuri_conversation *c);

	bool telnet;       /* FF is doubled in commands (RFC 959, RFC 854) */
	bool has_data;     /* FTP's second connection */
	bool length_first; /* an object until its length begins with a line for `reply`, which sets
	                    * c->until and c->left (Gopher+) */
};

/* Where in a message of WAIS: wais_read.c. */
struct eu_frame {
	uint8_t part;
	uint8_t depth;    /* of what is open within the message */
	uint8_t n_number; /* bytes of the number in hand */
	bool behind_diagnostic;
	uint32_t number, tag;
	uint32_t need;        /* bytes of the part in hand that are to come */
	uint32_t at, end[3];  /* in the message */
	uint32_t records;     /* that its header promises and that have not come */
	uint32_t chunk;       /* bytes of a document that are asked for at once */
	uint32_t from, asked; /* of the document: what this message is to hold */
	uint32_t got;         /* of that */
	bool has_text;
	char diagnostic[2]; /* a code; NUL: none */
};

/* How far the packets of Prospero's answer have come: prospero.c. */
struct eu_packets {
	uint16_t got, total; /* packets; total 0: not known */
	uint8_t silences;    /* since something came */
	bool quoted;         /* a quote is open */
	size_t link, method; /* bytes of c->line: the link whose attributes come, how it is got */
	uint64_t size;       /* of it */
};

struct everyuri_conversation {
	const struct eu_handler *handler;
	const struct everyuri_receiver *receiver;
	char kind;
	enum eu_doing doing;
	enum eu_awaited awaited;
	enum eu_until until;

	/* Where in the plan. */
	struct {
		struct everyuri_text steps;
		size_t at, before; /* before: of the step in hand */
	} level[EU_LEVELS];
	unsigned depth;
	struct everyuri_step step;
	struct everyuri_text instead; /* the `or` of what was sent last */
	bool has_instead;
	struct everyuri_step sent; /* the fields of what was sent last */
	struct everyuri_text verb; /* of it */

	/* What is connected to. */
	struct everyuri_text host;
	uint16_t port, data_port;
	bool tls, udp;
	unsigned patience_ms; /* how long what is read may keep us waiting; 0: the driver says */
	uint64_t from;        /* of the object, the byte that it begins at: RETR goes behind REST */
	bool resting;         /* it is being sent */
	bool rested;          /* it was */
	bool passive;         /* PASV was sent, not EPSV */

	struct everyuri_text block; /* is written instead of `out`; data NULL: none */
	char out[EVERYURI_COMMAND_MAX + 2];
	size_t out_len, out_at;
	bool out_secret;

	char line[EVERYURI_REPLY_LINE + 2];
	size_t line_len, reply_len;
	char code[8];    /* digits or a word of the reply, ended by NUL */
	bool has_reply;  /* one that no step has expected yet */
	bool more_lines; /* of a reply of several */
	char said[512];  /* the last line of a reply */
	size_t n_said;
	unsigned long n_replies; /* lines of them */

	/* The object. */
	bool menu;     /* it comes as items */
	bool told;     /* receiver->begin was called */
	bool some;     /* something of it was */
	unsigned dots; /* 0: within a line, 1: at the start of one, 2: behind its ".", 3: its CR */
	uint64_t left; /* bytes of it that are to come, with EU_UNTIL_LENGTH */
	uint64_t n_items, most_items;
	uint64_t n_lines_bytes; /* of a menu: what makes no item is counted too */
	unsigned state;         /* of the way's own */
	char kept[EU_KEPT_MAX]; /* the same */
	size_t n_kept;
	bool cuts_lines; /* of a menu that are too long, instead of giving up */
	bool asks_more;  /* what is written asks for more of the object */
	struct eu_frame frame;
	struct eu_packets packets;

	bool redirected; /* the object is at the URI in c->kept */
	enum everyuri_status status;
	const char *clause, *message;
	enum everyuri_reason reason;
};

/* ---- engine.c ------------------------------------------------------------------------------------ */

/* End with success, unless the conversation has ended before. */
void eu_finish(struct everyuri_conversation *c);

/* End with a failure, unless the conversation has ended before. */
void eu_abort(struct everyuri_conversation *c, enum everyuri_status status, const char *clause,
              const char *message);

/* End with success: the object is at the URI, perhaps a partial form, in c->kept. */
void eu_redirect(struct everyuri_conversation *c);

/* The object is whole (`receive` is done). */
void eu_object_ended(struct everyuri_conversation *c);

/* For ways that read their replies themselves: the reply is whole, its code is in c->code. */
void eu_reply_came(struct everyuri_conversation *c);

/* What is in c->out is written, and then more of the object comes. */
void eu_ask_for_more(struct everyuri_conversation *c);

/* A field of a step; data NULL: it has none. */
struct everyuri_text eu_text_of_step(const struct everyuri_step *step,
                                     enum everyuri_field_name name);

/* ---- send.c: what is written ------------------------------------------------------------------------- */

/* A step's verb, argument and line, or what its way makes of it; answer: the user's, or data NULL. */
void eu_send_fields(struct everyuri_conversation *c, const struct everyuri_step *fields,
                    struct everyuri_text answer);

/* A line of the engine's own. */
void eu_send_words(struct everyuri_conversation *c, const char *words);

/* What stands in c->out is to be written, with its line end. */
void eu_send_end(struct everyuri_conversation *c);

/* RFC 3659 5: where the transfer that comes next begins. */
void eu_send_rest(struct everyuri_conversation *c);

/* ---- engine.c, for calls.c ---------------------------------------------------------------------------- */

void eu_enter(struct everyuri_conversation *c, struct everyuri_text steps);
void eu_go_on(struct everyuri_conversation *c);
void eu_await(struct everyuri_conversation *c, enum eu_awaited awaited);

/* Take what has come.  Returns: bytes taken. */
size_t eu_read_reply(struct everyuri_conversation *c, const char *data, size_t len);
size_t eu_read_object(struct everyuri_conversation *c, const char *data, size_t len);
void eu_connection_ended(struct everyuri_conversation *c);

/* ---- object.c: telling the receiver --------------------------------------------------------------- */

/* Begin: a document of this type (NULL: not known), or a menu. */
void eu_tell_document(struct everyuri_conversation *c, const char *media_type);
void eu_tell_menu(struct everyuri_conversation *c);
void eu_tell_object(struct everyuri_conversation *c, const struct everyuri_object *object);

/* A piece of it. */
void eu_tell_bytes(struct everyuri_conversation *c, const char *data, size_t len);
void eu_tell_item(struct everyuri_conversation *c, const struct everyuri_item *item);

/* Cut what comes into lines and hand them to the way; keeps the unfinished one. */
void eu_take_lines(struct everyuri_conversation *c, const char *data, size_t len);

/* An unfinished line at the end is one too. */
void eu_last_line(struct everyuri_conversation *c);

/* Take off the dots of RFC 3977 3.1.1 up to the line that is one dot.  Returns: bytes taken;
 * *ended: that line was among them. */
size_t eu_take_dotted(struct everyuri_conversation *c, const char *data, size_t len, bool *ended);

/* ---- reply.c ------------------------------------------------------------------------------------------- */

/* Replies of three digits: of one line (RFC 3977 3.2), or of several (RFC 959 4.2). */
bool eu_reply_of_line(struct everyuri_conversation *c, const char *line, size_t len);
bool eu_reply_of_lines(struct everyuri_conversation *c, const char *line, size_t len);

/* A number.  Returns: EVERYURI_LENGTH_UNKNOWN if it is none, or too large a one. */
uint64_t eu_size_of_text(struct everyuri_text text);

/* The port of a 229 (RFC 2428 3) or 227 (RFC 1123 4.1.2.6) reply; 0: it has none.  The address of
 * a 227 is not believed (THREATS C3). */
uint16_t eu_epsv_port(const char *line, size_t len);
uint16_t eu_pasv_port(const char *line, size_t len);

/* ---- date.c -------------------------------------------------------------------------------------------- */

#define EU_DATE_SIZE 20 /* "2026-11-21T17:00:00Z" */

/* A message's date, in UTC.  Returns: EU_DATE_SIZE, or 0: it is none. */
size_t eu_date_of_message(struct everyuri_text text, char out[EU_DATE_SIZE]);

/* ---- uri.c --------------------------------------------------------------------------------------------- */

/* "://", host, port unless it is 0, "/".  Returns: false: the host is none; nothing is written. */
bool eu_uri_host(struct eu_out *out, struct everyuri_text host, uint16_t port);

/* The bytes, all but RFC 3986's unreserved ones escaped; slashes may stay. */
void eu_uri_escaped(struct eu_out *out, struct everyuri_text text);

/* ---- gemini.c ------------------------------------------------------------------------------------------ */

/* Begin a document whose media type and parameters are in c->kept, as in gemini's success. */
void eu_gemini_begin(struct everyuri_conversation *c);

/* ---- the protocols ----------------------------------------------------------------------------------- */

/* The row of a scheme; NULL: it is none of ours. */
const struct eu_handler *eu_handler_find(const char *scheme, size_t len);

extern const struct eu_handler eu_handler_dict, eu_handler_ftp, eu_handler_gemini,
	eu_handler_gopher, eu_handler_news, eu_handler_nntp, eu_handler_prospero, eu_handler_wais;
extern const struct eu_handler eu_handler_spartan;
extern const struct eu_handler eu_handler_line; /* finger, whois */
extern const struct eu_handler eu_handler_whoispp;
extern const struct eu_handler eu_handler_registered; /* what no other is for */

#endif
