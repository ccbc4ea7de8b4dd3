/* properties.c - what must hold for every URI, tried on random ones.
 *
 * Recomposing gives the same parts; normalising twice is normalising once; same is
 * reflexive, symmetric and told by normal forms; relate leads back and nothing
 * shorter does; edit changes what it is told and no other byte. */
#include <everyuri.h>

#include "guard.h"
#include "parts.h"
#include "rounds.h"
#include "shapes.h"
#include "tap.h"

#include <stdlib.h>

#define SHOWN_MAX 4

static const enum everyuri_standard standards[] = { EVERYURI_URL1993, EVERYURI_URI1994,
	                                            EVERYURI_RFC1630, EVERYURI_RFC1738,
	                                            EVERYURI_RFC1808, EVERYURI_RFC2396,
	                                            EVERYURI_RFC3986, EVERYURI_RFC3987 };

/* A property under one standard: how often it was tried, and how often it failed. */
struct property {
	const char *clause, *name;
	enum everyuri_standard standard;
	unsigned long tried, failed;
};

static void tried(struct property *p, bool holds, const struct everyuri_uri *a,
                  const struct everyuri_uri *b, const char *got, size_t len)
{
	p->tried++;
	if (holds || p->failed++ >= SHOWN_MAX)
		return;
	printf("# %s, %s: ", everyuri_standard_name(p->standard), p->name);
	tap_put(a->text, a->len);
	if (b) {
		printf(" and ");
		tap_put(b->text, b->len);
	}
	printf(" give ");
	tap_put(got ? got : "", got ? len : 0);
	printf("\n");
}

static void conclude(const struct property *p)
{
	ok(p->tried && !p->failed, "%s %s: %s (%lu tried, %lu failed)",
	   everyuri_standard_name(p->standard), p->clause, p->name, p->tried, p->failed);
}

/* A URI in memory of its own, up to an unreadable page. */
struct held {
	struct guard guard;
	struct everyuri_uri uri;
};

static bool hold(struct held *h, const char *text, size_t len, enum everyuri_standard standard)
{
	return !everyuri_parse(guard_end(&h->guard, text, len), len, standard, 0, NULL, NULL,
	                       &h->uri, NULL);
}

/* Makes a text of delimiters, their escapes and a few letters, which a normal form may read otherwise. */
static void shapes_delimiters(struct shapes *s)
{
	static const char *const begin[] = { "URL:", "a://",    "http://", "mailto:", "news:",
		                             "urn:", "file://", "wais://", "a:" };
	static const char *const pieces[] = { "u",    ":",   "@",   "%40", "%53", "%3A",
		                              "s",    "/",   "1",   "%31", "?",   "#",
		                              "%3F",  "%23", "%2E", ".",   "//",  "%2F",
		                              ";",    "=",   "+",   "%2B", "[",   "]",
		                              "URL:", "*",   "%2A", "%25", "X",   "localhost" };

	s->len = 0;
	if (shapes_one_in(s, 4))
		shapes_put(s, "URL:");
	shapes_put(s, SHAPES_PICK(s, begin));
	for (unsigned n = 1 + shapes_below(s, 8); n; n--)
		shapes_put(s, SHAPES_PICK(s, pieces));
}

static bool next_valid(struct shapes *s, struct held *h, enum everyuri_standard standard)
{
	for (unsigned n = 0; n < 1000; n++) {
		if (shapes_one_in(s, 3))
			shapes_delimiters(s);
		else
			shapes_uri(s, false);
		if (hold(h, s->text, s->len, standard))
			return true;
	}
	return false;
}

/* ---- recompose ---------------------------------------------------------- */

static void recompose(enum everyuri_standard standard, unsigned long rounds)
{
	struct property same = { "RFC 3986 5.3", "recomposing the parts gives the text", standard,
		                 0, 0 };
	struct shapes s = { .state = 53 };
	struct held h = { 0 };
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	while (same.tried < rounds && next_valid(&s, &h, standard)) {
		struct everyuri_text part[EVERYURI_N_PARTS];
		struct everyuri_uri uri = { 0 };
		enum everyuri_status status;

		for (unsigned i = 0; i < EVERYURI_N_PARTS; i++)
			part[i] = part_text(&h.uri, i);
		status = everyuri_recompose(part, standard, 0, &buf, &uri, NULL);
		tried(&same,
		      !status && same_parts(&h.uri, &uri, EVERYURI_N_PARTS) &&
		              same_text(bare(&h.uri), bare(&uri)) &&
		              h.uri.host_kind == uri.host_kind,
		      &h.uri, NULL, status ? "failure" : uri.text, status ? 7 : uri.len);
	}
	conclude(&same);
	everyuri_buf_free(&buf);
	guard_free(&h.guard);
}

