/* charset.h - converts bytes of a declared or guessed charset to UTF-8.
 *
 * Takes pieces of any size and outputs whole characters; invalid bytes become U+FFFD.  Guessing
 * works by character: a valid UTF-8 sequence is taken as UTF-8, any other byte as windows-1252.  So
 * no byte is read twice, and a text that mixes the two is read as intended. */
#ifndef GATEWAY_PAGES_CHARSET_H
#define GATEWAY_PAGES_CHARSET_H

#include <everyuri/base.h>

#define CHARSET_HELD_MAX 16 /* bytes held of an incomplete character */

enum charset_way {
	CHARSET_GUESS,   /* no charset declared, or an unknown one */
	CHARSET_UTF8,    /* declared */
	CHARSET_WINDOWS, /* windows-1252 and what browsers read as it: iso-8859-1 (Encoding, 4.2) */
	CHARSET_ICONV
};

struct charset {
	enum charset_way way;
	bool unknown;     /* an unknown charset was declared */
	const char *name; /* static: common name */
	void *iconv;      /* iconv_t */
	size_t n_held;
	char held[CHARSET_HELD_MAX];
	uint64_t n_utf8; /* non-ASCII characters in UTF-8 */
	uint64_t n_else; /* bytes guessed as windows-1252 */
	uint64_t n_bad;  /* bytes invalid in the charset */
};

/* Gets UTF-8, in whole characters. */
typedef void charset_take_fn(void *context, const char *utf8, size_t len);

/* declared: as the server sent it; data NULL: not declared. */
void eu_charset_begin(struct charset *charset, struct everyuri_text declared);
void eu_charset_feed(struct charset *charset, const char *data, size_t len, charset_take_fn *take,
                     void *context);
/* Ends the input and writes what is held.  The name and the counts stay valid. */
void eu_charset_end(struct charset *charset, charset_take_fn *take, void *context);

/* Returns the charset's name as known so far; static. */
const char *eu_charset_name(const struct charset *charset);
bool eu_charset_is_declared(const struct charset *charset);

#endif
