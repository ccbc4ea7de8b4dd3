/* Parses by RFC 3986, Appendix A.  The rules are in bottom-up order, because re2c requires a
 * name to be defined before use.  The "-" in the RFC's rule names is "_" here.  base/scan.re2c
 * explains the scanner. */
#include "grammar/rfc3986/rfc3986.h"

#include "base/address.h"

/*!include:re2c "base/scan.re2c" */

/*!re2c
	re2c:bit-vectors = 1; // faster; the other grammars favour small code

	ALPHA         = [A-Za-z];
	DIGIT         = [0-9];
	HEXDIG        = [0-9A-Fa-f];

	pct_encoded   = "%" HEXDIG HEXDIG;
	unreserved    = ALPHA | DIGIT | [-._~];
	sub_delims    = [!$&'()*+,;=];
	pchar         = unreserved | pct_encoded | sub_delims | [:@];

	fragment      = (pchar | [/?])*;
	query         = (pchar | [/?])*;

	segment       = pchar*;
	segment_nz    = pchar+;
	segment_nz_nc = (unreserved | pct_encoded | sub_delims | "@")+;

	path_abempty  = ("/" segment)*;
	path_absolute = "/" (segment_nz ("/" segment)*)?;
	path_noscheme = segment_nz_nc ("/" segment)*;
	path_rootless = segment_nz ("/" segment)*;
	path_empty    = "";
	// 3.3, without path-noscheme, which belongs to relative-ref.
	path          = path_abempty | path_absolute | path_rootless | path_empty;

	dec_octet     = DIGIT | [1-9] DIGIT | "1" DIGIT DIGIT | "2" [0-4] DIGIT | "25" [0-5];
	IPv4address   = dec_octet "." dec_octet "." dec_octet "." dec_octet;

	ZoneID        = (unreserved | pct_encoded)+;
	IPvFuture     = 'v' HEXDIG+ "." (unreserved | sub_delims | ":")+;

	reg_name      = (unreserved | pct_encoded | sub_delims)*;
	userinfo      = (unreserved | pct_encoded | sub_delims | ":")*;
	port          = DIGIT*;
	scheme        = ALPHA (ALPHA | DIGIT | [-+.])*;
*/

/* The text being parsed, and the offsets where its pieces begin, or ABSENT.  A piece ends
 * before the delimiter of the next one. */
struct scan3986 {
	const char *text;
	uint32_t len;
	uint32_t i;    /* number of bytes already matched */
	uint32_t stop; /* on failure: offset of the byte that is not allowed */
	unsigned flags;
	enum everyuri_host_kind literal;
	struct everyuri_span scheme, zone;
	uint32_t userinfo; /* absent if there is no authority */
	uint32_t host, port, path, query, fragment;
};

