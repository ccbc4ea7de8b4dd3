/* websocket.h - RFC 6455 from the server's side: the handshake, frames read, frames written.
 *
 * Fed and giving out bytes, as http.h.  No extension and no subprotocol is agreed to. */
#ifndef GATEWAY_HTTP_WEBSOCKET_H
#define GATEWAY_HTTP_WEBSOCKET_H

#include "gateway/http/http.h"

#define WEBSOCKET_MESSAGE_MAX (64u << 10) /* bytes */
#define WEBSOCKET_CONTROL_MAX 125         /* bytes: RFC 6455 5.5 */
#define WEBSOCKET_HEAD_MAX 10             /* bytes in front of what we send */

/* ---- the handshake: RFC 6455 4.2 ------------------------------------------------------------------------ */

/* Answer 101 to a request that asks for a WebSocket from a page of this origin.
 *  origin: "http://127.0.0.1:8070"; a browser lets any page ask, so another Origin, or none, is 403.
 *  send:   given the whole answer at once.
 *  Returns: 101, and what follows on the connection are frames; or the status with which the request is
 *           to be refused (400, 403, 426), with *why and *clause, and nothing has been sent; 0: the
 *           answer could not be sent. */
unsigned eu_websocket_open(const struct http_request *request, struct everyuri_text origin,
                           http_send_fn *send, void *context, const char **why,
                           const char **clause);

/* ---- frames that come ------------------------------------------------------------------------------------- */

enum websocket_opcode {
	WEBSOCKET_CONTINUATION = 0,
	WEBSOCKET_TEXT = 1,
	WEBSOCKET_BINARY = 2,
	WEBSOCKET_CLOSE = 8,
	WEBSOCKET_PING = 9,
	WEBSOCKET_PONG = 10
};

enum websocket_state {
	WEBSOCKET_MORE,    /* feed it */
	WEBSOCKET_MESSAGE, /* opcode and payload say which, until it is fed again */
	WEBSOCKET_CONTROL, /* the same: a ping is to be answered by a pong, a close by a close */
	WEBSOCKET_FAILED   /* a close with this code is to be sent, and the connection ended */
};

/* 64 KiB and a little: for the heap. */
struct websocket {
	/* What is told. */
	enum websocket_opcode opcode;
	struct everyuri_text payload; /* unmasked; a text is valid UTF-8; of a close, the reason */
	unsigned code; /* of a close, 1005 where it has none; of a failure: 1002, 1007, 1009 */
	const char *why, *clause; /* of a failure */
	/* The reader's own. */
	unsigned char head[14]; /* of the frame: RFC 6455 5.2 */
	size_t n_head, need;    /* bytes that are there; that it has */
	uint64_t length, taken; /* of the frame's payload */
	unsigned message;       /* opcode of the message whose fragments come; 0: none */
	size_t n_data, n_control;
	bool closed;
	char data[WEBSOCKET_MESSAGE_MAX], control[WEBSOCKET_CONTROL_MAX];
};

void eu_websocket_init(struct websocket *websocket);

/* Feed bytes, of which *used are taken: up to the end of one message or control frame.  Behind a close
 * everything is taken and dropped. */
enum websocket_state eu_websocket_feed(struct websocket *websocket, const char *data, size_t len,
                                       size_t *used);

/* ---- frames that go ----------------------------------------------------------------------------------------- */

/* What stands in front of a message, ping or pong of len bytes.  Returns: its length. */
size_t eu_websocket_head(char head[WEBSOCKET_HEAD_MAX], enum websocket_opcode opcode, size_t len);

/* A close.  1005 has no body.  Returns: its length. */
size_t eu_websocket_close(char frame[4], unsigned code);

#endif
