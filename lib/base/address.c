#include "base/address.h"

#define N_GROUPS 8
#define NO_GAP N_GROUPS

/* The nine alternatives of RFC 3986 3.2.2 are equivalent to one rule: there are eight groups of one
 * to four hexadecimal digits, or fewer groups and one "::".  An IPv4address may replace the last
 * two groups.  A byte is accepted only if some address begins with the text up to it.  The first
 * rejected byte is therefore the first byte that is not allowed. */
struct ipv6 {
	uint16_t group[N_GROUPS];
	unsigned n;       /* number of complete groups */
	unsigned gap;     /* number of groups before "::", or NO_GAP if there was no "::" yet */
	unsigned digits;  /* number of digits of the current group or octet */
	unsigned value;   /* value of these digits */
	unsigned decimal; /* value of these digits as a dec-octet; above 255 if they are not one */
	unsigned octets;  /* number of complete octets of the IPv4address; 0 if there is no
	                     IPv4address */
	unsigned colons;  /* number of colons just before the current byte */
	bool zeros;       /* dec-octets may have leading zeros */
};

/* Returns the value with one more digit of dec-octet = DIGIT / %x31-39 DIGIT / "1" 2DIGIT / "2"
 * %x30-34 DIGIT / "25" %x30-35 */
static unsigned more_decimal(const struct ipv6 *a, unsigned value, unsigned char c)
{
	if (!eu_is_digit(c) || value > 255 || a->digits > 2 ||
	    (a->digits && value == 0 && !a->zeros))
		return 256;
	return value * 10 + (unsigned)(c - '0');
}

/* Accepts a byte after the first dot. */
static bool take_of_ipv4(struct ipv6 *a, unsigned char c)
{
	unsigned value = more_decimal(a, a->value, c);

	if (c == '.' && a->digits && a->octets < 3) {
		a->group[a->n + a->octets / 2] =
			(uint16_t)((unsigned)a->group[a->n + a->octets / 2] << 8 | a->value);
		a->octets++;
		a->value = a->digits = 0;
		return true;
	}
	if (value > 255)
		return false;
	a->value = value;
	a->digits++;
	return true;
}

static bool take_digit(struct ipv6 *a, unsigned char c, unsigned room)
{
	int hex = eu_hex_value(c);

	/* A colon before the first group must be followed by another colon. */
	if (hex < 0 || a->digits == 4 || a->n >= room || (a->colons == 1 && !a->n))
		return false;
	a->decimal = more_decimal(a, a->decimal, c);
	a->value = a->value << 4 | (unsigned)hex;
	a->digits++;
	a->colons = 0;
	return true;
}

static bool take_colon(struct ipv6 *a, unsigned room)
{
	if (a->digits) {
		if (a->n + 1 >= room)
			return false;
		a->group[a->n++] = (uint16_t)a->value;
		a->value = a->digits = a->decimal = 0;
		a->colons = 1;
		return true;
	}
	if (a->gap != NO_GAP)
		return false;
	if (a->colons)
		a->gap = a->n;
	a->colons++;
	return true;
}

/* Accepts the first dot.  An IPv4address (in ls32) replaces two groups. */
static bool take_dot(struct ipv6 *a)
{
	if (!a->digits || a->decimal > 255 || (a->gap == NO_GAP ? a->n != 6 : a->n > 5))
		return false;
	a->group[a->n] = (uint16_t)a->decimal;
	a->octets = 1;
	a->value = a->digits = 0;
	return true;
}

static bool take(struct ipv6 *a, unsigned char c)
{
	unsigned room = a->gap == NO_GAP ? N_GROUPS : N_GROUPS - 1;

	if (a->octets)
		return take_of_ipv4(a, c);
	if (c == ':')
		return take_colon(a, room);
	return c == '.' ? take_dot(a) : take_digit(a, c, room);
}

