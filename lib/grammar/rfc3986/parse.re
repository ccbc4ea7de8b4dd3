/* RFC 3986, Appendix A, bottom-up because re2c wants a name before its use; "-" in
 * the RFC's rule names is "_" here.  How it is scanned stands in base/scan.re2c. */
#include "grammar/rfc3986/rfc3986.h"

/*!include:re2c "base/scan.re2c" */

/*!re2c
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

	dec_octet     = DIGIT | [1-9] DIGIT | "1" DIGIT DIGIT | "2" [0-4] DIGIT | "25" [0-5];
	IPv4address   = dec_octet "." dec_octet "." dec_octet "." dec_octet;

	h16           = HEXDIG{1,4};
	ls32          = h16 ":" h16 | IPv4address;
	IPv6address   =                            (h16 ":"){6} ls32
	              |                       "::" (h16 ":"){5} ls32
	              | (               h16)? "::" (h16 ":"){4} ls32
	              | ((h16 ":"){0,1} h16)? "::" (h16 ":"){3} ls32
	              | ((h16 ":"){0,2} h16)? "::" (h16 ":"){2} ls32
	              | ((h16 ":"){0,3} h16)? "::"  h16 ":"     ls32
	              | ((h16 ":"){0,4} h16)? "::"              ls32
	              | ((h16 ":"){0,5} h16)? "::"              h16
	              | ((h16 ":"){0,6} h16)? "::";
	ZoneID        = (unreserved | pct_encoded)+;
	IPvFuture     = 'v' HEXDIG+ "." (unreserved | sub_delims | ":")+;

	reg_name      = (unreserved | pct_encoded | sub_delims)*;
	userinfo      = (unreserved | pct_encoded | sub_delims | ":")*;
	port          = DIGIT*;
	scheme        = ALPHA (ALPHA | DIGIT | [-+.])*;
*/

/* Where the pieces begin, in bytes of the text; ABSENT where there is none.  The
 * delimiters in front of a piece tell where the one before it ends. */
struct cuts3986 {
	uint32_t colon;    /* the scheme's */
	uint32_t userinfo; /* absent: there is no authority */
	uint32_t host, port, path, query, fragment;
};

/* Where a matcher ended: at the end of the text, in front of what an IP-literal holds,
 * or at a byte that cannot stand there. */
enum end3986 { END_FAILED_3986, END_TEXT_3986, END_BRACKET_3986 };

/* URI       = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
 * hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty
 * authority = [ userinfo "@" ] host [ ":" port ] */
static enum end3986 match_uri3986(const char *text, uint32_t len, struct cuts3986 *cuts,
                                  uint32_t *stop)
{
	uint32_t i = 0, at = 0;
	uint32_t c, u, h, o, p, q, f;
	/*!stags:re2c:uri format = '	uint32_t @@;\n'; */

	/*!local:re2c:uri
	scheme @c ":" ("//" @u (userinfo "@")? @h reg_name (":" @o port)? @p path_abempty
	              | path_absolute | path_rootless | path_empty)
	              ("?" @q query)? ("#" @f fragment)? END {
		*cuts = (struct cuts3986){ c, u, h, o, p, q, f };
		*stop = i - 1;
		return END_TEXT_3986;
	}
	scheme @c "://" @u (userinfo "@")? @h "[" {
		*cuts = (struct cuts3986){ .colon = c, .userinfo = u, .host = h };
		*stop = i;
		return END_BRACKET_3986;
	}
	* {
		*stop = at;
		return END_FAILED_3986;
	}
	*/
}

/* relative-ref  = relative-part [ "?" query ] [ "#" fragment ]
 * relative-part = "//" authority path-abempty / path-absolute / path-noscheme / path-empty */
