/* nothing.c - calls that are given nothing where something may be missing: texts without a byte, nobody who
 * asks why, values of enumerations that are none; and the paths that nearly are one. */
#include <everyuri.h>

#include "tap.h"

#include <stdint.h>

static struct everyuri_buf buf, read_buf;

static struct everyuri_uri read_uri(const char *text, enum everyuri_standard standard,
                                    unsigned flags)
{
	struct everyuri_uri uri = { .len = 0 };

	ok(!everyuri_parse(text, strlen(text), standard, flags, NULL, &read_buf, &uri, NULL),
	   "%s is read", text);
	return uri;
}

/* everyuri.h: a null pointer with length 0 is empty text. */
static void no_text(void)
{
	struct everyuri_uri base = read_uri("http://h/a", EVERYURI_RFC3986, 0), uri;
	struct everyuri_comparison comparison;

	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		const enum everyuri_standard standard = (enum everyuri_standard)s;

		is_number(everyuri_parse(NULL, 0, standard, 0, NULL, &buf, &uri, NULL),
		          EVERYURI_INVALID, "no text is no URI of %s",
		          everyuri_standard_name(standard));
		is_number(everyuri_check(NULL, 0, standard, 0, NULL), EVERYURI_INVALID,
		          "... nor does check take it for one");
	}
	ok(!everyuri_parse(NULL, 0, EVERYURI_RFC3986, 0, &base, &buf, &uri, NULL),
	   "RFC 3986 4.4: it is a reference to the same document");
	is_text(uri.text, uri.len, "http://h/a", "... which is the base");
	is_number(everyuri_whatwg_errors(NULL, 0, NULL, NULL, NULL, NULL), EVERYURI_INVALID,
	          "whatwg_errors: nobody listens");
	is_number(everyuri_compare(NULL, 0, UINT32_MAX, 0, &buf, &comparison, NULL), EVERYURI_OK,
	          "compare: no standard reads it");
	base = read_uri("http://h/a?b#c", EVERYURI_WHATWG, 0);
	ok(!everyuri_whatwg_set(&base, EVERYURI_WHATWG_SEARCH, NULL, 0, &buf, &uri, NULL),
	   "whatwg_set: no value");
	is_text(uri.text, uri.len, "http://h/a#c", "URL Standard 6.1: is no query");
#if SIZE_MAX > UINT32_MAX
	is_number(everyuri_whatwg_set(&base, EVERYURI_WHATWG_SEARCH, "",
	                              (size_t)EVERYURI_TEXT_MAX + 1, &buf, &uri, NULL),
	          EVERYURI_TOO_LONG, "contract api.length: whatwg_set: too long");
#endif
}

static void no_name(void)
{
	const enum everyuri_standard none = (enum everyuri_standard)99;
	struct everyuri_uri uri = read_uri("http://h/", EVERYURI_WHATWG, 0);
	struct everyuri_error error = { .at = 0 };
	struct everyuri_text href = everyuri_whatwg_get(&uri, (enum everyuri_whatwg_attribute)99);

	is_number(everyuri_parse("a:b", 3, none, 0, NULL, NULL, &uri, &error), EVERYURI_UNSUPPORTED,
	          "parse: by no standard");
	is_number(everyuri_check("a:b", 3, none, 0, NULL), EVERYURI_UNSUPPORTED, "nor check");
	ok(!everyuri_standard_name(none) && !everyuri_standard_built(none),
	   "it has no name, and is not built");
	is_text(href.data, href.len, "http://h/", "whatwg_get: no attribute is the whole");
	ok(everyuri_place_set(none, EVERYURI_PLACE_SEGMENT) != NULL,
	   "place_set: of no standard there are bytes all the same");
}

