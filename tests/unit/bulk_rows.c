/* bulk_rows.c - rows.h: rows as lines; that a row which is written in whole steps is the row that
 * is written with care; and what a table says of null rows.  (tests/cmd holds the lines against
 * the command's, tests/table the Arrow stream against pyarrow.) */
#include <everyuri.h>

#include "columns.h"
#include "rounds.h"
#include "tap.h"

#define ROOM ((size_t)4 << 20)

/* What was handed over. */
struct heap {
	char *data;
	size_t len;
	bool full;
};

static bool keep(void *context, const char *data, size_t len)
{
	struct heap *heap = context;

	if (heap->full || len > ROOM - heap->len)
		return !(heap->full = true);
	memcpy(heap->data + heap->len, data, len);
	heap->len += len;
	return true;
}

static struct heap heap_make(void)
{
	return (struct heap){ .data = columns_alloc(ROOM, 1) };
}

/* Rows through a block of `cap` bytes.  nul: what ends one. */
static enum everyuri_status ended_by(bool nul, const struct everyuri_rows *rows, struct heap *heap,
                                     enum everyuri_rows_shape shape,
                                     enum everyuri_standard standard, size_t cap, bool whole)
{
	struct everyuri_buf scratch[2];
	struct everyuri_writer out;
	char *block = columns_alloc(cap, 1);
	const struct everyuri_rows_writing writing = { .shape = shape,
		                                       .standard = standard,
		                                       .flags = EVERYURI_ADMIT_PARTIAL,
		                                       .nul = nul,
		                                       .out = &out,
		                                       .scratch = scratch };
	size_t n_done = 0;

	everyuri_buf_init(&scratch[0], NULL, 0, NULL);
	everyuri_buf_init(&scratch[1], NULL, 0, NULL);
	everyuri_writer_init(&out, block, cap, keep, heap);
	heap->len = 0;
	if (whole)
		everyuri_rows_begin(&writing, NULL);
	enum everyuri_status status = everyuri_rows_write(&writing, rows, NULL, &n_done, NULL);

	if (whole)
		everyuri_rows_end(&writing);
	everyuri_writer_flush(&out);
	everyuri_buf_free(&scratch[0]);
	everyuri_buf_free(&scratch[1]);
	free(block);
	return status ? status : n_done == rows->n_rows ? EVERYURI_OK : EVERYURI_FAILED;
}

static enum everyuri_status written(const struct everyuri_rows *rows, struct heap *heap,
                                    enum everyuri_rows_shape shape, enum everyuri_standard standard,
                                    size_t cap, bool whole)
{
	return ended_by(false, rows, heap, shape, standard, cap, whole);
}

/* A block of 64 bytes has room for no step: every row is written with care. */
static void careful(const struct columns *columns)
{
	static const char *const name[] = { "JSON", "TSV", "CSV", "Arrow" };
	struct heap slow = heap_make(), quick = heap_make();

	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		for (int shape = 0; shape < 4; shape++) {
			bool same = true;
			enum everyuri_standard standard = (enum everyuri_standard)s;

			for (int layout = 0; layout < COLUMNS_N_LAYOUTS; layout++) {
				struct everyuri_rows rows = columns_rows(columns, layout);

				bool nul = layout % 2;

				same &= !ended_by(nul, &rows, &slow,
				                  (enum everyuri_rows_shape)shape, standard, 64,
				                  true);
				for (size_t cap = 2000; cap < 300000; cap *= 9) {
					same &= !ended_by(nul, &rows, &quick,
					                  (enum everyuri_rows_shape)shape, standard,
					                  cap, true);
					same &= slow.len == quick.len && slow.len > columns->len &&
					        !memcmp(slow.data, quick.data, slow.len);
				}
			}
			ok(same && !slow.full,
			   "%s, %s: in blocks of any size, from any layout, the same bytes",
			   everyuri_standard_name(standard), name[shape]);
		}
	}
	free(slow.data);
	free(quick.data);
}

/* ---- parts around the edges of a step ---------------------------------------------------------- */

/* A text whose parts have these lengths, n of each. */
static size_t text_with(char *text, size_t n)
{
	static const char *const front[] = { "s", "://", "@", ":", "?", "#" };
	size_t len = 0;

	for (int i = 0; i < 6; i++) {
		size_t front_len = strlen(front[i]);

		memcpy(text + len, front[i], front_len);
		len += front_len;
		if (i == 3)
			text[len++] = '8';
		if (i == 3)
			text[len++] = '/';
		memset(text + len, "abcdef"[i], n);
		len += n;
	}
	return len;
}

