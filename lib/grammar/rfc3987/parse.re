/* Parses by RFC 3987, section 2.2.  The rules are in bottom-up order, because re2c requires a
 * name to be defined before use.  The "-" in the RFC's rule names is "_" here.  base/scan.re2c
 * explains the scanner. */
#include "grammar/rfc3987/rfc3987.h"

#include "base/address.h"
#include "base/scan.h"

/*!include:re2c "base/scan.re2c" */

/*!re2c
	ALPHA          = [A-Za-z];
	DIGIT          = [0-9];
	HEXDIG         = [0-9A-Fa-f];

	sub_delims     = [!$&'()*+,;=];
	unreserved     = ALPHA | DIGIT | [-._~];
	pct_encoded    = "%" HEXDIG HEXDIG;
	IPvFuture      = 'v' HEXDIG+ "." (unreserved | sub_delims | ":")+;
	port           = DIGIT*;
	scheme         = ALPHA (ALPHA | DIGIT | [-+.])*;

	// Any byte of a character beyond US-ASCII.  No such character is a delimiter (2.1),
	// so check_characters3987 can decide later which of them are ucschar or iprivate.
	ucschar        = [\x80-\xFF];
	iunreserved    = ALPHA | DIGIT | [-._~] | ucschar;
	ipchar         = iunreserved | pct_encoded | sub_delims | [:@];

	ifragment      = (ipchar | [/?])*;
	iquery         = (ipchar | [/?])*;

	isegment_nz_nc = (iunreserved | pct_encoded | sub_delims | "@")+;
	isegment_nz    = ipchar+;
	isegment       = ipchar*;

	ipath_empty    = "";
	ipath_rootless = isegment_nz ("/" isegment)*;
	ipath_noscheme = isegment_nz_nc ("/" isegment)*;
	ipath_absolute = "/" (isegment_nz ("/" isegment)*)?;
	ipath_abempty  = ("/" isegment)*;
	// 2.2, without ipath-noscheme, which belongs to irelative-ref.
	ipath          = ipath_abempty | ipath_absolute | ipath_rootless | ipath_empty;

	ireg_name      = (iunreserved | pct_encoded | sub_delims)*;
	iuserinfo      = (iunreserved | pct_encoded | sub_delims | ":")*;
*/

/* [ ":" port ] and the end of an iauthority, starting after an IP-literal. */
static bool match_port3987(struct eu_scan *s, struct eu_cuts *cuts)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t o;
	/*!stags:re2c:port format = '	uint32_t @@;\n'; */

	/*!local:re2c:port
	(":" @o port)? [/?#\x00] {
		cuts->port = o;
		cuts->path = s->i = i - 1;
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* IPv6address "]", starting after the "[". */
static bool match_ipv6_3987(struct eu_scan *s)
{
	uint8_t address[EU_IPV6_SIZE];

	s->stop = s->i;
	if (!eu_ipv6_read(s->text, s->len, &s->stop, false, address) || s->stop == s->len ||
	    s->text[s->stop] != ']')
		return false;
	s->i = s->stop + 1;
	s->uri->host_kind = EVERYURI_HOST_IPV6;
	return true;
}

/* IP-literal = "[" ( IPv6address / IPvFuture  ) "]", starting after the "[". */
static bool match_ip_literal3987(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;

	if (i == len || (text[i] | 0x20) != 'v')
		return match_ipv6_3987(s);
	/*!local:re2c
	IPvFuture "]" {
		s->i = i;
		s->uri->host_kind = EVERYURI_HOST_IPVFUTURE;
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* iauthority = [ iuserinfo "@" ] ihost [ ":" port ], starting after the "//". */
static bool match_iauthority3987(struct eu_scan *s, struct eu_cuts *cuts)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t h, o;
	/*!stags:re2c:authority format = '	uint32_t @@;\n'; */

	cuts->user = i;
	/*!local:re2c:authority
	(iuserinfo "@")? @h ireg_name (":" @o port)? [/?#\x00] {
		cuts->host = h;
		cuts->port = o;
		s->i = i - 1;
		return true;
	}
	(iuserinfo "@")? @h "[" {
		cuts->host = h;
		s->i = i;
		return match_ip_literal3987(s) && match_port3987(s, cuts);
	}
	* { s->stop = at; return false; }
	*/
}

