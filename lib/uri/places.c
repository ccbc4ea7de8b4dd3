/* The bytes that need no escape in each place. */
#include "uri/sets.h"
#include "uri/standards.h"

static const struct everyuri_byte_set sets_1993[EVERYURI_N_PLACES] = {
	[EVERYURI_PLACE_USER] = SET(UNRESERVED_2, BIT('_'), 0),
	[EVERYURI_PLACE_PASSWORD] = SET(UNRESERVED_2, BIT('_'), 0),
	[EVERYURI_PLACE_HOST] = SET(UNRESERVED_2, 0, 0),
	[EVERYURI_PLACE_SEGMENT] = SET(XALPHA_1994 | BIT('&') | BIT('+'), BIT('@') | BIT('_'), 0),
	[EVERYURI_PLACE_QUERY] = SET(XALPHA_1994 | BIT('&') | BIT('+'), BIT('@') | BIT('_'), 0),
	[EVERYURI_PLACE_QUERY_VALUE] = SET(XALPHA_1994, BIT('@') | BIT('_'), 0),
	[EVERYURI_PLACE_FRAGMENT] = SET(XALPHA_1994 | BIT('&'), BIT('@') | BIT('_'), 0),
};

/* In RFC 1630, "*" and "!" are reserved, so they are encoded in data. */
static const struct everyuri_byte_set sets_1630[EVERYURI_N_PLACES] = {
	[EVERYURI_PLACE_USER] = SET(UNRESERVED_2 | BIT('+'), BIT('_'), 0),
	[EVERYURI_PLACE_PASSWORD] = SET(UNRESERVED_2 | BIT('+'), BIT('_'), 0),
	[EVERYURI_PLACE_HOST] = SET(UNRESERVED_2, 0, 0),
	[EVERYURI_PLACE_SEGMENT] = SET(XALPHA_1630 | BIT('&') | BIT('+'), BIT('@') | BIT('_'), 0),
	[EVERYURI_PLACE_QUERY] = SET(XALPHA_1630 | BIT('&') | BIT('+'), BIT('@') | BIT('_'), 0),
	[EVERYURI_PLACE_QUERY_VALUE] = SET(XALPHA_1630, BIT('@') | BIT('_'), 0),
	[EVERYURI_PLACE_FRAGMENT] = SET(XALPHA_1630 | BIT('&'), BIT('@') | BIT('_'), 0),
};

static const struct everyuri_byte_set sets_1738[EVERYURI_N_PLACES] = {
	[EVERYURI_PLACE_USER] = SET(UCHAR | BIT(';') | BIT('?') | BIT('&') | BIT('='), BIT('_'), 0),
	[EVERYURI_PLACE_PASSWORD] =
		SET(UCHAR | BIT(';') | BIT('?') | BIT('&') | BIT('='), BIT('_'), 0),
	[EVERYURI_PLACE_HOST] = SET(UNRESERVED_2, 0, 0),
	[EVERYURI_PLACE_SEGMENT] =
		SET(UCHAR | BIT(':') | BIT('&') | BIT('='), BIT('@') | BIT('_'), 0),
	[EVERYURI_PLACE_QUERY] =
		SET(UCHAR | BIT(':') | BIT('&') | BIT('='), BIT('@') | BIT('_'), 0),
	[EVERYURI_PLACE_QUERY_VALUE] = SET(UCHAR_BUT_PLUS | BIT(':'), BIT('@') | BIT('_'), 0),
	[EVERYURI_PLACE_FRAGMENT] =
		SET(UCHAR | BIT(':') | BIT('&') | BIT('=') | BIT(';') | BIT('/') | BIT('?'),
	            BIT('@') | BIT('_'), 0),
};

/* 3.2.2 to 3.4; ";" begins a parameter (3.3). */
static const struct everyuri_byte_set sets_2396[EVERYURI_N_PLACES] = {
	[EVERYURI_PLACE_USER] =
		SET(MARK_2 | RESERVED_BUT_PAIRS_2396 | PAIRS_2396, BIT('_'), BIT('~')),
	[EVERYURI_PLACE_PASSWORD] =
		SET(MARK_2 | RESERVED_BUT_PAIRS_2396 | PAIRS_2396 | BIT(':'), BIT('_'), BIT('~')),
	[EVERYURI_PLACE_HOST] = SET(UNRESERVED_2, 0, 0),
	[EVERYURI_PLACE_SEGMENT] =
		SET(MARK_2 | RESERVED_BUT_PAIRS_2396 | BIT(':') | BIT('&') | BIT('=') | BIT('+'),
	            BIT('@') | BIT('_'), BIT('~')),
	[EVERYURI_PLACE_QUERY] =
		SET(MARK_2 | RESERVED_BUT_PAIRS_2396 | PAIRS_2396 | BIT(':') | BIT('/') | BIT('?'),
	            BIT('@') | BIT('_'), BIT('~')),
	[EVERYURI_PLACE_QUERY_VALUE] =
		SET(MARK_2 | RESERVED_BUT_PAIRS_2396 | BIT(':') | BIT('/') | BIT('?'),
	            BIT('@') | BIT('_'), BIT('~')),
	[EVERYURI_PLACE_FRAGMENT] =
		SET(MARK_2 | RESERVED_BUT_PAIRS_2396 | PAIRS_2396 | BIT(':') | BIT('/') | BIT('?'),
	            BIT('@') | BIT('_'), BIT('~')),
};