/* Completes the last group or octet.  Returns: whether the address is complete. */
static bool finish(struct ipv6 *a)
{
	if (a->octets) {
		if (a->octets < 3 || !a->digits)
			return false;
		a->group[a->n + 1] = (uint16_t)((unsigned)a->group[a->n + 1] << 8 | a->value);
		a->n += 2;
	} else if (a->digits) {
		a->group[a->n++] = (uint16_t)a->value;
	} else if (a->colons != 2) {
		return false;
	}
	return a->n == N_GROUPS || a->gap != NO_GAP;
}

bool eu_ipv6_read(const char *text, uint32_t len, uint32_t *at, bool zeros,
                  uint8_t address[EU_IPV6_SIZE])
{
	struct ipv6 a = { .gap = NO_GAP, .zeros = zeros };
	unsigned missing;

	while (*at < len && take(&a, (unsigned char)text[*at]))
		++*at;
	if (!finish(&a))
		return false;
	missing = N_GROUPS - a.n;
	for (unsigned k = 0; k < N_GROUPS; k++) {
		bool in_gap = k >= a.gap && k < a.gap + missing;
		uint16_t group = in_gap ? 0 : a.group[k < a.gap ? k : k - missing];

		address[2 * k] = (uint8_t)(group >> 8);
		address[2 * k + 1] = (uint8_t)group;
	}
	return true;
}

bool eu_is_ipv4(const char *text, size_t len)
{
	unsigned dots = 0, digits = 0, value = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c == '.' && digits) {
			dots++;
			digits = value = 0;
			continue;
		}
		if (!eu_is_digit(c) || (digits && value == 0))
			return false;
		value = value * 10 + (unsigned)(c - '0');
		if (value > 255)
			return false;
		digits++;
	}
	return dots == 3 && digits;
}

/* ---- RFC 5952 -------------------------------------------------------------------------- */

static void out_group(struct eu_out *out, unsigned group)
{
	bool begun = false;

	for (int shift = 12; shift >= 0; shift -= 4) {
		unsigned digit = group >> shift & 15;

		begun = begun || digit || !shift; /* 4.1: no leading zeros */
		if (begun)
			eu_out_byte(out, eu_hex_lower(digit));
	}
}

static void out_ipv4(struct eu_out *out, const uint8_t octet[4])
{
	for (int k = 0; k < 4; k++) {
		if (k)
			eu_out_byte(out, '.');
		eu_out_decimal(out, octet[k]);
	}
}

/* Finds the run of groups that "::" replaces: the longest run of at least two zero groups, or the
 * first of equally long runs (4.2).  Returns: its length in groups. *begin is the index of its
 * first group. */
static unsigned longest_gap(const uint8_t address[EU_IPV6_SIZE], unsigned *begin)
{
	unsigned best = 0, run = 0;

	for (unsigned k = 0; k < N_GROUPS; k++) {
		run = address[2 * k] || address[2 * k + 1] ? 0 : run + 1;
		if (run > best) {
			best = run;
			*begin = k + 1 - run;
		}
	}
	if (best > 1)
		return best;
	*begin = NO_GAP;
	return 0;
}

void eu_out_ipv6(struct eu_out *out, const uint8_t address[EU_IPV6_SIZE])
{
	static const uint8_t mapped[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF };
	/* Section 5: after a well-known prefix, the embedded IPv4 address is written in dotted
	 * decimal. */
	bool ipv4 = memcmp(address, mapped, sizeof mapped) == 0;
	unsigned end = ipv4 ? N_GROUPS - 2 : N_GROUPS;
	unsigned gap = NO_GAP, n_gap = longest_gap(address, &gap);

	for (unsigned k = 0; k < end; k++) {
		if (n_gap && k == gap) {
			eu_out_bytes(out, "::", 2);
			k += n_gap - 1;
			continue;
		}
		if (k && k != gap + n_gap)
			eu_out_byte(out, ':');
		out_group(out, (unsigned)address[2 * k] << 8 | address[2 * k + 1]);
	}
	if (ipv4) {
		eu_out_byte(out, ':');
		out_ipv4(out, address + 12);
	}
}
