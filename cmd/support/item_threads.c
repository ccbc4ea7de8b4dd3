/* item_threads.c - processes each operand, or each line of standard input, in order.
 *
 * Each thread of -j takes the next block of input: from a pipe under a lock, from a file without
 * waiting (input_file.c).  It buffers its answers, and writes them in the order of the blocks. */
#include "cmd.h"
#include "input.h"
#include "progress.h"
#include "table.h"
#include "output_order.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* The state that all threads share. */
struct pool {
	const struct settings *settings;
	const char *header; /* the header line of tsv */
	item_fn *fn;
	const struct lane *lane; /* callbacks for whole blocks; NULL to process each item
	                          * separately */
	void *own;
	struct output_order order;
	struct meter meter; /* only the thread whose turn it is changes this member */
	pthread_mutex_t reading;
	struct source source;         /* `reading` protects this member */
	struct output_order counting; /* if counts_ahead: order in which the threads update
	                               * source.n_items */
	bool counts_ahead;
	atomic_bool stop; /* writing has failed */
};

struct worker {
	struct pool *pool;
	struct answer *answer;
	struct answer its_own; /* memory for `answer`; the first worker uses another one */
	pthread_t thread;
	unsigned number;
	bool started;
};

static bool is_large(const struct block *block)
{
	return block->cap > LARGE_BLOCK;
}

/* Makes malloc return large blocks to the system as soon as they are freed, in every thread. */
static void give_back_large(void)
{
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK);
#endif
}

/* Reads a block of a file.  If the block is large, waits until all blocks before it are written.
 * So memory contains only one large block at a time, and the other threads can finish. */
static void fill_part(struct pool *pool, struct block *block)
{
	struct part part = { .begun = false };

	while (!part_fill(&pool->source, &part, block)) {
		order_wait(&pool->order, block->turn);
		part.large_allowed = true;
	}
	if (part.error)
		block->next = block->len = 0;
	if (!part.past && !part.error)
		return;
	pthread_mutex_lock(&pool->reading);
	pool->source.over = true;
	if (!pool->source.error)
		pool->source.error = part.error;
	pthread_mutex_unlock(&pool->reading);
}

static bool take_part(struct pool *pool, struct block *block)
{
	pthread_mutex_lock(&pool->reading);
	bool taken = !pool->stop && !pool->source.over;

	if (taken)
		block->turn = pool->source.n_blocks++;
	pthread_mutex_unlock(&pool->reading);
	if (taken)
		fill_part(pool, block);
	return taken;
}

/* Takes the next block.  If the block is large, `reading` stays locked until leave_block is
 * called. */
static bool take_block(struct pool *pool, struct block *block)
{
	if (pool->source.in_parts)
		return take_part(pool, block);
	pthread_mutex_lock(&pool->reading);
	bool taken = !pool->stop && source_next(&pool->source, block);

	if (!taken || !is_large(block))
		pthread_mutex_unlock(&pool->reading);
	return taken;
}

/* Only messages on standard error need an item's number.  JSON output has few such messages.  So
 * its items are numbered during processing, and a message waits until the blocks before it are
 * numbered.  In text and tsv output every bad item has a message, and its thread would have to
 * wait.  So these items are numbered before processing. */
static void count_before(struct pool *pool, struct answer *answer, const struct block *block)
{
	answer->turn = block->turn;
	answer->n_answered = pool->counts_ahead ? NULL : &pool->source.n_items;
	if (!pool->counts_ahead)
		return;
	size_t n = block_items(pool->settings, block);

	order_wait(&pool->counting, block->turn);
	answer->n_before = pool->source.n_items;
	pool->source.n_items += n;
	order_done(&pool->counting, block->turn);
}

/* Counts the items of a block that has been processed. */
static void count_answered(struct pool *pool, const struct block *block, size_t bytes)
{
	if (pool->counts_ahead && !pool->meter.wanted)
		return;
	order_wait(&pool->order, block->turn);
	if (!pool->counts_ahead)
		pool->source.n_items += block->n_answered;
	if (pool->meter.wanted)
		meter_add(&pool->meter, block->n_answered, bytes);
}

/* Frees a large block and its scratch buffers, so that memory contains one long item at a time. */
static void leave_block(struct worker *worker, struct block *block)
{
	if (!is_large(block))
		return;
	free(block->data);
	*block = (struct block){ 0 };
	for (size_t i = 0; i < sizeof worker->answer->buf / sizeof *worker->answer->buf; i++)
		everyuri_buf_free(&worker->answer->buf[i]);
	if (!worker->pool->source.in_parts)
		pthread_mutex_unlock(&worker->pool->reading);
}