static const struct everyuri_byte_set sets_3986[EVERYURI_N_PLACES] = {
	[EVERYURI_PLACE_USER] = SET(UNRESERVED_2 | SUB_DELIMS, BIT('_'), BIT('~')),
	[EVERYURI_PLACE_PASSWORD] = SET(UNRESERVED_2 | SUB_DELIMS | BIT(':'), BIT('_'), BIT('~')),
	[EVERYURI_PLACE_HOST] = SET(UNRESERVED_2 | SUB_DELIMS, BIT('_'), BIT('~')),
	[EVERYURI_PLACE_SEGMENT] =
		SET(UNRESERVED_2 | SUB_DELIMS | BIT(':'), BIT('@') | BIT('_'), BIT('~')),
	[EVERYURI_PLACE_QUERY] = SET(UNRESERVED_2 | SUB_DELIMS | BIT(':') | BIT('/') | BIT('?'),
	                             BIT('@') | BIT('_'), BIT('~')),
	[EVERYURI_PLACE_QUERY_VALUE] =
		SET(UNRESERVED_2 | SUB_DELIMS_BUT_PAIRS | BIT(':') | BIT('/') | BIT('?'),
	            BIT('@') | BIT('_'), BIT('~')),
	[EVERYURI_PLACE_FRAGMENT] = SET(UNRESERVED_2 | SUB_DELIMS | BIT(':') | BIT('/') | BIT('?'),
	                                BIT('@') | BIT('_'), BIT('~')),
};

/* 1.3: the component percent-encode set is for data that is put into a path or a query.
 * The other sets are the parser's sets for these parts, without "%". */
#define COMPONENT SET(COMPONENT_2, BIT('_'), BIT('~'))
#define COMPONENT_2 (UNRESERVED_2 | BIT('!') | BIT('\'') | BIT('(') | BIT(')') | BIT('*'))
#define TAIL_2 (UNRESERVED_2 | (SUB_DELIMS & ~BIT('\'')) | BIT('/') | BIT(':') | BIT('?'))
#define TAIL_4 (BIT('@') | BIT('[') | BIT('\\') | BIT(']') | BIT('^') | BIT('_'))
#define TAIL_6 (BIT('{') | BIT('|') | BIT('}') | BIT('~'))

static const struct everyuri_byte_set sets_whatwg[EVERYURI_N_PLACES] = {
	[EVERYURI_PLACE_USER] =
		SET(COMPONENT_2 | BIT('$') | BIT('&') | BIT('+') | BIT(','), BIT('_'), BIT('~')),
	[EVERYURI_PLACE_PASSWORD] =
		SET(COMPONENT_2 | BIT('$') | BIT('&') | BIT('+') | BIT(','), BIT('_'), BIT('~')),
	[EVERYURI_PLACE_HOST] = SET(UNRESERVED_2, BIT('_'), BIT('~')),
	[EVERYURI_PLACE_SEGMENT] = COMPONENT,
	[EVERYURI_PLACE_QUERY] = SET(TAIL_2, TAIL_4, TAIL_6 | BIT('`')),
	/* In the query of a special URL, "'" is also encoded. */
	[EVERYURI_PLACE_QUERY_VALUE] = SET(COMPONENT_2 & ~BIT('\''), BIT('_'), BIT('~')),
	[EVERYURI_PLACE_FRAGMENT] = SET(TAIL_2 | BIT('#') | BIT('\''), TAIL_4, TAIL_6),
};

static const char *const place_names[EVERYURI_N_PLACES] = {
	[EVERYURI_PLACE_USER] = "user",         [EVERYURI_PLACE_PASSWORD] = "password",
	[EVERYURI_PLACE_HOST] = "host",         [EVERYURI_PLACE_SEGMENT] = "segment",
	[EVERYURI_PLACE_QUERY] = "query",       [EVERYURI_PLACE_QUERY_VALUE] = "query-value",
	[EVERYURI_PLACE_FRAGMENT] = "fragment",
};

const char *everyuri_place_name(enum everyuri_place place)
{
	return (size_t)place < EVERYURI_N_PLACES ? place_names[place] : "";
}

enum everyuri_status everyuri_place_find(const char *name, size_t len, enum everyuri_place *place)
{
	for (int k = 0; k < EVERYURI_N_PLACES; k++) {
		if (strlen(place_names[k]) == len && memcmp(place_names[k], name, len) == 0) {
			*place = (enum everyuri_place)k;
			return EVERYURI_OK;
		}
	}
	return EVERYURI_MISSING;
}

const struct everyuri_byte_set *everyuri_place_set(enum everyuri_standard standard,
                                                   enum everyuri_place place)
{
	switch (standard) {
	case EVERYURI_URL1993:
	case EVERYURI_URI1994:
		return &sets_1993[place];
	case EVERYURI_RFC1630:
		return &sets_1630[place];
	case EVERYURI_RFC1738:
	case EVERYURI_RFC1808:
		return &sets_1738[place];
	case EVERYURI_RFC2396:
		return &sets_2396[place];
	case EVERYURI_RFC3986:
	case EVERYURI_RFC3987:
		break;
	case EVERYURI_WHATWG:
		return &sets_whatwg[place];
	}
	return &sets_3986[place];
}
