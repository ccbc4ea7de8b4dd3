/* Parses by RFC 2396, Appendix A, with the changes of RFC 2732 section 3.  The rules are in
 * bottom-up order, because re2c requires a name to be defined before use.  base/scan.re2c
 * explains the scanner. */
#include "grammar/rfc2396/rfc2396.h"

#include "base/address.h"
#include "base/scan.h"

/*!include:re2c "base/scan.re2c" */

/*!re2c
	digit         = [0-9];
	alpha         = [A-Za-z];
	alphanum      = alpha | digit;
	hex           = digit | [A-Fa-f];
	escaped       = "%" hex hex;
	mark          = [-_.!~*'()];
	unreserved    = alphanum | mark;
	reserved      = [;/?:@&=+$,] | "[" | "]"; // the brackets are RFC 2732's
	uric          = reserved | unreserved | escaped;

	fragment      = uric*;
	query         = uric*;

	pchar         = unreserved | escaped | [:@&=+$,];
	param         = pchar*;
	segment       = pchar* (";" param)*;
	path_segments = segment ("/" segment)*;

	port          = digit*;
	IPv4address   = digit+ "." digit+ "." digit+ "." digit+;
	toplabel      = alpha | alpha (alphanum | "-")* alphanum;
	domainlabel   = alphanum | alphanum (alphanum | "-")* alphanum;
	hostname      = (domainlabel ".")* toplabel "."?;
	userinfo      = (unreserved | escaped | [;:&=+$,])*;

	reg_name      = (unreserved | escaped | [$,;:@&=+])+;
	scheme        = alpha (alpha | digit | [-+.])*;

	rel_segment   = (unreserved | escaped | [;@&=+$,])+;
	abs_path      = "/" path_segments;
	rel_path      = rel_segment abs_path?;

	uric_no_slash = unreserved | escaped | [;?:@&=+$,];
	opaque_part   = uric_no_slash uric*;
*/

/* server = [ [ userinfo "@" ] hostport ], without addresses in brackets; hostname is
 * RFC 2396 3.2.2's.  Must match all the text from s.i to cuts->path. */
static bool match_server2396(struct eu_scan s, struct eu_cuts *cuts)
{
	const char *text = s.text;
	uint32_t len = cuts->path, i = s.i, at = i;
	uint32_t h, o;
	/*!stags:re2c:server format = '	uint32_t @@;\n'; */

	/*!local:re2c:server
	(userinfo "@")? @h (hostname | IPv4address) (":" @o port)? END {
		cuts->host = h;
		cuts->port = o;
		return i - 1 == len;
	}
	* { (void)at; return false; }
	*/
}

/* ipv6reference = "[" IPv6address "]" (RFC 2732 3) and the rest of the server, starting after the
 * "[".  CHOICE: an address has eight groups, as in the prose of RFC 2373.  The BNF of RFC 2373 does
 * not count groups, and does not match "::192.9.5.5", an example of RFC 2732. */
static bool match_ipv6reference2396(struct eu_scan *s, struct eu_cuts *cuts)
{
	const char *text = s->text;
	uint32_t len = s->len, i, at;
	uint32_t o;
	uint8_t address[EU_IPV6_SIZE];
	/*!stags:re2c:port format = '	uint32_t @@;\n'; */

	s->stop = s->i;
	if (!eu_ipv6_read(text, len, &s->stop, true, address) || s->stop == len ||
	    text[s->stop] != ']')
		return false;
	i = at = s->stop + 1;
	/*!local:re2c:port
	(":" @o port)? [/?#\x00] {
		cuts->port = o;
		cuts->path = s->i = i - 1;
		s->uri->host_kind = EVERYURI_HOST_IPV6;
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* authority = server | reg_name, starting after the "//"; the first one that matches wins
 * (4.3).  Every server without brackets also matches reg_name. */
static bool match_authority2396(struct eu_scan *s, struct eu_cuts *cuts)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t h;
	/*!stags:re2c:authority format = '	uint32_t @@;\n'; */

	cuts->user = cuts->host = i;
	/*!local:re2c:authority
	reg_name? [/?#\x00] {
		cuts->path = i - 1;
		if (cuts->path > cuts->host && !match_server2396(*s, cuts))
			s->uri->host_kind = EVERYURI_HOST_REGISTRY;
		s->i = cuts->path;
		return true;
	}
	(userinfo "@")? @h "[" {
		cuts->host = h;
		s->i = i;
		return match_ipv6reference2396(s, cuts);
	}
	* { s->stop = at; return false; }
	*/
}

/* Fills the record after a match up to END. */
static bool end2396(struct eu_scan *s, uint32_t i, struct eu_cuts *cuts)
{
	uint8_t kind = s->uri->host_kind;

	if (cuts->host != EU_NO_CUT && cuts->host > cuts->user) {
		uint32_t colon = eu_find_bytes(s->text, eu_span(cuts->user, cuts->host - 1), ":");

		if (colon != EVERYURI_ABSENT)
			cuts->password = colon + 1;
	}
	if (!eu_scan_end(s, i, cuts))
		return false;
	if (kind != EVERYURI_HOST_NONE)
		s->uri->host_kind = kind;
	return true;
}

