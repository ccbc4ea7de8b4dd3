/* Finds hosts and mail addresses in running text. */
#include "find/finder.h"

/* Finds the end of a user part: the last "@" before the path, where browsers and others see it too, so
 * that no other host is found.  YES: *host is the index after it. */
static enum eu_find_verdict past_user(const struct eu_find_view *view, size_t at, size_t *host)
{
	enum eu_find_verdict found = EU_FIND_NO;

	for (size_t i = at; i < at + EU_FIND_AUTHORITY_MAX; i++) {
		int byte = eu_find_at(view, i);

		if (byte == '@') {
			*host = i + 1;
			found = EU_FIND_YES;
		} else if (!eu_find_is(view, byte, EU_FIND_IN_USER)) {
			return byte == EU_FIND_UNKNOWN ? EU_FIND_MORE : found;
		}
	}
	return found;
}

/* Matches an IP-literal of RFC 3986, roughly.  It needs a colon, so that a footnote such as
 * "[1]" does not match. */
static enum eu_find_verdict past_literal(const struct eu_find_view *view, size_t at, size_t *end)
{
	bool colon = false;

	for (size_t i = at + 1; i < at + EU_FIND_SCHEME_MAX; i++) {
		int byte = eu_find_at(view, i);

		if (byte == ']') {
			*end = i + 1;
			return colon ? EU_FIND_YES : EU_FIND_NO;
		}
		if (!eu_find_is(view, byte, EU_FIND_IN_USER))
			return eu_find_stuck(byte);
		colon = colon || byte == ':';
	}
	return EU_FIND_NO;
}

/* Matches a host name in letters of any script.  CHOICE: a letter of a dense script after one
 * of US-ASCII belongs to the sentence ("http://h.jpを"), except at the start of a label.
 * *solid: index after the last letter or digit, or 0. */
static enum eu_find_verdict past_name(const struct eu_find_view *view, size_t at, size_t *end,
                                      size_t *solid)
{
	size_t i = at;

	*solid = 0;
	while (i < at + EU_FIND_AUTHORITY_MAX) {
		int byte = eu_find_at(view, i);
		size_t n_bytes = 1;

		if (byte == EU_FIND_UNKNOWN)
			return EU_FIND_MORE;
		if (byte >= 0x80) {
			enum eu_find_char letter = eu_find_char_at(view, i, &n_bytes);

			if (letter == EU_FIND_CHAR_UNKNOWN)
				return EU_FIND_MORE;
			if (letter == EU_FIND_CHAR_STOP)
				break;
			if (letter == EU_FIND_CHAR_DENSE && i > at &&
			    eu_find_is(view, (unsigned char)view->data[i - 1], EU_FIND_ALNUM))
				break;
			*solid = i + n_bytes;
		} else if (byte == '%') {
			int high = eu_find_at(view, i + 1), low = eu_find_at(view, i + 2);

			if (high == EU_FIND_UNKNOWN || low == EU_FIND_UNKNOWN)
				return EU_FIND_MORE;
			if (high < 0 || low < 0 || eu_hex_value((unsigned char)high) < 0 ||
			    eu_hex_value((unsigned char)low) < 0)
				break;
			n_bytes = 3;
			*solid = i + n_bytes;
		} else if (!eu_find_is(view, byte, EU_FIND_IN_HOST)) {
			break;
		} else if (eu_find_is(view, byte, EU_FIND_ALNUM)) {
			*solid = i + 1;
		}
		i += n_bytes;
	}
	if (i >= at + EU_FIND_AUTHORITY_MAX)
		return EU_FIND_NO;
	*end = i;
	return EU_FIND_YES;
}

/* Matches ":" and digits, or ":" alone before a slash.  Leaves *end unchanged if there is no
 * port. */
static enum eu_find_verdict past_port(const struct eu_find_view *view, size_t *end, size_t *solid)
{
	size_t i = *end + 1;
	int byte;

	if (eu_find_at(view, *end) != ':')
		return *end < view->len || view->final ? EU_FIND_YES : EU_FIND_MORE;
	for (; i < *end + EU_FIND_SCHEME_MAX; i++) {
		byte = eu_find_at(view, i);
		if (byte < 0 || !eu_is_digit((unsigned char)byte))
			break;
	}
	byte = eu_find_at(view, i);
	if (byte == EU_FIND_UNKNOWN)
		return EU_FIND_MORE;
	if (i > *end + 1) {
		*end = *solid = i;
	} else if (byte == '/') {
		*end = i;
	}
	return EU_FIND_YES;
}

