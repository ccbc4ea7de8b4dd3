/* Turns URIs in a text into links.  The finder reports a URI only when it has seen the bytes
 * after the URI.  Until then the autolinker keeps the text that may contain the URI. */
#include "gateway/pages/autolink.h"

#include "gateway/pages/internal.h"

#include <everyuri/find.h>

#include <stdlib.h>

#define URI_MAX 2048u /* limit in bytes; a longer URI is not linked */
#define KEEP (2 * URI_MAX)
#define SLICE 4096u

struct autolinker {
	struct page *page;
	struct everyuri_buf buf;
	struct everyuri_finder *finder;
	uint64_t begin; /* offset of `text` in all the input so far */
	size_t len;
	char text[KEEP + SLICE];
};

/* ---- output ----------------------------------------------------------------------------------------------- */

static void drop_front(struct autolinker *autolinker, size_t n)
{
	memmove(autolinker->text, autolinker->text + n, autolinker->len - n);
	autolinker->len -= n;
	autolinker->begin += n;
}

static void write_front(struct autolinker *autolinker, size_t n)
{
	eu_page_text(autolinker->page, autolinker->text, n);
	drop_front(autolinker, n);
}

/* Writes a link.  The link shows the URI as written; only its target is completed ("www.h"
 * becomes "http://www.h"). */
static bool link_found(void *context, const struct everyuri_found *found)
{
	struct autolinker *autolinker = context;
	struct page *page = autolinker->page;
	const uint64_t end = found->offset + found->length;

	if (found->offset < autolinker->begin || end > autolinker->begin + autolinker->len ||
	    !eu_page_links_to(page, found->uri))
		return true;
	write_front(autolinker, (size_t)(found->offset - autolinker->begin));
	eu_page_say(page, "<a href=\"");
	eu_page_href(page, found->uri);
	eu_page_say(page, "\">");
	eu_page_text(page, autolinker->text, (size_t)found->length);
	eu_page_say(page, "</a>");
	drop_front(autolinker, (size_t)found->length);
	return true;
}

/* ---- init and free ----------------------------------------------------------------------------------------- */

struct autolinker *eu_autolink_open(struct page *page)
{
	struct autolinker *autolinker = malloc(sizeof *autolinker);
	struct everyuri_find_options options = { .flags = EVERYURI_FIND_ANGLE | EVERYURI_FIND_BARE |
		                                          EVERYURI_FIND_WWW,
		                                 .max_len = URI_MAX };

	if (!autolinker)
		return NULL;
	autolinker->page = page;
	autolinker->begin = autolinker->len = 0;
	autolinker->finder = NULL;
	options.schemes = everyuri_scheme_names(&options.n_schemes);
	everyuri_buf_init(&autolinker->buf, NULL, 0, NULL);
	if (everyuri_find_begin(&options, link_found, autolinker, &autolinker->buf,
	                        &autolinker->finder, NULL)) {
		eu_autolink_close(autolinker);
		return NULL;
	}
	return autolinker;
}

/* Returns the start of the character that contains this byte. */
static size_t begin_of_character(const char *text, size_t at)
{
	while (at && ((unsigned char)text[at] & 0xC0) == 0x80)
		at--;
	return at;
}

void eu_autolink_feed(struct autolinker *autolinker, const char *utf8, size_t len)
{
	while (len) {
		size_t n = len < SLICE ? len : SLICE;

		if (autolinker->len + n > sizeof autolinker->text)
			write_front(autolinker,
			            begin_of_character(autolinker->text, autolinker->len - KEEP));
		if (autolinker->len + n > sizeof autolinker->text) /* the text kept is up to 3 bytes
		                                                    * longer than KEEP */
			n = sizeof autolinker->text - autolinker->len;
		memcpy(autolinker->text + autolinker->len, utf8, n);
		autolinker->len += n;
		everyuri_find_feed(autolinker->finder, utf8, n);
		utf8 += n;
		len -= n;
	}
}

void eu_autolink_flush(struct autolinker *autolinker)
{
	everyuri_find_end(autolinker->finder);
	write_front(autolinker, autolinker->len);
}

void eu_autolink_close(struct autolinker *autolinker)
{
	everyuri_buf_free(&autolinker->buf);
	free(autolinker);
}
