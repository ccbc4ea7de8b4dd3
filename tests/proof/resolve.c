/* resolve.c - compare resolution with a literal implementation of the standards.
 *
* Paths become lists of elements, and the rules are applied to the lists one after another until none applies.  On
 * random bases and references of few letters and many slashes the library must give the same text. */
#include <everyuri.h>

#include "guard.h"
#include "shapes.h"
#include "tap.h"

#include <stdlib.h>

#define SHOWN_MAX 5
#define TEXT_MAX 400
#define ELEMENTS_MAX 100

struct text {
	char data[TEXT_MAX];
	size_t len;
};

static void add(struct text *to, const char *data, size_t len)
{
	if (len > TEXT_MAX - to->len)
		abort();
	memcpy(to->data + to->len, data, len);
	to->len += len;
}

/* A URI or relative reference, split at the generic delimiters; data NULL: absent. */
struct cut {
	struct everyuri_text scheme, authority, path, query, fragment;
};

static struct everyuri_text piece(const char *begin, const char *end)
{
	return (struct everyuri_text){ begin, (size_t)(end - begin) };
}

static const char *first_of(const char *begin, const char *end, const char *set)
{
	while (begin < end && !(*begin && strchr(set, *begin)))
		begin++;
	return begin;
}

/* net_loc_first: a "?" before the first slash belongs to the authority (RFC 1808 2.4.3). */
static struct cut cut_text(const char *text, size_t len, bool net_loc_first)
{
	struct cut c = { 0 };
	const char *end = text + len, *hash = first_of(text, end, "#"), *mark, *stop;

	if (hash < end)
		c.fragment = piece(hash + 1, end);
	mark = first_of(text, hash, "?");
	if (mark < hash)
		c.query = piece(mark + 1, hash);
	stop = first_of(text, mark, ":/");
	if (stop < mark && *stop == ':' && stop > text) {
		c.scheme = piece(text, stop);
		text = stop + 1;
	}
	if (mark - text >= 2 && text[0] == '/' && text[1] == '/') {
		stop = first_of(text + 2, net_loc_first ? hash : mark, "/");
		c.authority = piece(text + 2, stop);
		text = stop;
		mark = first_of(text, hash, "?");
		c.query = mark < hash ? piece(mark + 1, hash) : (struct everyuri_text){ NULL, 0 };
	}
	c.path = piece(text, mark);
	return c;
}

/* A path as its elements.  rooted: it begins with a slash. */
struct elements {
	struct everyuri_text at[ELEMENTS_MAX];
	size_t n;
	bool rooted;
};

static struct elements split(const struct text *path)
{
	const char *begin = path->data, *end = path->data + path->len;
	struct elements e = { .rooted = path->len && *begin == '/' };

	begin += e.rooted;
	for (;;) {
		const char *slash = first_of(begin, end, "/");

		if (e.n == ELEMENTS_MAX)
			abort();
		e.at[e.n++] = piece(begin, slash);
		if (slash == end)
			return e;
		begin = slash + 1;
	}
}

static bool is(struct everyuri_text text, const char *word)
{
	return text.len == strlen(word) && !memcmp(text.data, word, text.len);
}

static void take_out(struct elements *e, size_t at, size_t n)
{
	memmove(e->at + at, e->at + at + n, (e->n - at - n) * sizeof *e->at);
	e->n -= n;
}

/* A relative path must not become absolute, because "//" would then begin a host: empty elements at its front are
 * removed (docs/standards). */
static void keep_rootless(struct elements *e)
{
	while (!e->rooted && e->n > 1 && !e->at[0].len)
		take_out(e, 0, 1);
}

static void join(const struct elements *e, struct text *path)
{
	struct text joined = { .len = 0 };

	for (size_t i = 0; i < e->n; i++) {
		if (i || e->rooted)
			add(&joined, "/", 1);
		add(&joined, e->at[i].data, e->at[i].len);
	}
	*path = joined;
}

/* 1993: "/xxx/.." and "/."; 1994 and 1630: "xxx/../" and "/.".  Whether an element
 * has a slash before or after it depends on the text before any removal.  A ".." removes no other ".." and nothing
 * before the path. */
