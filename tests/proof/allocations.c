/* allocations.c - parse, check, compare, resolving, normalising and the batch calls allocate nothing.
 *
* Replaces the allocation functions of the whole program by functions that count and call glibc's.  Skipped under the
 * sanitizers, which replace them, too. */
#include <everyuri.h>
#if defined(__has_include)
#if __has_include(<everyuri/bulk.h>)
#include <everyuri/bulk.h>
#define HAS_BULK 1
#endif
#endif
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sanitized.h"
#include "shapes.h"
#include "tap.h"

#define N_TEXTS ((size_t)4000)
#define MEMORY ((size_t)1 << 20)

static unsigned long n_allocations;

#if defined(__GLIBC__) && !SANITIZED
#define CAN_COUNT 1

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
	n_allocations++;
	return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	n_allocations++;
	return __libc_calloc(n, size);
}

void *realloc(void *memory, size_t size)
{
	n_allocations++;
	return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	n_allocations++;
	return __libc_memalign(alignment, size);
}
#endif

/* ---- texts -------------------------------------------------------------------------- */

static char data[N_TEXTS * SHAPE_MAX];
static int64_t offset[N_TEXTS + 1];
static char memory[MEMORY];

static void make_texts(void)
{
	struct shapes s = { .state = 7 };

	for (size_t i = 0; i < N_TEXTS; i++) {
		shapes_uri(&s, false);
		memcpy(data + offset[i], s.text, s.len);
		offset[i + 1] = offset[i] + (int64_t)s.len;
	}
}

static struct everyuri_text text_of(size_t i)
{
	return (struct everyuri_text){ data + offset[i], (size_t)(offset[i + 1] - offset[i]) };
}

/* ---- one call a text ---------------------------------------------------------------- */

/* Makes all calls on a text under a standard, with a fixed buffer. */
static bool read_text(struct everyuri_text t, enum everyuri_standard standard,
                      const struct everyuri_uri *base)
{
	struct everyuri_buf buf, result;
	struct everyuri_uri uri, resolved;
	struct everyuri_error err;
	bool valid;

	everyuri_buf_init(&buf, memory, MEMORY / 2, NULL);
	everyuri_buf_init(&result, memory + MEMORY / 2, MEMORY / 2, NULL);
	valid = !everyuri_parse(t.data, t.len, standard, 0, NULL, &buf, &uri, &err);
	if (valid) {
		everyuri_normalize(&uri, EVERYURI_LEVEL_SYNTAX, &result, NULL, NULL);
		everyuri_parse(t.data, t.len, standard, 0, base, &result, &resolved, NULL);
	}
	everyuri_check(t.data, t.len, standard, 0, NULL);
	return valid;
}

static void count_single(enum everyuri_standard standard)
{
	static const char base_text[] = "http://a/b/c/d?q";
	static char base_memory[256];
	struct everyuri_buf base_buf;
	struct everyuri_uri base;
	unsigned long n_valid = 0;

	everyuri_buf_init(&base_buf, base_memory, sizeof base_memory, NULL);
	if (everyuri_parse(base_text, strlen(base_text), standard, 0, NULL, &base_buf, &base,
	                   NULL)) {
		ok(false, "%s: the base is read", everyuri_standard_name(standard));
		return;
	}
	n_allocations = 0;
	for (size_t i = 0; i < N_TEXTS; i++)
		n_valid += read_text(text_of(i), standard, &base);
	unsigned long counted = n_allocations;

	ok(!counted && n_valid,
	   "%s: parse, check, resolve and normalise %zu texts: %lu allocations",
	   everyuri_standard_name(standard), N_TEXTS, counted);
}

static void count_compare(void)
{
	struct everyuri_comparison comparison;
	struct everyuri_buf buf;
	unsigned long n_accepted = 0;

	everyuri_buf_init(&buf, memory, sizeof memory, NULL);
	n_allocations = 0;
	for (size_t i = 0; i < N_TEXTS; i++) {
		struct everyuri_text t = text_of(i);

		if (!everyuri_compare(t.data, t.len, (1u << EVERYURI_N_STANDARDS) - 1, 0, &buf,
		                      &comparison, NULL))
			n_accepted += comparison.accepted != 0;
	}
	unsigned long counted = n_allocations;

	ok(!counted && n_accepted, "compare %zu texts: %lu allocations", N_TEXTS, counted);
}

/* ---- the batch ------------------------------------------------------------------------ */

#ifdef HAS_BULK
static char text[N_TEXTS * SHAPE_MAX * 8];
static uint32_t begin[EVERYURI_N_PARTS][N_TEXTS], end[EVERYURI_N_PARTS][N_TEXTS];
static uint8_t status[N_TEXTS];
static int64_t text_offset[N_TEXTS + 1];

static bool batch(enum everyuri_standard standard)
{
	struct everyuri_rows rows = { .layout = EVERYURI_LAYOUT_OFFSETS_64,
		                      .n_rows = N_TEXTS,
		                      .at = offset,
		                      .data = data,
		                      .data_len = (size_t)offset[N_TEXTS] };
	struct everyuri_verdicts verdicts = { .status = status };
	struct everyuri_texts texts = { .data = text,
		                        .cap = sizeof text,
		                        .offset_64 = text_offset };
	struct everyuri_parts parts = { .verdict = verdicts, .rewritten = &texts };
	struct everyuri_text name = { "q", 1 };

	for (size_t i = 0; i < EVERYURI_N_PARTS; i++) {
		parts.begin[i] = begin[i];
		parts.end[i] = end[i];
	}
	return !everyuri_bulk_parse(&rows, standard, 0, &parts, NULL, NULL) &&
	       !everyuri_bulk_check(&rows, standard, 0, &verdicts, NULL, NULL) &&
	       !everyuri_bulk_normalize(&rows, standard, 0, EVERYURI_LEVEL_SYNTAX, &texts, NULL,
	                                NULL, NULL) &&
	       !everyuri_bulk_part(&rows, standard, 0, EVERYURI_HOST, &texts, NULL, NULL, NULL) &&
	       !everyuri_bulk_query_value(&rows, standard, 0, name, &texts, NULL, NULL, NULL);
}

static void count_batch(enum everyuri_standard standard)
{
	unsigned long counted;
	bool good;

	n_allocations = 0;
	good = batch(standard);
	counted = n_allocations;
	ok(good && !counted, "%s: batches of %zu rows: %lu allocations",
	   everyuri_standard_name(standard), N_TEXTS, counted);
}
#else
static void count_batch(enum everyuri_standard standard)
{
	skip(everyuri_standard_name(standard), "everyuri/bulk.h is missing");
}
#endif

int main(void)
{
#ifdef CAN_COUNT
	unsigned long before = n_allocations; /* profiling by the compiler may have allocated */
	void *volatile memory_seen = malloc(1);

	ok(n_allocations == before + 1, "an allocation is counted");
	free(memory_seen);
	make_texts();
	for (unsigned standard = 0; standard < EVERYURI_N_STANDARDS; standard++)
		count_single((enum everyuri_standard)standard);
	count_compare();
	for (unsigned standard = 0; standard < EVERYURI_N_STANDARDS; standard++)
		count_batch((enum everyuri_standard)standard);
#else
	(void)n_allocations;
	(void)make_texts;
	(void)count_single;
	(void)count_compare;
	(void)count_batch;
	skip("allocations", "malloc cannot be replaced in this build");
#endif
	return done();
}
