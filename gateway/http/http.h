/* http.h - HTTP/1.1 for the gateway: a strict request parser and a response writer.
 *
 * Both work on bytes in memory; serve/ handles the sockets.  Where RFC 9112 lets a server repair a
 * request, this parser refuses the request (THREATS G6). */
#ifndef GATEWAY_HTTP_H
#define GATEWAY_HTTP_H

#include <everyuri/base.h>
#include <everyuri/write.h>

#define HTTP_HEAD_MAX (32u << 10) /* limit in bytes for the head of a request */
#define HTTP_FIELDS_MAX 100
#define HTTP_BODY_MAX (64u << 10) /* limit in bytes for the body of a request */

/* ---- requests: request.c, fields.c ----------------------------------------------------------------- */

#define HTTP_TARGET_MAX (24u << 10) /* limit in bytes for a request target */

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_POST, HTTP_CONNECT };

struct eu_http_field {
	struct everyuri_text name, value; /* without surrounding spaces and tabs */
};

/* A request.  Its texts point into the memory of the reader. */
struct http_request {
	enum http_method method;
	struct everyuri_text target; /* not decoded; contains only VCHAR and bytes above 7F; begins
	                              * with "/" or with a scheme and ":"; with CONNECT, any
	                              * non-empty text */
	unsigned minor;              /* minor version of HTTP/1.x: 0 or 1 */
	struct everyuri_text host;   /* value of Host, with only characters of a host and port; data
	                              * is NULL without a Host field, which only HTTP/1.0 allows */
	struct eu_http_field field[HTTP_FIELDS_MAX];
	size_t n_fields;
	struct everyuri_text body; /* empty unless the method is POST */
	bool keep;                 /* the client allows the connection to stay open */
};

/* Returns the first field with this name; ignores case.  Its data is NULL if there is no such
 * field.  The reader refuses a second field of these names: Host, Content-Length, Content-Type,
 * Expect, Origin, Referer, Sec-Fetch-*, Sec-WebSocket-Key and Sec-WebSocket-Version.  For lists
 * such as Via, which may be split over several fields, use eu_http_lists(). */
struct everyuri_text eu_http_field(const struct http_request *request, const char *name);

/* Returns whether `word` is a member of the comma-separated list that all fields of this name form.
 * Ignores case.  A member is compared whole, including its parameters.  Clause: RFC 9110 5.6.1 */
bool eu_http_lists(const struct http_request *request, const char *name, const char *word);

/* Returns whether the text equals the word; ignores the case of ASCII letters. */
bool eu_http_is(struct everyuri_text text, const char *word);

/* Reads requests in pieces.  Its buffer holds at most one request of the maximum length and one
 * piece. */
struct http_reader {
	char *data; /* from malloc; NULL while the buffer is empty */
	size_t len, cap;
	size_t begin; /* start of the request in data */
	size_t seen;  /* number of bytes of data that are parsed; no byte is parsed twice */
	size_t line;  /* start of the current line */
	size_t mark;  /* start of the current token in the line */
	size_t head;  /* length of the head in bytes; 0 while the head is incomplete */
	uint64_t body;
	unsigned state;      /* private to request.c */
	unsigned once;       /* private to fields.c; has one bit for each known field already
	                      * seen */
	bool skipped;        /* an empty line before the request was skipped */
	bool coded, expects; /* a Transfer-Encoding field or an Expect field was seen */
	struct http_request request; /* valid when the request is complete */
	unsigned refused;   /* the status with which to refuse the request: 400, 405, 408, 413, 414,
	                     * 417, 431, 501, 503 (out of memory) or 505 */
	size_t at;          /* offset in bytes of the error in the request */
	const char *why;    /* static error message in lower case */
	const char *clause; /* such as "RFC 9112 6.3" */
};

enum http_state {
	HTTP_MORE,   /* the request is incomplete: feed more bytes */
	HTTP_READY,  /* reader->request is complete */
	HTTP_REFUSED /* answer with reader->refused, then close the connection */
};

void eu_http_reader_init(struct http_reader *reader);
void eu_http_reader_free(struct http_reader *reader);

/* Feeds bytes to the parser, which copies them.  Bytes after the end of the request belong to the
 * next one.  Do not call this function while a request is ready, because the texts of that request
 * would move.  The error offset is the first byte that no valid request can have there, or the end
 * of the invalid field. */
enum http_state eu_http_reader_feed(struct http_reader *reader, const char *data, size_t len);

/* Drops the answered request and continues with the next, which may already be complete. */
enum http_state eu_http_reader_next(struct http_reader *reader);

/* Returns the bytes that came after the complete request.  They are the first bytes of a tunnel or
 * WebSocket. */
struct everyuri_text eu_http_reader_rest(const struct http_reader *reader);

/* ---- responses: response.c, head.c, trust.c -------------------------------------------------------- */

