/* uri.h - parse, resolve, normalise, compare and edit URIs.  The caller chooses the standard.
 *
 * A part is a span of the text, and valid as long as the text.  Parsing does not decode the
 * text, or change letters to upper or lower case. */
#ifndef EVERYURI_URI_H
#define EVERYURI_URI_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- standards ---------------------------------------------------------- */

enum everyuri_standard {
	EVERYURI_URL1993 = 0, /**< the Internet Draft "Uniform Resource Locators", March 1993 */
	EVERYURI_URI1994 = 1, /**< the draft "Universal Resource Identifiers in WWW", March 1994 */
	EVERYURI_RFC1630 = 2,
	EVERYURI_RFC1738 = 3,
	EVERYURI_RFC1808 = 4,
	EVERYURI_RFC2396 = 5, /**< with RFC 2732 */
	EVERYURI_RFC3986 = 6,
	EVERYURI_RFC3987 = 7,
	EVERYURI_WHATWG = 8 /**< the URL Standard, as of July 2026 */
};
#define EVERYURI_N_STANDARDS 9

/** Returns the name that a standard has on the command line and in JSON, such as "rfc3986".
 *  Returns: static; NULL for an unknown number. */
const char *everyuri_standard_name(enum everyuri_standard standard);

/** Returns whether this build has a standard. */
bool everyuri_standard_built(enum everyuri_standard standard);

/** Finds a standard by its name, in lower case.
 *  standard: receives the standard.
 *  Errors:   MISSING if there is no such name; UNSUPPORTED if this build does not have it. */
enum everyuri_status everyuri_standard_find(const char *name, size_t len,
                                            enum everyuri_standard *standard);

/* ---- parsing ------------------------------------------------------------ */

/** Flags of every call that parses or resolves: parse, check, compare, recompose, relate, bulk_... */
enum {
	EVERYURI_ADMIT_PARTIAL = 1, /**< accept a partial form, i.e. a relative reference */
	EVERYURI_ADMIT_ZONE = 2,    /**< accept a zone identifier in an IPv6 address (rfc3986) */
	EVERYURI_LOOSE =
		4 /**< when parsing with a base, resolve non-strictly (RFC 3986 5.2.2); in relate,
		       also write partial forms for gopher (RFC 1630) */
};

/** Parses a text.  With a base, resolves it first.
 *  text, len: not copied; must outlive *uri.
 *  standard:  the standard to use.
 *  flags:     EVERYURI_ADMIT_PARTIAL, EVERYURI_ADMIT_ZONE, EVERYURI_LOOSE, or 0.
 *  base:      the URI to resolve against, or NULL.  It must have been parsed under the same
 *             standard, and its text must not be in buf.
 *  buf:       receives the text of *uri if that differs from `text`: this happens with a base, and
 *             under whatwg if `text` is not equal to its href.  If buf is NULL, the call returns
 *             NO_SPACE in these cases.
 *  uri:       receives the parts.  With the flag EVERYURI_REWRITTEN they are spans of buf,
 *             otherwise of text.
 *  Errors:    INVALID, at the first byte that is not allowed there.  If err->which is 1, the error
 *             is in the base, which is a partial form, was parsed under another standard, or makes
 *             the result invalid at byte err->at of the base.  TOO_LONG, UNSUPPORTED, OUT_OF_RANGE
 *             (unknown flag); with a base or under whatwg also NO_SPACE, NO_MEMORY.
 *  Cost:      linear; allocates only in buf.
 *  Source:    the standard; docs/standards lists the choices where it is unclear. */
enum everyuri_status everyuri_parse(const char *text, size_t len, enum everyuri_standard standard,
                                    unsigned flags, const struct everyuri_uri *base,
                                    struct everyuri_buf *buf, struct everyuri_uri *uri,
                                    struct everyuri_error *err);

/** Checks a text.  Returns the same status and error as everyuri_parse() without a base.
 *  Errors: INVALID, TOO_LONG, UNSUPPORTED, OUT_OF_RANGE.
 *  Cost:   linear; allocates nothing. */
enum everyuri_status everyuri_check(const char *text, size_t len, enum everyuri_standard standard,
                                    unsigned flags, struct everyuri_error *err);

/** Returns the bytes of one part, as they are in uri->text.
 *  Returns: the bytes. `data` is NULL if the part is absent; if it is empty, `data` is not NULL and
 *           len is 0. */
struct everyuri_text everyuri_view(const struct everyuri_uri *uri, enum everyuri_part part);

