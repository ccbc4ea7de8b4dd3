/* Shows a message as a page: the header, the thread, the text, images and attachments. */
#include "gateway/pages/mail.h"

#define PICTURES_MAX \
	16            /* maximum number of images in a page; each image fetches the message
                         * again */
#define THREAD_MAX 12 /* maximum number of earlier messages that are listed */

static void say_text(struct page *page, struct everyuri_text text)
{
	eu_page_say(page, "<bdi>");
	eu_page_text(page, text.data, text.len);
	eu_page_say(page, "</bdi>");
}

/* ---- the header ----------------------------------------------------------------------------------------- */

static void say_groups(struct page *page, struct everyuri_text groups)
{
	struct everyuri_text group;
	struct everyuri_buf uri;
	bool some = false;

	everyuri_buf_init(&uri, NULL, 0, NULL);
	while (eu_mail_next_group(&groups, &group)) {
		const bool known = eu_mail_group(page, group, &uri);

		eu_page_say(page, some ? ", " : "");
		if (known)
			eu_page_link(page, (struct everyuri_text){ uri.data, uri.len }, group);
		else
			say_text(page, group);
		some = true;
	}
	everyuri_buf_free(&uri);
}

static void say_header(struct page *page, const struct everyuri_message *message)
{
	static const enum everyuri_message_field shown[] = {
		EVERYURI_MESSAGE_FROM,       EVERYURI_MESSAGE_TO,   EVERYURI_MESSAGE_CC,
		EVERYURI_MESSAGE_NEWSGROUPS, EVERYURI_MESSAGE_DATE, EVERYURI_MESSAGE_ID
	};

	eu_page_say(page, "<dl class=\"facts\">\n");
	for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
		const struct everyuri_text value = message->field[shown[i]];

		if (!value.data || !value.len)
			continue;
		eu_page_say(page, "<dt>");
		eu_page_say(page, everyuri_message_field_name(shown[i]));
		eu_page_say(page, "</dt><dd>");
		if (shown[i] == EVERYURI_MESSAGE_NEWSGROUPS)
			say_groups(page, value);
		else
			say_text(page, value);
		eu_page_say(page, "</dd>\n");
	}
	eu_page_say(page, "</dl>\n");
}

/* ---- the thread ----------------------------------------------------------------------------------------- */

static size_t count_ids(struct everyuri_text ids)
{
	struct everyuri_text id;
	size_t n = 0;

	while (eu_mail_next_id(&ids, &id))
		n++;
	return n;
}

static void say_other(struct page *page, const struct everyuri_message *message,
                      struct everyuri_text id, size_t number, size_t of)
{
	struct everyuri_buf uri;

	everyuri_buf_init(&uri, NULL, 0, NULL);
	eu_page_say(page, "<li value=\"");
	everyuri_write_number(&page->response->w, number);
	eu_page_say(page, "\">");
	if (eu_mail_other(page, message, id, &uri))
		eu_page_link(page, (struct everyuri_text){ uri.data, uri.len }, id);
	else
		say_text(page, id);
	if (number == 1)
		eu_page_say(page, " <span class=\"fact\">the first message of the thread</span>");
	else if (number == of)
		eu_page_say(page, " <span class=\"fact\">the previous message</span>");
	eu_page_say(page, "</li>\n");
	everyuri_buf_free(&uri);
}

/* Lists the earlier messages of the thread (RFC 5322 3.6.4).  The first one started the thread, and
 * this message replies to the last one.  A message cannot name the replies to it, but the page of
 * the newsgroup lists them. */
static void say_thread(struct page *page, const struct everyuri_message *message)
{
	struct everyuri_text ids = message->field[EVERYURI_MESSAGE_REFERENCES], id;
	const size_t n = count_ids(ids);

	if (!n)
		return;
	eu_page_say(page, "<nav class=\"thread\" aria-label=\"Thread\">\n<h2>Earlier in the "
	                  "thread</h2>\n<ol>\n");
	for (size_t i = 1; eu_mail_next_id(&ids, &id); i++)
		if (i == 1 || i + THREAD_MAX > n)
			say_other(page, message, id, i, n);
	eu_page_say(page, "</ol>\n");
	if (n > THREAD_MAX + 1) {
		eu_page_say(page, "<p class=\"hint\">");
		eu_page_number(page, n - THREAD_MAX - 1);
		eu_page_say(page, " messages between them are not shown.</p>\n");
	}
	eu_page_say(page, "</nav>\n");
}

