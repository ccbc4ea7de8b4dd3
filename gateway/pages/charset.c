/* Charsets.  UTF-8 and windows-1252 are read here; of the others iconv knows those that stand in a table: the
 * Encoding standard's, without those that browsers gave up (utf-7, iso-2022-kr, hz-gb-2312). */
#include "gateway/pages/charset.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>

#define REPLACEMENT "\xEF\xBF\xBD"

/* ---- labels ----------------------------------------------------------------------------------------------- */

/* A label, and the name under which iconv and people know it. */
static const struct charset_label {
	char label[20];
	char name[16];
	unsigned char way;
} charset_labels[] = {
	{ "utf-8", "utf-8", CHARSET_UTF8 },
	{ "utf8", "utf-8", CHARSET_UTF8 },
	/* Nobody who says one of these two can mean another byte above 7F than a guess would. */
	{ "us-ascii", "us-ascii", CHARSET_GUESS },
	{ "ascii", "us-ascii", CHARSET_GUESS },
	{ "windows-1252", "windows-1252", CHARSET_WINDOWS },
	{ "cp1252", "windows-1252", CHARSET_WINDOWS },
	{ "iso-8859-1", "windows-1252", CHARSET_WINDOWS },
	{ "iso8859-1", "windows-1252", CHARSET_WINDOWS },
	{ "latin1", "windows-1252", CHARSET_WINDOWS },
	{ "iso-8859-2", "iso-8859-2", CHARSET_ICONV },
	{ "iso-8859-3", "iso-8859-3", CHARSET_ICONV },
	{ "iso-8859-4", "iso-8859-4", CHARSET_ICONV },
	{ "iso-8859-5", "iso-8859-5", CHARSET_ICONV },
	{ "iso-8859-6", "iso-8859-6", CHARSET_ICONV },
	{ "iso-8859-7", "iso-8859-7", CHARSET_ICONV },
	{ "iso-8859-8", "iso-8859-8", CHARSET_ICONV },
	{ "iso-8859-9", "windows-1254", CHARSET_ICONV },
	{ "iso-8859-10", "iso-8859-10", CHARSET_ICONV },
	{ "iso-8859-13", "iso-8859-13", CHARSET_ICONV },
	{ "iso-8859-14", "iso-8859-14", CHARSET_ICONV },
	{ "iso-8859-15", "iso-8859-15", CHARSET_ICONV },
	{ "iso-8859-16", "iso-8859-16", CHARSET_ICONV },
	{ "windows-874", "cp874", CHARSET_ICONV },
	{ "windows-1250", "windows-1250", CHARSET_ICONV },
	{ "windows-1251", "windows-1251", CHARSET_ICONV },
	{ "windows-1253", "windows-1253", CHARSET_ICONV },
	{ "windows-1254", "windows-1254", CHARSET_ICONV },
	{ "windows-1255", "windows-1255", CHARSET_ICONV },
	{ "windows-1256", "windows-1256", CHARSET_ICONV },
	{ "windows-1257", "windows-1257", CHARSET_ICONV },
	{ "windows-1258", "windows-1258", CHARSET_ICONV },
	{ "ibm437", "ibm437", CHARSET_ICONV },
	{ "cp437", "ibm437", CHARSET_ICONV },
	{ "ibm850", "ibm850", CHARSET_ICONV },
	{ "ibm866", "ibm866", CHARSET_ICONV },
	{ "koi8-r", "koi8-r", CHARSET_ICONV },
	{ "koi8-u", "koi8-u", CHARSET_ICONV },
	{ "macintosh", "macintosh", CHARSET_ICONV },
	{ "big5", "big5-hkscs", CHARSET_ICONV },
	{ "euc-jp", "euc-jp", CHARSET_ICONV },
	{ "euc-kr", "euc-kr", CHARSET_ICONV },
	{ "gb2312", "gb18030", CHARSET_ICONV },
	{ "gbk", "gb18030", CHARSET_ICONV },
	{ "gb18030", "gb18030", CHARSET_ICONV },
	{ "iso-2022-jp", "iso-2022-jp", CHARSET_ICONV },
	{ "shift_jis", "cp932", CHARSET_ICONV },
	{ "utf-16", "utf-16", CHARSET_ICONV },
	{ "utf-16le", "utf-16le", CHARSET_ICONV },
	{ "utf-16be", "utf-16be", CHARSET_ICONV },
};

