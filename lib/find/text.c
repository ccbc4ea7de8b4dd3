/* Decides which characters may be part of a bare URI, and which end it. */
#include "base/utf8.h"
#include "find/finder.h"

static void add_to_class(unsigned char class[256], const char *bytes, unsigned bit)
{
	for (; *bytes; bytes++)
		class[(unsigned char)*bytes] |= (unsigned char)bit;
}

void eu_find_fill_classes(unsigned char class[256], unsigned flags)
{
	memset(class, 0, 256);
	for (int c = 0; c < 128; c++)
		if (eu_is_alpha((unsigned char)c) || eu_is_digit((unsigned char)c))
			class[c] = EU_FIND_ALNUM | EU_FIND_IN_SCHEME | EU_FIND_IN_URI |
			           EU_FIND_IN_HOST | EU_FIND_IN_USER | EU_FIND_IN_LOCAL;
	add_to_class(class, "+-.", EU_FIND_IN_SCHEME);
	add_to_class(class, "-._~%:/?#[]@!$&'()*+,;=", EU_FIND_IN_URI);
	add_to_class(class, "-._~%", EU_FIND_IN_HOST);
	add_to_class(class, "-._~%!$&'()*+,;=:", EU_FIND_IN_USER);
	add_to_class(class, "-._%+", EU_FIND_IN_LOCAL);
	add_to_class(class, " \t\n\v\f\r", EU_FIND_SPACE);
	if (flags & EVERYURI_FIND_ANGLE)
		add_to_class(class, "<", EU_FIND_TRIGGER);
	if (flags & EVERYURI_FIND_BARE) {
		add_to_class(class, ":", EU_FIND_TRIGGER);
		if (flags & EVERYURI_FIND_WWW)
			add_to_class(class, "wW", EU_FIND_TRIGGER);
		if (flags & EVERYURI_FIND_MAIL)
			add_to_class(class, "@", EU_FIND_TRIGGER);
	}
}

struct code_range {
	uint32_t first, last;
};

/* CHOICE: RFC 3986 does not allow any of these characters in a URI.  In running text, readers
 * still take letters for part of it ("/wiki/Köln"), but no other character.  The ranges are the
 * spaces, quotes, dashes, brackets, stops, arrows, boxes and private characters, without U+200C
 * and U+200D, which join letters. */
static const struct code_range stop_ranges[] = {
	{ 0x0080, 0x00A9 }, { 0x00AB, 0x00B4 }, { 0x00B6, 0x00B9 },    { 0x00BB, 0x00BF },
	{ 0x00D7, 0x00D7 }, { 0x00F7, 0x00F7 }, { 0x037E, 0x037E },    { 0x0387, 0x0387 },
	{ 0x0589, 0x058A }, { 0x05BE, 0x05BE }, { 0x060C, 0x060C },    { 0x061B, 0x061F },
	{ 0x066A, 0x066D }, { 0x06D4, 0x06D4 }, { 0x0964, 0x0965 },    { 0x0E2F, 0x0E2F },
	{ 0x0E5A, 0x0E5B }, { 0x104A, 0x104F }, { 0x1680, 0x1680 },    { 0x17D4, 0x17DA },
	{ 0x180E, 0x180E }, { 0x2000, 0x200B }, { 0x200E, 0x206F },    { 0x2190, 0x25FF },
	{ 0x2768, 0x2775 }, { 0x27E6, 0x27EF }, { 0x2983, 0x2998 },    { 0x2E00, 0x2E7F },
	{ 0x3000, 0x3004 }, { 0x3008, 0x3020 }, { 0x3030, 0x3030 },    { 0x303D, 0x303F },
	{ 0x30A0, 0x30A0 }, { 0x30FB, 0x30FB }, { 0xD800, 0xF8FF },    { 0xFE10, 0xFE1F },
	{ 0xFE30, 0xFE6F }, { 0xFEFF, 0xFF0F }, { 0xFF1A, 0xFF20 },    { 0xFF3B, 0xFF40 },
	{ 0xFF5B, 0xFF65 }, { 0xFFE0, 0xFFFF }, { 0xE0000, 0x10FFFF },
};

/* "Dense" scripts, in which a word may follow without a space: Thai, Lao, Tibetan, Burmese,
 * Khmer, Chinese, Japanese, and Korean with its particles. */
static const struct code_range dense_ranges[] = {
	{ 0x0E00, 0x0FFF }, { 0x1000, 0x109F }, { 0x1780, 0x17FF }, { 0x2E80, 0xA4CF },
	{ 0xAC00, 0xD7FF }, { 0xF900, 0xFAFF }, { 0xFF00, 0xFFDF }, { 0x20000, 0x3FFFF },
};

static bool in_ranges(uint32_t code, const struct code_range *range, size_t n_ranges)
{
	for (size_t k = 0; k < n_ranges; k++)
		if (code <= range[k].last)
			return code >= range[k].first;
	return false;
}

static bool is_dense(uint32_t code)
{
	return in_ranges(code, dense_ranges, sizeof dense_ranges / sizeof *dense_ranges);
}

