/* Writes what all pages have in common: the head, the bar and the landmarks. */
#include "gateway/pages/internal.h"

#define TITLE_URI_MAX 512u /* bytes */

void eu_page_text(struct page *page, const char *data, size_t len)
{
	if (data)
		everyuri_write_html(&page->response->w, data, len);
}

void eu_page_say(struct page *page, const char *markup)
{
	everyuri_write_text(&page->response->w, markup);
}

/* ---- title and heading ------------------------------------------------------------------------------- */

static void say_name(struct page *page)
{
	char name[PAGE_NAME_MAX];

	if (page->title.data && page->title.len)
		eu_page_text(page, page->title.data, page->title.len);
	else
		eu_page_text(page, name, eu_page_name(page->uri, name));
}

void eu_page_redacted(struct page *page, struct everyuri_text uri)
{
	static const struct everyuri_secrets secrets = { 0 };
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (everyuri_redact_text(uri.data, uri.len, &secrets, &buf, NULL))
		eu_page_say(page, "***");
	else
		eu_page_text(page, buf.data, buf.len);
	everyuri_buf_free(&buf);
}

/* Writes a URI without secrets, because titles appear in lists of windows and
 * in histories (RFC 3986 7.5). */
static void say_redacted(struct page *page, struct everyuri_text text)
{
	static const struct everyuri_secrets secrets = { 0 };
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!everyuri_redact_text(text.data, text.len, &secrets, &buf, NULL)) {
		eu_page_say(page, " &lt;");
		eu_page_text(page, buf.data, buf.len < TITLE_URI_MAX ? buf.len : TITLE_URI_MAX);
		eu_page_say(page, "&gt;");
	}
	everyuri_buf_free(&buf);
}

/* The name comes first, because a browser tab shows only the start of a title. */
static void say_title(struct page *page)
{
	eu_page_say(page, "<title>");
	say_name(page);
	if (page->uri.data)
		say_redacted(page, page->uri);
	eu_page_say(page, "</title>\n");
}

void eu_page_heading(struct page *page)
{
	eu_page_say(page, "<h1><bdi>");
	say_name(page);
	eu_page_say(page, "</bdi></h1>\n");
}

/* ---- begin and end ------------------------------------------------------------------------------------- */

/* A page for a proxy client, such as lynx or wget, has no bar, style sheet or
 * script, because the page belongs to the origin of the server. */
void eu_page_begin(struct page *page)
{
	static const char html[] = "text/html; charset=utf-8";

	eu_http_response_begin(page->response, page->status ? page->status : 200, html,
	                       sizeof html - 1, page->terminal ? HTTP_TERMINAL : HTTP_OWN,
	                       EVERYURI_LENGTH_UNKNOWN);
	eu_page_say(page,
	            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
	say_title(page);
	if (page->proxied) {
		eu_page_say(page, "</head>\n<body>\n<main>\n");
		return;
	}
	eu_page_say(page, "<meta name=\"color-scheme\" content=\"light dark\">\n"
	                  "<link rel=\"stylesheet\" href=\"/_/style.css\">\n"
	                  "<link rel=\"icon\" type=\"image/svg+xml\" href=\"/_/icon.svg\">\n"
	                  "<script src=\"/_/everyuri.js\" defer></script>\n");
	if (page->terminal)
		eu_page_say(page, "<link rel=\"stylesheet\" href=\"/_/xterm.css\">\n"
		                  "<script src=\"/_/xterm.js\" defer></script>\n"
		                  "<script src=\"/_/terminal.js\" defer></script>\n");
	eu_page_say(page, "</head>\n<body>\n"
	                  "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n");
	eu_page_bar(page);
	eu_page_say(page, "<main id=\"main\" tabindex=\"-1\">\n");
}

void eu_page_end(struct page *page)
{
	eu_page_say(page, "</main>\n");
	if (!page->proxied)
		eu_page_say(page,
		            "<footer>\n<p>Shown by <a href=\"/\">everyuri</a> on this computer."
		            " The text is that of its authors.</p>\n</footer>\n");
	eu_page_say(page, "</body>\n</html>\n");
}
