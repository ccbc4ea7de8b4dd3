/* Draws a URI: the text of the URI, with a bracket and a name under each part. */
#include "gateway/pages/explain.h"
#include "gateway/pages/internal.h"

#define PIECE_COLUMNS 160 /* longest part in columns; a longer part is shortened in the middle */
#define BEFORE_COLUMNS 28 /* columns of text shown before a wrong byte */
#define AFTER_COLUMNS 20

/* ---- untrusted text ---------------------------------------------------------------------------- */

/* Holds an incomplete character between two blocks of a writer. */
struct shown {
	struct page *page;
	char held[4];
	size_t n_held;
};

/* Returns the number of bytes at the end of `data` that form an incomplete character. */
static size_t unfinished(const char *data, size_t len)
{
	for (size_t back = 1; back <= len && back < 4; back++) {
		unsigned char byte = (unsigned char)data[len - back];
		size_t whole = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;

		if ((byte & 0xC0) != 0x80)
			return whole > back ? back : 0;
	}
	return 0;
}

static bool show(void *context, const char *data, size_t len)
{
	struct shown *shown = context;

	/* The held bytes of an incomplete character are completed first. */
	while (shown->n_held && len) {
		shown->held[shown->n_held++] = *data++;
		len--;
		if (unfinished(shown->held, shown->n_held))
			continue;
		eu_page_text(shown->page, shown->held, shown->n_held);
		shown->n_held = 0;
	}
	size_t rest = unfinished(data, len);

	eu_page_text(shown->page, data, len - rest);
	for (size_t i = 0; i < rest; i++)
		shown->held[shown->n_held++] = data[len - rest + i];
	return true;
}

void eu_explain_shown(struct page *page, struct everyuri_text text, size_t columns)
{
	struct shown shown = { .page = page };
	struct everyuri_writer w;
	char block[512];

	everyuri_writer_init(&w, block, sizeof block, show, &shown);
	everyuri_write_short(&w, text.data, text.len, columns, 0);
	everyuri_writer_flush(&w);
}

/* ---- parts under brackets ------------------------------------------------------------------------- */

/* Writes a part as a ruby annotation.  Without a style sheet, a browser shows
 * the name in parentheses after the part. */
static void say_piece(struct page *page, const struct everyuri_explanation *told,
                      const struct everyuri_piece *piece)
{
	struct everyuri_text text = { told->text.data + piece->at.begin,
		                      piece->at.end - piece->at.begin };
	const char *name =
		piece->part < 0 ? NULL : everyuri_part_name((enum everyuri_part)piece->part);

	if (!name) {
		eu_page_say(page, "<span class=\"between\">");
		eu_explain_shown(page, text, PIECE_COLUMNS);
		eu_page_say(page, "</span><wbr>");
		return;
	}
	eu_page_say(page, "<ruby class=\"");
	eu_page_say(page, name);
	eu_page_say(page, "\"><bdi>");
	eu_explain_shown(page, text, PIECE_COLUMNS);
	eu_page_say(page, "</bdi><rp>(</rp><rt>");
	eu_page_say(page, name);
	eu_page_say(page, "</rt><rp>) </rp></ruby>");
}

void eu_explain_coloured(struct page *page, const struct everyuri_explanation *told)
{
	for (uint32_t i = 0; i < told->n_pieces; i++) {
		const struct everyuri_piece *piece = &told->piece[i];
		struct everyuri_text text = { told->text.data + piece->at.begin,
			                      piece->at.end - piece->at.begin };

		eu_page_say(page, "<span class=\"");
		eu_page_say(page, piece->part < 0 ?
		                          "between" :
		                          everyuri_part_name((enum everyuri_part)piece->part));
		eu_page_say(page, "\">");
		eu_explain_shown(page, text, PIECE_COLUMNS);
		eu_page_say(page, "</span>");
	}
	if (!told->n_pieces)
		eu_explain_shown(page, told->text, PIECE_COLUMNS);
}

/* Lists the empty parts, which have no bytes for a bracket. */
static void say_empty(struct page *page, uint8_t empty)
{
	const char *before = "<figcaption>Present but empty: ";

	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		const char *name = everyuri_part_name((enum everyuri_part)part);

		if (!(empty >> part & 1))
			continue;
		eu_page_say(page, before);
		eu_page_say(page, "<span class=\"");
		eu_page_say(page, name);
		eu_page_say(page, "\">");
		eu_page_say(page, name);
		eu_page_say(page, "</span>");
		before = ", ";
	}
	eu_page_say(page, empty ? "</figcaption>\n" : "");
}

/* ---- a wrong byte ------------------------------------------------------------------------------------ */

/* Shows the text around the wrong byte, short enough for a phone.  Writes the
 * clause beside the "^" mark. */
static void say_wrong(struct page *page, const struct everyuri_explanation *told)
{
	const char *text = told->text.data;
	size_t len = told->text.len, at = told->error.at < len ? told->error.at : len;
	size_t before = everyuri_cells_back(text, at, BEFORE_COLUMNS);
	size_t after = everyuri_cells_front(text + at, len - at, AFTER_COLUMNS);
	size_t column = everyuri_cells(text + at - before, before) + (before < at);
	struct everyuri_text around = { text + at - before, before + after };

	eu_page_say(page, "<pre class=\"wrong-byte\" tabindex=\"0\">");
	eu_page_say(page, before < at ? "\xE2\x80\xA6" : "");
	eu_explain_shown(page, around, BEFORE_COLUMNS + AFTER_COLUMNS);
	eu_page_say(page, at + after < len ? "\xE2\x80\xA6\n" : "\n");
	while (column--)
		eu_page_say(page, " ");
	eu_page_say(page, "<strong>^ ");
	eu_page_text(page, told->error.clause, strlen(told->error.clause));
	eu_page_say(page, "</strong></pre>\n");
}

void eu_explain_anatomy(struct page *page, const struct everyuri_explanation *told)
{
	eu_page_say(page, "<figure class=\"anatomy\">\n");
	if (!told->uri) {
		say_wrong(page, told);
	} else {
		eu_page_say(page, "<p class=\"drawn-uri\" dir=\"ltr\">");
		for (uint32_t i = 0; i < told->n_pieces; i++)
			say_piece(page, told, &told->piece[i]);
		eu_page_say(page, "</p>\n");
		say_empty(page, told->empty);
	}
	eu_page_say(page, "</figure>\n");
}
