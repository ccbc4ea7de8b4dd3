/* Parses by RFC 1738, section 5.  The rules are in bottom-up order, because re2c requires a name
 * to be defined before use.  The "-" in the RFC's rule names is "_" here.  base/scan.re2c
 * explains the scanner. */
#include "grammar/rfc1738/rfc1738.h"

#include "base/scan.h"

/*!include:re2c "base/scan.re2c" */

/*!re2c
	lowalpha       = [a-z];
	hialpha        = [A-Z];
	alpha          = lowalpha | hialpha;
	digit          = [0-9];
	safe           = [$\-_.+];
	extra          = [!*'(),];
	reserved       = [;/?:@&=];
	hex            = digit | [A-Fa-f];
	escape         = "%" hex hex;
	unreserved     = alpha | digit | safe | extra;
	uchar          = unreserved | escape;
	xchar          = unreserved | reserved | escape;
	digits         = digit+;

	// the scheme is in lower case; interpreters should use case-ignore
	scheme         = (alpha | digit | [+\-.])+;

	alphadigit     = alpha | digit;
	domainlabel    = alphadigit | alphadigit (alphadigit | "-")* alphadigit;
	toplabel       = alpha | alpha (alphadigit | "-")* alphadigit;
	hostname       = (domainlabel ".")* toplabel;
	hostnumber     = digits "." digits "." digits "." digits;
	host           = hostname | hostnumber;
	port           = digits;
	user           = (uchar | [;?&=])*;
	password       = (uchar | [;?&=])*;

	// FTP
	fsegment       = (uchar | [?:@&=])*;
	fpath          = fsegment ("/" fsegment)*;
	ftptype        = [AIDaid];

	// HTTP
	hsegment       = (uchar | [;:@&=])*;
	hpath          = hsegment ("/" hsegment)*;
	search         = (uchar | [;:@&=])*;

	// GOPHER.  CHOICE: selector matches "%09" too, but ends at the first one (3.4.1).
	// So all text after gtype is matched as one run of xchar, and split later.
	gtype          = xchar;

	// NEWS, NNTP
	group          = alpha (alpha | digit | [\-.+_])*;
	article        = (uchar | [;/?:&=])+ "@" host;
	grouppart      = "*" | group | article;

	// WAIS
	database       = uchar*;
	wtype          = uchar*;
	wpath          = uchar*;

	// PROSPERO
	psegment       = (uchar | [?:@&=])*;
	ppath          = psegment ("/" psegment)*;
	fieldname      = (uchar | [?:@&])*;
	fieldvalue     = (uchar | [?:@&])*;
	fieldspec      = ";" fieldname "=" fieldvalue;

	// The fragment is not part of a URL (2.2, appendix) and has no production.
	// CHOICE: any xchar (contract read.fragment).
	fragment       = xchar*;
*/

static const struct eu_cuts no_cuts1738 = { EU_NO_CUT, EU_NO_CUT, EU_NO_CUT, EU_NO_CUT,
	                                    EU_NO_CUT, EU_NO_CUT, EU_NO_CUT };

/* Adds the text from `begin` to the end of the path as an extra. */
static void add_rest1738(struct eu_scan *s, enum everyuri_extra_name name, uint32_t begin)
{
	if (begin != EU_NO_CUT)
		eu_uri_add_extra(s->uri, name, eu_span(begin, eu_path_end(s)));
}

/* "//" login; login = [ user [ ":" password ] "@" ] hostport Stops before any delimiter that can
 * follow in some production; the caller checks whether its production allows that delimiter.  "?"
 * is not such a delimiter, because a user name may contain it. */
static bool match_login1738(struct eu_scan *s, struct eu_cuts *cuts)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t u, w, h, o;
	/*!stags:re2c:login format = '	uint32_t @@;\n'; */

	/*!local:re2c:login
	"//" @u (user (":" @w password)? "@")? @h host (":" @o port)? [/#\x00] {
		*cuts = (struct eu_cuts){ u, w, h, o, i - 1, EU_NO_CUT, EU_NO_CUT };
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* "//" hostport */
static bool match_hostport1738(struct eu_scan *s, struct eu_cuts *cuts)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t h, o;
	/*!stags:re2c:hostport format = '	uint32_t @@;\n'; */

	/*!local:re2c:hostport
	"//" @h host (":" @o port)? [/?#\x00] {
		*cuts = (struct eu_cuts){ h, EU_NO_CUT, h, o, i - 1, EU_NO_CUT, EU_NO_CUT };
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]] CHOICE: ";type=" must be in lower case,
 * because the BNF lists both cases where it allows both, as in ftptype. */
