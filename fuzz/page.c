/* Objects as pages of the gateway: always well-formed, the same for any division of the input, and with a head that
 * contains only our fields. */
#include "object.h"

#include "gateway/pages/html_tokens.h"
#include "gateway/shown.h"
#include "gateway/wellformed.h"

FUZZ_SHAPE(FUZZ_LINES, 4);

/* Each line of the head is a name, a colon and printable characters. */
static void head(const struct shown *shown, struct everyuri_text uri)
{
	const char *end = strstr(shown->data, "\r\n\r\n"), *at = shown->data;

	MUST(end && !strncmp(at, "HTTP/1.1 ", 9), uri);
	MUST(strstr(at, "\r\nContent-Security-Policy: ") < end, uri);
	for (; at < end + 2; at++) {
		unsigned char byte = (unsigned char)*at;

		MUST((byte >= 0x20 && byte < 0x7F) || (byte == '\r' && at[1] == '\n') ||
		             (byte == '\n' && at[-1] == '\r'),
		     uri);
	}
}

/* Is it a page that we generate, and not someone else's document? */
static bool is_own(const struct showing *showing)
{
	const struct page_kind *kind = showing->kind;

	return !showing->page.subresource && !showing->page.raw && kind &&
	       (kind == &eu_page_session || kind == &eu_page_index || kind == &eu_page_threads ||
	        kind == &eu_page_listing || kind == &eu_page_menu || kind == &eu_page_gemini ||
	        kind == &eu_page_plain_text);
}

/* Finds the tags of HTML, with scripts and similar elements as text or as markup.  A browser does either, depending on
 * the context. */
static uint64_t tags(const char *html, bool raw)
{
	struct html_tokens tokens = { .state = HTML_DATA };
	uint64_t sum = 0;

	for (size_t i = 0; html[i]; i++) {
		const enum html_state before = tokens.state;
		const bool inside = (before >= HTML_NAME && before <= HTML_AFTER_VALUE) ||
		                    before == HTML_RAW_OPEN;

		eu_html_next(&tokens, html[i]);
		if (tokens.state == HTML_RAW && before != HTML_RAW_OPEN && !raw)
			tokens.state = HTML_DATA;
		if (inside && html[i] == '>' &&
		    (tokens.state == HTML_DATA ||
		     (before != HTML_RAW_OPEN && tokens.state == HTML_RAW)))
			sum = (sum ^ i) * 0x100000001B3u;
	}
	return sum;
}

static void show(struct shown *shown, const struct told_object *told, unsigned how, size_t piece)
{
	shown_begin(shown, told->uri);
	shown->showing.page.raw = how & 1;
	shown->showing.page.proxied = how & 2;
	shown->showing.page.subresource =
		(enum subresource_kind)(how & 16 ? (how >> 2) % 4 : SUBRESOURCE_NONE);
	object_tell(told, &shown->to, piece);
	if (!shown_end(shown, true, NULL))
		return;
	head(shown, told->uri);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct shown whole, cut;
	struct fuzz_input input = { data, size };
	unsigned how = fuzz_byte(&input);
	size_t piece = 1 + fuzz_byte(&input);
	struct told_object told;
	struct everyuri_uri uri;

	object_read(&told, &input);
	if (!fuzz_read(told.uri, EVERYURI_RFC3986, NULL, &uri)) { /* objects have valid URIs */
		object_free(&told);
		return -1;
	}
	show(&whole, &told, how, SIZE_MAX);
	show(&cut, &told, how, piece);
	MUST(whole.len == cut.len && !memcmp(whole.data, cut.data, whole.len), told.uri, told.data,
	     { whole.data, whole.len }, { cut.data, cut.len });
	if (whole.showing.kind == &eu_page_html && told.media_type.len == 9) /* text/html */
		MUST(tags(shown_body(&whole), true) == tags(shown_body(&whole), false), told.uri,
		     told.data, { whole.data, whole.len });
	if (is_own(&whole.showing) && !(how & 2)) {
		const char *wrong = wrong_markup(shown_body(&whole));

		MUST(!wrong, told.uri, told.title, told.data, object_word(wrong));
	}
	object_free(&told);
	return 0;
}
