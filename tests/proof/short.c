/* short.c - the short ways of RFC 3986 to resolve and to normalise, against the long ones.
 *
 * All references of up to six letters over nine against each of some bases, references that are so long
 * that what matters straddles the blocks, and random ones, each ending at a page.  Where the short way is
 * sure, the reference is valid, the target is that of resolve.c, and its parts are those that the automata
 * read in it.  Whatever is a URI among the same texts is normalised as the long way does it.  With each
 * kernel. */
#include "grammar/rfc3986/rfc3986.h"
#include "grammar/rfc3986/short.h"
#include "guard.h"
#include "shapes.h"
#include "tap.h"
#include "uri/normal.h"

#include <stdlib.h>

#define DEPTH_MAX 6
#define N_RANDOM 400000
#define TEXT_ROOM 1000
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
	struct everyuri_buf buf;
	enum eu_kernel kernel[EU_N_KERNELS];
	size_t n_kernels;
	unsigned long texts, joined, normal, wrong;
} proof;

static bool same_parts(const struct everyuri_span *a, const struct everyuri_span *b)
{
	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		if (a[part].begin != b[part].begin || a[part].end != b[part].end)
			return false;
	return true;
}

/* 5.2.2 the long way, and by everyuri_parse. */
static bool joins_alike(enum eu_kernel kernel, const struct everyuri_uri *base, const char *text,
                        size_t len)
{
	char want[TEXT_ROOM * 2];
	struct everyuri_uri ref, read, uri;
	struct eu_joined joined;
	enum everyuri_status s;
	size_t n;

	if (!eu_rfc3986_join(kernel, base, text, (uint32_t)len, &joined))
		return true;
	proof.joined++;
	if (eu_rfc3986_read(text, (uint32_t)len, EU_RFC3986_REFERENCE, &ref, NULL))
		return false;
	n = eu_rfc3986_resolve(base, &ref, false, want);
	if (n != joined.keep + len - joined.skip || memcmp(want, base->text, joined.keep) != 0 ||
	    memcmp(want + joined.keep, text + joined.skip, len - joined.skip) != 0)
		return false;
	if (eu_rfc3986_read(want, (uint32_t)n, 0, &read, NULL) ||
	    !same_parts(read.part, joined.part) || read.host_kind != joined.host_kind)
		return false;
	s = everyuri_parse(text, len, EVERYURI_RFC3986, 0, base, &proof.buf, &uri, NULL);
	return !s && uri.len == n && !memcmp(uri.text, want, n) &&
	       same_parts(uri.part, read.part) && uri.host_kind == read.host_kind &&
	       uri.flags == EVERYURI_REWRITTEN && !uri.n_extra &&
	       uri.standard == EVERYURI_RFC3986 && proof.buf.len == n;
}

/* 5.1: nothing is resolved against what is relative itself. */
static void try_partial_base(void)
{
	struct everyuri_uri base, uri;
	struct everyuri_error err = { 0 };

	ok(!everyuri_parse("//h/a", 5, EVERYURI_RFC3986, EVERYURI_ADMIT_PARTIAL, NULL, NULL, &base,
	                   NULL) &&
	           everyuri_parse("c", 1, EVERYURI_RFC3986, 0, &base, &proof.buf, &uri, &err) ==
	                   EVERYURI_INVALID &&
	           err.which == 1,
	   "rfc3986 5.1: the base must be a full URI");
}

/* 6.2.2 the long way. */
static bool normalises_alike(const char *text, size_t len, enum everyuri_standard standard)
{
	struct everyuri_uri uri;

	if (everyuri_parse(text, len, standard, EVERYURI_ADMIT_PARTIAL, NULL, NULL, &uri, NULL))
		return true;
	for (size_t k = 0; k < proof.n_kernels; k++) {
		char want[TEXT_ROOM * 4];
		struct eu_out out = { want, 0 };

		if (!eu_rfc3986_is_normal(proof.kernel[k], &uri))
			continue;
		proof.normal++;
		eu_normal_write(&out, &uri, EVERYURI_LEVEL_SYNTAX);
		if (out.len != len || memcmp(want, text, len) != 0)
			return false;
	}
	for (int level = EVERYURI_LEVEL_SYNTAX; level <= EVERYURI_LEVEL_SCHEME; level++) {
		char want[TEXT_ROOM * 4];
		struct eu_out out = { want, 0 };

		eu_normal_write(&out, &uri, (enum everyuri_level)level);
		if (everyuri_normalize(&uri, (enum everyuri_level)level, &proof.buf, NULL) ||
		    proof.buf.len != out.len ||
		    (out.len && memcmp(proof.buf.data, want, out.len) != 0))
			return false;
	}
	return true;
}

static void try_text(const char *data, size_t len)
{
	const char *text = guard_end(&proof.guard, data, len);
	bool good = normalises_alike(text, len, EVERYURI_RFC3986) &&
	            normalises_alike(text, len, EVERYURI_RFC2396);

	for (size_t k = 0; k < N_BASES * proof.n_kernels && good; k++)
		good = joins_alike(proof.kernel[k / N_BASES], &proof.base[k % N_BASES], text, len);
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
	ok(!proof.wrong && proof.joined && (proof.normal || dots),
	   "%s: %lu texts; %lu targets joined and %lu forms found normal as the long way has them",
	   what, proof.texts, proof.joined, proof.normal);
	proof.texts = proof.joined = proof.normal = proof.wrong = 0;
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

/* What follows begins around the ends of the blocks. */
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

	everyuri_buf_init(&proof.buf, NULL, 0, NULL);
	for (int kernel = 0; kernel < EU_N_KERNELS; kernel++)
		if (eu_kernel_here((enum eu_kernel)kernel))
			proof.kernel[proof.n_kernels++] = (enum eu_kernel)kernel;
	diag("%zu kernels are here", proof.n_kernels);
	for (size_t k = 0; k < N_BASES; k++)
		if (everyuri_parse(bases[k], strlen(bases[k]), EVERYURI_RFC3986, 0, NULL, NULL,
		                   &proof.base[k], NULL))
			ok(false, "\"%s\" is a base", bases[k]);
	try_partial_base();
	try_jobs(quick ? 1 : 0);
	try_blocks(quick ? 2 : 1);
	try_random(quick ? N_RANDOM / 20 : N_RANDOM);
	everyuri_buf_free(&proof.buf);
	guard_free(&proof.guard);
	return done();
}
