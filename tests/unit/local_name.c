/* local_name.c - local.h: names of any system as URIs and back, against vectors/local; and that
 * what goes one way comes back, whatever the octets are. */
#include <everyuri.h>

#include "failing.h"
#include "guard.h"
#include "rounds.h"
#include "tap.h"

#include <stdint.h>
#include <stdlib.h>

static struct guard guard, guard_of_prefix;
static struct everyuri_buf buf, other;

/* What a call answered, in the words of the vectors: the text, or "invalid|at=7". */
static char answer[1024];

static const char *told(enum everyuri_status status, const struct everyuri_buf *result,
                        const struct everyuri_error *err)
{
	size_t len = status ? 0 : result->len;

	if (!status && len < sizeof answer) {
		if (len)
			memcpy(answer, result->data, len);
		answer[len] = 0;
	} else if (err->which)
		snprintf(answer, sizeof answer, "prefix|at=%zu", err->at);
	else
		snprintf(answer, sizeof answer, "%s|at=%zu",
		         status == EVERYURI_UNSAFE  ? "unsafe" :
		         status == EVERYURI_INVALID ? "invalid" :
		                                      "failed",
		         err->at);
	return answer;
}

static enum everyuri_status to_uri(const struct everyuri_mapping *mapping, const char *prefix,
                                   const char *name, size_t len, struct everyuri_error *err)
{
	size_t prefix_len = strlen(prefix);

	return everyuri_local_to_uri(guard_end(&guard_of_prefix, prefix, prefix_len), prefix_len,
	                             guard_end(&guard, name, len), len, mapping, EVERYURI_RFC3986,
	                             &buf, err);
}

static enum everyuri_status from_uri(const struct everyuri_mapping *mapping, const char *prefix,
                                     const char *text, size_t len, struct everyuri_error *err)
{
	size_t prefix_len = strlen(prefix);
	struct everyuri_uri uri;
	enum everyuri_status status = everyuri_parse(guard_end(&guard, text, len), len,
	                                             EVERYURI_RFC3986, 0, NULL, NULL, &uri, err);

	if (status) {
		diag("no URI: %.*s", (int)len, text);
		return EVERYURI_MISSING;
	}
	return everyuri_local_from_uri(&uri, guard_end(&guard_of_prefix, prefix, prefix_len),
	                               prefix_len, mapping, &other, err);
}

/* ---- vectors ---------------------------------------------------------------------------------- */

/* A field of the line, its escapes taken off; *line goes behind it. */
static size_t field(char **line, char *to)
{
	char *at = *line;
	size_t len = 0;

	while (*at && *at != '\t') {
		unsigned byte;

		if (at[0] == '\\' && at[1] == 'x' && sscanf(at + 2, "%2x", &byte) == 1) {
			to[len++] = (char)byte;
			at += 4;
			continue;
		}
		at += at[0] == '\\';
		to[len++] = *at++;
	}
	to[len] = 0;
	*line = *at ? at + 1 : at;
	return len;
}

static bool is_told(const char *got, size_t len, const char *want, size_t want_len, const char *id,
                    const char *way)
{
	bool same = len == want_len && !memcmp(got, want, len);

	ok(same, "%s: %s", id, way);
	if (!same)
		diag("got %.*s, expected %.*s", (int)len, got, (int)want_len, want);
	return same;
}

/* Returns: was it a refusal that was expected? */
static bool play_row(const struct everyuri_mapping *mapping, char *line)
{
	char id[64], clause[64], way[16], prefix[64], name[256], uri[1024];
	size_t name_len, uri_len;
	struct everyuri_error err = { 0 };
	enum everyuri_status status;

	field(&line, id);
	field(&line, clause);
	field(&line, way);
	field(&line, prefix);
	name_len = field(&line, name);
	uri_len = field(&line, uri);
	if (strcmp(way, "from") != 0) {
		status = to_uri(mapping, prefix, name, name_len, &err);
		told(status, &buf, &err);
		is_told(answer, status ? strlen(answer) : buf.len, uri, uri_len, id, "to URI");
		if (strcmp(way, "to") == 0)
			return status != EVERYURI_OK;
	}
	status = from_uri(mapping, prefix, uri, uri_len, &err);
	told(status, &other, &err);
	is_told(answer, status ? strlen(answer) : other.len, name, name_len, id, "from URI");
	return status != EVERYURI_OK;
}

