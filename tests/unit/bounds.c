/* bounds.c - THREATS L1, L3: shapes that make careless code slow, and NUL bytes.
 *
 * Each call is to end in the time of in_time.h.  The texts are as long as they say with EVERYURI_LONG, else a third of
 * that; under sanitizers (EVERYURI_QUICK=1) a thirtieth, with 10 a tenth of those. */
#include <everyuri.h>

#include "in_time.h"
#include "tap.h"

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

static const enum everyuri_standard standards[] = { EVERYURI_URL1993, EVERYURI_URI1994,
	                                            EVERYURI_RFC1630, EVERYURI_RFC1738,
	                                            EVERYURI_RFC1808, EVERYURI_RFC2396,
	                                            EVERYURI_RFC3986, EVERYURI_RFC3987 };
#define N_STANDARDS (sizeof standards / sizeof *standards)

/* A piece many times over, with something in front and behind. */
struct shape {
	const char *name, *front, *piece, *back;
	size_t times;
};

static const struct shape shapes[] = {
	{ "a million \"../\"", "", "../", "g", 1000000 },
	{ "a million \"./\"", "", "./", "g", 1000000 },
	{ "a million \"a/../\"", "", "a/../", "g", 1000000 },
	{ "a million \"a/\", then \"..\"", "", "a/", "..", 1000000 },
	{ "ten million slashes", "", "/", "", 10000000 },
	{ "three million slashes behind a scheme", "x:", "/", "", 3000000 },
	{ "three million slashes behind a host", "http://h", "/", "a", 3000000 },
	{ "a million \"/..\" behind a host", "http://h", "/..", "", 1000000 },
	{ "a million \"/a/..\" behind a host", "http://h", "/a/..", "", 1000000 },
	{ "300,000 dots", "http://h/", ".", "", 300000 },
	{ "a thousand percent signs", "http://h/", "%", "", 1000 },
	{ "300,000 percent signs", "http://h/", "%", "", 300000 },
	{ "300,000 escapes", "http://h/", "%41", "", 300000 },
	{ "300,000 colons", "x:", ":", "", 300000 },
	{ "300,000 colons in an authority", "http://", ":", "@h/", 300000 },
	{ "300,000 at signs", "telnet://a", "@a", "", 300000 },
	{ "300,000 at signs and colons", "ftp://a", "@a:1", "/", 300000 },
	{ "300,000 labels", "http://a", ".a", "/", 300000 },
	{ "300,000 hyphens in a label", "http://a", "-", "a/", 300000 },
	{ "300,000 groups of digits", "http://1", ".1", "/", 300000 },
	{ "a port of 300,000 digits", "http://h:", "1", "/", 300000 },
	{ "300,000 groups in brackets", "http://[", "1:", "]/", 300000 },
	{ "300,000 pairs", "http://h/?", "b=a&", "a=b", 300000 },
	{ "300,000 words", "http://h/?a", "+a", "", 300000 },
	{ "300,000 fields", "prospero://h/p", ";a=b", "", 300000 },
	{ "300,000 wpath fields", "wais://h/d/t/", "1=a;", "", 300000 },
	{ "300,000 tabs for gopher", "gopher://h/1", "%09", "", 300000 },
	{ "300,000 NULs for prospero", "prospero://h/a", "%001", "", 300000 },
	{ "a group of 300,000 dots", "news:a", ".a", "", 300000 },
	{ "an article of 300,000 at signs", "news:", "a@", "h", 300000 },
	{ "an address of 300,000 at signs", "mailto:", "a@", "h", 300000 },
	{ "300,000 prefixes", "", "URL:", "http://h/", 300000 },
	{ "300,000 hashes", "x:a", "#", "", 300000 },
	{ "300,000 types", "ftp://h/a", ";type=a", "", 300000 },
	{ "ten million tabs", "http://h/", "\t", "a", 10000000 },
	{ "ten million tabs in a host", "http://a", "\t", "b.1%", 10000000 },
	{ "a million escapes cut by tabs", "http://", "%\t", "41/", 1000000 },
	{ "three million backslashes", "http:", "\\", "h", 3000000 },
	{ "a million \"/%2e%2E\" behind a host", "http://h", "/a/%2e%2E", "", 1000000 },
	{ "300,000 at signs, and no user", "http://", "@", "h", 300000 },
	{ "300,000 labels of one letter each", "http://\xC3\xA9", ".\xC3\xA9", "/", 300000 },
	{ "a label of 300,000 letters", "http://", "\xC3\xA9", "/", 300000 },
	{ "a million bytes that are not UTF-8", "http://h/", "\xFF", "?", 1000000 },
};
#define N_SHAPES (sizeof shapes / sizeof *shapes)

