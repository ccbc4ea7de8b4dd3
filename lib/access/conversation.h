/* conversation.h - the state of a conversation, and the interface of a protocol handler.
 *
 * The engine (engine.c) runs the steps of the plan, which are the same for all protocols.  A
 * protocol is one file and one entry in handlers.c.  The file defines a struct eu_handler, which
 * reads the replies and objects of the protocol. */
#ifndef EU_ACCESS_CONVERSATION_H
#define EU_ACCESS_CONVERSATION_H

#include "base/base.h"
#include "everyuri/access.h"

#define EU_LEVELS 5      /* maximum nesting depth of steps */
#define EU_KEPT_MAX 4096 /* number of bytes that a handler can keep */

/* The state of the engine. */
enum eu_doing {
	EU_STEPS = 0, /* ready to take the next step */
	EU_CONNECTING,
	EU_SECURING,
	EU_WRITING,
	EU_REPLYING, /* reading a reply; `awaited` is its purpose */
	EU_ASKING,
	EU_OPENING_DATA,
	EU_RECEIVING,      /* receiving the object on the connection */
	EU_RECEIVING_DATA, /* receiving the object on the second connection */
	EU_ENDED
};

/* What a reply belongs to. */
enum eu_awaited {
	EU_FOR_EXPECT,
	EU_FOR_WHEN,   /* a step that depends on a reply code */
	EU_FOR_DATA,   /* the command EPSV or PASV */
	EU_FOR_REST,   /* the command REST, which precedes RETR */
	EU_FOR_BEGIN,  /* the start of a transfer (preliminary reply) */
	EU_FOR_LENGTH, /* the line before an object, which gives its length */
	EU_FOR_TEXT,   /* the line before each text of an object, or after the last text */
	EU_FOR_FINISH  /* the end of the object (final reply) */
};

/* How the end of the object is recognised. */
enum eu_until { EU_UNTIL_CLOSE, EU_UNTIL_DOT, EU_UNTIL_LENGTH, EU_UNTIL_REPLY };

struct everyuri_conversation;

/* A protocol handler. */
struct eu_handler {
	/* Reads a line of a reply, without its line break; stores the code in c->code.  Returns
	 * whether it was the last line of the reply. */
	bool (*reply)(struct everyuri_conversation *c, const char *line, size_t len);

	/* For protocols that are not line-based: writes the request of a step, or of the `send` in
	 * an "ask", to c->out. answer: the user's answer; data is NULL if none was requested.  If
	 * `send` is NULL, the engine sends a line. */
	void (*send)(struct everyuri_conversation *c, const struct everyuri_step *fields,
	             struct everyuri_text answer);

	/* For the same protocols: reads input that belongs to a reply or to the object, and calls
	 * eu_reply_came and eu_object_ended.  Returns the number of bytes consumed. */
	size_t (*take)(struct everyuri_conversation *c, const char *data, size_t len);

	/* Called when nothing arrived for c->patience_ms: sends the request again, or aborts.  NULL
	 * if the transport is reliable. */
	void (*silent)(struct everyuri_conversation *c);

	/* Called when the user gave no answer for a form: describes what can be searched.  NULL if
	 * there is nothing to describe. */
	void (*unanswered)(struct everyuri_conversation *c);

	/* Called for an unexpected reply, before the fallback of the refused step is tried.
	 * Returns whether it ended the conversation (eu_abort).  NULL means that it never does. */
	bool (*refused)(struct everyuri_conversation *c);

	/* Called when the object begins: describes it to the receiver (eu_tell_object). */
	void (*begin)(struct everyuri_conversation *c);

	/* An object with EU_UNTIL_REPLY is a list of texts that end in a dot.  A reply comes before
	 * each text, then `begin` is called.  Returns whether the current reply announces another
	 * text.  NULL if objects are not lists of texts. */
	bool (*text)(struct everyuri_conversation *c);

	/* Takes bytes of the object, or lines of a menu if `line` is set.  A handler that detects
	 * the end of the object itself calls eu_object_ended. */
	void (*bytes)(struct everyuri_conversation *c, const char *data, size_t len);
	void (*line)(struct everyuri_conversation *c, const char *line, size_t len);

	/* Called when the connection closes within the object.  Returns whether the object is
	 * complete.  NULL means that it always is. */
	bool (*ended)(struct everyuri_conversation *c);

	bool telnet;       /* bytes FF in commands are doubled (RFC 959, RFC 854) */
	bool has_data;     /* a second connection is used for data (FTP) */
	bool length_first; /* an object with EU_UNTIL_LENGTH is preceded by a line for `reply`,
	                      which sets c->until and c->left (Gopher+) */
};

