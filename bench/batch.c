/* batch.c - run the batch API on a whole corpus in Arrow's layout: one buffer, 64-bit offsets.
 *
 * The arrays for results hold one block of rows and are reused, so that they stay in the cache, as for a caller that
 * uses them at once. */
#include "contenders.h"

#include <everyuri.h>
#include <everyuri/bulk.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LEAST_NS 2e7
#define BLOCK_ROWS \
	((size_t)2000) /* not a power of two: the arrays would compete for the same cache sets */
#define MAX_THREADS 2
/* Rows shared by threads, a repeated corpus: the system takes up to 10 ms to use both processors, and a pass must
 * take much longer. */
#define MANY_ROWS ((size_t)20000000)
#define TEXT_SIZE ((size_t)16 << 20)

struct answers {
	uint32_t begin[EVERYURI_N_PARTS][BLOCK_ROWS], end[EVERYURI_N_PARTS][BLOCK_ROWS];
	uint8_t status[BLOCK_ROWS];
	size_t accepted;
};

static struct everyuri_rows column, many; /* many: the column, repeated */
static uint64_t *many_offset;
static char *many_packed;
static struct answers *answers[MAX_THREADS];
static char *text;
static int64_t *text_offset;

static struct everyuri_rows column_of(const uint64_t *offset, const char *data, size_t n_rows)
{
	return (struct everyuri_rows){ .layout = EVERYURI_LAYOUT_OFFSETS_64,
		                       .n_rows = n_rows,
		                       .at = offset,
		                       .data = data,
		                       .data_len = offset[n_rows] };
}

void batch_begin(const struct corpus *corpus)
{
	size_t n = corpus->n_lines, len = corpus->offset[n], copies = MANY_ROWS / n + 1;

	column = column_of(corpus->offset, corpus->packed, n);
	many_offset = wanted(calloc(copies * n + 1, sizeof *many_offset), "memory");
	many_packed = wanted(malloc(copies * len + 1), "memory");
	for (size_t copy = 0; copy < copies; copy++) {
		memcpy(many_packed + copy * len, corpus->packed, len);
		for (size_t i = 0; i < n; i++)
			many_offset[copy * n + i + 1] = copy * len + corpus->offset[i + 1];
	}
	many = column_of(many_offset, many_packed, copies * n);
	text = wanted(malloc(TEXT_SIZE), "memory");
	text_offset = wanted(calloc(BLOCK_ROWS + 1, sizeof *text_offset), "memory");
	for (size_t i = 0; i < MAX_THREADS; i++)
		answers[i] = wanted(calloc(1, sizeof *answers[i]), "memory");
}

void batch_end(void)
{
	for (size_t i = 0; i < MAX_THREADS; i++)
		free(answers[i]);
	free(text_offset);
	free(text);
	free(many_packed);
	free(many_offset);
}

static size_t n_accepted(const struct answers *out, size_t n_rows)
{
	size_t accepted = 0, i = 0;

	/* Sixteen at a time, which compilers vectorise: counting would otherwise be part of a row's time, where
	 * for one URI a call it is an addition. */
	for (; i + 16 <= n_rows; i += 16) {
		uint8_t some = 0;

		for (size_t k = 0; k < 16; k++)
			some += out->status[i + k] == EVERYURI_OK;
		accepted += some;
	}
	for (; i < n_rows; i++)
		accepted += out->status[i] == EVERYURI_OK;
	return accepted;
}

/* ---- parse --------------------------------------------------------------------------- */

static void parse_block(const struct everyuri_rows *block, struct answers *out)
{
	struct everyuri_parts parts = { .verdict.status = out->status };

	for (size_t i = 0; i < EVERYURI_N_PARTS; i++) {
		parts.begin[i] = out->begin[i];
		parts.end[i] = out->end[i];
	}
	if (everyuri_bulk_parse(block, EVERYURI_RFC3986, 0, &parts, NULL, NULL))
		abort();
	out->accepted += n_accepted(out, block->n_rows);
}

