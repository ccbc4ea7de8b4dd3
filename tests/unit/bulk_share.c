/* bulk_share.c - bulk.h: rows shared over threads give what one thread gives, and nothing is
 * allocated (contract api.thread). */
#include <everyuri.h>

#include "columns.h"
#include "tap.h"

#include <stdatomic.h>
#include <time.h>

#define N_ROWS 20000

static uint8_t status_of[2][N_ROWS], kind_of[2][N_ROWS];
static uint32_t begin[2][EVERYURI_N_PARTS][N_ROWS], end[2][EVERYURI_N_PARTS][N_ROWS];

struct job {
	const struct everyuri_rows *rows;
	enum everyuri_standard standard;
	struct everyuri_parts parts;
	size_t fails_at[2]; /* ranges that hold these rows fail, with INVALID and UNSAFE */
	unsigned n_threads;
	unsigned char seen[256]; /* each thread's own */
};

static enum everyuri_status parse_range(void *context, unsigned thread, size_t from, size_t n_rows)
{
	struct job *job = context;
	struct everyuri_rows rows = everyuri_rows_slice(job->rows, from, n_rows);
	struct everyuri_parts parts = everyuri_parts_from(&job->parts, from);
	size_t n_done = 0;

	if (thread >= job->n_threads || n_rows > job->rows->n_rows - from)
		return EVERYURI_FAILED;
	job->seen[thread] = 1;
	for (int i = 0; i < 2; i++)
		if (from <= job->fails_at[i] && job->fails_at[i] < from + n_rows)
			return i ? EVERYURI_UNSAFE : EVERYURI_INVALID;
	return everyuri_bulk_parse(&rows, job->standard, 0, &parts, &n_done, NULL);
}

static struct job job_of(const struct everyuri_rows *rows, int into, unsigned n_threads)
{
	struct job job = { .rows = rows,
		           .standard = EVERYURI_RFC3986,
		           .parts = { .verdict = { status_of[into], NULL },
		                      .host_kind = kind_of[into] },
		           .fails_at = { SIZE_MAX, SIZE_MAX },
		           .n_threads = n_threads };

	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		job.parts.begin[part] = begin[into][part];
		job.parts.end[part] = end[into][part];
	}
	return job;
}

static void shared(const struct everyuri_rows *rows)
{
	static const unsigned n_threads[] = { 1, 2, 7, 256, 5000 };
	static const size_t grain[] = { 0, 1, 1000, N_ROWS, SIZE_MAX };

	struct job alone = job_of(rows, 0, 1);

	everyuri_bulk_parse(rows, EVERYURI_RFC3986, 0, &alone.parts, NULL, NULL);
	for (size_t t = 0; t < sizeof n_threads / sizeof *n_threads; t++) {
		for (size_t g = 0; g < sizeof grain / sizeof *grain; g++) {
			struct job job = job_of(rows, 1, n_threads[t] < 256 ? n_threads[t] : 256);

			memset(status_of[1], 0xA5, sizeof status_of[1]);
			memset(kind_of[1], 0xA5, sizeof kind_of[1]);
			memset(begin[1], 0xA5, sizeof begin[1]);
			memset(end[1], 0xA5, sizeof end[1]);
			bool good = !everyuri_bulk_share(n_threads[t], rows->n_rows, grain[g],
			                                 parse_range, &job);

			ok(good && !memcmp(status_of[0], status_of[1], sizeof status_of[0]) &&
			           !memcmp(kind_of[0], kind_of[1], sizeof kind_of[0]) &&
			           !memcmp(begin[0], begin[1], sizeof begin[0]) &&
			           !memcmp(end[0], end[1], sizeof end[0]),
			   "%u threads, %zu rows at a time: what one thread says", n_threads[t],
			   grain[g]);
		}
	}
}

static void failing(const struct everyuri_rows *rows)
{
	for (unsigned n = 1; n < 8; n += 3) {
		struct job job = job_of(rows, 1, n);

		job.fails_at[0] = 5000;
		job.fails_at[1] = 7000;
		ok(everyuri_bulk_share(n, rows->n_rows, 100, parse_range, &job) == EVERYURI_INVALID,
		   "%u threads: of two ranges that fail the first one's status is returned", n);
	}
}

/* ---- several at work at once ------------------------------------------------------------- */

/* Waits until the other range is in hand too, which only another thread can do. */
static enum everyuri_status meet(void *context, unsigned thread, size_t from, size_t n_rows)
{
	atomic_uint *arrived = context;
	time_t since = time(NULL);

	(void)thread;
	(void)from;
	(void)n_rows;
	atomic_fetch_add(arrived, 1);
	while (atomic_load(arrived) < 2)
		if (time(NULL) - since > 30)
			return EVERYURI_FAILED;
	return EVERYURI_OK;
}

static void at_once(void)
{
	atomic_uint arrived = 0;

	if (everyuri_bulk_has_threads())
		ok(!everyuri_bulk_share(2, 2, 1, meet, &arrived), "two threads work at once");
	else
		skip("two threads work at once", "this build lacks threads");
}

int main(void)
{
	struct columns columns;
	struct everyuri_rows rows;

	columns_make(&columns, N_ROWS, 3);
	rows = columns_rows(&columns, EVERYURI_LAYOUT_OFFSETS_32);
	shared(&rows);
	failing(&rows);
	at_once();
	ok(!everyuri_bulk_share(4, 0, 0, parse_range, NULL), "no rows are no work");
	columns_free(&columns);
	return done();
}
