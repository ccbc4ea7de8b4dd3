/* Percent-encoding: RFC 1630 "Conventional URI encoding scheme", RFC 1738 2.2, RFC 3986 2.1. */
#include "base/base.h"
#include "base/utf8.h"

void eu_out_escape(struct eu_out *out, unsigned char byte)
{
	eu_out_byte(out, '%');
	eu_out_byte(out, eu_hex_upper(byte >> 4));
	eu_out_byte(out, eu_hex_upper(byte));
}

/* Encodes or decodes the first byte or escape of a text.  The four public functions differ in this
 * callback.  Returns: the number of bytes consumed. */
typedef size_t piece_fn(struct eu_out *out, const char *text, size_t len,
                        const struct everyuri_byte_set *set, unsigned flags);

static size_t encode_piece(struct eu_out *out, const char *text, size_t len,
                           const struct everyuri_byte_set *keep, unsigned flags)
{
	unsigned char c = (unsigned char)text[0];
	bool plus = flags & EVERYURI_PLUS;

	if (flags & EVERYURI_LATIN1 && c >= 0x80) {
		uint32_t code_point = c;
		size_t n = eu_utf8_next(text, len, &code_point);

		eu_out_escape(out, (unsigned char)code_point);
		return n ? n : 1;
	}
	if (plus && c == ' ')
		eu_out_byte(out, '+');
	else if (c != '%' && !(plus && c == '+') && everyuri_byte_set_has(keep, c))
		eu_out_byte(out, (char)c);
	else
		eu_out_escape(out, c);
	return 1;
}

static size_t decode_piece(struct eu_out *out, const char *text, size_t len,
                           const struct everyuri_byte_set *set, unsigned flags)
{
	unsigned char byte;

	(void)set;
	if (eu_escape_at(text, len, &byte)) {
		if (flags & EVERYURI_LATIN1 && byte >= 0x80) {
			eu_out_byte(out, (char)(0xC0 | byte >> 6));
			byte = 0x80 | (byte & 0x3F);
		}
		eu_out_byte(out, (char)byte);
		return 3;
	}
	eu_out_byte(out, text[0] == '+' && (flags & EVERYURI_PLUS) ? ' ' : text[0]);
	return 1;
}

static size_t safer_piece(struct eu_out *out, const char *text, size_t len,
                          const struct everyuri_byte_set *unsafe, unsigned flags)
{
	unsigned char c = (unsigned char)text[0], byte;

	(void)flags;
	/* Copy an escape whole: its digits are not encoded, even if they are in `unsafe`. */
	if (eu_escape_at(text, len, &byte)) {
		eu_out_bytes(out, text, 3);
		return 3;
	}
	if (c != '%' && everyuri_byte_set_has(unsafe, c))
		eu_out_escape(out, c);
	else
		eu_out_byte(out, (char)c);
	return 1;
}

/* Returns the length of a "%" that does not begin an escape, including the digit and escaped digit
 * after it, which must stay: decoding them could form an escape. */
static size_t bare_percent(const char *text, size_t len)
{
	size_t n = 1;
	unsigned char byte;

	if (n < len && eu_hex_value((unsigned char)text[n]) >= 0)
		n++;
	if (eu_escape_at(text + n, len - n, &byte) && eu_hex_value(byte) >= 0)
		n += 3;
	return n;
}

static size_t less_safe_piece(struct eu_out *out, const char *text, size_t len,
                              const struct everyuri_byte_set *safe, unsigned flags)
{
	unsigned char byte;
	size_t n = 1;

	(void)flags;
	if (eu_escape_at(text, len, &byte)) {
		if (byte != '%' && everyuri_byte_set_has(safe, byte))
			eu_out_byte(out, (char)byte);
		else
			eu_out_bytes(out, text, 3);
		return 3;
	}
	if (text[0] == '%')
		n = bare_percent(text, len);
	eu_out_bytes(out, text, n);
	return n;
}

