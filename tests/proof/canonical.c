/* canonical.c - compare the fast path of whatwg (canonical.h) with its state machine, with each kernel.
 *
 * All short strings, after prefixes that move them across the blocks and lanes of the kernels; every byte
 * value at every offset; texts shaped like URLs; real URLs.  If the fast path accepts a text, the state
 * machine must give the same bytes and components.  It must accept every text that canonical.h promises:
 * otherwise a fast path that accepts nothing would pass. */
#include <everyuri.h>

#include "grammar/whatwg/canonical.h"
#include "grammar/whatwg/sets.h"
#include "grammar/whatwg/whatwg.h"
#include "fast_path.h"

#include <stdlib.h>

#define HREF_ROOM 16384     /* nine times TEXT_ROOM, and a host beyond US-ASCII */
#define CORPUS_SHARE_MIN 98 /* percent of real URLs that the fast path accepts */

/* Every delimiter, a dot plain and encoded, a byte that only some components encode, the start of an
 * address or drive letter, and a capital. */
static const char letters[] = "a2.%e/?#:'|X";
/* Three kinds of base that the state machine distinguishes. */
static struct everyuri_uri bases[3];

/* ---- one text ------------------------------------------------------------------------------------ */

static struct everyuri_text part_of(const struct everyuri_uri *uri, enum everyuri_part part)
{
	return everyuri_view(uri, part);
}

/* Is it a lower-case domain whose last label begins with a letter? */
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

/* Must the fast path, by canonical.h, accept this text?  want: what the state machine wrote. */
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

/* want: the state machine's record, or NULL if it refuses the text. */
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

static bool try_kernels(struct proof *proof, const char *text, size_t len)
{
	static char href[HREF_ROOM];
	struct everyuri_uri want;
	bool valid = eu_whatwg_write(text, (uint32_t)len, NULL, href, &want);
	bool common = valid && is_common(text, len, &want);

	for (enum eu_kernel k = EU_KERNEL_PLAIN; k < EU_N_KERNELS; k++)
		if (eu_kernel_here(k))
			try_kernel(proof, k, text, len, valid ? &want : NULL, common);
	return valid;
}

/* The call that chooses a kernel must give the state machine's result, with or without a base; it is in
 * the buffer unless it equals the text. */
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

	for (size_t k = 0; k < sizeof bases / sizeof *bases; k++)
		agree = agree && call_agrees(text, len, &bases[k]);
	if (!agree) {
		report(proof, eu_kernel_best(), text, len);
		proof->wrong++;
	}
}

/* ---- all short strings --------------------------------------------------------------------------- */

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

/* Each prefix is tried at each offset. */
static const char *const stretched[] = { "http://hhh",  "https://h/ppp", "https://h/p/./",
	                                 "ws://h/?qqq", "ftp://h/p#fff", "file://h/ppp" };

static void try_short_strings(struct proof *proof, int depth_max)
{
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		try_job(proof, &starts[i], depth_max);
	for (size_t i = 0; i < sizeof stretched / sizeof *stretched; i++)
		try_offsets(proof, stretched[i], depth_max);
}

/* ---- every byte ---------------------------------------------------------------------------------- */

static void try_long_texts(struct proof *proof)
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

	try_bytes(proof, texts, sizeof texts / sizeof *texts, true);
}

/* ---- texts shaped like URLs ---------------------------------------------------------------------- */

/* Makes a URL that is canonical, or nearly, from a small grammar. */
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
		try_shape(proof, &random, i);
	}
	ok(is_sound(proof) && proof->taken > proof->texts / 4,
	   "%lu texts shaped like URLs, canonical or nearly: cut %lu times", proof->texts,
	   proof->taken);
}

/* ---- real URLs ------------------------------------------------------------------------------------- */

static void try_corpus(struct proof *proof, const char *name)
{
	if (try_lines(proof, name))
		ok(is_sound(proof) &&
		           proof->taken * 100 >= proof->texts * kernels_here() * CORPUS_SHARE_MIN,
		   "%s: the fast path accepts, of %lu URLs, %lu, at least %d %%", name,
		   proof->texts, proof->taken / kernels_here(), CORPUS_SHARE_MIN);
}

/* Canonical URLs need no buffer. */
static bool read_bases(void)
{
	static const char *const texts[] = { "http://h/C:/b?q", "https://h.dom/", "file:///C:/b" };
	bool good = true;

	for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
		good = good && !everyuri_parse(texts[k], strlen(texts[k]), EVERYURI_WHATWG, 0, NULL,
		                               NULL, &bases[k], NULL);
	return good;
}

int main(void)
{
	const char *asked = getenv("EVERYURI_LONG");
	bool quick = getenv("EVERYURI_QUICK") != NULL;
	unsigned long rounds = asked ? strtoul(asked, NULL, 10) : quick ? 30000 : 1000000;
	struct proof proof = { .try_kernels = try_kernels,
		               .try_calls = try_calls,
		               .letters = letters,
		               .calls_for_strings = true };

	ok(read_bases(), "three bases are read");
	try_long_texts(&proof);
	try_shapes(&proof, rounds);
	try_corpus(&proof, "corpus/web.txt");
	try_corpus(&proof, "corpus/files.txt");
	try_short_strings(&proof, asked ? DEPTH_MAX : quick ? 2 : DEPTH_MAX - 2);
	guard_free(&proof.guard);
	return done();
}
