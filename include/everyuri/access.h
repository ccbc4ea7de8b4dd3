/* access.h - a plan becomes a conversation: a state machine that is fed bytes.
 *
 * It opens no socket and has no clock.  Its driver asks what is wanted, does it, and tells what
 * came of it:
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
 * What is sent is the plan, literally, and checked once more.  Nothing that a server
 * sends is trusted: THREATS C3, C9, C10. */
#ifndef EVERYURI_ACCESS_H
#define EVERYURI_ACCESS_H

#include "object.h"
#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

#define EVERYURI_REPLY_LINE 4096       /**< bytes: the longest line of a reply */
#define EVERYURI_REPLY_ALL (64u << 10) /**< bytes: the longest reply of several lines */
#define EVERYURI_COMMAND_MAX 8192      /**< bytes: the longest command, as it is sent */
#define EVERYURI_ITEMS_MAX 100000      /**< items of a menu, unless more are asked for */
#define EVERYURI_MENU_MAX (16u << 20)  /**< bytes of a menu's lines, unless more items are */

/** What a conversation wants next. */
enum everyuri_want {
	EVERYURI_WANT_NOTHING = 0,   /**< it has ended: everyuri_conversation_end says how */
	EVERYURI_WANT_CONNECT = 1,   /**< to host and port */
	EVERYURI_WANT_SECURE = 2,    /**< TLS on the connection that is open */
	EVERYURI_WANT_WRITE = 3,     /**< text, on it */
	EVERYURI_WANT_READ = 4,      /**< whatever comes on it */
	EVERYURI_WANT_DATA = 5,      /**< a second connection, to port of the same peer */
	EVERYURI_WANT_READ_DATA = 6, /**< whatever comes on that */
	EVERYURI_WANT_ANSWER = 7     /**< the user is asked for text */
};

struct everyuri_wanted {
	enum everyuri_want what;
	struct everyuri_text host; /**< CONNECT */
	uint16_t port;             /**< CONNECT, DATA */
	bool tls, udp;             /**< CONNECT; of DATA tls: as the first connection */
	bool secret;               /**< WRITE: not to be shown */
	unsigned patience_ms; /**< READ: if nothing comes for so long, silent is to be called; 0:
	                                the driver alone decides how long it waits */
	struct everyuri_text text; /**< WRITE: the bytes; ANSWER: "password", "form" */
	struct everyuri_text form; /**< ANSWER: the form in the server's words, lines that end in
	                                LF; data NULL: there are none */
};

struct everyuri_conversation; /* everyuri_conversation_size bytes, of the caller's */

/** Bytes of a conversation; memory for it is aligned as malloc's. */
size_t everyuri_conversation_size(void);

/** Begin.
 *  scheme:   of the URI; says which protocol is spoken.
 *  kind:     what the URI is known to be: of gopher its item type, else 0.
 *  plan:     lives as long as the conversation; so does *receiver.
 *  Errors:   UNSUPPORTED: no protocol of this library's. */
enum everyuri_status everyuri_conversation_begin(struct everyuri_conversation *c,
                                                 const char *scheme, size_t len, char kind,
                                                 const struct everyuri_plan *plan,
                                                 const struct everyuri_receiver *receiver);

/** Begin the object at this byte, before anything is wanted: RETR is sent behind REST (RFC 3659 5).
 *  Returns: false where the protocol has no way to do so. */
bool everyuri_conversation_from(struct everyuri_conversation *c, uint64_t from);

/** How many items a menu may have, before anything is wanted; EVERYURI_ITEMS_MAX unless it is said.
 *  With more, the lines that they come as may be as much longer than EVERYURI_MENU_MAX. */
void everyuri_conversation_items(struct everyuri_conversation *c, uint64_t most);

/** What is wanted now.  Asking twice changes nothing. */
enum everyuri_want everyuri_conversation_wants(const struct everyuri_conversation *c,
                                               struct everyuri_wanted *wanted);

/** CONNECT, SECURE or DATA is done. */
void everyuri_conversation_done(struct everyuri_conversation *c);

/** n bytes of the text are written. */
void everyuri_conversation_wrote(struct everyuri_conversation *c, size_t n);

/** Bytes have come, on the connection that was wanted; len 0: it has ended.
 *  data:    over UDP one packet.
 *  Returns: how many were taken; the others are to be fed when READ is wanted again. */
size_t everyuri_conversation_read(struct everyuri_conversation *c, const char *data, size_t len);

/** Nothing has come for patience_ms.  What may have been lost on the way is said again, a few times
 *  and ever more seldom; then the conversation ends: FAILED, or PARTIAL if some of the object came. */
void everyuri_conversation_silent(struct everyuri_conversation *c);

/** The user's answer; of a form its lines, with LF between them.  data NULL: there is none.
 *  What would be more than an answer (a tab or a dot alone in a form, a second line where one is
 *  asked for) ends the conversation: UNSAFE. */
void everyuri_conversation_answer(struct everyuri_conversation *c, const char *data, size_t len);

/** How many lines of replies have come, and the last of them, raw. */
unsigned long everyuri_conversation_replies(const struct everyuri_conversation *c,
                                            struct everyuri_text *last);

/** How it ended.
 *  Returns: OK: the object is whole; PARTIAL: some of it came; otherwise nothing did.
 *  err->message is ours; *said is what the server said last, raw. */
enum everyuri_status everyuri_conversation_end(const struct everyuri_conversation *c,
                                               struct everyuri_error *err,
                                               struct everyuri_text *said);

/** Does the server say that the object is somewhere else?  The conversation has ended with OK then, and
 *  nothing was told to the receiver.
 *  uri: set to the server's reference, which may be a partial form; it lives as long as c. */
bool everyuri_conversation_redirect(const struct everyuri_conversation *c,
                                    struct everyuri_text *uri);

#ifdef __cplusplus
}
#endif
#endif