/* ---- normalize and same --------------------------------------------------- */

static bool is_same(const struct everyuri_uri *a, const struct everyuri_uri *b,
                    enum everyuri_level level)
{
	struct everyuri_buf buf;
	bool same = false;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (everyuri_same(a, b, level, &buf, &same, NULL))
		same = false;
	everyuri_buf_free(&buf);
	return same;
}

/* read: the text of buf, read once more. */
static bool is_record_of(const struct everyuri_uri *form, const struct everyuri_buf *buf,
                         const struct everyuri_uri *read)
{
	return form->text == buf->data && form->len == buf->len &&
	       form->standard == read->standard && form->host_kind == read->host_kind &&
	       form->n_extra == read->n_extra &&
	       (form->flags & ~(unsigned)EVERYURI_REWRITTEN) ==
	               (read->flags & ~(unsigned)EVERYURI_REWRITTEN) &&
	       same_parts(form, read, EVERYURI_N_PARTS);
}

/* A zone identifier and a partial form are read only where they are admitted. */
static void normalize_admitted(void)
{
	static const struct {
		const char *text, *host, *path;
	} rows[] = { { "HTTP://[FE80::1%25eth0]/%7Ea", "[fe80::1%25eth0]", "/~a" },
		     { "//[FE80::1%25eth0]/./%62", "[fe80::1%25eth0]", "/./b" },
		     { "./b/../%63", NULL, "./b/../c" } };
	const unsigned flags = (unsigned)EVERYURI_ADMIT_PARTIAL | EVERYURI_ADMIT_ZONE;
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		const char *host = rows[k].host, *path = rows[k].path;
		struct everyuri_uri uri;

		ok(!everyuri_parse(rows[k].text, strlen(rows[k].text), EVERYURI_RFC3986, flags,
		                   NULL, NULL, &uri, NULL) &&
		           !everyuri_normalize(&uri, EVERYURI_LEVEL_SYNTAX, &buf, &uri, NULL) &&
		           uri.flags & EVERYURI_REWRITTEN &&
		           same_text(everyuri_view(&uri, EVERYURI_HOST),
		                     (struct everyuri_text){ host, host ? strlen(host) : 0 }) &&
		           same_text(everyuri_view(&uri, EVERYURI_PATH),
		                     (struct everyuri_text){ path, strlen(path) }),
		   "uri.h: the record of the normal form of %s", rows[k].text);
	}
	everyuri_buf_free(&buf);
}

