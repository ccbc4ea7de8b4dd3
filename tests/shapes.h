/* shapes.h - random texts shaped like URIs, valid and nearly valid.
 *
 * The same seed gives the same texts everywhere.  A text is made of
 * components of the grammars.  Some bytes are changed, dropped or doubled, so
 * that about half of the texts are invalid. */
#ifndef TESTS_SHAPES_H
#define TESTS_SHAPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SHAPE_MAX 400

struct shapes {
	uint64_t state;
	char text[SHAPE_MAX];
	size_t len;
};

/* Sebastiano Vigna's splitmix64, public domain. */
static inline uint64_t shapes_next(struct shapes *s)
{
	uint64_t z = s->state += 0x9E3779B97F4A7C15u;

	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return z ^ (z >> 31);
}

/** Returns a random number below n. */
static inline unsigned shapes_below(struct shapes *s, unsigned n)
{
	return (unsigned)((shapes_next(s) >> 33) % n);
}

static inline bool shapes_one_in(struct shapes *s, unsigned n)
{
	return shapes_below(s, n) == 0;
}

static inline void shapes_put(struct shapes *s, const char *text)
{
	size_t len = strlen(text);

	if (len > SHAPE_MAX - s->len)
		return;
	memcpy(s->text + s->len, text, len);
	s->len += len;
}

static inline void shapes_byte(struct shapes *s, char byte)
{
	if (s->len < SHAPE_MAX)
		s->text[s->len++] = byte;
}

#define SHAPES_PICK(s, list) ((list)[shapes_below(s, (unsigned)(sizeof(list) / sizeof *(list)))])

/* Adds a few bytes of a component: mostly letters, some of `extra`, some escapes. */
static inline void shapes_run(struct shapes *s, const char *extra, unsigned max)
{
	static const char plain[] = "abcdefxyzABCXYZ0123456789-.";
	static const char *const escapes[] = { "%41", "%2F",    "%2f", "%25", "%3a", "%00", "%09",
		                               "%7E", "%C3%A9", "%2E", "%20", "%2B", "%3D" };
	unsigned n = shapes_below(s, max + 1);

	while (n--) {
		unsigned kind = shapes_below(s, 10);

		if (kind < 7)
			shapes_byte(s, plain[shapes_below(s, sizeof plain - 1)]);
		else if (kind < 9 && *extra)
			shapes_byte(s, extra[shapes_below(s, (unsigned)strlen(extra))]);
		else
			shapes_put(s, SHAPES_PICK(s, escapes));
	}
}

static inline void shapes_number(struct shapes *s, unsigned max)
{
	char digits[12];
	size_t n = 0;
	unsigned value = shapes_below(s, max);

	do
		digits[n++] = (char)('0' + value % 10);
	while ((value /= 10) != 0);
	while (n)
		shapes_byte(s, digits[--n]);
}

static inline void shapes_ipv4(struct shapes *s)
{
	static const char *const edges[] = { "0", "255", "256", "00", "01", "249", "250", "1000" };
	unsigned groups = shapes_one_in(s, 8) ? 3 + shapes_below(s, 3) : 4;

	for (unsigned i = 0; i < groups; i++) {
		if (i)
			shapes_byte(s, '.');
		if (shapes_one_in(s, 6))
			shapes_put(s, SHAPES_PICK(s, edges));
		else
			shapes_number(s, 256);
	}
}

/* Adds an IPv6 address of one of the nine alternatives, or nearly. */
static inline void shapes_ipv6(struct shapes *s)
{
	static const char hex[] = "0123456789abcdefABCDEF";
	bool tail = shapes_one_in(s, 4), gap = !shapes_one_in(s, 3);
	unsigned room = tail ? 6 : 8;
	unsigned groups = gap ? shapes_below(s, room + (shapes_one_in(s, 8) ? 2 : 0)) : room;
	unsigned hole = shapes_below(s, groups + 1);
	bool colon = false;

	if (!gap && shapes_one_in(s, 4))
		groups += shapes_one_in(s, 2) ? 1u : (unsigned)-1;
	for (unsigned i = 0; i <= groups; i++) {
		if (gap && i == hole) {
			shapes_put(s, "::");
			colon = true;
		}
		if (i == groups)
			break;
		if (i && !colon)
			shapes_byte(s, ':');
		colon = false;
		for (unsigned n = 1 + shapes_below(s, shapes_one_in(s, 20) ? 5 : 4); n; n--)
			shapes_byte(s, hex[shapes_below(s, sizeof hex - 1)]);
	}
	if (tail) {
		if (!colon)
			shapes_byte(s, ':');
		shapes_ipv4(s);
	}
}

