/* routes.h - the state of a request while it is being answered, shared by the files in gateway/. */
#ifndef GATEWAY_ROUTES_H
#define GATEWAY_ROUTES_H

#include "gateway/gateway.h"
#include "gateway/pages/pages.h"

/* A request while it is being answered. */
struct asked {
	struct everyuri_gateway *gateway;
	const struct http_request *request;
	struct http_response *response;
	bool proxied;                   /* a proxy request, whose target is a URI */
	struct everyuri_text path;      /* path of the target, from its first "/"; unset for a proxy
	                                 * request */
	struct everyuri_text query;     /* text after the first "?"; data is NULL without a query */
	struct everyuri_text uri;       /* the requested URI; data is NULL for one of our own
	                                 * pages */
	char *held;                     /* memory of `uri` from malloc, or NULL */
	struct subresource subresource; /* its kind is set if a foreign page loads this URI */
	size_t part;                    /* number of the requested part of a message, from 1; 0
	                                 * requests the whole message */
	bool agreed;                    /* the user has agreed, by pressing the button of
	                                 * eu_page_block() */
	bool cut; /* the object is truncated, so the response must also look truncated */
	struct answered answered;
};

/* ---- guard.c: which requests are allowed --------------------------------------------------------------- */

/* Checks that the request is addressed to this gateway, and that one of our pages or the user
 * caused it (THREATS G1, G2, G7).  Returns 0, or the status that refuses the request, with *why and
 * *clause set. */
unsigned eu_guard_request(const struct asked *asked, const char **why, const char **clause);

/* Returns whether the path is a subresource address that this gateway wrote into a foreign page.
 *
 * uri: allocated with malloc if the function returns true; otherwise its data is NULL. */
bool eu_guard_subresource(const struct asked *asked, struct subresource *subresource,
                          struct everyuri_text *uri);

/* Returns whether the authority is a name of this gateway, such as "localhost:8070". */
bool eu_guard_names_us(const struct everyuri_gateway *gateway, struct everyuri_text authority);

/* ---- address.c: URIs as paths of the gateway, and back ----------------------------------------------------- */

/* Decodes the URI in a path.  The path contains a URI if its first segment, once decoded, contains
 * a colon.  Usually that segment is the whole URI in percent-encoded form.  A browser that resolves
 * a relative link appends more segments, which are not encoded.
 *
 * uri: from malloc.  Returns: 0; 404 if the path contains no URI; or the status that refuses it. */
unsigned eu_address_read(struct everyuri_text path, struct everyuri_text query,
                         struct everyuri_text *uri);

/* Returns "/" and the URI, percent-encoded except for its fragment.  The text is from malloc; its
 * data is NULL if out of memory. */
struct everyuri_text eu_address_write(struct everyuri_text uri);

/* Decodes a form value.  Returns a text from malloc.  Its data is NULL if the value is invalid, or
 * if out of memory. */
struct everyuri_text eu_address_decode(struct everyuri_text text);

/* Returns the value of a name in a query, decoded as a form value.  The text is from malloc.  Its
 * data is NULL if the name is not found. */
struct everyuri_text eu_address_value(struct everyuri_text query, const char *name);

/* Works like eu_address_write(), but also encodes the fragment.  Used for a value in a query. */
struct everyuri_text eu_address_encode(struct everyuri_text text);

/* ---- user_input.c: typed input ------------------------------------------------------------------------------------ */

/* Returns the URI that the user meant.  Removes spaces and "<URL:...>" around the text (RFC 3986,
 * appendix C), converts an IRI to a URI (RFC 3987 3.1), and adds a scheme to a bare host name
 * (RFC 3986 4.5).  The result is from malloc.  Its data is NULL if the text is not a URI, or if out
 * of memory. */
struct everyuri_text eu_input_uri(struct everyuri_text text);

/* Converts a gopher search from the form in which lynx sends it to a proxy.  There the words follow
 * "?", as in RFC 1630, with "+" for spaces.  (In a gopher URI "?" is data, and our own links encode
 * it.) Returns the search in the form of RFC 1738 3.4.5, from malloc.  Its data is NULL if the URI
 * is not a search, or if out of memory. */
struct everyuri_text eu_input_search(struct everyuri_text uri);

/* ---- builtin.c: our own pages ---------------------------------------------------------------------------------- */

/* Answers the request if it is for one of our own pages.  Returns false if it is not. */
bool eu_builtin_answer(struct asked *asked);

/* ---- show.c: fetches a URI and shows it as a page ------------------------------------------------------------ */

/* Answers with the page of asked->uri.  raw: sends the bytes of a document unchanged instead. */
void eu_show_answer(struct asked *asked, bool raw);

/* Returns the HTTP status for an error. */
unsigned eu_show_status(const struct everyuri_error *err);

/* Answers with an error page.  said: the reply in which the server reported the error. */
void eu_show_refusal(struct asked *asked, unsigned status, const struct everyuri_error *err,
                     struct everyuri_text said);

#endif
