/* html_tokens.h - an HTML tokenizer, limited to finding the bytes of attribute values. */
#ifndef GATEWAY_PAGES_HTML_TOKENS_H
#define GATEWAY_PAGES_HTML_TOKENS_H

#include <everyuri/base.h>

#define HTML_NAME_MAX 15

enum html_state {
	HTML_DATA,
	HTML_OPEN,       /* after "<" */
	HTML_END_OPEN,   /* after "</" */
	HTML_NAME,       /* in the name of a tag */
	HTML_BEFORE,     /* before an attribute */
	HTML_ATTRIBUTE,  /* in its name */
	HTML_AFTER_NAME, /* after its name */
	HTML_BEFORE_VALUE,
	HTML_DOUBLE, /* in its value: double-quoted, single-quoted, unquoted */
	HTML_SINGLE,
	HTML_BARE,
	HTML_AFTER_VALUE,
	HTML_DECLARATION, /* after "<!" */
	HTML_BOGUS,       /* in a bogus comment, up to ">" */
	HTML_COMMENT,
	HTML_RAW,      /* in raw text, such as script or style, up to the end tag */
	HTML_RAW_OPEN, /* after "<" in raw text */
	/* Only in XML. */
	HTML_CDATA,
	HTML_PI,
	HTML_DOCTYPE, /* in a doctype, outside its internal subset */
	HTML_SUBSET,
	HTML_SUBSET_COMMENT,
	HTML_SUBSET_PI
};

/* The role of the byte just read. */
enum html_does {
	HTML_PASS,  /* part of the markup or text */
	HTML_VALUE, /* part of an attribute value */
	HTML_ENDED, /* the byte after a value */
	HTML_DROP   /* in a doctype's internal subset; dropped, because its
	           * entities could contain tags */
};

struct html_tokens {
	enum html_state state;
	bool xml; /* set by the caller, for XHTML and SVG */
	bool end_tag;
	char quote; /* the open quote in a doctype; 0: none */
	size_t n_tag, n_attribute, n_raw, n_seen;
	unsigned dashes;             /* bytes matched of "--", "]]" or "?" */
	char tag[HTML_NAME_MAX + 1]; /* lower case, truncated, in XML without prefix */
	char attribute[HTML_NAME_MAX + 1];
	char raw[HTML_NAME_MAX + 1]; /* name of the element with raw text */
};

/* Reads the next byte.  tokens: zero-initialised. */
enum html_does eu_html_next(struct html_tokens *tokens, char c);

#endif
