/* Decides whether a word and a colon begin a URI.
 *
 * CHOICE: in running text "note: see" and "data:" are not URIs.  A scheme must be followed by "//" and a
 * host.  If its URIs have no host, it must be followed by text of the form that this scheme uses. */
#include "base/schemes.h"
#include "find/finder.h"

static bool look_up(const struct everyuri_find_options *options, const char *text, size_t len,
                    const char **name)
{
	size_t at = eu_find_name(options->schemes, options->n_schemes, text, len);

	if (at == options->n_schemes)
		return false;
	*name = options->schemes[at];
	return true;
}

/* Returns whether this is one of the caller's schemes.  *name: its name in lower case. */
bool eu_find_scheme_known(const struct everyuri_find_options *options, const char *text, size_t len,
                          const char **name)
{
	const char *alias = eu_find_alias(text, len);

	/* "hxxp" is registered, but only as a name for links that must not be followed. */
	if (alias)
		return options->flags & EVERYURI_FIND_REFANG &&
		       look_up(options, alias, strlen(alias), name);
	return look_up(options, text, len, name);
}

struct scheme_rest {
	const char *name;
	enum eu_rest rule;
};

/* Schemes that everyuri does not handle; scheme_rows.h has the others.  A scheme in neither table must
 * be followed by "//". */
static const struct scheme_rest scheme_rests[] = {
	{ "about", EU_REST_ABOUT },     { "acct", EU_REST_MAIL },
	{ "ark", EU_REST_ARK },         { "bitcoin", EU_REST_HEX },
	{ "did", EU_REST_NAMES },       { "doi", EU_REST_DOI },
	{ "ethereum", EU_REST_HEX },    { "fax", EU_REST_PHONE },
	{ "geo", EU_REST_GEO },         { "h323", EU_REST_MAIL },
	{ "iax", EU_REST_MAIL },        { "im", EU_REST_MAIL },
	{ "info", EU_REST_INFO },       { "jabber", EU_REST_MAIL },
	{ "magnet", EU_REST_PAIRS },    { "modem", EU_REST_PHONE },
	{ "oid", EU_REST_OID },         { "opaquelocktoken", EU_REST_HEX },
	{ "openpgp4fpr", EU_REST_HEX }, { "pres", EU_REST_MAIL },
	{ "sip", EU_REST_MAIL },        { "sips", EU_REST_MAIL },
	{ "sms", EU_REST_PHONE },       { "spotify", EU_REST_NAMES },
	{ "swh", EU_REST_NAMES },       { "tag", EU_REST_TAG },
	{ "tel", EU_REST_PHONE },       { "ws", EU_REST_HOST },
	{ "wss", EU_REST_HOST },        { "xmpp", EU_REST_MAIL },
};

/* Matches a run of letters, digits and bytes of `also`, from `at` to *end.  It must be shorter than
 * EU_FIND_REST_MAX bytes. */
static enum eu_find_verdict past_run(const struct eu_find_view *view, size_t at, const char *also,
                                     size_t *end)
{
	size_t i = at;
	int byte = eu_find_at(view, i);

	while (byte > 0 && i < at + EU_FIND_REST_MAX &&
	       (eu_find_is(view, byte, EU_FIND_ALNUM) || strchr(also, byte)))
		byte = eu_find_at(view, ++i);
	*end = i;
	if (byte == EU_FIND_UNKNOWN)
		return EU_FIND_MORE;
	return i > at && i < at + EU_FIND_REST_MAX ? EU_FIND_YES : EU_FIND_NO;
}

/* Matches a letter or digit at `at`.  *least: the index after it. */
static enum eu_find_verdict letter_at(const struct eu_find_view *view, size_t at, size_t *least)
{
	int byte = eu_find_at(view, at);

	if (!eu_find_is(view, byte, EU_FIND_ALNUM))
		return eu_find_stuck(byte);
	*least = at + 1;
	return EU_FIND_YES;
}

static enum eu_find_verdict digits_at(const struct eu_find_view *view, size_t at, size_t *end)
{
	size_t i = at;
	int byte = eu_find_at(view, i);