static void old_dots(struct text *path, bool of_1993)
{
	struct elements e = split(path);
	bool pair_at_end = is(e.at[e.n - 1], "..");
	size_t i = e.rooted ? 0 : 1;

	while (i < e.n) {
		if (is(e.at[i], "."))
			take_out(&e, i, 1);
		else
			i++;
	}
	for (i = 0; i + 1 < e.n;) {
		if (is(e.at[i + 1], "..") && !is(e.at[i], "..") &&
		    (of_1993 ? i || e.rooted : i + 2 < e.n || !pair_at_end)) {
			take_out(&e, i, 2);
			keep_rootless(&e);
			i = 0;
		} else {
			i++;
		}
	}
	join(&e, path);
}

/* RFC 1808 4, step 6, a to d. */
static void dots_1808(struct text *path)
{
	struct elements e = split(path);
	size_t i = 0;

	while (i + 1 < e.n) {
		if (is(e.at[i], ".")) {
			take_out(&e, i, 1);
			keep_rootless(&e);
		} else {
			i++;
		}
	}
	if (is(e.at[e.n - 1], "."))
		e.at[e.n - 1].len = 0;
	for (i = 1; i + 1 < e.n;) {
		if (is(e.at[i], "..") && !is(e.at[i - 1], "..")) {
			take_out(&e, i - 1, 2);
			keep_rootless(&e);
			i = 1;
		} else {
			i++;
		}
	}
	if (e.n >= 2 && is(e.at[e.n - 1], "..") && !is(e.at[e.n - 2], "..")) {
		e.at[e.n - 2].len = 0;
		e.n--;
	}
	join(&e, path);
}

static bool begins(const struct text *in, const char *word)
{
	return in->len >= strlen(word) && !memcmp(in->data, word, strlen(word));
}

static void replace_front(struct text *in, size_t n, const char *by)
{
	struct text fresh = { .len = 0 };

	add(&fresh, by, strlen(by));
	add(&fresh, in->data + n, in->len - n);
	*in = fresh;
}

static bool whole(const struct text *in, const char *word)
{
	return in->len == strlen(word) && begins(in, word);
}

/* RFC 3986 5.2.4, with its two buffers. */
static void dots_3986(struct text *path)
{
	struct text in = *path, out = { .len = 0 };

	while (in.len) {
		if (begins(&in, "../")) {
			replace_front(&in, 3, "");
		} else if (begins(&in, "./")) {
			replace_front(&in, 2, "");
		} else if (begins(&in, "/./")) {
			replace_front(&in, 3, "/");
		} else if (whole(&in, "/.")) {
			replace_front(&in, 2, "/");
		} else if (begins(&in, "/../") || whole(&in, "/..")) {
			replace_front(&in, whole(&in, "/..") ? 3 : 4, "/");
			while (out.len && out.data[out.len - 1] != '/')
				out.len--;
			out.len -= out.len > 0;
		} else if (whole(&in, ".") || whole(&in, "..")) {
			in.len = 0;
		} else {
			size_t n = 1;

			while (n < in.len && in.data[n] != '/')
				n++;
			add(&out, in.data, n);
			replace_front(&in, n, "");
		}
	}
	*path = out;
}

/* The base up to its last slash, then the relative path. */
static struct text merged(const struct cut *base, struct everyuri_text path)
{
	struct text result = { .len = 0 };
	size_t keep = base->path.len;

	while (keep && base->path.data[keep - 1] != '/')
		keep--;
	add(&result, base->path.data, keep);
	if (!base->path.len && base->authority.data)
		add(&result, "/", 1);
	add(&result, path.data, path.len);
	return result;
}

static void out_part(struct text *out, const char *front, struct everyuri_text part)
{
	if (!part.data)
		return;
	add(out, front, strlen(front));
	add(out, part.data, part.len);
}

static void out_front(struct text *out, const struct cut *c, struct everyuri_text authority)
{
	out_part(out, "", c->scheme);
	add(out, ":", 1);
	out_part(out, "//", authority);
}

/* RFC 3986 5.2.2 and 5.3; without an authority, none may appear. */
static void resolve_3986(struct text *out, const struct cut *base, const struct cut *ref)
{
	struct text path = { .len = 0 };
	struct everyuri_text authority = ref->authority.data ? ref->authority : base->authority;
	struct everyuri_text query = ref->query;
	bool dots = true;

	if (ref->authority.data || (ref->path.len && ref->path.data[0] == '/')) {
		add(&path, ref->path.data, ref->path.len);
	} else if (ref->path.len) {
		path = merged(base, ref->path);
	} else {
		add(&path, base->path.data, base->path.len);
		dots = false;
		if (!query.data)
			query = base->query;
	}
	if (dots)
		dots_3986(&path);
	out_front(out, base, authority);
	if (dots && !authority.data && begins(&path, "//"))
		add(out, "/.", 2);
	add(out, path.data, path.len);
	out_part(out, "?", query);
	out_part(out, "#", ref->fragment);
}

