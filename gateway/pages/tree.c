/* Builds threads from references.  The parent of an article is the last of its references that is
 * in the buffer.  If no reference is in the buffer, the parent is the first article with the same
 * first reference. */
#include "gateway/pages/threads.h"

#include <stdlib.h>

/* ---- message-ids -------------------------------------------------------------------------------------- */

/* 64-bit FNV-1a. */
uint64_t eu_thread_hash(const char *id, size_t len)
{
	uint64_t hash = 0xCBF29CE484222325u;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)id[i]) * 0x100000001B3u;
	return hash ? hash : 1;
}

/* Adds a reference.  If the array is full, drops the second one, because the first started the
 * thread and the last ones are the closest. */
static void follow(struct article *article, uint64_t id)
{
	if (article->n_follows == ARTICLE_FOLLOWS_MAX) {
		memmove(article->follows + 1, article->follows + 2,
		        (ARTICLE_FOLLOWS_MAX - 2) * sizeof *article->follows);
		article->n_follows--;
	}
	article->follows[article->n_follows++] = id;
}

/* RFC 5536 3.2.10: each id is in angle brackets.  Ignores text between the ids. */
void eu_thread_follow(struct article *article, struct everyuri_text references)
{
	size_t at = 0;

	while (references.data && at < references.len) {
		const char *begin = memchr(references.data + at, '<', references.len - at);
		size_t left = begin ? references.len - (size_t)(begin - references.data) : 0;
		const char *end = begin ? memchr(begin, '>', left) : NULL;

		if (!end)
			return;
		follow(article, eu_thread_hash(begin, (size_t)(end - begin) + 1));
		at = (size_t)(end - references.data) + 1;
	}
}

/* ---- finding articles by id ------------------------------------------------------------------------------- */

#define SLOTS \
	4096u /* at least twice the number of entries; each article has two, its id and its first
	       * reference */

struct slot {
	uint64_t id; /* 0 if the slot is unused */
	uint32_t article;
};

/* Returns the slot of an id.  If the id has none, returns the free slot for it. */
static struct slot *find_slot(struct slot *slots, uint64_t id)
{
	uint64_t at = id;

	while (slots[at % SLOTS].id && slots[at % SLOTS].id != id)
		at++;
	return &slots[at % SLOTS];
}

static void fill_slot(struct slot *slots, uint64_t id, uint32_t article)
{
	struct slot *slot = find_slot(slots, id);

	if (!id || slot->id)
		return; /* if two articles have the same id, the first one keeps the slot */
	slot->id = id;
	slot->article = article;
}

/* ---- the tree --------------------------------------------------------------------------------------------- */

/* Returns whether `article` is `from` or an ancestor of `from`.  Such a parent would make a
 * cycle. */
static bool is_above(const struct thread_place *place, uint32_t from, uint32_t article)
{
	for (; from != ARTICLE_NONE; from = place[from].above)
		if (from == article)
			return true;
	return false;
}

static uint32_t find_above(const struct article *article, struct slot *slots,
                           const struct thread_place *place, uint32_t own)
{
	for (unsigned i = article->n_follows; i--;) {
		const struct slot *slot = find_slot(slots, article->follows[i]);

		if (slot->id && !is_above(place, slot->article, own))
			return slot->article;
	}
	return ARTICLE_NONE;
}

/* Links the siblings in order of arrival. */
static void link_places(struct thread_place *place, uint32_t n)
{
	for (uint32_t i = n; i--;) {
		const uint32_t above = place[i].above;

		if (above == ARTICLE_NONE)
			continue;
		place[i].next = place[above].first;
		place[above].first = i;
	}
}

bool eu_thread_tree(const struct article *const *article, uint32_t n, struct thread_place *place)
{
	struct slot *slots = calloc(SLOTS, sizeof *slots);

	if (!slots)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		place[i] = (struct thread_place){ ARTICLE_NONE, ARTICLE_NONE, ARTICLE_NONE };
		fill_slot(slots, article[i]->id, i);
	}
	for (uint32_t i = 0; i < n; i++) {
		place[i].above = find_above(article[i], slots, place, i);
		if (place[i].above == ARTICLE_NONE && article[i]->n_follows)
			fill_slot(slots, article[i]->follows[0], i);
	}
	link_places(place, n);
	free(slots);
	return true;
}

uint32_t eu_thread_order(const struct thread_place *place, uint32_t n, uint32_t *order)
{
	uint32_t n_threads = 0;
	bool listed[THREADS_MAX] = { false };

	for (uint32_t i = n; i--;) {
		uint32_t first = i;

		while (place[first].above != ARTICLE_NONE)
			first = place[first].above;
		if (!listed[first])
			order[n_threads++] = first;
		listed[first] = true;
	}
	return n_threads;
}
