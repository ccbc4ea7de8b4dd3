/* parse_blocks.h - parses and writes a block of items in one call of the library. */
#ifndef CMD_PARSE_BLOCKS_H
#define CMD_PARSE_BLOCKS_H

#include "cmd.h"
#include "input.h"

/* Parse a block: what fn, with own, says of its items; fn is still asked about those that the
 * library gives up on.  Returns: false: item by item is the only way. */
bool bulk_parse(struct answer *answer, struct block *block, unsigned flags, item_fn *fn, void *own);

/* One item as a row of a table, and what stands in front of the rows and behind them. */
void bulk_item(struct answer *answer, const struct item *item, unsigned flags);
void bulk_begin(struct answer *answer);
void bulk_end(struct answer *answer);

/* May a table be asked for with these settings?  others: options of the command's own that the
 * library does not know.  Returns: -1, or the exit status after a usage error. */
int bulk_allowed(const struct settings *settings, bool others);

#endif
