/* by_uriparser.h - compare a record of rfc3986 with uriparser's. */
#ifndef TESTS_PROOF_BY_URIPARSER_H
#define TESTS_PROOF_BY_URIPARSER_H

#include <everyuri.h>

#include <string.h>
#include <uriparser/Uri.h>

/* Is the byte at `at` inside the brackets of the host? */
static inline bool in_literal(const char *text, size_t at)
{
	while (at > 0 && text[at - 1] != '[') {
		if (strchr("]/?#", text[at - 1]))
			return false;
		at--;
	}
	return at > 0;
}

static inline bool same_text(const struct everyuri_uri *uri, enum everyuri_part part,
                             const char *first, const char *after)
{
	struct everyuri_text value = everyuri_view(uri, part);

	if (!first)
		return !value.data;
	return value.data && value.len == (size_t)(after - first) &&
	       !memcmp(value.data, first, value.len);
}

/* uriparser keeps the user and the password in one, and the host of an IP literal
 * without its brackets. */
static inline const char *authority_difference(const struct everyuri_uri *ours,
                                               const UriUriA *theirs)
{
	struct everyuri_uri whole = *ours;
	const char *first = theirs->hostText.first, *after = theirs->hostText.afterLast;

	if (ours->part[EVERYURI_PASSWORD].begin != EVERYURI_ABSENT)
		whole.part[EVERYURI_USER].end = ours->part[EVERYURI_PASSWORD].end;
	if (!same_text(&whole, EVERYURI_USER, theirs->userInfo.first, theirs->userInfo.afterLast))
		return "userinfo";
	if (first && (theirs->hostData.ip6 || theirs->hostData.ipFuture.first)) {
		if (first[-1] == '[')
			first--;
		if (*after == ']')
			after++;
	}
	if (!same_text(ours, EVERYURI_HOST, first, after))
		return "host";
	if (!same_text(ours, EVERYURI_PORT, theirs->portText.first, theirs->portText.afterLast))
		return "port";
	return (ours->host_kind == EVERYURI_HOST_IPV4) == (theirs->hostData.ip4 != NULL) &&
	                       (ours->host_kind == EVERYURI_HOST_IPV6) ==
	                               (theirs->hostData.ip6 != NULL) ?
	               NULL :
	               "host_kind";
}

/* path: memory for the text and two bytes.  Returns: the part in which they differ, or NULL. */
static inline const char *difference(const struct everyuri_uri *ours, const UriUriA *theirs,
                                     char *path)
{
	size_t len = 0;
	const char *name = authority_difference(ours, theirs);
	struct everyuri_text value;

	if (name)
		return name;
	if (!same_text(ours, EVERYURI_SCHEME, theirs->scheme.first, theirs->scheme.afterLast))
		return "scheme";
	if (!same_text(ours, EVERYURI_QUERY, theirs->query.first, theirs->query.afterLast))
		return "query";
	if (!same_text(ours, EVERYURI_FRAGMENT, theirs->fragment.first, theirs->fragment.afterLast))
		return "fragment";
	if (theirs->absolutePath || (theirs->hostText.first && theirs->pathHead))
		path[len++] = '/';
	for (const UriPathSegmentA *s = theirs->pathHead; s; s = s->next) {
		size_t n = (size_t)(s->text.afterLast - s->text.first);

		memcpy(path + len, s->text.first, n);
		len += n;
		if (s->next)
			path[len++] = '/';
	}
	value = everyuri_view(ours, EVERYURI_PATH);
	return value.data && value.len == len && !memcmp(value.data, path, len) ? NULL : "path";
}

#endif