/* Selects the security fields of a response (THREATS G4, G5). */
enum http_trust {
	HTTP_OWN,     /* our own page: its policy is default-src 'none', except for our style sheet,
	           * script and images */
	HTTP_FOREIGN, /* content from a server; sandboxed */
	HTTP_FOREIGN_PAGE, /* HTML from a server; sandboxed, but may load its subresources from
	                    * /_/within/ */
	HTTP_WITHIN,  /* a subresource of a foreign page; the sandbox, which has a different origin,
	               * may load it */
	HTTP_PART,    /* our own style sheet, script or image */
	HTTP_TERMINAL /* our own page with a terminal; its policy also allows xterm.js, which writes
	               * styles, and the WebSocket of the session */
};

/* Writes the Content-Security-Policy of a response, without CR LF, into at most len bytes.  512
 * bytes are always enough.
 *
 * origin: the origin of our style sheet and script, such as "http://127.0.0.1:8070".  If its data
 * is NULL, or if a policy cannot express it, our pages get no style sheet and no script.
 * Returns: the length of the policy in bytes; 0 if it does not fit. */
size_t eu_http_policy(char *text, size_t len, enum http_trust trust, struct everyuri_text origin);

/* Sends bytes of a response.  Returns false on failure; the rest of the response is then
 * discarded. */
typedef bool http_send_fn(void *context, const char *data, size_t len);

/* Writes a response.  The caller writes the body to `w`.  The head is sent with the first full
 * block of the body, or when the caller flushes `w` after at least one byte, or at the end.  A body
 * that fits into the first block gets a Content-Length, even if its length was not passed to
 * eu_http_response_begin(). */
struct http_response {
	struct everyuri_writer w; /* writer for the body, after eu_http_response_begin(); if
	                           * w.failed is set, stop writing */
	/* The caller sets these members before eu_http_response_begin(). */
	struct everyuri_text origin; /* origin of the style sheet and script of our pages:
		         * "http://127.0.0.1:8070" */
	bool keep;                   /* keep the connection open if the request allows it;
	                 * eu_http_response_init() sets this to true */
	/* Private to the writer. */
	http_send_fn *send;
	void *context;
	const struct http_request *request;
	unsigned status;          /* 0 until eu_http_response_begin() is called */
	uint64_t length, written; /* length stated for the body, or UINT64_MAX if unknown; bytes of
	                           * the body so far */
	uint64_t sent;            /* bytes of the body that were sent, for the log */
	size_t head;              /* bytes of the head that are still in the block; 0 once they are
	                           * sent */
	bool chunked, empty, spoilt, ended, failed;
	size_t n_extra;
	char extra[4096];  /* fields that the caller added, each with its CR LF */
	char block[32768]; /* the head, then space for the framing, then part of the body */
};

/* Initialises a response.  request: the request to answer, which must outlive the response; NULL if
 * the parser refused it. */
void eu_http_response_init(struct http_response *response, const struct http_request *request,
                           http_send_fn *send, void *context);

/* Adds a header field.  Call it before eu_http_response_begin().
 *
 * Returns false and omits the field if it concerns the connection, framing, cookies or CORS, or if
 * this writer sets the field itself; head.c lists the names.  Returns false and turns the response
 * into a 500 if the value contains CR, LF, NUL or another control character, if the name is not a
 * token, or if the field does not fit. */
bool eu_http_response_field(struct http_response *response, const char *name, const char *value,
                            size_t len);

/* Writes the head into the block.
 *
 * media_type: includes the charset, as in "text/html; charset=utf-8".  An invalid type is replaced
 * by application/octet-stream.  NULL omits Content-Type.
 * length: of the body in bytes, or UINT64_MAX if unknown.  A body of unknown length is chunked, or
 * ends when the connection closes.
 *
 * Always sets Content-Security-Policy, X-Content-Type-Options, Referrer-Policy, and
 * Cross-Origin-Resource-Policy (same-origin, except for HTTP_WITHIN).  Sets Cache-Control:
 * no-store, except for HTTP_PART.  Adds Allow to a 405 unless the caller has added it.  Never sends
 * Date, Server or CORS fields.
 *
 * For HEAD, 204 and 304 the bytes of the body are counted but not sent, and w fails at the first
 * full block. */
void eu_http_response_begin(struct http_response *response, unsigned status, const char *media_type,
                            size_t len, enum http_trust trust, uint64_t length);

/* Ends the response.  good: the body is complete.  If it is not, the connection is closed without
 * the last chunk, so that clients notice that the body is truncated.  A body whose length differs
 * from the stated length also counts as incomplete.
 *
 * Returns: whether the connection may stay open. */
bool eu_http_response_end(struct http_response *response, bool good);

/* Returns the reason phrase for the status, such as "Not Found".  Never returns NULL. */
const char *eu_http_reason(unsigned status);

#endif
