/* Makes the warnings about the host. */
#include "explain/explain.h"

/* Parses one number of an address as inet_aton does: decimal (10), octal (012) or hexadecimal (0xA). */
static bool loose_number(struct everyuri_text text, size_t *at, uint64_t *value)
{
	size_t begin = *at;
	int base = 10;

	if (begin < text.len && text.data[begin] == '0') {
		base = 8;
		if (begin + 1 < text.len && (text.data[begin + 1] | 32) == 'x') {
			base = 16;
			*at += 2;
		}
	}
	for (*value = 0; *at < text.len && text.data[*at] != '.'; ++*at) {
		int digit = eu_hex_value((unsigned char)text.data[*at]);

		if (digit < 0 || digit >= base || *value > UINT32_MAX)
			return false;
		*value = *value * (uint64_t)base + (uint64_t)digit;
	}
	return *at > begin && *value <= UINT32_MAX;
}

/* Parses an address of one to four numbers.  The last number fills the remaining bytes. */
bool eu_loose_ipv4(struct everyuri_text text, uint32_t *address, bool *plain)
{
	uint64_t number[4];
	size_t n = 0, at = 0;

	*plain = true;
	for (;;) {
		size_t begin = at;

		if (n == 4 || !loose_number(text, &at, &number[n]))
			return false;
		if (at - begin > 1 && text.data[begin] == '0')
			*plain = false;
		n++;
		if (at == text.len)
			break;
		at++;
	}
	uint64_t value = number[n - 1];

	if (value >> (8 * (5 - n)))
		return false;
	for (size_t i = 0; i + 1 < n; i++) {
		if (number[i] > 255)
			return false;
		value |= number[i] << (24 - 8 * i);
	}
	*address = (uint32_t)value;
	*plain = *plain && n == 4;
	return true;
}

/* Returns whether the host has a full stop of another script, percent-encoded or not, or "%2e". */
static bool has_other_dot(struct everyuri_text host)
{
	static const char *const dots[] = {
		"\xE3\x80\x82", "\xEF\xBC\x8E", "\xEF\xBD\xA1", "%e3%80%82",
		"%ef%bc%8e",    "%ef%bd%a1",    "%2e",
	};

	for (size_t i = 0; i < sizeof dots / sizeof *dots; i++)
		if (eu_word_at(host, dots[i]) < host.len)
			return true;
	return false;
}

static bool has_high(struct everyuri_text text)
{
	unsigned char byte;

	for (size_t at = 0; at < text.len; at++)
		if ((unsigned char)text.data[at] >= 0x80 ||
		    (eu_escape_at(text.data + at, text.len - at, &byte) && byte >= 0x80))
			return true;
	return false;
}

static void tell_ipv4(struct eu_teller *teller, uint32_t address)
{
	for (unsigned shift = 32; shift;) {
		shift -= 8;
		everyuri_write_number(&teller->w, address >> shift & 255);
		eu_tell(teller, shift ? "." : "");
	}
}

void eu_explain_host_dangers(struct eu_explaining *explaining, struct eu_teller *teller)
{
	struct everyuri_text host = eu_seen_part(explaining, EVERYURI_HOST);
	struct everyuri_span at = explaining->seen->part[EVERYURI_HOST];
	uint32_t address;
	bool plain;

	if (!host.len)
		return;
	if (has_high(host))
		eu_danger(explaining, teller, at,
		          "the host has characters beyond US-ASCII: it may look like another host");
	if (eu_word_at(host, "xn--") < host.len)
		eu_danger(explaining, teller, at,
		          "the host has an \"xn--\" label: shown decoded, it may look like another "
		          "host");
	if (has_other_dot(host))
		eu_danger(explaining, teller, at,
		          "some programs read a character of the host as a dot, others do not");
	if (host.data[host.len - 1] == '.')
		eu_danger(explaining, teller, eu_span(at.end - 1, at.end),
		          "the host ends in a dot: it is the same host, but a different text");
	if (!eu_loose_ipv4(host, &address, &plain) || plain)
		return;
	eu_danger_begin(explaining, teller, at);
	eu_tell(teller, "many programs read the host ");
	eu_tell_quoted(teller, host);
	eu_tell(teller, " as the address ");
	tell_ipv4(teller, address);
	eu_danger_end(explaining, teller);
}
