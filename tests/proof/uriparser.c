/* uriparser.c - compare RFC 3986 with uriparser on a million random shapes.
 *
 * Verdict, components and error position of URI-reference.  A difference
 * must be of a kind that docs/standards/rfc3986.md explains; an unknown kind fails. */
#include "by_uriparser.h"
#include "shapes.h"
#include "tap.h"

#include <stdlib.h>

#define SHOWN_MAX 5

/* The known differences.  Inside the brackets of an IP literal uriparser reports the beginning of the wrong group, or
 * the bracket after it; the library reports the byte that no valid text can have there. */
enum kind { OTHER, POSITION_IN_LITERAL, N_KINDS };

static const char *const kind_names[N_KINDS] = {
	"not known",
	"both refuse an IP literal, at different bytes of it",
};

struct tally {
	unsigned long rounds, both, neither, literals, differ[N_KINDS];
};

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
	char path[SHAPE_MAX + 2];
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
		name = difference(&ours, &theirs, path);
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
