/* bulk_texts.c - bulk.h: columns of texts made of rows, room that ends, and comparisons. */
#include <everyuri.h>

#include "columns.h"
#include "tap.h"

#define N_ROWS 1200
#define ROOM ((size_t)1 << 21)

/* The calls that make a column, behind one face. */
enum making { MAKE_NORMAL, MAKE_KEY, MAKE_HOST, MAKE_PATH, MAKE_VALUE, N_MAKINGS };

static const char *const making_name[N_MAKINGS] = { "normal form", "key", "host", "path",
	                                            "value of a query" };

struct asked {
	enum making making;
	enum everyuri_standard standard;
	enum everyuri_key_profile profile;
	const struct everyuri_psl *psl;
};

static const struct everyuri_text pair_name = { "a", 1 };

static struct everyuri_key_options key_options(const struct asked *asked)
{
	struct everyuri_key_options options = { .profile = asked->profile,
		                                .standard = asked->standard,
		                                .psl = asked->psl };

	return options;
}

static enum everyuri_status call(const struct asked *asked, const struct everyuri_rows *rows,
                                 struct everyuri_texts *texts,
                                 const struct everyuri_verdicts *verdicts, size_t *n_done)
{
	struct everyuri_key_options options = key_options(asked);

	switch (asked->making) {
	case MAKE_NORMAL:
		return everyuri_bulk_normalize(rows, asked->standard, 0, EVERYURI_LEVEL_SCHEME,
		                               texts, verdicts, n_done, NULL);
	case MAKE_KEY:
		return everyuri_bulk_key(rows, &options, texts, verdicts, n_done, NULL);
	case MAKE_HOST:
	case MAKE_PATH:
		return everyuri_bulk_part(rows, asked->standard, 0,
		                          asked->making == MAKE_HOST ? EVERYURI_HOST :
		                                                       EVERYURI_PATH,
		                          texts, verdicts, n_done, NULL);
	case MAKE_VALUE:
	case N_MAKINGS:
		break;
	}
	return everyuri_bulk_query_value(rows, asked->standard, 0, pair_name, texts, verdicts,
	                                 n_done, NULL);
}

/* What the calls for one URI say. */
struct alone {
	enum everyuri_status status;
	uint32_t at;
	struct everyuri_text text; /* in one of the buffers, or in the row */
	struct everyuri_buf scratch, buf;
};

static enum everyuri_status make_from(const struct asked *asked, const struct everyuri_uri *uri,
                                      struct alone *alone, struct everyuri_error *error)
{
	enum everyuri_part part = asked->making == MAKE_HOST ? EVERYURI_HOST :
	                          asked->making == MAKE_PATH ? EVERYURI_PATH :
	                                                       EVERYURI_QUERY;

	if (asked->making == MAKE_NORMAL)
		return everyuri_normalize(uri, EVERYURI_LEVEL_SCHEME, &alone->buf, NULL, error);
	alone->text = everyuri_view(uri, part);
	error->at = 0;
	if (!alone->text.data || asked->making != MAKE_VALUE)
		return alone->text.data ? EVERYURI_OK : EVERYURI_MISSING;
	struct everyuri_text query = alone->text;

	alone->text.data = NULL;
	return everyuri_params_get(query.data, query.len, pair_name, &alone->buf, error);
}

static void make_alone(const struct asked *asked, struct everyuri_text text, struct alone *alone)
{
	struct everyuri_key_options options = key_options(asked);
	struct everyuri_uri uri;
	struct everyuri_error error = { .at = EVERYURI_ABSENT };

	alone->text.data = NULL;
	alone->buf.len = 0;
	if (!text.data) {
		alone->status = EVERYURI_NULL_ROW;
	} else if (asked->making == MAKE_KEY) {
		alone->status = everyuri_key(text.data, text.len, &options, &alone->buf, &error);
	} else {
		alone->status = everyuri_parse(text.data, text.len, asked->standard, 0, NULL,
		                               &alone->scratch, &uri, &error);
		if (!alone->status)
			alone->status = make_from(asked, &uri, alone, &error);
	}
	alone->at = alone->status ? (uint32_t)error.at : EVERYURI_ABSENT;
	if (!alone->status && !alone->text.data)
		alone->text = (struct everyuri_text){ alone->buf.len ? alone->buf.data : "",
			                              alone->buf.len };
}

