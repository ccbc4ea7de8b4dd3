/* Finds the shortest partial form.  Such a form must resolve to the target.  So every candidate is
 * resolved, and the result is the shortest candidate that yields the target. */
#include "base/partial_forms.h"
#include "uri/relate_whatwg.h"
#include "uri/standards.h"

/* The state of the search: areas of the buffer, and their content. */
struct search {
	const struct everyuri_uri *base, *target;
	struct everyuri_text b, t; /* texts of base and target, without "URL:" */
	struct everyuri_text
		goal;          /* the text to which the result must resolve: t, with "URL:" if its
		                  scheme is "url" */
	size_t path, path_end; /* offsets of the target's path in t */
	struct everyuri_text dir; /* the directory of the base after resolving, such as "/a/b/" */
	char *best, *trial, *scratch;
	size_t best_len, trial_len, trial_cap;
};

static void try_candidate(struct search *s)
{
	struct everyuri_uri ref;
	size_t n;

	if (s->trial_len >= s->best_len ||
	    eu_uri_read(s->trial, s->trial_len, (enum everyuri_standard)s->base->standard,
	                EVERYURI_ADMIT_PARTIAL, &ref, NULL) ||
	    !(ref.flags & EVERYURI_RELATIVE) || eu_uri_may_resolve(s->base, &ref, NULL))
		return;
	n = eu_uri_resolve_into(s->base, &ref, 0, s->scratch);
	if (n != s->goal.len || memcmp(s->scratch, s->goal.data, n) != 0)
		return;
	memcpy(s->best, s->trial, s->trial_len);
	s->best_len = s->trial_len;
}

static void append(struct search *s, const char *data, size_t len)
{
	if (s->trial_len + len > s->trial_cap) {
		/* A candidate that is longer than the full form cannot be the result. */
		s->trial_len = s->trial_cap;
		return;
	}
	if (len)
		memcpy(s->trial + s->trial_len, data, len);
	s->trial_len += len;
}

/* Tries the target from byte `begin` on. */
static void try_tail(struct search *s, size_t begin)
{
	s->trial_len = 0;
	append(s, s->t.data + begin, s->t.len - begin);
	try_candidate(s);
}

/* Tries n_ups times "../", then `middle`, then the target from `begin` on. */
static void try_ups(struct search *s, size_t n_ups, const char *middle, size_t begin)
{
	s->trial_len = 0;
	for (size_t k = 0; k < n_ups && s->trial_len < s->trial_cap; k++)
		append(s, "../", 3);
	append(s, middle, strlen(middle));
	append(s, s->t.data + begin, s->t.len - begin);
	try_candidate(s);
}

/* Returns how many levels the base's directory is below the directory that consists of its first
 * `len` bytes. */
static size_t ups_to(const struct search *s, size_t len)
{
	size_t n = 0;

	for (size_t i = len; i < s->dir.len; i++)
		n += s->dir.data[i] == '/';
	return n;
}

/* Tries "../" up to the last directory that both share, and then the rest of the target's
 * path.  Inserts "./" if that rest begins with a slash, contains a colon or is empty. */
static void try_descent(struct search *s)
{
	const char *path = s->t.data + s->path;
	size_t len = s->path_end - s->path, shared = 0;

	for (size_t i = 0; i < s->dir.len && i < len && s->dir.data[i] == path[i]; i++)
		if (path[i] == '/')
			shared = i + 1;
	try_ups(s, ups_to(s, shared), "", s->path + shared);
	try_ups(s, ups_to(s, shared), "./", s->path + shared);
}

/* Tries dots alone, for a directory above the base.  In RFC 3986 and RFC 1808, ".." yields the
 * directory with its final slash.  By the 1993 rule, ".." yields it without the slash.  By the 1994
 * rule, only "../." yields the slash. */
static void try_ascent_to(struct search *s, size_t len)
{
	size_t n_ups = ups_to(s, len);

	try_ups(s, n_ups, ".", s->path_end);
	if (n_ups)
		try_ups(s, n_ups - 1, "..", s->path_end);
}

static void try_ascent(struct search *s)
{
	size_t len = s->path_end - s->path;

	if (len > s->dir.len || memcmp(s->dir.data, s->t.data + s->path, len) != 0)
		return;
	try_ascent_to(s, len);
	if (len < s->dir.len && s->dir.data[len] == '/')
		try_ascent_to(s, len + 1);
}

/* Tries the 1994 rule.  Base and target must have the same text up to a run of exactly n slashes,
 * which must be the first run of n slashes in the base.  The candidate is the target from that run
 * on.  The last such run gives the shortest form. */
static void try_run_of_slashes(struct search *s)
{
	uint64_t seen = 0;
	size_t found = 0, i = 0;

	while (i < s->b.len && i < s->path_end && s->b.data[i] == s->t.data[i]) {
		size_t n = 0, m = 0;

		while (i + n < s->b.len && s->b.data[i + n] == '/')
			n++;
		while (i + m < s->path_end && s->t.data[i + m] == '/')
			m++;
		if (n && n == m && n < 64 && !(seen >> n & 1))
			found = i;
		if (n && n < 64)
			seen |= (uint64_t)1 << n;
		if (n != m)
			break;
		i += n ? n : 1;
	}
	if (found)
		try_tail(s, found);
}

/* Returns whether the standard has the parameters of RFC 1808. rfc1738 uses the partial forms of
 * RFC 1808. */
