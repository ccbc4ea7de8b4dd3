/* schemes.h - the facts of a scheme, and the look-up of a scheme by its name.
 *
 * No other file compares the name of a scheme with a string (tests/schemes/run): it asks for a fact. */
#ifndef EU_BASE_SCHEMES_H
#define EU_BASE_SCHEMES_H

#include "everyuri/registry.h"

/** What must follow the colon of a scheme in running text: find/scheme.c. */
enum eu_rest {
	EU_REST_SLASHES, /* "//" and a host, or "///" and a path */
	EU_REST_HOST,    /* "//" and a host */
	EU_REST_FILE,    /* as EU_REST_SLASHES, or "/" and a path (RFC 8089) */
	EU_REST_MAIL,    /* something "@" something (RFC 6068, 2392, 3261 ...) */
	EU_REST_NEWS,    /* "*", a group with a dot, or a message-id */
	EU_REST_URN,     /* RFC 8141, or RFC 1630's slash */
	EU_REST_DOI,
	EU_REST_PHONE, /* digits (RFC 3966) */
	EU_REST_GEO,   /* RFC 5870 */
	EU_REST_DATA,  /* a media type and a comma (RFC 2397) */
	EU_REST_TAG,   /* RFC 4151: an authority, a comma and a year */
	EU_REST_PAIRS, /* "?" name "=" */
	EU_REST_NAMES, /* name ":" name */
	EU_REST_OID,   /* numbers with dots */
	EU_REST_INFO,  /* RFC 4452: namespace "/" identifier */
	EU_REST_HEX,   /* sixteen letters or digits, and one of them a digit */
	EU_REST_ARK,
	EU_REST_ABOUT /* RFC 6694's registered words */
};

/** What carries out a plan that connects: fetch/fetch.c. */
enum eu_carrier {
	EU_CARRIER_CONVERSATION, /* a handler of access */
	EU_CARRIER_HTTP,
	EU_CARRIER_LDAP
};

/** One scheme. */
struct eu_scheme {
	struct everyuri_scheme_info info;

	enum eu_rest rest;
	enum eu_carrier carrier;
	const char *root_path;      /* the canonical form of the path "/" or ""; NULL: "/" */
	const char *search_blank;   /* between the words of a search */
	const char *search_path;    /* of the index that is a whole server; NULL: its own path */
	const char *search_clause;  /* where info.search_mark is defined */
	const char *valid;          /* where such a URI can be passed on to; NULL: not limited */
	const char *valid_hostless; /* the same for one without a host */

	bool has_usual_port;  /* info.port is usual, but not the default of any definition */
	bool has_localhost;   /* the host "localhost" says the same as an empty one */
	bool has_no_relative; /* no reference is relative to such a URI */
	bool has_root_escape; /* a path that begins with "%2F" is counted from the server's root */
	bool has_z3950_path;  /* "+;=?" delimit the path (RFC 2056) */
};

/** Returns the row of a scheme (in either case), or NULL. */
const struct eu_scheme *eu_scheme_find(const char *name, size_t len);

/** Returns the number of a row of the table, to find it in the tables of planners and handlers. */
size_t eu_scheme_index(const struct eu_scheme *scheme);

#endif