/* ---- whole columns, and room that ends ------------------------------------------------------- */

static char room[ROOM];
static int32_t offset_32[N_ROWS + 1];
static int64_t offset_64[N_ROWS + 1];
static uint8_t validity[N_ROWS / 8 + 1], status_of[N_ROWS];
static uint32_t at_of[N_ROWS];

/* Is row `row` of the column, which began with row `first` of all, what `alone` says? */
static bool row_same(const struct everyuri_texts *texts, size_t row, const struct alone *alone)
{
	size_t len = (size_t)(texts->offset_64[row + 1] - texts->offset_64[row]);
	bool present = texts->validity[row / 8] >> row % 8 & 1;

	if (status_of[row] != alone->status || at_of[row] != alone->at ||
	    (size_t)(texts->offset_32[row + 1] - texts->offset_32[row]) != len)
		return false;
	if (alone->status)
		return !present && !len;
	return present && len == alone->text.len &&
	       !memcmp(texts->data + texts->offset_64[row], alone->text.data, len);
}

/* Every row, in as many calls as the room makes it; a row that fits in none gets more room.
 *  Returns: rows that were wrong. */
static size_t made_in(const struct columns *columns, const struct asked *asked, size_t cap,
                      size_t *n_calls)
{
	struct everyuri_rows all = columns_rows(columns, EVERYURI_LAYOUT_OFFSETS_32);
	const struct everyuri_verdicts verdicts = { status_of, at_of };
	struct alone alone = { 0 };
	size_t wrong = 0, from = 0;

	everyuri_buf_init(&alone.scratch, NULL, 0, NULL);
	everyuri_buf_init(&alone.buf, NULL, 0, NULL);
	for (*n_calls = 0; from < columns->n && *n_calls < 100000; ++*n_calls) {
		struct everyuri_rows rows = everyuri_rows_slice(&all, from, columns->n);
		struct everyuri_texts texts = { .data = room,
			                        .cap = cap,
			                        .offset_32 = offset_32,
			                        .offset_64 = offset_64,
			                        .validity = validity };
		size_t n_done = 0;
		enum everyuri_status s = call(asked, &rows, &texts, &verdicts, &n_done);

		if (s == EVERYURI_NO_SPACE && !n_done) {
			if (texts.needed <= texts.cap || texts.needed > ROOM)
				return columns->n;
			texts.cap = texts.needed;
			s = call(asked, &rows, &texts, &verdicts, &n_done);
		}
		if (s && (s != EVERYURI_NO_SPACE || !n_done))
			return columns->n;
		for (size_t row = 0; row < n_done; row++) {
			make_alone(asked, columns->text[from + row], &alone);
			wrong += !row_same(&texts, row, &alone);
		}
		wrong += texts.len != (size_t)offset_64[n_done];
		from += n_done;
	}
	everyuri_buf_free(&alone.scratch);
	everyuri_buf_free(&alone.buf);
	return wrong + columns->n - from;
}

static void making(const struct columns *columns, const struct asked *asked)
{
	const char *standard = everyuri_standard_name(asked->standard);
	const char *what = asked->making == MAKE_KEY ? everyuri_key_profile_name(asked->profile) :
	                                               making_name[asked->making];
	size_t n_calls;

	ok(!made_in(columns, asked, ROOM, &n_calls) && n_calls == 1,
	   "%s, %s: each row's is that of its text", standard, what);
	ok(!made_in(columns, asked, 60, &n_calls) && n_calls > 1,
	   "%s, %s: in little room, and gone on with, the same", standard, what);
	diag("%zu calls", n_calls);
	ok(!made_in(columns, asked, 0, &n_calls), "%s, %s: in just as much room as is asked for",
	   standard, what);
}

static void everything(const struct columns *columns, const struct everyuri_psl *psl)
{
	static const enum everyuri_standard standard[] = { EVERYURI_RFC3986, EVERYURI_WHATWG,
		                                           EVERYURI_RFC1738 };

	for (size_t i = 0; i < sizeof standard / sizeof *standard; i++)
		for (int m = 0; m < N_MAKINGS; m++)
			if (m != MAKE_KEY)
				making(columns,
				       &(struct asked){ (enum making)m, standard[i], 0, NULL });
	for (int p = 0; p < EVERYURI_N_KEY_PROFILES; p++)
		making(columns, &(struct asked){ MAKE_KEY, EVERYURI_RFC3986,
		                                 (enum everyuri_key_profile)p, psl });
	making(columns, &(struct asked){ MAKE_KEY, EVERYURI_WHATWG, EVERYURI_KEY_DOMAIN, psl });
}

