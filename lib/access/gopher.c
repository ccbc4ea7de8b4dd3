/* gopher, gophers: RFC 1436.  Menus are read in the form that servers actually send, which differs
 * from the RFC. */
#include "access/gopher.h"

#include <stdio.h>

/* ---- item types ------------------------------------------------------------------------------- */

/* The item types of RFC 1436 3.8, and the types that servers have added.  The media type is set
 * only if the item type determines it. */
static const struct gopher_type {
	char type;
	unsigned char kind;
	char media_type[26];
} gopher_types[] = {
	{ '0', EVERYURI_ITEM_DOCUMENT, "text/plain" },
	{ '1', EVERYURI_ITEM_MENU, "" },
	{ '2', EVERYURI_ITEM_SESSION, "" },
	{ '3', EVERYURI_ITEM_ERROR, "" },
	{ '4', EVERYURI_ITEM_DOCUMENT, "application/mac-binhex40" },
	{ '5', EVERYURI_ITEM_DOCUMENT, "" },
	{ '6', EVERYURI_ITEM_DOCUMENT, "text/x-uuencode" },
	{ '7', EVERYURI_ITEM_INDEX, "" },
	{ '8', EVERYURI_ITEM_SESSION, "" },
	{ '9', EVERYURI_ITEM_DOCUMENT, "application/octet-stream" },
	{ ':', EVERYURI_ITEM_DOCUMENT, "" }, /* these three are of Gopher+: bitmap, movie, sound */
	{ ';', EVERYURI_ITEM_DOCUMENT, "" },
	{ '<', EVERYURI_ITEM_DOCUMENT, "" },
	{ 'I', EVERYURI_ITEM_DOCUMENT, "" },
	{ 'M', EVERYURI_ITEM_DOCUMENT, "" },
	{ 'P', EVERYURI_ITEM_DOCUMENT, "application/pdf" },
	{ 'T', EVERYURI_ITEM_SESSION, "" },
	{ 'c', EVERYURI_ITEM_DOCUMENT, "" },
	{ 'd', EVERYURI_ITEM_DOCUMENT, "" },
	{ 'g', EVERYURI_ITEM_DOCUMENT, "image/gif" },
	{ 'h', EVERYURI_ITEM_DOCUMENT, "text/html" },
	{ 'i', EVERYURI_ITEM_TEXT, "" },
	{ 'p', EVERYURI_ITEM_DOCUMENT, "image/png" },
	{ 's', EVERYURI_ITEM_DOCUMENT, "" },
	{ 'x', EVERYURI_ITEM_DOCUMENT, "" },
};

static const struct gopher_type *find_type(char type)
{
	for (size_t i = 0; i < sizeof gopher_types / sizeof *gopher_types; i++)
		if (gopher_types[i].type == type)
			return &gopher_types[i];
	return NULL;
}

struct everyuri_text eu_gopher_media_type(char type)
{
	const struct gopher_type *row = find_type(type);
	struct everyuri_text none = { NULL, 0 };

	if (!row || !*row->media_type)
		return none;
	return (struct everyuri_text){ row->media_type, strlen(row->media_type) };
}

bool eu_gopher_is_menu(char type)
{
	const struct gopher_type *row = find_type(type ? type : '1');

	return row && (row->kind == EVERYURI_ITEM_MENU || row->kind == EVERYURI_ITEM_INDEX);
}

/* ---- lines ---------------------------------------------------------------------------------------- */

/* Takes the text up to the next TAB, and skips the TAB. */
static struct everyuri_text take_tabbed(struct everyuri_text *rest)
{
	const char *tab = rest->len ? memchr(rest->data, '\t', rest->len) : NULL;
	struct everyuri_text field = { rest->data, tab ? (size_t)(tab - rest->data) : rest->len };
	size_t taken = field.len + (tab != NULL);

	rest->data += taken;
	rest->len -= taken;
	return field;
}

/* Returns a port from 1 to 65535, or 0 if the text is invalid. */
static uint16_t port_of_text(struct everyuri_text text)
{
	uint32_t number = 0;

	for (size_t i = 0; i < text.len; i++) {
		if ((text.data[i] == ' ' || text.data[i] == '\r') && number)
			break; /* it is padding, or a second CR */
		if (!eu_is_digit((unsigned char)text.data[i]))
			return 0;
		number = number * 10 + (uint32_t)(text.data[i] - '0');
		if (number > UINT16_MAX)
			return 0;
	}
	return (uint16_t)number;
}