/* [ abs_path ] [ "?" query ] [ "#" fragment ] */
static bool match_abs_path2396(struct eu_scan *s, struct eu_cuts *cuts)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t q, f;
	/*!stags:re2c:abs_path format = '	uint32_t @@;\n'; */

	cuts->path = i;
	/*!local:re2c:abs_path
	abs_path? ("?" @q query)? ("#" @f fragment)? END {
		cuts->query = q;
		cuts->fragment = f;
		return end2396(s, i, cuts);
	}
	* { s->stop = at; return false; }
	*/
}

/* opaque_part [ "#" fragment ]: "?" is an ordinary character here. */
static bool match_opaque_part2396(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t f;
	/*!stags:re2c:opaque format = '	uint32_t @@;\n'; */

	/*!local:re2c:opaque
	opaque_part ("#" @f fragment)? END { return eu_scan_opaque_end(s, i, f); }
	* { s->stop = at; return false; }
	*/
}

/* rel_path [ "?" query ] [ "#" fragment ].  CHOICE: rel_path may be missing, as in the example
 * "?y" of C.1; an empty text, or a fragment alone, is the current document (4.2). */
static bool match_rel_path2396(struct eu_scan *s, struct eu_cuts *cuts)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t q, f;
	/*!stags:re2c:rel_path format = '	uint32_t @@;\n'; */

	cuts->path = i;
	/*!local:re2c:rel_path
	rel_path? ("?" @q query)? ("#" @f fragment)? END {
		cuts->query = q;
		cuts->fragment = f;
		return end2396(s, i, cuts);
	}
	* { s->stop = at; return false; }
	*/
}

/* Both hier_part and relativeURI may begin with a slash: net_path | abs_path.  The first one
 * that matches wins.  An abs_path that begins with "//" always matches net_path too. */
static bool match_slash2396(struct eu_scan *s)
{
	struct eu_cuts cuts = { EU_NO_CUT, EU_NO_CUT, EU_NO_CUT, EU_NO_CUT,
		                EU_NO_CUT, EU_NO_CUT, EU_NO_CUT };

	if (s->len - s->i >= 2 && s->text[s->i + 1] == '/') {
		s->i += 2;
		if (!match_authority2396(s, &cuts))
			return false;
	}
	return match_abs_path2396(s, &cuts);
}

/* absoluteURI = scheme ":" ( hier_part | opaque_part ) */
static bool match_absolute2396(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;

	/*!local:re2c
	scheme ":" {
		s->uri->part[EVERYURI_SCHEME] = eu_span(s->i, i - 1);
		s->i = i;
		if (i < len && text[i] == '/')
			return match_slash2396(s);
		return match_opaque_part2396(s);
	}
	* { s->stop = at; return false; }
	*/
}

/* relativeURI = ( net_path | abs_path | rel_path ) [ "?" query ] */
static bool match_relative2396(struct eu_scan *s)
{
	struct eu_cuts cuts = { EU_NO_CUT, EU_NO_CUT, EU_NO_CUT, EU_NO_CUT,
		                EU_NO_CUT, EU_NO_CUT, EU_NO_CUT };

	if (s->len && s->text[0] == '/')
		return match_slash2396(s);
	return match_rel_path2396(s, &cuts);
}

/* Returns whether parsing stopped where only an opaque_part is possible, because no slash follows
 * "scheme:". */
static bool stops_in_opaque2396(const struct eu_scan *s)
{
	const char *colon = memchr(s->text, ':', s->stop);

	return colon && (colon + 1 == s->text + s->stop || colon[1] != '/');
}

enum everyuri_status eu_rfc2396_parse(const char *text, uint32_t len, bool partial,
                                      struct everyuri_uri *uri, struct everyuri_error *err)
{
	struct eu_refusals refusals = { "RFC 2396 2",
		                        { "RFC 2396 3.1", "RFC 2396 3.2", "RFC 2396 3.3",
		                          "RFC 2396 4.1" } };
	struct everyuri_uri result = eu_uri_of(text, len);
	struct eu_scan s = { text, len, 0, 0, &result };
	bool matched = match_absolute2396(&s), opaque = !matched && stops_in_opaque2396(&s);

	if (!matched && partial) {
		struct eu_scan p = { text, len, 0, 0, &result };

		result = eu_uri_of(text, len);
		result.flags = EVERYURI_RELATIVE;
		matched = match_relative2396(&p);
		/* If both attempts fail, report the position of the one that got further. */
		if (p.stop > s.stop) {
			s.stop = p.stop;
			opaque = false;
		}
	}
	if (opaque)
		refusals.syntax[2] = "RFC 2396 3";
	if (!matched)
		return eu_refuse(err, text, len, s.stop, &refusals);
	*uri = result;
	return EVERYURI_OK;
}
