/* HTML 13.2.3.2, RFC 7303 3: the charset comes from a byte order mark, from the server, or from
 * the start of the page.  Otherwise it is guessed. */
#include "gateway/pages/html_charset.h"

#include <string.h>

#define LABEL(text) ((struct everyuri_text){ (text), sizeof(text) - 1 })

static const struct everyuri_text none = { NULL, 0 };

static struct everyuri_text by_mark(const char *front, size_t len)
{
	if (len >= 3 && !memcmp(front, "\xEF\xBB\xBF", 3))
		return LABEL("utf-8");
	if (len >= 2 && !memcmp(front, "\xFF\xFE", 2))
		return LABEL("utf-16le");
	if (len >= 2 && !memcmp(front, "\xFE\xFF", 2))
		return LABEL("utf-16be");
	return none;
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* Returns whether `text` has the word at `at`; ignores case.  word: in lower case. */
static bool has_at(struct everyuri_text text, size_t at, const char *word)
{
	const size_t n = strlen(word);

	if (at > text.len || text.len - at < n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (lower(text.data[at + i]) != word[i])
			return false;
	return true;
}

/* Returns the position of the first `word` at or after `at`; text.len if there is none. */
static size_t find(struct everyuri_text text, size_t at, const char *word)
{
	while (at < text.len && !has_at(text, at, word))
		at++;
	return at < text.len ? at : text.len;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

static size_t behind_blanks(struct everyuri_text text, size_t at)
{
	while (at < text.len && is_blank(text.data[at]))
		at++;
	return at;
}

/* Returns the label in `word = "label"`, with or without quotes.  Returns data NULL if there is
 * none. */
static struct everyuri_text value_of(struct everyuri_text text, const char *word)
{
	size_t at = find(text, 0, word);
	struct everyuri_text label;

	if (at == text.len)
		return none;
	at = behind_blanks(text, at + strlen(word));
	if (at == text.len || text.data[at] != '=')
		return none;
	at = behind_blanks(text, at + 1);
	if (at < text.len && (text.data[at] == '"' || text.data[at] == '\''))
		at = behind_blanks(text, at + 1);
	label = (struct everyuri_text){ text.data + at, 0 };
	while (at + label.len < text.len && !is_blank(label.data[label.len]) &&
	       label.data[label.len] && !strchr("\"';/>", label.data[label.len]))
		label.len++;
	return label.len ? label : none;
}

static struct everyuri_text by_meta(struct everyuri_text front)
{
	for (size_t at = 0, end; (at = find(front, at, "<")) < front.len; at = end) {
		struct everyuri_text label;

		if (has_at(front, at, "<!--")) {
			end = find(front, at, "-->");
			continue;
		}
		end = find(front, at, ">");
		if (!has_at(front, at, "<meta"))
			continue;
		label = value_of((struct everyuri_text){ front.data + at, end - at }, "charset");
		if (label.data)
			return label;
	}
	return none;
}

static struct everyuri_text by_declaration(struct everyuri_text front)
{
	if (!has_at(front, 0, "<?xml"))
		return none;
	front.len = find(front, 0, "?>");
	return value_of(front, "encoding");
}

static void begin_anew(struct html_charset *charset, struct everyuri_text label)
{
	eu_charset_end(&charset->charset, NULL, NULL); /* the converter has not been fed any input
	                                                * yet */
	eu_charset_begin(&charset->charset, label);
}

/* Chooses the charset.  A page that declares UTF-16 in ASCII bytes cannot be UTF-16. */
static void settle(struct html_charset *charset)
{
	const struct everyuri_text front = { charset->front, charset->n_front };
	const struct everyuri_text mark = by_mark(front.data, front.len);

	charset->settled = true;
	if (mark.data) {
		begin_anew(charset, mark);
		return;
	}
	if (charset->charset.name)
		return;
	begin_anew(charset, charset->xml ? by_declaration(front) : by_meta(front));
	if (charset->charset.name && !strncmp(charset->charset.name, "utf-16", 6))
		begin_anew(charset, LABEL("utf-8"));
}

void eu_html_charset_begin(struct html_charset *charset, struct everyuri_text declared, bool xml)
{
	charset->settled = false;
	charset->xml = xml;
	charset->n_front = 0;
	eu_charset_begin(&charset->charset, declared);
	charset->need = charset->charset.name ? 3 : sizeof charset->front;
}

void eu_html_charset_feed(struct html_charset *charset, const char *data, size_t len,
                          charset_take_fn *take, void *context)
{
	if (!charset->settled) {
		const size_t room = charset->need - charset->n_front, n = len < room ? len : room;

		memcpy(charset->front + charset->n_front, data, n);
		charset->n_front += n;
		data += n;
		len -= n;
		if (charset->n_front < charset->need)
			return;
		settle(charset);
		eu_charset_feed(&charset->charset, charset->front, charset->n_front, take, context);
	}
	eu_charset_feed(&charset->charset, data, len, take, context);
}

void eu_html_charset_end(struct html_charset *charset, charset_take_fn *take, void *context)
{
	if (!charset->settled) {
		settle(charset);
		eu_charset_feed(&charset->charset, charset->front, charset->n_front, take, context);
	}
	eu_charset_end(&charset->charset, take, context);
}
