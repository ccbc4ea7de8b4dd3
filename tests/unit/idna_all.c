/* idna_all.c - every code point through punycode and IDNA, and THREATS L3: domains that
 * make careless code slow.
 *
 * Under sanitizers and wine (EVERYURI_QUICK) every 31st code point, and a tenth as long. */
#include <everyuri.h>

#include "in_time.h"
#include "tap.h"

#include <stdlib.h>
#include <time.h>

static size_t put_utf8(char *to, unsigned long c)
{
	size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

	for (size_t i = n; i-- > 1; c >>= 6)
		to[i] = (char)(0x80 | (c & 0x3F));
	to[0] = (char)(n == 1 ? c : (0xF00UL >> n & 0xF0) | c);
	return n;
}

static bool holds(const struct everyuri_buf *buf, const char *text, size_t len)
{
	return buf->len == len && !memcmp(buf->data, text, len);
}

/* ---- every code point ------------------------------------------------------------------ */

static void try_round_trips(bool quick)
{
	struct everyuri_buf encoded, decoded;
	unsigned long n = 0, wrong = 0, last = 0;

	everyuri_buf_init(&encoded, NULL, 0, NULL);
	everyuri_buf_init(&decoded, NULL, 0, NULL);
	for (unsigned long c = 0x80; c < 0x110000; c += quick ? 31 : 1) {
		char text[16];
		size_t len;

		if (c >= 0xD800 && c < 0xE000)
			continue;
		/* Twice, with something before, between and behind. */
		text[0] = 'a';
		len = 1 + put_utf8(text + 1, c);
		text[len++] = '-';
		len += put_utf8(text + len, c);
		n++;
		if (everyuri_punycode_encode(text, len, &encoded, NULL) == EVERYURI_OK &&
		    !memcmp(encoded.data, "a--", 3) &&
		    everyuri_punycode_decode(encoded.data, encoded.len, &decoded, NULL) ==
		            EVERYURI_OK &&
		    holds(&decoded, text, len))
			continue;
		wrong++;
		last = c;
	}
	ok(!wrong, "RFC 3492: %lu code points into punycode and back", n);
	if (wrong)
		diag("%lu wrong, the last of them U+%04lX", wrong, last);
	everyuri_buf_free(&encoded);
	everyuri_buf_free(&decoded);
}

/* A domain in ASCII stays as it is, is valid when strict, and is what its own Unicode
 * gives. */
static bool is_stable(const struct everyuri_buf *ascii, struct everyuri_buf *unicode,
                      struct everyuri_buf *again)
{
	return everyuri_idna_to_ascii(ascii->data, ascii->len, EVERYURI_IDNA_STRICT, again, NULL) ==
	               EVERYURI_OK &&
	       holds(again, ascii->data, ascii->len) &&
	       everyuri_idna_to_unicode(ascii->data, ascii->len, EVERYURI_IDNA_STRICT, unicode,
	                                NULL) == EVERYURI_OK &&
	       everyuri_nfc(unicode->data, unicode->len, again, NULL) == EVERYURI_OK &&
	       holds(again, unicode->data, unicode->len) &&
	       everyuri_idna_to_ascii(unicode->data, unicode->len, 0, again, NULL) == EVERYURI_OK &&
	       holds(again, ascii->data, ascii->len);
}

static void try_domains(bool quick)
{
	struct everyuri_buf ascii, unicode, again;
	unsigned long valid = 0, wrong = 0, last = 0;

	everyuri_buf_init(&ascii, NULL, 0, NULL);
	everyuri_buf_init(&unicode, NULL, 0, NULL);
	everyuri_buf_init(&again, NULL, 0, NULL);
	for (unsigned long c = 0x80; c < 0x110000; c += quick ? 31 : 1) {
		char text[8];
		size_t len = put_utf8(text, c);

		if (everyuri_idna_to_ascii(text, len, EVERYURI_IDNA_STRICT, &ascii, NULL) !=
		    EVERYURI_OK)
			continue;
		valid++;
		if (c < 0xD800 || c >= 0xE000)
			if (is_stable(&ascii, &unicode, &again))
				continue;
		wrong++;
		last = c;
	}
	ok(!wrong && valid > (quick ? 4000u : 150000u),
	   "UTS #46 4: %lu code points are domains, and their ASCII and Unicode are each other's",
	   valid);
	if (wrong)
		diag("%lu wrong, the last of them U+%04lX", wrong, last);
	everyuri_buf_free(&ascii);
	everyuri_buf_free(&unicode);
	everyuri_buf_free(&again);
}

