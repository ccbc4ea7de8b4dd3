/* charset.h - converts bytes of a declared or guessed charset to UTF-8.
 *
 * Accepts pieces of any size and writes whole characters.  Invalid bytes become U+FFFD.  A guess is
 * made for each character: a valid UTF-8 sequence is read as UTF-8, any other byte as windows-1252.
 * So no byte is read twice, and a text that mixes the two charsets is read correctly. */
#ifndef GATEWAY_PAGES_CHARSET_H
#define GATEWAY_PAGES_CHARSET_H

#include <everyuri/base.h>

#define CHARSET_HELD_MAX 16 /* maximum bytes of an incomplete character that are held */

enum charset_way {
	CHARSET_GUESS,   /* no charset is declared, or an unknown one */
	CHARSET_UTF8,    /* UTF-8 is declared */
	CHARSET_WINDOWS, /* windows-1252, and iso-8859-1, which browsers read as windows-1252
	                  * (Encoding, 4.2) */
	CHARSET_ICONV
};

struct charset {
	enum charset_way way;
	bool unknown;     /* the declared charset is unknown */
	const char *name; /* static: the common name of the charset */
	void *iconv;      /* iconv_t */
	size_t n_held;
	char held[CHARSET_HELD_MAX];
	uint64_t n_utf8; /* non-ASCII characters in UTF-8 */
	uint64_t n_else; /* bytes guessed as windows-1252 */
	uint64_t n_bad;  /* bytes that are invalid in the charset */
};

/* Receives UTF-8 that consists of whole characters. */
typedef void charset_take_fn(void *context, const char *utf8, size_t len);

/* Starts a conversion.  declared: the charset as the server sent it; data is NULL if it sent
 * none. */
void eu_charset_begin(struct charset *charset, struct everyuri_text declared);
void eu_charset_feed(struct charset *charset, const char *data, size_t len, charset_take_fn *take,
                     void *context);
/* Ends the input, and converts the held bytes of an incomplete character.  The name and the counts
 * stay valid. */
void eu_charset_end(struct charset *charset, charset_take_fn *take, void *context);

/* Returns the name of the charset, as far as it is known; static. */
const char *eu_charset_name(const struct charset *charset);
bool eu_charset_is_declared(const struct charset *charset);

#endif
