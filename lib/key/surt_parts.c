/* Rewrites the host, the path and the pairs of the query for SURT keys. */
#include "base/sort.h"
#include "key/key.h"

/* Decodes escapes repeatedly.  Each output byte may complete an escape with the two bytes before
 * it.  So a single pass that looks back gives the same result as repeated passes. */
void eu_key_unescape(struct eu_key_area *area)
{
	size_t n = 0;

	for (size_t i = 0; i < area->len; i++) {
		unsigned char c;

		area->data[n++] = area->data[i];
		while (n >= 3 && eu_escape_at(area->data + n - 3, 3, &c)) {
			area->data[n - 3] = (char)c;
			n -= 2;
		}
	}
	area->len = n;
}

/* ---- the path ------------------------------------------------------------------------- */

static size_t cut_last_segment(const char *path, size_t n)
{
	while (n && path[--n] != '/')
		;
	return n;
}

/* Removes dot segments.  Every remaining segment, even an empty one, has "/" before it. */
static size_t without_dots(char *path, size_t len)
{
	size_t n = 0, at = 0;

	while (at < len) {
		const char *slash = memchr(path + at + 1, '/', len - at - 1);
		size_t end = slash ? (size_t)(slash - path) : len;
		size_t length = end - at;

		/* A ".." above the root stays, and the next ".." removes it. */
		if (length == 3 && memcmp(path + at, "/..", 3) == 0 && n) {
			n = cut_last_segment(path, n);
		} else if (length != 2 || path[at + 1] != '.') {
			memmove(path + n, path + at, length);
			n += length;
		}
		at = end;
	}
	return n;
}

void eu_key_surt_path(struct eu_key_area *path)
{
	size_t n = 0, len = without_dots(path->data, path->len);

	for (size_t i = 0; i < len; i++)
		if (path->data[i] != '/' || !n || path->data[n - 1] != '/')
			path->data[n++] = path->data[i];
	if (!n)
		path->data[n++] = '/';
	path->len = n;
}

/* ---- the host ---------------------------------------------------------------------------- */

/* Replaces each run of dots by one dot, and removes dots at both ends. */
static void tidy_dots(struct eu_key_area *host)
{
	size_t n = 0;

	for (size_t i = 0; i < host->len; i++)
		if (host->data[i] != '.' || (n && host->data[n - 1] != '.'))
			host->data[n++] = host->data[i];
	if (n && host->data[n - 1] == '.')
		n--;
	host->len = n;
}

/* Reads one part of an address.  It is octal if it begins with a zero that is not its only digit.
 * Returns: false if it is not a number. *value is UINT64_MAX if the number is too large. */
static bool read_octets(const char *digits, size_t len, uint64_t *value)
{
	unsigned base = len > 1 && digits[0] == '0' ? 8 : 10;

	*value = 0;
	for (size_t i = 0; i < len; i++) {
		unsigned digit = (unsigned char)digits[i] - '0';

		if (digit >= base)
			return false;
		*value = *value > UINT32_MAX ? UINT64_MAX : *value * base + digit;
		if (*value > UINT32_MAX)
			*value = UINT64_MAX;
	}
	return len > 0;
}

/* Reads "a", "a.b", "a.b.c" or "a.b.c.d".  The last number fills the remaining bytes. */
static bool read_dotted(const struct eu_key_area *host, uint32_t *address)
{
	uint32_t result = 0;
	unsigned n = 0;
	size_t at = 0;

	for (;;) {
		const char *dot = memchr(host->data + at, '.', host->len - at);
		size_t end = dot ? (size_t)(dot - host->data) : host->len;
		uint64_t value;

		if (n == 4 || !read_octets(host->data + at, end - at, &value) ||
		    value > (dot ? 0xFF : UINT32_MAX >> 8 * n))
			return false;
		if (!dot) {
			*address = result | (uint32_t)value;
			return true;
		}
		result |= (uint32_t)value << (24 - 8 * n++);
		at = end + 1;
	}
}

/* Reads a single number as an address modulo 2^32, even with leading zeros. */
static bool read_number(const struct eu_key_area *host, uint32_t *address)
{
	uint32_t value = 0;

	for (size_t i = 0; i < host->len; i++) {
		if (!eu_is_digit((unsigned char)host->data[i]))
			return false;
		value = value * 10 + (uint32_t)(host->data[i] - '0');
	}
	*address = value;
	return host->len > 0;
}

static void write_address(struct eu_key_area *host, uint32_t address)
{
	struct eu_out out = { host->data, 0 };

	for (int shift = 24; shift >= 0; shift -= 8) {
		if (shift < 24)
			eu_out_byte(&out, '.');
		eu_out_decimal(&out, address >> shift & 0xFF);
	}
	host->len = out.len;
}

void eu_key_surt_host(struct eu_key_area *host)
{
	uint32_t address;

	if (host->len && host->data[0] != '[') {
		tidy_dots(host);
		if (read_number(host, &address) || read_dotted(host, &address))
			write_address(host, address);
	}
	for (size_t i = 0; i < host->len; i++)
		host->data[i] = (char)eu_lower((unsigned char)host->data[i]);
}

/* ---- the query ------------------------------------------------------------------------------ */

static int compare_bytes(const char *a, size_t a_len, const char *b, size_t b_len)
{
	size_t n = a_len < b_len ? a_len : b_len;
	int order = n ? memcmp(a, b, n) : 0;

	return order ? order : (a_len > b_len) - (a_len < b_len);
}

/* Compares the bytes of the keys, then those of the values.  A key without "=" comes first. */
static int compare_pairs(const void *context, struct everyuri_span a, struct everyuri_span b)
{
	const char *text = context, *x = text + a.begin, *y = text + b.begin;
	size_t x_len = eu_span_len(a), y_len = eu_span_len(b);
	const char *x_cut = x_len ? memchr(x, '=', x_len) : NULL;
	const char *y_cut = y_len ? memchr(y, '=', y_len) : NULL;
	size_t x_key = x_cut ? (size_t)(x_cut - x) : x_len;
	size_t y_key = y_cut ? (size_t)(y_cut - y) : y_len;
	int order = compare_bytes(x, x_key, y, y_key);

	return order ? order : compare_bytes(x + x_key, x_len - x_key, y + y_key, y_len - y_key);
}

void eu_key_sort_pairs(struct eu_key_area *query, char *to, struct everyuri_span *spans)
{
	struct everyuri_span *sorted;
	size_t n_pairs = 0, begin = 0, n = 0;

	for (size_t i = 0; i <= query->len; i++) {
		if (i < query->len && query->data[i] != '&')
			continue;
		spans[n_pairs++] = eu_span(begin, i);
		begin = i + 1;
	}
	sorted = eu_sort_spans(spans, spans + n_pairs, n_pairs, compare_pairs, query->data);
	for (size_t k = 0; k < n_pairs; k++) {
		if (k)
			to[n++] = '&';
		memcpy(to + n, query->data + sorted[k].begin, eu_span_len(sorted[k]));
		n += eu_span_len(sorted[k]);
	}
	query->data = to;
}
