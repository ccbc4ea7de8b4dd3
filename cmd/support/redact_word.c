/* Finds the secrets of the URI in one word of a text. */
#include "redact_text.h"

#include <string.h>

static bool is_in_scheme(unsigned char c)
{
	return eu_is_alnum(c) || c == '+' || c == '-' || c == '.';
}

static size_t find(const struct everyuri_text word, size_t from, char byte)
{
	const char *found =
		from < word.len ? memchr(word.data + from, byte, word.len - from) : NULL;

	return found ? (size_t)(found - word.data) : word.len;
}

static bool has_at(const struct everyuri_text word, size_t at, const char *text)
{
	size_t len = strlen(text);

	return word.len - at >= len && eu_same_ignoring_case(word.data + at, text, len);
}

/* Returns the offset of the scheme whose colon is at `colon`, or `colon` if there is none. */
static size_t scheme_begin(const struct everyuri_text word, size_t colon)
{
	size_t at = colon;

	while (at > 0 && is_in_scheme((unsigned char)word.data[at - 1]))
		at--;
	while (at < colon && !eu_is_alpha((unsigned char)word.data[at]))
		at++;
	return at;
}

/* Finds the first "scheme://", which JSON may write as "scheme:\/\/".  Returns: the offset of its scheme, and of
 * its colon in *colon; word.len if there is none. */
static size_t find_scheme(const struct everyuri_text word, size_t *colon)
{
	for (*colon = find(word, 0, ':'); *colon < word.len; *colon = find(word, *colon + 1, ':')) {
		size_t begin = scheme_begin(word, *colon);

		if (begin < *colon &&
		    (has_at(word, *colon, "://") || has_at(word, *colon, ":\\/\\/")))
			return begin;
	}
	return word.len;
}

/* Finds the first "?", or a ";" before a letter: ";jsessionid=". */
static size_t find_query(const struct everyuri_text word)
{
	size_t query = find(word, 0, '?'), at;

	for (at = find(word, 0, ';'); at < query; at = find(word, at + 1, ';'))
		if (at + 1 < word.len && eu_is_alpha((unsigned char)word.data[at + 1]))
			return at;
	return query;
}

/* Returns whether a host and a port follow the "@": then USER:PASSWORD is before it, as in a proxy's setting. */
static bool has_host_and_port(const struct everyuri_text word, size_t sign)
{
	size_t at = sign + 1;

	while (at < word.len && is_in_scheme((unsigned char)word.data[at]))
		at++;
	return at > sign + 1 && at + 1 < word.len && word.data[at] == ':' &&
	       eu_is_digit((unsigned char)word.data[at + 1]);
}

/* Finds a login without "scheme://": "//u:p@h", "sip:u:p@h", "http:u:p@h", "u:p@h:8080". */
static size_t find_login(const struct everyuri_text word)
{
	size_t sign = find(word, 0, '@'), colon = find(word, 0, ':'), begin;

	if (sign == word.len)
		return word.len;
	for (size_t slash = find(word, 0, '/'); slash + 1 < sign;
	     slash = find(word, slash + 1, '/'))
		if (word.data[slash + 1] == '/')
			return slash;
	if (colon >= sign)
		return word.len;
	begin = scheme_begin(word, colon);
	if (begin < colon && find(word, colon + 1, ':') < sign &&
	    is_registered_scheme(word.data + begin, colon - begin))
		return begin;
	if (!has_host_and_port(word, sign))
		return word.len;
	for (begin = colon; begin > 0 && !memchr("=('[{,", word.data[begin - 1], 6);)
		begin--;
	return begin;
}

/* The part of a word in which secrets are searched. */
struct place {
	size_t begin;
	const char *front; /* text to put before it: a relative reference gets a host */
};

/* Chooses the place.  Returns: false if the word has no URI. */
static bool choose_place(const struct everyuri_text word, struct place *place)
{
	size_t colon, scheme = find_scheme(word, &colon), query = find_query(word), slash;

	*place = (struct place){ scheme, "" };
	if (scheme < word.len && colon < query) {
		/* "jdbc:" and the like belong to the URI. */
		while (place->begin > 0 &&
		       (is_in_scheme((unsigned char)word.data[place->begin - 1]) ||
		        word.data[place->begin - 1] == ':'))
			place->begin--;
		return true;
	}
	for (colon = find(word, 0, ':'); colon < word.len; colon = find(word, colon + 1, ':')) {
		if (colon >= 4 && has_at(word, colon - 4, "jdbc:")) {
			place->begin = colon - 4;
			return true;
		}
	}
	place->begin = find_login(word);
	if (place->begin < query)
		return true;
	slash = find(word, 0, '/');
	if (query == word.len || (word.data[query] == ';' && slash > query))
		return place->begin < word.len;
	place->begin = slash < query ? slash : 0;
	place->front = slash < query ? "http://h" : "http://h/";
	return true;
}

