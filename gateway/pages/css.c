/* Finds the URLs in a style sheet and rewrites them, byte by byte. */
#include "gateway/pages/css.h"

#include <string.h>

static void say(struct css *css, const char *text)
{
	css->write(css->context, text, strlen(text));
}

static void put(struct css *css, char c)
{
	css->write(css->context, &c, 1);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

static bool is_of_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '-' || c == '_' || (unsigned char)c >= 0x80;
}

static int hex_of(char c)
{
	return c >= '0' && c <= '9' ? c - '0' :
	       c >= 'A' && c <= 'F' ? c - 'A' + 10 :
	       c >= 'a' && c <= 'f' ? c - 'a' + 10 :
	                              -1;
}

/* ---- URLs ------------------------------------------------------------------------------------------------- */

/* Passes on a byte of an image in a data: URL.  The image needs no request, and
 * may be longer than the URL limit.
 * Bytes that could end the string are percent-encoded. */
static void pass_data(struct css *css, char c)
{
	static const char digit[] = "0123456789ABCDEF";

	if (c > ' ' && c < 0x7F && !strchr("\"'<>\\()&", c)) {
		put(css, c);
		return;
	}
	put(css, '%');
	put(css, digit[(unsigned char)c >> 4]);
	put(css, digit[c & 15]);
}

static bool begins_data(const struct css *css)
{
	static const char front[] = "data:image/";

	for (size_t i = 0; i < sizeof front - 1; i++)
		if (css->url[i] != front[i] && (css->url[i] | 0x20) != front[i])
			return false;
	return true;
}

static void add_url(struct css *css, char c)
{
	if (css->passing) {
		pass_data(css, c);
	} else if (css->n_url == CSS_URL_MAX) {
		css->too_long = true;
	} else {
		css->url[css->n_url++] = c;
		if (css->n_url == 11 && !css->import && begins_data(css)) {
			css->passing = true;
			say(css, "url(\"data:image/");
		}
	}
}

static void begin_url(struct css *css)
{
	css->n_url = 0;
	css->too_long = css->passing = css->escaped = false;
}

/* Ends a URL: one in url(), or, if `alone`, the string of @import. */
static void end_url(struct css *css, bool good, bool alone)
{
	if (!css->passing) {
		say(css, alone ? "\"" : "url(\"");
		if (good && !css->too_long)
			css->lead(css->context, (struct everyuri_text){ css->url, css->n_url },
			          css->import);
		else
			say(css, "about:invalid");
	}
	say(css, alone ? "\"" : "\")");
	css->passing = css->import = false;
	css->state = CSS_PLAIN;
}

/* ---- names ------------------------------------------------------------------------------------------------- */

static bool name_is(const struct css *css, const char *name)
{
	return css->n_name == strlen(name) && !memcmp(css->name, name, css->n_name);
}

static void pass_name(struct css *css)
{
	css->write(css->context, css->raw, css->n_raw);
	css->n_raw = 0;
}