static void edges(void)
{
	struct heap slow = heap_make(), quick = heap_make();
	char text[1000];

	for (int shape = 0; shape < 2; shape++) {
		bool same = true;

		for (size_t n = 0; n < 100; n++) {
			size_t len = text_with(text, n);
			struct guard guard = { 0 };
			struct everyuri_text row = { guard_end(&guard, text, len), len };
			struct everyuri_span span = { 0, (uint32_t)len };
			struct everyuri_rows rows[] = {
				{ .layout = EVERYURI_LAYOUT_TEXTS, .n_rows = 1, .at = &row },
				{ .layout = EVERYURI_LAYOUT_SPANS,
				  .n_rows = 1,
				  .at = &span,
				  .data = row.data,
				  .data_len = len },
				{ .layout = EVERYURI_LAYOUT_SPANS,
				  .n_rows = 1,
				  .at = &span,
				  .data = text,
				  .data_len = sizeof text },
			};

			written(&rows[0], &slow, (enum everyuri_rows_shape)shape, EVERYURI_RFC3986,
			        64, false);
			for (int i = 0; i < 3; i++) {
				written(&rows[i], &quick, (enum everyuri_rows_shape)shape,
				        EVERYURI_RFC3986, 1 << 16, false);
				same &= slow.len == quick.len && slow.len > len &&
				        !memcmp(slow.data, quick.data, slow.len);
			}
			guard_free(&guard);
		}
		ok(same, "parts of 0 to 99 bytes, up to the end of what may be read, are whole: %s",
		   shape ? "TSV" : "JSON");
	}
	free(slow.data);
	free(quick.data);
}

/* ---- what is written, in letters ------------------------------------------------------------------ */

/* ---- rows that are cut together ------------------------------------------------------------------ */

#define N_TOGETHER 700

/* Most are of the shape that is cut together; some are not, some are no URIs, and some are long. */
static size_t text_of_row(char *text, size_t i)
{
	return (size_t)(i % 7 == 3   ? sprintf(text, "http://[%zu", i) :
	                i % 11 == 5  ? sprintf(text, "http://u:p@h:%zu/a", i) :
	                i % 64 == 9  ? sprintf(text, "http://h/%0*zu?q#f", (int)(i * 3), i) :
	                i % 5 == 1   ? sprintf(text, "urn:isbn:%zu", i) :
	                i % 13 == 12 ? sprintf(text, "http:///%zu", i) :
	                               sprintf(text, "http://h%zu.dom/path/%zu?q=%zu#f", i, i, i));
}

static void together(void)
{
	static char draft[N_TOGETHER * 200];
	static struct everyuri_span line[N_TOGETHER];
	struct heap slow = heap_make(), quick = heap_make();
	struct guard guard = { 0 };
	size_t len = 0;

	for (size_t i = 0; i < N_TOGETHER; i++) {
		line[i].begin = (uint32_t)len;
		len += text_of_row(draft + len, i);
		line[i].end = (uint32_t)len;
	}
	const struct everyuri_rows rows = { .layout = EVERYURI_LAYOUT_SPANS,
		                            .n_rows = N_TOGETHER,
		                            .at = line,
		                            .data = guard_end(&guard, draft, len),
		                            .data_len = len };

	for (int shape = EVERYURI_ROWS_JSON; shape <= EVERYURI_ROWS_TSV; shape++) {
		bool same = !written(&rows, &slow, (enum everyuri_rows_shape)shape,
		                     EVERYURI_RFC3986, 64, false);

		for (size_t cap = 641; cap < 1000000; cap += cap / 2) {
			same &= !written(&rows, &quick, (enum everyuri_rows_shape)shape,
			                 EVERYURI_RFC3986, cap, false);
			same &= slow.len == quick.len && slow.len > 2 * len &&
			        !memcmp(slow.data, quick.data, slow.len);
		}
		ok(same, "%s: rows that are cut together among others, in blocks of any size",
		   shape == EVERYURI_ROWS_JSON ? "JSON" : "TSV");
	}
	for (int shape = EVERYURI_ROWS_JSON; shape <= EVERYURI_ROWS_TSV; shape++) {
		static uint8_t status[N_TOGETHER];
		static char block[100000];
		const struct everyuri_verdicts verdicts = { status, NULL };
		struct everyuri_writer out;
		size_t wrong = 0;

		memset(status, 0xAA, sizeof status);
		quick.len = 0;
		everyuri_writer_init(&out, block, sizeof block, keep, &quick);
		const struct everyuri_rows_writing writing = {
			.shape = (enum everyuri_rows_shape)shape,
			.standard = EVERYURI_RFC3986,
			.out = &out
		};

		everyuri_rows_write(&writing, &rows, &verdicts, NULL, NULL);
		for (size_t i = 0; i < N_TOGETHER; i++)
			wrong += status[i] != (i % 7 == 3 ? EVERYURI_INVALID : EVERYURI_OK);
		ok(!wrong, "%s: each row has its verdict",
		   shape == EVERYURI_ROWS_JSON ? "JSON" : "TSV");
	}
	guard_free(&guard);
	free(slow.data);
	free(quick.data);
}

