#include "base/dots.h"

/* The path so far: elements, each with its slash in front, except that a rootless
 * path's first one has none. */
struct cleared {
	char *path;
	size_t len;
	bool rooted;
};

static void append_slash(struct cleared *out)
{
	if (out->rooted || out->len)
		out->path[out->len++] = '/';
}

/* The text never grows: the element moves to the front or stays. */
static void append_element(struct cleared *out, const char *element, size_t len, bool slash_before)
{
	if (slash_before)
		append_slash(out);
	memmove(out->path + out->len, element, len);
	out->len += len;
}

/* Take the last element away, with its slash.  Each byte is looked at once more when it
 * goes, so that all of them together cost no more than the path is long. */
static bool remove_last(struct cleared *out, bool needs_slash)
{
	size_t begin = out->len;

	if (!out->len)
		return false;
	while (begin && out->path[begin - 1] != '/')
		begin--;
	if (out->len - begin == 2 && memcmp(out->path + begin, "..", 2) == 0)
		return false;
	if (!begin && needs_slash)
		return false;
	out->len = begin ? begin - 1 : 0;
	return true;
}

size_t eu_remove_dots(char *path, size_t len, const struct eu_dot_rules *rules)
{
	bool rooted = len && path[0] == '/';
	struct cleared out = { path, 0, rooted };
	size_t begin = rooted;

	if (!len)
		return 0;
	for (;;) {
		const char *slash = memchr(path + begin, '/', len - begin);
		size_t end = slash ? (size_t)(slash - path) : len;
		size_t n = end - begin;
		bool slash_before = begin > 0, last = end == len;
		bool dot = n == 1 && path[begin] == '.';
		bool pair = n == 2 && path[begin] == '.' && path[begin + 1] == '.';

		if (dot && (slash_before || !rules->dot_needs_slash)) {
			if (last && rules->slash_at_end)
				append_slash(&out);
		} else if (pair && (!last || rules->pair_at_end) &&
		           remove_last(&out, rules->pair_needs_slash)) {
			if (last && rules->slash_at_end)
				append_slash(&out);
		} else {
			append_element(&out, path + begin, n, slash_before);
		}
		if (last)
			return out.len;
		begin = end + 1;
	}
}