/* ---- parts shown in the page ------------------------------------------------------------------------------- */

static bool is_attached(const struct everyuri_message_part *part)
{
	return part->disposition == EVERYURI_ATTACHMENT;
}

static bool is_words(const struct everyuri_message_part *part)
{
	return eu_page_same(part->media_type, "text/plain") && !is_attached(part);
}

static bool is_html(const struct everyuri_message_part *part)
{
	return eu_page_same(part->media_type, "text/html") && !is_attached(part);
}

static bool is_container(const struct everyuri_message_part *part)
{
	return part->has_parts && eu_page_begins_with(part->media_type, "multipart/");
}

static void say_words(struct page *page, const struct everyuri_message *message, size_t n)
{
	struct everyuri_text said = message->part[n].charset, read_as = { NULL, 0 };
	struct quoted *quoted = eu_quoted_open(page);

	if (!quoted)
		return;
	eu_page_say(page, "<div class=\"letter\">\n");
	everyuri_message_text(message, n, eu_quoted_feed, quoted, &read_as, NULL);
	eu_quoted_close(quoted);
	eu_page_say(page, "</div>\n");
	if (read_as.data == said.data || eu_page_same(read_as, "us-ascii"))
		return;
	eu_page_say(page, "<p class=\"hint\">Charset ");
	eu_page_text(page, read_as.data, read_as.len);
	eu_page_say(page, said.data ? ", guessed: the declared charset is unknown.</p>\n" :
	                              ", guessed.</p>\n");
}

static void say_picture(struct page *page, const struct everyuri_message *message, size_t n)
{
	const struct everyuri_text name = message->part[n].file_name;

	eu_page_say(page, "<figure class=\"picture\"><img src=\"");
	eu_mail_part_href(page, n);
	eu_page_say(page, "\" loading=\"lazy\" alt=\"");
	eu_page_text(page, name.data ? name.data : "a picture of this message",
	             name.data ? name.len : 25);
	eu_page_say(page, "\"></figure>\n");
}

/* Writes an HTML part.  alone: the message has no other text. */
static void say_html(struct page *page, size_t n, bool alone)
{
	if (page->proxied)
		return;
	eu_page_say(page,
	            alone ? "<p class=\"empty\">This message is in HTML. <a href=\"" :
	                    "<p class=\"hint\">This message also has an HTML version. <a href=\"");
	eu_mail_part_href(page, n);
	eu_page_say(page, "\">Show it</a> in a sandbox, without scripts and without fetching "
	                  "anything.</p>\n");
}

/* ---- enclosed messages ----------------------------------------------------------------------------------- */

#define HEADER_MAX 65536u /* limit in bytes for parsing the header of an enclosed message */

/* The sections that are open, each with the nesting depth of its enclosed message. */
struct enclosed {
	unsigned depth[EVERYURI_MESSAGE_DEPTH_MAX + 1];
	unsigned n;
};

static void close_enclosed(struct page *page, struct enclosed *enclosed, unsigned depth)
{
	for (; enclosed->n && depth <= enclosed->depth[enclosed->n - 1]; enclosed->n--)
		eu_page_say(page, "</section>\n");
}

/* Starts a section, so that text of another author does not look like part of this message. */
static void open_enclosed(struct page *page, struct enclosed *enclosed,
                          const struct everyuri_message *message, size_t n)
{
	const struct everyuri_message_part *part = &message->part[n];
	const uint64_t len = part->end - part->begin;
	struct everyuri_message inner = { .n_parts = 0 };
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_message_read(message->all.data + part->begin,
	                      len < HEADER_MAX ? (size_t)len : HEADER_MAX, &buf, &inner, NULL);
	eu_page_say(page, "<section class=\"enclosed\">\n<h2>");
	if (inner.field[EVERYURI_MESSAGE_SUBJECT].data)
		say_text(page, inner.field[EVERYURI_MESSAGE_SUBJECT]);
	else
		eu_page_say(page, "Enclosed message");
	eu_page_say(page, "</h2>\n");
	say_header(page, &inner);
	everyuri_buf_free(&buf);
	enclosed->depth[enclosed->n++] = part->depth; /* cannot overflow, because there is at most
	                                               * one section for each depth */
}

