/* Splits a text for its SURT key by the regular expression of RFC 3986 appendix B. */
#include "base/schemes.h"
#include "key/surt.h"

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_line_space(char c)
{
	return c == '\t' || c == '\n' || c == '\r';
}

struct eu_key_area eu_surt_trim(const struct eu_key_job *job, char *to)
{
	size_t begin = 0, end = job->len, n = 0;

	while (begin < end && is_space(job->text[begin]))
		begin++;
	while (end > begin && is_space(job->text[end - 1]))
		end--;
	for (; begin < end; begin++)
		if (!is_line_space(job->text[begin]))
			to[n++] = job->text[begin];
	return eu_key_area_of(to, to + n);
}

size_t eu_surt_untrimmed(const struct eu_key_job *job, size_t n)
{
	size_t at = 0;

	while (at < job->len && is_space(job->text[at]))
		at++;
	for (; at < job->len; at++)
		if (!is_line_space(job->text[at]) && n-- == 0)
			break;
	return at;
}

static size_t web_scheme(struct eu_key_area text)
{
	if (text.len >= 7 && memcmp(text.data, "http://", 7) == 0)
		return 7;
	return text.len >= 8 && memcmp(text.data, "https://", 8) == 0 ? 8 : 0;
}

/* Corrects "http://http://h/", a typing error, as other SURT implementations do. */
static struct eu_key_area without_repetition(struct eu_key_area text)
{
	for (;;) {
		size_t n = web_scheme(text);
		struct eu_key_area rest = { text.data + n, text.len - n };

		if (!n || !web_scheme(rest))
			return text;
		text = rest;
	}
}

/* Finds the end of the scheme (RFC 3986 3.1).  Returns: the index of the colon after it or, if
 * *valid is false, the index of the byte that is not allowed. */
static size_t scheme_end(struct eu_key_area text, bool *valid)
{
	size_t i = 0;

	for (; i < text.len; i++) {
		unsigned char c = (unsigned char)text.data[i];

		if (!eu_is_alpha(c) &&
		    (i == 0 || (!eu_is_digit(c) && c != '+' && c != '-' && c != '.')))
			break;
	}
	*valid = i > 0 && i < text.len && text.data[i] == ':';
	return i;
}

bool eu_surt_is_web(const struct eu_surt *surt)
{
	const struct eu_scheme *scheme = eu_scheme_find(surt->scheme.data, surt->scheme.len);

	return scheme && scheme->info.flags & EVERYURI_WEB;
}

static struct eu_key_area until(struct eu_key_area from, char cut, struct eu_key_area *rest)
{
	char *hit = from.len ? memchr(from.data, cut, from.len) : NULL;

	if (!hit) {
		rest->data = NULL;
		rest->len = 0;
		return from;
	}
	*rest = eu_key_area_of(hit + 1, from.data + from.len);
	return eu_key_area_of(from.data, hit);
}

/* Takes the authority, which ends at the next slash after "//".  The rest becomes the path. */
static struct eu_key_area take_authority(struct eu_surt *surt, size_t slashes)
{
	char *begin = surt->path.data + slashes, *end = surt->path.data + surt->path.len;
	char *slash = memchr(begin, '/', (size_t)(end - begin));

	surt->path = eu_key_area_of(slash ? slash : end, end);
	return eu_key_area_of(begin, slash ? slash : end);
}

/* Reads a port without leading zeros; an empty text means no port.
 * Returns: the first byte that is not allowed, or NULL. */
static const char *read_port(struct eu_surt *surt, struct eu_key_area digits)
{
	uint32_t value = 0;

	for (size_t i = 0; i < digits.len; i++) {
		if (!eu_is_digit((unsigned char)digits.data[i]))
			return digits.data + i;
		value = value * 10 + (uint32_t)(digits.data[i] - '0');
		if (value > UINT16_MAX)
			return digits.data + i;
	}
	surt->port = value ? value : EU_SURT_NO_PORT;
	return NULL;
}

/* Splits [ user "@" ] host [ ":" port ].  The user ends at the last "@" and is dropped, because
 * a key must not contain secrets.  Returns: the first byte that is not allowed, or NULL. */
static const char *cut_authority(struct eu_surt *surt, struct eu_key_area authority)
{
	struct eu_key_area rest = { NULL, 0 };
	size_t at = authority.len;

	while (at && authority.data[at - 1] != '@')
		at--;
	if (at)
		authority = eu_key_area_of(authority.data + at, authority.data + authority.len);
	while (authority.len && authority.data[authority.len - 1] == ':')
		authority.len--;
	if (!authority.len || authority.data[0] != '[') {
		surt->host = until(authority, ':', &rest);
		return read_port(surt, rest);
	}
	surt->host = until(authority, ']', &rest);
	if (!rest.data)
		return authority.data + authority.len;
	surt->host.len++;
	if (!rest.len)
		return NULL;
	if (rest.data[0] != ':')
		return rest.data;
	return read_port(surt, eu_key_area_of(rest.data + 1, rest.data + rest.len));
}

const char *eu_surt_cut(struct eu_surt *surt, struct eu_key_area text)
{
	struct eu_key_area fragment, authority = { NULL, 0 };
	bool valid;
	size_t colon, slashes = 0;

	text = without_repetition(text);
	colon = scheme_end(text, &valid);
	if (!valid)
		return text.data + colon;
	surt->scheme = eu_key_area_of(text.data, text.data + colon);
	text = eu_key_area_of(text.data + colon + 1, text.data + text.len);
	text = until(text, '#', &fragment);
	surt->path = until(text, '?', &surt->query);
	if (surt->path.len >= 2 && memcmp(surt->path.data, "//", 2) == 0)
		authority = take_authority(surt, 2);
	if (!authority.len && eu_surt_is_web(surt)) {
		/* "http:h" and "http:////h" also have a host, so all slashes are skipped.  If
		 * nothing follows them, one slash stays as the path. */
		while (slashes < surt->path.len && surt->path.data[slashes] == '/')
			slashes++;
		if (slashes && slashes == surt->path.len)
			surt->path.len = 1;
		else
			authority = take_authority(surt, slashes);
	}
	for (size_t i = 0; i < surt->scheme.len; i++)
		surt->scheme.data[i] = (char)eu_lower((unsigned char)surt->scheme.data[i]);
	return cut_authority(surt, authority);
}
