/* rfc3986.c - compare the fast path of rfc3986 (fast.h) with the automata, with each kernel.
 *
 * All strings of up to six letters, and of up to five (EVERYURI_LONG: six) after prefixes that move them
 * across the blocks and lanes of the kernels; every byte value at every offset; texts shaped like URIs;
 * real URLs.  If the fast path accepts a text, its record must be that of the automata.  It must accept
 * every text that fast.h promises: otherwise a fast path that accepts nothing would pass. */
#include <everyuri.h>

#include "grammar/rfc3986/fast.h"
#include "grammar/rfc3986/rfc3986.h"
#include "fast_path.h"

#include <stdlib.h>

#define CORPUS_SHARE_MIN 95 /* percent of real URLs that the fast path accepts */

/* Every delimiter, a letter and a digit that are hexadecimal digits, and a byte that no URI has. */
static const char letters[] = "a1:/?#@%[. ";
/* ---- one text ---------------------------------------------------------------------------------- */

/* Must the fast path, by fast.h, accept this URI, given the automata's record? */
static bool is_common(const struct everyuri_uri *uri)
{
	struct everyuri_span host = uri->part[EVERYURI_HOST];
	uint32_t path = uri->part[EVERYURI_PATH].begin;
	bool in_block =
		host.begin == EVERYURI_ABSENT || path < EU_MASK_BYTES || uri->len <= EU_MASK_BYTES;
	bool digits = uri->host_kind == EVERYURI_HOST_NAME && uri->text[host.begin] >= '0' &&
	              uri->text[host.begin] <= '9' && uri->text[host.end - 1] >= '0' &&
	              uri->text[host.end - 1] <= '9';

	return uri->part[EVERYURI_SCHEME].end <= 60 && in_block && !digits &&
	       uri->host_kind <= EVERYURI_HOST_NAME;
}

static void try_kernel(struct proof *proof, enum eu_kernel kernel, const char *text, size_t len,
                       const struct everyuri_uri *want)
{
	struct everyuri_span part[EVERYURI_N_PARTS];
	uint8_t kind = 0xFF;

	memset(part, 0x55, sizeof part);
	if (eu_rfc3986_kernel(kernel)->cut(text, (uint32_t)len, part, &kind)) {
		proof->taken++;
		if (want && same_parts(part, want->part) && kind == want->host_kind &&
		    !want->flags && !want->n_extra)
			return;
		report(proof, kernel, text, len);
		proof->wrong++;
	} else if (want && is_common(want)) {
		report(proof, kernel, text, len);
		proof->left++;
	}
}

static bool try_kernels(struct proof *proof, const char *text, size_t len)
{
	struct everyuri_uri want;
	bool valid = !eu_rfc3986_read(text, (uint32_t)len, 0, &want, NULL);

	for (enum eu_kernel k = EU_KERNEL_PLAIN; k < EU_N_KERNELS; k++)
		if (eu_kernel_here(k))
			try_kernel(proof, k, text, len, valid ? &want : NULL);
	return valid;
}

/* The calls that choose a kernel must give the same result with every flag, and the same error. */
static void try_calls(struct proof *proof, const char *text, size_t len)
{
	for (unsigned flags = 0; flags < 4; flags++) {
		struct everyuri_uri want, got;
		struct everyuri_error ea = { 0 }, eb = { 0 }, ec = { 0 };

		memset(&got, 0x55, sizeof got); /* what the record held before */
		enum everyuri_status s = eu_rfc3986_read(text, (uint32_t)len, flags, &want, &ea);
		enum everyuri_status t =
			everyuri_parse(text, len, EVERYURI_RFC3986, flags, NULL, NULL, &got, &eb);
		bool agree = s == t &&
		             s == everyuri_check(text, len, EVERYURI_RFC3986, flags, &ec) &&
		             ea.at == eb.at && ea.at == ec.at && ea.clause == eb.clause;

		if (agree && !s)
			agree = same_parts(want.part, got.part) &&
			        want.host_kind == got.host_kind && want.flags == got.flags &&
			        want.n_extra == got.n_extra && got.standard == EVERYURI_RFC3986 &&
			        got.text == text && got.len == len;
		if (!agree) {
			report(proof, eu_kernel_best(), text, len);
			proof->wrong++;
		}
	}
}

/* ---- all short strings --------------------------------------------------------------------------- */

static const struct job starts[] = {
	{ "", "", 0 },
	{ "a", "", 0 },
	{ "a:", "", 0 },
	{ "a:/", "", 0 },
	{ "a://", "", 0 },
	{ "http://h", "", 0 },
	{ "http://u@", "", 0 },
	{ "http://h:", "", 0 },
	{ "http://1", "", 0 },
	{ "x:a?", "", 0 },
	{ "x:#", "", 0 },
	{ "", "//h.dom/path/that/is/longer?than=one#block-of-64-bytes-and-so-on", 0 },
	{ "http://", ".dom/path/that/is/longer?than=one#block-of-64-bytes-and-so-on", 0 },
	{ "http://h/", "path/that/is/longer?than=one-block-of-64-bytes-in-its-query", 0 },
};

