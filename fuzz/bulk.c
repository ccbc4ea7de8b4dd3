/* Lines and columns: split as one text or in pieces; each row has the result of everyuri_parse. */
#include "fuzz.h"
#include "parts.h"

FUZZ_SHAPE(FUZZ_LINES, 3);

#define ROWS_MAX 64
#define TEXT_ROOM 65536

static struct everyuri_buf *const buf = &fuzz_buf[0], *const other = &fuzz_buf[1],
				  *const scratch = &fuzz_buf[2];

static struct {
	uint8_t status[ROWS_MAX], kind[ROWS_MAX];
	uint32_t at[ROWS_MAX];
	uint16_t flags[ROWS_MAX];
	uint32_t begin[EVERYURI_N_PARTS][ROWS_MAX], end[EVERYURI_N_PARTS][ROWS_MAX];
	char text[TEXT_ROOM], more[TEXT_ROOM];
	int64_t offset[ROWS_MAX + 1], more_offset[ROWS_MAX + 1];
} table;

/* The lines are the same however often splitting restarts. */
static void lines_cut(struct everyuri_text text, unsigned flags, size_t piece,
                      const struct everyuri_span *want, size_t n_want)
{
	struct everyuri_span line[4];
	size_t at = 0, n = 0, n_lines;

	while (at < text.len && n < n_want) {
		size_t len = text.len - at < piece ? text.len - at : piece, taken;

		taken = everyuri_lines_cut(
			text.data + at, len,
			at + len == text.len ? flags : flags & ~(unsigned)EVERYURI_LINES_END, line,
			4, &n_lines);
		MUST(taken <= len && n_lines <= 4, text);
		for (size_t i = 0; i < n_lines && n < n_want; i++, n++)
			MUST(line[i].begin + at == want[n].begin && line[i].end + at == want[n].end,
			     text);
		if (!taken && at + len == text.len)
			break;
		if (!taken)
			piece *= 2;
		at += taken;
	}
	MUST(n == n_want, text);
}

static void rows_parse(const struct everyuri_rows *rows, enum everyuri_standard standard,
                       unsigned flags)
{
	struct everyuri_texts texts = { .data = table.text,
		                        .cap = TEXT_ROOM,
		                        .offset_64 = table.offset };
	struct everyuri_parts parts = { .verdict = { .status = table.status, .error_at = table.at },
		                        .host_kind = table.kind,
		                        .flags = table.flags,
		                        .rewritten = &texts };
	size_t n_done = 0;

	for (int i = 0; i < EVERYURI_N_PARTS; i++) {
		parts.begin[i] = table.begin[i];
		parts.end[i] = table.end[i];
	}
	if (everyuri_bulk_parse(rows, standard, flags, &parts, &n_done, NULL))
		n_done = n_done < rows->n_rows ? n_done : rows->n_rows;
	for (size_t row = 0; row < n_done; row++) {
		struct everyuri_text text;
		struct everyuri_uri uri;
		struct everyuri_error err = { 0 };
		enum everyuri_status status;

		MUST(!everyuri_row(rows, row, &text), text);
		status =
			everyuri_parse(text.data, text.len, standard, flags, NULL, buf, &uri, &err);
		MUST(status == table.status[row], text);
		MUST(!status || err.at == table.at[row], text);
		for (int i = 0; i < EVERYURI_N_PARTS && !status; i++)
			MUST(uri.part[i].begin == table.begin[i][row] &&
			             uri.part[i].end == table.end[i][row],
			     text);
		MUST(status || uri.host_kind == table.kind[row], text);
		/* A row that equals its href is not rewritten. */
		if (!status && fuzz_equal(fuzz_whole(&uri), text))
			uri.flags &= (uint16_t)~EVERYURI_REWRITTEN;
		MUST(status || uri.flags == table.flags[row], text);
		if (!status && uri.flags & EVERYURI_REWRITTEN)
			MUST(fuzz_equal(fuzz_whole(&uri),
			                (struct everyuri_text){ table.text + table.offset[row],
			                                        (size_t)(table.offset[row + 1] -
			                                                 table.offset[row]) }),
			     text, fuzz_whole(&uri));
	}
}

static void rows_normal(const struct everyuri_rows *rows, enum everyuri_standard standard,
                        enum everyuri_level level)
{
	struct everyuri_texts texts = { .data = table.more,
		                        .cap = TEXT_ROOM,
		                        .offset_64 = table.more_offset };
	struct everyuri_verdicts verdicts = { .status = table.status };
	size_t n_done = 0;

	everyuri_bulk_normalize(rows, standard, 0, level, &texts, &verdicts, &n_done, NULL);
	for (size_t row = 0; row < n_done; row++) {
		struct everyuri_text text,
			got = { table.more + table.more_offset[row],
			        (size_t)(table.more_offset[row + 1] - table.more_offset[row]) };
		struct everyuri_uri uri;

		MUST(!everyuri_row(rows, row, &text), text);
		if (table.status[row])
			continue;
		MUST(fuzz_read(text, standard, buf, &uri), text);
		MUST(!everyuri_normalize(&uri, level, other, NULL, NULL), text);
		MUST(fuzz_equal(got, fuzz_result(other)), text, got, fuzz_result(other));
	}
}

static bool drop(void *context, const char *data, size_t len)
{
	(void)context;
	(void)data;
	return len > 0;
}

static void rows_written(const struct everyuri_rows *rows, enum everyuri_standard standard,
                         unsigned shape)
{
	struct everyuri_writer w;
	struct everyuri_verdicts verdicts = { .status = table.status, .error_at = table.at };
	struct everyuri_rows_writing writing = { .shape = (enum everyuri_rows_shape)(shape % 4),
		                                 .standard = standard,
		                                 .out = &w,
		                                 .scratch = scratch };
	size_t n_done = 0;

	everyuri_writer_init(&w, table.text, 4096, drop, NULL);
	if (everyuri_rows_begin(&writing, NULL))
		return;
	if (!everyuri_rows_write(&writing, rows, &verdicts, &n_done, NULL))
		MUST(n_done == rows->n_rows, { rows->data, rows->data_len });
	everyuri_rows_end(&writing);
	MUST(everyuri_writer_flush(&w), { rows->data, rows->data_len });
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	enum everyuri_standard standard = fuzz_standard(fuzz_byte(&input));
	unsigned how = fuzz_byte(&input), flags = EVERYURI_LINES_END;
	size_t piece = 1 + fuzz_byte(&input), n_lines = 0;
	struct everyuri_text text = fuzz_rest(&input);
	struct everyuri_span line[ROWS_MAX];
	struct everyuri_rows rows = { .layout = EVERYURI_LAYOUT_SPANS,
		                      .at = line,
		                      .data = text.data };

	if (how & 1)
		flags |= EVERYURI_LINES_NUL;
	fuzz_begin();
	rows.data_len = everyuri_lines_cut(text.data, text.len, flags, line, ROWS_MAX, &n_lines);
	rows.n_rows = n_lines;
	MUST(rows.data_len <= text.len && n_lines <= ROWS_MAX, text);
	lines_cut(text, flags, piece, line, n_lines);
	if (text.len < TEXT_ROOM / 16) {
		rows_parse(&rows, standard, how >> 1 & EVERYURI_ADMIT_PARTIAL);
		rows_normal(&rows, standard, (enum everyuri_level)((how >> 2) % 3));
		rows_written(&rows, standard, how >> 4);
	}
	fuzz_end();
	fuzz_free(text);
	return 0;
}
