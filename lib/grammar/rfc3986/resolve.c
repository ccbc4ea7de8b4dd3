/* Resolves references by RFC 3986, section 5.2. */
#include "grammar/rfc3986/rfc3986.h"

/* One function per step of 5.2.4; `in` is the rest of the input buffer.  Each function returns
 * whether its step applied. */
struct dots3986 {
	const char *in, *end;
	char *out;
	size_t len;
};

static bool begins3986(const struct dots3986 *d, const char *prefix, bool whole)
{
	size_t n = strlen(prefix);
	size_t left = (size_t)(d->end - d->in);

	return left >= n && (!whole || left == n) && memcmp(d->in, prefix, n) == 0;
}

/* Removes "../" and "./" at the start, and "." and ".." alone (2A and 2D). */
static bool drop_prefix3986(struct dots3986 *d)
{
	if (begins3986(d, "../", false))
		d->in += 3;
	else if (begins3986(d, "./", false))
		d->in += 2;
	else if (begins3986(d, ".", true) || begins3986(d, "..", true))
		d->in = d->end;
	else
		return false;
	return true;
}

/* Removes the last segment of the output, with its slash (2C). */
static void drop_last3986(struct dots3986 *d)
{
	while (d->len && d->out[--d->len] != '/')
		;
}

/* Removes a dot segment after a slash (2B and 2C).  A "/." or "/.." at the end becomes "/", which
 * is then moved by 2E. */
static bool drop_dots3986(struct dots3986 *d)
{
	if (begins3986(d, "/./", false)) {
		d->in += 2;
	} else if (begins3986(d, "/.", true)) {
		d->in = d->end;
		d->out[d->len++] = '/';
	} else if (begins3986(d, "/../", false)) {
		d->in += 3;
		drop_last3986(d);
	} else if (begins3986(d, "/..", true)) {
		d->in = d->end;
		drop_last3986(d);
		d->out[d->len++] = '/';
	} else {
		return false;
	}
	return true;
}

/* Moves the first segment to the output, with its slash if it has one (2E). */
static void move_segment3986(struct dots3986 *d)
{
	const char *slash = memchr(d->in + 1, '/', (size_t)(d->end - d->in) - 1);
	size_t n = (size_t)((slash ? slash : d->end) - d->in);

	memmove(d->out + d->len, d->in, n);
	d->len += n;
	d->in += n;
}

size_t eu_rfc3986_remove_dots(const char *text, size_t len, char *out)
{
	struct dots3986 d = { text, text + len, out, 0 };

	while (d.in < d.end)
		if (!drop_prefix3986(&d) && !drop_dots3986(&d))
			move_segment3986(&d);
	return d.len;
}

static void out_part3986(struct eu_out *out, const struct everyuri_uri *uri,
                         enum everyuri_part part, char delimiter)
{
	struct everyuri_span span = uri->part[part];

	if (eu_is_absent(span))
		return;
	eu_out_byte(out, delimiter);
	eu_out_bytes(out, uri->text + span.begin, eu_span_len(span));
}

static bool has_authority3986(const struct everyuri_uri *uri)
{
	return !eu_is_absent(uri->part[EVERYURI_HOST]);
}

/* Writes "//" and the authority, which ends where the path begins. */
static void out_authority3986(struct eu_out *out, const struct everyuri_uri *uri)
{
	struct everyuri_span scheme = uri->part[EVERYURI_SCHEME];
	size_t begin = eu_is_absent(scheme) ? 0 : scheme.end + 1;

	if (has_authority3986(uri))
		eu_out_bytes(out, uri->text + begin, uri->part[EVERYURI_PATH].begin - begin);
}

/* Merges paths (5.2.3): writes all but the last segment of the base's path, or "/". */
static void out_merged3986(struct eu_out *out, const struct everyuri_uri *base)
{
	struct everyuri_span path = base->part[EVERYURI_PATH];
	size_t end = path.end;

	if (has_authority3986(base) && path.begin == path.end) {
		eu_out_byte(out, '/');
		return;
	}
	while (end > path.begin && base->text[end - 1] != '/')
		end--;
	eu_out_bytes(out, base->text + path.begin, end - path.begin);
}

/* Removes the path's dot segments.  Recomposing by 5.3 must not create an authority, although the
 * text of the RFC would: x-demo:/a + ..//evil/x is x-demo:/.//evil/x. */
static void finish_path3986(struct eu_out *out, size_t begin, bool authority)
{
	char *path = out->data + begin;

	out->len = begin + eu_rfc3986_remove_dots(path, out->len - begin, path);
	if (authority || out->len - begin < 2 || path[0] != '/' || path[1] != '/')
		return;
	memmove(path + 2, path, out->len - begin);
	path[0] = '/';
	path[1] = '.';
	out->len += 2;
}

static void out_path3986(struct eu_out *out, const struct everyuri_uri *uri)
{
	struct everyuri_span path = uri->part[EVERYURI_PATH];

	eu_out_bytes(out, uri->text + path.begin, eu_span_len(path));
}

static bool same_scheme3986(const struct everyuri_uri *a, const struct everyuri_uri *b)
{
	struct everyuri_span sa = a->part[EVERYURI_SCHEME], sb = b->part[EVERYURI_SCHEME];

	if (eu_span_len(sa) != eu_span_len(sb))
		return false;
	for (uint32_t i = 0; i < eu_span_len(sa); i++)
		if (eu_lower((unsigned char)a->text[sa.begin + i]) !=
		    eu_lower((unsigned char)b->text[sb.begin + i]))
			return false;
	return true;
}

size_t eu_rfc3986_resolve(const struct everyuri_uri *base, const struct everyuri_uri *ref,
                          bool loose, char *data)
{
	struct eu_out out = { data, 0 };
	struct everyuri_span scheme = ref->part[EVERYURI_SCHEME], path = ref->part[EVERYURI_PATH];
	bool own_scheme = !eu_is_absent(scheme) && !(loose && same_scheme3986(base, ref));
	const struct everyuri_uri *named = own_scheme ? ref : base;
	size_t begin;

	scheme = named->part[EVERYURI_SCHEME];
	eu_out_bytes(&out, named->text + scheme.begin, eu_span_len(scheme));
	eu_out_byte(&out, ':');
	if (own_scheme || has_authority3986(ref)) {
		out_authority3986(&out, ref);
		begin = out.len;
		out_path3986(&out, ref);
		finish_path3986(&out, begin, has_authority3986(ref));
		out_part3986(&out, ref, EVERYURI_QUERY, '?');
	} else if (path.begin == path.end) {
		bool own_query = !eu_is_absent(ref->part[EVERYURI_QUERY]);

		out_authority3986(&out, base);
		out_path3986(&out, base);
		out_part3986(&out, own_query ? ref : base, EVERYURI_QUERY, '?');
	} else {
		out_authority3986(&out, base);
		begin = out.len;
		if (ref->text[path.begin] != '/')
			out_merged3986(&out, base);
		out_path3986(&out, ref);
		finish_path3986(&out, begin, has_authority3986(base));
		out_part3986(&out, ref, EVERYURI_QUERY, '?');
	}
	out_part3986(&out, ref, EVERYURI_FRAGMENT, '#');
	return out.len;
}
