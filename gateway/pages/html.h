/* html.h - the state of a foreign HTML, XHTML or SVG page, shared by html.c
 * and html_attributes.c. */
#ifndef GATEWAY_PAGES_HTML_H
#define GATEWAY_PAGES_HTML_H

#include "gateway/pages/html_charset.h"
#include "gateway/pages/html_raw.h"
#include "gateway/pages/html_tokens.h"
#include "gateway/pages/html_values.h"

struct html {
	struct link_rewriter *rewriter; /* must be first, for eu_rewriter_css(); points to `own` */
	struct link_rewriter own;
	struct html_values values;
	struct html_tokens tokens;
	struct html_charset charset;
	struct html_raw raw;
	bool in_raw;     /* inside an element with raw text */
	bool typed;      /* inside a document type declaration */
	unsigned n_mark; /* bytes of a byte order mark at the start */
	bool said;       /* the notice about changes has been written */
	bool holding;    /* an attribute's name is held; it may be dropped with its value */
	bool too_long;   /* the value exceeds the limit */
	bool passing;    /* the value is being passed on unchanged */
	bool slash;      /* a "/" precedes the end of the tag */
	bool at_start;   /* only "<" and "?" seen so far */
	enum html_kind kind;
	size_t n_name, n_held, len;
	char name[64];
	/* A possible tag up to the end of its name, or the target of a processing instruction. */
	char held[HTML_NAME_MAX + 4];
	char value[HTML_VALUE_MAX];
};

static inline void eu_html_put(struct html *html, const char *data, size_t len)
{
	everyuri_write(&html->own.page->response->w, data, len);
}

/* Returns a name without its namespace prefix. */
const char *eu_html_local_of(const char *name);

/* Takes a byte if it belongs to an attribute's name or is between name and
 * value.  Returns: whether it was taken. */
bool eu_html_hold_name(struct html *html, enum html_state before, char c);

/* Adds a byte to the value of the held name. */
void eu_html_add_value(struct html *html, char c);
void eu_html_end_value(struct html *html);

#endif