static bool same_label(struct everyuri_text said, const char *label)
{
	if (said.len != strlen(label))
		return false;
	for (size_t i = 0; i < said.len; i++) {
		char c = said.data[i];

		if ((c >= 'A' && c <= 'Z' ? (char)(c + 32) : c) != label[i])
			return false;
	}
	return true;
}

static void begin_as(struct charset *charset, const struct charset_label *row)
{
	charset->way = (enum charset_way)row->way;
	charset->name = row->name;
	if (charset->way != CHARSET_ICONV)
		return;
	iconv_t iconv = iconv_open("UTF-8", row->name);

	if (iconv == (iconv_t)-1) { /* this system has no such module */
		*charset = (struct charset){ .unknown = true };
		return;
	}
	charset->iconv = iconv;
}

void eu_charset_begin(struct charset *charset, struct everyuri_text declared)
{
	*charset = (struct charset){ .way = CHARSET_GUESS };
	if (!declared.data || !declared.len)
		return;
	for (size_t i = 0; i < sizeof charset_labels / sizeof *charset_labels; i++) {
		if (same_label(declared, charset_labels[i].label)) {
			begin_as(charset, &charset_labels[i]);
			return;
		}
	}
	charset->unknown = true;
}

const char *eu_charset_name(const struct charset *charset)
{
	if (charset->way != CHARSET_GUESS)
		return charset->name;
	if (charset->n_utf8 && charset->n_else)
		return "utf-8 and windows-1252";
	if (charset->n_utf8)
		return "utf-8";
	return charset->n_else ? "windows-1252" : "us-ascii";
}

bool eu_charset_is_declared(const struct charset *charset)
{
	return charset->way != CHARSET_GUESS ||
	       (charset->name && !charset->n_utf8 && !charset->n_else);
}

/* ---- UTF-8 and windows-1252 --------------------------------------------------------------------------------- */

/* What a character is. */
enum { SHAPE_BAD = 0, SHAPE_CUT = -1 };

/* Bytes of the character in front, which is not of US-ASCII (RFC 3629 4); SHAPE_CUT: its rest is missing. */
static int utf8_shape(const unsigned char *in, size_t len)
{
	const unsigned char lead = in[0];
	unsigned char low = 0x80, high = 0xBF; /* of the second byte */
	int need;

	if (lead < 0xC2 || lead > 0xF4)
		return SHAPE_BAD;
	need = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
	if (lead == 0xE0)
		low = 0xA0;
	if (lead == 0xED)
		high = 0x9F;
	if (lead == 0xF0)
		low = 0x90;
	if (lead == 0xF4)
		high = 0x8F;
	for (int i = 1; i < need; i++) {
		if ((size_t)i == len)
			return SHAPE_CUT;
		if (in[i] < low || in[i] > high)
			return SHAPE_BAD;
		low = 0x80;
		high = 0xBF;
	}
	return need;
}

/* 80 to 9F; the five that are not defined mean the C1 control, which no page shows. */
static const uint16_t windows_1252[32] = { 0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020,
	                                   0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD,
	                                   0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D,
	                                   0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
	                                   0x0153, 0xFFFD, 0x017E, 0x0178 };

