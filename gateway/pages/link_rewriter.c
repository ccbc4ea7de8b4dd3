/* Decides which URLs in a foreign page become links and which become subresources.  Rewrites
 * both. */
#include "gateway/pages/link_rewriter.h"

void eu_rewriter_begin(struct link_rewriter *rewriter, struct page *page)
{
	rewriter->page = page;
	rewriter->hour = eu_subresource_hour();
	eu_page_base_begin(&rewriter->base, page->uri);
	eu_page_base_begin(&rewriter->own, page->uri);
}

void eu_rewriter_end(struct link_rewriter *rewriter)
{
	eu_page_base_end(&rewriter->base);
	eu_page_base_end(&rewriter->own);
}

size_t eu_rewriter_plain(struct everyuri_text text, char *plain)
{
	static const char digit[] = "0123456789ABCDEF";
	size_t n = 0, begin = 0, end = text.len;

	while (begin < end && (unsigned char)text.data[begin] <= ' ')
		begin++;
	while (end > begin && (unsigned char)text.data[end - 1] <= ' ')
		end--;
	for (size_t at = begin; at < end; at++) {
		const char c = text.data[at];

		if (c == '\t' || c == '\n' || c == '\r')
			continue;
		if (c > ' ' && c <= '~' && !strchr("\"<>\\^`{|}", c)) {
			plain[n++] = c;
			continue;
		}
		plain[n++] = '%';
		plain[n++] = digit[(unsigned char)c >> 4];
		plain[n++] = digit[c & 15];
	}
	return n;
}

/* ---- subresources ------------------------------------------------------------------------------------------ */

static bool is_same_part(const struct everyuri_uri *one, const struct everyuri_uri *other,
                         enum everyuri_part part)
{
	struct everyuri_text a = everyuri_view(one, part), b = everyuri_view(other, part);

	if (a.len != b.len)
		return false;
	for (size_t i = 0; i < a.len; i++) {
		const char c = a.data[i], d = b.data[i];

		if (c != d && ((c ^ d) != 0x20 || (c | 0x20) < 'a' || (c | 0x20) > 'z'))
			return false;
	}
	return true;
}

/* Returns whether a page may load the URL.  A page may load from its own scheme, host and port,
 * and over HTTP from other public hosts, as in every browser.  A URL with a user name is
 * refused, because a page must not log in anywhere. */
static bool may_load(const struct link_rewriter *rewriter, struct everyuri_text text, bool *other)
{
	struct everyuri_uri uri;

	if (!rewriter->own.is_there || everyuri_parse(text.data, text.len, EVERYURI_RFC3986,
	                                              EVERYURI_ADMIT_ZONE, NULL, NULL, &uri, NULL))
		return false;
	if (everyuri_view(&uri, EVERYURI_USER).len)
		return false;
	*other = !is_same_part(&uri, &rewriter->own.uri, EVERYURI_SCHEME) ||
	         !is_same_part(&uri, &rewriter->own.uri, EVERYURI_HOST) ||
	         !is_same_part(&uri, &rewriter->own.uri, EVERYURI_PORT);
	return !*other || eu_page_scheme_has(text, EVERYURI_WEB);
}

/* Finds the address of a subresource.  A mail message gets none, because its sender would learn
 * that somebody reads it. */
static bool find_loaded(struct link_rewriter *rewriter, struct rewritten_link *link)
{
	struct subresource subresource = { .kind = link->kind };
	const struct everyuri_text whole = eu_page_without_fragment(link->uri);

	if (rewriter->page->part || !may_load(rewriter, whole, &subresource.outside))
		return false;
	/* THREATS G3: the name of a public host may later resolve to another address. */
	subresource.outside = subresource.outside || !rewriter->page->inside;
	return eu_subresource_write(rewriter->page->gateway->subresource_key, rewriter->hour,
	                            subresource, whole, link->front);
}

bool eu_rewriter_find(struct link_rewriter *rewriter, struct everyuri_text plain,
                      enum subresource_kind kind, struct rewritten_link *link)
{
	const bool here = !plain.len || *plain.data == '#'; /* a link to the page itself or to a
	                                                     * place in it */

	everyuri_buf_init(&link->buf, NULL, 0, NULL);
	link->uri = plain;
	link->kind = here ? SUBRESOURCE_NONE : kind;
	*link->front = '\0';
	if (here ||
	    (eu_page_base_resolve(&rewriter->base, plain, &link->buf, &link->uri) &&
	     eu_page_links_to(rewriter->page, link->uri) && (!kind || find_loaded(rewriter, link))))
		return true;
	everyuri_buf_free(&link->buf);
	return false;
}

void eu_rewriter_say(struct link_rewriter *rewriter, struct rewritten_link *link)
{
	const struct everyuri_text whole = eu_page_without_fragment(link->uri);

	if (link->kind) {
		eu_page_say(rewriter->page, link->front);
		eu_page_encoded(rewriter->page, whole);
		eu_page_text(rewriter->page, link->uri.data + whole.len, link->uri.len - whole.len);
	} else if (!link->uri.len || *link->uri.data == '#') {
		eu_page_text(rewriter->page, link->uri.data, link->uri.len);
	} else {
		eu_page_href(rewriter->page, link->uri);
	}
	everyuri_buf_free(&link->buf);
}

/* Writes a URL in a style sheet.  The URL contains no apostrophe or bracket that could end its
 * string early: the address never has one, and in the fragment they are encoded. */
void eu_rewriter_css(void *context, struct everyuri_text url, bool import)
{
	struct link_rewriter *rewriter = *(struct link_rewriter **)context;
	char plain[3 * CSS_URL_MAX];
	const struct everyuri_text text = { plain, eu_rewriter_plain(url, plain) };
	struct rewritten_link link;

	if (text.len && eu_rewriter_find(rewriter, text,
	                                 import ? SUBRESOURCE_STYLE : SUBRESOURCE_PICTURE, &link))
		eu_rewriter_say(rewriter, &link);
	else
		eu_page_say(rewriter->page, "about:invalid");
}
