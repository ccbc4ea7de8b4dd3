/* uri.h - shared by the sources of the PostgreSQL extension.
 *
 * text, bytea and uri are the same in memory: a length and bytes.  So one C function serves all. */
#ifndef URI_H
#define URI_H

#include "postgres.h"

#include "fmgr.h"

#include "everyuri.h"

/* Allocates in the current memory context; returns NULL instead of raising an error. */
extern const struct everyuri_allocator uri_memory;

/* Returns the bytes of an argument, without its header. */
extern struct everyuri_text uri_argument(FunctionCallInfo fcinfo, int n);

/* Looks up the name in an argument; the default if it is missing or NULL.  An unknown name is an error of the
 * statement. */
extern enum everyuri_standard uri_standard_argument(FunctionCallInfo fcinfo, int n);
extern unsigned uri_flags_argument(FunctionCallInfo fcinfo, int n);
extern enum everyuri_level uri_level_argument(FunctionCallInfo fcinfo, int n);

/* Returns a value with these bytes. */
extern Datum uri_value(const char *data, size_t len);

/* Raises an error if memory or a limit is the cause; returns if the data is. */
extern void uri_check_status(enum everyuri_status status);

/* Parses an argument.  Returns: false if the standard refuses it. */
extern bool uri_read(struct everyuri_text text, enum everyuri_standard standard, unsigned flags,
                     struct everyuri_buf *buf, struct everyuri_uri *uri);

#endif
