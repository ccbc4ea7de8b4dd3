/* whatwg.c - what only the URL Standard has: each validation error by its name and place
 * (vectors/whatwg/errors.tsv), the valid URL string, getters and setters; and properties of random
 * texts. */
#include <everyuri.h>

#include "guard.h"
#include "shapes.h"
#include "tap.h"

#include <stdlib.h>

static struct guard guard, base_guard, value_guard, text_guard;
static struct everyuri_buf base_buf, buf, other_buf, third_buf;

static bool read_url(struct guard *in, const char *text, size_t len,
                     const struct everyuri_uri *base, struct everyuri_buf *into,
                     struct everyuri_uri *uri)
{
	return !everyuri_parse(guard_end(in, text, len), len, EVERYURI_WHATWG, 0, base, into, uri,
	                       NULL);
}

/* ---- validation errors ------------------------------------------------------------------ */

struct told {
	char text[1024];
	size_t len;
	size_t n;
	struct everyuri_whatwg_note first, last;
};

/* "name@at", and "!" behind what is fatal. */
static void tell(void *context, const struct everyuri_whatwg_note *found)
{
	struct told *told = context;
	int n = snprintf(told->text + told->len, sizeof told->text - told->len, "%s%s@%zu%s",
	                 told->len ? " " : "", found->name, found->at, found->fatal ? "!" : "");

	if (n > 0 && (size_t)n < sizeof told->text - told->len)
		told->len += (size_t)n;
	if (!told->n++)
		told->first = *found;
	told->last = *found;
}

/* \t \n \\ and \xHH in a field; the vectors hold no others. */
static size_t unescape(const char *from, size_t len, char *to)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned byte;

		if (from[i] != '\\') {
			to[n++] = from[i];
		} else if (from[++i] == 'x') {
			sscanf(from + i + 1, "%2x", &byte);
			to[n++] = (char)byte;
			i += 2;
		} else {
			to[n++] = from[i] == 't' ? '\t' : from[i] == 'n' ? '\n' : from[i];
		}
	}
	return n;
}

/* What is told, and that it is all of one piece with parse, check and conforms. */
static void run_error_vector(const char *id, const char *text, size_t len, const char *base_text,
                             size_t base_len, const char *want)
{
	struct told told = { .len = 0 };
	struct everyuri_uri base, uri;
	struct everyuri_error err = { 0 };
	struct everyuri_whatwg_note found = { 0 };
	bool based = base_len > 0, conforming = false, whole;
	enum everyuri_status status, conforms;

	if (based && !read_url(&base_guard, base_text, base_len, NULL, &base_buf, &base)) {
		ok(false, "%s: the base is read", id);
		return;
	}
	text = guard_end(&guard, text, len);
	status = everyuri_whatwg_errors(text, len, based ? &base : NULL, tell, &told, &err);
	whole = status == everyuri_parse(text, len, EVERYURI_WHATWG, 0, based ? &base : NULL, &buf,
	                                 &uri, NULL);
	conforms = everyuri_whatwg_conforms(text, len, based ? &base : NULL, &conforming, &found,
	                                    NULL);
	whole = whole && conforms == status;
	if (status)
		whole = whole && told.n && told.last.fatal && told.last.at == err.at &&
		        !strcmp(told.last.clause, err.clause);
	else
		whole = whole && conforming == !told.n && (!told.n || found.at == told.first.at);
	ok(told.len == strlen(want) && !memcmp(told.text, want, told.len) && whole,
	   "WHATWG 1.1: %.*s%s%.*s: %s (%s)", (int)len, text, based ? " with " : "", (int)base_len,
	   base_text, *want ? want : "no error", id);
	if (told.len != strlen(want) || memcmp(told.text, want, told.len) != 0)
		diag("got %.*s", (int)told.len, told.text);
}

