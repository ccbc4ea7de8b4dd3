/* Implements percent-encode sets (section 1.3), and classes of code points and special schemes
 * (3.2, 4.2 and 4.3). */
#include "grammar/whatwg/sets.h"

#include "base/utf8.h"

/* The classes of a byte as letters: c C0, f fragment, q query, s special-query, p path, u
 * userinfo, d domain, l URL code point. */
#define W_CQS (EU_WHATWG_C0 | EU_WHATWG_QUERY | EU_WHATWG_SPECIAL_QUERY)
#define W_CFQS (W_CQS | EU_WHATWG_FRAGMENT)
#define W_CFQSP (W_CFQS | EU_WHATWG_PATH)

#define W_SP EU_WHATWG_C0                                   /* space < > */
#define W_QT (EU_WHATWG_C0 | EU_WHATWG_DOMAIN)              /* " */
#define W_HS (EU_WHATWG_C0 | EU_WHATWG_FRAGMENT)            /* # */
#define W_PC (W_CFQSP | EU_WHATWG_USERINFO)                 /* % */
#define W_AP (255 & ~EU_WHATWG_SPECIAL_QUERY)               /* ' */
#define W_SL (W_CFQS | EU_WHATWG_URL)                       /* / ? */
#define W_CO (W_CFQSP | EU_WHATWG_URL)                      /* : @ */
#define W_SC (W_CFQSP | EU_WHATWG_DOMAIN | EU_WHATWG_URL)   /* ; = */
#define W_UP (W_CFQSP | EU_WHATWG_USERINFO | EU_WHATWG_URL) /* A to Z */
#define W_BR W_CFQSP                                        /* [ ] | */
#define W_BS W_CFQS                                         /* \ ^ */
#define W_GR (W_CQS | EU_WHATWG_DOMAIN)                     /* ` */
#define W_CB (W_CFQS | EU_WHATWG_DOMAIN)                    /* { } */
#define W__A 255                                            /* a to z, digits, the rest */

/* Bytes above 7F are in every percent-encode set, and are not code points. */
const uint8_t eu_whatwg_class[256] = {
	/* clang-format off */
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	/*  !"#$%&'()*+,-./ */
	W_SP, W__A, W_QT, W_HS, W__A, W_PC, W__A, W_AP, W__A, W__A, W__A, W__A, W__A, W__A, W__A, W_SL,
	/* 0123456789:;<=>? */
	W__A, W__A, W__A, W__A, W__A, W__A, W__A, W__A, W__A, W__A, W_CO, W_SC, W_SP, W_SC, W_SP, W_SL,
	/* @ABCDEFGHIJKLMNO */
	W_CO, W_UP, W_UP, W_UP, W_UP, W_UP, W_UP, W_UP, W_UP, W_UP, W_UP, W_UP, W_UP, W_UP, W_UP, W_UP,
	/* PQRSTUVWXYZ[\]^_ */
	W_UP, W_UP, W_UP, W_UP, W_UP, W_UP, W_UP, W_UP, W_UP, W_UP, W_UP, W_BR, W_BS, W_BR, W_BS, W__A,
	/* `abcdefghijklmno */
	W_GR, W__A, W__A, W__A, W__A, W__A, W__A, W__A, W__A, W__A, W__A, W__A, W__A, W__A, W__A, W__A,
	/* pqrstuvwxyz{|}~ and DEL */
	W__A, W__A, W__A, W__A, W__A, W__A, W__A, W__A, W__A, W__A, W__A, W_CB, W_BR, W_CB, W__A, 0,
	/* clang-format on */
};

/* Returns whether the byte may follow this lead byte.  Table 3-7 of Unicode narrows the range for
 * some lead bytes. */
static bool follows_lead(unsigned char lead, unsigned char c)
{
	unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
	unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;

	return c >= low && c <= high;
}

/* Encoding Standard, UTF-8 decoder: a lead byte and the continuation bytes that fit it count as one
 * error.  The byte that does not fit is read again. */
