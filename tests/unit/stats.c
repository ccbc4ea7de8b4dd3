/* stats.c - counts of lists: exact against a naive count, merged, and as sketches within what they
 * say of themselves. */
#include <everyuri.h>

#include "counting.h"
#include "guard.h"
#include "tap.h"

#define ROWS 300000

static struct everyuri_stats_row rows[ROWS];
static struct everyuri_psl psl;

/* ---- a naive count ---------------------------------------------------------------------- */

#define NAIVE_MAX 300000

struct naive_row {
	char value[40];
	uint64_t count;
};

struct naive {
	struct naive_row *row; /* the caller's numbers are the places */
	size_t n;
};

static void naive_begin(struct naive *naive, size_t n)
{
	naive->n = n;
	naive->row = calloc(n, sizeof *naive->row);
	if (!naive->row) {
		printf("Bail out! no memory for a naive count\n");
		exit(1);
	}
}

static int by_count(const void *a, const void *b)
{
	const struct naive_row *x = a, *y = b;

	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return strcmp(x->value, y->value);
}

/* Does the top list say what was counted naively, all of it and in order? */
static bool same_as_naive(const struct everyuri_stats *stats,
                          enum everyuri_stats_dimension dimension, struct naive *naive)
{
	struct everyuri_stats_total total = everyuri_stats_read_total(stats, dimension);
	size_t n = everyuri_stats_top(stats, dimension, rows, ROWS), wanted = 0;
	uint64_t sum = 0;

	qsort(naive->row, naive->n, sizeof *naive->row, by_count);
	while (wanted < naive->n && naive->row[wanted].count)
		wanted++;
	for (size_t i = 0; i < n && i < wanted; i++) {
		sum += rows[i].count;
		if (rows[i].error || rows[i].count != naive->row[i].count ||
		    rows[i].value.len != strlen(naive->row[i].value) ||
		    memcmp(rows[i].value.data, naive->row[i].value, rows[i].value.len) != 0) {
			diag("row %zu: %.*s %llu, expected %s %llu", i, (int)rows[i].value.len,
			     rows[i].value.data, (unsigned long long)rows[i].count,
			     naive->row[i].value, (unsigned long long)naive->row[i].count);
			return false;
		}
	}
	return n == wanted && total.distinct == n && total.rows == n && !total.distinct_error &&
	       !total.floor && total.counted == sum + total.too_long;
}

enum { SCHEME, HOST, DOMAIN, PORT, EXTENSION, KEY, N_NAIVE };

static const enum everyuri_stats_dimension dimension_of[N_NAIVE] = {
	EVERYURI_STATS_SCHEME, EVERYURI_STATS_HOST,      EVERYURI_STATS_DOMAIN,
	EVERYURI_STATS_PORT,   EVERYURI_STATS_EXTENSION, EVERYURI_STATS_QUERY_KEY
};

#define N_VALUES 700

struct world {
	struct naive naive[N_NAIVE];
	uint64_t by_depth[64], absent[N_NAIVE];
	uint32_t length[20000];
	size_t n;
};

static void counted(struct world *world, int dimension, size_t number, const char *format, ...)
{
	struct naive_row *row = &world->naive[dimension].row[number];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(row->value, sizeof row->value, format, arguments);
	va_end(arguments);
	row->count++;
}

static size_t pick(uint64_t *random, size_t n)
{
	return (size_t)(next_random(random) % n);
}

