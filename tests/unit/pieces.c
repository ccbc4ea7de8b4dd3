/* pieces.c - parts that repeat, percent-coding by part, ports, edits one by one, and
 * what several standards make of one text. */
#include <everyuri.h>

#include "guard.h"
#include "tap.h"

#include <stdlib.h>

static struct guard guard;

static struct everyuri_uri uri_of(const char *text, enum everyuri_standard standard)
{
	struct everyuri_uri uri = { 0 };
	size_t len = strlen(text);

	if (everyuri_parse(guard_end(&guard, text, len), len, standard, 0, NULL, NULL, &uri, NULL))
		ok(false, "%s reads %s", everyuri_standard_name(standard), text);
	return uri;
}

/* ---- iterators: each piece in brackets, an absent value as "!" ---------------- */

static void segments(const char *text, enum everyuri_standard standard, const char *want)
{
	struct everyuri_uri uri = uri_of(text, standard);
	struct everyuri_iter iter = { 0 };
	struct everyuri_span at;
	char told[200];
	size_t len = 0;

	while (everyuri_segment_next(&uri, &iter, &at) && len < 150)
		len += (size_t)snprintf(told + len, sizeof told - len, "[%.*s]",
		                        (int)(at.end - at.begin), uri.text + at.begin);
	is_text(told, len, want, "uri.h: the segments of %s", text);
}

static void words(const char *text, const char *want)
{
	struct everyuri_uri uri = uri_of(text, EVERYURI_RFC3986);
	struct everyuri_iter iter = { 0 };
	struct everyuri_span at;
	char told[200];
	size_t len = 0;

	while (everyuri_word_next(&uri, &iter, &at) && len < 150)
		len += (size_t)snprintf(told + len, sizeof told - len, "[%.*s]",
		                        (int)(at.end - at.begin), uri.text + at.begin);
	is_text(told, len, want, "RFC 1630 query strings: the words of %s", text);
}

static void pairs(const char *text, const char *want)
{
	struct everyuri_uri uri = uri_of(text, EVERYURI_RFC3986);
	struct everyuri_iter iter = { 0 };
	struct everyuri_span key, value;
	char told[200];
	size_t len = 0;

	while (everyuri_pair_next(&uri, &iter, &key, &value) && len < 150) {
		bool absent = value.begin == EVERYURI_ABSENT;

		len += (size_t)snprintf(told + len, sizeof told - len, "[%.*s|%.*s]",
		                        (int)(key.end - key.begin), uri.text + key.begin,
		                        absent ? 1 : (int)(value.end - value.begin),
		                        absent ? "!" : uri.text + value.begin);
	}
	is_text(told, len, want, "uri.h: the pairs of %s", text);
}

static void iterators(void)
{
	segments("http://h/a/b", EVERYURI_RFC3986, "[a][b]");
	segments("http://h/", EVERYURI_RFC3986, "[]");
	segments("http://h", EVERYURI_RFC3986, "");
	segments("http://h//a/", EVERYURI_RFC3986, "[][a][]");
	segments("urn:a:b/c", EVERYURI_RFC3986, "[a:b][c]");
	segments("ftp://h/%2Fetc/motd", EVERYURI_RFC1738, "[%2Fetc][motd]");
	pairs("x:?a=1&b=2&a=3", "[a|1][b|2][a|3]");
	pairs("x:?k&k=&=v&&a=b=c", "[k|!][k|][|v][|!][a|b=c]");
	pairs("x:?a;b", "[a;b|!]");
	pairs("x:?", "");
	pairs("x:", "");
	words("x:?a+b++c", "[a][b][][c]");
	words("x:?", "");
	words("x:?a%2Bb", "[a%2Bb]");
}

/* ---- percent-coding ------------------------------------------------------------ */

static void coded(const char *data, size_t len, enum everyuri_place place, unsigned flags,
                  const char *want)
{
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_encode(guard_end(&guard, data, len), len,
	                everyuri_place_set(EVERYURI_RFC3986, place), flags, &buf, NULL);
	is_text(buf.data, buf.len, want, "RFC 3986 2.1: encoded for a %s",
	        everyuri_place_name(place));
	everyuri_decode(want, strlen(want), flags, &buf, NULL);
	ok(buf.len == len && !memcmp(buf.data, data, len), "RFC 3986 2.1: %s decodes to the same",
	   want);
	everyuri_buf_free(&buf);
}

static void refused(const char *text, size_t at)
{
	struct everyuri_buf buf;
	struct everyuri_error err = { 0 };
	size_t len = strlen(text);

	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(everyuri_decode(guard_end(&guard, text, len), len, 0, &buf, &err) == EVERYURI_INVALID &&
	           err.at == at,
	   "RFC 1630 example 3: %s has no decoding, byte %zu", text, at);
	everyuri_buf_free(&buf);
}