void eu_gopher_read_line(const char *line, size_t len, struct eu_gopher_line *read)
{
	struct everyuri_text rest = { line, len };

	memset(read, 0, sizeof *read);
	if (!len)
		return;
	read->n_fields = 1;
	for (size_t i = 0; i < len; i++)
		read->n_fields += line[i] == '\t';
	read->type = *line;
	read->label = take_tabbed(&rest);
	if (read->label.len) {
		read->label.data++;
		read->label.len--;
	}
	read->selector = take_tabbed(&rest);
	read->host = take_tabbed(&rest);
	struct everyuri_text port = take_tabbed(&rest);

	read->port = port_of_text(port);
	if (!read->port)
		read->bad_port = port;
	read->has_port = port.len && eu_is_digit((unsigned char)*port.data);
	if (rest.len && (*rest.data == '+' || *rest.data == '?'))
		read->plus = *rest.data;
}

static void tell_text(struct everyuri_conversation *c, enum everyuri_item_kind kind,
                      struct everyuri_text label)
{
	const struct everyuri_item item = { .kind = kind,
		                            .label = label,
		                            .size = EVERYURI_LENGTH_UNKNOWN };

	eu_tell_item(c, &item);
}

/* Returns whether this selector is a link: by a convention of gopher servers, it is "URL:" or
 * "/URL:" and a URI. lib/scheme makes a URI from the selector and decides which links to refuse
 * (THREATS C5, C7). */
static bool is_link(struct everyuri_text selector)
{
	size_t slash = selector.len && selector.data[0] == '/', mark;

	if (!selector.len)
		return false;
	mark = eu_url_prefix(selector.data + slash, selector.len - slash);
	return mark && selector.len > slash + mark;
}

/* Passes on an item with an invalid port (RFC 1436, appendix: Port ::= Digit Digitsequence) without
 * a link, because a default port could belong to another server.  A "URL:" link needs no port. */
static bool tell_bad_port(struct everyuri_conversation *c, const struct eu_gopher_line *line)
{
	char words[512];
	struct everyuri_text label = line->label, port = line->bad_port;
	int n;

	while (port.len && port.data[port.len - 1] == '\r')
		port.len--;
	if (!port.len || (line->type == 'h' && is_link(line->selector)))
		return false;
	tell_text(c, EVERYURI_ITEM_TEXT, label);
	n = snprintf(words, sizeof words, "(no link: \"%.*s\" is no port)",
	             port.len < 64 ? (int)port.len : 64, port.data);
	tell_text(c, EVERYURI_ITEM_ERROR, (struct everyuri_text){ words, (size_t)n });
	return true;
}

/* Passes on an item with all its fields. */
static void tell_fields(struct everyuri_conversation *c, struct eu_gopher_line *line)
{
	const struct gopher_type *row = find_type(line->type);
	struct everyuri_item item = { .kind = row ? (enum everyuri_item_kind)row->kind :
		                                    EVERYURI_ITEM_LINK,
		                      .label = line->label,
		                      .type = { &line->type, 1 },
		                      .selector = line->selector,
		                      .port = line->port,
		                      .media_type = eu_gopher_media_type(line->type),
		                      .size = EVERYURI_LENGTH_UNKNOWN };
	char uri[EU_GOPHER_URI_MAX];

	if (line->host.len)
		item.host = line->host;
	if (line->type == 'h' && is_link(line->selector)) {
		item.kind = EVERYURI_ITEM_LINK;
		item.media_type = (struct everyuri_text){ NULL, 0 };
	}
	if (line->plus == '?') { /* in Gopher+, an item with a form */
		size_t len = eu_gopher_plus_uri(c, line, (struct everyuri_text){ "?", 1 }, uri);

		if (len)
			item.uri = (struct everyuri_text){ uri, len };
	}
	eu_tell_item(c, &item);
}

void eu_gopher_tell_line(struct everyuri_conversation *c, const char *line, size_t len)
{
	struct eu_gopher_line read;

	eu_gopher_read_line(line, len, &read);
	if (read.type == '+' && read.n_fields >= 4 && c->kept[0])
		read.type = c->kept[0]; /* 3.8: this is another server for the previous item */
	if (read.n_fields < 2) {
		tell_text(c, EVERYURI_ITEM_TEXT, (struct everyuri_text){ line, len });
	} else if (read.type == 'i' || read.type == '3') {
		tell_text(c, read.type == 'i' ? EVERYURI_ITEM_TEXT : EVERYURI_ITEM_ERROR,
		          read.label);
	} else if (read.n_fields < 4 || read.type <= ' ' || read.type == 0x7F) {
		tell_text(c, EVERYURI_ITEM_TEXT, read.label);
	} else {
		c->kept[0] = read.type;
		if (!tell_bad_port(c, &read))
			tell_fields(c, &read);
	}
}

/* ---- error responses ------------------------------------------------------------------------ */

