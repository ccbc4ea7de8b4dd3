/* The index of messages: a text file with one line for each message that has an id.
 *
 *  id TAB offset TAB length TAB size TAB seconds TAB nanoseconds TAB path
 *
 * Size and time are those of the file when it was read.  The index is not trusted: it only
 * determines where to look first. */
#define _DEFAULT_SOURCE
#include "store/mail.h"

#include <fcntl.h>
#include <stdio.h> /* rename */
#include <unistd.h>

#define N_NUMBERS 5

static const char index_head[] = "everyuri index of messages 1\n";

/* ---- writing ------------------------------------------------------------------------------------------- */

static void index_give_up(struct eu_index *index)
{
	close(index->fd);
	unlink(index->path.text);
	index->fd = -1;
}

static void index_flush(struct eu_index *index)
{
	size_t at = 0;

	while (index->fd >= 0 && at < index->len) {
		ssize_t n = write(index->fd, index->held + at, index->len - at);

		if (n < 0)
			index_give_up(index);
		else
			at += (size_t)n;
	}
	index->len = 0;
}

static void index_put(struct eu_index *index, const char *data, size_t len)
{
	if (len > sizeof index->held - index->len)
		index_flush(index);
	memcpy(index->held + index->len, data, len); /* every field is shorter than the buffer */
	index->len += len;
}

/* Writes the digits of a number, and `behind` after them, at the end of out.  Returns: the
 * index of the first digit. */
static size_t index_digits(char out[24], uint64_t number, char behind)
{
	const size_t end = 23;

	out[end] = behind;
	return end - eu_decimal(out + end - EU_DECIMAL_MAX, number).len;
}

static void index_put_number(struct eu_index *index, uint64_t number)
{
	char out[24];
	size_t at = index_digits(out, number, '\t');

	index_put(index, out + at, sizeof out - at);
}

/* Returns whether the path is free, or is an index.  Any other file, for example a mailbox, was
 * named by mistake. */
static bool may_be_replaced(const struct eu_path *path)
{
	const struct everyuri_text no_root = { NULL, 0 };
	const size_t len = sizeof index_head - 1 - 2; /* length of the head without its version */
	struct eu_opened file;
	char head[sizeof index_head];
	enum everyuri_status status = eu_open(path, no_root, &file, NULL);
	bool ours;

	if (status)
		return status == EVERYURI_MISSING;
	ours = !file.directory &&
	       (!file.stat.st_size || (eu_pread(file.fd, head, len, 0) == (ssize_t)len &&
	                               !memcmp(head, index_head, len)));
	close(file.fd);
	return ours;
}

