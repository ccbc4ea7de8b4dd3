/* find.h - shared by the files of everyuri find: one search in several threads.
 *
 * Each thread takes several small files at a time and reads them whole (find_threads.c).  A long
 * file is cut into chunks, which the threads take in turn (find_chunks.c).  Hits are written in the
 * order of the input. */
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
	uint64_t offset; /* offset in the file of the text's first byte */
	bool aside;      /* hits are kept in find->aside instead of being written */
};

/* The long file that is currently cut into chunks. */
struct long_file {
	const char *name; /* NULL: no file is open */
	int file;
	uint64_t number; /* counts the long files so far */
	bool joined;     /* the last chunk did not end in white space */
	bool regular;
	uint64_t offset; /* bytes handed out to threads */
	char *rest;      /* bytes already read, but not yet handed out */
	size_t rest_len, rest_cap;
};

/* State shared by the threads. */
struct search {
	const struct settings *settings;
	struct everyuri_find_options options;
	char **operand;
	size_t n_operands;
	struct output_order order; /* the order of output */
	struct meter meter;        /* changed only by the thread whose turn it is */
	uint64_t told; /* number of the last long file whose error was reported; like meter */
	pthread_mutex_t taking;
	/* Protected by `taking`: */
	size_t n_taken; /* operands handed out */
	uint64_t n_turns, n_chunks;
	struct long_file file;
	bool stop; /* writing has failed */
	/* Changed only in the order of the chunks: */
	struct output_order chain;
	struct scanner *carried; /* scanner of a text that continues in the next chunk; NULL: none */
};

/* Hits that are kept until the previous chunk has been searched. */
struct aside {
	struct aside_hit *hit;
	size_t n, cap; /* cap: bytes */
	char *text;
	size_t len, text_cap;
	bool full; /* memory ran out */
};

/* The state of one thread. */
struct find {
	struct search *search;
	struct answer *answer;
	struct answer its_own; /* the target of answer, except in the first thread */
	struct scanner *scanner;
	const char *file; /* as printed; "-" is standard input */
	char *piece;      /* PIECE_SIZE bytes: a small file, or a chunk */
	size_t piece_cap;
	struct aside aside;
	uint64_t n_found;
	pthread_t thread;
	bool started;
};

/* find.c: writes one hit.  Returns: false if writing has failed. */
bool find_write(struct find *find, const struct everyuri_found *found);

/* find_threads.c: searches all operands.  Returns: true if a URI was found. */
bool search_operands(struct search *search, struct find *first);

/* Starts the search of a text.  Returns: 0 or an errno. */
int scanner_begin(struct find *find, uint64_t offset);
void scanner_free(struct scanner *scanner);

/* Adds bytes and new hits to the progress meter.  Call it only at this thread's turn. */
void search_meter(struct find *find, uint64_t found_before, uint64_t bytes);

/* Waits for this thread's turn, then reports a file that failed. */
void search_trouble(struct find *find, const char *name, int error);

/* find_chunks.c: a part of a long file. */
struct chunk {
	char *data; /* the thread's piece buffer */
	size_t len;
	uint64_t offset, number;
	uint64_t file_number;
	bool joined; /* the previous chunk does not end in white space */
	bool last;   /* the end of the file */
	int error;   /* an errno, if last; or 0 */
};

/* Reads the next chunk of search->file.  The caller holds `taking`. */
void chunk_take(struct search *search, struct find *find, struct chunk *chunk);

/* Closes the file; no more chunks will be read. */
void chunk_close(struct long_file *from);

/* Searches a chunk and writes the hits. */
void chunk_search(struct find *find, struct chunk *chunk);

#endif
