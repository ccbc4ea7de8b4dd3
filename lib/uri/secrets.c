/* Finds the secrets of a text, valid or not.  A text is a secret if any common parser would take it for
 * one, not only the chosen standard, because other programs read the log too.
 *
 *   form                           secret                          found by
 *   //USER:PW@, anywhere           PW                              seek_authority
 *   http:USER:PW@                  PW (URL Standard: no slashes)   seek_login
 *   //USER:TEXT, http:USER:TEXT    TEXT, unless it is a port       odd_port
 *   //USER:P/W@, //USER:1?PW@      up to the "@"                   seek_login, sign_behind_question
 *   sip:USER:PW@                   PW (RFC 3261 19.1.3)            seek_login
 *   USER:PW@, as curl takes it     PW                              seek_short_login
 *   jdbc:oracle:thin:USER/PW@      PW                              seek_oracle
 *   ;KEY=, ?KEY=, &KEY=, (KEY=     the value                       seek_value */
#include "uri/secrets.h"
#include "uri/standards.h"

struct seeking {
	const char *text;
	size_t len; /* length of text in bytes */
	const struct everyuri_secrets *secrets;
	enum eu_secrets_mode mode;
	bool special; /* the scheme is one of the URL Standard's special schemes */
	bool sip;

	/* The secrets found.  The last few are held back, because the next one may overlap them.  A
	 * login has at most four: a user and a password on each side of its "@". */
	eu_secret_fn *found;
	void *context;
	struct everyuri_span kept[4];
	unsigned n_kept;
};

/* ---- reporting ------------------------------------------------------------------------ */

/* Merges secrets that overlap or touch. */
static void add_secret(struct seeking *s, size_t begin, size_t end)
{
	struct everyuri_span secret = eu_span(begin, end);

	for (; s->n_kept && secret.begin <= s->kept[s->n_kept - 1].end; s->n_kept--) {
		struct everyuri_span before = s->kept[s->n_kept - 1];

		secret.begin = before.begin < secret.begin ? before.begin : secret.begin;
		secret.end = before.end > secret.end ? before.end : secret.end;
	}
	if (s->n_kept == sizeof s->kept / sizeof *s->kept) {
		s->found(s->context, s->kept[0]);
		memmove(s->kept, s->kept + 1, --s->n_kept * sizeof *s->kept);
	}
	s->kept[s->n_kept++] = secret;
}

/* Returns the end of the last secret so far, or 0. */
static size_t end_of_secrets(const struct seeking *s)
{
	return s->n_kept ? s->kept[s->n_kept - 1].end : 0;
}

/* ---- looking -------------------------------------------------------------------------- */

/* Returns the index of the first byte of this value in [begin, end), or end. */
static size_t first_byte(const struct seeking *s, size_t begin, size_t end, char byte)
{
	const char *hit = begin < end ? memchr(s->text + begin, byte, end - begin) : NULL;

	return hit ? (size_t)(hit - s->text) : end;
}

/* Returns the index of the last byte of this value in [begin, end), or end. */
static size_t last_byte(const struct seeking *s, size_t begin, size_t end, char byte)
{
	for (size_t at = end; at > begin; at--)
		if (s->text[at - 1] == byte)
			return at - 1;
	return end;
}

/* Returns the index of the first of these bytes in [begin, end), or end. */
static size_t first_of(const struct seeking *s, size_t begin, size_t end, const char *bytes)
{
	while (begin < end && (!s->text[begin] || !strchr(bytes, s->text[begin])))
		begin++;
	return begin;
}

/* Returns whether browsers read this byte as a slash: they read "\" as "/".  They also remove tabs and line
 * breaks (is_dropped). */
static bool is_slash(char c)
{
	return c == '/' || c == '\\';
}

static bool is_dropped(char c)
{
	return c == '\t' || c == '\n' || c == '\r';
}

