/* bulk.c - blocks of items that are read and written in one pass of the library's. */
#include "bulk.h"

/* Rows that are cut and written together. */
#define N_TOGETHER 512

/* What is shown on a terminal is escaped there; --default-scheme reads some items twice. */
static bool is_plain(const struct answer *answer)
{
	return !answer->terminal && !answer->settings->default_scheme &&
	       (answer->settings->shape == SHAPE_JSON || answer->settings->shape == SHAPE_TSV);
}

static bool any_too_long(const struct everyuri_span *line, size_t n, size_t max_length)
{
	for (size_t i = 0; i < n; i++)
		if (line[i].end - line[i].begin > max_length)
			return true;
	return false;
}

/* The rows in hand. */
struct together {
	const char *data;
	const struct everyuri_span *line;
	uint64_t first; /* the number of the first item */
	unsigned flags;
};

static struct item item_of(const struct together *rows, size_t row)
{
	return (struct item){ .data = rows->data + rows->line[row].begin,
		              .len = rows->line[row].end - rows->line[row].begin,
		              .number = rows->first + row };
}

/* Take bad rows into account, and complain of them where their answers do not. */
static void account(struct answer *answer, const struct together *rows, const uint8_t *status,
                    size_t n)
{
	const struct settings *settings = answer->settings;

	for (size_t row = 0; row < n; row++) {
		struct everyuri_uri uri;
		struct everyuri_error error;

		if (status[row] == EVERYURI_OK)
			continue;
		struct item item = item_of(rows, row);

		if (settings->shape == SHAPE_JSON)
			answer_status(answer, EXIT_BAD);
		else if (everyuri_parse(item.data, item.len, settings->standard[0], rows->flags,
		                        NULL, &answer->buf[0], &uri, &error))
			complain(answer, &item, &error);
	}
}

/* Write n rows; one that the library gives up on (there is no memory) goes the slow way. */
static void write_rows(struct answer *answer, const struct everyuri_rows *all,
                       const struct together *rows, item_fn *fn, void *own)
{
	const struct everyuri_rows_writing writing = { .shape = answer->settings->shape ==
		                                                                SHAPE_JSON ?
		                                                        EVERYURI_ROWS_JSON :
		                                                        EVERYURI_ROWS_TSV,
		                                       .standard = answer->settings->standard[0],
		                                       .flags = rows->flags,
		                                       .nul = answer->settings->nul,
		                                       .out = &answer->out,
		                                       .scratch = &answer->buf[0] };
	uint8_t status[N_TOGETHER];

	for (size_t at = 0; at < all->n_rows;) {
		struct everyuri_rows rest = everyuri_rows_slice(all, at, all->n_rows);
		struct together left = { rows->data, rows->line + at, rows->first + at,
			                 rows->flags };
		size_t n_done = 0;
		const struct everyuri_verdicts verdicts = { status, NULL };

		enum everyuri_status given_up =
			everyuri_rows_write(&writing, &rest, &verdicts, &n_done, NULL);

		account(answer, &left, status, n_done);
		at += n_done;
		if (given_up) {
			struct item item = item_of(&left, n_done);

			fn(answer, &item, own);
			at++;
		}
	}
}

bool bulk_parse(struct answer *answer, struct block *block, unsigned flags, item_fn *fn, void *own)
{
	unsigned how = EVERYURI_LINES_END | (answer->settings->nul ? EVERYURI_LINES_NUL : 0u);
	struct everyuri_span line[N_TOGETHER];
	size_t n;

	if (!is_plain(answer))
		return false;
	while (block->next < block->len && !answer->out.failed) {
		const char *data = block->data + block->next;
		size_t len = block->len - block->next;
		size_t taken = everyuri_lines_cut(data, len, how, line, N_TOGETHER, &n);

		if (len > answer->settings->max_length &&
		    any_too_long(line, n, answer->settings->max_length))
			return false;
		const struct everyuri_rows all = { .layout = EVERYURI_LAYOUT_SPANS,
			                           .n_rows = n,
			                           .at = line,
			                           .data = data,
			                           .data_len = len };
		const struct together rows = { data, line, block->first, flags };

		write_rows(answer, &all, &rows, fn, own);
		block->next += taken;
		block->first += n;
	}
	return true;
}
