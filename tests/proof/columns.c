/* columns.c - compare the code that parses many texts together (grammar/rfc3986/rows.h) with the automata.
 *
 * First one text among others, in any lane: all strings of up to six letters after prefixes that move them
 * across blocks; every byte value at every offset; texts shaped like URIs; real URLs.  Then many texts
 * at once.  The columns of the texts that it accepts must be those of the automata, and it must accept every
 * text that the fast path promises. */
#include "base/columns.h"
#include "grammar/rfc3986/rfc3986.h"
#include "grammar/rfc3986/rows.h"
#include "fast_path.h"

#include <stdlib.h>

#define CORPUS_SHARE_MIN 95 /* percent of real URLs that are parsed together */
#define UNTOUCHED 0x5555    /* no text is so long */

/* Every delimiter, a letter, a digit, a capital, and a byte that no URI has. */
static const char letters[] = "a1:/?#@%[Z ";

/* The code under test. */
static struct {
	enum eu_kernel kernel;
	eu_columns_fn *cut_all;
} way;

struct table {
	uint32_t begin[EVERYURI_N_PARTS][EU_COLUMNS_ROWS], end[EVERYURI_N_PARTS][EU_COLUMNS_ROWS];
	uint8_t kind[EU_COLUMNS_ROWS], rest[EU_COLUMNS_ROWS];
	bool left[EU_COLUMNS_ROWS];
};

/* Returns: did it write nothing beyond the rows, and list each refused text once? */
static bool cut_table_by(const struct everyuri_text *text, size_t n, const char *end,
                         struct table *table)
{
	struct eu_columns columns = { .host_kind = table->kind };
	bool sound = true;

	for (int k = 0; k < EVERYURI_N_PARTS; k++) {
		columns.begin[k] = table->begin[k];
		columns.end[k] = table->end[k];
		for (size_t i = n; i < EU_COLUMNS_ROWS; i++)
			table->begin[k][i] = table->end[k][i] = UNTOUCHED;
	}
	memset(table->left, false, sizeof table->left);
	memset(table->kind, 0x55, sizeof table->kind);
	for (size_t k = way.cut_all(text, n, end, &columns, table->rest); k--;) {
		sound = sound && table->rest[k] < n && !table->left[table->rest[k]];
		table->left[table->rest[k] % EU_COLUMNS_ROWS] = true;
	}
	for (size_t i = n; i < EU_COLUMNS_ROWS; i++) {
		sound = sound && table->kind[i] == 0x55;
		for (int k = 0; k < EVERYURI_N_PARTS; k++)
			sound = sound && table->begin[k][i] == UNTOUCHED &&
			        table->end[k][i] == UNTOUCHED;
	}
	return sound;
}

/* Do both refuse the same texts, and give the same columns for the others? */
static bool is_same_table(const struct table *a, const struct table *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (a->left[i] != b->left[i] || (!a->left[i] && a->kind[i] != b->kind[i]))
			return false;
		for (int k = 0; k < EVERYURI_N_PARTS && !a->left[i]; k++)
			if (a->begin[k][i] != b->begin[k][i] || a->end[k][i] != b->end[k][i])
				return false;
	}
	return true;
}

/* The same texts concatenated, or with the first one last, followed by up to 95 bytes that a URI may contain;
 * readable memory ends after these. */
static bool is_same_in_a_row(const struct everyuri_text *text, size_t n, const struct table *want)
{
	static struct guard guard;
	static struct table table; /* large, and filled anew each time */
	static char packed[EU_COLUMNS_ROWS * TEXT_ROOM + 128];
	static unsigned beyond;
	struct everyuri_text rows[EU_COLUMNS_ROWS];
	size_t len = 0, begin[EU_COLUMNS_ROWS];

	beyond = (beyond + 1) % 96;
	for (size_t k = 0; k < n; k++) {
		size_t i = beyond % 2 ? n - 1 - k : k;

		if (text[i].len > TEXT_ROOM)
			return true;
		if (text[i].len)
			memcpy(packed + len, text[i].data, text[i].len);
		begin[i] = len;
		len += text[i].len;
	}
	for (size_t i = 0; i < beyond; i++)
		packed[len + i] = "//a:?#1%"[(beyond + i) % 8];
	len += beyond;
	const char *data = guard_end(&guard, packed, len);

	for (size_t i = 0; i < n; i++)
		rows[i] = (struct everyuri_text){ data + begin[i], text[i].len };
	return cut_table_by(rows, n, data + len, &table) && is_same_table(&table, want, n);
}

static bool cut_table(const struct everyuri_text *text, size_t n, struct table *table)
{
	return cut_table_by(text, n, NULL, table) && is_same_in_a_row(text, n, table);
}

static bool is_row(const struct table *table, size_t i, const struct everyuri_uri *want)
{
	for (int k = 0; k < EVERYURI_N_PARTS; k++)
		if (table->begin[k][i] != want->part[k].begin ||
		    table->end[k][i] != want->part[k].end)
			return false;
	return table->kind[i] == want->host_kind && !want->flags && !want->n_extra;
}

