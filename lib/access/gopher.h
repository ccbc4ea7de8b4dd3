/* gopher.h - what gopher.c and gopher_plus.c share. */
#ifndef EU_ACCESS_GOPHER_H
#define EU_ACCESS_GOPHER_H

#include "access/conversation.h"

/* What an answer is taken for: c->state. */
enum eu_gopher_state {
	EU_GOPHER_UNKNOWN,    /* before its first byte */
	EU_GOPHER_PLUS,       /* it has a Gopher+ header, and nothing more is known */
	EU_GOPHER_BYTES,      /* a document, as it is */
	EU_GOPHER_TEXT,       /* a document, of whose last line a dot is taken off */
	EU_GOPHER_TEXT_HELD,  /* ... which may still be an error; c->kept has it */
	EU_GOPHER_MENU,       /* lines of items */
	EU_GOPHER_MENU_HELD,  /* ... the first of which are errors; c->kept has them */
	EU_GOPHER_MENU_ENDED, /* behind its dot */
	EU_GOPHER_BLOCK,      /* ... one whose lines are words */
	EU_GOPHER_ADMIN,
	EU_GOPHER_VIEWS,
	EU_GOPHER_FORM_SKIPPED, /* the same for the +ASK that a user is to fill in */
	EU_GOPHER_FORM
};

/* ---- gopher.c --------------------------------------------------------------------------------- */

/* A line of a menu: type and label, TAB, selector, TAB, host, TAB, port (TAB, "+" or "?"). */
struct eu_gopher_line {
	char type;
	char plus; /* '+', '?' or 0 */
	struct everyuri_text label, selector, host;
	uint16_t port;                 /* 0: none, or none that there can be */
	struct everyuri_text bad_port; /* what stands there instead; len 0: nothing */
	bool has_port;                 /* digits, whatever their number */
	unsigned n_fields;
};
void eu_gopher_read_line(const char *line, size_t len, struct eu_gopher_line *read);

/* Tell the item of a line, whatever is in it. */
void eu_gopher_tell_line(struct everyuri_conversation *c, const char *line, size_t len);

/* The connection ends without success, with the label of this line as the server's words. */
void eu_gopher_fail(struct everyuri_conversation *c, const char *line, size_t len);

/* Is what has this item type a menu?  0 is the type of a URI without one. */
bool eu_gopher_is_menu(char type);

/* The media type of an item type; data NULL: any. */
struct everyuri_text eu_gopher_media_type(char type);

/* ---- gopher_plus.c ---------------------------------------------------------------------------- */

/* The line in front of an answer, or the words of an error. */
bool eu_gopher_header(struct everyuri_conversation *c, const char *line, size_t len);

/* Begin the object behind it. */
void eu_gopher_begin_plus(struct everyuri_conversation *c);

/* A line of attributes, or of a form. */
void eu_gopher_attribute_line(struct everyuri_conversation *c, const char *line, size_t len);

/* A search or a form that nobody has filled in is an index. */
void eu_gopher_unanswered(struct everyuri_conversation *c);

/* "gopher://host/1selector%09%09?" of an item; at most EU_GOPHER_URI_MAX bytes.
 * Returns: its length; 0: there is none. */
#define EU_GOPHER_URI_MAX 2000
size_t eu_gopher_plus_uri(const struct everyuri_conversation *c, const struct eu_gopher_line *line,
                          struct everyuri_text plus, char uri[EU_GOPHER_URI_MAX]);

#endif
