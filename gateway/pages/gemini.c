/* Shows text/gemini line by line: headings, links, lists, quotes, preformatted text.
 *
 * Source: the Gemini hypertext format, 0.24.1: 5.3 to 5.5.  A line is read into a buffer of fixed
 * size.  If a line is longer, its rest is appended to the HTML element that its beginning
 * opened. */
#include "gateway/pages/charset.h"
#include "gateway/pages/internal.h"

#include <stdlib.h>

#define LINE_MAX_BYTES \
	4096u /* these bytes must show the type of a line; a URI has at most 1024
                              * bytes (Gemini, 2) */

enum gemini_line { G_NONE, G_WORDS, G_LINK, G_ITEM, G_QUOTE, G_PRE, G_HEADING };

struct gemini {
	struct charset charset;
	struct page *page;
	struct page_base base;
	bool in_pre;
	enum gemini_line group; /* the HTML element that is open: a list, a quote or <pre> */
	enum gemini_line kind;  /* kind of the current line; G_NONE before its first byte */
	unsigned level;         /* level of a heading, 1 to 3 */
	size_t len;
	char line[LINE_MAX_BYTES];
};

static bool takes_gemini(const struct page *page, const struct everyuri_object *object)
{
	return object->kind == EVERYURI_DOCUMENT && !page->raw &&
	       eu_page_same(object->media_type, "text/gemini") &&
	       (!page->proxied || eu_page_wants_html(page));
}

/* ---- groups of lines ------------------------------------------------------------------------------------------------- */

static void open_group(struct gemini *gemini, enum gemini_line group)
{
	static const char *const begins[] = { [G_LINK] = "<ul class=\"links\">\n",
		                              [G_ITEM] = "<ul>\n",
		                              [G_QUOTE] = "<blockquote>\n",
		                              [G_PRE] = "<pre>\n",
		                              [G_HEADING] = "" };
	static const char *const ends[] = { [G_LINK] = "</ul>\n",
		                            [G_ITEM] = "</ul>\n",
		                            [G_QUOTE] = "</blockquote>\n",
		                            [G_PRE] = "</pre>\n",
		                            [G_HEADING] = "" };

	if (gemini->group == group)
		return;
	if (gemini->group != G_NONE && gemini->group != G_WORDS)
		eu_page_say(gemini->page, ends[gemini->group]);
	if (group != G_NONE && group != G_WORDS)
		eu_page_say(gemini->page, begins[group]);
	gemini->group = group;
}

/* ---- links -------------------------------------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static void say_link_to(struct gemini *gemini, struct everyuri_text target,
                        struct everyuri_text label)
{
	struct everyuri_text uri = target;
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (eu_page_base_resolve(&gemini->base, target, &buf, &uri) && !label.len)
		label = target;
	eu_page_link(gemini->page, uri, label);
	everyuri_buf_free(&buf);
}

/* Writes a link line.  The line has "=>", white space, a URI or relative reference, and
 * optionally white space and a label. */
static void say_link(struct gemini *gemini, const char *data, size_t len)
{
	size_t at = 0, end;

	while (at < len && is_blank(data[at]))
		at++;
	for (end = at; end < len && !is_blank(data[end]);)
		end++;
	const struct everyuri_text target = { data + at, end - at };

	while (end < len && is_blank(data[end]))
		end++;
	eu_page_say(gemini->page, "<li><span>");
	say_link_to(gemini, target, (struct everyuri_text){ data + end, len - end });
}

