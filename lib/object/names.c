/* The names of the kinds of objects and items. */
#include "everyuri/object.h"

const char *everyuri_object_kind_name(enum everyuri_object_kind kind)
{
	static const char *const names[] = { "document", "menu", "index", "session" };

	return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "";
}

const char *everyuri_item_kind_name(enum everyuri_item_kind kind)
{
	static const char *const names[] = { "document", "menu",  "index", "session",
		                             "text",     "error", "link" };

	return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "";
}
