/* canonical.c - the short way of whatwg (canonical.h) against its state machine, with each kernel.
 *
 * All short strings, behind beginnings that put them where the blocks and lanes of the kernels meet;
 * every byte value at every place; texts shaped like URLs; real ones.  Where the short way answers,
 * the machine must write the same bytes and cut them so.  It must answer wherever canonical.h says
 * so: else a short way that never answers would pass. */
#include <everyuri.h>

#include "grammar/whatwg/canonical.h"
#include "grammar/whatwg/sets.h"
#include "grammar/whatwg/whatwg.h"
#include "guard.h"
#include "shapes.h"
#include "tap.h"

#include <stdlib.h>

#define DEPTH_MAX 6
#define TEXT_ROOM 1024
#define HREF_ROOM 16384 /* nine times as much, and a host beyond US-ASCII */
#define SHOWN_MAX 3
#define CORPUS_SHARE_MIN 98 /* percent of real URLs that the short way takes */

static const char *const kernel_names[EU_N_KERNELS] = { "plain", "SSE2", "AVX2", "AVX-512",
	                                                "NEON" };

/* Every delimiter, dots in both writings, what is encoded in one part only, what begins an address
 * or a drive letter, and a capital. */
static const char letters[] = "a2.%e/?#:'|X";
#define LETTERS (sizeof letters - 1)

struct proof {
	struct guard guard;
	struct everyuri_uri base[3];
	unsigned long texts, taken, wrong, left;
};

/* ---- one text ------------------------------------------------------------------------------------ */

static struct everyuri_text part_of(const struct everyuri_uri *uri, enum everyuri_part part)
{
	struct everyuri_text text;

	everyuri_view(uri, part, &text.data, &text.len);
	return text;
}

/* A domain in small letters whose last label begins with one. */
static bool is_common_host(struct everyuri_text host)
{
	char before = '.', label = 0;

	for (size_t i = 0; i < host.len; i++) {
		char c = host.data[i];

		if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789+-.", c))
			return false;
		label = before == '.' ? c : label;
		before = c;
	}
	return before != '.' && label >= 'a' && label <= 'z';
}

/* Is it of the shape that canonical.h promises to take?  want: what the machine wrote. */
static bool is_common(const char *text, size_t len, const struct everyuri_uri *want)
{
	struct everyuri_text scheme = part_of(want, EVERYURI_SCHEME);
	struct everyuri_text host = part_of(want, EVERYURI_HOST);
	struct everyuri_text port = part_of(want, EVERYURI_PORT);
	enum eu_whatwg_scheme special = eu_whatwg_scheme_of(scheme.data, scheme.len);

	if (len != want->len || memcmp(text, want->text, len) != 0 || len < 8 || !special ||
	    want->part[EVERYURI_PATH].begin >= EU_MASK_BYTES || part_of(want, EVERYURI_USER).data ||
	    part_of(want, EVERYURI_PASSWORD).data || (port.len && port.data[0] == '0'))
		return false;
	for (size_t i = 0; i < len; i++)
		if (strchr("\\^`{}", text[i]))
			return false;
	if (special == EU_WHATWG_FILE && memchr(text, '|', len))
		return false;
	return host.len ? is_common_host(host) : special == EU_WHATWG_FILE;
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
	if (proof->wrong + proof->left >= SHOWN_MAX)
		return;
	printf("# %s is wrong about ", kernel_names[kernel]);
	tap_put(text, len);
	putchar('\n');
}

/* want: the machine's record, or NULL where it refuses the text. */
static void try_kernel(struct proof *proof, enum eu_kernel kernel, const char *text, size_t len,
                       const struct everyuri_uri *want, bool common)
{
	struct everyuri_span part[EVERYURI_N_PARTS];
	uint8_t kind = 0xFF;
	bool taken, verdict = eu_whatwg_verdict(kernel)(text, (uint32_t)len);

	memset(part, 0x55, sizeof part);
	taken = eu_whatwg_cut(kernel)(text, (uint32_t)len, part, &kind);
	proof->taken += taken;
	if ((taken && !(want && want->len == len && !memcmp(want->text, text, len) &&
	                same_parts(part, want->part) && kind == want->host_kind)) ||
	    (verdict && !want)) {
		report(proof, kernel, text, len);
		proof->wrong++;
	} else if ((common && !taken) || (taken && !verdict)) {
		report(proof, kernel, text, len);
		proof->left++;
	}
}

/* text must be guarded. */
static void try_kernels(struct proof *proof, const char *text, size_t len)
{
	static char href[HREF_ROOM];
	struct everyuri_uri want;
	bool valid = eu_whatwg_write(text, (uint32_t)len, NULL, href, &want);
	bool common = valid && is_common(text, len, &want);

	proof->texts++;
	for (enum eu_kernel k = EU_KERNEL_PLAIN; k < EU_N_KERNELS; k++)
		if (eu_kernel_here(k))
			try_kernel(proof, k, text, len, valid ? &want : NULL, common);
}

/* The call that chooses for itself, with a base or without: the machine's answer, and in the buffer
 * unless it is the text. */
