/* errors.c - what an error says besides its place: the clause, and why, by the byte that stands there and by
 * the part that it stands in. */
#include <everyuri.h>

#include "guard.h"
#include "tap.h"

#define PARTIAL EVERYURI_ADMIT_PARTIAL

static const char by_scheme[] = "character not allowed in a scheme";
static const char by_authority[] = "character not allowed here in the authority";
static const char by_path[] = "character not allowed here in the path or query";
static const char by_fragment[] = "character not allowed in a fragment";
static const char bare_scheme[] = "missing scheme";
static const char bare_authority[] = "unexpected end of text in the authority";
static const char bare_path[] = "unexpected end of text";
static const char half_escape[] = "\"%\" must be followed by two hexadecimal digits";
static const char control[] = "control character must be encoded";
static const char space[] = "space must be encoded";
static const char foreign[] = "non-ASCII byte must be encoded";

struct refused {
	enum everyuri_standard standard;
	unsigned flags;
	const char *text;
	size_t at;
	const char *clause, *message;
};

static const struct refused refused[] = {
	/* The part decides which rule it is: every standard names its own. */
	{ EVERYURI_URL1993, 0, "http://h[/", 8, "URL draft 1993, BNF login", by_authority },
	{ EVERYURI_URL1993, 0, "http://h/#a[b", 11, "URL draft 1993, BNF fragmentid", by_fragment },
	{ EVERYURI_URL1993, 0, "http://h/a\x80", 10, "URL draft 1993, unsafe characters", foreign },
	{ EVERYURI_URI1994, 0, "http://h[/", 8, "URI draft 1994, BNF login", by_authority },
	{ EVERYURI_URI1994, 0, "http://h/#a[b", 11, "URI draft 1994, BNF fragmentid", by_fragment },
	{ EVERYURI_URI1994, 0, "http://h/a\x80", 10, "URI draft 1994, unsafe characters", foreign },
	{ EVERYURI_RFC1630, 0, "http://h[/", 8, "RFC 1630, BNF login", by_authority },
	{ EVERYURI_RFC1630, 0, "http://h/a[b", 10, "RFC 1630, BNF path", by_path },
	{ EVERYURI_RFC1630, 0, "http://h/#a[b", 11, "RFC 1630, BNF fragmentid", by_fragment },
	{ EVERYURI_RFC1630, 0, "http://h/%4", 11, "RFC 1630, unsafe characters", half_escape },
	{ EVERYURI_RFC1738, 0, "a_b:c", 1, "RFC 1738 2.1", by_scheme },
	{ EVERYURI_RFC1738, 0, "http://h[/", 8, "RFC 1738 3.1", by_authority },
	{ EVERYURI_RFC1738, 0, "http://h/a[b", 10, "RFC 1738 5", by_path },
	{ EVERYURI_RFC1738, 0, "ftp://h/a b", 9, "RFC 1738 2.2", space },
	{ EVERYURI_RFC1808, 0, "http://h/a[b", 10, "RFC 1808 2.2", by_path },
	{ EVERYURI_RFC1808, PARTIAL, "a b", 1, "RFC 1738 2.2", space },
	{ EVERYURI_RFC2396, 0, "a_b:c", 1, "RFC 2396 3.1", by_scheme },
	{ EVERYURI_RFC2396, 0, "http://h[/", 8, "RFC 2396 3.2", by_authority },
	{ EVERYURI_RFC2396, 0, "http://h/a[b", 10, "RFC 2396 3.3", by_path },
	{ EVERYURI_RFC2396, 0, "http://h/%4", 11, "RFC 2396 2", half_escape },
	{ EVERYURI_RFC3986, 0, "a_b:c", 1, "RFC 3986 3.1", by_scheme },
	{ EVERYURI_RFC3986, 0, "http://h[/", 8, "RFC 3986 3.2", by_authority },
	{ EVERYURI_RFC3986, 0, "http://h/a[b", 10, "RFC 3986 3.3", by_path },
	{ EVERYURI_RFC3986, 0, "http://h/#a[b", 11, "RFC 3986 3.5", by_fragment },
	{ EVERYURI_RFC3986, 0, "http://h/%4", 11, "RFC 3986 2.1", half_escape },
	{ EVERYURI_RFC3986, PARTIAL, "%4g", 2, "RFC 3986 2.1", half_escape },
	{ EVERYURI_RFC3987, 0, "http://h[/", 8, "RFC 3987 2.2", by_authority },
	{ EVERYURI_RFC3987, 0, "http://h/a\x80", 10, "RFC 3987 2.2", foreign },

	/* Where the authority ends, and what has none. */
	{ EVERYURI_RFC3986, 0, "http://h:8x/", 11, "RFC 3986 3.2", by_authority },
	{ EVERYURI_RFC3986, 0, "http://h?a[b", 10, "RFC 3986 3.3", by_path },
	{ EVERYURI_RFC3986, 0, "x:[", 2, "RFC 3986 3.3", by_path },
	{ EVERYURI_RFC3986, 0, "x:y[", 3, "RFC 3986 3.3", by_path },
	{ EVERYURI_RFC3986, 0, "x:y/[", 4, "RFC 3986 3.3", by_path },
	{ EVERYURI_RFC3986, 0, "x:/[", 3, "RFC 3986 3.3", by_path },
	{ EVERYURI_RFC3986, 0, "x:/y[", 4, "RFC 3986 3.3", by_path },
	{ EVERYURI_RFC3986, 0, "x://]", 4, "RFC 3986 3.2", by_authority },
	{ EVERYURI_RFC3986, 0, "x:///y[", 6, "RFC 3986 3.3", by_path },
	{ EVERYURI_RFC3986, PARTIAL, "a/b[c", 3, "RFC 3986 3.3", by_path },
	{ EVERYURI_RFC3986, PARTIAL, "a?b[c", 3, "RFC 3986 3.3", by_path },
	{ EVERYURI_RFC3986, PARTIAL, "#b[c", 2, "RFC 3986 3.5", by_fragment },

	/* What the text ends in. */
	{ EVERYURI_RFC3986, 0, "", 0, "RFC 3986 3.1", bare_scheme },
	{ EVERYURI_RFC3986, 0, "ab", 2, "RFC 3986 3.1", bare_scheme },
	{ EVERYURI_RFC3986, 0, "http://[::1", 11, "RFC 3986 3.2", bare_authority },
	{ EVERYURI_RFC1738, 0, "http://", 7, "RFC 1738 3.1", bare_authority },
	{ EVERYURI_RFC1738, 0, "http:/", 6, "RFC 1738 5", bare_path },
	{ EVERYURI_RFC3986, 0, "http://h/%", 10, "RFC 3986 2.1", half_escape },

	/* What ends in front of a fragment. */
	{ EVERYURI_RFC3986, 0, "ab#f", 2, "RFC 3986 3.1", bare_scheme },
	{ EVERYURI_RFC3986, 0, "http://[::1#f", 11, "RFC 3986 3.2", bare_authority },
	{ EVERYURI_RFC3986, 0, "http://h/%#f", 10, "RFC 3986 2.1", half_escape },
	{ EVERYURI_RFC1738, 0, "http:#x", 5, "RFC 1738 5", bare_path },
	{ EVERYURI_RFC1738, 0, "http://h:#a", 9, "RFC 1738 3.1", bare_authority },
	{ EVERYURI_RFC1630, 0, "ftp://h#a", 7, "RFC 1630, BNF login", bare_authority },

	/* RFC 2396 3: what begins with no slash is an opaque_part, and not a path. */
	{ EVERYURI_RFC2396, 0, "x:", 2, "RFC 2396 3", bare_path },
	{ EVERYURI_RFC2396, 0, "x:#f", 2, "RFC 2396 3", bare_path },
	{ EVERYURI_RFC2396, 0, "x:[a", 2, "RFC 2396 3", by_path },
	{ EVERYURI_RFC2396, 0, "x:y/[/\\", 6, "RFC 2396 3", by_path },
	{ EVERYURI_RFC2396, 0, "x:/y\\", 4, "RFC 2396 3.3", by_path },
	{ EVERYURI_RFC2396, PARTIAL, "a/b:c\\", 5, "RFC 2396 3.3", by_path },
	{ EVERYURI_RFC2396, PARTIAL, "a?b:c\\", 5, "RFC 2396 3.3", by_path },

	/* What stands there. */
	{ EVERYURI_RFC3986, 0, "1", 0, "RFC 3986 3.1",
	  "character not allowed at the start of a scheme" },
	{ EVERYURI_RFC3986, 0, ":", 0, "RFC 3986 3.1",
	  "character not allowed at the start of a scheme" },
	{ EVERYURI_RFC3986, 0, "a\x01:", 1, "RFC 3986 2.1", control },
	{ EVERYURI_RFC3986, 0, "a\x1F:", 1, "RFC 3986 2.1", control },
	{ EVERYURI_RFC3986, 0, "a\x7F:", 1, "RFC 3986 2.1", control },
	{ EVERYURI_RFC3986, 0, "a :", 1, "RFC 3986 2.1", space },
	{ EVERYURI_RFC3986, 0, "a!:", 1, "RFC 3986 3.1", by_scheme },
	{ EVERYURI_RFC3986, 0, "a~:", 1, "RFC 3986 3.1", by_scheme },
	{ EVERYURI_RFC3986, 0, "a\x80:", 1, "RFC 3986 2.1", foreign },
	{ EVERYURI_RFC3986, 0, "a\xFF:", 1, "RFC 3986 2.1", foreign },
	{ EVERYURI_RFC3986, 0, "http://h/%zz", 10, "RFC 3986 2.1", half_escape },
	{ EVERYURI_RFC3986, 0, "http://h/%4g", 11, "RFC 3986 2.1", half_escape },
	{ EVERYURI_RFC3986, 0, "http://h%4g", 10, "RFC 3986 2.1", half_escape },
	{ EVERYURI_RFC3986, 0, "http://h/%41[", 12, "RFC 3986 3.3", by_path },
	{ EVERYURI_RFC3986, 0, "http://h/#a#b", 11, "RFC 3986 3.5",
	  "only one \"#\" is allowed, before the fragment" },
};

