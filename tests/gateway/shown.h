/* shown.h - pages into memory: a request, a response and an object, without a socket. */
#ifndef TESTS_GATEWAY_SHOWN_H
#define TESTS_GATEWAY_SHOWN_H

#include "gateway/pages/pages.h"

#include <stdlib.h>
#include <string.h>

#define BYTES(s)                \
	{                       \
		s, sizeof s - 1 \
	} /* of what is static */
#define TEXT(s) ((struct everyuri_text)BYTES(s))
#define NONE ((struct everyuri_text){ NULL, 0 })
#define UNKNOWN EVERYURI_LENGTH_UNKNOWN

/* All that went out, head and body; ends in NUL. */
struct shown {
	char *data;
	size_t len, cap;
	bool fails;  /* nobody takes it */
	bool joined; /* the chunks have been put together */
	struct everyuri_gateway gateway;
	struct http_request request;
	struct http_response response;
	struct showing showing;
	struct everyuri_receiver to;
};

static inline bool shown_take(void *context, const char *data, size_t len)
{
	struct shown *shown = context;

	if (shown->fails)
		return false;
	if (shown->len + len >= shown->cap) {
		shown->cap = 2 * (shown->len + len + 1);
		shown->data = realloc(shown->data, shown->cap);
		if (!shown->data)
			exit(1);
	}
	memcpy(shown->data + shown->len, data, len);
	shown->len += len;
	shown->data[shown->len] = '\0';
	return true;
}

/* A page of an object at this URI is to come; what of shown->showing.page is not the default may be set. */
static inline void shown_begin(struct shown *shown, struct everyuri_text uri)
{
	shown->len = 0;
	shown->joined = false;
	shown_take(shown, "", 0);
	memset(&shown->showing, 0, sizeof shown->showing);
	shown->request.method = HTTP_GET;
	shown->request.minor = 1;
	shown->request.keep = true;
	memcpy(shown->gateway.token, "0123456789abcdef0123456789abcdef", 33);
	eu_http_response_init(&shown->response, &shown->request, shown_take, shown);
	shown->response.origin = TEXT("http://127.0.0.1:8070");
	shown->showing.page = (struct page){ .response = &shown->response,
		                             .gateway = &shown->gateway,
		                             .uri = uri };
	shown->to = eu_showing_receiver(&shown->showing);
}

static inline bool shown_object(struct shown *shown, const struct everyuri_object *object)
{
	return shown->to.begin(shown->to.context, object);
}

static inline bool shown_bytes(struct shown *shown, const char *data, size_t len)
{
	return shown->to.bytes(shown->to.context, data, len);
}

static inline bool shown_item(struct shown *shown, const struct everyuri_item *item)
{
	return shown->to.item(shown->to.context, item);
}

/* Returns: was there a page? */
static inline bool shown_end(struct shown *shown, bool good, const struct everyuri_error *err)
{
	bool page = eu_showing_end(&shown->showing, good, err);

	eu_http_response_end(&shown->response, good);
	return page;
}

/* The body, its chunks put together in place. */
static inline const char *shown_body(struct shown *shown)
{
	char *body = strstr(shown->data, "\r\n\r\n"), *to, *from;
	const char *chunked = strstr(shown->data, "Transfer-Encoding: chunked\r\n");

	if (!body)
		return "";
	body += 4;
	if (shown->joined || !chunked || chunked > body)
		return body;
	shown->joined = true;
	for (to = from = body;;) {
		size_t n = strtoul(from, &from, 16);

		from += 2;
		if (!n)
			break;
		memmove(to, from, n);
		to += n;
		from += n + 2;
	}
	*to = '\0';
	return body;
}

#endif