/* Must this text be accepted, given the automata's record? */
static bool is_promised(const struct everyuri_uri *uri)
{
	struct everyuri_span scheme = uri->part[EVERYURI_SCHEME], host = uri->part[EVERYURI_HOST];

	for (uint32_t i = 0; i < scheme.end; i++)
		if ((uri->text[i] | 0x20) < 'a' || (uri->text[i] | 0x20) > 'z')
			return false;
	for (uint32_t i = 0; i < uri->len; i++)
		if (uri->text[i] == '@' || uri->text[i] == '%')
			return false;
	if (uri->len > 128 || scheme.end > 32 || uri->host_kind > EVERYURI_HOST_NAME ||
	    uri->part[EVERYURI_PORT].begin != EVERYURI_ABSENT)
		return false;
	if (host.begin == EVERYURI_ABSENT)
		return true;
	return host.end < 64 && (host.begin == host.end || uri->text[host.end - 1] < '0' ||
	                         uri->text[host.end - 1] > '9');
}

static void judge(struct proof *proof, const struct table *table, size_t i, const char *text,
                  size_t len, const struct everyuri_uri *want)
{
	if (table->left[i] && want && is_promised(want)) {
		report(proof, way.kernel, text, len);
		proof->left++;
	} else if (!table->left[i]) {
		proof->taken++;
		if (!want || !is_row(table, i, want)) {
			report(proof, way.kernel, text, len);
			proof->wrong++;
		}
	}
}

/* ---- one text among others ------------------------------------------------------------------------ */

static bool try_among(struct proof *proof, const char *text, size_t len)
{
	static const char beside[] = "http://beside.example/it?is#short";
	struct everyuri_text rows[EU_COLUMNS_ROWS];
	size_t i = proof->texts % 19, n = i + 1 + proof->texts % 2;
	struct everyuri_uri want;
	static struct table table; /* large, and filled anew each time */
	bool valid = !eu_rfc3986_read(text, (uint32_t)len, 0, &want, NULL);

	for (size_t k = 0; k < n; k++)
		rows[k] = (struct everyuri_text){ k % 3 ? beside : NULL,
			                          k % 3 ? sizeof beside - 1 : 0 };
	rows[i] = (struct everyuri_text){ text, len };
	if (!cut_table(rows, n, &table)) {
		report(proof, way.kernel, text, len);
		proof->wrong++;
	}
	judge(proof, &table, i, text, len, valid ? &want : NULL);
	return valid;
}

/* The calls use either this code or parse text by text; tests/unit/bulk.c compares the two. */
static void try_none(struct proof *proof, const char *text, size_t len)
{
	(void)proof, (void)text, (void)len;
}

static const struct job starts[] = {
	{ "", "", 0 },
	{ "a:", "", 0 },
	{ "a://", "", 0 },
	{ "http://h", "", 0 },
	{ "http://1", "", 0 },
	{ "x:a?", "", 0 },
	{ "x:#", "", 0 },
	{ "", "//h.dom/path/that/is/longer?than=one#block-of-64-bytes-and-so-on", 0 },
	{ "http://", ".dom/path/that/is/longer?than=one#block-of-64-bytes-and-so-on", 0 },
	{ "http://h/", "path/that/is/longer?than=one-block-of-64-bytes-in-its-query", 0 },
};

static const char *const stretched[] = { "sss",          "http://hhh", "x:path",
	                                 "http://h/ppp", "x:?qqq",     "x:p#fff" };

/* Offsets at the end of the first and of the second block. */
static void try_edges(struct proof *proof, const char *beginning, int depth_max)
{
	static const unsigned offsets[] = { 59, 61, 64, 122, 125, 128 };

	for (size_t k = 0; k < sizeof offsets / sizeof *offsets; k++) {
		struct job job = { beginning, "", offsets[k] };

		try_job(proof, &job, depth_max);
	}
}

static void try_long_texts(struct proof *proof)
{
	static const char *const texts[] = {
		("http://www.example.com/a/path/of/some/length?and=a&query=too#and-a-fragment-"
		 "that-ends-in-the-third-block/so-that/all-of-them/are-tried/and-more"),
		"https://info.cern.ch/hypertext/WWW/TheProject",
		"urn:isbn:0451450523",
		"schemeofthirtyletterswithoutend://192.168.0.19/",
	};

	try_bytes(proof, texts, sizeof texts / sizeof *texts, false);
}

/* ---- many at once ---------------------------------------------------------------------------------- */

/* A table of texts shaped like URIs, of different lengths. */
static void try_table(struct proof *proof, struct shapes *random)
{
	static char room[EU_COLUMNS_ROWS][TEXT_ROOM];
	struct everyuri_text rows[EU_COLUMNS_ROWS] = { { NULL, 0 } };
	size_t n = shapes_below(random, EU_COLUMNS_ROWS + 1);
	static struct table table; /* large, and filled anew each time */

	for (size_t i = 0; i < n; i++) {
		shapes_uri(random, i % 4 == 0);
		draw_out(random);
		memcpy(room[i], random->text, random->len);
		rows[i] = (struct everyuri_text){ room[i], random->len };
	}
	proof->texts += n;
	proof->wrong += !cut_table(rows, n, &table);
	for (size_t i = 0; i < n; i++) {
		struct everyuri_uri want;
		bool valid = !eu_rfc3986_read(rows[i].data, (uint32_t)rows[i].len, 0, &want, NULL);

		judge(proof, &table, i, rows[i].data, rows[i].len, valid ? &want : NULL);
	}
}

