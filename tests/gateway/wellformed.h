/* wellformed.h - is a page of ours well-formed, and does it hold what its author put there alone?
 *
 * Every element is of a known name and closed where it was opened, every attribute is of a known name
 * and in double quotes, what leads somewhere leads to this gateway, and an ampersand begins one of five
 * references.  That is stricter than HTML. */
#ifndef TESTS_GATEWAY_WELLFORMED_H
#define TESTS_GATEWAY_WELLFORMED_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const char *const elements[] = {
	"a",          "abbr",   "bdi",    "body",  "br",    "button", "code",     "div",
	"figcaption", "figure", "footer", "form",  "h1",    "h2",     "head",     "header",
	"html",       "input",  "label",  "li",    "link",  "main",   "mark",     "meta",
	"nav",        "ol",     "p",      "pre",   "rp",    "rt",     "ruby",     "script",
	"section",    "span",   "strong", "table", "tbody", "td",     "textarea", "th",
	"thead",      "title",  "tr",     "ul",    "wbr",   "dl",     "dt",       "dd",
	"blockquote", "h3",     "h4",     "time",  "b",
};
static const char *const empty_elements[] = { "br", "input", "link", "meta", "wbr" };
static const char *const attributes[] = {
	"data-scheme",
	"hidden",
	"action",
	"aria-hidden",
	"aria-label",
	"aria-labelledby",
	"autocapitalize",
	"autocomplete",
	"charset",
	"class",
	"data-part",
	"colspan",
	"content",
	"datetime",
	"defer",
	"dir",
	"for",
	"formaction",
	"href",
	"id",
	"inputmode",
	"lang",
	"maxlength",
	"method",
	"name",
	"placeholder",
	"rel",
	"required",
	"role",
	"rows",
	"scope",
	"spellcheck",
	"src",
	"tabindex",
	"title",
	"type",
	"value",
};

static inline bool is_one(const char *const *words, size_t n, const char *text, size_t len)
{
	for (size_t i = 0; i < n; i++)
		if (strlen(words[i]) == len && !memcmp(words[i], text, len))
			return true;
	return false;
}
#define IS_ONE(words, text, len) is_one(words, sizeof words / sizeof *words, text, len)

struct markup {
	const char *at;
	const char *wrong; /* NULL: nothing so far */
	struct {
		const char *name;
		size_t len;
	} open[64];
	size_t depth;
};

static inline void complain_of(struct markup *markup, const char *wrong)
{
	if (!markup->wrong)
		markup->wrong = wrong;
}

static inline size_t word_len(const char *text)
{
	return strspn(text, "abcdefghijklmnopqrstuvwxyz-0123456789");
}

/* Text up to a tag or the end of a value: an ampersand begins one of five references. */
static inline void read_text(struct markup *markup, const char *stop)
{
	while (*markup->at && !strchr(stop, *markup->at)) {
		const char *at = markup->at++;

		if (*at == '&' && strncmp(at, "&amp;", 5) && strncmp(at, "&lt;", 4) &&
		    strncmp(at, "&gt;", 4) && strncmp(at, "&quot;", 6) && strncmp(at, "&#39;", 5))
			complain_of(markup, at);
		if (*at == '>' || ((unsigned char)*at < 0x20 && *at != '\n' && *at != '\t' &&
		                   *at != '\r' && *at != '\f'))
			complain_of(markup, at);
	}
}

/* An address of ours, or a fragment of the page. */
static inline bool is_address(const char *value)
{
	return *value == '#' || (*value == '/' && value[1] != '/');
}

static inline void read_attribute(struct markup *markup)
{
	const char *name = markup->at += 1;
	size_t len = word_len(name);
	bool leads =
		IS_ONE(((const char *const[]){ "href", "src", "action", "formaction" }), name, len);

	if (!IS_ONE(attributes, name, len))
		complain_of(markup, name);
	markup->at += len;
	if (*markup->at != '=')
		return;
	if (markup->at[1] != '"') {
		complain_of(markup, name);
		return;
	}
	markup->at += 2;
	if (leads && !is_address(markup->at))
		complain_of(markup, name);
	read_text(markup, "\"<");
	if (*markup->at != '"')
		complain_of(markup, name);
	else
		markup->at++;
}

static inline void read_end_tag(struct markup *markup)
{
	const char *name = markup->at + 2;
	size_t len = word_len(name);

	if (!markup->depth || markup->open[markup->depth - 1].len != len ||
	    memcmp(markup->open[markup->depth - 1].name, name, len) != 0 || name[len] != '>') {
		complain_of(markup, markup->at);
		return;
	}
	markup->depth--;
	markup->at = name + len + 1;
}

static inline void read_tag(struct markup *markup)
{
	const char *name = markup->at + 1;
	size_t len = word_len(name);

	if (markup->at[1] == '/') {
		read_end_tag(markup);
		return;
	}
	if (!IS_ONE(elements, name, len) || markup->depth == 64) {
		complain_of(markup, markup->at);
		return;
	}
	markup->at = name + len;
	while (*markup->at == ' ' && !markup->wrong)
		read_attribute(markup);
	if (*markup->at != '>') {
		complain_of(markup, name);
		return;
	}
	markup->at++;
	if (IS_ONE(empty_elements, name, len))
		return;
	markup->open[markup->depth].name = name;
	markup->open[markup->depth++].len = len;
}

/* Returns: what is wrong, as it stands in the page; NULL: nothing. */
static inline const char *wrong_markup(const char *html)
{
	static const char doctype[] = "<!DOCTYPE html>\n";
	struct markup markup = { .at = html };

	if (strncmp(html, doctype, sizeof doctype - 1) != 0)
		return "no doctype";
	markup.at += sizeof doctype - 1;
	while (*markup.at && !markup.wrong) {
		if (*markup.at == '<')
			read_tag(&markup);
		else
			read_text(&markup, "<");
	}
	return markup.wrong ? markup.wrong : markup.depth ? "something is not closed" : NULL;
}

#endif
