/* base.h - what every room shares: spans, status, errors, buffers, the record of
 * one parsed URI, and percent-coding.
 *
 * The conventions common to all functions are told in everyuri.h. */
#ifndef EVERYURI_BASE_H
#define EVERYURI_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of these headers. */
#define EVERYURI_VERSION "1.0.0"

/** Version of the library that the program runs with.  It differs from EVERYURI_VERSION if the
 *  program was compiled with the headers of another release.
 *  Returns: text like "1.0.0", valid for as long as the library is loaded. */
const char *everyuri_version(void);

/* ---- text ------------------------------------------------------------- */

/** Both ends of a span that is not there. */
#define EVERYURI_ABSENT UINT32_MAX

/** Bytes: the longest text that is read or written; more is TOO_LONG. */
#define EVERYURI_TEXT_MAX (UINT32_MAX - 1)

/** Half-open range of a text.
 *  Units:  bytes from the start of the text; begin <= end.
 *  Absent: begin == end == EVERYURI_ABSENT.  "http://h" has no query;
 *          "http://h?" has an empty one, and the two are never confused. */
struct everyuri_span {
	uint32_t begin, end;
};

/** Some bytes that the caller owns.  data NULL: absent; data set, len 0: empty. */
struct everyuri_text {
	const char *data;
	size_t len;
};

/* ---- status and error -------------------------------------------------- */

/** What a call answers.  Values are only ever added. */
enum everyuri_status {
	EVERYURI_OK = 0,
	EVERYURI_INVALID = 1,      /**< not in the grammar */
	EVERYURI_UNSAFE = 2,       /**< in the grammar, but must not be carried out */
	EVERYURI_TOO_LONG = 3,     /**< input or result beyond EVERYURI_TEXT_MAX */
	EVERYURI_NO_SPACE = 4,     /**< fixed buffer full: see everyuri_buf.needed; or no buffer */
	EVERYURI_NO_MEMORY = 5,    /**< the allocator said no */
	EVERYURI_UNSUPPORTED = 6,  /**< no such standard, scheme, system or feature here */
	EVERYURI_OUT_OF_RANGE = 7, /**< a number that does not fit its meaning */
	EVERYURI_MISSING = 8,      /**< the part that was asked for is absent */
	EVERYURI_FAILED = 9,       /**< the other side, or the way to it, said no */
	EVERYURI_PARTIAL = 10,     /**< some of an object came, and not all */
	EVERYURI_PROTOCOL = 11,    /**< the other side answered what its protocol does not know */
	EVERYURI_NULL_ROW = 12     /**< a row of a column that has no text at all */
};

/** What a program can act on after a failure.  Messages are for people and may change; these values
 *  are only ever added to.  The comments name the setting (docs/configuration.md, docs/policy.md). */
enum everyuri_reason {
	EVERYURI_REASON_OTHER = 0,   /**< see status, clause and message */
	EVERYURI_REASON_HOST = 1,    /**< the policy refuses the host or its address: allow-host */
	EVERYURI_REASON_PORT = 2,    /**< the policy refuses the port: allow-port */
	EVERYURI_REASON_HOP = 3,     /**< a less public host than the one before: allow-hop */
	EVERYURI_REASON_COMMAND = 4, /**< a command is too long: max-command */
	EVERYURI_REASON_STEPS = 5,   /**< the plan has too many steps: max-steps */
	EVERYURI_REASON_NEWS_SERVER = 6, /**< the URI names no server: news-server */
	EVERYURI_REASON_RESOLVER = 7,    /**< unknown URN namespace: resolver */
	EVERYURI_REASON_FORM = 8,        /**< the link contains a filled form: form-agreed */
	EVERYURI_REASON_QUESTION = 9     /**< the server asked, for example for a password, and got
	                                      no answer */
};

/** Why a call failed.  Left untouched when it succeeds; may always be NULL. */
struct everyuri_error {
	enum everyuri_status status;
	uint32_t which;      /**< argument at fault: 0 the text, 1 the base */
	size_t at;           /**< bytes: the first that no valid text can have there */
	const char *clause;  /**< static, e.g. "RFC 3986 3.2.2"; never NULL */
	const char *message; /**< static, lower case, no full stop */
	enum everyuri_reason reason;
	void *reserved[1];
};

/** A status in two or three words, lower case; never NULL. */
const char *everyuri_status_text(enum everyuri_status status);

/* ---- buffers ----------------------------------------------------------- */

