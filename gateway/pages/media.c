/* Images, audio and video: if a browser navigates to one, it gets a page that shows or plays
 * it, with the bar.
 *
 * Without that page, browsers would sandbox the bytes, and then show images badly and play
 * nothing.  The element in the page requests the same address again, this time as an image.
 * Sec-Fetch-Dest distinguishes the two requests.  A client that does not send this field gets
 * the bytes. */
#include "gateway/pages/internal.h"

static bool is_of(const struct everyuri_object *object, const char *front)
{
	return eu_page_begins_with(object->media_type, front);
}

static bool takes_media(const struct page *page, const struct everyuri_object *object)
{
	const struct http_request *request = page->response->request;

	return object->kind == EVERYURI_DOCUMENT && !page->raw && !page->proxied &&
	       page->uri.data &&
	       (is_of(object, "image/") || is_of(object, "audio/") || is_of(object, "video/")) &&
	       request && eu_page_same(eu_http_field(request, "Sec-Fetch-Dest"), "document");
}

static void say_source(struct page *page)
{
	eu_page_say(page, " src=\"/");
	eu_page_encoded(page, eu_page_without_fragment(page->uri));
	eu_page_say(page, "\"");
}

static void say_element(struct page *page, const struct everyuri_object *object)
{
	char name[PAGE_NAME_MAX];

	if (is_of(object, "image/")) {
		eu_page_say(page, "<img alt=\"");
		eu_page_text(page, name, eu_page_name(page->uri, name));
		eu_page_say(page, "\"");
		say_source(page);
		eu_page_say(page, ">");
		return;
	}
	eu_page_say(page, is_of(object, "audio/") ? "<audio controls" : "<video controls");
	say_source(page);
	eu_page_say(page, is_of(object, "audio/") ? "></audio>" : "></video>");
}

static bool media_begin(struct showing *showing, const struct everyuri_object *object)
{
	struct page *page = &showing->page;

	page->document = true;
	eu_page_begin(page);
	eu_page_heading(page);
	eu_page_say(page, "<div class=\"media\">");
	say_element(page, object);
	eu_page_say(page, "</div>\n<p class=\"note\">");
	eu_page_text(page, object->media_type.data, object->media_type.len);
	if (object->length != EVERYURI_LENGTH_UNKNOWN) {
		eu_page_say(page, " \xC2\xB7 ");
		eu_page_size(page, object->length);
	}
	eu_page_say(page, "</p>\n");
	showing->enough = true;
	return true;
}

/* Ends the fetch at the first byte, because the element in the page will fetch the bytes. */
static bool media_bytes(struct showing *showing, const char *data, size_t len)
{
	(void)showing;
	(void)data;
	(void)len;
	return false;
}

static void media_end(struct showing *showing, bool good, const struct everyuri_error *err)
{
	(void)good;
	(void)err;
	eu_page_end(&showing->page);
}

const struct page_kind eu_page_media = { .name = "media",
	                                 .takes = takes_media,
	                                 .begin = media_begin,
	                                 .bytes = media_bytes,
	                                 .end = media_end };
