/* writing.h - what the sources of the writer share. */
#ifndef GATEWAY_HTTP_WRITING_H
#define GATEWAY_HTTP_WRITING_H

#include "gateway/http/http.h"

/* Bytes of a head before what frames the body: a status line, 256 of Content-Type, 512 of policy, 4096
 * of fields more, and 256 that are always the same. */
#define HTTP_HEAD_ROOM 6144

/* Text in memory of a known size; what does not fit is an error of ours. */
struct http_text {
	char *data;
	size_t len, cap;
};

void eu_http_put(struct http_text *to, const char *words);
void eu_http_put_text(struct http_text *to, struct everyuri_text text);
void eu_http_put_number(struct http_text *to, uint64_t number, unsigned base);

/* The head of a response, without what frames its body. */
void eu_http_put_head(const struct http_response *response, struct http_text *to,
                      struct everyuri_text media_type, enum http_trust trust);

#endif
