/* What may be linked to, what may be loaded, and under which address. */
#include "gateway/pages/leads.h"

void eu_leads_begin(struct leads *leads, struct page *page)
{
	leads->page = page;
	leads->hour = eu_within_hour();
	eu_page_base_begin(&leads->base, page->uri);
	eu_page_base_begin(&leads->own, page->uri);
}

void eu_leads_end(struct leads *leads)
{
	eu_page_base_end(&leads->base);
	eu_page_base_end(&leads->own);
}

size_t eu_leads_plain(struct everyuri_text text, char *plain)
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

/* ---- what may be loaded ------------------------------------------------------------------------------------ */

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

/* Of the page's own scheme, host and port; of others what is public, over HTTP alone, as every browser has it.
 * Without a user: a page does not log in anywhere. */
static bool may_load(const struct leads *leads, struct everyuri_text text, bool *other)
{
	struct everyuri_uri uri;

	if (!leads->own.is_there || everyuri_parse(text.data, text.len, EVERYURI_RFC3986,
	                                           EVERYURI_ADMIT_ZONE, NULL, NULL, &uri, NULL))
		return false;
	if (everyuri_view(&uri, EVERYURI_USER).len)
		return false;
	*other = !is_same_part(&uri, &leads->own.uri, EVERYURI_SCHEME) ||
	         !is_same_part(&uri, &leads->own.uri, EVERYURI_HOST) ||
	         !is_same_part(&uri, &leads->own.uri, EVERYURI_PORT);
	return !*other || eu_page_scheme_has(text, EVERYURI_WEB);
}

/* A message loads nothing: who wrote it would learn that it is read. */
static bool find_loaded(struct leads *leads, struct lead *lead)
{
	struct within within = { .kind = lead->kind };
	const struct everyuri_text whole = eu_page_without_fragment(lead->uri);

	if (leads->page->part || !may_load(leads, whole, &within.outside))
		return false;
	/* THREATS G3: the name of a public host may lead elsewhere by the time that it is asked. */
	within.outside = within.outside || !leads->page->inside;
	return eu_within_write(leads->page->gateway->within_key, leads->hour, within, whole,
	                       lead->front);
}

bool eu_leads_find(struct leads *leads, struct everyuri_text plain, enum within_kind kind,
                   struct lead *lead)
{
	const bool here = !plain.len || *plain.data == '#'; /* the page, or a place in it */

	everyuri_buf_init(&lead->buf, NULL, 0, NULL);
	lead->uri = plain;
	lead->kind = here ? WITHIN_NOTHING : kind;
	*lead->front = '\0';
	if (here ||
	    (eu_page_base_resolve(&leads->base, plain, &lead->buf, &lead->uri) &&
	     eu_page_links_to(leads->page, lead->uri) && (!kind || find_loaded(leads, lead))))
		return true;
	everyuri_buf_free(&lead->buf);
	return false;
}

void eu_leads_say(struct leads *leads, struct lead *lead)
{
	const struct everyuri_text whole = eu_page_without_fragment(lead->uri);

	if (lead->kind) {
		eu_page_say(leads->page, lead->front);
		eu_page_encoded(leads->page, whole);
		eu_page_text(leads->page, lead->uri.data + whole.len, lead->uri.len - whole.len);
	} else if (!lead->uri.len || *lead->uri.data == '#') {
		eu_page_text(leads->page, lead->uri.data, lead->uri.len);
	} else {
		eu_page_href(leads->page, lead->uri);
	}
	everyuri_buf_free(&lead->buf);
}

/* In a style sheet an apostrophe or a bracket could end the string that it stands in: there is none in an
 * address, and of a fragment they are encoded. */
void eu_leads_css(void *context, struct everyuri_text url, bool import)
{
	struct leads *leads = *(struct leads **)context;
	char plain[3 * CSS_URL_MAX];
	const struct everyuri_text text = { plain, eu_leads_plain(url, plain) };
	struct lead lead;

	if (text.len && eu_leads_find(leads, text, import ? WITHIN_STYLE : WITHIN_PICTURE, &lead))
		eu_leads_say(leads, &lead);
	else
		eu_page_say(leads->page, "about:invalid");
}
