/* find.h - shared by the files of everyuri find: one search, in several threads.
 *
 * Small files are taken whole, some at a time (find_threads.c); what is long is cut into chunks, which
 * the threads take in turn (find_chunks.c).  Hits are written in the order of the input. */
#ifndef CMD_FIND_H
#define CMD_FIND_H

#include "cmd.h"
#include "progress.h"
#include "output_order.h"

#define FIND_HEADER "uri\tfile\toffset\tlength\tform"

/* A search through one text.  Hits are reported to the thread that runs it. */
struct scanner {
	struct everyuri_buf buf;
	struct everyuri_finder *finder;
	struct find *find;
	uint64_t offset; /* of the text's first byte in the file */
	bool aside;      /* what is found is kept in find->aside, and not written yet */
};

/* The file that is being cut into chunks. */
struct long_file {
	const char *name; /* NULL: none is */
	int file;
	uint64_t number; /* of such files so far */
	bool joined;     /* the last chunk did not end in white space */
	bool regular;
	uint64_t offset; /* bytes handed out */
	char *rest;      /* read already, and not yet handed out */
	size_t rest_len, rest_cap;
};

/* What the threads share. */
struct search {
	const struct settings *settings;
	struct everyuri_find_options options;
	char **operand;
	size_t n_operands;
	struct output_order order; /* to write */
	struct meter meter;        /* by turns */
	uint64_t told; /* by turns: the number of the long file that trouble was told of */
	pthread_mutex_t taking;
	/* Under `taking`: */
	size_t n_taken; /* operands */
	uint64_t n_turns, n_chunks;
	struct long_file file;
	bool stop; /* writing has failed */
	/* By the chunks' own turns: */
	struct output_order chain;
	struct scanner *carried; /* what goes on into the next chunk; NULL: nothing is open */
};

/* Hits that are kept until the previous chunk is done. */
struct aside {
	struct aside_hit *hit;
	size_t n, cap; /* cap: bytes */
	char *text;
	size_t len, text_cap;
	bool full; /* there was no memory */
};

/* One thread. */
struct find {
	struct search *search;
	struct answer *answer;
	struct answer its_own; /* what answer points to, but in the first */
	struct scanner *scanner;
	const char *file; /* as it is printed: "-" is standard input */
	char *piece;      /* PIECE_SIZE: a small file's, or a chunk */
	size_t piece_cap;
	struct aside aside;
	uint64_t n_found;
	pthread_t thread;
	bool started;
};

/* find.c: write one hit.  Returns: false when writing has failed. */
bool find_write(struct find *find, const struct everyuri_found *found);

/* find_threads.c: search all operands.  Returns: false without memory. */
bool search_operands(struct search *search, struct find *first);

/* Begin to search a text.  Returns: 0 or an errno. */
int scanner_begin(struct find *find, uint64_t offset);
void scanner_free(struct scanner *scanner);

/* So much more is searched; by turns. */
void search_meter(struct find *find, uint64_t found_before, uint64_t bytes);

/* Tell of a file that failed, when it is this thread's turn. */
void search_trouble(struct find *find, const char *name, int error);

/* find_chunks.c: a part of a long file. */
struct chunk {
	char *data; /* the thread's piece */
	size_t len;
	uint64_t offset, number;
	uint64_t file_number;
	bool joined; /* the one in front of it does not end in white space */
	bool last;   /* the file is over */
	int error;   /* with last: why */
};

/* Read the next one of search->file, under `taking`. */
void chunk_take(struct search *search, struct find *find, struct chunk *chunk);

/* No more of the file is wanted. */
void chunk_close(struct long_file *from);

/* Search it, and write what was found. */
void chunk_search(struct find *find, struct chunk *chunk);

#endif