static struct everyuri_byte_set set_of(const char *bytes)
{
	struct everyuri_byte_set set = { { 0 } };

	for (; *bytes; bytes++)
		set.word[(unsigned char)*bytes >> 5] |= (uint32_t)1 << (*bytes & 31);
	return set;
}

static void safer(void)
{
	struct everyuri_byte_set unsafe = set_of("~{ %");
	struct everyuri_buf buf, back;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_buf_init(&back, NULL, 0, NULL);
	everyuri_safer("a~b%7Ec{ %2F", 12, &unsafe, &buf, NULL);
	is_text(buf.data, buf.len, "a%7Eb%7Ec%7B%20%2F",
	        "RFC 1630 safe sets: unsafe bytes are encoded, escapes stay");
	everyuri_less_safe(buf.data, buf.len, &unsafe, &back, NULL);
	is_text(back.data, back.len, "a~b~c{ %2F",
	        "RFC 1630 safe sets: only what is named is decoded");
	everyuri_less_safe(guard_end(&guard, "%7e%7", 5), 5, &unsafe, &back, NULL);
	is_text(back.data, back.len, "~%7", "RFC 1630 safe sets: what is no escape stays");
	unsafe = set_of("Ag");
	everyuri_less_safe(guard_end(&guard, "%4%41%%41%67%41", 15), 15, &unsafe, &back, NULL);
	is_text(back.data, back.len, "%4%41%%41gA",
	        "base.h everyuri_less_safe: no escape comes of what was none");
	unsafe = set_of("~{ %");
	everyuri_less_safe(guard_end(&guard, "%%20%", 5), 5, &unsafe, &back, NULL);
	is_text(back.data, back.len, "% %",
	        "base.h everyuri_less_safe: one that nothing completes keeps nothing encoded");
	everyuri_encode("%~", 2, &unsafe, 0, &back, NULL);
	is_text(back.data, back.len, "%25~", "base.h everyuri_encode: a percent sign never stays");
	everyuri_less_safe("%25%7e", 6, &unsafe, &back, NULL);
	is_text(back.data, back.len, "%25~", "RFC 1630 safe sets: a percent sign is never decoded");
	everyuri_buf_free(&buf);
	everyuri_buf_free(&back);
}

static void percent_coding(void)
{
	coded("a b/c?d%", 8, EVERYURI_PLACE_SEGMENT, 0, "a%20b%2Fc%3Fd%25");
	coded("a/b?c#d", 7, EVERYURI_PLACE_FRAGMENT, 0, "a/b?c%23d");
	coded("a&b=c d+e", 9, EVERYURI_PLACE_QUERY_VALUE, EVERYURI_PLUS, "a%26b%3Dc+d%2Be");
	coded("a+b", 3, EVERYURI_PLACE_SEGMENT, 0, "a+b");
	coded("u:p@h", 5, EVERYURI_PLACE_USER, 0, "u%3Ap%40h");
	coded("\xC3\xA9\0\xFF", 4, EVERYURI_PLACE_SEGMENT, 0, "%C3%A9%00%FF");
	refused("%*", 1);
	refused("%as", 2);
	refused("ab%4", 4);
	refused("%", 1);
	safer();
}

/* ---- numbers --------------------------------------------------------------------- */

static void port(const char *text, enum everyuri_status want, unsigned number)
{
	struct everyuri_uri uri = uri_of(text, EVERYURI_RFC3986);
	uint16_t got = 7;
	enum everyuri_status status = everyuri_port(&uri, &got);

	ok(status == want && got == (want ? 7 : number), "contract api.record: everyuri_port: %s",
	   text);
}

/* ---- edits -------------------------------------------------------------------------- */

static void edited(const char *text, const struct everyuri_change *changes, size_t n,
                   unsigned flags, const char *want)
{
	struct everyuri_uri uri = uri_of(text, EVERYURI_RFC3986);
	struct everyuri_buf buf;
	enum everyuri_status status;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	status = everyuri_edit(&uri, changes, n, flags, &buf, NULL);
	is_text(status ? NULL : buf.data, status ? 0 : buf.len, want, "contract cmd.edit: %s",
	        text);
	everyuri_buf_free(&buf);
}

#define TEXT(s)                  \
	{                        \
		s, sizeof(s) - 1 \
	}
#define NONE            \
	{               \
		NULL, 0 \
	}
#define ONE(...) &(const struct everyuri_change){ __VA_ARGS__ }, 1

