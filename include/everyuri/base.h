/* base.h - types that every call uses (spans, status, errors, buffers, the record of one parsed
 * URI), and percent-encoding.
 *
 * everyuri.h states the conventions that all functions follow. */
#ifndef EVERYURI_BASE_H
#define EVERYURI_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Version of these headers. */
#define EVERYURI_VERSION "1.0.0"

/** Returns the version of the library that is loaded.  It differs from EVERYURI_VERSION if the
 *  program was compiled with the headers of another release.
 *  Returns: static, such as "1.0.0". */
const char *everyuri_version(void);

/* ---- text ------------------------------------------------------------- */

/** Value of `begin` and `end` in an absent span. */
#define EVERYURI_ABSENT UINT32_MAX

/** Longest text that the library reads or writes, in bytes.  For a longer one, calls return
 *  EVERYURI_TOO_LONG. */
#define EVERYURI_TEXT_MAX (UINT32_MAX - 1)

/** Half-open range of a text.
 *  Units:  bytes from the start of the text; begin <= end.
 *  Absent: begin == end == EVERYURI_ABSENT.  "http://h" has no query;
 *          "http://h?" has an empty one, and the two are never confused. */
struct everyuri_span {
	uint32_t begin, end;
};

/** Bytes that the caller owns, not NUL-terminated.
 *  Absent: data is NULL.  Empty: data is not NULL and len is 0. */
struct everyuri_text {
	const char *data;
	size_t len;
};

/* ---- status and error -------------------------------------------------- */

/** Result of a call.  Later releases may add values but never change one. */
enum everyuri_status {
	EVERYURI_OK = 0,
	EVERYURI_INVALID = 1,      /**< the grammar does not allow the text */
	EVERYURI_UNSAFE = 2,       /**< the grammar allows the text, but it is not safe to use */
	EVERYURI_TOO_LONG = 3,     /**< input or result is longer than EVERYURI_TEXT_MAX */
	EVERYURI_NO_SPACE = 4,     /**< the fixed buffer is too small (see everyuri_buf.needed), or
	                                there is no buffer */
	EVERYURI_NO_MEMORY = 5,    /**< the allocator failed */
	EVERYURI_UNSUPPORTED = 6,  /**< unknown standard, scheme, system or feature */
	EVERYURI_OUT_OF_RANGE = 7, /**< a number or flag is outside its range */
	EVERYURI_MISSING = 8,      /**< the requested part or name does not exist */
	EVERYURI_FAILED = 9,       /**< the server refused, or cannot be reached */
	EVERYURI_PARTIAL = 10,     /**< only a part of an object arrived */
	EVERYURI_PROTOCOL = 11,    /**< the server violated its protocol */
	EVERYURI_NULL_ROW = 12     /**< the row of the column is null */
};

/** Reasons for a failure that a program can react to.  (Messages are for people and may change.)
 *  In the comments below, the name after the colon is the setting that prevents the failure
 *  (docs/configuration.md, docs/policy.md).  Later releases may add values. */
enum everyuri_reason {
	EVERYURI_REASON_OTHER = 0,   /**< see status, clause and message */
	EVERYURI_REASON_HOST = 1,    /**< the policy refuses the host or its address: allow-host */
	EVERYURI_REASON_PORT = 2,    /**< the policy refuses the port: allow-port */
	EVERYURI_REASON_HOP = 3,     /**< a host refers to a less public host: allow-hop */
	EVERYURI_REASON_COMMAND = 4, /**< a command is too long: max-command */
	EVERYURI_REASON_STEPS = 5,   /**< the plan has too many steps: max-steps */
	EVERYURI_REASON_NEWS_SERVER = 6, /**< the URI names no server: news-server */
	EVERYURI_REASON_RESOLVER = 7,    /**< unknown URN namespace: resolver */
	EVERYURI_REASON_FORM = 8,        /**< the link contains a filled form: form-agreed */
	EVERYURI_REASON_QUESTION = 9     /**< the server asked for input, such as a password, and
	                                      the user gave none */
};

