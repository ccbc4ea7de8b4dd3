/* bulk_odd.c - bulk.h, rows.h and stats.h where callers bring what is odd: standards and profiles that there are not,
 * offsets beyond the data, arrays and buffers that are not there or too small, values that are too long. */
#include <everyuri.h>

#include "counting.h"
#include "tap.h"

#define NO_STANDARD ((enum everyuri_standard)99)
#define LONG_TEXT 3000

/* ---- standards that there are not ---------------------------------------------------------------- */

static bool keep(void *context, const char *data, size_t len)
{
	struct everyuri_text *kept = context;

	if (len > LONG_TEXT * 4 - kept->len)
		return false;
	memcpy((char *)(uintptr_t)kept->data + kept->len, data, len);
	kept->len += len;
	return true;
}

static char kept_bytes[LONG_TEXT * 4], block[8192];

/* What writing these rows gives, in kept_bytes; *kept has its length. */
static enum everyuri_status written(const struct everyuri_rows *rows,
                                    struct everyuri_rows_writing writing,
                                    struct everyuri_text *kept, size_t *n_done, size_t cap)
{
	struct everyuri_writer out;
	enum everyuri_status status;

	*kept = (struct everyuri_text){ kept_bytes, 0 };
	everyuri_writer_init(&out, block, cap, keep, kept);
	writing.out = &out;
	status = everyuri_rows_write(&writing, rows, NULL, n_done, NULL);
	everyuri_writer_flush(&out);
	return status;
}

static void unknown(void)
{
	const struct everyuri_text text = { "x:y", 3 };
	const struct everyuri_rows rows = { .layout = EVERYURI_LAYOUT_TEXTS,
		                            .n_rows = 1,
		                            .at = &text };
	const struct everyuri_parts parts = { .flags = NULL };
	const struct everyuri_key_options options = { .profile = (enum everyuri_key_profile)99 };
	struct everyuri_rows_writing writing = { .standard = NO_STANDARD };
	struct everyuri_stats_options asked = { .memory = EVERYURI_STATS_MEMORY_MIN,
		                                .standard = { EVERYURI_RFC3986, NO_STANDARD },
		                                .n_standards = 2 };
	int32_t offsets[2];
	struct everyuri_texts texts = { .offset_32 = offsets };
	struct everyuri_text kept;
	struct everyuri_stats *stats;
	struct everyuri_error error = { .message = "" };
	struct everyuri_buf buf;
	size_t n_done = 7;

	ok(everyuri_bulk_parse(&rows, NO_STANDARD, 0, &parts, &n_done, &error) ==
	                   EVERYURI_UNSUPPORTED &&
	           !n_done && error.message[0],
	   "everyuri_bulk_parse: a standard that there is not");
	ok(everyuri_bulk_check(&rows, NO_STANDARD, 0, &parts.verdict, NULL, NULL) ==
	           EVERYURI_UNSUPPORTED,
	   "everyuri_bulk_check: the same");
	ok(everyuri_bulk_part(&rows, NO_STANDARD, 0, EVERYURI_HOST, &texts, NULL, NULL, NULL) ==
	           EVERYURI_UNSUPPORTED,
	   "everyuri_bulk_part: the same");
	ok(everyuri_bulk_key(&rows, &options, &texts, NULL, NULL, NULL) == EVERYURI_UNSUPPORTED,
	   "everyuri_bulk_key: a profile that there is not");
	ok(written(&rows, writing, &kept, NULL, sizeof block) == EVERYURI_UNSUPPORTED && !kept.len,
	   "everyuri_rows_write: a standard that there is not");
	ok(everyuri_rows_begin(&writing, NULL) == EVERYURI_UNSUPPORTED,
	   "everyuri_rows_begin: the same");
	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(everyuri_stats_init(&buf, &asked, &stats, NULL) == EVERYURI_UNSUPPORTED,
	   "everyuri_stats_init: the same");
	ok(!everyuri_stats_dimension_name(EVERYURI_N_STATS_DIMENSIONS),
	   "a dimension that there is not");
}

