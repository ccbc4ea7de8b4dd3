/* css.h - rewrites each URL in a foreign style sheet, in a stream.
 *
 * Follows CSS Syntax 3, 4, as far as needed to find url() and the string of @import.  Other
 * functions that take a string as a URL, such as image-set(), are renamed to one that no
 * browser knows. */
#ifndef GATEWAY_PAGES_CSS_H
#define GATEWAY_PAGES_CSS_H

#include <everyuri/base.h>

#define CSS_URL_MAX 4096u /* bytes; a longer URL is dropped, except for an image in data: */

struct css {
	/* Set by the caller.  write: outputs the sheet.  lead: writes the new address of a URL, or
	 * "about:invalid", in characters that are safe between quotation marks. */
	void (*write)(void *context, const char *data, size_t len);
	void (*lead)(void *context, struct everyuri_text url, bool import);
	void *context;
	/* Private; initialise to zero. */
	enum {
		CSS_PLAIN,
		CSS_COMMENT,
		CSS_STRING,
		CSS_NAME,
		CSS_URL_BEFORE, /* after "url(" */
		CSS_URL_BARE,
		CSS_URL_QUOTED,
		CSS_URL_AFTER, /* only blanks up to ")" */
		CSS_URL_BAD,   /* up to ")" of an invalid url() */
		CSS_IMPORTED   /* in the string of @import */
	} state;
	bool slash, star, cr;   /* the previous byte was "/", "*" or CR */
	bool at;                /* the name follows "@" */
	bool import;            /* after "@import" */
	bool escaped;           /* after "\\", in a string or an invalid url() */
	bool too_long, passing; /* URL over the limit; data: image being passed on */
	char quote;
	unsigned n_escape; /* 0: not in an escape; otherwise 1 + its digits */
	uint32_t code;     /* code point of the escape */
	size_t n_raw, n_name, n_url;
	char raw[160]; /* a name as written */
	char name[20]; /* the name, unescaped, in lower case, truncated */
	char url[CSS_URL_MAX];
};

void eu_css_feed(struct css *css, const char *data, size_t len);

/* Ends the sheet.  An unfinished URL is replaced by "about:invalid". */
void eu_css_end(struct css *css);

#endif
