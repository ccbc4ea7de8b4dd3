/* Rewrites attribute values: decodes them, changes their URLs, and quotes them again.  Drops an
 * attribute with a forbidden URL. */
#include "gateway/pages/html_values.h"

#include <stddef.h>

/* ---- decoding ------------------------------------------------------------------------------------------------ */

/* Reads a character reference that may occur in a URL: one of the five of XML, some others, or a
 * number, after which HTML does not require the semicolon.  Returns the length of the reference
 * in bytes, or 0 if there is none. */
static size_t read_reference(const char *data, size_t len, uint32_t *code)
{
	static const struct {
		char name[10], byte;
	} named[] = { { "&amp;", '&' },      { "&lt;", '<' },    { "&gt;", '>' },
		      { "&quot;", '"' },     { "&apos;", '\'' }, { "&Tab;", '\t' },
		      { "&NewLine;", '\n' }, { "&colon;", ':' }, { "&sol;", '/' } };
	const bool hex = len > 2 && (data[2] == 'x' || data[2] == 'X');
	size_t at = 2u + hex, n;

	for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
		n = strlen(named[i].name);
		if (len >= n && !memcmp(data, named[i].name, n)) {
			*code = (uint32_t)named[i].byte;
			return n;
		}
	}
	if (len < 3 || data[1] != '#')
		return 0;
	for (*code = 0, n = at; at < len && *code < 0x110000; at++) {
		const char c = data[at];
		const int digit = c >= '0' && c <= '9'        ? c - '0' :
		                  hex && c >= 'a' && c <= 'f' ? c - 'a' + 10 :
		                  hex && c >= 'A' && c <= 'F' ? c - 'A' + 10 :
		                                                -1;

		if (digit < 0)
			break;
		*code = *code * (hex ? 16u : 10u) + (uint32_t)digit;
	}
	if (at == n || !*code || *code >= 0x110000)
		return 0;
	return at + (at < len && data[at] == ';');
}

/* Writes a code point in UTF-8, which is never longer than the character reference for it. */
static size_t put_code(char *out, uint32_t code)
{
	if (code < 0x80) {
		out[0] = (char)code;
		return 1;
	}
	if (code < 0x800) {
		out[0] = (char)(0xC0 | code >> 6);
		out[1] = (char)(0x80 | (code & 0x3F));
		return 2;
	}
	if (code < 0x10000) {
		out[0] = (char)(0xE0 | code >> 12);
		out[1] = (char)(0x80 | (code >> 6 & 0x3F));
		out[2] = (char)(0x80 | (code & 0x3F));
		return 3;
	}
	out[0] = (char)(0xF0 | code >> 18);
	out[1] = (char)(0x80 | (code >> 12 & 0x3F));
	out[2] = (char)(0x80 | (code >> 6 & 0x3F));
	out[3] = (char)(0x80 | (code & 0x3F));
	return 4;
}

size_t eu_html_decode(char *value, size_t len)
{
	size_t n = 0;

	for (size_t at = 0; at < len;) {
		uint32_t code = 0;
		const size_t used =
			value[at] == '&' ? read_reference(value + at, len - at, &code) : 0;

		if (used)
			n += put_code(value + n, code);
		else
			value[n++] = value[at];
		at += used ? used : 1;
	}
	return n;
}

/* ---- writing ------------------------------------------------------------------------------------------------- */

void eu_html_quote(struct page *page, const char *data, size_t len)
{
	size_t run = 0;

	for (size_t i = 0; i < len; i++) {
		const char *as = data[i] == '"' ? "&quot;" :
		                 data[i] == '<' ? "&lt;" :
		                 data[i] == '&' ? "&amp;" :
		                                  NULL;

		if (!as)
			continue;
		everyuri_write(&page->response->w, data + run, i - run);
		eu_page_say(page, as);
		run = i + 1;
	}
	everyuri_write(&page->response->w, data + run, len - run);
}

static void say_name(struct html_values *values, struct everyuri_text name)
{
	everyuri_write(&values->rewriter->page->response->w, name.data, name.len);
	eu_page_say(values->rewriter->page, "=\"");
}

static void say_as_it_is(struct html_values *values, struct everyuri_text name,
                         struct everyuri_text value)
{
	say_name(values, name);
	eu_html_quote(values->rewriter->page, value.data, value.len);
	eu_page_say(values->rewriter->page, "\"");
}

static bool say_led(struct html_values *values, struct everyuri_text name,
                    struct everyuri_text plain, enum subresource_kind kind)
{
	struct rewritten_link link;

	if (!eu_rewriter_find(values->rewriter, plain, kind, &link))
		return false;
	say_name(values, name);
	eu_rewriter_say(values->rewriter, &link);
	eu_page_say(values->rewriter->page, "\"");
	return true;
}

