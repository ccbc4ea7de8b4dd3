/* http.h - HTTP/1.1 for the gateway: a strict request parser and a response writer.
 *
 * Both work on bytes; serve/ owns the sockets.  Where RFC 9112 lets a server repair a request, this
 * parser refuses it: THREATS G6. */
#ifndef GATEWAY_HTTP_H
#define GATEWAY_HTTP_H

#include <everyuri/base.h>
#include <everyuri/write.h>

#define HTTP_HEAD_MAX (32u << 10) /* bytes of a request's head */
#define HTTP_FIELDS_MAX 100
#define HTTP_BODY_MAX (64u << 10) /* bytes of a request's body */

/* ---- requests: request.c, fields.c ----------------------------------------------------------------- */

#define HTTP_TARGET_MAX (24u << 10) /* bytes of a request target */

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_POST, HTTP_CONNECT };

struct eu_http_field {
	struct everyuri_text name, value; /* surrounding blanks removed */
};

/* A request; its texts point into the reader's memory. */
struct http_request {
	enum http_method method;
	struct everyuri_text target; /* not decoded: VCHAR and bytes above 7F; begins with "/" or
	                              * with a scheme and ":"; with CONNECT, any non-empty text */
	unsigned minor;              /* minor version of HTTP/1.x: 0 or 1 */
	struct everyuri_text host;   /* value of Host: characters of a host and port; data NULL: no
	                              * Host field, only in HTTP/1.0 */
	struct eu_http_field field[HTTP_FIELDS_MAX];
	size_t n_fields;
	struct everyuri_text body; /* empty unless the method is POST */
	bool keep;                 /* the connection may stay open */
};

/* Returns the first field with this name, in any case; data is NULL if there is none.  The reader
 * refuses a second field where that matters: Host, Content-Length, Content-Type, Expect, Origin,
 * Referer, Sec-Fetch-*, Sec-WebSocket-Key and -Version.  For lists such as Via, which may span
 * several fields, use eu_http_lists(). */
struct everyuri_text eu_http_field(const struct http_request *request, const char *name);

/* Returns whether `word` is a member of the comma-separated list that all fields of this name form.
 * Ignores case.  A member includes its parameters and anything after a blank.  Clause:
 * RFC 9110 5.6.1 */
bool eu_http_lists(const struct http_request *request, const char *name, const char *word);

/* Returns whether the text equals the word; ignores the case of ASCII letters. */
bool eu_http_is(struct everyuri_text text, const char *word);

/* Reads requests in pieces.  Holds at most one request of the maximum length and one piece. */
struct http_reader {
	char *data; /* from malloc; NULL while there are no bytes */
	size_t len, cap;
	size_t begin; /* start of the request in data */
	size_t seen;  /* bytes of data already parsed; no byte is parsed twice */
	size_t line;  /* start of the current line */
	size_t mark;  /* start of the current token in that line */
	size_t head;  /* bytes of the head; 0 while it is incomplete */
	uint64_t body;
	unsigned state;      /* private to request.c */
	unsigned once;       /* private to fields.c: one bit for each known field already seen */
	bool skipped;        /* an empty line before the request was skipped */
	bool coded, expects; /* Transfer-Encoding, Expect seen */
	struct http_request request; /* valid when complete */
	unsigned refused;   /* the status of a refused request: 400, 405, 408, 413, 414, 417, 431, 501, 503
	                     * (out of memory), 505 */
	size_t at;          /* offset of the error in the request, in bytes */
	const char *why;    /* static, lower case */
	const char *clause; /* such as "RFC 9112 6.3" */
};

enum http_state {
	HTTP_MORE,   /* feed more bytes */
	HTTP_READY,  /* reader->request is complete */
	HTTP_REFUSED /* answer with reader->refused, then close the connection */
};

void eu_http_reader_init(struct http_reader *reader);
void eu_http_reader_free(struct http_reader *reader);

/* Feeds bytes, which are copied.  Bytes after the request belong to the next one.  Do not call it
 * while a request is ready: its texts would move.  The error offset is the first byte that no valid
 * request can have there, or the end of the invalid field. */
enum http_state eu_http_reader_feed(struct http_reader *reader, const char *data, size_t len);

/* Drops the answered request and reads the next, which may be complete already. */
enum http_state eu_http_reader_next(struct http_reader *reader);

/* Returns the bytes after the request that is ready: the first bytes of a tunnel or WebSocket. */
struct everyuri_text eu_http_reader_rest(const struct http_reader *reader);

