#include "base/dots.h"

/* The result so far.  A slash precedes each element, except the first element of a path that does
 * not begin with a slash. */
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

/* Appends an element in place.  The result is never longer than the input, so elements only move
 * towards the front. */
static void append_element(struct cleared *out, const char *element, size_t len, bool slash_before)
{
	if (slash_before)
		append_slash(out);
	memmove(out->path + out->len, element, len);
	out->len += len;
}

/* Removes the last element with its slash.  Each byte is read a second time only when it is
 * removed, so the total cost is linear.
 * Returns: false if there is no element to remove. */
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
