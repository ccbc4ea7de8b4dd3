/* edit.c - uri.h everyuri_edit: what each change makes of a URI, and which change is to blame where, for what it makes is
 * none. */
#include <everyuri.h>

#include "guard.h"
#include "tap.h"

#define S(text)                        \
	{                              \
		text, sizeof(text) - 1 \
	}
#define NONE            \
	{               \
		NULL, 0 \
	}
#define SET(part, value)                                      \
	{                                                     \
		EVERYURI_SET, EVERYURI_##part, NONE, S(value) \
	}
#define DELETE(part)                                         \
	{                                                    \
		EVERYURI_DELETE, EVERYURI_##part, NONE, NONE \
	}
#define SEGMENT(value)                                              \
	{                                                           \
		EVERYURI_APPEND_PATH, EVERYURI_PATH, NONE, S(value) \
	}
#define PAIR(key, value)                                                \
	{                                                               \
		EVERYURI_APPEND_QUERY, EVERYURI_QUERY, S(key), S(value) \
	}
#define KEY(key)                                                    \
	{                                                           \
		EVERYURI_APPEND_QUERY, EVERYURI_QUERY, S(key), NONE \
	}
#define SET_PAIR(key, value)                                         \
	{                                                            \
		EVERYURI_SET_QUERY, EVERYURI_QUERY, S(key), S(value) \
	}
#define WITHOUT(key)                                                \
	{                                                           \
		EVERYURI_DELETE_QUERY, EVERYURI_QUERY, S(key), NONE \
	}
#define WITHOUT_PAIR(key, value)                                        \
	{                                                               \
		EVERYURI_DELETE_QUERY, EVERYURI_QUERY, S(key), S(value) \
	}
#define SORTED                                                  \
	{                                                       \
		EVERYURI_SORT_QUERY, EVERYURI_QUERY, NONE, NONE \
	}
#define MAX_CHANGES 3
#define ENCODE EVERYURI_EDIT_ENCODE

static struct guard guard;

struct edit {
	enum everyuri_standard standard;
	const char *text;
	unsigned flags;
	size_t n;
	struct everyuri_change changes[MAX_CHANGES];
	const char *want;
};