/* RFC 1436 has no status, so a response that consists only of error items (type 3) is a failure.
 * Text that may still be a failure is held back until it can no longer be one, or until it exceeds
 * HELD_MAX bytes. */
#define HELD_MAX 2048

void eu_gopher_fail(struct everyuri_conversation *c, const char *line, size_t len)
{
	struct eu_gopher_line read;

	eu_gopher_read_line(line, len, &read);
	c->n_said = read.label.len < sizeof c->said ? read.label.len : sizeof c->said;
	if (c->n_said)
		memcpy(c->said, read.label.data, c->n_said);
	eu_abort(c, EVERYURI_FAILED, "RFC 1436 3.8", "the server reported an error");
}

static bool keep_more(struct everyuri_conversation *c, const char *data, size_t len)
{
	if (len > HELD_MAX - c->n_kept)
		return false;
	memcpy(c->kept + c->n_kept, data, len);
	c->n_kept += len;
	return true;
}

/* Passes on the lines that were held back, because they turned out to be a menu. */
static void let_menu_go(struct everyuri_conversation *c)
{
	char held[HELD_MAX];
	size_t n = c->n_kept, from = 0;

	memcpy(held, c->kept, n);
	c->kept[0] = '\0';
	c->n_kept = 0;
	c->state = EU_GOPHER_MENU;
	eu_tell_menu(c);
	for (size_t at = 0; at < n; at++)
		if (held[at] == '\n') {
			eu_gopher_tell_line(c, held + from, at - from);
			from = at + 1;
		}
}

/* Holds back a line of type 3, and any text and blank lines after it, while the response may still
 * be a failure. */
static bool hold_menu(struct everyuri_conversation *c, const char *line, size_t len)
{
	struct eu_gopher_line read;
	bool words;

	eu_gopher_read_line(line, len, &read);
	words = read.n_fields < 2 || read.type == 'i' || read.type == '3';
	if (!c->n_kept)
		words = read.n_fields >= 2 && read.type == '3';
	if (words && len < HELD_MAX - c->n_kept)
		return keep_more(c, line, len) && keep_more(c, "\n", 1);
	let_menu_go(c);
	return false;
}

static void end_menu(struct everyuri_conversation *c)
{
	if (c->state == EU_GOPHER_MENU_HELD && c->n_kept)
		eu_gopher_fail(c, c->kept, c->n_kept);
	else if (c->state == EU_GOPHER_MENU_HELD)
		let_menu_go(c);
}

/* ---- text ------------------------------------------------------------------------------------------ */

/* A text may end in a line that is a single dot.  Most texts do not, and such a line may also occur
 * within a text.  So such a line is held back until more bytes follow. c->dots says how much of it
 * is held back. */
enum { IN_LINE, AT_LINE_BEGIN, HAS_DOT, HAS_DOT_CR, HAS_DOT_LF, HAS_DOT_CR_LF };

static void tell_held_dot(struct everyuri_conversation *c)
{
	static const char held[][4] = { "", "", ".", ".\r", ".\n", ".\r\n" };

	eu_tell_bytes(c, held[c->dots], strlen(held[c->dots]));
	c->dots = c->dots >= HAS_DOT_LF ? AT_LINE_BEGIN : IN_LINE;
}

/* Returns whether this byte may belong to the line with the dot. */
static bool hold_dot(struct everyuri_conversation *c, char byte)
{
	if (c->dots == AT_LINE_BEGIN && byte == '.')
		c->dots = HAS_DOT;
	else if (c->dots == HAS_DOT && byte == '\r')
		c->dots = HAS_DOT_CR;
	else if (c->dots == HAS_DOT && byte == '\n')
		c->dots = HAS_DOT_LF;
	else if (c->dots == HAS_DOT_CR && byte == '\n')
		c->dots = HAS_DOT_CR_LF;
	else
		return false;
	return true;
}

static void text_bytes(struct everyuri_conversation *c, const char *data, size_t len)
{
	size_t run = 0;

	for (size_t at = 0; at < len; at++) {
		if (c->dots >= HAS_DOT && !hold_dot(c, data[at]))
			tell_held_dot(c);
		else if (c->dots >= HAS_DOT) {
			run = at + 1;
			continue;
		}
		if (hold_dot(c, data[at])) {
			eu_tell_bytes(c, data + run, at - run);
			run = at + 1;
		} else {
			c->dots = data[at] == '\n' ? AT_LINE_BEGIN : IN_LINE;
		}
	}
	eu_tell_bytes(c, data + run, len - run);
}

enum error_shape { NO_ERROR, MAYBE_ERROR, WHOLE_ERROR };

/* Returns whether a text is one line of type 3 with all fields, optionally followed by the dot.  No
 * real document of this form is known.  Binary files are not checked. */