static void vectors(const struct everyuri_mapping *mapping)
{
	char path[64], line[2048];
	unsigned n_rows = 0, n_refused = 0;
	FILE *file;

	snprintf(path, sizeof path, "vectors/local/%s.tsv", mapping->name);
	file = fopen(path, "rb");
	if (!file || !fgets(line, sizeof line, file)) {
		ok(false, "%s can be read", path);
		return;
	}
	while (fgets(line, sizeof line, file)) {
		line[strcspn(line, "\n")] = 0;
		n_refused += play_row(mapping, line);
		n_rows++;
	}
	fclose(file);
	ok(n_rows >= 15 && n_refused * 3 >= n_rows, "%s: %u rows, of which %u are refusals", path,
	   n_rows, n_refused);
}

/* ---- properties ------------------------------------------------------------------------------- */

static const char *const prefixes[] = { "x:",     "x:/",          "x:/v/", "x://h",
	                                "x://h/", "x://u@h:1/v/", "urn:x:" };
#define N_PREFIXES (sizeof prefixes / sizeof *prefixes)

/* To a URI; it, resolved and normalised as RFC 3986 says, is still itself; and back. */
static bool comes_back(const struct everyuri_mapping *mapping, const char *prefix, const char *name,
                       size_t len)
{
	struct everyuri_uri uri;
	struct everyuri_buf text;
	bool same = false;

	everyuri_buf_init(&text, NULL, 0, NULL);
	if (!to_uri(mapping, prefix, name, len, NULL) &&
	    !everyuri_parse(buf.data, buf.len, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL) &&
	    !everyuri_normalize(&uri, EVERYURI_LEVEL_SCHEME, &text, NULL, NULL) &&
	    text.len >= buf.len && !memcmp(text.data, buf.data, buf.len) &&
	    !from_uri(mapping, prefix, buf.data, buf.len, NULL))
		same = other.len == len && (!len || !memcmp(other.data, name, len));
	everyuri_buf_free(&text);
	if (!same)
		diag("%s, %s: %.*s does not come back from %.*s", mapping->name, prefix, (int)len,
		     name, (int)buf.len, buf.data ? buf.data : "");
	return same;
}

/* Every octet alone, at the front, in the middle, at the end, and between two of each other. */
static void all_octets(const struct everyuri_mapping *mapping)
{
	unsigned n_wrong = 0;

	for (size_t p = 0; p < N_PREFIXES; p++) {
		for (int c = 0; c < 256; c++) {
			char name[6] = { (char)c, 'a', (char)c, (char)c, 'b', (char)c };

			n_wrong += !comes_back(mapping, prefixes[p], name, 1);
			n_wrong += !comes_back(mapping, prefixes[p], name, 2);
			n_wrong += !comes_back(mapping, prefixes[p], name, 3);
			n_wrong += !comes_back(mapping, prefixes[p], name, 6);
			n_wrong += !comes_back(mapping, prefixes[p], name + 2, 2);
			n_wrong += !comes_back(mapping, prefixes[p], name + 4, 2);
		}
		n_wrong += !comes_back(mapping, prefixes[p], "", 0);
	}
	ok(!n_wrong, "RFC 1630, mapping schemes: %s is reversible for all 256 octets in each place",
	   mapping->name);
}

static uint32_t seed = 1;

static uint32_t next_random(uint32_t below)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % below;
}

/* Names with many separators, dots and marks. */
static void random_names(const struct everyuri_mapping *mapping)
{
	const unsigned rounds = (unsigned)rounds_of(40000, 2000);
	unsigned n_wrong = 0;

	for (unsigned k = 0; k < rounds; k++) {
		char name[12];
		size_t len = next_random(sizeof name + 1);

		for (size_t i = 0; i < len; i++) {
			static const char some[] = "../:\\==%2Ea";
			uint32_t r = next_random(20);

			name[i] = r < sizeof some - 1 ? some[r] : (char)next_random(256);
			if (r > 15 && mapping->separator >= 0)
				name[i] = (char)mapping->separator;
		}
		n_wrong += !comes_back(mapping, prefixes[next_random(N_PREFIXES)], name, len);
	}
	ok(!n_wrong, "RFC 1630, mapping schemes: %s: %u random names come back", mapping->name,
	   rounds);
}

