/* Parses and serialises IPv4 and IPv6 addresses (sections 3.5 and 3.6). */
#include "grammar/whatwg/machine.h"

/* ---- IPv4 -------------------------------------------------------------------------------- */

/* Greater than any address.  Once a value reaches this, further digits are ignored, so that it
 * cannot overflow. */
#define TOO_LARGE ((uint64_t)1 << 40)

/* The result of parsing one part between dots. */
struct ipv4_part {
	uint64_t value;
	bool numeric, non_decimal;
	int next; /* the byte after the part: '.' or -1 */
};

static bool take_ipv4_digit(struct ipv4_part *part, int c, unsigned radix)
{
	int digit = eu_hex_value((unsigned char)c);

	if (digit < 0 || (unsigned)digit >= radix)
		return false;
	if (part->value < TOO_LARGE)
		part->value = part->value * radix + (unsigned)digit;
	return true;
}

/* Runs the IPv4 number parser up to the next dot. */
static struct ipv4_part read_ipv4_part(struct eu_whatwg_bytes *bytes)
{
	struct ipv4_part part = { .numeric = true };
	unsigned radix = 10;
	int c = eu_whatwg_next_byte(bytes);

	/* LCOV_EXCL_BR_LINE: count_parts() does not count an empty last part */
	if (c < 0 || c == '.')
		part.numeric = false;
	if (c == '0') {
		c = eu_whatwg_next_byte(bytes);
		part.non_decimal = c >= 0 && c != '.';
		radix = c == 'x' ? 16 : 8;
		if (c == 'x')
			c = eu_whatwg_next_byte(bytes);
	}
	for (; c >= 0 && c != '.'; c = eu_whatwg_next_byte(bytes))
		if (!take_ipv4_digit(&part, c, radix))
			part.numeric = false;
	part.next = c;
	return part;
}

/* Returns whether the text up to the next dot is all digits, or 0x and hexadecimal digits. */
static bool is_number(struct eu_whatwg_bytes label)
{
	struct eu_whatwg_bytes again = label;
	size_t n = 0;
	int c;

	while ((c = eu_whatwg_next_byte(&label)) >= 0 && c != '.') {
		if (!eu_is_digit((unsigned char)c))
			return read_ipv4_part(&again).numeric;
		n++;
	}
	return n > 0;
}

bool eu_whatwg_ends_in_a_number(struct eu_whatwg_bytes bytes)
{
	struct eu_whatwg_bytes last = bytes, before = bytes;
	bool empty = true;
	int c;

	while ((c = eu_whatwg_next_byte(&bytes)) >= 0) {
		empty = c == '.';
		if (empty) {
			before = last;
			last = bytes;
		}
	}
	return is_number(empty ? before : last);
}

/* Counts the parts, except an empty last part. */
static size_t count_parts(struct eu_whatwg_bytes bytes, bool *ends_empty)
{
	size_t n = 1;
	int c, last = 0;

	while ((c = eu_whatwg_next_byte(&bytes)) >= 0) {
		n += c == '.';
		last = c;
	}
	*ends_empty = last == '.';
	return n - *ends_empty;
}

bool eu_whatwg_parse_ipv4(struct eu_whatwg_machine *m, struct eu_whatwg_bytes bytes, size_t at,
                          uint32_t *address)
{
	uint64_t numbers[4] = { 0 }, greatest = 0, earlier = 0, last;
	bool ends_empty;
	size_t n_parts = count_parts(bytes, &ends_empty);

	if (ends_empty)
		eu_whatwg_note(m, EU_WHATWG_IPV4_EMPTY_PART, at);
	if (n_parts < 4)
		eu_whatwg_note(m, EU_WHATWG_IPV4_TOO_FEW_PARTS, at);
	if (n_parts > 4)
		return eu_whatwg_fail(m, EU_WHATWG_IPV4_TOO_MANY_PARTS, at);
	for (size_t k = 0; k < n_parts; k++) {
		struct ipv4_part part = read_ipv4_part(&bytes);

		if (!part.numeric)
			return eu_whatwg_fail(m, EU_WHATWG_IPV4_NON_NUMERIC_PART, at);
		if (part.non_decimal)
			eu_whatwg_note(m, EU_WHATWG_IPV4_NON_DECIMAL_PART, at);
		numbers[k] = part.value;
		if (k + 1 < n_parts && part.value > earlier)
			earlier = part.value;
		if (part.value > greatest)
			greatest = part.value;
	}
	last = numbers[n_parts - 1];
	if (earlier > 255 || last >= (uint64_t)1 << (8 * (5 - n_parts)))
		return eu_whatwg_fail(m, EU_WHATWG_IPV4_OUT_OF_RANGE_PART, at);
	if (greatest > 255)
		eu_whatwg_note(m, EU_WHATWG_IPV4_OUT_OF_RANGE_PART, at);
	for (size_t k = 0; k + 1 < n_parts; k++)
		last += numbers[k] << (8 * (3 - k));
	*address = (uint32_t)last;
	return true;
}

