/* websocket.h - the server side of RFC 6455: the handshake, a frame parser and a frame writer.
 *
 * Works on bytes in memory, as http.h does.  Accepts no extension and no subprotocol. */
#ifndef GATEWAY_HTTP_WEBSOCKET_H
#define GATEWAY_HTTP_WEBSOCKET_H

#include "gateway/http/http.h"

#define WEBSOCKET_MESSAGE_MAX (64u << 10) /* bytes */
#define WEBSOCKET_CONTROL_MAX 125         /* bytes: RFC 6455 5.5 */
#define WEBSOCKET_HEAD_MAX 10             /* maximum bytes of the head of a frame that we send */

/* ---- the handshake: RFC 6455 4.2 ------------------------------------------------------------------------ */

/* Answers 101 to a WebSocket request from a page of this origin.
 *
 * origin: such as "http://127.0.0.1:8070".  A browser lets any page send this request, so a request
 * whose Origin field is missing or different gets 403.
 * send: is called once, with the whole response.
 * Returns: 101 if the connection now carries frames; 0 if the response could not be sent; otherwise
 * 400, 403 or 426, with *why and *clause set.  In the last case nothing was sent, and the caller
 * must refuse the request. */
unsigned eu_websocket_open(const struct http_request *request, struct everyuri_text origin,
                           http_send_fn *send, void *context, const char **why,
                           const char **clause);

/* ---- incoming frames -------------------------------------------------------------------------------------- */

enum websocket_opcode {
	WEBSOCKET_CONTINUATION = 0,
	WEBSOCKET_TEXT = 1,
	WEBSOCKET_BINARY = 2,
	WEBSOCKET_CLOSE = 8,
	WEBSOCKET_PING = 9,
	WEBSOCKET_PONG = 10
};

enum websocket_state {
	WEBSOCKET_MORE,    /* the frame is incomplete: feed more bytes */
	WEBSOCKET_MESSAGE, /* a message is complete; opcode and payload are valid until the next
	                    * feed */
	WEBSOCKET_CONTROL, /* a control frame is complete; answer a ping with a pong, and a close
	                    * with a close */
	WEBSOCKET_FAILED   /* send a close frame with `code`, then close the connection */
};

/* The size is a little over 64 KiB, so allocate it on the heap. */
struct websocket {
	/* Results. */
	enum websocket_opcode opcode;
	struct everyuri_text payload; /* unmasked; valid UTF-8 in a text message; the reason in a
	                               * close frame */
	unsigned code; /* the code of a close frame, or 1005 if it has none; the code of a failure:
	                * 1002, 1007 or 1009 */
	const char *why, *clause; /* message and clause of a failure */
	/* Private to the reader. */
	unsigned char head[14]; /* head of the frame: RFC 6455 5.2 */
	size_t n_head, need;    /* bytes of the head: already read; needed in total */
	uint64_t length, taken; /* bytes of the payload of the frame: in total; already read */
	unsigned message;       /* opcode of the fragmented message being read; 0 if there is
	                         * none */
	size_t n_data, n_control;
	bool closed;
	char data[WEBSOCKET_MESSAGE_MAX], control[WEBSOCKET_CONTROL_MAX];
};

void eu_websocket_init(struct websocket *websocket);

/* Feeds bytes.  Stores in *used the number of bytes consumed, which end with the first complete
 * message or control frame.  After a close frame, consumes and drops all bytes. */
enum websocket_state eu_websocket_feed(struct websocket *websocket, const char *data, size_t len,
                                       size_t *used);

/* ---- outgoing frames ---------------------------------------------------------------------------------------- */

/* Writes the frame head for a message, ping or pong of len bytes.  Returns the length of the head. */
size_t eu_websocket_head(char head[WEBSOCKET_HEAD_MAX], enum websocket_opcode opcode, size_t len);

/* Writes a close frame.  Code 1005 produces an empty body.  Returns the length of the frame in
 * bytes. */
size_t eu_websocket_close(char frame[4], unsigned code);

#endif
