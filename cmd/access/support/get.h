/* get.h - what the files of `everyuri get` and `open` share. */
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
	bool written; /* to -o: what comes next is appended */
};

/* ---- output_file.c: where it goes -------------------------------------------------------------------- */

/* A file, or standard output. */
struct target {
	struct answer *answer;
	const char *path; /* NULL: standard output */
	int file;         /* -1: not open */
	int error;        /* errno of a failed write */
	bool exclusive;   /* -O: nothing is written over */
	bool append;      /* behind what was written by this command */
	bool resumed;     /* -c: there is such a file */
	uint64_t from;    /* of the object, the byte that comes first */
	struct everyuri_writer w;
	char name[256], block[65536];
};

/* Its name, if it has one.  Returns: false after a complaint. */
bool target_begin(struct target *target, struct answer *answer, const struct get *get,
                  const struct everyuri_uri *uri);

/* Now that there is something to write; false after a complaint. */
bool target_open(struct target *target);
struct everyuri_writer *target_writer(struct target *target);

/* Returns: was there a file? */
bool target_end(struct target *target);

/* ---- html_program.c: HTML becomes text, by w3m or lynx --------------------------------------------------- */

struct page {
	int socket; /* its standard input and output; -1: it does not run */
	pid_t child;
	uint64_t fed, came; /* bytes */
	bool broken;
};

/* Is this what such a program is for? */
bool reader_is_one(const struct everyuri_object *object);

/* Start it.  Returns: false if none is installed. */
bool reader_begin(struct page *page, struct everyuri_text charset);

/* Its text is told to->bytes.  Returns: false to stop. */
bool reader_bytes(struct page *page, const char *data, size_t len,
                  const struct everyuri_receiver *to);

/* The rest.  Returns: did it all go well? */
bool reader_end(struct page *page, const struct everyuri_receiver *to);

/* ---- get_progress.c: a line on the terminal ----------------------------------------------------------- */

struct progress {
	bool wanted, visible;
	uint64_t bytes, total; /* total: or EVERYURI_LENGTH_UNKNOWN */
	uint64_t begun, last;  /* milliseconds */
};

void progress_begin(struct progress *progress, uint64_t total);
void progress_count(struct progress *progress, size_t bytes);

/* The line goes away. */
void progress_end(struct progress *progress);

/* ---- get.c -------------------------------------------------------------------------------------------- */

/* The answer to an item without an object, in JSON; fetched: NULL: nothing was begun. */
void put_failure(struct answer *answer, const struct item *item, const struct everyuri_error *error,
                 const struct everyuri_fetched *fetched);

/* ---- get_info.c: -i -------------------------------------------------------------------------------- */

void describe(struct telling *telling, const struct get *get, const struct everyuri_uri *uri);

/* ---- terminal_links.c ----------------------------------------------------------------------------------------- */

/* Can the terminal follow links (OSC 8)?  If it is not known to, URIs are to be shown. */
bool terminal_links(void);

/* ---- get_output.c: an object, rendered ------------------------------------------------------------------- */

struct showing {
	struct answer *answer;
	struct everyuri_render render;
	struct everyuri_receiver rendered;
	struct page page;
	struct progress progress;
	struct target *target;           /* NULL: standard output */
	enum everyuri_standard standard; /* of its URI */
	struct everyuri_buf uri, item;   /* that, and an item's, without a password */
	bool pages;                      /* HTML goes through a program */
	bool begun, failed;              /* there was an object; it was complained of */
};

/* render: filled in but for its writer and URI.  standard: of the URI. */
void show_begin(struct showing *showing, struct answer *answer, struct target *target,
                const struct everyuri_render *render, enum everyuri_standard standard);
struct everyuri_receiver show_receiver(struct showing *showing);

/* The end.  Returns: did all of it get through? */
bool show_end(struct showing *showing, bool good);

#endif