/* A URI that is built from what it is made of, which is counted at the same time. */
static void make_uri(struct world *world, uint64_t *random, char *text, size_t cap)
{
	static const char *const scheme[] = { "http", "https", "ftp", "gopher" };
	static const char *const written[] = { "http", "HTTPS", "fTp", "gopher" };
	size_t which = pick(random, 4), host = pick(random, 500);
	size_t depth = pick(random, 5), keys = pick(random, 4);
	size_t n = (size_t)snprintf(text, cap, "%s://%s.E%zu.co.uk", written[which],
	                            host % 3 ? "www" : "Ftp", host);

	counted(world, SCHEME, which, "%s", scheme[which]);
	counted(world, HOST, host, "%s.e%zu.co.uk", host % 3 ? "www" : "ftp", host);
	counted(world, DOMAIN, host, "e%zu.co.uk", host);
	if (pick(random, 3)) {
		size_t port = pick(random, 90);

		n += (size_t)snprintf(text + n, cap - n, port % 2 ? ":%zu" : ":00%zu", port);
		counted(world, PORT, port, "%zu", port);
	} else
		world->absent[PORT]++;
	for (size_t i = 0; i < depth; i++)
		n += (size_t)snprintf(text + n, cap - n, i == 2 ? "//s" : "/s");
	world->by_depth[depth]++;
	if (depth && pick(random, 2)) {
		size_t extension = pick(random, 40);

		n += (size_t)snprintf(text + n, cap - n, ".x.%cX%zu", extension % 2 ? 'a' : 'A',
		                      extension);
		counted(world, EXTENSION, extension, "ax%zu", extension);
	} else
		world->absent[EXTENSION]++;
	for (size_t i = 0; i < keys; i++) {
		size_t key = pick(random, N_VALUES);

		n += (size_t)snprintf(text + n, cap - n, "%ck%zu%%5B%%5d=v", i ? '&' : '?', key);
		counted(world, KEY, key, "k%zu[]", key);
	}
	world->absent[KEY] += !keys;
	world->length[world->n++] = (uint32_t)n;
}