/* id, clause, input, base, expected */
static void run_error_vectors(void)
{
	static char line[4096], input[4096], base[4096];
	FILE *file = fopen("vectors/whatwg/errors.tsv", "rb");
	unsigned n = 0;

	if (!file) {
		ok(false, "vectors/whatwg/errors.tsv opens");
		return;
	}
	while (fgets(line, sizeof line, file)) {
		char *field[5], *at = line;

		line[strcspn(line, "\r\n")] = '\0';
		for (int k = 0; k < 5; k++) {
			field[k] = at;
			at += strcspn(at, "\t");
			if (*at)
				*at++ = '\0';
		}
		if (n++) {
			size_t len = unescape(field[2], strlen(field[2]), input);
			size_t base_len = unescape(field[3], strlen(field[3]), base);

			run_error_vector(field[0], input, len, base, base_len, field[4]);
		}
	}
	fclose(file);
}

/* ---- the URL class ------------------------------------------------------------------------ */

static void getters(void)
{
	static const char *const want[] = {
		"http://u:p@h:8/a?q#f", "http:", "u", "p", "h:8", "h", "8", "/a", "?q", "#f",
	};
	static const char *const want_of_few[] = { "foo:", "foo:", "", "", "", "", "", "", "", "" };
	struct everyuri_uri full, few;
	enum everyuri_whatwg_attribute attribute;

	ok(read_url(&guard, "http://u:p@h:8/a?q#f", 20, NULL, &buf, &full) &&
	           read_url(&guard, "foo:", 4, NULL, &other_buf, &few),
	   "WHATWG 6.1: two URLs are read");
	for (int k = 0; k < EVERYURI_WHATWG_N_ATTRIBUTES; k++) {
		const char *name =
			everyuri_whatwg_attribute_name((enum everyuri_whatwg_attribute)k);
		struct everyuri_text got;

		ok(!everyuri_whatwg_attribute_find(name, strlen(name), &attribute) &&
		           (int)attribute == k,
		   "WHATWG 6.1: the attribute %s is found by its name", name);
		got = everyuri_whatwg_get(&full, attribute);
		is_text(got.data, got.len, want[k], "WHATWG 6.1: the getter %s", name);
		got = everyuri_whatwg_get(&few, attribute);
		is_text(got.data, got.len, want_of_few[k],
		        "WHATWG 6.1: the getter %s where there is little", name);
	}
	ok(everyuri_whatwg_attribute_find("Href", 4, &attribute) == EVERYURI_MISSING &&
	           !*everyuri_whatwg_attribute_name(
			   (enum everyuri_whatwg_attribute)EVERYURI_WHATWG_N_ATTRIBUTES),
	   "WHATWG 6.1: there is no other attribute");
}

static void origin_is(const char *text, const char *want)
{
	struct everyuri_uri uri;
	bool good = read_url(&guard, text, strlen(text), NULL, &buf, &uri) &&
	            !everyuri_whatwg_origin(&uri, &other_buf, NULL);

	is_text(good ? other_buf.data : NULL, good ? other_buf.len : 0, want,
	        "WHATWG 4.7: the origin of %s", text);
}

static void origins(void)
{
	origin_is("http://u:p@H:80/a", "http://h");
	origin_is("wss://h:80/a", "wss://h:80");
	origin_is("ftp://[::1]/", "ftp://[::1]");
	origin_is("file:///a", "null");
	origin_is("foo://h/", "null");
	origin_is("blob:https://u@h:8/x", "https://h:8");
	origin_is("blob:ftp://h/x", "null");
	origin_is("blob:file:///x", "null");
	origin_is("blob:blob:http://h/", "null");
	origin_is("blob:x", "null");
	origin_is("blobs:http://h/", "null");
}

static void set_is(const char *text, enum everyuri_whatwg_attribute attribute, const char *value,
                   const char *want)
{
	struct everyuri_uri uri, result;
	struct everyuri_error err = { 0 };
	size_t len = strlen(value);
	bool good = read_url(&guard, text, strlen(text), NULL, &buf, &uri);
	enum everyuri_status status =
		good ? everyuri_whatwg_set(&uri, attribute, guard_end(&value_guard, value, len),
	                                   len, &other_buf, &result, &err) :
		       EVERYURI_OK;

	if (!want)
		ok(good && status == EVERYURI_INVALID && err.status == status,
		   "WHATWG 6.1: %s of %s ignores %s", everyuri_whatwg_attribute_name(attribute),
		   text, value);
	else
		is_text(good && !status ? result.text : NULL, good && !status ? result.len : 0,
		        want, "WHATWG 6.1: %s of %s becomes %s",
		        everyuri_whatwg_attribute_name(attribute), text, value);
}