/* Returns the end of the slashes that begin at `at`.  Sets *n_slashes to their number. */
static size_t behind_slashes(const struct seeking *s, size_t at, size_t *n_slashes)
{
	for (*n_slashes = 0; at < s->len; at++) {
		if (is_slash(s->text[at]))
			++*n_slashes;
		else if (!is_dropped(s->text[at]))
			break;
	}
	return at;
}

/* Returns the end of an authority.  If the text is not a URI, "\" does not end it, because a user may be
 * called DOMAIN\name. */
static size_t authority_end(const struct seeking *s, size_t begin, size_t end)
{
	return first_of(s, begin, end, s->mode == EU_SECRETS_OF_URI ? "/\\?#" : "/?#");
}

/* ---- userinfo ------------------------------------------------------------------------- */

static bool may_be_in_host(unsigned char c)
{
	return c >= 0x80 || c == '%' || eu_is_unreserved(c) || (c && strchr("!$&'()*+,;=", c));
}

/* Returns whether all bytes may be part of a user name.  Otherwise the text may be a password.  RFC 1808
 * allows "?" in a user name. */
static bool is_user(const struct seeking *s, size_t begin, size_t end)
{
	while (begin < end &&
	       (may_be_in_host((unsigned char)s->text[begin]) || s->text[begin] == '?'))
		begin++;
	return begin == end;
}

/* Returns whether a user name is an access token of GitHub, GitLab or Slack, which needs no password. */
static bool is_access_token(const struct seeking *s, size_t begin, size_t end)
{
	static const char prefixes[][13] = { "ghp_",        "gho_",   "ghs_",
		                             "github_pat_", "glpat-", "xoxb-" };

	for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++) {
		size_t len = strlen(prefixes[k]);

		if (end - begin > len && !memcmp(s->text + begin, prefixes[k], len))
			return true;
	}
	return false;
}

/* Adds the password of a userinfo whose "@" is at `sign`.  Also adds the user if the mode or a flag asks
 * for it. */
static void add_userinfo(struct seeking *s, size_t begin, size_t sign)
{
	size_t colon = first_byte(s, begin, sign, ':');

	if (s->mode == EU_SECRETS_LOGIN || !is_user(s, begin, colon) ||
	    is_access_token(s, begin, colon)) {
		add_secret(s, begin, sign);
		return;
	}
	if (s->secrets->flags & EVERYURI_REDACT_USER)
		add_secret(s, begin, colon);
	if (colon < sign)
		add_secret(s, colon + 1, sign);
}

/* ---- ports ------------------------------------------------------------------------------ */

static size_t skip_host(const struct seeking *s, size_t at, size_t end)
{
	size_t bracket = first_byte(s, at, end, ']');

	if (at < end && s->text[at] == '[' && bracket < end)
		return bracket + 1;
	while (at < end && may_be_in_host((unsigned char)s->text[at]))
		at++;
	return at;
}

static size_t skip_port(const struct seeking *s, size_t at, size_t end)
{
	while (at < end && (eu_is_digit((unsigned char)s->text[at]) || is_dropped(s->text[at])))
		at++;
	return at;
}

/* Returns whether ";name=" follows a port, as in sqlserver://h:1433;user=u.  In SIP, ";name" may also have no
 * value (RFC 3261 25.1). */
static bool is_parameter(const struct seeking *s, size_t at, size_t end)
{
	size_t stop = first_of(s, at + 1, end, ";=:@,");

	return s->text[at] == ';' && (s->sip || (stop < end && s->text[stop] == '='));
}

/* Finds text in the place of a port that is not a number.  Such text may be a password whose "@" was cut off.
 * If there are several hosts (mongodb://h:1,g:2), each must have its port.
 * Returns: the offset of the colon before such text in [begin, end), or end. */
