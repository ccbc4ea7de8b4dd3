/* gateway.h - what the rooms of the gateway share.
 *
 *	serve  reads a request (http) and calls eu_gateway_answer in a thread
 *	routes find out what is asked: a page of ours, or a URI in one of two forms
 *	pages  write what fetch.h tells of it */
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
	struct everyuri_config config;       /* with the policy of the gateway */
	struct everyuri_policy policy;
	/* The same without what the user allows: for what a page loads from elsewhere. */
	struct everyuri_config public_config;
	struct everyuri_policy public_policy;
	uint8_t subresource_key[SUBRESOURCE_KEY]; /* of this start */
	uint16_t port;                            /* that it listens on */
	char token[33]; /* of this start, hexadecimal: what has a side effect must show it */
	char via[24];   /* "1.1 everyuri-0123abcd": a request that has it came from here */
	struct serve *serve;
	struct hosts *hosts;
	struct sessions *sessions; /* NULL: there are none */
	int helper;                /* the socket of the process that may start programs; -1: none */
};

/* What has become of a request, for the log. */
struct answered {
	const struct http_request *request; /* NULL: it was refused as it was read */
	struct everyuri_text uri;           /* data NULL: a page of ours */
	unsigned status;
	uint64_t bytes, ms;
	const char *why; /* static, or NULL */
};

/* ---- routes.c ---------------------------------------------------------------------------------------- */

/* Answer a request, however long that takes; called by many threads at once.
 *  response: has been initialised, and is ended here.  Returns: may the connection be kept? */
bool eu_gateway_answer(struct everyuri_gateway *gateway, const struct http_request *request,
                       struct http_response *response);

/* A request that the reader refused.  */
void eu_gateway_refuse(struct everyuri_gateway *gateway, const struct http_reader *reader,
                       struct http_response *response);

/* The host and port of a CONNECT that is allowed; false after an answer.  The tunnel is serve's. */
bool eu_gateway_tunnel(struct everyuri_gateway *gateway, const struct http_request *request,
                       struct http_response *response, char host[256], uint16_t *port);

/* Is this the request of a terminal's page for its WebSocket? */
bool eu_gateway_is_session(const struct everyuri_gateway *gateway,
                           const struct http_request *request);

/* Where it leads, and how large its terminal is; false after an answer.  What follows is serve's. */
bool eu_gateway_session(struct everyuri_gateway *gateway, const struct http_request *request,
                        struct http_response *response, struct session_target *target,
                        struct session_size *size);

/* A WebSocket that is refused, or the line of the log for one that has ended.
 *  status: 101: nothing is answered any more.  why: static, or NULL. */
void eu_gateway_session_end(struct everyuri_gateway *gateway, const struct http_request *request,
                            struct http_response *response, unsigned status, const char *why,
                            const char *clause, uint64_t ms);

#endif
