/* parse_blocks.c - parses and writes a block of items with one call of the library. */
#include "parse_blocks.h"

#include <unistd.h>

/* Number of rows that are parsed and written together.  N_TOGETHER rows fit into the cache;
 * N_BATCH rows form an Arrow batch. */
#define N_TOGETHER 512
#define N_BATCH 4096

/* Returns true if the library can write whole blocks.  The library does not escape output for a
 * terminal, and it does not retry an item with --default-scheme. */
static bool is_plain(const struct answer *answer)
{
	return !answer->terminal && !answer->settings->default_scheme &&
	       answer->settings->shape != SHAPE_TEXT;
}

static struct everyuri_rows_writing writing_of(struct answer *answer, unsigned flags)
{
	const struct settings *settings = answer->settings;

	return (struct everyuri_rows_writing){
		.shape = settings->table == TABLE_ARROW ? EVERYURI_ROWS_ARROW :
		         settings->table == TABLE_CSV   ? EVERYURI_ROWS_CSV :
		         settings->shape == SHAPE_JSON  ? EVERYURI_ROWS_JSON :
		                                          EVERYURI_ROWS_TSV,
		.standard = settings->standard[0],
		.flags = flags,
		.nul = settings->nul,
		.out = &answer->out,
		.scratch = &answer->buf[0]
	};
}

static bool any_too_long(const struct everyuri_span *line, size_t n, size_t max_length)
{
	for (size_t i = 0; i < n; i++)
		if (line[i].end - line[i].begin > max_length)
			return true;
	return false;
}

/* The rows that are being written. */
struct together {
	const char *data;
	const struct everyuri_span *line;
	uint64_t n_before; /* number of items in the block before these rows */
	unsigned flags;
};

static struct item item_of(const struct together *rows, size_t row)
{
	return (struct item){ .data = rows->data + rows->line[row].begin,
		              .len = rows->line[row].end - rows->line[row].begin,
		              .number = rows->n_before + row + 1 };
}

/* Records the status of bad rows.  Reports their errors, unless the JSON output contains them. */
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

/* Writes all rows.  If memory runs out in the library, passes the row to fn. */
static void write_rows(struct answer *answer, const struct everyuri_rows *all,
                       const struct together *rows, item_fn *fn, void *own)
{
	const struct everyuri_rows_writing writing = writing_of(answer, rows->flags);
	uint8_t status[N_BATCH];

	for (size_t at = 0; at < all->n_rows;) {
		struct everyuri_rows rest = everyuri_rows_slice(all, at, all->n_rows);
		struct together left = { rows->data, rows->line + at, rows->n_before + at,
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
	struct everyuri_span line[N_BATCH];
	size_t together = answer->settings->table == TABLE_ARROW ? N_BATCH : N_TOGETHER;
	size_t n;

	if (!is_plain(answer))
		return false;
	while (block->next < block->len && !answer->out.failed) {
		const char *data = block->data + block->next;
		size_t len = block->len - block->next;
		size_t taken = everyuri_lines_cut(data, len, how, line, together, &n);

		if (len > answer->settings->max_length &&
		    any_too_long(line, n, answer->settings->max_length))
			return false;
		const struct everyuri_rows all = { .layout = EVERYURI_LAYOUT_SPANS,
			                           .n_rows = n,
			                           .at = line,
			                           .data = data,
			                           .data_len = len };
		const struct together rows = { data, line, block->n_answered, flags };

		write_rows(answer, &all, &rows, fn, own);
		block->next += taken;
		block->n_answered += n;
	}
	return true;
}

/* ---- tables ------------------------------------------------------------------------------ */

/* Writes part of a table.  Escapes it if the output is a terminal, like all other output. */
static bool to_terminal(void *context, const char *data, size_t len)
{
	struct answer *answer = context;

	everyuri_write_terminal(&answer->out, data, len);
	return !answer->out.failed;
}

static void with_writer(struct answer *answer, struct everyuri_rows_writing *writing,
                        void (*fn)(const struct everyuri_rows_writing *writing, void *context),
                        void *context)
{
	struct everyuri_writer shown;
	char mem[1024];

	if (answer->terminal) {
		everyuri_writer_init(&shown, mem, sizeof mem, to_terminal, answer);
		writing->out = &shown;
	}
	fn(writing, context);
	if (answer->terminal)
		everyuri_writer_flush(&shown);
}

static void write_one(const struct everyuri_rows_writing *writing, void *context)
{
	const struct item *item = context;
	const struct everyuri_text text = { item->data, item->len };
	const struct everyuri_rows rows = { .layout = EVERYURI_LAYOUT_TEXTS,
		                            .n_rows = 1,
		                            .at = &text };

	everyuri_rows_write(writing, &rows, NULL, NULL, NULL);
}

static void write_begin(const struct everyuri_rows_writing *writing, void *context)
{
	(void)context;
	everyuri_rows_begin(writing, NULL);
}

void bulk_item(struct answer *answer, const struct item *item, unsigned flags)
{
	struct everyuri_rows_writing writing = writing_of(answer, flags);
	struct item row = *item;

	writing.too_long_at = item->cut ? answer->settings->max_length : 0;
	with_writer(answer, &writing, write_one, &row);
}

void bulk_begin(struct answer *answer)
{
	struct everyuri_rows_writing writing = writing_of(answer, 0);

	with_writer(answer, &writing, write_begin, NULL);
}

void bulk_end(struct answer *answer)
{
	struct everyuri_rows_writing writing = writing_of(answer, 0);

	everyuri_rows_end(&writing);
}

int bulk_allowed(const struct settings *settings, bool others)
{
	if (!settings->table)
		return -1;
	if (others || settings->default_scheme)
		return usage_error(settings, "--format csv and arrow cannot be combined with "
		                             "--base, --decode or --default-scheme");
	if (settings->nul)
		return usage_error(settings, "-0 cannot be combined with --format csv or arrow");
	if (settings->table == TABLE_ARROW && isatty(STDOUT_FILENO))
		return usage_error(settings,
		                   "--format arrow writes binary data: redirect it to a file");
	return -1;
}