/* Fills the record after a match up to END. */
static bool end3987(struct eu_scan *s, uint32_t i, struct eu_cuts *cuts)
{
	uint8_t literal = s->uri->host_kind;
	struct everyuri_span host;

	if (cuts->host != EU_NO_CUT && cuts->host > cuts->user) {
		uint32_t colon = eu_find_bytes(s->text, eu_span(cuts->user, cuts->host - 1), ":");

		if (colon != EVERYURI_ABSENT)
			cuts->password = colon + 1;
	}
	if (!eu_scan_end(s, i, cuts))
		return false;
	host = s->uri->part[EVERYURI_HOST];
	if (literal != EVERYURI_HOST_NONE)
		s->uri->host_kind = literal;
	else if (s->uri->host_kind == EVERYURI_HOST_IPV4 &&
	         !eu_is_ipv4(s->text + host.begin, eu_span_len(host)))
		s->uri->host_kind = EVERYURI_HOST_NAME;
	return true;
}

/* ipath [ "?" iquery ] [ "#" ifragment ], after a scheme or an iauthority. */
static bool match_ipath3987(struct eu_scan *s, struct eu_cuts *cuts)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t q, f;
	/*!stags:re2c:path format = '	uint32_t @@;\n'; */

	cuts->path = i;
	/*!local:re2c:path
	ipath ("?" @q iquery)? ("#" @f ifragment)? END {
		cuts->query = q;
		cuts->fragment = f;
		return end3987(s, i, cuts);
	}
	* { s->stop = at; return false; }
	*/
}

/* Does the same for an irelative-ref without an iauthority. */
static bool match_irelative_path3987(struct eu_scan *s, struct eu_cuts *cuts)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t q, f;
	/*!stags:re2c:relative format = '	uint32_t @@;\n'; */

	cuts->path = i;
	/*!local:re2c:relative
	(ipath_absolute | ipath_noscheme | ipath_empty)
		("?" @q iquery)? ("#" @f ifragment)? END {
		cuts->query = q;
		cuts->fragment = f;
		return end3987(s, i, cuts);
	}
	* { s->stop = at; return false; }
	*/
}

/* Matches ihier-part [ "?" iquery ] [ "#" ifragment ] from s->i on, or an irelative-ref. */
static bool match_hier3987(struct eu_scan *s, bool relative)
{
	struct eu_cuts cuts = { EU_NO_CUT, EU_NO_CUT, EU_NO_CUT, EU_NO_CUT,
		                EU_NO_CUT, EU_NO_CUT, EU_NO_CUT };

	if (s->len - s->i >= 2 && memcmp(s->text + s->i, "//", 2) == 0) {
		s->i += 2;
		return match_iauthority3987(s, &cuts) && match_ipath3987(s, &cuts);
	}
	return relative ? match_irelative_path3987(s, &cuts) : match_ipath3987(s, &cuts);
}

/* IRI = scheme ":" ihier-part [ "?" iquery ] [ "#" ifragment ] */
static bool match_iri3987(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;

	/*!local:re2c
	scheme ":" {
		s->uri->part[EVERYURI_SCHEME] = eu_span(0, i - 1);
		s->i = i;
		return match_hier3987(s, false);
	}
	* { s->stop = at; return false; }
	*/
}

/* The characters beyond US-ASCII, in UTF-8. */
/*!re2c
	re2c:encoding:utf8 = 1;

	ucschar_utf8   = [\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]
	               | [\U00010000-\U0001FFFD\U00020000-\U0002FFFD\U00030000-\U0003FFFD]
	               | [\U00040000-\U0004FFFD\U00050000-\U0005FFFD\U00060000-\U0006FFFD]
	               | [\U00070000-\U0007FFFD\U00080000-\U0008FFFD\U00090000-\U0009FFFD]
	               | [\U000A0000-\U000AFFFD\U000B0000-\U000BFFFD\U000C0000-\U000CFFFD]
	               | [\U000D0000-\U000DFFFD\U000E1000-\U000EFFFD];
	iprivate_utf8  = [\uE000-\uF8FF\U000F0000-\U000FFFFD\U00100000-\U0010FFFD];
*/

