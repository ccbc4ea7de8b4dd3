/* recogniser.h - a second implementation of the grammars, independent of lib/grammar.
 *
 * Each standard's BNF is transcribed into one regular expression, rule by rule
 * under the standard's own names, and run by PCRE2.  Partial matching tells
 * whether a text can be completed, which gives the error position: the
 * first byte that no valid text can have there (contract api.at).
 *
* The rules have the order and names of the standards ("-" and "+" in a name
 * become "_" and "plus").  Sets of single characters are bracket expressions;
 * everything else is a rule.  The choices that the texts leave open are those
 * of docs/standards; each is marked. */
#ifndef PROOF_RECOGNISER_H
#define PROOF_RECOGNISER_H

#include <everyuri.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

struct recogniser {
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *context;
	pcre2_jit_stack *stack;
};

/* Character sets, for use inside brackets. */
#define ALPHA "A-Za-z"
#define DIGIT "0-9"
#define HEX "0-9A-Fa-f"
#define SAFE_1993 "$\\-_@.&"
#define SAFE_1994 "$\\-_@.&+" /* the second BNF of 1994 and 1630 */
#define EXTRA_1993 "!*\"'():;, "
#define EXTRA_1630 "!*\"'(),"

/* The prefix "URL:" is removed once, before parsing (contract read.prefix). */
#define PREFIX "(?<prefixedurl> (?> (?i: url: )? ) )"

/* Rules that the three old texts share, given the sets of their xalpha. */
#define COMMON                               \
	"(?<escape> % [" HEX "] [" HEX "] )" \
	"(?<digits> [" DIGIT "]+ )"

/* ---- the draft of 1993 --------------------------------------------------- */

#define SCHEMES_1993 "(?i: http | ftp | afs | news | prospero | telnet | gopher | wais )"

/* `path = void | xpalphas [/ path]`, with empty segments as in magic://a/b/c//d
 * (CHOICE); `hostname` and `group` repeat "." ialpha, which xalpha derives already. */
static const char url1993[] =
	"(?<fragmentaddress> (?&prefixedurl) (?&url) (?: \\# (?&fragmentid) )? )"
	"(?<url> (?&httpaddress) | (?&fileaddress) | (?&newsaddress) | (?&prosperoaddress)"
	" | (?&telnetaddress) | (?&gopheraddress) | (?&waisaddress) | (?&afsaddress)"
	" | (?! " SCHEMES_1993 " : ) (?&generic) )"
	"(?<generic> (?&scheme) : (?&path) (?: \\? (?&search) )? )"
	"(?<scheme> [" ALPHA "] (?: [" ALPHA DIGIT SAFE_1993 "!*\"'();, ] | (?&escape) )* )"
	"(?<httpaddress> (?i:http): // (?&hostport) (?: / (?&path) )? (?: \\? (?&search) )? )"
	"(?<fileaddress> (?i:ftp): // (?&host) / (?&path) )"
	"(?<afsaddress> (?i:afs): // (?&cellname) / (?&path) )"
	"(?<newsaddress> (?i:news): (?&groupart) )"
	"(?<waisaddress> (?&waisindex) | (?&waisdoc) )"
	"(?<waisindex> (?i:wais): // (?&hostport) / (?&database) (?: \\? (?&search) )? )"
	"(?<waisdoc> (?i:wais): // (?&hostport) / (?&database) / (?&wtype) / (?&digits) / (?&path) "
	")"
	"(?<groupart> \\* | (?&group) | (?&article) )"
	"(?<group> (?&ialpha) )"
	"(?<article> (?&xalphas) @ (?&host) )"
	"(?<database> (?&xalphas) )"
	"(?<wtype> (?&xalphas) )"
	"(?<prosperoaddress> (?&prosperolink) )"
	"(?<prosperolink> (?i:prospero): // (?&hostport) / (?&hsoname)"
	" (?: %00 (?&version) (?&attributes)? )? )"
	"(?<hsoname> (?&path) )"
	"(?<version> (?&digits) )"
	"(?<attributes> [" ALPHA DIGIT "]+ )"
	"(?<telnetaddress> (?i:telnet): // (?: (?&user) @ )? (?&hostport) )"
	"(?<gopheraddress> (?i:gopher): // (?&hostport) (?: / (?&gtype) (?&selector)? )?"
	" (?: \\? (?&search) )? )"
	"(?<hostport> (?&host) (?: : (?&port) )? )"
	"(?<host> (?&hostname) | (?&hostnumber) )"
	"(?<cellname> (?&hostname) )"
	"(?<hostname> (?&ialpha) )"
	"(?<hostnumber> (?&digits) \\. (?&digits) \\. (?&digits) \\. (?&digits) )"
	"(?<port> (?&digits) )"
	"(?<selector> (?&path) )"
	"(?<path> (?&segment) (?: / (?&segment) )* )"
	"(?<segment> (?: [" ALPHA DIGIT SAFE_1993 EXTRA_1993 "+] | (?&escape) )* )"
	"(?<search> (?&xalphas) (?: \\+ (?&xalphas) )* )"
	"(?<user> (?&xalphas) )"
	"(?<fragmentid> (?&xalphas)? )" /* CHOICE, from the prose: it may be empty */
	"(?<gtype> (?&xalpha) )"
	"(?<xalpha> [" ALPHA DIGIT SAFE_1993 EXTRA_1993 "] | (?&escape) )"
	"(?<xalphas> (?: [" ALPHA DIGIT SAFE_1993 EXTRA_1993 "] | (?&escape) )+ )"
	"(?<ialpha> [" ALPHA "] (?&xalphas)? )" COMMON PREFIX;