static void add_to_name(struct css *css, char c)
{
	if (css->n_name < sizeof css->name)
		css->name[css->n_name++] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* Keeps the bytes of a name as written.  begin_function() changes no name that
 * is too long for the buffer, so that name is passed on unchanged. */
static void keep_raw(struct css *css, char c)
{
	if (css->n_raw == sizeof css->raw) {
		pass_name(css);
		css->n_name = sizeof css->name;
	}
	css->raw[css->n_raw++] = c;
}

/* Handles "(" after a name. */
static void begin_function(struct css *css)
{
	static const char *const others[] = { "image", "image-set", "-webkit-image-set", "src" };

	if (name_is(css, "url")) {
		css->n_raw = 0;
		css->state = CSS_URL_BEFORE;
		begin_url(css);
		return;
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		if (!name_is(css, others[i]))
			continue;
		css->n_raw = 0;
		say(css, "-everyuri-lost");
		break;
	}
	pass_name(css);
	put(css, '(');
	css->state = CSS_PLAIN;
}

/* ---- escapes: CSS Syntax 3, 4.3.7 ---------------------------------------------------------------------------- */

static void take_code(struct css *css, uint32_t code, void (*add)(struct css *css, char c))
{
	if (!code || code > 0x10FFFF)
		code = 0xFFFD;
	if (code < 0x80) {
		add(css, (char)code);
		return;
	}
	if (code >= 0x10000) {
		add(css, (char)(0xF0 | code >> 18));
		add(css, (char)(0x80 | (code >> 12 & 0x3F)));
	} else if (code >= 0x800) {
		add(css, (char)(0xE0 | code >> 12));
	}
	add(css, (char)(code >= 0x800 ? 0x80 | (code >> 6 & 0x3F) : 0xC0 | code >> 6));
	add(css, (char)(0x80 | (code & 0x3F)));
}

/* Feeds a byte that may belong to an escape.  Returns whether it does. */
static bool in_escape(struct css *css, char c, void (*add)(struct css *css, char c))
{
	const int digit = hex_of(c);

	if (!css->n_escape) {
		if (c != '\\')
			return false;
		css->n_escape = 1;
		css->code = 0;
		return true;
	}
	if (digit >= 0 && css->n_escape < 7) {
		css->code = css->code << 4 | (uint32_t)digit;
		css->n_escape++;
		return true;
	}
	if (css->n_escape == 1) { /* the escaped byte itself; an escaped line break is dropped */
		css->n_escape = 0;
		if (c != '\n')
			add(css, c);
		return true;
	}
	take_code(css, css->code, add);
	css->code = 0;
	css->n_escape = c == '\\';           /* the next */
	return is_blank(c) || css->n_escape; /* one white space after the hexadecimal digits belongs
	                                      * to the escape */
}

/* ---- states: each returns false to reprocess the byte -------------------------------------------------------- */

static bool in_plain(struct css *css, char c)
{
	const bool slash = css->slash, at = css->at;

	css->slash = c == '/';
	css->at = c == '@';
	if (c == '*' && slash) {
		css->state = CSS_COMMENT;
		css->star = false;
	} else if (is_of_name(c) || c == '\\') {
		css->at = at;
		css->n_name = css->n_raw = 0;
		css->n_escape = 0;
		css->state = CSS_NAME;
		return false;
	} else if (c == '"' || c == '\'') {
		css->quote = c;
		css->escaped = false;
		css->state = css->import ? CSS_IMPORTED : CSS_STRING;
		css->n_escape = 0;
		if (css->import) {
			begin_url(css);
			return true;
		}
	} else if (c == ';' || c == '{' || c == '}') {
		css->import = false;
	}
	put(css, c);
	return true;
}

static bool in_comment(struct css *css, char c)
{
	put(css, c);
	if (c == '/' && css->star)
		css->state = CSS_PLAIN;
	css->star = c == '*';
	return true;
}

static bool in_string(struct css *css, char c)
{
	if ((c == css->quote || c == '\n') && !css->escaped)
		css->state = CSS_PLAIN;
	css->escaped = c == '\\' && !css->escaped;
	put(css, c);
	return true;
}

static bool in_name(struct css *css, char c)
{
	if (in_escape(css, c, add_to_name)) {
		keep_raw(css, c);
		return true;
	}
	if (is_of_name(c)) {
		keep_raw(css, c);
		add_to_name(css, c);
		return true;
	}
	if (c == '(') {
		css->at = false;
		begin_function(css);
		return true;
	}
	css->import = css->import || (css->at && name_is(css, "import"));
	css->at = false;
	pass_name(css);
	css->state = CSS_PLAIN;
	return false;
}

static bool before_url(struct css *css, char c)
{
	if (is_blank(c))
		return true;
	css->n_escape = 0;
	if (c == '"' || c == '\'') {
		css->quote = c;
		css->state = CSS_URL_QUOTED;
		return true;
	}
	css->state = CSS_URL_BARE;
	return false;
}

static bool in_bare_url(struct css *css, char c)
{
	if (in_escape(css, c, add_url))
		return true;
	if (c == ')')
		end_url(css, true, false);
	else if (is_blank(c))
		css->state = CSS_URL_AFTER;
	else if (c == '"' || c == '\'' || c == '(' || (unsigned char)c < ' ' || c == 0x7F)
		css->state = CSS_URL_BAD;
	else
		add_url(css, c);
	return true;
}

static bool in_quoted_url(struct css *css, char c)
{
	const bool alone = css->state == CSS_IMPORTED;

	if (in_escape(css, c, add_url))
		return true;
	if (c == '\n') {
		end_url(css, false, alone);
		return false;
	}
	if (c != css->quote)
		add_url(css, c);
	else if (alone)
		end_url(css, true, true);
	else
		css->state = CSS_URL_AFTER;
	return true;
}

/* Only white space may follow the URL in url().  Anything else makes the whole url() invalid. */
static bool after_url(struct css *css, char c)
{
	if (c == ')')
		end_url(css, true, false);
	else if (!is_blank(c))
		css->state = CSS_URL_BAD;
	return true;
}

static bool in_bad_url(struct css *css, char c)
{
	if (c == ')' && !css->escaped)
		end_url(css, false, false);
	css->escaped = c == '\\' && !css->escaped;
	return true;
}

static bool step(struct css *css, char c)
{
	switch (css->state) {
	case CSS_PLAIN:
		return in_plain(css, c);
	case CSS_COMMENT:
		return in_comment(css, c);
	case CSS_STRING:
		return in_string(css, c);
	case CSS_NAME:
		return in_name(css, c);
	case CSS_URL_BEFORE:
		return before_url(css, c);
	case CSS_URL_BARE:
		return in_bare_url(css, c);
	case CSS_URL_QUOTED:
	case CSS_IMPORTED:
		return in_quoted_url(css, c);
	case CSS_URL_AFTER:
		return after_url(css, c);
	case CSS_URL_BAD:
		break;
	}
	return in_bad_url(css, c);
}

/* 3.3: CR, FF and CR LF are line breaks too. */
void eu_css_feed(struct css *css, const char *data, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		const bool half = css->cr && data[i] == '\n';
		const char c = data[i] == '\r' || data[i] == '\f' ? '\n' : data[i];

		css->cr = data[i] == '\r';
		while (!half && !step(css, c))
			;
	}
}

void eu_css_end(struct css *css)
{
	if (css->state == CSS_NAME)
		pass_name(css);
	if (css->state == CSS_IMPORTED)
		end_url(css, false, true);
	else if (css->state >= CSS_URL_BEFORE)
		end_url(css, false, false);
	if (css->state == CSS_NAME)
		css->state = CSS_PLAIN;
}