/* HTML 4.2.3: keeps the URL of the first <base>; all other URLs of the page are relative to it. */
static void keep_base(struct html_values *values, struct everyuri_text plain)
{
	struct everyuri_text uri;
	struct everyuri_buf buf;

	if (values->has_base)
		return;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (eu_page_base_resolve(&values->rewriter->base, plain, &buf, &uri)) {
		struct page_base base;

		eu_page_base_begin(&base, uri);
		eu_page_base_end(&values->rewriter->base);
		values->rewriter->base = base;
		values->has_base = true;
	}
	everyuri_buf_free(&buf);
}

/* ---- srcset, CSS and refresh ----------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

static bool is_of_descriptor(char c)
{
	return (c >= '0' && c <= '9') || c == '.' || c == 'w' || c == 'h' || c == 'x' || c == 'e' ||
	       c == '+' || c == '-' || is_blank(c);
}

/* HTML 4.8.4.3.10: URLs separated by commas, each with an optional width or density. */
static void say_srcset(struct html_values *values, struct everyuri_text name,
                       struct everyuri_text value)
{
	struct page *page = values->rewriter->page;
	bool some = false;

	for (size_t at = 0; at < value.len;) {
		struct everyuri_text url, plain, more = { NULL, 0 };
		struct rewritten_link link;
		bool good = true;

		while (at < value.len && (is_blank(value.data[at]) || value.data[at] == ','))
			at++;
		url = (struct everyuri_text){ value.data + at, 0 };
		while (at < value.len && !is_blank(value.data[at]))
			at++;
		url.len = (size_t)(value.data + at - url.data);
		if (url.len && url.data[url.len - 1] == ',') {
			while (url.len && url.data[url.len - 1] == ',')
				url.len--;
		} else {
			more.data = value.data + at;
			for (; at < value.len && value.data[at] != ','; at++)
				good = good && is_of_descriptor(value.data[at]);
			more.len = (size_t)(value.data + at - more.data);
		}
		plain = (struct everyuri_text){ values->plain,
			                        eu_rewriter_plain(url, values->plain) };
		if (!good || !plain.len || *plain.data == '#' ||
		    !eu_rewriter_find(values->rewriter, plain, SUBRESOURCE_PICTURE, &link))
			continue;
		if (some)
			eu_page_say(page, ", ");
		else
			say_name(values, name);
		some = true;
		eu_rewriter_say(values->rewriter, &link);
		eu_page_text(page, more.data, more.len);
	}
	if (some)
		eu_page_say(page, "\"");
}

static void write_css(void *context, const char *data, size_t len)
{
	struct html_values *values = context;

	eu_html_quote(values->rewriter->page, data, len);
}

static void say_css(struct html_values *values, struct everyuri_text name,
                    struct everyuri_text value)
{
	memset(&values->css, 0, sizeof values->css);
	values->css.write = write_css;
	values->css.lead = eu_rewriter_css;
	values->css.context = values;
	say_name(values, name);
	eu_css_feed(&values->css, value.data, value.len);
	eu_css_end(&values->css);
	eu_page_say(values->rewriter->page, "\"");
}

/* HTML 4.2.5.3, "shared declarative refresh steps".  Returns the position of the URL in the
 * value, or 0 if the value has no URL. */
static size_t find_refresh(struct everyuri_text value, size_t *n_seconds)
{
	size_t at = 0, begin;

	while (at < value.len && is_blank(value.data[at]))
		at++;
	begin = at;
	while (at < value.len &&
	       ((value.data[at] >= '0' && value.data[at] <= '9') || value.data[at] == '.'))
		at++;
	*n_seconds = at;
	if (at == begin || at == value.len ||
	    (!is_blank(value.data[at]) && value.data[at] != ';' && value.data[at] != ','))
		return 0;
	while (at < value.len && is_blank(value.data[at]))
		at++;
	if (at < value.len && (value.data[at] == ';' || value.data[at] == ','))
		at++;
	while (at < value.len && is_blank(value.data[at]))
		at++;
	begin = at;
	if (value.len - at >= 3 && (value.data[at] | 0x20) == 'u' &&
	    (value.data[at + 1] | 0x20) == 'r' && (value.data[at + 2] | 0x20) == 'l') {
		for (at += 3; at < value.len && is_blank(value.data[at]);)
			at++;
		if (at == value.len || value.data[at] != '=')
			return begin;
		for (at++; at < value.len && is_blank(value.data[at]);)
			at++;
	}
	return at < value.len ? at : 0;
}

static void say_refresh(struct html_values *values, struct everyuri_text name,
                        struct everyuri_text value)
{
	size_t n_seconds, at = find_refresh(value, &n_seconds);
	struct everyuri_text url, plain;
	struct rewritten_link link;
	const char *quote;

