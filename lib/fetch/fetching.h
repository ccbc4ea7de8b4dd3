/* fetching.h - the state of one fetch, shared by the files of this directory. */
#ifndef EU_FETCH_FETCHING_H
#define EU_FETCH_FETCHING_H

#include "base/base.h"
#include "base/secret.h"
#include "everyuri/access.h"
#include "everyuri/fetch.h"
#include "net/net.h"
#include "store/store.h"

/** Who named the current URI.  A URI that came from a server, or from within a URI, must not name
 *  anything on this machine (THREATS C5). */
enum eu_led_by {
	EU_LED_BY_USER,  /* the caller, or a gateway or resolver in the configuration */
	EU_LED_BY_URI,   /* the URI that the caller named contains it, as a gopher selector
	                    "URL:..." */
	EU_LED_BY_SERVER /* a server, by a redirect */
};

/** One fetch, from the first URI to the object. */
struct eu_fetching {
	const struct everyuri_fetch_options *options;
	const struct everyuri_receiver *receiver; /* the receiver of the caller */
	struct everyuri_receiver own;             /* the receiver that wraps the caller's */
	struct eu_net_options net;
	uint64_t begun_ms;

	struct everyuri_uri uri; /* the current URI */
	struct everyuri_plan plan;
	struct everyuri_buf text, plan_buf, item_buf; /* memory for `uri`, for the plan, and for the
	                                                 URI of an item */

	enum eu_led_by led_by;    /* who named `uri`; if earlier URIs came from a less trusted
	                             source, that source */
	struct everyuri_buf next; /* the URI to which a redirect or reference points; len is 0 if
	                             there is none */
	struct everyuri_buf
		official; /* the full URI of the object according to the server; len is 0 if there
		             is none */

	bool begun;                      /* a plan was made, and its execution started */
	bool told;                       /* receiver->begin was called */
	bool no_memory;                  /* memory ran out for some data of the object */
	uint64_t bytes;                  /* number of bytes of the object passed to the receiver */
	uint64_t n_items;                /* number of items passed to the receiver */
	bool too_many;                   /* more items came than the limit allows; the rest was
	                                    dropped */
	struct everyuri_text media_type; /* media type guessed from the suffix */
	char origin[300]; /* scheme, host and port to which the user's headers were first sent */
	size_t n_origin;
	char proxy[270];           /* host and port of the current plan's proxy */
	struct everyuri_buf login; /* user and password for that origin; len is 0 if there is
	                              none */
	size_t n_user;             /* length of the user name in `login`, in bytes */
	bool no_password;          /* the password is not known, but the user may be asked for it */
	unsigned http_status;      /* status of the last response in the current plan; 0 if there is
	                              none */
	char said[512];            /* the last message from the server */
	size_t n_said;
};

/** Reports an event to the caller. */
void eu_fetch_event(struct eu_fetching *f, enum everyuri_event_kind kind, const char *data,
                    size_t len);

/** Stores a message from the server. */
void eu_fetch_said(struct eu_fetching *f, const char *data, size_t len);

/** Stores the URI, perhaps relative, that the server says the object has.  Ignores it unless it
 *  has the same origin (RFC 9110 8.7), since a server could name any URI. */
void eu_fetch_official(struct eu_fetching *f, struct everyuri_text uri);

/** Returns the object's URI: the one that the server gives or, if it gives none, the URI last
 *  requested. */
struct everyuri_text eu_fetch_uri(const struct eu_fetching *f);

/** Asks the user.  Returns: the result of options->ask, or -1 if there is no such callback. */
long eu_fetch_ask(struct eu_fetching *f, const char *what, char *data, size_t cap);

/** Copies data into a buffer. */
enum everyuri_status eu_fetch_keep(struct everyuri_buf *buf, const char *data, size_t len,
                                   struct everyuri_error *err);

/** receiver.c: installs a receiver that wraps the caller's. */
void eu_fetch_receive(struct eu_fetching *f);

/** converse.c, web.c and directory.c run the whole plan; here.c runs its first step. */
enum everyuri_status eu_fetch_converse(struct eu_fetching *f, struct everyuri_error *err);
enum everyuri_status eu_fetch_web(struct eu_fetching *f, struct everyuri_error *err);
enum everyuri_status eu_fetch_directory(struct eu_fetching *f, struct everyuri_error *err);
enum everyuri_status eu_fetch_here(struct eu_fetching *f, const struct everyuri_step *step,
                                   struct everyuri_error *err);

/** draft.c: makes a message that the user edits and sends. */
enum everyuri_status eu_fetch_draft(struct eu_fetching *f, const struct everyuri_step *step,
                                    struct everyuri_error *err);

/** fetch.c: returns the network options of a fetch. */
struct eu_net_options eu_fetch_net(const struct everyuri_fetch_options *options);

/** message.c: runs a step that looks up a message.  Warns if the message was also posted to
 *  newsgroups as an article. */
enum everyuri_status eu_fetch_message(struct eu_fetching *f, const struct everyuri_step *step,
                                      struct everyuri_error *err);

#endif
