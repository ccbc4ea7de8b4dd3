/* module.h - shared by the sources of the module: the memory of one call. */
#ifndef MODULE_H
#define MODULE_H

#include "everyuri.h"

/* Allocates consecutive blocks, which are freed all at once. */
extern const struct everyuri_allocator module_memory;

/* Frees all blocks. */
void module_memory_empty(void);

/* Writes everyuri_explain as JSON into an empty buffer of this memory. */
enum everyuri_status module_explain(struct everyuri_text text,
                                    const struct everyuri_explain_options *options,
                                    struct everyuri_buf *buf, struct everyuri_error *err);

#endif