/** Returns the bytes of one of the parts that only some schemes have.
 *  Returns: the bytes; `data` is NULL if the URI does not have the part. */
struct everyuri_text everyuri_extra_view(const struct everyuri_uri *uri,
                                         enum everyuri_extra_name name);

/** Stores the port as a number.
 *  Errors: MISSING if the port is absent or empty; OUT_OF_RANGE if it is above 65535. */
enum everyuri_status everyuri_port(const struct everyuri_uri *uri, uint16_t *port);

/* ---- segments, pairs and words --------------------------------------------- */

/** Iterator over the segments of a path, or the pairs or words of a query.  Initialise it with {0}.
 *  It visits all of them in order, including duplicates, as spans of uri->text. */
struct everyuri_iter {
	uint32_t next; /**< offset of the next segment, pair or word, in bytes */
	bool started, done;
};

/** Stores the next path segment, without its slashes.  "/a/b" has the segments "a" and "b"; "/"
 *  has one empty segment; "" has none.
 *  Returns: false at the end. */
bool everyuri_segment_next(const struct everyuri_uri *uri, struct everyuri_iter *iter,
                           struct everyuri_span *segment);

/** Stores the next pair of a query of the form k=v&k=v.  ";" does not separate pairs.
 *  value:   absent for "k", empty for "k=".
 *  Returns: false at the end.  An empty query has no pairs. */
bool everyuri_pair_next(const struct everyuri_uri *uri, struct everyuri_iter *iter,
                        struct everyuri_span *key, struct everyuri_span *value);

/** Stores the next word of a query that consists of words separated by "+".
 *  Returns: false at the end.
 *  Source:  RFC 1630, "Query strings". */
bool everyuri_word_next(const struct everyuri_uri *uri, struct everyuri_iter *iter,
                        struct everyuri_span *word);

/* ---- recompose, resolve, relate ------------------------------------------- */

/** Composes a URI from parts, and parses it to verify that it has exactly these parts.
 *  part:   the eight parts in the order of enum everyuri_part; data is NULL for an absent part.
 *  flags:  the same as for everyuri_parse().
 *  buf:    receives the text.
 *  uri:    receives its record, whose text is in buf.
 *  Errors: INVALID if no URI has these parts under this standard; TOO_LONG, UNSUPPORTED,
 *          OUT_OF_RANGE, NO_SPACE, NO_MEMORY.
 *  Source: RFC 3986 5.3. */
enum everyuri_status everyuri_recompose(const struct everyuri_text part[EVERYURI_N_PARTS],
                                        enum everyuri_standard standard, unsigned flags,
                                        struct everyuri_buf *buf, struct everyuri_uri *uri,
                                        struct everyuri_error *err);

/** Writes the shortest partial form that everyuri_parse() resolves against the base to the target.
 *  base, target: full forms (with a scheme), parsed under the same standard.  If the target has dot
 *          segments and the standard removes them, no partial form resolves to it.
 *  flags:  EVERYURI_LOOSE, which also writes partial forms for gopher, or 0.
 *  buf:    receives the partial form, or the full form if no partial form is shorter.
 *  Errors: INVALID (err->which is 1 if the base is a partial form or was parsed under another
 *          standard), TOO_LONG, OUT_OF_RANGE, NO_SPACE, NO_MEMORY. */
enum everyuri_status everyuri_relate(const struct everyuri_uri *base,
                                     const struct everyuri_uri *target, unsigned flags,
                                     struct everyuri_buf *buf, struct everyuri_error *err);

/* ---- normal forms ----------------------------------------------------------- */

/** Levels of normalisation.  Each includes the one before. */
enum everyuri_level {
	EVERYURI_LEVEL_SIMPLE = 0, /**< no change (RFC 3986 6.2.1) */
	EVERYURI_LEVEL_SYNTAX = 1, /**< normalises case, escapes and dot segments (RFC 3986
	                                6.2.2) */
	EVERYURI_LEVEL_SCHEME = 2  /**< also normalises default port, empty path, ... (6.2.3) */
};

/** Writes the canonical form of a URI at a level, under the standard that parsed it.
 *  buf:    receives the canonical form.  Normalising it again changes nothing.  It has a host if
 *          and only if uri has one.  (One exception: at level scheme, file://localhost/x becomes
 *          file:///x, which has no host under rfc1630.)
 *  result: receives the record of the canonical form, whose text is in buf (REWRITTEN).  May be
 *          uri, or NULL if only the text is needed.
 *  Errors: TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Cost:   linear. */