static void setters(void)
{
	set_is("http://h/", EVERYURI_WHATWG_HREF, "x:y", "x:y");
	set_is("http://h/", EVERYURI_WHATWG_HREF, "y", NULL);
	set_is("http://h:443/", EVERYURI_WHATWG_PROTOCOL, "HTTPS:x", "https://h/");
	set_is("http://h/", EVERYURI_WHATWG_PROTOCOL, "foo", NULL);
	set_is("foo://h/", EVERYURI_WHATWG_PROTOCOL, "http", NULL);
	set_is("foo://h/", EVERYURI_WHATWG_PROTOCOL, "b a", NULL);
	set_is("http://u@h/", EVERYURI_WHATWG_PROTOCOL, "file", NULL);
	set_is("file:///a", EVERYURI_WHATWG_PROTOCOL, "http", NULL);
	set_is("http://h/", EVERYURI_WHATWG_USERNAME, "a\tb@", "http://a%09b%40@h/");
	set_is("file://h/a", EVERYURI_WHATWG_PROTOCOL, "http", "http://h/a");
	set_is("https://h:8080/", EVERYURI_WHATWG_PROTOCOL, "http", "http://h:8080/");
	set_is("http://u:p@h/", EVERYURI_WHATWG_USERNAME, "", "http://:p@h/");
	set_is("foo:///a", EVERYURI_WHATWG_USERNAME, "u", NULL);
	set_is("file://h/a", EVERYURI_WHATWG_PASSWORD, "p", NULL);
	set_is("http://u:p@h/", EVERYURI_WHATWG_PASSWORD, "", "http://u@h/");
	set_is("http://h/a", EVERYURI_WHATWG_HOST, "x:8/b", "http://x:8/a");
	set_is("http://h:8/a", EVERYURI_WHATWG_HOST, "x", "http://x:8/a");
	set_is("http://h:8/a", EVERYURI_WHATWG_HOST, "x:99999", "http://x:8/a");
	set_is("http://h:8/a", EVERYURI_WHATWG_HOST, "x:80", "http://x/a");
	set_is("http://h/a", EVERYURI_WHATWG_HOST, "", NULL);
	set_is("foo://u@h/a", EVERYURI_WHATWG_HOST, "", NULL);
	set_is("foo://h/a", EVERYURI_WHATWG_HOST, "", "foo:///a");
	set_is("foo:/.//a", EVERYURI_WHATWG_HOST, "h", "foo://h//a");
	set_is("foo:a", EVERYURI_WHATWG_HOST, "h", NULL);
	set_is("http://h/a", EVERYURI_WHATWG_HOSTNAME, "x:8", NULL);
	set_is("http://h:8/a", EVERYURI_WHATWG_HOSTNAME, "[::1]:9", NULL);
	set_is("http://h:8/a", EVERYURI_WHATWG_HOSTNAME, "0x7f.1", "http://127.0.0.1:8/a");
	set_is("file:///a", EVERYURI_WHATWG_HOSTNAME, "C|", NULL);
	set_is("http://h/", EVERYURI_WHATWG_PORT, "8a", "http://h:8/");
	set_is("http://h:8/", EVERYURI_WHATWG_PORT, "", "http://h/");
	set_is("http://h:8/", EVERYURI_WHATWG_PORT, "a", NULL);
	set_is("http://h:8/", EVERYURI_WHATWG_PORT, "65536", NULL);
	set_is("http://h/a", EVERYURI_WHATWG_PATHNAME, "b?c#d\\e/../f", "http://h/b%3Fc%23d/f");
	set_is("foo://h/a", EVERYURI_WHATWG_PATHNAME, "", "foo://h");
	set_is("foo:/a", EVERYURI_WHATWG_PATHNAME, "//b", "foo:/.//b");
	set_is("foo:a", EVERYURI_WHATWG_PATHNAME, "b", NULL);
	set_is("file:///a", EVERYURI_WHATWG_PATHNAME, "C|/../b", "file:///C:/b");
	set_is("http://h/?a", EVERYURI_WHATWG_SEARCH, "??b#'", "http://h/??b%23%27");
	set_is("http://h/?a", EVERYURI_WHATWG_SEARCH, "?", "http://h/?");
	set_is("http://h/?a", EVERYURI_WHATWG_SEARCH, "", "http://h/");
	set_is("http://h/#a", EVERYURI_WHATWG_HASH, "##b`", "http://h/##b%60");
	set_is("foo:a #b", EVERYURI_WHATWG_HASH, "", "foo:a%20");
}