static void normalize(enum everyuri_standard standard, unsigned long rounds)
{
	struct property once = { "RFC 3986 6.2", "normalising twice is normalising once", standard,
		                 0, 0 };
	struct property host = { "THREATS L8", "a normal form has a host if the URI has", standard,
		                 0, 0 };
	struct property self = { "THREATS L8", "same is reflexive, and holds for the normal form",
		                 standard, 0, 0 };
	struct property both = { "THREATS L8", "same is symmetric and told by normal forms",
		                 standard, 0, 0 };
	struct property keep = { "RFC 3986 6.2", "a normal form has the components of the URI",
		                 standard, 0, 0 };
	struct property record = { "uri.h", "the record of a normal form is that of its text",
		                   standard, 0, 0 };
	struct shapes s = { .state = 62 };
	struct held a = { 0 }, b = { 0 }, before = { 0 };
	struct everyuri_buf first, second;

	everyuri_buf_init(&first, NULL, 0, NULL);
	everyuri_buf_init(&second, NULL, 0, NULL);
	while (once.tried < rounds && next_valid(&s, &a, standard)) {
		enum everyuri_level level = (enum everyuri_level)shapes_below(&s, 3);
		struct everyuri_uri form;
		bool worked = !everyuri_normalize(&a.uri, level, &first, &form, NULL) &&
		              hold(&b, first.data ? first.data : "", first.len, standard) &&
		              !everyuri_normalize(&b.uri, level, &second, NULL, NULL);
		bool forward, equal;

		tried(&once,
		      worked && first.len == second.len &&
		              !memcmp(first.data, second.data, first.len),
		      &a.uri, NULL, first.data, first.len);
		if (!worked)
			continue;
		tried(&record, is_record_of(&form, &first, &b.uri), &a.uri, NULL, form.text,
		      form.len);
		for (unsigned part = 0; part < EVERYURI_N_PARTS; part++)
			if ((part != EVERYURI_HOST && part != EVERYURI_PATH) ||
			    !void_host(&a.uri, level))
				tried(&keep, keeps_part(&a.uri, &b.uri, part, level), &a.uri,
				      &b.uri, NULL, 0);
		if (!void_host(&a.uri, level))
			tried(&host,
			      !part_text(&a.uri, EVERYURI_HOST).data ==
			              !part_text(&b.uri, EVERYURI_HOST).data,
			      &a.uri, &b.uri, NULL, 0);
		tried(&self, is_same(&a.uri, &a.uri, level) && is_same(&a.uri, &b.uri, level),
		      &a.uri, &b.uri, NULL, 0);
		/* Against the one before, which now and then is made nearly the same. */
		if (before.uri.text) {
			forward = is_same(&a.uri, &before.uri, level);
			everyuri_normalize(&before.uri, level, &second, NULL, NULL);
			equal = first.len == second.len &&
			        !memcmp(first.data, second.data, first.len);
			tried(&both,
			      forward == is_same(&before.uri, &a.uri, level) && forward == equal,
			      &a.uri, &before.uri, NULL, 0);
		}
		if (shapes_one_in(&s, 2))
			shapes_spoil(&s);
		if (!hold(&before, s.text, s.len, standard))
			before.uri.text = NULL;
	}
	conclude(&once);
	conclude(&host);
	conclude(&self);
	conclude(&both);
	conclude(&record);
	conclude(&keep);
	everyuri_buf_free(&first);
	everyuri_buf_free(&second);
	guard_free(&a.guard);
	guard_free(&b.guard);
	guard_free(&before.guard);
}

/* ---- edit ------------------------------------------------------------------ */

static void edit(enum everyuri_standard standard, unsigned long rounds)
{
	static const char *const values[] = {
		"a", "h.dom", "80", "/a/b", "x", "", "q+r", "1.2.3.4"
	};
	struct property kept = { "contract cmd.edit", "what was not named stays, byte for byte",
		                 standard, 0, 0 };
	struct property self = { "contract cmd.edit", "setting a part to itself changes nothing",
		                 standard, 0, 0 };
	struct shapes s = { .state = 77 };
	struct held a = { 0 }, b = { 0 };
	struct everyuri_buf buf;
	unsigned long attempts = 0;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	while (attempts++ < rounds && next_valid(&s, &a, standard)) {
		unsigned part = shapes_below(&s, EVERYURI_N_PARTS);
		const char *value = SHAPES_PICK(&s, values);
		bool remove = shapes_one_in(&s, 4);
		struct everyuri_change change = { .kind = remove ? EVERYURI_DELETE : EVERYURI_SET,
			                          .part = (enum everyuri_part)part,
			                          .value = { value, strlen(value) } };
		struct everyuri_text want = change.value;

		if (remove)
			want = part == EVERYURI_PATH ? (struct everyuri_text){ "", 0 } :
			                               (struct everyuri_text){ NULL, 0 };
		if (!everyuri_edit(&a.uri, &change, 1, 0, &buf, NULL)) {
			bool worked = hold(&b, buf.data ? buf.data : "", buf.len, standard);

			tried(&kept,
			      worked && same_parts(&a.uri, &b.uri, part) &&
			              same_text(part_text(&b.uri, part), want),
			      &a.uri, NULL, buf.data, buf.len);
		}
		change.kind = EVERYURI_SET;
		change.value = part_text(&a.uri, part);
		if (change.value.data)
			tried(&self,
			      !everyuri_edit(&a.uri, &change, 1, 0, &buf, NULL) &&
			              buf.len == a.uri.len &&
			              !memcmp(buf.data, a.uri.text, buf.len),
			      &a.uri, NULL, buf.data, buf.len);
	}
	conclude(&kept);
	conclude(&self);
	everyuri_buf_free(&buf);
	guard_free(&a.guard);
	guard_free(&b.guard);
}

