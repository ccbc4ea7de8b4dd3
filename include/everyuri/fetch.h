/* fetch.h - fetch the object of a URI, and send mail.
 *
 * everyuri_fetch() makes the plan (scheme.h), checks it (policy.h) and carries it out.  It also
 * makes the URI of each item that a server lists.  For the URI of a redirect or reference, it makes
 * and checks a new plan. */
#ifndef EVERYURI_FETCH_H
#define EVERYURI_FETCH_H

#include "object.h"
#include "scheme.h"

#ifdef __cplusplus
extern "C" {
#endif

#define EVERYURI_HOPS_MAX \
	20 /**< maximum number of redirects and references in a fetch
                                  (THREATS C9) */

/** Kinds of progress event; see everyuri_fetch_options.event. */
enum everyuri_event_kind {
	EVERYURI_EVENT_PLAN = 0,    /**< a plan was made for `uri`, which is the first URI or that
	                                 of a hop */
	EVERYURI_EVENT_STEP = 1,    /**< a step begins; text: the step */
	EVERYURI_EVENT_SENT = 2,    /**< a line was sent; text: the line, with its secrets masked */
	EVERYURI_EVENT_SAID = 3,    /**< a line was received; text: the line, raw */
	EVERYURI_EVENT_WARNING = 4, /**< a warning; text: the warning */
	EVERYURI_EVENT_NEXT = 5     /**< `uri` failed, and the next gateway or resolver is tried;
	                                 text: the reason (static) */
};

/** A progress event. */
struct everyuri_event {
	enum everyuri_event_kind kind;
	struct everyuri_text uri, text;
	uint64_t ms; /**< milliseconds since the start of the call */
	size_t at;   /**< WARNING: offset in `uri` of the byte that the warning is about */
};

/** Options of a fetch.  {0} is the default. */
struct everyuri_fetch_options {
	const struct everyuri_config *config;
	const char *ca_file; /**< file with CA certificates; NULL means those of the system */
	bool insecure;       /**< accept any certificate */
	bool no_hops;        /**< report redirects and references instead of following them */
	uint64_t from;       /**< offset in bytes at which to resume */
	unsigned connect_ms, idle_ms, total_ms; /**< timeouts; 0 means 10 s, 30 s and 1 h */
	const struct everyuri_text *headers;    /**< request headers for http: "Name: value" */
	size_t n_headers;
	const struct everyuri_text *mail; /**< paths of Maildirs, mbox files and spools, for mid:
	                                       and cid: */
	size_t n_mail;
	struct everyuri_text mail_index; /**< file that caches the positions of messages */
	struct everyuri_text root;       /**< directory to which file: URIs are restricted; if data
	                                      is NULL, they may read nothing */

	/** Asks the user for a password or the lines of a form.  If NULL, every question fails.
	 *  what:    "password" or "form".
	 *  uri:     the URI whose server asks, without the password.
	 *  Returns: the length of the answer in data[0 .. cap), or -1 for no answer. */
	long (*ask)(void *context, const char *what, struct everyuri_text uri, char *data,
	            size_t cap);
	void (*event)(void *context, const struct everyuri_event *event); /**< receives progress
	                                                                       events; or NULL */
	void *context; /**< argument of the callbacks */

	/** Shows the user the block of data in the URI and asks whether to send it.  Called before
	 *  any connection is made.  If NULL, the block is sent only if the configuration has
	 *  EVERYURI_FORM_AGREED. */
	bool (*agree)(void *context, struct everyuri_text uri, struct everyuri_text block);
};

/** Result of a fetch. */
struct everyuri_fetched {
	struct everyuri_text uri;  /**< URI of the object, and base of its links: the one that the
	                                server gives, or else the last one requested; stored in
	                                buf */
	struct everyuri_text said; /**< the server's last reply if the fetch failed; stored in
	                                buf */
	struct everyuri_text next; /**< with no_hops, the server's redirect or reference, perhaps a
	                                partial form; data is NULL if there is none */
	unsigned hops;
	unsigned http_status; /**< status code of the last hop (RFC 9110 15), or 0 if it has no HTTP
	                           response */
	uint64_t bytes;       /**< bytes of documents passed to the receiver */
	bool begun;           /**< a plan was made, and its execution started */
};

/** Fetches the object of a URI.
 *  uri:      parsed under any standard; redirects and references are parsed under the same
 *            standard.
 *  options:  may be NULL.
 *  receiver: receives the object.  Each item has its URI if a URI can be made.
 *  buf:      holds the texts of *fetched.
 *  fetched:  receives the result, also on failure.
 *  Errors:   those of everyuri_plan_make(); UNSAFE also if the policy refuses an address; MISSING
 *            if the server does not have the object; FAILED; PROTOCOL; PARTIAL if only part of the
 *            object arrived. */
enum everyuri_status everyuri_fetch(const struct everyuri_uri *uri,
                                    const struct everyuri_fetch_options *options,
                                    const struct everyuri_receiver *receiver,
                                    struct everyuri_buf *buf, struct everyuri_fetched *fetched,
                                    struct everyuri_error *err);

/** Loads the files and libraries that the first fetch would load, so that the program can then enter
 *  a sandbox.
 *  Errors: UNSUPPORTED if a library or file is not installed. */
enum everyuri_status everyuri_fetch_ready(struct everyuri_error *err);

/** Connects a socket, as for HTTP's CONNECT.  The policy checks every address.  Sends nothing.
 *  host:    an address (IPv6 without brackets) or a name in US-ASCII.
 *  options: only config and connect_ms are used; NULL means the default.
 *  fd:      receives a non-blocking socket, which the caller closes.
 *  Errors:  UNSAFE (refused by the policy), FAILED, UNSUPPORTED, NO_MEMORY. */
enum everyuri_status everyuri_connect(const char *host, size_t len, uint16_t port,
                                      const struct everyuri_fetch_options *options, int *fd,
                                      struct everyuri_error *err);

/** A message to send. */
struct everyuri_letter {
	struct everyuri_text text; /**< RFC 5322 in UTF-8, with To, Cc and Bcc; lines end in LF or
	                                CR LF.  Missing Date, From, Message-ID and MIME fields are
	                                added; characters beyond US-ASCII are encoded */
	struct everyuri_text user, password; /**< login at the server, sent only over TLS; if
	                                          user.data is NULL, no login */
};

/** Sends a message by SMTP.  If the server refuses one recipient, the message is sent to none
 *  of them.
 *  options: config->smtp is the server, which the policy checks; config->sender is the envelope's
 *           sender (default: the address of From); ca_file, insecure and the timeouts are used.  If
 *           the server offers STARTTLS, TLS is used and must succeed.
 *  buf:     holds fetched->said.
 *  fetched: `begun` is true if a connection to the server was attempted.
 *  Errors:  INVALID, at a byte of the text; MISSING if there is no recipient, sender or server;
 *           UNSUPPORTED if the body cannot be encoded; UNSAFE, FAILED, PROTOCOL, NO_MEMORY.
 *  Source:  RFC 5321, RFC 3207, RFC 6409. */
enum everyuri_status everyuri_send(const struct everyuri_letter *letter,
                                   const struct everyuri_fetch_options *options,
                                   struct everyuri_buf *buf, struct everyuri_fetched *fetched,
                                   struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
