/* The front door: any URI explained, and the URIs of any text.
 *
 * Nothing here holds a password: not the box, not the address that the page gives, no link. */
#include "gateway/pages/explain.h"
#include "gateway/pages/inner.h"

#define TITLE_COLUMNS 80

bool explain_uri(const struct page *page, struct everyuri_text uri,
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

void explain_address(struct page *page, struct everyuri_text uri)
{
	page_say(page, "/explain?uri=");
	page_encoded(page, uri);
}

void explain_open(struct page *page, struct everyuri_text uri, const char *words)
{
	if (!page_links_to(page, uri))
		return;
	page_say(page, " <a class=\"open\" href=\"");
	page_href(page, uri);
	page_say(page, "\">");
	page_say(page, words);
	page_say(page, "</a>");
}

/* ---- the boxes ------------------------------------------------------------------------------------ */

/* opens: it holds all of the URI. */
static void say_ask(struct page *page, struct everyuri_text uri, bool opens)
{
	page_say(
		page,
		"<form class=\"ask\" action=\"/explain\" method=\"get\" role=\"search\">\n"
		"<label for=\"ask\">URI</label>\n"
		"<input id=\"ask\" name=\"uri\" type=\"text\" required spellcheck=\"false\""
		" autocapitalize=\"none\" autocomplete=\"off\" inputmode=\"url\" maxlength=\"8192\""
		" placeholder=\"gopher://host/1/\" value=\"");
	page_text(page, uri.data, uri.len);
	page_say(page, "\">\n<button>Explain</button>\n");
	page_say(page,
	         opens ? "<button class=\"second\" formaction=\"/_/go\">Open</button>\n" : "");
	page_say(page, "</form>\n");
}

/* A body of 64 KiB is what a request can have; so the text is sent as one, and no address is too long. */
static void say_paste(struct page *page, struct everyuri_text text)
{
	page_say(page, "<section aria-labelledby=\"paste\">\n<h2 id=\"paste\">Paste a text</h2>\n"
	               "<form class=\"paste\" action=\"/explain\" method=\"post\">\n"
	               "<label for=\"text\">Text with URIs in it, at most 64 KiB</label>\n"
	               "<textarea id=\"text\" name=\"text\" rows=\"6\" required maxlength=\"65536\""
	               " spellcheck=\"false\">\n");
	page_text(page, text.data, text.len);
	page_say(page, "</textarea>\n<button>Find the URIs</button>\n</form>\n</section>\n");
}

/* Worth a look: each is something that is read wrongly somewhere. */
static const struct example {
	const char *uri, *words;
} examples[] = {
	{ "ftp://myname@host.example:2121/%2Fetc/motd;type=a", "a path from the server's root" },
	{ "gopher://gopher.example/7/find%09old%20standards", "a search, filled in" },
	{ "http://www.bank.example@0x7f.1/%2e%2e/login", "which host is it?" },
	{ "mailto:reader@example.org?subject=A%20question", "a message to be written" },
	{ "http://b\xC3\xBC"
	  "cher.example/gr\xC3\xB6\xC3\x9F"
	  "e?q=\xC3\xBC",
	  "beyond US-ASCII" },
	{ "news:comp.infosystems.www.announce", "a name without a place" },
};

static void say_example(struct page *page, const struct example *example,
                        struct everyuri_explanation *told)
{
	struct everyuri_text uri = { example->uri, strlen(example->uri) };

	page_say(page, "<li><a class=\"uri\" href=\"");
	explain_address(page, uri);
	page_say(page, "\">");
	if (explain_uri(page, uri, told))
		explain_coloured(page, told);
	page_say(page, "</a> <span class=\"hint\">");
	page_say(page, example->words);
	page_say(page, "</span></li>\n");
}

/* Where whoever started the gateway would have its users begin.  A place is a page's own base, so that a
 * directory of this machine may be linked to. */
static void say_places(struct page *page)
{
	const struct everyuri_gateway_options *options = &page->gateway->options;
	const struct everyuri_text base = page->uri;

	if (!options->n_places)
		return;
	page_say(page, "<p class=\"hint\" id=\"places\">To begin with:</p>\n"
	               "<ul class=\"examples\" aria-labelledby=\"places\">\n");
	for (size_t i = 0; i < options->n_places; i++) {
		page->uri = options->places[i].uri;
		page_say(page, "<li>");
		page_link(page, options->places[i].uri, options->places[i].label);
		page_say(page, "</li>\n");
	}
	page_say(page, "</ul>\n");
	page->uri = base;
}

/* The first of them is drawn. */
/* What navigator.registerProtocolHandler takes and a gateway has a use for.  mailto is left to the
 * user's own program: nothing is sent from here. */
static const char *const offered[] = { "ftp", "ftps", "news", "nntp", "urn" };

/* The buttons are shown by the script: without it they can do nothing. */
static void say_handlers(struct page *page)
{
	page_say(page, "<section aria-labelledby=\"handlers\">\n"
	               "<h2 id=\"handlers\">Links on other pages</h2>\n<p class=\"handlers\">");
	for (size_t i = 0; i < sizeof offered / sizeof *offered; i++) {
		page_say(page, "<button type=\"button\" data-scheme=\"");
		page_say(page, offered[i]);
		page_say(page, "\" hidden=\"\">open ");
		page_say(page, offered[i]);
		page_say(page, " here</button>\n");
	}
	page_say(page,
	         "</p>\n<p class=\"hint\">Links of gopher, wais, telnet, mid and others, which no "
	         "browser "
	         "takes, lead here after <code>everyuri open --install</code>.</p>\n</section>\n");
}

static void say_examples(struct page *page)
{
	struct everyuri_text first = { examples[0].uri, strlen(examples[0].uri) };
	struct everyuri_explanation told;

	everyuri_explanation_init(&told, NULL);
	if (explain_uri(page, first, &told))
		explain_anatomy(page, &told);
	page_say(page, "<p class=\"hint\" id=\"examples\">To try:</p>\n"
	               "<ul class=\"examples\" aria-labelledby=\"examples\">\n");
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
		say_example(page, &examples[i], &told);
	page_say(page, "</ul>\n");
	everyuri_explanation_free(&told);
}

/* ---- one URI --------------------------------------------------------------------------------------- */

static void say_iri(struct page *page, const struct everyuri_explanation *told)
{
	struct everyuri_buf buf;

	page_say(page, "<p class=\"verdict\">This is an IRI: it is drawn as rfc3987 reads it.");
	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!everyuri_iri_to_uri(told->uri, 0, &buf, NULL)) {
		struct everyuri_text uri = { buf.data, buf.len };

		page_say(page, " As a URI it is <a class=\"uri\" href=\"");
		explain_address(page, uri);
		page_say(page, "\">");
		explain_shown(page, uri, EXPLAIN_URI_MAX);
		page_say(page, "</a>.");
		if (!told->masked)
			explain_open(page, uri, "Open it");
	}
	everyuri_buf_free(&buf);
	page_say(page, "</p>\n");
}

