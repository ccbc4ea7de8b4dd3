/* lines.c - compare everyuri_lines_cut, with each kernel, with lines found byte by byte.
 *
 * Random texts of up to six blocks that end at an unreadable page.  Few, many or nearly all of their bytes are line
 * breaks of every kind, or precede one; the output holds all lines or fewer. */
#include "everyuri/bulk.h"

#include "guard.h"
#include "shapes.h"
#include "tap.h"

#include <stdlib.h>

#define LEN_MAX 400
#define SHOWN_MAX 3
#define UNTOUCHED 0x55555555u

struct wanted {
	struct everyuri_span line[LEN_MAX + 1];
	size_t n, taken;
};

static void cut_by_bytes(const char *data, size_t len, unsigned flags, size_t max,
                         struct wanted *want)
{
	bool nul = flags & EVERYURI_LINES_NUL;
	size_t begin = 0;

	want->n = 0;
	for (size_t at = 0; at < len && want->n < max; at++) {
		if (data[at] != (nul ? '\0' : '\n'))
			continue;
		bool cr = !nul && at > begin && data[at - 1] == '\r';

		want->line[want->n++] =
			(struct everyuri_span){ (uint32_t)begin, (uint32_t)(at - cr) };
		begin = at + 1;
	}
	if ((flags & EVERYURI_LINES_END) && begin < len && want->n < max) {
		want->line[want->n++] = (struct everyuri_span){ (uint32_t)begin, (uint32_t)len };
		begin = len;
	}
	want->taken = begin;
}

/* Does it find the same lines, and write nothing beyond `max` of them? */
static bool is_cut(const char *data, size_t len, unsigned flags, size_t max)
{
	static struct everyuri_span got[LEN_MAX + 2];
	static struct wanted want; /* large */
	size_t n = 0;

	cut_by_bytes(data, len, flags, max, &want);
	got[max].begin = got[max].end = UNTOUCHED;
	size_t taken = everyuri_lines_cut(data, len, flags, got, max, &n);

	return taken == want.taken && n == want.n && got[max].begin == UNTOUCHED &&
	       got[max].end == UNTOUCHED && !memcmp(got, want.line, n * sizeof *got);
}

/* Of 256 bytes, how many end a line, and how many are CR. */
static const struct {
	const char *name;
	unsigned end, cr;
} kinds[] = {
	{ "long lines", 3, 1 },       { "lines as those of a list", 6, 0 },
	{ "short lines", 40, 10 },    { "hardly anything but ends", 200, 30 },
	{ "ends behind CR", 8, 120 }, { "no end", 0, 3 },
};

static size_t draw_text(struct shapes *random, unsigned end, unsigned cr, char *text)
{
	size_t len = shapes_below(random, LEN_MAX + 1);

	for (size_t i = 0; i < len; i++) {
		unsigned byte = (unsigned)shapes_below(random, 256);

		text[i] = (char)(byte < end            ? (byte & 7 ? '\n' : '\0') :
		                 byte < end + cr       ? '\r' :
		                 byte % 16 == 0 && end ? '\0' :
		                                         'a' + (int)(byte % 26));
	}
	return len;
}

static void try_kind(size_t kind, unsigned long rounds)
{
	struct shapes random = { .state = 5120 + kind };
	struct guard guard = { 0 };
	unsigned long wrong = 0;

	for (unsigned long i = 0; i < rounds; i++) {
		char draft[LEN_MAX];
		size_t len = draw_text(&random, kinds[kind].end, kinds[kind].cr, draft);
		unsigned flags = (unsigned)shapes_below(&random, 4);
		size_t max = shapes_below(&random, 2) ? LEN_MAX + 1 : 1 + shapes_below(&random, 40);
		const char *text = guard_end(&guard, draft, len);

		flags = (flags & 1 ? EVERYURI_LINES_NUL : 0u) |
		        (flags & 2 ? EVERYURI_LINES_END : 0u);
		if (is_cut(text, len, flags, max))
			continue;
		if (wrong++ < SHOWN_MAX)
			diag("%zu bytes, flags %u, room for %zu lines: \"%.*s\"", len, flags, max,
			     (int)len, text);
	}
	guard_free(&guard);
	ok(!wrong, "%s: %lu texts", kinds[kind].name, rounds);
}

int main(void)
{
	unsigned long rounds = getenv("EVERYURI_QUICK") ? 5000 : 200000;

	_Static_assert((EVERYURI_LINES_NUL | EVERYURI_LINES_END) == 0xC00,
	               "unknown flags are refused");
	for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
		try_kind(kind, rounds);
	return done();
}
