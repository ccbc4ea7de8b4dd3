/* loose.c - splits a text that no standard accepts, in the way of programs that check little.
 *
 * The split is that of RFC 3986 appendix B.  The authority is split at its last "@", and at its last
 * ":" if only digits follow.  Only the warnings use this result. */
#include "explain/explain.h"

static size_t loose_until(const char *text, size_t at, size_t len, const char *stops)
{
	while (at < len && (!text[at] || !strchr(stops, text[at])))
		at++;
	return at;
}

static void loose_set(struct everyuri_uri *uri, enum everyuri_part part, size_t begin, size_t end)
{
	uri->part[part] = (struct everyuri_span){ (uint32_t)begin, (uint32_t)end };
}

static void loose_authority(struct everyuri_uri *uri, size_t begin, size_t end)
{
	const char *text = uri->text;
	size_t host = end, colon = end;

	while (host > begin && text[host - 1] != '@')
		host--;
	if (host > begin) {
		size_t user = loose_until(text, begin, host - 1, ":");

		loose_set(uri, EVERYURI_USER, begin, user);
		if (user < host - 1)
			loose_set(uri, EVERYURI_PASSWORD, user + 1, host - 1);
	}
	while (colon > host && text[colon - 1] >= '0' && text[colon - 1] <= '9')
		colon--;
	if (colon > host && text[colon - 1] == ':') {
		loose_set(uri, EVERYURI_PORT, colon, end);
		end = colon - 1;
	}
	loose_set(uri, EVERYURI_HOST, host, end);
	uri->host_kind = EVERYURI_HOST_NAME;
}

void eu_explain_cut(const char *text, size_t len, struct everyuri_uri *uri)
{
	size_t at = loose_until(text, 0, len, ":/?#");

	*uri = (struct everyuri_uri){ .text = text, .len = (uint32_t)len };
	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		loose_set(uri, (enum everyuri_part)part, EVERYURI_ABSENT, EVERYURI_ABSENT);
	if (at > 0 && at < len && text[at] == ':')
		loose_set(uri, EVERYURI_SCHEME, 0, at++);
	else
		at = 0;
	if (len - at >= 2 && text[at] == '/' && text[at + 1] == '/') {
		size_t end = loose_until(text, at + 2, len, "/?#");

		loose_authority(uri, at + 2, end);
		at = end;
	}
	size_t path = loose_until(text, at, len, "?#"), query = path;

	loose_set(uri, EVERYURI_PATH, at, path);
	if (path < len && text[path] == '?') {
		query = loose_until(text, path, len, "#");
		loose_set(uri, EVERYURI_QUERY, path + 1, query);
	}
	if (query < len)
		loose_set(uri, EVERYURI_FRAGMENT, query + 1, len);
}
