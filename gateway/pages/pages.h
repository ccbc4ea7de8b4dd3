/* pages.h - shows objects as pages.  Each kind of page has its own file.
 *
 * A page is written while its object arrives, so memory use does not depend on the size of the
 * object.  All foreign text must go through everyuri_write_html() or eu_page_href().  The caller
 * ends the response with eu_http_response_end(), because only the caller knows whether the fetch
 * was complete. */
#ifndef GATEWAY_PAGES_H
#define GATEWAY_PAGES_H

#include "gateway/gateway.h"
#include "gateway/subresource.h"

/* ---- page.c: common to all pages -------------------------------------------------------------------- */

struct page {
	struct http_response *response; /* the page is written to the writer of this response */
	const struct everyuri_gateway *gateway;
	struct everyuri_text
		uri; /* URI of the object, the base of its links; data is NULL for our own pages */
	struct everyuri_text title; /* if data is NULL, the page shows the URI as its title */
	bool proxied;               /* requested by a proxy client: links stay URIs, and the page
	                             * has no bar */
	bool raw;                   /* the bytes of a document were requested unchanged */
	bool terminal; /* the page has a terminal: it needs the terminal's scripts, and a policy
	                * that allows them */
	enum subresource_kind subresource; /* if not NONE, a foreign page loads the object as this
	                                    * kind */
	bool inside;                       /* the object came from an address that is not public */
	bool document;                     /* the page shows a document, so the bar links to the raw
	                                    * bytes */
	unsigned status;                   /* status of the response; 0 means 200 */
	/* The part of a message (eu_page_mail) that was requested, counted from 1, as in
	 * "/_/part?uri=U&part=N"; 0 requests the whole message.  Objects of other kinds have no
	 * parts.  The caller finds the kind in showing->kind, and refuses the request. */
	size_t part;
	const struct everyuri_message *message; /* message to whose parts cid: URIs refer, or
	                                         * NULL */
};

/* Begins the response and the page.  Writes the head, the bar and <main>.  The bar shows the URI
 * with its parts in colour in an editable field, and the links "up", "plan" and "raw". */
void eu_page_begin(struct page *page);

/* Ends the page.  Writes </main> and the footer. */
void eu_page_end(struct page *page);

/* Writes the value of href for a URI.  In origin form, the value is "/" and the URI
 * percent-encoded except for its fragment.  In proxy form, it is the URI itself.  Writes nothing
 * if the page may not link to the URI (see everyuri_render_links_to(), and schemes in the
 * configuration).  Returns whether it wrote the value. */
bool eu_page_href(struct page *page, struct everyuri_text uri);

/* Writes <a href="...">label</a>.  If the page may not link to the URI, writes the label, and the
 * URI in <code>. */
void eu_page_link(struct page *page, struct everyuri_text uri, struct everyuri_text label);

/* Writes <h1> with the title of the page.  Without a title, it contains a name from
 * eu_page_name(). */
void eu_page_heading(struct page *page);

/* Writes a page that asks the user whether to send a data block.  The button on the page sends a
 * POST with the gateway's token. */
void eu_page_block(struct page *page, struct everyuri_text block);

/* eu_page_text() writes text in escaped form.  eu_page_say() writes our own markup unchanged. */
void eu_page_text(struct page *page, const char *data, size_t len);
void eu_page_say(struct page *page, const char *markup);

/* ---- object.c: an object of any kind ------------------------------------------------------------------- */

/* One object while it arrives.  The caller sets `page`, and initialises the rest to zero. */
struct showing { /* this struct counts the bytes and items of the object */
	struct page page;
	struct everyuri_object object; /* texts of the object are valid only during begin */
	const struct page_kind *kind;  /* kind of the page; NULL until begin */
	void *state;                   /* state of the page kind, from malloc; freed at the end */
	uint64_t n_items, n_bytes;
	bool limited; /* stopped by a limit of the gateway, which the page reports */
	bool enough;  /* stopped because the page needs no more data; the page is complete */
	/* A document of unknown type is held until its first bytes show the type. */
	bool waits;
	size_t n_held;
	char held[512];
};

/* Maximum number of items in a page, because browsers cannot handle more. */
#define SHOWING_ITEMS_MAX 1000000u

/* A kind of page.  Each kind is a table row, defined in its own file. */
struct page_kind {
	const char *name;
	/* Returns whether this kind shows the object. */
	bool (*takes)(const struct page *page, const struct everyuri_object *object);
	/* Each of these functions returns false to stop the fetch. */
	bool (*begin)(struct showing *showing, const struct everyuri_object *object);
	bool (*bytes)(struct showing *showing, const char *data, size_t len);
	bool (*item)(struct showing *showing, const struct everyuri_item *item);
	/* good: the object is complete.  If it is not, the page shows what is missing, and why. */
	void (*end)(struct showing *showing, bool good, const struct everyuri_error *err);
};

/* The first kind in this order that takes the object shows it; the last takes any object. */
extern const struct page_kind eu_page_session, eu_page_index, eu_page_threads, eu_page_listing,
	eu_page_menu, eu_page_mail, eu_page_html, eu_page_gemini, eu_page_plain_text, eu_page_media,
	eu_page_bytes;

struct everyuri_receiver eu_showing_receiver(struct showing *showing);

/* Ends the page.  Returns false if no page was begun; the caller must then write an error page. */
bool eu_showing_end(struct showing *showing, bool good, const struct everyuri_error *err);

/* ---- terminal.c: a terminal session in the page ------------------------------------------------------ */

/* ticket: for the WebSocket of the page; empty if xterm.js is not installed.  In that case the
 * page explains how to install it. */
void eu_page_terminal(struct page *page, struct everyuri_text ticket);

/* ---- refusal.c: error pages: the request, the rule, how to allow it -------------------------------------- */

/* said: the last reply of the server; its data is NULL if there was none. */
void eu_page_refuse(struct page *page, unsigned status, const struct everyuri_error *err,
                    struct everyuri_text said);

/* ---- explain.c: the front page ------------------------------------------------------------------------------ */

/* Writes the front page.  uri is explained, and text is searched for URIs; the data of each is
 * NULL if it was not requested.  Without both, the page has only the forms. */
void eu_page_explain(struct page *page, struct everyuri_text uri, struct everyuri_text text);

/* ---- plan.c: the plan of a URI as a page ------------------------------------------------------------------------ */
void eu_page_plan(struct page *page, struct everyuri_text uri);

/* ---- parts.c: style, script, icon --------------------------------------------------------------------------------- */

/* Sends one of our own files by its name, such as "style.css".  If there is no such file, sends
 * nothing and returns false. */
bool eu_page_part(struct http_response *response, struct everyuri_text name);

#endif
