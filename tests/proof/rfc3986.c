/* rfc3986.c - the short way of rfc3986 (fast.h) against the automata, with each kernel.
 *
 * All strings of up to six letters, behind beginnings that put them where the blocks and lanes of
 * the kernels meet; every byte value at every place; texts shaped like URIs; real ones.  Where the
 * short way answers, its record must be that of the automata.  It must answer wherever fast.h says so:
 * else a short way that never answers would pass. */
#include <everyuri.h>

#include "grammar/rfc3986/fast.h"
#include "grammar/rfc3986/rfc3986.h"
#include "guard.h"
#include "shapes.h"
#include "tap.h"

#include <stdlib.h>

#define DEPTH_MAX 6
#define TEXT_ROOM 512
#define SHOWN_MAX 3
#define CORPUS_SHARE_MIN 95 /* percent of real URLs that the short way takes */

static const char *const kernel_names[EU_N_KERNELS] = { "plain", "SSE2", "AVX2", "AVX-512",
	                                                "NEON" };

/* Every delimiter, a letter and a digit that are hexadecimal too, and what no URI has. */
static const char letters[] = "a1:/?#@%[. ";
#define LETTERS (sizeof letters - 1)

struct proof {
	struct guard guard;
	unsigned long texts, taken, wrong, left; /* left: not taken, though fast.h promises it */
};

/* ---- one text ---------------------------------------------------------------------------------- */

/* What fast.h says it takes, of what the automata have read. */
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

static bool same_parts(const struct everyuri_span *a, const struct everyuri_span *b)
{
	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		if (a[part].begin != b[part].begin || a[part].end != b[part].end)
			return false;
	return true;
}

static void report(struct proof *proof, enum eu_kernel kernel, const char *text, size_t len)
{
	if (proof->wrong + proof->left < SHOWN_MAX) {
		printf("# %s is wrong about ", kernel_names[kernel]);
		tap_put(text, len);
		putchar('\n');
	}
}

