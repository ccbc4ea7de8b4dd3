/* get.h - declarations that the files of `everyuri get` and `everyuri open` share. */
#ifndef CMD_ACCESS_GET_H
#define CMD_ACCESS_GET_H

#include "access.h"

#include <sys/types.h>
#include <time.h>

struct get {
	struct accessing accessing;
	const char *file; /* -o */
	enum everyuri_render_as as;
	bool format_given, raw, remote_name, describe, resume, silent;
	bool written; /* the file of -o has been written, so the next object is appended */
};

/* ---- output_file.c: the destination -------------------------------------------------------------- */

/* A file, or standard output. */
struct target {
	struct answer *answer;
	const char *path; /* NULL for standard output */
	int file;         /* descriptor of the file; -1 if it is not open */
	int error;        /* errno of the first failed write */
	bool exclusive;   /* for -O: refuse to overwrite a file */
	bool append;      /* append to the data that this command has already written */
	bool resumed;     /* for -c: the file already exists */
	uint64_t from;    /* offset in the object of the first byte to fetch */
	struct everyuri_writer w;
	char name[256], block[65536];
};

/* Determines the name of the file.  Returns: false if there is none; the error
 * has been reported. */
bool target_begin(struct target *target, struct answer *answer, const struct get *get,
                  const struct everyuri_uri *uri);

/* Opens the file.  Called when the first output arrives.  Returns: false on
 * failure; the error has been reported. */
bool target_open(struct target *target);
struct everyuri_writer *target_writer(struct target *target);

/* Closes the file.  Returns: true if one was open. */
bool target_end(struct target *target);

/* ---- html_program.c: converts HTML to text with w3m or lynx -------------------------------------- */

struct page {
	int socket; /* socket to the standard input and output of the program; -1 if it is not
	             * running */
	pid_t child;
	uint64_t fed, came; /* number of bytes sent to the program and received from it */
	bool broken;
};

/* Returns true if the object is HTML. */
bool reader_is_one(const struct everyuri_object *object);

/* Starts the program.  Returns: false if no program is installed. */
bool reader_begin(struct page *page, struct everyuri_text charset);

/* Sends HTML to the program, and passes the resulting text to to->bytes.
 * Returns: false to stop. */
bool reader_bytes(struct page *page, const char *data, size_t len,
                  const struct everyuri_receiver *to);

/* Passes on the remaining text, and waits for the program to exit.  Returns:
 * true if it succeeded. */
bool reader_end(struct page *page, const struct everyuri_receiver *to);

/* ---- get_progress.c: a line on the terminal ----------------------------------------------------------- */

struct progress {
	bool wanted, visible;
	uint64_t bytes, total; /* total is EVERYURI_LENGTH_UNKNOWN if the length is unknown */
	uint64_t begun, last;  /* times in milliseconds */
};

void progress_begin(struct progress *progress, uint64_t total);
void progress_count(struct progress *progress, size_t bytes);

/* Erases the progress line. */
void progress_end(struct progress *progress);

/* ---- get.c -------------------------------------------------------------------------------------------- */

/* Writes the JSON answer for an item that has no object.  fetched: NULL if no
 * access was attempted. */
void put_failure(struct answer *answer, const struct item *item, const struct everyuri_error *error,
                 const struct everyuri_fetched *fetched);

/* ---- get_info.c: -i -------------------------------------------------------------------------------- */

void describe(struct telling *telling, const struct get *get, const struct everyuri_uri *uri);

/* ---- terminal_links.c ----------------------------------------------------------------------------------------- */

/* Returns true if the terminal is known to support links (OSC 8).  Otherwise,
 * URIs are printed instead. */
bool terminal_links(void);

/* ---- get_output.c: an object, rendered ------------------------------------------------------------------- */

struct showing {
	struct answer *answer;
	struct everyuri_render render;
	struct everyuri_receiver rendered;
	struct page page;
	struct progress progress;
	struct target *target;           /* NULL for standard output */
	enum everyuri_standard standard; /* the standard by which the object's URI was parsed */
	struct everyuri_buf uri, item;   /* URIs without passwords: the object's, and that of one of
	                                  * its items */
	bool pages;                      /* HTML is converted to text with a program */
	bool begun, failed; /* begun: an object arrived; failed: an error was reported */
};

/* Prepares the output.  render: complete except for its writer and URI.
 * standard: the standard by which the URI was parsed. */
void show_begin(struct showing *showing, struct answer *answer, struct target *target,
                const struct everyuri_render *render, enum everyuri_standard standard);
struct everyuri_receiver show_receiver(struct showing *showing);

/* Ends the output.  Returns: true unless the HTML program failed. */
bool show_end(struct showing *showing, bool good);

#endif
