/* html_tokens.h - the tokens of HTML, as far as they tell which bytes are the value of an attribute. */
#ifndef GATEWAY_PAGES_HTML_TOKENS_H
#define GATEWAY_PAGES_HTML_TOKENS_H

#include <everyuri/base.h>

#define HTML_NAME_MAX 15

enum html_state {
	HTML_DATA,
	HTML_OPEN,       /* behind "<" */
	HTML_END_OPEN,   /* behind "</" */
	HTML_NAME,       /* of a tag */
	HTML_BEFORE,     /* an attribute */
	HTML_ATTRIBUTE,  /* its name */
	HTML_AFTER_NAME, /* of an attribute */
	HTML_BEFORE_VALUE,
	HTML_DOUBLE, /* its value, in these quotes */
	HTML_SINGLE,
	HTML_BARE,
	HTML_AFTER_VALUE,
	HTML_DECLARATION, /* behind "<!" */
	HTML_BOGUS,       /* up to ">" */
	HTML_COMMENT,
	HTML_RAW,      /* of script, style and others: up to their end tag */
	HTML_RAW_OPEN, /* behind "<" there */
	/* Of XML alone. */
	HTML_CDATA,
	HTML_PI,
	HTML_DOCTYPE, /* up to its subset, or behind that */
	HTML_SUBSET,
	HTML_SUBSET_COMMENT,
	HTML_SUBSET_PI
};

/* What is to be done with the byte that has been read. */
enum html_does {
	HTML_PASS,  /* nothing */
	HTML_VALUE, /* it is a byte of a value */
	HTML_ENDED, /* the value ended in front of it */
	HTML_DROP /* it is of a document type's own declarations: entities, which could hold tags */
};

struct html_tokens {
	enum html_state state;
	bool xml; /* set by the caller: XHTML and SVG are read as XML */
	bool end_tag;
	char quote; /* in a document type; 0: none */
	size_t n_tag, n_attribute, n_raw, n_seen;
	unsigned dashes;             /* of a comment's end, and what else an end needs */
	char tag[HTML_NAME_MAX + 1]; /* in lower case; longer ones are cut; of XML without prefix */
	char attribute[HTML_NAME_MAX + 1];
	char raw[HTML_NAME_MAX + 1]; /* the element that HTML_RAW is in */
};

/* The next byte.  tokens: zero to begin with. */
enum html_does eu_html_next(struct html_tokens *tokens, char c);

#endif