	if (!at) {
		say_as_it_is(values, name, value);
		return;
	}
	quote = value.data[at] == '"' || value.data[at] == '\'' ? value.data + at++ : NULL;
	url = (struct everyuri_text){ value.data + at, value.len - at };
	if (quote && memchr(url.data, *quote, url.len))
		url.len = (size_t)((const char *)memchr(url.data, *quote, url.len) - url.data);
	plain = (struct everyuri_text){ values->plain, eu_rewriter_plain(url, values->plain) };
	if (!eu_rewriter_find(values->rewriter, plain, SUBRESOURCE_NONE, &link))
		return;
	say_name(values, name);
	eu_html_quote(values->rewriter->page, value.data, n_seconds);
	eu_page_say(values->rewriter->page, "; url=");
	eu_rewriter_say(values->rewriter, &link);
	eu_page_say(values->rewriter->page, "\"");
}

/* ---- <link> ---------------------------------------------------------------------------------------------------- */

static bool has_word(struct everyuri_text list, const char *word)
{
	for (size_t at = 0, end; at < list.len; at = end + 1) {
		for (end = at; end < list.len && !is_blank(list.data[end]);)
			end++;
		if (eu_page_same((struct everyuri_text){ list.data + at, end - at }, word))
			return true;
	}
	return false;
}

/* Records the kind of a link from its rel.  A link that a browser would fetch in advance is
 * dropped. */
static void keep_rel(struct html_values *values, struct everyuri_text rel)
{
	static const char *const early[] = { "dns-prefetch", "manifest",   "modulepreload",
		                             "pingback",     "preconnect", "prefetch",
		                             "preload",      "prerender",  "import" };

	values->link.style = has_word(rel, "stylesheet");
	values->link.icon = has_word(rel, "icon") || has_word(rel, "apple-touch-icon");
	for (size_t i = 0; i < sizeof early / sizeof *early; i++)
		values->link.lost = values->link.lost || has_word(rel, early[i]);
}

void eu_html_link_end(struct html_values *values)
{
	struct html_link_tag *link = &values->link;
	const struct everyuri_text plain = { link->href, link->len };
	const enum subresource_kind kind = link->style ? SUBRESOURCE_STYLE :
	                                   link->icon  ? SUBRESOURCE_PICTURE :
	                                                 SUBRESOURCE_NONE;

	if (link->len && !link->lost)
		say_led(values, PAGE_TEXT(" href"), plain, kind);
	memset(link, 0, offsetof(struct html_link_tag, href));
}

/* ---- all values ------------------------------------------------------------------------------------------------- */

static bool ends_with(struct everyuri_text text, const char *end)
{
	const size_t n = strlen(end);

	return text.len >= n &&
	       eu_page_same((struct everyuri_text){ text.data + text.len - n, n }, end);
}

void eu_html_value(struct html_values *values, enum html_kind kind, struct everyuri_text name,
                   struct everyuri_text value)
{
	const struct everyuri_text plain = { values->plain,
		                             eu_rewriter_plain(value, values->plain) };

	switch (kind) {
	case HTML_LINK:
		say_led(values, name, plain, SUBRESOURCE_NONE);
		break;
	case HTML_PICTURE:
		say_led(values, name, plain, SUBRESOURCE_PICTURE);
		break;
	case HTML_MEDIA:
		say_led(values, name, plain, SUBRESOURCE_MEDIA);
		break;
	case HTML_BASE:
		if (plain.len && say_led(values, name, plain, SUBRESOURCE_NONE))
			keep_base(values, plain);
		break;
	case HTML_SRCSET:
		say_srcset(values, name, value);
		break;
	case HTML_CSS:
		say_css(values, name, value);
		break;
	case HTML_REFRESH:
		say_refresh(values, name, value);
		break;
	case HTML_OF_LINK:
		if (!values->link.len && plain.len <= sizeof values->link.href) {
			memcpy(values->link.href, plain.data, plain.len);
			values->link.len = plain.len;
		}
		break;
	case HTML_REL:
		keep_rel(values, value);
		say_as_it_is(values, name, value);
		break;
	case HTML_ANIMATED: /* refused because an animation could set a URL */
		if (!ends_with(plain, "href") && !ends_with(plain, "src"))
			say_as_it_is(values, name, value);
		break;
	case HTML_TARGET: /* set to _self, because a sandboxed page cannot open windows and its
	                   * frames are empty */
		say_as_it_is(values, name, PAGE_TEXT("_self"));
		break;
	case HTML_NOTHING:
		say_as_it_is(values, name, value);
		break;
	case HTML_LOST:
		break;
	}
}
