/* reading.h - what the two sources of the reader share. */
#ifndef GATEWAY_HTTP_READING_H
#define GATEWAY_HTTP_READING_H

#include "gateway/http/http.h"

/* A byte of RFC 9110 5.6.2's token. */
bool eu_http_is_tchar(unsigned char byte);

/* The request is refused; the first reason stays.
 *  at: place in reader->data. */
void eu_http_refuse(struct http_reader *reader, unsigned status, size_t at, const char *why,
                    const char *clause);

/* Cut a line that the reader has found to be well formed, without its CR LF. */
struct eu_http_field eu_http_cut_field(const char *line, size_t len);

/* A field of the head that has just ended at its CR: kept in mind, or refused. */
void eu_http_judge_field(struct http_reader *reader, struct eu_http_field field);

/* The head has ended: what only its whole tells. */
void eu_http_judge_head(struct http_reader *reader);

#endif
