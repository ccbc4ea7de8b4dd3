/* The shortest partial form.  By definition it is what resolves back, so every candidate
 * is resolved, and the shortest that gives the target is the answer. */
#include "base/old.h"
#include "uri/standards.h"

/* The search: three stretches of the buffer, and what stands in them. */
struct search {
	const struct everyuri_uri *base, *target;
	struct everyuri_text b, t; /* their texts, "URL:" taken off */
	size_t base_path, path;    /* where the paths begin in b and t */
	size_t base_path_end, path_end;
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
	if (n != s->t.len || memcmp(s->scratch, s->t.data, n) != 0)
		return;
	memcpy(s->best, s->trial, s->trial_len);
	s->best_len = s->trial_len;
}

static void append(struct search *s, const char *data, size_t len)
{
	if (s->trial_len + len > s->trial_cap) {
		/* Longer than the full form, and so never the answer. */
		s->trial_len = s->trial_cap;
		return;
	}
	if (len)
		memcpy(s->trial + s->trial_len, data, len);
	s->trial_len += len;
}

/* The target from one byte on. */
static void try_tail(struct search *s, size_t begin)
{
	s->trial_len = 0;
	append(s, s->t.data + begin, s->t.len - begin);
	try_candidate(s);
}

/* The target from its path on with something else in front: `front`, then the path from
 * `begin` to `end`, then query and fragment. */
static void try_path(struct search *s, const char *front, size_t n_ups, size_t begin, size_t end)
{
	s->trial_len = 0;
	append(s, front, strlen(front));
	for (size_t k = 0; k < n_ups && s->trial_len < s->trial_cap; k++)
		append(s, "../", 3);
	append(s, s->t.data + begin, end - begin);
	append(s, s->t.data + s->path_end, s->t.len - s->path_end);
	try_candidate(s);
}

static size_t count_slashes(const char *text, size_t begin, size_t end)
{
	size_t n = 0;

	for (size_t i = begin; i < end; i++)
		n += text[i] == '/';
	return n;
}

/* As many "../" as lead from the base to the last directory that both paths share, and
 * the rest of the target's path; with "./" in front if that rest begins with a slash, or
 * holds a colon, or is nothing. */
static void try_descent(struct search *s, const char *bp, size_t base_len, const char *tp,
                        size_t len)
{
	size_t shared = 0, n_ups;

	for (size_t i = 0; i < base_len && i < len && bp[i] == tp[i]; i++)
		if (bp[i] == '/')
			shared = i + 1;
	n_ups = count_slashes(bp, shared, base_len);
	try_path(s, "", n_ups, s->path + shared, s->path_end);
	try_path(s, "./", n_ups, s->path + shared, s->path_end);
}

/* A directory above the base by dots alone, without a slash behind them: "." or "../..".
 * What that means differs: RFC 3986 and 1808 then have the directory's slash, the drafts
 * have it not. */
static void try_ascent(struct search *s, const char *bp, size_t base_len, const char *tp, size_t len)
{
	bool open_end = len && tp[len - 1] != '/';
	size_t dir = len + open_end, n_ups;

	if (dir > base_len || memcmp(bp, tp, len) != 0 || (open_end && bp[len] != '/'))
		return;
	n_ups = count_slashes(bp, dir, base_len);
	s->trial_len = 0;
	for (size_t k = 1; k < n_ups && s->trial_len < s->trial_cap; k++)
		append(s, "../", 3);
	append(s, "..", n_ups ? 2 : 1);
	append(s, s->t.data + s->path_end, s->t.len - s->path_end);
	try_candidate(s);
}

/* The 1994 rule: where the base has its first run of exactly n slashes, and the target the
 * same up to there and n slashes too, the target from there on.  The last such place
 * makes the shortest form. */
static void try_run_of_slashes(struct search *s)
{
	uint64_t seen = 0;
	size_t found = 0, i = 0;

	while (i < s->base_path_end && i < s->path_end && s->b.data[i] == s->t.data[i]) {
		size_t n = 0, m = 0;

		while (i + n < s->base_path_end && s->b.data[i + n] == '/')
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

/* RFC 1808: the parameters alone. */
static void try_params(struct search *s)
{
	const char *semicolon =
		memchr(s->t.data + s->path, ';', s->path_end - s->path);

	if (semicolon)
		try_tail(s, (size_t)(semicolon - s->t.data));
}

static void try_all(struct search *s)
{
	const char *bp = s->b.data + s->base_path, *tp = s->t.data + s->path;
	size_t base_len = s->base_path_end - s->base_path, len = s->path_end - s->path;
	const struct everyuri_span *part = s->target->part;

	try_tail(s, s->t.len);
	if (!eu_is_absent(part[EVERYURI_FRAGMENT]))
		try_tail(s, s->t.len - eu_span_len(part[EVERYURI_FRAGMENT]) - 1);
	try_tail(s, s->path_end);
	try_params(s);
	try_descent(s, bp, base_len, tp, len);
	try_ascent(s, bp, base_len, tp, len);
	try_run_of_slashes(s);
	try_tail(s, s->path);
	try_tail(s, eu_span_len(part[EVERYURI_SCHEME]) + 1);
}

static bool may_relate(const struct everyuri_uri *base, const struct everyuri_uri *target,
                       unsigned flags)
{
	struct everyuri_text a = eu_uri_part(base, EVERYURI_SCHEME);
	struct everyuri_text b = eu_uri_part(target, EVERYURI_SCHEME);
	bool gopher = eu_uri_scheme_is(target, "gopher");

	return a.len == b.len && memcmp(a.data, b.data, a.len) == 0 &&
	       (!gopher || (flags & EVERYURI_LOOSE));
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
	enum everyuri_status status;

	if ((base->flags | target->flags) & EVERYURI_RELATIVE)
		return refuse_partial(err, base->flags & EVERYURI_RELATIVE ? 1 : 0);
	b = eu_old_base_of(base);
	t = eu_old_base_of(target);
	s.b = eu_old_text(base);
	s.t = eu_old_text(target);
	s.base_path = b.path;
	s.base_path_end = b.path_end;
	s.path = t.path;
	s.path_end = t.path_end;
	s.trial_cap = s.t.len;
	/* The best so far, the one on trial, and what it resolves to. */
	status = eu_buf_reserve(buf, 3 * s.t.len + s.b.len + 4, err);
	if (status)
		return status;
	s.best = buf->data;
	s.trial = s.best + s.t.len;
	s.scratch = s.trial + s.t.len;
	memcpy(s.best, s.t.data, s.t.len);
	s.best_len = s.t.len;
	if (may_relate(base, target, flags))
		try_all(&s);
	buf->len = s.best_len;
	return EVERYURI_OK;
}