static void lines_are(enum everyuri_rows_shape shape, enum everyuri_standard standard,
                      const struct everyuri_text *text, size_t n, const char *want)
{
	struct everyuri_rows rows = { .layout = EVERYURI_LAYOUT_TEXTS, .n_rows = n, .at = text };
	struct heap heap = heap_make();

	written(&rows, &heap, shape, standard, 10000, true);
	is_text(heap.data, heap.len, want, "%s: rows as lines", everyuri_standard_name(standard));
	free(heap.data);
}

/* A row that is refused has no parts, however it ends. */
static void refused(void)
{
	static const struct everyuri_text text = { "http://h/a\tb c", 14 };
	static const char want[] = "http://h/a\\tb c\trfc3986\tfalse\t10"
				   "\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\n";
	struct everyuri_rows rows = { .layout = EVERYURI_LAYOUT_TEXTS, .n_rows = 1, .at = &text };
	struct heap heap = heap_make();

	written(&rows, &heap, EVERYURI_ROWS_TSV, EVERYURI_RFC3986, 10000, false);
	is_text(heap.data, heap.len, want, "TSV: a row that is refused");
	ended_by(true, &rows, &heap, EVERYURI_ROWS_TSV, EVERYURI_RFC3986, 10000, false);
	ok(heap.len == sizeof want - 1 && !memcmp(heap.data, want, heap.len - 1) &&
	           !heap.data[heap.len - 1],
	   "TSV: and one that ends in NUL");
	free(heap.data);
}

static void letters(void)
{
	static const struct everyuri_text rows[] = { { "http://u@h:1/a,b?\"", 18 },
		                                     { NULL, 0 },
		                                     { "file:///", 8 } };

	lines_are(
		EVERYURI_ROWS_CSV, EVERYURI_RFC3986, rows, 3,
		"uri,standard,valid,at,scheme,user,password,host,port,path,query,fragment,href\r\n"
		"\"http://u@h:1/a,b?\"\"\",rfc3986,false,17,,,,,,,,,\r\n"
		",rfc3986,,,,,,,,,,,\r\n"
		"file:///,rfc3986,true,,file,,,\"\",,/,,,\r\n");
	lines_are(
		EVERYURI_ROWS_CSV, EVERYURI_WHATWG, rows, 1,
		"uri,standard,valid,at,scheme,user,password,host,port,path,query,fragment,href\r\n"
		"\"http://u@h:1/a,b?\"\"\",whatwg,true,,http,u,,h,1,\"/a,b\",%22,,\"http://u@h:1/"
		"a,b?%22\"\r\n");
	lines_are(EVERYURI_ROWS_TSV, EVERYURI_RFC3986, rows + 1, 2,
	          "uri\tstandard\tvalid\tat\tscheme\tuser\tpassword\thost\tport\tpath\tquery\t"
	          "fragment\thref\n"
	          "\\N\trfc3986\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\n"
	          "file:///\trfc3986\ttrue\t\\N\tfile\t\\N\t\\N\t\t\\N\t/\t\\N\t\\N\t\\N\n");
	lines_are(
		EVERYURI_ROWS_JSON, EVERYURI_RFC3986, rows + 1, 2,
		"{\"uri\":null,\"standard\":\"rfc3986\",\"valid\":null}\n"
		"{\"uri\":\"file:///\",\"standard\":\"rfc3986\",\"valid\":true,\"scheme\":\"file\","
		"\"host\":\"\",\"path\":\"/\",\"host_kind\":\"empty\"}\n");
	lines_are(EVERYURI_ROWS_JSON, EVERYURI_URL1993, &(struct everyuri_text){ "x:a\"b", 5 }, 1,
	          "{\"uri\":\"x:a\\\"b\",\"standard\":\"url1993\",\"valid\":true,"
	          "\"scheme\":\"x\",\"path\":\"a\\\"b\"}\n");
}

int main(void)
{
	struct columns columns;

	columns_make(&columns, rounds_of(3000, 3000), 5);
	careful(&columns);
	edges();
	together();
	letters();
	refused();
	columns_free(&columns);
	return done();
}