size_t by_batch(const struct corpus *corpus)
{
	(void)corpus;
	answers[0]->accepted = 0;
	for (size_t from = 0; from < column.n_rows; from += BLOCK_ROWS) {
		struct everyuri_rows block = everyuri_rows_slice(&column, from, BLOCK_ROWS);

		parse_block(&block, answers[0]);
	}
	return answers[0]->accepted;
}

/* ---- the other calls ------------------------------------------------------------------- */

static void others_of_block(const struct everyuri_rows *block, struct answers *out,
                            struct everyuri_buf *buf)
{
	struct everyuri_verdicts verdicts = { .status = out->status };
	struct everyuri_texts texts = { .data = text, .cap = TEXT_SIZE, .offset_64 = text_offset };
	struct everyuri_comparisons comparisons = { .accepted = out->begin[0] };
	struct everyuri_key_options surt = { .profile = EVERYURI_KEY_SURT,
		                             .standard = EVERYURI_RFC3986 };
	struct everyuri_text name = { "q", 1 };

	if (everyuri_bulk_check(block, EVERYURI_RFC3986, 0, &verdicts, NULL, NULL) ||
	    everyuri_bulk_normalize(block, EVERYURI_RFC3986, 0, EVERYURI_LEVEL_SYNTAX, &texts, NULL,
	                            NULL, NULL) ||
	    everyuri_bulk_key(block, &surt, &texts, NULL, NULL, NULL) ||
	    everyuri_bulk_part(block, EVERYURI_RFC3986, 0, EVERYURI_HOST, &texts, NULL, NULL,
	                       NULL) ||
	    everyuri_bulk_query_value(block, EVERYURI_RFC3986, 0, name, &texts, NULL, NULL, NULL) ||
	    everyuri_bulk_compare(block, (1u << EVERYURI_N_STANDARDS) - 1, 0, buf, &comparisons,
	                          NULL, NULL))
		abort();
	out->accepted += n_accepted(out, block->n_rows);
}

size_t by_batch_others(const struct corpus *corpus)
{
	static char memory[1 << 20];
	struct everyuri_buf buf;

	(void)corpus;
	everyuri_buf_init(&buf, memory, sizeof memory, NULL);
	answers[0]->accepted = 0;
	for (size_t from = 0; from < column.n_rows; from += BLOCK_ROWS) {
		struct everyuri_rows block = everyuri_rows_slice(&column, from, BLOCK_ROWS);

		others_of_block(&block, answers[0], &buf);
	}
	return answers[0]->accepted;
}

/* ---- threads ------------------------------------------------------------------------ */

static enum everyuri_status work(void *context, unsigned thread, size_t from, size_t n_rows)
{
	struct everyuri_rows block = everyuri_rows_slice(context, from, n_rows);

	parse_block(&block, answers[thread]);
	return EVERYURI_OK;
}

static size_t pass(unsigned n_threads)
{
	size_t accepted = 0;

	for (unsigned i = 0; i < n_threads; i++)
		answers[i]->accepted = 0;
	if (everyuri_bulk_share(n_threads, many.n_rows, BLOCK_ROWS, work, &many))
		abort();
	for (unsigned i = 0; i < n_threads; i++)
		accepted += answers[i]->accepted;
	return accepted / (many.n_rows / column.n_rows);
}

static double elapsed_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double sample(unsigned n_threads, size_t *accepted)
{
	size_t n_passes = 0;
	double begun = elapsed_ns(), spent;

	do {
		*accepted = pass(n_threads);
		n_passes++;
		spent = elapsed_ns() - begun;
	} while (spent < LEAST_NS);
	return spent / (double)(n_passes * many.n_rows);
}

double by_one_thread(const struct corpus *corpus, size_t *accepted)
{
	(void)corpus;
	return sample(1, accepted);
}

double by_two_threads(const struct corpus *corpus, size_t *accepted)
{
	(void)corpus;
	return sample(2, accepted);
}