/* The other way: a URI that is taken for a name is, but for escapes, the one that it becomes. */
static void random_uris(const struct everyuri_mapping *mapping)
{
	const unsigned rounds = (unsigned)rounds_of(80000, 4000);
	unsigned n_wrong = 0, n_taken = 0;

	for (unsigned k = 0; k < rounds; k++) {
		static const char *const some[] = { "/",   "/",   "=",   ".",   "..", "%2E", "%2e",
			                            "%2F", "a",   "A",   "6",   "Q",  "_",   "%41",
			                            "%3D", "%3A", "%5C", "%ff", ";",  ":",   "//" };
		const char *prefix = prefixes[next_random(N_PREFIXES)];
		char text[64], again[64];
		struct everyuri_uri uri;
		size_t len;

		strcpy(text, prefix);
		for (uint32_t n = next_random(7); n; n--)
			strcat(text, some[next_random(sizeof some / sizeof *some)]);
		len = strlen(text);
		if (everyuri_parse(text, len, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL) ||
		    everyuri_local_from_uri(&uri, prefix, strlen(prefix), mapping, &other, NULL))
			continue;
		n_taken++;
		if (everyuri_local_to_uri(prefix, strlen(prefix), other.data, other.len, mapping,
		                          EVERYURI_RFC3986, &buf, NULL) ||
		    buf.len >= sizeof again) {
			n_wrong++;
			continue;
		}
		memcpy(again, buf.data, buf.len);
		again[buf.len] = 0;
		/* Both brought to one level of encoding, which takes no dot away. */
		if (everyuri_normalize(&uri, EVERYURI_LEVEL_SYNTAX, &other, NULL, NULL) ||
		    other.len != strlen(again) || memcmp(other.data, again, other.len) != 0) {
			n_wrong++;
			diag("%s is taken, but becomes %s", text, again);
		}
	}
	ok(n_taken > rounds / 200 && !n_wrong,
	   "RFC 1630, mapping schemes: %s: %u of %u random URIs stand for one name, no two for the "
	   "same",
	   mapping->name, n_taken, rounds);
}

/* ---- standards -------------------------------------------------------------------------------- */

static void standards(void)
{
	const struct everyuri_mapping *unix_names = everyuri_mapping_find(NULL, 0, "unix", 4);

	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		enum everyuri_standard standard = (enum everyuri_standard)s;
		enum everyuri_status status;
		struct everyuri_uri uri;

		if (!everyuri_standard_built(standard))
			continue;
		status = everyuri_local_to_uri("x-n:", 4, "/a b/~c/d", 9, unix_names, standard,
		                               &buf, NULL);
		ok(!status && !everyuri_check(buf.data, buf.len, standard, 0, NULL) &&
		           !everyuri_parse(buf.data, buf.len, standard, 0, NULL, &other, &uri,
		                           NULL),
		   "local.h: under %s a name has a valid URI", everyuri_standard_name(standard));
		if (status)
			continue;
		everyuri_buf_free(&other);
		status = everyuri_parse(buf.data, buf.len, EVERYURI_RFC3986, 0, NULL, NULL, &uri,
		                        NULL);
		if (!status)
			status = everyuri_local_from_uri(&uri, "x-n:", 4, unix_names, &other, NULL);
		is_text(status ? NULL : other.data, status ? 0 : other.len, "/a b/~c/d",
		        "local.h: and from it the name comes back (%s)",
		        everyuri_standard_name(standard));
	}
	ok(everyuri_local_to_uri("x-n:", 4, "/a/..", 5, unix_names, EVERYURI_RFC1630, &buf, NULL) ==
	           EVERYURI_INVALID,
	   "local.h: RFC 1630's segments hold no mark, so that dots have no URI there");
	ok(!everyuri_local_to_uri("x-n:", 4, "/a/..", 5, unix_names, EVERYURI_RFC1738, &buf, NULL),
	   "local.h: those of RFC 1738 do");
	ok(everyuri_local_to_uri("http:", 5, "a", 1, unix_names, EVERYURI_WHATWG, &buf, NULL) ==
	           EVERYURI_INVALID,
	   "local.h: what the URL Standard would take for a host has no URI there");
	ok(!everyuri_local_to_uri("http:", 5, "a", 1, unix_names, EVERYURI_RFC3986, &buf, NULL) &&
	           !everyuri_local_to_uri("http://h", 8, "a", 1, unix_names, EVERYURI_WHATWG, &buf,
	                                  NULL),
	   "local.h: but under RFC 3986, and behind an authority");
#if SIZE_MAX > UINT32_MAX
	ok(everyuri_local_to_uri("x:", 2, "", (size_t)EVERYURI_TEXT_MAX + 1, unix_names,
	                         EVERYURI_RFC3986, &buf, NULL) == EVERYURI_TOO_LONG,
	   "contract api.length: local_to_uri: too long");