/* ---- columns that lie -------------------------------------------------------------------------------- */

/* Row 0 is good; row 1 is beyond the data, or goes backwards. */
static void lying(const char *name, const struct everyuri_rows *rows)
{
	static const enum everyuri_standard standards[] = { EVERYURI_RFC3986, EVERYURI_WHATWG };
	uint8_t status[2] = { 9, 9 };
	const struct everyuri_verdicts verdicts = { status, NULL };
	const struct everyuri_comparisons comparisons = { .status = status };
	struct everyuri_buf scratch[2], buf;
	struct everyuri_text kept, text;
	size_t n_done;
	char href[64];
	struct everyuri_texts texts = { .data = href, .cap = sizeof href };
	const struct everyuri_parts parts = { .verdict = verdicts, .rewritten = &texts };

	everyuri_buf_init(&scratch[0], NULL, 0, NULL);
	everyuri_buf_init(&scratch[1], NULL, 0, NULL);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(everyuri_row(rows, 0, &text) == EVERYURI_OK && text.len == 9 &&
	           everyuri_row(rows, 1, &text) == EVERYURI_OUT_OF_RANGE,
	   "%s: everyuri_row", name);
	for (size_t i = 0; i < 2; i++) {
		const char *standard = everyuri_standard_name(standards[i]);
		const struct everyuri_rows_writing writing = { .shape = EVERYURI_ROWS_TSV,
			                                       .standard = standards[i],
			                                       .scratch = scratch };

		status[0] = status[1] = 9;
		ok(everyuri_bulk_parse(rows, standards[i], 0, &parts, &n_done, NULL) ==
		                   EVERYURI_OUT_OF_RANGE &&
		           n_done == 1 && status[0] == EVERYURI_OK && status[1] == 9,
		   "%s: everyuri_bulk_parse ends in front of it (%s)", name, standard);
		status[0] = status[1] = 9;
		ok(everyuri_bulk_check(rows, standards[i], 0, &verdicts, &n_done, NULL) ==
		                   EVERYURI_OUT_OF_RANGE &&
		           n_done == 1 && status[0] == EVERYURI_OK && status[1] == 9,
		   "%s: everyuri_bulk_check ends in front of it (%s)", name, standard);
		ok(written(rows, writing, &kept, &n_done, sizeof block) == EVERYURI_OUT_OF_RANGE &&
		           n_done == 1 && kept.len > 9 && !memcmp(kept.data, "http://a/", 9) &&
		           !memchr(kept.data, '\n', kept.len - 1),
		   "%s: everyuri_rows_write ends in front of it (%s)", name, standard);
	}
	ok(everyuri_bulk_compare(rows, 1u << EVERYURI_RFC3986, 0, &buf, &comparisons, &n_done,
	                         NULL) == EVERYURI_OUT_OF_RANGE &&
	           n_done == 1,
	   "%s: everyuri_bulk_compare ends in front of it", name);
	everyuri_buf_free(&scratch[0]);
	everyuri_buf_free(&scratch[1]);
	everyuri_buf_free(&buf);
}

static void lies(void)
{
	static const char data[] = "http://a/";
	static const uint8_t all[] = { 0xFF };
	static const struct everyuri_span behind[] = { { 0, 9 }, { 3, 40 } },
					  back[] = { { 0, 9 }, { 9, 3 } };
	static const int32_t backwards[] = { 0, 9, 3 };
	const struct everyuri_text buffer = { data, 9 };
	const int32_t views[2][4] = { { 9, 0, 0, 0 }, { 13, 0, 0, 10 } };
	unsigned char view[32];
	struct everyuri_rows rows = { .n_rows = 2, .data = data, .data_len = 9 };

	memcpy(view, views, sizeof view);
	memcpy(view + 4, data, 9);
	for (int i = 0; i < 2; i++) {
		const char *how = i ? ", with a bitmap" : "";
		char name[60];

		rows.validity = i ? all : NULL;
		rows.layout = EVERYURI_LAYOUT_SPANS;
		rows.at = behind;
		snprintf(name, sizeof name, "a span beyond the data%s", how);
		lying(name, &rows);
		rows.at = back;
		snprintf(name, sizeof name, "a span that goes backwards%s", how);
		lying(name, &rows);
		rows.layout = EVERYURI_LAYOUT_OFFSETS_32;
		rows.at = backwards;
		snprintf(name, sizeof name, "offsets that go backwards%s", how);
		lying(name, &rows);
	}
	rows = (struct everyuri_rows){ .layout = EVERYURI_LAYOUT_VIEWS,
		                       .n_rows = 2,
		                       .at = view,
		                       .buffers = &buffer,
		                       .n_buffers = 1 };
	lying("a view beyond its buffer", &rows);
}