/* The read position in a WAIS message (wais_read.c). */
struct eu_frame {
	uint8_t part;
	uint8_t depth;    /* number of open groups in the message */
	uint8_t n_number; /* number of bytes of the current number */
	bool behind_diagnostic;
	uint32_t number, tag;
	uint32_t need;        /* missing bytes of the current part */
	uint32_t at, end[3];  /* offset of the next byte, and ends of the open groups */
	uint32_t records;     /* number of records that are announced but not yet received */
	uint32_t chunk;       /* bytes of a document to request at once */
	uint32_t from, asked; /* start and length of the requested range */
	uint32_t got;         /* number of bytes received of that range */
	bool has_text;
	char diagnostic[2]; /* its code; begins with NUL if there is none */
};

/* Which packets of a Prospero answer have arrived (prospero.c). */
struct eu_packets {
	uint16_t got, total; /* numbers of packets received and expected; total is 0 if unknown */
	uint8_t silences;    /* number of timeouts since the last packet */
	bool quoted;         /* a quoted token is open */
	size_t link, method; /* lengths in c->line of the link, and of its access method */
	uint64_t size;       /* size of the link's object */
};

struct everyuri_conversation {
	const struct eu_handler *handler;
	const struct everyuri_receiver *receiver;
	char kind;
	enum eu_doing doing;
	enum eu_awaited awaited;
	enum eu_until until;

	/* The position in the plan. */
	struct {
		struct everyuri_text steps;
		size_t at, before; /* before: the offset of the current step */
	} level[EU_LEVELS];
	unsigned depth;
	struct everyuri_step step;
	struct everyuri_text instead; /* the fallback (`or`) of the last request */
	bool has_instead;
	struct everyuri_step sent; /* the fields of the last request */
	struct everyuri_text verb; /* the verb of the last request */

	/* The server to connect to. */
	struct everyuri_text host;
	uint16_t port, data_port;
	bool tls, udp;
	unsigned patience_ms; /* timeout for input; 0 means that the driver decides */
	uint64_t from;        /* start offset in the object; if not 0, REST is sent before RETR */
	bool resting;         /* REST is being sent */
	bool rested;          /* REST was sent */
	bool passive;         /* PASV was sent, not EPSV */

	struct everyuri_text block; /* bytes to write instead of `out`; data is NULL if there are
	                               none */
	char out[EVERYURI_COMMAND_MAX + 2];
	size_t out_len, out_at;
	bool out_secret;

	char line[EVERYURI_REPLY_LINE + 2];
	size_t line_len, reply_len;
	char code[8];    /* code of the reply: digits or a word, NUL-terminated */
	bool has_reply;  /* a reply has arrived that no step has expected yet */
	bool more_lines; /* more lines of a multi-line reply follow */
	char said[512];  /* the last line of a reply */
	size_t n_said;
	unsigned long n_replies; /* number of reply lines */

	/* The object. */
	bool menu;     /* the object consists of items */
	bool told;     /* receiver->begin was called */
	bool some;     /* the receiver got part of the object */
	unsigned dots; /* position in a line: 0 within, 1 at the start, 2 after ".", 3 after
	                  ".\r" */
	uint64_t left; /* number of bytes still missing, with EU_UNTIL_LENGTH */
	uint64_t n_items, most_items;
	uint64_t n_lines_bytes; /* number of bytes of a menu, including lines that are not items */
	unsigned state;         /* for use by the handler */
	char kept[EU_KEPT_MAX]; /* for use by the handler */
	size_t n_kept;
	bool cuts_lines; /* cut long lines of a menu instead of failing */
	bool asks_more;  /* the current request asks for more of the object */
	struct eu_frame frame;
	struct eu_packets packets;

	bool redirected; /* the object is at the URI in c->kept */
	enum everyuri_status status;
	const char *clause, *message;
	enum everyuri_reason reason;
};

/* ---- engine.c ------------------------------------------------------------------------------------ */

/* Ends the conversation with success, unless it has ended. */
void eu_finish(struct everyuri_conversation *c);

/* Ends the conversation with a failure, unless it has ended. */
void eu_abort(struct everyuri_conversation *c, enum everyuri_status status, const char *clause,
              const char *message);

/* Ends the conversation with a redirect to the URI in c->kept, which may be relative. */
void eu_redirect(struct everyuri_conversation *c);

/* Ends the object (`receive` is done). */
void eu_object_ended(struct everyuri_conversation *c);

/* Called by handlers that read replies themselves when the reply is complete and its code is in
 * c->code. */
void eu_reply_came(struct everyuri_conversation *c);

/* Writes c->out, then reads more of the object. */
void eu_ask_for_more(struct everyuri_conversation *c);

/* Returns a field of a step; data is NULL if the step does not have it. */
struct everyuri_text eu_text_of_step(const struct everyuri_step *step,
                                     enum everyuri_field_name name);

/* ---- send.c: requests ------------------------------------------------------------------------ */

/* Writes a step's verb, argument and line, or lets the handler encode them. answer: the user's
 * answer, or data NULL. */