/* Judges the character at i, whose first byte is above 7F. */
enum eu_find_char eu_find_char_at(const struct eu_find_view *view, size_t i, size_t *n_bytes)
{
	size_t known = view->len - i;
	uint32_t code;

	*n_bytes = eu_utf8_next(view->data + i, known, &code);
	if (!*n_bytes)
		return known < 4 && !view->final ? EU_FIND_CHAR_UNKNOWN : EU_FIND_CHAR_STOP;
	if (in_ranges(code, stop_ranges, sizeof stop_ranges / sizeof *stop_ranges))
		return EU_FIND_CHAR_STOP;
	return is_dense(code) ? EU_FIND_CHAR_DENSE : EU_FIND_CHAR_LETTER;
}

/* Returns whether the character before i is a letter or punctuation of a dense script. */
bool eu_find_behind_dense(const struct eu_find_view *view, size_t i)
{
	uint32_t code;

	for (size_t n = 2; n <= 4 && n <= i; n++)
		if (eu_utf8_next(view->data + i - n, n, &code) == n)
			return is_dense(code);
	return false;
}

/* Judges whether the text at i is this word, ignoring case.  word: lower-case letters and signs. */
enum eu_find_verdict eu_find_word_at(const struct eu_find_view *view, size_t i, const char *word)
{
	for (; *word; i++, word++) {
		int byte = eu_find_at(view, i);

		if (byte < 0)
			return eu_find_stuck(byte);
		if (eu_lower((unsigned char)byte) != (unsigned char)*word)
			return EU_FIND_NO;
	}
	return EU_FIND_YES;
}

static enum eu_find_verdict any_word_at(const struct eu_find_view *view, size_t i,
                                        const char *const *word)
{
	enum eu_find_verdict any = EU_FIND_NO;

	for (; *word; word++) {
		enum eu_find_verdict verdict = eu_find_word_at(view, i, *word);

		if (verdict == EU_FIND_YES)
			return verdict;
		if (verdict == EU_FIND_MORE)
			any = verdict;
	}
	return any;
}

/* Judges whether an HTML entity at i ends the URI, since text often comes from HTML.  An entity
 * for a bracket, quotation mark or space ends a URI as the character itself does; "&amp;" does
 * not. */
enum eu_find_verdict eu_find_entity_at(const struct eu_find_view *view, size_t i)
{
	static const char *const entity[] = {
		"&lt;",    "&gt;",    "&quot;",  "&apos;",  "&nbsp;",  "&#34;",   "&#39;",
		"&#60;",   "&#62;",   "&#160;",  "&#x22;",  "&#x27;",  "&#x3c;",  "&#x3e;",
		"&#xa0;",  "&ldquo;", "&rdquo;", "&lsquo;", "&rsquo;", "&laquo;", "&raquo;",
		"&#8220;", "&#8221;", "&#8217;", NULL,
	};

	return any_word_at(view, i, entity);
}

/* CHOICE: by RFC 3986, "a,http://b" can be one path.  In running text it is a list. */
enum eu_find_verdict eu_find_list_at(const struct eu_find_view *view, size_t i)
{
	static const char *const next[] = { "http://", "https://", "ftp://", NULL };

	return any_word_at(view, i, next);
}

/* RFC 3986 does not allow "{", and allows "[" only in a host.  But people write "?a[]=1" and
 * "rfc{959,977}.txt".  So a pair of brackets belongs to the URI if it contains only a short
 * name or list.  *end: index after the closing bracket. */
enum eu_find_verdict eu_find_closed_at(const struct eu_find_view *view, size_t i, size_t *end)
{
	char close = view->data[i] == '[' ? ']' : '}';
	size_t limit = i + EU_FIND_BRACE_MAX;

	for (i++; i < limit; i++) {
		int byte = eu_find_at(view, i);

		if (byte == close) {
			*end = i + 1;
			return EU_FIND_YES;
		}
		if (!eu_find_is(view, byte, EU_FIND_IN_HOST) && byte != ',' && byte != '*' &&
		    byte != '?' && byte != '+' && byte != ';')
			return eu_find_stuck(byte);
	}
	return EU_FIND_NO;
}

/* Returns the index of the "&" if data[0 .. end) ends in an entity of HTML such as "&amp;", or end. */
static size_t before_entity(const char *data, size_t least, size_t end)
{
	size_t i = end - 1;

	while (i > least && eu_is_alnum((unsigned char)data[i - 1]))
		i--;
	return i > least && i < end - 1 && data[i - 1] == '&' ? i - 1 : end;
}

/* Removes punctuation of the sentence, an entity, an opening bracket with nothing after it, and marks of
 * emphasis.  Keeps a closing bracket, because it is only here if it has an opening one. */
size_t eu_find_trimmed(const char *data, size_t least, size_t end)
{
	while (end > least && memchr(".,;:!?'\"*_(", data[end - 1], 11)) {
		size_t entity = data[end - 1] == ';' ? before_entity(data, least, end) : end;

		end = entity < end ? entity : end - 1;
	}
	while (end > least + 1 && data[end - 1] == '~' && data[end - 2] == '~')
		end -= 2;
	return end;
}
