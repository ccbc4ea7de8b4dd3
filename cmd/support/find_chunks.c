/* find_chunks.c - searches a long file in several threads.  The result is the same as with one
 * thread.
 *
 * A chunk ends in white space, if there is any near its end.  Each chunk is first searched
 * separately.  The result is right if the previous chunk ended between two URIs, which
 * everyuri_find_settled reports.  Otherwise, for example within a wrapped URI in angle brackets,
 * the hits of the chunk are dropped, and the search of the previous chunk continues through this
 * chunk. */
#include "find.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STRETCH_SIZE ((size_t)256 << 10)

/* Number of bytes at the end of a chunk in which white space is searched.  This limits the cost for
 * text that has none. */
#define CUT_WITHIN ((size_t)16 << 10)

struct aside_hit {
	struct everyuri_found found; /* its texts are stored as offsets into aside->text */
	size_t uri_at, also_at;
};

/* ---- hits kept until later ----------------------------------------------------------------- */

static bool put_text_aside(struct aside *aside, struct everyuri_text text, size_t *at)
{
	void *room = aside->text;

	if (!array_room(&room, &aside->text_cap, aside->len + text.len))
		return false;
	aside->text = room;
	*at = aside->len;
	if (text.len)
		memcpy(aside->text + aside->len, text.data, text.len);
	aside->len += text.len;
	return true;
}

/* Stores one hit.  Returns: false if memory runs out. */
static bool put_aside(struct aside *aside, const struct everyuri_found *found, uint64_t offset)
{
	struct aside_hit hit = { .found = *found };
	void *room = aside->hit;

	hit.found.offset += offset;
	if (!array_room(&room, &aside->cap, (aside->n + 1) * sizeof hit))
		return false;
	aside->hit = room;
	if (!put_text_aside(aside, found->uri, &hit.uri_at) ||
	    !put_text_aside(aside, found->also, &hit.also_at))
		return false;
	aside->hit[aside->n++] = hit;
	return true;
}

static void write_aside(struct find *find)
{
	const struct aside *aside = &find->aside;

	for (size_t i = 0; i < aside->n; i++) {
		struct everyuri_found found = aside->hit[i].found;

		found.uri.data = aside->text + aside->hit[i].uri_at;
		if (found.also.data)
			found.also.data = aside->text + aside->hit[i].also_at;
		if (!find_write(find, &found))
			return;
	}
}

static void empty_aside(struct aside *aside)
{
	aside->n = aside->len = 0;
	aside->full = false;
}

/* ---- separate and continued searches -------------------------------------------------------- */

static bool take_found(void *context, const struct everyuri_found *found)
{
	struct scanner *scanner = context;
	struct everyuri_found placed = *found;

	if (scanner->aside) {
		scanner->find->aside.full |=
			!put_aside(&scanner->find->aside, found, scanner->offset);
		return !scanner->find->aside.full;
	}
	placed.offset += scanner->offset;
	return find_write(scanner->find, &placed);
}

int scanner_begin(struct find *find, uint64_t offset)
{
	struct everyuri_error error = { 0 };
	struct scanner *scanner = find->scanner;

	if (!scanner) {
		find->scanner = scanner = calloc(1, sizeof *scanner);
		if (!scanner)
			return ENOMEM;
		everyuri_buf_init(&scanner->buf, NULL, 0, NULL);
	}
	scanner->find = find;
	scanner->offset = offset;
	scanner->aside = false;
	if (everyuri_find_begin(&find->search->options, take_found, scanner, &scanner->buf,
	                        &scanner->finder, &error))
		return error.status == EVERYURI_NO_MEMORY ? ENOMEM : EOVERFLOW;
	return 0;
}

void scanner_free(struct scanner *scanner)
{
	if (!scanner)
		return;
	everyuri_buf_free(&scanner->buf);
	free(scanner);
}

static void search_on(struct scanner *scanner, const struct chunk *chunk)
{
	everyuri_find_feed(scanner->finder, chunk->data, chunk->len);
	if (chunk->last)
		everyuri_find_end(scanner->finder);
}

/* Searches the chunk separately and stores its hits.  Returns: true if these hits are valid,
 * provided that no search continues from the previous chunk. */
static bool search_apart(struct find *find, struct chunk *chunk)
{
	int error = scanner_begin(find, chunk->offset);

	if (error) {
		chunk->error = chunk->error ? chunk->error : error;
		return false;
	}
	find->scanner->aside = true;
	search_on(find->scanner, chunk);
	find->scanner->aside = false;
	return !find->aside.full;
}

/* Continues the search from the previous chunk.  If there is none, searches this chunk from its
 * start.  It is this chunk's turn, so hits are written immediately. */
