#include "base/text.h"
#include "base/utf8.h"
#include "everyuri/write.h"
#include "write/cells.h"

#include <string.h>

/* One bit for each output format.  If it is set, the byte may need an escape there; otherwise
 * it is copied. */
enum { ESC_JSON = 1, ESC_TSV = 2, ESC_HTML = 4, ESC_TERMINAL = 8 };

#define CTL (ESC_JSON | ESC_HTML | ESC_TERMINAL)
#define CTL_4 CTL, CTL, CTL, CTL
#define WHITE \
	(ESC_JSON | ESC_TSV) /* class of TAB and LF, which are not escaped for HTML and
                                      terminals */
#define HI_4 CTL_4
#define HI_16 HI_4, HI_4, HI_4, HI_4
#define HI_64 HI_16, HI_16, HI_16, HI_16

/* clang-format off */
static const unsigned char escape_class[256] = {
	CTL | ESC_TSV, CTL, CTL, CTL, CTL_4,
	CTL, WHITE, WHITE, CTL, ESC_JSON | ESC_TERMINAL, WHITE | ESC_TERMINAL, CTL, CTL,
	CTL_4, CTL_4,
	CTL_4, CTL_4,
	['"'] = ESC_JSON | ESC_HTML,
	['&'] = ESC_HTML,
	['\''] = ESC_HTML,
	['<'] = ESC_HTML,
	['>'] = ESC_HTML,
	['\\'] = ESC_JSON | ESC_TSV,
	[0x7F] = ESC_HTML | ESC_TERMINAL,
	[0x80] = HI_64, HI_64
};
/* clang-format on */

#undef CTL
#undef CTL_4
#undef WHITE
#undef HI_4
#undef HI_16
#undef HI_64

bool eu_acts_on_terminal(uint32_t code_point)
{
	return (code_point >= 0x80 && code_point <= 0x9F) || code_point == 0x61C ||
	       code_point == 0x200E || code_point == 0x200F ||
	       (code_point >= 0x202A && code_point <= 0x202E) ||
	       (code_point >= 0x2066 && code_point <= 0x2069);
}

/* Writes U+FFFD, which replaces a byte that is not part of valid UTF-8. */
static void write_replacement(struct everyuri_writer *w)
{
	everyuri_write(w, "\xEF\xBF\xBD", 3);
}

/* Returns whether one of eight bytes is below 20, a quotation mark, a backslash or above 7F.  A
 * subtraction may borrow from the next higher byte and so set that byte's high bit wrongly.  This
 * happens only if a lower byte matches, so the result is still right. */
static bool eight_need_json(const char *data)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t bytes;

	memcpy(&bytes, data, sizeof bytes);
	uint64_t quote = bytes ^ ones * '"';
	uint64_t slash = bytes ^ ones * '\\';

	return ((bytes | (bytes - ones * 0x20) | (quote - ones) | (slash - ones)) & ones * 0x80) !=
	       0;
}

static void write_json_escape(struct everyuri_writer *w, unsigned char byte)
{
	char text[6] = { '\\', 'u', '0', '0', eu_hex_lower(byte >> 4), eu_hex_lower(byte) };

	switch (byte) {
	case '\b':
		everyuri_write(w, "\\b", 2);
		return;
	case '\t':
		everyuri_write(w, "\\t", 2);
		return;
	case '\n':
		everyuri_write(w, "\\n", 2);
		return;
	case '\f':
		everyuri_write(w, "\\f", 2);
		return;
	case '\r':
		everyuri_write(w, "\\r", 2);
		return;
	case '"':
	case '\\':
		text[1] = (char)byte;
		everyuri_write(w, text, 2);
		return;
	default:
		everyuri_write(w, text, 6);
	}
}

void everyuri_write_json(struct everyuri_writer *w, const char *data, size_t len)
{
	const unsigned char *in = (const unsigned char *)data;
	size_t run = 0; /* offset of the bytes to copy unchanged */
	size_t at = 0;

	while (at < len) {
		if (len - at >= 8 && !eight_need_json(data + at)) {
			at += 8;
			continue;
		}
		if (!(escape_class[in[at]] & ESC_JSON)) {
			at++;
			continue;
		}
		uint32_t code_point = 0;
		size_t n = eu_utf8_next(data + at, len - at, &code_point);

		if (n > 1) { /* RFC 8259 3: characters beyond ASCII need no escape */
			at += n;
			continue;
		}
		everyuri_write(w, data + run, at - run);
		if (n)
			write_json_escape(w, in[at]);
		else
			write_replacement(w);
		run = ++at;
	}
	everyuri_write(w, data + run, len - run);
}

