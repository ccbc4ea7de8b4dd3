/* failing.h - an allocator whose nth call fails, or the nth and all later ones, and that counts blocks
 * not freed (THREATS L4).
 *
 *	for (unsigned long round = 0;; round++) {
 *		struct failing failing;
 *		struct everyuri_buf buf;
 *		enum everyuri_status status;
 *
 *X_buf_init(&buf, NULL, 0, &failing.allocator);
 *		status = ...;
 *		everyuri_buf_free(&buf);
 *		ok(!failing.blocks && !failing.misuses, "...");
 *		if (!failing.failed)
 *			break;
 *		ok(status == EVERYURI_NO_MEMORY, "...");
 *	} */
#ifndef TESTS_FAILING_H
#define TESTS_FAILING_H

#include <everyuri.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct failing {
	struct everyuri_allocator allocator; /* pass it to everyuri_buf_init */
	unsigned long calls;                 /* so far */
	unsigned long fail_at;               /* which call fails, counted from 1; 0: none */
	bool for_ever;                       /* all later calls fail, too */
	bool failed;                         /* a call has failed */
	size_t blocks;                       /* not yet freed */
	unsigned long misuses;               /* calls with a wrong old_size */
};

/* Precedes each block. */
union failing_head {
	size_t size;
	max_align_t align;
};

/* Always moves the block and overwrites the old one, so that a stale pointer is found. */
static inline void *failing_resize(void *context, void *data, size_t old_size, size_t new_size)
{
	struct failing *failing = context;
	union failing_head *old = data ? (union failing_head *)data - 1 : NULL;
	union failing_head *fresh = NULL;

	if (old ? old->size != old_size : old_size != 0)
		failing->misuses++;
	if (new_size) {
		failing->calls++;
		if (failing->calls == failing->fail_at || (failing->for_ever && failing->failed)) {
			failing->failed = true;
			return NULL;
		}
		if (new_size > SIZE_MAX - sizeof *fresh)
			return NULL;
		fresh = malloc(sizeof *fresh + new_size);
		if (!fresh)
			return NULL;
		fresh->size = new_size;
		memset(fresh + 1, 0xA5, new_size);
		failing->blocks++;
	}
	if (old) {
		size_t size = old->size;

		if (fresh)
			memcpy(fresh + 1, old + 1, size < new_size ? size : new_size);
		memset(old + 1, 0x5A, size);
		free(old);
		failing->blocks--;
	}
	return fresh ? fresh + 1 : NULL;
}

/** Makes call number fail_at fail; all others succeed. */
static inline void failing_init(struct failing *failing, unsigned long fail_at)
{
	*failing = (struct failing){ .fail_at = fail_at };
	failing->allocator.resize = failing_resize;
	failing->allocator.context = failing;
}

/** Begins a round, counted from 0, after failing_init.  Even rounds fail one call, odd ones also all later calls; each
 *  pair of rounds takes the next call.  The last round is the first in which no call fails (failing.failed). */
static inline void failing_round(struct failing *failing, unsigned long round)
{
	failing->calls = 0;
	failing->failed = false;
	failing->fail_at = round / 2 + 1;
	failing->for_ever = round % 2 == 1;
}

/** Lets all later calls succeed. */
static inline void failing_end(struct failing *failing)
{
	failing->fail_at = 0;
	failing->for_ever = false;
}

#endif