/** Details of a failure.  A call does not touch it on success, and accepts NULL instead. */
struct everyuri_error {
	enum everyuri_status status;
	uint32_t which;      /**< argument that caused the failure: 0 is the text, 1 the base */
	size_t at;           /**< offset of the first byte that is not allowed, in bytes */
	const char *clause;  /**< static, e.g. "RFC 3986 3.2.2"; never NULL */
	const char *message; /**< static; in lower case, without a full stop */
	enum everyuri_reason reason;
	void *reserved[1];
};

/** Returns a short description of a status, in lower case.  Returns: static, never NULL. */
const char *everyuri_status_text(enum everyuri_status status);

/* ---- buffers ----------------------------------------------------------- */

/** Allocator of a growing buffer.
 *  resize: resizes `data` from old_size to new_size bytes and returns its new address.  If `data`
 *          is NULL, allocates.  If new_size is 0, frees and returns NULL.  On failure, returns
 *          NULL and leaves `data` as it was. */
struct everyuri_allocator {
	void *(*resize)(void *context, void *data, size_t old_size, size_t new_size);
	void *context;
};

/** Receives the result of a call that writes: data[0 .. len), without a NUL.  A NULL pointer counts
 *  as a fixed buffer of size 0, so a call that must write returns NO_SPACE. */
struct everyuri_buf {
	char *data;
	size_t len;    /**< length of the last result in bytes */
	size_t cap;    /**< size of `data` in bytes */
	size_t needed; /**< set when a call returns NO_SPACE: the `cap` with which it would
	                    succeed */
	struct everyuri_allocator allocator; /**< if resize is NULL, the buffer has a fixed size */
	bool owned;                          /**< `data` came from the allocator */
};

/** Initialises a buffer.
 *  mem, cap:  memory to use first, or NULL and 0.  The memory must outlive the buffer, which never
 *             frees it.
 *  allocator: allocates further memory; copied.  With NULL, a buffer with mem has a fixed size, and
 *             a buffer without mem uses malloc. */
void everyuri_buf_init(struct everyuri_buf *buf, void *mem, size_t cap,
                       const struct everyuri_allocator *allocator);

/** Frees what the buffer allocated.  The buffer may be used again.  NULL is ignored. */
void everyuri_buf_free(struct everyuri_buf *buf);

/* ---- the record of one parsed URI --------------------------------------- */

/** Parts of a URI, the same under every standard. */
enum everyuri_part {
	EVERYURI_SCHEME = 0,
	EVERYURI_USER = 1,
	EVERYURI_PASSWORD = 2,
	EVERYURI_HOST = 3,
	EVERYURI_PORT = 4,
	EVERYURI_PATH = 5,
	EVERYURI_QUERY = 6,
	EVERYURI_FRAGMENT = 7
};
#define EVERYURI_N_PARTS 8

/** Kinds of host. */
enum everyuri_host_kind {
	EVERYURI_HOST_NONE = 0, /**< the host is absent */
	EVERYURI_HOST_NAME = 1,
	EVERYURI_HOST_IPV4 = 2,
	EVERYURI_HOST_IPV6 = 3,
	EVERYURI_HOST_IPVFUTURE = 4,
	EVERYURI_HOST_OPAQUE = 5,
	EVERYURI_HOST_REGISTRY = 6,
	EVERYURI_HOST_EMPTY = 7 /**< the host is empty: file:///etc */
};