/* Hrefs in little room: parts and texts together. */
static void rewriting(const struct columns *columns)
{
	static uint32_t host[N_ROWS];
	struct everyuri_rows all = columns_rows(columns, EVERYURI_LAYOUT_VIEWS);
	struct everyuri_buf buf;
	size_t wrong = 0, from = 0, n_calls = 0;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	for (; from < columns->n && n_calls < 10000; n_calls++) {
		struct everyuri_rows rows = everyuri_rows_slice(&all, from, columns->n);
		struct everyuri_texts texts = { .data = room, .cap = 2000, .offset_32 = offset_32 };
		struct everyuri_parts parts = { .verdict = { status_of, NULL },
			                        .begin = { [EVERYURI_HOST] = host },
			                        .rewritten = &texts };
		size_t n_done = 0;

		everyuri_bulk_parse(&rows, EVERYURI_WHATWG, 0, &parts, &n_done, NULL);
		for (size_t row = 0; row < n_done; row++) {
			struct everyuri_text text = columns->text[from + row];
			struct everyuri_uri uri;
			enum everyuri_status s = EVERYURI_NULL_ROW;
			size_t len = (size_t)(offset_32[row + 1] - offset_32[row]);

			if (text.data)
				s = everyuri_parse(text.data, text.len, EVERYURI_WHATWG, 0, NULL,
				                   &buf, &uri, NULL);
			wrong += s != status_of[row] ||
			         host[row] != (s ? EVERYURI_ABSENT : uri.part[EVERYURI_HOST].begin);
			wrong += len && (s || len != uri.len ||
			                 memcmp(room + offset_32[row], uri.text, len) != 0);
			wrong += !len && !s &&
			         (uri.len != text.len || memcmp(uri.text, text.data, uri.len) != 0);
		}
		from += n_done;
	}
	ok(!wrong && from == columns->n && n_calls > 1,
	   "whatwg: hrefs in little room, and gone on with, are each row's (%zu calls)", n_calls);
	everyuri_buf_free(&buf);
}

/* ---- comparisons --------------------------------------------------------------------------------- */

static void comparing(const struct columns *columns)
{
	static uint32_t accepted[N_ROWS];
	static uint8_t agree[N_ROWS], first[N_ROWS];
	const struct everyuri_comparisons to = { status_of, accepted, agree, first };
	struct everyuri_rows rows = columns_rows(columns, EVERYURI_LAYOUT_OFFSETS_64);
	const uint32_t standards = (1u << EVERYURI_N_STANDARDS) - 1;
	struct everyuri_buf buf, alone;
	struct everyuri_comparison found;
	size_t wrong = 0, n_done = 0;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_buf_init(&alone, NULL, 0, NULL);
	ok(!everyuri_bulk_compare(&rows, standards, 0, &buf, &to, &n_done, NULL) &&
	           n_done == columns->n,
	   "all standards read every row");
	for (size_t row = 0; row < columns->n; row++) {
		struct everyuri_text text = columns->text[row];

		if (!text.data) {
			wrong += status_of[row] != EVERYURI_NULL_ROW || accepted[row] ||
			         agree[row] || first[row] != EVERYURI_N_PARTS;
			continue;
		}
		everyuri_compare(text.data, text.len, standards, 0, &alone, &found, NULL);
		wrong += status_of[row] || accepted[row] != found.accepted ||
		         agree[row] != found.agree || first[row] != found.first;
	}
	ok(!wrong, "a row's comparison is that of its text");
	everyuri_buf_free(&buf);
	everyuri_buf_init(&buf, room, 16, NULL);
	ok(everyuri_bulk_compare(&rows, standards, 0, &buf, &to, &n_done, NULL) ==
	                   EVERYURI_NO_SPACE &&
	           buf.needed > 16,
	   "scratch that is too small ends the call, and it says how much is needed");
	everyuri_buf_free(&alone);
}

/* ---- what is wrong with a column ------------------------------------------------------------------ */