static void *answer_blocks(void *context)
{
	struct worker *worker = context;
	struct pool *pool = worker->pool;
	struct block block = { 0 };

	while (take_block(pool, &block)) {
		struct item item;
		size_t bytes = block.len - block.next;

		if (!block.turn)
			note_byte_order_mark(pool->settings, block.data + block.next, bytes);
		count_before(pool, worker->answer, &block);
		if (!pool->lane || !pool->lane->block || block.cut ||
		    !pool->lane->block(worker->answer, &block, pool->fn, pool->own))
			while (!worker->answer->out.failed &&
			       block_next(pool->settings, &block, &item))
				pool->fn(worker->answer, &item, pool->own);
		if (!answer_flush(worker->answer))
			pool->stop = true;
		count_answered(pool, &block, bytes);
		order_done(&pool->order, block.turn);
		leave_block(worker, &block);
	}
	free(block.data);
	return NULL;
}

static bool start(struct worker *worker)
{
	worker->answer = &worker->its_own;
	if (answer_begin(worker->answer, worker->pool->settings) ||
	    !table_begin(worker->answer, worker->pool->header))
		return false;
	worker->answer->order = &worker->pool->order;
	worker->answer->meter = &worker->pool->meter;
	worker->answer->worker = worker->number;
	worker->started = !pthread_create(&worker->thread, NULL, answer_blocks, worker);
	return worker->started;
}

/* Joins a worker, and merges its status into that of the first one, so that an error is reported
 * once. */
static void finish(struct worker *worker, struct answer *first)
{
	if (worker->started)
		pthread_join(worker->thread, NULL);
	answer_status(first, worker->answer->status);
	if (worker->answer->out.failed) {
		first->out.failed = true;
		first->write_error = worker->answer->write_error;
	}
	answer_free(worker->answer);
}

static int answer_input(const struct settings *settings, struct answer *first, const char *header,
                        item_fn *fn, const struct lane *lane, void *own)
{
	size_t n = settings->n_threads, started = 1;
	struct worker *workers = calloc(n, sizeof *workers);
	struct pool pool = { .settings = settings,
		             .header = header,
		             .fn = fn,
		             .lane = lane,
		             .own = own,
		             .order = { .mutex = PTHREAD_MUTEX_INITIALIZER,
		                        .moved = PTHREAD_COND_INITIALIZER },
		             .counting = { .mutex = PTHREAD_MUTEX_INITIALIZER,
		                           .moved = PTHREAD_COND_INITIALIZER },
		             .reading = PTHREAD_MUTEX_INITIALIZER,
		             .counts_ahead = n > 1 && settings->shape != SHAPE_JSON,
		             .source = { .settings = settings } };

	if (!workers)
		return trouble(settings, "memory", ENOMEM);
	for (unsigned i = 0; i < n; i++) {
		workers[i].pool = &pool;
		workers[i].number = i;
	}
	workers[0].answer = first;
	first->order = n > 1 ? &pool.order : NULL;
	first->meter = &pool.meter;
	meter_begin(&pool.meter, "lines");
	parts_begin(&pool.source);
	give_back_large();
	/* If memory or threads run out, the workers that have started process all items. */
	while (started < n && start(&workers[started]))
		started++;
	answer_blocks(&workers[0]);
	for (size_t i = 1; i < n && workers[i].answer; i++)
		finish(&workers[i], first);
	meter_hide(&pool.meter);
	parts_end(&pool.source);
	first->order = NULL;
	first->meter = NULL;
	free(pool.source.rest);
	free(workers);
	return pool.source.error ? trouble(settings, "standard input", pool.source.error) :
	                           EXIT_FINE;
}

static void answer_operands(const struct settings *settings, struct answer *answer, item_fn *fn,
                            void *own)
{
	for (size_t i = 0; i < settings->n_operands && !answer->out.failed; i++) {
		struct item item =
			item_cut(settings, settings->operand[i], strlen(settings->operand[i]));

		item.argument = true;
		item.number = i + 1;
		fn(answer, &item, own);
	}
}

int lines_run_in_blocks(const struct settings *settings, const char *header, item_fn *fn,
                        const struct lane *lane, void *own)
{
	struct answer answer;
	int status;

	status = table_allowed(settings);
	if (status >= 0)
		return status;
	status = answer_begin(&answer, settings);
	if (status)
		return status;
	if (!table_begin(&answer, header)) {
		answer_free(&answer);
		return trouble(settings, "memory", ENOMEM);
	}
	if (header && settings->shape == SHAPE_TSV && (!settings->table || settings->as_rows)) {
		table_head(&answer, header);
		answer_flush(&answer);
	}
	if (lane && lane->begin) {
		lane->begin(&answer, own);
		answer_flush(&answer);
	}
	if (settings->n_operands)
		answer_operands(settings, &answer, fn, own);
	else
		status = answer_input(settings, &answer, header, fn, lane, own);
	if (lane && lane->end)
		lane->end(&answer, own);
	table_tail(&answer);
	return status_worse(status, answer_end(&answer));
}

int lines_run(const struct settings *settings, const char *header, item_fn *fn, void *own)
{
	return lines_run_in_blocks(settings, header, fn, NULL, own);
}
