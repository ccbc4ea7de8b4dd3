/* linear.h - is the time of a call linear in the length of its text?  A program includes it once, with a table
 * of shapes.  A shape is a worst-case text for some function; its middle is repeated to make it longer.
 *
 * EVERYURI_LONG: 8 MB may take at most 9 times the CPU time of 1 MB, as the median of five rounds that measure
 * both.  Otherwise 1 MB may take at most 18 times as long as 128 kB, in three rounds: short, and tolerant of a
 * busy machine.  A quadratic call takes 64 times as long.  A call over the limit is measured again; with
 * EVERYURI_LONG a third time with eight times as much text: a cache is exceeded only once, but a quadratic loop
 * keeps growing.
 *
 * Memory bandwidth limits calls under 4 ns a byte, and 1 MB fits a cache that 8 MB do not fit.  These are
 * measured with 8 and 64 MB; those under 0.5 ns a byte with 32 and 256 MB.  The short form takes 2 and 16 MB for
 * both, and 32 times as the limit.  EVERYURI_QUICK: 32 and 256 kB, once.  Sorting eight times as many items needs
 * a fifth more comparisons for each: the limit is 11 times. */
#ifndef TESTS_LINEAR_H
#define TESTS_LINEAR_H

#include <everyuri.h>

#include "tap.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define LINEAR_TRIES 3
#define LINEAR_SORTS 1000
#define LINEAR_ROUNDS_MAX 5
#define LINEAR_TIMES 8    /* how much longer the long text is */
#define LINEAR_LEAST 2e-3 /* seconds; a shorter call is repeated */
#define LINEAR_FAST 4e-9  /* seconds a byte */
#define LINEAR_FASTEST 5e-10

/* Memory for results: the longest that a text can become. */
#define LINEAR_ROOM ((size_t)3 << 30)

struct linear_work {
	struct everyuri_buf buf; /* empty, and fixed: LINEAR_ROOM bytes */
	const char *with;        /* of the shape */
	int number;
};

/** The call to measure.  Returns: its status. */
typedef enum everyuri_status linear_fn(struct linear_work *work, const char *text, size_t len);

struct linear_shape {
	const char *name;
	linear_fn *call;
	int number; /* argument of the call, mostly a standard; plus LINEAR_SORTS if it sorts */
	const char *front, *middle, *back;
	enum everyuri_status status; /* what the call must return */
	const char *with;            /* argument of the call */
};

struct linear_text {
	char *data;
	size_t len;
};

static inline struct linear_text linear_make(const struct linear_shape *shape, size_t len)
{
	size_t front = strlen(shape->front), middle = strlen(shape->middle),
	       back = strlen(shape->back);
	size_t n = (len - front - back) / middle;
	struct linear_text text = { malloc(front + n * middle + back + 1),
		                    front + n * middle + back };

	if (!text.data)
		abort();
	memcpy(text.data, shape->front, front);
	for (size_t k = 0; k < n; k++)
		memcpy(text.data + front + k * middle, shape->middle, middle);
	memcpy(text.data + front + n * middle, shape->back, back);
	return text;
}

static inline double linear_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static inline enum everyuri_status linear_once(const struct linear_shape *shape, void *room,
                                               const struct linear_text *text)
{
	struct linear_work work = { .with = shape->with, .number = shape->number % LINEAR_SORTS };

	everyuri_buf_init(&work.buf, room, LINEAR_ROOM, NULL);
	return shape->call(&work, text->data, text->len);
}

/* Returns the seconds of a call, which is repeated until the clock is precise enough. */
static inline double linear_call(const struct linear_shape *shape, void *room,
                                 const struct linear_text *text)
{
	double begun = linear_now(), passed;
	unsigned long n = 0;

	do {
		linear_once(shape, room, text);
		n++;
		passed = linear_now() - begun;
	} while (passed < LINEAR_LEAST);
	return passed / (double)n;
}

static inline int linear_order(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Returns the ratio of long to short text; *seconds: time of the long one. */
static inline double linear_ratio(const struct linear_shape *shape, void *room,
                                  const struct linear_text *small, const struct linear_text *large,
                                  int rounds, double *seconds)
{
	double ratio[LINEAR_ROUNDS_MAX];

	linear_once(shape, room, large); /* touches the pages first */
	for (int k = 0; k < rounds; k++) {
		double less = linear_call(shape, room, small);

		*seconds = linear_call(shape, room, large);
		ratio[k] = *seconds / less;
	}
	qsort(ratio, (size_t)rounds, sizeof *ratio, linear_order);
	return ratio[rounds / 2];
}

static inline void linear_shape_holds(const struct linear_shape *shape, void *room)
{
	bool quick = getenv("EVERYURI_QUICK"), strict = !quick && getenv("EVERYURI_LONG");
	size_t len = (size_t)(strict ? 1024 : quick ? 32 : 128) << 10;
	double limit = !strict                       ? 18 :
	               shape->number >= LINEAR_SORTS ? 11 :
	                                               9,
	       ratio = 0, seconds = 0, a_byte;
	int rounds = strict ? LINEAR_ROUNDS_MAX : quick ? 1 : 3;
	struct linear_text small = linear_make(shape, len), large;
	enum everyuri_status status = linear_once(shape, room, &small);

	a_byte = linear_call(shape, room, &small) / (double)small.len;
	if (!quick && a_byte < LINEAR_FAST) {
		len = (size_t)(!strict ? 2 : a_byte < LINEAR_FASTEST ? 32 : 8) << 20;
		limit = strict ? limit : 32;
		free(small.data);
		small = linear_make(shape, len);
	}
	large = linear_make(shape, LINEAR_TIMES * len);
	for (int k = 0; k < LINEAR_TRIES && (k == 0 || ratio > limit); k++) {
		if (strict && k && k + 1 == LINEAR_TRIES && len < (size_t)32 << 20) {
			free(small.data);
			small = large;
			len *= LINEAR_TIMES;
			large = linear_make(shape, LINEAR_TIMES * len);
		}
		ratio = linear_ratio(shape, room, &small, &large, rounds, &seconds);
	}
	ok(status == shape->status && ratio <= limit,
	   "%s: %zu kB take %.1f times as long as %zu (%.0f ns a kB, status %d)", shape->name,
	   large.len >> 10, ratio, small.len >> 10, seconds * 1e9 / (double)(large.len >> 10),
	   (int)status);
	free(small.data);
	free(large.data);
}

/** Prints a point for each shape, or for those whose name contains argv[1]. */
static inline void linear_all(const struct linear_shape *shapes, size_t n_shapes, const char *word)
{
	void *room = mmap(NULL, LINEAR_ROOM, PROT_READ | PROT_WRITE,
	                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (room == MAP_FAILED) {
		skip("the shapes", "cannot map that much memory");
		return;
	}
	for (size_t i = 0; i < n_shapes; i++) {
		if (word && !strstr(shapes[i].name, word))
			continue;
		linear_shape_holds(&shapes[i], room);
		madvise(room, LINEAR_ROOM, MADV_DONTNEED);
	}
	munmap(room, LINEAR_ROOM);
}

#endif
