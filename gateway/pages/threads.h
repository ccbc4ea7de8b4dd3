/* threads.h - the articles of a group, and the tree that their references make. */
#ifndef GATEWAY_PAGES_THREADS_H
#define GATEWAY_PAGES_THREADS_H

#include "gateway/pages/internal.h"

#define THREADS_MAX 1000u      /* articles that are kept: the last that came */
#define ARTICLE_FOLLOWS_MAX 24 /* of its references: the first, and the last of the others */
#define ARTICLE_NONE UINT32_MAX

/* What is kept of an article.  Its texts lie in memory of its own. */
struct article {
	char *memory; /* from malloc; NULL: there is no article */
	struct everyuri_text subject, author, date, uri;
	enum everyuri_item_kind kind;
	uint64_t id,
		follows[ARTICLE_FOLLOWS_MAX]; /* message-ids as numbers (eu_thread_hash); 0: none */
	unsigned n_follows;
};

/* Where an article stands among those that are kept: 0 .. n - 1, ARTICLE_NONE: nowhere. */
struct thread_place {
	uint32_t above, first, next; /* what it follows, the first that follows it, the next that
	                              * follows the same */
};

/* ---- tree.c: no recursion, whatever is said to follow what ---------------------------------------- */

/* A message-id as a number; never 0.  Two with one number are shown in one thread: no more than what
 * anybody can do who writes another's id into his references. */
uint64_t eu_thread_hash(const char *id, size_t len);

/* The references of an article: the first, which began the thread, and the last ones. */
void eu_thread_follow(struct article *article, struct everyuri_text references);

/* Make the tree.  article(i): in the order in which they came; place: of n.  Returns: false: no memory. */
bool eu_thread_tree(const struct article *const *article, uint32_t n, struct thread_place *place);

/* The first articles of the threads, that with the newest article first.  order: of n.  Returns: how
 * many. */
uint32_t eu_thread_order(const struct thread_place *place, uint32_t n, uint32_t *order);

#endif