/* ---- what is not there --------------------------------------------------------------------------------- */

static void without_data(void)
{
	static const int32_t offsets[] = { 0, 0, 0 };
	const struct everyuri_rows rows = { .n_rows = 2, .at = offsets };
	const struct everyuri_rows_writing writing = { .shape = EVERYURI_ROWS_TSV,
		                                       .standard = EVERYURI_RFC3986,
		                                       .flags = EVERYURI_ADMIT_PARTIAL };
	struct everyuri_text text = { NULL, 9 }, kept;

	ok(!everyuri_row(&rows, 1, &text) && text.data && !text.len,
	   "rows of no data are empty, and there");
	ok(!written(&rows, writing, &kept, NULL, sizeof block) && kept.len > 4 &&
	           kept.data[0] == '\t',
	   "and are written so");
}

/* Every array alone says what it says beside the others. */
static void single_arrays(void)
{
	static const char data[] = "http://u:p@h:1/p?q#fa b";
	static const struct everyuri_span lines[] = {
		{ 0, 20 }, { 0, 16 }, { 0, 12 }, { 20, 23 }, { 5, 9 }
	};
	const struct everyuri_rows rows = { .layout = EVERYURI_LAYOUT_SPANS,
		                            .n_rows = 5,
		                            .at = lines,
		                            .data = data,
		                            .data_len = 23 };
	uint32_t begin[EVERYURI_N_PARTS][5], end[EVERYURI_N_PARTS][5], alone[5] = { 0 };
	struct everyuri_parts all = { .flags = NULL }, none = { .flags = NULL };

	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		all.begin[part] = begin[part];
		all.end[part] = end[part];
	}
	ok(!everyuri_bulk_parse(&rows, EVERYURI_RFC3986, EVERYURI_ADMIT_PARTIAL, &all, NULL,
	                        NULL) &&
	           begin[EVERYURI_HOST][0] == 11 && end[EVERYURI_HOST][0] == 12,
	   "all arrays of places");
	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		struct everyuri_parts one = none;

		one.begin[part] = alone;
		ok(!everyuri_bulk_parse(&rows, EVERYURI_RFC3986, EVERYURI_ADMIT_PARTIAL, &one, NULL,
		                        NULL) &&
		           !memcmp(alone, begin[part], sizeof alone),
		   "the beginnings of the %s alone", everyuri_part_name((enum everyuri_part)part));
		one = none;
		one.end[part] = alone;
		ok(!everyuri_bulk_parse(&rows, EVERYURI_RFC3986, EVERYURI_ADMIT_PARTIAL, &one, NULL,
		                        NULL) &&
		           !memcmp(alone, end[part], sizeof alone),
		   "the ends of the %s alone", everyuri_part_name((enum everyuri_part)part));
		one = all;
		one.end[part] = NULL;
		one.begin[part ^ 1] = NULL;
		begin[part][0] = 99;
		ok(!everyuri_bulk_parse(&rows, EVERYURI_RFC3986, EVERYURI_ADMIT_PARTIAL, &one, NULL,
		                        NULL) &&
		           begin[part][0] != 99,
		   "all but two of them (%s)", everyuri_part_name((enum everyuri_part)part));
	}
	none = everyuri_parts_from(&none, 3);
	ok(!none.verdict.status && !none.verdict.error_at && !none.flags && !none.host_kind &&
	           !none.begin[0] && !none.end[7],
	   "everyuri_parts_from: what is not there stays so");
	none = everyuri_parts_from(&all, 3);
	ok(none.begin[7] == begin[7] + 3 && none.end[0] == end[0] + 3, "what is there moves");
}

