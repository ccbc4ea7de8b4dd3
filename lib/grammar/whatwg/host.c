/* Implements sections 3.3, 3.5 and 3.6: the domain parser, the host parser and the host
 * serialiser. */
#include "grammar/whatwg/machine.h"
#include "idna/idna.h"

/* ---- the bytes of a host --------------------------------------------------------------- */

static size_t kept_byte(const struct eu_whatwg_bytes *b, size_t at)
{
	while (b->raw && at < b->end && eu_whatwg_is_removed((unsigned char)b->text[at]))
		at++;
	return at;
}

/* Percent-decodes a byte; tabs and newlines may separate the digits. */
static int decode_byte(struct eu_whatwg_bytes *b)
{
	size_t first = kept_byte(b, b->at), second;
	int high, low;

	if (first >= b->end || (high = eu_hex_value((unsigned char)b->text[first])) < 0)
		return -1;
	second = kept_byte(b, first + 1);
	if (second >= b->end || (low = eu_hex_value((unsigned char)b->text[second])) < 0)
		return -1;
	b->at = second + 1;
	return high * 16 + low;
}

int eu_whatwg_next_byte(struct eu_whatwg_bytes *b)
{
	int c, decoded;

	b->from = kept_byte(b, b->at);
	if (b->from >= b->end)
		return -1;
	b->at = b->from + 1;
	c = (unsigned char)b->text[b->from];
	if (b->raw && c == '%') {
		decoded = decode_byte(b);
		if (decoded >= 0)
			c = decoded;
	}
	return eu_lower((unsigned char)c);
}

/* ---- domains ---------------------------------------------------------------------------- */

/* The results of scanning a domain. */
struct domain {
	size_t begin, end;
	bool ascii;
	size_t escape;    /* index of the first percent-encoded byte, or end */
	size_t forbidden; /* index of the first forbidden domain code point, or end */
};

static struct eu_whatwg_bytes bytes_of(const struct eu_whatwg_machine *m, size_t begin, size_t end)
{
	struct eu_whatwg_bytes bytes = { .text = m->text, .at = begin, .end = end, .raw = true };

	return bytes;
}

static struct domain look_over(const struct eu_whatwg_machine *m, size_t begin, size_t end)
{
	struct domain d = {
		.begin = begin, .end = end, .ascii = true, .escape = end, .forbidden = end
	};
	struct eu_whatwg_bytes bytes = bytes_of(m, begin, end);
	int c;

	while ((c = eu_whatwg_next_byte(&bytes)) >= 0) {
		if (d.escape == end && bytes.at > bytes.from + 1)
			d.escape = bytes.from;
		if (c >= 0x80)
			d.ascii = false;
		else if (d.forbidden == end && !eu_whatwg_is((char)c, EU_WHATWG_DOMAIN))
			d.forbidden = bytes.from;
	}
	return d;
}

/* Percent-decodes a domain, and converts it to lower case, as ToASCII would.
 * Returns: its length; 0 if it has more than EU_WHATWG_DOMAIN_MAX bytes. */
static size_t decode_domain(const struct eu_whatwg_machine *m, const struct domain *d,
                            char domain[EU_WHATWG_DOMAIN_MAX])
{
	struct eu_whatwg_bytes bytes = bytes_of(m, d->begin, d->end);
	size_t n = 0;
	int c;

	while ((c = eu_whatwg_next_byte(&bytes)) >= 0) {
		if (n == EU_WHATWG_DOMAIN_MAX)
			return 0;
		domain[n++] = (char)c;
	}
	return n;
}

/* Runs the first two steps of the domain parser.  A domain that does not pass has a validation
 * error, which alone is never a failure. */
static bool is_strict(const struct eu_whatwg_machine *m, const struct domain *d)
{
	char domain[EU_WHATWG_DOMAIN_MAX];
	size_t n = decode_domain(m, d, domain);
	struct eu_out none = { NULL, 0 };

	return n && d->forbidden == d->end && eu_idna_to_ascii(&none, domain, n, EU_IDNA_STRICT);
}