	while (byte >= '0' && byte <= '9' && i < at + EU_FIND_REST_MAX)
		byte = eu_find_at(view, ++i);
	*end = i;
	if (byte == EU_FIND_UNKNOWN)
		return EU_FIND_MORE;
	return i > at ? EU_FIND_YES : EU_FIND_NO;
}

static enum eu_find_verdict mail_rest(const struct eu_find_view *view, size_t at, size_t *least)
{
	size_t end;
	enum eu_find_verdict verdict = past_run(view, at, "!#$%&'*+-/=_~.", &end);
	int byte;

	if (verdict != EU_FIND_YES)
		return verdict;
	byte = eu_find_at(view, end);
	if (byte == '@')
		return letter_at(view, end + 1, least);
	for (size_t i = at; i + 3 < end; i++)
		if (eu_find_word_at(view, i, "%40") == EU_FIND_YES && i > at)
			return letter_at(view, i + 3, least);
	return EU_FIND_NO;
}

static enum eu_find_verdict news_rest(const struct eu_find_view *view, size_t at, size_t *least)
{
	size_t end, dot = 0;
	enum eu_find_verdict verdict;
	int byte = eu_find_at(view, at);

	if (byte == '*') {
		byte = eu_find_at(view, at + 1);
		*least = at + 1;
		if (byte == EU_FIND_UNKNOWN)
			return EU_FIND_MORE;
		return eu_find_is(view, byte, EU_FIND_ALNUM) || byte == '*' ? EU_FIND_NO :
		                                                              EU_FIND_YES;
	}
	verdict = past_run(view, at, "!#$%&+-/=_.~", &end);
	if (verdict != EU_FIND_YES)
		return verdict;
	if (eu_find_at(view, end) == '@')
		return letter_at(view, end + 1, least);
	if (!eu_find_is(view, eu_find_at(view, at), EU_FIND_ALNUM))
		return EU_FIND_NO;
	for (size_t i = at + 1; i + 1 < end; i++)
		if (view->data[i] == '.' &&
		    eu_find_is(view, eu_find_at(view, i + 1), EU_FIND_ALNUM))
			dot = i;
	*least = dot + 2;
	return dot ? EU_FIND_YES : EU_FIND_NO;
}

static enum eu_find_verdict urn_rest(const struct eu_find_view *view, size_t at, size_t *least)
{
	size_t end;
	enum eu_find_verdict verdict;

	if (eu_find_at(view, at) == '/')
		return letter_at(view, at + 1, least);
	verdict = past_run(view, at, "-", &end);
	if (verdict != EU_FIND_YES)
		return verdict;
	if (eu_find_at(view, end) != ':' || end - at > 32)
		return EU_FIND_NO;
	return letter_at(view, end + 1, least);
}

/* Matches a directory indicator, for example 10.1000, a slash, and the start of a suffix. */
static enum eu_find_verdict doi_rest(const struct eu_find_view *view, size_t at, size_t *least)
{
	size_t end;
	enum eu_find_verdict verdict = eu_find_word_at(view, at, "10.");
	int byte;

	if (verdict != EU_FIND_YES)
		return verdict;
	verdict = past_run(view, at + 3, ".", &end);
	if (verdict != EU_FIND_YES)
		return verdict;
	if (eu_find_at(view, end) != '/')
		return EU_FIND_NO;
	byte = eu_find_at(view, end + 1);
	if (byte == '(') {
		*least = end + 1;
		return EU_FIND_YES;
	}
	return letter_at(view, end + 1, least);
}

static enum eu_find_verdict phone_rest(const struct eu_find_view *view, size_t at, size_t *least)
{
	size_t i = at, n_digits = 0;
	int byte = eu_find_at(view, i);

	if (byte == '+')
		byte = eu_find_at(view, ++i);
	if (byte < '0' || byte > '9')
		return eu_find_stuck(byte);
	for (; byte > 0 && strchr("0123456789-.()", byte) && i < at + EU_FIND_SCHEME_MAX;
	     byte = eu_find_at(view, ++i))
		if (eu_is_digit((unsigned char)byte)) {
			n_digits++;
			*least = i + 1;
		}
	if (byte == EU_FIND_UNKNOWN)
		return EU_FIND_MORE;
	return n_digits >= 3 ? EU_FIND_YES : EU_FIND_NO;
}

