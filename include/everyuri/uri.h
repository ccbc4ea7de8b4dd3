/* uri.h - read a URI exactly as one standard says, and work on it.
 *
 * The standard is a parameter of every reading and a field of every result; no
 * call guesses it.  A component is a span of the text, valid for as long as that
 * text is: nothing is decoded and no case is changed by reading. */
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

/** The name of a standard on the command line and in JSON: "rfc3986".
 *  Returns: static; NULL for a number that is no standard. */
const char *everyuri_standard_name(enum everyuri_standard standard);

/** Is it in this build? */
bool everyuri_standard_built(enum everyuri_standard standard);

/** Find a standard by its name (exactly as everyuri_standard_name gives it).
 *  Errors: MISSING: no such name; UNSUPPORTED: known, but not in this build. */
enum everyuri_status everyuri_standard_find(const char *name, size_t len,
                                            enum everyuri_standard *standard);

/* ---- reading ------------------------------------------------------------ */

/** Flags of every call that reads or resolves: parse, check, compare, recompose, relate, bulk_.... */
enum {
	EVERYURI_ADMIT_PARTIAL = 1, /**< accept a partial form too (RFC 3986: relative-ref) */
	EVERYURI_ADMIT_ZONE = 2,    /**< accept a zone identifier in an IPv6 address (rfc3986) */
	EVERYURI_LOOSE =
		4 /**< resolve: RFC 3986 5.2.2, non-strict; relate: gopher too (RFC 1630) */
};

/** Read a text, and resolve it first if a base is given.
 *  text, len: bytes; not copied, so it must live as long as *uri is used.
 *  flags:     EVERYURI_ADMIT_..., EVERYURI_LOOSE.
 *  base:      what a partial form is relative to, or NULL; parsed before, under
 *             the same standard; its text does not lie in buf.
 *  buf:       for the result of resolving, and for what whatwg rewrites.  Without a base, only
 *             whatwg needs it, and only for a text that is not its own href.  NULL: a call that
 *             needs a buffer returns NO_SPACE.
 *  Returns:   OK, and *uri: spans of text, or, with a base, of buf (REWRITTEN).  Under whatwg
 *             the text of the record is the href: of buf as well, unless the text is found to
 *             be its own href; then it is spans of text, and buf is untouched.
 *  Errors:    INVALID (err->which 1: the base is a partial form or was read under another
 *             standard, or what is taken of it makes the result invalid, at that byte of the
 *             base), TOO_LONG, UNSUPPORTED, OUT_OF_RANGE (the flag of another call);
 *             with a base or under whatwg also NO_SPACE, NO_MEMORY.
 *  Cost:      linear; allocates nothing unless there is a base or something is rewritten.
 *  Source:    the standard that is asked for; its choices stand in docs/standards. */
enum everyuri_status everyuri_parse(const char *text, size_t len, enum everyuri_standard standard,
                                    unsigned flags, const struct everyuri_uri *base,
                                    struct everyuri_buf *buf, struct everyuri_uri *uri,
                                    struct everyuri_error *err);

/** The verdict alone: as everyuri_parse without a base, and never allocates. */
enum everyuri_status everyuri_check(const char *text, size_t len, enum everyuri_standard standard,
                                    unsigned flags, struct everyuri_error *err);

/** Returns the bytes of one part, as they are in uri->text.
 *  Returns: data NULL, len 0 if the part is absent; data set, len 0 if it is empty. */
struct everyuri_text everyuri_view(const struct everyuri_uri *uri, enum everyuri_part part);

/** Returns the bytes of one of the scheme's own pieces.
 *  Returns: data NULL, len 0 if the URI does not have that piece. */
struct everyuri_text everyuri_extra_view(const struct everyuri_uri *uri,
                                         enum everyuri_extra_name name);

/** The port as a number.
 *  Errors: MISSING: absent or empty; OUT_OF_RANGE: above 65535. */
enum everyuri_status everyuri_port(const struct everyuri_uri *uri, uint16_t *port);

/* ---- parts that repeat ---------------------------------------------------- */

/** One step through the pieces of a part: begin with {0}.
 *  Pieces come in order, duplicates included, as spans of uri->text. */
struct everyuri_iter {
	uint32_t next; /**< bytes: where the next piece begins */
	bool started, done;
};

/** The next path segment, without its slashes.  Returns: false at the end.
 *  "/a/b" has the segments "a" and "b", "/" one empty one, "" none. */
bool everyuri_segment_next(const struct everyuri_uri *uri, struct everyuri_iter *iter,
                           struct everyuri_span *segment);

/** The next pair of a query of the form k=v&k=v, uncut by ";".
 *  value: absent where there is no "=", empty for "k=".
 *  Returns: false at the end; an empty query has no pairs. */