static size_t ill_formed_len(const char *text, size_t len)
{
	unsigned char lead = (unsigned char)text[0];
	size_t want = lead >= 0xF0 && lead <= 0xF4 ? 3 :
	              lead >= 0xE0 && lead <= 0xEF ? 2 :
	              lead >= 0xC2 && lead <= 0xDF ? 1 :
	                                             0;
	size_t n = 1;

	if (!want || len < 2 || !follows_lead(lead, (unsigned char)text[1]))
		return 1;
	for (n = 2; n < want && n < len && ((unsigned char)text[n] & 0xC0) == 0x80; n++)
		;
	return n;
}

size_t eu_whatwg_code_point(const char *text, size_t len, uint32_t *code_point)
{
	size_t n = eu_utf8_next(text, len, code_point);

	if (n)
		return n;
	*code_point = 0xFFFD;
	return ill_formed_len(text, len);
}

size_t eu_whatwg_encode_one(struct eu_out *out, const char *text, size_t len)
{
	uint32_t code_point;
	size_t n = eu_whatwg_code_point(text, len, &code_point);

	if (code_point == 0xFFFD) {
		eu_out_bytes(out, "%EF%BF%BD", 9);
		return n;
	}
	for (size_t i = 0; i < n; i++)
		eu_out_escape(out, (unsigned char)text[i]);
	return n;
}

void eu_whatwg_encode(struct eu_out *out, const char *text, size_t len, unsigned keep)
{
	size_t i = 0;

	while (i < len) {
		size_t begin = i;

		while (i < len && eu_whatwg_is(text[i], keep))
			i++;
		eu_out_bytes(out, text + begin, i - begin);
		if (i == len)
			break;
		if (eu_whatwg_is_removed((unsigned char)text[i]))
			i++;
		else
			i += eu_whatwg_encode_one(out, text + i, len - i);
	}
}

bool eu_whatwg_is_url_code_point(uint32_t c)
{
	if (c < 0x80)
		return eu_whatwg_class[c] & EU_WHATWG_URL;
	/* Noncharacters: U+FDD0 to U+FDEF, and the last two of each plane. */
	/* LCOV_EXCL_BR_LINE: clang's MC/DC is wrong inside of !(a && b) */
	return c >= 0xA0 && c <= 0x10FFFD && !(c >= 0xFDD0 && c <= 0xFDEF) &&
	       (c & 0xFFFE) != 0xFFFE;
}

/* Forbidden host code points are NUL, TAB, LF, CR, space, # / : < > ? @ [ \ ] ^ and |.  A forbidden
 * domain code point is one of these, another C0 control, "%" or DEL. */
bool eu_whatwg_is_forbidden_host(unsigned char c)
{
	if (c <= ' ')
		return c == 0 || c == ' ' || eu_whatwg_is_removed(c);
	return c < 0x7F && c != '%' && !(eu_whatwg_class[c] & EU_WHATWG_DOMAIN) &&
	       !(c >= 'A' && c <= 'Z');
}

enum eu_whatwg_scheme eu_whatwg_scheme_of(const char *name, size_t len)
{
	switch (len) {
	case 2:
		return memcmp(name, "ws", 2) ? EU_WHATWG_NOT_SPECIAL : EU_WHATWG_WS;
	case 3:
		return !memcmp(name, "wss", 3) ? EU_WHATWG_WSS :
		       !memcmp(name, "ftp", 3) ? EU_WHATWG_FTP :
		                                 EU_WHATWG_NOT_SPECIAL;
	case 4:
		return !memcmp(name, "http", 4) ? EU_WHATWG_HTTP :
		       !memcmp(name, "file", 4) ? EU_WHATWG_FILE :
		                                  EU_WHATWG_NOT_SPECIAL;
	case 5:
		return memcmp(name, "https", 5) ? EU_WHATWG_NOT_SPECIAL : EU_WHATWG_HTTPS;
	default:
		return EU_WHATWG_NOT_SPECIAL;
	}
}

uint16_t eu_whatwg_default_port(enum eu_whatwg_scheme scheme)
{
	static const uint16_t ports[] = {
		[EU_WHATWG_NOT_SPECIAL] = 0, [EU_WHATWG_FILE] = 0,    [EU_WHATWG_FTP] = 21,
		[EU_WHATWG_HTTP] = 80,       [EU_WHATWG_HTTPS] = 443, [EU_WHATWG_WS] = 80,
		[EU_WHATWG_WSS] = 443
	};

	return ports[scheme];
}
