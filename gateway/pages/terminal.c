/* A terminal session in the page.  xterm.js is the terminal, and a WebSocket connects it. */
#include "gateway/pages/internal.h"

/* Returns whether a policy can allow the scripts.  It cannot do so if the gateway is
 * reached at an IPv6 address, which a policy cannot express (http/trust.c); no other
 * policy would be safe. */
static bool can_have_scripts(const struct page *page)
{
	const struct everyuri_text origin = page->response->origin;

	return origin.data && !memchr(origin.data, '[', origin.len);
}

static void say_xterm(struct page *page)
{
	eu_page_say(
		page,
		"<p class=\"refused\"><strong>Nothing was started.</strong> The terminal of this "
		"page needs xterm.js, which is not installed. Run <code>npm install "
		"@xterm/xterm</code>, then <code>everyuri serve --terminal --xterm "
		"node_modules/@xterm/xterm</code>. Debian's package "
		"<code>libjs-xterm</code> works if it is newer than in Debian 12.</p>\n");
}

static void say_address(struct page *page)
{
	eu_page_say(page,
	            "<p class=\"refused\"><strong>Nothing was started.</strong> A terminal needs a "
	            "script, and browsers cannot restrict scripts to an IPv6 address. "
	            "Open the gateway at <code>127.0.0.1</code> or <code>localhost</code>.</p>\n");
}

static void say_screen(struct page *page, struct everyuri_text ticket)
{
	eu_page_say(page, "<noscript><p>A terminal needs JavaScript.</p></noscript>\n"
	                  "<p id=\"terminal-state\" role=\"status\">Not connected yet.</p>\n"
	                  "<div id=\"terminal\" data-ticket=\"");
	eu_page_text(page, ticket.data, ticket.len);
	eu_page_say(page, "\"></div>\n"
	                  "<p class=\"hint\">Press Shift+Escape to leave the terminal. The session "
	                  "ends when you close this page.</p>\n");
}

void eu_page_terminal(struct page *page, struct everyuri_text ticket)
{
	const bool named = can_have_scripts(page);

	page->terminal = ticket.len && named;
	if (!page->terminal)
		page->status = 501;
	eu_page_begin(page);
	eu_page_heading(page);
	if (page->terminal)
		say_screen(page, ticket);
	else if (ticket.len)
		say_address(page);
	else
		say_xterm(page);
	eu_page_end(page);
}
