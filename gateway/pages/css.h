/* css.h - rewrites each URL in a foreign style sheet, byte by byte.
 *
 * Follows CSS Syntax 3, 4, as far as needed to find url() and the string of @import.  Other
 * functions that take a URL as a string, such as image-set(), are renamed to a name that no
 * browser knows. */
#ifndef GATEWAY_PAGES_CSS_H
#define GATEWAY_PAGES_CSS_H

#include <everyuri/base.h>

#define CSS_URL_MAX \
	4096u /* limit in bytes; a longer URL is dropped, except for an image in a data:
                           * URL */

struct css {
	/* The caller sets these.  write() outputs the style sheet.  lead() writes the new
	 * address of a URL, or "about:invalid", in characters that are safe between
	 * quotation marks. */
	void (*write)(void *context, const char *data, size_t len);
	void (*lead)(void *context, struct everyuri_text url, bool import);
	void *context;
	/* Private.  Initialise all members below to zero. */
	enum {
		CSS_PLAIN,
		CSS_COMMENT,
		CSS_STRING,
		CSS_NAME,
		CSS_URL_BEFORE, /* after "url(" */
		CSS_URL_BARE,
		CSS_URL_QUOTED,
		CSS_URL_AFTER, /* only white space is allowed up to ")" */
		CSS_URL_BAD,   /* in an invalid url(), up to ")" */
		CSS_IMPORTED   /* in the string of @import */
	} state;
	bool slash, star, cr;   /* the previous byte was "/", "*" or CR */
	bool at;                /* the name follows an "@" */
	bool import;            /* the last name was "@import" */
	bool escaped;           /* after a backslash in a string or in an invalid url() */
	bool too_long, passing; /* the URL exceeds the limit; an image in a data: URL is being
	                         * passed on */
	char quote;
	unsigned n_escape; /* 0 outside an escape; otherwise 1 + the number of its digits */
	uint32_t code;     /* code point of the escape */
	size_t n_raw, n_name, n_url;
	char raw[160]; /* the name as written */
	char name[20]; /* the name in lower case, without escapes, truncated */
	char url[CSS_URL_MAX];
};

void eu_css_feed(struct css *css, const char *data, size_t len);

/* Ends the style sheet.  An unfinished URL is replaced by "about:invalid". */
void eu_css_end(struct css *css);

#endif
