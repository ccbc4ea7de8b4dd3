/* failing.h - an allocator whose nth call fails, that one alone or it and all behind it, and that counts
 * what was not given back (THREATS L4).
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
	struct everyuri_allocator allocator; /* hand this to everyuri_buf_init */
	unsigned long calls;                 /* for memory, so far */
	unsigned long fail_at;               /* the call that fails, counted from 1; 0: none */
	bool for_ever;                       /* and all behind it */
	bool failed;                         /* it has been reached */
	size_t blocks;                       /* not yet given back */
	unsigned long misuses;               /* calls whose old_size was not the true one */
};

/* What stands in front of each block. */
union failing_head {
	size_t size;
	max_align_t align;
};

/* Moves always, and leaves rubbish behind, so that a stale pointer is found. */
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

/** Prepare: the call number fail_at fails, once; the others succeed. */
static inline void failing_init(struct failing *failing, unsigned long fail_at)
{
	*failing = (struct failing){ .fail_at = fail_at };
	failing->allocator.resize = failing_resize;
	failing->allocator.context = failing;
}

/** Begin a round, counted from 0, with what failing_init has prepared: each call from here on fails in its turn, first
 *  once, then for ever after.  A round in which none has failed (failing.failed) is the last. */
static inline void failing_round(struct failing *failing, unsigned long round)
{
	failing->calls = 0;
	failing->failed = false;
	failing->fail_at = round / 2 + 1;
	failing->for_ever = round % 2 == 1;
}

/** There is memory again. */
static inline void failing_end(struct failing *failing)
{
	failing->fail_at = 0;
	failing->for_ever = false;
}

#endif