/* A byte above 7F. */
static void take_windows(unsigned char byte, charset_take_fn *take, void *context)
{
	const unsigned point = byte < 0xA0 ? windows_1252[byte - 0x80] : byte;
	char utf8[3] = { (char)(0xE0 | point >> 12), (char)(0x80 | (point >> 6 & 0x3F)),
		         (char)(0x80 | (point & 0x3F)) };

	if (point >= 0x800) {
		take(context, utf8, 3);
		return;
	}
	utf8[1] = (char)(0xC0 | point >> 6);
	take(context, utf8 + 1, 2);
}

static void take_odd(struct charset *charset, unsigned char byte, charset_take_fn *take,
                     void *context)
{
	if (charset->way == CHARSET_UTF8) {
		charset->n_bad++;
		take(context, REPLACEMENT, 3);
		return;
	}
	if (charset->way == CHARSET_GUESS)
		charset->n_else++;
	take_windows(byte, take, context);
}

/* Returns: bytes read; what is left is the front of a character. */
static size_t read_bytes(struct charset *charset, const char *data, size_t len, bool last,
                         charset_take_fn *take, void *context)
{
	size_t run = 0, at = 0;

	while (at < len) {
		const unsigned char *in = (const unsigned char *)data + at;
		int shape;

		if (*in < 0x80) {
			at++;
			continue;
		}
		shape = charset->way == CHARSET_WINDOWS ? SHAPE_BAD : utf8_shape(in, len - at);
		if (shape > 0) {
			charset->n_utf8++;
			at += (size_t)shape;
			continue;
		}
		if (at > run)
			take(context, data + run, at - run);
		if (shape == SHAPE_CUT && !last)
			return at;
		take_odd(charset, *in, take, context);
		run = ++at;
	}
	if (at > run)
		take(context, data + run, at - run);
	return at;
}

/* ---- the others ------------------------------------------------------------------------------------------------ */

static size_t read_iconv(struct charset *charset, const char *data, size_t len, bool last,
                         charset_take_fn *take, void *context)
{
	char *in = (char *)(uintptr_t)data; /* iconv does not write there */
	size_t left = len;

	while (left) {
		char out[512], *to = out;
		size_t room = sizeof out;
		size_t done = iconv(charset->iconv, &in, &left, &to, &room);
		int why = errno;

		if (to > out)
			take(context, out, (size_t)(to - out));
		if (done != (size_t)-1 || why == E2BIG)
			continue;
		if (why == EINVAL && !last && left < CHARSET_HELD_MAX)
			break;
		charset->n_bad++;
		take(context, REPLACEMENT, 3);
		in++;
		left--;
	}
	return len - left;
}

static size_t read_any(struct charset *charset, const char *data, size_t len, bool last,
                       charset_take_fn *take, void *context)
{
	return charset->way == CHARSET_ICONV ? read_iconv(charset, data, len, last, take, context) :
	                                       read_bytes(charset, data, len, last, take, context);
}

/* ---- pieces ------------------------------------------------------------------------------------------------------ */

void eu_charset_feed(struct charset *charset, const char *data, size_t len, charset_take_fn *take,
                     void *context)
{
	size_t done;

	/* A character that was cut is put together byte by byte: at most fifteen of them. */
	while (charset->n_held && len) {
		charset->held[charset->n_held++] = *data++;
		len--;
		done = read_any(charset, charset->held, charset->n_held,
		                charset->n_held == CHARSET_HELD_MAX, take, context);
		charset->n_held -= done;
		memmove(charset->held, charset->held + done, charset->n_held);
	}
	if (!len)
		return;
	done = read_any(charset, data, len, false, take, context);
	charset->n_held = len - done;
	memcpy(charset->held, data + done, charset->n_held);
}

void eu_charset_end(struct charset *charset, charset_take_fn *take, void *context)
{
	size_t n = charset->n_held;

	charset->n_held = 0;
	if (n)
		read_any(charset, charset->held, n, true, take, context);
	if (charset->iconv)
		iconv_close(charset->iconv);
	charset->iconv = NULL;
}