static size_t odd_port(const struct seeking *s, size_t begin, size_t end)
{
	size_t first = first_byte(s, skip_host(s, begin, end), end, ':'), at = begin, stop = end;

	while (stop > begin && (unsigned char)s->text[stop - 1] <= ' ')
		stop--;
	for (bool list = false;; list = true, at++) {
		size_t port;

		at = skip_host(s, at, stop);
		if (at == stop || s->text[at] != ':')
			return first;
		port = at + 1;
		at = skip_port(s, port, stop);
		if (at == stop && (!list || at > port))
			return end;
		if (at < stop && is_parameter(s, at, stop))
			return end;
		if (at == stop || s->text[at] != ',' || at == port)
			return first;
	}
}

/* Adds the text after the colon as a secret.  The text before the colon may be a user name. */
static void add_odd_port(struct seeking *s, size_t host, size_t odd, size_t end)
{
	if (odd == end)
		return;
	if (s->secrets->flags & EVERYURI_REDACT_USER)
		add_secret(s, host, odd);
	add_secret(s, odd + 1, end);
}

/* ---- the first authority ------------------------------------------------------------------ */

#define SCHEME_MAX 12u /* bytes of a scheme name below, with its NUL */

/* The special schemes.  The URL Standard needs no slashes after them: http:u:p@h. */
static const char special_schemes[][SCHEME_MAX] = { "ftp", "http", "https", "ws", "wss", "" };

/* Schemes of SIP (RFC 3261 19.1.3, 19.1.1). */
static const char sip_schemes[][SCHEME_MAX] = { "sip", "sips", "" };

/* Schemes in which no password precedes an "@".  A text with another scheme and without slashes may be
 * the USER:PASSWORD@HOST that curl accepts. */
static const char at_schemes[][SCHEME_MAX] = {
	"about", "acct",       "aim",         "blob",   "callto",  "cid",   "data",
	"did",   "doi",        "file",        "geo",    "im",      "info",  "jabber",
	"jdbc",  "javascript", "mailserver",  "mailto", "message", "mid",   "news",
	"nntp",  "pkg",        "pres",        "skype",  "sms",     "snews", "tag",
	"tel",   "urn",        "view-source", "xmpp",   "",
};

/* Returns whether the scheme is one of `names`, whose last entry is "". */
static bool is_scheme_in(const struct seeking *s, size_t begin, size_t end,
                         const char (*names)[SCHEME_MAX])
{
	for (; **names; names++)
		if (eu_equals_ignoring_case(s->text + begin, end - begin, *names))
			return true;
	return false;
}

/* Returns whether [begin, end) contains only schemes, each with its colon, such as "", "http:" or
 * "jdbc:mysql:". */
static bool is_schemes(const struct seeking *s, size_t begin, size_t end)
{
	if (begin == end)
		return true;
	for (size_t at = begin; at < end; at++) {
		unsigned char c = (unsigned char)s->text[at];

		if (!eu_is_unreserved(c) && c != '+' && c != ':' && !is_dropped((char)c))
			return false;
	}
	return s->text[end - 1] == ':';
}

/* Finds the "@" after a password that contains "?".  RFC 1808 2.4.3 ends the authority after a scheme only at
 * the next "/".  So a "?" in it belongs to the user or password, even if the text before the "?" could be
 * host and port.  But a user name cannot contain "[".
 * Returns: the offset of the "@", or len. */
static size_t sign_behind_question(const struct seeking *s, size_t start, size_t slashes,
                                   size_t begin)
{
	size_t stop = authority_end(s, begin, s->len), end, sign;
	size_t colon = first_byte(s, start, slashes, ':');

	if ((colon < slashes ? colon + 1 : start) != slashes || stop == s->len ||
	    s->text[stop] != '?' ||
	    (s->text[begin] == '[' && first_byte(s, begin, stop, ']') < stop &&
	     first_byte(s, begin, stop, '@') == stop))
		return s->len;
	end = first_of(s, stop, s->len, "/#");
	sign = last_byte(s, stop, end, '@');
	return sign < end && first_byte(s, begin, sign, ':') < sign ? sign : s->len;
}

