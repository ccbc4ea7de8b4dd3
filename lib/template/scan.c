/* RFC 6570 section 2: parses templates. */
#include "template/scan.h"

#include "base/utf8.h"

/* The table of operators in appendix A. */
static const struct eu_template_operator operators[] = {
	{ 0, 0, ',', 0, false, false },      { '+', 0, ',', 0, false, true },
	{ '#', '#', ',', 0, false, true },   { '.', '.', '.', 0, false, false },
	{ '/', '/', '/', 0, false, false },  { ';', ';', ';', 0, true, false },
	{ '?', '?', '&', '=', true, false }, { '&', '&', '&', '=', true, false },
};

/* Returns the operator with this sign, or the operator without a sign. */
static const struct eu_template_operator *operator_of(char sign)
{
	for (size_t k = 1; k < sizeof operators / sizeof *operators; k++)
		if (operators[k].sign == sign)
			return &operators[k];
	return &operators[0];
}

/* RFC 3986: unreserved (2.3), which is ALPHA DIGIT - . _ ~; and reserved (2.2), gen-delims and
 * sub-delims. */
static const struct everyuri_byte_set unreserved_set = { { 0, 0x03FF6000, 0x87FFFFFE,
	                                                   0x47FFFFFE } };
static const struct everyuri_byte_set reserved_set = { { 0, 0xAC009FDA, 0x28000001, 0 } };

bool eu_template_is_unreserved(unsigned char c)
{
	return everyuri_byte_set_has(&unreserved_set, c);
}

bool eu_template_is_reserved(unsigned char c)
{
	return everyuri_byte_set_has(&reserved_set, c);
}

void eu_template_out(struct eu_out *out, const char *data, size_t len, bool reserved)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)data[i], escaped;

		if (eu_template_is_unreserved(c) ||
		    (reserved &&
		     (eu_template_is_reserved(c) || eu_escape_at(data + i, len - i, &escaped))))
			eu_out_byte(out, (char)c);
		else
			eu_out_escape(out, c);
	}
}

/* ---- checking --------------------------------------------------------------------------------- */

static enum everyuri_status refuse_template(struct everyuri_error *err, size_t at,
                                            const char *clause, const char *message)
{
	return eu_fail(err, EVERYURI_INVALID, at, clause, message);
}

/* Matches "%" at *i and two hexadecimal digits.  Moves *i past them, or to the byte that
 * is not allowed. */
static bool pass_escape(const char *text, size_t len, size_t *i)
{
	for (int k = 0; k < 2; k++) {
		++*i;
		if (*i >= len || eu_hex_value((unsigned char)text[*i]) < 0)
			return false;
	}
	++*i;
	return true;
}

/* Returns whether this is ucschar or iprivate of RFC 3987 2.2.  Tests that none of the excluded
 * ranges contains the code point. */
static bool is_ucschar(uint32_t point)
{
	return point >= 0xA0 && !(point >= 0xFDD0 && point <= 0xFDEF) &&
	       !(point >= 0xFFF0 && point <= 0xFFFF) && (point & 0xFFFF) < 0xFFFE &&
	       !(point >= 0xE0000 && point <= 0xE0FFF);
}

/* Controls, space and " < > \ ^ ` | DEL. */
static const struct everyuri_byte_set never_literal = { { UINT32_MAX, 0x50000005, 0x50000000,
	                                                  0x90000001 } };

/* Checks the text between expressions (2.1).  CHOICE: "'" is accepted, although the rule excludes
 * it, because 3.1 copies every reserved character, and URIs do contain it. */
static enum everyuri_status check_literal(const char *text, size_t len, size_t *i,
                                          struct everyuri_error *err)
{
	unsigned char c = (unsigned char)text[*i];
	uint32_t point = c;
	size_t n = c < 0x80 ? 1 : eu_utf8_next(text + *i, len - *i, &point);

	if (c == '%') {
		if (pass_escape(text, len, i))
			return EVERYURI_OK;
		return refuse_template(err, *i, "RFC 6570 2.1",
		                       "\"%\" must be followed by two hexadecimal digits");
	}
	if (c == '}')
		return refuse_template(err, *i, "RFC 6570 2.1", "unmatched \"}\"");
	if (c >= 0x80 ? !n || !is_ucschar(point) : everyuri_byte_set_has(&never_literal, c))
		return refuse_template(err, *i, "RFC 6570 2.1",
		                       "character not allowed in a template");
	*i += n;
	return EVERYURI_OK;
}

