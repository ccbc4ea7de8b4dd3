/* Parses by the URI draft of 1994: its generic BNF, and its BNF for specific schemes.  The rules are in
 * bottom-up order, because re2c requires a name to be defined before use.  base/scan.re2c explains the
 * scanner.
 *
 * `safe` lacks "+" only in the generic BNF.  Rules of that BNF therefore have names that begin with
 * uri_ here.  CHOICE: path segments may be empty in both BNFs, because the draft's own examples
 * (magic://a/b/c//d/e/) have empty segments.  CHOICE: `extra` contains the space, so a space is
 * valid, although the prose says that the canonical form encodes it. */
#include "grammar/uri1994/uri1994.h"

#include "base/scan.h"

/*!include:re2c "base/scan.re2c" */

/*!re2c
	alpha       = [a-zA-Z];
	digit       = [0-9];
	digits      = digit+;
	extra       = [!*"'():;, ];
	hex         = digit | [a-fA-F];
	escape      = "%" hex hex;

	// BNF of Generic URI Syntax
	uri_safe    = [$\-_@.&];
	uri_xalpha  = alpha | digit | uri_safe | extra | escape;
	uri_xpalpha = uri_xalpha | "+";
	// CHOICE: `ialpha` matches ":" too; the first ":" ends the scheme.
	uri_scheme  = alpha (alpha | digit | uri_safe | [!*"'();, ] | escape)*;
	uri_path    = uri_xpalpha* ("/" uri_xpalpha*)*;
	uri_search  = uri_xalpha+ ("+" uri_xalpha+)*;
	fragmentid  = uri_xalpha*;

	// BNF for specific URL schemes
	safe        = [$\-_@.&+];
	xalpha      = alpha | digit | safe | extra | escape;
	xalphas     = xalpha+;
	xpalpha     = xalpha | "+";
	ialpha      = alpha xalpha*;
	segment     = xpalpha*;
	path        = segment ("/" segment)*;
	// xalpha contains "+", so `xalphas [ + search ]` matches the same texts as xalphas.
	search      = xalphas;
	// xalpha contains ".", so `ialpha [ . hostname ]` matches the same texts as ialpha.
	hostname    = ialpha;
	hostnumber  = digits "." digits "." digits "." digits;
	host        = hostname | hostnumber;
	port        = digits;
	hostport    = host (":" port)?;
	// CHOICE: `user [ : password ]` matches the same texts as xalphas, which may contain
	// "@" and ":" too.  So it is matched as one, up to the last "@" that leaves a host.
	// It is split later at its first ":", and the host at its last (contract read.login).
	user        = xalphas;

	gtype       = xalpha;
	group       = ialpha;
	article     = xalphas "@" host;
	groupart    = "*" | group | article;
	database    = xalphas;
	wtype       = xalphas;
	// CHOICE: addr-spec and content-identifier have no production.  The first is
	// RFC 822's local-part "@" domain in these characters; the second is opaque.
	addr_spec   = xalphas "@" xalphas;
	content_id  = xalphas;
*/

/* "//" login; login = [ user [ : password ] @ ] hostport
 * Stops before any delimiter that can follow in some production; the caller checks whether its production
 * allows that delimiter. */
static bool match_login1994(struct eu_scan *s, struct eu_cuts *cuts)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t u, h, o;
	/*!stags:re2c:login format = '	uint32_t @@;\n'; */

	/*!local:re2c:login
	"//" @u (user "@")? @h host (":" @o port)? [/?#\x00] {
		*cuts = (struct eu_cuts){ u, EU_NO_CUT, h, o, i - 1, EU_NO_CUT, EU_NO_CUT };
		eu_cut_colons(text, cuts);
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* "//" hostport */
static bool match_hostport1994(struct eu_scan *s, struct eu_cuts *cuts)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t h, o;
	/*!stags:re2c:hostport format = '	uint32_t @@;\n'; */

	/*!local:re2c:hostport
	"//" @h host (":" @o port)? [/?#\x00] {
		*cuts = (struct eu_cuts){ h, EU_NO_CUT, h, o, i - 1, EU_NO_CUT, EU_NO_CUT };
		eu_cut_colons(text, cuts);
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* httpaddress = http:// hostport [ / path ] [ ? search ] */
static bool match_httpaddress1994(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t q, f;
	/*!stags:re2c:http format = '	uint32_t @@;\n'; */

	if (!match_hostport1994(s, &cuts))
		return false;
	i = at = cuts.path;

	/*!local:re2c:http
	("/" path)? ("?" @q search)? ("#" @f fragmentid)? END {
		cuts.query = q;
		cuts.fragment = f;
		return eu_scan_end(s, i, &cuts);
	}
	* { s->stop = at; return false; }
	*/
}