static char *build(const struct shape *shape, unsigned long part, size_t *len)
{
	size_t times = shape->times > 1000 ? shape->times / part : shape->times;
	size_t front = strlen(shape->front), piece = strlen(shape->piece),
	       back = strlen(shape->back);
	char *text = malloc(front + times * piece + back + 1);

	if (!text)
		abort();
	memcpy(text, shape->front, front);
	for (size_t i = 0; i < times; i++)
		memcpy(text + front + i * piece, shape->piece, piece);
	memcpy(text + front + times * piece, shape->back, back);
	*len = front + times * piece + back;
	return text;
}

struct slowest {
	double time;
	const char *what;
};

static void took(struct slowest *slowest, clock_t since, const char *what)
{
	double time = seconds_since(since);

	if (time >= slowest->time)
		*slowest = (struct slowest){ time, what };
}

/* Everything that can be done with one text under one standard. */
static void drive(const char *text, size_t len, enum everyuri_standard standard,
                  struct slowest *slowest)
{
	static const char base_text[] = "http://h/a/b/c?q", set_text[] = "h2";
	struct everyuri_uri base, uri, resolved;
	struct everyuri_buf buf, other, read[2]; /* read: where a standard rewrites */
	struct everyuri_change changes[] = {
		{ EVERYURI_SET, EVERYURI_HOST, { NULL, 0 }, { set_text, 2 } },
		{ EVERYURI_APPEND_QUERY, EVERYURI_QUERY, { "k", 1 }, { "v", 1 } },
		{ EVERYURI_DELETE_QUERY, EVERYURI_QUERY, { "b", 1 }, { NULL, 0 } },
	};
	clock_t start = clock();
	enum everyuri_status status;
	bool same;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_buf_init(&other, NULL, 0, NULL);
	everyuri_buf_init(&read[0], NULL, 0, NULL);
	everyuri_buf_init(&read[1], NULL, 0, NULL);
	everyuri_parse(base_text, sizeof base_text - 1, standard, 0, NULL, &read[0], &base, NULL);
	everyuri_check(text, len, standard, EVERYURI_ADMIT_PARTIAL, NULL);
	took(slowest, start, "check");
	start = clock();
	status = everyuri_parse(text, len, standard, 0, &base, &buf, &resolved, NULL);
	took(slowest, start, "resolve");
	if (!status) {
		start = clock();
		everyuri_relate(&base, &resolved, EVERYURI_LOOSE, &other, NULL);
		took(slowest, start, "relate");
		start = clock();
		everyuri_relate(&resolved, &base, EVERYURI_LOOSE, &other, NULL);
		took(slowest, start, "relate to it");
		start = clock();
		everyuri_parse("../../../g", 10, standard, 0, &resolved, &other, &uri, NULL);
		took(slowest, start, "resolve with it as the base");
	}
	if (!everyuri_parse(text, len, standard, 0, NULL, &read[1], &uri, NULL)) {
		start = clock();
		everyuri_relate(&uri, &uri, EVERYURI_LOOSE, &other, NULL);
		took(slowest, start, "relate to itself");
		for (int level = 1; level < 3; level++) {
			start = clock();
			everyuri_normalize(&uri, (enum everyuri_level)level, &buf, NULL, NULL);
			took(slowest, start, "normalize");
		}
		start = clock();
		everyuri_same(&uri, &uri, EVERYURI_LEVEL_SCHEME, &buf, &same, NULL);
		took(slowest, start, "same");
		start = clock();
		everyuri_edit(&uri, changes, sizeof changes / sizeof *changes, EVERYURI_EDIT_ENCODE,
		              &buf, NULL);
		took(slowest, start, "edit");
		changes[0] = (struct everyuri_change){ .kind = EVERYURI_SORT_QUERY };
		start = clock();
		everyuri_edit(&uri, changes, 1, 0, &buf, NULL);
		took(slowest, start, "sort the query");
	}
	everyuri_buf_free(&buf);
	everyuri_buf_free(&other);
	everyuri_buf_free(&read[0]);
	everyuri_buf_free(&read[1]);
}

