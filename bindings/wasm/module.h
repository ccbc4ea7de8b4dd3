/* module.h - declarations that the sources of the module share: the memory of one call. */
#ifndef MODULE_H
#define MODULE_H

#include "everyuri.h"

/* Allocates blocks one after the other; all are freed at once. */
extern const struct everyuri_allocator module_memory;

/* Frees all blocks. */
void module_memory_empty(void);

/* Writes the result of everyuri_explain as JSON into an empty buffer, whose
 * memory is module_memory. */
enum everyuri_status module_explain(struct everyuri_text text,
                                    const struct everyuri_explain_options *options,
                                    struct everyuri_buf *buf, struct everyuri_error *err);

#endif
