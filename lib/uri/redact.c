/* Printing without secrets.  What is hidden is what any usual reading takes for a secret, not
 * only that of the standard asked: a log is read by others. */
#include "uri/standards.h"

/* What stands where a secret stood.  It is derived as userinfo, query and fragment. */
static const char redaction[] = "***";

struct redacting {
	const char *text;
	size_t len; /* bytes of text */
	const struct everyuri_secrets *secrets;
	bool loose; /* the text is no URI: nothing between "//" and "@" is shown */
	struct eu_out out;
};

static void copy_shown(struct redacting *r, size_t begin, size_t end)
{
	eu_out_bytes(&r->out, r->text + begin, end - begin);
}

static void put_redaction(struct redacting *r)
{
	eu_out_bytes(&r->out, redaction, sizeof redaction - 1);
}

/* Where the byte first stands in [begin, end), or end. */
static size_t first_byte(const struct redacting *r, size_t begin, size_t end, char byte)
{
	const char *hit = begin < end ? memchr(r->text + begin, byte, end - begin) : NULL;

	return hit ? (size_t)(hit - r->text) : end;
}

/* Where it last stands there, or end. */
static size_t last_of(const struct redacting *r, size_t begin, size_t end, char byte)
{
	for (size_t i = end; i > begin; i--)
		if (r->text[i - 1] == byte)
			return i - 1;
	return end;
}

/* ---- userinfo ------------------------------------------------------------------------- */

/* Browsers take "\" for "/", and do not see tabs and line breaks. */
static bool is_slash(char c)
{
	return c == '/' || c == '\\';
}

static bool is_passed_over(char c)
{
	return c == '\t' || c == '\n' || c == '\r';
}

/* Behind the slashes that begin at `at`.  *n_slashes: how many. */
static size_t behind_slashes(const struct redacting *r, size_t at, size_t end, size_t *n_slashes)
{
	for (*n_slashes = 0; at < end; at++) {
		if (is_slash(r->text[at]))
			++*n_slashes;
		else if (!is_passed_over(r->text[at]))
			break;
	}
	return at;
}

/* In a text that is no URI a "\" ends nothing: a user may be called DOMAIN\name. */
static size_t authority_end(const struct redacting *r, size_t begin, size_t end)
{
	size_t at = begin;

	while (at < end && r->text[at] != '/' && (r->loose || r->text[at] != '\\') &&
	       r->text[at] != '?' && r->text[at] != '#')
		at++;
	return at;
}

/* userinfo less its "@": the password, and the user if that was asked for. */
static void put_userinfo(struct redacting *r, size_t begin, size_t end)
{
	size_t colon = first_byte(r, begin, end, ':');

	if (r->loose) {
		put_redaction(r);
		return;
	}
	if (r->secrets->flags & EVERYURI_REDACT_USER)
		put_redaction(r);
	else
		copy_shown(r, begin, colon);
	if (colon < end) {
		eu_out_byte(&r->out, ':');
		put_redaction(r);
	}
}

/* Copy, but hide the userinfo behind every "//": jdbc:db://u:p@h has it in its path, a
 * redirection in its query. */
static void copy_without_userinfo(struct redacting *r, size_t begin, size_t end)
{
	size_t shown = begin, at = begin;

	while (at < end) {
		size_t n_slashes, stop, sign;

		if (!is_slash(r->text[at])) {
			at++;
			continue;
		}
		at = behind_slashes(r, at, end, &n_slashes);
		if (n_slashes < 2)
			continue;
		stop = authority_end(r, at, end);
		sign = last_of(r, at, stop, '@');
		if (sign < stop) {
			copy_shown(r, shown, at);
			put_userinfo(r, at, sign);
			shown = sign;
		}
		at = stop;
	}
	copy_shown(r, shown, end);
}

/* ---- the first authority ------------------------------------------------------------------ */

/* The special schemes of the URL Standard: their slashes are not needed, http:u:p@h. */
static bool is_special(const struct redacting *r, size_t begin, size_t colon)
{
	static const char *const special[] = { "http", "https", "ws", "wss", "ftp" };

	for (size_t k = 0; k < sizeof special / sizeof *special; k++)
		if (eu_equals_ignoring_case(r->text + begin, colon - begin, special[k]))
			return true;
	return false;
}

static bool may_be_in_host(unsigned char c)
{
	return c >= 0x80 || c == '%' || eu_is_unreserved(c) || (c && strchr("!$&'()*+,;=", c));
}

