/* Reads local files as documents and directories as menus. */
#define _DEFAULT_SOURCE
#include "store/open.h"

#include <errno.h>
#include <unistd.h>

ssize_t eu_pread(int fd, char *data, size_t len, uint64_t at)
{
	ssize_t n;

	do
		n = pread(fd, data, len, (off_t)at);
	while (n < 0 && errno == EINTR);
	return n;
}

/* ---- the content of a file ---------------------------------------------------------------------------- */

/* Passes on a file.  The first n bytes are already in `data`, which also serves as the buffer for
 * the rest. */
static enum everyuri_status tell_blocks(int fd, uint64_t at, uint64_t left, char *data, ssize_t n,
                                        const struct everyuri_receiver *receiver,
                                        struct everyuri_error *err)
{
	while (n > 0 && left) {
		size_t take = (uint64_t)n < left ? (size_t)n : (size_t)left;

		if (!receiver->bytes(receiver->context, data, take))
			return eu_stopped(err);
		at += take;
		if (left != EVERYURI_LENGTH_UNKNOWN)
			left -= take;
		if (left)
			n = eu_pread(fd, data, EU_BLOCK, at);
	}
	if (n < 0)
		return eu_fail(err, EVERYURI_PARTIAL, 0, "THREATS C10",
		               "cannot read the rest of the file");
	if (left && left != EVERYURI_LENGTH_UNKNOWN)
		return eu_fail(err, EVERYURI_PARTIAL, 0, "THREATS C10",
		               "the file was truncated while it was read");
	return EVERYURI_OK;
}

enum everyuri_status eu_tell_file(int fd, uint64_t from, struct everyuri_object *object,
                                  const struct everyuri_receiver *receiver,
                                  struct everyuri_error *err)
{
	struct everyuri_buf buf;
	enum everyuri_status status;
	ssize_t n;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	status = eu_buf_reserve(&buf, EU_BLOCK, err);
	if (status)
		return status;
	n = eu_pread(fd, buf.data, EU_BLOCK, from);
	if (n < 0)
		status = eu_fail_errno(err, errno);
	else if (!receiver->begin(receiver->context, object))
		status = eu_stopped(err);
	else
		status = tell_blocks(fd, from, object->length, buf.data, n, receiver, err);
	everyuri_buf_free(&buf);
	return status;
}

/* Returns the length from `from` on.  The length is unknown if the file reports length 0 but has
 * content.  Files in /proc are like this, because their content is made when it is read. */
static uint64_t length_of(int fd, const struct stat *stat, uint64_t from)
{
	char byte;

	if (!stat->st_size && eu_pread(fd, &byte, 1, 0) > 0)
		return EVERYURI_LENGTH_UNKNOWN;
	return (uint64_t)stat->st_size - from;
}

static enum everyuri_status tell_opened(const struct eu_opened *opened, const struct eu_path *path,
                                        uint64_t from, const struct everyuri_receiver *receiver,
                                        struct everyuri_error *err)
{
	const struct everyuri_text name = { path->text, path->len };
	struct everyuri_object object = { .kind = EVERYURI_DOCUMENT };

	if (from && from > (uint64_t)opened->stat.st_size)
		return eu_fail(err, EVERYURI_OUT_OF_RANGE, 0, "",
		               "the file ends before the byte to resume at");
	object.media_type = eu_store_media_type(name);
	object.length = length_of(opened->fd, &opened->stat, from);
	return eu_tell_file(opened->fd, from, &object, receiver, err);
}

/* ---- any path ----------------------------------------------------------------------------------------- */

static enum everyuri_status tell_path(const struct eu_path *path, struct everyuri_text root,
                                      uint64_t from, const struct everyuri_receiver *receiver,
                                      struct everyuri_error *err)
{
	struct eu_opened opened;
	enum everyuri_status status = eu_open(path, root, &opened, err);

	if (status)
		return status;
	if (opened.directory && from) {
		close(opened.fd);
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "",
		               "a directory listing cannot be resumed");
	}
	if (opened.directory)
		return eu_tell_directory(opened.fd, path, root, receiver, err);
	status = tell_opened(&opened, path, from, receiver, err);
	close(opened.fd);
	return status;
}

enum everyuri_status eu_store_read(struct everyuri_text path, struct everyuri_text root,
                                   uint64_t from, const struct everyuri_receiver *receiver,
                                   struct everyuri_error *err)
{
	struct eu_path name;
	enum everyuri_status status = eu_path_set(&name, path, err);

	return status ? status : tell_path(&name, root, from, receiver, err);
}

enum everyuri_status eu_store_list(struct everyuri_text path, struct everyuri_text root,
                                   const struct everyuri_receiver *receiver,
                                   struct everyuri_error *err)
{
	while (path.len > 1 && path.data[path.len - 1] == '/')
		path.len--;
	return eu_store_read(path, root, 0, receiver, err);
}