void eu_whatwg_out_ipv4(struct eu_out *out, uint32_t address)
{
	for (int shift = 24; shift >= 0; shift -= 8) {
		eu_out_decimal(out, address >> shift & 255);
		if (shift)
			eu_out_byte(out, '.');
	}
}

/* ---- IPv6 --------------------------------------------------------------------------------- */

/* The state of the IPv6 parser.  Its input is the text between the brackets. */
struct ipv6_reading {
	struct eu_whatwg_machine in;
	uint16_t *address;
	int piece_index, compress; /* compress is -1 for null */
};

/* Parses an IPv4 address in the last two pieces, from the pointer on. */
static enum eu_whatwg_error read_embedded(struct ipv6_reading *v, bool *good)
{
	int numbers_seen = 0;

	*good = false;
	if (v->piece_index > 6)
		return EU_WHATWG_IPV4_IN_IPV6_TOO_MANY_PIECES;
	while (eu_whatwg_c(&v->in) >= 0) {
		int value = -1, c;

		if (numbers_seen > 0) {
			if (eu_whatwg_c(&v->in) != '.' || numbers_seen == 4)
				return EU_WHATWG_IPV4_IN_IPV6_INVALID_CODE_POINT;
			eu_whatwg_advance(&v->in);
		}
		c = eu_whatwg_c(&v->in);
		if (c < 0 || !eu_is_digit((unsigned char)c))
			return EU_WHATWG_IPV4_IN_IPV6_INVALID_CODE_POINT;
		for (; c >= 0 && eu_is_digit((unsigned char)c); c = eu_whatwg_c(&v->in)) {
			if (value == 0)
				return EU_WHATWG_IPV4_IN_IPV6_INVALID_CODE_POINT;
			value = (value < 0 ? 0 : value * 10) + (c - '0');
			if (value > 255)
				return EU_WHATWG_IPV4_IN_IPV6_OUT_OF_RANGE_PART;
			eu_whatwg_advance(&v->in);
		}
		v->address[v->piece_index] = (uint16_t)(v->address[v->piece_index] * 256 + value);
		numbers_seen++;
		if (numbers_seen == 2 || numbers_seen == 4)
			v->piece_index++;
	}
	*good = numbers_seen == 4;
	return EU_WHATWG_IPV4_IN_IPV6_TOO_FEW_PARTS;
}

/* Parses one piece and the colon after it.  *ended receives whether it was the last piece. */
static enum eu_whatwg_error read_piece(struct eu_whatwg_machine *m, struct ipv6_reading *v,
                                       bool *good, bool *ended)
{
	size_t begin = v->in.pointer;
	unsigned value = 0;
	int length = 0, c;

	*good = false;
	while (length < 4 && (c = eu_whatwg_c(&v->in)) >= 0 &&
	       eu_hex_value((unsigned char)c) >= 0) {
		value = value * 16 + (unsigned)eu_hex_value((unsigned char)c);
		eu_whatwg_advance(&v->in);
		length++;
	}
	c = eu_whatwg_c(&v->in);
	if (c == '.') {
		if (!length)
			return EU_WHATWG_IPV4_IN_IPV6_INVALID_CODE_POINT;
		v->in.pointer = begin;
		*ended = true;
		return read_embedded(v, good);
	}
	if (c == ':') {
		eu_whatwg_advance(&v->in);
		if (eu_whatwg_c(&v->in) < 0)
			return EU_WHATWG_IPV6_INVALID_CODE_POINT;
	} else if (c >= 0) {
		return EU_WHATWG_IPV6_INVALID_CODE_POINT;
	}
	if (length > 1 && value < 1u << (4 * (length - 1)))
		eu_whatwg_note(m, EU_WHATWG_IPV6_PIECE_LEADING_ZERO, begin);
	v->address[v->piece_index++] = (uint16_t)value;
	*good = true;
	return EU_WHATWG_IPV6_INVALID_CODE_POINT;
}