static void recode_into(struct eu_out *out, piece_fn *piece, const char *text, size_t len,
                        const struct everyuri_byte_set *set, unsigned flags)
{
	size_t at = 0;

	while (at < len)
		at += piece(out, text + at, len - at, set, flags);
}

static enum everyuri_status recode(piece_fn *piece, const char *text, size_t len,
                                   const struct everyuri_byte_set *set, unsigned flags,
                                   struct everyuri_buf *buf, struct everyuri_error *err)
{
	struct eu_out out = { NULL, 0 };
	enum everyuri_status s;

	if (len > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	recode_into(&out, piece, text, len, set, flags);
	s = eu_buf_reserve(buf, out.len, err);
	if (s)
		return s;
	out = (struct eu_out){ buf->data, 0 };
	recode_into(&out, piece, text, len, set, flags);
	buf->len = out.len;
	return EVERYURI_OK;
}

/* Finds the first byte above 7F that is no character of ISO Latin-1 in UTF-8. */
static bool find_not_latin1(const char *data, size_t len, size_t *at)
{
	size_t n = 1;

	for (size_t i = 0; i < len; i += n) {
		uint32_t code_point;

		n = 1;
		if ((unsigned char)data[i] < 0x80)
			continue;
		n = eu_utf8_next(data + i, len - i, &code_point);
		*at = i;
		if (!n || code_point > 0xFF)
			return true;
	}
	return false;
}

enum everyuri_status everyuri_encode(const char *data, size_t len,
                                     const struct everyuri_byte_set *keep, unsigned flags,
                                     struct everyuri_buf *buf, struct everyuri_error *err)
{
	enum everyuri_status s = eu_check_flags(flags, EVERYURI_PLUS | EVERYURI_LATIN1, err);
	size_t at;

	if (!s && flags & EVERYURI_LATIN1 && len <= EVERYURI_TEXT_MAX &&
	    find_not_latin1(data, len, &at))
		return eu_fail(err, EVERYURI_INVALID, at, "RFC 1630, conventional encoding",
		               "character not in ISO Latin-1");
	return s ? s : recode(encode_piece, data, len, keep, flags, buf, err);
}

/* Finds the first byte after a "%" that is not a hexadecimal digit but should be. */
static bool find_bad_escape(const char *text, size_t len, size_t *at)
{
	for (size_t i = 0; i < len; i++) {
		if (text[i] != '%')
			continue;
		for (size_t k = i + 1; k <= i + 2; k++) {
			if (k < len && eu_hex_value((unsigned char)text[k]) >= 0)
				continue;
			*at = k;
			return true;
		}
		i += 2;
	}
	return false;
}

enum everyuri_status everyuri_decode(const char *text, size_t len, unsigned flags,
                                     struct everyuri_buf *buf, struct everyuri_error *err)
{
	enum everyuri_status s =
		eu_check_flags(flags, EVERYURI_PLUS | EVERYURI_BARE_PERCENT | EVERYURI_LATIN1, err);
	size_t at;

	if (s)
		return s;
	if (len <= EVERYURI_TEXT_MAX && !(flags & EVERYURI_BARE_PERCENT) &&
	    find_bad_escape(text, len, &at))
		return eu_fail(err, EVERYURI_INVALID, at, "RFC 3986 2.1",
		               "\"%\" must be followed by two hexadecimal digits");
	return recode(decode_piece, text, len, NULL, flags, buf, err);
}

enum everyuri_status everyuri_safer(const char *text, size_t len,
                                    const struct everyuri_byte_set *unsafe,
                                    struct everyuri_buf *buf, struct everyuri_error *err)
{
	return recode(safer_piece, text, len, unsafe, 0, buf, err);
}

enum everyuri_status everyuri_less_safe(const char *text, size_t len,
                                        const struct everyuri_byte_set *safe,
                                        struct everyuri_buf *buf, struct everyuri_error *err)
{
	return recode(less_safe_piece, text, len, safe, 0, buf, err);
}
