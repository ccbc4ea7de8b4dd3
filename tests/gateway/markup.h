/* markup.h - is a page made of our own markup, and of nothing else?
 *
 * A page of ours has tags of known names, with attributes of known names in double quotes, and nothing
 * looser; so this is much less than a parser of HTML, and stricter.  tests/gateway/hostile.py asks one of those. */
#ifndef TESTS_GATEWAY_MARKUP_H
#define TESTS_GATEWAY_MARKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static inline bool markup_in(const char *const *names, const char *data, size_t len)
{
	for (; *names; names++)
		if (strlen(*names) == len && !memcmp(*names, data, len))
			return true;
	return false;
}

static inline size_t markup_name(const char *at)
{
	return strspn(at, "abcdefghijklmnopqrstuvwxyz-123456789");
}

/* One tag, from its "<".  Returns: what is behind it; NULL: it is none of ours. */
static inline const char *markup_tag(const char *at)
{
	static const char *const tags[] = {
		"a",      "abbr",  "b",     "bdi",    "blockquote", "body",  "button", "code",
		"dd",     "div",   "dl",    "dt",     "footer",     "form",  "h1",     "h2",
		"h3",     "h4",    "head",  "header", "html",       "input", "label",  "li",
		"link",   "main",  "meta",  "nav",    "p",          "pre",   "script", "span",
		"strong", "table", "tbody", "td",     "th",         "thead", "time",   "title",
		"tr",     "ul",    NULL
	};
	static const char *const attributes[] = { "action",
		                                  "aria-hidden",
		                                  "aria-label",
		                                  "autocapitalize",
		                                  "autocomplete",
		                                  "charset",
		                                  "class",
		                                  "colspan",
		                                  "content",
		                                  "data-value",
		                                  "datetime",
		                                  "for",
		                                  "href",
		                                  "id",
		                                  "inputmode",
		                                  "lang",
		                                  "method",
		                                  "name",
		                                  "placeholder",
		                                  "rel",
		                                  "role",
		                                  "scope",
		                                  "spellcheck",
		                                  "src",
		                                  "tabindex",
		                                  "title",
		                                  "type",
		                                  "value",
		                                  NULL };
	size_t n;

	at += at[1] == '/' ? 2 : 1;
	n = markup_name(at);
	if (!n || !markup_in(tags, at, n))
		return NULL;
	for (at += n; *at == ' '; at += n) {
		n = markup_name(++at);
		if (n == 5 && !memcmp(at, "defer", 5))
			continue;
		if (!n || !markup_in(attributes, at, n) || at[n] != '=' || at[n + 1] != '"')
			return NULL;
		n += 2;
		n += strcspn(at + n, "\"<>'");
		if (at[n++] != '"')
			return NULL;
	}
	return *at == '>' ? at + 1 : NULL;
}

/* Returns: the number of tags in a page; -1: there is something else in it. */
static inline long markup_tags(const char *page)
{
	static const char type[] = "<!DOCTYPE html>\n";
	long n = 0;

	if (strncmp(page, type, sizeof type - 1) != 0)
		return -1;
	for (page += sizeof type - 1; *page; n++) {
		page += strcspn(page, "<>\"'");
		if (!*page)
			return n;
		page = *page == '<' ? markup_tag(page) : NULL;
		if (!page)
			return -1;
	}
	return n;
}

#endif
