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

/* ---- requests: request.c ------------------------------------------------------------------------- */

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_POST, HTTP_CONNECT };

struct http_field {
	struct everyuri_text name, value; /* without the blanks around it */
};

/* A request; its texts lie in the reader's memory. */
struct http_request {
	enum http_method method;
	struct everyuri_text target; /* as it stands: never empty, VCHAR and bytes above 7F only */
	unsigned minor;              /* of HTTP/1.x: 0 or 1 */
	struct everyuri_text host;   /* of the field Host; data NULL: there is none */
	struct http_field field[HTTP_FIELDS_MAX];
	size_t n_fields;
	struct everyuri_text body;
	bool keep; /* the connection may stay open */
};

/* The value of a field, by its name in any case; data NULL: there is none.  Where a name comes
 * twice, the first; the reader has refused it where that matters. */
struct everyuri_text http_field(const struct http_request *request, const char *name);

/* A request as it comes. */
struct http_reader {
	char *data; /* from malloc, as long as there is a byte in it */
	size_t len, cap;
	size_t head; /* bytes of the head; 0: it has not ended */
	size_t seen; /* bytes that were looked at for its end */
	uint64_t body;
	struct http_request request; /* once it is whole */
	unsigned
		refused; /* the status, once it is refused: 400, 405, 408, 413, 414, 431, 501, 505 */
	const char *why;    /* static, lower case */
	const char *clause; /* "RFC 9112 6.3" */
};

enum http_state {
	HTTP_MORE,   /* feed it */
	HTTP_READY,  /* reader->request is whole */
	HTTP_REFUSED /* reader->refused is to be answered, and the connection closed */
};

void http_reader_init(struct http_reader *reader);
void http_reader_free(struct http_reader *reader);

/* Feed bytes; they are kept.  What stands behind a request is the next one's. */
enum http_state http_reader_feed(struct http_reader *reader, const char *data, size_t len);

/* The request has been answered: go on to the next, which may be there already. */
enum http_state http_reader_next(struct http_reader *reader);

/* ---- responses: response.c ------------------------------------------------------------------------ */

/* What goes with a body, for its safety (THREATS G4, G5). */
enum http_trust {
	HTTP_OWN, /* a page of ours: default-src 'none', its own style and script, images of this origin */
	HTTP_FOREIGN, /* what a server sent: sandbox */
	HTTP_PART     /* our own style, script, image: no page */
};

/* Where a response goes.  Returns: false if it could not; then the rest is dropped. */
typedef bool http_send_fn(void *context, const char *data, size_t len);

struct http_response {
	struct everyuri_writer w; /* the body, once begun */
	/* The writer's own. */
	http_send_fn *send;
	void *context;
	const struct http_request *request;
	struct everyuri_text
		origin;           /* "http://127.0.0.1:8070": whose style and script pages have */
	unsigned status;          /* 0: not begun */
	uint64_t length, written; /* EVERYURI_LENGTH_UNKNOWN of object.h: UINT64_MAX */
	uint64_t sent;            /* bytes of the body, for the log */
	bool chunked, empty, keep, ended, failed;
	size_t n_extra;
	char extra[4096];  /* fields, each with its CR LF */
	char block[32768]; /* of the writer */
};

/* Prepare one.  request: NULL where it was refused; lives as long. */
void http_response_init(struct http_response *response, const struct http_request *request,
                        http_send_fn *send, void *context);

/* A field more, before it begins.  Refused (false, and the response becomes a 500) with CR, LF, NUL
 * or other controls in it, or where there is no room. */
bool http_response_field(struct http_response *response, const char *name, const char *value,
                         size_t len);

/* The head.  media_type: with its charset, "text/html; charset=utf-8"; one that is no media type
 * becomes application/octet-stream.  length: UINT64_MAX if it is not known: the body is chunked, or
 * ends with the connection.
 * Always with it: X-Content-Type-Options, Referrer-Policy, Cross-Origin-Resource-Policy (same-origin), Cache-Control:
 * no-store unless HTTP_PART, Date not, Server not.  Never: CORS. */
void http_response_begin(struct http_response *response, unsigned status, const char *media_type,
                         size_t len, enum http_trust trust, uint64_t length);

/* The end.  good: the body is whole; otherwise the connection ends without the last chunk, so that
 * nobody takes it for whole.  Returns: may the connection be kept? */
bool http_response_end(struct http_response *response, bool good);

/* "Not Found"; never NULL. */
const char *http_reason(unsigned status);

#endif
