/* uri.h - what the functions of the PostgreSQL extension share.
 *
 * text, bytea and uri are the same in memory: a length and bytes.  So one C function serves all. */
#ifndef URI_H
#define URI_H

#include "postgres.h"

#include "fmgr.h"

#include "everyuri.h"

/* Memory of the current context; a refusal comes back as NULL and not as a jump. */
extern const struct everyuri_allocator uri_memory;

/* The bytes of an argument, without its header. */
extern struct everyuri_text uri_argument(FunctionCallInfo fcinfo, int n);

/* What an argument names; one that is not there or NULL is the default.  A name that is none is an
 * error of the statement. */
extern enum everyuri_standard uri_standard_argument(FunctionCallInfo fcinfo, int n);
extern unsigned uri_flags_argument(FunctionCallInfo fcinfo, int n);
extern enum everyuri_level uri_level_argument(FunctionCallInfo fcinfo, int n);

/* A value that has these bytes. */
extern Datum uri_value(const char *data, size_t len);

/* An error where memory or a limit is to blame; returns where the data is. */
extern void uri_check_status(enum everyuri_status status);

/* Read an argument; false where the standard refuses it. */
extern bool uri_read(struct everyuri_text text, enum everyuri_standard standard, unsigned flags,
                     struct everyuri_buf *buf, struct everyuri_uri *uri);

#endif
