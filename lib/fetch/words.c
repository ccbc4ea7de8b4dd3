/* Encodes text beyond US-ASCII: as encoded words (RFC 2047) in headers, as quoted-printable
 * (RFC 2045) in bodies. */
#include "fetch/mail.h"

bool eu_mail_is_ascii(struct everyuri_text text)
{
	for (size_t i = 0; i < text.len; i++)
		if ((unsigned char)text.data[i] >= 0x80)
			return false;
	return true;
}

static void out_hex(struct eu_out *out, unsigned char byte)
{
	eu_out_byte(out, '=');
	eu_out_byte(out, eu_hex_upper(byte >> 4));
	eu_out_byte(out, eu_hex_upper(byte));
}

/* ---- encoded words ------------------------------------------------------------------------------- */

/* The current line. */
struct header_line {
	struct eu_out *out;
	size_t begin; /* offset of the line in out */
};

static size_t column(const struct header_line *line)
{
	return line->out->len - line->begin;
}

static void fold(struct header_line *line)
{
	eu_out_bytes(line->out, "\r\n", 2);
	line->begin = line->out->len;
}

static const char word_begins[] = "=?utf-8?Q?", word_ends[] = "?=";

#define WORD_AROUND 12 /* length of word_begins and word_ends together */

/* Returns whether a byte needs no encoding wherever an encoded word may occur (RFC 2047 5 (3)). */
static bool is_plain(unsigned char byte)
{
	return eu_is_alpha(byte) || eu_is_digit(byte) || byte == '!' || byte == '*' ||
	       byte == '+' || byte == '-' || byte == '/';
}

static size_t width_of(const char *data, size_t len)
{
	size_t width = 0;

	for (size_t i = 0; i < len; i++)
		width += is_plain((unsigned char)data[i]) || data[i] == ' ' ? 1 : 3;
	return width;
}

static void out_character(struct eu_out *out, const char *data, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (data[i] == ' ')
			eu_out_byte(out, '_');
		else if (is_plain((unsigned char)data[i]))
			eu_out_byte(out, data[i]);
		else
			out_hex(out, (unsigned char)data[i]);
}

/* Writes as many encoded words as the lines need (RFC 2047 5).  Never splits a character.
 * len: must not be 0. quoted: a backslash escapes the next character. */
static void out_encoded(struct header_line *line, const char *data, size_t len, bool quoted)
{
	bool within = false;

	for (size_t at = 0, next; at < len; at = next) {
		at += quoted && data[at] == '\\' && at + 1 < len;
		for (next = at + 1; next < len && ((unsigned char)data[next] & 0xC0) == 0x80;)
			next++;
		if (within && column(line) + width_of(data + at, next - at) + 2 > EU_MAIL_FOLDED) {
			eu_out_bytes(line->out, word_ends, 2);
			fold(line);
			eu_out_byte(line->out, ' ');
			within = false;
		}
		if (!within)
			eu_out_bytes(line->out, word_begins, WORD_AROUND - 2);
		within = true;
		out_character(line->out, data + at, next - at);
	}
	eu_out_bytes(line->out, word_ends, 2);
}

/* Writes text that may contain encoded words.  Encodes from the first to the last word that needs
 * it, including the words between, since a reader drops the blanks between two encoded words. */
static void out_text(struct header_line *line, const char *data, size_t len)
{
	size_t begin = 0, end = len, blanks;

	while (begin < len && (unsigned char)data[begin] < 0x80)
		begin++;
	if (begin == len) {
		eu_out_bytes(line->out, data, len);
		return;
	}
	while ((unsigned char)data[end - 1] < 0x80)
		end--;
	while (begin && !eu_is_blank((unsigned char)data[begin - 1]))
		begin--;
	while (end < len && !eu_is_blank((unsigned char)data[end]))
		end++;
	for (blanks = begin; blanks && eu_is_blank((unsigned char)data[blanks - 1]);)
		blanks--;
	eu_out_bytes(line->out, data, blanks);
	/* An encoded character takes at most twelve bytes. */
	if (blanks < begin && column(line) + begin - blanks + WORD_AROUND + 12 > EU_MAIL_FOLDED)
		fold(line);
	eu_out_bytes(line->out, data + blanks, begin - blanks);
	out_encoded(line, data + begin, end - begin, false);
	if (end < len && column(line) + len - end > EU_MAIL_FOLDED)
		fold(line);
	eu_out_bytes(line->out, data + end, len - end);
}