/* Is there a colon in [begin, end), which has no "@", although this is no host and port? */
static bool has_password(const struct redacting *r, size_t begin, size_t end)
{
	size_t at = begin, colon = first_byte(r, begin, end, ':');
	size_t bracket = first_byte(r, begin, end, ']');

	if (colon == end)
		return false;
	if (r->text[begin] == '[' && bracket < end)
		at = bracket + 1;
	while (at < end && r->text[at] != ':' && may_be_in_host((unsigned char)r->text[at]))
		at++;
	if (at < end && r->text[at] == ':')
		at++;
	while (at < end && eu_is_digit((unsigned char)r->text[at]))
		at++;
	return at < end;
}

/* Where the first authority begins, as the broadest reading has it; len: nowhere.  *n_slashes: how
 * many are in front of it. */
static size_t first_authority(const struct redacting *r, size_t *n_slashes)
{
	size_t at = 0, colon;

	while (r->loose && at < r->len && (unsigned char)r->text[at] <= ' ')
		at++;
	colon = first_byte(r, at, r->len, ':');
	if (colon < r->len && is_special(r, at, colon))
		return behind_slashes(r, colon + 1, r->len, n_slashes);
	while (at < r->len) {
		if (!is_slash(r->text[at])) {
			at++;
			continue;
		}
		at = behind_slashes(r, at, r->len, n_slashes);
		if (*n_slashes >= 2)
			return at;
	}
	*n_slashes = 0;
	return r->len;
}

/* RFC 1808 2.4.3 ends the authority behind a scheme, or where there is none, at the next "/" only: a
 * "?" in it is user or password, even where the text in front of it reads as host and port.
 * Returns: whether there is userinfo with a password that goes on over a "?"; *sign: its "@". */
static bool find_over_question(const struct redacting *r, size_t begin, size_t *sign)
{
	size_t start = eu_url_prefix(r->text, r->len), n_slashes, end, last;
	size_t stop = authority_end(r, begin, r->len), colon = first_byte(r, start, begin, ':');
	size_t slashes = colon < begin ? colon + 1 : start;

	if (behind_slashes(r, slashes, r->len, &n_slashes) != begin || stop == r->len ||
	    r->text[stop] != '?')
		return false;
	end = first_byte(r, stop, first_byte(r, stop, r->len, '#'), '/');
	last = last_of(r, stop, end, '@');
	if (last == end || first_byte(r, begin, last, ':') == last)
		return false;
	*sign = last;
	return true;
}

/* The userinfo of a text that no standard's record tells of.  In a text that is no URI, a "/",
 * "?" or "#" may belong to a password, where nobody encoded it, even if the user has an "@" too,
 * and the slashes may be missing.
 * Returns: false if there is none. */
static bool find_userinfo(const struct redacting *r, size_t *begin, size_t *sign)
{
	size_t stop, host, n_slashes;
	bool found;

	*begin = first_authority(r, &n_slashes);
	stop = authority_end(r, *begin, r->len);
	*sign = last_of(r, *begin, stop, '@');
	found = *sign < stop;
	found = find_over_question(r, *begin, sign) || found;
	host = found ? *sign + 1 : *begin;
	if (!r->loose || (n_slashes >= 2 && !has_password(r, host, authority_end(r, host, r->len))))
		return found;
	if (*begin == r->len) {
		size_t colon = first_byte(r, 0, r->len, ':');

		*begin = colon < r->len ? colon + 1 : 0;
	}
	*sign = last_of(r, *begin, r->len, '@');
	return *sign < r->len;
}

/* The "@" that ends userinfo in the broadest reading: where a host may hold one (RFC 1630), it is not the
 * last, and to others what is in front of the last is password. */
static size_t broadest_sign(const struct redacting *r, size_t begin, size_t sign)
{
	size_t stop = authority_end(r, begin, r->len), last = last_of(r, sign, stop, '@');

	if (last < stop)
		sign = last;
	find_over_question(r, begin, &sign);
	return sign;
}

