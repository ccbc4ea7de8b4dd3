/* Resolves references by RFC 1808, sections 2.4 (splitting) and 4 (resolving). */
#include "base/dots.h"
#include "base/partial_forms.h"
#include "grammar/rfc1808/rfc1808.h"

/* The components of 2.4, in the order in which 2.4 splits them off, without delimiters. */
struct cut1808 {
	struct everyuri_text fragment, scheme, net_loc, query, params, path;
	bool absolute; /* the path begins with a slash */
};

/* Removes the part that begins with `delimiter` from the end of *rest. */
static struct everyuri_text take_tail1808(struct everyuri_text *rest, char delimiter)
{
	struct everyuri_text tail = { NULL, 0 };
	const char *cut = rest->len ? memchr(rest->data, delimiter, rest->len) : NULL;

	if (cut) {
		size_t before = (size_t)(cut - rest->data);

		tail.data = cut + 1;
		tail.len = rest->len - before - 1;
		rest->len = before;
	}
	return tail;
}

static struct everyuri_text take_head1808(struct everyuri_text *rest, size_t n, size_t delimiter)
{
	struct everyuri_text head = { rest->data, n };

	rest->data += n + delimiter;
	rest->len -= n + delimiter;
	return head;
}

static struct cut1808 cut_url1808(const struct everyuri_uri *uri)
{
	struct everyuri_text rest = eu_old_text(uri);
	struct cut1808 cut = { .absolute = false };

	cut.fragment = take_tail1808(&rest, '#');
	if (!eu_is_absent(uri->part[EVERYURI_SCHEME]))
		cut.scheme = take_head1808(&rest, eu_span_len(uri->part[EVERYURI_SCHEME]), 1);
	if (rest.len >= 2 && memcmp(rest.data, "//", 2) == 0) {
		const char *slash = memchr(rest.data + 2, '/', rest.len - 2);

		cut.net_loc =
			take_head1808(&rest, slash ? (size_t)(slash - rest.data) : rest.len, 0);
		cut.net_loc.data += 2;
		cut.net_loc.len -= 2;
	}
	cut.query = take_tail1808(&rest, '?');
	cut.params = take_tail1808(&rest, ';');
	cut.path = rest;
	cut.absolute = rest.len && rest.data[0] == '/';
	return cut;
}

static void out_delimited1808(struct eu_out *out, char delimiter, struct everyuri_text text)
{
	if (!text.data)
		return;
	eu_out_byte(out, delimiter);
	eu_out_bytes(out, text.data, text.len);
}

/* Drops the last segment of the base's path, and removes dots (step 6).  CHOICE: a base without a
 * path, for example http://h, is treated as if it had the path "/". */
static void out_merged1808(struct eu_out *out, const struct cut1808 *base,
                           struct everyuri_text path)
{
	static const struct eu_dot_rules rules = { .pair_at_end = true, .slash_at_end = true };
	size_t begin = out->len, keep = base->path.len;

	while (keep && base->path.data[keep - 1] != '/')
		keep--;
	eu_out_bytes(out, base->path.data, keep);
	if (!base->path.len && base->net_loc.data)
		eu_out_byte(out, '/');
	eu_out_bytes(out, path.data, path.len);
	out->len = begin + eu_remove_dots(out->data + begin, out->len - begin, &rules);
}

/* Does steps 3 to 7 for a reference without a scheme.  Like the RFC, tests whether a part is
 * "non-empty", so an empty part counts as missing. */
static void out_inherited1808(struct eu_out *out, const struct cut1808 *base,
                              const struct cut1808 *ref)
{
	bool own_net_loc = ref->net_loc.len > 0;
	struct everyuri_text net_loc = own_net_loc ? ref->net_loc : base->net_loc;
	struct everyuri_text params = ref->params, query = ref->query;

	eu_out_bytes(out, base->scheme.data, base->scheme.len);
	eu_out_byte(out, ':');
	if (net_loc.data) {
		eu_out_bytes(out, "//", 2);
		eu_out_bytes(out, net_loc.data, net_loc.len);
	}
	if (own_net_loc || ref->absolute) {
		eu_out_bytes(out, ref->path.data, ref->path.len);
	} else if (!ref->path.len) {
		eu_out_bytes(out, base->path.data, base->path.len);
		if (!params.len) {
			params = base->params;
			if (!query.len)
				query = base->query;
		}
	} else {
		out_merged1808(out, base, ref->path);
	}
	out_delimited1808(out, ';', params);
	out_delimited1808(out, '?', query);
	out_delimited1808(out, '#', ref->fragment);
}

size_t eu_rfc1808_resolve(const struct everyuri_uri *base, const struct everyuri_uri *ref,
                          char *data)
{
	struct cut1808 b = cut_url1808(base), r = cut_url1808(ref);
	struct everyuri_text whole = eu_old_text(base);
	struct eu_out out = { data, 0 };

	/* Step 2a: the result is the entire base.  By the examples in 5.2, this includes its
	 * fragment. */
	if (!ref->len)
		eu_out_bytes(&out, whole.data, whole.len);
	else
		out_inherited1808(&out, &b, &r);
	return out.len;
}
