/* gateway.h - declarations that the directories of the gateway share.
 *
 *	serve  reads a request (with http) and calls eu_gateway_answer in a thread
 *	routes finds out what is requested: one of our pages, or a URI in one of two forms
 *	pages  writes what fetch.h reports about the URI */
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
	struct everyuri_fetch_options fetch; /* for each access */
	struct everyuri_config config;       /* with the gateway's policy */
	struct everyuri_policy policy;
	/* Like `fetch`, but without the hosts that the user allows: for subresources of
	 * foreign pages. */
	struct everyuri_config public_config;
	struct everyuri_policy public_policy;
	uint8_t subresource_key[SUBRESOURCE_KEY]; /* random, new at each start */
	uint16_t port;                            /* the port that we listen on */
	char token[33]; /* hexadecimal, new at each start; required for side effects */
	char via[24];   /* "1.1 everyuri-0123abcd": marks requests that we sent */
	struct serve *serve;
	struct hosts *hosts;
	struct sessions *sessions; /* NULL: terminal sessions are off */
	int helper;                /* socket of the helper process that starts programs; -1: none */
};

/* The outcome of a request, for the log. */
struct answered {
	const struct http_request *request; /* NULL if the parser refused it */
	struct everyuri_text uri;           /* data NULL: one of our pages */
	unsigned status;
	uint64_t bytes, ms;
	const char *why; /* static, or NULL */
};

/* ---- routes.c ---------------------------------------------------------------------------------------- */

/* Answers a request; blocks until that is done.  Thread-safe.
 *
 * response: initialised by the caller, ended here.  Returns: whether the connection may stay
 * open. */
bool eu_gateway_answer(struct everyuri_gateway *gateway, const struct http_request *request,
                       struct http_response *response);

/* Answers a request that the parser refused. */
void eu_gateway_refuse(struct everyuri_gateway *gateway, const struct http_reader *reader,
                       struct http_response *response);

/* Finds the host and port of a CONNECT.  Returns false if it is not allowed; a refusal has then
 * been sent.  The caller, in serve, runs the tunnel. */
bool eu_gateway_tunnel(struct everyuri_gateway *gateway, const struct http_request *request,
                       struct http_response *response, char host[256], uint16_t *port);

/* Returns whether this is the WebSocket request of a terminal page. */
bool eu_gateway_is_session(const struct everyuri_gateway *gateway,
                           const struct http_request *request);

/* Finds the target and terminal size of a session.  Returns false if it is not allowed; a refusal
 * has then been sent.  The caller, in serve, runs the session. */
bool eu_gateway_session(struct everyuri_gateway *gateway, const struct http_request *request,
                        struct http_response *response, struct session_target *target,
                        struct session_size *size);

/* Refuses a WebSocket, or logs the end of one.
 *
 * status: 101: the session has ended and nothing is sent.  why: static, or NULL. */
void eu_gateway_session_end(struct everyuri_gateway *gateway, const struct http_request *request,
                            struct http_response *response, unsigned status, const char *why,
                            const char *clause, uint64_t ms);

#endif