#endif
}

/* ---- readings --------------------------------------------------------------------------------- */

/* The name that a URI, or a reference, holds when it is read by this standard. */
static void holds(const char *text, enum everyuri_standard standard, const char *prefix,
                  const struct everyuri_mapping *mapping, const char *want, const char *why)
{
	struct everyuri_error err = { 0 };
	struct everyuri_uri uri;
	enum everyuri_status status;
	size_t len = strlen(text);

	if (everyuri_parse(guard_end(&guard, text, len), len, standard, EVERYURI_ADMIT_PARTIAL,
	                   NULL, NULL, &uri, NULL)) {
		ok(false, "%s reads %s", everyuri_standard_name(standard), text);
		return;
	}
	status = everyuri_local_from_uri(&uri, prefix, strlen(prefix), mapping, &other, &err);
	told(status, &other, &err);
	is_text(answer, strlen(answer), want, "local.h, %s: the name of %s: %s",
	        everyuri_standard_name(standard), text, why);
	is_number(everyuri_local_from_uri(&uri, prefix, strlen(prefix), mapping, &other, NULL),
	          status, "... and nobody asks why");
}

static void has_no_uri(const char *prefix, const char *name, size_t len,
                       enum everyuri_standard standard, enum everyuri_status want, size_t at,
                       const char *why)
{
	const struct everyuri_mapping *unix_names = everyuri_mapping_find(NULL, 0, "unix", 4);
	struct everyuri_error err = { 0 };
	enum everyuri_status status = everyuri_local_to_uri(prefix, strlen(prefix), name, len,
	                                                    unix_names, standard, &buf, &err);

	ok(status == want && err.at == at && err.which == (want == EVERYURI_INVALID),
	   "local.h: no URI behind %s: %s", prefix, why);
	if (status != want || err.at != at)
		diag("got %d, %zu of %u", (int)status, err.at, (unsigned)err.which);
	is_number(everyuri_local_to_uri(prefix, strlen(prefix), name, len, unix_names, standard,
	                                &buf, NULL),
	          want, "... and nobody asks why");
}

/* What a text is as a name depends on who read it, and what a name becomes on who will. */
static void readings(void)
{
	static const struct everyuri_mapping back = { "back", -1, EVERYURI_ORDER_REVERSED,
		                                      EVERYURI_MAPPING_OCTETS };
	static const struct everyuri_mapping cut = { "cut", '.', EVERYURI_ORDER_AS_IS,
		                                     EVERYURI_MAPPING_HEX };
	const struct everyuri_mapping *unix_names = everyuri_mapping_find(NULL, 0, "unix", 4);
	static char many[1100];

	holds("x-n:caf\xC3\xA9", EVERYURI_RFC3987, "x-n:", unix_names, "caf\xC3\xA9",
	      "RFC 3987 3.1: raw and escaped are the same");
	holds("x-n://1h/a", EVERYURI_RFC1738, "x-n:", unix_names, "invalid|at=4",
	      "RFC 1738 3.1: for others it is an authority");
	holds("a", EVERYURI_RFC3986, "x-n:", unix_names, "invalid|at=0", "it has no scheme");
	holds("x-n:b/a", EVERYURI_RFC3986, "x-n:", &back, "invalid|at=5",
	      "a name without components has no slash, from the back neither");
	holds("x-n:2D/61", EVERYURI_RFC3986, "x-n:", &cut, "-.a", "two components");
	holds("x-n:2E", EVERYURI_RFC3986, "x-n:", &cut, "unsafe|at=5",
	      "digits of the separator would cut the component");
	has_no_uri("1:", "a", 1, EVERYURI_RFC3986, EVERYURI_INVALID, 0, "this begins no scheme");
	has_no_uri("x:", "", 0, EVERYURI_RFC2396, EVERYURI_INVALID, 2,
	           "RFC 2396 3: an opaque part has a byte");
	has_no_uri("URL:x:", "//a", 3, EVERYURI_RFC1738, EVERYURI_INVALID, 6,
	           "\"URL:\" is no scheme there, and the slashes are an authority's");
	has_no_uri("x:", "a", 1, (enum everyuri_standard)99, EVERYURI_UNSUPPORTED, 0,
	           "there is no such standard");
	memset(many, 'a', sizeof many);
	has_no_uri("1:", many, sizeof many, EVERYURI_RFC3986, EVERYURI_INVALID, 0,
	           "nor does a long name have one");
}

/* ---- lines of a configuration ----------------------------------------------------------------- */

