/* uriparser.c - RFC 3986 against uriparser, on a million random shapes.
 *
 * Verdict, components and error position of URI-reference.  Where the two differ
 * the kind of the difference must be one of those that docs/standards/rfc3986.md
 * argues; a kind that is not known fails the test. */
#include <everyuri.h>

#include "shapes.h"
#include "tap.h"

#include <stdlib.h>
#include <uriparser/Uri.h>

#define SHOWN_MAX 5

/* The differences that are known.  Inside the brackets of an IP literal uriparser
 * points at the beginning of the group that is wrong, or at the bracket behind it;
 * the library at the byte that no valid text can have there. */
enum kind { OTHER, POSITION_IN_LITERAL, N_KINDS };

static const char *const kind_names[N_KINDS] = {
	"not known",
	"both refuse an IP literal, at different bytes of it",
};

struct tally {
	unsigned long rounds, both, neither, literals, differ[N_KINDS];
};

/* Does the byte at `at` stand behind a bracket that opens the host, and not behind its end? */
static bool in_literal(const char *text, size_t at)
{
	while (at > 0 && text[at - 1] != '[') {
		if (strchr("]/?#", text[at - 1]))
			return false;
		at--;
	}
	return at > 0;
}

static bool same_text(const struct everyuri_uri *uri, enum everyuri_part part, const char *first,
                      const char *after)
{
	const char *data;
	size_t len;

	everyuri_view(uri, part, &data, &len);
	if (!first)
		return !data;
	return data && len == (size_t)(after - first) && !memcmp(data, first, len);
}

/* uriparser keeps the user and the password in one, and the host of an IP literal
 * without its brackets. */
static const char *authority_difference(const struct everyuri_uri *ours, const UriUriA *theirs)
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

static const char *difference(const struct everyuri_uri *ours, const UriUriA *theirs)
{
	char path[SHAPE_MAX + 2];
	size_t len = 0;
	const char *name = authority_difference(ours, theirs), *data;
	size_t data_len;

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
	everyuri_view(ours, EVERYURI_PATH, &data, &data_len);
	return data && data_len == len && !memcmp(data, path, len) ? NULL : "path";
}

static void show(const struct shapes *s, const char *what)
{
	printf("# \"");
	tap_put(s->text, s->len);
	printf("\": %s\n", what);
}

static void hold(struct tally *t, const struct shapes *s)
{
	struct everyuri_uri ours;
	struct everyuri_error err = { 0 };
	UriUriA theirs;
	const char *text = s->text, *position = text, *name = NULL;
	enum kind kind = OTHER;
	bool we = !everyuri_parse(text, s->len, EVERYURI_RFC3986, EVERYURI_ADMIT_PARTIAL, NULL,
	                          NULL, &ours, &err);
	bool they = !uriParseSingleUriExA(&theirs, text, text + s->len, &position);

	t->rounds++;
	t->both += we && they;
	t->neither += !we && !they;
	if (we != they) {
		name = we ? "only the library accepts it" : "only uriparser accepts it";
	} else if (we) {
		name = difference(&ours, &theirs);
		t->literals += ours.host_kind == EVERYURI_HOST_IPV6 ||
		               ours.host_kind == EVERYURI_HOST_IPVFUTURE;
	} else if (position != text + err.at) {
		name = "another error position";
		if (in_literal(text, err.at) && in_literal(text, (size_t)(position - text)))
			kind = POSITION_IN_LITERAL;
	}
	if (they)
		uriFreeUriMembersA(&theirs);
	if (name && t->differ[kind]++ < SHOWN_MAX)
		show(s, name);
}

int main(void)
{
	unsigned long rounds = getenv("EVERYURI_QUICK") ? 20000 : 1000000;
	struct shapes s = { .state = 3986 };
	struct tally t = { 0 };

	diag("%lu random texts, seed 3986; uriparser %s", rounds, URI_VER_ANSI);
	while (t.rounds < rounds) {
		shapes_uri(&s, true);
		hold(&t, &s);
	}
	diag("%lu accepted by both (%lu with an IP literal), %lu by neither", t.both, t.literals,
	     t.neither);
	for (unsigned k = 0; k < N_KINDS; k++)
		diag("%lu differ, kind: %s", t.differ[k], kind_names[k]);
	ok(!t.differ[OTHER], "rfc3986 A: every difference from uriparser is of a known kind");
	return done();
}
