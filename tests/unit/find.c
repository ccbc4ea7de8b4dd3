/* find.c - URIs in running text: vectors/find, and what no vector can show: pieces of
 * any size, buffers and stopping.  find_long.c has texts of megabytes. */
#include <everyuri.h>

#include "failing.h"
#include "finding.h"
#include "guard.h"
#include "tap.h"

#include <stdlib.h>

#define LINE_MAX_BYTES 16384
#define N_COLUMNS 6

enum column { IN_ID, IN_CLAUSE, IN_INPUT, IN_OPTIONS, IN_EXPECTED, IN_NOTE };

/* ---- what was found, as one line of text ------------------------------------------ */

struct hits {
	char text[LINE_MAX_BYTES];
	size_t len;
	const char *input; /* the whole text, to hold the places against; or NULL */
	size_t input_len;
	unsigned flags;
	bool misplaced;
	uint64_t behind; /* where the last hit ended */
	unsigned long n, stop_at;
};

static void add(struct hits *hits, const char *data, size_t len)
{
	if (len > sizeof hits->text - hits->len)
		len = sizeof hits->text - hits->len;
	if (len)
		memcpy(hits->text + hits->len, data, len);
	hits->len += len;
}

/* Is there one of these, in some kind of bracket, at the front?  Returns: what is meant. */
static const char *defanged(const char *text, size_t len, size_t *n_bytes)
{
	static const char *const inside[][2] = {
		{ ".", "." },   { "dot", "." }, { "://", "://" }, { ":/", ":/" }, { ":", ":" },
		{ "//", "//" }, { "/", "/" },   { "@", "@" },     { "at", "@" },
	};
	const char *open = "([{", *close = ")]}", *kind = *text ? strchr(open, *text) : NULL;

	for (size_t k = 0; kind && k < sizeof inside / sizeof *inside; k++) {
		size_t n = strlen(inside[k][0]);

		if (len < n + 2 || memcmp(text + 1, inside[k][0], n) ||
		    text[n + 1] != close[kind - open])
			continue;
		*n_bytes = n + 2;
		return inside[k][1];
	}
	return NULL;
}

/* What the text in the hit's place means: without white space and refanged. */
static size_t meaning(const struct hits *hits, const struct everyuri_found *found, char *out)
{
	const char *text = hits->input + found->offset;
	size_t len = (size_t)found->length, to = 0, n_bytes;

	for (size_t i = 0; i < len; i++) {
		const char *meant = hits->flags & EVERYURI_FIND_REFANG ?
		                            defanged(text + i, len - i, &n_bytes) :
		                            NULL;

		if (meant) {
			memcpy(out + to, meant, strlen(meant));
			to += strlen(meant);
			i += n_bytes - 1;
		} else if (found->form == EVERYURI_FORM_BARE || !text[i] ||
		           !strchr(" \t\n\v\f\r", text[i])) {
			out[to++] = text[i];
		}
	}
	return to;
}

/* Does the URI stand in its place, but for a prefix and for "hxxp" and its like? */
static bool stands_there(const struct hits *hits, const struct everyuri_found *found)
{
	static char text[LINE_MAX_BYTES];
	const char *uri = found->uri.data;
	size_t len, n = found->uri.len;

	if (found->length > sizeof text)
		return false;
	len = meaning(hits, found, text);
	if (len + 7 == n && (!memcmp(uri, "http://", 7) || !memcmp(uri, "mailto:", 7))) {
		uri += 7;
		n -= 7;
	}
	if (len != n)
		return false;
	for (size_t i = 0; i < len; i++)
		if (text[i] != uri[i] && !(i < 4 && (hits->flags & EVERYURI_FIND_REFANG)))
			return false;
	return true;
}

static bool note_hit(void *context, const struct everyuri_found *found)
{
	struct hits *hits = context;

	if (hits->n)
		add(hits, " ", 1);
	if (found->form == EVERYURI_FORM_ANGLE)
		add(hits, "<", 1);
	add(hits, found->uri.data, found->uri.len);
	if (found->also.data) {
		add(hits, "|", 1);
		add(hits, found->also.data, found->also.len);
	}
	if (found->form == EVERYURI_FORM_ANGLE)
		add(hits, ">", 1);
	if (found->offset < hits->behind || !found->length ||
	    (hits->input && found->offset + found->length > hits->input_len) ||
	    (hits->input && !stands_there(hits, found)))
		hits->misplaced = true;
	hits->behind = found->offset + found->length;
	return ++hits->n != hits->stop_at;
}

