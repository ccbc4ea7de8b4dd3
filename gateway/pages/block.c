/* block.c - the page for a URI that sends a data block.  Shows the block and a
 * button that sends it. */
#include "gateway/pages/internal.h"

void eu_page_block(struct page *page, struct everyuri_text block)
{
	eu_page_begin(page);
	eu_page_heading(page);
	eu_page_say(page, "<p>This address sends data to the server. Nothing has been sent yet. "
	                  "The gateway would send:</p>\n<pre class=\"line\">");
	eu_page_text(page, block.data, block.len);
	/* THREATS G2: a side effect needs a POST with the token that was generated at startup. */
	eu_page_say(page, "</pre>\n<form action=\"/_/send\" method=\"post\">\n"
	                  "<input type=\"hidden\" name=\"token\" value=\"");
	eu_page_text(page, page->gateway->token, strlen(page->gateway->token));
	eu_page_say(page, "\">\n<input type=\"hidden\" name=\"uri\" value=\"");
	eu_page_text(page, page->uri.data, page->uri.len);
	eu_page_say(page, "\">\n<button>Send it</button>\n</form>\n");
	eu_page_end(page);
}
