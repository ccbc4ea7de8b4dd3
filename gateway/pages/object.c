/* Shows any object: chooses its page kind, counts its bytes and items, and enforces the limits. */
#include "gateway/pages/link_rewriter.h"

#include <stdlib.h>

static const struct page_kind *const page_kinds[] = {
	&eu_page_session,    &eu_page_index, &eu_page_threads, &eu_page_listing,
	&eu_page_menu,       &eu_page_mail,  &eu_page_html,    &eu_page_gemini,
	&eu_page_plain_text, &eu_page_media, &eu_page_bytes,
};

static const struct page_kind *kind_of(const struct page *page,
                                       const struct everyuri_object *object)
{
	const size_t n = sizeof page_kinds / sizeof *page_kinds;
	size_t i = 0;

	if (page->subresource)
		return eu_page_loaded(page, object);
	while (i + 1 < n && !page_kinds[i]->takes(page, object))
		i++;
	return page_kinds[i];
}

static bool begin_kind(struct showing *showing, const struct everyuri_object *object)
{
	const struct page_kind *kind = kind_of(&showing->page, object);

	if (!kind->begin(showing, object))
		return false;
	showing->kind = kind;
	return !showing->page.response->w.failed;
}

/* ---- documents of unknown type ------------------------------------------------------------------------------- */

/* Begins the page of a held document, with the type that its first bytes
 * suggest.  Only the length of the object was kept; an object without a type
 * has no other facts. */
static bool begin_held(struct showing *showing)
{
	struct everyuri_object object = { .kind = EVERYURI_DOCUMENT,
		                          .length = showing->object.length };

	showing->waits = false;
	object.media_type = eu_page_sniff(showing->held, showing->n_held);
	return begin_kind(showing, &object);
}

static bool pass_bytes(struct showing *showing, const char *data, size_t len)
{
	if (len && showing->kind->bytes && !showing->kind->bytes(showing, data, len))
		return false;
	return !showing->page.response->w.failed;
}

/* Holds bytes back until the type can be guessed.  Returns the number of bytes held. */
static size_t hold(struct showing *showing, const char *data, size_t len)
{
	size_t room = sizeof showing->held - showing->n_held;
	size_t n = len < room ? len : room;

	memcpy(showing->held + showing->n_held, data, n);
	showing->n_held += n;
	return n;
}

/* ---- the receiver ---------------------------------------------------------------------------------------------- */

static bool showing_begin(void *context, const struct everyuri_object *object)
{
	struct showing *showing = context;

	showing->page.inside = object->address_class != EVERYURI_ADDRESS_PUBLIC;
	if (object->kind == EVERYURI_DOCUMENT && !eu_page_is_media_type(object->media_type)) {
		showing->waits = true;
		showing->object = (struct everyuri_object){ .length = object->length };
		return true;
	}
	showing->object = *object;
	return begin_kind(showing, object);
}

static bool showing_bytes(void *context, const char *data, size_t len)
{
	struct showing *showing = context;

	showing->n_bytes += len;
	if (showing->waits) {
		size_t n = hold(showing, data, len);

		data += n;
		len -= n;
		if (showing->n_held < sizeof showing->held)
			return true;
		if (!begin_held(showing) || !pass_bytes(showing, showing->held, showing->n_held))
			return false;
	}
	return showing->kind && pass_bytes(showing, data, len);
}

static bool showing_item(void *context, const struct everyuri_item *item)
{
	struct showing *showing = context;

	if (!showing->kind || !showing->kind->item)
		return showing->kind != NULL;
	if (showing->n_items == SHOWING_ITEMS_MAX) {
		showing->limited = true;
		return false;
	}
	showing->n_items++;
	return showing->kind->item(showing, item) && !showing->page.response->w.failed;
}

struct everyuri_receiver eu_showing_receiver(struct showing *showing)
{
	return (struct everyuri_receiver){ showing, showing_begin, showing_bytes, showing_item };
}

bool eu_showing_end(struct showing *showing, bool good, const struct everyuri_error *err)
{
	if (showing->waits && (good || showing->n_held) && begin_held(showing))
		pass_bytes(showing, showing->held, showing->n_held);
	if (!showing->kind)
		return false;
	showing->kind->end(showing, good, err);
	free(showing->state);
	showing->state = NULL;
	return true;
}
