/* Scans the window, from one byte that may begin a URI to the next. */
#include "find/finder.h"

/* Ends a bare URI at `end`: trims it and reports it. */
static void end_bare(struct everyuri_finder *finder, const struct eu_find_view *view, size_t end)
{
	size_t start = finder->start;
	size_t len = eu_find_trimmed(view->data, finder->least, end) - start;
	const char *front = finder->kind == EU_FIND_AS_HTTP   ? "http://" :
	                    finder->kind == EU_FIND_AS_MAILTO ? "mailto:" :
	                                                        "";
	struct everyuri_found hit = { .uri = { view->data + start, len },
		                      .form = EVERYURI_FORM_BARE };

	finder->state = EU_FIND_SEARCH;
	finder->i = finder->floor = end;
	if (len > finder->options.max_len)
		return;
	if (*front || finder->meant) {
		size_t n = strlen(front);

		memcpy(finder->uri, front, n);
		memcpy(finder->uri + n, view->data + start, len);
		/* An alias is as long as the scheme that it stands for. */
		if (finder->meant)
			memcpy(finder->uri, finder->meant, strlen(finder->meant));
		hit.uri = (struct everyuri_text){ finder->uri, n + len };
	}
	eu_find_report(finder, start, start + len, hit);
}

static void begin_bare(struct everyuri_finder *finder, const struct eu_find_view *view,
                       size_t start, enum eu_find_kind kind, const char *meant,
                       const struct eu_find_front *front)
{
	finder->state = EU_FIND_BODY;
	finder->start = start;
	finder->least = front->least;
	finder->i = front->body;
	finder->kind = kind;
	finder->meant = meant;
	finder->depth = 0;
	finder->quoted = start > 0 && view->data[start - 1] == '\'';
	finder->glued = eu_find_behind_dense(view, start);
	if (front->closed)
		end_bare(finder, view, front->body);
}

/* Finds an unknown scheme before a colon: letters, digits, "+" and "-".  A dot belongs to the sentence
 * before it.  eu_find_rest() requires "//" and a host after the colon. */
static bool any_scheme_behind(const struct everyuri_finder *finder, const struct eu_find_view *view,
                              size_t colon, size_t *begin)
{
	size_t at = colon;

	if (!(finder->options.flags & EVERYURI_FIND_ANY_SCHEME))
		return false;
	while (at > finder->floor && colon - at <= EU_FIND_SCHEME_MAX &&
	       view->data[at - 1] != '.' &&
	       eu_find_is(view, (unsigned char)view->data[at - 1], EU_FIND_IN_SCHEME))
		at--;
	while (at < colon && memchr("+-", view->data[at], 2))
		at++;
	*begin = at;
	return at < colon && eu_is_alpha((unsigned char)view->data[at]) &&
	       colon - at <= EU_FIND_SCHEME_MAX;
}

/* Finds the scheme before a colon.  It must begin at a word boundary.  Its name is the whole
 * run of characters that a scheme allows, without signs at its start ("...http:"), or the text
 * after the last dot or hyphen of the run ("see-http:"). */
static bool scheme_behind(const struct everyuri_finder *finder, const struct eu_find_view *view,
                          size_t colon, size_t *begin, const char **name)
{
	size_t at = colon;

	while (at > finder->floor && colon - at <= EU_FIND_SCHEME_MAX &&
	       eu_find_is(view, (unsigned char)view->data[at - 1], EU_FIND_IN_SCHEME))
		at--;
	while (at < colon && memchr("+-.", view->data[at], 3))
		at++;
	*begin = at;
	if (at == colon)
		return false;
	if (colon - at <= EU_FIND_SCHEME_MAX &&
	    eu_find_scheme_known(&finder->options, view->data + at, colon - at, name))
		return true;
	for (at = colon; at > *begin && !memchr(".-", view->data[at - 1], 2); at--)
		continue;
	if (at == *begin)
		return false;
	*begin = at;
	return eu_find_scheme_known(&finder->options, view->data + at, colon - at, name);
}