/* ---- long domains ------------------------------------------------------------------------ */

/* A piece many times over, with something in front and behind; PIECE_OF_MANY stands for a
 * label of 999 different ideographs. */
#define PIECE_OF_MANY "999 ideographs."

struct shape {
	const char *name, *front, *piece, *back;
	size_t times;
	bool valid, valid_strict;
};

static const struct shape shapes[] = {
	{ "a million labels of ASCII", "", "a.", "\xC3\xA9", 1000000, true, false },
	{ "a million labels that are not", "", "\xC3\xA9.", "a", 1000000, true, false },
	{ "a million empty labels", "\xC3\xA9", ".", "", 1000000, true, false },
	{ "a million full stops of CJK", "", "\xE3\x80\x82", "", 1000000, true, false },
	{ "a million labels in punycode", "\xC3\xA9.", "xn--9ca.", "", 1000000, true, false },
	{ "a label of 64 KiB of ASCII", "", "a", ".\xC3\xA9", 65536, true, false },
	{ "a label of 64 KiB of ASCII before a full stop of CJK", "", "a", "\xE3\x80\x82\xC3\xA9",
	  65536, true, false },
	{ "a label of 64 KiB, the last of them not ASCII", "", "a", "\xC3\xA9", 65536, false,
	  false },
	{ "a label of 64 KiB in punycode", "\xC3\xA9.xn--", "9", "a", 65536, false, false },
	{ "a label of 1000 characters", "", "\xC3\xA9", "", 1000, true, false },
	{ "a label of 1001 characters", "", "\xC3\xA9", "", 1001, false, false },
	{ "a label of which 1000 are left", "", "\xC3\xA9\xC2\xAD", "\xC2\xAD", 1000, true, false },
	{ "64 KiB of characters that are ignored", "a", "\xC2\xAD", "\xC3\xA9", 32768, true, true },
	{ "a letter and 999 marks, when one is composed", "a", "\xCC\x96\xCC\x81", "", 500, true,
	  false },
	{ "a letter and 1001 marks, when one is composed", "a", "\xCC\x96\xCC\x81", "", 501, false,
	  false },
	{ "21 labels of 999 different ideographs", "", PIECE_OF_MANY, "a", 21, true, false },
	{ "a label of 63 octets", "xn--9ca.", "a", "", 63, true, true },
	{ "a label of 64 octets", "xn--9ca.", "a", "", 64, true, false },
	{ "a million zero-width joiners", "\xC3\xA9", "\xE2\x80\x8D", "", 1000000, false, false },
	{ "a megabyte of bytes that are not UTF-8", "", "\x80", "", 1000000, false, false },
};
#define N_SHAPES (sizeof shapes / sizeof *shapes)

static char *append(char *to, const char *piece)
{
	size_t len = strlen(piece);

	if (strcmp(piece, PIECE_OF_MANY) != 0) {
		memcpy(to, piece, len);
		return to + len;
	}
	for (unsigned i = 0; i < 999; i++) /* not in order: 7 and 999 have no common factor */
		to += put_utf8(to, 0x4E00 + i * 7 % 999);
	*to++ = '.';
	return to;
}

