/* find_chunks.c - a long file searched by several threads, with what one thread finds.
 *
 * A stretch ends in white space where there is some.  Each is searched by a search of its own, as if
 * a text began there: that finds the same if nothing was open where the one in front ended, which
 * everyuri_find_settled says.  If something was (a wrapped URI between angle brackets), what was found
 * is dropped, and the search from in front is carried on through this stretch. */
#include "find.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STRETCH_SIZE ((size_t)256 << 10)

/* A text without white space is not looked through again and again for where to cut it. */
#define CUT_WITHIN ((size_t)16 << 10)

struct aside_hit {
	struct everyuri_found found; /* its texts are at .. of aside->text */
	size_t uri_at, also_at;
};

/* ---- hits that wait ---------------------------------------------------------------------- */

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

/* Returns: false without memory. */
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

/* ---- a search of its own, or one that goes on ---------------------------------------------- */

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

static void search_on(struct scanner *scanner, const struct stretch *stretch)
{
	everyuri_find_feed(scanner->finder, stretch->data, stretch->len);
	if (stretch->last)
		everyuri_find_end(scanner->finder);
}

/* Search as if the text began here.  Returns: is what was found of use, if nothing is carried? */
static bool search_apart(struct find *find, struct stretch *stretch)
{
	int error = scanner_begin(find, stretch->offset);

	if (error) {
		stretch->error = stretch->error ? stretch->error : error;
		return false;
	}
	find->scanner->aside = true;
	search_on(find->scanner, stretch);
	find->scanner->aside = false;
	return !find->aside.full;
}

/* The search from in front goes on, or, where there was no memory for what it finds, that from here
 * is done again; this is the only stretch for which it may be, so that hits are written at once. */
static struct scanner *search_along(struct find *find, struct stretch *stretch)
{
	struct scanner *scanner = find->search->carried;

	empty_aside(&find->aside);
	if (!scanner) {
		int error = scanner_begin(find, stretch->offset);

		if (error) {
			stretch->error = stretch->error ? stretch->error : error;
			return NULL;
		}
		scanner = find->scanner;
	}
	scanner->find = find;
	search_on(scanner, stretch);
	return scanner;
}

/* What of this search goes on into the next stretch; a search that was carried is not needed any
 * more where it does not, and what its window has grown to is given back. */
static void pass_on(struct find *find, const struct stretch *stretch, struct scanner *scanner)
{
	struct search *search = find->search;
	bool over = !scanner || stretch->last || find->answer->out.failed ||
	            everyuri_find_settled(scanner->finder);

	if (search->carried && over) {
		scanner_free(search->carried);
		search->carried = NULL;
	} else if (!over && scanner == find->scanner) {
		search->carried = scanner;
		find->scanner = NULL;
	}
}

void stretch_search(struct find *find, struct stretch *stretch)
{
	struct search *search = find->search;
	uint64_t before = find->n_found;
	bool apart = !stretch->joined && search_apart(find, stretch);
	struct scanner *scanner = find->scanner;

	turns_wait(&search->chain, stretch->number);
	if (search->carried || !apart)
		scanner = search_along(find, stretch);
	pass_on(find, stretch, scanner);
	turns_done(&search->chain, stretch->number);
	write_aside(find);
	empty_aside(&find->aside);
	if (stretch->error)
		answer_flush(find->answer);
	if (stretch->error || search->pace.wanted)
		turns_wait(&search->turns, find->answer->turn);
	if (stretch->error && search->told != stretch->file_number) {
		search->told = stretch->file_number;
		search_trouble(find, find->file, stretch->error);
	}
	if (search->pace.wanted)
		search_pace(find, before, stretch->len);
}

/* ---- cutting ------------------------------------------------------------------------------------ */

static bool is_white(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Behind the last white space; 0: there is none near the end. */
static size_t cut_at(const char *data, size_t len)
{
	size_t least = len > CUT_WITHIN ? len - CUT_WITHIN : 0;

	while (len > least && !is_white(data[len - 1]))
		len--;
	return len > least ? len : 0;
}

/* A pipe is read once: who writes into it by the line may wait for what was found in it. */
static void read_stretch(struct long_file *from, struct stretch *stretch, size_t cap)
{
	while (!stretch->last && stretch->len < cap) {
		ssize_t n = read(from->file, stretch->data + stretch->len, cap - stretch->len);

		if (n < 0 && errno == EINTR)
			continue;
		stretch->last = n <= 0;
		stretch->error = n < 0 ? errno : 0;
		stretch->len += n > 0 ? (size_t)n : 0;
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

void stretch_close(struct long_file *from)
{
	if (from->file > STDIN_FILENO)
		close(from->file);
	from->name = NULL;
	free(from->rest);
	from->rest = NULL;
	from->rest_cap = 0;
}

void stretch_take(struct search *search, struct find *find, struct stretch *stretch)
{
	struct long_file *from = &search->file;
	size_t cap = from->rest_len + STRETCH_SIZE, end;
	void *piece = find->piece;

	*stretch = (struct stretch){ .offset = from->offset,
		                     .number = search->n_stretches++,
		                     .file_number = from->number,
		                     .joined = from->joined };
	find->file = from->name;
	if (from->file < 0 || !array_room(&piece, &find->piece_cap, cap)) {
		stretch->last = true;
		stretch->error = from->file < 0 ? -from->file : ENOMEM;
		stretch_close(from);
		return;
	}
	find->piece = stretch->data = piece;
	if (from->rest_len)
		memcpy(stretch->data, from->rest, from->rest_len);
	stretch->len = from->rest_len;
	from->rest_len = 0;
	read_stretch(from, stretch, cap);
	if (stretch->last) {
		from->offset += stretch->len;
		stretch_close(from);
		return;
	}
	end = cut_at(stretch->data, stretch->len);
	from->joined = !end;
	if (end && keep_rest(from, stretch->data + end, stretch->len - end))
		stretch->len = end;
	else
		from->joined = true;
	from->offset += stretch->len;
}