/* Appending, deleting and sorting touch one part only, and add what they are told. */
static void edit_pieces(enum everyuri_standard standard, unsigned long rounds)
{
	struct property kept = { "contract cmd.edit", "pieces come and go, the rest stays",
		                 standard, 0, 0 };
	struct shapes s = { .state = 78 };
	struct held a = { 0 }, b = { 0 };
	struct everyuri_buf buf;
	unsigned long attempts = 0;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	while (attempts++ < rounds && next_valid(&s, &a, standard)) {
		struct everyuri_change change = { .kind = (enum everyuri_change_kind)(
							  EVERYURI_APPEND_PATH +
							  shapes_below(&s, 4)),
			                          .part = EVERYURI_QUERY,
			                          .key = { "a", 1 },
			                          .value = { "z", 1 } };
		struct everyuri_text before, after;
		bool holds;

		if (change.kind == EVERYURI_APPEND_PATH)
			change.part = EVERYURI_PATH;
		if (everyuri_edit(&a.uri, &change, 1, 0, &buf, NULL))
			continue;
		holds = hold(&b, buf.data ? buf.data : "", buf.len, standard) &&
		        same_parts(&a.uri, &b.uri, change.part);
		before = part_text(&a.uri, change.part);
		after = part_text(&b.uri, change.part);
		if (holds && change.kind == EVERYURI_APPEND_PATH)
			holds = appended(before, after);
		if (holds && change.kind == EVERYURI_APPEND_QUERY)
			holds = after.len >= before.len + 3 &&
			        !memcmp(after.data + after.len - 3, "a=z", 3) &&
			        (!before.len || !memcmp(before.data, after.data, before.len));
		if (holds && change.kind == EVERYURI_SORT_QUERY)
			holds = before.len == after.len;
		tried(&kept, holds, &a.uri, NULL, buf.data, buf.len);
	}
	conclude(&kept);
	everyuri_buf_free(&buf);
	guard_free(&a.guard);
	guard_free(&b.guard);
}

/* ---- resolve and relate ------------------------------------------------------ */

/* Two URIs that have much in common: few letters, many slashes. */
static void twin(struct shapes *s, enum everyuri_standard standard, bool first)
{
	static const char *const fronts[] = {
		"x:", "x://a", "http://a", "ftp://a", "news:", "x:/"
	};
	static const char *const pieces[] = { "a",   "b",  "/",  "//", ".",   "..", "/a",
		                              "/b/", "a:", ";b", "/.", "/..", "a@b" };

	if (first || shapes_one_in(s, 12)) {
		s->len = 0;
		shapes_put(s, SHAPES_PICK(s, fronts));
		if (shapes_one_in(s, 2))
			shapes_byte(s, '/');
	} else {
		/* Up to somewhere it is the base. */
		const char *colon = memchr(s->text, ':', s->len);
		size_t least = colon ? (size_t)(colon - s->text) + 1 : 0;

		s->len = least + shapes_below(s, (unsigned)(s->len - least) + 1);
	}
	for (unsigned n = shapes_below(s, 5); n; n--)
		shapes_put(s, SHAPES_PICK(s, pieces));
	if (shapes_one_in(s, 4))
		shapes_put(s, "?b");
	if (shapes_one_in(s, 4))
		shapes_put(s, standard == EVERYURI_RFC1738 || standard == EVERYURI_RFC1808 ? "#" :
		                                                                             "#a");
}

/* Counts through all strings of n letters.  Returns: false after the last. */
static bool next_string(char *text, size_t n, const char *letters)
{
	while (n--) {
		const char *at = strchr(letters, text[n]);

		if (at[1]) {
			text[n] = at[1];
			return true;
		}
		text[n] = letters[0];
	}
	return false;
}

/* A partial text shorter than len that leads to the target, tried one by one. */
static bool shorter(const struct everyuri_uri *base, const struct everyuri_uri *target, size_t len,
                    char *text, size_t *found, struct everyuri_buf *buf)
{
	static const char letters[] = "ab/.?#:;@";

	for (size_t n = 0; n < len && n <= 4; n++) {
		memset(text, letters[0], n);
		do {
			struct everyuri_uri ref;

			if (!everyuri_parse(text, n, (enum everyuri_standard)base->standard,
			                    EVERYURI_ADMIT_PARTIAL, NULL, NULL, &ref, NULL) &&
			    ref.flags & EVERYURI_RELATIVE &&
			    leads_to(text, n, base, target, 0, buf)) {
				*found = n;
				return true;
			}
		} while (next_string(text, n, letters));
	}
	return false;
}