/* What only a text that begins like something else shows. */
static void corners(void)
{
	static const struct everyuri_change change = {
		EVERYURI_APPEND_QUERY, EVERYURI_QUERY, { "k", 1 }, { NULL, 0 }
	};
	struct everyuri_text part[EVERYURI_N_PARTS] = {
		{ "foo", 3 }, [EVERYURI_PATH] = { "//a", 3 }
	};
	struct everyuri_uri uri, result;

	ok(read_url(&guard, "http://h/?#", 11, NULL, &buf, &uri) &&
	           !everyuri_whatwg_get(&uri, EVERYURI_WHATWG_SEARCH).len &&
	           !everyuri_whatwg_get(&uri, EVERYURI_WHATWG_HASH).len,
	   "WHATWG 6.1: the getters of an empty query and fragment give the empty string");
	ok(read_url(&guard, "http://h/??a", 12, NULL, &buf, &uri) &&
	           !everyuri_edit(&uri, &change, 1, 0, &other_buf, NULL) && other_buf.len == 14 &&
	           !memcmp(other_buf.data, "http://h/??a&k", 14),
	   "WHATWG edit: a query keeps the question mark that it begins with");
	ok(!everyuri_recompose(part, EVERYURI_WHATWG, 0, &buf, &result, NULL) && result.len == 9 &&
	           !memcmp(result.text, "foo:/.//a", 9),
	   "WHATWG 4.5: no host appears where parts are put together");
	part[EVERYURI_PATH].len = 2;
	ok(!everyuri_recompose(part, EVERYURI_WHATWG, 0, &buf, &result, NULL) && result.len == 8 &&
	           !memcmp(result.text, "foo:/.//", 8),
	   "WHATWG 4.5: nor one that is empty");
}

/* ---- edit ------------------------------------------------------------------------------------- */

static void edits(void)
{
	static const struct everyuri_change changes[] = {
		{ EVERYURI_SET, EVERYURI_HOST, { NULL, 0 }, { "X.Y", 3 } },
		{ EVERYURI_APPEND_PATH, EVERYURI_PATH, { NULL, 0 }, { "c", 1 } },
		{ EVERYURI_APPEND_QUERY, EVERYURI_QUERY, { "k", 1 }, { "v'", 2 } },
		{ EVERYURI_DELETE_QUERY, EVERYURI_QUERY, { "?q", 2 }, { NULL, 0 } },
		{ EVERYURI_DELETE, EVERYURI_FRAGMENT, { NULL, 0 }, { NULL, 0 } },
		{ EVERYURI_DELETE, EVERYURI_HOST, { NULL, 0 }, { NULL, 0 } },
	};
	struct everyuri_uri uri;
	struct everyuri_error err = { 0 };

	ok(read_url(&guard, "http://h/a?b&?q#f", 17, NULL, &buf, &uri), "WHATWG edit: it is read");
	ok(!everyuri_edit(&uri, changes, 5, 0, &other_buf, NULL), "WHATWG edit: five changes");
	is_text(other_buf.data, other_buf.len, "http://x.y/a/c?b&k=v%27",
	        "WHATWG edit: by the setters, in their order");
	ok(everyuri_edit(&uri, changes, 6, 0, &other_buf, &err) == EVERYURI_INVALID &&
	           err.which == 5,
	   "WHATWG edit: a special URL keeps its host");
}

