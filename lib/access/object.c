/* Passes objects to the receiver: documents as bytes, menus as lines. */
#include "access/conversation.h"

void eu_tell_object(struct everyuri_conversation *c, const struct everyuri_object *object)
{
	if (c->told || c->doing == EU_ENDED)
		return;
	c->told = true;
	c->menu = object->kind == EVERYURI_MENU || object->kind == EVERYURI_INDEX;
	if (!c->receiver->begin(c->receiver->context, object))
		eu_abort(c, EVERYURI_PARTIAL, "", "the receiver stopped");
}

void eu_tell_document(struct everyuri_conversation *c, const char *media_type)
{
	struct everyuri_object object = { .kind = EVERYURI_DOCUMENT,
		                          .length = EVERYURI_LENGTH_UNKNOWN };

	if (media_type)
		object.media_type = (struct everyuri_text){ media_type, strlen(media_type) };
	eu_tell_object(c, &object);
}

void eu_tell_menu(struct everyuri_conversation *c)
{
	const struct everyuri_object object = { .kind = EVERYURI_MENU,
		                                .length = EVERYURI_LENGTH_UNKNOWN };

	eu_tell_object(c, &object);
}

void eu_tell_bytes(struct everyuri_conversation *c, const char *data, size_t len)
{
	if (!len || c->doing == EU_ENDED)
		return;
	c->some = true;
	if (!c->receiver->bytes(c->receiver->context, data, len))
		eu_abort(c, EVERYURI_PARTIAL, "", "the receiver stopped");
}

void eu_tell_item(struct everyuri_conversation *c, const struct everyuri_item *item)
{
	if (c->doing == EU_ENDED)
		return;
	if (c->n_items == c->most_items) {
		eu_abort(c, EVERYURI_PARTIAL, "THREATS C9", "the menu has too many items");
		return;
	}
	c->n_items++;
	c->some = true;
	if (!c->receiver->item(c->receiver->context, item))
		eu_abort(c, EVERYURI_PARTIAL, "", "the receiver stopped");
}

/* ---- lines --------------------------------------------------------------------------------------- */

void eu_last_line(struct everyuri_conversation *c)
{
	size_t len = c->line_len;

	if (!c->menu || !c->handler->line || !len || c->doing == EU_ENDED)
		return;
	c->line_len = 0;
	c->handler->line(c, c->line, c->line[len - 1] == '\r' ? len - 1 : len);
}

/* Returns whether a menu is still below its limits.  THREATS C9: these also apply to lines that are
 * not items, such as empty lines. */
static bool has_room(struct everyuri_conversation *c, size_t len)
{
	const uint64_t most = c->most_items - (c->most_items > 0);
	const uint64_t times = most / EVERYURI_ITEMS_MAX + 1;

	c->n_lines_bytes += len;
	return len == 0 || (c->n_lines_bytes - 1) / EVERYURI_MENU_MAX < times;
}

void eu_take_lines(struct everyuri_conversation *c, const char *data, size_t len)
{
	const enum eu_doing doing = c->doing; /* a line may end the object */

	if (!has_room(c, len)) {
		eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_PROTOCOL, "THREATS C9",
		         "the menu is too long");
		return;
	}
	for (size_t at = 0; at < len && c->doing == doing; at++) {
		if (data[at] == '\n') {
			size_t n = c->line_len;

			c->line_len = 0;
			c->handler->line(c, c->line, n && c->line[n - 1] == '\r' ? n - 1 : n);
		} else if (c->line_len == EVERYURI_REPLY_LINE) {
			if (c->cuts_lines)
				continue;
			eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_PROTOCOL, "THREATS C9",
			         "a line of the menu is too long");
		} else {
			c->line[c->line_len++] = data[at];
		}
	}
}

/* ---- dots ------------------------------------------------------------------------------------------ */

enum { WITHIN_LINE, AT_LINE, BEHIND_DOT, BEHIND_DOT_CR };

/* Passes bytes unchanged to the lines of a menu or to the document. */
static void tell_plain(struct everyuri_conversation *c, const char *data, size_t len)
{
	if (!len)
		return;
	if (c->menu && c->handler->line)
		eu_take_lines(c, data, len);
	else
		c->handler->bytes(c, data, len);
}

size_t eu_take_dotted(struct everyuri_conversation *c, const char *data, size_t len, bool *is_end)
{
	size_t run = 0;

	for (size_t at = 0; at < len; at++) {
		char byte = data[at];

		switch (c->dots) {
		case AT_LINE:
			if (byte == '.') { /* held back: it may be part of the line or stuffed */
				tell_plain(c, data + run, at - run);
				run = at + 1;
				c->dots = BEHIND_DOT;
				continue;
			}
			break;
		case BEHIND_DOT:
			if (byte == '\r') {
				c->dots = BEHIND_DOT_CR;
				run = at + 1;
				continue;
			}
			if (byte == '\n') {
				*is_end = true;
				return at + 1;
			}
			break; /* the dot was stuffed and is removed */
		case BEHIND_DOT_CR:
			if (byte == '\n') {
				*is_end = true;
				return at + 1;
			}
			tell_plain(c, "\r", 1); /* this CR had no LF */
			break;
		default:
			break;
		}
		c->dots = byte == '\n' ? AT_LINE : WITHIN_LINE;
	}
	tell_plain(c, data + run, len - run);
	return len;
}