static enum eu_find_verdict at_colon(struct everyuri_finder *finder,
                                     const struct eu_find_view *view, size_t colon)
{
	struct eu_find_front front;
	const char *name;
	size_t begin;
	enum eu_find_verdict verdict;

	if (!scheme_behind(finder, view, colon, &begin, &name)) {
		if (!any_scheme_behind(finder, view, colon, &begin))
			return EU_FIND_NO;
		name = NULL;
	}
	verdict = eu_find_rest(view, name, colon + 1, &front);
	if (verdict == EU_FIND_YES) {
		bool same =
			!name || eu_equals_ignoring_case(view->data + begin, colon - begin, name);

		begin_bare(finder, view, begin, EU_FIND_PLAIN, same ? NULL : name, &front);
	}
	return verdict;
}

/* Examines a "w" at the start of a word. */
static enum eu_find_verdict at_w(struct everyuri_finder *finder, const struct eu_find_view *view,
                                 size_t at)
{
	struct eu_find_front front;
	enum eu_find_verdict verdict;

	if (at > 0 && (eu_find_is(view, (unsigned char)view->data[at - 1], EU_FIND_ALNUM) ||
	               memchr("-._@/\\+%~&", view->data[at - 1], 10)))
		return EU_FIND_NO;
	verdict = eu_find_www(view, at, &front);
	if (verdict == EU_FIND_YES)
		begin_bare(finder, view, at, EU_FIND_AS_HTTP, NULL, &front);
	return verdict;
}

/* RFC 5321 4.1.2: an atom separates two dots. */
static bool has_two_dots(const struct eu_find_view *view, size_t begin, size_t end)
{
	for (size_t i = begin + 1; i < end; i++)
		if (view->data[i] == '.' && view->data[i - 1] == '.')
			return true;
	return false;
}

static enum eu_find_verdict at_sign(struct everyuri_finder *finder, const struct eu_find_view *view,
                                    size_t at)
{
	size_t begin = eu_find_local_begin(view, finder->floor, at), end;
	enum eu_find_verdict verdict;

	if (begin == at || view->data[at - 1] == '.' || has_two_dots(view, begin, at))
		return EU_FIND_NO;
	verdict = eu_find_domain(view, at + 1, &end);
	if (verdict == EU_FIND_YES) {
		const struct eu_find_front front = { .least = end, .body = end, .closed = true };

		begin_bare(finder, view, begin, EU_FIND_AS_MAILTO, NULL, &front);
	}
	return verdict;
}

static enum eu_find_verdict look(struct everyuri_finder *finder, const struct eu_find_view *view,
                                 size_t i)
{
	/* LCOV_EXCL_BR_LINE: skip stops only at these bytes */
	switch (view->data[i]) {
	case '<':
		return eu_find_angle_opens(finder, view, i);
	case ':':
		return at_colon(finder, view, i);
	case '@':
		return at_sign(finder, view, i);
	case 'w':
	case 'W':
		return at_w(finder, view, i);
	}
	return EU_FIND_NO;
}

/* Scans until a URI or bracket begins.  Returns: false if the scan needs more text. */
static bool read_text(struct everyuri_finder *finder, const struct eu_find_view *view)
{
	for (size_t i = finder->i; (i = finder->skip(finder, view, i)) < view->len; i++) {
		finder->i = i;
		/* LCOV_EXCL_BR_LINE: the cases cover every value */
		switch (look(finder, view, i)) {
		case EU_FIND_MORE:
			return false;
		case EU_FIND_YES:
			return true;
		case EU_FIND_NO:
			break;
		}
	}
	finder->i = view->len;
	return false;
}

/* Judges whether the character at finder->i, which is above 7F, belongs to the bare URI.  If
 * YES, skips it. */
static enum eu_find_verdict past_foreign(struct everyuri_finder *finder,
                                         const struct eu_find_view *view)
{
	size_t n_bytes;

	/* LCOV_EXCL_BR_LINE: the cases cover every value */
	switch (eu_find_char_at(view, finder->i, &n_bytes)) {
	case EU_FIND_CHAR_UNKNOWN:
		return EU_FIND_MORE;
	case EU_FIND_CHAR_STOP:
		return EU_FIND_NO;
	case EU_FIND_CHAR_DENSE:
		/* CHOICE: the text around the URI decides.  If letters without a space come
		 * before it (見http://h/を), the sentence may also continue after it without a
		 * space. */
		if (finder->glued)
			return EU_FIND_NO;
		break;
	case EU_FIND_CHAR_LETTER:
		break;
	}
	finder->i += n_bytes;
	return EU_FIND_YES;
}

