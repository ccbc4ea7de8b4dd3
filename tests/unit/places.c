/* places.c - which bytes stand for themselves in which place, and which escapes are decoded there. */
#include <everyuri.h>

#include "guard.h"
#include "tap.h"

static struct guard guard;

static bool is_alphanumeric(unsigned c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Letters, digits and these. */
static bool is_of(unsigned c, const char *others)
{
	return is_alphanumeric(c) || (c && c < 0x80 && strchr(others, (int)c));
}

/* ---- sets: what everyuri_place_set gives -------------------------------------------------------- */

#define UNRESERVED_3986 "-._~"
#define SUB_DELIMS_3986 "!$&'()*+,;="
#define WHATWG_TAIL "!$%&()*+,-./:;=?@[\\]^_{|}~"

static const struct {
	enum everyuri_standard standard;
	enum everyuri_place place;
	const char *others;
} sets[] = {
	{ EVERYURI_URL1993, EVERYURI_PLACE_USER, "-._" },
	{ EVERYURI_URL1993, EVERYURI_PLACE_PASSWORD, "-._" },
	{ EVERYURI_URL1993, EVERYURI_PLACE_HOST, "-." },
	{ EVERYURI_URL1993, EVERYURI_PLACE_SEGMENT, "-._$\"'(),!*:;&+@" },
	{ EVERYURI_URL1993, EVERYURI_PLACE_QUERY, "-._$\"'(),!*:;&+@" },
	{ EVERYURI_URL1993, EVERYURI_PLACE_QUERY_VALUE, "-._$\"'(),!*:;@" },
	{ EVERYURI_URL1993, EVERYURI_PLACE_FRAGMENT, "-._$\"'(),!*:;&@" },
	{ EVERYURI_URI1994, EVERYURI_PLACE_SEGMENT, "-._$\"'(),!*:;&+@" },
	{ EVERYURI_RFC1630, EVERYURI_PLACE_USER, "-._+" },
	{ EVERYURI_RFC1630, EVERYURI_PLACE_PASSWORD, "-._+" },
	{ EVERYURI_RFC1630, EVERYURI_PLACE_HOST, "-." },
	{ EVERYURI_RFC1630, EVERYURI_PLACE_SEGMENT, "-._$\"'(),&+@" },
	{ EVERYURI_RFC1630, EVERYURI_PLACE_QUERY, "-._$\"'(),&+@" },
	{ EVERYURI_RFC1630, EVERYURI_PLACE_QUERY_VALUE, "-._$\"'(),@" },
	{ EVERYURI_RFC1630, EVERYURI_PLACE_FRAGMENT, "-._$\"'(),&@" },
	{ EVERYURI_RFC1738, EVERYURI_PLACE_USER, "$-_.+!*'(),;?&=" },
	{ EVERYURI_RFC1738, EVERYURI_PLACE_PASSWORD, "$-_.+!*'(),;?&=" },
	{ EVERYURI_RFC1738, EVERYURI_PLACE_HOST, "-." },
	{ EVERYURI_RFC1738, EVERYURI_PLACE_SEGMENT, "$-_.+!*'(),:@&=" },
	{ EVERYURI_RFC1738, EVERYURI_PLACE_QUERY, "$-_.+!*'(),:@&=" },
	{ EVERYURI_RFC1738, EVERYURI_PLACE_QUERY_VALUE, "$-_.!*'(),:@" },
	{ EVERYURI_RFC1738, EVERYURI_PLACE_FRAGMENT, "$-_.+!*'(),:@&=;/?" },
	{ EVERYURI_RFC1808, EVERYURI_PLACE_SEGMENT, "$-_.+!*'(),:@&=" },
	{ EVERYURI_RFC2396, EVERYURI_PLACE_USER, "-_.!~*'();&=+$," },
	{ EVERYURI_RFC2396, EVERYURI_PLACE_PASSWORD, "-_.!~*'();:&=+$," },
	{ EVERYURI_RFC2396, EVERYURI_PLACE_HOST, "-." },
	{ EVERYURI_RFC2396, EVERYURI_PLACE_SEGMENT, "-_.!~*'():@&=+$," },
	{ EVERYURI_RFC2396, EVERYURI_PLACE_QUERY, "-_.!~*'();/?:@&=+$," },
	{ EVERYURI_RFC2396, EVERYURI_PLACE_QUERY_VALUE, "-_.!~*'()/?:@$," },
	{ EVERYURI_RFC2396, EVERYURI_PLACE_FRAGMENT, "-_.!~*'();/?:@&=+$," },
	{ EVERYURI_RFC3986, EVERYURI_PLACE_USER, UNRESERVED_3986 SUB_DELIMS_3986 },
	{ EVERYURI_RFC3986, EVERYURI_PLACE_PASSWORD, UNRESERVED_3986 SUB_DELIMS_3986 ":" },
	{ EVERYURI_RFC3986, EVERYURI_PLACE_HOST, UNRESERVED_3986 SUB_DELIMS_3986 },
	{ EVERYURI_RFC3986, EVERYURI_PLACE_SEGMENT, UNRESERVED_3986 SUB_DELIMS_3986 ":@" },
	{ EVERYURI_RFC3986, EVERYURI_PLACE_QUERY, UNRESERVED_3986 SUB_DELIMS_3986 ":@/?" },
	{ EVERYURI_RFC3986, EVERYURI_PLACE_QUERY_VALUE, UNRESERVED_3986 "!$'()*,:@/?" },
	{ EVERYURI_RFC3986, EVERYURI_PLACE_FRAGMENT, UNRESERVED_3986 SUB_DELIMS_3986 ":@/?" },
	{ EVERYURI_RFC3987, EVERYURI_PLACE_SEGMENT, UNRESERVED_3986 SUB_DELIMS_3986 ":@" },
	{ EVERYURI_WHATWG, EVERYURI_PLACE_USER, "-._~!'()*$&+," },
	{ EVERYURI_WHATWG, EVERYURI_PLACE_PASSWORD, "-._~!'()*$&+," },
	{ EVERYURI_WHATWG, EVERYURI_PLACE_HOST, "-._~" },
	{ EVERYURI_WHATWG, EVERYURI_PLACE_SEGMENT, "-._~!'()*" },
	{ EVERYURI_WHATWG, EVERYURI_PLACE_QUERY, "!$&()*+,-./:;=?@[\\]^_`{|}~" },
	{ EVERYURI_WHATWG, EVERYURI_PLACE_QUERY_VALUE, "-._~!()*" },
	{ EVERYURI_WHATWG, EVERYURI_PLACE_FRAGMENT, "!#$&'()*+,-./:;=?@[\\]^_{|}~" },
};

static void test_sets(void)
{
	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
		const struct everyuri_byte_set *set =
			everyuri_place_set(sets[i].standard, sets[i].place);
		int wrong = -1;

		for (unsigned c = 0; c < 256; c++)
			if (everyuri_byte_set_has(set, (unsigned char)c) !=
			    is_of(c, sets[i].others))
				wrong = (int)c;
		is_number(wrong, -1, "uri.h everyuri_place_set: %s in the %s: letters, digits, %s",
		          everyuri_standard_name(sets[i].standard),
		          everyuri_place_name(sets[i].place), sets[i].others);
	}
}