/* The place where a login may be. */
struct login {
	size_t start;   /* start of the text, after "URL:" and white space */
	size_t slashes; /* index of the first slash before the login */
	size_t begin;   /* index of the login's first byte */
	bool to_last;   /* the login ends at the last "@" of the text */
};

/* Looks for a login that begins at login->begin.  A login ends at the last "@" of the authority.  If an odd
 * port shows that an unencoded password continues after "/", "?" or "#", the login ends at the last "@" of
 * the text.  Without an "@", the text in place of the port is the secret. */
static void seek_login(struct seeking *s, const struct login *login)
{
	size_t begin = login->begin, stop = authority_end(s, begin, s->len);
	size_t sign = last_byte(s, begin, stop, '@');
	size_t over = sign_behind_question(s, login->start, login->slashes, begin);
	size_t host, last, odd;

	if (over < s->len)
		sign = over;
	host = sign == stop ? begin : sign + 1;
	stop = authority_end(s, host, s->len);
	last = last_byte(s, host, s->len, '@');
	if (last < s->len && (login->to_last || odd_port(s, host, stop) < stop)) {
		host = last + 1;
		stop = authority_end(s, host, s->len);
	}
	odd = odd_port(s, host, stop);
	/* If the port is hidden, the rest is no longer a valid URI, so hide the user too. */
	if (over < s->len && odd < stop)
		add_secret(s, begin, host - 1);
	else if (host > begin)
		add_userinfo(s, begin, host - 1);
	add_odd_port(s, host, odd, stop);
}

/* Finds the password in jdbc:oracle:DRIVER:USER/PASSWORD@... */
static void seek_oracle(struct seeking *s, size_t begin)
{
	size_t sign = last_byte(s, begin, s->len, '@');
	size_t slash = first_byte(s, begin, sign, '/');

	if (sign == s->len || slash == sign)
		return;
	if (s->secrets->flags & EVERYURI_REDACT_USER) {
		size_t colon = last_byte(s, begin, slash, ':');

		add_secret(s, colon < slash ? colon + 1 : begin, slash);
	}
	add_secret(s, slash + 1, sign);
}

/* Searches for USER:PASSWORD@HOST without slashes.  In a URI the "@" comes before the first slash.  In any
 * other text, everything after the scheme, or the whole text if there is no scheme, may be secret. */
static void seek_short_login(struct seeking *s, size_t start, size_t colon)
{
	size_t begin = colon < s->len && is_schemes(s, start, colon + 1) ? colon + 1 : start;
	bool is_uri = s->mode == EU_SECRETS_OF_URI;
	size_t end = is_uri ? authority_end(s, start, s->len) : s->len, sign;

	if (is_uri && colon >= end)
		return;
	if (s->mode != EU_SECRETS_LOGIN && colon < end && is_scheme_in(s, start, colon, at_schemes))
		return;
	sign = last_byte(s, begin, end, '@');
	if (!is_uri && sign == end) {
		begin = start;
		sign = last_byte(s, begin, end, '@');
	}
	if (sign == end)
		return;
	if (is_uri && s->secrets->flags & EVERYURI_REDACT_USER)
		add_secret(s, start, colon);
	add_secret(s, begin, sign);
}

/* Returns where the first two slashes begin, or len. */
static size_t first_slashes(const struct seeking *s, size_t at)
{
	size_t n_slashes;

	while (at < s->len) {
		size_t begin = at = first_of(s, at, s->len, "/\\");

		at = behind_slashes(s, at, &n_slashes);
		if (n_slashes >= 2)
			return begin;
	}
	return s->len;
}

