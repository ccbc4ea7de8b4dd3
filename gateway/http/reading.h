/* reading.h - declarations shared by the two sources of the request parser. */
#ifndef GATEWAY_HTTP_READING_H
#define GATEWAY_HTTP_READING_H

#include "gateway/http/http.h"

/* Returns whether the byte is a tchar of RFC 9110 5.6.2. */
bool eu_http_is_tchar(unsigned char byte);

/* Refuses the request; only the first reason is kept.
 *
 *  at: offset in reader->data. */
void eu_http_refuse(struct http_reader *reader, unsigned status, size_t at, const char *why,
                    const char *clause);

/* Splits a field line, already checked and without its CR LF, into name and value. */
struct eu_http_field eu_http_cut_field(const char *line, size_t len);

/* Checks a field whose line has just ended, and records or refuses it. */
void eu_http_judge_field(struct http_reader *reader, struct eu_http_field field);

/* Makes the checks that need the complete head. */
void eu_http_judge_head(struct http_reader *reader);

#endif