/* Partial form: no colon before the first slash; so either the first segment
 * has none and a slash follows, or nothing at all has one. */
static const char partial1993[] =
	"(?<partial> (?&plain) / (?&path) (?: \\? (?&search) )? (?: \\# (?&fragmentid) )?"
	" | (?&plain) (?: \\? (?&plainword) (?: \\+ (?&plainword) )* )? (?: \\# (?&plainword)? )? )"
	"(?<plain> (?: [" ALPHA DIGIT SAFE_1993 "!*\"'();, +] | (?&escape) )* )"
	"(?<plainword> (?: [" ALPHA DIGIT SAFE_1993 "!*\"'();, ] | (?&escape) )+ )";

/* ---- the draft of 1994 --------------------------------------------------- */

#define SCHEMES_1994 \
	"(?i: http | ftp | news | nntp | prospero | telnet | gopher | wais | mailto | mid | cid )"

/* The names that the first BNF (URIs in general) shares with the second (the
* specific schemes) with another meaning begin with "u" here. */
static const char uri1994[] =
	"(?<fragmentaddress> (?&prefixedurl) (?&url) (?: \\# (?&fragmentid) )? )"
	"(?<url> (?&httpaddress) | (?&ftpaddress) | (?&newsaddress) | (?&nntpaddress)"
	" | (?&prosperoaddress) | (?&telnetaddress) | (?&gopheraddress) | (?&waisaddress)"
	" | (?&mailtoaddress) | (?&midaddress) | (?&cidaddress)"
	" | (?! " SCHEMES_1994 " : ) (?&uri) )"
	"(?<uri> (?&uscheme) : (?&upath) (?: \\? (?&usearch) )? )"
	"(?<uscheme> [" ALPHA "] (?: [" ALPHA DIGIT SAFE_1993 "!*\"'();, ] | (?&escape) )* )"
	"(?<upath> (?&usegment) (?: / (?&usegment) )* )"
	"(?<usegment> (?: [" ALPHA DIGIT SAFE_1993 EXTRA_1993 "+] | (?&escape) )* )"
	"(?<usearch> (?&uxalphas) (?: \\+ (?&uxalphas) )* )"
	"(?<uxalphas> (?: [" ALPHA DIGIT SAFE_1993 EXTRA_1993 "] | (?&escape) )+ )"
	"(?<fragmentid> (?&uxalphas)? )"
	"(?<httpaddress> (?i:http): // (?&hostport) (?: / (?&path) )? (?: \\? (?&search) )? )"
	"(?<ftpaddress> (?i:ftp): // (?&login) / (?&path) )"
	"(?<newsaddress> (?i:news): (?&groupart) )"
	"(?<nntpaddress> (?i:nntp): (?&group) / (?&digits) )"
	"(?<midaddress> (?i:mid): (?&addr_spec) )"
	"(?<addr_spec> (?&xalphas) @ (?&xalphas) )" /* CHOICE: has no production */
	"(?<cidaddress> (?i:cid): (?&content_identifier) )"
	"(?<content_identifier> (?&xalphas) )"                        /* CHOICE: the same */
	"(?<mailtoaddress> (?i:mailto): (?&xalphas) @ (?&hostname) )" /* the copy's 2nd colon is an error */
	"(?<waisaddress> (?&waisindex) | (?&waisdoc) )"
	"(?<waisindex> (?i:wais): // (?&hostport) / (?&database) (?: \\? (?&search) )? )"
	"(?<waisdoc> (?i:wais): // (?&hostport) / (?&database) / (?&wtype) / (?&path) )"
	"(?<groupart> \\* | (?&group) | (?&article) )"
	"(?<group> (?&ialpha) )"
	"(?<article> (?&xalphas) @ (?&host) )"
	"(?<database> (?&xalphas) )"
	"(?<wtype> (?&xalphas) )"
	"(?<prosperoaddress> (?&prosperolink) )"
	"(?<prosperolink> (?i:prospero): // (?&hostport) / (?&hsoname)"
	" (?: %00 (?&version) (?&attributes)? )? )"
	"(?<hsoname> (?&path) )"
	"(?<version> (?&digits) )"
	"(?<attributes> [" ALPHA DIGIT "]+ )"
	"(?<telnetaddress> (?i:telnet): // (?&login) )"
	"(?<gopheraddress> (?i:gopher): // (?&hostport) (?: / (?&gtype) (?&selector)? )?"
	" (?: \\? (?&search) )? )"
	"(?<login> (?: (?&user) (?: : (?&password) )? @ )? (?&hostport) )"
	"(?<hostport> (?&host) (?: : (?&port) )? )"
	"(?<host> (?&hostname) | (?&hostnumber) )"
	"(?<hostname> (?&ialpha) )"
	"(?<hostnumber> (?&digits) \\. (?&digits) \\. (?&digits) \\. (?&digits) )"
	"(?<port> (?&digits) )"
	"(?<selector> (?&path) )"
	"(?<path> (?&segment) (?: / (?&segment) )* )"
	"(?<segment> (?: [" ALPHA DIGIT SAFE_1994 EXTRA_1993 "] | (?&escape) )* )"
	"(?<search> (?&xalphas) )" /* "+" is in this xalpha, so [+ search] adds nothing */
	"(?<user> (?&xalphas) )"
	"(?<password> (?&xalphas) )"
	"(?<gtype> [" ALPHA DIGIT SAFE_1994 EXTRA_1993 "] | (?&escape) )"
	"(?<xalphas> (?: [" ALPHA DIGIT SAFE_1994 EXTRA_1993 "] | (?&escape) )+ )"
	"(?<ialpha> [" ALPHA "] (?&xalphas)? )" COMMON PREFIX;

