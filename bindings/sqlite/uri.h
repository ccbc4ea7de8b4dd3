/* uri.h - declarations that the functions and tables of the SQLite extension share. */
#ifndef URI_H
#define URI_H

#include <sqlite3ext.h>

#include "everyuri.h"

extern const struct sqlite3_api_routines *sqlite3_api;

/* Allocates memory with SQLite, so that the memory limits of SQLite apply. */
extern const struct everyuri_allocator uri_memory;

/* Returns the bytes of a text or blob.  The data is NULL for an SQL NULL. */
struct everyuri_text uri_text_of(sqlite3_value *value);

/* Looks up the standard, flags or level in an argument.  A missing argument or NULL
 * means the default.  Returns: false after an SQL error, with its static text in
 * *message. */
bool uri_standard_of(int n, sqlite3_value **values, int at, enum everyuri_standard *standard,
                     const char **message);
bool uri_flags_of(int n, sqlite3_value **values, int at, unsigned *flags, const char **message);

/* Register the functions, and the tables uri_parts, uri_query and uri_find.  Return:
 * a result code of SQLite. */
int uri_functions_create(sqlite3 *db);
int uri_tables_create(sqlite3 *db);

#endif
