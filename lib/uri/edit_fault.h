/* edit_fault.h - which byte of a new value is wrong. */
#ifndef EU_URI_EDIT_FAULT_H
#define EU_URI_EDIT_FAULT_H

#include "everyuri/uri.h"

/** Finds the byte of a change's value that the part does not allow unencoded.
 *  at:      receives the byte's offset in the value.
 *  Returns: a message, or NULL if no byte is to blame. */
const char *eu_edit_fault(enum everyuri_standard standard, const struct everyuri_change *change,
                          size_t *at);

#endif
