/* gopher.h - the interface between gopher.c and gopher_plus.c. */
#ifndef EU_ACCESS_GOPHER_H
#define EU_ACCESS_GOPHER_H

#include "access/conversation.h"

/* The kind of the response, stored in c->state. */
enum eu_gopher_state {
	EU_GOPHER_UNKNOWN,    /* no byte has arrived yet */
	EU_GOPHER_PLUS,       /* the Gopher+ header was read */
	EU_GOPHER_BYTES,      /* a document, unchanged */
	EU_GOPHER_TEXT,       /* a document, without the dot of its last line */
	EU_GOPHER_TEXT_HELD,  /* a text that may still be an error, held in c->kept */
	EU_GOPHER_MENU,       /* lines of items */
	EU_GOPHER_MENU_HELD,  /* a menu that may still be an error, held in c->kept */
	EU_GOPHER_MENU_ENDED, /* a menu whose final dot was read */
	EU_GOPHER_BLOCK,      /* a block of attributes whose lines are shown as text */
	EU_GOPHER_ADMIN,
	EU_GOPHER_VIEWS,
	EU_GOPHER_FORM_SKIPPED, /* a block that is skipped while looking for the +ASK form */
	EU_GOPHER_FORM
};

/* ---- gopher.c --------------------------------------------------------------------------------- */

/* A line of a menu: type and label, TAB, selector, TAB, host, TAB, port (TAB, "+" or "?"). */
struct eu_gopher_line {
	char type;
	char plus; /* '+' or '?'; 0 if there is no such field */
	struct everyuri_text label, selector, host;
	uint16_t port;                 /* the port; 0 if missing or invalid */
	struct everyuri_text bad_port; /* the text of an invalid port; len is 0 if there is none */
	bool has_port;                 /* the port begins with a digit */
	unsigned n_fields;
};
void eu_gopher_read_line(const char *line, size_t len, struct eu_gopher_line *read);

/* Passes on the item that this line describes. */
void eu_gopher_tell_line(struct everyuri_conversation *c, const char *line, size_t len);

/* Ends the conversation with a failure.  The error text of the server is the label of this line. */
void eu_gopher_fail(struct everyuri_conversation *c, const char *line, size_t len);

/* Returns whether this item type is a menu.  Type 0 means that the URI has no item type. */
bool eu_gopher_is_menu(char type);

/* Returns the media type of an item type; data is NULL if it is unknown. */
struct everyuri_text eu_gopher_media_type(char type);

/* ---- gopher_plus.c ---------------------------------------------------------------------------- */

/* Reads the header line of a Gopher+ response, or the text of an error. */
bool eu_gopher_header(struct everyuri_conversation *c, const char *line, size_t len);

/* Begins the object that follows the line read by eu_gopher_header(). */
void eu_gopher_begin_plus(struct everyuri_conversation *c);

/* Reads a line of attributes, or of a form. */
void eu_gopher_attribute_line(struct everyuri_conversation *c, const char *line, size_t len);

/* Reports an index if the user gave no input for a search or form. */
void eu_gopher_unanswered(struct everyuri_conversation *c);

/* Writes the URI of an item in the form "gopher://host/1selector%09%09?"; at most EU_GOPHER_URI_MAX
 * bytes.  Returns the length, or 0 if the item has no URI. */
#define EU_GOPHER_URI_MAX 2000
size_t eu_gopher_plus_uri(const struct everyuri_conversation *c, const struct eu_gopher_line *line,
                          struct everyuri_text plus, char uri[EU_GOPHER_URI_MAX]);

#endif