static bool call_agrees(const char *text, size_t len, const struct everyuri_uri *base)
{
	static char href[HREF_ROOM], room[HREF_ROOM];
	struct everyuri_uri want, got;
	struct everyuri_buf buf;
	bool valid = eu_whatwg_write(text, (uint32_t)len, base, href, &want);

	everyuri_buf_init(&buf, room, sizeof room, NULL);
	enum everyuri_status status =
		everyuri_parse(text, len, EVERYURI_WHATWG, 0, base, &buf, &got, NULL);

	if (!status != valid)
		return false;
	if (status)
		return true;
	bool written = got.text == room && got.flags == EVERYURI_REWRITTEN && buf.len == got.len;
	bool as_it_is = got.text == text && !got.flags && got.len == len && !buf.len && !base;

	return (written || as_it_is) && got.len == want.len &&
	       !memcmp(got.text, want.text, want.len) && same_parts(got.part, want.part) &&
	       got.host_kind == want.host_kind && !got.n_extra && got.standard == EVERYURI_WHATWG;
}

static void try_calls(struct proof *proof, const char *text, size_t len)
{
	struct everyuri_error told = { 0 }, checked = { 0 };
	enum everyuri_status status =
		eu_whatwg_decide(text, (uint32_t)len, NULL, NULL, NULL, &told);
	bool agree = status == everyuri_check(text, len, EVERYURI_WHATWG, 0, &checked) &&
	             told.at == checked.at && call_agrees(text, len, NULL);

	for (size_t k = 0; k < sizeof proof->base / sizeof *proof->base; k++)
		agree = agree && call_agrees(text, len, &proof->base[k]);
	if (!agree) {
		report(proof, eu_kernel_best(), text, len);
		proof->wrong++;
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

static unsigned long kernels_here(void)
{
	unsigned long n = 0;

	for (enum eu_kernel k = EU_KERNEL_PLAIN; k < EU_N_KERNELS; k++)
		n += eu_kernel_here(k);
	return n;
}

/* ---- all short strings --------------------------------------------------------------------------- */

/* Letters from here lie across the beginning of a lane of 16, 32 or 64 bytes, or in it. */
static const unsigned offsets[] = { 13, 16, 29, 32, 61, 64 };

/* A beginning is stretched to an offset by doubling its last byte; a tail stands behind the string. */
struct job {
	const char *beginning, *tail;
	unsigned offset; /* 0: as it is */
};

static const struct job starts[] = {
	{ "", "", 0 },
	{ "", "://h.dom/a", 0 },
	{ "http", "//h.dom/a", 0 },
	{ "http:/", "h.dom/a", 0 },
	{ "https://", "", 0 },
	{ "http://h", "", 0 },
	{ "ws://h.", "", 0 },
	{ "https://h.0x", "", 0 },
	{ "http://1.2.3.", "", 0 },
	{ "http://xn--a", "", 0 },
	{ "http://h:", "", 0 },
	{ "ftp://h:2", "/", 0 },
	{ "wss://h:6553", "/", 0 },
	{ "http://h/a%2", "", 0 },
	{ "http://h/a/.", "", 0 },
	{ "https://h/%2E", "", 0 },
	{ "https://h/%2E%2", "", 0 },
	{ "http://h?", "", 0 },
	{ "http://h/?a", "", 0 },
	{ "http://h#", "", 0 },
	{ "https://h.b/a/?b#", "", 0 },
	{ "file:", "", 0 },
	{ "file://", "", 0 },
	{ "file:///", "", 0 },
	{ "file://localhos", "/a", 0 },
	{ "file://h/", "", 0 },
	{ "https://", ".dom/path/that/is/longer?than=one#block-of-64-bytes-and-so-on", 0 },
	{ "http://h/", "path/that/is/longer?than=one-block-of-64-bytes-in-its-query", 0 },
};

/* Each of them at each of the offsets. */
static const char *const stretched[] = { "http://hhh",  "https://h/ppp", "https://h/p/./",
	                                 "ws://h/?qqq", "ftp://h/p#fff", "file://h/ppp" };

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

/* Every string of exactly `depth` letters at text[at], in place: it ends at the page. */
static void try_all(struct proof *proof, const struct job *job, int depth, bool calls)
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
		if (calls)
			try_calls(proof, text, end + tail);
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
		try_all(proof, job, depth, depth < depth_max);
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
		("http://www.example.com:8080/a/path/of/some/length?and=a&query=too#and-a-fragment-"
		 "that-ends-in-the-third-block/so-that/all-of-them/are-tried"),
		"https://h/.config/..data/%2f/a?b?c#d#e?",
		"wss://a.b:65535/",
		"file://benchmark/v8/get-stats.js",
		"file:///C:/a",
		"ftp://ftp.a-very-long-name-of-a-server.that-goes-on-and-on.example/a",
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
					try_calls(proof, text, end);
				}
				text[at] = texts[i][at];
			}
		}
	}
	ok(is_sound(proof) && proof->taken,
	   "every byte at every place of %zu texts: %lu texts, cut %lu times",
	   sizeof texts / sizeof *texts, proof->texts, proof->taken);
}