static void say_verdict(struct page *page, const struct everyuri_explanation *told)
{
	if (!told->uri) {
		page_say(page, "<p class=\"verdict\">By rfc3986 this is no URI: ");
		page_text(page, told->error.message, strlen(told->error.message));
		page_say(page, ".</p>\n");
	} else if (told->uri->standard == EVERYURI_RFC3987) {
		say_iri(page, told);
	}
}

static void say_plan(struct page *page, const struct everyuri_explanation *told)
{
	if (!told->uri)
		return;
	page_say(page,
	         "<section aria-labelledby=\"plan\">\n<h2 id=\"plan\">What would be done</h2>\n");
	explain_steps(page, told);
	page_say(page, "</section>\n");
}

static void say_dangers(struct page *page, const struct everyuri_explanation *told)
{
	page_say(page,
	         "<section aria-labelledby=\"careful\">\n<h2 id=\"careful\">What to be careful "
	         "of</h2>\n");
	page_say(page,
	         told->n_dangers ? "<ul class=\"dangers\">\n" : "<p>Nothing that is known.</p>\n");
	for (uint32_t i = 0; i < told->n_dangers; i++) {
		const struct everyuri_danger *danger = &told->danger[i];

		page_say(page, "<li><bdi>");
		page_text(page, danger->sentence.data, danger->sentence.len);
		page_say(page, "</bdi>");
		if (danger->at.begin != EVERYURI_ABSENT) {
			page_say(page, " <span class=\"hint\">byte ");
			page_number(page, danger->at.begin);
			page_say(page, "</span>");
		}
		page_say(page, "</li>\n");
	}
	page_say(page, told->n_dangers ? "</ul>\n</section>\n" : "</section>\n");
}