/* ---- vectors ------------------------------------------------------------------------- */

struct vector {
	char line[LINE_MAX_BYTES];
	size_t len;
	char *field[N_COLUMNS];
	size_t field_len[N_COLUMNS];
};

static int hex_digit(char c)
{
	const char *digits = "0123456789ABCDEF", *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

/* In place: it only shrinks. */
static size_t unescape(char *text, size_t len)
{
	size_t to = 0;

	for (size_t i = 0; i < len; i++) {
		const char *kinds = "tnr0\\", *meant = "\t\n\r\0\\";
		const char *kind;

		if (text[i] != '\\') {
			text[to++] = text[i];
		} else if (i + 3 < len && text[i + 1] == 'x') {
			text[to++] = (char)(hex_digit(text[i + 2]) * 16 + hex_digit(text[i + 3]));
			i += 3;
		} else if (i + 1 < len && text[i + 1] && (kind = strchr(kinds, text[i + 1]))) {
			text[to++] = meant[kind - kinds];
			i++;
		}
	}
	return to;
}

static bool read_vector(FILE *file, struct vector *vector)
{
	char *at = vector->line;

	if (!fgets(vector->line, sizeof vector->line, file))
		return false;
	for (int k = 0; k < N_COLUMNS; k++) {
		vector->field[k] = at;
		vector->field_len[k] = strcspn(at, "\t\n");
		at += vector->field_len[k];
		if (*at)
			*at++ = '\0';
	}
	for (int k = 0; k < N_COLUMNS; k++) {
		vector->field_len[k] = unescape(vector->field[k], vector->field_len[k]);
		vector->field[k][vector->field_len[k]] = '\0';
	}
	return true;
}

static struct everyuri_find_options vector_options(const struct vector *vector)
{
	struct everyuri_find_options options = options_of(0);
	const char *words = vector->field[IN_OPTIONS], *max = strstr(words, "max=");

	options.flags = (strstr(words, "angle") ? EVERYURI_FIND_ANGLE : 0u) |
	                (strstr(words, "bare") ? EVERYURI_FIND_BARE : 0u) |
	                (strstr(words, "www") ? EVERYURI_FIND_WWW : 0u) |
	                (strstr(words, "mail") ? EVERYURI_FIND_MAIL : 0u) |
	                (strstr(words, "refang") ? EVERYURI_FIND_REFANG : 0u) |
	                (strstr(words, "any-scheme") ? EVERYURI_FIND_ANY_SCHEME : 0u);
	if (max)
		options.max_len = (uint32_t)strtoul(max + 4, NULL, 10);
	return options;
}

/* One search of a text in pieces: the first of `first` bytes, the others of `rest`. */
static bool search(const struct everyuri_find_options *options, const char *text, size_t len,
                   size_t first, size_t rest, struct everyuri_buf *buf, struct hits *hits)
{
	static struct guard guard;
	struct everyuri_finder *finder;

	hits->len = 0;
	hits->n = 0;
	hits->behind = 0;
	hits->misplaced = false;
	hits->flags = options->flags;
	if (everyuri_find_begin(options, note_hit, hits, buf, &finder, NULL))
		return false;
	for (size_t at = 0, n = first; at < len; at += n, n = rest) {
		if (n > len - at)
			n = len - at;
		everyuri_find_feed(finder, guard_end(&guard, text + at, n), n);
	}
	everyuri_find_end(finder);
	return true;
}

/* The hits of every way to cut the text must be those of the whole. */
static bool cuts_agree(const struct everyuri_find_options *options, const char *text, size_t len,
                       struct everyuri_buf *buf, const struct hits *whole)
{
	static struct hits hits;

	hits.input = text;
	hits.input_len = len;
	for (size_t first = 0; first <= len; first++)
		if (!search(options, text, len, first, len, buf, &hits) || hits.misplaced ||
		    hits.len != whole->len || memcmp(hits.text, whole->text, whole->len))
			return false;
	for (size_t rest = 1; rest <= 7; rest++)
		if (!search(options, text, len, rest, rest, buf, &hits) || hits.misplaced ||
		    hits.len != whole->len || memcmp(hits.text, whole->text, whole->len))
			return false;
	return true;
}

static void try_vector(const struct vector *vector, struct everyuri_buf *buf)
{
	static struct hits hits;
	struct everyuri_find_options options = vector_options(vector);
	const char *input = vector->field[IN_INPUT];
	size_t len = vector->field_len[IN_INPUT];

	hits.input = input;
	hits.input_len = len;
	if (!search(&options, input, len, len, len, buf, &hits))
		hits.misplaced = true;
	is_text(hits.text, hits.len, vector->field[IN_EXPECTED], "%s: %.60s (%s)",
	        vector->field[IN_CLAUSE], *vector->field[IN_NOTE] ? vector->field[IN_NOTE] : input,
	        vector->field[IN_ID]);
	ok(!hits.misplaced && cuts_agree(&options, input, len, buf, &hits),
	   "%s: in place, and the same in any pieces (%s)", vector->field[IN_CLAUSE],
	   vector->field[IN_ID]);
}

static void test_vectors(const char *name)
{
	static struct vector vector;
	const char *folder = getenv("EVERYURI_VECTORS");
	struct everyuri_buf buf;
	char path[1024];
	FILE *file;

	snprintf(path, sizeof path, "%s/find/%s.tsv", folder ? folder : "vectors", name);
	file = fopen(path, "rb");
	ok(file != NULL, "%s can be read", path);
	if (!file)
		return;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(read_vector(file, &vector) && !strcmp(vector.field[IN_EXPECTED], "expected"),
	   "%s: the columns are known", path);
	while (read_vector(file, &vector))
		try_vector(&vector, &buf);
	everyuri_buf_free(&buf);
	fclose(file);
}

/* ---- places, buffers, stopping -------------------------------------------------------- */

struct place {
	uint64_t offset, length;
	enum everyuri_find_form form;
};

static bool note_place(void *context, const struct everyuri_found *found)
{
	struct place *place = context;

	*place = (struct place){ found->offset, found->length, found->form };
	return true;
}

static void test_place(const char *text, unsigned flags, struct place want)
{
	struct everyuri_find_options options = options_of(flags);
	struct place place = { 0 };
	struct everyuri_finder *finder;
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!everyuri_find_begin(&options, note_place, &place, &buf, &finder, NULL)) {
		everyuri_find_feed(finder, text, strlen(text));
		everyuri_find_end(finder);
	}
	ok(place.offset == want.offset && place.length == want.length && place.form == want.form,
	   "contract cmd.find: offset and length are those of the text: %s", text);
	everyuri_buf_free(&buf);
}