static enum error_shape shape_of(const char *data, size_t len)
{
	static const char *const ends[] = { "", ".", ".\r", ".\n", ".\r\n" };
	const char *lf = memchr(data, '\n', len);
	size_t line = lf ? (size_t)(lf - data) : len;
	struct eu_gopher_line read;

	if (len && data[0] != '3')
		return NO_ERROR;
	eu_gopher_read_line(data, line && data[line - 1] == '\r' ? line - 1 : line, &read);
	if (read.n_fields < 4 || !read.host.len || !read.has_port)
		return lf ? NO_ERROR : MAYBE_ERROR;
	for (size_t i = 0; lf && i < sizeof ends / sizeof *ends; i++)
		if (len - line - 1 == strlen(ends[i]) && !memcmp(lf + 1, ends[i], strlen(ends[i])))
			return WHOLE_ERROR;
	return lf ? NO_ERROR : WHOLE_ERROR;
}

static void let_text_go(struct everyuri_conversation *c)
{
	size_t n = c->n_kept;

	c->n_kept = 0;
	c->state = EU_GOPHER_TEXT;
	eu_tell_document(c, "text/plain");
	text_bytes(c, c->kept, n);
}

static void held_bytes(struct everyuri_conversation *c, const char *data, size_t len)
{
	if (!keep_more(c, data, len)) {
		let_text_go(c);
		text_bytes(c, data, len);
	} else if (shape_of(c->kept, c->n_kept) == NO_ERROR) {
		let_text_go(c);
	}
}

static void end_text(struct everyuri_conversation *c)
{
	if (c->state == EU_GOPHER_TEXT_HELD && c->n_kept &&
	    shape_of(c->kept, c->n_kept) == WHOLE_ERROR) {
		eu_gopher_fail(c, c->kept, c->n_kept);
		return;
	}
	if (c->state == EU_GOPHER_TEXT_HELD)
		let_text_go(c);
	if (c->dots == HAS_DOT || c->dots == HAS_DOT_CR)
		tell_held_dot(c); /* the line is incomplete, so it is text */
}

/* ---- the handler ---------------------------------------------------------------------------- */

static void gopher_begin(struct everyuri_conversation *c)
{
	char type = c->kind ? c->kind : '1';
	struct everyuri_object document = { .kind = EVERYURI_DOCUMENT,
		                            .media_type = eu_gopher_media_type(type),
		                            .length = EVERYURI_LENGTH_UNKNOWN };

	if (c->state == EU_GOPHER_PLUS) {
		eu_gopher_begin_plus(c);
	} else if (eu_gopher_is_menu(type)) {
		c->state = EU_GOPHER_MENU_HELD;
		c->menu = true; /* read by lines, though the menu has not been passed on yet */
	} else if (type == '0') {
		c->state = EU_GOPHER_TEXT_HELD;
	} else {
		c->state = EU_GOPHER_BYTES;
		eu_tell_object(c, &document);
	}
}

static void gopher_bytes(struct everyuri_conversation *c, const char *data, size_t len)
{
	if (c->state == EU_GOPHER_TEXT_HELD)
		held_bytes(c, data, len);
	else if (c->state == EU_GOPHER_TEXT)
		text_bytes(c, data, len);
	else
		eu_tell_bytes(c, data, len);
}

static void gopher_line(struct everyuri_conversation *c, const char *line, size_t len)
{
	if (len == 1 && *line == '.') {
		end_menu(c);
		c->state = EU_GOPHER_MENU_ENDED;
		if (c->until == EU_UNTIL_CLOSE) /* a length from Gopher+ takes precedence */
			eu_object_ended(c);
	} else if (c->state > EU_GOPHER_MENU_ENDED) {
		eu_gopher_attribute_line(c, line, len);
	} else if (c->state == EU_GOPHER_MENU ||
	           (c->state == EU_GOPHER_MENU_HELD && !hold_menu(c, line, len))) {
		eu_gopher_tell_line(c, line, len);
	}
}

/* Returns whether the object is complete when the connection closes.  THREATS C10: it is, unless
 * Gopher+ gave a length. */
static bool gopher_ended(struct everyuri_conversation *c)
{
	eu_last_line(c);
	if (c->until != EU_UNTIL_CLOSE)
		return false;
	if (c->state == EU_GOPHER_TEXT_HELD || c->state == EU_GOPHER_TEXT)
		end_text(c);
	else
		end_menu(c);
	return true;
}

const struct eu_handler eu_handler_gopher = {
	.reply = eu_gopher_header,
	.begin = gopher_begin,
	.bytes = gopher_bytes,
	.line = gopher_line,
	.ended = gopher_ended,
	.unanswered = eu_gopher_unanswered,
	.length_first = true,
};