struct wrong_offsets {
	const char *name;
	int32_t offset[5];
	size_t n_done;
};

static void wrong_columns(void)
{
	static const struct wrong_offsets wrong[] = {
		{ "goes backwards", { 0, 8, 4, 8, 8 }, 1 },
		{ "goes beyond the data", { 0, 4, 8, 100, 100 }, 2 },
		{ "is negative", { 0, 4, 8, 8, -1 }, 3 },
		{ "is negative at the front", { -8, 4, 8, 8, 8 }, 0 },
	};
	static const char data[] = "a:b/c:d/";
	int64_t wide[5];

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct everyuri_rows rows = { .layout = EVERYURI_LAYOUT_OFFSETS_32,
			                      .n_rows = 4,
			                      .at = wrong[i].offset,
			                      .data = data,
			                      .data_len = 8 };
		const struct everyuri_verdicts verdicts = { status_of, at_of };
		struct everyuri_parts parts = { .verdict = verdicts };
		struct everyuri_texts texts = { .data = room, .cap = ROOM };
		size_t n_done[4] = { 9, 9, 9, 9 };
		bool refused;

		for (int k = 0; k < 5; k++)
			wide[k] = wrong[i].offset[k];
		refused = everyuri_bulk_parse(&rows, EVERYURI_RFC3986, 0, &parts, &n_done[0],
		                              NULL) == EVERYURI_OUT_OF_RANGE;
		refused &= everyuri_bulk_parse(&rows, EVERYURI_WHATWG, 0,
		                               &(struct everyuri_parts){ .rewritten = &texts },
		                               &n_done[1], NULL) == EVERYURI_OUT_OF_RANGE;
		rows.layout = EVERYURI_LAYOUT_OFFSETS_64;
		rows.at = wide;
		refused &= everyuri_bulk_check(&rows, EVERYURI_RFC3986, 0, &verdicts, &n_done[2],
		                               NULL) == EVERYURI_OUT_OF_RANGE;
		refused &= everyuri_bulk_part(&rows, EVERYURI_RFC3986, 0, EVERYURI_PATH, &texts,
		                              NULL, &n_done[3], NULL) == EVERYURI_OUT_OF_RANGE;
		ok(refused && n_done[0] == wrong[i].n_done && n_done[1] == n_done[0] &&
		           n_done[2] == n_done[0] && n_done[3] == n_done[0],
		   "an offset that %s ends the call at its row", wrong[i].name);
	}
}

/* What would be within a large column if the sign were a bit like the others. */
static void negative_offsets(void)
{
#if SIZE_MAX > UINT32_MAX
	static const int32_t offset[2] = { 8, -1 };
	static const char data[] = "a:b/c:d/";
	const struct everyuri_rows rows = { .layout = EVERYURI_LAYOUT_OFFSETS_32,
		                            .n_rows = 1,
		                            .at = offset,
		                            .data = data,
		                            .data_len = (size_t)UINT32_MAX + 9 };
	struct everyuri_text text;

	ok(everyuri_row(&rows, 0, &text) == EVERYURI_OUT_OF_RANGE,
	   "a negative offset lies beyond 4 GiB of data too");
#else
	skip("a negative offset lies beyond 4 GiB of data too", "size_t has 32 bits here");
#endif
}

static void wrong_views(void)
{
	static const int32_t wrong[][4] = {
		{ -1, 0, 0, 0 },  { 13, 0, 0, 4 }, { 13, 0, 1, 0 },
		{ 13, 0, -1, 0 }, { 16, 0, 0, 1 }, { 13, 0, 0, -1 },
	};
	static const struct everyuri_text buffer = { "http://h/12345/x", 16 };

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct everyuri_rows rows = { .layout = EVERYURI_LAYOUT_VIEWS,
			                      .n_rows = 1,
			                      .at = wrong[i],
			                      .buffers = &buffer,
			                      .n_buffers = 1 };
		struct everyuri_text text = { "kept", 4 };

		ok(everyuri_row(&rows, 0, &text) == EVERYURI_OUT_OF_RANGE && text.len == 4,
		   "a view of %d bytes at %d of buffer %d is refused", (int)wrong[i][0],
		   (int)wrong[i][3], (int)wrong[i][2]);
	}
}