bool everyuri_pair_next(const struct everyuri_uri *uri, struct everyuri_iter *iter,
                        struct everyuri_span *key, struct everyuri_span *value);

/** The next word of a query whose words are joined by "+" (RFC 1630, query strings). */
bool everyuri_word_next(const struct everyuri_uri *uri, struct everyuri_iter *iter,
                        struct everyuri_span *word);

/* ---- recompose, resolve, relate ------------------------------------------- */

/** Put a URI together and read it back.
 *  part:   the eight parts in the order of enum everyuri_part; data NULL is absent.
 *  Returns: OK only if reading the result gives these same parts.
 *  Errors:  INVALID: no text of this standard has these parts; TOO_LONG,
 *           NO_SPACE, NO_MEMORY.  Source: RFC 3986 5.3. */
enum everyuri_status everyuri_recompose(const struct everyuri_text part[EVERYURI_N_PARTS],
                                        enum everyuri_standard standard, unsigned flags,
                                        struct everyuri_buf *buf, struct everyuri_uri *uri,
                                        struct everyuri_error *err);

/** The shortest partial form that everyuri_parse resolves, with this base, to target.
 *  base, target: full forms, parsed under the same standard; a target with dot segments, to
 *          which nothing resolves where they are removed, comes back as it is.
 *  flags:  EVERYURI_LOOSE gives gopher a partial form too.
 *  Result: in buf; the full form where nothing shorter will do.
 *  Errors: INVALID (which 1: the base is partial or was read under another standard), TOO_LONG,
 *          NO_SPACE, NO_MEMORY. */
enum everyuri_status everyuri_relate(const struct everyuri_uri *base,
                                     const struct everyuri_uri *target, unsigned flags,
                                     struct everyuri_buf *buf, struct everyuri_error *err);

/* ---- normal forms ----------------------------------------------------------- */

/** How much is made equal.  Each level includes the one before. */
enum everyuri_level {
	EVERYURI_LEVEL_SIMPLE = 0, /**< the text as it is (RFC 3986 6.2.1) */
	EVERYURI_LEVEL_SYNTAX =
		1, /**< case, escapes, dot segments (6.2.2; RFC 1630's encoding level) */
	EVERYURI_LEVEL_SCHEME = 2 /**< default port, empty path, ... (6.2.3) */
};

/** Writes the canonical form of a URI at a level, under its own standard.
 *  buf:    receives the canonical form.  Normalising that again changes nothing.  It has a host
 *          if and only if uri has one (but file://localhost/x is file:///x at level scheme, which
 *          RFC 1630 reads without a host).
 *  result: the record of the canonical form, whose text is in buf (REWRITTEN); may be uri, or
 *          NULL if only the text is needed.
 *  Errors: TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Cost:   linear. */
enum everyuri_status everyuri_normalize(const struct everyuri_uri *uri, enum everyuri_level level,
                                        struct everyuri_buf *buf, struct everyuri_uri *result,
                                        struct everyuri_error *err);

/** Do two URIs of one standard have the same canonical form?
 *  buf: scratch for both forms.
 *  Errors: as everyuri_normalize; INVALID (which 1): they were read under different standards. */
enum everyuri_status everyuri_same(const struct everyuri_uri *a, const struct everyuri_uri *b,
                                   enum everyuri_level level, struct everyuri_buf *buf, bool *same,
                                   struct everyuri_error *err);

/* ---- compare ------------------------------------------------------------------ */

/** What one standard makes of a text. */
struct everyuri_reading {
	enum everyuri_status status; /**< OK: uri holds; INVALID: error holds */
	struct everyuri_uri uri;
	struct everyuri_error error;
};

/** What several standards make of one text. */
struct everyuri_comparison {
	uint32_t asked;    /**< bit s: standard s was asked */
	uint32_t accepted; /**< bit s: standard s reads the text as valid */
	bool agree;        /**< some accept it, and those agree on scheme, user, host, port, path */
	uint8_t first; /**< enum everyuri_part: the first that differs; EVERYURI_N_PARTS: none */
	struct everyuri_reading reading[EVERYURI_N_STANDARDS];
};

/** Read one text by several standards, and hold the readings against each other.
 *  standards: bit s asks standard s; those not in this build are passed over.
 *  buf:       scratch; the readings' texts may lie in it.
 *  Errors:    TOO_LONG, NO_SPACE, NO_MEMORY; an invalid text is no error here.
 *  Cost:      linear in len, times the standards asked. */
enum everyuri_status everyuri_compare(const char *text, size_t len, uint32_t standards,
                                      unsigned flags, struct everyuri_buf *buf,
                                      struct everyuri_comparison *comparison,
                                      struct everyuri_error *err);

