/* items.h - standard input cut into blocks of whole items, and blocks into items. */
#ifndef CMD_ITEMS_H
#define CMD_ITEMS_H

#include "cmd.h"

/* Standard input, as far as it has been read. */
struct source {
	const struct settings *settings;
	char *rest; /* read already, and not yet handed out */
	size_t rest_len, rest_cap;
	uint64_t n_blocks; /* handed out */
	uint64_t n_items;  /* in them */
	bool over;
	int error; /* errno of a failed read, or 0 */
};

/* Whole items, each with its terminator but perhaps the last of the input. */
struct block {
	char *data;
	size_t len, cap;
	uint64_t turn;  /* the number of the block, from 0 */
	uint64_t first; /* the number of its first item, from 1 */
	bool cut;       /* one item that was too long: its first 64 bytes */
	size_t next;    /* bytes: where item_next goes on */
};

/* How much of a too long item is kept. */
#define CUT_LENGTH 64

/* Fill a block.  Returns: false when the input is over or failed (source->error). */
bool source_next(struct source *source, struct block *block);

/* The next item of a block.  Returns: false at its end. */
bool block_next(const struct settings *settings, struct block *block, struct item *item);

/* An item as --max-length allows it. */
struct item item_cut(const struct settings *settings, const char *data, size_t len);

#endif
