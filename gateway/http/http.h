/* http.h - HTTP/1.1 as the gateway speaks it: a strict reader of requests, a writer of responses.
 *
 * Both are fed and give out bytes; sockets are serve's.  What RFC 9112 lets a server repair, this one
 * refuses: THREATS G6. */
#ifndef GATEWAY_HTTP_H
#define GATEWAY_HTTP_H

#include <everyuri/base.h>
#include <everyuri/write.h>

#define HTTP_HEAD_MAX (32u << 10) /* bytes of a head */
#define HTTP_FIELDS_MAX 100
#define HTTP_BODY_MAX (64u << 10) /* bytes of a request's body */

/* ---- requests: request.c, fields.c ----------------------------------------------------------------- */

#define HTTP_TARGET_MAX (24u << 10) /* bytes of a request target */

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_POST, HTTP_CONNECT };

struct eu_http_field {
	struct everyuri_text name, value; /* without the blanks around it */
};

/* A request; its texts lie in the reader's memory. */
struct http_request {
	enum http_method method;
	struct everyuri_text target; /* as it stands: VCHAR and bytes above 7F only; it begins with
	                              * "/" or with a scheme and ":", but for CONNECT, whose target
	                              * is only known not to be empty */
	unsigned minor;              /* of HTTP/1.x: 0 or 1 */
	struct everyuri_text host;   /* of the field Host, whose characters are a host's and a
	                              * port's; data NULL: there is none, in HTTP/1.0 */
	struct eu_http_field field[HTTP_FIELDS_MAX];
	size_t n_fields;
	struct everyuri_text body; /* empty but for POST */
	bool keep;                 /* the connection may stay open */
};

/* The value of a field, by its name in any case; data NULL: there is none.  Where a name comes
 * twice, the first; the reader has refused it where that matters: Host, Content-Length,
 * Content-Type, Expect, Origin, Referer, Sec-Fetch-*, Sec-WebSocket-Key and -Version.  Lists such as
 * Via may stand in many fields: eu_http_lists. */
struct everyuri_text eu_http_field(const struct http_request *request, const char *name);

/* Is the word a member of the comma-separated list that all fields of this name make up?  In any
 * case; parameters and what follows a blank belong to the member.  Clause: RFC 9110 5.6.1 */
bool eu_http_lists(const struct http_request *request, const char *name, const char *word);

/* Is the text this word, in any case of its ASCII letters? */
bool eu_http_is(struct everyuri_text text, const char *word);

/* A request as it comes.  What is kept is bounded by the longest request and one feed. */
struct http_reader {
	char *data; /* from malloc, as long as there is a byte in it */
	size_t len, cap;
	size_t begin; /* where the request begins in data */
	size_t seen;  /* up to where data has been read: each byte once */
	size_t line;  /* where its present line begins */
	size_t mark;  /* where the present part of that line begins */
	size_t head;  /* bytes of the head; 0: it has not ended */
	uint64_t body;
	unsigned state;      /* request.c's */
	unsigned once;       /* fields.c's: a bit for each field that may come once and has */
	bool skipped;        /* an empty line in front of it */
	bool coded, expects; /* Transfer-Encoding, Expect came */
	struct http_request request; /* once it is whole */
	unsigned refused;   /* the status, once it is refused: 400, 405, 408, 413, 414, 417, 431,
	                     * 501, 503 (out of memory), 505 */
	size_t at;          /* bytes: of the request, up to what it was refused for */
	const char *why;    /* static, lower case */
	const char *clause; /* "RFC 9112 6.3" */
};

enum http_state {
	HTTP_MORE,   /* feed it */
	HTTP_READY,  /* reader->request is whole */
	HTTP_REFUSED /* reader->refused is to be answered, and the connection closed */
};

void eu_http_reader_init(struct http_reader *reader);
void eu_http_reader_free(struct http_reader *reader);

/* Feed bytes; they are kept.  What stands behind a request is the next one's.  Not while a request
 * is ready: its texts would move.  A refusal is told at the first byte that no request can have
 * there, or at the end of the field that is at fault. */
enum http_state eu_http_reader_feed(struct http_reader *reader, const char *data, size_t len);

/* The request has been answered: go on to the next, which may be there already. */
enum http_state eu_http_reader_next(struct http_reader *reader);

