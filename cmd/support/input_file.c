/* input_file.c - cuts a regular file into blocks by offset.  Each thread reads its blocks itself.
 *
 * A block owns the lines that begin in its range of bytes.  The terminators around the range show
 * where the first of these lines begins and where the last one ends.  The neighbouring blocks
 * look at the same terminators.  So threads pass no data to each other, and never wait for
 * another thread's read. */
#include "input.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes after the block that the same call of read fetches, because the last line may end there. */
#define BEYOND ((size_t)4 << 10)

/* A file smaller than this is not read in parallel.  This also excludes files such as those in
 * /proc, whose size is 0. */
#define LEAST_SIZE ((off_t)(8 * BLOCK_SIZE))

void parts_begin(struct source *source)
{
	struct stat about;
	off_t at;

	if (source->settings->n_threads == 1 || fstat(STDIN_FILENO, &about) ||
	    !S_ISREG(about.st_mode))
		return;
	at = lseek(STDIN_FILENO, 0, SEEK_CUR);
	source->in_parts = at >= 0 && about.st_size - at >= LEAST_SIZE;
	source->begin = at;
}

void parts_end(const struct source *source)
{
	/* The file offset is set to where sequential reading would leave it. */
	if (source->in_parts)
		(void)lseek(STDIN_FILENO, 0, SEEK_END);
}

/* Reads until the block has `want` bytes.  Returns: false at the end of the file or after an
 * error. */
static bool read_to(struct part *part, struct block *block, size_t want)
{
	while (block->len < want) {
		ssize_t n = pread(STDIN_FILENO, block->data + block->len, want - block->len,
		                  part->from + (off_t)block->len);

		if (n < 0 && errno == EINTR)
			continue;
		part->error = n < 0 ? errno : 0;
		if (n <= 0)
			return false;
		block->len += (size_t)n;
	}
	return true;
}

static bool room_for(struct block *block, size_t need)
{
	void *data = block->data;
	bool there = array_room(&data, &block->cap, need);

	block->data = data;
	return there;
}

/* Finds the end of the block's last line at or after `from`, and sets block->len.  If that line
 * is longer than the limit, block->len is not its end.  Returns: false if the line needs more
 * than LARGE_BLOCK bytes and large_allowed is false; set large_allowed and call again. */
static bool find_end(const struct source *source, struct part *part, struct block *block,
                     size_t from, char end)
{
	size_t enough = source->settings->max_length + 2;

	for (;;) {
		char *found = block->len > from ?
		                      memchr(block->data + from, end, block->len - from) :
		                      NULL;

		if (found) {
			block->len = (size_t)(found + 1 - block->data);
			return true;
		}
		if (part->over || block->len >= part->last + enough)
			return true;
		size_t want = block->len + BLOCK_SIZE;

		if (want > LARGE_BLOCK && !part->large_allowed)
			return false;
		if (!room_for(block, want)) {
			part->error = ENOMEM;
			return true;
		}
		from = block->len > from ? block->len : from;
		part->over = !read_to(part, block, want);
	}
}

/* Returns the offset after the last terminator in data[0 .. len); 0 if there is none. */
static size_t behind_last(const char *data, size_t len, char end)
{
	while (len && data[len - 1] != end)
		len--;
	return len;
}

bool part_fill(const struct source *source, struct part *part, struct block *block)
{
	char end = source->settings->nul ? '\0' : '\n';
	/* The byte before the block shows whether a line begins at the first byte of the block. */
	size_t front = block->turn ? 1 : 0, size = BLOCK_SIZE + front;

	if (!part->begun) {
		part->begun = true;
		part->from = source->begin + (off_t)(block->turn * BLOCK_SIZE) - (off_t)front;
		block->len = block->next = 0;
		block->n_answered = 0;
		block->cut = false;
		if (!room_for(block, size + BEYOND)) {
			part->error = ENOMEM;
			return true;
		}
		part->over = !read_to(part, block, size + BEYOND);
		part->past = part->over && block->len <= front;
		char *found = front && block->len ? memchr(block->data, end, block->len) : NULL;

		block->next = found ? (size_t)(found + 1 - block->data) : 0;
		if (front && (!found || block->next == block->len)) {
			block->next = block->len = 0; /* no line begins in this block */
			return true;
		}
		size_t seen = block->len < size - 1 ? block->len : size - 1;

		part->last = behind_last(block->data, seen, end);
	}
	return find_end(source, part, block, size - 1, end);
}