static struct guard guard;

/* What stands in front of the text is none of it: here as many percent signs as an escape could need. */
static void test_refused(const struct refused *want)
{
	char with_front[64] = "%%%";
	size_t len = strlen(want->text);
	struct everyuri_uri uri;
	struct everyuri_error err = { 0 };
	const char *text;

	memcpy(with_front + 3, want->text, len);
	text = guard_end(&guard, with_front, 3 + len) + 3;
	ok(everyuri_parse(text, len, want->standard, want->flags, NULL, NULL, &uri, &err) ==
	                   EVERYURI_INVALID &&
	           err.status == EVERYURI_INVALID && err.at == want->at,
	   "%s: \"%s\" is refused at %zu", everyuri_standard_name(want->standard), want->text,
	   want->at);
	is_text(err.clause ? err.clause : "", err.clause ? strlen(err.clause) : 0, want->clause,
	        "%s: \"%s\" breaks this clause", everyuri_standard_name(want->standard),
	        want->text);
	is_text(err.message ? err.message : "", err.message ? strlen(err.message) : 0,
	        want->message, "%s: \"%s\", and this is why",
	        everyuri_standard_name(want->standard), want->text);
}

/* What is wrong with the pair, or the attribute, is at no byte of them. */
static void without_place(void)
{
	struct everyuri_uri base, partial;
	struct everyuri_error err = { .at = 77 };
	struct everyuri_buf buf, other;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_buf_init(&other, NULL, 0, NULL);
	ok(!everyuri_parse("http://h/", 9, EVERYURI_RFC3986, 0, NULL, NULL, &base, NULL) &&
	           !everyuri_parse("a/b", 3, EVERYURI_RFC3986, PARTIAL, NULL, NULL, &partial,
	                           NULL) &&
	           everyuri_relate(&base, &partial, 0, &buf, &err) == EVERYURI_INVALID && !err.at,
	   "relate: a partial form is refused at 0");
	err.at = 77;
	ok(!everyuri_parse("http://h/", 9, EVERYURI_WHATWG, 0, NULL, &other, &base, NULL) &&
	           everyuri_whatwg_set(&base, EVERYURI_WHATWG_HREF, "x", 1, &buf, &base, &err) ==
	                   EVERYURI_INVALID &&
	           !err.at,
	   "whatwg: an attribute that is not set is refused at 0");
	everyuri_buf_free(&buf);
	everyuri_buf_free(&other);
}