void eu_send_fields(struct everyuri_conversation *c, const struct everyuri_step *fields,
                    struct everyuri_text answer);

/* Starts writing a line that the engine itself sends. */
void eu_send_words(struct everyuri_conversation *c, const char *words);

/* Starts writing c->out, with a line break. */
void eu_send_end(struct everyuri_conversation *c);

/* Sends the offset of the next transfer (RFC 3659 5). */
void eu_send_rest(struct everyuri_conversation *c);

/* ---- engine.c, for calls.c ---------------------------------------------------------------------------- */

void eu_enter(struct everyuri_conversation *c, struct everyuri_text steps);
void eu_go_on(struct everyuri_conversation *c);
void eu_await(struct everyuri_conversation *c, enum eu_awaited awaited);

/* Consume input.  Return the number of bytes consumed. */
size_t eu_read_reply(struct everyuri_conversation *c, const char *data, size_t len);
size_t eu_read_object(struct everyuri_conversation *c, const char *data, size_t len);
void eu_connection_ended(struct everyuri_conversation *c);

/* ---- object.c: calls of the receiver -------------------------------------------------------------- */

/* Begin an object: a document of this media type (NULL if unknown), or a menu. */
void eu_tell_document(struct everyuri_conversation *c, const char *media_type);
void eu_tell_menu(struct everyuri_conversation *c);
void eu_tell_object(struct everyuri_conversation *c, const struct everyuri_object *object);

/* Pass on a piece of the object. */
void eu_tell_bytes(struct everyuri_conversation *c, const char *data, size_t len);
void eu_tell_item(struct everyuri_conversation *c, const struct everyuri_item *item);

/* Cuts input into lines for the handler and keeps an unfinished line. */
void eu_take_lines(struct everyuri_conversation *c, const char *data, size_t len);

/* Passes on an unfinished last line. */
void eu_last_line(struct everyuri_conversation *c);

/* Removes the dots of RFC 3977 3.1.1 up to the line that is a single dot.  Returns the number of
 * bytes consumed; sets *ended if they include that line. */
size_t eu_take_dotted(struct everyuri_conversation *c, const char *data, size_t len, bool *ended);

/* ---- reply.c ------------------------------------------------------------------------------------------- */

/* Read replies that begin with three digits.  The first function reads replies of one line
 * (RFC 3977 3.2), the second replies of several lines (RFC 959 4.2). */
bool eu_reply_of_line(struct everyuri_conversation *c, const char *line, size_t len);
bool eu_reply_of_lines(struct everyuri_conversation *c, const char *line, size_t len);

/* Returns a number, or EVERYURI_LENGTH_UNKNOWN if it is invalid or too large. */
uint64_t eu_size_of_text(struct everyuri_text text);

/* Return the port of a 229 (RFC 2428 3) or 227 (RFC 1123 4.1.2.6) reply, or 0 if it has none.  The
 * address of a 227 reply is ignored (THREATS C3). */
uint16_t eu_epsv_port(const char *line, size_t len);
uint16_t eu_pasv_port(const char *line, size_t len);

/* ---- date.c -------------------------------------------------------------------------------------------- */

#define EU_DATE_SIZE 20 /* "2026-11-21T17:00:00Z" */

/* Converts the date of a message to UTC.  Returns EU_DATE_SIZE, or 0 if the text is not a date. */
size_t eu_date_of_message(struct everyuri_text text, char out[EU_DATE_SIZE]);

/* ---- uri.c --------------------------------------------------------------------------------------------- */

/* Writes "://", host, the port unless it is 0, and "/".  Returns false and writes nothing if the
 * host is invalid. */
bool eu_uri_host(struct eu_out *out, struct everyuri_text host, uint16_t port);

/* Percent-encodes all bytes except those that RFC 3986 calls unreserved, and except most
 * slashes. */
void eu_uri_escaped(struct eu_out *out, struct everyuri_text text);

/* ---- gemini.c ------------------------------------------------------------------------------------------ */

/* Begins a document with the media type and parameters in c->kept, as in gemini's success
 * response. */
void eu_gemini_begin(struct everyuri_conversation *c);

/* ---- the protocols ----------------------------------------------------------------------------------- */

/* Returns the handler of a scheme. */
const struct eu_handler *eu_handler_find(const char *scheme, size_t len);

extern const struct eu_handler eu_handler_dict, eu_handler_ftp, eu_handler_gemini,
	eu_handler_gopher, eu_handler_news, eu_handler_nntp, eu_handler_prospero, eu_handler_wais;
extern const struct eu_handler eu_handler_spartan;
extern const struct eu_handler eu_handler_line; /* for finger and whois */
extern const struct eu_handler eu_handler_whoispp;
extern const struct eu_handler eu_handler_registered; /* for user-defined schemes */

#endif