/* ---- properties -------------------------------------------------------------------------------- */

static void put_url(struct shapes *s)
{
	static const char *const pieces[] = { "http:",
		                              "https:",
		                              "file:",
		                              "foo:",
		                              "ws:",
		                              "//",
		                              "/",
		                              "\\\\",
		                              "h",
		                              "a.b",
		                              "1.2",
		                              "0x7f",
		                              "[::1]",
		                              "[1:2",
		                              ":80",
		                              ":",
		                              ":8",
		                              "@",
		                              "u:p@",
		                              "/a",
		                              "/..",
		                              "/.",
		                              "%2e",
		                              "C|",
		                              "/C:",
		                              "?q",
		                              "#f",
		                              "?",
		                              "#",
		                              " ",
		                              "\t",
		                              "%",
		                              "%4",
		                              "%41",
		                              "\xC3\xA9",
		                              "\xFF",
		                              "\xED\xA0\x80",
		                              "'",
		                              "^",
		                              "|",
		                              "..",
		                              "localhost",
		                              "xn--",
		                              "\xE3\x80\x82",
		                              "\xEF\xBC\x91",
		                              "\xC2\xAD" };

	s->len = 0;
	if (!shapes_one_in(s, 4)) {
		shapes_put(s, SHAPES_PICK(s, pieces));
		for (unsigned n = shapes_below(s, 9); n; n--)
			shapes_put(s, SHAPES_PICK(s, pieces));
		return;
	}
	shapes_uri(s, shapes_one_in(s, 3));
	if (shapes_one_in(s, 2))
		shapes_spoil(s);
}

static bool is_itself(const struct everyuri_uri *uri)
{
	struct everyuri_uri again;

	return read_url(&guard, uri->text, uri->len, NULL, &third_buf, &again) &&
	       again.len == uri->len && !memcmp(again.text, uri->text, uri->len) &&
	       !memcmp(again.part, uri->part, sizeof uri->part) &&
	       again.host_kind == uri->host_kind;
}

/* A fixed buffer of just the bytes that are said to be needed will do; the sanitizers watch its
 * end. */
static bool fits_what_is_needed(const struct everyuri_uri *want, const char *text, size_t len,
                                const struct everyuri_uri *base)
{
	struct everyuri_buf fixed;
	struct everyuri_uri uri;
	void *data;
	bool good;

	everyuri_buf_init(&fixed, &fixed, 0, NULL);
	enum everyuri_status status =
		everyuri_parse(text, len, EVERYURI_WHATWG, 0, base, &fixed, &uri, NULL);

	if (!status) /* what is not rewritten needs nothing */
		return !(uri.flags & EVERYURI_REWRITTEN) && uri.text == text && uri.len == len;
	if (status != EVERYURI_NO_SPACE)
		return false;
	data = malloc(fixed.needed);
	if (!data)
		abort();
	everyuri_buf_init(&fixed, data, fixed.needed, NULL);
	good = !everyuri_parse(text, len, EVERYURI_WHATWG, 0, base, &fixed, &uri, NULL) &&
	       uri.len == want->len && !memcmp(uri.text, want->text, uri.len);
	free(data);
	return good;
}

/* ToASCII can make more of a host than its bytes encoded: each short label gets "xn--". */
static void long_host(void)
{
	char text[512] = "http://";
	size_t len = strlen(text);
	struct everyuri_uri uri = { 0 };
	bool good;

	for (int k = 0; k < 150; k++) {
		memcpy(text + len, "\xC3\xA9.", 3);
		len += 3;
	}
	good = read_url(&guard, text, len, NULL, &buf, &uri);
	ok(good && fits_what_is_needed(&uri, text, len, NULL),
	   "contract api.buffer: what is needed counts the host as it will be (%u bytes)",
	   (unsigned)uri.len);
}

