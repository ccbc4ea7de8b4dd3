/* Resolves references by RFC 2396, section 5.2.  The comments below cite the numbers of its
 * steps. */
#include "base/dots.h"
#include "grammar/rfc2396/rfc2396.h"

static bool has2396(const struct everyuri_uri *uri, enum everyuri_part part)
{
	return !eu_is_absent(uri->part[part]);
}

bool eu_rfc2396_is_opaque(const struct everyuri_uri *uri)
{
	struct everyuri_span path = uri->part[EVERYURI_PATH];

	return !has2396(uri, EVERYURI_HOST) && uri->text[path.begin] != '/';
}

static void out_part2396(struct eu_out *out, const struct everyuri_uri *uri,
                         enum everyuri_part part, const char *front)
{
	struct everyuri_span span = uri->part[part];

	if (eu_is_absent(span))
		return;
	eu_out_bytes(out, front, strlen(front));
	eu_out_bytes(out, uri->text + span.begin, eu_span_len(span));
}

/* Writes "//" and the authority, which ends where the path begins. */
static void out_authority2396(struct eu_out *out, const struct everyuri_uri *uri)
{
	struct everyuri_span scheme = uri->part[EVERYURI_SCHEME];
	size_t begin = eu_is_absent(scheme) ? 0 : scheme.end + 1;

	if (has2396(uri, EVERYURI_HOST))
		eu_out_bytes(out, uri->text + begin, uri->part[EVERYURI_PATH].begin - begin);
}

/* Writes the directory of the base's path (step 6a).  CHOICE: a base without a path, for example
 * http://h, is treated as if it had the path "/".  Taken literally, the RFC would append "g" to the
 * host. */
static void out_directory2396(struct eu_out *out, const struct everyuri_uri *base)
{
	struct everyuri_span path = base->part[EVERYURI_PATH];
	size_t end = path.end;

	while (end > path.begin && base->text[end - 1] != '/')
		end--;
	eu_out_bytes(out, base->text + path.begin, end - path.begin);
	if (path.begin == path.end)
		eu_out_byte(out, '/');
}

/* Steps 6a to 6h.  A ".." that cannot be removed stays (6g).
 * CHOICE: removing dots never creates an authority: x:/a + ..//evil is x:/.//evil. */
static void out_merged2396(struct eu_out *out, const struct everyuri_uri *base,
                           const struct everyuri_uri *ref)
{
	static const struct eu_dot_rules rules = { .pair_at_end = true, .slash_at_end = true };
	size_t begin = out->len;
	char *path = out->data + begin;

	out_directory2396(out, base);
	out_part2396(out, ref, EVERYURI_PATH, "");
	out->len = begin + eu_remove_dots(path, out->len - begin, &rules);
	if (has2396(base, EVERYURI_HOST) || out->len - begin < 2 || memcmp(path, "//", 2) != 0)
		return;
	memmove(path + 2, path, out->len - begin);
	memcpy(path, "/.", 2);
	out->len += 2;
}

/* Does steps 2 and 4 to 7, for a reference without a scheme. */
static void out_inherited2396(struct eu_out *out, const struct everyuri_uri *base,
                              const struct everyuri_uri *ref)
{
	struct everyuri_span path = ref->part[EVERYURI_PATH];
	bool own_authority = has2396(ref, EVERYURI_HOST);

	out_part2396(out, base, EVERYURI_SCHEME, "");
	eu_out_byte(out, ':');
	out_authority2396(out, own_authority ? ref : base);
	if (own_authority || (path.begin < path.end && ref->text[path.begin] == '/')) {
		out_part2396(out, ref, EVERYURI_PATH, "");
	} else if (path.begin == path.end && !has2396(ref, EVERYURI_QUERY)) {
		/* Step 2: the reference is to the current document. */
		out_part2396(out, base, EVERYURI_PATH, "");
		out_part2396(out, base, EVERYURI_QUERY, "?");
	} else {
		out_merged2396(out, base, ref);
	}
	out_part2396(out, ref, EVERYURI_QUERY, "?");
	out_part2396(out, ref, EVERYURI_FRAGMENT, "#");
}

/* Returns whether the text after the reference's scheme is itself a relative reference.
 * Step 3: "an implementation may work around such references by removing the scheme". */
static bool without_scheme2396(const struct everyuri_uri *base, const struct everyuri_uri *ref,
                               struct everyuri_uri *rest)
{
	struct everyuri_span a = base->part[EVERYURI_SCHEME], b = ref->part[EVERYURI_SCHEME];

	if (eu_span_len(a) != eu_span_len(b) || eu_rfc2396_is_opaque(base))
		return false;
	for (uint32_t k = 0; k < eu_span_len(a); k++)
		if (eu_lower((unsigned char)base->text[a.begin + k]) !=
		    eu_lower((unsigned char)ref->text[b.begin + k]))
			return false;
	return !eu_rfc2396_parse(ref->text + b.end + 1, ref->len - b.end - 1, true, rest, NULL) &&
	       rest->flags & EVERYURI_RELATIVE;
}

size_t eu_rfc2396_resolve(const struct everyuri_uri *base, const struct everyuri_uri *ref,
                          bool loose, char *data)
{
	struct eu_out out = { data, 0 };
	struct everyuri_uri rest;

	if (!has2396(ref, EVERYURI_SCHEME))
		out_inherited2396(&out, base, ref);
	else if (loose && without_scheme2396(base, ref, &rest))
		out_inherited2396(&out, base, &rest);
	else
		eu_out_bytes(&out, ref->text, ref->len);
	return out.len;
}
