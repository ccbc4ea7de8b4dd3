/* table.c - one row for each scheme. */
#include "scheme/scheme.h"

#define HOST EVERYURI_KIND_HOST
#define LOCAL EVERYURI_KIND_LOCAL
#define OPAQUE EVERYURI_KIND_OPAQUE
#define ANYWHERE EVERYURI_LOCATION_INDEPENDENT
#define NEWS (EVERYURI_NO_QUERY | EVERYURI_LISTS)
#define SESSION EVERYURI_KIND_INTERACTIVE

/* clang-format off */
static const struct eu_scheme scheme_rows[] = {
	{ "afs", LOCAL, EVERYURI_LISTS | ANYWHERE, 0, eu_plan_afs, eu_entry_file, "draft of 1993, afsaddress", "the cells of AFS", "the name's suffix", NULL },
	{ "cid", OPAQUE, ANYWHERE, 0, eu_plan_cid, NULL, "RFC 2392", "message", "the part's header", NULL },
	{ "data", OPAQUE, EVERYURI_NO_QUERY | EVERYURI_NAMES_PERSISTENT | ANYWHERE, 0, eu_plan_data, NULL, "RFC 2397", "world", "the URI itself", NULL },
	{ "dict", HOST, EVERYURI_LISTS, 2628, eu_plan_dict, eu_entry_dict, "RFC 2229 5", "world", "text/plain, in UTF-8", NULL },
	{ "file", LOCAL, EVERYURI_LISTS, 0, eu_plan_file, eu_entry_file, "RFC 1738 3.10, RFC 8089", "one machine", "the name's suffix", NULL },
	{ "finger", HOST, 0, 79, eu_plan_finger, NULL, "RFC 1288 2.3", "world", "text/plain", NULL },
	{ "ftp", HOST, EVERYURI_NO_QUERY | EVERYURI_LISTS, 21, eu_plan_ftp, eu_entry_ftp, "RFC 1738 3.2", "world", "the name's suffix", NULL },
	{ "ftps", HOST, EVERYURI_NO_QUERY | EVERYURI_LISTS | EU_TLS, 990, eu_plan_ftp, eu_entry_ftp, "RFC 1738 3.2, RFC 4217", "world", "the name's suffix", NULL },
	{ "gemini", HOST, EU_TLS, 1965, eu_plan_gemini, NULL, "Gemini, Requests", "world", "the server", NULL },
	{ "gopher", HOST, EVERYURI_NO_QUERY | EVERYURI_LISTS, 70, eu_plan_gopher, eu_entry_gopher, "RFC 1738 3.4", "world", "the item type", NULL },
	{ "gophers", HOST, EVERYURI_NO_QUERY | EVERYURI_LISTS | EU_TLS, 70, eu_plan_gopher, eu_entry_gopher, "RFC 1738 3.4", "world", "the item type", NULL },
	{ "http", HOST, 0, 80, eu_plan_http, NULL, "RFC 1738 3.3", "world", "the server", NULL },
	{ "https", HOST, EU_TLS, 443, eu_plan_http, NULL, "RFC 2818", "world", "the server", NULL },
	{ "ldap", HOST, 0, 389, eu_plan_ldap, NULL, "RFC 4516", "world", "the protocol: entries", NULL },
	{ "ldaps", HOST, EU_TLS, 636, eu_plan_ldap, NULL, "RFC 4516", "world", "the protocol: entries", NULL },
	{ "mailserver", OPAQUE, 0, 0, NULL, NULL, "RFC 1738 4", "world", "the reply's header", "the name is reserved, but no standard says what such a URI asks for" },
	{ "mailto", OPAQUE, ANYWHERE, 0, eu_plan_mailto, NULL, "RFC 6068", "world", "nothing: it names no object", NULL },
	{ "mid", OPAQUE, EVERYURI_NAMES_PERSISTENT | EVERYURI_NAMES_UNIQUE | ANYWHERE, 0, eu_plan_mid, NULL, "RFC 2392", "world", "the message's header", NULL },
	{ "news", OPAQUE, NEWS | EVERYURI_NAMES_UNIQUE | ANYWHERE, 119, eu_plan_news, eu_entry_news, "RFC 1738 3.6", "world", "the article's header", NULL },
	{ "nfs", HOST, 0, 2049, NULL, NULL, "RFC 2224", "world", "the name's suffix", "WebNFS is not spoken here: mount the file system and use file" },
	{ "nntp", HOST, NEWS, 119, eu_plan_nntp, eu_entry_nntp, "RFC 1738 3.7", "the server's own clients", "the article's header", NULL },
	{ "nntps", HOST, NEWS | EU_TLS, 563, eu_plan_nntp, eu_entry_nntp, "RFC 1738 3.7, RFC 8143", "the server's own clients", "the article's header", NULL },
	{ "prospero", HOST, EVERYURI_NO_QUERY | EVERYURI_LISTS, 1525, eu_plan_prospero, eu_entry_prospero, "RFC 1738 3.11", "world", "what it refers to", NULL },
	{ "rlogin", SESSION, 0, 513, eu_plan_telnet, NULL, "RFC 1630 rlogin", "world", "none: a session", NULL },
	{ "snews", OPAQUE, NEWS | EVERYURI_NAMES_UNIQUE | ANYWHERE | EU_TLS, 563, eu_plan_news, eu_entry_news, "RFC 5538", "world", "the article's header", NULL },
	{ "telnet", SESSION, 0, 23, eu_plan_telnet, NULL, "RFC 1738 3.8", "world", "none: a session", NULL },
	{ "tn3270", SESSION, 0, 23, eu_plan_telnet, NULL, "RFC 6270", "world", "none: a session", NULL },
	{ "urn", OPAQUE, EVERYURI_NAMES_PERSISTENT | EVERYURI_NAMES_UNIQUE | ANYWHERE, 0, eu_plan_urn, NULL, "RFC 8141", "world", "what the resolver refers to", NULL },
	{ "wais", HOST, EVERYURI_LISTS, 210, eu_plan_wais, eu_entry_wais, "RFC 1738 3.9", "world", "the type in the URL", NULL },
	{ "whois", HOST, 0, 43, eu_plan_whois, NULL, "RFC 3912 2", "world", "text/plain", NULL },
	{ "whois++", HOST, 0, 63, eu_plan_whois, NULL, "RFC 1835", "world", "text/plain", NULL },
	{ "x500", HOST, 0, 0, NULL, NULL, "RFC 1630 x500", "world", "none", "no form was ever defined; ldap names the entries of the same directory" },
	{ "z39.50", HOST, 0, 210, NULL, NULL, "RFC 1738 4", "world", "none", "the name is only reserved; z39.50r and z39.50s took its place" },
	{ "z39.50r", HOST, 0, 210, eu_plan_z3950, NULL, "RFC 2056", "world", "the record syntax", NULL },
	{ "z39.50s", HOST, 0, 210, eu_plan_z3950, NULL, "RFC 2056", "world", "the record syntax", NULL },
};
/* clang-format on */

#define N_SCHEME_ROWS (sizeof scheme_rows / sizeof *scheme_rows)

const struct eu_scheme *eu_scheme_find(const char *name, size_t len)
{
	for (size_t i = 0; i < N_SCHEME_ROWS; i++)
		if (eu_lower((unsigned char)name[0]) == (unsigned char)scheme_rows[i].name[0] &&
		    eu_equals_ignoring_case(name, len, scheme_rows[i].name))
			return &scheme_rows[i];
	return NULL;
}

bool everyuri_scheme_nth(size_t n, struct everyuri_scheme_info *info)
{
	if (n >= N_SCHEME_ROWS)
		return false;
	const struct eu_scheme *row = &scheme_rows[n];

	*info = (struct everyuri_scheme_info){ .name = row->name,
		                               .clause = row->clause,
		                               .scope = row->scope,
		                               .media_type = row->media_type,
		                               .reason = row->reason,
		                               .kind = (enum everyuri_scheme_kind)row->kind,
		                               .flags = row->flags & ~(unsigned)EU_TLS,
		                               .port = row->port };
	return true;
}
