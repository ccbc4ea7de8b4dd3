/* input.h - cuts standard input into blocks of whole items, and blocks into items. */
#ifndef CMD_INPUT_H
#define CMD_INPUT_H

#include "cmd.h"

#include <sys/types.h>

/* Bytes of a block, if no item in it is longer.  What makes one larger than the other is one long
 * item: that is answered alone. */
#define BLOCK_SIZE ((size_t)128 << 10)
#define LARGE_BLOCK ((size_t)512 << 10)

/* Standard input, as far as it has been read. */
struct source {
	const struct settings *settings;
	char *rest; /* read already, and not yet handed out */
	size_t rest_len, rest_cap;
	uint64_t n_blocks; /* handed out */
	uint64_t n_items;  /* in those that have been counted, or answered */
	bool over;
	int error;     /* errno of a failed read, or 0 */
	bool in_parts; /* input_file.c: it is a file, in which each thread reads by itself ... */
	off_t begin;   /* ... from here on */
};

/* Whole items, each with its terminator but perhaps the last of the input. */
struct block {
	char *data;
	size_t len, cap;
	uint64_t turn;       /* the number of the block, from 0 */
	uint64_t n_answered; /* items in front of the next */
	bool cut;            /* one item that was too long: its first 64 bytes */
	size_t next;         /* bytes: where block_next goes on */
};

/* How much of a too long item is kept. */
#define CUT_LENGTH 64

/** The same with what may be a password masked, at most. */
#define CUT_MASKED (CUT_LENGTH + 3)

/** What may be shown of an item that is cut: where a password ends may have been cut off, and so all is masked
 *  from where one may begin, behind the first colon of what "//" is in front of.
 *  shown: for the text, to live as long as what is returned. */
struct item item_cut_masked(const struct item *item, char shown[CUT_MASKED]);

/* Fill a block.  Returns: false when the input is over or failed (source->error). */
bool source_next(struct source *source, struct block *block);

/* A block of a file, while it is read. */
struct part {
	off_t from;  /* in the file: of block->data */
	size_t last; /* in block->data: where the line that begins last begins */
	int error;   /* errno of a failed read, or 0 */
	bool begun, over;
	bool past;          /* there is nothing here */
	bool large_allowed; /* more than LARGE_BLOCK may be taken */
};

/* Is standard input a file that is better read in parts?  And when it was. */
void parts_begin(struct source *source);
void parts_end(const struct source *source);

/* Fill the block whose number is block->turn; its items begin at block->next.
 * Returns: false when that takes more than LARGE_BLOCK and is not allowed: call it again when it is. */
bool part_fill(const struct source *source, struct part *part, struct block *block);

/* How many items are left in a block. */
size_t block_items(const struct settings *settings, const struct block *block);

/* The next item of a block.  Returns: false at its end. */
bool block_next(const struct settings *settings, struct block *block, struct item *item);

/* An item as --max-length allows it. */
struct item item_cut(const struct settings *settings, const char *data, size_t len);

#endif
