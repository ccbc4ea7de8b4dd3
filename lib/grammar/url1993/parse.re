/* Parses by the URL draft of 1993.  Its BNF is used with the "|" signs restored, which surviving
 * copies lack.  The rules are in bottom-up order, because re2c requires a name to be defined before
 * use.  base/scan.re2c explains the scanner.
 *
 * CHOICE: path segments may be empty, since the partial form's rules and the 1994 draft's examples need empty
 * ones.  CHOICE: `extra` contains the space, so a space is valid, although the prose says that spaces are not
 * legal. */
#include "grammar/url1993/url1993.h"

#include "base/scan.h"

/*!include:re2c "base/scan.re2c" */

/*!re2c
	alpha       = [a-zA-Z];
	digit       = [0-9];
	digits      = digit+;
	extra       = [!*"'():;, ];
	hex         = digit | [a-fA-F];
	escape      = "%" hex hex;

	safe        = [$\-_@.&];
	xalpha      = alpha | digit | safe | extra | escape;
	xalphas     = xalpha+;
	xpalpha     = xalpha | "+";
	ialpha      = alpha xalpha*;
	segment     = xpalpha*;
	path        = segment ("/" segment)*;
	search      = xalphas ("+" xalphas)*;
	fragmentid  = xalpha*;
	// CHOICE: `ialpha` matches ":" too; the first ":" ends the scheme.
	scheme      = alpha (alpha | digit | safe | [!*"'();, ] | escape)*;
	// xalpha contains ".", so `ialpha [ . hostname ]` matches the same texts as ialpha.
	hostname    = ialpha;
	hostnumber  = digits "." digits "." digits "." digits;
	host        = hostname | hostnumber;
	port        = digits;
	hostport    = host (":" port)?;
	// CHOICE: a user may contain "@" too, so it ends at the last "@" that leaves a host.
	// It is split later at its first ":", and the host at its last (contract read.login).
	user        = xalphas;

	gtype       = xalpha;
	group       = ialpha;
	article     = xalphas "@" host;
	groupart    = "*" | group | article;
	database    = xalphas;
	wtype       = xalphas;
*/

/* "//" [ user @ ] hostport
 * Stops before any delimiter that can follow in some production; the caller checks whether its production
 * allows that delimiter. */
static bool match_login1993(struct eu_scan *s, struct eu_cuts *cuts)
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
static bool match_hostport1993(struct eu_scan *s, struct eu_cuts *cuts)
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