enum everyuri_status everyuri_normalize(const struct everyuri_uri *uri, enum everyuri_level level,
                                        struct everyuri_buf *buf, struct everyuri_uri *result,
                                        struct everyuri_error *err);

/** Compares the canonical forms of two URIs that were parsed under the same standard.
 *  buf:    scratch for both forms.
 *  same:   receives whether they are equal.
 *  Errors: those of everyuri_normalize(); INVALID (with err->which 1) if they were parsed under
 *          different standards. */
enum everyuri_status everyuri_same(const struct everyuri_uri *a, const struct everyuri_uri *b,
                                   enum everyuri_level level, struct everyuri_buf *buf, bool *same,
                                   struct everyuri_error *err);

/* ---- compare ------------------------------------------------------------------ */

/** Result of parsing a text under one standard. */
struct everyuri_reading {
	enum everyuri_status status; /**< if OK, `uri` is valid; if INVALID, `error` is */
	struct everyuri_uri uri;
	struct everyuri_error error;
};

/** Results of parsing one text under several standards. */
struct everyuri_comparison {
	uint32_t asked;    /**< bit s is set if standard s was used */
	uint32_t accepted; /**< bit s is set if standard s accepts the text */
	bool agree;        /**< at least one standard accepts the text, and those that accept it
	                        agree on scheme, user, host, port and path */
	uint8_t first;     /**< the first enum everyuri_part that differs; EVERYURI_N_PARTS if none
	                    differs */
	struct everyuri_reading reading[EVERYURI_N_STANDARDS];
};

/** Parses one text under several standards and compares the results.
 *  standards:  bit s selects standard s.  Standards that this build lacks are skipped.
 *  flags:      the same as for everyuri_parse().
 *  buf:        holds the texts that standards rewrite; valid until its next use.
 *  comparison: receives all results and whether they agree.
 *  Errors:     TOO_LONG, OUT_OF_RANGE, NO_SPACE, NO_MEMORY.  A text that no standard accepts is
 *              not an error.
 *  Cost:       linear in len times the number of standards. */
enum everyuri_status everyuri_compare(const char *text, size_t len, uint32_t standards,
                                      unsigned flags, struct everyuri_buf *buf,
                                      struct everyuri_comparison *comparison,
                                      struct everyuri_error *err);

/* ---- edit ----------------------------------------------------------------------- */

enum everyuri_change_kind {
	EVERYURI_SET = 0,          /**< set `part` to `value` */
	EVERYURI_DELETE = 1,       /**< remove `part`; the path becomes empty instead */
	EVERYURI_APPEND_PATH = 2,  /**< append `value` to the path as a segment */
	EVERYURI_APPEND_QUERY = 3, /**< append the pair key=value, or only the key if value.data is
	                                NULL */
	EVERYURI_DELETE_QUERY = 4, /**< delete each pair whose decoded key equals `key` and, unless
	                                value.data is NULL, whose decoded value equals `value` */
	EVERYURI_SORT_QUERY = 5,   /**< sort pairs by the bytes of their decoded keys, stably */
	EVERYURI_SET_QUERY = 6,    /**< set the value of the first pair whose decoded key equals
	                                `key`, and delete the other pairs with that key; if there is
	                                no such pair, append key=value */
	EVERYURI_DELETE_QUERY_GLOB = 7 /**< delete each pair whose decoded key matches `key`, where
	                                    "*" matches any bytes; case matters */
};

/** One change to a URI. */
struct everyuri_change {
	enum everyuri_change_kind kind;
	enum everyuri_part part;
	struct everyuri_text key, value;
};

/** Flag of everyuri_edit: first percent-encode keys and values as their parts require. */
#define EVERYURI_EDIT_ENCODE 0x20u

/** Changes parts of a URI.  All other bytes stay as they are.
 *  changes: applied in order.
 *  flags:   EVERYURI_EDIT_ENCODE or 0.
 *  buf:     receives the result.  It is valid under uri's standard and has exactly the requested
 *           parts.  The result has a zone identifier only if uri has one.
 *  Errors:  INVALID if the part does not allow the value, or the result would be parsed into other
 *           parts; a password without a user; an empty pair in an empty query.  err->at is an
 *           offset in the value or, for an appended segment or pair, in the new path or query.
 *           TOO_LONG, OUT_OF_RANGE, NO_SPACE, NO_MEMORY.
 *  Cost:    for each change, linear in the length of the result. */
