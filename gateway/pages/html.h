/* html.h - the state of a foreign HTML, XHTML or SVG page while it is
 * rewritten, shared by html.c and html_attributes.c. */
#ifndef GATEWAY_PAGES_HTML_H
#define GATEWAY_PAGES_HTML_H

#include "gateway/pages/html_charset.h"
#include "gateway/pages/html_raw.h"
#include "gateway/pages/html_tokens.h"
#include "gateway/pages/html_values.h"

struct html {
	struct link_rewriter *rewriter; /* must be the first member, because eu_rewriter_css()
	                                 * expects it there; points to `own` */
	struct link_rewriter own;
	struct html_values values;
	struct html_tokens tokens;
	struct html_charset charset;
	struct html_raw raw;
	bool in_raw;     /* inside an element that contains raw text */
	bool typed;      /* inside a document type declaration */
	unsigned n_mark; /* number of bytes of a byte order mark seen at the start */
	bool said;       /* the notice about changes has been written */
	bool holding;    /* the name of an attribute is held back until its value has been
	                  * checked */
	bool too_long;   /* the value of the attribute exceeds the limit */
	bool passing;    /* the value of the attribute is being passed on unchanged */
	bool slash;      /* a "/" has been seen just before the end of the tag */
	bool at_start;   /* the page so far has only "<" and "?" */
	enum html_kind kind;
	size_t n_name, n_held, len;
	char name[64];
	/* The beginning of a tag up to the end of its name, or the target of a
	 * processing instruction. */
	char held[HTML_NAME_MAX + 4];
	char value[HTML_VALUE_MAX];
};

static inline void eu_html_put(struct html *html, const char *data, size_t len)
{
	everyuri_write(&html->own.page->response->w, data, len);
}

/* Returns the part of a name after its namespace prefix. */
const char *eu_html_local_of(const char *name);

/* Holds a byte that belongs to the name of an attribute, or that lies between
 * the name and the value.  Returns whether it has held the byte. */
bool eu_html_hold_name(struct html *html, enum html_state before, char c);

/* Adds a byte to the value of the held attribute. */
void eu_html_add_value(struct html *html, char c);
void eu_html_end_value(struct html *html);

#endif
