/* fetching.h - one access, as the files of fetch share it. */
#ifndef EU_FETCH_FETCHING_H
#define EU_FETCH_FETCHING_H

#include "base/base.h"
#include "base/secret.h"
#include "everyuri/access.h"
#include "everyuri/fetch.h"
#include "net/net.h"
#include "store/store.h"

/** Who named the URI in hand.  A server's word, and a URI within a URI, lead to nothing on this machine
 *  (THREATS C5). */
enum eu_led_by {
	EU_LED_BY_USER,  /* the caller, or a gateway or resolver of the configuration */
	EU_LED_BY_URI,   /* the URI that the caller named: a selector "URL:" of gopher */
	EU_LED_BY_SERVER /* a redirect */
};

/** An access, from the first URI to the object. */
struct eu_fetching {
	const struct everyuri_fetch_options *options;
	const struct everyuri_receiver *receiver; /* the caller's */
	struct everyuri_receiver own;             /* ours, in front of it */
	struct eu_net_options net;
	uint64_t begun_ms;

	struct everyuri_uri uri; /* in hand */
	struct everyuri_plan plan;
	struct everyuri_buf text, plan_buf, item_buf; /* of these; and the URI of an item */

	enum eu_led_by led_by;    /* the least trusted of all who led to uri */
	struct everyuri_buf next; /* where the object is said to be instead; len 0: nowhere else */
	struct everyuri_buf
		official; /* what the server calls the object, in full; len 0: nothing */

	bool begun;                      /* a plan was made, and begun */
	bool told;                       /* receiver->begin was called */
	bool no_memory;                  /* for something that belongs to the object */
	uint64_t bytes;                  /* told */
	uint64_t n_items;                /* the same */
	bool too_many;                   /* items, and no more were told */
	struct everyuri_text media_type; /* by the name's suffix */
	char origin[300]; /* scheme, host and port that the user's headers were first sent to */
	size_t n_origin;
	char proxy[270];           /* host and port that the plan in hand goes through */
	struct everyuri_buf login; /* user and password that it was told; len 0: none */
	size_t n_user;             /* of its bytes the user's */
	bool no_password;          /* the password is not known, and may be asked for */
	unsigned http_status;      /* of the last response; 0: the plan in hand had none */
	char said[512];            /* the server's last words */
	size_t n_said;
};

/** Tell what happens. */
void eu_fetch_event(struct eu_fetching *f, enum everyuri_event_kind kind, const char *data,
                    size_t len);

/** Keep the server's words. */
void eu_fetch_said(struct eu_fetching *f, const char *data, size_t len);

/** The server calls the object so, perhaps partially.  Only the place that it speaks for counts (RFC
 *  9110 8.7): it could take any other's name. */
void eu_fetch_official(struct eu_fetching *f, struct everyuri_text uri);

/** The object's own URI: what the server calls it, or what was asked for at last. */
struct everyuri_text eu_fetch_uri(const struct eu_fetching *f);

/** Ask the user.  Returns: as options->ask; -1 too where there is nobody. */
long eu_fetch_ask(struct eu_fetching *f, const char *what, char *data, size_t cap);

/** Copy into a buffer. */
enum everyuri_status eu_fetch_keep(struct everyuri_buf *buf, const char *data, size_t len,
                                   struct everyuri_error *err);

/** receiver.c: the receiver in front of the caller's. */
void eu_fetch_receive(struct eu_fetching *f);

/** converse.c, web.c, directory.c: carry the plan out; here.c: its first step. */
enum everyuri_status eu_fetch_converse(struct eu_fetching *f, struct everyuri_error *err);
enum everyuri_status eu_fetch_web(struct eu_fetching *f, struct everyuri_error *err);
enum everyuri_status eu_fetch_directory(struct eu_fetching *f, struct everyuri_error *err);
enum everyuri_status eu_fetch_here(struct eu_fetching *f, const struct everyuri_step *step,
                                   struct everyuri_error *err);

/** draft.c: a message for the user to change and to send. */
enum everyuri_status eu_fetch_draft(struct eu_fetching *f, const struct everyuri_step *step,
                                    struct everyuri_error *err);

/** fetch.c: what the options say of connections. */
struct eu_net_options eu_fetch_net(const struct everyuri_fetch_options *options);

/** message.c: a step that looks a message up.  One that was posted to news groups is told to be an
 *  article too, by a warning. */
enum everyuri_status eu_fetch_message(struct eu_fetching *f, const struct everyuri_step *step,
                                      struct everyuri_error *err);

#endif
