/* css.h - style sheets of others: each address in one led elsewhere, as it streams by.
 *
 * CSS Syntax 3, 4, as far as it tells where an address stands: url(), and the string of @import.  What else
 * takes a string for an address (image-set() and its like) is renamed to a function that nobody has. */
#ifndef GATEWAY_PAGES_CSS_H
#define GATEWAY_PAGES_CSS_H

#include <everyuri/base.h>

#define CSS_URL_MAX 4096u /* bytes: a longer address is lost, but for a picture in data: */

struct css {
	/* Set by the caller: where the sheet goes; and what an address is led to: this writes it, or
	 * "about:invalid", in characters that can stand between quotation marks. */
	void (*write)(void *context, const char *data, size_t len);
	void (*lead)(void *context, struct everyuri_text url, bool import);
	void *context;
	/* Its own; zero to begin with. */
	enum {
		CSS_PLAIN,
		CSS_COMMENT,
		CSS_STRING,
		CSS_NAME,
		CSS_URL_BEFORE, /* behind "url(" */
		CSS_URL_BARE,
		CSS_URL_QUOTED,
		CSS_URL_AFTER, /* up to ")" */
		CSS_URL_BAD,   /* the same, in what is none */
		CSS_IMPORTED   /* the string of @import */
	} state;
	bool slash, star, cr;   /* the byte before was one */
	bool at;                /* the name is behind "@" */
	bool import;            /* behind "@import" */
	bool escaped;           /* behind "\\", in a string or a bad address */
	bool too_long, passing; /* an address; a picture in data:, which has been begun */
	char quote;
	unsigned n_escape; /* in an escape: 1 and its digits */
	uint32_t code;     /* that it says */
	size_t n_raw, n_name, n_url;
	char raw[160]; /* a name as it stands */
	char name[20]; /* and as it is read, in lower case; a longer one is cut */
	char url[CSS_URL_MAX];
};

void eu_css_feed(struct css *css, const char *data, size_t len);

/* What was begun does not go on: an address that has not ended is lost. */
void eu_css_end(struct css *css);

#endif