static void relate(enum everyuri_standard standard, unsigned long rounds)
{
	struct property back = { "contract cmd.relate", "resolving leads back to the target",
		                 standard, 0, 0 };
	struct property least = { "contract cmd.relate", "no text of up to 4 letters is shorter",
		                  standard, 0, 0 };
	struct shapes s = { .state = 94 };
	struct held base = { 0 }, target = { 0 };
	struct everyuri_buf related, resolved;

	everyuri_buf_init(&related, NULL, 0, NULL);
	everyuri_buf_init(&resolved, NULL, 0, NULL);
	for (unsigned long i = 0; i < rounds; i++) {
		bool partial;
		char text[8];
		size_t found = 0;

		do {
			twin(&s, standard, true);
		} while (!hold(&base, s.text, s.len, standard));
		twin(&s, standard, false);
		if (!hold(&target, s.text, s.len, standard))
			continue;
		if (everyuri_relate(&base.uri, &target.uri, 0, &related, NULL)) {
			tried(&back, false, &base.uri, &target.uri, "failure", 7);
			continue;
		}
		partial = related.len != target.uri.len ||
		          memcmp(related.data ? related.data : "", target.uri.text, related.len);
		/* A full form may lose its dots by resolving; then nothing leads to it. */
		tried(&back,
		      leads_to(related.data, related.len, &base.uri, &target.uri, 0, &resolved) ||
		              !partial,
		      &base.uri, &target.uri, related.data, related.len);
		if (i % 8 == 0) {
			bool beaten = shorter(&base.uri, &target.uri, related.len, text, &found,
			                      &resolved);

			tried(&least, !beaten, &base.uri, &target.uri, text, found);
		}
	}
	conclude(&back);
	conclude(&least);
	everyuri_buf_free(&related);
	everyuri_buf_free(&resolved);
	guard_free(&base.guard);
	guard_free(&target.guard);
}

/* Longer texts, only there and back. */
static void relate_shapes(enum everyuri_standard standard, unsigned long rounds)
{
	struct property back = { "contract cmd.relate", "on long texts too it leads back", standard,
		                 0, 0 };
	struct shapes s = { .state = 95 };
	struct held base = { 0 }, target = { 0 };
	struct everyuri_buf related, resolved;

	everyuri_buf_init(&related, NULL, 0, NULL);
	everyuri_buf_init(&resolved, NULL, 0, NULL);
	for (unsigned long i = 0; i < rounds && next_valid(&s, &base, standard); i++) {
		bool loose = shapes_one_in(&s, 4);
		bool full;

		shapes_spoil(&s);
		if (shapes_one_in(&s, 2))
			shapes_path(&s);
		if (!hold(&target, s.text, s.len, standard))
			continue;
		if (everyuri_relate(&base.uri, &target.uri, loose ? EVERYURI_LOOSE : 0, &related,
		                    NULL)) {
			tried(&back, false, &base.uri, &target.uri, "failure", 7);
			continue;
		}
		full = related.len >= 2 && memchr(related.data, ':', related.len) &&
		       related.len >= bare(&target.uri).len;
		tried(&back,
		      full || leads_to(related.data, related.len, &base.uri, &target.uri, 0,
		                       &resolved),
		      &base.uri, &target.uri, related.data, related.len);
	}
	conclude(&back);
	everyuri_buf_free(&related);
	everyuri_buf_free(&resolved);
	guard_free(&base.guard);
	guard_free(&target.guard);
}

int main(void)
{
	const unsigned long rounds = rounds_of(20000, 1000);

	diag("%lu random texts a property and standard", rounds);
	for (size_t i = 0; i < sizeof standards / sizeof *standards; i++) {
		recompose(standards[i], rounds);
		normalize(standards[i], rounds);
		edit(standards[i], rounds);
		edit_pieces(standards[i], rounds);
		relate(standards[i], rounds_of(8000, 400));
		relate_shapes(standards[i], rounds);
	}
	normalize_admitted();
	return done();
}