/* ---- edit ----------------------------------------------------------------------- */

enum everyuri_change_kind {
	EVERYURI_SET = 0,         /**< part := value */
	EVERYURI_DELETE = 1,      /**< part := absent; the path becomes empty */
	EVERYURI_APPEND_PATH = 2, /**< one segment, value, at the end of the path */
	EVERYURI_APPEND_QUERY =
		3, /**< the pair key=value (value.data NULL: key alone) at the end */
	EVERYURI_DELETE_QUERY = 4, /**< every pair whose decoded key is key and, unless value.data
	                                is NULL, whose decoded value is value */
	EVERYURI_SORT_QUERY = 5,   /**< pairs by the bytes of their decoded keys, stable */
	EVERYURI_SET_QUERY =
		6 /**< the first pair whose decoded key is key gets the value, its key's
	                                bytes stay, the others go; key=value at the end if there is none */
};

/** One change to a URI. */
struct everyuri_change {
	enum everyuri_change_kind kind;
	enum everyuri_part part;
	struct everyuri_text key, value;
};

/** For the flags of everyuri_edit: percent-encode keys and values for their place first. */
#define EVERYURI_EDIT_ENCODE 0x20u

/** Change the named parts; every byte that was not named stays as it was.
 *  changes: carried out in order.
 *  Result:  in buf, valid under uri's standard, with exactly the parts asked for; with a zone
 *           identifier only if uri has one.
 *  Errors:  INVALID: a value cannot stand in its part, or the result would be read
 *           otherwise (err->at: bytes into that value, of a segment or pair that is put in into
 *           the path or query that it makes); a password without a user; a pair that
 *           is empty in a query that is so too;
 *           TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Cost:    linear in the result for each change. */
enum everyuri_status everyuri_edit(const struct everyuri_uri *uri,
                                   const struct everyuri_change *changes, size_t n_changes,
                                   unsigned flags, struct everyuri_buf *buf,
                                   struct everyuri_error *err);

/* ---- redact --------------------------------------------------------------------- */

/** Bits of everyuri_secrets.flags: what is hidden besides passwords. */
enum {
	EVERYURI_REDACT_USER = 1,
	EVERYURI_REDACT_QUERY = 2,   /**< all of the query, keys too */
	EVERYURI_REDACT_FRAGMENT = 4 /**< all of it */
};

/** What must not be printed. */
struct everyuri_secrets {
	unsigned flags;
	const struct everyuri_text *keys; /**< decoded; in a query or fragment the value behind
	                                       such a key, in either case, is hidden */
	size_t n_keys;
};

/** The text of a URI with "***" for each secret; every other byte as it is.
 *  Hidden is what its standard reads as password, and what another reading would: the
 *  password behind any "//" (jdbc:db://u:p@h), in http:u:p@h, and over a "?" (RFC 1808 2.4.3).
 *  Errors: TOO_LONG, NO_SPACE, NO_MEMORY.  Cost: linear, times n_keys. */
enum everyuri_status everyuri_redact(const struct everyuri_uri *uri,
                                     const struct everyuri_secrets *secrets,
                                     struct everyuri_buf *buf, struct everyuri_error *err);

/** The same for a text that no standard accepts: all is hidden that stands between "//" and the
 *  last "@" before the next "/", "?" or "#", or, where what stands there has a colon and is no host
 *  and port, before the last "@" of all; without "//" all between the first colon and the last "@". */
enum everyuri_status everyuri_redact_text(const char *text, size_t len,
                                          const struct everyuri_secrets *secrets,
                                          struct everyuri_buf *buf, struct everyuri_error *err);

/* ---- which bytes may stand where ---------------------------------------------------- */

/** Places that data is encoded for; the value of --part. */
enum everyuri_place {
	EVERYURI_PLACE_USER = 0,
	EVERYURI_PLACE_PASSWORD = 1,
	EVERYURI_PLACE_HOST = 2,
	EVERYURI_PLACE_SEGMENT = 3,
	EVERYURI_PLACE_QUERY = 4,
	EVERYURI_PLACE_QUERY_VALUE = 5, /**< the key or the value of a pair */
	EVERYURI_PLACE_FRAGMENT = 6
};
#define EVERYURI_N_PLACES 7

/** "segment", "query-value", ...; find: MISSING where there is no such name. */
const char *everyuri_place_name(enum everyuri_place place);
enum everyuri_status everyuri_place_find(const char *name, size_t len, enum everyuri_place *place);

/** The bytes that mean themselves there, for everyuri_encode.
 *  Returns: static; for a standard that is not built, rfc3986's. */
const struct everyuri_byte_set *everyuri_place_set(enum everyuri_standard standard,
                                                   enum everyuri_place place);

#ifdef __cplusplus
}
#endif
#endif
