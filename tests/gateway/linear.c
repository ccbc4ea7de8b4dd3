/* linear.c - pages and renderings of objects take time in proportion to what a server says, whatever it says
 * (THREATS L3, G8); the texts that look as if they might not, by tests/linear.h. */
#include <everyuri-access.h>

#include "linear.h"
#include "shown.h"

#define PIECE 4000 /* bytes that come at once */

static bool away(void *context, const char *data, size_t len)
{
	*(size_t *)context += len + (data != NULL);
	return true;
}

/* A document of the type shape.with, in pieces. */
static void tell_document(const struct everyuri_receiver *to, const char *type, const char *text,
                          size_t len)
{
	const struct everyuri_object object = { .kind = EVERYURI_DOCUMENT,
		                                .media_type = { type, strlen(type) },
		                                .length = EVERYURI_LENGTH_UNKNOWN };

	if (!to->begin(to->context, &object))
		return;
	for (size_t at = 0; at < len; at += PIECE)
		if (!to->bytes(to->context, text + at, len - at < PIECE ? len - at : PIECE))
			return;
}

/* A menu: each line of the text is a label, shape.with the URI of all. */
static void tell_menu(const struct everyuri_receiver *to, const char *uri, bool threaded,
                      const char *text, size_t len)
{
	const struct everyuri_object object = { .kind = EVERYURI_MENU,
		                                .threaded = threaded,
		                                .length = EVERYURI_LENGTH_UNKNOWN };
	struct everyuri_item item = { .uri = { uri, strlen(uri) },
		                      .size = EVERYURI_LENGTH_UNKNOWN };

	if (!to->begin(to->context, &object))
		return;
	for (size_t at = 0; at < len;) {
		const char *end = memchr(text + at, '\n', len - at);
		size_t n = end ? (size_t)(end - text) - at : len - at;

		item.label = (struct everyuri_text){ text + at, n };
		item.message_id = threaded ? item.label : (struct everyuri_text){ 0 };
		item.references = item.message_id;
		if (!to->item(to->context, &item))
			return;
		at += n + 1;
	}
}

static void tell(const struct linear_work *work, const struct everyuri_receiver *to,
                 const char *text, size_t len)
{
	if (strchr(work->with, ':'))
		tell_menu(to, work->with, work->number == 9, text, len);
	else
		tell_document(to, work->with, text, len);
}

static bool nobody_keeps(void *context, const char *data, size_t len)
{
	struct shown *shown = context;

	shown->len += len + (data != NULL);
	return true;
}

static enum everyuri_status page(struct linear_work *work, const char *text, size_t len)
{
	static struct shown shown;
	size_t colon = strchr(work->with, ':') ? strlen(work->with) : 0;
	struct everyuri_text uri =
		colon ? (struct everyuri_text){ work->with, colon } : TEXT("gopher://h/0a");

	shown_begin(&shown, uri);
	eu_http_response_init(&shown.response, &shown.request, nobody_keeps, &shown);
	shown.response.origin = TEXT("http://127.0.0.1:8070");
	tell(work, &shown.to, text, len);
	return shown_end(&shown, true, NULL) ? EVERYURI_OK : EVERYURI_INVALID;
}

static enum everyuri_status render(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_writer w;
	struct everyuri_render to = { .as = (enum everyuri_render_as)(work->number % 4),
		                      .w = &w,
		                      .uri = { "gopher://h/0a", 13 },
		                      .terminal = true,
		                      .links = true,
		                      .width = 60 };
	struct everyuri_receiver receiver = everyuri_render_receiver(&to);
	size_t written = 0;
	char block[4096];

	everyuri_writer_init(&w, block, sizeof block, away, &written);
	tell(work, &receiver, text, len);
	everyuri_render_end(&to, true);
	return everyuri_writer_flush(&w) ? EVERYURI_OK : EVERYURI_INVALID;
}

static const struct linear_shape shapes[] = {
	{ "page of a text: markup", page, 0, "", "<a>&\"", "", EVERYURI_OK, "text/plain" },
	{ "page of a text: beginnings of URIs", page, 0, "", "http://", "", EVERYURI_OK,
	  "text/plain" },
	{ "page of a text: wrappers that never close", page, 0, "", "<URL:http://h/", "",
	  EVERYURI_OK, "text/plain" },
	{ "page of a text: one line", page, 0, "", "a", "", EVERYURI_OK, "text/plain" },
	{ "page of a text: empty lines", page, 0, "", "\n", "", EVERYURI_OK, "text/plain" },
	{ "page of a text: bytes of no charset", page, 0, "", "\xE9\xFF\x81", "", EVERYURI_OK,
	  "text/plain" },
	{ "page of Gemini: headings", page, 0, "", "# a\n", "", EVERYURI_OK, "text/gemini" },
	{ "page of Gemini: links", page, 0, "", "=> ../a b\n", "", EVERYURI_OK, "text/gemini" },
	{ "page of Gemini: fences", page, 0, "", "```\n", "", EVERYURI_OK, "text/gemini" },
	{ "page of Gemini: lists and quotes", page, 0, "", "* a\n> b\n", "", EVERYURI_OK,
	  "text/gemini" },
	{ "page of HTML: tags that never close", page, 0, "", "<a href=x", "", EVERYURI_OK,
	  "text/html" },
	{ "page of a menu: labels", page, 0, "", "a<b\n", "", EVERYURI_OK, "gopher://h/1" },
	{ "page of a menu: one label", page, 0, "", "a<", "", EVERYURI_OK, "gopher://h/1" },
	{ "page of a directory: names", page, 0, "", "a\n", "", EVERYURI_OK, "ftp://h/d/" },
	{ "text: words to fold", render, EVERYURI_AS_TEXT, "", "a ", "", EVERYURI_OK,
	  "text/plain" },
	{ "text: escape sequences", render, EVERYURI_AS_TEXT, "", "\x1B[1m", "", EVERYURI_OK,
	  "text/plain" },
	{ "text: marks on a letter", render, EVERYURI_AS_TEXT, "a", "\xCC\x81", "", EVERYURI_OK,
	  "text/plain" },
	{ "text: labels of a menu", render, EVERYURI_AS_TEXT, "", "a\n", "", EVERYURI_OK,
	  "gopher://h/1" },
	{ "text: articles that follow themselves", render, 9, "", "<a@b>\n", "", EVERYURI_OK,
	  "news:a" },
	{ "JSON: bytes to escape", render, EVERYURI_AS_JSON, "", "\x01\"", "", EVERYURI_OK,
	  "text/plain" },
	{ "JSON: labels of a menu", render, EVERYURI_AS_JSON, "", "a\"\n", "", EVERYURI_OK,
	  "gopher://h/1" },
	{ "HTML: markup", render, EVERYURI_AS_HTML, "", "<a>&\"", "", EVERYURI_OK, "text/plain" },
};

int main(int argc, char **argv)
{
	linear_all(shapes, sizeof shapes / sizeof *shapes, argc > 1 ? argv[1] : NULL);
	return done();
}