/* Begins a new index.  Until it is complete, its name contains the id of this process. */
void eu_index_begin(struct eu_index *index, struct everyuri_text name)
{
	char own[24];
	size_t at = index_digits(own, (uint64_t)getpid(), '~');

	index->fd = -1;
	index->len = 0;
	own[--at] = '.';
	if (!name.data || eu_path_set(&index->name, name, NULL) || !may_be_replaced(&index->name) ||
	    eu_path_set(&index->path, name, NULL) ||
	    eu_path_add(&index->path, own + at, sizeof own - at, NULL))
		return;
	index->fd =
		open(index->path.text, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	index_put(index, index_head, sizeof index_head - 1);
}

/* Returns whether the line can represent the message.  Other messages are omitted; a full scan
 * still finds them. */
static bool fits_line(const struct eu_path *path, const struct eu_message *message)
{
	for (size_t i = 0; i < message->id_len; i++)
		if ((unsigned char)message->id[i] <= ' ')
			return false;
	return message->id_len && !memchr(path->text, '\n', path->len);
}

void eu_index_add(struct eu_index *index, const struct eu_path *path, const struct eu_opened *file,
                  const struct eu_message *message)
{
	if (index->fd < 0 || !fits_line(path, message))
		return;
	index_put(index, message->id, message->id_len);
	index_put(index, "\t", 1);
	index_put_number(index, message->offset);
	index_put_number(index, message->length);
	index_put_number(index, (uint64_t)file->stat.st_size);
	index_put_number(index, (uint64_t)file->stat.st_mtim.tv_sec);
	index_put_number(index, (uint64_t)file->stat.st_mtim.tv_nsec);
	index_put(index, path->text, path->len);
	index_put(index, "\n", 1);
}

void eu_index_end(struct eu_index *index)
{
	index_flush(index);
	if (index->fd < 0)
		return;
	if (rename(index->path.text, index->name.text) != 0)
		unlink(index->path.text);
	close(index->fd);
	index->fd = -1;
}

/* ---- reading ------------------------------------------------------------------------------------------- */

/* Reads a number and its tab.  Returns: bytes read, or 0 if there is no number or it is too
 * large. */
static size_t index_number(const char *text, size_t len, uint64_t *number)
{
	size_t at = 0;

	*number = 0;
	for (; at < len && eu_is_digit((unsigned char)text[at]); at++) {
		unsigned digit = (unsigned)(text[at] - '0');

		if (*number > (UINT64_MAX - digit) / 10)
			return 0;
		*number = *number * 10 + digit;
	}
	return at && at < len && text[at] == '\t' ? at + 1 : 0;
}

/* Reads the five numbers and the path after the id.  len: at least 1.  Returns: false if the
 * line is malformed. */
static bool index_entry(const char *text, size_t len, uint64_t number[N_NUMBERS],
                        struct eu_path *path)
{
	if (text[len - 1] != '\n')
		return false;
	len--;
	for (int i = 0; i < N_NUMBERS; i++) {
		size_t n = index_number(text, len, &number[i]);

		if (!n)
			return false;
		text += n;
		len -= n;
	}
	return !eu_path_set(path, (struct everyuri_text){ text, len }, NULL);
}

/* Returns whether a path lies in a place that the user named.  Only these are read, even if the
 * index contains others. */
static bool lies_in(const struct eu_path *path, const struct everyuri_text *places, size_t n_places)
{
	for (size_t i = 0; i < n_places; i++) {
		struct everyuri_text place = places[i];

		while (place.len > 1 && place.data[place.len - 1] == '/')
			place.len--;
		if (path->len >= place.len && !memcmp(path->text, place.data, place.len) &&
		    (path->len == place.len || path->text[place.len] == '/'))
			return true;
	}
	return false;
}

/* Checks that the message is still where the index says.  If it is, *opened is the open file. */
static bool still_there(const struct eu_path *path, const uint64_t number[N_NUMBERS],
                        struct everyuri_text id, struct eu_opened *opened,
                        struct eu_message *message)
{
	const struct everyuri_text no_root = { NULL, 0 };
	struct everyuri_buf buf;
	bool same = false;

	if (eu_open(path, no_root, opened, NULL))
		return false;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!opened->directory && (uint64_t)opened->stat.st_size == number[2] &&
	    (uint64_t)opened->stat.st_mtim.tv_sec == number[3] &&
	    (uint64_t)opened->stat.st_mtim.tv_nsec == number[4] && number[0] <= number[2] &&
	    number[1] <= number[2] - number[0] && !eu_buf_reserve(&buf, EU_BLOCK, NULL)) {
		eu_scan_header(opened->fd, buf.data, number[0], number[0] + number[1], message);
		message->length = number[1];
		same = message->id_len == id.len && !memcmp(message->id, id.data, id.len);
	}
	everyuri_buf_free(&buf);
	if (!same)
		close(opened->fd);
	return same;
}

static bool find_line(struct eu_lines *lines, struct everyuri_text id,
                      const struct everyuri_text *places, size_t n_places, struct eu_opened *opened,
                      struct eu_message *message)
{
	struct eu_line line;

	if (!eu_lines_next(lines, &line) || line.len != sizeof index_head - 1 ||
	    memcmp(line.text, index_head, line.len) != 0)
		return false;
	while (eu_lines_next(lines, &line)) {
		uint64_t number[N_NUMBERS];
		struct eu_path path;
		size_t n = id.len + 1;

		if (line.begins && line.len > n && line.text[id.len] == '\t' &&
		    !memcmp(line.text, id.data, id.len) &&
		    index_entry(line.text + n, line.len - n, number, &path) &&
		    lies_in(&path, places, n_places) &&
		    still_there(&path, number, id, opened, message))
			return true;
	}
	return false;
}

bool eu_index_find(struct everyuri_text name, struct everyuri_text id,
                   const struct everyuri_text *places, size_t n_places, char *block,
                   struct eu_opened *opened, struct eu_message *message)
{
	const struct everyuri_text no_root = { NULL, 0 };
	struct eu_opened file;
	struct eu_path path;
	struct eu_lines lines;
	bool found = false;

	if (!name.data || eu_path_set(&path, name, NULL) || eu_open(&path, no_root, &file, NULL))
		return false;
	if (!file.directory) {
		eu_lines_begin(&lines, file.fd, block, 0, (uint64_t)file.stat.st_size);
		found = find_line(&lines, id, places, n_places, opened, message);
	}
	close(file.fd);
	return found;
}