/* No domain is longer than 253 bytes in the DNS; 2048 are looked at. */
static void too_long_host(void)
{
	static char text[4096];
	size_t len = 7;
	struct told told = { .len = 0 };
	struct everyuri_uri uri;

	memcpy(text, "http://", len);
	memset(text + len, 'a', 2100);
	ok(!everyuri_whatwg_errors(guard_end(&guard, text, len + 2100), len + 2100, NULL, tell,
	                           &told, NULL) &&
	           told.n == 1 && read_url(&guard, text, len + 2100, NULL, &buf, &uri) &&
	           uri.len == len + 2100 + 1,
	   "WHATWG 3.3: a domain of 2100 letters is one, against the rules");
	for (int k = 0; k < 500; k++, len += 3)
		memcpy(text + len, "\xC3\xA9.", 3);
	ok(!read_url(&guard, text, len, NULL, &buf, &uri),
	   "WHATWG 3.3: one that would have more than 2048 bytes in ASCII is refused");
}

/* Of all bytes only "'" is encoded in one part (the query of a special URL) and not as userinfo. */
static void apostrophes(void)
{
	static const char start[] = "http://h/?";
	char text[8192];
	size_t n = sizeof start - 1, len = sizeof text;
	struct everyuri_uri uri = { 0 }, result = { 0 };
	struct everyuri_buf fresh;
	bool good;

	memcpy(text, start, n);
	memset(text + n, '\'', len - n);
	everyuri_buf_init(&fresh, NULL, 0, NULL);
	good = read_url(&guard, text, len, NULL, &fresh, &uri);
	ok(good && uri.len == n + 3 * (len - n) && uri.len <= fresh.cap &&
	           fits_what_is_needed(&uri, text, len, NULL),
	   "contract api.buffer: a query of apostrophes has room when it is encoded");
	everyuri_buf_free(&fresh);
	good = read_url(&guard, start, n, NULL, &buf, &uri) &&
	       !everyuri_whatwg_set(&uri, EVERYURI_WHATWG_SEARCH, text + n, len - n, &fresh,
	                            &result, NULL);
	ok(good && result.len == n + 3 * (len - n) && result.len <= fresh.cap,
	   "contract api.buffer: and when a setter sets it");
	everyuri_buf_free(&fresh);
}

/* What is canonical is not written, so that it needs no buffer; with a base it is. */
static void canonical_url(void)
{
	static const char text[] = "https://host.example/?q#f",
			  lacks[] = "HTTPS://host.example?q#f";
	char data[sizeof text];
	size_t len = sizeof text - 1;
	struct everyuri_buf fixed;
	struct everyuri_uri base, uri = { 0 };

	ok(!everyuri_parse(text, len, EVERYURI_WHATWG, 0, NULL, NULL, &base, NULL) &&
	           base.text == text && base.len == len && !base.flags,
	   "contract api.parse: %s is canonical, and its record is of the text", text);
	everyuri_buf_init(&fixed, data, len - 1, NULL);
	ok(everyuri_parse(text, len, EVERYURI_WHATWG, 0, &base, &fixed, &uri, NULL) ==
	                   EVERYURI_NO_SPACE &&
	           fixed.needed == len && !uri.text,
	   "contract api.buffer: with a base it is written, and needs as many bytes");
	everyuri_buf_init(&fixed, data, len, NULL);
	ok(!everyuri_parse(text, len, EVERYURI_WHATWG, 0, &base, &fixed, &uri, NULL) &&
	           uri.text == data && uri.flags == EVERYURI_REWRITTEN && fixed.len == len &&
	           !memcmp(data, text, len) && !memcmp(uri.part, base.part, sizeof uri.part),
	   "contract api.buffer: which then do");
	ok(read_url(&guard, lacks, sizeof lacks - 1, NULL, &buf, &uri) && uri.text == buf.data &&
	           uri.flags == EVERYURI_REWRITTEN && uri.len == len && buf.len == len &&
	           !memcmp(uri.text, text, len) && fits_what_is_needed(&uri, lacks, len - 1, NULL),
	   "contract api.buffer: what lacks a slash, and has capitals, is written with and "
	   "without");
}

