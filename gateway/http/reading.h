/* reading.h - declarations shared by request.c and fields.c, the request parser. */
#ifndef GATEWAY_HTTP_READING_H
#define GATEWAY_HTTP_READING_H

#include "gateway/http/http.h"

/* Returns whether the byte is a tchar of RFC 9110 5.6.2. */
bool eu_http_is_tchar(unsigned char byte);

/* Refuses the request.  If it is already refused, keeps the first reason.
 *
 * at: offset in bytes in reader->data. */
void eu_http_refuse(struct http_reader *reader, unsigned status, size_t at, const char *why,
                    const char *clause);

/* Splits a field line into name and value.  The line is already checked and has no CR LF. */
struct eu_http_field eu_http_cut_field(const char *line, size_t len);

/* Checks a field whose line has just ended.  Records its value, or refuses the request. */
void eu_http_judge_field(struct http_reader *reader, struct eu_http_field field);

/* Checks the rules that need the complete head. */
void eu_http_judge_head(struct http_reader *reader);

#endif
