/* Normalises by the standards from 1993 to RFC 1808: "Before two URIs can be compared, it is
 * therefore necessary to bring them to the same encoding level" (RFC 1630).
 *
 * An escape is decoded if its byte is allowed unencoded there and has no special meaning.  RFC 1630
 * and the drafts list the special bytes for all schemes at once; RFC 1738 lists them for each
 * scheme. */
#include "uri/normal.h"
#include "uri/sets.h"

/* The bytes that may be decoded in each part of a URI. */
struct decodable {
	struct everyuri_byte_set user, host, path, query, fragment;
};

#define XALPHA_BUT_AT_1994 (XALPHA_1994 | BIT('&'))
#define XALPHA_BUT_AT_1630 (XALPHA_1630 | BIT('&'))

/* "+" in a search means a space; ":" and "@" delimit a login. */
static const struct decodable decodable_1994 = {
	.user = SET(UNRESERVED_2 | BIT('$'), BIT('_'), 0),
	.host = SET(UNRESERVED_2, BIT('_'), 0),
	.path = SET(XALPHA_BUT_AT_1994 | BIT('+'), BIT('@') | BIT('_'), 0),
	.query = SET(XALPHA_BUT_AT_1994, BIT('@') | BIT('_'), 0),
	.fragment = SET(XALPHA_BUT_AT_1994, BIT('@') | BIT('_'), 0),
};

/* "*" and "!" are reserved here too. */
static const struct decodable decodable_1630 = {
	.user = SET(0, 0, 0),
	.host = SET(UNRESERVED_2, BIT('_'), 0),
	.path = SET(XALPHA_BUT_AT_1630 | BIT('+'), BIT('@') | BIT('_'), 0),
	.query = SET(XALPHA_BUT_AT_1630, BIT('@') | BIT('_'), 0),
	.fragment = SET(XALPHA_BUT_AT_1630, BIT('@') | BIT('_'), 0),
};

/* RFC 1738.  User and password may contain any byte except ":", "@" and "/" (3.1); a host has no
 * escapes; search is 3.3's, where "/", ";" and "?" are reserved. */
static const struct decodable decodable_1738 = {
	.user = SET(UCHAR | BIT(';') | BIT('?') | BIT('&') | BIT('='), BIT('_'), 0),
	.path = SET(UCHAR, BIT('_'), 0),
	.query = SET(UCHAR | BIT(':') | BIT('&') | BIT('='), BIT('@') | BIT('_'), 0),
	.fragment = SET(UCHAR, BIT('_'), 0),
};

/* RFC 1808 has the characters of RFC 1738, but one syntax for all schemes: the bytes that it
 * reserves (2.2) stay encoded everywhere.  A net_loc is that of RFC 1738, so its host keeps
 * escapes. */
static const struct decodable decodable_1808 = {
	.user = SET(UCHAR | BIT(';') | BIT('?') | BIT('&') | BIT('='), BIT('_'), 0),
	.path = SET(UCHAR, BIT('_'), 0),
	.query = SET(UCHAR, BIT('_'), 0),
	.fragment = SET(UCHAR, BIT('_'), 0),
};

/* Bytes of a scheme's path that may be decoded: those of its production, except those that its
 * section reserves.  The comments name the section and its reserved bytes. */
static const struct {
	const char *scheme;
	struct everyuri_byte_set path;
} paths_1738[] = {
	/* 3.2.2: "/" and ";" */
	{ "ftp", SET(UCHAR | BIT('?') | BIT(':') | BIT('&') | BIT('='), BIT('@') | BIT('_'), 0) },
	{ "file", SET(UCHAR | BIT('?') | BIT(':') | BIT('&') | BIT('='), BIT('@') | BIT('_'), 0) },
	/* 3.3: "/", ";" and "?" */
	{ "http", SET(UCHAR | BIT(':') | BIT('&') | BIT('='), BIT('@') | BIT('_'), 0) },
	/* 3.4.1, 3.5: none */
	{ "gopher", SET(UCHAR | BIT(';') | BIT('/') | BIT('?') | BIT(':') | BIT('&') | BIT('='),
	                BIT('@') | BIT('_'), 0) },
	{ "mailto", SET(UCHAR | BIT(';') | BIT('/') | BIT('?') | BIT(':') | BIT('&') | BIT('='),
	                BIT('@') | BIT('_'), 0) },
	/* 3.6: none, except the "@" and "*" of its production */
	{ "news",
	  SET((UCHAR & ~BIT('*')) | BIT(';') | BIT('/') | BIT('?') | BIT(':') | BIT('&') | BIT('='),
	      BIT('_'), 0) },
	/* 3.11: ";"; in fields also "=", and "/" is not allowed there */
	{ "prospero", SET(UCHAR | BIT('?') | BIT(':') | BIT('&'), BIT('@') | BIT('_'), 0) },
};