/* ---- fields ------------------------------------------------------------------------------------------ */

/* Returns the end of the quoted string, or of "<...>", that begins at `at`. */
static size_t end_of(const char *data, size_t len, size_t at, char last)
{
	while (++at < len && data[at] != last)
		at += last == '"' && data[at] == '\\';
	return at < len ? at + 1 : len;
}

static bool is_special(char c)
{
	return c && strchr("()<>[]:;@\\,\"", c);
}

/* Writes a field of addresses.  By RFC 2047 5 (2) and (3), encodes the words of a phrase and of
 * comments, but never an address. */
static void out_addresses(struct header_line *line, const char *data, size_t len)
{
	for (size_t at = 0, end; at < len; at = end) {
		end = at + 1;
		if (data[at] == '<' || data[at] == '"')
			end = end_of(data, len, at, data[at] == '<' ? '>' : '"');
		else
			while (!is_special(data[at]) && end < len && !is_special(data[end]))
				end++;
		struct everyuri_text piece = { data + at, end - at };
		bool in_address = (end < len && data[end] == '@') || (at && data[at - 1] == '@');

		if (data[at] == '"' && !in_address && piece.len > 2 && data[end - 1] == '"' &&
		    !eu_mail_is_ascii(piece))
			out_encoded(line, piece.data + 1, piece.len - 2, true);
		else if (is_special(data[at]) || in_address)
			eu_out_bytes(line->out, piece.data, piece.len);
		else
			out_text(line, piece.data, piece.len);
		if (data[at] == ',' && column(line) > EU_MAIL_FOLDED - 20 && end < len &&
		    eu_is_blank((unsigned char)data[end]))
			fold(line);
	}
}

void eu_mail_field(struct eu_out *out, struct everyuri_text name, struct everyuri_text value)
{
	struct header_line line = { out, out->len };

	eu_out_bytes(out, name.data, name.len);
	eu_out_bytes(out, ": ", 2);
	if (eu_mail_has_addresses(name))
		out_addresses(&line, value.data, value.len);
	else
		out_text(&line, value.data, value.len);
	eu_out_bytes(out, "\r\n", 2);
}

/* ---- bodies ------------------------------------------------------------------------------------------- */

/* Returns the length of the line break at `at`, or 0 if there is none. */
static size_t line_end_at(struct everyuri_text text, size_t at)
{
	if (text.data[at] == '\n')
		return 1;
	return at + 1 < text.len && text.data[at] == '\r' && text.data[at + 1] == '\n' ? 2 : 0;
}

void eu_mail_quoted(struct eu_out *out, struct everyuri_text body)
{
	size_t begin = out->len;

	for (size_t at = 0, n; at < body.len; at += n ? n : 1) {
		unsigned char byte = (unsigned char)body.data[at];
		size_t behind = at + 1;
		bool last = behind == body.len || line_end_at(body, behind);

		n = line_end_at(body, at);
		if (n) {
			eu_out_bytes(out, "\r\n", 2);
			begin = out->len;
			continue;
		}
		/* Rule (3): a blank at the end of a line must be encoded, or it would be lost. */
		bool plain = byte < 0x80 && byte >= ' ' && byte != '=' && byte != 0x7F;
		plain = (plain && !(last && byte == ' ')) || (byte == '\t' && !last);

		/* Rule (5): leave space for the "=" of a soft line break. */
		if (out->len - begin + (plain ? 1 : 3) + !last > EU_MAIL_FOLDED) {
			eu_out_bytes(out, "=\r\n", 3);
			begin = out->len;
		}
		if (plain)
			eu_out_byte(out, (char)byte);
		else
			out_hex(out, byte);
	}
}
