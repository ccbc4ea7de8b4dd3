/* bulk.c - bulk.h: what is said of a row is what is said of its text alone. */
#include <everyuri.h>

#include "columns.h"
#include "tap.h"

#define N_ROWS 3000

static const char *const layout_name[COLUMNS_N_LAYOUTS] = { "32-bit offsets", "64-bit offsets",
	                                                    "spans", "views", "texts" };

/* ---- what a call writes ------------------------------------------------------------------- */

struct arrays {
	uint8_t status[N_ROWS + 1], host_kind[N_ROWS + 1];
	uint16_t flags[N_ROWS + 1];
	uint32_t at[N_ROWS + 1], begin[EVERYURI_N_PARTS][N_ROWS + 1],
		end[EVERYURI_N_PARTS][N_ROWS + 1];
	int32_t offset_32[N_ROWS + 1];
	int64_t offset_64[N_ROWS + 1];
	uint8_t validity[N_ROWS / 8 + 1];
	char text[N_ROWS * 1200];
	struct everyuri_texts texts;
	struct everyuri_parts parts;
};

static struct arrays arrays;

static struct everyuri_texts *texts_of(struct arrays *a, size_t cap)
{
	a->texts = (struct everyuri_texts){ .data = a->text,
		                            .cap = cap,
		                            .offset_32 = a->offset_32,
		                            .offset_64 = a->offset_64,
		                            .validity = a->validity };
	return &a->texts;
}

static void arrays_begin(struct arrays *a)
{
	memset(a, 0xA5, sizeof *a);
	a->parts = (struct everyuri_parts){ .verdict = { a->status, a->at },
		                            .host_kind = a->host_kind,
		                            .flags = a->flags,
		                            .rewritten = texts_of(a, sizeof a->text) };
	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		a->parts.begin[part] = a->begin[part];
		a->parts.end[part] = a->end[part];
	}
}

/* ---- what is right --------------------------------------------------------------------------- */

struct right {
	enum everyuri_status status;
	struct everyuri_uri uri;
	struct everyuri_error error;
};

static struct right right_of(struct everyuri_text text, enum everyuri_standard standard,
                             unsigned flags, struct everyuri_buf *buf)
{
	struct right right;

	right.error.at = EVERYURI_ABSENT;
	right.status = EVERYURI_NULL_ROW;
	if (text.data)
		right.status = everyuri_parse(text.data, text.len, standard, flags, NULL, buf,
		                              &right.uri, &right.error);
	if (right.status) {
		memset(right.uri.part, 0xFF, sizeof right.uri.part);
		right.uri.flags = right.uri.host_kind = 0;
	} else if (right.uri.len == text.len && !memcmp(right.uri.text, text.data, text.len)) {
		right.uri.flags &= (uint16_t)~EVERYURI_REWRITTEN;
	}
	return right;
}

static bool parts_same(const struct arrays *a, size_t row, const struct right *right)
{
	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		if (a->begin[part][row] != right->uri.part[part].begin ||
		    a->end[part][row] != right->uri.part[part].end)
			return false;
	return a->status[row] == right->status && a->flags[row] == right->uri.flags &&
	       a->host_kind[row] == right->uri.host_kind &&
	       a->at[row] == (right->status ? (uint32_t)right->error.at : EVERYURI_ABSENT);
}

/* The text of a row in the column that was made: NULL where it has none. */
static const char *made_text(const struct arrays *a, size_t row, size_t *len)
{
	*len = (size_t)(a->offset_32[row + 1] - a->offset_32[row]);
	if (a->offset_32[row] != (int32_t)a->offset_64[row] ||
	    a->offset_32[row + 1] != (int32_t)a->offset_64[row + 1])
		return "two answers";
	return a->validity[row / 8] >> row % 8 & 1 ? a->text + a->offset_32[row] : NULL;
}

static bool rewritten_same(const struct arrays *a, size_t row, const struct right *right)
{
	bool rewritten = !right->status && right->uri.flags & EVERYURI_REWRITTEN;
	size_t len;
	const char *text = made_text(a, row, &len);

	if (!rewritten)
		return !text && !len;
	return text && len == right->uri.len && !memcmp(text, right->uri.text, len);
}

/* ---- parsing and checking ----------------------------------------------------------------------- */