/* The first BNF of 1994 has the sets of 1993. */
static const char partial1994[] =
	"(?<partial> (?&plain) / (?&upath) (?: \\? (?&usearch) )? (?: \\# (?&fragmentid) )?"
	" | (?&plain) (?: \\? (?&plainword) (?: \\+ (?&plainword) )* )? (?: \\# (?&plainword)? )? )"
	"(?<plain> (?: [" ALPHA DIGIT SAFE_1993 "!*\"'();, +] | (?&escape) )* )"
	"(?<plainword> (?: [" ALPHA DIGIT SAFE_1993 "!*\"'();, ] | (?&escape) )+ )";

/* ---- RFC 1630 -------------------------------------------------------------- */

static const char rfc1630[] =
	"(?<fragmentaddress> (?&prefixedurl) (?&url) (?: \\# (?&fragmentid) )? )"
	"(?<url> (?&httpaddress) | (?&ftpaddress) | (?&newsaddress) | (?&nntpaddress)"
	" | (?&prosperoaddress) | (?&telnetaddress) | (?&gopheraddress) | (?&waisaddress)"
	" | (?&mailtoaddress) | (?&midaddress) | (?&cidaddress)"
	" | (?! " SCHEMES_1994 " : ) (?&uri) )"
	"(?<uri> (?&uscheme) : (?&upath) (?: \\? (?&usearch) )? )"
	"(?<uscheme> [" ALPHA "] (?&uxalphas)? )"
	"(?<upath> (?&usegment) (?: / (?&usegment) )* )"
	"(?<usegment> (?: [" ALPHA DIGIT SAFE_1993 EXTRA_1630 "+] | (?&escape) )* )"
	"(?<usearch> (?&uxalphas) (?: \\+ (?&uxalphas) )* )"
	"(?<uxalphas> (?: [" ALPHA DIGIT SAFE_1993 EXTRA_1630 "] | (?&escape) )+ )"
	"(?<fragmentid> (?&uxalphas)? )"
	"(?<httpaddress> (?i:http): // (?&hostport) (?: / (?&path) )? (?: \\? (?&search) )? )"
	"(?<ftpaddress> (?i:ftp): // (?&login) / (?&path) (?: ;type= (?&ftptype) )? )"
	"(?<newsaddress> (?i:news): (?&groupart) )"
	"(?<nntpaddress> (?i:nntp): (?&group) / (?&digits) )"
	"(?<midaddress> (?i:mid): (?&addr_spec) )"
	"(?<addr_spec> (?&xalphas) @ (?&xalphas) )" /* CHOICE: has no production */
	"(?<cidaddress> (?i:cid): (?&content_identifier) )"
	"(?<content_identifier> (?&xalphas) )" /* CHOICE: the same */
	"(?<mailtoaddress> (?i:mailto): (?&xalphas) @ (?&hostname) )"
	"(?<waisaddress> (?&waisindex) | (?&waisdoc) )"
	"(?<waisindex> (?i:wais): // (?&hostport) / (?&database) (?: \\? (?&search) )? )"
	"(?<waisdoc> (?i:wais): // (?&hostport) / (?&database) / (?&wtype) / (?&wpath) )"
	"(?<wpath> (?: (?&digits) = (?&path) ; )+ )"
	"(?<groupart> \\* | (?&group) | (?&article) )"
	"(?<group> (?&ialpha) )"
	"(?<article> (?&xalphas) @ (?&host) )"
	"(?<database> (?&xalphas) )"
	"(?<wtype> (?&xalphas) )"
	"(?<prosperoaddress> (?&prosperolink) )"
	"(?<prosperolink> (?i:prospero): // (?&hostport) / (?&hsoname)"
	" (?: %00 (?&version) (?&attributes)? )? )"
	"(?<hsoname> (?&path) )"
	"(?<version> (?&digits) )"
	"(?<attributes> [" ALPHA DIGIT "]+ )"
	"(?<telnetaddress> (?i:telnet): // (?&login) )"
	"(?<gopheraddress> (?i:gopher): // (?&hostport) (?: / (?&gtype) (?&gcommand)? )? )"
	"(?<login> (?: (?&user) (?: : (?&password) )? @ )? (?&hostport) )"
	"(?<hostport> (?&host) (?: : (?&port) )? )"
	"(?<host> (?&hostname) | (?&hostnumber) )"
	/* CHOICE: the prose names a bare "A", the BNF does not derive it. */
	"(?<ftptype> A (?&formcode)? | E (?&formcode) | I | L (?&digits) )"
	"(?<formcode> [NTC] )"
	"(?<hostname> (?&ialpha) )"
	"(?<hostnumber> (?&digits) \\. (?&digits) \\. (?&digits) \\. (?&digits) )"
	"(?<port> (?&digits) )"
	"(?<gcommand> (?&path) )"
	"(?<path> (?&segment) (?: / (?&segment) )* )"
	"(?<segment> (?: [" ALPHA DIGIT SAFE_1994 EXTRA_1630 "] | (?&escape) )* )"
	"(?<search> (?&xalphas) )" /* "+" is in this xalpha, so [+ search] adds nothing */
	"(?<user> (?&alphanum2)+ )"
	"(?<password> (?&alphanum2)+ )"
	"(?<gtype> [" ALPHA DIGIT SAFE_1994 EXTRA_1630 "] | (?&escape) )"
	"(?<alphanum2> [" ALPHA DIGIT "\\-_.+] )"
	"(?<xalphas> (?: [" ALPHA DIGIT SAFE_1994 EXTRA_1630 "] | (?&escape) )+ )"
	"(?<ialpha> [" ALPHA "] (?&xalphas)? )" COMMON PREFIX;