static void reads(const char *line, const char *name, int separator,
                  enum everyuri_mapping_order order, enum everyuri_mapping_encoding encoding)
{
	struct everyuri_mapping m = { .name = "?" };
	size_t len = strlen(line);
	enum everyuri_status status =
		everyuri_mapping_read(guard_end(&guard, line, len), len, &m, NULL);

	ok(!status && !strcmp(m.name, name) && m.separator == separator && m.order == order &&
	           m.encoding == encoding,
	   "local.h: %s", line);
}

static void reads_not(const char *line, enum everyuri_status want, size_t at)
{
	struct everyuri_mapping m = { .name = "?" };
	struct everyuri_error err = { 0 };
	size_t len = strlen(line);
	enum everyuri_status status =
		everyuri_mapping_read(guard_end(&guard, line, len), len, &m, &err);

	ok(status == want && err.at == at && !strcmp(m.name, "?"),
	   "local.h: not read, byte %zu: %s", at, line);
	if (status != want || err.at != at)
		diag("got %d, %zu", status, err.at);
}

static void lines(void)
{
	static const struct everyuri_mapping own[] = {
		{ "unix", '>', EVERYURI_ORDER_AS_IS, EVERYURI_MAPPING_OCTETS },
		{ "multics", '>', EVERYURI_ORDER_AS_IS, EVERYURI_MAPPING_OCTETS },
	};
	size_t n;
	const struct everyuri_mapping *m = everyuri_mappings(&n);

	reads("mapping a", "a", -1, EVERYURI_ORDER_AS_IS, EVERYURI_MAPPING_OCTETS);
	reads("mapping mine separator=: order=reversed encoding=octets", "mine", ':',
	      EVERYURI_ORDER_REVERSED, EVERYURI_MAPPING_OCTETS);
	reads(" MAPPING\tx_1-b  encoding=hex ", "x_1-b", -1, EVERYURI_ORDER_AS_IS,
	      EVERYURI_MAPPING_HEX);
	reads("mapping a separator=%20 encoding=base64", "a", ' ', EVERYURI_ORDER_AS_IS,
	      EVERYURI_MAPPING_BASE64);
	reads("mapping a separator==", "a", '=', EVERYURI_ORDER_AS_IS, EVERYURI_MAPPING_OCTETS);
	reads("mapping a separator=%", "a", '%', EVERYURI_ORDER_AS_IS, EVERYURI_MAPPING_OCTETS);
	reads("mapping a separator=%fF order=as-is", "a", 255, EVERYURI_ORDER_AS_IS,
	      EVERYURI_MAPPING_OCTETS);
	reads("mapping a separator=\xFF", "a", 255, EVERYURI_ORDER_AS_IS, EVERYURI_MAPPING_OCTETS);
	reads("mapping a23456789012345", "a23456789012345", -1, EVERYURI_ORDER_AS_IS,
	      EVERYURI_MAPPING_OCTETS);
	reads_not("", EVERYURI_MISSING, 0);
	reads_not("  ", EVERYURI_MISSING, 2);
	reads_not("# mapping a", EVERYURI_MISSING, 0);
	reads_not("scheme x", EVERYURI_MISSING, 0);
	reads_not("mappings a", EVERYURI_MISSING, 0);
	reads_not("mapping", EVERYURI_INVALID, 7);
	reads_not("mapping a/b", EVERYURI_INVALID, 8);
	reads_not("mapping a234567890123456", EVERYURI_INVALID, 8);
	reads_not("mapping a separator=", EVERYURI_INVALID, 10);
	reads_not("mapping a separator=ab", EVERYURI_INVALID, 10);
	reads_not("mapping a separator=%2", EVERYURI_INVALID, 10);
	reads_not("mapping a separator=%2G", EVERYURI_INVALID, 10);
	reads_not("mapping a order=back", EVERYURI_INVALID, 10);
	reads_not("mapping a encoding=vms", EVERYURI_INVALID, 10);
	reads_not("mapping a order", EVERYURI_INVALID, 10);
	reads_not("mapping a fold=yes", EVERYURI_INVALID, 10);
	reads_not("mapping a order=as-is order=as-is", EVERYURI_INVALID, 22);
	ok(n == 9 && !strcmp(m[0].name, "octets"), "local.h: nine mappings are built in");
	ok(everyuri_mapping_find(own, 2, "multics", 7) == &own[1] &&
	           everyuri_mapping_find(own, 2, "unix", 4) == &own[0] &&
	           everyuri_mapping_find(own, 2, "mac", 3) &&
	           !everyuri_mapping_find(own, 2, "Mac", 3) &&
	           !everyuri_mapping_find(NULL, 0, "ma", 2) &&
	           !everyuri_mapping_find(NULL, 0, "", 0),
	   "local.h: the caller's own mappings go before those that are built in");
	reads_not("mapping a\xC2\xA0", EVERYURI_INVALID, 8);
}