#if SIZE_MAX > UINT32_MAX
/* Did a call do all four rows, and refuse those in the middle for their length? */
static bool long_refused(enum everyuri_status status, size_t n_done)
{
	return !status && n_done == 4 && status_of[0] != EVERYURI_TOO_LONG &&
	       status_of[3] != EVERYURI_TOO_LONG && status_of[1] == EVERYURI_TOO_LONG &&
	       status_of[2] == EVERYURI_TOO_LONG && at_of[1] == EVERYURI_ABSENT &&
	       at_of[2] == EVERYURI_ABSENT;
}

static bool long_parsed(const struct everyuri_rows *rows, enum everyuri_standard standard)
{
	struct everyuri_texts texts = { .data = room, .cap = ROOM, .offset_32 = offset_32 };
	const struct everyuri_verdicts verdicts = { status_of, at_of };
	const struct everyuri_parts parts = { .verdict = verdicts, .rewritten = &texts };
	enum everyuri_status status;
	size_t n_done = 0;
	bool parsed;

	memset(status_of, 0xEE, 4);
	status = everyuri_bulk_parse(rows, standard, 0, &parts, &n_done, NULL);
	parsed = long_refused(status, n_done);
	status = everyuri_bulk_check(rows, standard, 0, &verdicts, &n_done, NULL);
	return parsed && long_refused(status, n_done);
}

static bool long_made(const struct everyuri_rows *rows, enum everyuri_standard standard)
{
	const struct everyuri_verdicts verdicts = { status_of, at_of };
	bool refused = true;

	for (int m = 0; m < N_MAKINGS; m++) {
		const struct asked asked = { (enum making)m, standard, 0, NULL };
		struct everyuri_texts texts = { .data = room, .cap = ROOM, .offset_32 = offset_32 };
		size_t n_done = 0;
		enum everyuri_status status = call(&asked, rows, &texts, &verdicts, &n_done);

		refused &= long_refused(status, n_done);
	}
	return refused;
}
#endif

/* A row longer than EVERYURI_TEXT_MAX is refused by its length alone: an unreadable page begins at most 128 bytes behind
 * its start. */
static void long_rows(void)
{
#if SIZE_MAX > UINT32_MAX
	static const size_t readable[] = { 0, 1, 9, 63, 64, 65, 127, 128 };
	static const struct everyuri_text valid = { "http://h/?a=1", 13 };
	struct guard guard = { 0 };
	char front[128];

	memset(front, 'a', sizeof front);
	memcpy(front, "http://h/", 9);
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		enum everyuri_standard standard = (enum everyuri_standard)s;
		bool parsed = true, made = true;

		for (size_t i = 0; i < sizeof readable / sizeof *readable; i++) {
			const char *data = guard_end(&guard, front, readable[i]);

			for (size_t more = 1; more <= 256; more++) {
				const struct everyuri_text long_one = { data,
					                                EVERYURI_TEXT_MAX + more };
				const struct everyuri_text row[] = { valid, long_one, long_one,
					                             valid };
				const struct everyuri_rows rows = { .layout = EVERYURI_LAYOUT_TEXTS,
					                            .n_rows = 4,
					                            .at = row };

				parsed &= long_parsed(&rows, standard);
				made &= more > 8 || long_made(&rows, standard);
			}
		}
		ok(parsed, "%s: a row of 4 GiB is too long, and is not read",
		   everyuri_standard_name(standard));
		ok(made, "%s: nothing is made of it", everyuri_standard_name(standard));
	}
	guard_free(&guard);
#else
	skip("a row of 4 GiB is too long", "size_t has 32 bits here");
#endif
}

static void no_rows(void)
{
	struct everyuri_rows rows = { 0 };
	struct everyuri_texts texts = { .offset_64 = offset_64, .validity = validity };
	size_t n_done = 9;

	offset_64[0] = 9;
	ok(!everyuri_bulk_part(&rows, EVERYURI_RFC3986, 0, EVERYURI_HOST, &texts, NULL, &n_done,
	                       NULL) &&
	           !n_done && !offset_64[0] && !texts.len,
	   "of no rows a column of no texts is made, whose first offset is 0");
	ok(!everyuri_bulk_parse(&rows, EVERYURI_RFC3986, 0, &(struct everyuri_parts){ 0 }, &n_done,
	                        NULL) &&
	           !n_done && !everyuri_rows_slice(&rows, 3, 3).n_rows,
	   "no rows, without any memory, are read at once");
	ok(everyuri_bulk_check(&rows, (enum everyuri_standard)99, 0,
	                       &(struct everyuri_verdicts){ 0 }, NULL,
	                       NULL) == EVERYURI_UNSUPPORTED,
	   "a standard that is none is not supported");
}