static void test_places(void)
{
	test_place("see http://h/a.", 0, (struct place){ 4, 10, EVERYURI_FORM_BARE });
	test_place("(<URL: http://h/\n a >)", 0, (struct place){ 7, 12, EVERYURI_FORM_ANGLE });
	test_place("URL=<ftp://h/>", 0, (struct place){ 5, 8, EVERYURI_FORM_ANGLE });
	test_place("\xE8\xA6\x8Bhttp://h", 0, (struct place){ 3, 8, EVERYURI_FORM_BARE });
	test_place("- www.h.org,", EVERYURI_FIND_WWW, (struct place){ 2, 9, EVERYURI_FORM_BARE });
	test_place(" a@b.c!", EVERYURI_FIND_MAIL, (struct place){ 1, 5, EVERYURI_FORM_BARE });
	test_place("a[.]b hxxp[://]h[.]org[.]", EVERYURI_FIND_REFANG,
	           (struct place){ 6, 16, EVERYURI_FORM_BARE });
}

static void test_buffers(void)
{
	static const char text[] = "<http://h/a> http://h/b";
	static const char want[] = "<http://h/a> http://h/b";
	static struct hits hits;
	struct everyuri_find_options options = options_of(0);
	struct everyuri_finder *finder = NULL;
	struct everyuri_error error = { 0 };
	struct everyuri_buf buf;
	char *room, small[16];

	options.max_len = 100;
	everyuri_buf_init(&buf, small, sizeof small, NULL);
	ok(everyuri_find_begin(&options, note_hit, &hits, &buf, &finder, &error) ==
	                   EVERYURI_NO_SPACE &&
	           !finder && error.status == EVERYURI_NO_SPACE && buf.needed > 400,
	   "contract api.buffer: a fixed one that is too small says how much is needed");
	room = malloc(buf.needed + 1);
	for (size_t odd = 0; odd < 2; odd++) {
		size_t needed = buf.needed;

		everyuri_buf_init(&buf, room + odd, needed, NULL);
		ok(search(&options, text, strlen(text), 5, 3, &buf, &hits) &&
		           hits.len == strlen(want) && !memcmp(hits.text, want, hits.len),
		   "contract api.buffer: with that much it succeeds, at %s address",
		   odd ? "an odd" : "any");
		buf.needed = needed;
	}
	free(room);
	options.max_len = EVERYURI_TEXT_MAX;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(everyuri_find_begin(&options, note_hit, &hits, &buf, &finder, &error) ==
	           EVERYURI_TOO_LONG,
	   "contract api.length: a window beyond EVERYURI_TEXT_MAX is too long");
	everyuri_buf_free(&buf);
}