static const struct edit edits[] = {
	/* Each part, encoded for its own place. */
	{ EVERYURI_RFC3986, "a://h", ENCODE, 1, { SET(USER, "a:@%/?") }, "a://a%3A%40%25%2F%3F@h" },
	{ EVERYURI_RFC3986, "a://u@h", ENCODE, 1, { SET(PASSWORD, "a:@/") }, "a://u:a:%40%2F@h" },
	{ EVERYURI_RFC3986, "a://h", ENCODE, 1, { SET(HOST, "a:b@") }, "a://a%3Ab%40" },
	{ EVERYURI_RFC3986, "a://h", ENCODE, 1, { SET(HOST, "[::1]") }, "a://[::1]" },
	{ EVERYURI_RFC3986, "a://h", ENCODE, 1, { SET(HOST, "") }, "a://" },
	{ EVERYURI_RFC3986, "a://h", ENCODE, 1, { SET(PORT, "1") }, "a://h:1" },
	{ EVERYURI_RFC3986, "a://h", ENCODE, 1, { SET(SCHEME, "b") }, "b://h" },
	{ EVERYURI_RFC3986, "a://h", ENCODE, 1, { SET(PATH, "/a/b?") }, "a://h/a/b%3F" },
	{ EVERYURI_RFC3986, "a://h", ENCODE, 1, { SEGMENT("a/b?:@") }, "a://h/a%2Fb%3F:@" },
	{ EVERYURI_RFC3986, "a://h", ENCODE, 1, { SET(QUERY, "a/?&#") }, "a://h?a/?&%23" },
	{ EVERYURI_RFC3986, "a://h", ENCODE, 1, { SET(FRAGMENT, "a/?#") }, "a://h#a/?%23" },
	{ EVERYURI_RFC3986,
	  "a://h",
	  ENCODE,
	  1,
	  { PAIR("a&", "b=&;+") },
	  "a://h?a%26=b%3D%26%3B%2B" },
	{ EVERYURI_RFC1738, "ftp://h/", ENCODE, 1, { SET(USER, "a:?") }, "ftp://a%3A?@h/" },
	{ EVERYURI_RFC2396, "a://h", ENCODE, 1, { SET(USER, "a:") }, "a://a%3A@h" },

	/* Not encoded, what stands there is what was given. */
	{ EVERYURI_RFC3986, "a://h", 0, 1, { SET(QUERY, "%3f%") }, NULL },
	{ EVERYURI_RFC3986, "a://h", 0, 1, { SET(QUERY, "%3f") }, "a://h?%3f" },
	{ EVERYURI_RFC3986, "a://h/b", 0, 1, { SEGMENT("%2f") }, "a://h/b/%2f" },
	{ EVERYURI_RFC3986, "a:", 0, 1, { SEGMENT("b") }, "a:b" },
	{ EVERYURI_RFC3986, "a:b", 0, 1, { SEGMENT("") }, "a:b/" },
	{ EVERYURI_RFC3986, "a:b/", 0, 1, { SEGMENT("") }, "a:b/" },
	{ EVERYURI_RFC1738, "ftp://h/a;type=i", 0, 1, { SEGMENT("b") }, "ftp://h/a/b;type=i" },
	{ EVERYURI_RFC1738, "ftp://h/a;type=i", 0, 1, { SET(PATH, "/b") }, "ftp://h/b" },
	{ EVERYURI_RFC1738,
	  "ftp://h/a;type=i",
	  0,
	  2,
	  { SET(PATH, "/b"), SEGMENT("c") },
	  "ftp://h/b/c" },
	{ EVERYURI_RFC1738, "URL:ftp://h/a", 0, 1, { SET(HOST, "g") }, "URL:ftp://g/a" },
	{ EVERYURI_RFC3986, "a://h/b", 0, 2, { DELETE(PATH), SEGMENT("c") }, "a://h/c" },
	{ EVERYURI_RFC3986,
	  "a://h/b?c#d",
	  0,
	  3,
	  { DELETE(QUERY), DELETE(FRAGMENT), DELETE(PATH) },
	  "a://h" },
	{ EVERYURI_RFC3986, "a://u:p@h", 0, 2, { DELETE(PASSWORD), DELETE(USER) }, "a://h" },
	{ EVERYURI_RFC3986, "a://h/b", 0, 1, { DELETE(HOST) }, "a:/b" },
	{ EVERYURI_RFC3986,
	  "a://h",
	  0,
	  3,
	  { SET(USER, "u"), SET(PASSWORD, "p"), SET(PORT, "2") },
	  "a://u:p@h:2" },

	/* Pairs. */
	{ EVERYURI_RFC3986, "a:?", 0, 1, { KEY("k") }, "a:?k" },
	{ EVERYURI_RFC3986, "a:", 0, 2, { KEY("k"), PAIR("l", "") }, "a:?k&l=" },
	{ EVERYURI_RFC3986, "a:?k=1&l&k", 0, 1, { SET_PAIR("k", "2") }, "a:?k=2&l" },
	{ EVERYURI_RFC3986, "a:?l", 0, 1, { SET_PAIR("k", "2") }, "a:?l&k=2" },
	{ EVERYURI_RFC3986, "a:?", 0, 1, { SET_PAIR("k", "2") }, "a:?k=2" },
	{ EVERYURI_RFC3986,
	  "a:?%6B=1&k=2&kk=3&=k",
	  0,
	  1,
	  { SET_PAIR("k", "4") },
	  "a:?%6B=4&kk=3&=k" },
	{ EVERYURI_RFC3986, "a:?%6B=1&k=2", 0, 1, { SET_PAIR("%6b", "4") }, "a:?%6B=4" },
	{ EVERYURI_RFC3986,
	  "a:?%6B=1&%2536b=2",
	  ENCODE,
	  1,
	  { SET_PAIR("%36b", "4") },
	  "a:?%6B=1&%2536b=4" },
	{ EVERYURI_RFC3986, "a:?k=1&l=2&k", 0, 1, { WITHOUT("k") }, "a:?l=2" },
	{ EVERYURI_RFC3986, "a:?k=1", 0, 1, { WITHOUT("k") }, "a:" },
	{ EVERYURI_RFC3986, "a:?", 0, 1, { WITHOUT("k") }, "a:?" },
	{ EVERYURI_RFC3986, "a:", 0, 1, { WITHOUT("k") }, "a:" },
	{ EVERYURI_RFC3986,
	  "a:?k=1&k=%31&k=11&k=&k&k=12",
	  0,
	  1,
	  { WITHOUT_PAIR("k", "1") },
	  "a:?k=11&k=&k&k=12" },
	{ EVERYURI_RFC3986, "a:?k=1&k=&k&kk=", 0, 1, { WITHOUT_PAIR("k", "") }, "a:?k=1&k&kk=" },
	{ EVERYURI_RFC3986, "a:?k=1=2&k=1", 0, 1, { WITHOUT_PAIR("k", "1=2") }, "a:?k=1" },
	{ EVERYURI_RFC3986, "a:?&c=1&b&%61=2&b=0&", 0, 1, { SORTED }, "a:?&&%61=2&b&b=0&c=1" },
	{ EVERYURI_RFC3986, "a:?b=1&a", 0, 2, { SORTED, KEY("A") }, "a:?a&b=1&A" },
	{ EVERYURI_RFC3986, "a:?", 0, 1, { SORTED }, "a:?" },
	{ EVERYURI_RFC3986, "a:", 0, 1, { SORTED }, "a:" },

	/* By the setters of the URL class. */
	{ EVERYURI_WHATWG, "http://h/a?b#c", 0, 1, { SET(HOST, "G") }, "http://g/a?b#c" },
	{ EVERYURI_WHATWG, "http://h/a", 0, 1, { SET(QUERY, "?b") }, "http://h/a?b" },
	{ EVERYURI_WHATWG, "http://h/a??b", 0, 1, { KEY("c") }, "http://h/a??b&c" },
	{ EVERYURI_WHATWG, "http://h/a?b", 0, 1, { WITHOUT("b") }, "http://h/a" },
	{ EVERYURI_WHATWG, "http://h/a?b", 0, 1, { DELETE(QUERY) }, "http://h/a" },
	{ EVERYURI_WHATWG,
	  "http://h/a#b",
	  0,
	  2,
	  { DELETE(FRAGMENT), SEGMENT("c") },
	  "http://h/a/c" },
	{ EVERYURI_WHATWG,
	  "http://h/",
	  0,
	  3,
	  { SET(USER, "\xFF"), SET(PASSWORD, ":"), SET(PORT, "81") },
	  "http://%EF%BF%BD:%3A@h:81/" },
	{ EVERYURI_WHATWG,
	  "http://u:p@h:81/",
	  0,
	  3,
	  { DELETE(USER), DELETE(PASSWORD), DELETE(PORT) },
	  "http://h/" },
	{ EVERYURI_WHATWG, "http://h/", 0, 1, { SET(SCHEME, "ws") }, "ws://h/" },
};

