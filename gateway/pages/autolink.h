/* autolink.h - turns the URIs in a text into links, in constant memory. */
#ifndef GATEWAY_PAGES_AUTOLINK_H
#define GATEWAY_PAGES_AUTOLINK_H

#include "gateway/pages/pages.h"

struct autolinker;

/* Returns a new autolinker from malloc; NULL if out of memory. */
struct autolinker *eu_autolink_open(struct page *page);

/* Feeds UTF-8 that consists of whole characters.  Holds back at most 8 KiB of
 * text that could be part of a URI. */
void eu_autolink_feed(struct autolinker *autolinker, const char *utf8, size_t len);

/* Writes the text that is held back.  Call it at the end of the text. */
void eu_autolink_flush(struct autolinker *autolinker);
void eu_autolink_close(struct autolinker *autolinker);

#endif
