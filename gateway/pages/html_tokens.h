/* html_tokens.h - an HTML tokenizer that finds only the bytes of attribute values. */
#ifndef GATEWAY_PAGES_HTML_TOKENS_H
#define GATEWAY_PAGES_HTML_TOKENS_H

#include <everyuri/base.h>

#define HTML_NAME_MAX 15

enum html_state {
	HTML_DATA,
	HTML_OPEN,       /* after "<" */
	HTML_END_OPEN,   /* after "</" */
	HTML_NAME,       /* in the name of a tag */
	HTML_BEFORE,     /* in a tag, before an attribute */
	HTML_ATTRIBUTE,  /* in the name of an attribute */
	HTML_AFTER_NAME, /* after the name of an attribute */
	HTML_BEFORE_VALUE,
	HTML_DOUBLE, /* in an attribute value: double-quoted, single-quoted, unquoted */
	HTML_SINGLE,
	HTML_BARE,
	HTML_AFTER_VALUE,
	HTML_DECLARATION, /* after "<!" */
	HTML_BOGUS,       /* in a bogus comment, up to ">" */
	HTML_COMMENT,
	HTML_RAW,      /* in raw text, such as the content of script or style, up to the end tag */
	HTML_RAW_OPEN, /* after "<" in raw text */
	/* These states occur only in XML. */
	HTML_CDATA,
	HTML_PI,
	HTML_DOCTYPE, /* in a doctype, outside the internal subset */
	HTML_SUBSET,
	HTML_SUBSET_COMMENT,
	HTML_SUBSET_PI
};

/* The role of the byte that has just been read. */
enum html_does {
	HTML_PASS,  /* part of the markup or text */
	HTML_VALUE, /* part of an attribute value */
	HTML_ENDED, /* the byte after an attribute value */
	HTML_DROP   /* in the internal subset of a doctype; dropped, because entities defined there
	             * could contain tags */
};

struct html_tokens {
	enum html_state state;
	bool xml; /* set by the caller for XHTML and SVG */
	bool end_tag;
	char quote; /* the quotation mark that is open in a doctype; 0 if there is none */
	size_t n_tag, n_attribute, n_raw, n_seen;
	unsigned dashes;             /* how many bytes of "--", "]]" or "?" have matched */
	char tag[HTML_NAME_MAX + 1]; /* lower case, truncated; in XML without its prefix */
	char attribute[HTML_NAME_MAX + 1];
	char raw[HTML_NAME_MAX + 1]; /* name of the element that contains raw text */
};

/* Processes the next byte.  The caller initialises `tokens` to zero. */
enum html_does eu_html_next(struct html_tokens *tokens, char c);

#endif
