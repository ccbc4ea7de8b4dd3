/* One item of a menu: a three-letter mark for its type, with a tooltip, and its host. */
#include "gateway/pages/internal.h"

/* Gopher types: those of RFC 1436 3.8, and types that servers added later. */
static const struct type_mark {
	char type;
	char mark[4];
	char title[20];
} type_marks[] = {
	{ '0', "txt", "text" },         { '1', "dir", "menu" },
	{ '2', "cso", "phone book" },   { '4', "hqx", "BinHex file" },
	{ '5', "arc", "archive" },      { '6', "uue", "uuencoded file" },
	{ '7', "ask", "search" },       { '8', "tel", "telnet session" },
	{ '9', "bin", "binary file" },  { '<', "snd", "sound" },
	{ ':', "img", "image" },        { ';', "mov", "film" },
	{ 'I', "img", "image" },        { 'M', "eml", "mail" },
	{ 'P', "pdf", "PDF document" }, { 'T', "tel", "tn3270 session" },
	{ 'c', "cal", "calendar" },     { 'd', "doc", "document" },
	{ 'g', "img", "GIF image" },    { 'h', "htm", "HTML page" },
	{ 'p', "img", "PNG image" },    { 's', "snd", "sound" },
	{ 'x', "xml", "XML document" },
};

/* Marks for item kinds. */
static const char kind_marks[][2][16] = {
	[EVERYURI_ITEM_DOCUMENT] = { "doc", "document" },
	[EVERYURI_ITEM_MENU] = { "dir", "menu" },
	[EVERYURI_ITEM_INDEX] = { "ask", "search" },
	[EVERYURI_ITEM_SESSION] = { "tel", "session" },
	[EVERYURI_ITEM_TEXT] = { "", "" },
	[EVERYURI_ITEM_ERROR] = { "err", "error" },
	[EVERYURI_ITEM_LINK] = { "url", "link" },
};

/* Marks for documents, by the prefix of the media type. */
static const char type_fronts[][3][20] = {
	{ "text/html", "htm", "HTML page" }, { "text/", "txt", "text" },
	{ "image/", "img", "image" },        { "audio/", "snd", "sound" },
	{ "video/", "mov", "film" },         { "application/pdf", "pdf", "PDF document" },
	{ "message/", "eml", "message" },
};

static void say_mark(struct page *page, enum everyuri_item_kind kind, const char *mark,
                     const char *title)
{
	eu_page_say(page, "<abbr class=\"mark ");
	eu_page_say(page, everyuri_item_kind_name(kind));
	eu_page_say(page, "\" title=\"");
	eu_page_say(page, title);
	eu_page_say(page, "\">");
	eu_page_say(page, mark);
	eu_page_say(page, "</abbr>");
}

/* Shows an unknown gopher type as the server sent it.  The item may be a
 * document, or the link may not work. */
static void say_unknown(struct page *page, struct everyuri_text type)
{
	eu_page_say(page, "<abbr class=\"mark document\" title=\"unknown item type ");
	eu_page_text(page, type.data, type.len);
	eu_page_say(page, "\">");
	eu_page_text(page, type.data, type.len);
	eu_page_say(page, "?</abbr>");
}

void eu_page_mark(struct page *page, const struct everyuri_item *item)
{
	const size_t n_kinds = sizeof kind_marks / sizeof *kind_marks;
	const size_t kind = (size_t)item->kind < n_kinds ? (size_t)item->kind : EVERYURI_ITEM_LINK;
	const bool of_gopher = eu_page_scheme_has(item->uri, EVERYURI_ITEM_TYPES);

	for (size_t i = 0; of_gopher && i < sizeof type_marks / sizeof *type_marks; i++) {
		if (item->type.len == 1 && *item->type.data == type_marks[i].type) {
			say_mark(page, (enum everyuri_item_kind)kind, type_marks[i].mark,
			         type_marks[i].title);
			return;
		}
	}
	for (size_t i = 0; i < sizeof type_fronts / sizeof *type_fronts; i++) {
		if (kind == EVERYURI_ITEM_DOCUMENT &&
		    eu_page_begins_with(item->media_type, type_fronts[i][0])) {
			say_mark(page, EVERYURI_ITEM_DOCUMENT, type_fronts[i][1],
			         type_fronts[i][2]);
			return;
		}
	}
	if (of_gopher && kind == EVERYURI_ITEM_LINK && item->type.len == 1) {
		say_unknown(page, item->type);
		return;
	}
	say_mark(page, (enum everyuri_item_kind)kind, kind_marks[kind][0], kind_marks[kind][1]);
}

static struct everyuri_text host_of(struct everyuri_text text)
{
	struct everyuri_text host = { NULL, 0 };
	struct everyuri_uri uri;

	if (text.data && !everyuri_parse(text.data, text.len, EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE,
	                                 NULL, NULL, &uri, NULL))
		host = everyuri_view(&uri, EVERYURI_HOST);
	return host;
}

void eu_page_elsewhere(struct page *page, const struct everyuri_item *item)
{
	const struct everyuri_text there = host_of(item->uri), here = host_of(page->uri);

	if (!there.len || (there.len == here.len && !memcmp(there.data, here.data, here.len)))
		return;
	eu_page_say(page, " <span class=\"elsewhere\"><bdi>");
	eu_page_text(page, there.data, there.len);
	eu_page_say(page, "</bdi></span>");
}