static char *build(const struct shape *shape, bool quick, size_t *len)
{
	size_t times = quick && shape->times >= 1000000 ? shape->times / 10 : shape->times;
	size_t piece = strcmp(shape->piece, PIECE_OF_MANY) ? strlen(shape->piece) : 3000;
	char *text = malloc(strlen(shape->front) + times * piece + strlen(shape->back) + 1);
	char *to = text;

	if (!text)
		abort();
	to = append(to, shape->front);
	for (size_t i = 0; i < times; i++)
		to = append(to, shape->piece);
	to = append(to, shape->back);
	*len = (size_t)(to - text);
	return text;
}

static void try_shape(const struct shape *shape, bool quick)
{
	struct everyuri_buf ascii, unicode;
	size_t len;
	char *text = build(shape, quick, &len);
	double slowest = 0;
	enum everyuri_status s[4];

	everyuri_buf_init(&ascii, NULL, 0, NULL);
	everyuri_buf_init(&unicode, NULL, 0, NULL);
	for (int call = 0; call < 4; call++) {
		unsigned flags = call & 1 ? EVERYURI_IDNA_STRICT : 0;
		clock_t start = clock();
		double seconds;

		s[call] = call < 2 ? everyuri_idna_to_ascii(text, len, flags, &ascii, NULL) :
		                     everyuri_idna_to_unicode(text, len, flags, &unicode, NULL);
		seconds = seconds_since(start);
		slowest = seconds > slowest ? seconds : slowest;
	}
	ok(s[0] == (shape->valid ? EVERYURI_OK : EVERYURI_INVALID) &&
	           s[1] == (shape->valid_strict ? EVERYURI_OK : EVERYURI_INVALID) &&
	           s[2] == EVERYURI_OK && (s[3] == s[0] || shape->valid),
	   "THREATS L3: %s: a verdict", shape->name);
	ok(in_time(slowest, len), "THREATS L3: %s: in time (%.3f s, %zu bytes)", shape->name,
	   slowest, len);
	everyuri_buf_free(&ascii);
	everyuri_buf_free(&unicode);
	free(text);
}

#define MARKS_MAX 5000

/* One starter may have any number of marks in NFC, but not in the room that there is. */
static void try_marks(size_t n_marks, enum everyuri_status want)
{
	char text[1 + 2 * MARKS_MAX];
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	text[0] = 'q';
	for (size_t i = 0; i < n_marks; i++)
		memcpy(text + 1 + 2 * i, "\xCC\x96", 2);
	is_number(everyuri_nfc(text, 1 + 2 * n_marks, &buf, NULL), want,
	          "UAX #15 13: %zu marks on one letter", n_marks);
	everyuri_buf_free(&buf);
}

/* U+0958 is two code points in NFC: 600 of them are a label, what they become is too long for one. */
static void try_long_normal_form(void)
{
	static const char front[] =
		"\xC3\xA9.xn--y3b"; /* all in ASCII, it would not be looked at */
	char text[sizeof front - 1 + 599];
	struct everyuri_error err = { .clause = "" };
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	memcpy(text, front, sizeof front - 1);
	memset(text + sizeof front - 1, 'a', 599); /* no other code point, and the next place */
	ok(everyuri_idna_to_ascii(text, sizeof text, 0, &buf, &err) == EVERYURI_INVALID &&
	           !strcmp(err.clause, "UTS #46 4.1 (1)"),
	   "UTS #46 4.1 (1): an A-label whose normal form outgrows a label is not in NFC");
	everyuri_buf_free(&buf);
}

int main(void)
{
	bool quick = getenv("EVERYURI_QUICK") != NULL;

	if (quick)
		diag("EVERYURI_QUICK: every 31st code point");
	try_round_trips(quick);
	try_domains(quick);
	for (size_t i = 0; i < N_SHAPES; i++)
		try_shape(&shapes[i], quick);
	try_marks(999, EVERYURI_OK);
	try_marks(1000, EVERYURI_INVALID);
	try_marks(MARKS_MAX, EVERYURI_INVALID);
	try_long_normal_form();
	return done();
}