static void test_edit(const struct edit *edit)
{
	size_t len = strlen(edit->text);
	struct everyuri_uri uri;
	struct everyuri_buf buf, read;
	enum everyuri_status status;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_buf_init(&read, NULL, 0, NULL);
	status = everyuri_parse(guard_end(&guard, edit->text, len), len, edit->standard, 0, NULL,
	                        &read, &uri, NULL);
	if (!status)
		status = everyuri_edit(&uri, edit->changes, edit->n, edit->flags, &buf, NULL);
	if (edit->want)
		is_text(status ? "refused" : buf.data, status ? 7 : buf.len, edit->want,
		        "uri.h edit (%s): %zu changes to %s",
		        everyuri_standard_name(edit->standard), edit->n, edit->text);
	else
		ok(status == EVERYURI_INVALID, "uri.h edit (%s): %s is left as it is",
		   everyuri_standard_name(edit->standard), edit->text);
	everyuri_buf_free(&read);
	everyuri_buf_free(&buf);
}

/* ---- to blame ------------------------------------------------------------------------------------- */

static const struct {
	struct edit edit; /* its want: the message */
	uint32_t which;
	size_t at;
	const char *clause;
} refused[] = {
	{ { EVERYURI_RFC3986,
	    "a://h",
	    0,
	    1,
	    { SEGMENT("ab/c") },
	    "a segment must not contain a slash" },
	  0,
	  2,
	  "RFC 3986 5.3" },
	{ { EVERYURI_RFC3986,
	    "a://h",
	    0,
	    2,
	    { KEY("k"), SEGMENT("/") },
	    "a segment must not contain a slash" },
	  1,
	  0,
	  "RFC 3986 5.3" },
	{ { EVERYURI_RFC3986,
	    "a:",
	    0,
	    2,
	    { KEY("k"), KEY("ab=c") },
	    "this character would end the key: encode it" },
	  1,
	  2,
	  "RFC 3986 5.3" },
	{ { EVERYURI_RFC3986,
	    "a:",
	    0,
	    1,
	    { KEY("a&") },
	    "this character would end the key: encode it" },
	  0,
	  1,
	  "RFC 3986 5.3" },
	{ { EVERYURI_RFC3986,
	    "a:",
	    0,
	    1,
	    { SET_PAIR("#", "") },
	    "this character would end the key: encode it" },
	  0,
	  0,
	  "RFC 3986 5.3" },
	{ { EVERYURI_RFC3986,
	    "a:",
	    0,
	    1,
	    { PAIR("a", "b=&") },
	    "this character would end the value: encode it" },
	  0,
	  2,
	  "RFC 3986 5.3" },
	{ { EVERYURI_RFC3986,
	    "a:",
	    0,
	    2,
	    { KEY("a"), SET_PAIR("a", "b#") },
	    "this character would end the value: encode it" },
	  1,
	  1,
	  "RFC 3986 5.3" },
	{ { EVERYURI_RFC3986,
	    "a://h",
	    0,
	    2,
	    { SET(PORT, "1"), SET(PASSWORD, "p") },
	    "a password needs a user" },
	  1,
	  0,
	  "RFC 3986 5.3" },
	{ { EVERYURI_RFC3986,
	    "a://h/b",
	    0,
	    2,
	    { SET(PORT, "1"), SET(HOST, "ab[") },
	    "character not allowed here in the authority" },
	  1,
	  2,
	  "RFC 3986 3.2" },
	{ { EVERYURI_RFC3986,
	    "a://h/b",
	    0,
	    3,
	    { SET(QUERY, "q"), SET(PATH, "/a b"), SET(PORT, "1") },
	    "space must be encoded" },
	  1,
	  2,
	  "RFC 3986 2.1" },
	{ { EVERYURI_RFC3986,
	    "a://h/b",
	    0,
	    1,
	    { SET(FRAGMENT, "ab[") },
	    "character not allowed in a fragment" },
	  0,
	  2,
	  "RFC 3986 3.5" },
	{ { EVERYURI_RFC3986,
	    "a://h/b",
	    0,
	    1,
	    { SET(SCHEME, "b_") },
	    "character not allowed in a scheme" },
	  0,
	  1,
	  "RFC 3986 3.1" },
	{ { EVERYURI_RFC1738,
	    "URL:ftp://h/b",
	    0,
	    1,
	    { SET(PATH, "/a b") },
	    "space must be encoded" },
	  0,
	  2,
	  "RFC 1738 2.2" },
	{ { EVERYURI_RFC3986,
	    "a:b",
	    0,
	    1,
	    { SET(PATH, "//b") },
	    "with this value the URI would be parsed differently" },
	  0,
	  0,
	  "RFC 3986 5.3" },
	{ { EVERYURI_WHATWG,
	    "http://h/",
	    0,
	    2,
	    { SET(QUERY, "q"), SET(HOST, "") },
	    "the setter ignores this value" },
	  1,
	  0,
	  "WHATWG 6.1" },
	{ { EVERYURI_WHATWG,
	    "file:///a",
	    0,
	    1,
	    { SET(PORT, "1") },
	    "the setter ignores this value" },
	  0,
	  0,
	  "WHATWG 6.1" },
	{ { EVERYURI_WHATWG,
	    "file:///a",
	    0,
	    1,
	    { SET(USER, "u") },
	    "the setter ignores this value" },
	  0,
	  0,
	  "WHATWG 6.1" },
	{ { EVERYURI_WHATWG,
	    "file:///a",
	    0,
	    1,
	    { SET(PASSWORD, "p") },
	    "the setter ignores this value" },
	  0,
	  0,
	  "WHATWG 6.1" },
	{ { EVERYURI_WHATWG, "http://h/", 0, 1, { SET(PORT, "x") }, "a port must be a number" },
	  0,
	  0,
	  "WHATWG 6.1" },
	{ { EVERYURI_WHATWG, "a:b", 0, 1, { SET(HOST, "h") }, "the setter ignores this value" },
	  0,
	  0,
	  "WHATWG 6.1" },
	{ { EVERYURI_WHATWG, "a:b", 0, 1, { SET(PATH, "/c") }, "the setter ignores this value" },
	  0,
	  0,
	  "WHATWG 6.1" },
	{ { EVERYURI_WHATWG,
	    "http://h/",
	    0,
	    1,
	    { SET(SCHEME, "1") },
	    "the setter ignores this value" },
	  0,
	  0,
	  "WHATWG 6.1" },
};

