/* gateway.h - declarations that the directories of the gateway share.
 *
 * 	serve  reads a request, using http, and calls eu_gateway_answer() in a worker thread
 * 	routes finds out what is requested: one of our pages, or a URI
 * 	pages  writes the page, from what the callbacks of fetch.h report about the URI */
#ifndef GATEWAY_H
#define GATEWAY_H

#include "gateway/http/http.h"
#include "gateway/subresource.h"

#include <everyuri/gateway.h>
#include <everyuri/render.h>

struct hosts;
struct serve;
struct sessions;
struct session_target;
struct session_size;

struct everyuri_gateway {
	struct everyuri_gateway_options options;
	struct everyuri_fetch_options fetch; /* options for each fetch */
	struct everyuri_config config;       /* configuration that includes the gateway's policy */
	struct everyuri_policy policy;
	/* Like `fetch`, but without the hosts that the user allows.  Used for subresources of
	 * foreign pages. */
	struct everyuri_config public_config;
	struct everyuri_policy public_policy;
	uint8_t subresource_key[SUBRESOURCE_KEY]; /* random; new at each start of the gateway */
	uint16_t port;                            /* the port on which the gateway listens */
	char token[33]; /* hexadecimal; new at each start; a side effect requires it */
	char via[24];   /* "1.1 everyuri-0123abcd": marks requests that this gateway sent */
	struct serve *serve;
	struct hosts *hosts;
	struct sessions *sessions; /* NULL if terminal sessions are off */
	int helper;                /* socket of the helper process that starts programs; -1 if there
	                            * is no helper */
};

/* The result of a request, for the log. */
struct answered {
	const struct http_request *request; /* NULL if the parser refused the request */
	struct everyuri_text uri;           /* data is NULL if the request was for one of the
	                                     * gateway's own pages */
	unsigned status;
	uint64_t bytes, ms;
	const char *why; /* static message about a failure, or NULL */
};

/* ---- routes.c ---------------------------------------------------------------------------------------- */

/* Answers a request.  Blocks until the response is sent.  Thread-safe.
 *
 * response: initialised by the caller; this function ends it.  Returns: whether the connection
 * may stay open. */
bool eu_gateway_answer(struct everyuri_gateway *gateway, const struct http_request *request,
                       struct http_response *response);

/* Answers a request that the parser refused. */
void eu_gateway_refuse(struct everyuri_gateway *gateway, const struct http_reader *reader,
                       struct http_response *response);

/* Finds the host and port of a CONNECT request.  Returns false if the tunnel is not allowed; it
 * has then sent a refusal.  The caller, in serve, runs the tunnel. */
bool eu_gateway_tunnel(struct everyuri_gateway *gateway, const struct http_request *request,
                       struct http_response *response, char host[256], uint16_t *port);

/* Returns whether this is the request with which a terminal page opens its WebSocket. */
bool eu_gateway_is_session(const struct everyuri_gateway *gateway,
                           const struct http_request *request);

/* Finds the target and the terminal size of a session.  Returns false if the session is not
 * allowed; it has then sent a refusal.  The caller, in serve, runs the session. */
bool eu_gateway_session(struct everyuri_gateway *gateway, const struct http_request *request,
                        struct http_response *response, struct session_target *target,
                        struct session_size *size);

/* Refuses a WebSocket with `status`, or logs the end of its session.
 *
 * status: 101 if the session took place; then nothing is sent.  why: static, or NULL. */
void eu_gateway_session_end(struct everyuri_gateway *gateway, const struct http_request *request,
                            struct http_response *response, unsigned status, const char *why,
                            const char *clause, uint64_t ms);

#endif