static inline void shapes_host(struct shapes *s)
{
	static const char *const names[] = { "h",     "h.dom", "info.cern.ch", "1.com",
		                             "a-b.c", "a.b.",  "localhost",    "",
		                             "a.1",   "a_b",   "H.X" };

	switch (shapes_below(s, 8)) {
	case 0:
		shapes_ipv4(s);
		break;
	case 1:
		shapes_byte(s, '[');
		shapes_ipv6(s);
		if (shapes_one_in(s, 6))
			shapes_put(s, "%25en0");
		shapes_byte(s, ']');
		break;
	case 2:
		if (shapes_one_in(s, 3)) {
			shapes_put(s, shapes_one_in(s, 2) ? "[v" : "[V");
			shapes_run(s, "", 2);
			shapes_byte(s, '.');
			shapes_run(s, "~!:;=", 4);
			shapes_byte(s, ']');
		} else {
			shapes_run(s, "~!$&;=_", 8);
		}
		break;
	default:
		shapes_put(s, SHAPES_PICK(s, names));
	}
}

static inline void shapes_authority(struct shapes *s, bool with_user)
{
	if (with_user) {
		shapes_run(s, "!;&=_~:", 5);
		if (shapes_one_in(s, 3)) {
			shapes_byte(s, ':');
			shapes_run(s, "!;&=_", 5);
		}
		shapes_byte(s, '@');
	}
	shapes_host(s);
	if (shapes_one_in(s, 3)) {
		shapes_byte(s, ':');
		if (!shapes_one_in(s, 6))
			shapes_number(s, 100000);
	}
}

static inline void shapes_path(struct shapes *s)
{
	static const char *const special[] = { ".", "..", "", "%2E", "a;b=c", "a:b" };

	for (unsigned n = shapes_below(s, 5); n; n--) {
		if (shapes_one_in(s, 4))
			shapes_put(s, SHAPES_PICK(s, special));
		else
			shapes_run(s, ":@&=+$,;!*'()_~", 5);
		if (n > 1 || shapes_one_in(s, 3))
			shapes_byte(s, '/');
	}
}

/* Changes a byte somewhere. */
static inline void shapes_spoil(struct shapes *s)
{
	static const char odd[] = "%:/?#[]@ \"<>\\^`{|}\x7F\xC3\x01"
				  "aA0.-+;=*";
	size_t at = s->len ? shapes_below(s, (unsigned)s->len) : 0;

	if (!s->len)
		return;
	switch (shapes_below(s, 3)) {
	case 0:
		s->text[at] = odd[shapes_below(s, sizeof odd - 1)];
		break;
	case 1:
		memmove(s->text + at, s->text + at + 1, s->len - at - 1);
		s->len--;
		break;
	default:
		if (s->len == SHAPE_MAX)
			return;
		memmove(s->text + at + 1, s->text + at, s->len - at);
		s->text[at] = odd[shapes_below(s, sizeof odd - 1)];
		s->len++;
	}
}

/* Texts after the colon of schemes without a host. */
static inline void shapes_opaque(struct shapes *s)
{
	static const char *const rests[] = { "comp.lang.c", "*",     "1234@h.dom",  "a/b@h",
		                             "g/12",        "joe@x", "a%40b@h.dom", "" };

	if (shapes_one_in(s, 3))
		shapes_run(s, ":@/;=+*", 8);
	else
		shapes_put(s, SHAPES_PICK(s, rests));
}

/** Makes the next text in s->text, s->len.
 *  partial: some without a scheme. */
static inline void shapes_uri(struct shapes *s, bool partial)
{
	static const char *const schemes[] = {
		"http", "http",   "ftp",    "ftp",  "gopher", "news", "nntp", "telnet",
		"wais", "mailto", "file",   "afs",  "mid",    "cid",  "x-a",  "prospero",
		"urn",  "rlogin", "tn3270", "HTTP", "Ftp",    "a",    "1a",   "a+-.1",
	};
	static const char *const tails[] = { ";type=a",   ";type=AN", ";type=L8",   "%0012",
		                             "%09words",  "%09%09+",  "/TEXT/1=a;", "/TEXT/doc",
		                             "/T/12/doc", ";a=b;c=d" };

	s->len = 0;
	if (!partial || !shapes_one_in(s, 3)) {
		if (shapes_one_in(s, 30))
			shapes_put(s, shapes_one_in(s, 2) ? "URL:" : "url:");
		shapes_put(s, SHAPES_PICK(s, schemes));
		shapes_byte(s, ':');
	}
	if (shapes_one_in(s, 4)) {
		shapes_opaque(s);
	} else {
		if (!shapes_one_in(s, 5)) {
			shapes_put(s, "//");
			shapes_authority(s, shapes_one_in(s, 4));
		}
		if (!shapes_one_in(s, 6))
			shapes_byte(s, '/');
		shapes_path(s);
		if (shapes_one_in(s, 5))
			shapes_put(s, SHAPES_PICK(s, tails));
	}
	if (shapes_one_in(s, 3)) {
		shapes_byte(s, '?');
		shapes_run(s, "+&=;:@/?", 8);
	}
	if (shapes_one_in(s, 4)) {
		shapes_byte(s, '#');
		shapes_run(s, "+&=;:@/?", 5);
	}
	if (shapes_one_in(s, 3))
		shapes_spoil(s);
}

#endif