static struct scanner *search_along(struct find *find, struct chunk *chunk)
{
	struct scanner *scanner = find->search->carried;

	empty_aside(&find->aside);
	if (!scanner) {
		int error = scanner_begin(find, chunk->offset);

		if (error) {
			chunk->error = chunk->error ? chunk->error : error;
			return NULL;
		}
		scanner = find->scanner;
	}
	scanner->find = find;
	search_on(scanner, chunk);
	return scanner;
}

/* If this search continues in the next chunk, passes it on.  Otherwise frees a search that
 * continued from the previous chunk, because its window may have grown large. */
static void pass_on(struct find *find, const struct chunk *chunk, struct scanner *scanner)
{
	struct search *search = find->search;
	bool over = !scanner || chunk->last || find->answer->out.failed ||
	            everyuri_find_settled(scanner->finder);

	if (search->carried && over) {
		scanner_free(search->carried);
		search->carried = NULL;
	} else if (!over && scanner == find->scanner) {
		search->carried = scanner;
		find->scanner = NULL;
	}
}

void chunk_search(struct find *find, struct chunk *chunk)
{
	struct search *search = find->search;
	uint64_t before = find->n_found;
	bool apart = !chunk->joined && search_apart(find, chunk);
	struct scanner *scanner = find->scanner;

	order_wait(&search->chain, chunk->number);
	if (search->carried || !apart)
		scanner = search_along(find, chunk);
	pass_on(find, chunk, scanner);
	order_done(&search->chain, chunk->number);
	write_aside(find);
	empty_aside(&find->aside);
	if (chunk->error)
		answer_flush(find->answer);
	if (chunk->error || search->meter.wanted)
		order_wait(&search->order, find->answer->turn);
	if (chunk->error && search->told != chunk->file_number) {
		search->told = chunk->file_number;
		search_trouble(find, find->file, chunk->error);
	}
	if (search->meter.wanted)
		search_meter(find, before, chunk->len);
}

/* ---- cutting ------------------------------------------------------------------------------------ */

static bool is_white(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Returns the offset after the last white space; 0 if the last CUT_WITHIN bytes have none. */
static size_t cut_at(const char *data, size_t len)
{
	size_t least = len > CUT_WITHIN ? len - CUT_WITHIN : 0;

	while (len > least && !is_white(data[len - 1]))
		len--;
	return len > least ? len : 0;
}

/* Calls read once per chunk for a pipe, because the writer may wait for the hits before it writes
 * more. */
static void read_chunk(struct long_file *from, struct chunk *chunk, size_t cap)
{
	while (!chunk->last && chunk->len < cap) {
		ssize_t n = read(from->file, chunk->data + chunk->len, cap - chunk->len);

		if (n < 0 && errno == EINTR)
			continue;
		chunk->last = n <= 0;
		chunk->error = n < 0 ? errno : 0;
		chunk->len += n > 0 ? (size_t)n : 0;
		if (!from->regular)
			return;
	}
}

static bool keep_rest(struct long_file *from, const char *data, size_t len)
{
	void *rest = from->rest;

	if (!array_room(&rest, &from->rest_cap, len))
		return false;
	from->rest = rest;
	if (len)
		memcpy(from->rest, data, len);
	from->rest_len = len;
	return true;
}

void chunk_close(struct long_file *from)
{
	if (from->file > STDIN_FILENO)
		close(from->file);
	from->name = NULL;
	free(from->rest);
	from->rest = NULL;
	from->rest_cap = 0;
}

void chunk_take(struct search *search, struct find *find, struct chunk *chunk)
{
	struct long_file *from = &search->file;
	size_t cap = from->rest_len + STRETCH_SIZE, end;
	void *piece = find->piece;

	*chunk = (struct chunk){ .offset = from->offset,
		                 .number = search->n_chunks++,
		                 .file_number = from->number,
		                 .joined = from->joined };
	find->file = from->name;
	if (from->file < 0 || !array_room(&piece, &find->piece_cap, cap)) {
		chunk->last = true;
		chunk->error = from->file < 0 ? -from->file : ENOMEM;
		chunk_close(from);
		return;
	}
	find->piece = chunk->data = piece;
	if (from->rest_len)
		memcpy(chunk->data, from->rest, from->rest_len);
	chunk->len = from->rest_len;
	from->rest_len = 0;
	read_chunk(from, chunk, cap);
	if (chunk->last) {
		from->offset += chunk->len;
		chunk_close(from);
		return;
	}
	end = cut_at(chunk->data, chunk->len);
	from->joined = !end;
	if (end && keep_rest(from, chunk->data + end, chunk->len - end))
		chunk->len = end;
	else
		from->joined = true;
	from->offset += chunk->len;
}