static const struct decodable *decodable_of(const struct everyuri_uri *uri)
{
	return uri->standard == EVERYURI_RFC1738 ? &decodable_1738 :
	       uri->standard == EVERYURI_RFC1808 ? &decodable_1808 :
	       uri->standard == EVERYURI_RFC1630 ? &decodable_1630 :
	                                           &decodable_1994;
}

/* RFC 2056: these bytes delimit databases, the identifier and the text after it. */
static struct everyuri_byte_set without_z3950(const struct everyuri_uri *uri,
                                              struct everyuri_byte_set set)
{
	const struct eu_scheme *scheme = eu_uri_scheme(uri);

	if (scheme && scheme->has_z3950_path)
		set.word[1] &= ~(BIT('+') | BIT(';') | BIT('=') | BIT('?'));
	return set;
}

static struct everyuri_byte_set path_set(const struct everyuri_uri *uri)
{
	static const char *const with_at_sign[] = { "news", "mailto", "mid" };
	static const char *const without_plus_1993[] = { "news", "wais", "gopher" };
	struct everyuri_byte_set set = decodable_of(uri)->path;

	if (uri->standard == EVERYURI_RFC1738) {
		for (size_t k = 0; k < sizeof paths_1738 / sizeof *paths_1738; k++)
			if (eu_uri_scheme_is(uri, paths_1738[k].scheme))
				return paths_1738[k].path;
		return set;
	}
	if (uri->standard == EVERYURI_RFC1808)
		return set;
	/* An encoded "@" differs from the "@" of the production. */
	for (size_t k = 0; k < sizeof with_at_sign / sizeof *with_at_sign; k++)
		if (eu_uri_scheme_is(uri, with_at_sign[k]))
			set.word[2] &= ~BIT('@');
	/* The 1993 draft allows "+" only in `path`, which these schemes do not use. */
	for (size_t k = 0; k < sizeof without_plus_1993 / sizeof *without_plus_1993; k++)
		if (uri->standard == EVERYURI_URL1993 &&
		    eu_uri_scheme_is(uri, without_plus_1993[k]))
			set.word[1] &= ~BIT('+');
	return set;
}

/* Returns whether the segment is "." or ".." only after decoding.  Its dots are then data, because
 * the 1994 draft and RFC 1630 reserve only unencoded dots. */
static bool is_encoded_dots(const char *text, size_t len)
{
	size_t n_dots = 0;
	bool escaped = false;

	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if (eu_escape_at(text + i, len - i, &c)) {
			escaped = true;
			i += 2;
		}
		if (c != '.' || ++n_dots > 2)
			return false;
	}
	return escaped;
}

static void out_segment(struct eu_out *out, const char *text, size_t len,
                        const struct everyuri_byte_set *set, bool dots_matter)
{
	size_t n_dots = 0;

	if (!dots_matter || !is_encoded_dots(text, len)) {
		eu_normal_text(out, text, len, set, EU_NO_BLANKS);
		return;
	}
	for (size_t i = 0; i < len; i += text[i] == '%' ? 3 : 1)
		n_dots++;
	while (n_dots--)
		eu_out_escape(out, '.');
}

static void out_segments(struct eu_out *out, const char *text, size_t len,
                         const struct everyuri_byte_set *set, bool dots_matter)
{
	size_t begin = 0;

	if (len && !memchr(text, '%', len)) {
		eu_normal_text(out, text, len, set, EU_NO_BLANKS);
		return;
	}
	for (;;) {
		const char *slash = begin < len ? memchr(text + begin, '/', len - begin) : NULL;
		size_t end = slash ? (size_t)(slash - text) : len;

		out_segment(out, text + begin, end - begin, set, dots_matter);
		if (!slash)
			return;
		eu_out_byte(out, '/');
		begin = end + 1;
	}
}

/* Returns the length of "//" and the text up to the next slash, if a path begins with them but
 * there is no host: decoding must not turn the text into a host.  Only a mailto URL of the 1993
 * draft can have such a path. */
static size_t hostless_front(const struct everyuri_uri *uri)
{
	struct everyuri_text path = eu_uri_part(uri, EVERYURI_PATH);
	const char *slash;

	if (eu_uri_has(uri, EVERYURI_HOST) || path.len < 2 || memcmp(path.data, "//", 2) != 0 ||
	    (eu_uri_scheme_is(uri, "mailto") && uri->standard != EVERYURI_URL1993) ||
	    eu_uri_scheme_is(uri, "news"))
		return 0;
	slash = memchr(path.data + 2, '/', path.len - 2);
	return slash ? (size_t)(slash - path.data) : path.len;
}

