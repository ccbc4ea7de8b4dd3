/* writing.h - declarations shared by the sources of the response writer. */
#ifndef GATEWAY_HTTP_WRITING_H
#define GATEWAY_HTTP_WRITING_H

#include "gateway/http/http.h"

/* Maximum length of the head before the framing fields: a status line, 256 bytes for
 * Content-Type, 512 for the policy, 4096 for added fields, and 256 for constant fields. */
#define HTTP_HEAD_ROOM 6144

/* A buffer of fixed size.  Overflow is a bug, which assert() catches. */
struct http_text {
	char *data;
	size_t len, cap;
};

void eu_http_put(struct http_text *to, const char *words);
void eu_http_put_text(struct http_text *to, struct everyuri_text text);
void eu_http_put_number(struct http_text *to, uint64_t number, unsigned base);

/* Writes the head of a response, except for the fields that frame its body. */
void eu_http_put_head(const struct http_response *response, struct http_text *to,
                      struct everyuri_text media_type, enum http_trust trust);

#endif
