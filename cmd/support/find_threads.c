/* find_threads.c - the threads of everyuri find.  Each takes a few small files at a time, or one
 * chunk of a long file.  The threads write their hits in the order of the input. */
#include "find.h"
#include "table.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Small enough that the data is still in the cache when the finder processes it. */
#define PIECE_SIZE ((size_t)128 << 10)

/* A thread takes files until it has TAKE_SIZE bytes or TAKE_FILES files.  A file of at least
 * TAKE_SIZE bytes is a long file. */
#define TAKE_SIZE ((off_t)1 << 20)
#define TAKE_FILES 64

void search_meter(struct find *find, uint64_t found_before, uint64_t bytes)
{
	struct search *search = find->search;

	if (!search->meter.wanted)
		return;
	if (find->answer->order)
		order_wait(&search->order, find->answer->turn);
	meter_add(&search->meter, find->n_found - found_before, bytes);
}

void search_trouble(struct find *find, const char *name, int error)
{
	struct answer *answer = find->answer;

	answer_flush(answer);
	if (answer->order)
		order_wait(answer->order, answer->turn);
	meter_hide(&find->search->meter);
	answer_status(answer, trouble(answer->settings,
	                              strcmp(name, "-") != 0 ? name : "standard input", error));
}

/* ---- a whole file ------------------------------------------------------------------------- */

/* Searches one open file.  Returns: 0, or the errno of a failed read. */
static int feed_file(struct find *find, int file)
{
	struct everyuri_finder *finder = find->scanner->finder;
	struct stat about;
	bool is_file = !fstat(file, &about) && S_ISREG(about.st_mode);

	for (;;) {
		uint64_t before = find->n_found;
		ssize_t n = read(file, find->piece, PIECE_SIZE);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno;
		if (!n || !everyuri_find_feed(finder, find->piece, (size_t)n))
			return 0;
		search_meter(find, before, (uint64_t)n);
		/* The writer of a pipe may wait for these hits before it writes more data. */
		if (!is_file && (size_t)n < PIECE_SIZE)
			answer_flush(find->answer);
	}
}

/* Searches one file.  If a read fails, the hits found before are still reported. */
static void search_file(struct find *find, const char *name)
{
	bool standard_input = !strcmp(name, "-");
	void *piece = find->piece;
	int file = standard_input ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	int failed = file < 0 ? errno : 0;

	find->file = name;
	if (!failed && !array_room(&piece, &find->piece_cap, PIECE_SIZE))
		failed = ENOMEM;
	find->piece = piece;
	if (!failed)
		failed = scanner_begin(find, 0);
	if (!failed) {
		failed = feed_file(find, file);
		everyuri_find_end(find->scanner->finder);
	}
	if (file >= 0 && !standard_input)
		close(file);
	if (failed)
		search_trouble(find, name, failed);
}

/* ---- tasks of a thread --------------------------------------------------------------------- */

/* A task of a thread: the operands from `from` up to but not including `to`, or a chunk. */
struct task {
	size_t from, to;
	bool is_stretch;
	struct chunk chunk;
};

/* Returns true for a long file.  Pipes and devices count as long, because their size is unknown. */
static bool is_long(const char *name, off_t *size)
{
	struct stat about;

	if (!strcmp(name, "-"))
		return true;
	if (stat(name, &about) || S_ISDIR(about.st_mode))
		return false;
	*size += about.st_size;
	return !S_ISREG(about.st_mode) || about.st_size >= TAKE_SIZE;
}

static void open_long(struct search *search, const char *name)
{
	struct long_file *opened = &search->file;
	bool standard_input = !strcmp(name, "-");
	struct stat about;
	int file = standard_input ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);

	*opened = (struct long_file){ .name = name,
		                      .file = file < 0 ? -errno : file,
		                      .number = opened->number + 1 };
	opened->regular = file >= 0 && !fstat(file, &about) && S_ISREG(about.st_mode);
}