/* Matches an empty host, as in file:///etc.  A path that begins with a letter, digit, "%", "~"
 * or "_" must follow. */
static enum eu_find_verdict no_host(const struct eu_find_view *view, size_t at,
                                    struct eu_find_front *front)
{
	int slash = eu_find_at(view, at), byte;

	if (slash != '/')
		return eu_find_stuck(slash);
	byte = eu_find_at(view, at + 1);
	if (!eu_find_is(view, byte, EU_FIND_ALNUM) && byte != '%' && byte != '~' && byte != '_')
		return eu_find_stuck(byte);
	*front = (struct eu_find_front){ .least = at + 2, .body = at };
	return EU_FIND_YES;
}

/* Judges the sign after a host and a port.  NO: it ends the authority, and the URI with it. */
static enum eu_find_verdict is_odd_sign(const struct eu_find_view *view, size_t at)
{
	int byte = eu_find_at(view, at), next = eu_find_at(view, at + 1);

	if (byte == EU_FIND_UNKNOWN)
		return EU_FIND_MORE;
	if (byte <= 0 || !strchr("!$&*+,;=:", byte))
		return EU_FIND_NO;
	if (byte == '&') {
		enum eu_find_verdict entity = eu_find_entity_at(view, at);

		if (entity != EU_FIND_NO)
			return entity == EU_FIND_MORE ? EU_FIND_MORE : EU_FIND_NO;
	}
	return eu_find_is(view, next, EU_FIND_ALNUM) ? EU_FIND_YES : eu_find_stuck(next);
}

/* Matches the rest of an authority that is more than a host and a port: "h1:1,h2:2" of a database,
 * "h:port", "a!b.c".  Ending the URI before it would name another host.  Leaves *end unchanged if there
 * is no such rest, or if it is the start of another URI: "http://a,http://b". */
static enum eu_find_verdict past_odd_rest(const struct eu_find_view *view, size_t *end,
                                          size_t *solid)
{
	enum eu_find_verdict odd = is_odd_sign(view, *end);
	size_t i = *end + 1, last = i;
	int byte = eu_find_at(view, i);

	if (odd != EU_FIND_YES)
		return odd == EU_FIND_MORE ? odd : EU_FIND_YES;
	for (; i < *end + EU_FIND_AUTHORITY_MAX && eu_find_is(view, byte, EU_FIND_IN_USER);
	     byte = eu_find_at(view, ++i))
		if (eu_find_is(view, byte, EU_FIND_ALNUM))
			last = i + 1;
	if (byte == EU_FIND_UNKNOWN)
		return EU_FIND_MORE;
	if (byte == '/' && view->data[i - 1] == ':') {
		byte = eu_find_at(view, i + 1);
		if (byte == EU_FIND_UNKNOWN || byte == '/')
			return byte == '/' ? EU_FIND_YES : EU_FIND_MORE;
		byte = '/';
	}
	if (byte != '/' && view->data[*end] != ':')
		return EU_FIND_YES;
	*end = i;
	*solid = last;
	return EU_FIND_YES;
}

/* Matches the text after "//".  A URI ends at the first byte that an authority cannot contain
 * there. */
enum eu_find_verdict eu_find_authority(const struct eu_find_view *view, size_t at, bool need_host,
                                       struct eu_find_front *front)
{
	size_t host = at, end, solid;
	enum eu_find_verdict verdict = past_user(view, at, &host);
	int byte;

	if (verdict == EU_FIND_MORE)
		return verdict;
	byte = eu_find_at(view, host);
	if (byte == '[') {
		verdict = past_literal(view, host, &end);
		if (verdict != EU_FIND_YES)
			return verdict;
		solid = end;
	} else {
		verdict = past_name(view, host, &end, &solid);
		if (verdict != EU_FIND_YES)
			return verdict;
		if (!solid)
			return need_host || end > at ? EU_FIND_NO : no_host(view, at, front);
	}
	if (past_port(view, &end, &solid) == EU_FIND_MORE ||
	    past_odd_rest(view, &end, &solid) == EU_FIND_MORE)
		return EU_FIND_MORE;
	byte = eu_find_at(view, end);
	/* "file://C:\x" names no host "C". */
	if (byte == ':' && eu_find_at(view, end + 1) == '\\')
		return EU_FIND_NO;
	*front = (struct eu_find_front){
		.least = solid,
		.body = end,
		.closed = byte != '/' && byte != '?' && byte != '#',
	};
	return EU_FIND_YES;
}

