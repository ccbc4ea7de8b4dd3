/* gateway.h - declarations that the directories of the gateway share.
 *
 * 	serve  reads a request (http) and calls eu_gateway_answer in a thread
 * 	routes find out what is requested: one of our pages, or a URI in one of two forms
 * 	pages  write what fetch.h reports about the URI */
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
	struct everyuri_fetch_options fetch; /* of each access */
	struct everyuri_config config;       /* with the gateway's policy */
	struct everyuri_policy policy;
	/* Like `fetch`, without the hosts that the user allows: for subresources of foreign
	 * pages. */
	struct everyuri_config public_config;
	struct everyuri_policy public_policy;
	uint8_t subresource_key[SUBRESOURCE_KEY]; /* drawn at this start */
	uint16_t port;                            /* the port we listen on */
	char token[33]; /* hexadecimal, drawn at this start: required for a side effect */
	char via[24];   /* "1.1 everyuri-0123abcd": marks requests that we sent */
	struct serve *serve;
	struct hosts *hosts;
	struct sessions *sessions; /* NULL: terminal sessions are off */
	int helper;                /* socket of the helper process that starts programs; -1: none */
};

/* The outcome of a request, for the log. */
struct answered {
	const struct http_request *request; /* NULL: refused while it was read */
	struct everyuri_text uri;           /* data NULL: one of our pages */
	unsigned status;
	uint64_t bytes, ms;
	const char *why; /* static, or NULL */
};

/* ---- routes.c ---------------------------------------------------------------------------------------- */

/* Answers a request; blocks until that is done.  Many threads call this at once.
 *
 *  response: initialised by the caller, ended here.  Returns: may the connection be kept? */
bool eu_gateway_answer(struct everyuri_gateway *gateway, const struct http_request *request,
                       struct http_response *response);

/* Answers a request that the reader refused. */
void eu_gateway_refuse(struct everyuri_gateway *gateway, const struct http_reader *reader,
                       struct http_response *response);

/* Returns the host and port of a CONNECT that is allowed; false after answering with a refusal.
 * The caller, in serve, runs the tunnel. */
bool eu_gateway_tunnel(struct everyuri_gateway *gateway, const struct http_request *request,
                       struct http_response *response, char host[256], uint16_t *port);

/* Returns whether a terminal page asks for its WebSocket. */
bool eu_gateway_is_session(const struct everyuri_gateway *gateway,
                           const struct http_request *request);

/* Returns the session's target and the size of its terminal; false after answering with a refusal.
 * The caller, in serve, runs the session. */
bool eu_gateway_session(struct everyuri_gateway *gateway, const struct http_request *request,
                        struct http_response *response, struct session_target *target,
                        struct session_size *size);

/* Refuses a WebSocket, or logs the end of one.
 *
 *  status: 101: the session has ended, send nothing.  why: static, or NULL. */
void eu_gateway_session_end(struct everyuri_gateway *gateway, const struct http_request *request,
                            struct http_response *response, unsigned status, const char *why,
                            const char *clause, uint64_t ms);

#endif
