/* The front page: explains any URI, and finds the URIs in any text.
 *
 * No password appears in the field, in the address of the page, or in a link. */
#include "gateway/pages/explain.h"
#include "gateway/pages/internal.h"

#define TITLE_COLUMNS 80

bool eu_explain_uri(const struct page *page, struct everyuri_text uri,
                    struct everyuri_explanation *told)
{
	struct everyuri_explain_options options = { .standard = EVERYURI_RFC3986,
		                                    .admit = EVERYURI_ADMIT_ZONE,
		                                    .config = &page->gateway->config };

	if (uri.len > EXPLAIN_URI_MAX || everyuri_explain(uri.data, uri.len, &options, told, NULL))
		return false;
	if (told->uri || !(told->found.accepted >> EVERYURI_RFC3987 & 1))
		return true;
	options.standard = EVERYURI_RFC3987;
	return !everyuri_explain(uri.data, uri.len, &options, told, NULL);
}

void eu_explain_address(struct page *page, struct everyuri_text uri)
{
	eu_page_say(page, "/explain?uri=");
	eu_page_encoded(page, uri);
}

void eu_explain_open(struct page *page, struct everyuri_text uri, const char *words)
{
	if (!eu_page_links_to(page, uri))
		return;
	eu_page_say(page, " <a class=\"open\" href=\"");
	eu_page_href(page, uri);
	eu_page_say(page, "\">");
	eu_page_say(page, words);
	eu_page_say(page, "</a>");
}

/* ---- forms ---------------------------------------------------------------------------------------- */

/* Writes the form for a URI.  opens: also write a button that opens it; possible only if the field
 * contains the complete URI. */
static void say_ask(struct page *page, struct everyuri_text uri, bool opens)
{
	eu_page_say(
		page,
		"<form class=\"ask\" action=\"/explain\" method=\"get\" role=\"search\">\n"
		"<label for=\"ask\">URI</label>\n"
		"<input id=\"ask\" name=\"uri\" type=\"text\" required spellcheck=\"false\""
		" autocapitalize=\"none\" autocomplete=\"off\" inputmode=\"url\" maxlength=\"8192\""
		" placeholder=\"gopher://host/1/\" value=\"");
	eu_page_text(page, uri.data, uri.len);
	eu_page_say(page, "\">\n<button>Explain</button>\n");
	eu_page_say(page,
	            opens ? "<button class=\"second\" formaction=\"/_/go\">Open</button>\n" : "");
	eu_page_say(page, "</form>\n");
}

/* Writes the form for a text.  The text is sent in the body of a request, at most 64 KiB, because
 * an address would be too long. */
static void say_paste(struct page *page, struct everyuri_text text)
{
	eu_page_say(page,
	            "<section aria-labelledby=\"paste\">\n<h2 id=\"paste\">Paste a text</h2>\n"
	            "<form class=\"paste\" action=\"/explain\" method=\"post\">\n"
	            "<label for=\"text\">Text with URIs in it, at most 64 KiB</label>\n"
	            "<textarea id=\"text\" name=\"text\" rows=\"6\" required maxlength=\"65536\""
	            " spellcheck=\"false\">\n");
	eu_page_text(page, text.data, text.len);
	eu_page_say(page, "</textarea>\n<button>Find the URIs</button>\n</form>\n</section>\n");
}

/* Example URIs that some software reads wrongly. */
static const struct example {
	const char *uri, *words;
} examples[] = {
	{ "ftp://myname@host.example:2121/%2Fetc/motd;type=a",
	  "a path that begins at the server's root" },
	{ "gopher://gopher.example/7/find%09old%20standards", "a search with its words" },
	{ "http://www.bank.example@0x7f.1/%2e%2e/login", "which host is it?" },
	{ "mailto:reader@example.org?subject=A%20question", "a message to write" },
	{ "http://b\xC3\xBC"
	  "cher.example/gr\xC3\xB6\xC3\x9F"
	  "e?q=\xC3\xBC",
	  "characters outside US-ASCII" },
	{ "news:comp.infosystems.www.announce", "a name without a host" },
};

static void say_example(struct page *page, const struct example *example,
                        struct everyuri_explanation *told)
{
	struct everyuri_text uri = { example->uri, strlen(example->uri) };

	eu_page_say(page, "<li><a class=\"uri\" href=\"");
	eu_explain_address(page, uri);
	eu_page_say(page, "\">");
	if (eu_explain_uri(page, uri, told))
		eu_explain_coloured(page, told);
	eu_page_say(page, "</a> <span class=\"hint\">");
	eu_page_say(page, example->words);
	eu_page_say(page, "</span></li>\n");
}

/* Lists the places that were configured when the gateway was started.  While the link to a place
 * is written, the place is the base URI of the page, because only a local page may link to a local
 * directory. */