static const char partial1630[] =
	"(?<partial> (?&usegment) / (?&upath) (?: \\? (?&usearch) )? (?: \\# (?&fragmentid) )?"
	" | (?&usegment) (?: \\? (?&usearch) )? (?: \\# (?&fragmentid) )? )";

/* ---- RFC 1738, section 5 ------------------------------------------------------ */

#define UNRESERVED_1738 ALPHA DIGIT "$\\-_.+!*'(),"
#define XCHAR_1738 UNRESERVED_1738 ";/?:@&="

#define SCHEMES_1738                                                                        \
	"(?i: ftp | http | gopher | mailto | news | nntp | telnet | rlogin | tn3270 | wais" \
	" | file | prospero )"

static const char rfc1738[] =
	/* The appendix: a fragment follows "#"; it is not part of the URL. */
	"(?<fragmentaddress> (?&prefixedurl) (?&url) (?: \\# (?&xchars) )? )"
	"(?<genericurl> (?&scheme) : (?&schemepart) )"
	"(?<url> (?&httpurl) | (?&ftpurl) | (?&newsurl) | (?&nntpurl) | (?&telneturl)"
	" | (?&gopherurl) | (?&waisurl) | (?&mailtourl) | (?&fileurl) | (?&prosperourl)"
	" | (?&otherurl) )"
	"(?<otherurl> (?! " SCHEMES_1738 " : ) (?&genericurl) )"
	"(?<scheme> [" ALPHA DIGIT "+\\-.]+ )"
	"(?<schemepart> (?&xchars) | (?&ip_schemepart) )"
	"(?<ip_schemepart> // (?&login) (?: / (?&urlpath) )? )"
	"(?<login> (?: (?&user) (?: : (?&password) )? @ )? (?&hostport) )"
	"(?<hostport> (?&host) (?: : (?&port) )? )"
	"(?<host> (?&hostname) | (?&hostnumber) )"
	"(?<hostname> (?: (?&domainlabel) \\. )* (?&toplabel) )"
	"(?<domainlabel> (?&alphadigit) | (?&alphadigit) [" ALPHA DIGIT "\\-]* (?&alphadigit) )"
	"(?<toplabel> [" ALPHA "] | [" ALPHA "] [" ALPHA DIGIT "\\-]* (?&alphadigit) )"
	"(?<alphadigit> [" ALPHA DIGIT "] )"
	"(?<hostnumber> (?&digits) \\. (?&digits) \\. (?&digits) \\. (?&digits) )"
	"(?<port> (?&digits) )"
	"(?<user> (?: [" UNRESERVED_1738 ";?&=] | (?&escape) )* )"
	"(?<password> (?: [" UNRESERVED_1738 ";?&=] | (?&escape) )* )"
	"(?<urlpath> (?&xchars) )"
	"(?<ftpurl> (?i:ftp): // (?&login) (?: / (?&fpath) (?: ;type= (?&ftptype) )? )? )"
	"(?<fpath> (?&fsegment) (?: / (?&fsegment) )* )"
	"(?<fsegment> (?: [" UNRESERVED_1738 "?:@&=] | (?&escape) )* )"
	"(?<ftptype> [AIDaid] )"
	"(?<fileurl> (?i:file): // (?: (?&host) | localhost )? / (?&fpath) )"
	"(?<httpurl> (?i:http): // (?&hostport) (?: / (?&hpath) (?: \\? (?&search) )? )? )"
	"(?<hpath> (?&hsegment) (?: / (?&hsegment) )* )"
	"(?<hsegment> (?: [" UNRESERVED_1738 ";:@&=] | (?&escape) )* )"
	"(?<search> (?: [" UNRESERVED_1738 ";:@&=] | (?&escape) )* )"
	"(?<gopherurl> (?i:gopher): // (?&hostport) (?: / (?: (?&gtype) (?: (?&selector)"
	" (?: %09 (?&search) (?: %09 (?&gopher_plus_string) )? )? )? )? )? )"
	"(?<gtype> (?&xchar) )"
	"(?<selector> (?&xchars) )"
	"(?<gopher_plus_string> (?&xchars) )"
	"(?<mailtourl> (?i:mailto): (?&encoded822addr) )"
	"(?<encoded822addr> (?&xchar) (?&xchars) )"
	"(?<newsurl> (?i:news): (?&grouppart) )"
	"(?<grouppart> \\* | (?&group) | (?&article) )"
	"(?<group> [" ALPHA "] [" ALPHA DIGIT "\\-.+_]* )"
	"(?<article> (?: [" UNRESERVED_1738 ";/?:&=] | (?&escape) )+ @ (?&host) )"
	"(?<nntpurl> (?i:nntp): // (?&hostport) / (?&group) (?: / (?&digits) )? )"
	/* CHOICE: rlogin and tn3270 use telnet's production. */
	"(?<telneturl> (?i: telnet | rlogin | tn3270 ) : // (?&login) /? )"
	"(?<waisurl> (?&waisdatabase) | (?&waisindex) | (?&waisdoc) )"
	"(?<waisdatabase> (?i:wais): // (?&hostport) / (?&database) )"
	"(?<waisindex> (?i:wais): // (?&hostport) / (?&database) \\? (?&search) )"
	"(?<waisdoc> (?i:wais): // (?&hostport) / (?&database) / (?&wtype) / (?&wpath) )"
	"(?<database> (?&uchars) )"
	"(?<wtype> (?&uchars) )"
	"(?<wpath> (?&uchars) )"
	"(?<prosperourl> (?i:prospero): // (?&hostport) / (?&ppath) (?&fieldspec)* )"
	"(?<ppath> (?&psegment) (?: / (?&psegment) )* )"
	"(?<psegment> (?: [" UNRESERVED_1738 "?:@&=] | (?&escape) )* )"
	"(?<fieldspec> ; (?&fieldname) = (?&fieldvalue) )"
	"(?<fieldname> (?: [" UNRESERVED_1738 "?:@&] | (?&escape) )* )"
	"(?<fieldvalue> (?: [" UNRESERVED_1738 "?:@&] | (?&escape) )* )"
	"(?<uchars> (?: [" UNRESERVED_1738 "] | (?&escape) )* )"
	"(?<xchar> [" XCHAR_1738 "] | (?&escape) )"
	"(?<xchars> (?: [" XCHAR_1738 "] | (?&escape) )* )" COMMON PREFIX;

