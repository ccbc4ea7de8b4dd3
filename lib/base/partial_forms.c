#include "base/partial_forms.h"

struct everyuri_text eu_old_text(const struct everyuri_uri *uri)
{
	size_t prefix = uri->flags & EVERYURI_PREFIXED ? 4 : 0;
	struct everyuri_text text = { uri->text + prefix, uri->len - prefix };

	return text;
}

static size_t begin_of(struct everyuri_span delimited, size_t prefix, size_t otherwise)
{
	return eu_is_absent(delimited) ? otherwise : delimited.begin - 1 - prefix;
}

struct eu_old_base eu_old_base_of(const struct everyuri_uri *base)
{
	struct everyuri_text text = eu_old_text(base);
	size_t prefix = base->len - text.len;
	struct eu_old_base b = { .text = text.data };
	const char *p;

	b.colon = base->part[EVERYURI_SCHEME].end - prefix;
	b.end = begin_of(base->part[EVERYURI_FRAGMENT], prefix, text.len);
	b.path_end = begin_of(base->part[EVERYURI_QUERY], prefix, b.end);
	b.path = b.colon + 1;
	/* Look for the slashes in the text, because the record of file:///x, whose host is empty,
	 * has no host. */
	p = text.data + b.path;
	if (b.path_end - b.path >= 2 && p[0] == '/' && p[1] == '/') {
		const char *slash = memchr(p + 2, '/', b.path_end - b.path - 2);

		b.path = slash ? (size_t)(slash - text.data) : b.path_end;
	}
	return b;
}

size_t eu_old_merge(const struct eu_old_base *base, struct everyuri_text partial,
                    const struct eu_dot_rules *rules, char *data)
{
	struct eu_out out = { data, 0 };
	size_t keep = base->path_end;
	size_t path_len = 0;

	while (keep > base->path && base->text[keep - 1] != '/')
		keep--;
	eu_out_bytes(&out, base->text, keep);
	if (base->path == base->path_end && base->path > base->colon + 1)
		eu_out_byte(&out, '/');
	while (path_len < partial.len && partial.data[path_len] != '?' &&
	       partial.data[path_len] != '#')
		path_len++;
	eu_out_bytes(&out, partial.data, path_len);
	out.len = base->path + eu_remove_dots(data + base->path, out.len - base->path, rules);
	eu_out_bytes(&out, partial.data + path_len, partial.len - path_len);
	return out.len;
}
