/* mail.h - functions shared by the files that handle messages. */
#ifndef EU_STORE_MAIL_H
#define EU_STORE_MAIL_H

#include "store/open.h"

#define EU_MAIL_ID_MAX 998 /* longest id in bytes: a whole line by RFC 5322 2.1.1 */

/* A file that is read line by line, through one block. */
struct eu_lines {
	int fd;
	char *block;     /* block of EU_BLOCK bytes */
	size_t len, at;  /* number of bytes in the block, and of those already consumed */
	uint64_t offset; /* offset of block[0] in the file */
	uint64_t end;    /* the end of the range to read */
	bool within;     /* the previous line was split, and continues in the next one */
};

/* A line with its line break.  A line longer than the block is split. */
struct eu_line {
	const char *text;
	size_t len;
	uint64_t offset;
	bool begins; /* it is the start of a line, not the continuation of a split one */
};

/* A message and its position. */
struct eu_message {
	char id[EU_MAIL_ID_MAX];
	size_t id_len; /* 0 if the message has no id */
	uint64_t offset, length;
};

/* ---- scan.c ------------------------------------------------------------------------------------------- */

void eu_lines_begin(struct eu_lines *lines, int fd, char *block, uint64_t from, uint64_t end);
bool eu_lines_next(struct eu_lines *lines, struct eu_line *line);

/* Returns whether this line is empty except for its line break. */
bool eu_line_is_blank(const struct eu_line *line);

/* Reads the header of the message at `offset` until its id is found.  Does not set the message's
 * length. */
void eu_scan_header(int fd, char *block, uint64_t offset, uint64_t end, struct eu_message *message);

/* Reads the next message of an mbox.
 * *lines:   starts at the first byte of the file.
 * *in_mbox: false before the first call. */
bool eu_scan_mbox(struct eu_lines *lines, bool *in_mbox, struct eu_message *message);

/* ---- places.c: the messages of all places, one after another --------------------------------------------- */

/* Called for each message.  Returns: false to stop. */
typedef bool eu_message_fn(void *context, const struct eu_path *path, const struct eu_opened *file,
                           const struct eu_message *message);

/* Scans a place.  block: EU_BLOCK bytes.  Errors: MISSING, UNSAFE, FAILED, for the place itself.
 * Unreadable files in it are skipped. */
enum everyuri_status eu_scan_place(struct everyuri_text place, char *block, eu_message_fn *tell,
                                   void *context, struct everyuri_error *err);

/* ---- index.c --------------------------------------------------------------------------------------------- */

/* A new index, which is written to a temporary file. */
struct eu_index {
	int fd;                    /* -1 if no index is written, or if writing failed */
	struct eu_path path, name; /* path of the temporary file, and path of the final file */
	size_t len;
	char held[8192];
};

void eu_index_begin(struct eu_index *index, struct everyuri_text name);
void eu_index_add(struct eu_index *index, const struct eu_path *path, const struct eu_opened *file,
                  const struct eu_message *message);
void eu_index_end(struct eu_index *index);

/* Looks up an id in an index.  Returns: true, with *opened and *message set, if the message is in
 * one of these places and still where the index says. */
bool eu_index_find(struct everyuri_text name, struct everyuri_text id,
                   const struct everyuri_text *places, size_t n_places, char *block,
                   struct eu_opened *opened, struct eu_message *message);

/* ---- mime.c ---------------------------------------------------------------------------------------------- */

/* Passes on the part of a message that has this Content-ID.  Errors: those of eu_store_message. */
enum everyuri_status eu_tell_part(int fd, const struct eu_message *message,
                                  struct everyuri_text part,
                                  const struct everyuri_receiver *receiver,
                                  struct everyuri_error *err);

#endif