static void edits(void)
{
	static const char full[] = "http://u:p@h:1/a%2fb?k=v&k&x=y#f";

	edited(full, ONE(EVERYURI_SET, EVERYURI_HOST, NONE, TEXT("g")), 0,
	       "http://u:p@g:1/a%2fb?k=v&k&x=y#f");
	edited(full, ONE(EVERYURI_DELETE, EVERYURI_PORT, NONE, NONE), 0,
	       "http://u:p@h/a%2fb?k=v&k&x=y#f");
	edited(full, ONE(EVERYURI_DELETE, EVERYURI_PASSWORD, NONE, NONE), 0,
	       "http://u@h:1/a%2fb?k=v&k&x=y#f");
	edited(full, ONE(EVERYURI_DELETE, EVERYURI_USER, NONE, NONE), 0, NULL);
	edited(full, ONE(EVERYURI_DELETE, EVERYURI_QUERY, NONE, NONE), 0, "http://u:p@h:1/a%2fb#f");
	edited(full, ONE(EVERYURI_SET, EVERYURI_FRAGMENT, NONE, TEXT("")), 0,
	       "http://u:p@h:1/a%2fb?k=v&k&x=y#");
	edited(full, ONE(EVERYURI_SET, EVERYURI_FRAGMENT, NONE, TEXT("a#b")), 0, NULL);
	edited(full, ONE(EVERYURI_SET, EVERYURI_HOST, NONE, TEXT("g/x")), 0, NULL);
	edited(full, ONE(EVERYURI_SET, EVERYURI_PATH, NONE, TEXT("x")), 0, NULL);
	edited(full, ONE(EVERYURI_SET, EVERYURI_SCHEME, NONE, TEXT("1")), 0, NULL);
	edited(full, ONE(EVERYURI_DELETE_QUERY, EVERYURI_QUERY, TEXT("k"), NONE), 0,
	       "http://u:p@h:1/a%2fb?x=y#f");
	edited(full, ONE(EVERYURI_DELETE_QUERY, EVERYURI_QUERY, TEXT("k"), TEXT("v")), 0,
	       "http://u:p@h:1/a%2fb?k&x=y#f");
	edited(full, ONE(EVERYURI_DELETE_QUERY, EVERYURI_QUERY, TEXT("k"), TEXT("")), 0, full);
	edited(full, ONE(EVERYURI_SET_QUERY, EVERYURI_QUERY, TEXT("k"), TEXT("w")), 0,
	       "http://u:p@h:1/a%2fb?k=w&x=y#f");
	edited(full, ONE(EVERYURI_SET_QUERY, EVERYURI_QUERY, TEXT("z"), NONE), 0,
	       "http://u:p@h:1/a%2fb?k=v&k&x=y&z#f");
	edited("http://h", ONE(EVERYURI_SET_QUERY, EVERYURI_QUERY, TEXT("a b"), TEXT("&")),
	       EVERYURI_EDIT_ENCODE, "http://h?a%20b=%26");
	edited("http://h?a%20b", ONE(EVERYURI_SET_QUERY, EVERYURI_QUERY, TEXT("a%20b"), TEXT("1")),
	       0, "http://h?a%20b=1");
	edited(full, ONE(EVERYURI_SET_QUERY, EVERYURI_QUERY, TEXT("k"), TEXT("&")), 0, NULL);
	edited(full, ONE(EVERYURI_APPEND_QUERY, EVERYURI_QUERY, TEXT("k"), TEXT("")), 0,
	       "http://u:p@h:1/a%2fb?k=v&k&x=y&k=#f");
	edited(full, ONE(EVERYURI_APPEND_QUERY, EVERYURI_QUERY, TEXT("z"), NONE), 0,
	       "http://u:p@h:1/a%2fb?k=v&k&x=y&z#f");
	edited(full, ONE(EVERYURI_APPEND_PATH, EVERYURI_PATH, NONE, TEXT("c d")), 0, NULL);
	edited(full, ONE(EVERYURI_APPEND_PATH, EVERYURI_PATH, NONE, TEXT("c/d")),
	       EVERYURI_EDIT_ENCODE, "http://u:p@h:1/a%2fb/c%2Fd?k=v&k&x=y#f");
	edited("http://h/?%62=1&a=2&b=3&a=1", ONE(EVERYURI_SORT_QUERY, EVERYURI_QUERY, NONE, NONE),
	       0, "http://h/?a=2&a=1&%62=1&b=3");
	edited("http://h/?%62=1&a=2&b&bb=1",
	       ONE(EVERYURI_DELETE_QUERY, EVERYURI_QUERY, TEXT("b"), NONE), 0,
	       "http://h/?a=2&bb=1");
	edited("http://h/a/", ONE(EVERYURI_APPEND_PATH, EVERYURI_PATH, NONE, TEXT("b")), 0,
	       "http://h/a/b");
	edited("http://h", ONE(EVERYURI_APPEND_PATH, EVERYURI_PATH, NONE, TEXT("b")), 0,
	       "http://h/b");
	edited("http://h", ONE(EVERYURI_SET, EVERYURI_PASSWORD, NONE, TEXT("p")), 0, NULL);
	edited("http://h", ONE(EVERYURI_SET, EVERYURI_QUERY, NONE, TEXT("q")), 0, "http://h?q");
	edited("urn:a", ONE(EVERYURI_SET, EVERYURI_PATH, NONE, TEXT("//h")), 0, NULL);
}

