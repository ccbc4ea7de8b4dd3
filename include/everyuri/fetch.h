/* fetch.h - what is there: a URI becomes an object.
 *
 * The plan is made (scheme.h), judged (policy.h) and carried out exactly; what is listed becomes
 * URIs.  A redirect or a reference is another URI, with a plan and a judgement of its own. */
#ifndef EVERYURI_FETCH_H
#define EVERYURI_FETCH_H

#include "object.h"
#include "scheme.h"

#ifdef __cplusplus
extern "C" {
#endif

#define EVERYURI_HOPS_MAX 20 /**< redirects and references, one after another (THREATS C9) */

/** What happens, as it happens; see everyuri_fetch_options.event. */
enum everyuri_event_kind {
	EVERYURI_EVENT_PLAN = 0, /**< uri: a plan was made; of the first URI or of the next hop */
	EVERYURI_EVENT_STEP = 1, /**< text: what is done */
	EVERYURI_EVENT_SENT = 2, /**< text: a line, its secrets masked */
	EVERYURI_EVENT_SAID = 3, /**< text: the server's line, raw */
	EVERYURI_EVENT_WARNING = 4, /**< text: what deserves care */
	EVERYURI_EVENT_NEXT = 5     /**< uri: it led to nothing, text: for this reason, static; the
	                                 next gateway or resolver is tried */
};

struct everyuri_event {
	enum everyuri_event_kind kind;
	struct everyuri_text uri, text;
	uint64_t ms; /**< since the access began */
	size_t at;   /**< WARNING: the byte of uri that it is about */
};

/** How an access is made.  {0} is the default. */
struct everyuri_fetch_options {
	const struct everyuri_config *config;
	const char *ca_file; /**< NULL: the system's */
	bool insecure;       /**< any certificate will do */
	bool no_hops;        /**< redirects and references are told, not followed */
	uint64_t from;       /**< resume at this byte */
	unsigned connect_ms, idle_ms, total_ms; /**< 0: 10 s, 30 s, 1 h */
	const struct everyuri_text *headers;    /**< of http: "Name: value" */
	size_t n_headers;
	const struct everyuri_text *mail; /**< Maildirs, mbox files, spools, for mid and cid */
	size_t n_mail;
	struct everyuri_text mail_index; /**< a file that remembers where messages are */
	struct everyuri_text root;       /**< file: leads nowhere out of it; data NULL: none */

	/** The user is asked for a password, or the words of a form; NULL: nobody is there.
	 *  what:    "password" or "form"; for whom: the URI without its password.
	 *  Returns: the answer's length in data[0 .. cap), or -1 for none. */
	long (*ask)(void *context, const char *what, struct everyuri_text uri, char *data,
	            size_t cap);
	void (*event)(void *context, const struct everyuri_event *event); /**< or NULL */
	void *context;                                                    /**< of these functions */

	/** Does the user, who sees the block of data that the URI brings along, agree to send it?  Nothing
	 *  has been connected to.  NULL: no, unless the configuration has EVERYURI_FORM_AGREED. */
	bool (*agree)(void *context, struct everyuri_text uri, struct everyuri_text block);
};

/** What has become of it. */
struct everyuri_fetched {
	struct everyuri_text uri;  /**< the object's official one: the base of its links; in buf */
	struct everyuri_text said; /**< the server's last words where it failed; in buf */
	struct everyuri_text
		next; /**< with no_hops: where the object is said to be, in the server's
	                                words, perhaps a partial form; data NULL: nowhere else */
	unsigned hops;
	unsigned http_status; /**< the last hop's, as RFC 9110 15 has it; 0: no HTTP response */
	uint64_t bytes;       /**< told */
	bool begun;           /**< there was a plan, and it was begun */
};

/** Get an object.
 *  uri:      read by any standard; redirects and references are read by the same.
 *  receiver: is told the object; items come with their URI where one can be made.
 *  buf:      holds the texts of *fetched.
 *  Errors:   as everyuri_plan_make; UNSAFE also where an address is refused; MISSING, FAILED,
 *            PROTOCOL, PARTIAL: some of the object was told, and it is not whole. */
enum everyuri_status everyuri_fetch(const struct everyuri_uri *uri,
                                    const struct everyuri_fetch_options *options,
                                    const struct everyuri_receiver *receiver,
                                    struct everyuri_buf *buf, struct everyuri_fetched *fetched,
                                    struct everyuri_error *err);

/** Load what an access would load when it is first made, for a program that gives up its files
 *  afterwards.
 *  Errors: UNSUPPORTED: it is not there. */
enum everyuri_status everyuri_fetch_ready(struct everyuri_error *err);

/** A connected socket, for octets that are not ours, as behind CONNECT.  Every address is judged by
 *  the policy, as for an access; nothing is sent.
 *  host:    an address (IPv6 without brackets), or a name in US-ASCII; len bytes.
 *  options: config, connect_ms; NULL: the default.
 *  *fd:     non-blocking; the caller's to close.
 *  Errors:  UNSAFE (the policy), FAILED, UNSUPPORTED, NO_MEMORY. */
enum everyuri_status everyuri_connect(const char *host, size_t len, uint16_t port,
                                      const struct everyuri_fetch_options *options, int *fd,
                                      struct everyuri_error *err);

/** A message that is to be sent. */
struct everyuri_letter {
	struct everyuri_text text; /**< RFC 5322 in UTF-8, with To, Cc and Bcc; lines end in LF or
	                                CR LF.  What is missing of Date, From, Message-ID and MIME
	                                is added, what is beyond US-ASCII is encoded */
	struct everyuri_text user, password; /**< for the server, over TLS only; user.data NULL:
	                                          none */
};

/** Send a message by SMTP, to all of its recipients or to none.
 *  options: config->smtp is the server, which the policy judges, and config->sender the envelope's
 *           sender (without one, the address of From); ca_file, insecure and times count; STARTTLS
 *           is used where the server offers it, and must then succeed.
 *  buf:     holds fetched->said.
 *  fetched: begun: a server was gone to.
 *  Errors:  INVALID: err->at, a byte of the text; MISSING: no recipient, sender or server;
 *           UNSUPPORTED: a body that cannot be encoded; UNSAFE, FAILED, PROTOCOL, NO_MEMORY.
 *  Source:  RFC 5321, RFC 3207, RFC 6409. */
enum everyuri_status everyuri_send(const struct everyuri_letter *letter,
                                   const struct everyuri_fetch_options *options,
                                   struct everyuri_buf *buf, struct everyuri_fetched *fetched,
                                   struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
