/* masks.c - compare each kernel of base/masks.h that this processor has with masks computed byte by byte.
 *
 * Every byte value at every offset of blocks of every length, and random blocks, with random classes.  Each block
 * lies once before and once after an unreadable page. */
#include "base/masks.h"

#include "guard.h"
#include "shapes.h"
#include "tap.h"

#include <stdlib.h>

#define SHOWN_MAX 3
#define RANGES_MAX 12

struct kernel {
	const char *name;
	enum eu_kernel kernel;
	eu_marks_fn *look;
};

#ifdef EU_X86
EU_AVX2 static void look_avx2(const char *text, size_t n, const struct eu_class *allowed,
                              struct eu_marks *marks)
{
	eu_marks_avx2(text, n, allowed, marks);
}

EU_AVX512 static void look_avx512(const char *text, size_t n, const struct eu_class *allowed,
                                  struct eu_marks *marks)
{
	eu_marks_avx512(text, n, allowed, marks);
}
#endif

static const struct kernel kernels[] = {
	{ "plain", EU_KERNEL_PLAIN, eu_marks_plain },
#ifdef EU_X86
	{ "SSE2", EU_KERNEL_SSE2, eu_marks_sse2 },    { "AVX2", EU_KERNEL_AVX2, look_avx2 },
	{ "AVX-512", EU_KERNEL_AVX512, look_avx512 },
#endif
#ifdef EU_ARM
	{ "NEON", EU_KERNEL_NEON, eu_marks_neon },
#endif
};
#define N_KERNELS (sizeof kernels / sizeof *kernels)

struct proof {
	struct guard guard;
	const struct kernel *kernel;
	struct eu_class class;
	unsigned long blocks, wrong;
};

/* ---- classes ----------------------------------------------------------------------------------- */

static bool in_ranges(const struct eu_class *set, unsigned byte)
{
	for (unsigned r = 0; r < set->n_ranges; r++)
		if (byte >= set->range[r].first && byte <= set->range[r].last)
			return true;
	return false;
}

static bool is_of_scheme(unsigned byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
	       (byte >= '0' && byte <= '9') || byte == '+' || byte == '-' || byte == '.';
}

/* Makes up to twelve ranges in order, and the same set as a table. */
static struct eu_class random_class(struct shapes *random)
{
	struct eu_class set = { .n_ranges = 0 };
	unsigned at = shapes_below(random, 12);

	while (set.n_ranges < RANGES_MAX && at < 0x80) {
		unsigned last = at + shapes_below(random, shapes_one_in(random, 2) ? 1 : 24);

		set.range[set.n_ranges].first = (uint8_t)at;
		set.range[set.n_ranges++].last = (uint8_t)(last < 0x80 ? last : 0x7F);
		at = last + 2 + shapes_below(random, 16);
	}
	for (unsigned byte = 0; byte < 0x80; byte++)
		if (in_ranges(&set, byte))
			set.low[byte & 15] |= (uint8_t)(1u << (byte >> 4));
	return set;
}

static void try_classes(void)
{
	bool scheme = true;

	for (unsigned byte = 0; byte < 0x100; byte++)
		scheme =
			scheme &&
			eu_class_has(&eu_class_scheme, (unsigned char)byte) == is_of_scheme(byte) &&
			in_ranges(&eu_class_scheme, byte) == is_of_scheme(byte);
	ok(scheme,
	   "RFC 3986 3.1: table and ranges say what a scheme is made of, for all 256 bytes");
}

/* ---- blocks ------------------------------------------------------------------------------------ */

static uint64_t where(const char *text, size_t n, char byte)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < n; i++)
		if (text[i] == byte)
			bits |= UINT64_C(1) << i;
	return bits;
}

static struct eu_marks expected(const char *text, size_t n, const struct eu_class *set)
{
	struct eu_marks m = { 0 };