/* Looks for the first login.  Returns the start of the authority that was searched, or len. */
static size_t seek_first_login(struct seeking *s)
{
	static const char oracle[] = "jdbc:oracle:";
	struct login login = { .start = 0 };
	size_t colon, n_slashes;

	while (login.start < s->len && (unsigned char)s->text[login.start] <= ' ')
		login.start++;
	if (login.start < s->len)
		login.start += eu_url_prefix(s->text + login.start, s->len - login.start);
	colon = first_byte(s, login.start, s->len, ':');
	s->special = colon < s->len && is_scheme_in(s, login.start, colon, special_schemes);
	s->sip = colon < s->len && is_scheme_in(s, login.start, colon, sip_schemes);
	login.slashes = s->special || s->sip ? colon + 1 : first_slashes(s, login.start);
	login.begin = behind_slashes(s, login.slashes, &n_slashes);
	login.to_last = s->sip || (s->mode != EU_SECRETS_OF_URI && n_slashes < 2);
	if (s->len - login.start >= sizeof oracle - 1 &&
	    eu_equals_ignoring_case(s->text + login.start, sizeof oracle - 1, oracle)) {
		seek_oracle(s, login.start + sizeof oracle - 1);
		return s->len;
	}
	if (login.slashes < s->len && is_schemes(s, login.start, login.slashes)) {
		seek_login(s, &login);
		return login.begin;
	}
	seek_short_login(s, login.start, colon);
	return s->len;
}

/* ---- the rest: authorities and keys ----------------------------------------------------------- */

enum secret_place { IN_PATH, IN_QUERY, IN_FRAGMENT };

/* Looks for a further authority, for example in the query of a redirect.  Returns: the end of that
 * authority. */
static size_t seek_authority(struct seeking *s, size_t slashes, size_t begin,
                             enum secret_place place)
{
	size_t stop = authority_end(s, begin, s->len);
	size_t end = place == IN_PATH ? stop : first_byte(s, begin, stop, '&');
	size_t sign = last_byte(s, begin, end, '@'), host = sign < end ? sign + 1 : begin;
	size_t odd = slashes && s->text[slashes - 1] == ':' ? odd_port(s, host, end) : end;

	if (sign < end)
		add_userinfo(s, begin, sign);
	add_odd_port(s, host, odd, end);
	return end;
}

/* Returns the end of a value.  A ";" does not end a value in a query, since other software does not
 * split queries there.  In special schemes each path segment has its own parameters.  In other schemes,
 * as in JDBC, a value may contain "/", "?" and "#". */
static size_t secret_value_end(const struct seeking *s, size_t at, enum secret_place place)
{
	size_t brace;

	if (place == IN_QUERY)
		return first_of(s, at, s->len, "&#");
	if (place == IN_FRAGMENT)
		return first_byte(s, at, s->len, '&');
	if (s->special)
		return first_of(s, at, s->len, "/\\?#;&");
	/* SQL Server may enclose a value in braces: {a;b} */
	brace = at < s->len && s->text[at] == '{' ? first_byte(s, at, s->len, '}') : s->len;
	return first_of(s, brace < s->len ? brace : at, s->len, ";&");
}

static bool begins_key(char c, enum secret_place place)
{
	return c == ';' || c == '&' || (place == IN_PATH ? c == '(' || c == ',' : c == '?');
}

/* Returns whether the whole part that begins here is secret. */
static bool is_secret_place(struct seeking *s, size_t begin, enum secret_place place)
{
	unsigned flags = s->secrets->flags;

	if (place == IN_QUERY && flags & EVERYURI_REDACT_QUERY)
		add_secret(s, begin, first_byte(s, begin, s->len, '#'));
	if (place == IN_FRAGMENT && flags & EVERYURI_REDACT_FRAGMENT)
		add_secret(s, begin, s->len);
	return flags &
	       (unsigned)(place == IN_QUERY ? EVERYURI_REDACT_QUERY : EVERYURI_REDACT_FRAGMENT);
}

/* The state of the search. */
struct cursor {
	size_t at, key;  /* key: start of the current key, or len if there is none */
	size_t searched; /* end of the last authority, inside which no other authority begins */
	enum secret_place place;
};