static bool is_message(const struct everyuri_message_part *part)
{
	return part->has_parts && !is_container(part);
}

/* ---- all parts ----------------------------------------------------------------------------------------------- */

/* Writes the parts of the message.  Returns whether one of them was text. */
static bool say_parts(struct page *page, const struct everyuri_message *message)
{
	struct enclosed enclosed = { .n = 0 };
	bool words = false;
	unsigned pictures = 0;

	for (size_t n = 0; n < message->n_parts; n++) {
		const struct everyuri_message_part *part = &message->part[n];

		close_enclosed(page, &enclosed, part->depth);
		if (is_message(part))
			open_enclosed(page, &enclosed, message, n);
		if (is_words(part)) {
			say_words(page, message, n);
			words = true;
		} else if (is_html(part)) {
			say_html(page, n, !words);
			words = true;
		} else if (eu_mail_is_picture(part->media_type) && !is_attached(part) &&
		           !page->proxied && pictures++ < PICTURES_MAX) {
			say_picture(page, message, n);
		}
	}
	close_enclosed(page, &enclosed, 0);
	return words;
}

/* ---- the table of parts -------------------------------------------------------------------------------------- */

static void say_part_name(struct page *page, const struct everyuri_message *message, size_t n)
{
	const struct everyuri_message_part *part = &message->part[n];
	const struct everyuri_text name = part->file_name.data  ? part->file_name :
	                                  part->content_id.data ? part->content_id :
	                                                          PAGE_TEXT("unnamed");

	if (page->proxied) {
		say_text(page, name);
		return;
	}
	eu_page_say(page, "<a href=\"");
	eu_mail_part_href(page, n);
	eu_page_say(page, "\">");
	say_text(page, name);
	eu_page_say(page, "</a>");
}

/* Returns whether the table lists the part.  Containers and the text of the message are not
 * listed. */
static bool is_listed(const struct everyuri_message_part *part)
{
	return !is_container(part) && !is_words(part) && !is_html(part);
}

static void say_row(struct page *page, const struct everyuri_message *message, size_t n)
{
	const struct everyuri_message_part *part = &message->part[n];

	eu_page_say(page, "<tr><td>");
	say_part_name(page, message, n);
	eu_page_say(page, "</td><td>");
	eu_page_text(page, part->media_type.data, part->media_type.len);
	eu_page_say(page, "</td><td class=\"n\">");
	eu_page_size(page, part->size);
	eu_page_say(page, "</td></tr>\n");
}

static void say_table(struct page *page, const struct everyuri_message *message)
{
	bool some = false;

	for (size_t n = 0; n < message->n_parts; n++) {
		if (!is_listed(&message->part[n]))
			continue;
		if (!some)
			eu_page_say(page,
			            "<h2>Attachments</h2>\n<table class=\"attachments\"><thead><tr>"
			            "<th scope=\"col\">Name</th><th scope=\"col\">Type</th>"
			            "<th scope=\"col\">Size</th></tr></thead><tbody>\n");
		some = true;
		say_row(page, message, n);
	}
	if (some)
		eu_page_say(page, "</tbody></table>\n");
	if (message->cut)
		eu_page_say(page, "<p class=\"alert\" role=\"alert\">Not all parts of this message "
		                  "are shown: they are too many, or nested too deeply.</p>\n");
}

void eu_mail_page(struct page *page, const struct mail *mail)
{
	const struct everyuri_message *message = &mail->message;

	say_header(page, message);
	say_thread(page, message);
	if (!say_parts(page, message) && message->n_parts)
		eu_page_say(page, "<p class=\"empty\">This message has no text.</p>\n");
	say_table(page, message);
}