static void try_kernel(struct proof *proof, enum eu_kernel kernel, const char *text, size_t len,
                       const struct everyuri_uri *want)
{
	struct everyuri_span part[EVERYURI_N_PARTS];
	uint8_t kind = 0xFF;

	memset(part, 0x55, sizeof part);
	if (eu_rfc3986_cut(kernel)(text, (uint32_t)len, part, &kind)) {
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

/* text must be guarded. */
static void try_kernels(struct proof *proof, const char *text, size_t len)
{
	struct everyuri_uri want;
	bool valid = !eu_rfc3986_read(text, (uint32_t)len, 0, &want, NULL);

	proof->texts++;
	for (enum eu_kernel k = EU_KERNEL_PLAIN; k < EU_N_KERNELS; k++)
		if (eu_kernel_here(k))
			try_kernel(proof, k, text, len, valid ? &want : NULL);
}

/* The calls that choose for themselves: the same answer, with every flag, and the same refusal. */
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

static void begin(struct proof *proof)
{
	proof->texts = proof->taken = proof->wrong = proof->left = 0;
}

static bool is_sound(const struct proof *proof)
{
	if (proof->wrong || proof->left)
		diag("%lu wrong, %lu not taken that should be", proof->wrong, proof->left);
	return !proof->wrong && !proof->left;
}

/* ---- all short strings --------------------------------------------------------------------------- */

/* Six letters from here lie across the beginning of a lane of 16, 32 or 64 bytes, or in it. */
static const unsigned offsets[] = { 13, 16, 29, 32, 61, 64 };

/* A beginning is stretched to an offset by doubling its last byte; a tail stands behind the string. */
struct job {
	const char *beginning, *tail;
	unsigned offset; /* 0: as it is */
};

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

/* Each of them at each of the offsets. */
static const char *const stretched[] = { "sss",    "http://hhh",   "http://u@hh", "http://h:88",
	                                 "x:path", "http://h/ppp", "x:?qqq",      "x:p#fff" };

static size_t write_beginning(char *text, const struct job *job)
{
	size_t len = strlen(job->beginning);

	memcpy(text, job->beginning, len);
	while (len < job->offset) {
		text[len] = text[len - 1];
		len++;
	}
	return len;
}

/* Every string of exactly `depth` letters at text[begin], in place: it ends at the page. */
static void try_all(struct proof *proof, const struct job *job, int depth)
{
	char draft[TEXT_ROOM];
	size_t at = write_beginning(draft, job), end = at + (size_t)depth, tail = strlen(job->tail);
	unsigned digit[DEPTH_MAX] = { 0 };
	int k;

	memset(draft + at, letters[0], (size_t)depth);
	memcpy(draft + end, job->tail, tail);
	char *text = guard_end(&proof->guard, draft, end + tail);
	do {
		try_kernels(proof, text, end + tail);
		for (k = depth - 1; k >= 0 && ++digit[k] == LETTERS; k--) {
			digit[k] = 0;
			text[at + (size_t)k] = letters[0];
		}
		if (k >= 0)
			text[at + (size_t)k] = letters[digit[k]];
	} while (k >= 0);
}

static void try_job(struct proof *proof, const struct job *job, int depth_max)
{
	begin(proof);
	for (int depth = 0; depth <= depth_max; depth++)
		try_all(proof, job, depth);
	ok(is_sound(proof),
	   "\"%s\" to offset %u, up to %d letters, \"%.8s\": %lu texts, cut %lu times",
	   job->beginning, job->offset, depth_max, job->tail, proof->texts, proof->taken);
}

static void try_short_strings(struct proof *proof, int depth_max)
{
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		try_job(proof, &starts[i], depth_max);
	for (size_t i = 0; i < sizeof stretched / sizeof *stretched; i++)
		for (size_t k = 0; k < sizeof offsets / sizeof *offsets; k++) {
			struct job job = { stretched[i], "", offsets[k] };

			try_job(proof, &job, depth_max);
		}
}

/* ---- every byte ---------------------------------------------------------------------------------- */

static void try_bytes(struct proof *proof)
{
	static const char *const texts[] = {
		"http://www.example.com:8080/a/path/of/some/"
		"length?and=a&query=too#and-a-fragment-that-"
		"ends-in-the-third-block/so-that/all-of-them/are-tried",
		"https://user:pass%41@info.cern.ch/%7Ea/b",
		"urn:isbn:0451450523",
		"a-very-long-scheme+that.nobody-has-registered-1234567:path?q",
	};

	begin(proof);
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		size_t len = strlen(texts[i]);

		for (size_t end = 1; end <= len; end++) {
			char *text = guard_end(&proof->guard, texts[i], end);

			/* All places of the whole, and the last of each shorter one. */
			for (size_t at = end == len ? 0 : end - 1; at < end; at++) {
				for (int byte = 0; byte < 0x100; byte++) {
					text[at] = (char)byte;
					try_kernels(proof, text, end);
				}
				text[at] = texts[i][at];
			}
		}
	}
	ok(is_sound(proof) && proof->taken,
	   "every byte at every place of %zu texts: %lu texts, cut %lu times",
	   sizeof texts / sizeof *texts, proof->texts, proof->taken);
}

/* ---- texts shaped like URIs ---------------------------------------------------------------------- */

/* A text of shapes.h, now and then with one of its bytes drawn out over a block or more. */
static void draw_out(struct shapes *random)
{
	size_t at, more = shapes_below(random, 140);

	if (!random->len || random->len + more > SHAPE_MAX || !shapes_one_in(random, 3))
		return;
	at = shapes_below(random, (unsigned)random->len);
	memmove(random->text + at + more, random->text + at, random->len - at);
	memset(random->text + at, random->text[at + more], more);
	random->len += more;
}

static void try_shapes(struct proof *proof, unsigned long rounds)
{
	struct shapes random = { .state = 3986 };

	begin(proof);
	for (unsigned long i = 0; i < rounds; i++) {
		shapes_uri(&random, i % 4 == 0);
		draw_out(&random);
		const char *text = guard_end(&proof->guard, random.text, random.len);

		try_kernels(proof, text, random.len);
		if (i % 4 == 1)
			try_calls(proof, text, random.len);
	}
	ok(is_sound(proof) && proof->taken,
	   "%lu texts shaped like URIs, valid or nearly: cut %lu times", proof->texts,
	   proof->taken);
}

/* What pages hold: web addresses of 15 to 250 bytes. */
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
	unsigned long kernels = 0;

	for (enum eu_kernel k = EU_KERNEL_PLAIN; k < EU_N_KERNELS; k++)
		kernels += eu_kernel_here(k);
	begin(proof);
	for (unsigned long i = 0; i < rounds; i++) {
		write_common(&random);
		try_kernels(proof, guard_end(&proof->guard, random.text, random.len), random.len);
	}
	ok(is_sound(proof) && proof->taken == rounds * kernels,
	   "%lu web addresses: all are cut the short way, by all kernels", proof->texts);
}

/* ---- real ones ------------------------------------------------------------------------------------- */

static void try_corpus(struct proof *proof, const char *path)
{
	char line[8192];
	unsigned long valid = 0, kernels = 0;
	FILE *file = fopen(path, "rb");

	if (!file) {
		skip(path, "the file is not there");
		return;
	}
	for (enum eu_kernel k = EU_KERNEL_PLAIN; k < EU_N_KERNELS; k++)
		kernels += eu_kernel_here(k);
	begin(proof);
	while (fgets(line, sizeof line, file)) {
		size_t len = strcspn(line, "\n");
		const char *text = guard_end(&proof->guard, line, len);
		struct everyuri_uri uri;

		valid += !eu_rfc3986_read(text, (uint32_t)len, 0, &uri, NULL);
		try_kernels(proof, text, len);
		try_calls(proof, text, len);
	}
	fclose(file);
	ok(is_sound(proof) && proof->taken * 100 >= valid * kernels * CORPUS_SHARE_MIN,
	   "%s: of %lu URIs %lu are cut the short way, at least %d %%", path, valid,
	   proof->taken / kernels, CORPUS_SHARE_MIN);
}

int main(void)
{
	bool quick = getenv("EVERYURI_QUICK") != NULL;
	const char *asked = getenv("EVERYURI_LONG");
	unsigned long rounds = asked ? strtoul(asked, NULL, 10) : quick ? 30000 : 1000000;
	struct proof proof = { .texts = 0 };

	try_bytes(&proof);
	try_common(&proof, rounds / 4);
	try_shapes(&proof, rounds);
	try_corpus(&proof, "../shared/corpus/web.txt");
	try_corpus(&proof, "../shared/corpus/files.txt");
	try_short_strings(&proof, quick ? 3 : DEPTH_MAX);
	guard_free(&proof.guard);
	return done();
}