static void write_host(struct eu_whatwg_machine *m, const char *text, size_t len)
{
	m->part[EVERYURI_HOST] = eu_span(m->out.len, m->out.len + len);
	eu_out_bytes(&m->out, text, len);
	m->host_len = len;
}

static bool write_ipv4(struct eu_whatwg_machine *m, struct eu_whatwg_bytes bytes, size_t at)
{
	size_t begin = m->out.len;
	uint32_t address;

	if (!eu_whatwg_parse_ipv4(m, bytes, at, &address))
		return false;
	eu_whatwg_out_ipv4(&m->out, address);
	m->part[EVERYURI_HOST] = eu_span(begin, m->out.len);
	m->host_len = m->out.len - begin;
	m->host_kind = EVERYURI_HOST_IPV4;
	return true;
}

/* Writes an ASCII domain in lower case, without ToASCII. */
static bool write_ascii_domain(struct eu_whatwg_machine *m, const struct domain *d)
{
	struct eu_whatwg_bytes bytes = bytes_of(m, d->begin, d->end);
	size_t begin = m->out.len;
	int c;

	if (eu_whatwg_ends_in_a_number(bytes))
		return write_ipv4(m, bytes, d->begin);
	while ((c = eu_whatwg_next_byte(&bytes)) >= 0)
		eu_out_byte(&m->out, (char)c);
	m->part[EVERYURI_HOST] = eu_span(begin, m->out.len);
	m->host_len = m->out.len - begin;
	m->host_kind = EVERYURI_HOST_NAME;
	return true;
}

/* Runs the domain parser on a domain that is not ASCII.  Looks for forbidden domain code points in
 * the result, not in the input, because "<" and U+0338 compose to a code point that is not
 * forbidden.
 * Returns: the length of the result, or 0 for failure. */
static size_t to_ascii(const struct eu_whatwg_machine *m, const struct domain *d,
                       char result[EU_WHATWG_DOMAIN_MAX])
{
	char domain[EU_WHATWG_DOMAIN_MAX];
	size_t n = decode_domain(m, d, domain);
	struct eu_out out = { NULL, 0 };

	/* Measure first, because a code point can become many. */
	if (!n || !eu_idna_to_ascii(&out, domain, n, 0) || out.len > EU_WHATWG_DOMAIN_MAX)
		return 0;
	out = (struct eu_out){ result, 0 };
	eu_idna_process(&out, domain, n, EU_IDNA_TO_ASCII, 0, NULL);
	return out.len;
}

static bool write_unicode_domain(struct eu_whatwg_machine *m, const struct domain *d)
{
	char result[EU_WHATWG_DOMAIN_MAX];
	size_t n = to_ascii(m, d, result);
	struct eu_whatwg_bytes bytes = { .text = result, .end = n };

	if (!n)
		return eu_whatwg_fail(m, EU_WHATWG_DOMAIN_TO_ASCII,
		                      d->forbidden < d->end ? d->forbidden : d->begin);
	if (m->report && !is_strict(m, d))
		eu_whatwg_tell(m, EU_WHATWG_DOMAIN_TO_ASCII, d->begin);
	if (eu_whatwg_ends_in_a_number(bytes)) {
		eu_whatwg_note(m, EU_WHATWG_IPV4_NON_ASCII_INPUT, d->begin);
		return write_ipv4(m, bytes, d->begin);
	}
	write_host(m, result, n);
	m->host_kind = EVERYURI_HOST_NAME;
	return true;
}

static bool parse_domain(struct eu_whatwg_machine *m, size_t begin, size_t end)
{
	struct domain d = look_over(m, begin, end);

	if (d.escape < end)
		eu_whatwg_note(m, EU_WHATWG_DOMAIN_PERCENT_ENCODED, d.escape);
	if (!d.ascii)
		return write_unicode_domain(m, &d);
	if (d.forbidden < end)
		return eu_whatwg_fail(m, EU_WHATWG_DOMAIN_TO_ASCII, d.forbidden);
	if (m->report && !is_strict(m, &d))
		eu_whatwg_tell(m, EU_WHATWG_DOMAIN_TO_ASCII, begin);
	return write_ascii_domain(m, &d);
}

