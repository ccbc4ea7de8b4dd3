/* Converts charsets to UTF-8.  UTF-8 and windows-1252 are decoded here, the others by iconv.  The
 * table contains the charsets of the Encoding Standard, except those that browsers no longer
 * support (utf-7, iso-2022-kr, hz-gb-2312). */
#include "gateway/pages/charset.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>

#define REPLACEMENT "\xEF\xBF\xBD"

/* ---- labels ----------------------------------------------------------------------------------------------- */

/* The name of a charset, which iconv knows too, and its labels (Encoding 4.2), separated by
 * spaces. */
static const struct charset_row {
	char name[16];
	unsigned char way;
	const char *labels;
} charset_rows[] = {
	{ "utf-8", CHARSET_UTF8,
	  "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8" },
	{ "ibm866", CHARSET_ICONV, "866 cp866 csibm866 ibm866" },
	{ "iso-8859-2", CHARSET_ICONV,
	  "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 "
	  "latin2" },
	{ "iso-8859-3", CHARSET_ICONV,
	  "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 "
	  "latin3" },
	{ "iso-8859-4", CHARSET_ICONV,
	  "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 "
	  "latin4" },
	{ "iso-8859-5", CHARSET_ICONV,
	  "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 "
	  "iso_8859-5:1988" },
	{ "iso-8859-6", CHARSET_ICONV,
	  "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 "
	  "iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987" },
	{ "iso-8859-7", CHARSET_ICONV,
	  "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 "
	  "iso_8859-7 iso_8859-7:1987 sun_eu_greek" },
	{ "iso-8859-8", CHARSET_ICONV,
	  "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 "
	  "iso88598 iso_8859-8 iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical" },
	{ "iso-8859-10", CHARSET_ICONV,
	  "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6" },
	{ "iso-8859-13", CHARSET_ICONV, "iso-8859-13 iso8859-13 iso885913" },
	{ "iso-8859-14", CHARSET_ICONV, "iso-8859-14 iso8859-14 iso885914" },
	{ "iso-8859-15", CHARSET_ICONV,
	  "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9" },
	{ "iso-8859-16", CHARSET_ICONV, "iso-8859-16" },
	{ "koi8-r", CHARSET_ICONV, "cskoi8r koi koi8 koi8-r koi8_r" },
	{ "koi8-u", CHARSET_ICONV, "koi8-ru koi8-u" },
	{ "macintosh", CHARSET_ICONV, "csmacintosh mac macintosh x-mac-roman" },
	{ "cp874", CHARSET_ICONV, "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874" },
	{ "windows-1250", CHARSET_ICONV, "cp1250 windows-1250 x-cp1250" },
	{ "windows-1251", CHARSET_ICONV, "cp1251 windows-1251 x-cp1251" },
	{ "windows-1252", CHARSET_WINDOWS,
	  "cp1252 cp819 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 "
	  "l1 latin1 csisolatin1 windows-1252 x-cp1252" },
	/* ASCII has no bytes above 7F; if the text has some, their charset is guessed. */
	{ "us-ascii", CHARSET_GUESS, "us-ascii ascii ansi_x3.4-1968" },
	{ "windows-1253", CHARSET_ICONV, "cp1253 windows-1253 x-cp1253" },
	{ "windows-1254", CHARSET_ICONV,
	  "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 "
	  "l5 latin5 windows-1254 x-cp1254" },
	{ "windows-1255", CHARSET_ICONV, "cp1255 windows-1255 x-cp1255" },
	{ "windows-1256", CHARSET_ICONV, "cp1256 windows-1256 x-cp1256" },
	{ "windows-1257", CHARSET_ICONV, "cp1257 windows-1257 x-cp1257" },
	{ "windows-1258", CHARSET_ICONV, "cp1258 windows-1258 x-cp1258" },
	{ "mac-cyrillic", CHARSET_ICONV, "x-mac-cyrillic x-mac-ukrainian" },
	{ "gb18030", CHARSET_ICONV,
	  "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk "
	  "gb18030" },
	{ "big5-hkscs", CHARSET_ICONV, "big5 big5-hkscs cn-big5 csbig5 x-x-big5" },
	{ "euc-jp", CHARSET_ICONV, "cseucpkdfmtjapanese euc-jp x-euc-jp" },
	{ "iso-2022-jp", CHARSET_ICONV, "csiso2022jp iso-2022-jp" },
	{ "cp932", CHARSET_ICONV,
	  "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis" },
	{ "euc-kr", CHARSET_ICONV,
	  "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 "
	  "ksc_5601 windows-949" },
	{ "utf-16be", CHARSET_ICONV, "unicodefffe utf-16be" },
	{ "utf-16le", CHARSET_ICONV,
	  "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16le" },
	{ "utf-16", CHARSET_ICONV, "utf-16" },
	{ "ibm437", CHARSET_ICONV, "ibm437 cp437" },
	{ "ibm850", CHARSET_ICONV, "ibm850 cp850" },
};

static bool has_label(const char *labels, struct everyuri_text said)
{
	for (const char *at = labels; *at; at += strspn(at, " ")) {
		const size_t n = strcspn(at, " ");
		size_t same = 0;

		while (n == said.len && same < n &&
		       (said.data[same] == at[same] ||
		        (said.data[same] >= 'A' && said.data[same] <= 'Z' &&
		         said.data[same] + ('a' - 'A') == at[same])))
			same++;
		if (same == n)
			return true;
		at += n;
	}
	return false;
}

static void begin_as(struct charset *charset, const struct charset_row *row)
{
	charset->way = (enum charset_way)row->way;
	charset->name = row->name;
	if (charset->way != CHARSET_ICONV)
		return;
	iconv_t iconv = iconv_open("UTF-8", row->name);

	if (iconv == (iconv_t)-1) { /* iconv on this system lacks the charset */
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
	for (size_t i = 0; i < sizeof charset_rows / sizeof *charset_rows; i++) {
		if (has_label(charset_rows[i].labels, declared)) {
			begin_as(charset, &charset_rows[i]);
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

/* Results of utf8_shape() other than a length. */
enum { SHAPE_BAD = 0, SHAPE_CUT = -1 };

/* Returns the length in bytes of the first character, which is not ASCII (RFC 3629 4).  Returns
 * SHAPE_CUT if the end of the character is missing, and SHAPE_BAD if it is invalid. */
static int utf8_shape(const unsigned char *in, size_t len)
{
	const unsigned char lead = in[0];
	unsigned char low = 0x80, high = 0xBF; /* range of the second byte */
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

/* Characters 80 to 9F.  Five are undefined.  Browsers map those to C1 control characters, which no
 * page shows. */
static const uint16_t windows_1252[32] = { 0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020,
	                                   0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD,
	                                   0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D,
	                                   0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
	                                   0x0153, 0xFFFD, 0x017E, 0x0178 };

/* Converts a byte above 7F from windows-1252. */
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

/* Decodes UTF-8 and windows-1252.  Returns the number of bytes read; the rest is an incomplete
 * character. */
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

/* ---- other charsets -------------------------------------------------------------------------------------------- */

static size_t read_iconv(struct charset *charset, const char *data, size_t len, bool last,
                         charset_take_fn *take, void *context)
{
	char *in = (char *)(uintptr_t)data; /* iconv does not write to its input */
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

/* ---- feeding pieces ---------------------------------------------------------------------------------------------- */

void eu_charset_feed(struct charset *charset, const char *data, size_t len, charset_take_fn *take,
                     void *context)
{
	size_t done;

	/* A character cut by the end of the previous piece is completed byte by byte, with at most
	 * fifteen bytes. */
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