static int by_length(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static void lengths_right(const struct everyuri_stats *stats, struct world *world)
{
	struct everyuri_stats_lengths lengths = everyuri_stats_read_lengths(stats);
	uint64_t sum = 0, at_most, powers = 0;
	bool right = true;

	qsort(world->length, world->n, sizeof *world->length, by_length);
	for (size_t i = 0; i < world->n; i++)
		sum += world->length[i];
	ok(lengths.n == world->n && lengths.sum == sum && lengths.least == world->length[0] &&
	           lengths.most == world->length[world->n - 1],
	   "lengths: number, sum, least and most");
	for (unsigned percent = 1; percent <= 100; percent++) {
		size_t place = (world->n * percent + 99) / 100;
		uint64_t length = everyuri_stats_quantile(stats, percent, &at_most);

		right = right && length == world->length[place - 1] && at_most == length;
	}
	ok(right, "lengths: every quantile is that of the sorted list");
	for (unsigned power = 0; power < 32; power++)
		powers += everyuri_stats_lengths_of(stats, power);
	ok(powers == world->n, "lengths: the powers of two have all of them");
}

static bool same_stats(const struct everyuri_stats *a, const struct everyuri_stats *b)
{
	static struct everyuri_stats_row others[ROWS];
	uint64_t most[2];
	struct everyuri_stats_lengths x = everyuri_stats_read_lengths(a),
				      y = everyuri_stats_read_lengths(b);
	bool same = x.n == y.n && x.sum == y.sum && x.least == y.least && x.most == y.most &&
	            !memcmp(everyuri_stats_read_items(a), everyuri_stats_read_items(b),
	                    sizeof *everyuri_stats_read_items(a));

	for (unsigned i = 1; i <= 100; i++)
		same = same && everyuri_stats_quantile(a, i, &most[0]) ==
		                       everyuri_stats_quantile(b, i, &most[1]);
	for (unsigned i = 0; i < 32; i++)
		same = same && everyuri_stats_lengths_of(a, i) == everyuri_stats_lengths_of(b, i);
	for (int d = 0; d < N_NAIVE; d++) {
		struct everyuri_stats_total s = everyuri_stats_read_total(a, dimension_of[d]);
		struct everyuri_stats_total t = everyuri_stats_read_total(b, dimension_of[d]);
		size_t n = everyuri_stats_top(a, dimension_of[d], rows, ROWS);

		same = same && !memcmp(&s, &t, sizeof s) &&
		       n == everyuri_stats_top(b, dimension_of[d], others, ROWS);
		for (size_t i = 0; same && i < n; i++)
			same = rows[i].count == others[i].count &&
			       rows[i].error == others[i].error &&
			       rows[i].value.len == others[i].value.len &&
			       !memcmp(rows[i].value.data, others[i].value.data, rows[i].value.len);
	}
	return same;
}

static void exact(void)
{
	static struct world world;
	struct everyuri_buf buf, part_buf[3], sum_buf[2];
	struct everyuri_stats *stats = begin(&buf, (size_t)4 << 20, 0, &psl), *part[3], *sum[2];
	uint64_t random = 1993;
	bool right = true;

	for (int i = 0; i < 3; i++)
		part[i] = begin(&part_buf[i], (size_t)2 << 20, 0, &psl);
	for (int i = 0; i < 2; i++)
		sum[i] = begin(&sum_buf[i], (size_t)4 << 20, 0, &psl);
	for (int d = 0; d < N_NAIVE; d++)
		naive_begin(&world.naive[d], N_VALUES);
	for (int i = 0; i < 19977; i++) {
		char text[400];

		make_uri(&world, &random, text, sizeof text);
		add(stats, text);
		add(part[next_random(&random) % 3], text);
	}
	for (int d = 0; d < N_NAIVE; d++)
		ok(same_as_naive(stats, dimension_of[d], &world.naive[d]) &&
		           everyuri_stats_read_total(stats, dimension_of[d]).absent ==
		                   world.absent[d],
		   "19977 URIs: each %s is counted as by hand",
		   everyuri_stats_dimension_name(dimension_of[d]));
	ok(!memcmp(everyuri_stats_read_items(stats)->by_depth, world.by_depth,
	           sizeof world.by_depth),
	   "19977 URIs: each depth is counted as by hand");
	lengths_right(stats, &world);
	for (int i = 0; i < 3; i++) {
		everyuri_stats_merge(sum[0], part[i]);
		everyuri_stats_merge(sum[1], part[2 - i]);
	}
	ok(same_stats(sum[0], stats) && same_stats(sum[1], stats),
	   "three parts merged, in either order, are the whole");
	everyuri_stats_clear(sum[0]);
	for (int d = 0; d < N_NAIVE; d++)
		right = right && !everyuri_stats_top(sum[0], dimension_of[d], rows, ROWS);
	ok(right && !everyuri_stats_read_items(sum[0])->items, "what is cleared has nothing");
	everyuri_stats_merge(sum[0], sum[1]);
	ok(same_stats(sum[0], stats), "and counts again");
	for (int d = 0; d < N_NAIVE; d++)
		free(world.naive[d].row);
	for (int i = 0; i < 3; i++)
		everyuri_buf_free(&part_buf[i]);
	everyuri_buf_free(&sum_buf[0]);
	everyuri_buf_free(&sum_buf[1]);
	everyuri_buf_free(&buf);
}

/* ---- what is counted of one item ------------------------------------------------------------- */

static void one(enum everyuri_stats_dimension dimension, const char *text, const char *want)
{
	struct everyuri_buf buf;
	struct guard guard = { 0 };
	struct everyuri_stats *stats = begin(&buf, EVERYURI_STATS_MEMORY_MIN, 0, &psl);
	char got[200] = "";
	size_t n = 0, n_rows;

	everyuri_stats_add(stats, guard_end(&guard, text, strlen(text)), strlen(text), NULL, NULL);
	n_rows = everyuri_stats_top(stats, dimension, rows, ROWS);
	for (size_t i = 0; i < n_rows; i++)
		n += (size_t)snprintf(got + n, sizeof got - n, "%s%.*s*%d", i ? " " : "",
		                      (int)rows[i].value.len, rows[i].value.data,
		                      (int)rows[i].count);
	is_text(got, strlen(got), want, "%s of %s", everyuri_stats_dimension_name(dimension), text);
	is_number((long long)everyuri_stats_read_total(stats, dimension).absent, !n_rows,
	          "%s of %s: absent if there is none", everyuri_stats_dimension_name(dimension),
	          text);
	guard_free(&guard);
	everyuri_buf_free(&buf);
}

static void rules(void)
{
	static const struct {
		enum everyuri_stats_dimension dimension;
		const char *text, *want;
	} cases[] = {
		{ EVERYURI_STATS_SCHEME, "HtTp://h/", "http*1" },
		{ EVERYURI_STATS_SCHEME, "mailto:a@b.c", "mailto*1" },
		{ EVERYURI_STATS_HOST, "http://EX.com./", "ex.com.*1" },
		{ EVERYURI_STATS_HOST, "http://u:p@h%2Dx.Dom/", "h-x.dom*1" },
		{ EVERYURI_STATS_HOST, "http://b%C3%BCcher.example/", "xn--bcher-kva.example*1" },
		{ EVERYURI_STATS_HOST, "http://[2001:DB8::1]:80/", "[2001:db8::1]*1" },
		{ EVERYURI_STATS_HOST, "http://%FF/", "%ff*1" },
		{ EVERYURI_STATS_HOST, "file:///etc", "" },
		{ EVERYURI_STATS_HOST, "mailto:a@b.c", "" },
		{ EVERYURI_STATS_DOMAIN, "http://www.Example.co.UK./", "example.co.uk*1" },
		{ EVERYURI_STATS_DOMAIN, "http://co.uk/", "" },
		{ EVERYURI_STATS_DOMAIN, "http://a.b%C3%BCcher.de/", "xn--bcher-kva.de*1" },
		{ EVERYURI_STATS_DOMAIN, "http://10.0.0.1/", "" },
		{ EVERYURI_STATS_DOMAIN, "http://[::1]/", "" },
		{ EVERYURI_STATS_DOMAIN, "http://a..b.uk/", "" },
		{ EVERYURI_STATS_DOMAIN, "http://./", "" },
		{ EVERYURI_STATS_DOMAIN, "file:///etc", "" },
		{ EVERYURI_STATS_PORT, "http://h:8080/", "8080*1" },
		{ EVERYURI_STATS_PORT, "http://h:00/", "0*1" },
		{ EVERYURI_STATS_PORT, "http://h:099999/", "99999*1" },
		{ EVERYURI_STATS_PORT, "http://h:/", "" },
		{ EVERYURI_STATS_PORT, "http://h/", "" },
		{ EVERYURI_STATS_EXTENSION, "http://h/a.tar.GZ", "gz*1" },
		{ EVERYURI_STATS_EXTENSION, "http://h/a.b/c", "" },
		{ EVERYURI_STATS_EXTENSION, "http://h/a.b/", "" },
		{ EVERYURI_STATS_EXTENSION, "http://h/.htaccess", "" },
		{ EVERYURI_STATS_EXTENSION, "http://h/..x", "x*1" },
		{ EVERYURI_STATS_EXTENSION, "http://h/a.", "" },
		{ EVERYURI_STATS_EXTENSION, "http://h/a.x-y", "" },
		{ EVERYURI_STATS_EXTENSION, "http://h/m.txt;type=a.b", "txt*1" },
		{ EVERYURI_STATS_EXTENSION, "http://h/a.abcdefghijklmnop", "abcdefghijklmnop*1" },
		{ EVERYURI_STATS_EXTENSION, "http://h/a.abcdefghijklmnopq", "" },
		{ EVERYURI_STATS_EXTENSION, "http://h/a.html?b.c#d.e", "html*1" },
		{ EVERYURI_STATS_EXTENSION, "http://h.com", "" },
		{ EVERYURI_STATS_EXTENSION, "mailto:a@b.com", "" },
		{ EVERYURI_STATS_EXTENSION, "file:///a.c", "c*1" },
		{ EVERYURI_STATS_QUERY_KEY, "http://h/?a=1&b&a=2", "a*2 b*1" },
		{ EVERYURI_STATS_QUERY_KEY, "http://h/?a+b=1&a%20b=%26x", "a b*2" },
		{ EVERYURI_STATS_QUERY_KEY, "http://h/?=x", "*1" },
		{ EVERYURI_STATS_QUERY_KEY, "http://h/?&&", "" },
		{ EVERYURI_STATS_QUERY_KEY, "http://h/?", "" },
		{ EVERYURI_STATS_QUERY_KEY, "http://h/", "" },
	};
	static const struct {
		const char *text;
		int depth;
	} depths[] = {
		{ "http://h", 0 },   { "http://h/", 0 },   { "http://h//", 0 },
		{ "http://h/a", 1 }, { "http://h/a/", 1 }, { "http://h/a//b/", 2 },
		{ "urn:isbn:0", 1 }, { "a:b/c", 2 },       { "http://h/./..", 2 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		one(cases[i].dimension, cases[i].text, cases[i].want);
	for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
		struct everyuri_buf buf;
		struct everyuri_stats *stats = begin(&buf, EVERYURI_STATS_MEMORY_MIN, 0, &psl);

		add(stats, depths[i].text);
		ok(everyuri_stats_read_items(stats)->by_depth[depths[i].depth] == 1,
		   "%s has depth %d", depths[i].text, depths[i].depth);
		everyuri_buf_free(&buf);
	}
}

/* The domains are those of `key --profile domain`, whatever the host. */
static void domains(void)
{
	static const char *const piece[] = { ".",  ".",  "a",    "B",    "%2E",    "%41",
		                             "co", "uk", "ck",   "www",  "%C3%BC", "%FF",
		                             "1",  "-",  "xn--", "kobe", "jp",     "[" };
	struct everyuri_key_options options = { .profile = EVERYURI_KEY_DOMAIN,
		                                .standard = EVERYURI_RFC3986,
		                                .psl = &psl };
	struct everyuri_buf buf, key;
	struct everyuri_stats *stats = begin(&buf, EVERYURI_STATS_MEMORY_MIN, 0, &psl);
	uint64_t random = 1738;
	unsigned n = 0, different = 0;

	everyuri_buf_init(&key, NULL, 0, NULL);
	for (int i = 0; i < 30000; i++) {
		char text[200] = "http://";
		enum everyuri_status s;

		for (uint64_t k = next_random(&random) % 9; k; k--)
			strcat(text, piece[next_random(&random) % 18]);
		/* Twice, so that the second time the host is known. */
		everyuri_stats_clear(stats);
		add(stats, text);
		add(stats, text);
		s = everyuri_key(text, strlen(text), &options, &key, NULL);
		size_t n_rows = everyuri_stats_top(stats, EVERYURI_STATS_DOMAIN, rows, ROWS);

		n += !s;
		if (s ? n_rows != 0 :
		        n_rows != 1 || rows[0].count != 2 || rows[0].value.len != key.len ||
		                    memcmp(rows[0].value.data, key.data, key.len) != 0) {
			if (!different++)
				diag("%s", text);
		}
	}
	ok(n > 1000 && !different, "domains are those of the key profile: %u of 30000 have one", n);
	everyuri_buf_free(&key);
	everyuri_buf_free(&buf);
}

static void refusals(void)
{
	static const char *const texts[] = { "http://h/a b",
		                             "http://h/",
		                             "x",
		                             "",
		                             "http://[::1",
		                             "ftp://h/;type=a",
		                             "http://h/a b",
		                             "URL:http://h/",
		                             "http://h/\xC3\xBC" };
	struct everyuri_stats_options options = { .memory = EVERYURI_STATS_MEMORY_MIN };
	struct everyuri_stats *stats;
	struct everyuri_buf buf, scratch;
	struct everyuri_error error;
	uint64_t by_standard[EVERYURI_N_STANDARDS] = { 0 }, refused = 0, reasons = 0;
	size_t n;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_buf_init(&scratch, NULL, 0, NULL);
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++)
		options.standard[options.n_standards++] =
			(enum everyuri_standard)((s + EVERYURI_WHATWG) % EVERYURI_N_STANDARDS);
	ok(!everyuri_stats_init(&buf, &options, &stats, NULL), "all standards can be asked");
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		for (int s = 0; s < EVERYURI_N_STANDARDS; s++)
			by_standard[s] += !everyuri_check(texts[i], strlen(texts[i]),
			                                  (enum everyuri_standard)s, 0, NULL);
		refused += everyuri_stats_add(stats, texts[i], strlen(texts[i]), &scratch,
		                              &error) != EVERYURI_OK;
	}
	ok(!memcmp(by_standard, everyuri_stats_read_items(stats)->by_standard, sizeof by_standard),
	   "each standard accepts as many as it does alone");
	ok(everyuri_stats_read_items(stats)->refused == refused &&
	           everyuri_stats_read_items(stats)->accepted == by_standard[EVERYURI_WHATWG] &&
	           everyuri_stats_read_items(stats)->items == sizeof texts / sizeof *texts,
	   "accepted and refused are by the first");
	n = everyuri_stats_top(stats, EVERYURI_STATS_REASON, rows, ROWS);
	for (size_t i = 0; i < n; i++)
		reasons += rows[i].count;
	ok(n && reasons == refused, "each refusal has a reason");
	everyuri_stats_clear(stats);
	everyuri_stats_add(stats, "http://[::1", 11, &scratch, &error);
	ok(everyuri_stats_top(stats, EVERYURI_STATS_REASON, rows, ROWS) == 1 &&
	           rows[0].clause.len == strlen(error.clause) &&
	           !memcmp(rows[0].clause.data, error.clause, rows[0].clause.len) &&
	           rows[0].value.len == strlen(error.message) &&
	           !memcmp(rows[0].value.data, error.message, rows[0].value.len),
	   "a reason is the clause and the message of the error");
	ok(!everyuri_stats_read_total(stats, EVERYURI_STATS_DOMAIN).counted &&
	           !everyuri_stats_top(stats, EVERYURI_STATS_DOMAIN, rows, ROWS),
	   "without a list there are no domains");
	everyuri_buf_free(&scratch);
	everyuri_buf_free(&buf);
}

