/* output_file.c - the output file for -o and -O. */
#include "get.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ESCAPED_CELLS 4 /* minimum cells of an escaped byte (everyuri_cell_next) */

static bool to_file(void *context, const char *data, size_t len)
{
	struct target *target = context;

	while (len) {
		ssize_t n = write(target->file, data, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			target->error = errno;
			return false;
		}
		data += n;
		len -= (size_t)n;
	}
	return true;
}

/* THREATS C4: accepts only the name of a file in the current directory.  The name must not be
 * hidden or look like an option, and all its characters must be printable. */
static bool is_name(const char *data, size_t len)
{
	if (!len || len > 255 || data[0] == '.' || data[0] == '-' || memchr(data, '/', len))
		return false;
	for (size_t at = 0; at < len;)
		if (everyuri_cell_next(data, len, &at) >= ESCAPED_CELLS)
			return false;
	return true;
}

/* Sets `name` to the last segment of the path, decoded.  Returns: false if it cannot be used as
 * a name. */
static bool name_of(const struct everyuri_uri *uri, char name[256])
{
	struct everyuri_buf buf;
	struct everyuri_text path = everyuri_view(uri, EVERYURI_PATH);
	size_t at;
	bool good;

	for (at = path.len; at > 0 && path.data[at - 1] != '/';)
		at--;
	for (size_t i = at; i < path.len; i++)
		if (path.data[i] == ';')
			path.len = i;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	good = at > 0 && !everyuri_decode(path.data + at, path.len - at, 0, &buf, NULL) &&
	       is_name(buf.data, buf.len);
	if (good) {
		memcpy(name, buf.data, buf.len);
		name[buf.len] = '\0';
	}
	everyuri_buf_free(&buf);
	return good;
}

bool target_begin(struct target *target, struct answer *answer, const struct get *get,
                  const struct everyuri_uri *uri)
{
	struct stat about;

	target->answer = answer;
	target->file = -1;
	target->error = 0;
	target->path = get->file && strcmp(get->file, "-") != 0 ? get->file : NULL;
	target->exclusive = get->remote_name;
	target->append = get->written;
	target->from = get->accessing.fetch.from;
	if (get->remote_name) {
		if (!name_of(uri, target->name)) {
			answer_status(
				answer,
				usage_error(answer->settings,
			                    "-O: the URI has no usable file name; use -o FILE"));
			return false;
		}
		target->path = target->name;
	}
	target->resumed = get->resume && target->path && !target->append &&
	                  !lstat(target->path, &about) && S_ISREG(about.st_mode);
	if (target->resumed)
		target->from = (uint64_t)about.st_size;
	return true;
}

bool target_open(struct target *target)
{
	int flags = O_WRONLY | O_CREAT | O_CLOEXEC;

	if (!target->path || target->file >= 0)
		return true;
	/* THREATS C4: with -O, opens only a new file, or the regular file that was found before.
	 * Never waits for a FIFO. */
	if (target->exclusive)
		flags |= O_NOFOLLOW | O_NONBLOCK | (target->resumed ? 0 : O_EXCL);
	if (target->append || target->resumed || target->from)
		flags |= O_APPEND;
	else
		flags |= O_TRUNC;
	target->file = open(target->path, flags, 0666);
	if (target->file < 0) {
		answer_status(target->answer,
		              trouble(target->answer->settings, target->path, errno));
		return false;
	}
	everyuri_writer_init(&target->w, target->block, sizeof target->block, to_file, target);
	return true;
}

struct everyuri_writer *target_writer(struct target *target)
{
	return target->file < 0 ? &target->answer->out : &target->w;
}

bool target_end(struct target *target)
{
	if (target->file < 0)
		return false;
	everyuri_writer_flush(&target->w);
	if (close(target->file) && !target->error)
		target->error = errno;
	if (target->error)
		answer_status(target->answer,
		              trouble(target->answer->settings, target->path, target->error));
	return true;
}
