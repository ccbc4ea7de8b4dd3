/* html.h - a page of HTML, XHTML or SVG of others, as it comes: what html.c and html_attributes.c share. */
#ifndef GATEWAY_PAGES_HTML_H
#define GATEWAY_PAGES_HTML_H

#include "gateway/pages/html_charset.h"
#include "gateway/pages/html_raw.h"
#include "gateway/pages/html_tokens.h"
#include "gateway/pages/html_values.h"

struct html {
	struct link_rewriter *rewriter; /* first: eu_rewriter_css.  Of this page */
	struct link_rewriter own;
	struct html_values values;
	struct html_tokens tokens;
	struct html_charset charset;
	struct html_raw raw;
	bool in_raw;     /* an element's content comes that raw takes */
	bool typed;      /* a document type comes */
	unsigned n_mark; /* bytes of a byte order mark in front */
	bool said;       /* what has been done with the page */
	bool holding;    /* the name of an attribute, which may be lost with its value */
	bool too_long;   /* its value */
	bool passing;    /* it is passed on as it comes */
	bool slash;      /* a <link> has one in front of its end */
	bool at_start;   /* nothing but "<" and "?" has come */
	enum html_kind kind;
	size_t n_name, n_held, len;
	char name[64];
	/* What may be a tag, up to the end of its name, or the target of an instruction. */
	char held[HTML_NAME_MAX + 4];
	char value[HTML_VALUE_MAX];
};

static inline void eu_html_put(struct html *html, const char *data, size_t len)
{
	everyuri_write(&html->own.page->response->w, data, len);
}

/* A name without the prefix of a namespace. */
const char *eu_html_local_of(const char *name);

/* The byte is of the name of an attribute, or stands between that and its value.  Returns: is it dealt with? */
bool eu_html_hold_name(struct html *html, enum html_state before, char c);

/* A byte of the value whose name is held. */
void eu_html_add_value(struct html *html, char c);
void eu_html_end_value(struct html *html);

#endif