/* Begins the query or the fragment at its "?" or "#". */
static void enter_place(struct seeking *s, struct cursor *cursor, char mark)
{
	cursor->place = mark == '?' ? IN_QUERY : IN_FRAGMENT;
	cursor->key = ++cursor->at;
	if (is_secret_place(s, cursor->at, cursor->place))
		cursor->at = mark == '?' ? first_byte(s, cursor->at, s->len, '#') : s->len;
}

/* Adds the value after the "=" of a key, if the key is secret. */
static void seek_value(struct seeking *s, struct cursor *cursor)
{
	size_t key = cursor->key, equals = cursor->at++;

	cursor->key = s->len;
	if (!eu_is_secret_key(s->text + key, equals - key, s->secrets))
		return;
	cursor->at = secret_value_end(s, equals + 1, cursor->place);
	add_secret(s, equals + 1, cursor->at);
}

static void seek_slashes(struct seeking *s, struct cursor *cursor, size_t first)
{
	size_t slashes = cursor->at, n_slashes;

	cursor->at = behind_slashes(s, slashes, &n_slashes);
	if (n_slashes >= 2 && cursor->at != first && slashes >= cursor->searched)
		cursor->searched = seek_authority(s, slashes, cursor->at, cursor->place);
	if (cursor->place == IN_PATH)
		cursor->key = s->len;
}

/* Looks for a userinfo after every "//", and for the values of secret keys. first: offset of the authority
 * that was already searched, or len. */
static void seek_rest(struct seeking *s, size_t first)
{
	size_t hidden = end_of_secrets(s);
	struct cursor cursor = { .key = s->len, .searched = hidden, .place = IN_PATH };

	if (s->special)
		cursor.at = authority_end(s, first, s->len);
	while (cursor.at < s->len) {
		char c = s->text[cursor.at];

		if (cursor.at >= hidden && ((c == '?' && cursor.place == IN_PATH) ||
		                            (c == '#' && cursor.place != IN_FRAGMENT)))
			enter_place(s, &cursor, c);
		else if (begins_key(c, cursor.place))
			cursor.key = ++cursor.at;
		else if (c == '=' && cursor.key < s->len)
			seek_value(s, &cursor);
		else if (is_slash(c))
			seek_slashes(s, &cursor, first);
		else
			cursor.at++;
	}
}

void eu_secrets_find(const char *text, size_t len, const struct everyuri_secrets *secrets,
                     enum eu_secrets_mode mode, eu_secret_fn *found, void *context)
{
	struct seeking s = { .text = text,
		             .len = len,
		             .secrets = secrets,
		             .mode = mode,
		             .found = found,
		             .context = context };

	seek_rest(&s, seek_first_login(&s));
	for (unsigned i = 0; i < s.n_kept; i++)
		found(context, s.kept[i]);
}

enum eu_secrets_mode eu_secrets_mode_of(const char *text, size_t len, enum eu_secrets_mode mode)
{
	struct everyuri_uri uri;

	return eu_uri_read(text, len, EVERYURI_RFC3987, EVERYURI_ADMIT_ZONE, &uri, NULL) ?
	               mode :
	               EU_SECRETS_OF_URI;
}

/* ---- the public function ------------------------------------------------------------------ */

struct collecting {
	struct everyuri_span *secret;
	size_t n, n_max;
};

static void collect_secret(void *context, struct everyuri_span secret)
{
	struct collecting *collecting = context;

	if (collecting->n < collecting->n_max)
		collecting->secret[collecting->n] = secret;
	collecting->n++;
}

size_t everyuri_secrets_find(const char *text, size_t len, const struct everyuri_secrets *secrets,
                             struct everyuri_span *secret, size_t n_max)
{
	struct collecting collecting = { secret, 0, n_max };

	if (len > EVERYURI_TEXT_MAX)
		collect_secret(&collecting, eu_span(0, EVERYURI_TEXT_MAX));
	else
		eu_secrets_find(text, len, secrets,
		                eu_secrets_mode_of(text, len, EU_SECRETS_OF_TEXT), collect_secret,
		                &collecting);
	return collecting.n;
}
