/* mail.h - what the files about messages share. */
#ifndef EU_STORE_MAIL_H
#define EU_STORE_MAIL_H

#include "store/open.h"

#define EU_MAIL_ID_MAX 998 /* bytes: RFC 5322 2.1.1, a whole line */

/* A file read line by line, in one block. */
struct eu_lines {
	int fd;
	char *block;     /* EU_BLOCK */
	size_t len, at;  /* bytes in it; of them taken */
	uint64_t offset; /* of block[0] in the file */
	uint64_t end;    /* of what is read */
	bool within;     /* the line before was cut: the next one is its rest */
};

/* A line with its line end; one that is longer than the block comes in several. */
struct eu_line {
	const char *text;
	size_t len;
	uint64_t offset;
	bool begins; /* it is no rest of a longer one */
};

/* A message, and where it lies. */
struct eu_message {
	char id[EU_MAIL_ID_MAX];
	size_t id_len; /* 0: it has none */
	uint64_t offset, length;
};

/* ---- scan.c ------------------------------------------------------------------------------------------- */

void eu_lines_begin(struct eu_lines *lines, int fd, char *block, uint64_t from, uint64_t end);
bool eu_lines_next(struct eu_lines *lines, struct eu_line *line);

/* Is this line empty but for its line end? */
bool eu_line_is_blank(const struct eu_line *line);

/* Read the headers of the message at offset, as far as its id.  length is left alone. */
void eu_scan_header(int fd, char *block, uint64_t offset, uint64_t end, struct eu_message *message);

/* The next message of an mbox.  *lines: begun at its first byte.  *from_line: false to begin with. */
bool eu_scan_mbox(struct eu_lines *lines, bool *in_mbox, struct eu_message *message);

/* ---- places.c: the messages of all places, one after another --------------------------------------------- */

/* Told of each message.  Returns: false to stop. */
typedef bool eu_message_fn(void *context, const struct eu_path *path, const struct eu_opened *file,
                           const struct eu_message *message);

/* Go through a place.  block: EU_BLOCK bytes.  Errors: MISSING, UNSAFE, FAILED: of the place itself;
 * what cannot be read in it is passed over. */
enum everyuri_status eu_scan_place(struct everyuri_text place, char *block, eu_message_fn *tell,
                                   void *context, struct everyuri_error *err);

/* ---- index.c --------------------------------------------------------------------------------------------- */

/* A new index, written beside the old one. */
struct eu_index {
	int fd;                    /* -1: there is none, or it has failed */
	struct eu_path path, name; /* while it is written; when it is whole */
	size_t len;
	char held[8192];
};

void eu_index_begin(struct eu_index *index, struct everyuri_text name);
void eu_index_add(struct eu_index *index, const struct eu_path *path, const struct eu_opened *file,
                  const struct eu_message *message);
void eu_index_end(struct eu_index *index);

/* Look an id up in an index.  Returns: it is there, at a place of these, and what it says still
 * holds: *opened and *message are set. */
bool eu_index_find(struct everyuri_text name, struct everyuri_text id,
                   const struct everyuri_text *places, size_t n_places, char *block,
                   struct eu_opened *opened, struct eu_message *message);

/* ---- mime.c ---------------------------------------------------------------------------------------------- */

/* Tell the part of that Content-ID of the message that lies there.  Errors: as eu_store_message. */
enum everyuri_status eu_tell_part(int fd, const struct eu_message *message,
                                  struct everyuri_text part,
                                  const struct everyuri_receiver *receiver,
                                  struct everyuri_error *err);

#endif
