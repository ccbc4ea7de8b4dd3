/* shape.c - compare the fast path for the standards before RFC 3986, with each kernel, with their grammars.
 *
 * All strings of up to six letters from an alphabet of nine, and of up to four from twenty, after prefixes that
 * reach each component and end around the lanes (0, 15 to 17, 31 to 33 and 63 to 65).  Each text ends at an
 * unreadable page.  Then random texts.  An accepted text must have the grammar's record, a refused one must be
 * refused by the grammar; the record must not change if a text is refused or left to the grammar. */
#include "guard.h"
#include "shapes.h"
#include "tap.h"
#include "uri/standards.h"

#include <stdlib.h>

#define DEPTH_MAX 6
#define N_RANDOM 300000
#define TEXT_ROOM 1000
#define SHOWN_MAX 3

static const char few[] = "a1.-:/?#%";
static const char many[] = "aZ09.-:/?#%+;=@~ _\"\x80";

static const struct {
	const char *beginning, *letters;
	int depth_max;
} jobs[] = {
	{ "http", few, 5 },        { "https:", few, 5 },         { "https://", few, 6 },
	{ "file://", few, 6 },     { "http://h", few, 6 },       { "ftp://h", few, 6 },
	{ "file://h/", few, 5 },   { "https://h/a", few, 5 },    { "http://h/?", few, 5 },
	{ "https://h/#", few, 5 }, { "http://", many, 4 },       { "https://h", many, 4 },
	{ "http://h/", many, 4 },  { "file:///", many, 4 },      { "ftp://h/", many, 4 },
	{ "http://h/?", many, 4 }, { "https://h/?a#", many, 4 }, { "ftp://h/;type", many, 3 },
};

/* Prefixes, filled up so that the next byte is byte 15, 16, ... of the text. */
static const char *const parts[] = { "https://", "http://h/", "file://h/", "http://h/?",
	                             "https://h/#" };
static const unsigned lanes[] = { 15, 16, 17, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129 };

static const enum everyuri_standard standards[] = { EVERYURI_URL1993, EVERYURI_URI1994,
	                                            EVERYURI_RFC1630, EVERYURI_RFC1738,
	                                            EVERYURI_RFC1808, EVERYURI_RFC2396 };
#define N_STANDARDS (sizeof standards / sizeof *standards)

static struct {
	enum eu_kernel kernel[EU_N_KERNELS];
	size_t n_kernels;
	struct guard guard;
	unsigned long texts, read, refused, wrong;
} proof;

static bool same_record(const struct everyuri_uri *a, const struct everyuri_uri *b)
{
	return a->text == b->text && a->len == b->len && a->host_kind == b->host_kind &&
	       a->flags == b->flags && a->n_extra == b->n_extra &&
	       memcmp(a->part, b->part, sizeof a->part) == 0;
}

static bool is_untouched(const struct everyuri_uri *uri)
{
	const unsigned char *byte = (const unsigned char *)uri;

	for (size_t i = 0; i < sizeof *uri; i++)
		if (byte[i] != 0xAA)
			return false;
	return true;
}

static bool agrees(enum eu_kernel kernel, const char *text, uint32_t len,
                   const struct eu_shapes *shapes, bool valid, const struct everyuri_uri *want)
{
	struct everyuri_uri uri;

	memset(&uri, 0xAA, sizeof uri);
	switch (eu_shape_read_by(kernel, text, len, shapes, &uri)) {
	case EU_SHAPE_READ:
		proof.read++;
		return valid && same_record(&uri, want);
	case EU_SHAPE_REFUSED:
		proof.refused++;
		return !valid && is_untouched(&uri);
	case EU_SHAPE_OTHER:
		break;
	}
	return is_untouched(&uri);
}

static void try_text(const char *data, size_t len)
{
	const char *text = guard_end(&proof.guard, data, len);

	for (size_t s = 0; s < N_STANDARDS; s++) {
		const struct eu_standard *row = eu_uri_standard(standards[s]);
		struct everyuri_uri want;
		bool valid = !row->parse(text, (uint32_t)len, 0, &want, NULL);

		proof.texts++;
		for (size_t k = 0; k < proof.n_kernels; k++) {
			if (agrees(proof.kernel[k], text, (uint32_t)len, row->shapes, valid, &want))
				continue;
			if (proof.wrong++ < SHOWN_MAX)
				diag("%s, kernel %d: \"%.*s\"", row->name, (int)proof.kernel[k],
				     (int)len, text);
		}
	}
}

