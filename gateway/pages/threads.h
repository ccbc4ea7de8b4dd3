/* threads.h - the articles of a newsgroup, and the tree that their references form. */
#ifndef GATEWAY_PAGES_THREADS_H
#define GATEWAY_PAGES_THREADS_H

#include "gateway/pages/internal.h"

#define THREADS_MAX 1000u /* number of articles kept, the last ones received */
#define ARTICLE_FOLLOWS_MAX \
	24 /* number of references kept for each article: the first one, and the
                                * last ones */
#define ARTICLE_NONE UINT32_MAX

/* An article in the buffer.  Its texts point into `memory`. */
struct article {
	char *memory; /* from malloc; NULL if this entry is unused */
	struct everyuri_text subject, author, date, uri;
	enum everyuri_item_kind kind;
	uint64_t id, follows[ARTICLE_FOLLOWS_MAX]; /* message-ids as eu_thread_hash() values; 0 if
	                                            * there is none */
	unsigned n_follows;
};

/* The place of an article in the tree.  Articles are indexes from 0 to n - 1, or ARTICLE_NONE. */
struct thread_place {
	uint32_t above, first, next; /* parent, first child, next sibling */
};

/* ---- tree.c: builds the tree without recursion, from any references ------------------------------- */

/* Hashes a message-id.  Never returns 0.  After a collision, two articles appear in one thread.
 * That is harmless: anyone can get the same effect by putting a foreign id into the references. */
uint64_t eu_thread_hash(const char *id, size_t len);

/* Adds the references of an article.  Keeps the first one, which started the thread, and the last
 * ones. */
void eu_thread_follow(struct article *article, struct everyuri_text references);

/* Builds the tree.  article: n articles in order of arrival; place: receives n results.  Returns
 * false if out of memory. */
bool eu_thread_tree(const struct article *const *article, uint32_t n, struct thread_place *place);

/* Lists the first article of each thread.  The thread with the newest article comes first.  order:
 * memory for n entries.  Returns the number of threads. */
uint32_t eu_thread_order(const struct thread_place *place, uint32_t n, uint32_t *order);

#endif