static enum end3986 match_relative3986(const char *text, uint32_t len, struct cuts3986 *cuts,
                                       uint32_t *stop)
{
	uint32_t i = 0, at = 0;
	uint32_t u, h, o, p, q, f;
	/*!stags:re2c:relative format = '	uint32_t @@;\n'; */

	/*!local:re2c:relative
	("//" @u (userinfo "@")? @h reg_name (":" @o port)? @p path_abempty
	| path_absolute | path_noscheme | path_empty) ("?" @q query)? ("#" @f fragment)? END {
		*cuts = (struct cuts3986){ EVERYURI_ABSENT, u, h, o, p, q, f };
		*stop = i - 1;
		return END_TEXT_3986;
	}
	"//" @u (userinfo "@")? @h "[" {
		*cuts = (struct cuts3986){ .colon = EVERYURI_ABSENT, .userinfo = u, .host = h };
		*stop = i;
		return END_BRACKET_3986;
	}
	* {
		*stop = at;
		return END_FAILED_3986;
	}
	*/
}

/* IP-literal = "[" ( IPv6address / IPvFuture  ) "]", from behind the "[".  A matcher of
 * its own: inside of the two above it would be four times as large.
 * Leaves *stop behind the "]", or behind a "%" that may begin a zone. */
static enum everyuri_host_kind match_ip_literal3986(const char *text, uint32_t len, uint32_t i,
                                                    uint32_t *stop)
{
	uint32_t at = i;

	/*!local:re2c
	IPv6address [\]%] { *stop = i; return EVERYURI_HOST_IPV6; }
	IPvFuture "]"     { *stop = i; return EVERYURI_HOST_IPVFUTURE; }
	*                 { *stop = at; return EVERYURI_HOST_NONE; }
	*/
}

/* IPv6addrz = IPv6address "%25" ZoneID (RFC 6874 2), from behind the "%". */
static bool match_zone3986(const char *text, uint32_t len, uint32_t i, uint32_t *stop)
{
	uint32_t at = i;

	/*!local:re2c
	"25" ZoneID "]" { *stop = i; return true; }
	*               { *stop = at; return false; }
	*/
}

/* What follows an IP-literal: [ ":" port ] path-abempty [ "?" query ] [ "#" fragment ]. */
static enum end3986 match_behind_literal3986(const char *text, uint32_t len, uint32_t i,
                                             struct cuts3986 *cuts, uint32_t *stop)
{
	uint32_t at = i;
	uint32_t o, p, q, f;
	/*!stags:re2c:behind format = '	uint32_t @@;\n'; */

	/*!local:re2c:behind
	(":" @o port)? @p path_abempty ("?" @q query)? ("#" @f fragment)? END {
		cuts->port = o;
		cuts->path = p;
		cuts->query = q;
		cuts->fragment = f;
		*stop = i - 1;
		return END_TEXT_3986;
	}
	* {
		*stop = at;
		return END_FAILED_3986;
	}
	*/
}

/* 3.2.2: what matches IPv4address is one, and not a reg-name. */
static bool is_ipv4_3986(const char *text, uint32_t len)
{
	uint32_t i = 0, at = 0;

	/*!local:re2c
	IPv4address END { (void)at; return i - 1 == len; }
	*               { return false; }
	*/
}

/* ZONE of the record: what follows "%25". */
static enum end3986 match_literal_host3986(const char *text, uint32_t len, unsigned flags,
                                           struct cuts3986 *cuts, struct everyuri_uri *uri,
                                           uint32_t *stop)
{
	uint32_t zone = 0;

	uri->host_kind = (uint8_t)match_ip_literal3986(text, len, *stop, stop);
	if (uri->host_kind == EVERYURI_HOST_NONE)
		return END_FAILED_3986;
	if (text[*stop - 1] == '%') {
		if (!(flags & EU_RFC3986_ZONE)) {
			--*stop;
			return END_FAILED_3986;
		}
		zone = *stop + 2;
		if (!match_zone3986(text, len, *stop, stop))
			return END_FAILED_3986;
		eu_uri_add_extra(uri, EVERYURI_EXTRA_ZONE, eu_span(zone, *stop - 1));
	}
	return match_behind_literal3986(text, len, *stop, cuts, stop);
}

static uint32_t present_or(uint32_t cut, uint32_t otherwise)
{
	return cut == EVERYURI_ABSENT ? otherwise : cut - 1;
}

