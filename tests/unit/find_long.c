/* find_long.c - URIs in texts of megabytes that repeat themselves: those that are made to be slow,
 * and those in which the window moves on in front of, inside and behind each hit. */
#include <everyuri.h>

#include "finding.h"
#include "rounds.h"
#include "tap.h"

#include <stdlib.h>
#include <time.h>

/* ---- texts made to be slow ---------------------------------------------------------------- */

static bool count_hit(void *context, const struct everyuri_found *found)
{
	unsigned long *n = context;

	(void)found;
	++*n;
	return true;
}

/* Seconds for `total` bytes of a text that repeats itself behind its beginning. */
static double seconds_for(const char *begin, const char *again, unsigned flags, size_t total)
{
	struct everyuri_find_options options = options_of(flags);
	struct everyuri_finder *finder;
	struct everyuri_buf buf;
	unsigned long n = 0;
	size_t len = strlen(again), each = (65536 / len) * len;
	char *piece = malloc(each);
	clock_t started = clock();

	for (size_t i = 0; piece && i < each; i++)
		piece[i] = again[i % len];
	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (piece && !everyuri_find_begin(&options, count_hit, &n, &buf, &finder, NULL)) {
		everyuri_find_feed(finder, begin, strlen(begin));
		for (size_t fed = 0; fed < total; fed += each)
			everyuri_find_feed(finder, piece, each);
		everyuri_find_end(finder);
	}
	everyuri_buf_free(&buf);
	free(piece);
	return (double)(clock() - started) / CLOCKS_PER_SEC;
}

static void test_hostile(void)
{
	static const char *const again[] = {
		"<",
		":",
		":a",
		"http:a",
		"<a",
		"<http:a",
		"<a:",
		"= <",
		"URL=<",
		"<URL:a\n",
		"ww",
		"mailto:a ",
		"x:::",
		"http://",
		"(((",
		"a.a.a.",
		"<URL:",
		"http://a)",
		"http://a{",
		"http://a[",
		"mailto:",
		"urn:",
		"@",
		"a@",
		"a@a.",
		"www.",
		"http://a,http:",
		"&",
		"http:",
		"<http://",
		"<http://a ",
		"news:a.",
		"\xE3",
		"hxxp[:",
		"http://\xE3\x81",
		"<a@",
		"-\n",
		"doi:10.",
		"geo:1.",
		"data:a/b",
		"[a",
		"http://h/a[b]",
		"http://a@",
		"<URL:-\n",
		"x:",
		"http://h/a(",
		"\xE6\x97\xA5www.a",
	};
	static const char *const begin[] = { "", "<URL:http://h/", "http://h/" };
	const unsigned all = EVERYURI_FIND_ANGLE | EVERYURI_FIND_BARE | EVERYURI_FIND_WWW |
	                     EVERYURI_FIND_MAIL | EVERYURI_FIND_REFANG;
	size_t total = rounds_of(2ul << 20, 256ul << 10);

	diag("hostile texts of %lu bytes each", (unsigned long)total);
	for (size_t k = 0; k < sizeof again / sizeof *again; k++) {
		double worst = 0;

		for (size_t b = 0; b < 3; b++) {
			size_t some = b ? total / 8 : total;
			double plain = seconds_for(begin[b], again[k], 0, some);
			double full = seconds_for(begin[b], again[k], all, some);

			worst = plain > worst ? plain : worst;
			worst = full > worst ? full : worst;
		}
		/* Each takes less than half a second; quadratic time would take minutes. */
		ok(worst < 10, "THREATS L3: linear time on %s again and again", again[k]);
	}
}
/* ---- the window ------------------------------------------------------------------------------ */

struct repeats {
	uint64_t unit_len; /* of the text that repeats itself */
	uint64_t offset[4], length[4];
	unsigned long n_each; /* hits in each */
	unsigned long n, misplaced;
};

static bool note_repeat(void *context, const struct everyuri_found *found)
{
	struct repeats *repeats = context;
	unsigned long k = repeats->n % repeats->n_each, unit = repeats->n / repeats->n_each;

	repeats->misplaced += found->offset != unit * repeats->unit_len + repeats->offset[k] ||
	                      found->length != repeats->length[k];
	repeats->n++;
	return true;
}

/* The window moves on in front of, inside and behind each hit some time. */
static void test_window(const char *unit, unsigned flags, struct repeats want)
{
	static const size_t pieces[] = { 1, 7, 61, 4096, 70000 };
	const unsigned long n_units = rounds_of(6000, 1500);
	struct everyuri_find_options options = options_of(flags);
	size_t len = strlen(unit), total = len * n_units;
	char *text = malloc(total);
	struct everyuri_buf buf;

	want.unit_len = len;
	options.max_len = 40;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	for (unsigned long u = 0; text && u < n_units; u++)
		memcpy(text + u * len, unit, len);
	for (size_t p = 0; text && p < sizeof pieces / sizeof *pieces; p++) {
		struct repeats got = want;
		struct everyuri_finder *finder;
		size_t n;

		if (everyuri_find_begin(&options, note_repeat, &got, &buf, &finder, NULL))
			break;
		for (size_t at = 0; at < total; at += n) {
			n = total - at < pieces[p] ? total - at : pieces[p];
			everyuri_find_feed(finder, text + at, n);
		}
		everyuri_find_end(finder);
		ok(!got.misplaced && got.n == n_units * want.n_each,
		   "contract cmd.find: %lu times %s in pieces of %lu: all found, in place", n_units,
		   unit, (unsigned long)pieces[p]);
	}
	everyuri_buf_free(&buf);
	free(text);
}

static void test_windows(void)
{
	const unsigned refang = EVERYURI_FIND_REFANG | EVERYURI_FIND_MAIL;

	test_window("(<URL: http://h/\n abc-\nd > (\xE6\x97\xA5http://h/(b)\xE6\x97\xA5:", 0,
	            (struct repeats){ .offset = { 7, 31 }, .length = { 17, 12 }, .n_each = 2 });
	test_window("http://h:80http://b.c/d?\n", 0,
	            (struct repeats){ .offset = { 0, 11 }, .length = { 11, 12 }, .n_each = 2 });
	test_window("hxxp[:]//h[.]org/[.] a[@]b[.]c [", refang,
	            (struct repeats){ .offset = { 0, 21 }, .length = { 17, 9 }, .n_each = 2 });
}
int main(void)
{
	test_windows();
	test_hostile();
	return done();
}
