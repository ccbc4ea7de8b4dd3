/* open.h - opens files on disk, and passes on their content. */
#ifndef EU_STORE_OPEN_H
#define EU_STORE_OPEN_H

#include "store/store.h"

#include <limits.h>
#include <sys/stat.h>
#include <sys/types.h>

#define EU_BLOCK (64u << 10) /* number of bytes to read at once */

/* A NUL-terminated path. */
struct eu_path {
	char text[PATH_MAX];
	size_t len;
};

/* An open regular file or directory. */
struct eu_opened {
	int fd;
	bool directory;
	struct stat stat;
};

/* Set a path, or append to it.  Errors: UNSAFE if the text contains a NUL; MISSING if the path
 * would be too long. */
enum everyuri_status eu_path_set(struct eu_path *path, struct everyuri_text text,
                                 struct everyuri_error *err);
enum everyuri_status eu_path_add(struct eu_path *path, const char *name, size_t len,
                                 struct everyuri_error *err);

/* Opens a file or directory for reading.  Errors: those of eu_store_read. */
enum everyuri_status eu_open(const struct eu_path *path, struct everyuri_text root,
                             struct eu_opened *opened, struct everyuri_error *err);

/* Gets the stat of a path, whatever its type, without opening it for reading.  Errors: those of
 * eu_open. */
enum everyuri_status eu_look(const struct eu_path *path, struct everyuri_text root,
                             struct stat *stat, struct everyuri_error *err);

/* Converts errno to a status. */
enum everyuri_status eu_fail_errno(struct everyuri_error *err, int number);

/* Calls pread, and retries after EINTR.  Returns: the result of pread. */
ssize_t eu_pread(int fd, char *data, size_t len, uint64_t at);

/* Passes on a file from byte `from` on. `object` describes it: a document, with its length if that
 * is known.  Reads the first block before it calls the receiver. */
enum everyuri_status eu_tell_file(int fd, uint64_t from, struct everyuri_object *object,
                                  const struct everyuri_receiver *receiver,
                                  struct everyuri_error *err);

/* Returns the error for a receiver that stopped. */
enum everyuri_status eu_stopped(struct everyuri_error *err);

/* directory.c: passes on an open directory as a menu, and closes fd. */
enum everyuri_status eu_tell_directory(int fd, const struct eu_path *path,
                                       struct everyuri_text root,
                                       const struct everyuri_receiver *receiver,
                                       struct everyuri_error *err);

#endif