/* Writes Spartan's "=:" line, a link for which the user types the query. */
static void say_prompt(struct gemini *gemini, const char *data, size_t len)
{
	struct page *page = gemini->page;
	struct everyuri_text uri, target = { data, len };
	struct everyuri_buf buf;
	size_t end;

	while (target.len && is_blank(*target.data)) {
		target.data++;
		target.len--;
	}
	for (end = 0; end < target.len && !is_blank(target.data[end]);)
		end++;
	const struct everyuri_text label = { target.data + end, target.len - end };

	target.len = end;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	eu_page_say(page, "<li><form class=\"search\" action=\"/_/search\" method=\"get\">\n"
	                  "<input type=\"hidden\" name=\"uri\" value=\"");
	if (eu_page_base_resolve(&gemini->base, target, &buf, &uri))
		eu_page_text(page, uri.data, uri.len);
	eu_page_say(page, "\">\n<label><bdi>");
	eu_page_text(page, label.data, label.len);
	eu_page_say(page, "</bdi> <input name=\"words\" type=\"text\"></label>\n"
	                  "<button>Next</button></form><span>");
	everyuri_buf_free(&buf);
}

/* ---- lines ------------------------------------------------------------------------------------------------------------------ */

static bool starts(const struct gemini *gemini, const char *mark)
{
	return eu_page_begins_with((struct everyuri_text){ gemini->line, gemini->len }, mark);
}

static bool is_prompt(const struct gemini *gemini)
{
	return starts(gemini, "=:") &&
	       eu_page_scheme_has(gemini->page->uri, EVERYURI_QUERY_IS_BLOCK);
}

static void begin_heading(struct gemini *gemini, size_t *skip)
{
	/* the page itself has the <h1> */
	static const char *const begins[] = { "", "<h2>", "<h3>", "<h4>" };

	gemini->level = starts(gemini, "###") ? 3 : starts(gemini, "##") ? 2 : 1;
	*skip = gemini->level;
	gemini->kind = G_HEADING;
	open_group(gemini, G_HEADING);
	eu_page_say(gemini->page, begins[gemini->level]);
}

static void begin_marked(struct gemini *gemini, enum gemini_line kind, const char *markup)
{
	gemini->kind = kind;
	open_group(gemini, kind);
	eu_page_say(gemini->page, markup);
}

/* Starts or ends preformatted text at a line that begins with "```".  Ignores the rest of the
 * line. */
static void toggle(struct gemini *gemini, size_t *skip)
{
	gemini->in_pre = !gemini->in_pre;
	open_group(gemini, gemini->in_pre ? G_PRE : G_WORDS);
	gemini->kind = G_NONE;
	*skip = gemini->len;
}

/* Opens the element for a line.  Stores in *skip the length of the mark that begins the line. */
static void begin_line(struct gemini *gemini, size_t *skip)
{
	*skip = 0;
	if (starts(gemini, "```")) {
		toggle(gemini, skip);
	} else if (gemini->in_pre) {
		gemini->kind = G_PRE;
	} else if (starts(gemini, "=>")) {
		*skip = 2;
		begin_marked(gemini, G_LINK, "");
	} else if (is_prompt(gemini)) {
		*skip = 2;
		begin_marked(gemini, G_LINK, "");
	} else if (starts(gemini, "* ")) {
		*skip = 2;
		begin_marked(gemini, G_ITEM, "<li>");
	} else if (starts(gemini, ">")) {
		*skip = 1;
		begin_marked(gemini, G_QUOTE, "<p>");
	} else if (starts(gemini, "#")) {
		begin_heading(gemini, skip);
	} else {
		begin_marked(gemini, G_WORDS, gemini->len ? "<p>" : "");
	}
}

static void end_line(struct gemini *gemini)
{
	static const char *const ends[] = { "", "</h2>\n", "</h3>\n", "</h4>\n" };

	switch (gemini->kind) {
	case G_LINK:
		eu_page_say(gemini->page, "</span></li>\n");
		break;
	case G_ITEM:
		eu_page_say(gemini->page, "</li>\n");
		break;
	case G_HEADING:
		eu_page_say(gemini->page, ends[gemini->level]);
		break;
	case G_PRE:
		eu_page_say(gemini->page, "\n");
		break;
	case G_WORDS:
	case G_QUOTE:
		eu_page_say(gemini->page, "</p>\n");
		break;
	case G_NONE:
		break;
	}
	gemini->kind = G_NONE;
}