void everyuri_write_json_shown(struct everyuri_writer *w, const char *data, size_t len)
{
	size_t run = 0, n;

	for (size_t at = 0; at < len; at += n ? n : 1) {
		uint32_t point = 0;

		n = eu_utf8_next(data + at, len - at, &point);
		if (!n || (point != 0x7F && !eu_acts_on_terminal(point)))
			continue;
		char text[6] = { '\\', 'u', '0', '0', '0', '0' };

		for (int i = 0; i < 4; i++)
			text[2 + i] = eu_hex_lower(point >> (12 - 4 * i));
		everyuri_write_json(w, data + run, at - run);
		everyuri_write(w, text, sizeof text);
		run = at + n;
	}
	everyuri_write_json(w, data + run, len - run);
}

/* Returns whether one of eight bytes is below 20 or a backslash.  Borrows are harmless, as above. */
static bool eight_need_tsv(const char *data)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t bytes;

	memcpy(&bytes, data, sizeof bytes);
	uint64_t slash = bytes ^ ones * '\\';

	return ((((bytes - ones * 0x20) & ~bytes) | ((slash - ones) & ~slash)) & ones * 0x80) != 0;
}

void everyuri_write_tsv(struct everyuri_writer *w, const char *data, size_t len)
{
	size_t run = 0;

	for (size_t at = 0; at < len; at++) {
		while (len - at > 8 && !eight_need_tsv(data + at))
			at += 8;
		unsigned char byte = (unsigned char)data[at];

		if (!(escape_class[byte] & ESC_TSV))
			continue;
		char text[2] = { '\\', (char)byte };

		if (byte != '\\')
			text[1] = byte == '\t' ? 't' :
			          byte == '\n' ? 'n' :
			          byte == '\r' ? 'r' :
			                         '0';
		everyuri_write(w, data + run, at - run);
		everyuri_write(w, text, 2);
		run = at + 1;
	}
	everyuri_write(w, data + run, len - run);
}

static void write_html_escape(struct everyuri_writer *w, unsigned char byte)
{
	switch (byte) {
	case '&':
		everyuri_write(w, "&amp;", 5);
		return;
	case '<':
		everyuri_write(w, "&lt;", 4);
		return;
	case '>':
		everyuri_write(w, "&gt;", 4);
		return;
	case '"':
		everyuri_write(w, "&quot;", 6);
		return;
	case '\'': /* HTML 4 does not have &apos; */
		everyuri_write(w, "&#39;", 5);
		return;
	default:
		write_replacement(w);
	}
}

void everyuri_write_html(struct everyuri_writer *w, const char *data, size_t len)
{
	const unsigned char *in = (const unsigned char *)data;
	size_t run = 0;

	for (size_t at = 0; at < len;) {
		if (!(escape_class[in[at]] & ESC_HTML)) {
			at++;
			continue;
		}
		uint32_t code_point = 0;
		size_t n = eu_utf8_next(data + at, len - at, &code_point);

		if (n > 1 && code_point >= 0xA0) { /* the code point is above the C1 controls */
			at += n;
			continue;
		}
		everyuri_write(w, data + run, at - run);
		write_html_escape(w, in[at]);
		at += n ? n : 1;
		run = at;
	}
	everyuri_write(w, data + run, len - run);
}

void everyuri_write_terminal(struct everyuri_writer *w, const char *data, size_t len)
{
	const unsigned char *in = (const unsigned char *)data;
	size_t run = 0;

	for (size_t at = 0; at < len;) {
		if (!(escape_class[in[at]] & ESC_TERMINAL)) {
			at++;
			continue;
		}
		uint32_t code_point = 0;
		size_t n = eu_utf8_next(data + at, len - at, &code_point);

		if (n > 1 && !eu_acts_on_terminal(code_point)) {
			at += n;
			continue;
		}
		everyuri_write(w, data + run, at - run);
		for (size_t end = at + (n ? n : 1); at < end; at++) {
			char text[4] = { '\\', 'x', eu_hex_lower(in[at] >> 4),
				         eu_hex_lower(in[at]) };

			everyuri_write(w, text, 4);
		}
		run = at;
	}
	everyuri_write(w, data + run, len - run);
}
