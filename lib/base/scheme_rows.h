/* scheme_rows.h - the table of schemes: one row for each, sorted by name.
 *
 * This is the only list of schemes.  Three files define one of the EU_SCHEME_... macros below and include
 * this file to make a table of one column: base/schemes.c (FACTS), scheme/table.c (PLANNER) and
 * access/handlers.c (HANDLER).  A program links only the tables that it uses.
 *
 * These headers document the fields: everyuri/registry.h (.info), base/schemes.h (the rest of FACTS),
 * scheme/scheme.h (PLANNER) and access/conversation.h (HANDLER). */

#if defined EU_SCHEME_FACTS
#define SCHEME(facts, planner, handler) { facts },
#define FACTS(...) __VA_ARGS__
#elif defined EU_SCHEME_PLANNERS
#define SCHEME(facts, planner, handler) { planner },
#define PLANNER(...) __VA_ARGS__
#elif defined EU_SCHEME_HANDLERS
#define SCHEME(facts, planner, handler) handler,
#define HANDLER(handler) handler
#endif

/* clang-format off */
SCHEME(
	FACTS(
		.info = {
			.name = "afs",
			.clause = "draft of 1993, afsaddress",
			.scope = "the cells of AFS",
			.media_type = "the name's suffix",
			.kind = EVERYURI_KIND_LOCAL,
			.flags = EVERYURI_LISTS | EVERYURI_LOCATION_INDEPENDENT |
			         EVERYURI_DIRECTORIES,
			.up = EVERYURI_UP_LEVELS,
			.gateway_option = "--root DIRECTORY",
			.page = "afs",
		},
	),
	PLANNER(.plan = eu_plan_afs, .entry = eu_entry_file),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "cid",
			.clause = "RFC 2392",
			.scope = "message",
			.media_type = "the part's header",
			.kind = EVERYURI_KIND_OPAQUE,
			.flags = EVERYURI_LOCATION_INDEPENDENT | EVERYURI_LINKED |
			         EVERYURI_MESSAGE_PARTS,
			.gateway_option = "--mail PLACE",
			.page = "mid",
		},
		.rest = EU_REST_MAIL,
		.valid = "only valid inside one message",
	),
	PLANNER(.plan = eu_plan_cid),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "data",
			.clause = "RFC 2397",
			.scope = "world",
			.media_type = "the URI itself",
			.kind = EVERYURI_KIND_OPAQUE,
			.flags = EVERYURI_NO_QUERY | EVERYURI_NAMES_PERSISTENT |
			         EVERYURI_LOCATION_INDEPENDENT,
			.page = "data",
		},
		.rest = EU_REST_DATA,
		.valid = "self-contained, valid everywhere",
	),
	PLANNER(.plan = eu_plan_data),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "dict",
			.clause = "RFC 2229 5",
			.scope = "world",
			.media_type = "text/plain, in UTF-8",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_LISTS | EVERYURI_LINKED | EVERYURI_DESKTOP,
			.port = 2628,
			.page = "dict",
		},
	),
	PLANNER(.plan = eu_plan_dict, .entry = eu_entry_dict),
	HANDLER(&eu_handler_dict))

SCHEME(
	FACTS(
		.info = {
			.name = "file",
			.clause = "RFC 1738 3.10, RFC 8089",
			.scope = "one machine",
			.media_type = "the name's suffix",
			.kind = EVERYURI_KIND_LOCAL,
			.flags = EVERYURI_LISTS | EVERYURI_DIRECTORIES,
			.up = EVERYURI_UP_LEVELS,
			.gateway_option = "--root DIRECTORY",
			.page = "file",
		},
		.rest = EU_REST_FILE,
		.has_localhost = true,
		.valid_hostless = "only valid on one machine",
	),
	PLANNER(.plan = eu_plan_file, .entry = eu_entry_file),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "finger",
			.clause = "RFC 1288 2.3",
			.scope = "world",
			.media_type = "text/plain",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_LINKED | EVERYURI_DESKTOP,
			.port = 79,
			.page = "finger",
		},
	),
	PLANNER(.plan = eu_plan_finger),
	HANDLER(&eu_handler_line))