/* Moves the pieces after the compression to the end. */
static void spread_pieces(struct ipv6_reading *v)
{
	int n = v->piece_index - v->compress;

	for (int k = 1; k <= n; k++) {
		uint16_t piece = v->address[v->piece_index - k];

		v->address[v->piece_index - k] = 0;
		v->address[8 - k] = piece;
	}
}

bool eu_whatwg_parse_ipv6(struct eu_whatwg_machine *m, size_t begin, size_t end,
                          uint16_t address[8])
{
	struct ipv6_reading v = { .address = address, .compress = -1 };
	bool ended = false;

	v.in.text = m->text;
	v.in.end = end;
	v.in.pointer = eu_whatwg_kept(&v.in, begin);
	if (eu_whatwg_c(&v.in) == ':') {
		if (eu_whatwg_remaining(&v.in) != ':')
			return eu_whatwg_fail(m, EU_WHATWG_IPV6_INVALID_COMPRESSION, v.in.pointer);
		eu_whatwg_advance(&v.in);
		eu_whatwg_advance(&v.in);
		v.compress = ++v.piece_index;
	}
	while (!ended && eu_whatwg_c(&v.in) >= 0) {
		enum eu_whatwg_error error;
		bool good;

		if (v.piece_index == 8)
			return eu_whatwg_fail(m, EU_WHATWG_IPV6_TOO_MANY_PIECES, v.in.pointer);
		if (eu_whatwg_c(&v.in) == ':') {
			if (v.compress >= 0)
				return eu_whatwg_fail(m, EU_WHATWG_IPV6_MULTIPLE_COMPRESSION,
				                      v.in.pointer);
			eu_whatwg_advance(&v.in);
			v.compress = ++v.piece_index;
			continue;
		}
		error = read_piece(m, &v, &good, &ended);
		if (!good)
			return eu_whatwg_fail(m, error, v.in.pointer);
	}
	if (v.compress < 0 && v.piece_index != 8)
		return eu_whatwg_fail(m, EU_WHATWG_IPV6_TOO_FEW_PIECES, v.in.pointer);
	if (v.compress >= 0)
		spread_pieces(&v);
	return true;
}

/* Finds the IPv6 address compressed piece index: the start of the first longest run of at
 * least two zero pieces.  Returns 8 if there is no such run. */
static int compressed_piece(const uint16_t address[8])
{
	int longest = 8, longest_size = 1;

	for (int k = 0; k < 8; k++) {
		int size = 0;

		while (k + size < 8 && !address[k + size])
			size++;
		if (size > longest_size) {
			longest = k;
			longest_size = size;
		}
		k += size;
	}
	return longest;
}

void eu_whatwg_out_ipv6(struct eu_out *out, const uint16_t address[8])
{
	int compress = compressed_piece(address);

	eu_out_byte(out, '[');
	for (int k = 0; k < 8;) {
		if (k == compress) {
			eu_out_bytes(out, "::", k ? 1 : 2);
			while (k < 8 && !address[k])
				k++;
			continue;
		}
		for (int shift = 12; shift >= 0; shift -= 4)
			if (address[k] >> shift || !shift)
				eu_out_byte(out, eu_hex_lower((unsigned)address[k] >> shift));
		if (++k < 8)
			eu_out_byte(out, ':');
	}
	eu_out_byte(out, ']');
}