static void test_refused(size_t row)
{
	const struct edit *edit = &refused[row].edit;
	size_t len = strlen(edit->text);
	struct everyuri_uri uri;
	struct everyuri_buf buf, read;
	struct everyuri_error err = { 0 };

	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_buf_init(&read, NULL, 0, NULL);
	everyuri_parse(guard_end(&guard, edit->text, len), len, edit->standard, 0, NULL, &read,
	               &uri, NULL);
	ok(everyuri_edit(&uri, edit->changes, edit->n, edit->flags, &buf, &err) ==
	                   EVERYURI_INVALID &&
	           err.which == refused[row].which && err.at == refused[row].at,
	   "uri.h edit: change %u of %zu to %s is refused at its byte %zu", refused[row].which,
	   edit->n, edit->text, refused[row].at);
	if (err.which != refused[row].which || err.at != refused[row].at)
		diag("got change %u, byte %zu", err.which, err.at);
	is_text(err.clause ? err.clause : "", err.clause ? strlen(err.clause) : 0,
	        refused[row].clause, "uri.h edit: %s breaks this clause", edit->text);
	is_text(err.message ? err.message : "", err.message ? strlen(err.message) : 0, edit->want,
	        "uri.h edit: %s, and this is why", edit->text);
	everyuri_buf_free(&read);
	everyuri_buf_free(&buf);
}

int main(void)
{
	for (size_t i = 0; i < sizeof edits / sizeof *edits; i++)
		test_edit(&edits[i]);
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		test_refused(i);
	guard_free(&guard);
	return done();
}
