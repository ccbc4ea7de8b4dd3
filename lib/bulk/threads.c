/* Distributes work over threads.  No other source file uses threads, and this one does so only if
 * EVERYURI_THREADS is defined.  Embedders, Windows and wasm compile it without threads; all work is
 * then done by the calling thread. */
#include "bulk/bulk.h"

#ifdef EVERYURI_THREADS
#include <pthread.h>
#endif

#define THREADS_MAX 256
#define USUAL_GRAIN 4096

/* State shared by the threads, protected by `mutex`. */
struct share {
	everyuri_share_fn *fn;
	void *context;
	size_t n_rows, grain, next;
	size_t failed_at; /* first row of the lowest range that failed */
	enum everyuri_status status;
	unsigned n_threads; /* number of thread numbers that have been assigned */
#ifdef EVERYURI_THREADS
	pthread_mutex_t mutex;
#endif
};

static void lock_share(struct share *share)
{
#ifdef EVERYURI_THREADS
	pthread_mutex_lock(&share->mutex);
#else
	(void)share;
#endif
}

static void unlock_share(struct share *share)
{
#ifdef EVERYURI_THREADS
	pthread_mutex_unlock(&share->mutex);
#else
	(void)share;
#endif
}

/* Takes the next range.  Ranges are handed out in order, so when one fails, all earlier ranges have
 * already been handed out. */
static bool take_range(struct share *share, size_t *from, size_t *n_rows)
{
	lock_share(share);
	bool any = !share->status && share->next < share->n_rows;

	if (any) {
		*from = share->next;
		*n_rows =
			share->n_rows - *from < share->grain ? share->n_rows - *from : share->grain;
		share->next += *n_rows;
	}
	unlock_share(share);
	return any;
}

static void *work(void *context)
{
	struct share *share = context;
	size_t from, n_rows;

	lock_share(share);
	unsigned thread = share->n_threads++;
	unlock_share(share);
	while (take_range(share, &from, &n_rows)) {
		enum everyuri_status s = share->fn(share->context, thread, from, n_rows);

		if (!s)
			continue;
		lock_share(share);
		if (!share->status || from < share->failed_at) {
			share->status = s;
			share->failed_at = from;
		}
		unlock_share(share);
	}
	return NULL;
}

#ifdef EVERYURI_THREADS

static void work_together(struct share *share, unsigned n_threads)
{
	pthread_t thread[THREADS_MAX];
	unsigned started = 0;

	while (started + 1 < n_threads && !pthread_create(&thread[started], NULL, work, share))
		started++;
	work(share);
	while (started)
		pthread_join(thread[--started], NULL);
}

bool everyuri_bulk_has_threads(void)
{
	return true;
}

#else

static void work_together(struct share *share, unsigned n_threads)
{
	(void)n_threads;
	work(share);
}

bool everyuri_bulk_has_threads(void)
{
	return false;
}

#endif

enum everyuri_status everyuri_bulk_share(unsigned n_threads, size_t n_rows, size_t grain,
                                         everyuri_share_fn *fn, void *context)
{
	struct share share = {
		.fn = fn, .context = context, .n_rows = n_rows, .grain = grain ? grain : USUAL_GRAIN
	};

#ifdef EVERYURI_THREADS
	pthread_mutex_init(&share.mutex, NULL);
#endif
	size_t ranges = n_rows / share.grain + (n_rows % share.grain != 0);

	if (n_threads > THREADS_MAX)
		n_threads = THREADS_MAX;
	if (n_threads > ranges)
		n_threads = (unsigned)ranges;
	work_together(&share, n_threads);
#ifdef EVERYURI_THREADS
	pthread_mutex_destroy(&share.mutex);
#endif
	return share.status;
}