/* Each prefix is tried at each offset. */
static const char *const stretched[] = { "sss",    "http://hhh",   "http://u@hh", "http://h:88",
	                                 "x:path", "http://h/ppp", "x:?qqq",      "x:p#fff" };

/* offsets_max: length of strings after the eight prefixes at each offset. */
static void try_short_strings(struct proof *proof, int depth_max, int offsets_max)
{
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		try_job(proof, &starts[i], depth_max);
	for (size_t i = 0; i < sizeof stretched / sizeof *stretched; i++)
		try_offsets(proof, stretched[i], offsets_max);
}

/* ---- every byte ---------------------------------------------------------------------------------- */

static void try_long_texts(struct proof *proof)
{
	static const char *const texts[] = {
		"http://www.example.com:8080/a/path/of/some/"
		"length?and=a&query=too#and-a-fragment-that-"
		"ends-in-the-third-block/so-that/all-of-them/are-tried",
		"https://user:pass%41@info.cern.ch/%7Ea/b",
		"urn:isbn:0451450523",
		"a-very-long-scheme+that.nobody-has-registered-1234567:path?q",
	};

	try_bytes(proof, texts, sizeof texts / sizeof *texts, false);
}

/* ---- texts shaped like URIs ---------------------------------------------------------------------- */

static void try_shapes(struct proof *proof, unsigned long rounds)
{
	struct shapes random = { .state = 3986 };

	begin(proof);
	for (unsigned long i = 0; i < rounds; i++) {
		shapes_uri(&random, i % 4 == 0);
		try_shape(proof, &random, i);
	}
	ok(is_sound(proof) && proof->taken,
	   "%lu texts shaped like URIs, valid or nearly: cut %lu times", proof->texts,
	   proof->taken);
}

/* Web addresses as pages have them, of 15 to 250 bytes. */
static void write_common(struct shapes *random)
{
	static const char *const begins[] = { "http://www.", "https://", "https://www.", "http://",
		                              "ftp://ftp." };
	static const char *const ends[] = { ".com", ".org", ".co.uk", ".example", ".net:8080" };
	static const char word[] = "abcdefghijklmnopqrstuvwxyz0123456789-_~ABCXYZ";

	random->len = 0;
	shapes_put(random, SHAPES_PICK(random, begins));
	shapes_byte(random, 'x');
	for (unsigned n = shapes_below(random, 16); n; n--)
		shapes_byte(random, word[shapes_below(random, 26)]);
	shapes_put(random, SHAPES_PICK(random, ends));
	for (unsigned parts = shapes_below(random, 8); parts; parts--) {
		shapes_byte(random, '/');
		for (unsigned n = shapes_below(random, 24); n; n--)
			shapes_byte(random, word[shapes_below(random, sizeof word - 1)]);
	}
	if (shapes_one_in(random, 4))
		shapes_put(random, "?id=12&name=a%20b");
	if (shapes_one_in(random, 8))
		shapes_put(random, "#top");
}

static void try_common(struct proof *proof, unsigned long rounds)
{
	struct shapes random = { .state = 7320 };

	begin(proof);
	for (unsigned long i = 0; i < rounds; i++) {
		write_common(&random);
		try_one(proof, guard_end(&proof->guard, random.text, random.len), random.len);
	}
	ok(is_sound(proof) && proof->taken == rounds * kernels_here(),
	   "%lu web addresses: the fast path accepts all, with all kernels", proof->texts);
}

/* ---- real URLs ------------------------------------------------------------------------------------- */

static void try_corpus(struct proof *proof, const char *name)
{
	if (try_lines(proof, name))
		ok(is_sound(proof) &&
		           proof->taken * 100 >= proof->valid * kernels_here() * CORPUS_SHARE_MIN,
		   "%s: the fast path accepts, of %lu URIs, %lu, at least %d %%", name,
		   proof->valid, proof->taken / kernels_here(), CORPUS_SHARE_MIN);
}

int main(void)
{
	bool quick = getenv("EVERYURI_QUICK") != NULL;
	const char *asked = getenv("EVERYURI_LONG");
	unsigned long rounds = asked ? strtoul(asked, NULL, 10) : quick ? 30000 : 400000;
	struct proof proof = { .try_kernels = try_kernels,
		               .try_calls = try_calls,
		               .letters = letters };

	try_long_texts(&proof);
	try_common(&proof, rounds / 4);
	try_shapes(&proof, rounds);
	try_corpus(&proof, "corpus/web.txt");
	try_corpus(&proof, "corpus/files.txt");
	if (quick)
		try_short_strings(&proof, 3, 3);
	else
		try_short_strings(&proof, DEPTH_MAX, asked ? DEPTH_MAX : DEPTH_MAX - 1);
	guard_free(&proof.guard);
	return done();
}