/* ---- compare --------------------------------------------------------------------------- */

static void compared(const char *text, const char *accepted, bool agree, unsigned first)
{
	struct everyuri_comparison c;
	struct everyuri_buf buf;
	char told[10] = "---------";
	size_t len = strlen(text);

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!ok(!everyuri_compare(guard_end(&guard, text, len), len, UINT32_MAX, 0, &buf, &c, NULL),
	        "uri.h compare: %s", text))
		return;
	for (unsigned s = 0; s < EVERYURI_N_STANDARDS; s++)
		if (c.accepted & 1u << s)
			told[s] = 'v';
	is_text(told, 9, accepted, "contract cmd.compare: who accepts %s", text);
	ok(c.agree == agree && c.first == first,
	   "contract cmd.compare: agreement on %s (got %d, %u)", text, c.agree, (unsigned)c.first);
	everyuri_buf_free(&buf);
}

static void comparisons(void)
{
	/* In the order url1993 uri1994 rfc1630 rfc1738 1808 2396 rfc3986 3987 whatwg. */
	compared("http://h/a", "vvvvvvvvv", true, EVERYURI_N_PARTS);
	compared("http://h?q", "vvv-vvvvv", false, EVERYURI_HOST);
	compared("HTTP://H:80/%7Ea", "vvvvvvvvv", true, EVERYURI_N_PARTS);
	compared("http://user@host/", "vvv-vvvvv", false, EVERYURI_USER);
	compared("http://h/a b", "vv------v", true, EVERYURI_N_PARTS);
	compared("http:\\\\h/a", "--------v", true, EVERYURI_N_PARTS);
	compared("%", "---------", false, EVERYURI_N_PARTS);
	compared("-rf:x", "---vv----", true, EVERYURI_N_PARTS);
	compared("gopher://h/7a?b", "vv-vvvvvv", false, EVERYURI_PATH);
}

/* ---- partial forms keep being partial ------------------------------------------------------ */

static void normalized(const char *text, enum everyuri_standard standard, const char *want)
{
	size_t len = strlen(text);
	struct everyuri_uri uri;
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (everyuri_parse(guard_end(&guard, text, len), len, standard,
	                   EVERYURI_ADMIT_PARTIAL | EVERYURI_ADMIT_ZONE, NULL, NULL, &uri, NULL) ||
	    everyuri_normalize(&uri, EVERYURI_LEVEL_SCHEME, &buf, NULL, NULL))
		ok(false, "uri.h normalize: %s", text);
	else
		is_text(buf.data, buf.len, want, "%s: the normal form of the partial form %s",
		        everyuri_standard_name(standard), text);
	everyuri_buf_free(&buf);
}

static void partial_forms(void)
{
	normalized("%41:b/%41", EVERYURI_RFC1808, "%41:b/A");
	normalized("%41/b:%41", EVERYURI_RFC1808, "A/b:A");
	normalized("..//%7Ea", EVERYURI_RFC3986, "..//~a");
	/* RFC 6874: the zone's case is its own. */
	normalized("//[FE80:0::1%25Eth%7e0]/", EVERYURI_RFC3986, "//[fe80::1%25Eth~0]/");
}

/* ---- names -------------------------------------------------------------------------------- */

static void found(const char *name, enum everyuri_status want, enum everyuri_standard which)
{
	enum everyuri_standard standard = EVERYURI_WHATWG;
	enum everyuri_status status = everyuri_standard_find(name, strlen(name), &standard);

	ok(status == want && standard == (want ? EVERYURI_WHATWG : which),
	   "uri.h everyuri_standard_find: \"%s\"", name);
}

static void status(const char *name, size_t len, enum everyuri_scheme_status want)
{
	is_number(everyuri_scheme_status_of(guard_end(&guard, name, len), len), want,
	          "RFC 7595: the status of \"%s\" (%zu bytes)", name, len);
}

