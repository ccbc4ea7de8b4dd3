/* mail.h - declarations for the message pages.  mail.c collects a message, mail_page.c shows it,
 * mail_part.c sends one part, mail_text.c writes its text. */
#ifndef GATEWAY_PAGES_MAIL_H
#define GATEWAY_PAGES_MAIL_H

#include "gateway/pages/internal.h"

#include <everyuri/message.h>

/* A message in memory, limited to EVERYURI_MESSAGE_MAX bytes. */
struct mail {
	char *data; /* from malloc */
	size_t len, cap;
	bool too_long;           /* the message exceeds the limit; its rest was discarded */
	struct everyuri_buf buf; /* memory that `message` uses */
	struct everyuri_message message;
};

/* ---- mail_page.c -------------------------------------------------------------------------------------- */

/* Writes a parsed message as a page. */
void eu_mail_page(struct page *page, const struct mail *mail);

/* ---- mail_links.c: links to messages and groups ------------------------------------------------------- */

/* Makes the URI of another message from the id of that message, with or without brackets.  The URI
 * names a news article if this message is one, otherwise a mail message.  eu_mail_group() makes the
 * URI of a newsgroup.  Both return false if there is no such URI. */
bool eu_mail_other(const struct page *page, const struct everyuri_message *message,
                   struct everyuri_text id, struct everyuri_buf *uri);
bool eu_mail_group(const struct page *page, struct everyuri_text group, struct everyuri_buf *uri);

/* Removes the next element from the start of a list: a message-id ("<a@h> <b@h>"), or for
 * eu_mail_next_group() a group ("a.b,c.d").  Returns false at the end of the list. */
bool eu_mail_next_id(struct everyuri_text *list, struct everyuri_text *id);
bool eu_mail_next_group(struct everyuri_text *list, struct everyuri_text *group);

/* ---- mail_part.c ---------------------------------------------------------------------------------------- */

/* Writes the address of part n, counted from 0: "/_/part?uri=...&amp;part=N", where N is n + 1. */
void eu_mail_part_href(struct page *page, size_t n);

/* Writes the address of the part of page->message that a cid: URI names.  If there is no such part,
 * writes nothing and returns false. */
bool eu_mail_cid_href(struct page *page, struct everyuri_text uri);

/* Returns whether all browsers show this image type.  Such a type contains no scripts. */
bool eu_mail_is_picture(struct everyuri_text media_type);

/* Sends part n as a response. */
void eu_mail_tell_part(struct page *page, const struct mail *mail, size_t n);

/* ---- mail_text.c ------------------------------------------------------------------------------------------- */

struct quoted;

/* Returns a writer for text in which ">" marks quotations.  The writer is from malloc; NULL if out
 * of memory.  eu_quoted_feed() accepts UTF-8, split at any byte. */
struct quoted *eu_quoted_open(struct page *page);
bool eu_quoted_feed(void *quoted, const char *utf8, size_t len);
void eu_quoted_close(struct quoted *quoted);

#endif
