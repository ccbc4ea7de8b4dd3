/* item_threads.c - each operand, or each line of standard input, is answered, in order.
 *
 * The threads of -j are all alike: each takes the next block of input, under a lock or, of a
 * file, by itself (input_file.c), answers it into memory of its own, and writes when it is that block's turn. */
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

/* What the threads share. */
struct crew {
	const struct settings *settings;
	const char *header; /* of tsv */
	item_fn *fn;
	const struct lane *lane; /* NULL: item by item */
	void *own;
	struct turns turns;
	struct pace pace; /* by turns */
	pthread_mutex_t reading;
	struct source source;  /* under `reading` */
	struct turns counting; /* under its turn: source.n_items, if it is counted ahead */
	bool counts_ahead;
	atomic_bool stop; /* writing has failed */
};

struct hand {
	struct crew *crew;
	struct answer *answer;
	struct answer its_own; /* what answer points to, but in the first hand */
	pthread_t thread;
	unsigned number;
	bool started;
};

static bool is_large(const struct block *block)
{
	return block->cap > LARGE_BLOCK;
}

/* What is large goes back to the system when it is freed, whichever thread had it. */
static void give_back_large(void)
{
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK);
#endif
}

/* Read in parts: this thread reads by itself.  A large block waits until all in front of it are
 * written, so that there is one at a time, and the threads in front can go on. */
static void fill_part(struct crew *crew, struct block *block)
{
	struct part part = { .begun = false };

	while (!part_fill(&crew->source, &part, block)) {
		turns_wait(&crew->turns, block->turn);
		part.large_allowed = true;
	}
	if (part.error)
		block->next = block->len = 0;
	if (!part.past && !part.error)
		return;
	pthread_mutex_lock(&crew->reading);
	crew->source.over = true;
	if (!crew->source.error)
		crew->source.error = part.error;
	pthread_mutex_unlock(&crew->reading);
}

static bool take_part(struct crew *crew, struct block *block)
{
	pthread_mutex_lock(&crew->reading);
	bool taken = !crew->stop && !crew->source.over;

	if (taken)
		block->turn = crew->source.n_blocks++;
	pthread_mutex_unlock(&crew->reading);
	if (taken)
		fill_part(crew, block);
	return taken;
}

/* With a block that is large, `reading` stays locked. */
static bool take_block(struct crew *crew, struct block *block)
{
	if (crew->source.in_parts)
		return take_part(crew, block);
	pthread_mutex_lock(&crew->reading);
	bool taken = !crew->stop && source_next(&crew->source, block);

	if (!taken || !is_large(block))
		pthread_mutex_unlock(&crew->reading);
	return taken;
}

/* An item's number is told on standard error alone, where JSON seldom says anything: its blocks are
 * counted by the way, and a number waits until all in front of it have been answered.  For the other
 * shapes that would be waiting for each other at every bad item, so they are counted first. */
static void count_before(struct crew *crew, struct answer *answer, const struct block *block)
{
	answer->turn = block->turn;
	answer->n_answered = crew->counts_ahead ? NULL : &crew->source.n_items;
	if (!crew->counts_ahead)
		return;
	size_t n = block_items(crew->settings, block);

	turns_wait(&crew->counting, block->turn);
	answer->n_before = crew->source.n_items;
	crew->source.n_items += n;
	turns_done(&crew->counting, block->turn);
}

/* Behind the answers to a block. */
static void count_answered(struct crew *crew, const struct block *block, size_t bytes)
{
	if (crew->counts_ahead && !crew->pace.wanted)
		return;
	turns_wait(&crew->turns, block->turn);
	if (!crew->counts_ahead)
		crew->source.n_items += block->n_answered;
	if (crew->pace.wanted)
		pace_add(&crew->pace, block->n_answered, bytes);
}

/* What the other threads have in hand is small: memory holds one long item at a time, and none of
 * what was made of it when the next one is read. */
