/* short.c - compare the fast paths of RFC 3986 for resolving and normalising with the reference code, with each kernel.
 *
 * All references of up to six letters from an alphabet of nine, with some bases; references so long that delimiters
 * lie across the blocks; random references.  Each ends at an unreadable page.  If the fast path gives a target, the
 * reference must be valid, the target that of resolve.c, and its components those of the automata.  The URIs among
 * these texts must be normalised as the reference code does. */
#include "alike.h"
#include "grammar/rfc3986/short.h"
#include "guard.h"
#include "shapes.h"
#include "tap.h"

#include <stdlib.h>

#define DEPTH_MAX 6
#define N_RANDOM 400000
#define SHOWN_MAX 3

static const char few[] = "a./?#:%1@";
static const char many[] = "aZ1./?#:%@-[]=~\x80 ";

static const char *const bases[] = {
	"http://a/b/c/d;p?q",
	"http://u:p@h:80/b/../c/d?q#f",
	"http://h",
	"http://h?q",
	"file:///a//b/",
	"x:/a/b",
	"x:a/b?q",
	"x:",
	"http://[::1]/a.b/.c/d",
	"x:/a/.d/?#",
	"http://h/a",
	"http://1.2.3.4/a/b//",
	"x://h/%2E/a/",
	"x:?q",
};
#define N_BASES (sizeof bases / sizeof *bases)

static struct {
	struct guard guard;
	struct everyuri_uri base[N_BASES];
	struct fast_paths ways;
	unsigned long texts, wrong;
} proof;

/* 5.1: a relative reference is no base. */
static void try_partial_base(void)
{
	struct everyuri_uri base, uri;
	struct everyuri_error err = { 0 };

	ok(!everyuri_parse("//h/a", 5, EVERYURI_RFC3986, EVERYURI_ADMIT_PARTIAL, NULL, NULL, &base,
	                   NULL) &&
	           everyuri_parse("c", 1, EVERYURI_RFC3986, 0, &base, &proof.ways.buf, &uri,
	                          &err) == EVERYURI_INVALID &&
	           err.which == 1,
	   "rfc3986 5.1: the base must be a full URI");
}

/* The fast path must refuse a base with a zone, whose offsets would move, and a target longer than EVERYURI_TEXT_MAX. */
static void try_left_alone(void)
{
	static const char with_zone[] = "http://[fe80::1%25eth0]/a";
	struct everyuri_uri base, uri, long_base = proof.base[0];
	struct eu_joined joined;
	enum eu_kernel kernel = eu_kernel_best();

	ok(!everyuri_parse(with_zone, strlen(with_zone), EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE,
	                   NULL, NULL, &base, NULL) &&
	           !eu_rfc3986_join(kernel, &base, "c", 1, &joined) &&
	           !everyuri_parse("c", 1, EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE, &base,
	                           &proof.ways.buf, &uri, NULL) &&
	           uri.len == sizeof with_zone - 1 && uri.n_extra == 1,
	   "RFC 6874 2: the fast path refuses a base with a zone");
	long_base.len = EVERYURI_TEXT_MAX - 1;
	ok(eu_rfc3986_join(kernel, &proof.base[0], "cd", 2, &joined) &&
	           !eu_rfc3986_join(kernel, &long_base, "cd", 2, &joined),
	   "the fast path refuses a target that is too long, and so does the reference");
}

