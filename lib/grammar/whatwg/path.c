/* Implements section 4.4, the basic URL parser: the states from path start state to fragment state.
 * None of these states can fail, so a machine that only decides stops here, unless it must report
 * errors. */
#include "grammar/whatwg/machine.h"

/* ---- Windows drive letters ----------------------------------------------------------------- */

bool eu_whatwg_is_drive_letter(const struct eu_whatwg_machine *m, size_t begin, size_t end)
{
	size_t first = eu_whatwg_kept(m, begin), second = eu_whatwg_kept(m, first + 1);

	return second < end && eu_is_alpha((unsigned char)m->text[first]) &&
	       (m->text[second] == ':' || m->text[second] == '|') &&
	       eu_whatwg_kept(m, second + 1) >= end;
}

bool eu_whatwg_starts_with_drive_letter(const struct eu_whatwg_machine *m)
{
	size_t second = eu_whatwg_kept(m, m->pointer + 1), third = eu_whatwg_kept(m, second + 1);
	int c = eu_whatwg_byte(m, third);

	return second < m->end && eu_whatwg_is_drive_letter(m, m->pointer, second + 1) &&
	       (c < 0 || c == '/' || c == '\\' || c == '?' || c == '#');
}

/* ---- the path as written ---------------------------------------------------------------------- */

/* Returns whether the path written so far is a single segment that is a normalized Windows drive
 * letter. */
static bool is_normalized_drive(const char *path, size_t len)
{
	return len == 3 && eu_is_alpha((unsigned char)path[1]) && path[2] == ':';
}

/* Each byte that is removed here was written before, so the total cost of shortening is at most
 * that of writing. */
void eu_whatwg_shorten(struct eu_whatwg_machine *m)
{
	const char *data = m->out.data;
	size_t n = m->out.len;

	if (!data || n == m->path ||
	    (m->scheme == EU_WHATWG_FILE && is_normalized_drive(data + m->path, n - m->path)))
		return;
	do
		n--;
	while (data[n] != '/');
	m->out.len = n;
}

/* Returns the number of dots if a segment consists only of dots ("%2e" counts as a dot), otherwise
 * 0. */
static int dots_of(const char *segment, size_t len)
{
	int n = 0;

	for (size_t i = 0; i < len; n++) {
		if (segment[i] == '.')
			i++;
		else if (len - i >= 3 && segment[i] == '%' && segment[i + 1] == '2' &&
		         eu_lower((unsigned char)segment[i + 2]) == 'e')
			i += 3;
		else
			return 0;
	}
	return n <= 2 ? n : 0;
}

/* Ends a segment. at: offset of the slash before it. c: the delimiter after it. */
static void end_segment(struct eu_whatwg_machine *m, size_t at, int c)
{
	char *segment = m->out.data + at + 1;
	size_t len = m->out.len - at - 1;
	int n_dots;

	if (!len || len > 6 || (segment[0] != '.' && segment[0] != '%')) {
		if (m->scheme == EU_WHATWG_FILE && len == 2 && at == m->path &&
		    eu_is_alpha((unsigned char)segment[0]) && segment[1] == '|')
			segment[1] = ':';
		return;
	}
	n_dots = dots_of(segment, len);
	if (!n_dots)
		return;
	m->out.len = at;
	if (n_dots == 2)
		eu_whatwg_shorten(m);
	if (!eu_whatwg_is_slash(m, c))
		eu_out_byte(&m->out, '/');
}

/* Writes the segment that begins at the pointer, up to its delimiter.  Bytes that need no
 * encoding are copied; the space for them is already reserved. */
static void write_segment(struct eu_whatwg_machine *m)
{
	bool overridden = eu_whatwg_is_overridden(m);
	const char *text = m->text;
	size_t i = m->pointer, end = m->end;

	for (;;) {
		char *out = m->out.data + m->out.len;
		size_t begin = i;
		int c;

		for (; i < end && eu_whatwg_is(text[i], EU_WHATWG_PATH); i++)
			*out++ = text[i];
		m->out.len += i - begin;
		c = eu_whatwg_byte(m, i);
		if (c < 0 || eu_whatwg_is_slash(m, c) || (!overridden && (c == '?' || c == '#')))
			break;
		if (c == '\\')
			eu_out_byte(&m->out, text[i++]);
		else if (eu_whatwg_is_removed((unsigned char)c))
			i++;
		else
			i += eu_whatwg_encode_one(&m->out, text + i, end - i);
	}
	m->pointer = i;
}

/* Ends the path.  Without a host, a path that begins with two slashes would be parsed as a host, so
 * "/." is written before it (4.5). */
static void finish_path(struct eu_whatwg_machine *m)
{
	char *path = m->out.data + m->path;
	size_t len = m->out.len - m->path;

	if (!eu_whatwg_is_overridden(m) && m->host_kind == EVERYURI_HOST_NONE && len >= 2 &&
	    /* LCOV_EXCL_BR_LINE: the path state begins each path with a slash */
	    path[0] == '/' && path[1] == '/') {
		memmove(path + 2, path, len);
		path[1] = '.';
		m->path += 2;
		m->out.len += 2;
	}
	m->part[EVERYURI_PATH] = eu_span(m->path, m->out.len);
}

/* ---- states ------------------------------------------------------------------------------------- */