/* ---- escapes: what normalising decodes ------------------------------------------------------------- */

/* An escape stands between `front` and `end`. */
static const struct {
	enum everyuri_standard standard;
	const char *front, *end, *decoded;
	bool lower; /* what is decoded is a host's, in lower case then */
} escapes[] = {
	{ EVERYURI_URL1993, "http://a", "b.dom/", "-._", true },
	{ EVERYURI_URI1994, "http://a", "b.dom/", "-._", true },
	{ EVERYURI_RFC1630, "http://a", "b.dom/", "-._", true },
	{ EVERYURI_URL1993, "telnet://u", "@h.dom", "-._$", false },
	{ EVERYURI_URL1993, "news:a", "b@h", "-._$\"'(),!*:;&", false },
	{ EVERYURI_URL1993, "gopher://h/1a", "b", "-._$\"'(),!*:;&@", false },
	{ EVERYURI_URL1993, "wais://h/a", "b?c", "-._$\"'(),!*:;&@", false },
	{ EVERYURI_URL1993, "http://h/a", "b", "-._$\"'(),!*:;&+@", false },
	{ EVERYURI_URL1993, "http://h/a?a", "b", "-._$\"'(),!*:;&@", false },
	{ EVERYURI_URL1993, "http://h/a#a", "b", "-._$\"'(),!*:;&@", false },
	{ EVERYURI_URI1994, "ftp://u", "@h/", "-._$", false },
	{ EVERYURI_URI1994, "http://h/a", "b", "-._$\"'(),!*:;&+@", false },
	{ EVERYURI_URI1994, "http://h/a?a", "b", "-._$\"'(),!*:;&@", false },
	{ EVERYURI_URI1994, "http://h/a#a", "b", "-._$\"'(),!*:;&@", false },
	{ EVERYURI_URI1994, "mailto:a", "b@h", "-._$\"'(),!*:;&+", false },
	{ EVERYURI_URI1994, "mid:a", "b@h", "-._$\"'(),!*:;&+", false },
	{ EVERYURI_URI1994, "news:a", "b@h", "-._$\"'(),!*:;&+", false },
	{ EVERYURI_RFC1630, "http://h/a", "b", "-._$\"'(),&+@", false },
	{ EVERYURI_RFC1630, "http://h/a?a", "b", "-._$\"'(),&@", false },
	{ EVERYURI_RFC1630, "http://h/a#a", "b", "-._$\"'(),&@", false },
	{ EVERYURI_RFC1630, "mailto:a", "b@h", "-._$\"'(),&+", false },
	{ EVERYURI_RFC1738, "ftp://u", "@h/", "$-_.+!*'(),;?&=", false },
	{ EVERYURI_RFC1738, "ftp://u:p", "@h/", "$-_.+!*'(),;?&=", false },
	{ EVERYURI_RFC1738, "ftp://h/a", "b", "$-_.+!*'(),?:@&=", false },
	{ EVERYURI_RFC1738, "file://h/a", "b", "$-_.+!*'(),?:@&=", false },
	{ EVERYURI_RFC1738, "http://h/a", "b", "$-_.+!*'(),:@&=", false },
	{ EVERYURI_RFC1738, "http://h/a?a", "b", "$-_.+!*'(),:@&=", false },
	{ EVERYURI_RFC1738, "http://h/a#a", "b", "$-_.+!*'(),", false },
	{ EVERYURI_RFC1738, "gopher://h/1a", "b", "$-_.+!*'(),;/?:@&=", false },
	{ EVERYURI_RFC1738, "mailto:a", "b@h", "$-_.+!*'(),;/?:@&=", false },
	{ EVERYURI_RFC1738, "news:a", "b@h", "$-_.+!'(),;/?:&=", false },
	{ EVERYURI_RFC1738, "prospero://h/a", "b", "$-_.+!*'(),/?:@&=", false },
	{ EVERYURI_RFC1738, "prospero://h/a;f=v", "w", "$-_.+!*'(),?:@&", false },
	{ EVERYURI_RFC1738, "wais://h/a", "b", "$-_.+!*'(),", false },
	{ EVERYURI_RFC1808, "ftp://u", "@h/", "$-_.+!*'(),;?&=", false },
	{ EVERYURI_RFC1808, "http://h/a", "b", "$-_.+!*'(),", false },
	{ EVERYURI_RFC1808, "http://h/a?a", "b", "$-_.+!*'(),", false },
	{ EVERYURI_RFC1808, "http://h/a#a", "b", "$-_.+!*'(),", false },
};