/* RFC 1808 2.4.5: parameters follow the first semicolon, and dot segments count only before it.  A
 * first segment with a colon stays unchanged, since decoding it could turn the start of a relative
 * URL into a scheme (2.4.2). */
static void out_path_1808(struct eu_out *out, const struct everyuri_uri *uri,
                          struct everyuri_text path, const struct everyuri_byte_set *set)
{
	static const struct everyuri_byte_set none = { { 0, 0, 0, 0, 0, 0, 0, 0 } };
	const char *semicolon = path.len ? memchr(path.data, ';', path.len) : NULL;
	size_t name = semicolon ? (size_t)(semicolon - path.data) : path.len;
	struct everyuri_span before = uri->part[EVERYURI_PATH];
	uint32_t colon = EVERYURI_ABSENT;
	size_t front = 0;

	before.end = before.begin + (uint32_t)name;
	if (uri->flags & EVERYURI_RELATIVE)
		colon = eu_colon_before_slash(uri->text, before);
	if (colon != EVERYURI_ABSENT)
		front = colon - before.begin;
	eu_normal_text(out, path.data, front, &none, 0);
	out_segments(out, path.data + front, name - front, set, true);
	eu_normal_text(out, path.data + name, path.len - name, set, 0);
}

/* RFC 1630: a partial form has no colon before its first slash.  An encoded colon there stays
 * encoded, because decoding it could produce a scheme. */
static struct everyuri_byte_set set_before_slash(const struct everyuri_uri *uri,
                                                 enum everyuri_part part,
                                                 struct everyuri_byte_set set)
{
	if (uri->flags & EVERYURI_RELATIVE && eu_uri_standard_of(uri)->old_partial_forms &&
	    eu_uri_has(uri, part) && !memchr(uri->text, '/', uri->part[part].begin))
		set.word[1] &= ~BIT(':');
	return set;
}

/* Writes the path by the rules from 1993 to RFC 1630, but not the text before it. */
static void out_segments_of(struct eu_out *out, const struct everyuri_uri *uri,
                            struct everyuri_text path, const struct everyuri_byte_set *set,
                            bool dots_matter)
{
	struct everyuri_byte_set before = set_before_slash(uri, EVERYURI_PATH, *set);
	const char *slash = path.len ? memchr(path.data, '/', path.len) : NULL;
	size_t first = slash ? (size_t)(slash - path.data) : path.len;

	out_segment(out, path.data, first, &before, dots_matter);
	if (slash)
		out_segments(out, slash, path.len - first, set, dots_matter);
}

static void out_old_path(struct eu_out *out, const struct everyuri_uri *uri,
                         enum everyuri_level level)
{
	static const struct everyuri_byte_set none = { { 0, 0, 0, 0, 0, 0, 0, 0 } };
	struct everyuri_text path = eu_uri_part(uri, EVERYURI_PATH);
	struct everyuri_byte_set set = without_z3950(uri, path_set(uri));
	const char *canonical = eu_normal_scheme_path(uri, path, level);
	struct everyuri_text hsoname, type;
	bool dots_matter = uri->standard != EVERYURI_RFC1738;
	size_t front = hostless_front(uri);

	/* RFC 1808 2.4.3: a query needs a slash before it; otherwise "?" would belong to the
	 * net_loc. */
	if (uri->standard == EVERYURI_RFC1808 && canonical && !*canonical &&
	    eu_uri_has(uri, EVERYURI_QUERY))
		canonical = NULL;
	if (canonical) {
		eu_out_bytes(out, canonical, strlen(canonical));
		return;
	}
	if (uri->standard == EVERYURI_RFC1808 ||
	    (uri->standard == EVERYURI_RFC1738 && uri->flags & EVERYURI_RELATIVE)) {
		out_path_1808(out, uri, path, &set);
		return;
	}
	eu_normal_text(out, path.data, front, &none, EU_NO_BLANKS);
	path.data += front;
	path.len -= front;
	hsoname = everyuri_extra_view(uri, EVERYURI_EXTRA_HSONAME);
	if (hsoname.data && uri->standard == EVERYURI_RFC1738) {
		struct everyuri_byte_set own = set;
		size_t name_len = hsoname.len + 1;

		own.word[1] |= BIT('=') | BIT('/');
		out_segments(out, path.data, name_len, &own, false);
		path.data += name_len;
		path.len -= name_len;
	}
	type = everyuri_extra_view(uri, EVERYURI_EXTRA_TYPE);
	if (type.data && uri->standard == EVERYURI_RFC1738 && level >= EVERYURI_LEVEL_SCHEME) {
		out_segments(out, path.data, path.len - type.len, &set, false);
		eu_normal_text(out, type.data, type.len, &none, EU_LOWER);
		return;
	}
	out_segments_of(out, uri, path, &set, dots_matter);
}

