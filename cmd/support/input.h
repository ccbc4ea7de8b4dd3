/* input.h - cuts standard input into blocks of whole items, and blocks into items. */
#ifndef CMD_INPUT_H
#define CMD_INPUT_H

#include "cmd.h"

#include <sys/types.h>

/* Bytes of a block, if every item fits.  A block grows past LARGE_BLOCK only for one long item,
 * which is answered alone. */
#define BLOCK_SIZE ((size_t)128 << 10)
#define LARGE_BLOCK ((size_t)512 << 10)

/* Standard input and the state of reading it. */
struct source {
	const struct settings *settings;
	char *rest; /* bytes already read, but not yet handed out */
	size_t rest_len, rest_cap;
	uint64_t n_blocks; /* handed out */
	uint64_t n_items;  /* in the blocks that have been counted or answered */
	bool over;
	int error;     /* errno of a failed read, or 0 */
	bool in_parts; /* a regular file, which the threads read in parallel (input_file.c) ... */
	off_t begin;   /* ... from this offset on */
};

/* Whole items with their terminators; only the last item of the input may lack one. */
struct block {
	char *data;
	size_t len, cap;
	uint64_t turn;       /* number of the block, from 0 */
	uint64_t n_answered; /* items before the next one */
	bool cut;            /* holds only the first 64 bytes of one item that was too long */
	size_t next;         /* offset in bytes where block_next continues */
};

/* Bytes kept of an item that is too long. */
#define CUT_LENGTH 64

/** Memory in bytes for such an item with a possible password masked. */
#define CUT_MASKED (CUT_LENGTH + 3)

/** Returns the text to show for an item that is cut.  The "@" that ends a password may have been
 *  cut off, so everything from a possible password on, after the first ":" after "//", is masked.
 *  shown: memory for the text; must live as long as the result. */
struct item item_cut_masked(const struct item *item, char shown[CUT_MASKED]);

/* Fills a block.  Returns: false at the end of the input or after an error (source->error). */
bool source_next(struct source *source, struct block *block);

/* State of reading one block of a regular file. */
struct part {
	off_t from;  /* offset in the file of block->data */
	size_t last; /* offset in block->data of the last line to begin in the block */
	int error;   /* errno of a failed read, or 0 */
	bool begun, over;
	bool past;          /* the block begins past the end of the file */
	bool large_allowed; /* may use more than LARGE_BLOCK bytes */
};

/* parts_begin sets in_parts if standard input is a file worth reading in parallel.  parts_end then
 * moves the offset to the end of the file. */
void parts_begin(struct source *source);
void parts_end(const struct source *source);

/* Fills the block with number block->turn; its items begin at block->next.  Returns: false if that
 * takes more than LARGE_BLOCK bytes and part->large_allowed is false; set it and call again. */
bool part_fill(const struct source *source, struct part *part, struct block *block);

/* Returns the number of items left in a block. */
size_t block_items(const struct settings *settings, const struct block *block);

/* Stores the next item of a block.  Returns: false at its end. */
bool block_next(const struct settings *settings, struct block *block, struct item *item);

/* Returns an item, cut if it is longer than --max-length. */
struct item item_cut(const struct settings *settings, const char *data, size_t len);

#endif
