/* uri.h - declarations that the sources of the PostgreSQL extension share.
 *
 * text, bytea and uri have the same form in memory: a length and bytes.  So one C function can serve all
 * three. */
#ifndef URI_H
#define URI_H

#include "postgres.h"

#include "fmgr.h"

#include "everyuri.h"

/* Allocates in the current memory context.  Returns NULL instead of raising an error. */
extern const struct everyuri_allocator uri_memory;

/* Returns the bytes of an argument, without the header of its value. */
extern struct everyuri_text uri_argument(FunctionCallInfo fcinfo, int n);

/* Looks up the name in an argument.  Returns the default if the argument is missing or NULL.  An unknown name
 * raises an SQL error. */
extern enum everyuri_standard uri_standard_argument(FunctionCallInfo fcinfo, int n);
extern unsigned uri_flags_argument(FunctionCallInfo fcinfo, int n);
extern enum everyuri_level uri_level_argument(FunctionCallInfo fcinfo, int n);

/* Returns an SQL value that contains these bytes. */
extern Datum uri_value(const char *data, size_t len);

/* Raises an SQL error if memory or a limit caused the status.  Returns if the data caused it. */
extern void uri_check_status(enum everyuri_status status);

/* Parses an argument.  Returns: false if the standard refuses the text. */
extern bool uri_read(struct everyuri_text text, enum everyuri_standard standard, unsigned flags,
                     struct everyuri_buf *buf, struct everyuri_uri *uri);

#endif