/* Without a column for them no row can be rewritten; which need not be is found by the kernels of a
 * processor that has some, and all are written elsewhere. */
static void without_hrefs(void)
{
	const struct everyuri_text text[] = { { "http://h/", 9 }, { "HTTP://h/", 9 } };
	const struct everyuri_rows rows = { .layout = EVERYURI_LAYOUT_TEXTS,
		                            .n_rows = 2,
		                            .at = text };
	uint8_t status[2] = { 9, 9 };
	const struct everyuri_parts parts = { .verdict.status = status };
	char href[256] = "";
	struct everyuri_texts bare = { .data = href, .cap = sizeof href };
	struct everyuri_parts room = { .verdict.status = status, .rewritten = &bare };
	size_t n_done = 0;

	ok(everyuri_bulk_parse(&rows, EVERYURI_WHATWG, 0, &parts, &n_done, NULL) ==
	                   EVERYURI_NO_SPACE &&
	           n_done <= 1 && (!n_done || status[0] == EVERYURI_OK) && status[n_done] == 9,
	   "a row that would be rewritten ends the call where there is no column for it");
	ok(!everyuri_bulk_parse(&rows, EVERYURI_WHATWG, 0, &room, &n_done, NULL) && n_done == 2 &&
	           bare.len == 9 && !memcmp(href, "http://h/", 9),
	   "a column of texts without offsets has them one behind the other");
}

/* ---- rows as lines --------------------------------------------------------------------------------------- */