static unsigned long rounds(unsigned long most)
{
	return getenv("EVERYURI_QUICK") ? most / 20 : most;
}

static void properties(void)
{
	unsigned long n = rounds(200000), parsed = 0, bad_identity = 0, bad_check = 0, bad_set = 0,
		      bad_relate = 0, taken = 0, bad_recompose = 0, bad_room = 0;
	struct shapes s = { .state = 2026 }, value = { .state = 8 };
	struct everyuri_uri base, uri, result;

	read_url(&base_guard, "http://h/C:/b?q", 15, NULL, &base_buf, &base);
	for (unsigned long k = 0; k < n; k++) {
		enum everyuri_whatwg_attribute attribute =
			(enum everyuri_whatwg_attribute)(k % EVERYURI_WHATWG_N_ATTRIBUTES);
		bool relative = k % 3 == 0, good;

		put_url(&s);
		good = read_url(&text_guard, s.text, s.len, relative ? &base : NULL, &buf, &uri);
		if (!relative && good == !!everyuri_check(s.text, s.len, EVERYURI_WHATWG, 0, NULL))
			bad_check++;
		if (!good)
			continue;
		parsed++;
		bad_identity += !is_itself(&uri);
		bad_room += !fits_what_is_needed(&uri, s.text, s.len, relative ? &base : NULL);
		put_url(&value);
		if (!everyuri_whatwg_set(&uri, attribute, value.text, value.len, &other_buf,
		                         &result, NULL)) {
			taken++;
			bad_set += !is_itself(&result);
		}
		if (k % 4)
			continue;
		if (everyuri_relate(&base, &uri, 0, &other_buf, NULL) ||
		    !read_url(&guard, other_buf.data, other_buf.len, &base, &third_buf, &result) ||
		    result.len != uri.len || memcmp(result.text, uri.text, uri.len) != 0)
			bad_relate++;
		struct everyuri_text part[EVERYURI_N_PARTS];

		for (int p = 0; p < EVERYURI_N_PARTS; p++)
			part[p] = everyuri_view(&uri, (enum everyuri_part)p);
		if (everyuri_recompose(part, EVERYURI_WHATWG, 0, &other_buf, &result, NULL) ||
		    result.len != uri.len || memcmp(result.text, uri.text, uri.len) != 0)
			bad_recompose++;
	}
	ok(parsed > n / 10 && !bad_identity, "WHATWG 4: parse of href is the identity (%lu of %lu)",
	   bad_identity, parsed);
	ok(!bad_room, "contract api.buffer: what is needed is enough (%lu times not)", bad_room);
	ok(!bad_check, "contract api.parse: check and parse agree (%lu do not)", bad_check);
	ok(taken > n / 50 && !bad_set,
	   "WHATWG 6.1: a setter leaves a URL that is read as itself (%lu of %lu do not)", bad_set,
	   taken);
	ok(!bad_relate, "contract cmd.relate: resolving leads back to the target (%lu do not)",
	   bad_relate);
	ok(!bad_recompose, "uri.h recompose: a record's own parts make it again (%lu do not)",
	   bad_recompose);
}

int main(void)
{
	everyuri_buf_init(&base_buf, NULL, 0, NULL);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_buf_init(&other_buf, NULL, 0, NULL);
	everyuri_buf_init(&third_buf, NULL, 0, NULL);
	run_error_vectors();
	getters();
	origins();
	setters();
	corners();
	edits();
	long_host();
	too_long_host();
	apostrophes();
	canonical_url();
	properties();
	everyuri_buf_free(&base_buf);
	everyuri_buf_free(&buf);
	everyuri_buf_free(&other_buf);
	everyuri_buf_free(&third_buf);
	guard_free(&guard);
	guard_free(&base_guard);
	guard_free(&text_guard);
	guard_free(&value_guard);
	return done();
}