static enum eu_find_verdict geo_number(const struct eu_find_view *view, size_t at, size_t *end)
{
	size_t begin = at + (eu_find_at(view, at) == '-');
	enum eu_find_verdict verdict;

	if (eu_find_at(view, at) == EU_FIND_UNKNOWN)
		return EU_FIND_MORE;
	verdict = digits_at(view, begin, end);
	if (verdict != EU_FIND_YES || eu_find_at(view, *end) != '.')
		return verdict;
	begin = *end + 1;
	verdict = digits_at(view, begin, &begin);
	if (verdict == EU_FIND_YES)
		*end = begin;
	return verdict == EU_FIND_MORE ? verdict : EU_FIND_YES;
}

static enum eu_find_verdict geo_rest(const struct eu_find_view *view, size_t at, size_t *least)
{
	size_t end;
	enum eu_find_verdict verdict = geo_number(view, at, &end);

	if (verdict != EU_FIND_YES)
		return verdict;
	return eu_find_at(view, end) == ',' ? geo_number(view, end + 1, least) : EU_FIND_NO;
}

static enum eu_find_verdict data_rest(const struct eu_find_view *view, size_t at, size_t *least)
{
	size_t end;
	enum eu_find_verdict verdict = past_run(view, at, "/;=+.-_", &end);

	if (verdict != EU_FIND_YES)
		return verdict;
	if (eu_find_at(view, end) != ',' ||
	    !(memchr(view->data + at, '/', end - at) || view->data[at] == ';'))
		return EU_FIND_NO;
	if (eu_find_at(view, end + 1) == '%') {
		*least = end + 2;
		return EU_FIND_YES;
	}
	return letter_at(view, end + 1, least);
}

static enum eu_find_verdict tag_rest(const struct eu_find_view *view, size_t at, size_t *least)
{
	size_t end, year;
	enum eu_find_verdict verdict = past_run(view, at, ".-@_", &end);

	if (verdict != EU_FIND_YES)
		return verdict;
	if (eu_find_at(view, end) != ',')
		return EU_FIND_NO;
	verdict = digits_at(view, end + 1, &year);
	if (verdict != EU_FIND_YES)
		return verdict;
	*least = year;
	return year - end == 5 ? EU_FIND_YES : EU_FIND_NO;
}

/* Matches a name, one sign and a letter: "?xt=u", "web:e", "lccn/2". */
static enum eu_find_verdict pair_rest(const struct eu_find_view *view, size_t at, char sign,
                                      size_t *least)
{
	size_t end;
	enum eu_find_verdict verdict = past_run(view, at, ".-_", &end);

	if (verdict != EU_FIND_YES)
		return verdict;
	return eu_find_at(view, end) == sign ? letter_at(view, end + 1, least) : EU_FIND_NO;
}

static enum eu_find_verdict info_rest(const struct eu_find_view *view, size_t at, size_t *least)
{
	size_t end, slash = at;
	enum eu_find_verdict verdict = pair_rest(view, at, '/', &slash);

	if (verdict != EU_FIND_YES)
		return verdict;
	verdict = past_run(view, slash - 1, "%/._-", &end);
	if (verdict != EU_FIND_YES)
		return verdict;
	*least = slash;
	for (size_t i = slash - 1; i < end; i++)
		if (eu_is_digit((unsigned char)view->data[i]))
			return EU_FIND_YES;
	return EU_FIND_NO;
}

static enum eu_find_verdict oid_rest(const struct eu_find_view *view, size_t at, size_t *least)
{
	size_t end;
	enum eu_find_verdict verdict = digits_at(view, at, &end);

	if (verdict != EU_FIND_YES)
		return verdict;
	return eu_find_at(view, end) == '.' ? digits_at(view, end + 1, least) : EU_FIND_NO;
}

static enum eu_find_verdict hex_rest(const struct eu_find_view *view, size_t at, size_t *least)
{
	size_t end;
	enum eu_find_verdict verdict = past_run(view, at, "-", &end);

	if (verdict != EU_FIND_YES)
		return verdict;
	*least = at + 16;
	for (size_t i = at; i < end && end - at >= 16; i++)
		if (eu_is_digit((unsigned char)view->data[i]))
			return EU_FIND_YES;
	return EU_FIND_NO;
}

