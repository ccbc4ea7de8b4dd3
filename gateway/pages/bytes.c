/* Documents sent unchanged: types that browsers show themselves, types that no page kind shows,
 * and raw bytes. */
#include "gateway/pages/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static bool takes_bytes(const struct page *page, const struct everyuri_object *object)
{
	(void)page;
	(void)object;
	return true;
}

/* ---- media type ----------------------------------------------------------------------------------------------- */

/* Returns whether browsers show or play this type.  PDF is not included: Chromium does not show
 * PDF in a sandbox, so the page offers it as a download. */
static bool is_shown(struct everyuri_text type)
{
	return eu_page_begins_with(type, "image/") || eu_page_begins_with(type, "audio/") ||
	       eu_page_begins_with(type, "video/") || eu_page_begins_with(type, "text/") ||
	       eu_page_same(type, "application/ogg") ||
	       eu_page_same(type, "application/xhtml+xml") || eu_page_is_text(type);
}

/* Returns whether the type could contain scripts.  As raw bytes, such a type is sent as plain
 * text (THREATS G4), and also sandboxed. */
static bool is_active(struct everyuri_text type)
{
	return eu_page_same(type, "text/html") || eu_page_same(type, "image/svg+xml") ||
	       eu_page_same(type, "application/xhtml+xml") || eu_page_same(type, "text/gemini") ||
	       eu_page_is_text(type);
}

struct media {
	size_t len;
	char text[256];
};

static void add(struct media *media, struct everyuri_text text)
{
	if (text.len > sizeof media->text - media->len)
		return;
	memcpy(media->text + media->len, text.data, text.len);
	media->len += text.len;
}

/* Writes the media type.  Text always gets a charset, so that the browser never guesses it
 * (THREATS G5).  The charset is UTF-8 if the server declares none. */
static void say_type(const struct page *page, const struct everyuri_object *object,
                     struct media *media)
{
	struct everyuri_text type = object->media_type;

	if (page->raw && !page->proxied && is_active(type))
		type = PAGE_TEXT("text/plain");
	add(media, type);
	if (eu_page_is_label(object->charset)) {
		add(media, PAGE_TEXT("; charset="));
		add(media, object->charset);
	} else if (eu_page_begins_with(type, "text/") && !page->proxied) {
		add(media, PAGE_TEXT("; charset=utf-8"));
	}
}

/* ---- file name ----------------------------------------------------------------------------------------------------- */

/* Writes the file name twice: in the form of RFC 8187, filename*=UTF-8''..., and in ASCII as
 * filename=, for older clients. */
static void say_name(struct page *page)
{
	static const char digit[] = "0123456789ABCDEF";
	char name[PAGE_NAME_MAX], field[64 + 4 * PAGE_NAME_MAX];
	size_t n = eu_page_name(page->uri, name), at = 0;

	memcpy(field, "attachment; filename=\"", 22);
	at = 22;
	for (size_t i = 0; i < n; i++) {
		const unsigned char c = (unsigned char)name[i];
		const bool plain = c > ' ' && c < 0x7F && !strchr("\"\\/:%*?<>|;'", c);

		field[at++] = (char)(plain && (c != '.' || i) ? c : '_');
	}
	memcpy(field + at, "\"; filename*=UTF-8''", 20);
	at += 20;
	for (size_t i = 0; i < n; i++) {
		const unsigned char c = (unsigned char)name[i];

		if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
		    (c == '.' && i) || c == '-' || c == '_') {
			field[at++] = (char)c;
		} else if (c > ' ' && c != '.' && c != 0x7F && c != '/' && c != '\\') {
			field[at++] = '%';
			field[at++] = digit[c >> 4];
			field[at++] = digit[c & 15];
		} else {
			field[at++] = '_';
		}
	}
	eu_http_response_field(page->response, "Content-Disposition", field, at);
}

/* ---- the page kind ---------------------------------------------------------------------------------------------------- */

/* Writes Content-Range, "bytes 0-99/1234" (RFC 9110 14.4).  Without a range, writes only the
 * length of the object. */
static void say_range(struct page *page, const struct eu_page_range *range, uint64_t length)
{
	char text[80];
	int n = range ? snprintf(text, sizeof text, "bytes %" PRIu64 "-%" PRIu64 "/%" PRIu64,
	                         range->first, range->last, length) :
	                snprintf(text, sizeof text, "bytes */%" PRIu64, length);

	eu_http_response_field(page->response, "Content-Range", text, (size_t)n);
}

/* State for sending a range of the object. */
struct passing {
	struct eu_page_range range;
	uint64_t at; /* bytes of the object received so far */
};

static void begin_bytes(struct showing *showing, const struct media *media, uint64_t length)
{
	struct page *page = &showing->page;
	struct passing passing = { 0 };
	const enum http_trust trust = page->subresource ? HTTP_WITHIN : HTTP_FOREIGN;
	unsigned status = page->status ? page->status : 200;

	if (length != EVERYURI_LENGTH_UNKNOWN)
		eu_http_response_field(page->response, "Accept-Ranges", "bytes", 5);
	switch (eu_page_range(page->response->request, length, &passing.range)) {
	case PAGE_RANGE:
		showing->state = malloc(sizeof passing);
		if (!showing->state)
			break;
		memcpy(showing->state, &passing, sizeof passing);
		say_range(page, &passing.range, length);
		status = 206;
		length = passing.range.last - passing.range.first + 1;
		break;
	case PAGE_NO_RANGE:
		say_range(page, NULL, length);
		eu_http_response_begin(page->response, 416, NULL, 0, trust, 0);
		showing->enough = true;
		return;
	case PAGE_WHOLE:
		break;
	}
	eu_http_response_begin(page->response, status, media->text, media->len, trust, length);
}

static bool bytes_begin(struct showing *showing, const struct everyuri_object *object)
{
	struct page *page = &showing->page;
	struct media media = { 0 };

	say_type(page, object, &media);
	if (!page->proxied && !is_shown(object->media_type))
		say_name(page);
	begin_bytes(showing, &media, object->length);
	return true;
}

/* Sends the bytes that lie in the range.  Returns false after the end of the range, which stops
 * the fetch. */
static bool pass_range(struct showing *showing, const char *data, size_t len)
{
	struct passing *passing = showing->state;
	const struct eu_page_range range = passing->range;
	const uint64_t begin = passing->at, end = begin + len;
	const uint64_t from = range.first > begin ? range.first - begin : 0;
	const uint64_t to = range.last < end ? range.last + 1 - begin : len;

	passing->at = end;
	if (from < to)
		everyuri_write(&showing->page.response->w, data + from, (size_t)(to - from));
	showing->enough = end > range.last;
	return !showing->enough;
}

static bool bytes_bytes(struct showing *showing, const char *data, size_t len)
{
	if (showing->enough)
		return false;
	if (showing->state)
		return pass_range(showing, data, len);
	everyuri_write(&showing->page.response->w, data, len);
	return true;
}

/* Writes nothing, because nothing may be added to foreign bytes.  The client sees from the
 * framing of the response whether they are complete. */
static void bytes_end(struct showing *showing, bool good, const struct everyuri_error *err)
{
	(void)showing;
	(void)good;
	(void)err;
}

const struct page_kind eu_page_bytes = { .name = "bytes",
	                                 .takes = takes_bytes,
	                                 .begin = bytes_begin,
	                                 .bytes = bytes_bytes,
	                                 .end = bytes_end };