/* RFC 1808 2.2 defines the partial forms of rfc1738; by its 2.4.2 a text that begins with the characters of a scheme
 * and a colon is not one. */
static const char partial1808[] =
	"(?<partial> (?! (?&scheme) : ) (?&relativeURL) (?: \\# (?&xchars) )? )"
	"(?<relativeURL> (?&net_path) | (?&abs_path) | (?&rel_path) )"
	"(?<net_path> // (?&net_loc) (?&abs_path)? )"
	"(?<abs_path> / (?&rel_path) )"
	"(?<rel_path> (?&rpath)? (?: ; (?&params) )? (?: \\? (?&xchars) )? )"
	"(?<rpath> (?: [" UNRESERVED_1738 ":@&=] | (?&escape) )+ (?: / (?&rsegment) )* )"
	"(?<rsegment> (?: [" UNRESERVED_1738 ":@&=] | (?&escape) )* )"
	"(?<params> (?: [" UNRESERVED_1738 ":@&=/;] | (?&escape) )* )"
	"(?<net_loc> (?: [" UNRESERVED_1738 ":@&=;?] | (?&escape) )* )";

/* ---- RFC 1808, section 2.2 ---------------------------------------------------------- */

static const char rfc1808[] = "(?<URL> (?&absoluteURL) (?: \\# (?&xchars) )? )"
			      "(?<absoluteURL> (?&generic_RL) | (?&scheme) : (?&xchars) )"
			      "(?<generic_RL> (?&scheme) : (?&relativeURL) )"
			      "(?<scheme> [" ALPHA DIGIT "+\\-.]+ )"
			      "(?<xchars> (?: [" XCHAR_1738 "] | (?&escape) )* )" COMMON;

/* RFC 3986 3.2.2; an ls32 may be an IPv4 address. */
#define IPV6ADDRESS                                                             \
	"(?<IPv6address>"                                                       \
	"                                   (?: (?&h16) : ){6} (?&ls32)"        \
	" |                              :: (?: (?&h16) : ){5} (?&ls32)"        \
	" | (?:                  (?&h16) )? :: (?: (?&h16) : ){4} (?&ls32)"     \
	" | (?: (?: (?&h16) : ){0,1} (?&h16) )? :: (?: (?&h16) : ){3} (?&ls32)" \
	" | (?: (?: (?&h16) : ){0,2} (?&h16) )? :: (?: (?&h16) : ){2} (?&ls32)" \
	" | (?: (?: (?&h16) : ){0,3} (?&h16) )? ::     (?&h16) :      (?&ls32)" \
	" | (?: (?: (?&h16) : ){0,4} (?&h16) )? ::                    (?&ls32)" \
	" | (?: (?: (?&h16) : ){0,5} (?&h16) )? ::                    (?&h16)"  \
	" | (?: (?: (?&h16) : ){0,6} (?&h16) )? :: )"                           \
	"(?<h16> [" HEX "]{1,4} )"

/* ---- RFC 2396, appendix A, with RFC 2732, section 3 ---------------------------------- */

#define UNRESERVED_2396 ALPHA DIGIT "\\-_.!~*'()"

/* CHOICE: IPv6 addresses have as many groups as RFC 2373's prose gives them, and its
 * 1*3DIGIT is at most 255. */
