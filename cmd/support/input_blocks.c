/* input_blocks.c - cuts standard input into blocks of whole items, and blocks into items.
 *
 * A block is the result of one read, up to its last terminator.  The bytes after that terminator
 * stay in source->rest.  So an answer is written as soon as its line arrives, and memory is
 * limited by the longest item that is allowed. */
#include "input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char terminator(const struct settings *settings)
{
	return settings->nul ? '\0' : '\n';
}

/* Returns the end of the last whole item in data[from .. len).  Returns 0 if no item ends there. */
static size_t last_end(const char *data, size_t from, size_t len, char end)
{
	while (len > from)
		if (data[--len] == end)
			return len + 1;
	return 0;
}

/* Number of byte counters in count_ends.  The compiler keeps this number of counters in one vector
 * register; it would keep more of them in memory. */
#define N_LANES 16

/* Counts the terminators in len bytes.  len must be a multiple of N_LANES, and at most 255 *
 * N_LANES, so that no counter overflows. */
static size_t count_ends(const char *data, size_t len, char end)
{
	uint8_t lane[N_LANES] = { 0 };
	size_t n = 0;

	for (size_t at = 0; at < len; at += N_LANES)
		for (size_t i = 0; i < N_LANES; i++)
			lane[i] = (uint8_t)(lane[i] + (data[at + i] == end));
	for (size_t i = 0; i < N_LANES; i++)
		n += lane[i];
	return n;
}

size_t block_items(const struct settings *settings, const struct block *block)
{
	char end = terminator(settings);
	const char *data = block->data + block->next;
	const size_t most = (size_t)255 * N_LANES, len = block->len - block->next;
	size_t n = len && data[len - 1] != end, at = 0;

	if (block->cut)
		return 1;

	while (len - at >= N_LANES) {
		size_t some = len - at < most ? (len - at) / N_LANES * N_LANES : most;

		n += count_ends(data + at, some, end);
		at += some;
	}
	for (; at < len; at++)
		n += data[at] == end;
	return n;
}

static bool reserve(char **data, size_t *cap, size_t need)
{
	void *room = *data;
	bool there = array_room(&room, cap, need);

	*data = room;
	return there;
}

/* Calls read once.  Returns: the number of bytes; 0 at the end or after an error. */
static size_t read_some(struct source *source, char *data, size_t cap)
{
	ssize_t n;

	do
		n = read(STDIN_FILENO, data, cap);
	while (n < 0 && errno == EINTR);
	if (n > 0)
		return (size_t)n;
	source->over = true;
	if (n < 0)
		source->error = errno;
	return 0;
}

/* Keeps the bytes after the last whole item for the next block. */
static bool keep_rest(struct source *source, const char *data, size_t len)
{
	if (!reserve(&source->rest, &source->rest_cap, len)) {
		source->over = true;
		source->error = ENOMEM;
		return false;
	}
	if (len)
		memcpy(source->rest, data, len);
	source->rest_len = len;
	return true;
}

/* Handles an item that is too long.  Keeps its first CUT_LENGTH bytes and skips the rest, without
 * allocating more memory. */
static bool skip_item(struct source *source, struct block *block, char end)
{
	block->cut = true;
	block->len = CUT_LENGTH;
	while (!source->over) {
		char *data = block->data + CUT_LENGTH;
		size_t n = read_some(source, data, block->cap - CUT_LENGTH);
		char *found = n ? memchr(data, end, n) : NULL;

		if (found)
			return keep_rest(source, found + 1, n - (size_t)(found + 1 - data));
	}
	return true;
}

/* Reads until the block contains a whole item. */
static bool fill(struct source *source, struct block *block, char end)
{
	/* The limit does not count the terminator and a CR before it. */
	size_t enough = source->settings->max_length + 2;
	size_t whole = last_end(block->data, 0, block->len, end);

	while (!whole && !source->over) {
		if (block->len >= enough && block->len >= CUT_LENGTH)
			return skip_item(source, block, end);
		if (block->len == block->cap &&
		    !reserve(&block->data, &block->cap, block->cap + 1)) {
			source->error = ENOMEM;
			return false;
		}
		size_t n = read_some(source, block->data + block->len, block->cap - block->len);

		whole = last_end(block->data, block->len, block->len + n, end);
		block->len += n;
	}
	if (source->error)
		return false;
	if (!whole)
		return block->len > 0;
	size_t rest = block->len - whole;

	block->len = whole;
	return keep_rest(source, block->data + whole, rest);
}

bool source_next(struct source *source, struct block *block)
{
	char end = terminator(source->settings);

	if (source->error || (source->over && !source->rest_len))
		return false;
	if (!reserve(&block->data, &block->cap, BLOCK_SIZE) ||
	    !reserve(&block->data, &block->cap, source->rest_len)) {
		source->error = ENOMEM;
		return false;
	}
	if (source->rest_len)
		memcpy(block->data, source->rest, source->rest_len);
	block->len = source->rest_len;
	block->cut = false;
	block->next = 0;
	block->n_answered = 0;
	source->rest_len = 0;
	if (!fill(source, block, end))
		return false;
	block->turn = source->n_blocks++;
	return true;
}

/* Sets the members one by one, because returning a struct would copy it for every item. */
static void set_item(const struct settings *settings, struct item *item, const char *data,
                     size_t len)
{
	item->data = data;
	item->cut = len > settings->max_length;
	item->len = item->cut && len > CUT_LENGTH ? CUT_LENGTH : len;
	item->argument = false;
}

struct item item_cut(const struct settings *settings, const char *data, size_t len)
{
	struct item item = { 0 };

	set_item(settings, &item, data, len);
	return item;
}

bool block_next(const struct settings *settings, struct block *block, struct item *item)
{
	const char *data = block->data + block->next;
	size_t left = block->len - block->next;

	if (!left)
		return false;
	if (block->cut) {
		*item = (struct item){ .data = data, .len = left, .cut = true };
		block->next = block->len;
	} else {
		const char *found = memchr(data, terminator(settings), left);
		size_t len = found ? (size_t)(found - data) : left;
		bool cr = found && !settings->nul && len && data[len - 1] == '\r';

		block->next += len + (found ? 1 : 0);
		set_item(settings, item, data, cr ? len - 1 : len);
	}
	item->number = ++block->n_answered;
	return true;
}

/* ---- an item that is cut ------------------------------------------------------------------------ */

struct item item_cut_masked(const struct item *item, char shown[CUT_MASKED])
{
	static const struct everyuri_secrets passwords = { 0 };
	struct item masked = *item;
	bool authority = false;
	size_t at = 0, end = item->len;
	struct everyuri_span secret;

	/* "@h" is appended, so that the library finds a password whose "@" was cut off. */
	memcpy(shown, item->data, item->len);
	memcpy(shown + item->len, "@h", 2);
	if (everyuri_secrets_find(shown, item->len + 2, &passwords, &secret, 1))
		end = secret.begin < end ? secret.begin : end;
	for (; at < end && !(authority && item->data[at] == ':'); at++) {
		if (at && item->data[at] == '/' && item->data[at - 1] == '/')
			authority = true;
		else if (memchr("/?#", item->data[at], 3))
			authority = false;
	}
	if (at == item->len)
		return *item;
	at += at < end;
	memcpy(shown + at, "***", 3);
	masked.data = shown;
	masked.len = at + 3;
	return masked;
}