/* A status says it all where err is NULL; with one, its `which` names the argument. */
static void nobody_asks(void)
{
	struct everyuri_uri full = read_uri("http://h/a", EVERYURI_RFC3986, 0), uri;
	struct everyuri_uri partial = read_uri("b", EVERYURI_RFC3986, EVERYURI_ADMIT_PARTIAL);
	struct everyuri_uri opaque = read_uri("mailto:a@b", EVERYURI_RFC2396, 0);
	struct everyuri_uri old = read_uri("http://h/", EVERYURI_RFC1630, 0);
	struct everyuri_uri other = read_uri("http://h/a", EVERYURI_RFC1738, 0);
	struct everyuri_uri terminal = read_uri("telnet://h", EVERYURI_RFC1738, 0);
	const char *longer = "a/path/of/many/bytes";
	struct everyuri_error error = { .which = 9 };

	is_number(everyuri_parse("c", 1, EVERYURI_RFC3986, 0, &partial, &buf, &uri, NULL),
	          EVERYURI_INVALID, "RFC 3986 5.1: a base is full");
	everyuri_parse("c", 1, EVERYURI_RFC3986, 0, &partial, &buf, &uri, &error);
	is_number(error.which, 1, "which is said of the base");
	is_number(everyuri_parse("c", 1, EVERYURI_RFC2396, 0, &opaque, &buf, &uri, NULL),
	          EVERYURI_INVALID, "RFC 2396 3: nothing is relative to an opaque URI");
	error.which = 9;
	everyuri_parse("c", 1, EVERYURI_RFC2396, 0, &opaque, &buf, &uri, &error);
	is_number(error.which, 1, "which is said of the base too");
	is_number(everyuri_relate(&partial, &full, 0, &buf, NULL), EVERYURI_INVALID,
	          "RFC 3986 5.1: relate from a partial form");
	everyuri_relate(&partial, &full, 0, &buf, &error);
	is_number(error.which, 1, "which is the base");
	is_number(everyuri_relate(&full, &partial, 0, &buf, &error), EVERYURI_INVALID,
	          "RFC 3986 5.1: relate to a partial form");
	is_number(error.which, 0, "which is the target");
	is_number(everyuri_parse("a;b", 3, EVERYURI_RFC1630, 0, &old, &buf, &uri, NULL),
	          EVERYURI_INVALID, "RFC 1630: this has no partial form");
	error.at = 99;
	everyuri_parse("a;b", 3, EVERYURI_RFC1630, 0, &old, &buf, &uri, &error);
	ok(error.at <= 3, "... and the byte is one of the reference, or its end");
	is_number(everyuri_parse("a", 1, EVERYURI_RFC1738, 0, &terminal, &buf, &uri, NULL),
	          EVERYURI_INVALID, "RFC 1738 3.8: a terminal has no path, by a base neither");
	everyuri_parse("a", 1, EVERYURI_RFC1738, 0, &terminal, &buf, &uri, &error);
	is_number((long long)error.at, 0, "... and the byte is the reference's own");
	everyuri_parse(longer, strlen(longer), EVERYURI_RFC1738, 0, &terminal, &buf, &uri, &error);
	ok(error.at < strlen(longer), "... but one that it may have is told");
	is_number(everyuri_uri_to_iri(&other, &buf, NULL), EVERYURI_INVALID,
	          "RFC 3987 3.2: of older standards there are no IRIs");
}

/* ---- paths --------------------------------------------------------------------------------------------- */

static void from_uri(const char *text, enum everyuri_standard standard,
                     enum everyuri_path_system system, enum everyuri_status want, const char *why)
{
	struct everyuri_uri uri = read_uri(text, standard, 0);

	is_number(everyuri_path_from_uri(&uri, system, &buf, NULL), want, "path_from_uri: %s", why);
}

static void to_uri(const char *path, enum everyuri_path_system system, enum everyuri_status want,
                   const char *why)
{
	is_number(everyuri_path_to_uri(path, strlen(path), system, &buf, NULL), want,
	          "path_to_uri: %s: %s", path, why);
}

static void paths(void)
{
	const enum everyuri_path_system windows = EVERYURI_PATH_WINDOWS, vms = EVERYURI_PATH_VMS;

	from_uri("file:///C:/a%zz", EVERYURI_WHATWG, windows, EVERYURI_INVALID,
	         "a percent sign that begins no escape");
	from_uri("file://h", EVERYURI_RFC3986, windows, EVERYURI_INVALID, "no share");
	from_uri("file:a", EVERYURI_RFC3986, windows, EVERYURI_INVALID, "no drive");
	from_uri("file:", EVERYURI_RFC3986, windows, EVERYURI_INVALID, "nothing");
	from_uri("file:a/b", EVERYURI_RFC3986, vms, EVERYURI_INVALID,
	         "RFC 8089 D.1: a relative path");
	from_uri("file:", EVERYURI_RFC3986, vms, EVERYURI_INVALID, "RFC 8089 D.1: no path");
	from_uri("file:///d/a/b.c", EVERYURI_RFC3986, vms, EVERYURI_OK, "RFC 8089 D.1: a file");
	is_text(buf.data, buf.len, "D:[A]B.C", "RFC 8089 D.1: in capitals");
	to_uri(":[a]b", vms, EVERYURI_INVALID, "no device");
	to_uri("d:", vms, EVERYURI_INVALID, "no directory");
	to_uri("d!:[a]b", vms, EVERYURI_INVALID, "a device that has no such byte");
	to_uri("\\\\h\\\\a", windows, EVERYURI_INVALID, "an empty share");
	to_uri("\\\\h", windows, EVERYURI_INVALID, "no share");
}

int main(void)
{
	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_buf_init(&read_buf, NULL, 0, NULL);
	no_text();
	no_name();
	nobody_asks();
	paths();
	everyuri_buf_free(&buf);
	everyuri_buf_free(&read_buf);
	return done();
}