/* scheme ":" */
static bool match_scheme3986(struct scan3986 *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;

	/*!local:re2c
	scheme ":" {
		s->scheme = eu_span(0, i - 1);
		s->i = i;
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* IPv6address ( "]" / "%" ), starting after the "[".  Calls base/address.h, because an
 * automaton for IPv6address would be as large as all the others here together. */
static bool match_ipv6_3986(struct scan3986 *s)
{
	uint8_t address[EU_IPV6_SIZE];

	s->stop = s->i;
	if (!eu_ipv6_read(s->text, s->len, &s->stop, false, address) || s->stop == s->len ||
	    (s->text[s->stop] != ']' && s->text[s->stop] != '%'))
		return false;
	s->i = s->stop + 1;
	s->literal = EVERYURI_HOST_IPV6;
	return true;
}

/* IP-literal = "[" ( IPv6address / IPvFuture  ) "]", starting after the "[".  Leaves s->i after
 * the "]", or after a "%" that may begin a zone. */
static bool match_ip_literal3986(struct scan3986 *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;

	if (i == len || (text[i] | 0x20) != 'v')
		return match_ipv6_3986(s);
	/*!local:re2c
	IPvFuture "]" {
		s->i = i;
		s->literal = EVERYURI_HOST_IPVFUTURE;
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* IPv6addrz = IPv6address "%25" ZoneID (RFC 6874 2), starting after the "%". */
static bool match_zone3986(struct scan3986 *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;

	/*!local:re2c
	"25" ZoneID "]" {
		s->zone = eu_span(s->i + 2, i - 1);
		s->i = i;
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* [ ":" port ] after an IP-literal in the authority. */
static bool match_port3986(struct scan3986 *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t o;
	/*!stags:re2c:port format = '	uint32_t @@;\n'; */

	/*!local:re2c:port
	(":" @o port)? [/?#\x00] {
		s->port = o;
		s->path = s->i = i - 1;
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

static bool match_behind_bracket3986(struct scan3986 *s)
{
	if (!match_ip_literal3986(s))
		return false;
	if (s->text[s->i - 1] == '%') {
		s->stop = s->i - 1;
		if (!(s->flags & EU_RFC3986_ZONE) || !match_zone3986(s))
			return false;
	}
	return match_port3986(s);
}

/* authority = [ userinfo "@" ] host [ ":" port ], starting after the "//".  It is terminated by
 * the next slash, question mark, number sign, or the end (3.2). */
static bool match_authority3986(struct scan3986 *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t h, o;
	/*!stags:re2c:authority format = '	uint32_t @@;\n'; */

	s->userinfo = i;
	/*!local:re2c:authority
	(userinfo "@")? @h reg_name (":" @o port)? [/?#\x00] {
		s->host = h;
		s->port = o;
		s->path = s->i = i - 1;
		return true;
	}
	(userinfo "@")? @h "[" {
		s->host = h;
		s->i = i;
		return match_behind_bracket3986(s);
	}
	* { s->stop = at; return false; }
	*/
}

/* path [ "?" query ] [ "#" fragment ], after a scheme or an authority. */
static bool match_path3986(struct scan3986 *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t q, f;
	/*!stags:re2c:path format = '	uint32_t @@;\n'; */

	/*!local:re2c:path
	path ("?" @q query)? ("#" @f fragment)? END {
		s->query = q;
		s->fragment = f;
		s->stop = i - 1;
		return s->stop == len;
	}
	* { s->stop = at; return false; }
	*/
}

/* Does the same for a relative-ref without an authority, whose first segment must not contain a
 * colon. */
static bool match_relative_path3986(struct scan3986 *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t q, f;
	/*!stags:re2c:relative format = '	uint32_t @@;\n'; */

	/*!local:re2c:relative
	(path_absolute | path_noscheme | path_empty)
		("?" @q query)? ("#" @f fragment)? END {
		s->query = q;
		s->fragment = f;
		s->stop = i - 1;
		return s->stop == len;
	}
	* { s->stop = at; return false; }
	*/
}

/* 3.2.2: a host that matches IPv4address is an address, not a reg-name. */
static bool is_ipv4_3986(const char *text, uint32_t len)
{
	uint32_t i = 0, at = 0;

	/*!local:re2c
	IPv4address END { (void)at; return i - 1 == len; }
	*               { return false; }
	*/
}

/* Skips "//" if present.  An authority must then follow, since no path without one begins with
 * "//" (3.3). */
static bool take_slashes3986(struct scan3986 *s)
{
	if (s->len - s->i < 2 || memcmp(s->text + s->i, "//", 2) != 0)
		return false;
	s->i += 2;
	return true;
}

/* URI       = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
 * hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty */
static bool match_uri3986(struct scan3986 *s)
{
	if (!match_scheme3986(s))
		return false;
	s->path = s->i;
	if (take_slashes3986(s) && !match_authority3986(s))
		return false;
	return match_path3986(s);
}

/* relative-ref  = relative-part [ "?" query ] [ "#" fragment ]
 * relative-part = "//" authority path-abempty / path-absolute / path-noscheme / path-empty */
static bool match_relative_ref3986(struct scan3986 *s)
{
	s->path = 0;
	if (!take_slashes3986(s))
		return match_relative_path3986(s);
	return match_authority3986(s) && match_path3986(s);
}

static uint32_t in_front_of3986(uint32_t cut, uint32_t otherwise)
{
	return cut == EVERYURI_ABSENT ? otherwise : cut - 1;
}

/* 3.2.1: splits userinfo at its first colon into user and password (contract read.parts). */
static void set_userinfo3986(struct everyuri_uri *uri, uint32_t begin, uint32_t end)
{
	const char *colon = memchr(uri->text + begin, ':', end - begin);

	uri->part[EVERYURI_USER] = eu_span(begin, colon ? (size_t)(colon - uri->text) : end);
	if (colon)
		uri->part[EVERYURI_PASSWORD] = eu_span((size_t)(colon - uri->text) + 1, end);
}

static void set_authority3986(struct everyuri_uri *uri, const struct scan3986 *s)
{
	uint32_t end = in_front_of3986(s->port, s->path);

	if (s->host > s->userinfo)
		set_userinfo3986(uri, s->userinfo, s->host - 1);
	uri->part[EVERYURI_HOST] = eu_span(s->host, end);
	if (s->port != EVERYURI_ABSENT)
		uri->part[EVERYURI_PORT] = eu_span(s->port, s->path);
	if (!eu_is_absent(s->zone))
		eu_uri_add_extra(uri, EVERYURI_EXTRA_ZONE, s->zone);
	if (s->literal != EVERYURI_HOST_NONE)
		uri->host_kind = (uint8_t)s->literal;
	else if (s->host == end)
		uri->host_kind = EVERYURI_HOST_EMPTY;
	else if (is_ipv4_3986(uri->text + s->host, end - s->host))
		uri->host_kind = EVERYURI_HOST_IPV4;
	else
		uri->host_kind = EVERYURI_HOST_NAME;
}

/* Fills the record, only after the whole text has matched. */
static void set_parts3986(struct everyuri_uri *uri, const struct scan3986 *s)
{
	uint32_t query_end = in_front_of3986(s->fragment, s->len);

	eu_uri_begin(uri, s->text, s->len);
	uri->standard = EU_RFC3986_STANDARD;
	uri->part[EVERYURI_SCHEME] = s->scheme;
	if (eu_is_absent(s->scheme))
		uri->flags = EVERYURI_RELATIVE;
	if (s->userinfo != EVERYURI_ABSENT)
		set_authority3986(uri, s);
	uri->part[EVERYURI_PATH] = eu_span(s->path, in_front_of3986(s->query, query_end));
	if (s->query != EVERYURI_ABSENT)
		uri->part[EVERYURI_QUERY] = eu_span(s->query, query_end);
	if (s->fragment != EVERYURI_ABSENT)
		uri->part[EVERYURI_FRAGMENT] = eu_span(s->fragment, s->len);
}

enum everyuri_status eu_rfc3986_read(const char *text, uint32_t len, unsigned flags,
                                     struct everyuri_uri *uri, struct everyuri_error *err)
{
	static const struct eu_refusals refusals = {
		"RFC 3986 2.1", { "RFC 3986 3.1", "RFC 3986 3.2", "RFC 3986 3.3", "RFC 3986 3.5" }
	};
	const struct everyuri_span absent = { EVERYURI_ABSENT, EVERYURI_ABSENT };
	const struct scan3986 begin = { .text = text,
		                        .len = len,
		                        .flags = flags,
		                        .scheme = absent,
		                        .zone = absent,
		                        .userinfo = EVERYURI_ABSENT,
		                        .port = EVERYURI_ABSENT };
	struct scan3986 s = begin;
	bool matched = match_uri3986(&s);

	if (!matched && (flags & EU_RFC3986_REFERENCE)) {
		uint32_t stop = s.stop;

		s = begin;
		matched = match_relative_ref3986(&s);
		/* URI-reference = URI / relative-ref.  If both fail, report the position of the
		 * one that got further. */
		if (!matched && stop > s.stop)
			s.stop = stop;
	}
	if (!matched)
		return eu_refuse(err, text, len, s.stop, &refusals);
	set_parts3986(uri, &s);
	return EVERYURI_OK;
}
