/* Sends one part of a message: an image of our page, an attachment, or HTML in the sandbox.  The
 * message is fetched again for each part, so that nothing is kept between requests. */
#include "gateway/pages/mail.h"

#include <stdlib.h>

void eu_mail_part_href(struct page *page, size_t n)
{
	eu_page_say(page, "/_/part?uri=");
	eu_page_encoded(page, page->uri);
	eu_page_say(page, "&amp;part=");
	everyuri_write_number(&page->response->w, n + 1); /* counted from 1, like page.part */
}

/* RFC 2392 2: the URI is "cid:" and a content-id, percent-encoded. */
bool eu_mail_cid_href(struct page *page, struct everyuri_text uri)
{
	const struct everyuri_message *message = page->message;
	struct everyuri_buf id;
	bool found = false;

	if (!message || page->proxied || !eu_page_scheme_has(uri, EVERYURI_MESSAGE_PARTS))
		return false;
	everyuri_buf_init(&id, NULL, 0, NULL);
	if (!everyuri_decode(uri.data + 4, uri.len - 4, 0, &id, NULL))
		for (size_t n = 0; n < message->n_parts && !found; n++) {
			const struct everyuri_text own = message->part[n].content_id;

			found = own.data && own.len == id.len && id.len &&
			        !memcmp(own.data, id.data, id.len);
			if (found)
				eu_mail_part_href(page, n);
		}
	everyuri_buf_free(&id);
	return found;
}

bool eu_mail_is_picture(struct everyuri_text media_type)
{
	static const char *const types[] = { "image/avif", "image/gif", "image/jpeg",
		                             "image/jpg",  "image/png", "image/webp" };

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (eu_page_same(media_type, types[i]))
			return true;
	return false;
}

/* ---- the head -------------------------------------------------------------------------------------------- */

#define NAME_MAX_BYTES 255

/* Writes the file name under which the browser saves the part (RFC 6266 4.3, RFC 8187).  Removes
 * any path and leading dot from the name. */
static void say_file_name(struct page *page, const char *kind, struct everyuri_text name)
{
	static const char digit[] = "0123456789ABCDEF";
	char field[64 + 3 * NAME_MAX_BYTES];
	size_t at = strlen(kind);

	memcpy(field, kind, at);
	memcpy(field + at, "; filename*=UTF-8''", 19);
	at += 19;
	for (size_t i = 0; i < name.len && i < NAME_MAX_BYTES; i++) {
		const unsigned char c = (unsigned char)name.data[i];

		if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
		    (c == '.' && i) || c == '-') {
			field[at++] = (char)c;
		} else if (c < ' ' || c == 0x7F || c == '/' || c == '\\' || c == ':' || c == '.') {
			field[at++] = '_';
		} else {
			field[at++] = '%';
			field[at++] = digit[c >> 4];
			field[at++] = digit[c & 15];
		}
	}
	eu_http_response_field(page->response, "Content-Disposition", field, at);
}

/* Returns whether the browser shows the part: HTML and images in the sandbox for foreign content,
 * and text as plain text.  Any other part is a download. */
static bool is_for_showing(const struct everyuri_message_part *part)
{
	return eu_mail_is_picture(part->media_type) ||
	       eu_page_same(part->media_type, "text/html") ||
	       eu_page_same(part->media_type, "text/plain") ||
	       eu_page_same(part->media_type, "message/rfc822");
}

/* Writes Content-Disposition: whether the part is shown or saved, and its file name. */
static void say_disposition(struct page *page, const struct everyuri_message_part *part)
{
	if (part->file_name.data && part->file_name.len)
		say_file_name(page, is_for_showing(part) ? "inline" : "attachment",
		              part->file_name);
	else if (!is_for_showing(part))
		eu_http_response_field(page->response, "Content-Disposition", "attachment", 10);
}

static void begin_part(struct page *page, const struct everyuri_message_part *part)
{
	struct everyuri_text type = part->media_type;
	char text[256];
	size_t len;

	if (eu_page_same(type, "message/rfc822"))
		type = PAGE_TEXT("text/plain"); /* sent as text, because a page shows only one
		                                 * message */
	len = type.len < 128 ? type.len : 0;
	memcpy(text, type.data, len);
	if (eu_page_begins_with(type, "text/")) {
		const struct everyuri_text charset = part->charset.data && part->charset.len < 64 ?
		                                             part->charset :
		                                             PAGE_TEXT("utf-8");

		memcpy(text + len, "; charset=", 10);
		memcpy(text + len + 10, charset.data, charset.len);
		len += 10 + charset.len;
	}
	eu_http_response_begin(page->response, 200, text, len, HTTP_FOREIGN,
	                       EVERYURI_LENGTH_UNKNOWN);
}

/* ---- the body --------------------------------------------------------------------------------------------- */

static bool write_part(void *context, const char *data, size_t len)
{
	struct page *page = context;

	everyuri_write(&page->response->w, data, len);
	return !page->response->w.failed;
}

static bool write_html(void *context, const char *data, size_t len)
{
	struct showing *showing = context;

	return eu_page_html.bytes(showing, data, len) && !showing->page.response->w.failed;
}

/* Sends HTML with its links rewritten, as for a page of any server.  The HTML loads no
 * subresources, so that the sender does not learn that somebody reads the message. */
static void tell_html(struct page *page, const struct everyuri_message *message, size_t n)
{
	const struct everyuri_text charset = message->part[n].charset;
	struct showing showing = { .page = *page };
	const struct everyuri_object object = { .kind = EVERYURI_DOCUMENT,
		                                .media_type = PAGE_TEXT("text/html"),
		                                .charset = eu_page_is_label(charset) ?
		                                                   charset :
		                                                   PAGE_TEXT("utf-8"),
		                                .length = EVERYURI_LENGTH_UNKNOWN };

	if (!eu_page_html.begin(&showing, &object))
		return;
	everyuri_message_content(message, n, write_html, &showing, NULL);
	eu_page_html.end(&showing, true, NULL);
	free(showing.state);
}

void eu_mail_tell_part(struct page *page, const struct mail *mail, size_t n)
{
	const struct everyuri_message *message = &mail->message;
	const struct everyuri_text none = { NULL, 0 };
	struct everyuri_error err = { .status = EVERYURI_MISSING,
		                      .clause = "RFC 2045 2.4",
		                      .message = "the message has no such part" };

	if (n >= message->n_parts ||
	    (message->part[n].has_parts &&
	     eu_page_begins_with(message->part[n].media_type, "multipart/"))) {
		eu_page_refuse(page, 404, &err, none);
		return;
	}
	say_disposition(page, &message->part[n]);
	if (eu_page_same(message->part[n].media_type, "text/html")) {
		tell_html(page, message, n);
		return;
	}
	begin_part(page, &message->part[n]);
	everyuri_message_content(message, n, write_part, page, NULL);
}
