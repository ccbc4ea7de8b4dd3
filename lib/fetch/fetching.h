/* fetching.h - the state of one access, shared by the files of fetch. */
#ifndef EU_FETCH_FETCHING_H
#define EU_FETCH_FETCHING_H

#include "base/base.h"
#include "base/secret.h"
#include "everyuri/access.h"
#include "everyuri/fetch.h"
#include "net/net.h"
#include "store/store.h"

/** Who named the current URI.  A URI from a server, or within a URI, must not lead to anything on
 *  this machine (THREATS C5). */
enum eu_led_by {
	EU_LED_BY_USER,  /* the caller, or a gateway or resolver of the configuration */
	EU_LED_BY_URI,   /* the URI that the caller named: a gopher selector "URL:" */
	EU_LED_BY_SERVER /* a redirect */
};

/** An access, from the first URI to the object. */
struct eu_fetching {
	const struct everyuri_fetch_options *options;
	const struct everyuri_receiver *receiver; /* of the caller */
	struct everyuri_receiver own;             /* wraps the caller's */
	struct eu_net_options net;
	uint64_t begun_ms;

	struct everyuri_uri uri; /* the current URI */
	struct everyuri_plan plan;
	struct everyuri_buf text, plan_buf, item_buf; /* memory of these; and of an item's URI */

	enum eu_led_by led_by;    /* the least trusted of all sources that led to uri */
	struct everyuri_buf next; /* where the object is instead; len 0: not elsewhere */
	struct everyuri_buf
		official; /* the full URI that the server gives the object; len 0: none */

	bool begun;                      /* a plan was made and started */
	bool told;                       /* receiver->begin was called */
	bool no_memory;                  /* out of memory for something of the object */
	uint64_t bytes;                  /* passed on */
	uint64_t n_items;                /* passed on */
	bool too_many;                   /* more items than the limit; the rest was dropped */
	struct everyuri_text media_type; /* by suffix */
	char origin[300]; /* scheme, host and port to which the user's headers were first sent */
	size_t n_origin;
	char proxy[270];           /* host and port of the current plan's proxy */
	struct everyuri_buf login; /* user and password sent to that origin; len 0: none */
	size_t n_user;             /* length of the user in login */
	bool no_password;          /* the password is not known; asking is allowed */
	unsigned http_status;      /* of the last response; 0: none in the current plan */
	char said[512];            /* the last message of the server */
	size_t n_said;
};

/** Reports an event to the caller. */
void eu_fetch_event(struct eu_fetching *f, enum everyuri_event_kind kind, const char *data,
                    size_t len);

/** Keeps the message of the server. */
void eu_fetch_said(struct eu_fetching *f, const char *data, size_t len);

/** Stores the URI, perhaps relative, that the server gives the object.  Only a URI of the same
 *  origin counts (RFC 9110 8.7): a server could claim any other. */
void eu_fetch_official(struct eu_fetching *f, struct everyuri_text uri);

/** Returns the object's URI: the one that the server gives it, or the one last requested. */
struct everyuri_text eu_fetch_uri(const struct eu_fetching *f);

/** Asks the user.  Returns: as options->ask; -1 also without that callback. */
long eu_fetch_ask(struct eu_fetching *f, const char *what, char *data, size_t cap);

/** Copies data into a buffer. */
enum everyuri_status eu_fetch_keep(struct everyuri_buf *buf, const char *data, size_t len,
                                   struct everyuri_error *err);

/** receiver.c: installs the receiver that wraps the caller's. */
void eu_fetch_receive(struct eu_fetching *f);

/** converse.c, web.c, directory.c: run the plan; here.c: runs its first step. */
enum everyuri_status eu_fetch_converse(struct eu_fetching *f, struct everyuri_error *err);
enum everyuri_status eu_fetch_web(struct eu_fetching *f, struct everyuri_error *err);
enum everyuri_status eu_fetch_directory(struct eu_fetching *f, struct everyuri_error *err);
enum everyuri_status eu_fetch_here(struct eu_fetching *f, const struct everyuri_step *step,
                                   struct everyuri_error *err);

/** draft.c: makes a message for the user to edit and to send. */
enum everyuri_status eu_fetch_draft(struct eu_fetching *f, const struct everyuri_step *step,
                                    struct everyuri_error *err);

/** fetch.c: returns the network options of an access. */
struct eu_net_options eu_fetch_net(const struct everyuri_fetch_options *options);

/** message.c: runs a step that looks up a message.  Warns if the message was also posted to news
 *  groups as an article. */
enum everyuri_status eu_fetch_message(struct eu_fetching *f, const struct everyuri_step *step,
                                      struct everyuri_error *err);

#endif