/* Mappings that are not built in keep the same promise. */
static void others(void)
{
	static const struct everyuri_mapping some[] = {
		{ "reversed-hex", 'a', EVERYURI_ORDER_REVERSED, EVERYURI_MAPPING_HEX },
		{ "cut-base64", '.', EVERYURI_ORDER_AS_IS, EVERYURI_MAPPING_BASE64 },
		{ "nul", 0, EVERYURI_ORDER_REVERSED, EVERYURI_MAPPING_OCTETS },
		{ "high", 255, EVERYURI_ORDER_AS_IS, EVERYURI_MAPPING_OCTETS },
		{ "equals", '=', EVERYURI_ORDER_REVERSED, EVERYURI_MAPPING_OCTETS },
		{ "slash-back", '/', EVERYURI_ORDER_REVERSED, EVERYURI_MAPPING_OCTETS },
		{ "percent", '%', EVERYURI_ORDER_AS_IS, EVERYURI_MAPPING_OCTETS },
	};

	for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
		all_octets(&some[i]);
		random_names(&some[i]);
		random_uris(&some[i]);
	}
}

/* ---- memory ----------------------------------------------------------------------------------- */

/* Each way, with the nth allocation failing, and into memory that is too small. */
static void memory(const struct everyuri_mapping *mapping)
{
	static const char name[] = "D:[A.B]C.TXT;1";
	const size_t len = sizeof name - 1;
	struct everyuri_uri uri;

	if (to_uri(mapping, "x://h", name, len, NULL) ||
	    everyuri_parse(buf.data, buf.len, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL)) {
		ok(false, "%s: a name and its URI", mapping->name);
		return;
	}
	for (int way = 0; way < 2; way++) {
		for (unsigned long round = 0;; round++) {
			struct failing failing;
			struct everyuri_buf out;
			enum everyuri_status status;

			failing_init(&failing, 0);
			failing_round(&failing, round);
			everyuri_buf_init(&out, NULL, 0, &failing.allocator);
			status = way ? everyuri_local_from_uri(&uri, "x://h", 5, mapping, &out,
			                                       NULL) :
			               everyuri_local_to_uri("x://h", 5, name, len, mapping,
			                                     EVERYURI_RFC3986, &out, NULL);
			everyuri_buf_free(&out);
			ok(!failing.blocks && !failing.misuses &&
			           status == (failing.failed ? EVERYURI_NO_MEMORY : EVERYURI_OK),
			   "local.h: %s, way %d: no memory, round %lu", mapping->name, way, round);
			if (!failing.failed)
				break;
		}
		for (size_t cap = 1;; cap++) {
			char mem[128];
			struct everyuri_buf out;
			enum everyuri_status status;

			everyuri_buf_init(&out, mem, cap, NULL);
			status = way ? everyuri_local_from_uri(&uri, "x://h", 5, mapping, &out,
			                                       NULL) :
			               everyuri_local_to_uri("x://h", 5, name, len, mapping,
			                                     EVERYURI_RFC3986, &out, NULL);
			if (!status) {
				ok(out.len == cap, "local.h: %s, way %d: %zu bytes fit exactly",
				   mapping->name, way, cap);
				break;
			}
			if (status != EVERYURI_NO_SPACE || out.len || cap == sizeof mem) {
				ok(false, "local.h: %s, way %d: NO_SPACE", mapping->name, way);
				break;
			}
		}
	}
}

int main(void)
{
	size_t n;
	const struct everyuri_mapping *mappings = everyuri_mappings(&n);

	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_buf_init(&other, NULL, 0, NULL);
	for (size_t i = 0; i < n; i++) {
		vectors(&mappings[i]);
		memory(&mappings[i]);
		if (mappings[i].encoding == EVERYURI_MAPPING_VMS)
			continue;
		all_octets(&mappings[i]);
		random_names(&mappings[i]);
		random_uris(&mappings[i]);
	}
	others();
	standards();
	readings();
	lines();
	everyuri_buf_free(&buf);
	everyuri_buf_free(&other);
	guard_free(&guard);
	guard_free(&guard_of_prefix);
	return done();
}