/* What is resolved can be invalid although both of its sources are not. */
static void resolved(void)
{
	static const struct {
		enum everyuri_standard standard;
		unsigned flags;
		const char *base, *text;
		uint32_t which;
		size_t at;
		const char *why;
	} rows[] = {
		{ EVERYURI_URL1993, 0, "ftp://u:p@:0/1", "//_EX.com./)", 0, 2,
		  "a byte of the reference's" },
		{ EVERYURI_RFC1738, 0, "telnet://h/", "a", 0, 0, "its first" },
		{ EVERYURI_RFC1738, 0, "URL:telnet://h/", "a", 0, 0, "of a base with URL:" },
		{ EVERYURI_RFC1738, 0, "telnet://h/", "//u:p@", 0, 6, "its end" },
		{ EVERYURI_RFC1738, 0, "telnet://h", "x/y/../*", 0, 0,
		  "dots were removed behind it, and the base is shorter" },
		{ EVERYURI_RFC1738, 0, "telnet://h#fragment", "x/y/../*", 0, 0,
		  "dots were removed behind it, and the base reads otherwise" },
		{ EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE, "http://[fe80::1%25eth0]/", "g", 1, 15,
		  "a byte of the base's" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct everyuri_error err = { .which = 99 };
		struct everyuri_uri base, uri;
		struct everyuri_buf buf;
		enum everyuri_status s;

		everyuri_buf_init(&buf, NULL, 0, NULL);
		s = everyuri_parse(rows[i].base, strlen(rows[i].base), rows[i].standard,
		                   rows[i].flags, NULL, NULL, &base, NULL);
		ok(!s, "%s is a base", rows[i].base);
		s = everyuri_parse(rows[i].text, strlen(rows[i].text), rows[i].standard, 0, &base,
		                   &buf, &uri, &err);
		ok(s == EVERYURI_INVALID && err.which == rows[i].which && err.at == rows[i].at,
		   "uri.h everyuri_parse: %s and %s: %s (%u, %zu)", rows[i].base, rows[i].text,
		   rows[i].why, err.which, err.at);
		everyuri_buf_free(&buf);
	}
}

int main(void)
{
	without_place();
	resolved();
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		test_refused(&refused[i]);
	guard_free(&guard);
	return done();
}