enum everyuri_status everyuri_edit(const struct everyuri_uri *uri,
                                   const struct everyuri_change *changes, size_t n_changes,
                                   unsigned flags, struct everyuri_buf *buf,
                                   struct everyuri_error *err);

/* ---- redact --------------------------------------------------------------------- */

/** Bits of everyuri_secrets.flags: what to hide besides passwords, and how. */
enum {
	EVERYURI_REDACT_USER = 1,     /**< hide the user */
	EVERYURI_REDACT_QUERY = 2,    /**< hide the whole query, including its keys */
	EVERYURI_REDACT_FRAGMENT = 4, /**< hide the whole fragment */
	EVERYURI_REDACT_OWN_KEYS = 8, /**< use everyuri_secrets.keys instead of the default keys */
	EVERYURI_REDACT_REMOVE = 16   /**< remove secrets instead of writing "***" */
};

/** Selects what to hide: passwords, and the values of secret keys.  The secret keys are `keys` and,
 *  unless EVERYURI_REDACT_OWN_KEYS is set, the default keys (token, api_key, X-Amz-Signature, ...;
 *  docs/commands/redact.md lists them). */
struct everyuri_secrets {
	unsigned flags;
	const struct everyuri_text *keys; /**< secret keys, decoded; case is ignored; a key also
	                                       matches key[] and x[key] */
	size_t n_keys;
};

/** Finds the secrets of any text, valid or not:
 *   - passwords as read by any standard or by another common parser (jdbc:db://u:p@h, http:u:p@h,
 *     sip:u:p@h; u:p@h as in curl), and text at the position of a port, if it is not a number;
 *   - values of secret keys in the query, the fragment and parameters (;password=p);
 *   - the user, if EVERYURI_REDACT_USER is set or it cannot be distinguished from the password.
 *  secret:  receives up to n_max spans of the text, in order and without overlap; may be NULL if
 *           n_max is 0.
 *  Returns: the number of secrets, which may be more than n_max.  A text longer than
 *           EVERYURI_TEXT_MAX counts as one secret.
 *  Cost:    linear in len times n_keys. */
size_t everyuri_secrets_find(const char *text, size_t len, const struct everyuri_secrets *secrets,
                             struct everyuri_span *secret, size_t n_max);

/** Writes the text of a URI with "***" in place of each secret.  All other bytes stay as they are.
 *  buf:    receives the text.
 *  Errors: TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Cost:   that of everyuri_secrets_find(). */
enum everyuri_status everyuri_redact(const struct everyuri_uri *uri,
                                     const struct everyuri_secrets *secrets,
                                     struct everyuri_buf *buf, struct everyuri_error *err);

/** Does the same for any text.  If neither RFC 3986 nor RFC 3987 accepts the text, hides the user
 *  together with the password.  If the text also lacks "//", hides everything between its first
 *  colon and its last "@". */
enum everyuri_status everyuri_redact_text(const char *text, size_t len,
                                          const struct everyuri_secrets *secrets,
                                          struct everyuri_buf *buf, struct everyuri_error *err);

/* ---- the bytes that each place allows ----------------------------------------------- */

/** Places in a URI for which data can be encoded: the values of the command's option --part. */
enum everyuri_place {
	EVERYURI_PLACE_USER = 0,
	EVERYURI_PLACE_PASSWORD = 1,
	EVERYURI_PLACE_HOST = 2,
	EVERYURI_PLACE_SEGMENT = 3,
	EVERYURI_PLACE_QUERY = 4,
	EVERYURI_PLACE_QUERY_VALUE = 5, /**< a key or value of a pair */
	EVERYURI_PLACE_FRAGMENT = 6
};
#define EVERYURI_N_PLACES 7

/** Returns the name of a place: "segment", "query-value", ...  Returns: static. */
const char *everyuri_place_name(enum everyuri_place place);
/** Finds a place by its name.  Errors: MISSING if there is no such name. */
enum everyuri_status everyuri_place_find(const char *name, size_t len, enum everyuri_place *place);

/** Returns the bytes that a place allows unencoded, for everyuri_encode().
 *  Returns: a static set.  For a standard that this build lacks, it is the set of rfc3986. */
const struct everyuri_byte_set *everyuri_place_set(enum everyuri_standard standard,
                                                   enum everyuri_place place);

#ifdef __cplusplus
}
#endif
#endif
