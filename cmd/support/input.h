/* input.h - cuts standard input into blocks of whole items, and blocks into items. */
#ifndef CMD_INPUT_H
#define CMD_INPUT_H

#include "cmd.h"

#include <sys/types.h>

/* Size of a block in bytes, if every item fits.  Only one long item makes a block larger than
 * LARGE_BLOCK; that block contains no other item. */
#define BLOCK_SIZE ((size_t)128 << 10)
#define LARGE_BLOCK ((size_t)512 << 10)

/* The state of reading standard input. */
struct source {
	const struct settings *settings;
	char *rest; /* bytes that were read but not passed to a thread yet */
	size_t rest_len, rest_cap;
	uint64_t n_blocks; /* number of blocks passed to threads */
	uint64_t n_items;  /* number of items in the blocks that were counted or processed */
	bool over;
	int error;     /* errno of a failed read, or 0 */
	bool in_parts; /* standard input is a regular file, which the threads read in parallel
	                * (input_file.c) */
	off_t begin;   /* if in_parts: offset of the first byte to read */
};

/* A block: whole items with their terminators.  Only the last item of the input may lack a
 * terminator. */
struct block {
	char *data;
	size_t len, cap;
	uint64_t turn;       /* number of the block, counted from 0 */
	uint64_t n_answered; /* number of items before the next one */
	bool cut;            /* the block contains only the first 64 bytes of one item that was too
	                      * long */
	size_t next;         /* offset in bytes at which block_next continues */
};

/* Number of bytes kept of an item that is too long. */
#define CUT_LENGTH 64

/** Memory in bytes for such an item in which a possible password is masked. */
#define CUT_MASKED (CUT_LENGTH + 3)

/** Returns the text to show for an item that is cut.  The "@" after a password may have been cut
 * off.  So if "//" is followed by ":", everything after that ":" could be a password, and is
 * masked.
 *
 * shown: memory for the text; must live as long as the result. */
struct item item_cut_masked(const struct item *item, char shown[CUT_MASKED]);

/* Fills a block.  Returns: false at the end of the input, or after an error, with source->error
 * set. */
bool source_next(struct source *source, struct block *block);

/* The state of reading one block of a regular file. */
struct part {
	off_t from;  /* offset in the file of the first byte of block->data */
	size_t last; /* offset in block->data of the last line that begins in the block */
	int error;   /* errno of a failed read, or 0 */
	bool begun, over;
	bool past;          /* the block begins after the end of the file */
	bool large_allowed; /* the block may need more than LARGE_BLOCK bytes */
};

/* parts_begin sets in_parts if standard input is a file large enough to be read in parallel.
 * parts_end then moves the file offset to the end of the file. */
void parts_begin(struct source *source);
void parts_end(const struct source *source);

/* Reads the block with number block->turn.  Its items begin at block->next.  Returns: false if the
 * block needs more than LARGE_BLOCK bytes and part->large_allowed is false.  Then set
 * large_allowed and call again. */
bool part_fill(const struct source *source, struct part *part, struct block *block);

/* Returns the number of items that are left in a block. */
size_t block_items(const struct settings *settings, const struct block *block);

/* Stores the next item of a block in *item.  Returns: false at the end of the block. */
bool block_next(const struct settings *settings, struct block *block, struct item *item);

/* Returns an item.  If it is longer than --max-length, it is cut. */
struct item item_cut(const struct settings *settings, const char *data, size_t len);

#endif