/* ---- texts shaped like URLs ---------------------------------------------------------------------- */

/* Now and then one of its bytes is drawn out over a block or more. */
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

/* A URL that is canonical, or nearly: by a grammar of its own. */
static void write_url(struct shapes *random)
{
	static const char *const begins[] = { "http://",  "https://", "ftp://",   "ws://",
		                              "wss://",   "file://",  "HTTP://",  "https:/",
		                              "file:///", "foo://",   "http://u@" };
	static const char *const hosts[] = { "h.dom",     "www.example.com", "a",     "a.1x",
		                             "1.2.3.4",   "x.0x1",           "H.dom", "a.b.",
		                             "localhost", "xn--bcher-kva",   "a_b",   "[::1]",
		                             "C|",        "\xC3\xA9.x",      "a..b",  "-a.b-" };
	static const char *const ports[] = { ":80", ":443",   ":8080", ":",
		                             ":0",  ":65536", ":021",  ":9x" };
	static const char *const segments[] = { "a",     ".",      "..",   ".a",  "...", "%2e",
		                                "%2E.",  "%2e%2E", "a.b",  "%41", "",    "C|",
		                                "C:",    "'",      "~x_y", "^",   "[",   "%2x",
		                                "%2e%2", " ",      "\\" };
	static const char *const tails[] = {
		"?", "?a=b", "?'", "?a?b/.", "#", "#'", "#a#b/..", "?{"
	};

	random->len = 0;
	shapes_put(random, shapes_one_in(random, 3) ? SHAPES_PICK(random, begins) : "https://");
	shapes_put(random,
	           shapes_one_in(random, 3) ? SHAPES_PICK(random, hosts) : "www.example.com");
	if (shapes_one_in(random, 6))
		shapes_put(random, SHAPES_PICK(random, ports));
	for (unsigned n = shapes_below(random, 8); n; n--) {
		shapes_byte(random, '/');
		if (shapes_one_in(random, 4))
			shapes_put(random, SHAPES_PICK(random, segments));
		else
			shapes_put(random, "segment");
	}
	while (shapes_one_in(random, 3))
		shapes_put(random, SHAPES_PICK(random, tails));
}

static void try_shapes(struct proof *proof, unsigned long rounds)
{
	struct shapes random = { .state = 2026 };

	begin(proof);
	for (unsigned long i = 0; i < rounds; i++) {
		if (i % 3)
			write_url(&random);
		else
			shapes_uri(&random, i % 2 == 0);
		if (shapes_one_in(&random, 4))
			shapes_spoil(&random);
		draw_out(&random);
		const char *text = guard_end(&proof->guard, random.text, random.len);

		try_kernels(proof, text, random.len);
		if (i % 4 == 1)
			try_calls(proof, text, random.len);
	}
	ok(is_sound(proof) && proof->taken > proof->texts / 4,
	   "%lu texts shaped like URLs, canonical or nearly: cut %lu times", proof->texts,
	   proof->taken);
}

/* ---- real ones ------------------------------------------------------------------------------------- */

static void try_corpus(struct proof *proof, const char *path)
{
	char line[TEXT_ROOM];
	FILE *file = fopen(path, "rb");

	if (!file) {
		skip(path, "the file is not there");
		return;
	}
	begin(proof);
	while (fgets(line, sizeof line, file)) {
		size_t len = strcspn(line, "\n");
		const char *text = guard_end(&proof->guard, line, len);

		try_kernels(proof, text, len);
		try_calls(proof, text, len);
	}
	fclose(file);
	ok(is_sound(proof) &&
	           proof->taken * 100 >= proof->texts * kernels_here() * CORPUS_SHARE_MIN,
	   "%s: of %lu URLs %lu are cut the short way, at least %d %%", path, proof->texts,
	   proof->taken / kernels_here(), CORPUS_SHARE_MIN);
}

/* Three of the kinds that the machine asks about; canonical, so that they need no buffer. */
static bool read_bases(struct proof *proof)
{
	static const char *const texts[] = { "http://h/C:/b?q", "https://h.dom/", "file:///C:/b" };
	bool good = true;

	for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
		good = good && !everyuri_parse(texts[k], strlen(texts[k]), EVERYURI_WHATWG, 0, NULL,
		                               NULL, &proof->base[k], NULL);
	return good;
}

int main(void)
{
	const char *asked = getenv("EVERYURI_LONG");
	bool quick = getenv("EVERYURI_QUICK") != NULL;
	unsigned long rounds = asked ? strtoul(asked, NULL, 10) : quick ? 30000 : 1000000;
	struct proof proof = { .texts = 0 };

	ok(read_bases(&proof), "three bases are read");
	try_bytes(&proof);
	try_shapes(&proof, rounds);
	try_corpus(&proof, "../shared/corpus/web.txt");
	try_corpus(&proof, "../shared/corpus/files.txt");
	try_short_strings(&proof, asked ? DEPTH_MAX : quick ? 2 : DEPTH_MAX - 2);
	guard_free(&proof.guard);
	return done();
}
