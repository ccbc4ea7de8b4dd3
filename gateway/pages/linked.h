/* linked.h - text in which the URIs are links, in memory that does not grow with it. */
#ifndef GATEWAY_PAGES_LINKED_H
#define GATEWAY_PAGES_LINKED_H

#include "gateway/pages/pages.h"

struct linked;

/* Returns: from malloc; NULL: no memory. */
struct linked *eu_linked_open(struct page *page);

/* Whole characters of UTF-8.  What could be part of a URI is held back, at most 8 KiB. */
void eu_linked_feed(struct linked *linked, const char *utf8, size_t len);

/* The text is over: write what is held. */
void eu_linked_flush(struct linked *linked);
void eu_linked_close(struct linked *linked);

#endif
