/* Links: decides which URIs may be links, and writes the links. */
#include "gateway/pages/mail.h"

static bool is_letter_or_digit(unsigned char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static unsigned char lower_of(unsigned char c)
{
	return c >= 'A' && c <= 'Z' ? (unsigned char)(c + 32) : c;
}

bool eu_page_same(struct everyuri_text text, const char *name)
{
	if (!text.data || strlen(name) != text.len)
		return false;
	for (size_t i = 0; i < text.len; i++)
		if (lower_of((unsigned char)text.data[i]) != lower_of((unsigned char)name[i]))
			return false;
	return true;
}

bool eu_page_begins_with(struct everyuri_text text, const char *front)
{
	const size_t n = strlen(front);

	return text.data && text.len >= n &&
	       eu_page_same((struct everyuri_text){ text.data, n }, front);
}

static struct everyuri_text scheme_of(struct everyuri_text uri)
{
	const char *colon = uri.data ? memchr(uri.data, ':', uri.len) : NULL;

	return (struct everyuri_text){ colon ? uri.data : NULL,
		                       colon ? (size_t)(colon - uri.data) : 0 };
}

const struct everyuri_scheme_info *eu_page_scheme(struct everyuri_text uri)
{
	const struct everyuri_text name = scheme_of(uri);

	return everyuri_scheme_find(name.data, name.len);
}

bool eu_page_scheme_has(struct everyuri_text uri, unsigned flag)
{
	const struct everyuri_scheme_info *info = eu_page_scheme(uri);

	return info && info->flags & flag;
}

bool eu_page_wants_html(const struct page *page)
{
	struct everyuri_text accept = { NULL, 0 };

	if (page->response->request)
		accept = eu_http_field(page->response->request, "Accept");
	for (; accept.data && accept.len >= 9; accept.data++, accept.len--)
		if (eu_page_begins_with(accept, "text/html"))
			return true;
	return false;
}

struct everyuri_text eu_page_without_fragment(struct everyuri_text uri)
{
	const char *mark = uri.data ? memchr(uri.data, '#', uri.len) : NULL;

	return (struct everyuri_text){ uri.data, mark ? (size_t)(mark - uri.data) : uri.len };
}

/* ---- which URIs may be links -------------------------------------------------------------------------- */

/* Returns whether the configuration defines the scheme.  Returns false for
 * schemes that a browser would execute itself. */
static bool is_registered(const struct page *page, struct everyuri_text scheme)
{
	static const char *const never[] = { "about", "blob", "data", "javascript", "vbscript" };
	struct everyuri_registered row;

	for (size_t i = 0; i < sizeof never / sizeof *never; i++)
		if (eu_page_same(scheme, never[i]))
			return false;
	for (size_t n = 0; everyuri_registered_nth(&page->gateway->config, n, &row); n++) {
		char name[64];

		if (row.name.len >= sizeof name)
			continue;
		memcpy(name, row.name.data, row.name.len);
		name[row.name.len] = '\0';
		if (eu_page_same(scheme, name))
			return true;
	}
	return false;
}

static bool is_plain(struct everyuri_text uri)
{
	for (size_t i = 0; i < uri.len; i++)
		if (uri.data[i] <= ' ' || uri.data[i] > '~' || strchr("\"'`<>", uri.data[i]))
			return false;
	return true;
}

bool eu_page_links_to(const struct page *page, struct everyuri_text uri)
{
	if (!uri.data || !uri.len || !is_plain(uri))
		return false;
	if (everyuri_render_links_to(uri, page->uri))
		return true;
	return is_registered(page, scheme_of(uri)) &&
	       !everyuri_check(uri.data, uri.len, EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE, NULL);
}

/* ---- writing a link ------------------------------------------------------------------------------------- */

void eu_page_encoded(struct page *page, struct everyuri_text text)
{
	static const char digit[] = "0123456789ABCDEF";
	struct everyuri_writer *w = &page->response->w;
	size_t run = 0; /* start of the bytes that are not yet written */

	if (!text.data)
		return;
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.data[i];
		const char escape[3] = { '%', digit[c >> 4], digit[c & 15] };

		if (is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' || c == '~')
			continue;
		everyuri_write(w, text.data + run, i - run);
		everyuri_write(w, escape, sizeof escape);
		run = i + 1;
	}
	everyuri_write(w, text.data + run, text.len - run);
}

/* Writes the address for a URI to which the page may link. */
static void write_address(struct page *page, struct everyuri_text uri)
{
	struct everyuri_text whole = eu_page_without_fragment(uri);

	if (page->proxied) {
		eu_page_text(page, uri.data, uri.len);
		return;
	}
	if (eu_mail_cid_href(page, uri))
		return;
	eu_page_say(page, "/");
	eu_page_encoded(page, whole);
	/* READING 5: the browser needs the fragment. */
	eu_page_text(page, uri.data + whole.len, uri.len - whole.len);
}

bool eu_page_href(struct page *page, struct everyuri_text uri)
{
	const bool linked = eu_page_links_to(page, uri);

	if (linked)
		write_address(page, uri);
	return linked;
}

void eu_page_link(struct page *page, struct everyuri_text uri, struct everyuri_text label)
{
	const bool named = label.data && label.len;
	const bool linked = eu_page_links_to(page, uri);

	if (linked) {
		eu_page_say(page, "<a href=\"");
		write_address(page, uri);
		eu_page_say(page, "\">");
	}
	eu_page_say(page, "<bdi>");
	if (named)
		eu_page_text(page, label.data, label.len);
	else
		eu_page_redacted(page, uri);
	eu_page_say(page, linked ? "</bdi></a>" : "</bdi>");
	if (linked || !uri.data || !named)
		return;
	eu_page_say(page, " <code>"); /* the URI is shown, but is not a link */
	eu_page_redacted(page, uri);
	eu_page_say(page, "</code>");
}
