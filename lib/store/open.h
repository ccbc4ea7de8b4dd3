/* open.h - how the files of this room open what lies on the disk, and tell its bytes. */
#ifndef EU_STORE_OPEN_H
#define EU_STORE_OPEN_H

#include "store/store.h"

#include <limits.h>
#include <sys/stat.h>
#include <sys/types.h>

#define EU_BLOCK (64u << 10) /* bytes that are read at once */

/* A path that ends in NUL. */
struct eu_path {
	char text[PATH_MAX];
	size_t len;
};

/* What has been opened: a regular file or a directory, nothing else. */
struct eu_opened {
	int fd;
	bool directory;
	struct stat stat;
};

/* Begin with a text, then add others.  Errors: UNSAFE: a NUL in it; MISSING: too long. */
enum everyuri_status eu_path_set(struct eu_path *path, struct everyuri_text text,
                                 struct everyuri_error *err);
enum everyuri_status eu_path_add(struct eu_path *path, const char *name, size_t len,
                                 struct everyuri_error *err);

/* Open for reading.  Errors: as eu_store_read. */
enum everyuri_status eu_open(const struct eu_path *path, struct everyuri_text root,
                             struct eu_opened *opened, struct everyuri_error *err);

/* What a path leads to, without opening it; any kind.  Errors: as eu_open. */
enum everyuri_status eu_look(const struct eu_path *path, struct everyuri_text root,
                             struct stat *stat, struct everyuri_error *err);

/* errno as a status. */
enum everyuri_status eu_fail_errno(struct everyuri_error *err, int number);

/* pread, again when a signal comes between.  Returns: as it does. */
ssize_t eu_pread(int fd, char *data, size_t len, uint64_t at);

/* Tell object, a document of that length (or unknown), from the bytes at `from`.  The first block is
 * read before anything is told. */
enum everyuri_status eu_tell_file(int fd, uint64_t from, struct everyuri_object *object,
                                  const struct everyuri_receiver *receiver,
                                  struct everyuri_error *err);

/* The receiver asked to stop. */
enum everyuri_status eu_stopped(struct everyuri_error *err);

/* directory.c: tell the directory that is open as a menu; closes it. */
enum everyuri_status eu_tell_directory(int fd, const struct eu_path *path,
                                       struct everyuri_text root,
                                       const struct everyuri_receiver *receiver,
                                       struct everyuri_error *err);

#endif