static void lines(void)
{
	static const struct {
		const char *name, *text, *want;
		enum everyuri_rows_shape shape;
		bool nul;
		size_t too_long_at;
	} cases[] = {
		{ "csv: a line feed", "x:\n", "\"x:\n\",rfc3986,false,2,,,,,,,,,\r\n",
		  EVERYURI_ROWS_CSV, false, 0 },
		{ "csv: a quotation mark", "x:\"", "\"x:\"\"\",rfc3986,false,2,,,,,,,,,\r\n",
		  EVERYURI_ROWS_CSV, false, 0 },
		{ "tsv: NUL ends a row", "x:y",
		  "x:y\trfc3986\ttrue\t\\N\tx\t\\N\t\\N\t\\N\t\\N\ty\t\\N\t\\N\t\\N",
		  EVERYURI_ROWS_TSV, true, 0 },
		{ "JSON: what is too long was cut", "x:y",
		  "{\"uri\":\"x:y\",\"cut\":true,\"standard\":\"rfc3986\",\"valid\":false,"
		  "\"error\":{\"at\":2,\"clause\":\"\",\"message\":\"too long\"}}\n",
		  EVERYURI_ROWS_JSON, false, 2 },
		{ "JSON: NUL ends a row", "a b",
		  "{\"uri\":\"a b\",\"standard\":\"rfc3986\",\"valid\":false,\"error\":{\"at\":1,",
		  EVERYURI_ROWS_JSON, true, 0 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct everyuri_text text = { cases[i].text, strlen(cases[i].text) };
		const struct everyuri_rows rows = { .layout = EVERYURI_LAYOUT_TEXTS,
			                            .n_rows = 1,
			                            .at = &text };
		const struct everyuri_rows_writing writing = { .shape = cases[i].shape,
			                                       .standard = EVERYURI_RFC3986,
			                                       .nul = cases[i].nul,
			                                       .too_long_at =
			                                               cases[i].too_long_at };
		size_t len = strlen(cases[i].want), n_done;
		struct everyuri_text kept;

		ok(!written(&rows, writing, &kept, &n_done, 64) && n_done == 1 && kept.len >= len &&
		           !memcmp(kept.data, cases[i].want, len) &&
		           (!cases[i].nul || kept.data[kept.len - 1] == '\0'),
		   "%s", cases[i].name);
	}
	struct everyuri_text kept = { kept_bytes, 0 };
	struct everyuri_writer out;
	const struct everyuri_rows_writing names = {
		.shape = EVERYURI_ROWS_TSV, .standard = EVERYURI_RFC3986, .nul = true, .out = &out
	};

	everyuri_writer_init(&out, block, sizeof block, keep, &kept);
	ok(!everyuri_rows_begin(&names, NULL) && everyuri_writer_flush(&out) && kept.len > 6 &&
	           !memcmp(kept_bytes + kept.len - 6, "\thref", 6),
	   "the names of columns end in NUL too");
}

static size_t lines_in(const struct everyuri_text *kept)
{
	size_t n = 0;

	for (size_t i = 0; i < kept->len; i++)
		n += kept->data[i] == '\n';
	return n;
}

/* A row that finds no memory leaves nothing behind of itself. */
static void scarce(void)
{
	const struct everyuri_text text[] = { { "http://h/", 9 }, { "HTTP://h/", 9 } };
	const struct everyuri_rows rows = { .layout = EVERYURI_LAYOUT_TEXTS,
		                            .n_rows = 2,
		                            .at = text };
	char room[200], none[1];

	for (int i = 0; i < 2; i++) {
		struct everyuri_buf scratch[2];
		const struct everyuri_rows_writing writing = { .shape = EVERYURI_ROWS_JSON,
			                                       .standard = EVERYURI_WHATWG,
			                                       .scratch = scratch };
		struct everyuri_text kept;
		size_t n_done;

		/* Fixed: one of the two is too small. */
		everyuri_buf_init(&scratch[0], room, i ? sizeof room : 1, NULL);
		everyuri_buf_init(&scratch[1], none, sizeof none, NULL);
		ok(written(&rows, writing, &kept, &n_done, sizeof block) == EVERYURI_NO_SPACE &&
		           lines_in(&kept) == n_done,
		   "%s: no row is there in part",
		   i ? "no room for an origin" : "no room for an href");
	}
}

/* ---- statistics -------------------------------------------------------------------------------------------- */

static uint64_t too_long(const struct everyuri_stats *stats,
                         enum everyuri_stats_dimension dimension)
{
	return everyuri_stats_read_total(stats, dimension).too_long;
}

static void add_as(struct everyuri_stats *stats, enum everyuri_standard standard, const char *text)
{
	struct everyuri_uri uri;

	ok(!everyuri_parse(text, strlen(text), standard, EVERYURI_ADMIT_PARTIAL, NULL, NULL, &uri,
	                   NULL),
	   "%.30s is read", text);
	everyuri_stats_count(stats, &uri, strlen(text));
}

static void odd_values(void)
{
	static char host[LONG_TEXT], scheme[LONG_TEXT], key[LONG_TEXT], escaped[LONG_TEXT];
	struct everyuri_buf buf;
	struct everyuri_stats *stats = begin(&buf, 2u << 20, 0, NULL);
	struct everyuri_stats_row row[2];
	uint64_t at_most;

	memset(host, 'a', sizeof host - 1);
	memcpy(host, "x://", 4);
	memset(scheme, 'a', sizeof scheme - 1);
	memcpy(scheme + sizeof scheme - 6, "://h/", 6);
	memset(key, 'k', sizeof key - 1);
	memcpy(key, "x://i/?+", 8);
	memset(escaped, 0, sizeof escaped);
	memcpy(escaped, "x://", 4);
	for (size_t i = 4; i + 3 < sizeof escaped; i += 3)
		memcpy(escaped + i, "%61", 4);
	ok(!everyuri_stats_top(stats, EVERYURI_STATS_HOST, row, 0), "no rows are asked for");
	ok(!everyuri_stats_quantile(stats, 50, &at_most) && !at_most,
	   "of nothing there is no quantile");
	add_as(stats, EVERYURI_RFC3986, host);
	ok(too_long(stats, EVERYURI_STATS_HOST) == 1, "a host that is too long for a row");
	add_as(stats, EVERYURI_RFC3986, escaped);
	ok(too_long(stats, EVERYURI_STATS_HOST) == 2, "so is one whose escapes make it longer");
	add_as(stats, EVERYURI_RFC3986, scheme);
	ok(too_long(stats, EVERYURI_STATS_SCHEME) == 1, "a scheme that is too long for a row");
	add_as(stats, EVERYURI_RFC3986, key);
	ok(too_long(stats, EVERYURI_STATS_QUERY_KEY) == 1,
	   "a key that is too long for a row, decoded");
	add_as(stats, EVERYURI_RFC3986, "//h/a");
	ok(everyuri_stats_read_total(stats, EVERYURI_STATS_SCHEME).absent == 1,
	   "a reference has no scheme");
	add_as(stats, EVERYURI_RFC3986, "x://[v1.a]/");
	everyuri_stats_clear(stats);
	add_as(stats, EVERYURI_RFC3987,
	       "x://B\xC3\x9C"
	       "CHER.example/");
	add_as(stats, EVERYURI_RFC3986, "x://b%C3%BCcher.EXAMPLE/");
	ok(everyuri_stats_top(stats, EVERYURI_STATS_HOST, row, 2) == 1 && row[0].count == 2 &&
	           row[0].value.len == 21 &&
	           !memcmp(row[0].value.data, "xn--bcher-kva.example", 21),
	   "U-labels and escapes are one host");
	ok(!everyuri_stats_lengths_of(stats, 32) && !everyuri_stats_lengths_of(stats, 99),
	   "no item is of 2^32 bytes or more");
	everyuri_buf_free(&buf);
}

static void odd_reasons(void)
{
	static char clause[LONG_TEXT];
	struct everyuri_buf buf, none;
	struct everyuri_stats_options options = { .memory = EVERYURI_STATS_MEMORY_MIN,
		                                  .standard = { EVERYURI_WHATWG },
		                                  .n_standards = 1 };
	struct everyuri_stats *stats, *fewer;
	struct everyuri_stats_row row[3];
	struct everyuri_error error = { .clause = clause, .message = "why" };
	struct everyuri_buf second;

	memset(clause, 'c', sizeof clause - 1);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	none = (struct everyuri_buf){ 0 }; /* fixed, and without room */
	ok(!everyuri_stats_init(&buf, &options, &stats, NULL), "statistics in the least memory");
	everyuri_stats_refuse(stats, &error);
	error.clause = "c";
	everyuri_stats_refuse(stats, &error);
	ok(everyuri_stats_top(stats, EVERYURI_STATS_REASON, row, 3) == 2 &&
	           row[0].clause.len + row[0].value.len + row[1].clause.len + row[1].value.len == 4,
	   "a reason that is too long for a row is one without words");
	ok(everyuri_stats_add(stats, "HTTP://h/", 9, &none, &error) == EVERYURI_NO_SPACE &&
	           everyuri_stats_read_items(stats)->items == 2,
	   "what finds no room is not counted");
	fewer = begin(&second, EVERYURI_STATS_MEMORY_MIN, 1u << EVERYURI_STATS_DEPTH, NULL);
	add(fewer, "x://h/a/b");
	everyuri_stats_merge(stats, fewer);
	ok(everyuri_stats_read_items(stats)->items == 3 &&
	           everyuri_stats_read_items(stats)->by_depth[2] == 1 &&
	           everyuri_stats_read_total(stats, EVERYURI_STATS_REASON).counted == 2,
	   "statistics of fewer dimensions are added to what they have");
	everyuri_buf_free(&buf);
	everyuri_buf_free(&second);
}

int main(void)
{
	unknown();
	lies();
	without_data();
	single_arrays();
	without_hrefs();
	lines();
	scarce();
	odd_values();
	odd_reasons();
	return done();
}