static void names(void)
{
	static const char *const standards[] = { "url1993", "uri1994", "rfc1630",
		                                 "rfc1738", "rfc1808", "rfc2396",
		                                 "rfc3986", "rfc3987", "whatwg" };
	size_t n;
	const char *const *schemes = everyuri_scheme_names(&n);
	size_t n_by_status[5] = { 0 };
	bool sorted = n > 0;

	for (int s = 0; s < EVERYURI_N_STANDARDS; s++)
		ok(!strcmp(everyuri_standard_name((enum everyuri_standard)s), standards[s]),
		   "contract api.standard: standard %d is %s", s, standards[s]);
	found("url1993", EVERYURI_OK, EVERYURI_URL1993);
	found("rfc3986", EVERYURI_OK, EVERYURI_RFC3986);
	found("whatwg", EVERYURI_OK, EVERYURI_WHATWG);
	found("RFC3986", EVERYURI_MISSING, EVERYURI_WHATWG);
	found("rfc398", EVERYURI_MISSING, EVERYURI_WHATWG);
	found("", EVERYURI_MISSING, EVERYURI_WHATWG);
	for (int p = 0; p < EVERYURI_N_PLACES; p++) {
		const char *name = everyuri_place_name((enum everyuri_place)p);
		enum everyuri_place place = EVERYURI_PLACE_USER;

		ok(!everyuri_place_find(name, strlen(name), &place) && (int)place == p,
		   "uri.h everyuri_place_find: \"%s\"", name);
	}
	for (size_t i = 1; i < n; i++)
		sorted = sorted && strcmp(schemes[i - 1], schemes[i]) < 0;
	ok(sorted, "base.h everyuri_scheme_names: %zu, sorted by byte", n);
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(schemes[i]);

		n_by_status[everyuri_scheme_status_of(guard_end(&guard, schemes[i], len), len)]++;
	}
	ok(n == 459 && n_by_status[EVERYURI_SCHEME_PERMANENT] == 99 &&
	           n_by_status[EVERYURI_SCHEME_PROVISIONAL] == 317 &&
	           n_by_status[EVERYURI_SCHEME_HISTORICAL] == 18 &&
	           n_by_status[EVERYURI_SCHEME_WIDE_USE] == 25,
	   "RFC 7595: 434 schemes of the registry and 25 others, each with its status");
	status("http", 4, EVERYURI_SCHEME_PERMANENT);
	status("HtTpS", 5, EVERYURI_SCHEME_PERMANENT);
	status("aaa", 3, EVERYURI_SCHEME_PERMANENT);
	status("coap+tcp", 8, EVERYURI_SCHEME_PERMANENT);
	status("ztdnaid", 7, EVERYURI_SCHEME_PROVISIONAL);
	status("irc", 3, EVERYURI_SCHEME_PROVISIONAL);
	status("wais", 4, EVERYURI_SCHEME_HISTORICAL);
	status("prospero", 8, EVERYURI_SCHEME_HISTORICAL);
	status("gemini", 6, EVERYURI_SCHEME_WIDE_USE);
	status("git+ssh", 7, EVERYURI_SCHEME_WIDE_USE);
	status("x-unheard-of", 12, EVERYURI_SCHEME_UNKNOWN);
	status("htt", 3, EVERYURI_SCHEME_UNKNOWN);
	status("http\0", 5, EVERYURI_SCHEME_UNKNOWN);
	status("\0", 1, EVERYURI_SCHEME_UNKNOWN);
	status("\xFF", 1, EVERYURI_SCHEME_UNKNOWN);
	status("", 0, EVERYURI_SCHEME_UNKNOWN);
	ok(everyuri_scheme_port("HTTP", 4) == 80 && everyuri_scheme_port("httpx", 5) == 0 &&
	           everyuri_scheme_port("http", 3) == 0,
	   "base.h everyuri_scheme_port: in either case, and the whole name");
}

int main(void)
{
	names();
	partial_forms();
	iterators();
	percent_coding();
	port("http://h:80", EVERYURI_OK, 80);
	port("http://h:00080", EVERYURI_OK, 80);
	port("http://h:65535", EVERYURI_OK, 65535);
	port("http://h:65536", EVERYURI_OUT_OF_RANGE, 0);
	port("http://h:99999999999999999999", EVERYURI_OUT_OF_RANGE, 0);
	port("http://h:", EVERYURI_MISSING, 0);
	port("http://h", EVERYURI_MISSING, 0);
	edits();
	comparisons();
	guard_free(&guard);
	return done();
}
