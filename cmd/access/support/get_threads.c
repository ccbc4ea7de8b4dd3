/* get_threads.c - implements -j N: accesses several items in parallel, and writes the results in
 * order.
 *
 * item_threads.c gives each thread a block of lines, because one line takes little time.  Here each
 * item waits for a server, so each thread takes one item at a time. */
#include "access.h"

#include "support/input.h"
#include "support/output_order.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* State shared by the threads. */
struct jobs {
	const struct settings *settings;
	item_fn *fn;
	void *own;
	struct output_order order;
	pthread_mutex_t taking;
	struct source source; /* `taking` protects this member and the ones below */
	struct block block;
	uint64_t n_taken;
	bool stop; /* writing has failed */
	int error; /* ENOMEM if memory ran out, or 0 */
};

struct worker {
	struct jobs *jobs;
	struct answer answer;
	pthread_t thread;
	bool started;
	char *text; /* text of the current item, from malloc */
	size_t cap;
};

/* Copies the item, because other threads may read the next block while this thread processes it. */
static bool keep_item(struct worker *worker, struct item *item)
{
	if (item->len > worker->cap) {
		char *grown = realloc(worker->text, item->len);

		if (!grown)
			return false;
		worker->text = grown;
		worker->cap = item->len;
	}
	if (item->len)
		memcpy(worker->text, item->data, item->len);
	item->data = item->len ? worker->text : "";
	return true;
}

static bool take_line(struct worker *worker, struct item *item)
{
	struct jobs *jobs = worker->jobs;

	while (!jobs->block.data || !block_next(jobs->settings, &jobs->block, item)) {
		if (!source_next(&jobs->source, &jobs->block))
			return false;
		if (!jobs->block.turn)
			note_byte_order_mark(jobs->settings, jobs->block.data, jobs->block.len);
	}
	/* block_next numbers the items of each block from 1. */
	item->number = jobs->n_taken + 1; /* of all blocks */
	if (keep_item(worker, item))
		return true;
	jobs->error = ENOMEM;
	return false;
}

static bool take_operand(struct jobs *jobs, struct item *item)
{
	const struct settings *settings = jobs->settings;

	if (jobs->n_taken == settings->n_operands)
		return false;
	const char *operand = settings->operand[jobs->n_taken];

	*item = item_cut(settings, operand, strlen(operand));
	item->argument = true;
	item->number = jobs->n_taken + 1;
	return true;
}

static bool take(struct worker *worker, struct item *item)
{
	struct jobs *jobs = worker->jobs;
	bool taken = false;

	pthread_mutex_lock(&jobs->taking);
	if (!jobs->stop)
		taken = jobs->settings->n_operands ? take_operand(jobs, item) :
		                                     take_line(worker, item);
	if (taken)
		worker->answer.turn = jobs->n_taken++;
	else
		jobs->stop = true;
	pthread_mutex_unlock(&jobs->taking);
	return taken;
}

static void *work(void *context)
{
	struct worker *worker = context;
	struct jobs *jobs = worker->jobs;
	struct item item;

	while (take(worker, &item)) {
		jobs->fn(&worker->answer, &item, jobs->own);
		if (!answer_flush(&worker->answer)) {
			pthread_mutex_lock(&jobs->taking);
			jobs->stop = true;
			pthread_mutex_unlock(&jobs->taking);
		}
		order_done(&jobs->order, worker->answer.turn);
	}
	return NULL;
}

static bool start(struct worker *worker, struct jobs *jobs)
{
	worker->jobs = jobs;
	if (answer_begin(&worker->answer, jobs->settings))
		return false;
	worker->answer.order = &jobs->order;
	worker->started = !pthread_create(&worker->thread, NULL, work, worker);
	if (!worker->started)
		answer_free(&worker->answer);
	return worker->started;
}

/* Joins a worker.  Reports a write error only once.  Returns: the exit status. */
static int finish(struct worker *worker, bool *told)
{
	struct answer *answer = &worker->answer;

	pthread_join(worker->thread, NULL);
	answer->order = NULL;
	free(worker->text);
	if (!*told) {
		*told = answer->out.failed;
		return answer_end(answer);
	}
	answer_free(answer);
	return answer->status;
}

int jobs_run(const struct settings *settings, item_fn *fn, void *own)
{
	struct jobs jobs = { .settings = settings,
		             .fn = fn,
		             .own = own,
		             .order = { .mutex = PTHREAD_MUTEX_INITIALIZER,
		                        .moved = PTHREAD_COND_INITIALIZER },
		             .taking = PTHREAD_MUTEX_INITIALIZER,
		             .source = { .settings = settings } };
	size_t n = settings->n_threads, started = 0;
	struct worker *workers;
	int status = EXIT_FINE;
	bool told = false;

	if (n == 1)
		return lines_run(settings, NULL, fn, own);
	workers = calloc(n, sizeof *workers);
	if (!workers)
		return trouble(settings, "memory", ENOMEM);
	/* If memory or threads run out, the workers that have started process all items. */
	while (started < n && start(&workers[started], &jobs))
		started++;
	for (size_t i = 0; i < started; i++)
		status = status_worse(status, finish(&workers[i], &told));
	if (!started || jobs.error)
		status = trouble(settings, "memory or threads", jobs.error ? jobs.error : EAGAIN);
	if (jobs.source.error)
		status = trouble(settings, "standard input", jobs.source.error);
	free(jobs.block.data);
	free(jobs.source.rest);
	free(workers);
	return status;
}
