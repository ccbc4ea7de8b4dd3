/* parse_blocks.h - parses and writes a block of items with one call of the library. */
#ifndef CMD_PARSE_BLOCKS_H
#define CMD_PARSE_BLOCKS_H

#include "cmd.h"
#include "input.h"

/* Parses a block, and writes the output that fn would write for its items.  Calls fn with
 * `own` for each item that the library cannot handle.  Returns: false if the caller must call
 * fn for the remaining items. */
bool bulk_parse(struct answer *answer, struct block *block, unsigned flags, item_fn *fn, void *own);

/* Write a table.  bulk_item writes one item as a row; bulk_begin and bulk_end write the parts
 * before and after the rows. */
void bulk_item(struct answer *answer, const struct item *item, unsigned flags);
void bulk_begin(struct answer *answer);
void bulk_end(struct answer *answer);

/* Checks whether these settings allow a table.  others: the command was given options that
 * the library does not support.  Returns: -1 to continue, or the exit status after a usage
 * error was reported. */
int bulk_allowed(const struct settings *settings, bool others);

#endif