static void drive_all(const struct shape *shape, unsigned long part)
{
	size_t len;
	char *text = build(shape, part, &len);
	struct slowest slowest = { 0, "" };
	struct everyuri_comparison comparison;
	struct everyuri_buf buf;
	clock_t start;

	for (size_t s = 0; s < N_STANDARDS; s++)
		drive(text, len, standards[s], &slowest);
	drive(text, len, EVERYURI_WHATWG, &slowest);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	start = clock();
	everyuri_compare(text, len, UINT32_MAX, 0, &buf, &comparison, NULL);
	/* It reads the text once for every standard. */
	took(&slowest,
	     start + (clock() - start) * (clock_t)N_STANDARDS / (clock_t)(N_STANDARDS + 1),
	     "compare, for each standard");
	everyuri_buf_free(&buf);
	ok(in_time(slowest.time, len), "THREATS L3: %s: the slowest is %s (%.3f s, %zu bytes)",
	   shape->name, slowest.what, slowest.time, len);
	free(text);
}

/* Percent-coding of long texts. */
static void drive_coding(unsigned long part)
{
	size_t len = 10000000 / part;
	char *text = malloc(len);
	struct everyuri_buf buf;
	clock_t start = clock();
	struct slowest slowest = { 0, "" };
	static const struct everyuri_byte_set none = { { 0 } };

	if (!text)
		abort();
	memset(text, '%', len);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_encode(text, len, &none, 0, &buf, NULL);
	took(&slowest, start, "encode");
	for (size_t i = 0; i + 2 < len; i += 3)
		memcpy(text + i, "%41", 3);
	start = clock();
	everyuri_decode(text, len - len % 3, 0, &buf, NULL);
	took(&slowest, start, "decode");
	ok(in_time(slowest.time, len),
	   "THREATS L3: percent-coding of %zu bytes: the slowest is %s (%.3f s)", len, slowest.what,
	   slowest.time);
	everyuri_buf_free(&buf);
	free(text);
}

/* THREATS L1: NUL is data, and never the end. */
static void nul_is_data(void)
{
	static const char inside[] = "a:b\0c", coded[] = "a\0b";
	static const struct everyuri_byte_set none = { { 0 } };
	struct everyuri_error err = { 0 };
	struct everyuri_buf buf;

	for (size_t s = 0; s < N_STANDARDS; s++) {
		const char *name = everyuri_standard_name(standards[s]);

		ok(everyuri_check(inside, 5, standards[s], 0, &err) == EVERYURI_INVALID &&
		           err.at == 3,
		   "THREATS L1: %s refuses a NUL byte in its place", name);
		ok(everyuri_check("\0", 1, standards[s], EVERYURI_ADMIT_PARTIAL, &err) ==
		                   EVERYURI_INVALID &&
		           err.at == 0,
		   "THREATS L1: %s refuses a text of one NUL", name);
		ok(!everyuri_check(inside, 3, standards[s], 0, NULL),
		   "THREATS L1: %s does not read on to it", name);
	}
	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(!everyuri_encode(coded, 3, &none, 0, &buf, NULL) && buf.len == 9 &&
	           !memcmp(buf.data, "%61%00%62", 9),
	   "THREATS L1: encode takes NUL for a byte");
	ok(!everyuri_decode("%61%00%62", 9, 0, &buf, NULL) && buf.len == 3 &&
	           !memcmp(buf.data, coded, 3),
	   "THREATS L1: decode gives NUL back");
	ok(!everyuri_decode(NULL, 0, 0, &buf, NULL) && buf.len == 0,
	   "everyuri.h: a null pointer with length 0 is empty text");
	ok(everyuri_check(NULL, 0, EVERYURI_RFC3986, 0, &err) == EVERYURI_INVALID && err.at == 0,
	   "everyuri.h: so it is for check");
	everyuri_buf_free(&buf);
}

/* base.h, safer: "leave what is encoded", whatever is unsafe. */
static void escapes_stay(void)
{
	struct everyuri_byte_set unsafe;
	struct everyuri_buf buf;

	memset(&unsafe, 0xFF, sizeof unsafe);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(!everyuri_safer("2%26%2", 6, &unsafe, &buf, NULL) && buf.len == 10 &&
	           !memcmp(buf.data, "%32%26%%32", 10),
	   "RFC 1630, safe character sets: the digits of an escape are left as they are");
	everyuri_buf_free(&buf);
}

int main(void)
{
	const char *quick = getenv("EVERYURI_QUICK");
	unsigned long part = quick                   ? 30 * strtoul(quick, NULL, 10) :
	                     getenv("EVERYURI_LONG") ? 1 :
	                                               3;

	if (part > 1)
		diag("each length by %lu", part);
	nul_is_data();
	escapes_stay();
	for (size_t i = 0; i < N_SHAPES; i++)
		drive_all(&shapes[i], part);
	drive_coding(part);
	return done();
}