/* RFC 2396 5.2.  Its steps 6c to 6f are RFC 1808's 6a to 6d; without an authority, none may
 * appear.  Only a reference to the same document is relative to an opaque base. */
static void resolve_2396(struct text *out, const struct cut *base, const struct cut *ref)
{
	bool document = !ref->path.len && !ref->authority.data && !ref->query.data;
	struct text path = { .len = 0 };

	if (!document && !base->authority.data && *base->path.data != '/')
		return;
	out_front(out, base, ref->authority.data ? ref->authority : base->authority);
	if (ref->authority.data || (ref->path.len && *ref->path.data == '/')) {
		add(&path, ref->path.data, ref->path.len);
	} else if (document) {
		add(&path, base->path.data, base->path.len);
	} else {
		path = merged(base, ref->path);
		dots_1808(&path);
		if (!base->authority.data && begins(&path, "//"))
			add(out, "/.", 2);
	}
	add(out, path.data, path.len);
	out_part(out, "?", document ? base->query : ref->query);
	out_part(out, "#", ref->fragment);
}

/* The drafts and RFC 1630, with the choices of docs/standards. */
static void resolve_old(struct text *out, const struct cut *base, const char *whole_base,
                        const char *partial, size_t len, bool of_1993)
{
	const char *scheme_end = base->scheme.data + base->scheme.len + 1;
	const char *path_begin = base->path.data, *path_end = path_begin + base->path.len;
	const char *base_end = base->query.data ? base->query.data + base->query.len : path_end;
	size_t slashes = 0, path_len = (size_t)(first_of(partial, partial + len, "?#") - partial);
	struct text path;

	while (slashes < len && partial[slashes] == '/')
		slashes++;
	if (!len || *partial == '#') {
		add(out, whole_base, (size_t)(base_end - whole_base));
		add(out, partial, len);
		return;
	}
	if (slashes) {
		const char *until = slashes == 1 ? path_begin : scheme_end;

		for (const char *at = whole_base; !of_1993 && at < path_end;) {
			const char *run = at;

			while (run < path_end && *run == '/')
				run++;
			if ((size_t)(run - at) == slashes) {
				until = at;
				break;
			}
			at = run > at ? run : at + 1;
		}
		add(out, whole_base, (size_t)(until - whole_base));
		add(out, partial, len);
		return;
	}
	path = merged(base, piece(partial, partial + path_len));
	old_dots(&path, of_1993);
	add(out, whole_base, (size_t)(path_begin - whole_base));
	add(out, path.data, path.len);
	add(out, partial + path_len, len - path_len);
}

/* RFC 1808 4; params follow the first semicolon of the path. */
static void resolve_1808(struct text *out, const struct cut *base, const struct cut *ref,
                         const char *whole_base, size_t base_len, size_t len)
{
	struct cut b = *base, r = *ref;
	struct everyuri_text base_params = { NULL, 0 }, params = { NULL, 0 }, query = r.query;
	const char *cut = first_of(b.path.data, b.path.data + b.path.len, ";");
	struct text path = { .len = 0 };
	bool inherit_net_loc = !r.authority.len;

	if (!len) {
		add(out, whole_base, base_len);
		return;
	}
	if (cut < b.path.data + b.path.len)
		base_params = piece(cut + 1, b.path.data + b.path.len);
	b.path = piece(b.path.data, cut);
	cut = first_of(r.path.data, r.path.data + r.path.len, ";");
	if (cut < r.path.data + r.path.len)
		params = piece(cut + 1, r.path.data + r.path.len);
	r.path = piece(r.path.data, cut);
	if (!inherit_net_loc || (r.path.len && r.path.data[0] == '/')) {
		add(&path, r.path.data, r.path.len);
	} else if (!r.path.len) {
		add(&path, b.path.data, b.path.len);
		if (!params.len) {
			params = base_params;
			if (!query.len)
				query = b.query;
		}
	} else {
		path = merged(&b, r.path);
		dots_1808(&path);
	}
	out_front(out, base, inherit_net_loc ? base->authority : r.authority);
	add(out, path.data, path.len);
	out_part(out, ";", params);
	out_part(out, "?", query);
	out_part(out, "#", r.fragment);
}