/* Returns the position of the first bad byte of a character.  re2c keeps no position inside a
 * two-byte character. */
static uint32_t broken_at3987(const char *text, uint32_t begin, uint32_t at)
{
	unsigned char c = (unsigned char)text[begin];

	return at == begin && c >= 0xC2 && c <= 0xDF ? begin + 1 : at;
}

/* Moves *begin past one ucschar; on failure, moves it to the byte that is not allowed. */
static bool take_ucschar3987(const char *text, uint32_t len, uint32_t *begin)
{
	uint32_t i = *begin, at = i;

	/*!local:re2c
	ucschar_utf8 { *begin = i; return true; }
	*            { *begin = broken_at3987(text, *begin, at); return false; }
	*/
}

static bool take_iprivate3987(const char *text, uint32_t len, uint32_t *begin)
{
	uint32_t i = *begin, at = i;

	/*!local:re2c
	iprivate_utf8 { *begin = i; return true; }
	*             { *begin = at; return false; }
	*/
}

/* Moves *i past one ucschar or, if allowed, iprivate.  If both fail, reports the position of
 * the one that got further. */
static bool take_character3987(const char *text, uint32_t len, bool iprivate, uint32_t *i)
{
	uint32_t other = *i;

	if (take_ucschar3987(text, len, i))
		return true;
	if (!iprivate)
		return false;
	if (take_iprivate3987(text, len, &other)) {
		*i = other;
		return true;
	}
	if (other > *i)
		*i = other;
	return false;
}

uint32_t eu_rfc3987_ucschar(const char *text, uint32_t len, bool iprivate)
{
	uint32_t i = 0;

	return take_character3987(text, len, iprivate, &i) ? i : 0;
}

/* Checks that each character beyond US-ASCII is a ucschar.  In the iquery, an iprivate is also
 * allowed.  Sets *stop to the first byte that is not.  The first "?" begins the iquery and the
 * first "#" ends it, wherever they are. */
static bool check_characters3987(const char *text, uint32_t len, uint32_t *stop)
{
	bool iquery = false, ifragment = false;

	for (uint32_t i = 0; i < len;) {
		unsigned char c = (unsigned char)text[i];

		if (c < 0x80) {
			ifragment = ifragment || c == '#';
			iquery = (iquery || c == '?') && !ifragment;
			i++;
		} else if (!take_character3987(text, len, iquery, &i)) {
			*stop = i;
			return false;
		}
	}
	return true;
}

enum everyuri_status eu_rfc3987_parse(const char *text, uint32_t len, bool partial,
                                      struct everyuri_uri *uri, struct everyuri_error *err)
{
	static const struct eu_refusals refusals = {
		"RFC 3987 2.2", { "RFC 3987 2.2", "RFC 3987 2.2", "RFC 3987 2.2", "RFC 3987 2.2" }
	};
	struct everyuri_uri result = eu_uri_of(text, len);
	struct eu_scan s = { text, len, 0, 0, &result };
	bool matched = match_iri3987(&s);
	uint32_t stop;

	if (!matched && partial) {
		struct eu_scan p = { text, len, 0, 0, &result };

		result = eu_uri_of(text, len);
		result.flags = EVERYURI_RELATIVE;
		matched = match_hier3987(&p, true);
		/* IRI-reference = IRI / irelative-ref.  If both fail, report the position of
		 * the one that got further. */
		if (p.stop > s.stop)
			s.stop = p.stop;
	}
	if (!check_characters3987(text, len, &stop) && (matched || stop < s.stop)) {
		matched = false;
		s.stop = stop;
	}
	if (!matched)
		return eu_refuse(err, text, len, s.stop, &refusals);
	*uri = result;
	return EVERYURI_OK;
}