/** Where a growing buffer gets its memory.
 *  resize: data of old_size bytes becomes new_size bytes and is returned; new_size
 *  0 frees and returns NULL; data NULL allocates.  NULL otherwise means that it
 *  failed, and data is as it was. */
struct everyuri_allocator {
	void *(*resize)(void *context, void *data, size_t old_size, size_t new_size);
	void *context;
};

/** The result of a call that writes: data[0 .. len).  No NUL is added.
 *  A null pointer in its place is a buffer without space: a call that must write returns NO_SPACE. */
struct everyuri_buf {
	char *data;
	size_t len;    /**< bytes of the last result */
	size_t cap;    /**< bytes there is room for */
	size_t needed; /**< bytes: set by NO_SPACE, the cap with which the same call succeeds */
	struct everyuri_allocator allocator; /**< resize NULL: fixed */
	bool owned;                          /**< data came from the allocator */
};

/** Prepare a buffer.
 *  mem, cap:  memory of the caller's to use first; NULL and 0 for none.  It must
 *             live as long as the buffer, and is never freed by it.
 *  allocator: where more comes from; copied.  NULL with mem NULL means malloc,
 *             NULL with mem makes the buffer fixed. */
void everyuri_buf_init(struct everyuri_buf *buf, void *mem, size_t cap,
                       const struct everyuri_allocator *allocator);

/** Give back what the buffer allocated; it may be used again.  NULL is ignored. */
void everyuri_buf_free(struct everyuri_buf *buf);

/* ---- the record of one parsed URI --------------------------------------- */

/** The parts that every standard's reading is told in. */
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

/** What a host is. */
enum everyuri_host_kind {
	EVERYURI_HOST_NONE = 0, /**< there is no host */
	EVERYURI_HOST_NAME = 1,
	EVERYURI_HOST_IPV4 = 2,
	EVERYURI_HOST_IPV6 = 3,
	EVERYURI_HOST_IPVFUTURE = 4,
	EVERYURI_HOST_OPAQUE = 5,
	EVERYURI_HOST_REGISTRY = 6,
	EVERYURI_HOST_EMPTY = 7 /**< there is one, of no bytes: file:///etc */
};

/** The names that a scheme's own production gives to its pieces. */
enum everyuri_extra_name {
	EVERYURI_EXTRA_TYPE = 0,     /**< ftp: the type code */
	EVERYURI_EXTRA_GTYPE = 1,    /**< gopher: the item type */
	EVERYURI_EXTRA_SELECTOR = 2, /**< gopher */
	EVERYURI_EXTRA_SEARCH = 3,   /**< gopher: between the first and the second %09 */
	EVERYURI_EXTRA_GOPHER_PLUS = 4,
	EVERYURI_EXTRA_GROUP = 5,   /**< news, nntp */
	EVERYURI_EXTRA_ARTICLE = 6, /**< news: a message-id */
	EVERYURI_EXTRA_NUMBER = 7,  /**< nntp: of an article in its group */
	EVERYURI_EXTRA_ADDRESS = 8, /**< mailto */
	EVERYURI_EXTRA_DATABASE = 9,
	EVERYURI_EXTRA_WTYPE = 10,
	EVERYURI_EXTRA_WPATH = 11,
	EVERYURI_EXTRA_HSONAME = 12,
	EVERYURI_EXTRA_VERSION = 13,
	EVERYURI_EXTRA_FIELDS = 14,
	EVERYURI_EXTRA_SERVICE = 15,
	EVERYURI_EXTRA_ZONE = 16 /**< the zone identifier of an IPv6 address */
};
#define EVERYURI_N_EXTRA_NAMES 17
#define EVERYURI_EXTRA_MAX 8

/** Bits of everyuri_uri.flags. */
enum {
	EVERYURI_RELATIVE = 1,  /**< a partial form: no scheme */
	EVERYURI_REWRITTEN = 2, /**< text lies in the buffer, valid until its next use */
	EVERYURI_PREFIXED = 4,  /**< "URL:" stands in front; the parts begin behind it */
	EVERYURI_BY_RFC1808 = 8 /**< partial form read by RFC 1808 on rfc1738's behalf */
};

