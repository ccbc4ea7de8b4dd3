/* pages.h - shows objects as pages, with one file for each kind of page.
 *
 * A page is written while its object arrives, so memory use does not depend on the object's
 * size.  All foreign text must go through everyuri_write_html() or eu_page_href().  The caller
 * ends the response with eu_http_response_end(), because only the caller knows whether the fetch
 * was complete. */
#ifndef GATEWAY_PAGES_H
#define GATEWAY_PAGES_H

#include "gateway/gateway.h"
#include "gateway/subresource.h"

/* ---- page.c: common to all pages -------------------------------------------------------------------- */

struct page {
	struct http_response *response; /* the page is written to its writer */
	const struct everyuri_gateway *gateway;
	struct everyuri_text
		uri; /* of the object, the base of its links; data NULL: one of our own pages */
	struct everyuri_text title; /* data NULL: use the URI */
	bool proxied;               /* proxy request: links stay URIs, and there is no bar */
	bool raw;                   /* the unchanged bytes of a document were requested */
	bool terminal; /* has a terminal: needs its scripts, and a policy that allows them */
	enum subresource_kind subresource; /* not NONE: loaded as this kind by a foreign page */
	bool inside;                       /* came from an address that is not public */
	bool document;                     /* shows a document: the bar links to its raw bytes */
	unsigned status;                   /* of the response; 0: 200 */
	/* Part of a message (eu_page_mail) that was requested, counted from 1, as in
	 * "/_/part?uri=U&part=N"; 0: the whole message.  Objects of other kinds have no parts, and
	 * the caller refuses the request (showing->kind tells the kind). */
	size_t part;
	const struct everyuri_message *message; /* resolves cid: URIs to its parts, or NULL */
};

/* Begins the response and the page: the head, the bar (the URI with its parts in colour, editable;
 * "up", "plan", "raw"), and <main>. */
void eu_page_begin(struct page *page);

/* Ends the page: </main> and the footer. */
void eu_page_end(struct page *page);

/* Writes the value of href for a URI.  In origin form this is "/" and the URI percent-encoded,
 * except for its fragment; in proxy form it is the URI itself.  Writes nothing if the page may not
 * link to it (everyuri_render_links_to(), and schemes in the configuration).  Returns: whether it
 * was written. */
bool eu_page_href(struct page *page, struct everyuri_text uri);

/* Writes <a href="...">label</a>, or the label and the URI in <code> if the page may not link
 * to it. */
void eu_page_link(struct page *page, struct everyuri_text uri, struct everyuri_text label);

/* Writes <h1>: the page's title or, without one, a name from the URI (eu_page_name()). */
void eu_page_heading(struct page *page);

/* Writes the page that asks whether to send a data block.  Its button sends a POST with the
 * gateway's token. */
void eu_page_block(struct page *page, struct everyuri_text block);

/* eu_page_text() writes text, escaped; eu_page_say() writes our own markup, unchanged. */
void eu_page_text(struct page *page, const char *data, size_t len);
void eu_page_say(struct page *page, const char *markup);

/* ---- object.c: an object of any kind ------------------------------------------------------------------- */

/* One object while it arrives.  Initialise to zero, except for `page`. */
struct showing { /* counts bytes and items */
	struct page page;
	struct everyuri_object object; /* its texts are valid only during begin */
	const struct page_kind *kind;  /* its page kind; NULL: not begun */
	void *state;                   /* of the page kind, from malloc; freed at the end */
	uint64_t n_items, n_bytes;
	bool limited; /* stopped by our own limit; the page says so */
	bool enough;  /* stopped because the page needs no more; it is complete */
	/* A document of unknown type is held until its first bytes show the type. */
	bool waits;
	size_t n_held;
	char held[512];
};

/* Maximum items in one page; browsers cannot handle more. */
#define SHOWING_ITEMS_MAX 1000000u

/* A kind of page: a table row, defined in its own file. */
struct page_kind {
	const char *name;
	/* Returns whether this kind shows the object. */
	bool (*takes)(const struct page *page, const struct everyuri_object *object);
	/* Each returns false to stop. */
	bool (*begin)(struct showing *showing, const struct everyuri_object *object);
	bool (*bytes)(struct showing *showing, const char *data, size_t len);
	bool (*item)(struct showing *showing, const struct everyuri_item *item);
	/* good: the object is complete; otherwise the page says what is missing, and why. */
	void (*end)(struct showing *showing, bool good, const struct everyuri_error *err);
};

/* In this order; the last accepts any object. */
extern const struct page_kind eu_page_session, eu_page_index, eu_page_threads, eu_page_listing,
	eu_page_menu, eu_page_mail, eu_page_html, eu_page_gemini, eu_page_plain_text, eu_page_media,
	eu_page_bytes;

struct everyuri_receiver eu_showing_receiver(struct showing *showing);

/* Ends the page.  Returns: false if none was begun; then the caller must write an error page. */
bool eu_showing_end(struct showing *showing, bool good, const struct everyuri_error *err);

/* ---- terminal.c: a terminal session in the page ------------------------------------------------------ */

/* ticket: for its WebSocket; empty if xterm.js is not installed: the page then says how to
 * install it. */
void eu_page_terminal(struct page *page, struct everyuri_text ticket);

/* ---- refusal.c: error pages: the request, the rule, how to allow it -------------------------------------- */

/* said: the server's last reply; data NULL if none. */
void eu_page_refuse(struct page *page, unsigned status, const struct everyuri_error *err,
                    struct everyuri_text said);

/* ---- explain.c: the front page ------------------------------------------------------------------------------ */

/* uri: to explain; text: to search for URIs.  data NULL: not requested; without both, the page has
 * only the forms. */
void eu_page_explain(struct page *page, struct everyuri_text uri, struct everyuri_text text);

/* ---- plan.c: the plan of a URI as a page ------------------------------------------------------------------------ */
void eu_page_plan(struct page *page, struct everyuri_text uri);

/* ---- parts.c: style, script, icon --------------------------------------------------------------------------------- */

/* Sends one of our own files, by its name ("style.css").  Returns: false, with nothing sent, if
 * there is no such file. */
bool eu_page_part(struct http_response *response, struct everyuri_text name);

#endif