/* Writes the part of the line that is in the buffer.  last: the line ends with this part. */
static void say_held(struct gemini *gemini, bool last)
{
	const bool fresh = gemini->kind == G_NONE;
	const bool toggles = fresh && starts(gemini, "```");
	const bool prompts = is_prompt(gemini);
	size_t skip = 0, len = gemini->len;

	if (last && len && gemini->line[len - 1] == '\r')
		gemini->len = --len;
	if (fresh)
		begin_line(gemini, &skip);
	if (fresh && !toggles && gemini->kind == G_LINK)
		(prompts && !gemini->page->proxied ? say_prompt : say_link)(
			gemini, gemini->line + skip, len - skip);
	else if (!toggles)
		eu_page_text(gemini->page, gemini->line + skip, len - skip);
	if (last && !toggles && (gemini->kind != G_WORDS || len || !fresh))
		end_line(gemini);
	if (last)
		gemini->kind = G_NONE;
	gemini->len = 0;
}

/* Writes a full buffer.  Keeps an incomplete character at its end. */
static void say_full(struct gemini *gemini)
{
	size_t cut = gemini->len, rest;
	char tail[4];

	while (cut > gemini->len - 3 && ((unsigned char)gemini->line[cut - 1] & 0xC0) == 0x80)
		cut--;
	if ((unsigned char)gemini->line[cut - 1] >= 0xC0)
		cut--;
	rest = gemini->len - cut;
	memcpy(tail, gemini->line + cut, rest);
	gemini->len = cut;
	say_held(gemini, false);
	memcpy(gemini->line, tail, rest);
	gemini->len = rest;
}

static void take_gemini(void *context, const char *utf8, size_t len)
{
	struct gemini *gemini = context;

	for (size_t i = 0; i < len; i++) {
		if (utf8[i] == '\n') {
			say_held(gemini, true);
			continue;
		}
		gemini->line[gemini->len++] = utf8[i];
		if (gemini->len == sizeof gemini->line)
			say_full(gemini);
	}
}

/* ---- the page kind --------------------------------------------------------------------------------------------------------------- */

static bool gemini_begin(struct showing *showing, const struct everyuri_object *object)
{
	struct gemini *gemini = calloc(1, sizeof *gemini);
	struct page *page = &showing->page;

	if (!gemini)
		return false;
	gemini->page = page;
	eu_page_base_begin(&gemini->base, page->uri);
	/* 5.1: the charset is UTF-8 if none is declared. */
	eu_charset_begin(&gemini->charset,
	                 object->charset.data ? object->charset : PAGE_TEXT("utf-8"));
	showing->state = gemini;
	page->document = true;
	eu_page_begin(page);
	eu_page_heading(page);
	eu_page_say(page, "<div class=\"prose\">\n");
	return true;
}

static bool gemini_bytes(struct showing *showing, const char *data, size_t len)
{
	struct gemini *gemini = showing->state;

	eu_charset_feed(&gemini->charset, data, len, take_gemini, gemini);
	return true;
}

static void gemini_end(struct showing *showing, bool good, const struct everyuri_error *err)
{
	struct gemini *gemini = showing->state;
	struct page *page = &showing->page;

	eu_charset_end(&gemini->charset, take_gemini, gemini);
	if (gemini->len || gemini->kind != G_NONE)
		say_held(gemini, true);
	open_group(gemini, G_NONE);
	eu_page_base_end(&gemini->base);
	eu_page_say(page, "</div>\n");
	if (!good)
		eu_page_cut_short(page, showing, err);
	eu_page_note(page, PAGE_TEXT("text/gemini"), &gemini->charset, showing->n_bytes);
	eu_page_end(page);
}

const struct page_kind eu_page_gemini = { .name = "gemini",
	                                  .takes = takes_gemini,
	                                  .begin = gemini_begin,
	                                  .bytes = gemini_bytes,
	                                  .end = gemini_end };