/** One URI as one standard reads it.  Copy it freely; it owns nothing. */
struct everyuri_uri {
	const char *text;            /**< what the spans index: the caller's, or the buffer's */
	uint32_t len;                /**< bytes of text */
	uint8_t standard, host_kind; /**< enum everyuri_standard, enum everyuri_host_kind */
	uint16_t flags;
	struct everyuri_span part[EVERYURI_N_PARTS];
	uint8_t n_extra;
	struct {
		uint16_t name; /**< enum everyuri_extra_name */
		struct everyuri_span at;
	} extra[EVERYURI_EXTRA_MAX];
};

/** The name of a part, a host kind or a scheme's piece, as the command prints
 *  it.  Returns: static text; "" where there is none (EVERYURI_HOST_NONE). */
const char *everyuri_part_name(enum everyuri_part part);
const char *everyuri_host_kind_name(enum everyuri_host_kind kind);
const char *everyuri_extra_name_text(enum everyuri_extra_name name);

/* ---- well-known schemes --------------------------------------------------- */

/** The default port of a scheme (in either case); 0 where it has none or is not known. */
uint16_t everyuri_scheme_port(const char *scheme, size_t len);

/** The first scheme, by name, whose default port this is.  Returns: static; NULL: none. */
const char *everyuri_port_scheme(unsigned port);

/** The names of the schemes that this build knows, in lower case, sorted.
 *  n_names: set to their number.  Returns: static. */
const char *const *everyuri_scheme_names(size_t *n_names);

/** What IANA's registry says of a scheme (RFC 7595). */
enum everyuri_scheme_status {
	EVERYURI_SCHEME_UNKNOWN = 0,
	EVERYURI_SCHEME_PERMANENT = 1,
	EVERYURI_SCHEME_PROVISIONAL = 2,
	EVERYURI_SCHEME_HISTORICAL = 3,
	EVERYURI_SCHEME_WIDE_USE = 4 /**< not registered, and yet in use: gemini, git+ssh */
};

/** The status of a scheme (in either case) in the registry that this build has.
 *  Cost: logarithmic in the number of schemes. */
enum everyuri_scheme_status everyuri_scheme_status_of(const char *scheme, size_t len);

/* ---- percent-coding ------------------------------------------------------- */

/** A set of byte values: byte b is in it if bit b % 32 of word[b / 32] is set. */
struct everyuri_byte_set {
	uint32_t word[8];
};

/** Is this byte in the set? */
static inline bool everyuri_byte_set_has(const struct everyuri_byte_set *set, unsigned char byte)
{
	return (set->word[byte >> 5] >> (byte & 31)) & 1u;
}

/** For the flags of encode and decode: a space is written as "+", and read back. */
#define EVERYURI_PLUS 0x8u
/** For the flags of decode: a "%" without two digits means itself (URL Standard 1.3). */
#define EVERYURI_BARE_PERCENT 0x10u

/** Write data so that it can stand in a URI: each byte outside of `keep` as %HH.
 *  keep:   bytes that stay; "%" never stays, nor "+" and space with EVERYURI_PLUS.
 *  Errors: TOO_LONG, NO_SPACE, NO_MEMORY.  Cost: linear. */
enum everyuri_status everyuri_encode(const char *data, size_t len,
                                     const struct everyuri_byte_set *keep, unsigned flags,
                                     struct everyuri_buf *buf, struct everyuri_error *err);

/** Read what everyuri_encode wrote.
 *  Errors: INVALID at the first byte that is not a hexadecimal digit where one
 *          must be (RFC 1630: there is no decoding for "%as"), but not with
 *          EVERYURI_BARE_PERCENT; the rest as above. */
enum everyuri_status everyuri_decode(const char *text, size_t len, unsigned flags,
                                     struct everyuri_buf *buf, struct everyuri_error *err);

/** Make encoded text safer: encode each byte of `unsafe`, leave what is encoded.
 *  "%" is never taken, so that the result decodes to the same bytes.
 *  Source: RFC 1630, "Reduced or increased safe character sets". */
enum everyuri_status everyuri_safer(const char *text, size_t len,
                                    const struct everyuri_byte_set *unsafe,
                                    struct everyuri_buf *buf, struct everyuri_error *err);

/** The reverse: decode each %HH that stands for a byte of `safe`, and no other.
 *  The caller leaves out of `safe` what is reserved; "%" itself is never decoded, nor a digit that
 *  would make an escape of a "%" in front of it which begins none. */
enum everyuri_status everyuri_less_safe(const char *text, size_t len,
                                        const struct everyuri_byte_set *safe,
                                        struct everyuri_buf *buf, struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