/* ---- sketches ----------------------------------------------------------------------------------- */

/* A stream of numbers, each a query key "k<number>". */
struct stream {
	const char *name;
	size_t n_values;
	size_t (*number)(uint64_t *random, size_t i, size_t n_values);
	bool uneven; /* some are long */
};

static size_t zipf(uint64_t *random, size_t i, size_t n_values)
{
	/* (1 + u) to the power of log2 n: each number about as often as its inverse says. */
	double u = (double)(next_random(random) >> 11) / 9007199254740992.0, x = 1;

	(void)i;
	for (size_t whole = n_values; whole > 1; whole /= 2)
		x *= 1 + u;
	return (size_t)x % n_values;
}

static size_t all_different(uint64_t *random, size_t i, size_t n_values)
{
	(void)random;
	return i % n_values;
}

static size_t one_in_four_is_the_same(uint64_t *random, size_t i, size_t n_values)
{
	return pick(random, 4) ? i % n_values : 7;
}

/* Values come often, but never again once others have had their turn. */
static size_t in_waves(uint64_t *random, size_t i, size_t n_values)
{
	(void)random;
	return i / 50 % n_values;
}

static const struct stream streams[] = {
	{ "zipf", 200000, zipf, false },
	{ "zipf, uneven", 200000, zipf, true },
	{ "all different", 200000, all_different, false },
	{ "around in a circle", 6000, all_different, false },
	{ "one in four is the same", 150000, one_in_four_is_the_same, true },
	{ "in waves", 100000, in_waves, true },
};