/* ---- responses: response.c, head.c, trust.c -------------------------------------------------------- */

/* Which security fields a body gets (THREATS G4, G5). */
enum http_trust {
	HTTP_OWN, /* our page: default-src 'none'; our style, script and images are allowed */
	HTTP_FOREIGN,      /* content from a server: sandboxed */
	HTTP_FOREIGN_PAGE, /* the same, but HTML: may load its subresources from /_/within/ */
	HTTP_WITHIN,  /* a subresource of that page; the sandbox, a different origin, may load it */
	HTTP_PART,    /* our own style, script or image; not a page */
	HTTP_TERMINAL /* our own page with a terminal: also allows xterm.js, which writes styles,
	               * and the session's WebSocket */
};

/* Writes the Content-Security-Policy of a response, without CR LF, at most len bytes.  512 bytes
 * are always enough.
 *
 * origin: the origin of our style and script, such as "http://127.0.0.1:8070".  If data is NULL, or
 * a policy cannot express it, our pages get no style and script.
 * Returns: its length; 0 if it does not fit. */
size_t eu_http_policy(char *text, size_t len, enum http_trust trust, struct everyuri_text origin);

/* Sends bytes of a response.  Returns: false on failure; the rest is then discarded. */
typedef bool http_send_fn(void *context, const char *data, size_t len);

/* Writes a response.  Write the body to `w`.  The head is sent with the first full block of the
 * body, or on everyuri_writer_flush(&response->w) after a byte of the body, or at the end.  A
 * body that fits into the first block gets a Content-Length, even if its length was not passed
 * to eu_http_response_begin(). */
struct http_response {
	struct everyuri_writer w; /* the body, after begin; if failed is set, stop writing */
	/* Set by the caller, before begin. */
	struct everyuri_text
		origin; /* origin of the style and script of our pages: "http://127.0.0.1:8070" */
	bool keep;      /* keep the connection open if the request allows it; init sets true */
	/* Private to the writer. */
	http_send_fn *send;
	void *context;
	const struct http_request *request;
	unsigned status;          /* 0: not yet begun */
	uint64_t length, written; /* length: UINT64_MAX: unknown; written: bytes of the body */
	uint64_t sent;            /* bytes of the body, for the log */
	size_t head;              /* bytes of the head still in block; 0: sent */
	bool chunked, empty, spoilt, ended, failed;
	size_t n_extra;
	char extra[4096];  /* added fields, each with its CR LF */
	char block[32768]; /* the head, space for the framing, the body */
};

/* Initialises a response.  request: NULL if it was refused; must outlive the response. */
void eu_http_response_init(struct http_response *response, const struct http_request *request,
                           http_send_fn *send, void *context);

/* Adds a header field; call it before begin.  Returns false and omits the field if it concerns the
 * connection, framing, cookies or CORS, or if this writer sets it itself; head.c lists the names.
 * Returns false and turns the response into a 500 if the value has CR, LF, NUL or another control
 * character, if the name is not a token, or if the field does not fit. */
bool eu_http_response_field(struct http_response *response, const char *name, const char *value,
                            size_t len);

/* Writes the head into the block.
 *
 * media_type: with its charset, "text/html; charset=utf-8"; an invalid one becomes
 * application/octet-stream; NULL: no Content-Type.  length: UINT64_MAX if unknown: the body is then
 * chunked, or ends with the connection.
 *
 * Always sets Content-Security-Policy, X-Content-Type-Options, Referrer-Policy, and
 * Cross-Origin-Resource-Policy (same-origin, except for HTTP_WITHIN).  Sets Cache-Control:
 * no-store, except for HTTP_PART.  Sets Allow with 405 unless the caller added it.  Never sends
 * Date, Server or CORS fields.
 *
 * For HEAD, 204 and 304 the body is counted but not sent; w fails at its first full block. */
void eu_http_response_begin(struct http_response *response, unsigned status, const char *media_type,
                            size_t len, enum http_trust trust, uint64_t length);

/* Ends the response.  good: the body is complete.  Otherwise the connection is closed without the
 * last chunk, so that clients see that the body is truncated.  A body that differs from its stated
 * length is not good.
 *
 * Returns: whether the connection may stay open. */
bool eu_http_response_end(struct http_response *response, bool good);

/* Returns the reason phrase, such as "Not Found"; never NULL. */
const char *eu_http_reason(unsigned status);

#endif
