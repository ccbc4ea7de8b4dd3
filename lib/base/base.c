#include "base/base.h"

const char *everyuri_version(void)
{
	return EVERYURI_VERSION;
}

enum everyuri_status eu_fail_because(struct everyuri_error *err, enum everyuri_reason reason,
                                     enum everyuri_status status, size_t at, const char *clause,
                                     const char *message)
{
	if (err)
		*err = (struct everyuri_error){ .status = status,
			                        .at = at,
			                        .clause = clause,
			                        .message = message,
			                        .reason = reason };
	return status;
}

enum everyuri_status eu_fail(struct everyuri_error *err, enum everyuri_status status, size_t at,
                             const char *clause, const char *message)
{
	return eu_fail_because(err, EVERYURI_REASON_OTHER, status, at, clause, message);
}

enum everyuri_status eu_check_flags(unsigned flags, unsigned own, struct everyuri_error *err)
{
	if (!(flags & ~own))
		return EVERYURI_OK;
	return eu_fail(err, EVERYURI_OUT_OF_RANGE, 0, "", "unknown flag for this call");
}

enum everyuri_status eu_refuse_foreign(struct everyuri_error *err)
{
	eu_fail(err, EVERYURI_INVALID, 0, "", "the two URIs were parsed under different standards");
	if (err)
		err->which = 1;
	return EVERYURI_INVALID;
}

bool eu_escape_at(const char *text, size_t len, unsigned char *byte)
{
	int high, low;

	if (len < 3 || text[0] != '%')
		return false;
	high = eu_hex_value((unsigned char)text[1]);
	low = eu_hex_value((unsigned char)text[2]);
	if (high < 0 || low < 0)
		return false;
	*byte = (unsigned char)(high * 16 + low);
	return true;
}

bool eu_is_dot_segment(const char *text, size_t len)
{
	size_t n_dots = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if (eu_escape_at(text + i, len - i, &c))
			i += 2;
		if (c != '.' || ++n_dots > 2)
			return false;
	}
	return n_dots > 0;
}

bool eu_equals_ignoring_case(const char *text, size_t len, const char *name)
{
	for (size_t i = 0; i < len; i++)
		if (!name[i] || eu_lower((unsigned char)text[i]) != (unsigned char)name[i])
			return false;
	return name[len] == 0;
}

/* Compares a text, ignoring case, with a lower-case name.  Returns: negative, 0 or positive. */
static int order_ignoring_case(const char *text, size_t len, const char *name)
{
	for (size_t i = 0; i < len; i++) {
		int a = eu_lower((unsigned char)text[i]), b = (unsigned char)name[i];

		if (a != b || !b)
			return b ? a - b : 1;
	}
	return name[len] ? -1 : 0;
}

size_t eu_find_name(const char *const *names, size_t n, const char *text, size_t len)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = order_ignoring_case(text, len, names[middle]);

		if (!order)
			return middle;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return n;
}

uint32_t eu_find_bytes(const char *text, struct everyuri_span in, const char *what)
{
	size_t n = strlen(what);
	uint32_t i = in.begin;

	while (in.end - i >= n) {
		const char *hit = memchr(text + i, what[0], in.end - i);

		if (!hit)
			break;
		i = (uint32_t)(hit - text);
		if (in.end - i >= n && memcmp(hit, what, n) == 0)
			return i;
		i++;
	}
	return EVERYURI_ABSENT;
}

struct everyuri_uri eu_uri_of(const char *text, size_t len)
{
	struct everyuri_uri uri;

	eu_uri_begin(&uri, text, len);
	return uri;
}

void eu_uri_add_extra(struct everyuri_uri *uri, enum everyuri_extra_name name,
                      struct everyuri_span at)
{
	uri->extra[uri->n_extra].name = (uint16_t)name;
	uri->extra[uri->n_extra].at = at;
	uri->n_extra++;
}

size_t eu_url_prefix(const char *text, size_t len)
{
	return len >= 4 && eu_equals_ignoring_case(text, 4, "url:") ? 4 : 0;
}

uint32_t eu_colon_before_slash(const char *text, struct everyuri_span in)
{
	for (uint32_t i = in.begin; i < in.end && text[i] != '/'; i++)
		if (text[i] == ':')
			return i;
	return EVERYURI_ABSENT;
}

bool eu_is_hostnumber(const char *text, struct everyuri_span at)
{
	uint32_t n_dots = 0;
	bool digit_before = false;

	for (uint32_t i = at.begin; i < at.end; i++) {
		bool digit = eu_is_digit((unsigned char)text[i]);

		if (!digit && !(text[i] == '.' && digit_before))
			return false;
		n_dots += !digit;
		digit_before = digit;
	}
	return n_dots == 3 && digit_before;
}

/* Returns the part in which byte `at` is: 0 for scheme, 1 for authority, 2 for path or query, 3 for
 * fragment.  Only looks at the generic delimiters, which all standards share. */
static int place_of(const char *text, size_t at)
{
	const char *colon = memchr(text, ':', at);
	const char *end = text + at;

	if (memchr(text, '#', at))
		return 3;
	if (!colon)
		return memchr(text, '/', at) || memchr(text, '?', at) ? 2 : 0;
	if (end - colon >= 3 && colon[1] == '/' && colon[2] == '/') {
		const char *p = colon + 3;

		while (p < end && *p != '/' && *p != '?')
			p++;
		return p == end ? 1 : 2;
	}
	return 2;
}

/* Returns the message for a byte that is not allowed, or for the end of the text. */
static const char *message_for(const char *text, size_t len, size_t at, int place)
{
	static const char *const too_soon[4] = { "missing scheme",
		                                 "unexpected end of text in the authority",
		                                 "unexpected end of text", "incomplete escape" };
	static const char *const misplaced[4] = { "character not allowed in a scheme",
		                                  "character not allowed here in the authority",
		                                  "character not allowed here in the path or query",
		                                  "character not allowed in a fragment" };
	unsigned char c;

	if ((at >= 1 && text[at - 1] == '%') || (at >= 2 && text[at - 2] == '%'))
		return "\"%\" must be followed by two hexadecimal digits";
	if (at == len)
		return too_soon[place];
	c = (unsigned char)text[at];
	if (c == ' ')
		return "space must be encoded";
	if (c < 0x20 || c == 0x7F)
		return "control character must be encoded";
	if (c >= 0x80)
		return "non-ASCII byte must be encoded";
	if (place == 0 && at == 0)
		return "character not allowed at the start of a scheme";
	/* Every standard has fragments, so the first "#" is an error only if the part before it is
	 * incomplete. */
	if (c == '#')
		return place == 3 ? "only one \"#\" is allowed, before the fragment" :
		                    too_soon[place];
	return misplaced[place];
}

enum everyuri_status eu_refuse(struct everyuri_error *err, const char *text, size_t len, size_t at,
                               const struct eu_refusals *refusals)
{
	int place = place_of(text, at);
	bool escape = (at >= 1 && text[at - 1] == '%') || (at >= 2 && text[at - 2] == '%');
	unsigned char c = at < len ? (unsigned char)text[at] : 'a';
	bool about_characters = escape || c <= ' ' || c >= 0x7F;

	return eu_fail(err, EVERYURI_INVALID, at,
	               about_characters ? refusals->characters : refusals->syntax[place],
	               message_for(text, len, at, place));
}
