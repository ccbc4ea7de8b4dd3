/* The bar: an editable field with the URI, whose parts are coloured, and links to actions for
 * it. */
#include "gateway/pages/internal.h"

#define PART_SHOWN_MAX 120u /* longest part in bytes; a longer part is shortened in the middle */

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

/* Writes the parts of the URI and the delimiters between them. */
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
		say_part(page, uri->text + span.begin, span.end - span.begin);
		eu_page_say(page, "</span>");
		at = span.end;
	}
	eu_page_text(page, uri->text + at, uri->len - at);
}

void eu_page_coloured(struct page *page, struct everyuri_text text)
{
	static const struct everyuri_secrets secrets = { 0 };
	struct everyuri_uri uri;
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (everyuri_redact_text(text.data, text.len, &secrets, &buf, NULL))
		eu_page_say(page, "***");
	else if (everyuri_parse(buf.data, buf.len, EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE, NULL,
	                        NULL, &uri, NULL))
		say_part(page, buf.data, buf.len);
	else
		say_parts(page, &uri);
	everyuri_buf_free(&buf);
}

/* ---- links ----------------------------------------------------------------------------------------------- */

static void say_up(struct page *page)
{
	char up_text[4096]; /* in bytes; a longer URI gets no "up" link */
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

/* Returns the URI without its secrets, because browsers keep addresses in histories, and other
 * people may see the field (RFC 3986 7.5).  The text is in buf.
 *
 * flags: 0 removes every secret.  EVERYURI_REDACT_OWN_KEYS removes only passwords; use it for a
 * link, which must still reach the object. */
static struct everyuri_text without_secrets(struct everyuri_text text, unsigned flags,
                                            struct everyuri_buf *buf)
{
	const struct everyuri_secrets secrets = { .flags = EVERYURI_REDACT_REMOVE | flags };

	if (everyuri_redact_text(text.data, text.len, &secrets, buf, NULL))
		return (struct everyuri_text){ NULL, 0 };
	return (struct everyuri_text){ buf->data, buf->len };
}

static void say_way(struct page *page, const char *where, const char *what)
{
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	eu_page_say(page, "<li><a href=\"");
	eu_page_say(page, where);
	eu_page_encoded(page, without_secrets(eu_page_without_fragment(page->uri),
	                                      EVERYURI_REDACT_OWN_KEYS, &buf));
	eu_page_say(page, "\">");
	eu_page_say(page, what);
	eu_page_say(page, "</a></li>\n");
	everyuri_buf_free(&buf);
}

/* Writes the link to the raw bytes.  The link requests the object again, so its URI keeps the
 * secrets. */
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

/* Writes the field.  The coloured text lies over the field and sets its height.  It disappears
 * while the user edits the field. */
static void say_field(struct page *page)
{
	struct everyuri_text shown = { NULL, 0 };
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (page->uri.data)
		shown = without_secrets(page->uri, 0, &buf);
	eu_page_say(page, "<form class=\"go\" action=\"/_/go\" method=\"get\">\n"
	                  "<label for=\"uri\">URI</label>\n<div class=\"field\">"
	                  "<input id=\"uri\" name=\"uri\" type=\"text\" spellcheck=\"false\""
	                  " autocapitalize=\"none\" autocomplete=\"off\" inputmode=\"url\""
	                  " placeholder=\"gopher:// ftp:// news: ...\" value=\"");
	eu_page_text(page, shown.data, shown.len);
	everyuri_buf_free(&buf);
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