/* Returns: is the one escape of this byte decoded, or at least as it was? */
static bool normalizes(size_t row, unsigned c)
{
	static const char digits[] = "0123456789ABCDEF";
	const char escape[] = { '%', digits[c >> 4], digits[c & 15] };
	const char byte = (char)(escapes[row].lower && c >= 'A' && c <= 'Z' ? c + 32 : c);
	size_t front = strlen(escapes[row].front), end = strlen(escapes[row].end);
	char text[64], want[64], got[64];
	bool decoded = is_of(c, escapes[row].decoded);
	size_t n = decoded ? 1 : sizeof escape;
	struct everyuri_uri uri;
	struct everyuri_buf buf;

	memcpy(text, escapes[row].front, front);
	memcpy(want, text, front);
	memcpy(text + front, escape, sizeof escape);
	memcpy(want + front, decoded ? &byte : escape, n);
	memcpy(text + front + sizeof escape, escapes[row].end, end);
	memcpy(want + front + n, escapes[row].end, end);
	everyuri_buf_init(&buf, got, sizeof got, NULL);
	return !everyuri_parse(guard_end(&guard, text, front + sizeof escape + end),
	                       front + sizeof escape + end, escapes[row].standard, 0, NULL, NULL,
	                       &uri, NULL) &&
	       !everyuri_normalize(&uri, EVERYURI_LEVEL_SYNTAX, &buf, NULL, NULL) &&
	       buf.len == front + n + end && memcmp(got, want, buf.len) == 0;
}

static void test_escapes(void)
{
	for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
		int wrong = -1;

		for (unsigned c = 0; c < 256; c++)
			if (!normalizes(i, c))
				wrong = (int)c;
		is_number(wrong, -1,
		          "uri.h everyuri_normalize: %s decodes in %s..%s: letters, digits, %s",
		          everyuri_standard_name(escapes[i].standard), escapes[i].front,
		          escapes[i].end, escapes[i].decoded);
	}
}

int main(void)
{
	test_sets();
	test_escapes();
	guard_free(&guard);
	return done();
}
