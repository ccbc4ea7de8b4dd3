/* access.h - carry out a plan over your own connections: a protocol as a state machine.
 *
 * A conversation opens no socket and has no clock.  Its driver asks what it wants, does that, and
 * reports the result:
 *
 *	everyuri_conversation_begin(c, "ftp", 3, 0, &plan, &receiver);
 *	while (everyuri_conversation_wants(c, &wanted) != EVERYURI_WANT_NOTHING)
 *		switch (wanted.what) {
 *		case EVERYURI_WANT_CONNECT: ... everyuri_conversation_done(c); break;
 *		case EVERYURI_WANT_WRITE: ... everyuri_conversation_wrote(c, n); break;
 *		case EVERYURI_WANT_READ: ... taken = everyuri_conversation_read(c, data, n); break;
 *		...
 *		}
 *	status = everyuri_conversation_end(c, &err, &said);
 *
 * It sends exactly what the plan says, after checking it again.  It trusts nothing that a server
 * sends: THREATS C3, C9, C10. */
#ifndef EVERYURI_ACCESS_H
#define EVERYURI_ACCESS_H

#include "object.h"
#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

#define EVERYURI_REPLY_LINE 4096       /**< longest line of a reply, in bytes */
#define EVERYURI_REPLY_ALL (64u << 10) /**< longest multi-line reply, in bytes */
#define EVERYURI_COMMAND_MAX 8192      /**< longest command, in bytes as sent */
#define EVERYURI_ITEMS_MAX 100000      /**< default limit for the number of items in a menu */
#define EVERYURI_MENU_MAX (16u << 20)  /**< default limit for the size of a menu, in bytes */

/** What a conversation wants next. */
enum everyuri_want {
	EVERYURI_WANT_NOTHING = 0,   /**< nothing, because it has ended: call
	                                  everyuri_conversation_end() */
	EVERYURI_WANT_CONNECT = 1,   /**< connect to `host` and `port` */
	EVERYURI_WANT_SECURE = 2,    /**< start TLS on the open connection */
	EVERYURI_WANT_WRITE = 3,     /**< write `text` to the connection */
	EVERYURI_WANT_READ = 4,      /**< read bytes from the connection */
	EVERYURI_WANT_DATA = 5,      /**< open a second connection, to `port` of the same peer */
	EVERYURI_WANT_READ_DATA = 6, /**< read bytes from the second connection */
	EVERYURI_WANT_ANSWER = 7     /**< ask the user for `text`, and pass the answer */
};

/** What the conversation wants.  Each field names the values of `what` that use it. */
struct everyuri_wanted {
	enum everyuri_want what;
	struct everyuri_text host; /**< CONNECT: the host to connect to */
	uint16_t port;             /**< CONNECT, DATA: the port to connect to */
	bool tls, udp;             /**< CONNECT: use TLS, UDP. DATA: tls as on the first
	                                connection */
	bool secret;               /**< WRITE: do not log or display the text */
	unsigned patience_ms;      /**< READ: timeout in ms; 0 means that the driver chooses it.
	                                When it expires, call everyuri_conversation_silent() */
	struct everyuri_text text; /**< WRITE: the bytes to write; ANSWER: "password" or "form" */
	struct everyuri_text form; /**< ANSWER: the server's form, with lines ending in LF; data is
	                                NULL if there is no form */
};

struct everyuri_conversation; /* stored in the caller's memory */

/** Returns the size of a conversation in bytes.  The caller's memory must have malloc's alignment. */
size_t everyuri_conversation_size(void);

/** Begins a conversation in the caller's memory.
 *  scheme:   the URI's scheme, which selects the protocol.
 *  kind:     for gopher, the item type in the URI; otherwise 0.
 *  plan, receiver: must outlive the conversation.
 *  Errors:   UNSUPPORTED if the library has no protocol for the scheme. */
enum everyuri_status everyuri_conversation_begin(struct everyuri_conversation *c,
                                                 const char *scheme, size_t len, char kind,
                                                 const struct everyuri_plan *plan,
                                                 const struct everyuri_receiver *receiver);

/** Starts the transfer at byte `from` of the object: sends REST before RETR (RFC 3659 5).  Call it
 *  before the first everyuri_conversation_wants().
 *  Returns: false if the protocol cannot resume a transfer. */
bool everyuri_conversation_from(struct everyuri_conversation *c, uint64_t from);

/** Replaces the limit EVERYURI_ITEMS_MAX.  The limit EVERYURI_MENU_MAX changes in proportion.  Call
 *  it before the first everyuri_conversation_wants(). */
void everyuri_conversation_items(struct everyuri_conversation *c, uint64_t most);

/** Returns what the conversation wants now.  Repeated calls return the same value until the driver
 *  reports a result. */
enum everyuri_want everyuri_conversation_wants(const struct everyuri_conversation *c,
                                               struct everyuri_wanted *wanted);

/** Reports that CONNECT, SECURE or DATA succeeded. */
void everyuri_conversation_done(struct everyuri_conversation *c);

/** Reports that the driver wrote n bytes of the text. */
void everyuri_conversation_wrote(struct everyuri_conversation *c, size_t n);

/** Feeds bytes that the driver read from the connection.  A len of 0 means that the peer closed the
 *  connection.
 *  data:    over UDP, one packet.
 *  Returns: the number of bytes consumed.  Feed the rest when READ is wanted again. */
size_t everyuri_conversation_read(struct everyuri_conversation *c, const char *data, size_t len);

/** Reports that nothing arrived within patience_ms.  The conversation retransmits a few times with
 *  growing timeouts.  Then it ends with FAILED, or with PARTIAL if some of the object arrived. */
void everyuri_conversation_silent(struct everyuri_conversation *c);

/** Passes the user's answer.
 *  data: a line, or the lines of a form separated by LF.  NULL means that the user gave no answer.
 *        The conversation ends with UNSAFE if a one-line answer has a second line, or if a line has
 *        a tab or is a single dot, because the server would read further fields or commands. */
void everyuri_conversation_answer(struct everyuri_conversation *c, const char *data, size_t len);

/** Returns the number of reply lines so far, and stores the last one, raw. */
unsigned long everyuri_conversation_replies(const struct everyuri_conversation *c,
                                            struct everyuri_text *last);

/** Returns the result of a conversation.
 *  said:    receives the server's last reply, raw.  err->message is the library's own text.
 *  Returns: OK if the object is complete, PARTIAL if some of it arrived, otherwise another
 *           status. */
enum everyuri_status everyuri_conversation_end(const struct everyuri_conversation *c,
                                               struct everyuri_error *err,
                                               struct everyuri_text *said);

/** Returns whether the server redirected to another URI.  The conversation then ended with OK, and
 *  the receiver got nothing.
 *  uri: receives the server's reference, which may be a partial form; it is valid as long as the
 *       conversation. */
bool everyuri_conversation_redirect(const struct everyuri_conversation *c,
                                    struct everyuri_text *uri);

#ifdef __cplusplus
}
#endif
#endif