static bool has_params(const struct everyuri_uri *uri)
{
	return uri->standard == EVERYURI_RFC1738 || uri->standard == EVERYURI_RFC1808;
}

/* Tries a form that begins with ";" or "?".  In RFC 1808, the first ";" begins parameters and the
 * first "?" begins a query, wherever they are.  A reference "?" keeps all of the base except its
 * fragment. */
static void try_params(struct search *s)
{
	const char *semicolon = memchr(s->t.data, ';', s->t.len);
	const char *question = memchr(s->t.data, '?', s->t.len);

	if (!has_params(s->target))
		return;
	if (semicolon)
		try_tail(s, (size_t)(semicolon - s->t.data));
	if (question)
		try_tail(s, (size_t)(question - s->t.data));
	try_ups(s, 0, "?", s->t.len);
}

static void try_all(struct search *s)
{
	struct everyuri_text fragment = eu_uri_part(s->target, EVERYURI_FRAGMENT);

	try_tail(s, s->t.len);
	if (fragment.data)
		try_tail(s, s->t.len - fragment.len - 1);
	try_tail(s, s->path_end);
	try_params(s);
	try_descent(s);
	try_ascent(s);
	if (!eu_uri_part(s->target, EVERYURI_HOST).len) {
		/* If the target has "//" but no host, and the base has no "//", all text after the
		 * scheme may be read as the path. */
		struct search whole = *s;

		whole.path = eu_span_len(s->target->part[EVERYURI_SCHEME]) + 1;
		try_descent(&whole);
		try_ascent(&whole);
		s->best_len = whole.best_len;
	}
	try_run_of_slashes(s);
	try_tail(s, s->path);
	try_ups(s, 0, "/.", s->path);
	try_tail(s, eu_span_len(s->target->part[EVERYURI_SCHEME]) + 1);
}

/* Finds the base's directory by resolving "x" and removing the x. */
static void find_directory(struct search *s, size_t base_path, char *data)
{
	struct everyuri_uri ref;

	if (eu_uri_scheme_is(s->base, "url"))
		base_path += s->base->len - s->b.len; /* the resolved text has the prefix "URL:"
		                                         again */
	eu_uri_read("x", 1, (enum everyuri_standard)s->base->standard, EVERYURI_ADMIT_PARTIAL, &ref,
	            NULL);
	s->dir.data = data + base_path;
	s->dir.len = eu_uri_resolve_into(s->base, &ref, 0, data) - 1 - base_path;
}

/* Returns the end of the target's path.  For RFC 1808, the path ends before parameters and before
 * any "?". */
static size_t path_end_of(const struct search *s, size_t end)
{
	size_t i = s->path;

	if (!has_params(s->target))
		return end;
	while (i < end && s->t.data[i] != ';' && s->t.data[i] != '?')
		i++;
	return i;
}

static bool may_relate(const struct everyuri_uri *base, const struct everyuri_uri *target,
                       unsigned flags)
{
	struct everyuri_text a = eu_uri_part(base, EVERYURI_SCHEME);
	struct everyuri_text b = eu_uri_part(target, EVERYURI_SCHEME);
	const struct eu_scheme *scheme = eu_uri_scheme(target);

	return a.len == b.len && memcmp(a.data, b.data, a.len) == 0 &&
	       (!scheme || !scheme->has_no_relative || (flags & EVERYURI_LOOSE));
}

static enum everyuri_status refuse_partial(struct everyuri_error *err, uint32_t which)
{
	eu_fail(err, EVERYURI_INVALID, 0, "RFC 3986 5.1", "both must be full URIs");
	if (err)
		err->which = which;
	return EVERYURI_INVALID;
}

enum everyuri_status everyuri_relate(const struct everyuri_uri *base,
                                     const struct everyuri_uri *target, unsigned flags,
                                     struct everyuri_buf *buf, struct everyuri_error *err)
{
	struct eu_old_base b, t;
	struct search s = { .base = base, .target = target };
	enum everyuri_status status = eu_check_flags(flags, EU_READ_FLAGS, err);

	if (status)
		return status;
	if (eu_is_foreign(base, target->standard))
		return eu_refuse_foreign(err);
	if (eu_uri_rewrites((enum everyuri_standard)target->standard))
		return eu_relate_whatwg(base, target, buf, err);
	if ((base->flags | target->flags) & EVERYURI_RELATIVE)
		return refuse_partial(err, base->flags & EVERYURI_RELATIVE ? 1 : 0);
	b = eu_old_base_of(base);
	t = eu_old_base_of(target);
	s.b = eu_old_text(base);
	s.t = s.goal = eu_old_text(target);
	if (eu_uri_scheme_is(target, "url"))
		s.goal = (struct everyuri_text){ target->text, target->len };
	s.path = t.path;
	s.path_end = path_end_of(&s, t.path_end);
	s.trial_cap = s.t.len;
	/* Space for the best form, the current one, its resolved form, and the directory. */
	status = eu_buf_reserve(buf, 3 * s.goal.len + 2 * s.b.len + 24, err);
	if (status)
		return status;
	s.best = buf->data;
	s.trial = s.best + s.goal.len;
	s.scratch = s.trial + s.t.len;
	memcpy(s.best, s.goal.data, s.goal.len);
	s.best_len = s.goal.len;
	if (may_relate(base, target, flags)) {
		find_directory(&s, b.path, s.scratch + s.b.len + s.t.len + 12);
		s.b.len = b.path_end;
		try_all(&s);
	}
	buf->len = s.best_len;
	return EVERYURI_OK;
}
