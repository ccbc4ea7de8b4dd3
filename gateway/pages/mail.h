/* mail.h - what the files about messages share: mail.c collects one, mail_page.c shows it, mail_part.c tells
 * one part of it, mail_text.c writes its text. */
#ifndef GATEWAY_PAGES_MAIL_H
#define GATEWAY_PAGES_MAIL_H

#include "gateway/pages/internal.h"

#include <everyuri/message.h>

/* A message in memory.  At most EVERYURI_MESSAGE_MAX bytes of it. */
struct mail {
	char *data; /* from malloc */
	size_t len, cap;
	bool too_long;           /* there was more */
	struct everyuri_buf buf; /* of message */
	struct everyuri_message message;
};

/* ---- mail_page.c -------------------------------------------------------------------------------------- */

/* The message as a page; it has been read. */
void eu_mail_page(struct page *page, const struct mail *mail);

/* ---- mail_links.c: what a message names --------------------------------------------------------------- */

/* The URI of another message, by its id (with brackets or without): an article where this is one, and
 * mail otherwise; of a news group.  Returns: false if there is none. */
bool eu_mail_other(const struct page *page, const struct everyuri_message *message,
                   struct everyuri_text id, struct everyuri_buf *uri);
bool eu_mail_group(const struct page *page, struct everyuri_text group, struct everyuri_buf *uri);

/* The next of a list of message-ids ("<a@h> <b@h>") or of groups ("a.b,c.d"), which is taken off.
 * Returns: false: there are no more. */
bool eu_mail_next_id(struct everyuri_text *list, struct everyuri_text *id);
bool eu_mail_next_group(struct everyuri_text *list, struct everyuri_text *group);

/* ---- mail_part.c ---------------------------------------------------------------------------------------- */

/* The address of part n, 0 ..: "/_/part?uri=...&amp;part=", and n + 1. */
void eu_mail_part_href(struct page *page, size_t n);

/* The same for the part of page->message that a cid: URI names.  Returns: false if there is none; nothing
 * is written then. */
bool eu_mail_cid_href(struct page *page, struct everyuri_text uri);

/* Pictures that every browser shows and that carry no script. */
bool eu_mail_is_picture(struct everyuri_text media_type);

/* Part n as a response of its own. */
void eu_mail_tell_part(struct page *page, const struct mail *mail, size_t n);

/* ---- mail_text.c ------------------------------------------------------------------------------------------- */

struct quoted;

/* A text with ">" in front of what it quotes, as it comes; UTF-8, cut anywhere.  Returns: from malloc;
 * NULL: no memory. */
struct quoted *eu_quoted_open(struct page *page);
bool eu_quoted_feed(void *quoted, const char *utf8, size_t len);
void eu_quoted_close(struct quoted *quoted);

#endif
