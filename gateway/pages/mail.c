/* Mail and news messages.  A message is read completely before it is shown,
 * because its parts can be anywhere in it. */
#include "gateway/pages/autolink.h"
#include "gateway/pages/mail.h"

#include <stdlib.h>

/* A proxy client that does not accept HTML gets the raw message instead of a page. */
static bool takes_mail(const struct page *page, const struct everyuri_object *object)
{
	return object->kind == EVERYURI_DOCUMENT && !page->raw &&
	       (!page->proxied || eu_page_wants_html(page)) &&
	       (eu_page_same(object->media_type, "message/rfc822") ||
	        eu_page_same(object->media_type, "message/news"));
}

static bool mail_begin(struct showing *showing, const struct everyuri_object *object)
{
	struct mail *mail = calloc(1, sizeof *mail);

	(void)object;
	if (!mail)
		return false;
	everyuri_buf_init(&mail->buf, NULL, 0, NULL);
	showing->state = mail;
	showing->page.document = true;
	return true;
}

/* Makes space for n more bytes by doubling the capacity. */
static bool make_room(struct mail *mail, size_t n)
{
	size_t cap = mail->cap ? 2 * mail->cap : 32768;
	char *data;

	if (n <= mail->cap - mail->len)
		return true;
	while (cap < mail->len + n)
		cap *= 2;
	data = realloc(mail->data, cap);
	if (!data)
		return false;
	mail->data = data;
	mail->cap = cap;
	return true;
}

static bool mail_bytes(struct showing *showing, const char *data, size_t len)
{
	struct mail *mail = showing->state;
	const size_t room = EVERYURI_MESSAGE_MAX - mail->len;

	mail->too_long = len > room;
	if (mail->too_long)
		len = room;
	if (!make_room(mail, len))
		return false;
	memcpy(mail->data + mail->len, data, len);
	mail->len += len;
	return !mail->too_long; /* returning false stops the fetch */
}

/* ---- showing it ----------------------------------------------------------------------------------------- */

/* Shows a message as text, because it cannot be parsed. */
static void show_as_text(struct page *page, const struct mail *mail,
                         const struct everyuri_error *err)
{
	struct autolinker *autolinker;

	eu_page_begin(page);
	eu_page_heading(page);
	eu_page_say(page, "<p class=\"alert\" role=\"alert\">This message could not be parsed, so "
	                  "it is shown as text: ");
	eu_page_text(page, err->message, strlen(err->message));
	eu_page_say(page, ".</p>\n<pre class=\"text\">\n");
	autolinker = eu_autolink_open(page);
	if (autolinker) {
		eu_autolink_feed(autolinker, mail->data ? mail->data : "", mail->len);
		eu_autolink_flush(autolinker);
		eu_autolink_close(autolinker);
	}
	eu_page_say(page, "</pre>\n");
}

static void say_too_long(struct page *page)
{
	eu_page_say(page, "<p class=\"alert\" role=\"alert\">This message is longer than ");
	eu_page_size(page, EVERYURI_MESSAGE_MAX);
	eu_page_say(page, ": only its header is shown");
	if (!page->proxied) {
		eu_page_say(page, "; see <a href=\"/_/raw?uri=");
		eu_page_encoded(page, page->uri);
		eu_page_say(page, "\">the whole message as it was received</a>");
	}
	eu_page_say(page, ".</p>\n");
}

static void show_part(struct page *page, const struct mail *mail, const struct everyuri_error *err)
{
	const struct everyuri_text none = { NULL, 0 };
	struct everyuri_error long_one = { .status = EVERYURI_TOO_LONG,
		                           .clause = "THREATS C9",
		                           .message = "the message is too long to show its parts" };

	if (err)
		eu_page_refuse(page, 501, err, none);
	else if (mail->too_long)
		eu_page_refuse(page, 502, &long_one, none);
	else
		eu_mail_tell_part(page, mail, page->part - 1);
}

/* Writes the page of a message, except for the end of the page. */
static void show_letter(struct page *page, struct mail *mail)
{
	const struct everyuri_text title = page->title,
				   subject = mail->message.field[EVERYURI_MESSAGE_SUBJECT];

	if (!title.data)
		page->title = subject;
	eu_page_begin(page);
	eu_page_heading(page);
	page->title = title;
	page->message = &mail->message;
	if (mail->too_long)
		mail->message.n_parts = 0;
	eu_mail_page(page, mail);
	if (mail->too_long)
		say_too_long(page);
	page->message = NULL;
}

static void mail_end(struct showing *showing, bool good, const struct everyuri_error *err)
{
	struct mail *mail = showing->state;
	struct page *page = &showing->page;
	struct everyuri_error why = { .status = EVERYURI_OK };
	enum everyuri_status status = everyuri_message_read(mail->data ? mail->data : "", mail->len,
	                                                    &mail->buf, &mail->message, &why);

	if (page->part) {
		show_part(page, mail, status ? &why : NULL);
	} else {
		if (status)
			show_as_text(page, mail, &why);
		else
			show_letter(page, mail);
		if (!good && !mail->too_long)
			eu_page_cut_short(page, showing, err);
		eu_page_end(page);
	}
	everyuri_buf_free(&mail->buf);
	free(mail->data);
}

const struct page_kind eu_page_mail = { .name = "mail",
	                                .takes = takes_mail,
	                                .begin = mail_begin,
	                                .bytes = mail_bytes,
	                                .end = mail_end };