/* The URL is written first, and the value behind it: room for the one is not enough. */
static void room_of_value(void)
{
	static const char front[] = "HTTP://h/?a=";
	char text[300];
	const struct everyuri_text row = { text, sizeof text };
	const struct everyuri_rows rows = { .layout = EVERYURI_LAYOUT_TEXTS,
		                            .n_rows = 1,
		                            .at = &row };
	struct everyuri_texts texts = { .data = room, .cap = 1, .offset_32 = offset_32 };

	memset(text, 'v', sizeof text);
	memcpy(text, front, sizeof front - 1);
	enum everyuri_status s = everyuri_bulk_query_value(&rows, EVERYURI_WHATWG, 0, pair_name,
	                                                   &texts, NULL, NULL, NULL);

	texts.cap = texts.needed;
	ok(s == EVERYURI_NO_SPACE &&
	           !everyuri_bulk_query_value(&rows, EVERYURI_WHATWG, 0, pair_name, &texts, NULL,
	                                      NULL, NULL) &&
	           texts.len == sizeof text - (sizeof front - 1),
	   "a row whose URL and value did not fit asks once, for enough");
}

/* ---- lines ------------------------------------------------------------------------------------------ */

static void cut(const char *text, size_t len, unsigned flags, const char *want, size_t taken)
{
	struct guard guard = { 0 };
	const char *data = guard_end(&guard, text, len);
	struct everyuri_span line[16];
	char got[200];
	size_t at = 0, n = 99, n_taken = everyuri_lines_cut(data, len, flags, line, 16, &n);

	for (size_t i = 0; i < n && i < 16; i++)
		at += (size_t)snprintf(got + at, sizeof got - at, "[%.*s]",
		                       (int)(line[i].end - line[i].begin), data + line[i].begin);
	is_text(got, at, want, "lines of \"%s\"%s%s are %s", text,
	        flags & EVERYURI_LINES_NUL ? ", NUL" : "",
	        flags & EVERYURI_LINES_END ? ", the end" : "", want);
	is_number((long long)n_taken, (long long)taken, "and take %zu bytes", taken);
	guard_free(&guard);
}

static void lines(void)
{
	cut("", 0, EVERYURI_LINES_END, "", 0);
	cut("a:b\nc:d\n", 8, 0, "[a:b][c:d]", 8);
	cut("a:b\n\n\r\nc", 8, 0, "[a:b][][]", 7);
	cut("a:b\r\nc\rd\r", 9, EVERYURI_LINES_END, "[a:b][c\rd\r]", 9);
	cut("a\r\n\0b\n", 6, EVERYURI_LINES_NUL, "[a\r\n]", 4);
	cut("a\r\0", 3, EVERYURI_LINES_NUL, "[a\r]", 3);
	cut("a\r\n\0b\n", 6, EVERYURI_LINES_NUL | EVERYURI_LINES_END, "[a\r\n][b\n]", 6);
	cut("1\n2\n3\n4\n5\n6\n7\n8\n9\nA\nB\nC\nD\nE\nF\nG\nH\n", 34, 0,
	    "[1][2][3][4][5][6][7][8][9][A][B][C][D][E][F][G]", 32);
}

int main(void)
{
	static const char rules[] = "com\nco.uk\n*.ck\n!www.ck\ndom\nch\n";
	struct columns columns;
	struct everyuri_buf list;
	struct everyuri_psl psl;

	everyuri_buf_init(&list, NULL, 0, NULL);
	everyuri_psl_load(rules, sizeof rules - 1, &list, &psl, NULL);
	columns_make(&columns, N_ROWS, 11);
	everything(&columns, &psl);
	rewriting(&columns);
	comparing(&columns);
	wrong_columns();
	negative_offsets();
	wrong_views();
	long_rows();
	no_rows();
	room_of_value();
	lines();
	columns_free(&columns);
	everyuri_buf_free(&list);
	return done();
}
