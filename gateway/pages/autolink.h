/* autolink.h - turn the URIs in a text into links, in memory that does not grow with the text. */
#ifndef GATEWAY_PAGES_AUTOLINK_H
#define GATEWAY_PAGES_AUTOLINK_H

#include "gateway/pages/pages.h"

struct autolinker;

/* Returns: from malloc; NULL: no memory. */
struct autolinker *eu_autolink_open(struct page *page);

/* Whole characters of UTF-8.  What could be part of a URI is held back, at most 8 KiB. */
void eu_autolink_feed(struct autolinker *autolinker, const char *utf8, size_t len);

/* The text is over: write what is held. */
void eu_autolink_flush(struct autolinker *autolinker);
void eu_autolink_close(struct autolinker *autolinker);

#endif
