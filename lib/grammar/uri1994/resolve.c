/* Resolves by the URI draft of 1994, "Partial (relative) form".  RFC 1630 has the same rules
 * except one clause, which its own examples contradict. */
#include "base/dots.h"
#include "base/partial_forms.h"
#include "grammar/uri1994/uri1994.h"

/* Returns the number of slashes at the start of a text. */
static size_t run_of_slashes(const char *text, size_t len)
{
	size_t n = 0;

	while (n < len && text[n] == '/')
		n++;
	return n;
}

/* Returns the length of "... everything from the context URI up to (but not including) the first
 * occurrence of exactly the same number of consecutive slashes".  CHOICE: if there is no such
 * occurrence, a single slash replaces everything after the host, and several slashes replace
 * everything after the scheme. */
static size_t shared_part(const struct eu_old_base *b, size_t n_slashes)
{
	size_t i = 0;

	while (i < b->path_end) {
		size_t n = run_of_slashes(b->text + i, b->path_end - i);

		if (n == n_slashes)
			return i;
		i += n ? n : 1;
	}
	return n_slashes == 1 ? b->path : b->colon + 1;
}

size_t eu_uri1994_resolve(const struct everyuri_uri *base, const struct everyuri_uri *ref,
                          char *data)
{
	/* Removes "xxx/../" and "/.".  A ".." at the end has no slash after it, so it stays. */
	static const struct eu_dot_rules rules = { .dot_needs_slash = true };
	struct eu_old_base b = eu_old_base_of(base);
	struct everyuri_text partial = eu_old_text(ref);
	size_t n_slashes = run_of_slashes(partial.data, partial.len);
	struct eu_out out = { data, 0 };

	if (!partial.len || partial.data[0] == '#') {
		/* CHOICE: an empty text, or a fragment alone, means the object itself.  No
		 * rule says so, but HTML of that time used it in this way. */
		eu_out_bytes(&out, b.text, b.end);
	} else if (n_slashes) {
		eu_out_bytes(&out, b.text, shared_part(&b, n_slashes));
	} else {
		return eu_old_merge(&b, partial, &rules, data);
	}
	eu_out_bytes(&out, partial.data, partial.len);
	return out.len;
}