static void say_places(struct page *page)
{
	const struct everyuri_gateway_options *options = &page->gateway->options;
	const struct everyuri_text base = page->uri;

	if (!options->n_places)
		return;
	eu_page_say(page, "<p class=\"hint\" id=\"places\">Places:</p>\n"
	                  "<ul class=\"examples\" aria-labelledby=\"places\">\n");
	for (size_t i = 0; i < options->n_places; i++) {
		page->uri = options->places[i].uri;
		eu_page_say(page, "<li>");
		eu_page_link(page, options->places[i].uri, options->places[i].label);
		eu_page_say(page, "</li>\n");
	}
	eu_page_say(page, "</ul>\n");
	page->uri = base;
}

/* Writes buttons that need the script.  They are hidden until the script shows them. */
static void say_handlers(struct page *page)
{
	const struct everyuri_scheme_info *info;

	eu_page_say(page, "<section aria-labelledby=\"handlers\">\n"
	                  "<h2 id=\"handlers\">Links on other pages</h2>\n<p class=\"handlers\">");
	for (size_t i = 0; (info = everyuri_scheme_nth(i)); i++) {
		if (!(info->flags & EVERYURI_BROWSER_HANDLER))
			continue;
		eu_page_say(page, "<button type=\"button\" data-scheme=\"");
		eu_page_say(page, info->name);
		eu_page_say(page, "\" hidden=\"\">open ");
		eu_page_say(page, info->name);
		eu_page_say(page, " here</button>\n");
	}
	eu_page_say(page, "</p>\n<p class=\"hint\"><code>everyuri open --install</code> also opens "
	                  "links of gopher, "
	                  "wais, telnet and other schemes here.</p>\n</section>\n");
}

static void say_examples(struct page *page)
{
	struct everyuri_text first = { examples[0].uri, strlen(examples[0].uri) };
	struct everyuri_explanation told;

	everyuri_explanation_init(&told, NULL);
	if (eu_explain_uri(page, first, &told))
		eu_explain_anatomy(page, &told);
	eu_page_say(page, "<p class=\"hint\" id=\"examples\">Examples:</p>\n"
	                  "<ul class=\"examples\" aria-labelledby=\"examples\">\n");
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
		say_example(page, &examples[i], &told);
	eu_page_say(page, "</ul>\n");
	everyuri_explanation_free(&told);
}

/* ---- one URI --------------------------------------------------------------------------------------- */

static void say_iri(struct page *page, const struct everyuri_explanation *told)
{
	struct everyuri_buf buf;

	eu_page_say(page, "<p class=\"verdict\">This is an IRI, shown as rfc3987 parses it.");
	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!everyuri_iri_to_uri(told->uri, 0, &buf, NULL)) {
		struct everyuri_text uri = { buf.data, buf.len };

		eu_page_say(page, " As a URI: <a class=\"uri\" href=\"");
		eu_explain_address(page, uri);
		eu_page_say(page, "\">");
		eu_explain_shown(page, uri, EXPLAIN_URI_MAX);
		eu_page_say(page, "</a>.");
		if (!told->masked)
			eu_explain_open(page, uri, "Open it");
	}
	everyuri_buf_free(&buf);
	eu_page_say(page, "</p>\n");
}

static void say_verdict(struct page *page, const struct everyuri_explanation *told)
{
	if (!told->uri) {
		eu_page_say(page, "<p class=\"verdict\">Not a valid URI under rfc3986: ");
		eu_page_text(page, told->error.message, strlen(told->error.message));
		eu_page_say(page, ".</p>\n");
	} else if (told->uri->standard == EVERYURI_RFC3987) {
		say_iri(page, told);
	}
}

static void say_plan(struct page *page, const struct everyuri_explanation *told)
{
	if (!told->uri)
		return;
	eu_page_say(
		page,
		"<section aria-labelledby=\"plan\">\n<h2 id=\"plan\">What would be done</h2>\n");
	eu_explain_steps(page, told);
	eu_page_say(page, "</section>\n");
}

static void say_dangers(struct page *page, const struct everyuri_explanation *told)
{
	eu_page_say(page,
	            "<section aria-labelledby=\"careful\">\n<h2 id=\"careful\">What to be careful "
	            "of</h2>\n");
	eu_page_say(page, told->n_dangers ? "<ul class=\"dangers\">\n" : "<p>Nothing known.</p>\n");
	for (uint32_t i = 0; i < told->n_dangers; i++) {
		const struct everyuri_danger *danger = &told->danger[i];

		eu_page_say(page, "<li><bdi>");
		eu_page_text(page, danger->sentence.data, danger->sentence.len);
		eu_page_say(page, "</bdi>");
		if (danger->at.begin != EVERYURI_ABSENT) {
			eu_page_say(page, " <span class=\"hint\">byte ");
			eu_page_number(page, danger->at.begin);
			eu_page_say(page, "</span>");
		}
		eu_page_say(page, "</li>\n");
	}
	eu_page_say(page, told->n_dangers ? "</ul>\n</section>\n" : "</section>\n");
}

