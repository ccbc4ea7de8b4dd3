/* threads.h - the articles of a newsgroup, and the tree made by their references. */
#ifndef GATEWAY_PAGES_THREADS_H
#define GATEWAY_PAGES_THREADS_H

#include "gateway/pages/internal.h"

#define THREADS_MAX 1000u      /* articles kept: the last ones received */
#define ARTICLE_FOLLOWS_MAX 24 /* references kept of each: the first, and the last of the rest */
#define ARTICLE_NONE UINT32_MAX

/* An article in the buffer.  Its texts are in `memory`. */
struct article {
	char *memory; /* from malloc; NULL: unused */
	struct everyuri_text subject, author, date, uri;
	enum everyuri_item_kind kind;
	uint64_t id, follows[ARTICLE_FOLLOWS_MAX]; /* eu_thread_hash() of message-ids; 0: none */
	unsigned n_follows;
};

/* The place of an article in the tree, as indexes 0 to n - 1 or ARTICLE_NONE. */
struct thread_place {
	uint32_t above, first, next; /* parent, first child, next sibling */
};

/* ---- tree.c: builds the tree without recursion, from any references ------------------------------- */

/* Hashes a message-id; never 0.  On a collision two articles are put in one thread.  That is
 * harmless: anyone can do the same by putting another's id into the references. */
uint64_t eu_thread_hash(const char *id, size_t len);

/* Adds the references of an article: the first, which started the thread, and the last ones. */
void eu_thread_follow(struct article *article, struct everyuri_text references);

/* Builds the tree.  article: n articles in order of arrival; place: n results.  Returns: false if
 * out of memory. */
bool eu_thread_tree(const struct article *const *article, uint32_t n, struct thread_place *place);

/* Lists the first articles of the threads; the thread with the newest article comes first.  order:
 * space for n.  Returns: the number of threads. */
uint32_t eu_thread_order(const struct thread_place *place, uint32_t n, uint32_t *order);

#endif