static void try_all(char *text, size_t begin, const char *letters, int depth)
{
	size_t digit[DEPTH_MAX] = { 0 }, n_letters = strlen(letters);
	int k;

	do {
		for (k = 0; k < depth; k++)
			text[begin + (size_t)k] = letters[digit[k]];
		try_text(text, begin + (size_t)depth);
		for (k = depth - 1; k >= 0 && ++digit[k] == n_letters; k--)
			digit[k] = 0;
	} while (k >= 0);
}

static void begin(void)
{
	proof.texts = proof.read = proof.refused = proof.wrong = 0;
}

/* A point without texts would prove nothing. */
static void end(const char *what, bool reached)
{
	ok(!proof.wrong && (!reached || (proof.read && proof.refused)),
	   "%s: %lu texts, %lu times accepted and %lu times refused as by the grammars", what,
	   proof.texts, proof.read, proof.refused);
}

static void try_jobs(int less)
{
	for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
		char text[TEXT_ROOM], what[100];
		size_t len = strlen(jobs[i].beginning);

		memcpy(text, jobs[i].beginning, len);
		begin();
		for (int depth = 0; depth <= jobs[i].depth_max - less; depth++)
			try_all(text, len, jobs[i].letters, depth);
		snprintf(what, sizeof what, "\"%s\" and up to %d of %zu letters", jobs[i].beginning,
		         jobs[i].depth_max - less, strlen(jobs[i].letters));
		end(what, strstr(jobs[i].beginning, "://"));
	}
}

static void try_lanes(int less)
{
	for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
		char what[100];

		begin();
		for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++) {
			char text[TEXT_ROOM];
			size_t len = strlen(parts[p]);

			memset(text, 'x', sizeof text);
			memcpy(text, parts[p], len);
			for (int depth = 0; depth <= 4 - less; depth++)
				try_all(text, lanes[i], few, depth);
			for (int depth = 1; depth <= 3 - less; depth++)
				try_all(text, lanes[i], many, depth);
		}
		snprintf(what, sizeof what, "\"%s\" filled up to the lanes", parts[p]);
		end(what, true);
	}
}

static void try_random(unsigned long n)
{
	static const char *const fronts[] = { "https://", "http://", "file://", "ftp://" };
	struct shapes shapes = { .state = 11 };

	begin();
	while (n--) {
		char text[TEXT_ROOM];
		const char *front = SHAPES_PICK(&shapes, fronts);
		size_t len = strlen(front);

		memcpy(text, front, len);
		shapes.len = 0;
		if (shapes_one_in(&shapes, 3)) {
			shapes_host(&shapes);
		} else {
			shapes_put(&shapes, "h");
			for (unsigned k = shapes_below(&shapes, 5); k; k--)
				shapes_put(&shapes, shapes_one_in(&shapes, 9) ? "-" : "wxyz.abc");
		}
		if (shapes_one_in(&shapes, 6))
			shapes_put(&shapes, ":80");
		shapes_path(&shapes);
		shapes_path(&shapes);
		if (shapes_one_in(&shapes, 3)) {
			shapes_byte(&shapes, '?');
			shapes_run(&shapes, "=&+;", 40);
		}
		if (shapes_one_in(&shapes, 4)) {
			shapes_byte(&shapes, '#');
			shapes_run(&shapes, "~\"", 30);
		}
		if (shapes_one_in(&shapes, 3))
			shapes_spoil(&shapes);
		memcpy(text + len, shapes.text, shapes.len);
		try_text(text, len + shapes.len);
	}
	end("random texts", true);
}

int main(void)
{
	bool quick = getenv("EVERYURI_QUICK");

	for (int kernel = 0; kernel < EU_N_KERNELS; kernel++)
		if (eu_kernel_here((enum eu_kernel)kernel))
			proof.kernel[proof.n_kernels++] = (enum eu_kernel)kernel;
	diag("%zu kernels are here", proof.n_kernels);
	try_jobs(quick ? 2 : 0);
	try_lanes(quick ? 1 : 0);
	try_random(quick ? N_RANDOM / 20 : N_RANDOM);
	guard_free(&proof.guard);
	return done();
}