SCHEME(
	FACTS(
		.info = {
			.name = "ftp",
			.clause = "RFC 1738 3.2",
			.scope = "world",
			.media_type = "the name's suffix",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_NO_QUERY | EVERYURI_LISTS | EVERYURI_LINKED |
			         EVERYURI_DESKTOP | EVERYURI_BROWSER_HANDLER |
			         EVERYURI_DIRECTORIES | EVERYURI_LOGIN,
			.port = 21,
			.up = EVERYURI_UP_LEVELS,
			.tls_twin = "ftps",
			.page = "ftp",
		},
		.rest = EU_REST_HOST,
		.has_root_escape = true,
	),
	PLANNER(.plan = eu_plan_ftp, .entry = eu_entry_ftp),
	HANDLER(&eu_handler_ftp))

SCHEME(
	FACTS(
		.info = {
			.name = "ftps",
			.clause = "RFC 1738 3.2, RFC 4217",
			.scope = "world",
			.media_type = "the name's suffix",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_NO_QUERY | EVERYURI_LISTS | EVERYURI_TLS |
			         EVERYURI_LINKED | EVERYURI_DESKTOP | EVERYURI_BROWSER_HANDLER |
			         EVERYURI_DIRECTORIES | EVERYURI_LOGIN,
			.port = 990,
			.up = EVERYURI_UP_LEVELS,
			.tls_twin = "ftp",
			.page = "ftp",
		},
		.rest = EU_REST_HOST,
	),
	PLANNER(.plan = eu_plan_ftp, .entry = eu_entry_ftp),
	HANDLER(&eu_handler_ftp))

SCHEME(
	FACTS(
		.info = {
			.name = "gemini",
			.clause = "Gemini, Requests",
			.scope = "world",
			.media_type = "the server",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_TLS | EVERYURI_LINKED | EVERYURI_DESKTOP,
			.port = 1965,
			.up = EVERYURI_UP_LEVELS,
			.search_mark = "?",
			.page = "gemini",
		},
		.search_blank = "%20",
		.search_clause = "Gemini, Input expected",
	),
	PLANNER(.plan = eu_plan_gemini),
	HANDLER(&eu_handler_gemini))

SCHEME(
	FACTS(
		.info = {
			.name = "gopher",
			.clause = "RFC 1738 3.4",
			.scope = "world",
			.media_type = "the item type",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_NO_QUERY | EVERYURI_LISTS | EVERYURI_LINKED |
			         EVERYURI_DESKTOP | EVERYURI_ITEM_TYPES,
			.port = 70,
			.up = EVERYURI_UP_SELECTOR,
			.tls_twin = "gophers",
			.search_mark = "%09",
			.page = "gopher",
		},
		.rest = EU_REST_HOST,
		.root_path = "/1",
		.has_no_relative = true,
		.search_blank = "%20",
		.search_path = "/7",
		.search_clause = "RFC 1738 3.4.5",
	),
	PLANNER(.plan = eu_plan_gopher, .entry = eu_entry_gopher),
	HANDLER(&eu_handler_gopher))

SCHEME(
	FACTS(
		.info = {
			.name = "gophers",
			.clause = "RFC 1738 3.4",
			.scope = "world",
			.media_type = "the item type",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_NO_QUERY | EVERYURI_LISTS | EVERYURI_TLS |
			         EVERYURI_LINKED | EVERYURI_DESKTOP | EVERYURI_ITEM_TYPES,
			.port = 70,
			.up = EVERYURI_UP_SELECTOR,
			.tls_twin = "gopher",
			.search_mark = "%09",
			.page = "gopher",
		},
		.root_path = "/1",
		.search_blank = "%20",
		.search_path = "/7",
		.search_clause = "RFC 1738 3.4.5",
	),
	PLANNER(.plan = eu_plan_gopher, .entry = eu_entry_gopher),
	HANDLER(&eu_handler_gopher))