static enum eu_find_verdict not_if(enum eu_find_verdict verdict)
{
	if (verdict == EU_FIND_MORE)
		return verdict;
	return verdict == EU_FIND_YES ? EU_FIND_NO : EU_FIND_YES;
}

/* Judges whether the byte at finder->i belongs to the bare URI.  If YES, skips it. */
static enum eu_find_verdict past_one(struct everyuri_finder *finder,
                                     const struct eu_find_view *view)
{
	size_t i = finder->i;
	int byte = eu_find_at(view, i);
	enum eu_find_verdict verdict = EU_FIND_YES;

	if (byte >= 0x80)
		return past_foreign(finder, view);
	if (byte == '[' || byte == '{') {
		verdict = eu_find_closed_at(view, i, &finder->i);
		return verdict;
	}
	if (!eu_find_is(view, byte, EU_FIND_IN_URI) || byte == ']')
		return eu_find_stuck(byte);
	if (byte == ')' && !finder->depth)
		return EU_FIND_NO;
	if (byte == '(')
		finder->depth++;
	else if (byte == ')')
		finder->depth--;
	else if (byte == '\'' && finder->quoted)
		return EU_FIND_NO;
	else if (byte == '&')
		verdict = not_if(eu_find_entity_at(view, i));
	else if (byte == ',' || byte == ';')
		verdict = not_if(eu_find_list_at(view, i + 1));
	if (verdict == EU_FIND_YES)
		finder->i++;
	return verdict;
}

/* Skips all bytes that belong to the URI regardless of the bytes next to them. */
static void past_many(struct everyuri_finder *finder, const struct eu_find_view *view)
{
	size_t i = finder->i;

	while (i < view->len && finder->beside[(unsigned char)view->data[i]] & EU_FIND_GOES_ON)
		i++;
	finder->i = i;
}

static bool read_body(struct everyuri_finder *finder, const struct eu_find_view *view)
{
	for (;;) {
		past_many(finder, view);
		if (finder->i - finder->start > finder->options.max_len) {
			finder->state = EU_FIND_SKIP;
			return true;
		}
		/* LCOV_EXCL_BR_LINE: the cases cover every value */
		switch (past_one(finder, view)) {
		case EU_FIND_MORE:
			return false;
		case EU_FIND_NO:
			end_bare(finder, view, finder->i);
			return true;
		case EU_FIND_YES:
			break;
		}
	}
}

/* Skips the rest of a URI that is too long.  Searching it for other URIs would scan it again
 * and again. */
static bool read_long(struct everyuri_finder *finder, const struct eu_find_view *view)
{
	int byte = eu_find_at(view, finder->i);

	while (byte >= 0x80 || eu_find_is(view, byte, EU_FIND_IN_URI))
		byte = eu_find_at(view, ++finder->i);
	if (byte == EU_FIND_UNKNOWN)
		return false;
	finder->state = EU_FIND_SEARCH;
	finder->floor = finder->i;
	return true;
}

/* If a bracket does not contain a URI, scans its content again for bare URIs.  The content has
 * no "<", so no byte is scanned more than twice. */
static bool read_angle(struct everyuri_finder *finder, const struct eu_find_view *view)
{
	enum eu_find_verdict verdict = eu_find_angle_goes_on(finder, view);

	if (verdict == EU_FIND_MORE)
		return false;
	if (verdict == EU_FIND_YES && eu_find_angle_closed(finder, view, finder->i))
		return true;
	finder->state = EU_FIND_SEARCH;
	finder->i = finder->start + 1;
	return true;
}

/* Scans as much of the window as possible. */
void eu_find_scan(struct everyuri_finder *finder)
{
	const struct eu_find_view view = {
		.data = finder->data,
		.len = finder->len,
		.final = finder->final,
		.class = finder->class,
	};
	bool more = true;

	while (more && !finder->stopped) {
		/* LCOV_EXCL_BR_LINE: the cases cover every state */
		switch (finder->state) {
		case EU_FIND_SEARCH:
			more = read_text(finder, &view);
			break;
		case EU_FIND_BODY:
			more = read_body(finder, &view);
			break;
		case EU_FIND_SKIP:
			more = read_long(finder, &view);
			break;
		case EU_FIND_ANGLE:
			more = read_angle(finder, &view);
			break;
		}
	}
}