/* Up to the "@" of the first authority, if it has one.  Returns: how far. */
static size_t put_first_userinfo(struct redacting *r, const struct everyuri_uri *uri)
{
	size_t begin, sign;

	if (uri && eu_uri_has(uri, EVERYURI_PASSWORD) && !eu_uri_has(uri, EVERYURI_USER)) {
		struct everyuri_span password = uri->part[EVERYURI_PASSWORD];

		sign = broadest_sign(r, password.begin - 1, password.end);
		copy_shown(r, 0, password.begin);
		put_redaction(r);
		return sign;
	}
	if (uri && eu_uri_has(uri, EVERYURI_USER)) {
		bool both = eu_uri_has(uri, EVERYURI_PASSWORD);

		begin = uri->part[EVERYURI_USER].begin;
		sign = uri->part[both ? EVERYURI_PASSWORD : EVERYURI_USER].end;
		sign = broadest_sign(r, begin, sign);
	} else if (!find_userinfo(r, &begin, &sign)) {
		return 0;
	}
	copy_shown(r, 0, begin);
	put_userinfo(r, begin, sign);
	return sign;
}

/* ---- query and fragment ---------------------------------------------------------------------- */

/* Is this key, decoded and in either case, one of those to hide? */
static bool is_secret_key(const struct redacting *r, size_t begin, size_t end)
{
	for (size_t k = 0; k < r->secrets->n_keys; k++) {
		struct everyuri_text key = r->secrets->keys[k];
		size_t at = begin, i = 0;

		for (; at < end && i < key.len; i++) {
			unsigned char c = (unsigned char)r->text[at];
			size_t n = eu_escape_at(r->text + at, end - at, &c) ? 3 : 1;

			if (n == 1 && c == '+' && key.data[i] == ' ')
				c = ' ';
			if (eu_lower(c) != eu_lower((unsigned char)key.data[i]))
				break;
			at += n;
		}
		if (at == end && i == key.len)
			return true;
	}
	return false;
}

/* What is between two "&".  Some cut at ";" too, some values hold a query of their own: a key
 * may stand behind either, but its value goes to the end, because others do not cut there. */
static void put_pair(struct redacting *r, size_t begin, size_t end)
{
	size_t key = begin, equals = end;

	for (size_t at = begin; at < end; at++) {
		char c = r->text[at];

		if (c == ';' || c == '?') {
			key = at + 1;
			equals = end;
		} else if (c == '=' && equals == end) {
			equals = at;
			if (is_secret_key(r, key, equals)) {
				copy_without_userinfo(r, begin, equals + 1);
				put_redaction(r);
				return;
			}
		}
	}
	copy_without_userinfo(r, begin, end);
}

static void put_pairs(struct redacting *r, size_t begin, size_t end)
{
	for (;;) {
		size_t cut = first_byte(r, begin, end, '&');

		put_pair(r, begin, cut);
		if (cut == end)
			return;
		eu_out_byte(&r->out, '&');
		begin = cut + 1;
	}
}

static void redact_into(struct redacting *r, const struct everyuri_uri *uri)
{
	unsigned flags = r->secrets->flags;
	size_t at = put_first_userinfo(r, uri);
	size_t hash = first_byte(r, at, r->len, '#');
	size_t question = first_byte(r, at, hash, '?');

	copy_without_userinfo(r, at, question);
	if (question < hash) {
		eu_out_byte(&r->out, '?');
		if (flags & EVERYURI_REDACT_QUERY)
			put_redaction(r);
		else
			put_pairs(r, question + 1, hash);
	}
	if (hash < r->len) {
		eu_out_byte(&r->out, '#');
		if (flags & EVERYURI_REDACT_FRAGMENT)
			put_redaction(r);
		else
			put_pairs(r, hash + 1, r->len);
	}
}

static enum everyuri_status redact(struct redacting r, const struct everyuri_uri *uri,
                                   struct everyuri_buf *buf, struct everyuri_error *err)
{
	enum everyuri_status s;

	redact_into(&r, uri);
	s = eu_buf_reserve(buf, r.out.len, err);
	if (s)
		return s;
	r.out = (struct eu_out){ buf->data, 0 };
	redact_into(&r, uri);
	buf->len = r.out.len;
	return EVERYURI_OK;
}

enum everyuri_status everyuri_redact(const struct everyuri_uri *uri,
                                     const struct everyuri_secrets *secrets,
                                     struct everyuri_buf *buf, struct everyuri_error *err)
{
	struct redacting r = { .text = uri->text, .len = uri->len, .secrets = secrets };

	return redact(r, uri, buf, err);
}

enum everyuri_status everyuri_redact_text(const char *text, size_t len,
                                          const struct everyuri_secrets *secrets,
                                          struct everyuri_buf *buf, struct everyuri_error *err)
{
	struct redacting r = { .text = text, .len = len, .secrets = secrets, .loose = true };

	if (len > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	return redact(r, NULL, buf, err);
}
