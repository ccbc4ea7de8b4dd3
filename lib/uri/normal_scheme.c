/* Level SCHEME: rules of schemes without a host about case and separators (RFC 3986 6.2.3).
 *
 * Each rule rewrites the path in place and never lengthens it.  CHOICE: a query and a fragment stay,
 * also where the scheme ignores them in comparisons (RFC 8141 3.1): they change what is retrieved. */
#include "uri/normal.h"

typedef size_t rewrite_fn(char *path, size_t len);

/* Returns the bytes of an escape or of a character at i. */
static size_t unit_len(const char *path, size_t len, size_t i)
{
	return path[i] == '%' && i + 2 < len ? 3 : 1;
}

/* Writes letters in lower case, except those of escapes. */
static void to_lower(char *path, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i += unit_len(path, end, i))
		path[i] = (char)eu_lower((unsigned char)path[i]);
}

static size_t find(const char *path, size_t len, size_t begin, char delimiter)
{
	const char *found = begin < len ? memchr(path + begin, delimiter, len - begin) : NULL;

	return found ? (size_t)(found - path) : len;
}

/* Returns the length of the path without separators between begin and the end. */
static size_t drop_separators(char *path, size_t len, size_t begin, size_t end,
                              const char *separators)
{
	size_t out = begin;

	for (size_t i = begin; i < len; i++)
		if (i >= end || !strchr(separators, path[i]))
			path[out++] = path[i];
	return out;
}

/* RFC 8141 3.1: "urn" and the namespace identifier in lower case; the rest by its namespace: RFC
 * 9562 4 (uuid), RFC 8254 2 (isbn, issn). */
static size_t rewrite_urn(char *path, size_t len)
{
	size_t nss = find(path, len, 0, ':');
	struct everyuri_text nid = { path, nss };

	/* The form of 1994, "urn:/iana/dns", has no namespace identifier. */
	if (nss == len || path[0] == '/')
		return len;
	to_lower(path, 0, nss++);
	if (eu_text_is(nid, "uuid"))
		to_lower(path, nss, len);
	if (!eu_text_is(nid, "isbn") && !eu_text_is(nid, "issn"))
		return len;
	len = drop_separators(path, len, nss, len, "-");
	if (len > nss && path[len - 1] == 'x')
		path[len - 1] = 'X';
	return len;
}

/* RFC 5321 2.4: the domain of each address is case-insensitive. */
static size_t rewrite_addresses(char *path, size_t len)
{
	size_t end;

	for (size_t begin = 0; begin < len; begin = end + 1) {
		size_t at = begin;

		end = find(path, len, begin, ',');
		for (size_t next = find(path, end, begin, '@'); next < end;
		     next = find(path, end, next + 1, '@'))
			at = next + 1;
		if (at > begin)
			to_lower(path, at, end);
	}
	return len;
}

/* RFC 3261 19.1.4: everything except the user and the password is
 * case-insensitive. */
static size_t rewrite_sip(char *path, size_t len)
{
	size_t at = find(path, len, 0, '@');

	to_lower(path, at < len ? at : 0, len);
	return len;
}

/* RFC 3966 4: visual separators and case are ignored. */
static size_t rewrite_number(char *path, size_t len)
{
	to_lower(path, 0, len);
	return drop_separators(path, len, 0, find(path, len, 0, ';'), "-.()");
}

/* RFC 2397; RFC 2045 5.1: the media type, the names of its parameters and "base64" are
 * case-insensitive. */
static size_t rewrite_data(char *path, size_t len)
{
	size_t comma = find(path, len, 0, ','), end;

	for (size_t begin = 0; begin < comma; begin = end + 1) {
		end = find(path, comma, begin, ';');
		to_lower(path, begin, find(path, end, begin, '='));
	}
	return len;
}

/* The DOI Handbook 2.4: a DOI name is case-insensitive. */
static size_t rewrite_doi(char *path, size_t len)
{
	to_lower(path, 0, len);
	return len;
}

static const struct {
	const char *scheme;
	rewrite_fn *rewrite;
} rules[] = {
	{ "urn", rewrite_urn },        { "mailto", rewrite_addresses },
	{ "acct", rewrite_addresses }, /* RFC 7565 4 */
	{ "im", rewrite_addresses },   /* RFC 3860 3 */
	{ "pres", rewrite_addresses }, /* RFC 3859 3 */
	{ "xmpp", rewrite_addresses }, /* RFC 7622 3.2 */
	{ "sip", rewrite_sip },        { "sips", rewrite_sip },
	{ "tel", rewrite_number },     { "sms", rewrite_number }, /* RFC 5724 2.2 */
	{ "data", rewrite_data },      { "doi", rewrite_doi },
};

static rewrite_fn *path_rule_of(const struct everyuri_uri *uri)
{
	if (eu_uri_has(uri, EVERYURI_HOST))
		return NULL;
	for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
		if (eu_uri_scheme_is(uri, rules[k].scheme))
			return rules[k].rewrite;
	return NULL;
}

bool eu_normal_has_path_rule(const struct everyuri_uri *uri)
{
	return path_rule_of(uri) != NULL;
}

void eu_normal_path_rule(struct eu_out *out, size_t begin, const struct everyuri_uri *uri,
                         enum everyuri_level level)
{
	rewrite_fn *rewrite =
		level < EVERYURI_LEVEL_SCHEME || !out->data ? NULL : path_rule_of(uri);

	if (rewrite)
		out->len = begin + rewrite(out->data + begin, out->len - begin);
}