SCHEME(
	FACTS(
		.info = {
			.name = "http",
			.clause = "RFC 1738 3.3",
			.scope = "world",
			.media_type = "the server",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_WEB | EVERYURI_LINKED | EVERYURI_LOGIN,
			.port = 80,
			.up = EVERYURI_UP_LEVELS,
			.tls_twin = "https",
			.search_mark = "?",
			.page = "http",
		},
		.carrier = EU_CARRIER_HTTP,
		.rest = EU_REST_HOST,
		.search_blank = "+",
		.search_clause = "RFC 1630, query strings",
	),
	PLANNER(.plan = eu_plan_http),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "https",
			.clause = "RFC 2818",
			.scope = "world",
			.media_type = "the server",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_TLS | EVERYURI_WEB | EVERYURI_LINKED | EVERYURI_LOGIN,
			.port = 443,
			.up = EVERYURI_UP_LEVELS,
			.tls_twin = "http",
			.search_mark = "?",
			.page = "http",
		},
		.carrier = EU_CARRIER_HTTP,
		.rest = EU_REST_HOST,
		.search_blank = "+",
		.search_clause = "RFC 1630, query strings",
	),
	PLANNER(.plan = eu_plan_http),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "ldap",
			.clause = "RFC 4516",
			.scope = "world",
			.media_type = "the protocol: entries",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_LINKED,
			.port = 389,
			.tls_twin = "ldaps",
			.page = "ldap",
		},
		.carrier = EU_CARRIER_LDAP,
	),
	PLANNER(.plan = eu_plan_ldap),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "ldaps",
			.clause = "RFC 4516",
			.scope = "world",
			.media_type = "the protocol: entries",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_TLS | EVERYURI_LINKED,
			.port = 636,
			.tls_twin = "ldap",
			.page = "ldap",
		},
		.carrier = EU_CARRIER_LDAP,
	),
	PLANNER(.plan = eu_plan_ldap),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "mailserver",
			.clause = "RFC 1738 4",
			.scope = "world",
			.media_type = "the reply's header",
			.reason = "the name is reserved, but no standard defines its URIs",
			.kind = EVERYURI_KIND_OPAQUE,
		},
	),
	PLANNER(.plan = NULL),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "mailto",
			.clause = "RFC 6068",
			.scope = "world",
			.media_type = "none: a draft",
			.kind = EVERYURI_KIND_OPAQUE,
			.flags = EVERYURI_LOCATION_INDEPENDENT | EVERYURI_LINKED |
			         EVERYURI_DRAFTS,
			.page = "mailto",
		},
		.rest = EU_REST_MAIL,
	),
	PLANNER(.plan = eu_plan_mailto),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "mid",
			.clause = "RFC 2392",
			.scope = "world",
			.media_type = "the message's header",
			.kind = EVERYURI_KIND_OPAQUE,
			.flags = EVERYURI_NAMES_PERSISTENT | EVERYURI_NAMES_UNIQUE |
			         EVERYURI_LOCATION_INDEPENDENT | EVERYURI_LINKED |
			         EVERYURI_DESKTOP,
			.gateway_option = "--mail PLACE",
			.page = "mid",
		},
		.rest = EU_REST_MAIL,
		.valid = "only valid for those who have the message",
	),
	PLANNER(.plan = eu_plan_mid),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "news",
			.clause = "RFC 1738 3.6",
			.scope = "world",
			.media_type = "the article's header",
			.kind = EVERYURI_KIND_OPAQUE,
			.flags = EVERYURI_NO_QUERY | EVERYURI_LISTS | EVERYURI_NAMES_UNIQUE |
			         EVERYURI_LOCATION_INDEPENDENT | EVERYURI_LINKED |
			         EVERYURI_DESKTOP | EVERYURI_BROWSER_HANDLER,
			.port = 119,
			.tls_twin = "snews",
			.by_id = "news",
			.page = "news",
		},
		.has_usual_port = true,
		.rest = EU_REST_NEWS,
		.valid_hostless = "valid on news servers that carry the group, while they keep the article",
	),
	PLANNER(.plan = eu_plan_news, .entry = eu_entry_news),
	HANDLER(&eu_handler_news))

