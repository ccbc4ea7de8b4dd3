/* sniff.c - finds metadata in the first bytes of HTML and of messages.  Searches for ASCII text, so
 * it finds nothing in UTF-16. */
#include "sniff.h"

#include "base/text.h"

#include <string.h>
#include <strings.h>

void look_add(struct look *look, const char *data, size_t len)
{
	if (len > LOOK_MAX - look->n)
		len = LOOK_MAX - look->n;
	if (len)
		memcpy(look->data + look->n, data, len);
	look->n += len;
}

static struct everyuri_text trim(struct everyuri_text text)
{
	while (text.len && eu_is_whitespace((unsigned char)text.data[0])) {
		text.data++;
		text.len--;
	}
	while (text.len && eu_is_whitespace((unsigned char)text.data[text.len - 1]))
		text.len--;
	return text;
}

static bool begins(const struct look *look, size_t at, const char *words)
{
	const size_t len = strlen(words);

	return look->n - at >= len && !strncasecmp(look->data + at, words, len);
}

/* Returns the offset after the next occurrence of `words`.  Returns the end if there is none. */
static size_t behind(const struct look *look, size_t at, const char *words)
{
	for (; at < look->n; at++)
		if (begins(look, at, words))
			return at + strlen(words);
	return look->n;
}

/* ---- HTML --------------------------------------------------------------------------------------------- */

/* Replaces "&amp;" by "&", which is common in queries.  Other character references are rare in
 * URIs.  Returns: the new length. */
static size_t without_references(char *data, size_t len)
{
	size_t n = 0;

	for (size_t at = 0; at < len; n++) {
		const bool amp = len - at >= 5 && !strncasecmp(data + at, "&amp;", 5);

		data[n] = data[at];
		at += amp ? 5 : 1;
	}
	return n;
}

/* Reads one attribute of a tag.  Returns: the offset after the attribute.  Sets value->data to NULL
 * if the attribute has no value. */
static size_t take_attribute(const struct look *look, size_t at, struct everyuri_text *name,
                             struct everyuri_text *value)
{
	const size_t begin = at;
	char quote;

	while (at < look->n && !eu_is_whitespace((unsigned char)look->data[at]) &&
	       !memchr("=>/", look->data[at], 3))
		at++;
	*name = (struct everyuri_text){ look->data + begin, at - begin };
	*value = (struct everyuri_text){ NULL, 0 };
	while (at < look->n && eu_is_whitespace((unsigned char)look->data[at]))
		at++;
	if (at == look->n || look->data[at] != '=')
		return at == begin ? at + 1 : at;
	for (at++; at < look->n && eu_is_whitespace((unsigned char)look->data[at]);)
		at++;
	quote = at < look->n && (look->data[at] == '"' || look->data[at] == '\'') ? look->data[at] :
	                                                                            0;
	at += quote != 0;
	value->data = look->data + at;
	while (at < look->n &&
	       (quote ? look->data[at] != quote :
	                !eu_is_whitespace((unsigned char)look->data[at]) && look->data[at] != '>'))
		at++;
	value->len = (size_t)(look->data + at - value->data);
	if (at == look->n)
		value->data = NULL; /* it is cut: the value may be incomplete */
	return at + (quote != 0);
}

/* Returns the href of a tag whose name ends at `at`. */
static struct everyuri_text href_of(const struct look *look, size_t at)
{
	struct everyuri_text name, value;

	while (at < look->n && look->data[at] != '>') {
		if (eu_is_whitespace((unsigned char)look->data[at]) || look->data[at] == '/') {
			at++;
			continue;
		}
		at = take_attribute(look, at, &name, &value);
		if (name.len == 4 && !strncasecmp(name.data, "href", 4))
			return value;
	}
	return (struct everyuri_text){ NULL, 0 };
}

struct everyuri_text look_base(struct look *look)
{
	/* Tags inside comments and inside these elements are ignored. */
	static const char *const apart[][2] = { { "<!--", "-->" },
		                                { "<script", "</script" },
		                                { "<style", "</style" },
		                                { "<title", "</title" } };
	struct everyuri_text href = { NULL, 0 };

	for (size_t at = 0, next; at < look->n && !href.data; at = next) {
		next = at + 1;
		for (size_t i = 0; look->data[at] == '<' && i < sizeof apart / sizeof *apart; i++)
			if (begins(look, at, apart[i][0]))
				next = behind(look, at + strlen(apart[i][0]), apart[i][1]);
		if (begins(look, at, "<base") && at + 5 < look->n &&
		    (eu_is_whitespace((unsigned char)look->data[at + 5]) ||
		     look->data[at + 5] == '/'))
			href = href_of(look, at + 5);
	}
	if (!href.data)
		return href;
	href.len = without_references(look->data + (href.data - look->data), href.len);
	return trim(href);
}

/* ---- messages ------------------------------------------------------------------------------------------ */

struct everyuri_text look_field(const struct look *look, const char *name)
{
	struct everyuri_text none = { NULL, 0 };

	for (size_t at = 0, end; at < look->n; at = end + 1) {
		const char *newline = memchr(look->data + at, '\n', look->n - at);

		if (!newline)
			break; /* the line is cut */
		end = (size_t)(newline - look->data);
		if (end == at || (end == at + 1 && look->data[at] == '\r'))
			break; /* the header ends */
		if (begins(look, at, name))
			return trim((struct everyuri_text){ look->data + at + strlen(name),
			                                    end - at - strlen(name) });
	}
	return none;
}