static void try_text(const char *data, size_t len)
{
	const char *text = guard_end(&proof.guard, data, len);
	bool good = normalises_alike(&proof.ways, text, len, EVERYURI_RFC3986) &&
	            normalises_alike(&proof.ways, text, len, EVERYURI_RFC2396);

	for (size_t k = 0; k < N_BASES * proof.ways.n_kernels && good; k++)
		good = joins_alike(&proof.ways, proof.ways.kernel[k / N_BASES],
		                   &proof.base[k % N_BASES], text, len);
	proof.texts++;
	if (!good && proof.wrong++ < SHOWN_MAX)
		diag("\"%.*s\"", (int)len, text);
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

static void end(const char *what, bool dots)
{
	ok(!proof.wrong && proof.ways.joined && (proof.ways.normal || dots),
	   "%s: %lu texts; %lu targets and %lu normal forms are those of the reference", what,
	   proof.texts, proof.ways.joined, proof.ways.normal);
	proof.texts = proof.ways.joined = proof.ways.normal = proof.wrong = 0;
}

static void try_jobs(int less)
{
	static const struct {
		const char *front, *letters;
		int depth_max;
	} jobs[] = {
		{ "", few, 6 },           { "", many, 4 },          { "..", few, 5 },
		{ "../", few, 4 },        { "http://", many, 3 },   { "http://h/", many, 3 },
		{ "http://a/b", few, 4 }, { "x:", few, 5 },         { "http://localhost", few, 3 },
		{ "//h", many, 3 },       { "gopher://h", few, 4 }, { "file://localhost/", few, 3 },
	};

	for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
		char text[TEXT_ROOM], what[100];
		size_t len = strlen(jobs[i].front);

		memcpy(text, jobs[i].front, len);
		for (int depth = 0; depth <= jobs[i].depth_max - less; depth++)
			try_all(text, len, jobs[i].letters, depth);
		snprintf(what, sizeof what, "\"%s\" and up to %d letters", jobs[i].front,
		         jobs[i].depth_max - less);
		end(what, jobs[i].front[0] == '.');
	}
}

/* The rest of the reference begins around the ends of the blocks. */
static void try_blocks(int less)
{
	static const char *const fronts[] = {
		"", "/", "//h/", "http://", "x:/", "x:a?", "#", "../"
	};
	static const unsigned ends[] = { 15, 16, 17, 31, 32,  33,  60,  61,
		                         62, 63, 64, 65, 126, 127, 128, 129 };

	for (size_t f = 0; f < sizeof fronts / sizeof *fronts; f++)
		for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
			char text[TEXT_ROOM];
			size_t len = strlen(fronts[f]);

			memset(text, 'x', sizeof text);
			memcpy(text, fronts[f], len);
			for (int depth = 0; depth <= 4 - less; depth++)
				try_all(text, ends[i], "a./?#:", depth);
			for (int depth = 1; depth <= 2; depth++)
				try_all(text, ends[i], many, depth);
		}
	end("what matters around the ends of the blocks", false);
}

static void try_random(unsigned long n)
{
	struct shapes shapes = { .state = 23 };

	while (n--) {
		char text[TEXT_ROOM];
		size_t len = 0;

		if (shapes_one_in(&shapes, 3)) {
			shapes_uri(&shapes, shapes_one_in(&shapes, 2));
			len = shapes.len;
			memcpy(text, shapes.text, len);
		} else {
			static const char *const pieces[] = { "a",  "/",   "../",      "./",  "..",
				                              ".",  "?",   "#",        ":",   "//",
				                              "h",  "1",   "abcdefgh", "/x/", "b.",
				                              ".c", "%41", "Z",        "/.." };

			for (unsigned k = 1 + shapes_below(&shapes, 24); k; k--) {
				const char *piece = SHAPES_PICK(&shapes, pieces);

				memcpy(text + len, piece, strlen(piece));
				len += strlen(piece);
			}
		}
		try_text(text, len);
	}
	end("random texts", false);
}

int main(void)
{
	bool quick = getenv("EVERYURI_QUICK");

	fast_paths_init(&proof.ways);
	diag("%zu kernels are here", proof.ways.n_kernels);
	for (size_t k = 0; k < N_BASES; k++)
		if (everyuri_parse(bases[k], strlen(bases[k]), EVERYURI_RFC3986, 0, NULL, NULL,
		                   &proof.base[k], NULL))
			ok(false, "\"%s\" is a base", bases[k]);
	try_partial_base();
	try_left_alone();
	try_jobs(quick ? 1 : 0);
	try_blocks(quick ? 2 : 1);
	try_random(quick ? N_RANDOM / 20 : N_RANDOM);
	everyuri_buf_free(&proof.ways.buf);
	guard_free(&proof.guard);
	return done();
}
