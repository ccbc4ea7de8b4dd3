/* bulk.h - blocks of items that are read and written in one pass of the library's. */
#ifndef CMD_BULK_H
#define CMD_BULK_H

#include "cmd.h"
#include "items.h"

/* Parse a block: what fn, with own, says of its items; fn is still asked about those that the
 * library gives up on.  Returns: false: item by item is the only way. */
bool bulk_parse(struct answer *answer, struct block *block, unsigned flags, item_fn *fn, void *own);

#endif