/* What stands behind the request that is ready: of a tunnel or WebSocket, its first bytes. */
struct everyuri_text eu_http_reader_rest(const struct http_reader *reader);

/* ---- responses: response.c, head.c, trust.c -------------------------------------------------------- */

/* What goes with a body, for its safety (THREATS G4, G5). */
enum http_trust {
	HTTP_OWN, /* a page of ours: default-src 'none', its own style and script, images of this origin */
	HTTP_FOREIGN,      /* what a server sent: sandbox */
	HTTP_FOREIGN_PAGE, /* the same, a page: it may load what its addresses below /_/within/ name */
	HTTP_WITHIN,  /* what such a page loads: the sandbox has another origin, and may have it */
	HTTP_PART,    /* our own style, script, image: no page */
	HTTP_TERMINAL /* a page of ours with a terminal in it: xterm.js besides, which writes styles,
	               * and the WebSocket of the session */
};

/* The Content-Security-Policy of a response, without CR LF; at most len bytes, which 512 always
 * suffice for.
 *  origin: "http://127.0.0.1:8070": whose style and script a page of ours has; data NULL, or
 *          nothing that a policy can name: it has none.
 *  Returns: its length; 0 if there is no room. */
size_t eu_http_policy(char *text, size_t len, enum http_trust trust, struct everyuri_text origin);

/* Where a response goes.  Returns: false if it could not; then the rest is dropped. */
typedef bool http_send_fn(void *context, const char *data, size_t len);

/* The body is written to w.  The head goes out with the first block of the body that is full, or with
 * everyuri_writer_flush(&response->w) after a byte of the body, or at the end; a body that ends within
 * the first block has a Content-Length, whether or not it was known. */
struct http_response {
	struct everyuri_writer w; /* the body, once begun; failed: nobody wants more of it */
	/* Set by the caller, before it begins. */
	struct everyuri_text
		origin; /* "http://127.0.0.1:8070": whose style and script pages have */
	bool keep;      /* the connection is kept where the request lets it: true from init */
	/* The writer's own. */
	http_send_fn *send;
	void *context;
	const struct http_request *request;
	unsigned status;          /* 0: not begun */
	uint64_t length, written; /* length: UINT64_MAX: not known; written: bytes of the body */
	uint64_t sent;            /* bytes of the body, for the log */
	size_t head;              /* bytes of the head that wait in block; 0: they are sent */
	bool chunked, empty, spoilt, ended, failed;
	size_t n_extra;
	char extra[4096];  /* fields, each with its CR LF */
	char block[32768]; /* the head, room for what frames the body, the body */
};

/* Prepare one.  request: NULL where it was refused; lives as long. */
void eu_http_response_init(struct http_response *response, const struct http_request *request,
                           http_send_fn *send, void *context);

/* A field more, before it begins.  Refused (false, and the response becomes a 500) with CR, LF, NUL
 * or other controls in it, with a name that is no token, or where there is no room.  Left out (false)
 * where it belongs to the connection, to the framing, to cookies, to CORS, or to what this writer says
 * itself: response.c has the names. */
bool eu_http_response_field(struct http_response *response, const char *name, const char *value,
                            size_t len);

/* The head.  media_type: with its charset, "text/html; charset=utf-8"; one that is no media type
 * becomes application/octet-stream; NULL: none is said.  length: UINT64_MAX if it is not known: the body is chunked, or
 * ends with the connection.
 * Always with it: Content-Security-Policy, X-Content-Type-Options, Referrer-Policy,
 * Cross-Origin-Resource-Policy (same-origin, but for HTTP_WITHIN), Cache-Control: no-store unless HTTP_PART; Allow with 405
 * unless the caller said one.  Date not, Server not.  Never: CORS.
 * To HEAD, and with 204 and 304, the body is counted and not sent; w fails at its first full block. */
void eu_http_response_begin(struct http_response *response, unsigned status, const char *media_type,
                            size_t len, enum http_trust trust, uint64_t length);

/* The end.  good: the body is whole; otherwise the connection ends without the last chunk, so that
 * nobody takes it for whole.  One that is shorter or longer than its length is not good either.
 * Returns: may the connection be kept? */
bool eu_http_response_end(struct http_response *response, bool good);

/* "Not Found"; never NULL. */
const char *eu_http_reason(unsigned status);

#endif
