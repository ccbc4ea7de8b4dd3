/* schemes.h - the facts about a scheme, and the look-up of a scheme by its name.
 *
 * Other files test a fact instead of comparing a scheme's name with a string (tests/schemes/run). */
#ifndef EU_BASE_SCHEMES_H
#define EU_BASE_SCHEMES_H

#include "everyuri/registry.h"

/** What must follow the colon of a scheme in running text.  Used by find/scheme.c. */
enum eu_rest {
	EU_REST_SLASHES, /* "//" and a host, or "///" and a path */
	EU_REST_HOST,    /* "//" and a host */
	EU_REST_FILE,    /* the same as EU_REST_SLASHES, or "/" and a path (RFC 8089) */
	EU_REST_MAIL,    /* text "@" text (RFC 6068, 2392, 3261 ...) */
	EU_REST_NEWS,    /* "*", a group with a dot, or a message-id */
	EU_REST_URN,     /* a name by RFC 8141, or a slash as in RFC 1630 */
	EU_REST_DOI,
	EU_REST_PHONE, /* digits (RFC 3966) */
	EU_REST_GEO,   /* coordinates (RFC 5870) */
	EU_REST_DATA,  /* a media type and a comma (RFC 2397) */
	EU_REST_TAG,   /* an authority, a comma and a year (RFC 4151) */
	EU_REST_PAIRS, /* "?" name "=" */
	EU_REST_NAMES, /* name ":" name */
	EU_REST_OID,   /* numbers with dots */
	EU_REST_INFO,  /* namespace "/" identifier (RFC 4452) */
	EU_REST_HEX,   /* sixteen letters or digits, with at least one digit */
	EU_REST_ARK,
	EU_REST_ABOUT /* a registered word (RFC 6694) */
};

/** How fetch/fetch.c carries out a plan with a connection. */
enum eu_carrier {
	EU_CARRIER_CONVERSATION, /* a handler in access/ carries it out */
	EU_CARRIER_HTTP,
	EU_CARRIER_LDAP
};

/** One scheme. */
struct eu_scheme {
	struct everyuri_scheme_info info;

	enum eu_rest rest;
	enum eu_carrier carrier;
	const char *root_path;      /* the canonical form of the path "/" or ""; NULL means "/" */
	const char *search_blank;   /* separator of the words of a search */
	const char *search_path;    /* path that replaces an empty path in a search, or NULL */
	const char *search_clause;  /* clause that defines info.search_mark */
	const char *valid;          /* where URIs of the scheme are valid; NULL means everywhere */
	const char *valid_hostless; /* the same for a URI without a host */

	bool has_usual_port;  /* info.port is the usual port, but no specification makes it the
	                         default */
	bool has_localhost;   /* the host "localhost" means the same as an empty one */
	bool has_no_relative; /* its URIs cannot be the base of a relative reference */
	bool has_root_escape; /* a path that begins with "%2F" starts at the server's root */
	bool has_z3950_path;  /* "+;=?" delimit the path (RFC 2056) */
};

/** Returns the row of a scheme, ignoring the case of its name, or NULL. */
const struct eu_scheme *eu_scheme_find(const char *name, size_t len);

/** Returns the index of a row, which is the same in the tables of planners and handlers. */
size_t eu_scheme_index(const struct eu_scheme *scheme);

#endif
