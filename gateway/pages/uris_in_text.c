/* Lists the URIs in a pasted text. */
#include "gateway/pages/explain.h"
#include "gateway/pages/internal.h"

struct finding {
	struct page *page; /* NULL to count the URIs without writing them */
	uint64_t n;
	bool secret;
	struct everyuri_buf shown; /* memory of the most recent URI without its secrets */
};

/* Removes the secrets from a URI, so that it can be shown.  Returns whether the
 * URI contained none. */
static bool without_secret(struct finding *finding, struct everyuri_text uri,
                           struct everyuri_text *shown)
{
	static const struct everyuri_secrets secrets = { 0 };
	struct everyuri_buf *buf = &finding->shown;

	*shown = PAGE_TEXT("***");
	if (everyuri_redact_text(uri.data, uri.len, &secrets, buf, NULL))
		return false;
	*shown = (struct everyuri_text){ buf->data, buf->len };
	return buf->len == uri.len && !memcmp(buf->data, uri.data, uri.len);
}

/* Shows the second reading of a URI with a hyphen at the end of a line: the URI
 * without that hyphen, which may belong to the text. */
static void say_also(struct finding *finding, struct everyuri_text also)
{
	struct page *page = finding->page;
	struct everyuri_text shown;

	if (!also.data)
		return;
	without_secret(finding, also, &shown);
	eu_page_say(page,
	            "<br>or, without the hyphen at the end of the line, <a class=\"uri\" href=\"");
	eu_explain_address(page, shown);
	eu_page_say(page, "\"><bdi>");
	eu_page_coloured(page, shown);
	eu_page_say(page, "</bdi></a>");
}

/* Writes one URI.  If a secret is hidden, writes no link that opens the URI,
 * because such a link would contain the secret. */
static void say_found(struct finding *finding, const struct everyuri_found *found,
                      struct everyuri_text shown, bool whole)
{
	struct page *page = finding->page;

	eu_page_say(page, "<li><a class=\"uri\" href=\"");
	eu_explain_address(page, shown);
	eu_page_say(page, "\"><bdi>");
	eu_page_coloured(page, shown);
	eu_page_say(page, "</bdi></a> <span class=\"hint\">byte ");
	eu_page_number(page, found->offset);
	eu_page_say(page, "</span>");
	if (whole)
		eu_explain_open(page, shown, "open");
	say_also(finding, found->also);
	eu_page_say(page, "</li>\n");
}

static bool take_found(void *context, const struct everyuri_found *found)
{
	struct finding *finding = context;
	struct everyuri_text shown;
	bool whole = without_secret(finding, found->uri, &shown);

	finding->n++;
	finding->secret = finding->secret || !whole;
	if (finding->page)
		say_found(finding, found, shown, whole);
	return true;
}

/* Finds all URIs in the text.  Returns false if out of memory. */
static bool find_all(struct finding *finding, struct everyuri_text text)
{
	struct everyuri_find_options options = { .flags = EVERYURI_FIND_ANGLE | EVERYURI_FIND_BARE |
		                                          EVERYURI_FIND_WWW | EVERYURI_FIND_MAIL,
		                                 .max_len = EXPLAIN_URI_MAX };
	struct everyuri_finder *finder;
	struct everyuri_buf window;

	options.schemes = everyuri_scheme_names(&options.n_schemes);
	everyuri_buf_init(&window, NULL, 0, NULL);
	bool found = !everyuri_find_begin(&options, take_found, finding, &window, &finder, NULL);

	if (found && everyuri_find_feed(finder, text.data, text.len))
		everyuri_find_end(finder);
	everyuri_buf_free(&window);
	return found;
}

bool eu_explain_found(struct page *page, struct everyuri_text text)
{
	struct finding counted = { 0 }, told = { .page = page };

	everyuri_buf_init(&counted.shown, NULL, 0, NULL);
	everyuri_buf_init(&told.shown, NULL, 0, NULL);
	eu_page_say(page, "<section aria-labelledby=\"found\">\n<h2 id=\"found\">");
	if (!find_all(&counted, text)) {
		eu_page_say(page, "Out of memory</h2>\n");
	} else if (!counted.n) {
		eu_page_say(page, "No URI found</h2>\n<p>A URI is found if it is in angle "
		                  "brackets, or begins with a known scheme and has what the scheme "
		                  "requires.</p>\n");
	} else {
		eu_page_number(page, counted.n);
		eu_page_say(page, counted.n == 1 ? " URI found</h2>\n" : " URIs found</h2>\n");
		eu_page_say(page, "<ol class=\"found\">\n");
		find_all(&told, text);
		eu_page_say(page, "</ol>\n");
	}
	eu_page_say(page, "</section>\n");
	everyuri_buf_free(&counted.shown);
	everyuri_buf_free(&told.shown);
	return counted.secret;
}