/* "//" host, in which "@" and ":" are ordinary characters. */
static bool match_host1993(struct eu_scan *s, struct eu_cuts *cuts)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;

	/*!local:re2c
	"//" host [/?#\x00] {
		uint32_t begin = s->i + 2;

		*cuts = (struct eu_cuts){ begin, EU_NO_CUT, begin, EU_NO_CUT, i - 1, EU_NO_CUT,
			                  EU_NO_CUT };
		eu_cut_colons(text, cuts);
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* "//" cellname; cellname = hostname */
static bool match_hostname1993(struct eu_scan *s, struct eu_cuts *cuts)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;

	/*!local:re2c
	"//" hostname [/?#\x00] {
		uint32_t begin = s->i + 2;

		*cuts = (struct eu_cuts){ begin, EU_NO_CUT, begin, EU_NO_CUT, i - 1, EU_NO_CUT,
			                  EU_NO_CUT };
		eu_cut_colons(text, cuts);
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* httpaddress = http:// hostport [ / path ] [ ? search ] */
static bool match_httpaddress1993(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t q, f;
	/*!stags:re2c:http format = '	uint32_t @@;\n'; */

	if (!match_hostport1993(s, &cuts))
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

/* fileaddress = ftp://host/path: the BNF has neither user nor port, but `host` matches "@" and ":" too. */
static bool match_fileaddress1993(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t f;
	/*!stags:re2c:ftp format = '	uint32_t @@;\n'; */

	if (!match_host1993(s, &cuts))
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

/* afsaddress = afs:// cellname / path; cellname = hostname */
static bool match_afsaddress1993(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t f;
	/*!stags:re2c:afs format = '	uint32_t @@;\n'; */

	if (!match_hostname1993(s, &cuts))
		return false;
	i = at = cuts.path;

	/*!local:re2c:afs
	"/" path ("#" @f fragmentid)? END {
		cuts.fragment = f;
		return eu_scan_end(s, i, &cuts);
	}
	* { s->stop = at; return false; }
	*/
}

/* newsaddress = news: groupart */
static bool match_newsaddress1993(struct eu_scan *s)
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

/* waisindex = wais:// hostport / database [ ? search ]
 * waisdoc   = wais:// hostport / database / wtype / digits / path */
static bool match_waisaddress1993(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t q, t, n, w, f;
	/*!stags:re2c:wais format = '	uint32_t @@;\n'; */

	if (!match_hostport1993(s, &cuts))
		return false;
	i = at = cuts.path;

	/*!local:re2c:wais
	"/" database
		("?" @q search | "/" @t wtype "/" @n digits "/" @w path)? ("#" @f fragmentid)? END {
		cuts.query = q;
		cuts.fragment = f;
		if (!eu_scan_end(s, i, &cuts))
			return false;
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_DATABASE,
		                 eu_span(cuts.path + 1, eu_in_front_of(t, eu_path_end(s))));
		if (t == EU_NO_CUT)
			return true;
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_WTYPE, eu_span(t, n - 1));
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_WPATH, eu_span(w, eu_path_end(s)));
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* hsoname [ % 0 0 version [ attributes ] ]: in the BNF, all of it is a `path`.
 * CHOICE: the version is the text after "%00", up to the next "%00", if that is digits or empty.  The
 * attributes follow, each after a "%00", as in the prose. */
static void add_prospero_pieces1993(struct eu_scan *s, uint32_t begin)
{
	struct everyuri_span hsoname = { begin, eu_path_end(s) };
	uint32_t zero = eu_find_bytes(s->text, hsoname, "%00");
	uint32_t version, end, k;

	if (zero == EVERYURI_ABSENT) {
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_HSONAME, hsoname);
		return;
	}
	version = zero + 3;
	end = eu_find_bytes(s->text, eu_span(version, hsoname.end), "%00");
	k = end == EVERYURI_ABSENT ? hsoname.end : end;
	while (k > version && eu_is_digit((unsigned char)s->text[k - 1]))
		k--;
	if (k > version) {
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_HSONAME, hsoname);
		return;
	}
	eu_uri_add_extra(s->uri, EVERYURI_EXTRA_HSONAME, eu_span(begin, zero));
	eu_uri_add_extra(s->uri, EVERYURI_EXTRA_VERSION,
	                 eu_span(version, end == EVERYURI_ABSENT ? hsoname.end : end));
	if (end != EVERYURI_ABSENT)
		eu_uri_add_extra(s->uri, EVERYURI_EXTRA_FIELDS, eu_span(end + 3, hsoname.end));
}

/* prosperolink = prospero:// hostport / hsoname [ % 0 0 version [ attributes ] ] */
static bool match_prosperolink1993(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t f;
	/*!stags:re2c:prospero format = '	uint32_t @@;\n'; */

	if (!match_hostport1993(s, &cuts))
		return false;
	i = at = cuts.path;

	/*!local:re2c:prospero
	"/" path ("#" @f fragmentid)? END {
		cuts.fragment = f;
		if (!eu_scan_end(s, i, &cuts))
			return false;
		add_prospero_pieces1993(s, cuts.path + 1);
		return true;
	}
	* { s->stop = at; return false; }
	*/
}

/* telnetaddress = telnet:// [ user @ ] hostport */
static bool match_telnetaddress1993(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t f;
	/*!stags:re2c:telnet format = '	uint32_t @@;\n'; */

	if (!match_login1993(s, &cuts))
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
static bool match_gopheraddress1993(struct eu_scan *s)
{
	const char *text = s->text;
	struct eu_cuts cuts;
	uint32_t len = s->len, i, at;
	uint32_t g, r, q, f;
	/*!stags:re2c:gopher format = '	uint32_t @@;\n'; */

	if (!match_hostport1993(s, &cuts))
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
static bool match_generic1993(struct eu_scan *s)
{
	const char *text = s->text;
	uint32_t len = s->len, i = s->i, at = i;
	uint32_t q, f;
	/*!stags:re2c:generic format = '	uint32_t @@;\n'; */

	/*!local:re2c:generic
	path ("?" @q search)? ("#" @f fragmentid)? END {
		struct eu_cuts cuts = { EU_NO_CUT, EU_NO_CUT, EU_NO_CUT, EU_NO_CUT, s->i, q, f };

		eu_cut_login(s, eu_span(s->i, eu_in_front_of(q, eu_in_front_of(f, i - 1))), match_login1993, &cuts);
		return eu_scan_end(s, i, &cuts);
	}
	* { s->stop = at; return false; }
	*/
}

/* Matches a scheme and its colon.  Leaves s->i after the colon. */
static bool match_scheme1993(struct eu_scan *s)
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

/* Matches a scheme's production if it has one, otherwise the generic syntax.
 * CHOICE: in the draft, `generic` is the first alternative of `url`, so it would accept any http URL that
 * httpaddress refuses. */
static bool match_full1993(struct eu_scan *s)
{
	static const struct eu_production productions[] = {
		{ "http", match_httpaddress1993 },      { "ftp", match_fileaddress1993 },
		{ "news", match_newsaddress1993 },      { "prospero", match_prosperolink1993 },
		{ "telnet", match_telnetaddress1993 },  { "gopher", match_gopheraddress1993 },
		{ "wais", match_waisaddress1993 },      { "afs", match_afsaddress1993 },
	};

	return match_scheme1993(s) &&
	       eu_match_production(s, productions, sizeof productions / sizeof *productions,
	                           match_generic1993);
}

/* Matches a "Partial form". */
static bool match_partial1993(struct eu_scan *s)
{
	return eu_match_partial(s, match_generic1993);
}

enum everyuri_status eu_url1993_parse(const char *text, uint32_t len, bool partial,
                                      struct everyuri_uri *uri, struct everyuri_error *err)
{
	static const struct eu_refusals refusals = {
		"URL draft 1993, unsafe characters",
		{ "URL draft 1993, BNF scheme", "URL draft 1993, BNF login", "URL draft 1993, BNF path",
		  "URL draft 1993, BNF fragmentid" }
	};

	return eu_scan_text(text, len, match_full1993, partial ? match_partial1993 : NULL,
	                    &refusals, uri, err);
}