static size_t key_of(const struct stream *stream, size_t number, char *text)
{
	size_t n = (size_t)sprintf(text, "k%zu", number);

	if (!stream->uneven || number % 5)
		return n;
	memset(text + n, 'x', 1000 - n);
	return 1000;
}

/* A number that a row's value stands for. */
static size_t number_of(struct everyuri_text value)
{
	size_t number = 0;

	for (size_t i = 1; i < value.len && value.data[i] != 'x'; i++)
		number = number * 10 + (size_t)(value.data[i] - '0');
	return number;
}

/* Holds all that a sketch says of itself? */
static bool bounds_hold(const struct everyuri_stats *stats, const uint64_t *truth, size_t n_values)
{
	struct everyuri_stats_total total =
		everyuri_stats_read_total(stats, EVERYURI_STATS_QUERY_KEY);
	size_t n = everyuri_stats_top(stats, EVERYURI_STATS_QUERY_KEY, rows, ROWS);
	unsigned char *has_row = calloc(n_values, 1);
	uint64_t distinct = 0, off;
	bool hold = has_row && n == total.rows && total.floor && total.distinct_error;

	for (size_t i = 0; i < n && hold; i++) {
		size_t number = number_of(rows[i].value);

		hold = !has_row[number] && rows[i].count <= truth[number] &&
		       truth[number] <= rows[i].count + rows[i].error &&
		       rows[i].error <= total.floor;
		has_row[number] = 1;
		if (!hold)
			diag("k%zu: %llu + %llu, and is %llu", number,
			     (unsigned long long)rows[i].count, (unsigned long long)rows[i].error,
			     (unsigned long long)truth[number]);
	}
	for (size_t i = 0; i < n_values; i++) {
		distinct += truth[i] > 0;
		if (hold && !has_row[i] && truth[i] > total.floor) {
			diag("k%zu has no row and occurred %llu times; the floor is %llu", i,
			     (unsigned long long)truth[i], (unsigned long long)total.floor);
			hold = false;
		}
	}
	off = distinct > total.distinct ? distinct - total.distinct : total.distinct - distinct;
	if (off > 4 * total.distinct_error) {
		diag("%llu different, said to be %llu +- %llu", (unsigned long long)distinct,
		     (unsigned long long)total.distinct, (unsigned long long)total.distinct_error);
		hold = false;
	}
	free(has_row);
	return hold;
}