SCHEME(
	FACTS(
		.info = {
			.name = "nfs",
			.clause = "RFC 2224",
			.scope = "world",
			.media_type = "the name's suffix",
			.reason = "WebNFS is not supported; mount the file system and use a file URI",
			.kind = EVERYURI_KIND_HOST,
			.port = 2049,
			.page = "nfs",
		},
	),
	PLANNER(.plan = NULL),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "nntp",
			.clause = "RFC 1738 3.7",
			.scope = "the server's own clients",
			.media_type = "the article's header",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_NO_QUERY | EVERYURI_LISTS | EVERYURI_LINKED |
			         EVERYURI_DESKTOP | EVERYURI_BROWSER_HANDLER | EVERYURI_LOGIN,
			.port = 119,
			.up = EVERYURI_UP_FIRST,
			.tls_twin = "nntps",
			.by_id = "news",
			.page = "nntp",
		},
		.rest = EU_REST_NEWS,
		.valid = "valid for the readers of one news server, while it keeps the article",
	),
	PLANNER(.plan = eu_plan_nntp, .entry = eu_entry_nntp),
	HANDLER(&eu_handler_nntp))

SCHEME(
	FACTS(
		.info = {
			.name = "nntps",
			.clause = "RFC 1738 3.7, RFC 8143",
			.scope = "the server's own clients",
			.media_type = "the article's header",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_NO_QUERY | EVERYURI_LISTS | EVERYURI_TLS |
			         EVERYURI_LINKED | EVERYURI_DESKTOP,
			.port = 563,
			.up = EVERYURI_UP_FIRST,
			.tls_twin = "nntp",
			.by_id = "snews",
			.page = "nntp",
		},
	),
	PLANNER(.plan = eu_plan_nntp, .entry = eu_entry_nntp),
	HANDLER(&eu_handler_nntp))

SCHEME(
	FACTS(
		.info = {
			.name = "prospero",
			.clause = "RFC 1738 3.11",
			.scope = "world",
			.media_type = "the object that it refers to",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_NO_QUERY | EVERYURI_LISTS | EVERYURI_LINKED |
			         EVERYURI_DESKTOP,
			.port = 1525,
			.page = "prospero",
		},
	),
	PLANNER(.plan = eu_plan_prospero, .entry = eu_entry_prospero),
	HANDLER(&eu_handler_prospero))

SCHEME(
	FACTS(
		.info = {
			.name = "rlogin",
			.clause = "RFC 1630 rlogin",
			.scope = "world",
			.media_type = "none: a session",
			.kind = EVERYURI_KIND_INTERACTIVE,
			.flags = EVERYURI_LINKED | EVERYURI_DESKTOP,
			.port = 513,
			.gateway_option = "--terminal",
			.page = "telnet",
		},
		.root_path = "",
	),
	PLANNER(.plan = eu_plan_rlogin),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "snews",
			.clause = "RFC 5538",
			.scope = "world",
			.media_type = "the article's header",
			.kind = EVERYURI_KIND_OPAQUE,
			.flags = EVERYURI_NO_QUERY | EVERYURI_LISTS | EVERYURI_NAMES_UNIQUE |
			         EVERYURI_LOCATION_INDEPENDENT | EVERYURI_TLS | EVERYURI_LINKED |
			         EVERYURI_DESKTOP,
			.port = 563,
			.tls_twin = "news",
			.by_id = "snews",
			.page = "news",
		},
		.rest = EU_REST_NEWS,
	),
	PLANNER(.plan = eu_plan_news, .entry = eu_entry_news),
	HANDLER(&eu_handler_news))

SCHEME(
	FACTS(
		.info = {
			.name = "spartan",
			.clause = "Spartan, Requests",
			.scope = "world",
			.media_type = "the server",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_LINKED | EVERYURI_DESKTOP | EVERYURI_QUERY_IS_BLOCK,
			.port = 300,
			.up = EVERYURI_UP_LEVELS,
			.search_mark = "?",
			.page = "spartan",
		},
		.search_blank = "%20",
		.search_clause = "Spartan, Spartan URLs",
	),
	PLANNER(.plan = eu_plan_spartan),
	HANDLER(&eu_handler_spartan))