static void try_shapes(struct proof *proof, unsigned long rounds)
{
	struct shapes random = { .state = 398664 };

	begin(proof);
	for (unsigned long i = 0; i < rounds; i++) {
		shapes_uri(&random, i % 4 == 0);
		try_shape(proof, &random, i);
	}
	ok(is_sound(proof) && proof->taken, "%lu texts shaped like URIs: cut %lu times",
	   proof->texts, proof->taken);
	begin(proof);
	for (unsigned long i = 0; i < rounds / 32; i++)
		try_table(proof, &random);
	ok(is_sound(proof) && proof->taken, "%lu of them many at once: cut %lu times", proof->texts,
	   proof->taken);
}

static void try_corpus(struct proof *proof, const char *name)
{
	if (try_lines(proof, name))
		ok(is_sound(proof) && proof->taken * 100 >= proof->valid * CORPUS_SHARE_MIN,
		   "%s: parsed together are, of %lu URIs, %lu, at least %d %%", name, proof->valid,
		   proof->taken, CORPUS_SHARE_MIN);
}

/* Texts longer than EVERYURI_TEXT_MAX among others: only 0 to 130 bytes of each are readable. */
static void try_too_long(void)
{
#if SIZE_MAX > UINT32_MAX
	static struct guard guard;
	static struct table table; /* large, and filled anew each time */
	static const char start[] = "http://h/";
	struct everyuri_text rows[EU_COLUMNS_ROWS];
	char front[130];
	size_t wrong = 0;

	memset(front, 'a', sizeof front);
	memcpy(front, start, sizeof start - 1);
	for (size_t readable = 0; readable <= sizeof front; readable++) {
		const char *data = guard_end(&guard, front, readable);

		for (size_t more = 1; more <= 256; more++) {
			size_t n = 1 + more % EU_COLUMNS_ROWS, odd = more % 2;

			for (size_t i = 0; i < n; i++)
				rows[i] = i % 2 == odd ?
				                  (struct everyuri_text){ start, 9 } :
				                  (struct everyuri_text){ data, EVERYURI_TEXT_MAX +
					                                                more };
			wrong += !cut_table_by(rows, n, NULL, &table);
			for (size_t i = 0; i < n; i++)
				wrong += table.left[i] != (i % 2 != odd);
		}
	}
	ok(!wrong, "a text longer than EVERYURI_TEXT_MAX is left, and none of its bytes is read");
	guard_free(&guard);
#else
	skip("a text longer than EVERYURI_TEXT_MAX is left", "size_t has 32 bits here");
#endif
}

static void try_way(enum eu_kernel kernel, eu_columns_fn *cut_all, struct proof *proof)
{
	bool quick = getenv("EVERYURI_QUICK") != NULL;
	const char *asked = getenv("EVERYURI_LONG");
	unsigned long rounds = asked ? strtoul(asked, NULL, 10) : quick ? 30000 : 1000000;
	int depth_max = quick ? 3 : asked ? DEPTH_MAX : 5;

	way.kernel = kernel;
	way.cut_all = cut_all;
	try_too_long();
	try_long_texts(proof);
	try_shapes(proof, rounds);
	try_corpus(proof, "corpus/web.txt");
	try_corpus(proof, "corpus/files.txt");
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		try_job(proof, &starts[i], depth_max);
	for (size_t i = 0; i < sizeof stretched / sizeof *stretched; i++)
		try_edges(proof, stretched[i], depth_max - 1);
}

int main(void)
{
	struct proof proof = { .try_kernels = try_among,
		               .try_calls = try_none,
		               .letters = letters };
	eu_columns_fn *avx2 = eu_rfc3986_rows_avx2(), *avx512 = eu_rfc3986_rows(EU_KERNEL_AVX512);
	bool has_lanes = eu_kernel_here(EU_KERNEL_AVX512) && avx512 != avx2;

	ok(!eu_rfc3986_rows(EU_KERNEL_PLAIN) && !eu_rfc3986_rows(EU_KERNEL_SSE2),
	   "kernels without this code say so");
	ok(eu_rfc3986_rows(EU_KERNEL_AVX2) == avx2, "AVX2 has its own");
	if (avx2)
		try_way(EU_KERNEL_AVX2, avx2, &proof);
	else
		skip("texts cut together by AVX2", "this processor lacks AVX2");
	if (has_lanes)
		try_way(EU_KERNEL_AVX512, avx512, &proof);
	else
		skip("texts cut together by AVX-512",
		     "this processor lacks AVX-512 with VBMI and VPOPCNTDQ, or GFNI");
	guard_free(&proof.guard);
	return done();
}