static void parsed_as_alone(const struct columns *columns, int layout,
                            enum everyuri_standard standard, unsigned flags)
{
	struct everyuri_rows rows = columns_rows(columns, layout);
	bool rewrites = standard == EVERYURI_WHATWG;
	struct everyuri_buf buf;
	size_t n_done = 0, wrong = 0;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	arrays_begin(&arrays);
	if (everyuri_bulk_parse(&rows, standard, flags, &arrays.parts, &n_done, NULL))
		wrong = 1;
	for (size_t row = 0; row < columns->n; row++) {
		struct right right = right_of(columns->text[row], standard, flags, &buf);

		wrong += !parts_same(&arrays, row, &right) ||
		         (rewrites && !rewritten_same(&arrays, row, &right));
	}
	ok(n_done == columns->n && !wrong && arrays.status[columns->n] == 0xA5,
	   "%s, flags %u, %s: the parts of each row are those of its text",
	   everyuri_standard_name(standard), flags, layout_name[layout]);
	if (wrong)
		diag("%zu of %zu rows are wrong", wrong, columns->n);
	everyuri_buf_free(&buf);
}

static void checked_as_alone(const struct columns *columns, int layout,
                             enum everyuri_standard standard)
{
	struct everyuri_rows rows = columns_rows(columns, layout);
	size_t n_done = 0, wrong = 0;

	arrays_begin(&arrays);
	if (everyuri_bulk_check(&rows, standard, 0, &arrays.parts.verdict, &n_done, NULL))
		wrong = 1;
	for (size_t row = 0; row < columns->n; row++) {
		const struct everyuri_text *text = &columns->text[row];
		struct everyuri_error error = { .at = EVERYURI_ABSENT };
		enum everyuri_status status = EVERYURI_NULL_ROW;

		if (text->data)
			status = everyuri_check(text->data, text->len, standard, 0, &error);
		wrong += arrays.status[row] != status || arrays.at[row] != error.at;
	}
	ok(n_done == columns->n && !wrong, "%s, %s: the verdict on each row is that on its text",
	   everyuri_standard_name(standard), layout_name[layout]);
}

static void reading(const struct columns *columns)
{
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		enum everyuri_standard standard = (enum everyuri_standard)s;

		for (int layout = 0; layout < COLUMNS_N_LAYOUTS; layout++) {
			parsed_as_alone(columns, layout, standard, 0);
			checked_as_alone(columns, layout, standard);
		}
		parsed_as_alone(columns, 0, standard, EVERYURI_ADMIT_PARTIAL | EVERYURI_ADMIT_ZONE);
	}
}

/* ---- arrays that are not wanted, and slices ------------------------------------------------------- */

static void single_arrays(const struct columns *columns)
{
	struct everyuri_rows rows = columns_rows(columns, 0);
	static uint32_t port[N_ROWS];
	struct everyuri_parts only = { .end = { [EVERYURI_PORT] = port } }, none = { 0 };
	size_t wrong = 0, n_done = 0;

	arrays_begin(&arrays);
	everyuri_bulk_parse(&rows, EVERYURI_RFC3986, 0, &arrays.parts, NULL, NULL);
	everyuri_bulk_parse(&rows, EVERYURI_RFC3986, 0, &only, NULL, NULL);
	for (size_t row = 0; row < columns->n; row++)
		wrong += port[row] != arrays.end[EVERYURI_PORT][row];
	ok(!wrong, "one array alone is filled as it is beside the others");
	ok(!everyuri_bulk_parse(&rows, EVERYURI_RFC3986, 0, &none, &n_done, NULL) &&
	           n_done == columns->n,
	   "without any array all rows are read");
}

static void slices(const struct columns *columns, int layout)
{
	static const size_t cut[] = { 0, 1, 7, 8, 9, 255, 256, 257, 1000, 1001, N_ROWS };
	struct everyuri_rows rows = columns_rows(columns, layout);
	size_t wrong = 0;
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	arrays_begin(&arrays);
	for (size_t i = 0; i + 1 < sizeof cut / sizeof *cut; i++) {
		struct everyuri_rows slice =
			everyuri_rows_slice(&rows, cut[i], cut[i + 1] - cut[i]);
		struct everyuri_parts parts = everyuri_parts_from(&arrays.parts, cut[i]);
		size_t n_done = 0;

		everyuri_bulk_parse(&slice, EVERYURI_RFC3986, 0, &parts, &n_done, NULL);
		wrong += n_done != cut[i + 1] - cut[i];
	}
	for (size_t row = 0; row < columns->n; row++) {
		struct right right = right_of(columns->text[row], EVERYURI_RFC3986, 0, &buf);

		wrong += !parts_same(&arrays, row, &right);
	}
	ok(!wrong, "%s: slice by slice the answers are those of the whole", layout_name[layout]);
	everyuri_buf_free(&buf);
}

int main(void)
{
	struct columns columns;

	columns_make(&columns, N_ROWS, 7);
	reading(&columns);
	single_arrays(&columns);
	for (int layout = 0; layout < COLUMNS_N_LAYOUTS; layout++)
		slices(&columns, layout);
	columns_free(&columns);
	return done();
}
