/* get.h - shared by the files of `everyuri get` and `open`. */
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
	bool written; /* -o was written; append the next object */
};

/* ---- output_file.c: the destination -------------------------------------------------------------- */

/* A file, or standard output. */
struct target {
	struct answer *answer;
	const char *path; /* NULL: standard output */
	int file;         /* -1: not open */
	int error;        /* errno of a failed write */
	bool exclusive;   /* for -O: do not overwrite */
	bool append;      /* append to what this command wrote before */
	bool resumed;     /* for -c: the file exists */
	uint64_t from;    /* offset in the object of the first byte to fetch */
	struct everyuri_writer w;
	char name[256], block[65536];
};

/* Determines the name of the file.  Returns: false after an error was reported. */
bool target_begin(struct target *target, struct answer *answer, const struct get *get,
                  const struct everyuri_uri *uri);

/* Opens the file once there is output.  Returns: false after an error was reported. */
bool target_open(struct target *target);
struct everyuri_writer *target_writer(struct target *target);

/* Closes the file.  Returns: true if one was open. */
bool target_end(struct target *target);

/* ---- html_program.c: converts HTML to text with w3m or lynx -------------------------------------- */

struct page {
	int socket; /* standard input and output of the program; -1: not running */
	pid_t child;
	uint64_t fed, came; /* bytes sent and received */
	bool broken;
};

/* Returns true if the object is HTML. */
bool reader_is_one(const struct everyuri_object *object);

/* Starts the program.  Returns: false if none is installed. */
bool reader_begin(struct page *page, struct everyuri_text charset);

/* Sends HTML to the program and passes its text to to->bytes.  Returns: false to stop. */
bool reader_bytes(struct page *page, const char *data, size_t len,
                  const struct everyuri_receiver *to);

/* Passes on the remaining text and waits for the program.  Returns: true if it succeeded. */
bool reader_end(struct page *page, const struct everyuri_receiver *to);

/* ---- get_progress.c: a line on the terminal ----------------------------------------------------------- */

struct progress {
	bool wanted, visible;
	uint64_t bytes, total; /* total is EVERYURI_LENGTH_UNKNOWN if not known */
	uint64_t begun, last;  /* milliseconds */
};

void progress_begin(struct progress *progress, uint64_t total);
void progress_count(struct progress *progress, size_t bytes);

/* Erases the line. */
void progress_end(struct progress *progress);

/* ---- get.c -------------------------------------------------------------------------------------------- */

/* Writes the JSON answer for an item without an object.  fetched: NULL if no access was attempted. */
void put_failure(struct answer *answer, const struct item *item, const struct everyuri_error *error,
                 const struct everyuri_fetched *fetched);

/* ---- get_info.c: -i -------------------------------------------------------------------------------- */

void describe(struct telling *telling, const struct get *get, const struct everyuri_uri *uri);

/* ---- terminal_links.c ----------------------------------------------------------------------------------------- */

/* Returns true if the terminal is known to support links (OSC 8).  If not, print URIs instead. */
bool terminal_links(void);

/* ---- get_output.c: an object, rendered ------------------------------------------------------------------- */

struct showing {
	struct answer *answer;
	struct everyuri_render render;
	struct everyuri_receiver rendered;
	struct page page;
	struct progress progress;
	struct target *target;           /* NULL: standard output */
	enum everyuri_standard standard; /* standard of the object's URI */
	struct everyuri_buf uri, item;   /* the object's URI and an item's URI, without passwords */
	bool pages;                      /* convert HTML with a program */
	bool begun, failed;              /* begun: an object arrived; failed: an error was reported */
};

/* Prepares output.  render: complete except for the writer and the URI.  standard: that of the URI. */
void show_begin(struct showing *showing, struct answer *answer, struct target *target,
                const struct everyuri_render *render, enum everyuri_standard standard);
struct everyuri_receiver show_receiver(struct showing *showing);

/* Ends output.  Returns: true if the HTML program, if any, succeeded. */
bool show_end(struct showing *showing, bool good);

#endif