static void take_small(struct search *search, struct task *task)
{
	off_t size = 0;
	size_t i = search->n_taken;

	while (i < search->n_operands && i < task->from + TAKE_FILES && size < TAKE_SIZE &&
	       !is_long(search->operand[i], &size))
		i++;
	search->n_taken = i;
}

/* Takes the next task.  The caller must hold `taking`. */
static bool take_next(struct find *find, struct task *task)
{
	struct search *search = find->search;

	task->from = search->n_taken;
	task->is_stretch = false;
	if (search->stop)
		return false;
	if (!find->answer->order) { /* there is only one thread, which takes all operands */
		search->n_taken = search->n_operands;
	} else if (!search->file.name) {
		take_small(search, task);
		if (search->n_taken == task->from && task->from < search->n_operands)
			open_long(search, search->operand[search->n_taken++]);
	}
	task->is_stretch = search->file.name != NULL;
	task->to = search->n_taken;
	if (task->is_stretch)
		chunk_take(search, find, &task->chunk);
	return task->is_stretch || task->to > task->from;
}

static bool take(struct find *find, struct task *task)
{
	struct search *search = find->search;

	pthread_mutex_lock(&search->taking);
	bool taken = take_next(find, task);

	if (taken)
		find->answer->turn = search->n_turns++;
	pthread_mutex_unlock(&search->taking);
	return taken;
}

static void *search_tasks(void *context)
{
	struct find *find = context;
	struct search *search = find->search;
	struct task task;

	while (take(find, &task)) {
		if (task.is_stretch)
			chunk_search(find, &task.chunk);
		for (; !task.is_stretch && task.from < task.to && !find->answer->out.failed;
		     task.from++)
			search_file(find, search->operand[task.from]);
		if (find->answer->out.failed ||
		    (find->answer->order && !answer_flush(find->answer))) {
			pthread_mutex_lock(&search->taking);
			search->stop = true;
			pthread_mutex_unlock(&search->taking);
		}
		if (find->answer->order)
			order_done(&search->order, find->answer->turn);
	}
	return NULL;
}

/* ---- threads --------------------------------------------------------------------------------- */

static bool start_search(struct find *find, struct search *search)
{
	*find = (struct find){ .search = search, .answer = &find->its_own };
	if (answer_begin(&find->its_own, search->settings) ||
	    !table_begin(&find->its_own, FIND_HEADER))
		return false;
	find->answer->order = &search->order;
	find->answer->meter = &search->meter;
	find->started = !pthread_create(&find->thread, NULL, search_tasks, find);
	return find->started;
}

static void free_search(struct find *find)
{
	scanner_free(find->scanner);
	free(find->piece);
	free(find->aside.hit);
	free(find->aside.text);
}

/* Joins a thread, and merges its status into that of the first one, so that an error is reported
 * only once. */
static void finish_search(struct find *find, struct find *first)
{
	if (find->started)
		pthread_join(find->thread, NULL);
	first->n_found += find->n_found;
	answer_status(first->answer, find->its_own.status);
	if (find->its_own.out.failed) {
		first->answer->out.failed = true;
		first->answer->write_error = find->its_own.write_error;
	}
	if (find->its_own.block)
		answer_free(&find->its_own);
	free_search(find);
}

bool search_operands(struct search *search, struct find *first)
{
	size_t n = search->settings->n_threads, n_others = 0;
	struct find *others = n > 1 ? calloc(n - 1, sizeof *others) : NULL;

	first->answer->meter = &search->meter;
	if (others) {
		/* This output must come before the output of all tasks. */
		answer_flush(first->answer);
		first->answer->order = &search->order;
		while (n_others < n - 1 && start_search(&others[n_others], search))
			n_others++;
	}
	search_tasks(first);
	for (size_t i = 0; others && i < n - 1 && others[i].search; i++)
		finish_search(&others[i], first);
	first->answer->order = NULL;
	first->answer->meter = NULL;
	meter_hide(&search->meter);
	chunk_close(&search->file);
	scanner_free(search->carried);
	free_search(first);
	free(others);
	return first->n_found != 0;
}
