/* The bar: a URI with its parts in colour, editable, and what can be done with it. */
#include "gateway/pages/inner.h"

#define PART_SHOWN_MAX 120u /* bytes: a longer part is shortened in the middle */

/* ---- parts in colour ------------------------------------------------------------------------------------ */

static void say_part(struct page *page, const char *data, size_t len)
{
	size_t front = PART_SHOWN_MAX / 2, back = PART_SHOWN_MAX / 2;

	if (len <= PART_SHOWN_MAX) {
		page_text(page, data, len);
		return;
	}
	page_text(page, data, front);
	page_say(page, "<span class=\"cut\"> \xE2\x80\xA6 ");
	page_number(page, len - front - back);
	page_say(page, " more \xE2\x80\xA6 </span>");
	page_text(page, data + len - back, back);
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
		page_text(page, uri->text + at, span.begin - at);
		page_say(page, "<span class=\"");
		page_say(page, name);
		page_say(page, "\" title=\"");
		page_say(page, name);
		page_say(page, "\">");
		if (i == EVERYURI_PASSWORD)
			page_say(page, "***");
		else
			say_part(page, uri->text + span.begin, span.end - span.begin);
		page_say(page, "</span>");
		at = span.end;
	}
	page_text(page, uri->text + at, uri->len - at);
}

void page_coloured(struct page *page, struct everyuri_text text)
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
	if (!page_up(page->uri, &up))
		return;
	const struct everyuri_text uri = { up.data, up.len };

	if (!page_links_to(page, uri))
		return;
	page_say(page, "<li><a rel=\"up\" href=\"");
	page_href(page, uri);
	page_say(page, "\">up</a></li>\n");
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

	cut_password(page_without_fragment(page->uri), &front, &back);
	page_say(page, "<li><a href=\"");
	page_say(page, where);
	page_encoded(page, front);
	page_encoded(page, back);
	page_say(page, "\">");
	page_say(page, what);
	page_say(page, "</a></li>\n");
}

/* That asks the server again, with all that it wants to know. */
static void say_raw(struct page *page)
{
	page_say(page, "<li><a href=\"/_/raw?uri=");
	page_encoded(page, page_without_fragment(page->uri));
	page_say(page, "\">raw</a></li>\n");
}

static void say_ways(struct page *page)
{
	page_say(page, "<nav class=\"ways\" aria-label=\"This URI\">\n<ul>\n");
	say_up(page);
	say_way(page, "/explain?uri=", "explain");
	say_way(page, "/_/plan?uri=", "plan");
	if (page->document)
		say_raw(page);
	page_say(page, "</ul>\n</nav>\n");
}

/* The field lies under the coloured text, which is as high as it needs to be and goes when the field is
 * being edited. */
static void say_field(struct page *page)
{
	struct everyuri_text front = { NULL, 0 }, back = { NULL, 0 };

	if (page->uri.data)
		cut_password(page->uri, &front, &back);
	page_say(page, "<form class=\"go\" action=\"/_/go\" method=\"get\">\n"
	               "<label for=\"uri\">URI</label>\n<div class=\"field\">"
	               "<input id=\"uri\" name=\"uri\" type=\"text\" spellcheck=\"false\""
	               " autocapitalize=\"none\" autocomplete=\"off\" inputmode=\"url\""
	               " placeholder=\"gopher:// ftp:// news: ...\" value=\"");
	page_text(page, front.data, front.len);
	page_text(page, back.data, back.len);
	page_say(page, "\">");
	if (page->uri.data) {
		page_say(page, "<span class=\"uri\" aria-hidden=\"true\">");
		page_coloured(page, page->uri);
		page_say(page, "</span>");
	}
	page_say(page, "</div>\n<button>Go</button>\n</form>\n");
}

void page_bar(struct page *page)
{
	page_say(page,
	         "<header>\n<nav class=\"home\" aria-label=\"everyuri\"><a href=\"/\">everyuri"
	         "</a></nav>\n");
	say_field(page);
	if (page->uri.data)
		say_ways(page);
	page_say(page, "</header>\n");
}
