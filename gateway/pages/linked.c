/* Text in which the URIs are links.  The finder reports a URI once the bytes behind it have come; until
 * then the text that it may stand in is kept here. */
#include "gateway/pages/linked.h"

#include "gateway/pages/inner.h"

#include <everyuri/find.h>

#include <stdlib.h>

#define URI_MAX 2048u /* bytes: a longer one is shown, and no link */
#define KEEP (2 * URI_MAX)
#define SLICE 4096u

struct linked {
	struct page *page;
	struct everyuri_buf buf;
	struct everyuri_finder *finder;
	uint64_t begin; /* of text, in all that was fed */
	size_t len;
	char text[KEEP + SLICE];
};

/* ---- what is written -------------------------------------------------------------------------------------- */

static void drop_front(struct linked *linked, size_t n)
{
	memmove(linked->text, linked->text + n, linked->len - n);
	linked->len -= n;
	linked->begin += n;
}

static void write_front(struct linked *linked, size_t n)
{
	eu_page_text(linked->page, linked->text, n);
	drop_front(linked, n);
}

/* The text stands as it is; only what is behind it is put right (www.h becomes http://www.h). */
static bool link_found(void *context, const struct everyuri_found *found)
{
	struct linked *linked = context;
	struct page *page = linked->page;
	const uint64_t end = found->offset + found->length;

	if (found->offset < linked->begin || end > linked->begin + linked->len ||
	    !eu_page_links_to(page, found->uri))
		return true;
	write_front(linked, (size_t)(found->offset - linked->begin));
	eu_page_say(page, "<a href=\"");
	eu_page_href(page, found->uri);
	eu_page_say(page, "\">");
	eu_page_text(page, linked->text, (size_t)found->length);
	eu_page_say(page, "</a>");
	drop_front(linked, (size_t)found->length);
	return true;
}

/* ---- life -------------------------------------------------------------------------------------------------- */

struct linked *eu_linked_open(struct page *page)
{
	struct linked *linked = malloc(sizeof *linked);
	struct everyuri_find_options options = { .flags = EVERYURI_FIND_ANGLE | EVERYURI_FIND_BARE |
		                                          EVERYURI_FIND_WWW,
		                                 .max_len = URI_MAX };

	if (!linked)
		return NULL;
	linked->page = page;
	linked->begin = linked->len = 0;
	linked->finder = NULL;
	options.schemes = everyuri_scheme_names(&options.n_schemes);
	everyuri_buf_init(&linked->buf, NULL, 0, NULL);
	if (everyuri_find_begin(&options, link_found, linked, &linked->buf, &linked->finder,
	                        NULL)) {
		eu_linked_close(linked);
		return NULL;
	}
	return linked;
}

/* Where a character begins, at or in front of this byte. */
static size_t begin_of_character(const char *text, size_t at)
{
	while (at && ((unsigned char)text[at] & 0xC0) == 0x80)
		at--;
	return at;
}

void eu_linked_feed(struct linked *linked, const char *utf8, size_t len)
{
	while (len) {
		size_t n = len < SLICE ? len : SLICE;

		if (linked->len + n > sizeof linked->text)
			write_front(linked, begin_of_character(linked->text, linked->len - KEEP));
		if (linked->len + n > sizeof linked->text) /* a character was kept whole */
			n = sizeof linked->text - linked->len;
		memcpy(linked->text + linked->len, utf8, n);
		linked->len += n;
		everyuri_find_feed(linked->finder, utf8, n);
		utf8 += n;
		len -= n;
	}
}

void eu_linked_flush(struct linked *linked)
{
	everyuri_find_end(linked->finder);
	write_front(linked, linked->len);
}

void eu_linked_close(struct linked *linked)
{
	everyuri_buf_free(&linked->buf);
	free(linked);
}
