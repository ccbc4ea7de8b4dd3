/* The short way for plain URLs, which most are: those that the parser would write as they stand.
 *
 * Such a URL begins with "http://" or "https://", has a host in small letters that is no IPv4
 * number, neither credentials nor port, no dot segment, and no byte that is encoded or removed.
 * Each is seen in one pass; at the first doubt the state machine reads the text from its start,
 * so that this file decides nothing of its own. */
#include "grammar/whatwg/machine.h"

/* Returns: the length of "http" or "https" where "://" follows; else 0. */
static size_t plain_scheme(const char *text, size_t len)
{
	size_t n = 4;

	if (len < sizeof "https://" || memcmp(text, "http", 4) != 0)
		return 0;
	n += text[n] == 's';
	return memcmp(text + n, "://", 3) ? 0 : n;
}

/* Returns: where the authority ends; 0 at a doubt. */
static inline size_t plain_authority(const char *text, size_t len, struct eu_whatwg_plain *plain)
{
	size_t scheme = plain_scheme(text, len), begin = scheme + 3, label = begin, i = begin;

	if (!scheme)
		return 0;
	for (; i < len && eu_whatwg_is(text[i], EU_WHATWG_DOMAIN); i++)
		if (text[i] == '.')
			label = i + 1;
	if (i == begin || (i < len && text[i] != '/' && text[i] != '?' && text[i] != '#'))
		return 0;
	/* What ends in a number has a digit at the front of its last label; what ends in a dot
	 * may. */
	if (label == i || eu_is_digit((unsigned char)text[label]))
		return 0;
	plain->scheme_end = (uint32_t)scheme;
	plain->host_end = (uint32_t)i;
	return i;
}

bool eu_whatwg_plain_authority(const char *text, size_t len, struct eu_whatwg_plain *plain)
{
	return plain_authority(text, len, plain) != 0;
}

/* From a path's first slash on.  Returns: where it ends, or 0 at a doubt: a segment that begins
 * with a dot, encoded or not. */
static size_t plain_path(const char *text, size_t len, size_t i)
{
	while (i < len && text[i] == '/') {
		i++;
		if (i < len && (text[i] == '.' || text[i] == '%'))
			return 0;
		while (i < len && eu_whatwg_is(text[i], EU_WHATWG_PATH))
			i++;
	}
	return i;
}

static size_t plain_units(const char *text, size_t len, size_t i, unsigned keep)
{
	while (i < len && eu_whatwg_is(text[i], keep))
		i++;
	return i;
}

bool eu_whatwg_plain_url(const char *text, size_t len, struct eu_whatwg_plain *plain)
{
	size_t i = plain_authority(text, len, plain);

	if (i)
		i = plain_path(text, len, i);
	if (!i)
		return false;
	plain->path_end = (uint32_t)i;
	if (i < len && text[i] == '?')
		i = plain_units(text, len, i + 1, EU_WHATWG_SPECIAL_QUERY);
	plain->query_end = (uint32_t)i;
	if (i < len && text[i] == '#')
		i = plain_units(text, len, i + 1, EU_WHATWG_FRAGMENT);
	return i == len;
}

void eu_whatwg_write_plain(const char *text, uint32_t len, const struct eu_whatwg_plain *plain,
                           char *data, struct everyuri_uri *uri)
{
	/* The path of a special URL is never empty. */
	uint32_t added = plain->path_end == plain->host_end;
	uint32_t path_end = plain->path_end + added, query_end = plain->query_end + added;

	memcpy(data, text, plain->host_end);
	data[plain->host_end] = '/';
	memcpy(data + plain->host_end + added, text + plain->host_end, len - plain->host_end);
	eu_uri_begin(uri, data, len + added);
	uri->flags = EVERYURI_REWRITTEN;
	uri->host_kind = EVERYURI_HOST_NAME;
	uri->part[EVERYURI_SCHEME] = eu_span(0, plain->scheme_end);
	uri->part[EVERYURI_HOST] = eu_span(plain->scheme_end + 3, plain->host_end);
	uri->part[EVERYURI_PATH] = eu_span(plain->host_end, path_end);
	if (query_end > path_end)
		uri->part[EVERYURI_QUERY] = eu_span(path_end + 1, query_end);
	if (uri->len > query_end)
		uri->part[EVERYURI_FRAGMENT] = eu_span(query_end + 1, uri->len);
}