/* Links to this page with the text as shown.  The text contains no password, so the link can be
 * passed to other people. */
static void say_sharing(struct page *page, const struct everyuri_explanation *told)
{
	struct everyuri_text origin = page->response->origin;

	eu_page_say(page,
	            "<section aria-labelledby=\"sharing\">\n<h2 id=\"sharing\">Sharing</h2>\n<p>");
	eu_page_text(page, told->pass_on.data, told->pass_on.len);
	eu_page_say(page,
	            ".</p>\n<p class=\"hint\">Address of this explanation: <a class=\"address\" "
	            "href=\"");
	eu_explain_address(page, told->text);
	eu_page_say(page, "\">");
	eu_page_text(page, origin.data, origin.len);
	eu_explain_address(page, told->text);
	eu_page_say(page, "</a></p>\n");
	if (told->masked)
		eu_page_say(
			page,
			"<p class=\"hint\">The password is shown as ***, so this page has no link "
			"that opens the URI. Byte positions count the real password.</p>\n");
	eu_page_say(page, "</section>\n");
}

static void say_explained(struct page *page, struct everyuri_text uri,
                          const struct everyuri_explanation *told)
{
	say_ask(page, told->masked ? told->text : uri, !told->masked);
	eu_explain_anatomy(page, told);
	say_verdict(page, told);
	eu_explain_readings(page, told);
	say_plan(page, told);
	say_dangers(page, told);
	say_sharing(page, told);
}

static void say_too_long(struct page *page, const char *what, size_t len, size_t most)
{
	eu_page_say(page, "<p class=\"alert\" role=\"alert\"><strong>This ");
	eu_page_say(page, what);
	eu_page_say(page, " has ");
	eu_page_number(page, len);
	eu_page_say(page, " bytes.</strong> This page accepts at most ");
	eu_page_number(page, most);
	eu_page_say(page, "; the command <code>everyuri</code> accepts more.</p>\n");
}

/* ---- the page ----------------------------------------------------------------------------------------- */

static void say_lead(struct page *page)
{
	eu_page_say(
		page,
		"<p class=\"lead\">Enter a URI to see its parts, how nine standards read it, the "
		"plan to fetch it, and warnings. This page makes no network connection.</p>\n");
	say_ask(page, (struct everyuri_text){ 0 }, true);
	say_places(page);
	say_examples(page);
}

static void say_text(struct page *page, struct everyuri_text text)
{
	bool secret = false;

	if (text.len > EXPLAIN_TEXT_MAX) {
		say_too_long(page, "text", text.len, EXPLAIN_TEXT_MAX);
		text = (struct everyuri_text){ 0 };
	} else if (text.data) {
		secret = eu_explain_found(page, text);
	}
	if (secret) {
		eu_page_say(page, "<p class=\"hint\">Passwords are shown as ***, and the text box "
		                  "is left empty.</p>\n");
		text = (struct everyuri_text){ 0 };
	}
	say_paste(page, text);
}

void eu_page_explain(struct page *page, struct everyuri_text uri, struct everyuri_text text)
{
	struct everyuri_explanation told;
	bool good = false;

	everyuri_explanation_init(&told, NULL);
	if (!uri.len) /* the field for the URI is empty */
		uri.data = NULL;
	page->uri = (struct everyuri_text){ 0 }; /* no bar, because the form below replaces it */
	page->title = text.data ? PAGE_TEXT("everyuri: URIs in a text") :
	                          PAGE_TEXT("everyuri: explain a URI");
	if (uri.data)
		good = eu_explain_uri(page, uri, &told);
	if (good && told.text.len)
		page->title =
			(struct everyuri_text){ told.text.data,
			                        everyuri_cells_front(told.text.data, told.text.len,
			                                             TITLE_COLUMNS) };
	eu_page_begin(page);
	eu_page_say(page, "<div class=\"door\">\n<h1>");
	eu_page_say(page, text.data && !uri.data ? "URIs in a text" : "Explain a URI");
	eu_page_say(page, "</h1>\n");
	if (good) {
		say_explained(page, uri, &told);
	} else if (uri.data) {
		say_ask(page, (struct everyuri_text){ 0 }, true);
		say_too_long(page, "URI", uri.len, EXPLAIN_URI_MAX);
	} else if (!text.data) {
		say_lead(page);
	}
	say_text(page, text);
	if (!uri.data && !text.data)
		say_handlers(page);
	eu_page_say(page, "</div>\n");
	eu_page_end(page);
	everyuri_explanation_free(&told);
}