static const char rfc2396[] =
	"(?<document> (?&absoluteURI) (?: \\# (?&fragment) )? )"
	"(?<absoluteURI> (?&scheme) : (?: (?&hier_part) | (?&opaque_part) ) )"
	"(?<relative> (?&relativeURI)? (?: \\# (?&fragment) )? )"
	"(?<relativeURI> (?: (?&net_path) | (?&abs_path) | (?&rel_path) ) (?: \\? (?&query) )?"
	" | \\? (?&query) )" /* CHOICE: C.1's example "?y" */
	"(?<hier_part> (?: (?&net_path) | (?&abs_path) ) (?: \\? (?&query) )? )"
	"(?<opaque_part> (?&uric_no_slash) (?&uric)* )"
	"(?<uric_no_slash> [" UNRESERVED_2396 ";?:@&=+$,] | (?&escaped) )"
	"(?<net_path> // (?&authority) (?&abs_path)? )"
	"(?<abs_path> / (?&path_segments) )"
	"(?<rel_path> (?&rel_segment) (?&abs_path)? )"
	"(?<rel_segment> (?: [" UNRESERVED_2396 ";@&=+$,] | (?&escaped) )+ )"
	"(?<scheme> [" ALPHA "] [" ALPHA DIGIT "+\\-.]* )"
	"(?<authority> (?&server) | (?&reg_name) )"
	"(?<reg_name> (?: [" UNRESERVED_2396 "$,;:@&=+] | (?&escaped) )+ )"
	"(?<server> (?: (?: (?&userinfo) @ )? (?&hostport) )? )"
	"(?<userinfo> (?: [" UNRESERVED_2396 ";:&=+$,] | (?&escaped) )* )"
	"(?<hostport> (?&host) (?: : (?&port) )? )"
	"(?<host> (?&hostname) | (?&IPv4address) | (?&ipv6reference) )"
	"(?<hostname> (?: (?&domainlabel) \\. )* (?&toplabel) \\.? )"
	"(?<domainlabel> (?&alphanum) | (?&alphanum) [" ALPHA DIGIT "\\-]* (?&alphanum) )"
	"(?<toplabel> [" ALPHA "] | [" ALPHA "] [" ALPHA DIGIT "\\-]* (?&alphanum) )"
	"(?<alphanum> [" ALPHA DIGIT "] )"
	"(?<IPv4address> (?&digits) \\. (?&digits) \\. (?&digits) \\. (?&digits) )"
	"(?<ipv6reference> \\[ (?&IPv6address) \\] )" IPV6ADDRESS
	"(?<ls32> (?&h16) : (?&h16) | (?&octet) \\. (?&octet) \\. (?&octet) \\. (?&octet) )"
	"(?<octet> 25[0-5] | 2[0-4][0-9] | [01][0-9][0-9] | [0-9][0-9] | [0-9] )"
	"(?<port> [" DIGIT "]* )"
	"(?<path_segments> (?&segment) (?: / (?&segment) )* )"
	"(?<segment> (?&pchar)* (?: ; (?&param) )* )"
	"(?<param> (?&pchar)* )"
	"(?<pchar> [" UNRESERVED_2396 ":@&=+$,] | (?&escaped) )"
	"(?<query> (?&uric)* )"
	"(?<fragment> (?&uric)* )"
	"(?<uric> [" UNRESERVED_2396 ";/?:@&=+$,\\[\\]] | (?&escaped) )"
	"(?<escaped> % [" HEX "] [" HEX "] )"
	"(?<digits> [" DIGIT "]+ )";

/* ---- RFC 3986, appendix A --------------------------------------------------------- */

#define UNRESERVED_3986 ALPHA DIGIT "\\-._~"
#define SUB_DELIMS_3986 "!$&'()*+,;="

/* %s: the text allowed after IPv6address inside the brackets. */
static const char rfc3986[] =
	"(?<URI> (?&scheme) : (?&hier_part) (?: \\? (?&query) )? (?: \\# (?&fragment) )? )"
	"(?<hier_part> // (?&authority) (?&path_abempty) | (?&path_absolute)"
	" | (?&path_rootless) | (?&path_empty) )"
	"(?<relative_ref> (?&relative_part) (?: \\? (?&query) )? (?: \\# (?&fragment) )? )"
	"(?<relative_part> // (?&authority) (?&path_abempty) | (?&path_absolute)"
	" | (?&path_noscheme) | (?&path_empty) )"
	"(?<scheme> [" ALPHA "] [" ALPHA DIGIT "+\\-.]* )"
	"(?<authority> (?: (?&userinfo) @ )? (?&host) (?: : (?&port) )? )"
	"(?<userinfo> (?: [" UNRESERVED_3986 SUB_DELIMS_3986 ":] | (?&pct_encoded) )* )"
	"(?<host> (?&IP_literal) | (?&IPv4address) | (?&reg_name) )"
	"(?<port> [" DIGIT "]* )"
	"(?<IP_literal> \\[ (?: (?&IPv6address) (?&zone) | (?&IPvFuture) ) \\] )"
	"(?<IPvFuture> [Vv] [" HEX "]+ \\. [" UNRESERVED_3986 SUB_DELIMS_3986 ":]+ )" IPV6ADDRESS
	"(?<ls32> (?&h16) : (?&h16) | (?&IPv4address) )"
	"(?<IPv4address> (?&dec_octet) \\. (?&dec_octet) \\. (?&dec_octet) \\. (?&dec_octet) )"
	"(?<dec_octet> 25[0-5] | 2[0-4][0-9] | 1[0-9][0-9] | [1-9][0-9] | [0-9] )"
	"(?<reg_name> (?: [" UNRESERVED_3986 SUB_DELIMS_3986 "] | (?&pct_encoded) )* )"
	"(?<path_abempty> (?: / (?&segment) )* )"
	"(?<path_absolute> / (?: (?&segment_nz) (?: / (?&segment) )* )? )"
	"(?<path_noscheme> (?&segment_nz_nc) (?: / (?&segment) )* )"
	"(?<path_rootless> (?&segment_nz) (?: / (?&segment) )* )"
	"(?<path_empty> )"
	"(?<segment> (?&pchar)* )"
	"(?<segment_nz> (?&pchar)+ )"
	"(?<segment_nz_nc> (?: [" UNRESERVED_3986 SUB_DELIMS_3986 "@] | (?&pct_encoded) )+ )"
	"(?<pchar> [" UNRESERVED_3986 SUB_DELIMS_3986 ":@] | (?&pct_encoded) )"
	"(?<query> (?: (?&pchar) | [/?] )* )"
	"(?<fragment> (?: (?&pchar) | [/?] )* )"
	"(?<pct_encoded> % [" HEX "] [" HEX "] )";