	for (size_t i = 0; i < n; i++) {
		unsigned byte = (unsigned char)text[i];

		if (!in_ranges(set, byte))
			m.outside |= UINT64_C(1) << i;
		if (!is_of_scheme(byte))
			m.no_scheme |= UINT64_C(1) << i;
	}
	for (size_t i = 0; i < n; i++)
		if (text[i] >= 'A' && text[i] <= 'Z')
			m.capital |= UINT64_C(1) << i;
	for (size_t i = 0; i < n; i++)
		if (text[i] >= 'a' && text[i] <= 'z')
			m.letter |= UINT64_C(1) << i;
	m.letter |= m.capital;
	for (size_t i = 0; i < n; i++)
		if (text[i] >= '0' && text[i] <= '9')
			m.digit |= UINT64_C(1) << i;
	m.colon = where(text, n, ':');
	m.slash = where(text, n, '/');
	m.question = where(text, n, '?');
	m.hash = where(text, n, '#');
	m.at = where(text, n, '@');
	m.percent = where(text, n, '%');
	m.dot = where(text, n, '.');
	m.hyphen = where(text, n, '-');
	m.apostrophe = where(text, n, '\'');
	return m;
}

static bool same(const struct eu_marks *a, const struct eu_marks *b)
{
	return a->outside == b->outside && a->no_scheme == b->no_scheme &&
	       a->capital == b->capital && a->letter == b->letter && a->digit == b->digit &&
	       a->colon == b->colon && a->slash == b->slash && a->question == b->question &&
	       a->hash == b->hash && a->at == b->at && a->percent == b->percent &&
	       a->dot == b->dot && a->hyphen == b->hyphen && a->apostrophe == b->apostrophe;
}

static void try_block(struct proof *proof, const char *text, size_t n)
{
	struct eu_marks want = expected(text, n, &proof->class), got, begun;

	memset(&got, 0xFF, sizeof got);
	memset(&begun, 0xFF, sizeof begun);
	proof->kernel->look(guard_end(&proof->guard, text, n), n, &proof->class, &got);
	proof->kernel->look(guard_begin(&proof->guard, text, n), n, &proof->class, &begun);
	proof->blocks++;
	if ((!same(&got, &want) || !same(&begun, &want)) && proof->wrong++ < SHOWN_MAX)
		diag("%s is wrong in a block of %zu bytes that begins with \\x%02X",
		     proof->kernel->name, n, (unsigned char)text[0]);
}

/* The bytes around it are in few masks or in many. */
static void try_all_bytes(struct proof *proof, int step)
{
	static const char others[] = "a:\x80";

	for (size_t n = 1; n <= EU_MASK_BYTES; n++)
		for (size_t at = 0; at < n; at++)
			for (int byte = (int)((n + at) % (unsigned)step); byte < 0x100;
			     byte += step) {
				char text[EU_MASK_BYTES];

				memset(text, others[(n + at) % (sizeof others - 1)], n);
				text[at] = (char)byte;
				try_block(proof, text, n);
			}
}

static void try_random(struct proof *proof, struct shapes *random, unsigned long rounds)
{
	static const char delimiters[] = ":/?#@%.-'+[]az09AZ~_ \x7F\x80\xFF";

	while (rounds--) {
		char text[EU_MASK_BYTES];
		size_t n = 1 + shapes_below(random, EU_MASK_BYTES);
		bool any = shapes_one_in(random, 2);

		for (size_t i = 0; i < n; i++)
			text[i] = any ? (char)shapes_next(random) :
			                delimiters[shapes_below(random, sizeof delimiters)];
		if (rounds % 16 == 0)
			proof->class = random_class(random);
		try_block(proof, text, n);
	}
}

static void try_kernel(const struct kernel *kernel, bool quick)
{
	struct proof proof = { .kernel = kernel };
	struct shapes random = { .state = 7 };
	unsigned long rounds = quick ? 20000 : 400000;
	int step = quick ? 7 : 1;

	if (!eu_kernel_here(kernel->kernel)) {
		skip(kernel->name, "this processor lacks it");
		return;
	}
	proof.class = eu_class_scheme;
	try_all_bytes(&proof, step);
	ok(!proof.wrong,
	   "%s: byte values at every place of blocks of 1 to 64 bytes: %lu blocks, 1 in %d",
	   kernel->name, proof.blocks, step);
	proof.blocks = proof.wrong = 0;
	try_random(&proof, &random, rounds);
	ok(!proof.wrong, "%s: %lu random blocks by random classes", kernel->name, proof.blocks);
	guard_free(&proof.guard);
}

int main(void)
{
	bool quick = getenv("EVERYURI_QUICK") != NULL;

	try_classes();
	ok(eu_kernel_here(eu_kernel_best()), "the best kernel is one that this processor has");
	for (size_t k = 0; k < N_KERNELS; k++)
		try_kernel(&kernels[k], quick);
	return done();
}