/* ---- opaque hosts -------------------------------------------------------------------------- */

static void note_opaque_host(struct eu_whatwg_machine *m, size_t begin, size_t end)
{
	uint32_t code_point;
	size_t unit = end, escape = end;

	for (size_t i = begin; i < end;) {
		size_t n = eu_whatwg_code_point(m->text + i, end - i, &code_point);

		if (code_point == '%') {
			if (escape == end && !eu_whatwg_is_escape(m, i, end))
				escape = i;
		} else if (unit == end && !eu_whatwg_is_url_code_point(code_point) &&
		           !eu_whatwg_is_removed((unsigned char)m->text[i])) {
			unit = i;
		}
		i += n;
	}
	if (unit < end)
		eu_whatwg_tell(m, EU_WHATWG_INVALID_URL_UNIT, unit);
	if (escape < end)
		eu_whatwg_tell(m, EU_WHATWG_INVALID_URL_UNIT, escape);
}

static bool parse_opaque_host(struct eu_whatwg_machine *m, size_t begin, size_t end)
{
	size_t at = m->out.len;

	for (size_t i = begin; i < end; i++)
		if (eu_whatwg_is_forbidden_host((unsigned char)m->text[i]) &&
		    !eu_whatwg_is_removed((unsigned char)m->text[i]))
			return eu_whatwg_fail(m, EU_WHATWG_HOST_INVALID_CODE_POINT, i);
	if (m->report)
		note_opaque_host(m, begin, end);
	eu_whatwg_encode(&m->out, m->text + begin, end - begin, EU_WHATWG_C0);
	m->part[EVERYURI_HOST] = eu_span(at, m->out.len);
	m->host_len = m->out.len - at;
	m->host_kind = m->host_len ? EVERYURI_HOST_OPAQUE : EVERYURI_HOST_EMPTY;
	return true;
}

/* ---- any host --------------------------------------------------------------------------------- */

static bool parse_bracketed(struct eu_whatwg_machine *m, size_t begin, size_t end)
{
	uint16_t address[8] = { 0 };
	size_t at = m->out.len;

	while (eu_whatwg_is_removed((unsigned char)m->text[end - 1]))
		end--;
	if (m->text[end - 1] != ']')
		return eu_whatwg_fail(m, EU_WHATWG_IPV6_UNCLOSED, begin);
	if (!eu_whatwg_parse_ipv6(m, begin + 1, end - 1, address))
		return false;
	eu_whatwg_out_ipv6(&m->out, address);
	m->part[EVERYURI_HOST] = eu_span(at, m->out.len);
	m->host_len = m->out.len - at;
	m->host_kind = EVERYURI_HOST_IPV6;
	return true;
}

/* Returns whether the parser would keep this domain unchanged: it has only plain domain
 * characters in lower case, and no digit at the start of the last label. */
static bool is_plain_domain(const struct eu_whatwg_machine *m, size_t begin, size_t end)
{
	/* LCOV_EXCL_BR_LINE: plain_end is never inside a host; the bound keeps i in the host */
	size_t i = begin < m->plain_end && m->plain_end <= end ? m->plain_end : begin;

	while (i < end && eu_whatwg_is(m->text[i], EU_WHATWG_DOMAIN))
		i++;
	if (i < end)
		return false;
	i -= m->text[end - 1] == '.';
	while (i > begin && m->text[i - 1] != '.')
		i--;
	return !eu_is_digit((unsigned char)m->text[i]);
}

bool eu_whatwg_parse_host(struct eu_whatwg_machine *m, size_t begin, size_t end)
{
	if (begin < end && m->text[begin] == '[')
		return parse_bracketed(m, begin, end);
	if (!eu_whatwg_is_special(m))
		return parse_opaque_host(m, begin, end);
	if (m->report || !is_plain_domain(m, begin, end))
		return parse_domain(m, begin, end);
	write_host(m, m->text + begin, end - begin);
	m->host_kind = EVERYURI_HOST_NAME;
	return true;
}