bool eu_whatwg_path_start_state(struct eu_whatwg_machine *m)
{
	int c = eu_whatwg_c(m);

	if (!m->out.data && !m->report)
		return eu_whatwg_return(m);
	m->path = m->out.len;
	m->part[EVERYURI_PATH] = eu_span(m->path, m->path);
	if (eu_whatwg_is_special(m)) {
		if (c == '\\')
			eu_whatwg_note(m, EU_WHATWG_INVALID_REVERSE_SOLIDUS, m->pointer);
		if (c == '/' || c == '\\')
			return eu_whatwg_go(m, EU_WHATWG_PATH_STATE);
		return eu_whatwg_go_again(m, EU_WHATWG_PATH_STATE);
	}
	if (c == '?' && !eu_whatwg_is_overridden(m))
		return eu_whatwg_go(m, EU_WHATWG_QUERY_STATE);
	if (c == '#' && !eu_whatwg_is_overridden(m))
		return eu_whatwg_go(m, EU_WHATWG_FRAGMENT_STATE);
	if (c == '/')
		return eu_whatwg_go(m, EU_WHATWG_PATH_STATE);
	if (c >= 0)
		return eu_whatwg_go_again(m, EU_WHATWG_PATH_STATE);
	if (eu_whatwg_is_overridden(m) && m->host_kind == EVERYURI_HOST_NONE) {
		eu_out_byte(&m->out, '/');
		finish_path(m);
	}
	return eu_whatwg_return(m);
}

/* Goes to the state for the delimiter after a path. */
static bool leave_path(struct eu_whatwg_machine *m)
{
	int c = eu_whatwg_c(m);

	if (c < 0)
		return eu_whatwg_return(m);
	return eu_whatwg_go(m, c == '?' ? EU_WHATWG_QUERY_STATE : EU_WHATWG_FRAGMENT_STATE);
}

/* Returns the index of the next "?" or "#", or EOF. */
static size_t find_query_or_fragment(const struct eu_whatwg_machine *m)
{
	size_t i = m->pointer;

	while (i < m->end && m->text[i] != '?' && m->text[i] != '#')
		i++;
	return i;
}

static bool note_path(struct eu_whatwg_machine *m)
{
	size_t end = find_query_or_fragment(m);

	if (m->report)
		eu_whatwg_note_units(m, m->pointer, end);
	m->pointer = end;
	return leave_path(m);
}

bool eu_whatwg_path_state(struct eu_whatwg_machine *m)
{
	if (!m->out.data)
		return note_path(m);
	for (;;) {
		size_t at = m->out.len;

		eu_out_byte(&m->out, '/');
		write_segment(m);
		end_segment(m, at, eu_whatwg_c(m));
		if (!eu_whatwg_is_slash(m, eu_whatwg_c(m)))
			break;
		m->pointer++;
	}
	finish_path(m);
	return leave_path(m);
}

/* Encodes a space before "?" or "#", because the parser would trim it if the query and fragment
 * were removed later. */
bool eu_whatwg_opaque_path_state(struct eu_whatwg_machine *m)
{
	size_t end = find_query_or_fragment(m);

	if (!m->out.data)
		return note_path(m);
	m->path = m->out.len;
	eu_whatwg_encode(&m->out, m->text + m->pointer, end - m->pointer, EU_WHATWG_C0);
	if (end < m->end && m->out.len > m->path && m->out.data[m->out.len - 1] == ' ') {
		m->out.len--;
		eu_out_bytes(&m->out, "%20", 3);
	}
	m->part[EVERYURI_PATH] = eu_span(m->path, m->out.len);
	m->pointer = end;
	return leave_path(m);
}

/* Writes the delimiter and the input from the pointer to `end`.  With a state override, the
 * delimiter is not written. */
static void write_rest(struct eu_whatwg_machine *m, enum everyuri_part part, char delimiter,
                       size_t end, unsigned keep)
{
	size_t begin;

	if (m->report)
		eu_whatwg_note_units(m, m->pointer, end);
	if (!m->out.data)
		return;
	if (!eu_whatwg_is_overridden(m))
		eu_out_byte(&m->out, delimiter);
	begin = m->out.len;
	eu_whatwg_encode(&m->out, m->text + m->pointer, end - m->pointer, keep);
	m->part[part] = eu_span(begin, m->out.len);
}

bool eu_whatwg_query_state(struct eu_whatwg_machine *m)
{
	const char *hash = NULL;
	size_t end = m->end;

	if (!eu_whatwg_is_overridden(m) && m->pointer < m->end)
		hash = memchr(m->text + m->pointer, '#', m->end - m->pointer);
	if (hash)
		end = (size_t)(hash - m->text);
	write_rest(m, EVERYURI_QUERY, '?', end,
	           eu_whatwg_is_special(m) ? EU_WHATWG_SPECIAL_QUERY : EU_WHATWG_QUERY);
	m->pointer = end;
	if (!hash)
		return eu_whatwg_return(m);
	return eu_whatwg_go(m, EU_WHATWG_FRAGMENT_STATE);
}

bool eu_whatwg_fragment_state(struct eu_whatwg_machine *m)
{
	write_rest(m, EVERYURI_FRAGMENT, '#', m->end, EU_WHATWG_FRAGMENT);
	return eu_whatwg_return(m);
}