SCHEME(
	FACTS(
		.info = {
			.name = "telnet",
			.clause = "RFC 1738 3.8",
			.scope = "world",
			.media_type = "none: a session",
			.kind = EVERYURI_KIND_INTERACTIVE,
			.flags = EVERYURI_LINKED | EVERYURI_DESKTOP,
			.port = 23,
			.gateway_option = "--terminal",
			.page = "telnet",
		},
		.rest = EU_REST_HOST,
		.root_path = "",
	),
	PLANNER(.plan = eu_plan_telnet),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "tn3270",
			.clause = "RFC 6270",
			.scope = "world",
			.media_type = "none: a session",
			.kind = EVERYURI_KIND_INTERACTIVE,
			.flags = EVERYURI_LINKED | EVERYURI_DESKTOP,
			.port = 23,
			.gateway_option = "--terminal",
			.page = "telnet",
		},
		.root_path = "",
	),
	PLANNER(.plan = eu_plan_tn3270),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "urn",
			.clause = "RFC 8141",
			.scope = "world",
			.media_type = "the object that the resolver refers to",
			.kind = EVERYURI_KIND_OPAQUE,
			.flags = EVERYURI_NAMES_PERSISTENT | EVERYURI_NAMES_UNIQUE |
			         EVERYURI_LOCATION_INDEPENDENT | EVERYURI_LINKED |
			         EVERYURI_BROWSER_HANDLER | EVERYURI_RESOLVED,
			.page = "urn",
		},
		.rest = EU_REST_URN,
	),
	PLANNER(.plan = eu_plan_urn),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "wais",
			.clause = "RFC 1738 3.9",
			.scope = "world",
			.media_type = "the type in the URL",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_LISTS | EVERYURI_LINKED | EVERYURI_DESKTOP,
			.port = 210,
			.up = EVERYURI_UP_FIRST,
			.search_mark = "?",
			.page = "wais",
		},
		.rest = EU_REST_HOST,
		.search_blank = "+",
		.search_clause = "RFC 1630, query strings",
	),
	PLANNER(.plan = eu_plan_wais, .entry = eu_entry_wais),
	HANDLER(&eu_handler_wais))

SCHEME(
	FACTS(
		.info = {
			.name = "whois",
			.clause = "RFC 3912 2",
			.scope = "world",
			.media_type = "text/plain",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_LINKED | EVERYURI_DESKTOP,
			.port = 43,
			.page = "whois",
		},
	),
	PLANNER(.plan = eu_plan_whois),
	HANDLER(&eu_handler_line))

SCHEME(
	FACTS(
		.info = {
			.name = "whois++",
			.clause = "RFC 1835",
			.scope = "world",
			.media_type = "text/plain",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_LINKED,
			.port = 63,
			.page = "whois",
		},
	),
	PLANNER(.plan = eu_plan_whoispp),
	HANDLER(&eu_handler_whoispp))

SCHEME(
	FACTS(
		.info = {
			.name = "x500",
			.clause = "RFC 1630 x500",
			.scope = "world",
			.media_type = "none",
			.reason = "the syntax was never defined; use ldap for the same directory",
			.kind = EVERYURI_KIND_HOST,
		},
	),
	PLANNER(.plan = NULL),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "z39.50",
			.clause = "RFC 1738 4",
			.scope = "world",
			.media_type = "none",
			.reason = "the name is only reserved; use z39.50r or z39.50s",
			.kind = EVERYURI_KIND_HOST,
			.port = 210,
			.page = "z39.50r",
		},
		.has_usual_port = true,
	),
	PLANNER(.plan = NULL),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "z39.50r",
			.clause = "RFC 2056",
			.scope = "world",
			.media_type = "the record syntax",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_LINKED | EVERYURI_DESKTOP,
			.port = 210,
			.page = "z39.50r",
		},
		.has_z3950_path = true,
	),
	PLANNER(.plan = eu_plan_z3950r),
	HANDLER(NULL))

SCHEME(
	FACTS(
		.info = {
			.name = "z39.50s",
			.clause = "RFC 2056",
			.scope = "world",
			.media_type = "the record syntax",
			.kind = EVERYURI_KIND_HOST,
			.flags = EVERYURI_LINKED | EVERYURI_DESKTOP,
			.port = 210,
			.page = "z39.50r",
		},
		.has_z3950_path = true,
	),
	PLANNER(.plan = eu_plan_z3950s),
	HANDLER(NULL))
/* clang-format on */

#undef SCHEME
#undef FACTS
#undef PLANNER
#undef HANDLER