/* Matches "www." and the rest of a host name.  at: the start of a word. */
enum eu_find_verdict eu_find_www(const struct eu_find_view *view, size_t at,
                                 struct eu_find_front *front)
{
	enum eu_find_verdict verdict = eu_find_word_at(view, at, "www.");
	int byte;

	if (verdict != EU_FIND_YES)
		return verdict;
	byte = eu_find_at(view, at + 4);
	if (byte < 0x80 && !eu_find_is(view, byte, EU_FIND_ALNUM))
		return eu_find_stuck(byte);
	verdict = eu_find_authority(view, at, true, front);
	if (verdict == EU_FIND_YES &&
	    (front->least <= at + 4 || memchr(view->data + at, '@', front->least - at)))
		return EU_FIND_NO;
	return verdict;
}

/* Matches the domain of a mail address: at least two labels, of which the last does not begin
 * with a digit.  *end: index after its last letter or digit. */
enum eu_find_verdict eu_find_domain(const struct eu_find_view *view, size_t at, size_t *end)
{
	size_t stop, solid, label;
	enum eu_find_verdict verdict = past_name(view, at, &stop, &solid);
	int byte;

	if (verdict != EU_FIND_YES)
		return verdict;
	if (!solid || memchr(view->data + at, '%', solid - at) ||
	    memchr(view->data + at, '_', solid - at) || view->data[at] == '.' ||
	    view->data[at] == '-')
		return EU_FIND_NO;
	for (label = solid; label > at && view->data[label - 1] != '.'; label--)
		continue;
	if (label == at || eu_is_digit((unsigned char)view->data[label]))
		return EU_FIND_NO;
	/* "git@host:path" is for ssh, and "a@b@c" and "a@b.c_d" are not mail addresses. */
	byte = eu_find_at(view, stop);
	if (byte == ':' && stop == solid) {
		byte = eu_find_at(view, stop + 1);
		if (byte == EU_FIND_UNKNOWN)
			return EU_FIND_MORE;
		if (eu_find_is(view, byte, EU_FIND_ALNUM) || byte == '/' || byte == '~')
			return EU_FIND_NO;
	}
	if (byte == '@' && stop == solid)
		return EU_FIND_NO;
	*end = solid;
	return EU_FIND_YES;
}

/* Returns the start of the local part before the "@", or `at` if there is none. */
size_t eu_find_local_begin(const struct eu_find_view *view, size_t floor, size_t at)
{
	size_t begin = at;

	while (begin > floor && at - begin <= EU_FIND_LOCAL_MAX &&
	       eu_find_is(view, (unsigned char)view->data[begin - 1], EU_FIND_IN_LOCAL))
		begin--;
	if (at - begin > EU_FIND_LOCAL_MAX)
		return at;
	while (begin < at && view->data[begin] != '_' &&
	       !eu_find_is(view, (unsigned char)view->data[begin], EU_FIND_ALNUM))
		begin++;
	if (begin > floor && (view->data[begin - 1] == '/' || view->data[begin - 1] == '@'))
		return at;
	return begin;
}

/* Matches a mail address that must fill its brackets.  begin: its first byte; at: its "@". */
enum eu_find_verdict eu_find_mail(const struct eu_find_view *view, size_t begin, size_t at,
                                  size_t *end)
{
	enum eu_find_verdict verdict;
	size_t i;

	if (at == begin || view->data[at - 1] == '.' || view->data[begin] == '.')
		return EU_FIND_NO;
	verdict = eu_find_domain(view, at + 1, end);
	if (verdict != EU_FIND_YES)
		return verdict;
	for (i = *end; eu_find_is(view, eu_find_at(view, i), EU_FIND_SPACE); i++)
		if (i > *end + EU_FIND_BLANKS_MAX)
			return EU_FIND_NO;
	if (eu_find_at(view, i) == '>')
		return EU_FIND_YES;
	return eu_find_stuck(eu_find_at(view, i));
}
