/* gopher.h - the interface between gopher.c and gopher_plus.c. */
#ifndef EU_ACCESS_GOPHER_H
#define EU_ACCESS_GOPHER_H

#include "access/conversation.h"

/* The kind of the response: c->state. */
enum eu_gopher_state {
	EU_GOPHER_UNKNOWN,    /* before its first byte */
	EU_GOPHER_PLUS,       /* after a Gopher+ header */
	EU_GOPHER_BYTES,      /* a document, unchanged */
	EU_GOPHER_TEXT,       /* a document, without the dot of its last line */
	EU_GOPHER_TEXT_HELD,  /* a text that may still be an error, held in c->kept */
	EU_GOPHER_MENU,       /* lines of items */
	EU_GOPHER_MENU_HELD,  /* a menu that may still be an error, held in c->kept */
	EU_GOPHER_MENU_ENDED, /* after the dot of a menu */
	EU_GOPHER_BLOCK,      /* a block of attributes whose lines are shown as text */
	EU_GOPHER_ADMIN,
	EU_GOPHER_VIEWS,
	EU_GOPHER_FORM_SKIPPED, /* another block, before the +ASK form for the user */
	EU_GOPHER_FORM
};

/* ---- gopher.c --------------------------------------------------------------------------------- */

/* A line of a menu: type and label, TAB, selector, TAB, host, TAB, port (TAB, "+" or "?"). */
struct eu_gopher_line {
	char type;
	char plus; /* '+', '?' or 0 */
	struct everyuri_text label, selector, host;
	uint16_t port;                 /* 0: missing or invalid */
	struct everyuri_text bad_port; /* the invalid port; len 0: none */
	bool has_port;                 /* begins with a digit */
	unsigned n_fields;
};
void eu_gopher_read_line(const char *line, size_t len, struct eu_gopher_line *read);

/* Passes on the item of any line. */
void eu_gopher_tell_line(struct everyuri_conversation *c, const char *line, size_t len);

/* Ends the conversation with a failure; the label of this line is the server's error text. */
void eu_gopher_fail(struct everyuri_conversation *c, const char *line, size_t len);

/* Returns whether this item type is a menu. 0 is the type of a URI without one. */
bool eu_gopher_is_menu(char type);

/* Returns the media type of an item type; data NULL: unknown. */
struct everyuri_text eu_gopher_media_type(char type);

/* ---- gopher_plus.c ---------------------------------------------------------------------------- */

/* Reads the line before a response, or the text of an error. */
bool eu_gopher_header(struct everyuri_conversation *c, const char *line, size_t len);

/* Begins the object after that line. */
void eu_gopher_begin_plus(struct everyuri_conversation *c);

/* Reads a line of attributes, or of a form. */
void eu_gopher_attribute_line(struct everyuri_conversation *c, const char *line, size_t len);

/* Makes an index of a search or a form without the user's input. */
void eu_gopher_unanswered(struct everyuri_conversation *c);

/* Writes "gopher://host/1selector%09%09?" of an item; at most EU_GOPHER_URI_MAX bytes.  Returns its
 * length; 0: the item has no URI. */
#define EU_GOPHER_URI_MAX 2000
size_t eu_gopher_plus_uri(const struct everyuri_conversation *c, const struct eu_gopher_line *line,
                          struct everyuri_text plus, char uri[EU_GOPHER_URI_MAX]);

#endif