/* The address has the text as it is shown, so that whoever is given it learns no password. */
static void say_pass_on(struct page *page, const struct everyuri_explanation *told)
{
	struct everyuri_text origin = page->response->origin;

	page_say(page,
	         "<section aria-labelledby=\"pass-on\">\n<h2 id=\"pass-on\">Passed on</h2>\n<p>");
	page_text(page, told->pass_on.data, told->pass_on.len);
	page_say(page, ".</p>\n<p class=\"hint\">Address of this explanation: <a class=\"address\" "
	               "href=\"");
	explain_address(page, told->text);
	page_say(page, "\">");
	page_text(page, origin.data, origin.len);
	explain_address(page, told->text);
	page_say(page, "</a></p>\n");
	if (told->masked)
		page_say(page,
		         "<p class=\"hint\">A password is shown as ***, and so nothing here opens "
		         "this URI. Where readings and plan name a byte, it is counted with "
		         "the password.</p>\n");
	page_say(page, "</section>\n");
}

static void say_explained(struct page *page, struct everyuri_text uri,
                          const struct everyuri_explanation *told)
{
	say_ask(page, told->masked ? told->text : uri, !told->masked);
	explain_anatomy(page, told);
	say_verdict(page, told);
	explain_readings(page, told);
	say_plan(page, told);
	say_dangers(page, told);
	say_pass_on(page, told);
}

static void say_too_long(struct page *page, const char *what, size_t len, size_t most)
{
	page_say(page, "<p class=\"alert\" role=\"alert\"><strong>This ");
	page_say(page, what);
	page_say(page, " has ");
	page_number(page, len);
	page_say(page, " bytes.</strong> At most ");
	page_number(page, most);
	page_say(page, " are looked at here; the command <code>everyuri</code> takes more.</p>\n");
}

/* ---- the page ----------------------------------------------------------------------------------------- */

static void say_lead(struct page *page)
{
	page_say(page,
	         "<p class=\"lead\">Nine standards, from 1993 to today, have said what a URI is. "
	         "See "
	         "its parts, how each of them reads it, what would be done to get what it names, "
	         "and what to be careful of. Nothing is connected to.</p>\n");
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
		secret = explain_found(page, text);
	}
	if (secret)
		page_say(page, "<p class=\"hint\">Passwords are shown as ***, and the text is not "
		               "repeated here.</p>\n");
	say_paste(page, secret ? (struct everyuri_text){ 0 } : text);
}

void page_explain(struct page *page, struct everyuri_text uri, struct everyuri_text text)
{
	struct everyuri_explanation told;
	bool good = false;

	everyuri_explanation_init(&told, NULL);
	if (!uri.len) /* an empty box */
		uri.data = NULL;
	page->uri = (struct everyuri_text){ 0 }; /* the box below is this page's bar */
	page->title = text.data ? PAGE_TEXT("everyuri: URIs in a text") :
	                          PAGE_TEXT("everyuri: what a URI says");
	if (uri.data)
		good = explain_uri(page, uri, &told);
	if (good && told.text.len)
		page->title =
			(struct everyuri_text){ told.text.data,
			                        everyuri_cells_front(told.text.data, told.text.len,
			                                             TITLE_COLUMNS) };
	page_begin(page);
	page_say(page, "<div class=\"door\">\n<h1>");
	page_say(page, text.data && !uri.data ? "URIs in a text" : "What does this URI say?");
	page_say(page, "</h1>\n");
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
	page_say(page, "</div>\n");
	page_end(page);
	everyuri_explanation_free(&told);
}