static const char no_zone3986[] = "(?<zone> )";
/* RFC 6874: "%25" and the identifier; only with the flag. */
static const char zone3986[] =
	"(?<zone> (?: %25 (?: [" UNRESERVED_3986 "] | (?&pct_encoded) )+ )? )";

/* ---- RFC 3987, section 2.2 ------------------------------------------------------------ */

/* ucschar and iprivate, byte by byte in UTF-8: the bytes after each first byte. */
#define CONT "[\\x80-\\xBF]"
#define CONT2 CONT CONT
/* The last block of a plane without its last two characters. */
#define PLANE_END "(?: [\\x80-\\xBE] " CONT " | \\xBF [\\x80-\\xBD] )"
#define UCSCHAR                                                                                 \
	"(?<ucschar> \\xC2 [\\xA0-\\xBF] | [\\xC3-\\xDF] " CONT " | \\xE0 [\\xA0-\\xBF] " CONT  \
	" | [\\xE1-\\xEC] " CONT2 " | \\xED [\\x80-\\x9F] " CONT " | \\xEF [\\xA4-\\xB6] " CONT \
	" | \\xEF \\xB7 [\\x80-\\x8F\\xB0-\\xBF] | \\xEF [\\xB8-\\xBE] " CONT                   \
	" | \\xEF \\xBF [\\x80-\\xAF]"                                                          \
	" | \\xF0 (?: [\\x90-\\x9E\\xA0-\\xAE\\xB0-\\xBE] " CONT2                               \
	" | [\\x9F\\xAF\\xBF] " PLANE_END                                                       \
	" ) | [\\xF1\\xF2] (?: [\\x80-\\x8E\\x90-\\x9E\\xA0-\\xAE\\xB0-\\xBE] " CONT2           \
	" | [\\x8F\\x9F\\xAF\\xBF] " PLANE_END " )"                                             \
	" | \\xF3 (?: [\\x80-\\x8E\\x90-\\x9E\\xA1-\\xAE] " CONT2                               \
	" | [\\x8F\\x9F\\xAF] " PLANE_END " ) )"
#define IPRIVATE                                                       \
	"(?<iprivate> \\xEE " CONT2 " | \\xEF [\\x80-\\xA3] " CONT     \
	" | \\xF3 (?: [\\xB0-\\xBE] " CONT2 " | \\xBF " PLANE_END " )" \
	" | \\xF4 (?: [\\x80-\\x8E] " CONT2 " | \\x8F " PLANE_END " ) )"

static const char rfc3987[] =
	"(?<IRI> (?&scheme) : (?&ihier_part) (?: \\? (?&iquery) )? (?: \\# (?&ifragment) )? )"
	"(?<ihier_part> // (?&iauthority) (?&ipath_abempty) | (?&ipath_absolute)"
	" | (?&ipath_rootless) | (?&ipath_empty) )"
	"(?<irelative_ref> (?&irelative_part) (?: \\? (?&iquery) )? (?: \\# (?&ifragment) )? )"
	"(?<irelative_part> // (?&iauthority) (?&ipath_abempty) | (?&ipath_absolute)"
	" | (?&ipath_noscheme) | (?&ipath_empty) )"
	"(?<iauthority> (?: (?&iuserinfo) @ )? (?&ihost) (?: : (?&port) )? )"
	"(?<iuserinfo> (?: (?&iunreserved) | [" SUB_DELIMS_3986 ":] | (?&pct_encoded) )* )"
	"(?<ihost> (?&IP_literal) | (?&IPv4address) | (?&ireg_name) )"
	"(?<ireg_name> (?: (?&iunreserved) | [" SUB_DELIMS_3986 "] | (?&pct_encoded) )* )"
	"(?<ipath_abempty> (?: / (?&isegment) )* )"
	"(?<ipath_absolute> / (?: (?&isegment_nz) (?: / (?&isegment) )* )? )"
	"(?<ipath_noscheme> (?&isegment_nz_nc) (?: / (?&isegment) )* )"
	"(?<ipath_rootless> (?&isegment_nz) (?: / (?&isegment) )* )"
	"(?<ipath_empty> )"
	"(?<isegment> (?&ipchar)* )"
	"(?<isegment_nz> (?&ipchar)+ )"
	"(?<isegment_nz_nc> (?: (?&iunreserved) | [" SUB_DELIMS_3986 "@] | (?&pct_encoded) )+ )"
	"(?<ipchar> (?&iunreserved) | (?&pct_encoded) | [" SUB_DELIMS_3986 ":@] )"
	"(?<iquery> (?: (?&ipchar) | (?&iprivate) | [/?] )* )"
	"(?<ifragment> (?: (?&ipchar) | [/?] )* )"
	"(?<iunreserved> [" UNRESERVED_3986 "] | (?&ucschar) )" UCSCHAR IPRIVATE
	"(?<scheme> [" ALPHA "] [" ALPHA DIGIT "+\\-.]* )"
	"(?<port> [" DIGIT "]* )"
	"(?<IP_literal> \\[ (?: (?&IPv6address) | (?&IPvFuture) ) \\] )"
	"(?<IPvFuture> [Vv] [" HEX "]+ \\. [" UNRESERVED_3986 SUB_DELIMS_3986 ":]+ )" IPV6ADDRESS
	"(?<ls32> (?&h16) : (?&h16) | (?&IPv4address) )"
	"(?<IPv4address> (?&dec_octet) \\. (?&dec_octet) \\. (?&dec_octet) \\. (?&dec_octet) )"
	"(?<dec_octet> 25[0-5] | 2[0-4][0-9] | 1[0-9][0-9] | [1-9][0-9] | [0-9] )"
	"(?<pct_encoded> % [" HEX "] [" HEX "] )";

