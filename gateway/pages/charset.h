/* charset.h - bytes of a charset, declared or guessed, become UTF-8.
 *
 * Fed in pieces of any size; whole characters come out, and what is none comes out as U+FFFD.  A guess is
 * made for each character: what is UTF-8 is taken for it, every other byte for windows-1252, so that
 * nothing has to be looked at twice, and a text that mixes them is read as it was meant. */
#ifndef GATEWAY_PAGES_CHARSET_H
#define GATEWAY_PAGES_CHARSET_H

#include <everyuri/base.h>

#define CHARSET_HELD_MAX 16 /* bytes of a character whose rest has not come */

enum charset_way {
	CHARSET_GUESS,   /* nothing is said, or nothing that is known here */
	CHARSET_UTF8,    /* said */
	CHARSET_WINDOWS, /* windows-1252 and what is read as it: iso-8859-1 (Encoding, 4.2) */
	CHARSET_ICONV
};

struct charset {
	enum charset_way way;
	bool unknown;     /* something else was said */
	const char *name; /* static: what it is called */
	void *iconv;      /* iconv_t */
	size_t n_held;
	char held[CHARSET_HELD_MAX];
	uint64_t n_utf8; /* characters beyond US-ASCII that are UTF-8 */
	uint64_t n_else; /* bytes that are not, and were guessed */
	uint64_t n_bad;  /* bytes that are not of the charset */
};

/* Takes UTF-8, whole characters.  */
typedef void charset_take_fn(void *context, const char *utf8, size_t len);

/* declared: as the server says it; data NULL: it says nothing. */
void eu_charset_begin(struct charset *charset, struct everyuri_text declared);
void eu_charset_feed(struct charset *charset, const char *data, size_t len, charset_take_fn *take,
                     void *context);
/* What is held is all that comes; afterwards name and numbers may still be asked for. */
void eu_charset_end(struct charset *charset, charset_take_fn *take, void *context);

/* What it was, as far as it is known by now; static. */
const char *eu_charset_name(const struct charset *charset);
bool eu_charset_is_declared(const struct charset *charset);

#endif
