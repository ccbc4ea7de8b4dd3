/* pages.h - objects as pages, one file a kind.
 *
 * A page is written as its object comes, so that memory does not depend on its size.  Everything
 * that is not ours goes through everyuri_write_html or eu_page_href.  The response is ended (with
 * eu_http_response_end) by the caller: only he knows whether the access was whole. */
#ifndef GATEWAY_PAGES_H
#define GATEWAY_PAGES_H

#include "gateway/gateway.h"
#include "gateway/subresource.h"

/* ---- page.c: what all pages have -------------------------------------------------------------------- */

struct page {
	struct http_response *response; /* its writer is the page's */
	const struct everyuri_gateway *gateway;
	struct everyuri_text
		uri; /* of the object: the base of its links; data NULL: a page of ours */
	struct everyuri_text title; /* data NULL: the URI */
	bool proxied;  /* asked for as of a proxy: links stay URIs, and there is no bar */
	bool raw;      /* a document's own bytes are wanted */
	bool terminal; /* it has one: its scripts, and a policy that lets them work */
	enum subresource_kind subresource; /* it is loaded by a page of others, as this alone */
	bool inside;                       /* it came from an address that is not public */
	bool document;                     /* it has bytes of its own: the bar leads to them */
	unsigned status;                   /* of the response; 0: 200 */
	/* Of a message (eu_page_mail) this part alone is wanted, counted from 1, as "/_/part?uri=U&part=N"
	 * has it; 0: all of it.  An object of another kind has none: who asked for a part of it is
	 * refused by the caller (showing->kind tells). */
	size_t part;
	const struct everyuri_message *message; /* whose parts cid: names; NULL: none */
};

/* The head of the response and of the page, its bar (the URI with its parts in colour, editable; "up", "plan",
 * "raw"), and <main>. */
void eu_page_begin(struct page *page);

/* </main> and what stands below it. */
void eu_page_end(struct page *page);

/* The value of href for a URI: in origin form "/" and the whole of it percent-encoded, its fragment
 * outside; in proxy form as it is.  Writes nothing where the link is not to be made (everyuri_render_links_to,
 * and the schemes that users registered). Returns: was it written? */
bool eu_page_href(struct page *page, struct everyuri_text uri);

/* <a href="...">label</a>, or the label and the URI in <code> where no link may be made. */
void eu_page_link(struct page *page, struct everyuri_text uri, struct everyuri_text label);

/* <h1>: the page's title or, where it has none, a name made of the URI (eu_page_name). */
void eu_page_heading(struct page *page);

/* The page that asks whether to send a block of data: its button is a POST with the gateway's token. */
void eu_page_block(struct page *page, struct everyuri_text block);

/* Text, escaped; markup of ours, as it is. */
void eu_page_text(struct page *page, const char *data, size_t len);
void eu_page_say(struct page *page, const char *markup);

/* ---- object.c: whichever kind it is -------------------------------------------------------------------- */

/* One object as it comes.  Zero, but for page, to begin with. */
struct showing { /* bytes and items are counted here */
	struct page page;
	struct everyuri_object object; /* its texts only while begin is called */
	const struct page_kind *kind;  /* who shows it; NULL: nothing has begun */
	void *state;                   /* of that kind, from malloc */
	uint64_t n_items, n_bytes;
	bool limited; /* stopped by a limit of ours, and the page says so */
	bool enough;  /* stopped because the page needs no more of the object: it is whole */
	/* A document of no known type waits here until its first bytes have told. */
	bool waits;
	size_t n_held;
	char held[512];
};

/* What one page shows: more would be of no use to a browser. */
#define SHOWING_ITEMS_MAX 1000000u

/* A kind of page: a row a file. */
struct page_kind {
	const char *name;
	/* Is this object its own? */
	bool (*takes)(const struct page *page, const struct everyuri_object *object);
	/* Each returns false to stop. */
	bool (*begin)(struct showing *showing, const struct everyuri_object *object);
	bool (*bytes)(struct showing *showing, const char *data, size_t len);
	bool (*item)(struct showing *showing, const struct everyuri_item *item);
	/* good: all of it came; otherwise the page says what is missing, and why. */
	void (*end)(struct showing *showing, bool good, const struct everyuri_error *err);
};

/* In this order; the last takes what is left. */
extern const struct page_kind eu_page_session, eu_page_index, eu_page_threads, eu_page_listing,
	eu_page_menu, eu_page_mail, eu_page_html, eu_page_gemini, eu_page_plain_text, eu_page_media,
	eu_page_bytes;

struct everyuri_receiver eu_showing_receiver(struct showing *showing);

/* The end of the page.  Returns: was there one?  If not, a page that refuses is still to be written. */
bool eu_showing_end(struct showing *showing, bool good, const struct everyuri_error *err);

/* ---- terminal.c: a session in the page --------------------------------------------------------------- */

/* ticket: for its WebSocket; empty: xterm.js is not there, and the page says how to get it. */
void eu_page_terminal(struct page *page, struct everyuri_text ticket);

/* ---- refusal.c: what was asked, what was refused, by which rule, what allows it -------------------------- */

/* said: the server's last words; data NULL: none. */
void eu_page_refuse(struct page *page, unsigned status, const struct everyuri_error *err,
                    struct everyuri_text said);

/* ---- explain.c: the front door ------------------------------------------------------------------------------ */

/* uri: what is looked up; text: what is searched for URIs.  data NULL: none; then the box alone. */
void eu_page_explain(struct page *page, struct everyuri_text uri, struct everyuri_text text);

/* ---- plan.c: the plan of a URI as a page ------------------------------------------------------------------------ */
void eu_page_plan(struct page *page, struct everyuri_text uri);

/* ---- parts.c: style, script, icon --------------------------------------------------------------------------------- */

/* One of our own files, by its name ("style.css").  Returns: false if there is none; nothing is written then. */
bool eu_page_part(struct http_response *response, struct everyuri_text name);

#endif