/** Parts that only some schemes have, named as in the grammars. */
enum everyuri_extra_name {
	EVERYURI_EXTRA_TYPE = 0,     /**< ftp: the type code */
	EVERYURI_EXTRA_GTYPE = 1,    /**< gopher: the item type */
	EVERYURI_EXTRA_SELECTOR = 2, /**< gopher: the selector */
	EVERYURI_EXTRA_SEARCH = 3,   /**< gopher: the text between the first and the second %09 */
	EVERYURI_EXTRA_GOPHER_PLUS = 4,
	EVERYURI_EXTRA_GROUP = 5,    /**< news, nntp: the group */
	EVERYURI_EXTRA_ARTICLE = 6,  /**< news: a message-id */
	EVERYURI_EXTRA_NUMBER = 7,   /**< nntp: the number of an article in its group */
	EVERYURI_EXTRA_ADDRESS = 8,  /**< mailto: the address */
	EVERYURI_EXTRA_DATABASE = 9, /**< wais, here and below */
	EVERYURI_EXTRA_WTYPE = 10,
	EVERYURI_EXTRA_WPATH = 11,
	EVERYURI_EXTRA_HSONAME = 12, /**< prospero, here and below */
	EVERYURI_EXTRA_VERSION = 13,
	EVERYURI_EXTRA_FIELDS = 14,
	EVERYURI_EXTRA_SERVICE = 15,
	EVERYURI_EXTRA_ZONE = 16 /**< the zone identifier of an IPv6 address */
};
#define EVERYURI_N_EXTRA_NAMES 17
#define EVERYURI_EXTRA_MAX 8

/** Bits of everyuri_uri.flags. */
enum {
	EVERYURI_RELATIVE = 1,  /**< a partial form: a relative reference, without a scheme */
	EVERYURI_REWRITTEN = 2, /**< text is in the buffer, and valid until the next use of the
	                             buffer */
	EVERYURI_PREFIXED = 4,  /**< the text begins with "URL:"; the parts begin after it */
	EVERYURI_BY_RFC1808 = 8 /**< a partial form that rfc1738 parses with the grammar of
	                             RFC 1808 */
};

/** One URI as one standard parses it.  Owns nothing; may be copied. */
struct everyuri_uri {
	const char *text;            /**< the text that the spans index: the caller's, or one in the
	                                  buffer */
	uint32_t len;                /**< length of `text` in bytes */
	uint8_t standard, host_kind; /**< enum everyuri_standard, enum everyuri_host_kind */
	uint16_t flags;
	struct everyuri_span part[EVERYURI_N_PARTS];
	uint8_t n_extra;
	struct {
		uint16_t name; /**< enum everyuri_extra_name */
		struct everyuri_span at;
	} extra[EVERYURI_EXTRA_MAX];
};

/** Return the name of a part, a kind of host, or a part that only some schemes have.
 *  Returns: static, as the command prints it; "" for EVERYURI_HOST_NONE and for unknown
 *           numbers. */
const char *everyuri_part_name(enum everyuri_part part);
const char *everyuri_host_kind_name(enum everyuri_host_kind kind);
const char *everyuri_extra_name_text(enum everyuri_extra_name name);

/* ---- well-known schemes --------------------------------------------------- */

/** Returns the default port of a scheme.
 *  scheme:  in upper or lower case.
 *  Returns: 0 if the scheme is unknown or has no default port. */
uint16_t everyuri_scheme_port(const char *scheme, size_t len);

/** Returns the scheme with this default port.  If there are several, returns the first in
 *  alphabetical order.
 *  Returns: static; NULL if there is none. */
const char *everyuri_port_scheme(unsigned port);

/** Returns the names of all schemes that this build knows, in lower case, sorted.
 *  n_names: receives their number.
 *  Returns: static. */
const char *const *everyuri_scheme_names(size_t *n_names);

/** Status of a scheme in IANA's registry (RFC 7595). */
enum everyuri_scheme_status {
	EVERYURI_SCHEME_UNKNOWN = 0,
	EVERYURI_SCHEME_PERMANENT = 1,
	EVERYURI_SCHEME_PROVISIONAL = 2,
	EVERYURI_SCHEME_HISTORICAL = 3,
	EVERYURI_SCHEME_WIDE_USE = 4 /**< not registered, but widely used: gemini, git+ssh */
};

