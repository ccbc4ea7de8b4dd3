/* uri.h - shared by the functions and tables of the SQLite extension. */
#ifndef URI_H
#define URI_H

#include <sqlite3ext.h>

#include "everyuri.h"

extern const struct sqlite3_api_routines *sqlite3_api;

/* Allocates with SQLite, so that its limits hold. */
extern const struct everyuri_allocator uri_memory;

/* Returns the bytes of a text or blob; data NULL for NULL. */
struct everyuri_text uri_text_of(sqlite3_value *value);

/* Looks up the standard, flags or level in an argument; a missing argument or NULL is
 * the default.  Returns: false after an SQL error in *message (static). */
bool uri_standard_of(int n, sqlite3_value **values, int at, enum everyuri_standard *standard,
                     const char **message);
bool uri_flags_of(int n, sqlite3_value **values, int at, unsigned *flags, const char **message);

/* Register the functions, and the tables uri_parts, uri_query and uri_find.  Return: SQLITE_... */
int uri_functions_create(sqlite3 *db);
int uri_tables_create(sqlite3 *db);

#endif