/* ---- the comparison ------------------------------------------------------------- */

static void random_text(struct shapes *s, bool base)
{
	static const char *const fronts[] = { "x:",       "x:/",         "x://a",
		                              "http://a", "ftp://a/",    "news:b",
		                              "x:///",    "magic://a/b", "file:///" };
	static const char *const pieces[] = { "a",  "b",   "/",   "//", ".",  "..", "/a",
		                              "/.", "/..", "../", "./", ";c", "a/", "..." };
	static const char *const tails[] = { "?q", "#f", "?q#f", "#", "?", "?q/../r" };

	s->len = 0;
	if (base)
		shapes_put(s, SHAPES_PICK(s, fronts));
	for (unsigned n = shapes_below(s, 7); n; n--)
		shapes_put(s, SHAPES_PICK(s, pieces));
	if (shapes_one_in(s, 3))
		shapes_put(s, SHAPES_PICK(s, tails));
}

static void run(enum everyuri_standard standard, unsigned long rounds)
{
	struct shapes s = { .state = 1808 };
	struct guard guard = { 0 }, base_guard = { 0 };
	struct everyuri_buf buf;
	unsigned long differ = 0, tried = 0;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	while (tried < rounds) {
		struct everyuri_uri base, ref, uri, again;
		struct text want = { .len = 0 };
		const char *base_text, *text;
		enum everyuri_status status;
		struct cut b, r;
		bool valid, same;

		random_text(&s, true);
		base_text = guard_end(&base_guard, s.text, s.len);
		if (everyuri_parse(base_text, s.len, standard, 0, NULL, NULL, &base, NULL))
			continue;
		random_text(&s, false);
		text = guard_end(&guard, s.text, s.len);
		if (everyuri_parse(text, s.len, standard, EVERYURI_ADMIT_PARTIAL, NULL, NULL, &ref,
		                   NULL))
			continue;
		tried++;
		b = cut_text(base_text, base.len,
		             standard == EVERYURI_RFC1738 || standard == EVERYURI_RFC1808);
		r = cut_text(text, s.len,
		             standard == EVERYURI_RFC1738 || standard == EVERYURI_RFC1808);
		if (standard == EVERYURI_RFC3986 || standard == EVERYURI_RFC3987)
			resolve_3986(&want, &b, &r);
		else if (standard == EVERYURI_RFC2396)
			resolve_2396(&want, &b, &r);
		else if (standard == EVERYURI_RFC1738 || standard == EVERYURI_RFC1808)
			resolve_1808(&want, &b, &r, base_text, base.len, s.len);
		else
			resolve_old(&want, &b, base_text, text, s.len,
			            standard == EVERYURI_URL1993);
		/* An invalid URI is refused. */
		valid = !everyuri_parse(want.data, want.len, standard, 0, NULL, NULL, &again, NULL);
		status = everyuri_parse(text, s.len, standard, 0, &base, &buf, &uri, NULL);
		same = status ? !valid :
		                valid && uri.len == want.len &&
		                        !memcmp(uri.text, want.data, want.len);
		if (same || differ++ >= SHOWN_MAX)
			continue;
		printf("# %s: ", everyuri_standard_name(standard));
		tap_put(base_text, base.len);
		printf(" and ");
		tap_put(text, s.len);
		printf(" should give ");
		tap_put(want.data, want.len);
		printf(valid ? ", and give " : " (invalid), and give ");
		tap_put(status ? "failure" : uri.text, status ? 7 : uri.len);
		printf("\n");
	}
	ok(!differ, "%s: %lu random partial forms are resolved as the text says, %lu are not",
	   everyuri_standard_name(standard), tried, differ);
	everyuri_buf_free(&buf);
	guard_free(&guard);
	guard_free(&base_guard);
}

int main(void)
{
	unsigned long rounds = getenv("EVERYURI_QUICK") ? 5000 : 300000;

	diag("seed 1808");
	run(EVERYURI_URL1993, rounds);
	run(EVERYURI_URI1994, rounds);
	run(EVERYURI_RFC1630, rounds);
	run(EVERYURI_RFC1738, rounds);
	run(EVERYURI_RFC1808, rounds);
	run(EVERYURI_RFC2396, rounds);
	run(EVERYURI_RFC3986, rounds);
	run(EVERYURI_RFC3987, rounds);
	return done();
}
