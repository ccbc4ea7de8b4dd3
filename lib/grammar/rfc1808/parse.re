/* Parses by RFC 1808, section 2.2.  The rules are in bottom-up order, because re2c requires a name to be
 * defined before use.  base/scan.re2c explains the scanner. */
#include "base/scan.h"
#include "grammar/rfc1808/rfc1808.h"

/*!include:re2c "base/scan.re2c" */

/*!re2c
	alpha      = [a-zA-Z];
	digit      = [0-9];
	safe       = [$\-_.+];
	extra      = [!*'(),];
	reserved   = [;/?:@&=];
	hex        = digit | [A-Fa-f];
	escape     = "%" hex hex;
	unreserved = alpha | digit | safe | extra;
	uchar      = unreserved | escape;
	pchar      = uchar | [:@&=];

	fragment   = (uchar | reserved)*;
	query      = (uchar | reserved)*;
	net_loc    = (pchar | [;?])*;
	scheme     = (alpha | digit | [+\-.])+;
	param      = (pchar | "/")*;
	params     = param (";" param)*;
	segment    = pchar*;
	fsegment   = pchar+;
	path       = fsegment ("/" segment)*;

	// The text left for params and path by 2.4.5 and 2.4.6: no "?", and no "//" at the start.
	data       = pchar | ";";
	rest       = "/"? (data (data | "/")*)?;
*/

/* Splits a net_loc into user, password, host and port.  Never fails. */
static bool match_net_loc1808(struct eu_scan *s, struct eu_cuts *cuts)
{
	uint32_t begin = s->i + 2, host = s->len;

	while (host > begin && s->text[host - 1] != '@')
		host--;
	*cuts = (struct eu_cuts){ begin, EU_NO_CUT, host, EU_NO_CUT, s->len, EU_NO_CUT, EU_NO_CUT };
	eu_cut_colons(s->text, cuts);
	return true;
}

/* 2.4.2: the scheme is the text before the first colon, if it is not empty and has only scheme characters. */
static bool has_scheme1808(const char *text, uint32_t len)
{
	uint32_t i = 0, at = 0;

	/*!local:re2c
	scheme ":" { return true; }
	*          { (void)at; return false; }
	*/
}

/* relativeURL = net_path | abs_path | rel_path.  A net_loc may contain "?": 2.4.3 ends it only at the next
 * slash, before 2.4.4 splits off the query. */
static bool match_relative1808(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t q, r, f;
	/*!stags:re2c:relative format = '	uint32_t @@;\n'; */

	/*!local:re2c:relative
	("//" net_loc ("/" path? (";" params)? ("?" @q query)?)?
	| "/"? path? (";" params)? ("?" @r query)?) ("#" @f fragment)? END {
		struct eu_cuts cuts = { EU_NO_CUT, EU_NO_CUT, EU_NO_CUT, EU_NO_CUT, s->i, q, f };

		if (q == EU_NO_CUT)
			cuts.query = q = r;
		eu_cut_login(s, eu_span(s->i, eu_in_front_of(q, eu_in_front_of(f, i - 1))), match_net_loc1808,
		             &cuts);
		return eu_scan_end(s, i, &cuts);
	}
	* { s->stop = at; return false; }
	*/
}

/* URL = absoluteURL [ "#" fragment ], absoluteURL = generic-RL | scheme ":" *( uchar | reserved )
 * Every generic-RL also matches the second alternative, so that alone decides validity.
 * CHOICE: both are split by 2.4, which does not depend on the scheme. */
static bool match_absolute1808(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t p, q, r, f;
	/*!stags:re2c:absolute format = '	uint32_t @@;\n'; */

	/*!local:re2c:absolute
	scheme ":" @p ("//" net_loc ("/" (data | "/")* ("?" @q query)?)?
	              | rest ("?" @r query)?) ("#" @f fragment)? END {
		struct eu_cuts cuts = { EU_NO_CUT, EU_NO_CUT, EU_NO_CUT, EU_NO_CUT, p, q, f };

		if (q == EU_NO_CUT)
			cuts.query = q = r;
		s->uri->part[EVERYURI_SCHEME] = eu_span(s->i, p - 1);
		eu_cut_login(s, eu_span(p, eu_in_front_of(q, eu_in_front_of(f, i - 1))), match_net_loc1808,
		             &cuts);
		return eu_scan_end(s, i, &cuts);
	}
	* { s->stop = at; return false; }
	*/
}

static const struct eu_refusals refusals1808 = {
	"RFC 1738 2.2", { "RFC 1808 2.2", "RFC 1808 2.2", "RFC 1808 2.2", "RFC 1808 2.2" }
};

enum everyuri_status eu_rfc1808_parse_relative(const char *text, uint32_t len,
                                               struct everyuri_uri *uri,
                                               struct everyuri_error *err)
{
	struct everyuri_uri result = eu_uri_of(text, len);
	struct eu_scan s = { text, len, 0, 0, &result };

	if (has_scheme1808(text, len))
		return eu_fail(err, EVERYURI_INVALID, 0, "RFC 1808 2.4.2",
		               "a relative URL has no scheme");
	if (!match_relative1808(&s))
		return eu_refuse(err, text, len, s.stop, &refusals1808);
	result.flags |= EVERYURI_RELATIVE;
	*uri = result;
	return EVERYURI_OK;
}

enum everyuri_status eu_rfc1808_parse(const char *text, uint32_t len, bool partial,
                                      struct everyuri_uri *uri, struct everyuri_error *err)
{
	struct everyuri_uri result = eu_uri_of(text, len);
	struct eu_scan s = { text, len, 0, 0, &result };
	struct everyuri_error why;

	if (match_absolute1808(&s)) {
		*uri = result;
		return EVERYURI_OK;
	}
	if (!partial)
		return eu_refuse(err, text, len, s.stop, &refusals1808);
	if (!eu_rfc1808_parse_relative(text, len, uri, &why))
		return EVERYURI_OK;
	/* If both attempts fail, report the position of the one that got further. */
	return eu_refuse(err, text, len, why.at > s.stop ? why.at : s.stop, &refusals1808);
}
