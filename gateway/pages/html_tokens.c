/* The HTML tokenizer (13.2.5), one byte at a time.  It ignores everything that does not affect
 * where attributes begin and end: character references, the content of comments and doctypes, and
 * comments inside scripts.  Also tokenizes XML 1.0. */
#include "gateway/pages/html_tokens.h"

#include <string.h>

/* Returns whether a byte can begin a name.  XML 1.0 2.3: in XML a name may also begin with "_",
 * ":" or a non-ASCII byte. */
static bool begins_name(const struct html_tokens *t, char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (t->xml && (c == '_' || c == ':' || (unsigned char)c >= 0x80));
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/* Appends a byte to a name, in lower case.  In XML it drops the namespace prefix, which may have
 * any length. */
static void add(const struct html_tokens *t, char name[HTML_NAME_MAX + 1], size_t *n, char c)
{
	if (t->xml && c == ':')
		*n = 0;
	else if (*n < HTML_NAME_MAX)
		name[(*n)++] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
	name[*n] = '\0';
}

/* Ends a tag (13.2.5.8).  Finds out whether raw text follows it. */
static void end_of_tag(struct html_tokens *t)
{
	static const char *const raws[] = { "script", "style",   "textarea", "title",    "xmp",
		                            "iframe", "noembed", "noframes", "plaintext" };

	t->state = HTML_DATA;
	for (size_t i = 0; !t->xml && !t->end_tag && i < sizeof raws / sizeof *raws; i++) {
		if (strcmp(t->tag, raws[i]) != 0)
			continue;
		t->state = HTML_RAW;
		t->n_raw = strlen(raws[i]);
		memcpy(t->raw, raws[i], t->n_raw + 1);
	}
}

/* Each function for a state returns false if the byte must be processed again in the new state. */

static bool in_open(struct html_tokens *t, char c)
{
	t->end_tag = t->state == HTML_END_OPEN;
	t->n_tag = 0;
	if (begins_name(t, c)) {
		add(t, t->tag, &t->n_tag, c);
		t->state = HTML_NAME;
	} else if (t->end_tag) {
		t->state = c == '>' ? HTML_DATA : HTML_BOGUS;
	} else if (c == '/') {
		t->state = HTML_END_OPEN;
	} else if (c == '!') {
		t->dashes = 0; /* a CDATA section counts brackets in this member too */
		t->state = HTML_DECLARATION;
	} else if (c == '?') {
		t->dashes = 0;
		t->state = t->xml ? HTML_PI : HTML_BOGUS;
	} else {
		t->state = HTML_DATA;
		return false;
	}
	return true;
}

static bool in_name(struct html_tokens *t, char c)
{
	if (c == '>')
		end_of_tag(t);
	else if (is_space(c) || c == '/')
		t->state = HTML_BEFORE;
	else
		add(t, t->tag, &t->n_tag, c);
	return true;
}

static bool before_attribute(struct html_tokens *t, char c)
{
	if (c == '>') {
		end_of_tag(t);
	} else if (!is_space(c) && c != '/') {
		t->n_attribute = 0;
		add(t, t->attribute, &t->n_attribute, c); /* even if the byte is "=" (13.2.5.32) */
		t->state = HTML_ATTRIBUTE;
	}
	return true;
}

static bool in_attribute(struct html_tokens *t, char c)
{
	if (c == '=')
		t->state = HTML_BEFORE_VALUE;
	else if (c == '>')
		end_of_tag(t);
	else if (c == '/')
		t->state = HTML_BEFORE;
	else if (is_space(c))
		t->state = HTML_AFTER_NAME;
	else
		add(t, t->attribute, &t->n_attribute, c);
	return true;
}

static bool after_name(struct html_tokens *t, char c)
{
	if (is_space(c))
		return true;
	if (c == '=') {
		t->state = HTML_BEFORE_VALUE;
		return true;
	}
	t->state = HTML_BEFORE;
	return false;
}

static bool before_value(struct html_tokens *t, char c)
{
	if (is_space(c))
		return true;
	if (c == '>') {
		end_of_tag(t);
		return true;
	}
	t->state = c == '"' ? HTML_DOUBLE : c == '\'' ? HTML_SINGLE : HTML_BARE;
	return t->state != HTML_BARE;
}

static bool after_value(struct html_tokens *t, char c)
{
	(void)c;
	t->state = HTML_BEFORE;
	return false;
}

/* "<!--" begins a comment, and everything else ends at ">".  In HTML the dashes of "<!--" also
 * count towards the end of the comment, so "<!-->" is complete. */
static bool in_declaration(struct html_tokens *t, char c)
{
	if (c != '-') {
		t->quote = 0;
		t->state = !t->xml ? HTML_BOGUS : c == '[' ? HTML_CDATA : HTML_DOCTYPE;
		return t->state == HTML_CDATA;
	}
	if (++t->dashes == 2) {
		t->dashes = t->xml ? 0 : 2;
		t->state = HTML_COMMENT;
	}
	return true;
}

static bool in_comment(struct html_tokens *t, char c)
{
	enum { BANG = 3 }; /* state after "--!" */

	if (c == '>' && t->dashes >= 2)
		t->state = HTML_DATA;
	else if (c == '-')
		t->dashes = t->dashes == BANG ? 1 : t->dashes ? 2 : 1;
	else
		t->dashes = c == '!' && t->dashes == 2 ? BANG : 0;
	return true;
}

/* Looks for the end tag, "</script" and a byte that ends the name.  A plaintext element has no end
 * tag. */
static bool in_raw_open(struct html_tokens *t, char c)
{
	const char low = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;

	if (t->n_seen == 0 && c == '/') {
		t->n_seen = 1;
		return true;
	}
	if (t->n_seen && t->n_seen <= t->n_raw && low == t->raw[t->n_seen - 1]) {
		t->n_seen++;
		return true;
	}
	if (t->n_seen == t->n_raw + 1 && (is_space(c) || c == '/' || c == '>') &&
	    strcmp(t->raw, "plaintext") != 0) {
		t->end_tag = true;
		t->state = HTML_BEFORE;
		return false;
	}
	t->state = HTML_RAW;
	return false;
}

/* XML 2.7 and 2.6: a CDATA section ends at "]]>", and a processing instruction at "?>". */
static bool in_cdata(struct html_tokens *t, char c)
{
	if (c == '>' && t->dashes >= 2)
		t->state = HTML_DATA;
	t->dashes = c != ']' ? 0 : t->dashes < 2 ? t->dashes + 1 : 2;
	return true;
}

static bool in_pi(struct html_tokens *t, char c)
{
	if (c == '>' && t->dashes)
		t->state = t->state == HTML_PI ? HTML_DATA : HTML_SUBSET;
	t->dashes = c == '?';
	return true;
}

/* XML 2.8: ignores ">" and brackets between quotation marks. */
static bool in_doctype(struct html_tokens *t, char c)
{
	if (t->quote)
		t->quote = c == t->quote ? 0 : t->quote;
	else if (c == '"' || c == '\'')
		t->quote = c;
	else if (c == '>')
		t->state = HTML_DATA;
	else if (c == '[')
		t->state = HTML_SUBSET;
	t->n_seen = 0;
	return true;
}

/* t->n_seen counts the bytes of "<!--" or "<?" that match so far. */
static bool in_subset(struct html_tokens *t, char c)
{
	const size_t seen = t->n_seen;

	t->n_seen = 0;
	if (t->quote) {
		t->quote = c == t->quote ? 0 : t->quote;
	} else if (c == '"' || c == '\'') {
		t->quote = c;
	} else if (c == ']') {
		t->state = HTML_DOCTYPE;
	} else if (c == '<') {
		t->n_seen = 1;
	} else if (seen == 1 && c == '?') {
		t->dashes = 0;
		t->state = HTML_SUBSET_PI;
	} else if ((seen == 1 && c == '!') || (seen == 2 && c == '-')) {
		t->n_seen = seen + 1;
	} else if (seen == 3 && c == '-') {
		t->dashes = 0;
		t->state = HTML_SUBSET_COMMENT;
	}
	return true;
}

static bool in_subset_comment(struct html_tokens *t, char c)
{
	if (c == '>' && t->dashes >= 2)
		t->state = HTML_SUBSET;
	t->dashes = c != '-' ? 0 : t->dashes < 2 ? t->dashes + 1 : 2;
	return true;
}

static bool step(struct html_tokens *t, char c)
{
	switch (t->state) {
	case HTML_DATA:
	case HTML_RAW:
		t->n_seen = 0;
		if (c == '<')
			t->state = t->state == HTML_RAW ? HTML_RAW_OPEN : HTML_OPEN;
		return true;
	case HTML_OPEN:
	case HTML_END_OPEN:
		return in_open(t, c);
	case HTML_NAME:
		return in_name(t, c);
	case HTML_BEFORE:
		return before_attribute(t, c);
	case HTML_ATTRIBUTE:
		return in_attribute(t, c);
	case HTML_AFTER_NAME:
		return after_name(t, c);
	case HTML_BEFORE_VALUE:
		return before_value(t, c);
	case HTML_AFTER_VALUE:
		return after_value(t, c);
	case HTML_DECLARATION:
		return in_declaration(t, c);
	case HTML_BOGUS:
		t->state = c == '>' ? HTML_DATA : HTML_BOGUS;
		return true;
	case HTML_COMMENT:
		return in_comment(t, c);
	case HTML_RAW_OPEN:
		return in_raw_open(t, c);
	case HTML_CDATA:
		return in_cdata(t, c);
	case HTML_PI:
	case HTML_SUBSET_PI:
		return in_pi(t, c);
	case HTML_DOCTYPE:
		return in_doctype(t, c);
	case HTML_SUBSET:
		return in_subset(t, c);
	case HTML_SUBSET_COMMENT:
		return in_subset_comment(t, c);
	case HTML_DOUBLE:
	case HTML_SINGLE:
	case HTML_BARE:
		break;
	}
	return true;
}

enum html_does eu_html_next(struct html_tokens *t, char c)
{
	/* A byte is processed at most four times, because the state moves forward each time. */
	for (;;) {
		const enum html_state in = t->state;

		if ((in == HTML_DOUBLE && c == '"') || (in == HTML_SINGLE && c == '\'')) {
			t->state = HTML_AFTER_VALUE;
			return HTML_ENDED;
		}
		if (in == HTML_BARE && (is_space(c) || c == '>')) {
			t->state = HTML_BEFORE;
			before_attribute(t, c);
			return HTML_ENDED;
		}
		if (in == HTML_DOUBLE || in == HTML_SINGLE || in == HTML_BARE)
			return HTML_VALUE;
		if (step(t, c))
			return in >= HTML_SUBSET || t->state >= HTML_SUBSET ? HTML_DROP : HTML_PASS;
	}
}