static void leave_block(struct hand *hand, struct block *block)
{
	if (!is_large(block))
		return;
	free(block->data);
	*block = (struct block){ 0 };
	for (size_t i = 0; i < sizeof hand->answer->buf / sizeof *hand->answer->buf; i++)
		everyuri_buf_free(&hand->answer->buf[i]);
	if (!hand->crew->source.in_parts)
		pthread_mutex_unlock(&hand->crew->reading);
}

static void *answer_blocks(void *context)
{
	struct hand *hand = context;
	struct crew *crew = hand->crew;
	struct block block = { 0 };

	while (take_block(crew, &block)) {
		struct item item;
		size_t bytes = block.len - block.next;

		if (!block.turn)
			note_byte_order_mark(crew->settings, block.data + block.next, bytes);
		count_before(crew, hand->answer, &block);
		if (!crew->lane || !crew->lane->block || block.cut ||
		    !crew->lane->block(hand->answer, &block, crew->fn, crew->own))
			while (!hand->answer->out.failed &&
			       block_next(crew->settings, &block, &item))
				crew->fn(hand->answer, &item, crew->own);
		if (!answer_flush(hand->answer))
			crew->stop = true;
		count_answered(crew, &block, bytes);
		turns_done(&crew->turns, block.turn);
		leave_block(hand, &block);
	}
	free(block.data);
	return NULL;
}

static bool start(struct hand *hand)
{
	hand->answer = &hand->its_own;
	if (answer_begin(hand->answer, hand->crew->settings) ||
	    !table_begin(hand->answer, hand->crew->header))
		return false;
	hand->answer->turns = &hand->crew->turns;
	hand->answer->pace = &hand->crew->pace;
	hand->answer->hand = hand->number;
	hand->started = !pthread_create(&hand->thread, NULL, answer_blocks, hand);
	return hand->started;
}

/* What another hand has to tell goes to the first, so that it is told once. */
static void finish(struct hand *hand, struct answer *first)
{
	if (hand->started)
		pthread_join(hand->thread, NULL);
	answer_status(first, hand->answer->status);
	if (hand->answer->out.failed) {
		first->out.failed = true;
		first->write_error = hand->answer->write_error;
	}
	answer_free(hand->answer);
}

static int answer_input(const struct settings *settings, struct answer *first, const char *header,
                        item_fn *fn, const struct lane *lane, void *own)
{
	size_t n = settings->n_threads, started = 1;
	struct hand *hands = calloc(n, sizeof *hands);
	struct crew crew = { .settings = settings,
		             .header = header,
		             .fn = fn,
		             .lane = lane,
		             .own = own,
		             .turns = { .mutex = PTHREAD_MUTEX_INITIALIZER,
		                        .moved = PTHREAD_COND_INITIALIZER },
		             .counting = { .mutex = PTHREAD_MUTEX_INITIALIZER,
		                           .moved = PTHREAD_COND_INITIALIZER },
		             .reading = PTHREAD_MUTEX_INITIALIZER,
		             .counts_ahead = n > 1 && settings->shape != SHAPE_JSON,
		             .source = { .settings = settings } };

	if (!hands)
		return trouble(settings, "memory", ENOMEM);
	for (unsigned i = 0; i < n; i++) {
		hands[i].crew = &crew;
		hands[i].number = i;
	}
	hands[0].answer = first;
	first->turns = n > 1 ? &crew.turns : NULL;
	first->pace = &crew.pace;
	pace_begin(&crew.pace, "lines");
	parts_begin(&crew.source);
	give_back_large();
	/* Without memory or threads for more hands, those that there are do the work. */
	while (started < n && start(&hands[started]))
		started++;
	answer_blocks(&hands[0]);
	for (size_t i = 1; i < n && hands[i].answer; i++)
		finish(&hands[i], first);
	pace_hide(&crew.pace);
	parts_end(&crew.source);
	first->turns = NULL;
	first->pace = NULL;
	free(crew.source.rest);
	free(hands);
	return crew.source.error ? trouble(settings, "standard input", crew.source.error) :
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
