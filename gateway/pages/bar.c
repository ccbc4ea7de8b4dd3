/* The bar: a URI with its parts in colour, editable, and what can be done with it. */
#include "gateway/pages/internal.h"

#define PART_SHOWN_MAX 120u /* bytes: a longer part is shortened in the middle */

/* ---- parts in colour ------------------------------------------------------------------------------------ */

static void say_part(struct page *page, const char *data, size_t len)
{
	size_t front = PART_SHOWN_MAX / 2, back = PART_SHOWN_MAX / 2;

	if (len <= PART_SHOWN_MAX) {
		eu_page_text(page, data, len);
		return;
	}
	eu_page_text(page, data, front);
	eu_page_say(page, "<span class=\"cut\"> \xE2\x80\xA6 ");
	eu_page_number(page, len - front - back);
	eu_page_say(page, " more \xE2\x80\xA6 </span>");
	eu_page_text(page, data + len - back, back);
}

/* Between the parts stand their delimiters. */
static void say_parts(struct page *page, const struct everyuri_uri *uri)
{
	uint32_t at = 0;

	for (int i = 0; i < EVERYURI_N_PARTS; i++) {
		const struct everyuri_span span = uri->part[i];
		const char *name = everyuri_part_name((enum everyuri_part)i);

		if (span.begin == EVERYURI_ABSENT || span.begin == span.end)
			continue;
		eu_page_text(page, uri->text + at, span.begin - at);
		eu_page_say(page, "<span class=\"");
		eu_page_say(page, name);
		eu_page_say(page, "\" title=\"");
		eu_page_say(page, name);
		eu_page_say(page, "\">");
		if (i == EVERYURI_PASSWORD)
			eu_page_say(page, "***");
		else
			say_part(page, uri->text + span.begin, span.end - span.begin);
		eu_page_say(page, "</span>");
		at = span.end;
	}
	eu_page_text(page, uri->text + at, uri->len - at);
}

void eu_page_coloured(struct page *page, struct everyuri_text text)
{
	struct everyuri_uri uri;

	if (everyuri_parse(text.data, text.len, EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE, NULL, NULL,
	                   &uri, NULL))
		say_part(page, text.data, text.len);
	else
		say_parts(page, &uri);
}

/* ---- what can be done ------------------------------------------------------------------------------------ */

static void say_up(struct page *page)
{
	char up_text[4096]; /* a longer URI has no "up" */
	struct everyuri_buf up;

	everyuri_buf_init(&up, up_text, sizeof up_text, NULL);
	if (!eu_page_up(page->uri, &up))
		return;
	const struct everyuri_text uri = { up.data, up.len };

	if (!eu_page_links_to(page, uri))
		return;
	eu_page_say(page, "<li><a rel=\"up\" href=\"");
	eu_page_href(page, uri);
	eu_page_say(page, "\">up</a></li>\n");
}

/* The URI, or what stands in front of its password, with the ":", and behind it: an address is kept in
 * histories, and a field is seen by whoever looks on (RFC 3986 7.5). */
static void cut_password(struct everyuri_text text, struct everyuri_text *front,
                         struct everyuri_text *back)
{
	struct everyuri_span password = { EVERYURI_ABSENT, EVERYURI_ABSENT };
	struct everyuri_uri uri;

	if (!everyuri_parse(text.data, text.len, EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE, NULL, NULL,
	                    &uri, NULL))
		password = uri.part[EVERYURI_PASSWORD];
	*front = text;
	*back = (struct everyuri_text){ NULL, 0 };
	if (password.begin == EVERYURI_ABSENT)
		return;
	front->len = password.begin - 1;
	*back = (struct everyuri_text){ text.data + password.end, text.len - password.end };
}

static void say_way(struct page *page, const char *where, const char *what)
{
	struct everyuri_text front, back;

	cut_password(eu_page_without_fragment(page->uri), &front, &back);
	eu_page_say(page, "<li><a href=\"");
	eu_page_say(page, where);
	eu_page_encoded(page, front);
	eu_page_encoded(page, back);
	eu_page_say(page, "\">");
	eu_page_say(page, what);
	eu_page_say(page, "</a></li>\n");
}

/* That asks the server again, with all that it wants to know. */
static void say_raw(struct page *page)
{
	eu_page_say(page, "<li><a href=\"/_/raw?uri=");
	eu_page_encoded(page, eu_page_without_fragment(page->uri));
	eu_page_say(page, "\">raw</a></li>\n");
}

static void say_ways(struct page *page)
{
	eu_page_say(page, "<nav class=\"ways\" aria-label=\"This URI\">\n<ul>\n");
	say_up(page);
	say_way(page, "/explain?uri=", "explain");
	say_way(page, "/_/plan?uri=", "plan");
	if (page->document)
		say_raw(page);
	eu_page_say(page, "</ul>\n</nav>\n");
}

/* The field lies under the coloured text, which is as high as it needs to be and goes when the field is
 * being edited. */
static void say_field(struct page *page)
{
	struct everyuri_text front = { NULL, 0 }, back = { NULL, 0 };

	if (page->uri.data)
		cut_password(page->uri, &front, &back);
	eu_page_say(page, "<form class=\"go\" action=\"/_/go\" method=\"get\">\n"
	                  "<label for=\"uri\">URI</label>\n<div class=\"field\">"
	                  "<input id=\"uri\" name=\"uri\" type=\"text\" spellcheck=\"false\""
	                  " autocapitalize=\"none\" autocomplete=\"off\" inputmode=\"url\""
	                  " placeholder=\"gopher:// ftp:// news: ...\" value=\"");
	eu_page_text(page, front.data, front.len);
	eu_page_text(page, back.data, back.len);
	eu_page_say(page, "\">");
	if (page->uri.data) {
		eu_page_say(page, "<span class=\"uri\" aria-hidden=\"true\">");
		eu_page_coloured(page, page->uri);
		eu_page_say(page, "</span>");
	}
	eu_page_say(page, "</div>\n<button>Go</button>\n</form>\n");
}

void eu_page_bar(struct page *page)
{
	eu_page_say(page,
	            "<header>\n<nav class=\"home\" aria-label=\"everyuri\"><a href=\"/\">everyuri"
	            "</a></nav>\n");
	say_field(page);
	if (page->uri.data)
		say_ways(page);
	eu_page_say(page, "</header>\n");
}