/* A caller's own list of schemes. */
static void test_schemes(void)
{
	static const char *const names[] = { "", "x" };
	static struct hits hits;
	struct everyuri_find_options options = options_of(EVERYURI_FIND_REFANG);
	static const char text[] = "hxxp://h/a ://h/b x://h/c";
	struct everyuri_buf buf;

	options.schemes = names;
	options.n_schemes = 2;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(search(&options, text, strlen(text), sizeof text, 0, &buf, &hits) && hits.n == 1 &&
	           hits.len >= 7 && !memcmp(hits.text, "x://h/c", 7),
	   "contract cmd.find: a name of no bytes is none, and an alias of what is not listed "
	   "neither");
	everyuri_buf_free(&buf);
}

/* What is open for longer than the window is moved for stays where it is. */
static void test_long_open(void)
{
	static const char front[] = "<URL:http://h/";
	static char text[150000];
	struct everyuri_find_options options = options_of(0);
	struct place place = { 0 };
	struct everyuri_finder *finder;
	struct everyuri_buf buf;

	options.max_len = 200000;
	memset(text, 'a', sizeof text);
	memcpy(text, front, sizeof front - 1);
	text[sizeof text - 1] = '>';
	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!everyuri_find_begin(&options, note_place, &place, &buf, &finder, NULL)) {
		for (size_t at = 0; at < sizeof text; at += 1000)
			everyuri_find_feed(finder, text + at, 1000);
		everyuri_find_end(finder);
	}
	ok(place.offset == 5 && place.length == sizeof text - 6 &&
	           place.form == EVERYURI_FORM_ANGLE,
	   "contract cmd.find: a bracket of 150 kB that comes piece by piece is found whole");
	everyuri_buf_free(&buf);
}

static void test_failing(void)
{
	static struct hits hits;
	struct everyuri_find_options options = options_of(0);

	for (unsigned long round = 0;; round++) {
		struct everyuri_finder *finder;
		struct failing failing;
		struct everyuri_buf buf;
		enum everyuri_status status;

		failing_init(&failing, 0);
		failing_round(&failing, round);
		everyuri_buf_init(&buf, NULL, 0, &failing.allocator);
		status = everyuri_find_begin(&options, note_hit, &hits, &buf, &finder, NULL);
		everyuri_buf_free(&buf);
		ok(!failing.blocks && !failing.misuses &&
		           status == (failing.failed ? EVERYURI_NO_MEMORY : EVERYURI_OK),
		   "contract api.memory: no memory, round %lu: nothing leaks", round);
		if (!failing.failed)
			break;
	}
}

/* What is left of a piece that is longer than the window has no place in it. */
static void test_stopping_in_long_piece(void)
{
	static struct hits hits;
	static char text[100000];
	struct everyuri_find_options options = options_of(0);
	struct everyuri_finder *finder;
	struct everyuri_buf buf;

	for (size_t i = 0; i < sizeof text; i++)
		text[i] = "http://h/ab "[i % 12];
	options.max_len = 40;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	hits.stop_at = 3;
	if (!everyuri_find_begin(&options, note_hit, &hits, &buf, &finder, NULL))
		ok(!everyuri_find_feed(finder, text, sizeof text) &&
		           !everyuri_find_feed(finder, text, 5) && !everyuri_find_end(finder) &&
		           hits.n == 3,
		   "contract cmd.find: false stops the search in a long piece, too");
	everyuri_buf_free(&buf);
}