static bool match_ftpurl(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t t, f;
	/*!stags:re2c:ftp format = '	uint32_t @@;\n'; */

	if (!match_login1738(s, &cuts))
		return false;
	i = at = cuts.path;

	/*!local:re2c:ftp
	("/" fpath (";type=" @t ftptype)?)? ("#" @f fragment)? END {
		cuts.fragment = f;
		if (!eu_scan_end(s, i, &cuts))
			return false;
		add_rest1738(s, EVERYURI_EXTRA_TYPE, t);
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* fileurl = "file://" [ host | "localhost" ] "/" fpath */
static bool match_fileurl(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t h, p, f;
	/*!stags:re2c:file format = '	uint32_t @@;\n'; */

	/*!local:re2c:file
	"//" @h host? @p "/" fpath ("#" @f fragment)? END {
		struct eu_cuts cuts = no_cuts1738;

		cuts.user = cuts.host = h;
		cuts.path = p;
		cuts.fragment = f;
		return eu_scan_end(s, i, &cuts);
	}
	* { s->stop = at; return false; }
	*/
}

/* httpurl = "http://" hostport [ "/" hpath [ "?" search ]] */
static bool match_httpurl(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t q, f;
	/*!stags:re2c:http format = '	uint32_t @@;\n'; */

	if (!match_hostport1738(s, &cuts))
		return false;
	i = at = cuts.path;

	/*!local:re2c:http
	("/" hpath ("?" @q search)?)? ("#" @f fragment)? END {
		cuts.query = q;
		cuts.fragment = f;
		return eu_scan_end(s, i, &cuts);
	}
	* { s->stop = at; return false; }
	*/
}

/* Adds the pieces after the gtype: selector [ "%09" search [ "%09" gopher+_string ] ] */
static void add_gopher_pieces1738(struct eu_scan *s, uint32_t begin)
{
	static const enum everyuri_extra_name names[3] = { EVERYURI_EXTRA_SELECTOR,
		                                           EVERYURI_EXTRA_SEARCH,
		                                           EVERYURI_EXTRA_GOPHER_PLUS };
	struct everyuri_span rest = { begin, eu_path_end(s) };

	for (int k = 0;; k++) {
		uint32_t tab = k < 2 ? eu_find_bytes(s->text, rest, "%09") : EU_NO_CUT;

		if (tab == EU_NO_CUT) {
			eu_uri_add_extra(s->uri, names[k], rest);
			return;
		}
		eu_uri_add_extra(s->uri, names[k], eu_span(rest.begin, tab));
		rest.begin = tab + 3;
	}
}

/* gopherurl = "gopher://" hostport [ / [ gtype [ selector [ "%09" search
 *             [ "%09" gopher+_string ] ] ] ] ] */
static bool match_gopherurl(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t g, r, f;
	/*!stags:re2c:gopher format = '	uint32_t @@;\n'; */

	if (!match_hostport1738(s, &cuts))
		return false;
	i = at = cuts.path;

	/*!local:re2c:gopher
	("/" (@g gtype @r xchar*)?)? ("#" @f fragment)? END {
		cuts.fragment = f;
		if (!eu_scan_end(s, i, &cuts))
			return false;
		if (g == EU_NO_CUT)
			return true;
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_GTYPE, eu_span(g, r));
		add_gopher_pieces1738(s, r);
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* mailtourl = "mailto:" encoded822addr, 1*xchar */
static bool match_mailtourl(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t f;
	/*!stags:re2c:mailto format = '	uint32_t @@;\n'; */

	/*!local:re2c:mailto
	xchar+ ("#" @f fragment)? END {
		struct eu_cuts cuts = no_cuts1738;

		cuts.path = s->i;
		cuts.fragment = f;
		if (!eu_scan_end(s, i, &cuts))
			return false;
		add_rest1738(s, EVERYURI_EXTRA_ADDRESS, s->i);
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* newsurl = "news:" grouppart */
static bool match_newsurl(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t f;
	/*!stags:re2c:news format = '	uint32_t @@;\n'; */

	/*!local:re2c:news
	grouppart ("#" @f fragment)? END {
		struct eu_cuts cuts = no_cuts1738;

		cuts.path = s->i;
		cuts.fragment = f;
		if (!eu_scan_end(s, i, &cuts))
			return false;
		/* 3.6: only a message identifier contains "@". */
		add_rest1738(s,
		             memchr(text + s->i, '@', eu_span_len(s->uri->part[EVERYURI_PATH])) ?
		                     EVERYURI_EXTRA_ARTICLE :
		                     EVERYURI_EXTRA_GROUP,
		             s->i);
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* nntpurl = "nntp://" hostport "/" group [ "/" digits ] */
static bool match_nntpurl(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t n, f;
	/*!stags:re2c:nntp format = '	uint32_t @@;\n'; */

	if (!match_hostport1738(s, &cuts))
		return false;
	i = at = cuts.path;

	/*!local:re2c:nntp
	"/" group ("/" @n digits)? ("#" @f fragment)? END {
		cuts.fragment = f;
		if (!eu_scan_end(s, i, &cuts))
			return false;
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_GROUP,
		                 eu_span(cuts.path + 1, eu_in_front_of(n, eu_path_end(s))));
		add_rest1738(s, EVERYURI_EXTRA_NUMBER, n);
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* telneturl = "telnet://" login [ "/" ]
 * CHOICE: rlogin and tn3270, which section 4 only reserves, are parsed in the same way. */
static bool match_telneturl(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t f;
	/*!stags:re2c:telnet format = '	uint32_t @@;\n'; */

	if (!match_login1738(s, &cuts))
		return false;
	i = at = cuts.path;

	/*!local:re2c:telnet
	"/"?
		("#" @f fragment)? END {
		cuts.fragment = f;
		return eu_scan_end(s, i, &cuts);
	}
	* { s->stop = at; return false; }
	*/
}

/* waisdatabase = "wais://" hostport "/" database
 * waisindex    = "wais://" hostport "/" database "?" search
 * waisdoc      = "wais://" hostport "/" database "/" wtype "/" wpath */
static bool match_waisurl(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t q, t, w, f;
	/*!stags:re2c:wais format = '	uint32_t @@;\n'; */

	if (!match_hostport1738(s, &cuts))
		return false;
	i = at = cuts.path;

	/*!local:re2c:wais
	"/" database
		("?" @q search | "/" @t wtype "/" @w wpath)? ("#" @f fragment)? END {
		cuts.query = q;
		cuts.fragment = f;
		if (!eu_scan_end(s, i, &cuts))
			return false;
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_DATABASE,
		                 eu_span(cuts.path + 1, eu_in_front_of(t, eu_path_end(s))));
		if (t == EU_NO_CUT)
			return true;
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_WTYPE, eu_span(t, w - 1));
		add_rest1738(s, EVERYURI_EXTRA_WPATH, w);
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ] */
static bool match_prosperourl(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t d, f;
	/*!stags:re2c:prospero format = '	uint32_t @@;\n'; */

	if (!match_hostport1738(s, &cuts))
		return false;
	i = at = cuts.path;

	/*!local:re2c:prospero
	"/" ppath
		(";" @d fieldname "=" fieldvalue fieldspec*)? ("#" @f fragment)? END {
		cuts.fragment = f;
		if (!eu_scan_end(s, i, &cuts))
			return false;
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_HSONAME,
		                 eu_span(cuts.path + 1, eu_in_front_of(d, eu_path_end(s))));
		add_rest1738(s, EVERYURI_EXTRA_FIELDS, d);
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* genericurl = scheme ":" schemepart; schemepart = *xchar | ip-schemepart.
 * Every ip-schemepart also matches *xchar, so matching it only finds the login and the host. */
static bool match_genericurl(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t f;
	/*!stags:re2c:generic format = '	uint32_t @@;\n'; */

	/*!local:re2c:generic
	xchar* ("#" @f fragment)? END {
		struct eu_cuts cuts = no_cuts1738;

		eu_cut_login(s, eu_span(s->i, eu_in_front_of(f, i - 1)), match_login1738, &cuts);
		cuts.fragment = f;
		return eu_scan_end(s, i, &cuts);
	}
	* { s->stop = at; return false; }
	*/
}

/* Matches a scheme and its colon.  Leaves s->i after the colon. */
static bool match_scheme1738(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;

	/*!local:re2c
	scheme ":" {
		s->uri->part[EVERYURI_SCHEME] = eu_span(s->i, i - 1);
		s->i = i;
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* url = httpurl | ftpurl | ... | otherurl
 * If section 5 defines the scheme, the URL must match the scheme's production. */
static bool match_url1738(struct eu_scan *s)
{
	static const struct eu_production productions[] = {
		{ "http", match_httpurl },         { "ftp", match_ftpurl },
		{ "news", match_newsurl },         { "nntp", match_nntpurl },
		{ "telnet", match_telneturl },     { "gopher", match_gopherurl },
		{ "wais", match_waisurl },         { "mailto", match_mailtourl },
		{ "file", match_fileurl },         { "prospero", match_prosperourl },
		{ "rlogin", match_telneturl },     { "tn3270", match_telneturl },
	};

	return match_scheme1738(s) &&
	       eu_match_production(s, productions, sizeof productions / sizeof *productions,
	                           match_genericurl);
}

enum everyuri_status eu_rfc1738_parse(const char *text, uint32_t len, struct everyuri_uri *uri,
                                      struct everyuri_error *err)
{
	static const struct eu_refusals refusals = {
		"RFC 1738 2.2", { "RFC 1738 2.1", "RFC 1738 3.1", "RFC 1738 5", "RFC 1738 2.2" }
	};

	return eu_scan_text(text, len, match_url1738, NULL, &refusals, uri, err);
}
