/* Reads and matches host patterns of a policy: a name, all names below a name, an address, or a
 * range of addresses. */
#include "policy/pattern.h"

#include "base/address_class.h"

bool eu_policy_number(const char *text, size_t len, uint32_t max, uint32_t *number)
{
	uint32_t value = 0;

	for (size_t i = 0; i < len; i++) {
		uint32_t digit = (uint32_t)(unsigned char)text[i] - '0';

		if (digit > 9 || digit > max || value > (max - digit) / 10)
			return false;
		value = value * 10 + digit;
	}
	if (!len)
		return false;
	*number = value;
	return true;
}

/* Returns whether a name in a pattern may contain this byte.  Internationalised names must be
 * A-labels. */
static bool is_pattern_byte(unsigned char c)
{
	return eu_is_alpha(c) || eu_is_digit(c) || c == '-' || c == '_' || c == '.';
}

static struct everyuri_text without_final_dot(const char *data, size_t len)
{
	struct everyuri_text text = { data, len };

	if (len && data[len - 1] == '.')
		text.len--;
	return text;
}

/* Reads an address, or an address, "/" and a number of bits.  The bits of the address after these
 * must be 0, so that 10.0.0.1/8 is reported as an error. */
static bool read_range(struct everyuri_text text, struct eu_policy_pattern *pattern)
{
	const char *slash = memchr(text.data, '/', text.len);
	size_t len = slash ? (size_t)(slash - text.data) : text.len;
	bool ipv4 = !memchr(text.data, ':', len);
	uint32_t bits = 128, most = ipv4 ? 32 : 128;
	uint8_t *prefix = pattern->prefix;

	if (memchr(text.data, '%', text.len) || everyuri_address_read(text.data, len, prefix))
		return false;
	if (slash) {
		if (!eu_policy_number(slash + 1, text.len - len - 1, most, &bits))
			return false;
		bits += 128 - most;
	}
	for (uint32_t bit = bits; bit < 128; bit++)
		if (prefix[bit / 8] >> (7 - bit % 8) & 1)
			return false;
	pattern->bits = bits;
	return true;
}

struct eu_policy_pattern eu_policy_pattern_read(struct everyuri_text text)
{
	struct eu_policy_pattern pattern = { .kind = EU_POLICY_NO_PATTERN };
	size_t front = 0;

	if (!text.len)
		return pattern;
	if (text.len == 1 && text.data[0] == '*') {
		pattern.kind = EU_POLICY_ANY;
		return pattern;
	}
	if (read_range(text, &pattern)) {
		pattern.kind = EU_POLICY_RANGE;
		return pattern;
	}
	if (text.data[0] == '.')
		front = 1;
	else if (text.len >= 2 && text.data[0] == '*' && text.data[1] == '.')
		front = 2;
	pattern.name = without_final_dot(text.data + front, text.len - front);
	for (size_t i = 0; i < pattern.name.len; i++) {
		unsigned char c = (unsigned char)pattern.name.data[i];

		if (!is_pattern_byte(c) ||
		    (c == '.' && (i == 0 || pattern.name.data[i - 1] == '.')))
			return pattern;
	}
	/* A numeric name is a mistyped address, not a host name.  As a pattern it would never
	 * match, so it is reported as an error. */
	if (pattern.name.len && !everyuri_host_looks_numeric(pattern.name.data, pattern.name.len))
		pattern.kind = front ? EU_POLICY_BELOW : EU_POLICY_NAME;
	return pattern;
}

struct eu_policy_host eu_policy_host_of(const char *data, size_t len)
{
	struct eu_policy_host host = { .name = without_final_dot(data, len) };

	host.is_address = everyuri_address_read(data, len, host.address) == EVERYURI_OK;
	return host;
}

static bool equals_ignoring_case(const char *a, const char *b, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (eu_lower((unsigned char)a[i]) != eu_lower((unsigned char)b[i]))
			return false;
	return true;
}

bool eu_policy_pattern_matches(const struct eu_policy_pattern *pattern,
                               const struct eu_policy_host *host)
{
	struct everyuri_text name = pattern->name;
	size_t more;

	switch (pattern->kind) {
	case EU_POLICY_NO_PATTERN:
		return false;
	case EU_POLICY_ANY:
		return !host->is_resolved;
	case EU_POLICY_RANGE:
		return host->is_address &&
		       eu_address_in(host->address, pattern->prefix, pattern->bits);
	case EU_POLICY_NAME:
		return !host->is_address && host->name.len == name.len &&
		       equals_ignoring_case(host->name.data, name.data, name.len);
	case EU_POLICY_BELOW:
		if (host->is_address || host->name.len < name.len + 2)
			return false;
		more = host->name.len - name.len;
		return host->name.data[more - 1] == '.' &&
		       equals_ignoring_case(host->name.data + more, name.data, name.len);
	}
	return false;
}