/* ftpaddress = ftp:// login / path */
static bool match_ftpaddress1994(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t f;
	/*!stags:re2c:ftp format = '	uint32_t @@;\n'; */

	if (!match_login1994(s, &cuts))
		return false;
	i = at = cuts.path;

	/*!local:re2c:ftp
	"/" path ("#" @f fragmentid)? END {
		cuts.fragment = f;
		return eu_scan_end(s, i, &cuts);
	}
	* { s->stop = at; return false; }
	*/
}

/* newsaddress = news: groupart */
static bool match_newsaddress1994(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t f;
	/*!stags:re2c:news format = '	uint32_t @@;\n'; */

	/*!local:re2c:news
	groupart ("#" @f fragmentid)? END {
		bool article;

		if (!eu_scan_opaque_end(s, i, f))
			return false;
		/* `group` matches "@" too, but by the prose only an article contains one. */
		article = memchr(text + s->i, '@', eu_path_end(s) - s->i);
		eu_uri_add_extra(s->uri, article ? EVERYURI_EXTRA_ARTICLE : EVERYURI_EXTRA_GROUP,
		                 eu_span(s->i, eu_path_end(s)));
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* nntpaddress = nntp: group / digits */
static bool match_nntpaddress1994(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t n, f;
	/*!stags:re2c:nntp format = '	uint32_t @@;\n'; */

	/*!local:re2c:nntp
	group "/" @n digits ("#" @f fragmentid)? END {
		if (!eu_scan_opaque_end(s, i, f))
			return false;
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_GROUP, eu_span(s->i, n - 1));
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_NUMBER, eu_span(n, eu_path_end(s)));
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* midaddress = mid: addr-spec */
static bool match_midaddress1994(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t f;
	/*!stags:re2c:mid format = '	uint32_t @@;\n'; */

	/*!local:re2c:mid
	addr_spec ("#" @f fragmentid)? END { return eu_scan_opaque_end(s, i, f); }
	* { s->stop = at; return false; }
	*/
}

/* cidaddress = cid: content-identifier */
static bool match_cidaddress1994(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t f;
	/*!stags:re2c:cid format = '	uint32_t @@;\n'; */

	/*!local:re2c:cid
	content_id ("#" @f fragmentid)? END { return eu_scan_opaque_end(s, i, f); }
	* { s->stop = at; return false; }
	*/
}

/* mailtoaddress = mailto: xalphas @ hostname; the draft has a second colon here, a misprint. */
static bool match_mailtoaddress1994(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t f;
	/*!stags:re2c:mailto format = '	uint32_t @@;\n'; */

	/*!local:re2c:mailto
	xalphas "@" hostname ("#" @f fragmentid)? END {
		if (!eu_scan_opaque_end(s, i, f))
			return false;
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_ADDRESS, eu_span(s->i, eu_path_end(s)));
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* waisindex = wais:// hostport / database [ ? search ]
 * waisdoc   = wais:// hostport / database / wtype / path */
static bool match_waisaddress1994(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t q, t, w, f;
	/*!stags:re2c:wais format = '	uint32_t @@;\n'; */

	if (!match_hostport1994(s, &cuts))
		return false;
	i = at = cuts.path;

	/*!local:re2c:wais
	"/" database
		("?" @q search | "/" @t wtype "/" @w path)? ("#" @f fragmentid)? END {
		cuts.query = q;
		cuts.fragment = f;
		if (!eu_scan_end(s, i, &cuts))
			return false;
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_DATABASE,
		                 eu_span(cuts.path + 1, eu_in_front_of(t, eu_path_end(s))));
		if (t == EU_NO_CUT)
			return true;
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_WTYPE, eu_span(t, w - 1));
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_WPATH, eu_span(w, eu_path_end(s)));
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* hsoname [ % 0 0 version ]: in the BNF, all of it is a `path`.
 * CHOICE: the version is the text after "%00" if that is digits or empty. */
static void add_prospero_pieces1994(struct eu_scan *s, uint32_t begin)
{
	struct everyuri_span hsoname = { begin, eu_path_end(s) };
	uint32_t zero = eu_find_bytes(s->text, hsoname, "%00");
	uint32_t k = zero == EU_NO_CUT ? 0 : zero + 3;

	while (k && k < hsoname.end && eu_is_digit((unsigned char)s->text[k]))
		k++;
	if (k != hsoname.end)
		zero = EU_NO_CUT;
	eu_uri_add_extra(s->uri, EVERYURI_EXTRA_HSONAME,
	                 eu_span(begin, zero == EU_NO_CUT ? hsoname.end : zero));
	if (zero != EU_NO_CUT)
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_VERSION, eu_span(zero + 3, hsoname.end));
}

/* prosperolink = prospero:// hostport / hsoname [ % 0 0 version [ attributes ] ] */
static bool match_prosperolink1994(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t f;
	/*!stags:re2c:prospero format = '	uint32_t @@;\n'; */

	if (!match_hostport1994(s, &cuts))
		return false;
	i = at = cuts.path;

	/*!local:re2c:prospero
	"/" path ("#" @f fragmentid)? END {
		cuts.fragment = f;
		if (!eu_scan_end(s, i, &cuts))
			return false;
		add_prospero_pieces1994(s, cuts.path + 1);
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* telnetaddress = telnet:// login */
static bool match_telnetaddress1994(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t f;
	/*!stags:re2c:telnet format = '	uint32_t @@;\n'; */

	if (!match_login1994(s, &cuts))
		return false;
	i = at = cuts.path;

	/*!local:re2c:telnet
	("#" @f fragmentid)? END {
		cuts.fragment = f;
		return eu_scan_end(s, i, &cuts);
	}
	* { s->stop = at; return false; }
	*/
}

/* gopheraddress = gopher:// hostport [/ gtype [ selector ] ] [ ? search ] */
static bool match_gopheraddress1994(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t g, r, q, f;
	/*!stags:re2c:gopher format = '	uint32_t @@;\n'; */

	if (!match_hostport1994(s, &cuts))
		return false;
	i = at = cuts.path;

	/*!local:re2c:gopher
	("/" @g gtype @r path)? ("?" @q search)?
		("#" @f fragmentid)? END {
		uint32_t tab;

		cuts.query = q;
		cuts.fragment = f;
		if (!eu_scan_end(s, i, &cuts))
			return false;
		if (g == EU_NO_CUT)
			return true;
		/* A selector ends at the first "%09" (contract read.extra). */
		tab = eu_find_bytes(text, eu_span(r, eu_path_end(s)), "%09");
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_GTYPE, eu_span(g, r));
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_SELECTOR,
		                 eu_span(r, tab == EVERYURI_ABSENT ? eu_path_end(s) : tab));
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* Matches a URI after its colon (uri = scheme : path [ ? search ]), or a partial form. */
static bool match_generic1994(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t q, f;
	/*!stags:re2c:generic format = '	uint32_t @@;\n'; */

	/*!local:re2c:generic
	uri_path ("?" @q uri_search)? ("#" @f fragmentid)? END {
		struct eu_cuts cuts = { EU_NO_CUT, EU_NO_CUT, EU_NO_CUT, EU_NO_CUT, s->i, q, f };

		eu_cut_login(s, eu_span(s->i, eu_in_front_of(q, eu_in_front_of(f, i - 1))), match_login1994, &cuts);
		return eu_scan_end(s, i, &cuts);
	}
	* { s->stop = at; return false; }
	*/
}

/* Matches a scheme and its colon.  Leaves s->i after the colon. */
static bool match_scheme1994(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;

	/*!local:re2c
	uri_scheme ":" {
		s->uri->part[EVERYURI_SCHEME] = eu_span(s->i, i - 1);
		s->i = i;
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* Matches a scheme's production if it has one, otherwise the generic syntax.
 * CHOICE: file, rlogin, tn3270, urn and afs have no production here.  In the draft, "generic" is the first
 * alternative of `url`, so it would accept any http URL that httpaddress refuses. */
static bool match_full1994(struct eu_scan *s)
{
	static const struct eu_production productions[] = {
		{ "http", match_httpaddress1994 },         { "ftp", match_ftpaddress1994 },
		{ "news", match_newsaddress1994 },         { "nntp", match_nntpaddress1994 },
		{ "prospero", match_prosperolink1994 },    { "telnet", match_telnetaddress1994 },
		{ "gopher", match_gopheraddress1994 },     { "wais", match_waisaddress1994 },
		{ "mailto", match_mailtoaddress1994 },     { "mid", match_midaddress1994 },
		{ "cid", match_cidaddress1994 },
	};

	return match_scheme1994(s) &&
	       eu_match_production(s, productions, sizeof productions / sizeof *productions,
	                           match_generic1994);
}

/* Matches a "Partial (relative) form". */
static bool match_partial1994(struct eu_scan *s)
{
	return eu_match_partial(s, match_generic1994);
}

enum everyuri_status eu_uri1994_parse(const char *text, uint32_t len, bool partial,
                                      struct everyuri_uri *uri, struct everyuri_error *err)
{
	static const struct eu_refusals refusals = {
		"URI draft 1994, unsafe characters",
		{ "URI draft 1994, BNF scheme", "URI draft 1994, BNF login", "URI draft 1994, BNF path",
		  "URI draft 1994, BNF fragmentid" }
	};

	return eu_scan_text(text, len, match_full1994, partial ? match_partial1994 : NULL,
	                    &refusals, uri, err);
}