/** Returns the status of a scheme in this build's copy of the registry.
 *  scheme: in upper or lower case.
 *  Cost:   logarithmic in the number of schemes. */
enum everyuri_scheme_status everyuri_scheme_status_of(const char *scheme, size_t len);

/* ---- percent-encoding ----------------------------------------------------- */

/** A set of byte values: byte b is in it if bit b % 32 of word[b / 32] is set. */
struct everyuri_byte_set {
	uint32_t word[8];
};

/** Returns whether a byte is in the set. */
static inline bool everyuri_byte_set_has(const struct everyuri_byte_set *set, unsigned char byte)
{
	return (set->word[byte >> 5] >> (byte & 31)) & 1u;
}

/** Flag of everyuri_encode and everyuri_decode: "+" means a space, as in forms. */
#define EVERYURI_PLUS 0x8u
/** Flag of everyuri_decode: leave a "%" without two digits as it is (URL Standard 1.3). */
#define EVERYURI_BARE_PERCENT 0x10u
/** Flag of everyuri_encode and everyuri_decode: an escape is a character of ISO Latin-1, as in url1993,
 *  uri1994 and rfc1630, and the decoded text is UTF-8. */
#define EVERYURI_LATIN1 0x80u

/** Percent-encodes data for use in a URI: writes each byte that is not in `keep` as %HH.
 *  keep:   bytes to leave as they are, such as a set of everyuri_place_set().  "%" is always
 *          encoded.  With EVERYURI_PLUS, "+" becomes %2B and a space becomes "+".
 *  flags:  EVERYURI_PLUS, EVERYURI_LATIN1, or 0.
 *  buf:    receives the encoded text.
 *  Errors: INVALID with EVERYURI_LATIN1, for a character that is not in ISO Latin-1; TOO_LONG,
 *          NO_SPACE, NO_MEMORY, OUT_OF_RANGE (unknown flag).
 *  Cost:   linear. */
enum everyuri_status everyuri_encode(const char *data, size_t len,
                                     const struct everyuri_byte_set *keep, unsigned flags,
                                     struct everyuri_buf *buf, struct everyuri_error *err);

/** Decodes percent-encoded text.
 *  flags:  EVERYURI_PLUS, EVERYURI_BARE_PERCENT, EVERYURI_LATIN1, or 0.
 *  buf:    receives the decoded bytes.
 *  Errors: INVALID for a "%" without two hexadecimal digits (err->at: the first byte that is not
 *          one), unless EVERYURI_BARE_PERCENT is set; TOO_LONG, NO_SPACE, NO_MEMORY, OUT_OF_RANGE.
 *  Cost:   linear.
 *  Source: RFC 1630: "%as" has no decoding. */
enum everyuri_status everyuri_decode(const char *text, size_t len, unsigned flags,
                                     struct everyuri_buf *buf, struct everyuri_error *err);

/** Encodes further bytes of a text that is already percent-encoded.  Existing escapes stay, so
 *  the result decodes to the same bytes.
 *  unsafe: bytes to encode; "%" in it is ignored.
 *  buf:    receives the result.
 *  Errors: TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Cost:   linear.
 *  Source: RFC 1630, "Reduced or increased safe character sets". */
enum everyuri_status everyuri_safer(const char *text, size_t len,
                                    const struct everyuri_byte_set *unsafe,
                                    struct everyuri_buf *buf, struct everyuri_error *err);

/** Decodes only those escapes (%HH) whose byte is in `safe`.
 *  safe:   bytes to decode; leave out reserved characters.  These escapes stay: %25, and a digit
 *          that would form an escape with a "%" before it.
 *  buf:    receives the result.
 *  Errors: TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Cost:   linear.
 *  Source: RFC 1630, as above. */
enum everyuri_status everyuri_less_safe(const char *text, size_t len,
                                        const struct everyuri_byte_set *safe,
                                        struct everyuri_buf *buf, struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