static void test_stopping(void)
{
	static struct hits hits;
	struct everyuri_find_options options = options_of(0);
	struct everyuri_finder *finder;
	struct everyuri_buf buf;
	static const char text[] = "http://a http://b http://c ";

	everyuri_buf_init(&buf, NULL, 0, NULL);
	hits.stop_at = 2;
	if (!everyuri_find_begin(&options, note_hit, &hits, &buf, &finder, NULL)) {
		ok(!everyuri_find_feed(finder, text, strlen(text)) && hits.n == 2,
		   "contract cmd.find: false from the caller's function stops the search");
		ok(!everyuri_find_feed(finder, text, strlen(text)) && !everyuri_find_end(finder) &&
		           hits.n == 2,
		   "contract cmd.find: and it stays stopped");
	}
	everyuri_buf_free(&buf);
	test_stopping_in_long_piece();
}

/* A hit is told as soon as the byte behind it shows its end. */
static void test_promptness(void)
{
	static struct hits hits;
	struct everyuri_find_options options = options_of(0);
	struct everyuri_finder *finder;
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!everyuri_find_begin(&options, note_hit, &hits, &buf, &finder, NULL)) {
		everyuri_find_feed(finder, "a < b http://h/a", 16);
		ok(hits.n == 0, "contract cmd.find: a URI that may go on is not told yet");
		everyuri_find_feed(finder, "\n", 1);
		ok(hits.n == 1, "contract cmd.find: the line's end tells it");
		everyuri_find_end(finder);
	}
	everyuri_buf_free(&buf);
}

/* ---- random texts --------------------------------------------------------------------------- */

static uint32_t draw(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 16;
}

/* A text of n pieces, each of at most 7 bytes. */
static size_t make_text(char *text, size_t n, uint32_t *seed)
{
	static const char *const pieces[] = {
		"http",
		"://",
		":",
		"/",
		"h.org",
		"<",
		">",
		"URL:",
		"URL=<",
		" ",
		"\n",
		"-",
		"-\n",
		"(",
		")",
		"[",
		"]",
		"{",
		"}",
		"a",
		".",
		",",
		"'",
		"\"",
		"&gt;",
		"&",
		"www.",
		"@",
		"mailto:",
		"news:",
		"\xE3\x80\x82",
		"\xE6\x97\xA5",
		"\xC3\xA9",
		"\xE6",
		"hxxp",
		"[.]",
		"(dot)",
		"[",
		"%41",
		"::1",
		"?",
		"#",
		"urn:a:b",
		";",
		"*",
		"_",
		"~~",
		"\\",
	};
	size_t len = 0;

	while (n--) {
		const char *piece = pieces[draw(seed) % (sizeof pieces / sizeof *pieces)];

		memcpy(text + len, piece, strlen(piece));
		len += strlen(piece);
	}
	return len;
}

static bool same_hits(const struct hits *a, const struct hits *b)
{
	return !a->misplaced && !b->misplaced && a->n == b->n && a->len == b->len &&
	       !memcmp(a->text, b->text, a->len);
}

/* Whole, byte by byte and in two pieces they agree.  The long ones pass through a window
 * that they fill many times. */
static void test_random(size_t n_pieces, unsigned long rounds)
{
	static struct hits whole, other;
	unsigned long failed = 0;
	uint32_t seed = 1;
	char *text = malloc(n_pieces * 8);
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	for (unsigned long r = 0; text && r < rounds; r++) {
		struct everyuri_find_options options = options_of(draw(&seed) & 31);
		size_t len = make_text(text, n_pieces, &seed);

		options.max_len = r % 3 ? 300 : 24;
		whole.input = other.input = text;
		whole.input_len = other.input_len = len;
		search(&options, text, len, len, len, &buf, &whole);
		search(&options, text, len, 1, 1, &buf, &other);
		failed += !same_hits(&whole, &other);
		search(&options, text, len, draw(&seed) % len, len, &buf, &other);
		failed += !same_hits(&whole, &other);
		search(&options, text, len, 1000, 777, &buf, &other);
		failed += !same_hits(&whole, &other);
	}
	everyuri_buf_free(&buf);
	free(text);
	is_number((long long)failed, 0,
	          "contract cmd.find: %lu random texts of %lu pieces, the same in any cuts", rounds,
	          (unsigned long)n_pieces);
}

int main(void)
{
	bool quick = getenv("EVERYURI_QUICK") != NULL;

	test_vectors("angle");
	test_vectors("bare");
	test_vectors("foreign");
	test_vectors("asked");
	test_places();
	test_buffers();
	test_schemes();
	test_long_open();
	test_failing();
	test_stopping();
	test_promptness();
	test_random(24, quick ? 300 : 10000);
	test_random(2000, quick ? 20 : 200);
	return done();
}