/* Returns the end of the word without the punctuation of the sentence, and without the marks of emphasis that
 * also precede the URI. */
static size_t trimmed(const struct everyuri_text word, size_t begin)
{
	size_t end = word.len;
	char before = begin ? word.data[begin - 1] : '\0';

	while (end > begin + 1 && (memchr(".,;:!?'\")]}|\\", word.data[end - 1], 13) ||
	                           (memchr("*_~", before, 3) && word.data[end - 1] == before)))
		end--;
	return end;
}

/* Reads an escape of JSON or JavaScript that stands for a printable character of US-ASCII: "\/", "\u0026", "\x26".
 * Returns: its length, or 0. */
static size_t read_escape(const char *text, size_t len, char *byte)
{
	size_t n_digits = len > 1 && text[1] == 'u' ? 4 : 2, value = 0;

	if (len < 2 || text[0] != '\\')
		return 0;
	if (text[1] == '/') {
		*byte = '/';
		return 2;
	}
	if ((text[1] != 'u' && text[1] != 'x') || len < 2 + n_digits)
		return 0;
	for (size_t k = 2; k < 2 + n_digits; k++) {
		int digit = eu_hex_value((unsigned char)text[k]);

		if (digit < 0)
			return 0;
		value = value * 16 + (size_t)digit;
	}
	*byte = (char)value;
	return value > ' ' && value < 0x7F ? 2 + n_digits : 0;
}

/* Copies a place, without its escapes.  Returns: the bytes of the copy. */
static size_t copy_place(const struct everyuri_text word, const struct place *place, size_t end,
                         struct word_space *space)
{
	size_t n = strlen(place->front), at = place->begin;

	memcpy(space->copy, place->front, n);
	for (size_t k = 0; k < n; k++)
		space->from[k] = (uint32_t)at;
	while (at < end) {
		char byte = word.data[at];
		size_t len = read_escape(word.data + at, end - at, &byte);

		space->copy[n] = byte;
		space->from[n++] = (uint32_t)at;
		at += len ? len : 1;
	}
	space->from[n] = (uint32_t)end;
	return n;
}

/* Ends a secret at an escaped quotation mark or line break, as in a log that is in JSON again; but not a
 * password, which continues up to its "@". */
static uint32_t end_at_escape(const struct everyuri_text word, struct everyuri_span secret)
{
	if (secret.end < word.len && word.data[secret.end] == '@')
		return secret.end;
	for (uint32_t at = secret.begin; at + 1 < secret.end; at++)
		if (word.data[at] == '\\' && memchr("\"nrt\\", word.data[at + 1], 5))
			return at;
	return secret.end;
}

/* Returns whether a secret is only a port: up to five digits, and a ")" after them as in "tcp(h:3306)". */
static bool is_port(const struct everyuri_text word, struct everyuri_span secret)
{
	uint32_t at = secret.begin;

	while (at < secret.end && eu_is_digit((unsigned char)word.data[at]))
		at++;
	if (at == secret.begin || at - secret.begin > 5 || word.data[secret.begin - 1] != ':')
		return false;
	if (at < secret.end && word.data[at] == ')')
		at++;
	return at == secret.end && (at == word.len || word.data[at] != '@');
}

size_t redact_word(struct everyuri_text word, const struct everyuri_secrets *secrets,
                   struct word_space *space, struct everyuri_span *span, size_t n_max)
{
	struct place place;
	size_t end, len, n, n_kept = 0;

	if (!choose_place(word, &place))
		return 0;
	end = trimmed(word, place.begin);
	len = copy_place(word, &place, end, space);
	n = everyuri_secrets_find(space->copy, len, secrets, span, n_max);
	for (size_t k = 0; k < n && k < n_max; k++) {
		struct everyuri_span secret = { space->from[span[k].begin],
			                        space->from[span[k].end] };

		if (n > n_max && k == n_max - 1)
			secret.end = (uint32_t)end; /* more than fit: hide all that follows */
		secret.end = end_at_escape(word, secret);
		if (span[k].begin >= strlen(place.front) && secret.begin <= secret.end &&
		    !(secret.begin && is_port(word, secret)))
			span[n_kept++] = secret;
	}
	return n_kept;
}
