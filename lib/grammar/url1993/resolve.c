/* Resolves by the URL draft of 1993, "Partial form". */
#include "base/dots.h"
#include "base/partial_forms.h"
#include "grammar/url1993/url1993.h"

size_t eu_url1993_resolve(const struct everyuri_uri *base, const struct everyuri_uri *ref,
                          char *data)
{
	/* Removes "/xxx/.." and "/.", as whole path segments, also at the end of the path. */
	static const struct eu_dot_rules rules = { .dot_needs_slash = true,
		                                   .pair_needs_slash = true,
		                                   .pair_at_end = true };
	struct eu_old_base b = eu_old_base_of(base);
	struct everyuri_text partial = eu_old_text(ref);
	struct eu_out out = { data, 0 };

	if (!partial.len || partial.data[0] == '#') {
		/* CHOICE: an empty text, or a fragment alone, means the object itself.
		 * No rule says so, but HTML of that time used it in this way. */
		eu_out_bytes(&out, b.text, b.end);
		eu_out_bytes(&out, partial.data, partial.len);
		return out.len;
	}
	/* "If the host and/or port parts are different, the host, port name and all
	 * the rest must be given." */
	if (partial.len >= 2 && memcmp(partial.data, "//", 2) == 0) {
		eu_out_bytes(&out, b.text, b.colon + 1);
		eu_out_bytes(&out, partial.data, partial.len);
		return out.len;
	}
	/* "If a leading slash is present, the path is absolute." */
	if (partial.data[0] == '/') {
		eu_out_bytes(&out, b.text, b.path);
		eu_out_bytes(&out, partial.data, partial.len);
		return out.len;
	}
	return eu_old_merge(&b, partial, &rules, data);
}
