/* Finds the shortest reference for the URL Standard, which does not define how to make one.  It is
 * the shortest text from which the parser, with this base, makes the target.  CHOICE: only forms
 * without a validation error are tried; "D|/x" and "//127.1" are shorter than "/D:/x" and
 * "//127.0.0.1". */
#include "uri/relate_whatwg.h"

#include "grammar/whatwg/whatwg.h"

/* The state of the search: areas of the buffer, and their content. */
struct reference_search {
	const struct everyuri_uri *base, *target;
	char *best, *trial, *scratch;
	size_t best_len, trial_len;
};

/* Appends to the trial.  A trial that becomes as long as the best form is discarded, and ignores
 * further text. */
static void try_more(struct reference_search *s, const char *data, size_t len)
{
	if (len > s->target->len - s->trial_len)
		len = s->target->len - s->trial_len;
	if (len)
		memcpy(s->trial + s->trial_len, data, len);
	s->trial_len += len;
}

/* Appends the target from byte `begin` on, and tests the trial. */
static void try_from(struct reference_search *s, size_t begin)
{
	struct everyuri_uri result;

	try_more(s, s->target->text + begin, s->target->len - begin);
	if (s->trial_len < s->best_len &&
	    eu_whatwg_write(s->trial, (uint32_t)s->trial_len, s->base, s->scratch, &result) &&
	    result.len == s->target->len && memcmp(result.text, s->target->text, result.len) == 0) {
		memcpy(s->best, s->trial, s->trial_len);
		s->best_len = s->trial_len;
	}
	s->trial_len = 0;
}

/* Tries n times "../", followed by the target from `begin` on. */
static void try_above(struct reference_search *s, size_t n, size_t begin)
{
	for (size_t k = 0; k < n && s->trial_len < s->best_len; k++)
		try_more(s, "../", 3);
	try_from(s, begin);
}

/* Tries "../" up to the last directory that both share, followed by the rest of the target's path.
 * Inserts "./" if that rest begins with a slash or a scheme, or is empty.  Also tries dots
 * alone. */
static void try_relative_path(struct reference_search *s)
{
	struct everyuri_span b = s->base->part[EVERYURI_PATH], t = s->target->part[EVERYURI_PATH];
	size_t shared = 0, n_above = 0, i;

	for (i = 0; i < eu_span_len(b) && i < eu_span_len(t) &&
	            s->base->text[b.begin + i] == s->target->text[t.begin + i];
	     i++)
		if (s->base->text[b.begin + i] == '/')
			shared = i + 1;
	/* The parser adds the slash to a reference relative to an empty path. */
	if (b.begin == b.end && t.begin < t.end && s->target->text[t.begin] == '/')
		shared = 1;
	for (i = shared; i < eu_span_len(b); i++)
		n_above += s->base->text[b.begin + i] == '/';
	try_above(s, n_above, t.begin + shared);
	try_more(s, "./", 2);
	try_above(s, n_above, t.begin + shared);
	if (shared != eu_span_len(t))
		return;
	for (i = 1; i < n_above && s->trial_len < s->best_len; i++)
		try_more(s, "../", 3);
	try_more(s, "..", n_above ? 2 : 1);
	try_from(s, t.end);
}

static void try_references(struct reference_search *s)
{
	const struct everyuri_uri *t = s->target;
	size_t host = t->part[EVERYURI_SCHEME].end + (size_t)1;

	try_from(s, t->len);
	if (eu_uri_has(t, EVERYURI_FRAGMENT))
		try_from(s, t->part[EVERYURI_FRAGMENT].begin - (size_t)1);
	try_from(s, t->part[EVERYURI_PATH].end);
	try_relative_path(s);
	try_from(s, t->part[EVERYURI_PATH].begin);
	try_more(s, "/.", 2);
	try_from(s, t->part[EVERYURI_PATH].begin);
	try_from(s, host);
	/* The parser adds the slash after an authority. */
	if (eu_uri_has(t, EVERYURI_HOST)) {
		try_more(s, t->text + host, t->part[EVERYURI_PATH].begin - host);
		try_from(s, t->part[EVERYURI_PATH].end);
	}
}

enum everyuri_status eu_relate_whatwg(const struct everyuri_uri *base,
                                      const struct everyuri_uri *target, struct everyuri_buf *buf,
                                      struct everyuri_error *err)
{
	struct reference_search s = { .base = base, .target = target, .best_len = target->len };
	size_t n = target->len;
	enum everyuri_status status =
		eu_buf_reserve(buf, 2 * n + eu_whatwg_worst(n) + base->len, err);

	if (status)
		return status;
	s.best = buf->data;
	s.trial = s.best + n;
	s.scratch = s.trial + n;
	memcpy(s.best, target->text, n);
	try_references(&s);
	buf->len = s.best_len;
	return EVERYURI_OK;
}