/* ---- matching ----------------------------------------------------------------------- */

struct transcription {
	unsigned standard;
	const char *rules, *partial, *full_entry, *partial_entry;
};

static const struct transcription transcriptions[] = {
	{ EVERYURI_URL1993, url1993, partial1993, "(?&fragmentaddress)", "(?&partial)" },
	{ EVERYURI_URI1994, uri1994, partial1994, "(?&fragmentaddress)", "(?&partial)" },
	{ EVERYURI_RFC1630, rfc1630, partial1630, "(?&fragmentaddress)", "(?&partial)" },
	{ EVERYURI_RFC1738, rfc1738, partial1808, "(?&fragmentaddress)", "(?&partial)" },
	{ EVERYURI_RFC1808, rfc1808, partial1808, "(?&URL)", "(?&partial)" },
	{ EVERYURI_RFC2396, rfc2396, "", "(?&document)", "(?&relative)" },
	{ EVERYURI_RFC3986, rfc3986, "", "(?&URI)", "(?&relative_ref)" },
	{ EVERYURI_RFC3987, rfc3987, "", "(?&IRI)", "(?&irelative_ref)" },
};

static inline pcre2_code *recogniser_compile(const struct transcription *t, unsigned flags)
{
	static const size_t room = 20000;
	bool partial = flags & EVERYURI_ADMIT_PARTIAL;
	char *pattern = malloc(room);
	pcre2_code *code;
	PCRE2_SIZE at;
	int error;

	if (!pattern)
		abort();
	snprintf(pattern, room, "(?x)(?(DEFINE)%s%s%s)\\A(?:%s%s%s)\\z", t->rules, t->partial,
	         t->standard != EVERYURI_RFC3986 ? "" :
	         flags & EVERYURI_ADMIT_ZONE     ? zone3986 :
	                                           no_zone3986,
	         t->full_entry, partial ? "|" : "", partial ? t->partial_entry : "");
	code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
	                     PCRE2_NO_START_OPTIMIZE | PCRE2_DOLLAR_ENDONLY, &error, &at, NULL);
	if (!code) {
		PCRE2_UCHAR message[200];

		pcre2_get_error_message(error, message, sizeof message);
		fprintf(stderr, "recogniser: standard %u: %s at ...%.60s\n", t->standard,
		        (char *)message, pattern + at);
		exit(2);
	}
	pcre2_jit_compile(code, PCRE2_JIT_COMPLETE | PCRE2_JIT_PARTIAL_HARD);
	free(pattern);
	return code;
}

/** Returns the recogniser of a standard.
 *  standard, flags: as for everyuri_check (EVERYURI_ADMIT_...).
*  Returns: NULL if this file has no transcription; ends the program if
 *           the transcription itself does not compile. */
static inline struct recogniser *recogniser_new(unsigned standard, unsigned flags)
{
	for (size_t i = 0; i < sizeof transcriptions / sizeof *transcriptions; i++) {
		struct recogniser *r;

		if (transcriptions[i].standard != standard)
			continue;
		r = calloc(1, sizeof *r);
		if (!r)
			abort();
		r->code = recogniser_compile(&transcriptions[i], flags);
		r->data = pcre2_match_data_create(1, NULL);
		r->context = pcre2_match_context_create(NULL);
		r->stack = pcre2_jit_stack_create(32 * 1024, 4 * 1024 * 1024, NULL);
		if (!r->data || !r->context || !r->stack)
			abort();
		pcre2_jit_stack_assign(r->context, NULL, r->stack);
		return r;
	}
	return NULL;
}

static inline void recogniser_free(struct recogniser *r)
{
	if (!r)
		return;
	pcre2_jit_stack_free(r->stack);
	pcre2_match_context_free(r->context);
	pcre2_match_data_free(r->data);
	pcre2_code_free(r->code);
	free(r);
}

static inline int recogniser_match(struct recogniser *r, const char *text, size_t len,
                                   uint32_t options)
{
	int n = pcre2_match(r->code, (PCRE2_SPTR)text, len, 0, options, r->data, r->context);

	if (n < 0 && n != PCRE2_ERROR_NOMATCH && n != PCRE2_ERROR_PARTIAL) {
		fprintf(stderr, "recogniser: the matcher gave up (%d) on %zu bytes\n", n, len);
		exit(2);
	}
	return n;
}

/** Does the whole text match the entry production? */
static inline bool recogniser_valid(struct recogniser *r, const char *text, size_t len)
{
	return recogniser_match(r, text, len, 0) >= 0;
}

/** Is there a valid text that begins with this one (or is it)?
*  Every rule derives a text, and lookaheads only distinguish scheme names, so
 *  whenever the matcher needs another byte at the end there is one. */
static inline bool recogniser_viable(struct recogniser *r, const char *text, size_t len)
{
	return recogniser_match(r, text, len, PCRE2_PARTIAL_HARD) != PCRE2_ERROR_NOMATCH;
}

/** Returns the length of the longest viable prefix of an invalid text, by binary
 *  search: if a prefix is not viable, no longer one is. */
static inline size_t recogniser_at(struct recogniser *r, const char *text, size_t len)
{
	size_t low = 0, high = len;

	while (low < high) {
		size_t middle = low + (high - low + 1) / 2;

		if (recogniser_viable(r, text, middle))
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

#endif