/* The drafts and RFC 1808 allow ":" in hosts.  Digits after the last ":" are the port. */
static bool ends_as_port(struct everyuri_text host)
{
	size_t n = host.len;

	while (n && eu_is_digit((unsigned char)host.data[n - 1]))
		n--;
	return n && n < host.len && host.data[n - 1] == ':';
}

/* A digit of the host must not become part of the port: not by decoding its escape, nor because the
 * port after it is omitted.  A host with an "@" stays as it is: with its escapes decoded, the text
 * before the "@" could become a user. */
static void out_old_host(struct eu_out *out, const struct everyuri_uri *uri,
                         const struct decodable *d, enum everyuri_level level)
{
	struct everyuri_text host = eu_uri_part(uri, EVERYURI_HOST);
	struct everyuri_byte_set set = d->host;
	bool as_login = host.len && memchr(host.data, '@', host.len);
	size_t begin = out->len;

	if (host.len && memchr(host.data, ':', host.len))
		for (unsigned digit = '0'; digit <= '9'; digit++)
			set.word[1] &= ~BIT(digit);
	if (as_login)
		memset(&set, 0, sizeof set);
	eu_normal_part(out, uri, EVERYURI_HOST, "", &set,
	               (as_login ? 0u : EU_LOWER) | EU_NO_BLANKS);
	eu_normal_drop_local_host(out, begin, uri, level);
	eu_normal_port(out, uri, ends_as_port(host) ? EVERYURI_LEVEL_SYNTAX : level);
}

/* Returns whether the query is sent as words.  (HTTP sends it as it is written.) */
static bool query_is_words(const struct everyuri_uri *uri, enum everyuri_level level)
{
	return level >= EVERYURI_LEVEL_SCHEME && uri->standard <= EVERYURI_RFC1630 &&
	       (eu_uri_scheme_is(uri, "wais") || eu_uri_scheme_is(uri, "gopher"));
}

/* RFC 1630, "Query strings": "+" is short for a space. */
static void out_query_words(struct eu_out *out, const struct everyuri_uri *uri,
                            const struct everyuri_byte_set *set)
{
	struct everyuri_text query = eu_uri_part(uri, EVERYURI_QUERY);

	if (!query.data)
		return;
	eu_out_byte(out, '?');
	for (size_t i = 0; i < query.len;) {
		const char *plus = memchr(query.data + i, '+', query.len - i);
		size_t end = plus ? (size_t)(plus - query.data) : query.len;

		eu_normal_text(out, query.data + i, end - i, set, EU_NO_BLANKS);
		if (plus)
			eu_out_escape(out, ' ');
		i = end + 1;
	}
}

void eu_normal_old(struct eu_out *out, const struct everyuri_uri *uri, enum everyuri_level level)
{
	const struct decodable *d = decodable_of(uri);
	struct everyuri_text fragment = eu_uri_part(uri, EVERYURI_FRAGMENT);
	struct everyuri_byte_set in_query =
		without_z3950(uri, set_before_slash(uri, EVERYURI_QUERY, d->query));
	struct everyuri_byte_set in_fragment =
		set_before_slash(uri, EVERYURI_FRAGMENT, d->fragment);
	size_t path_begin;

	eu_normal_scheme(out, uri);
	if (eu_uri_has(uri, EVERYURI_HOST)) {
		eu_out_bytes(out, "//", 2);
		if (eu_uri_has(uri, EVERYURI_USER)) {
			eu_normal_part(out, uri, EVERYURI_USER, "", &d->user, EU_NO_BLANKS);
			eu_normal_part(out, uri, EVERYURI_PASSWORD, ":", &d->user, EU_NO_BLANKS);
			eu_out_byte(out, '@');
		}
		out_old_host(out, uri, d, level);
	}
	path_begin = out->len;
	out_old_path(out, uri, level);
	eu_normal_path_rule(out, path_begin, uri, level);
	if (query_is_words(uri, level))
		out_query_words(out, uri, &in_query);
	else
		eu_normal_part(out, uri, EVERYURI_QUERY, "?", &in_query, EU_NO_BLANKS);
	if (fragment.len || !eu_uri_standard_of(uri)->void_fragment_is_none)
		eu_normal_part(out, uri, EVERYURI_FRAGMENT, "#", &in_fragment, EU_NO_BLANKS);
}
