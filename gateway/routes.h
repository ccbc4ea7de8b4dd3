/* routes.h - one request on its way to its answer, as the files of gateway/ share it. */
#ifndef GATEWAY_ROUTES_H
#define GATEWAY_ROUTES_H

#include "gateway/gateway.h"
#include "gateway/pages/pages.h"

/* A request in hand. */
struct asked {
	struct everyuri_gateway *gateway;
	const struct http_request *request;
	struct http_response *response;
	bool proxied;                   /* the target is a URI, as of a proxy */
	struct everyuri_text path;      /* of the target, otherwise: with its first "/" */
	struct everyuri_text query;     /* behind its first "?"; data NULL: there is none */
	struct everyuri_text uri;       /* what is asked for; data NULL: a page of ours */
	char *held;                     /* memory for it, from malloc, or NULL */
	struct subresource subresource; /* what of a page of others it is */
	size_t part;                    /* of a message this part, counted from 1; 0: all of it */
	bool agreed;                    /* the user has pressed the button of eu_page_block */
	bool cut; /* the object is not whole: nobody is to take the response for it */
	struct answered answered;
};

/* ---- guard.c: who may ask ------------------------------------------------------------------------------ */

/* THREATS G1, G2, G7: is this request for us, and does it come from a page of ours or from the user?  Returns:
 * 0, or the status that refuses it, with *why and *clause. */
unsigned eu_guard_request(const struct asked *asked, const char **why, const char **clause);

/* Is this what a page of others loads, by an address that this gateway has put into it?
 *  uri: from malloc where it is; otherwise data NULL. */
bool eu_guard_subresource(const struct asked *asked, struct subresource *subresource,
                          struct everyuri_text *uri);

/* Is this one of the names that we are asked by ("localhost:8070")? */
bool eu_guard_names_us(const struct everyuri_gateway *gateway, struct everyuri_text authority);

/* ---- address.c: URIs as addresses of ours, and back -------------------------------------------------------- */

/* Is the path a URI: has its first segment, decoded, a colon?  One segment is the whole of it,
 * percent-encoded once more; where there are more, as a browser makes them of a relative link, only the
 * first is.
 * uri: from malloc.  Returns: 0, 404: it is none, or the status that refuses it. */
unsigned eu_address_read(struct everyuri_text path, struct everyuri_text query,
                         struct everyuri_text *uri);

/* "/" and the whole URI percent-encoded, its fragment outside.  Returns: from malloc; data NULL: no memory. */
struct everyuri_text eu_address_write(struct everyuri_text uri);

/* A value, decoded as a form's.  Returns: from malloc; data NULL: it cannot be, or out of memory. */
struct everyuri_text eu_address_decode(struct everyuri_text text);

/* The value of a name in a query, decoded as a form's.  Returns: from malloc; data NULL: there is none. */
struct everyuri_text eu_address_value(struct everyuri_text query, const char *name);

/* As eu_address_write, with the fragment inside: as a value in a query. */
struct everyuri_text eu_address_encode(struct everyuri_text text);

/* ---- user_input.c: what people type ------------------------------------------------------------------------------- */

/* The URI that was meant: without blanks and "<URL:...>" around it (RFC 3986, appendix C), of an IRI the URI
 * (RFC 3987 3.1), of a host alone that of its server (RFC 3986 4.5).  Returns: from malloc; data NULL: none,
 * or out of memory. */
struct everyuri_text eu_input_uri(struct everyuri_text text);

/* What lynx asks of a proxy: the words of a gopher search behind "?", as in RFC 1630, with "+" for blanks.  In a
 * gopher URI "?" is data, and links of ours have it encoded.  Returns: the search as RFC 1738 3.4.5 has it, from
 * malloc; data NULL: this is none, or out of memory. */
struct everyuri_text eu_input_search(struct everyuri_text uri);

/* ---- builtin.c: pages of ours ---------------------------------------------------------------------------------- */

/* Returns: was it one? */
bool eu_builtin_answer(struct asked *asked);

/* ---- show.c: a URI becomes a page ---------------------------------------------------------------------------- */

/* raw: a document's own bytes. */
void eu_show_answer(struct asked *asked, bool raw);

/* The status that goes with a reason why there is no object. */
unsigned eu_show_status(const struct everyuri_error *err);

/* A page that refuses. */
void eu_show_refusal(struct asked *asked, unsigned status, const struct everyuri_error *err,
                     struct everyuri_text said);

#endif