static enum eu_find_verdict ark_rest(const struct eu_find_view *view, size_t at, size_t *least)
{
	size_t begin = at + (eu_find_at(view, at) == '/'), end;
	enum eu_find_verdict verdict;

	verdict = digits_at(view, begin, &end);
	if (verdict != EU_FIND_YES)
		return verdict;
	if (end - begin < 5 || eu_find_at(view, end) != '/')
		return EU_FIND_NO;
	return letter_at(view, end + 1, least);
}

static enum eu_find_verdict about_rest(const struct eu_find_view *view, size_t at, size_t *least)
{
	static const char *const token[] = { "blank", "legacy-compat", "srcdoc", "config" };
	size_t end;
	enum eu_find_verdict verdict = past_run(view, at, "-", &end);

	if (verdict != EU_FIND_YES)
		return verdict;
	*least = end;
	for (size_t k = 0; k < sizeof token / sizeof *token; k++)
		if (eu_equals_ignoring_case(view->data + at, end - at, token[k]))
			return EU_FIND_YES;
	return EU_FIND_NO;
}

static enum eu_rest rule_of(const char *name)
{
	const struct eu_scheme *scheme = eu_scheme_find(name, strlen(name));

	if (scheme)
		return scheme->rest;
	for (size_t k = 0; k < sizeof scheme_rests / sizeof *scheme_rests; k++)
		if (!strcmp(name, scheme_rests[k].name))
			return scheme_rests[k].rule;
	return EU_REST_SLASHES;
}

/* Judges a text without "//" by the rule of the scheme. */
static enum eu_find_verdict opaque_rest(const struct eu_find_view *view, enum eu_rest rule,
                                        size_t at, size_t *least)
{
	int byte = eu_find_at(view, at);

	/* LCOV_EXCL_BR_LINE: the cases cover every rule */
	switch (rule) {
	case EU_REST_SLASHES:
	case EU_REST_HOST:
		return EU_FIND_NO;
	case EU_REST_FILE:
		return byte == '/' ? letter_at(view, at + 1, least) : EU_FIND_NO;
	case EU_REST_MAIL:
		if (byte == '?')
			return pair_rest(view, at + 1, '=', least);
		return mail_rest(view, at, least);
	case EU_REST_NEWS:
		return news_rest(view, at, least);
	case EU_REST_URN:
		return urn_rest(view, at, least);
	case EU_REST_DOI:
		return doi_rest(view, at, least);
	case EU_REST_PHONE:
		return phone_rest(view, at, least);
	case EU_REST_GEO:
		return geo_rest(view, at, least);
	case EU_REST_DATA:
		return data_rest(view, at, least);
	case EU_REST_TAG:
		return tag_rest(view, at, least);
	case EU_REST_PAIRS:
		return byte == '?' ? pair_rest(view, at + 1, '=', least) : EU_FIND_NO;
	case EU_REST_NAMES:
		return pair_rest(view, at, ':', least);
	case EU_REST_OID:
		return oid_rest(view, at, least);
	case EU_REST_INFO:
		return info_rest(view, at, least);
	case EU_REST_HEX:
		return hex_rest(view, at, least);
	case EU_REST_ARK:
		return ark_rest(view, at, least);
	case EU_REST_ABOUT:
		return about_rest(view, at, least);
	}
	return EU_FIND_NO;
}

/* Judges whether the text at `at`, after the colon, makes a URI of this scheme.
 * name: in lower case; NULL: not one of the caller's schemes. */
enum eu_find_verdict eu_find_rest(const struct eu_find_view *view, const char *name, size_t at,
                                  struct eu_find_front *front)
{
	enum eu_rest rule = name ? rule_of(name) : EU_REST_SLASHES;
	enum eu_find_verdict verdict = eu_find_word_at(view, at, "//");
	size_t least;

	if (verdict == EU_FIND_MORE)
		return verdict;
	if (verdict == EU_FIND_YES)
		return eu_find_authority(view, at + 2, rule == EU_REST_HOST, front);
	verdict = opaque_rest(view, rule, at, &least);
	if (verdict == EU_FIND_YES)
		*front = (struct eu_find_front){ .least = least, .body = at };
	return verdict;
}
