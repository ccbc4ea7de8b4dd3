/* Finds a name for a URI, and the URI one level up. */
#include "gateway/pages/internal.h"

static struct everyuri_text part_of(const struct everyuri_uri *uri, enum everyuri_part part)
{
	return everyuri_view(uri, part);
}

static bool read_uri(struct everyuri_text text, struct everyuri_uri *uri)
{
	return text.data && !everyuri_parse(text.data, text.len, EVERYURI_RFC3986,
	                                    EVERYURI_ADMIT_ZONE, NULL, NULL, uri, NULL);
}

/* ---- names ------------------------------------------------------------------------------------------------ */

/* Percent-decodes text, up to the size of `name`. */
static size_t decode_into(struct everyuri_text text, char name[PAGE_NAME_MAX])
{
	struct everyuri_buf buf;

	if (text.len > PAGE_NAME_MAX)
		text.len = PAGE_NAME_MAX;
	everyuri_buf_init(&buf, name, PAGE_NAME_MAX, NULL);
	if (everyuri_decode(text.data, text.len, EVERYURI_BARE_PERCENT, &buf, NULL))
		return 0;
	return buf.len;
}

/* RFC 1738 3.4: returns the length of "/" and the item type.  The item type is one character, or
 * three if it is percent-encoded. */
static size_t type_len(struct everyuri_text path)
{
	const size_t len = path.len > 1 && path.data[1] == '%' ? 4 : 2;

	return path.len < len ? path.len : len;
}

/* Returns the last path segment that is not empty.  For gopher, the item type before the selector
 * is not part of it. */
static struct everyuri_text last_segment(struct everyuri_text uri, struct everyuri_text path)
{
	size_t end = path.len, begin;

	if (eu_page_scheme_has(uri, EVERYURI_ITEM_TYPES) && path.len) {
		const size_t type = type_len(path);

		path.data += type;
		path.len -= type;
		end = path.len;
	}
	while (end && path.data[end - 1] == '/')
		end--;
	for (begin = end; begin && path.data[begin - 1] != '/';)
		begin--;
	return (struct everyuri_text){ path.data + begin, end - begin };
}

size_t eu_page_name(struct everyuri_text text, char name[PAGE_NAME_MAX])
{
	static const struct everyuri_secrets secrets = { 0 };
	struct everyuri_text called;
	struct everyuri_buf buf;
	struct everyuri_uri uri;
	size_t len;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!text.data || everyuri_redact_text(text.data, text.len, &secrets, &buf, NULL))
		return 0;
	called = text = (struct everyuri_text){ buf.data, buf.len };
	if (read_uri(text, &uri)) {
		struct everyuri_text host = part_of(&uri, EVERYURI_HOST);

		called = last_segment(text, part_of(&uri, EVERYURI_PATH));
		if (!called.len)
			called = host.len ? host : text;
	}
	len = called.data ? decode_into(called, name) : 0;
	everyuri_buf_free(&buf);
	return len;
}

/* ---- one level up ------------------------------------------------------------------------------------------- */

/* Writes `front` and `path` to *up.  Returns false if they do not fit. */
static bool cut_at(struct everyuri_text front, struct everyuri_text path, struct everyuri_buf *up)
{
	size_t len = front.len + path.len;

	if (up->cap < len)
		return false;
	memcpy(up->data, front.data, front.len);
	if (path.len)
		memcpy(up->data + front.len, path.data, path.len);
	up->len = len;
	return true;
}

/* Goes up one level from a gopher URI, whose path is "/", the item type and the selector
 * (RFC 1738 3.4).  Menus have type 1, and a selector usually is a path.  The words of a search
 * follow %09; one level up from a search is its index. */
static bool gopher_up(struct everyuri_text front, struct everyuri_text path,
                      struct everyuri_buf *up)
{
	const size_t type = type_len(path);
	size_t end = path.len;

	if (path.len <= type)
		return path.len > 1 && path.data[1] != '1' && cut_at(front, PAGE_TEXT("/"), up);
	for (size_t i = type; i + 3 <= path.len; i++)
		if (!memcmp(path.data + i, "%09", 3))
			return cut_at(front, (struct everyuri_text){ path.data, i }, up);
	while (end > type && path.data[end - 1] == '/')
		end--;
	if (end == type)
		return path.data[1] != '1' && cut_at(front, PAGE_TEXT("/"), up);
	while (end > type && path.data[end - 1] != '/')
		end--;
	while (end > type && path.data[end - 1] == '/')
		end--;
	if (end == type)
		return cut_at(front, PAGE_TEXT("/"), up);
	if (!cut_at(front, (struct everyuri_text){ path.data, end }, up))
		return false;
	up->data[front.len + 1] = '1';
	memmove(up->data + front.len + 2, up->data + front.len + type, end - type);
	up->len -= type - 2;
	return true;
}

/* Goes up one directory, to the last "/" before the end of the path. */
static bool levels_up(struct everyuri_text front, struct everyuri_text path,
                      struct everyuri_buf *up)
{
	size_t end = path.len;

	if (end && path.data[end - 1] == '/')
		end--;
	while (end && path.data[end - 1] != '/')
		end--;
	return end && cut_at(front, (struct everyuri_text){ path.data, end }, up);
}

/* Goes up to the first path segment, as in nntp://h/group/number and
 * wais://h/database/type/path. */
static bool first_up(struct everyuri_text front, struct everyuri_text path, struct everyuri_buf *up)
{
	const char *slash = path.len > 1 ? memchr(path.data + 1, '/', path.len - 1) : NULL;

	return slash &&
	       cut_at(front, (struct everyuri_text){ path.data, (size_t)(slash - path.data) }, up);
}

bool eu_page_up(struct everyuri_text text, struct everyuri_buf *up)
{
	const struct everyuri_scheme_info *info = eu_page_scheme(text);
	struct everyuri_text path, front;
	struct everyuri_uri uri;

	if (!info || !read_uri(text, &uri))
		return false;
	path = part_of(&uri, EVERYURI_PATH);
	front = (struct everyuri_text){ text.data, (size_t)(path.data - text.data) };
	switch (info->up) {
	case EVERYURI_UP_SELECTOR: /* in a gopher URI "?" is data */
		path.len = eu_page_without_fragment(text).len - front.len;
		return gopher_up(front, path, up);
	case EVERYURI_UP_LEVELS:
		return levels_up(front, path, up);
	case EVERYURI_UP_FIRST:
		return first_up(front, path, up);
	case EVERYURI_UP_NONE:
		break;
	}
	return false;
}