/* 3.2.1: userinfo is cut at its first colon; CONTRACT's user and password. */
static void set_userinfo3986(struct everyuri_uri *uri, uint32_t begin, uint32_t end)
{
	const char *colon = memchr(uri->text + begin, ':', end - begin);

	uri->part[EVERYURI_USER] = eu_span(begin, colon ? (size_t)(colon - uri->text) : end);
	if (colon)
		uri->part[EVERYURI_PASSWORD] = eu_span((size_t)(colon - uri->text) + 1, end);
}

static void set_authority3986(struct everyuri_uri *uri, const struct cuts3986 *cuts)
{
	uint32_t host_end = present_or(cuts->port, cuts->path);

	if (cuts->host > cuts->userinfo)
		set_userinfo3986(uri, cuts->userinfo, cuts->host - 1);
	uri->part[EVERYURI_HOST] = eu_span(cuts->host, host_end);
	if (cuts->port != EVERYURI_ABSENT)
		uri->part[EVERYURI_PORT] = eu_span(cuts->port, cuts->path);
	if (uri->host_kind != EVERYURI_HOST_NONE)
		return;
	uri->host_kind = cuts->host == host_end ? EVERYURI_HOST_EMPTY :
	                 is_ipv4_3986(uri->text + cuts->host, host_end - cuts->host) ?
	                                          EVERYURI_HOST_IPV4 :
	                                          EVERYURI_HOST_NAME;
}

static void set_parts3986(struct everyuri_uri *uri, const struct cuts3986 *cuts)
{
	uint32_t query_end = present_or(cuts->fragment, uri->len);
	uint32_t path = 0;

	if (cuts->colon != EVERYURI_ABSENT) {
		uri->part[EVERYURI_SCHEME] = eu_span(0, cuts->colon);
		path = cuts->colon + 1;
	} else {
		uri->flags |= EVERYURI_RELATIVE;
	}
	if (cuts->userinfo != EVERYURI_ABSENT) {
		set_authority3986(uri, cuts);
		path = cuts->path;
	}
	uri->part[EVERYURI_PATH] = eu_span(path, present_or(cuts->query, query_end));
	if (cuts->query != EVERYURI_ABSENT)
		uri->part[EVERYURI_QUERY] = eu_span(cuts->query, query_end);
	if (cuts->fragment != EVERYURI_ABSENT)
		uri->part[EVERYURI_FRAGMENT] = eu_span(cuts->fragment, uri->len);
}

enum everyuri_status eu_rfc3986_parse(const char *text, uint32_t len, unsigned flags,
                                      struct everyuri_uri *uri, struct everyuri_error *err)
{
	static const struct eu_refusals refusals = {
		"RFC 3986 2.1", { "RFC 3986 3.1", "RFC 3986 3.2", "RFC 3986 3.3", "RFC 3986 3.5" }
	};
	struct everyuri_uri result = eu_uri_of(text, len);
	struct cuts3986 cuts;
	uint32_t stop;
	enum end3986 end = match_uri3986(text, len, &cuts, &stop);

	if (end == END_BRACKET_3986)
		end = match_literal_host3986(text, len, flags, &cuts, &result, &stop);
	if ((end == END_FAILED_3986 || stop < len) && (flags & EU_RFC3986_REFERENCE)) {
		uint32_t uri_stop = stop;

		result = eu_uri_of(text, len);
		end = match_relative3986(text, len, &cuts, &stop);
		if (end == END_BRACKET_3986)
			end = match_literal_host3986(text, len, flags, &cuts, &result, &stop);
		/* URI-reference = URI / relative-ref: the one that gets further says
		 * which byte no valid text can have. */
		if ((end == END_FAILED_3986 || stop < len) && uri_stop > stop)
			stop = uri_stop;
	}
	if (end == END_FAILED_3986 || stop < len)
		return eu_refuse(err, text, len, stop, &refusals);
	set_parts3986(&result, &cuts);
	*uri = result;
	return EVERYURI_OK;
}
