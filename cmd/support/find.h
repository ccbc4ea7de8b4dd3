/* find.h - declarations for the files of everyuri find, which run one search in several threads.
 *
 * A thread takes several small files at a time, and reads each as a whole (find_threads.c).  A long
 * file is cut into chunks, which the threads take one after another (find_chunks.c).  The URIs
 * found (hits) are written in the order of the input. */
#ifndef CMD_FIND_H
#define CMD_FIND_H

#include "cmd.h"
#include "progress.h"
#include "output_order.h"

#define FIND_HEADER "uri\tfile\toffset\tlength\tform"

/* The state of searching one text.  Hits are reported to the thread that runs the search. */
struct scanner {
	struct everyuri_buf buf;
	struct everyuri_finder *finder;
	struct find *find;
	uint64_t offset; /* offset in the file of the first byte of the text */
	bool aside;      /* hits are stored in find->aside, and not written yet */
};

/* The long file that is being cut into chunks. */
struct long_file {
	const char *name; /* NULL if no file is open */
	int file;
	uint64_t number; /* number of this file among the long files */
	bool joined;     /* the last chunk did not end in white space, so its text may continue */
	bool regular;
	uint64_t offset; /* number of bytes passed to threads so far */
	char *rest;      /* bytes that were read but not passed to a thread yet */
	size_t rest_len, rest_cap;
};

/* The state that all threads share. */
struct search {
	const struct settings *settings;
	struct everyuri_find_options options;
	bool listed_only; /* --scheme: no others, even in brackets */
	char **operand;
	size_t n_operands;
	struct output_order order; /* order in which the threads write their output */
	struct meter meter;        /* only the thread whose turn it is changes this member */
	uint64_t told; /* number of the last long file whose error was reported; changed like
	                * `meter` */
	pthread_mutex_t taking;
	/* `taking` protects these members: */
	size_t n_taken; /* number of operands passed to threads */
	uint64_t n_turns, n_chunks;
	struct long_file file;
	bool stop; /* writing has failed */
	/* These members change only in the order of the chunks: */
	struct output_order chain;
	struct scanner *carried; /* scanner of a text that continues in the next chunk; NULL if
	                          * there is none */
};

/* Hits that are stored until the previous chunk has been searched. */
struct aside {
	struct aside_hit *hit;
	size_t n, cap; /* cap is in bytes */
	char *text;
	size_t len, text_cap;
	bool full; /* memory ran out */
};

/* The state of one thread. */
struct find {
	struct search *search;
	struct answer *answer;
	struct answer its_own; /* memory for `answer`; the first thread uses another one */
	struct scanner *scanner;
	const char *file; /* name of the file as printed; "-" is standard input */
	char *piece;      /* PIECE_SIZE bytes, for a small file or a chunk */
	size_t piece_cap;
	struct aside aside;
	uint64_t n_found;
	pthread_t thread;
	bool started;
};

/* Writes one hit.  Returns: false if writing has failed.  In find.c. */
bool find_write(struct find *find, const struct everyuri_found *found);

/* Searches all operands.  Returns: true if a URI was found.  In find_threads.c. */
bool search_operands(struct search *search, struct find *first);

/* Starts the search of a text.  offset: of the text in its file.  Returns: 0 or an errno. */
int scanner_begin(struct find *find, uint64_t offset);
void scanner_free(struct scanner *scanner);

/* Adds bytes and new hits to the progress meter.  Call it only when it is this thread's turn. */
void search_meter(struct find *find, uint64_t found_before, uint64_t bytes);

/* Waits for this thread's turn, then reports a file that failed. */
void search_trouble(struct find *find, const char *name, int error);

/* A part of a long file.  The functions for it are in find_chunks.c. */
struct chunk {
	char *data; /* the `piece` buffer of the thread */
	size_t len;
	uint64_t offset, number;
	uint64_t file_number;
	bool joined; /* the previous chunk did not end in white space */
	bool last;   /* this chunk ends at the end of the file */
	int error;   /* if last: the errno of a failed read; otherwise 0 */
};

/* Reads the next chunk of search->file.  The caller holds `taking`. */
void chunk_take(struct search *search, struct find *find, struct chunk *chunk);

/* Closes the file, so that no more chunks are read. */
void chunk_close(struct long_file *from);

/* Searches a chunk and writes the hits. */
void chunk_search(struct find *find, struct chunk *chunk);

#endif
