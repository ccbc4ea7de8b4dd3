/* Sessions: shows the program that would run, its arguments, and how to start
 * it.  Viewing the page starts no program. */
#include "gateway/pages/internal.h"

static bool takes_session(const struct page *page, const struct everyuri_object *object)
{
	(void)page;
	return object->kind == EVERYURI_SESSION;
}

/* ---- the command ---------------------------------------------------------------------------------------------- */

/* Writes each argument in a separate element, to show which spaces are inside an argument. */
static void say_command(struct page *page, const struct everyuri_object *object)
{
	eu_page_say(page, "<p class=\"command\"><code><b>");
	eu_page_text(page, object->program.data, object->program.len);
	eu_page_say(page, "</b>");
	for (size_t i = 0; i < object->n_arguments; i++) {
		eu_page_say(page, " <span class=\"word\">");
		eu_page_text(page, object->arguments[i].data, object->arguments[i].len);
		eu_page_say(page, "</span>");
	}
	eu_page_say(page, "</code></p>\n");
}

static void say_row(struct page *page, const char *name, struct everyuri_text value)
{
	if (!value.data || !value.len)
		return;
	eu_page_say(page, "<dt>");
	eu_page_say(page, name);
	eu_page_say(page, "</dt><dd><code><bdi>");
	eu_page_text(page, value.data, value.len);
	eu_page_say(page, "</bdi></code></dd>\n");
}

static void say_facts(struct page *page, const struct everyuri_object *object)
{
	struct everyuri_text host = { NULL, 0 }, port = { NULL, 0 };
	struct everyuri_uri uri;

	if (page->uri.data && !everyuri_parse(page->uri.data, page->uri.len, EVERYURI_RFC3986,
	                                      EVERYURI_ADMIT_ZONE, NULL, NULL, &uri, NULL)) {
		host = everyuri_view(&uri, EVERYURI_HOST);
		port = everyuri_view(&uri, EVERYURI_PORT);
	}
	eu_page_say(page, "<dl class=\"facts\">\n");
	say_row(page, "Host", host);
	say_row(page, "Port", port);
	/* RFC 1738 3.8: the user name is only advice. */
	say_row(page, "Log in as", object->user);
	eu_page_say(page, "</dl>\n");
}

/* ---- how to start it --------------------------------------------------------------------------------------------- */

/* Writes a shell command with the URI in single quotes.  Writes none if a page
 * may not link to the URI, which includes any URI with a single quote. */
static void say_line(struct page *page)
{
	if (!eu_page_links_to(page, page->uri))
		return;
	eu_page_say(page, "<p>In a terminal:</p>\n<pre class=\"line\">everyuri open &#39;");
	eu_page_redacted(page, page->uri);
	eu_page_say(page, "&#39;</pre>\n");
}

/* THREATS G2: a side effect needs a POST with the token that was generated at startup. */
static void say_terminal(struct page *page)
{
	if (page->proxied)
		return;
	if (!(page->gateway->options.flags & EVERYURI_GATEWAY_TERMINAL)) {
		eu_page_say(page, "<p class=\"hint\">To open it in this window, start the gateway "
		                  "with <code>everyuri serve --terminal</code>.</p>\n");
		return;
	}
	eu_page_say(page, "<form action=\"/_/terminal\" method=\"post\">\n"
	                  "<input type=\"hidden\" name=\"token\" value=\"");
	eu_page_text(page, page->gateway->token, strlen(page->gateway->token));
	eu_page_say(page, "\">\n<input type=\"hidden\" name=\"uri\" value=\"");
	eu_page_text(page, page->uri.data, page->uri.len);
	eu_page_say(page, "\">\n<button>Open a terminal here</button>\n</form>\n");
}

static bool session_begin(struct showing *showing, const struct everyuri_object *object)
{
	struct page *page = &showing->page;

	eu_page_begin(page);
	eu_page_heading(page);
	eu_page_say(
		page,
		"<p>This is a terminal session. Nothing has been started. The gateway would run:"
		"</p>\n");
	say_command(page, object);
	say_facts(page, object);
	say_line(page);
	say_terminal(page);
	return true;
}

static void eu_session_end(struct showing *showing, bool good, const struct everyuri_error *err)
{
	if (!good)
		eu_page_cut_short(&showing->page, showing, err);
	eu_page_end(&showing->page);
}

const struct page_kind eu_page_session = {
	.name = "session", .takes = takes_session, .begin = session_begin, .end = eu_session_end
};