static void sketch(const struct stream *stream, size_t n)
{
	struct everyuri_buf buf[3];
	struct everyuri_stats *stats[3], *tiny;
	struct everyuri_buf tiny_buf;
	uint64_t *truth = calloc(stream->n_values, sizeof *truth), random = 3986;
	uint32_t asked = 1u << EVERYURI_STATS_QUERY_KEY;
	struct everyuri_stats_total total;

	for (int i = 0; i < 3; i++)
		stats[i] = begin(&buf[i], (size_t)(128 + 700 * (i == 1)) << 10, asked, &psl);
	tiny = begin(&tiny_buf, EVERYURI_STATS_MEMORY_MIN, asked, &psl);
	for (size_t i = 0; i < n && truth; i++) {
		char text[1100] = "http://h/?";
		size_t number = stream->number(&random, i, stream->n_values);
		size_t len = 10 + key_of(stream, number, text + 10);

		truth[number]++;
		everyuri_stats_add(stats[0], text, len, NULL, NULL);
		everyuri_stats_add(stats[1 + i % 2], text, len, NULL, NULL);
	}
	ok(truth && bounds_hold(stats[0], truth, stream->n_values), "%s: a sketch keeps its word",
	   stream->name);
	total = everyuri_stats_read_total(stats[0], EVERYURI_STATS_QUERY_KEY);
	diag("floor %llu of %zu, %llu rows, %llu +- %llu different",
	     (unsigned long long)total.floor, n, (unsigned long long)total.rows,
	     (unsigned long long)total.distinct, (unsigned long long)total.distinct_error);
	ok(total.counted == n, "%s: nothing is lost from the sum", stream->name);
	if (!stream->uneven)
		/* There are at least 1000 rows in 80 kB of "k<number>" whenever some are dropped. */
		ok(total.floor <= 2 * n / 1000, "%s: the floor is at most 2n/k", stream->name);
	everyuri_stats_merge(tiny, stats[2]);
	everyuri_stats_merge(tiny, stats[1]);
	ok(bounds_hold(tiny, truth, stream->n_values), "%s: two in less memory than either",
	   stream->name);
	everyuri_stats_merge(stats[1], stats[2]);
	ok(bounds_hold(stats[1], truth, stream->n_values),
	   "%s: two sketches merged keep their word", stream->name);
	for (int i = 0; i < 3; i++)
		everyuri_buf_free(&buf[i]);
	everyuri_buf_free(&tiny_buf);
	free(truth);
}

int main(void)
{
	static const char list[] = "com\nde\nuk\nco.uk\n*.ck\n!www.ck\njp\n*.kobe.jp\n";
	size_t n = getenv("EVERYURI_QUICK") ? 60000 : 400000;
	struct everyuri_buf list_buf;

	everyuri_buf_init(&list_buf, NULL, 0, NULL);
	ok(!everyuri_psl_load(list, sizeof list - 1, &list_buf, &psl, NULL), "a list is read");
	exact();
	rules();
	domains();
	refusals();
	if (n < 400000)
		diag("streams of %zu instead of 400000", n);
	for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
		sketch(&streams[i], n);
	everyuri_buf_free(&list_buf);
	return done();
}