/* Matches a name: varchar *( ["."] varchar ) (2.3) */
static bool pass_name(const char *text, size_t len, size_t *i)
{
	for (;;) {
		unsigned char c = *i < len ? (unsigned char)text[*i] : 0;

		if (c == '%') {
			if (!pass_escape(text, len, i))
				return false;
		} else if (eu_is_alpha(c) || eu_is_digit(c) || c == '_') {
			++*i;
		} else {
			return false;
		}
		c = *i < len ? (unsigned char)text[*i] : 0;
		if (c == '.')
			++*i;
		else if (c != '%' && c != '_' && !eu_is_alpha(c) && !eu_is_digit(c))
			return true;
	}
}

/* Matches a modifier (2.4): ":" and a number from 1 to 9999, or "*". */
static bool pass_modifier(const char *text, size_t len, size_t *i)
{
	size_t n_digits = 0;

	if (*i < len && text[*i] == '*')
		++*i;
	if (*i == len || text[*i] != ':' || text[*i - 1] == '*')
		return true;
	for (++*i; *i < len && eu_is_digit((unsigned char)text[*i]) && n_digits < 4; ++*i)
		if (n_digits++ == 0 && text[*i] == '0')
			return false;
	return n_digits > 0;
}

/* Checks the expression that begins at *i (2.2).  Raises *level if the expression needs a higher
 * level. */
static enum everyuri_status check_expression(const char *text, size_t len, size_t *i,
                                             unsigned *level, struct everyuri_error *err)
{
	const struct eu_template_operator *op = operator_of(++*i < len ? text[*i] : 0);
	unsigned own = !op->sign ? 1 : op->sign == '+' || op->sign == '#' ? 2 : 3;

	if (*i < len && text[*i] && strchr("=,!@|", text[*i]))
		return refuse_template(err, *i, "RFC 6570 2.2", "reserved operator");
	*i += op->sign != 0;
	for (;;) {
		if (!pass_name(text, len, i))
			return refuse_template(err, *i, "RFC 6570 2.3",
			                       "character not allowed in a variable name");
		size_t behind = *i;

		if (!pass_modifier(text, len, i))
			return refuse_template(err, *i, "RFC 6570 2.4.1",
			                       "a prefix length must be a number from 1 to 9999");
		if (*i > behind)
			own = 4;
		if (*i == len || text[*i] != ',')
			break;
		own = own < 3 ? 3 : own;
		++*i;
	}
	if (*i == len || text[*i] != '}')
		return refuse_template(err, *i, "RFC 6570 2.2", "missing \"}\"");
	++*i;
	*level = own > *level ? own : *level;
	return EVERYURI_OK;
}

enum everyuri_status everyuri_template_check(const char *text, size_t len, unsigned *level,
                                             struct everyuri_error *err)
{
	enum everyuri_status s = EVERYURI_OK;
	unsigned found = 1;

	if (len > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	for (size_t i = 0; !s && i < len;)
		s = text[i] == '{' ? check_expression(text, len, &i, &found, err) :
		                     check_literal(text, len, &i, err);
	if (!s && level)
		*level = found;
	return s;
}

/* ---- splitting ----------------------------------------------------------------------------------- */

bool eu_template_next(struct everyuri_text text, uint32_t *at, struct eu_template_piece *piece)
{
	uint32_t end = (uint32_t)text.len, begin = *at;
	const char *stop;

	if (begin == end)
		return false;
	piece->op = NULL;
	if (text.data[begin] == '{') {
		piece->op = operator_of(text.data[begin + 1]);
		begin += piece->op->sign ? 2 : 1;
	}
	stop = memchr(text.data + begin, piece->op ? '}' : '{', end - begin);
	if (stop)
		end = (uint32_t)(stop - text.data);
	piece->at = eu_span(begin, end);
	*at = piece->op ? end + 1 : end;
	return true;
}

bool eu_template_varspec_next(struct everyuri_text text, const struct eu_template_piece *piece,
                              uint32_t *at, struct eu_template_varspec *spec)
{
	uint32_t i = *at;

	if (i >= piece->at.end)
		return false;
	while (i < piece->at.end && text.data[i] != ',' && text.data[i] != ':' &&
	       text.data[i] != '*')
		i++;
	*spec = (struct eu_template_varspec){ .name = eu_span(*at, i),
		                              .modifier = EVERYURI_ABSENT };
	if (i < piece->at.end && text.data[i] != ',') {
		spec->modifier = i;
		spec->explode = text.data[i] == '*';
		for (i++; i < piece->at.end && text.data[i] != ','; i++)
			spec->prefix = spec->prefix * 10 + (uint32_t)(text.data[i] - '0');
	}
	*at = i + 1;
	return true;
}
