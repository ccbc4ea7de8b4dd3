/* module.h - what the sources of the module share: the memory of one call. */
#ifndef MODULE_H
#define MODULE_H

#include "everyuri.h"

/* Blocks behind each other; given back all at once. */
extern const struct everyuri_allocator module_memory;

/* Give back all of them. */
void module_memory_empty(void);

/* everyuri_explain, told in JSON, into an empty buffer of this memory. */
enum everyuri_status module_explain(struct everyuri_text text,
                                    const struct everyuri_explain_options *options,
                                    struct everyuri_buf *buf, struct everyuri_error *err);

#endif
