/* Text documents: decodes the charset and shows its name, links the URIs, and
 * lets the browser wrap lines. */
#include "gateway/pages/charset.h"
#include "gateway/pages/internal.h"
#include "gateway/pages/autolink.h"

#include <stdlib.h>

struct words {
	struct charset charset;
	struct autolinker *autolinker;
	char type[128]; /* the media type, NUL-terminated */
};

static bool takes_words(const struct page *page, const struct everyuri_object *object)
{
	return object->kind == EVERYURI_DOCUMENT && !page->raw && !page->proxied &&
	       eu_page_is_text(object->media_type);
}

static void take_words(void *context, const char *utf8, size_t len)
{
	eu_autolink_feed(context, utf8, len);
}

/* Writes the language as a BCP 47 tag.  Writes "", which means unknown, so that
 * the text does not inherit the language of the page. */
static void say_language(struct page *page, struct everyuri_text language)
{
	bool good = language.data && language.len && language.len <= 35;

	for (size_t i = 0; good && i < language.len; i++) {
		const char c = language.data[i];

		good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		       c == '-';
	}
	eu_page_say(page, " lang=\"");
	if (good)
		eu_page_text(page, language.data, language.len);
	eu_page_say(page, "\"");
}

static bool words_begin(struct showing *showing, const struct everyuri_object *object)
{
	struct words *words = malloc(sizeof *words);
	struct page *page = &showing->page;
	const size_t n_type =
		object->media_type.len < sizeof words->type ? object->media_type.len : 0;

	if (!words)
		return false;
	words->autolinker = eu_autolink_open(page);
	if (!words->autolinker) {
		free(words);
		return false;
	}
	memcpy(words->type, object->media_type.data, n_type);
	words->type[n_type] = '\0';
	eu_charset_begin(&words->charset, object->charset);
	showing->state = words;
	page->document = true;
	eu_page_begin(page);
	eu_page_heading(page);
	eu_page_say(page, "<pre class=\"text\"");
	say_language(page, object->language);
	eu_page_say(page, ">\n"); /* HTML ignores this line break after <pre>, and so keeps the
	                           * first one of the text */
	return true;
}

static bool words_bytes(struct showing *showing, const char *data, size_t len)
{
	struct words *words = showing->state;

	eu_charset_feed(&words->charset, data, len, take_words, words->autolinker);
	return true;
}

static void words_end(struct showing *showing, bool good, const struct everyuri_error *err)
{
	struct words *words = showing->state;
	struct page *page = &showing->page;
	const struct everyuri_text type = { words->type, strlen(words->type) };

	eu_charset_end(&words->charset, take_words, words->autolinker);
	eu_autolink_flush(words->autolinker);
	eu_autolink_close(words->autolinker);
	eu_page_say(page, "</pre>\n");
	if (!showing->n_bytes)
		eu_page_say(page, "<p class=\"empty\">This document is empty.</p>\n");
	if (!good)
		eu_page_cut_short(page, showing, err);
	eu_page_note(page, type, &words->charset, showing->n_bytes);
	eu_page_end(page);
}

const struct page_kind eu_page_plain_text = { .name = "words",
	                                      .takes = takes_words,
	                                      .begin = words_begin,
	                                      .bytes = words_bytes,
	                                      .end = words_end };
