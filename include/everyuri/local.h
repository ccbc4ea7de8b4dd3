/* local.h - names of any system as URIs, and back: the conventional encoding.
 *
 * RFC 1630 asks of a mapping that it be unambiguous and reversible and that valid URIs come
 * out of it.  A name is octets, all 256 values of them.  A mapping says which octet
 * separates its components, in which order they stand, and how each is written; "/" is put
 * between them, so that partial forms work, and no other slash is written.
 *
 * What a name becomes goes back to the same octets.  Two URIs that name the same thing are the
 * same by RFC 3986 6.2.2.1 and 6.2.2.2 (case of escapes, needless escapes); all others are refused.
 * docs/local-names.md has the rules.
 *
 * Source: RFC 1630, "Mapping schemes" and "Conventional URI encoding scheme"; RFC 4648 5 and 8. */
#ifndef EVERYURI_LOCAL_H
#define EVERYURI_LOCAL_H

#include "uri.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Where the most significant component of a name stands. */
enum everyuri_mapping_order {
	EVERYURI_ORDER_AS_IS = 0,   /**< first, as in a URI */
	EVERYURI_ORDER_REVERSED = 1 /**< last: "host.sub.top" is top/sub/host */
};

/** How the octets of a component are written. */
enum everyuri_mapping_encoding {
	EVERYURI_MAPPING_OCTETS = 0, /**< unreserved characters as they are, the others as %HH */
	EVERYURI_MAPPING_HEX = 1,    /**< two digits each, in capitals */
	EVERYURI_MAPPING_BASE64 = 2, /**< with "-" and "_" (RFC 4648 5), without "=" */
	EVERYURI_MAPPING_VMS = 3     /**< DEVICE:[A.B]NAME.TYPE;1, as everyuri_path_to_uri has it */
};

/** The separator of a mapping whose names have no components. */
#define EVERYURI_NO_SEPARATOR (-1)

/** A mapping; it owns nothing. */
struct everyuri_mapping {
	char name[16];     /**< ends in NUL */
	int16_t separator; /**< 0 to 255, or EVERYURI_NO_SEPARATOR; none with ..._VMS */
	uint8_t order;     /**< enum everyuri_mapping_order */
	uint8_t encoding;  /**< enum everyuri_mapping_encoding */
};

/** The mappings that are built in: octets unix dos mac vms dotted domain hex base64.
 *  n_mappings: set to their number.  Returns: static. */
const struct everyuri_mapping *everyuri_mappings(size_t *n_mappings);

/** The mapping of this name: one of the caller's, or else one that is built in.
 *  own:     n_own of them; may be NULL with 0.
 *  Returns: NULL where there is none. */
const struct everyuri_mapping *everyuri_mapping_find(const struct everyuri_mapping *own,
                                                     size_t n_own, const char *name, size_t len);

/** Read a line of a configuration: "mapping NAME [separator=C] [order=O] [encoding=E]".
 *  NAME: 1 to 15 letters, digits, "-" or "_".  C: one octet, as it is or as %HH.
 *  O:    as-is (which it is if not given) or reversed.
 *  E:    octets (the same), hex or base64.
 *  Errors: MISSING: the line is empty, a remark ("#"), or about something else; INVALID. */
enum everyuri_status everyuri_mapping_read(const char *line, size_t len,
                                           struct everyuri_mapping *mapping,
                                           struct everyuri_error *err);

/** The URI of a name.
 *  prefix:   what is in front of the names: a scheme and its colon ("x-name:"), perhaps an
 *            authority ("x-vms://host"), perhaps the front of a path up to a "/" or ":".
 *            Behind an authority that ends it a slash is put.
 *  standard: the result is valid under it (under whatwg: a valid URL string).
 *  Errors:   INVALID: err->which 1: no such prefix; 0: no such name (VMS), or one that this
 *            standard cannot hold; UNSAFE: VMS and NUL; TOO_LONG, NO_SPACE, NO_MEMORY.
 *            A result of more than 1 kB is read back only when there is room for it.
 *  Cost:     linear. */
enum everyuri_status everyuri_local_to_uri(const char *prefix, size_t prefix_len, const char *name,
                                           size_t len, const struct everyuri_mapping *mapping,
                                           enum everyuri_standard standard,
                                           struct everyuri_buf *buf, struct everyuri_error *err);

/** The name that a URI stands for.
 *  uri:    parsed under any standard; its text begins with the prefix (the scheme in either
 *          case), and it has no query or fragment.
 *  Errors: INVALID: everyuri_local_to_uri yields no such URI; UNSAFE: an escape stands for the
 *          separator; err->at: bytes of uri->text, or of prefix (which 1); TOO_LONG,
 *          NO_SPACE, NO_MEMORY.
 *  Cost:   linear. */
enum everyuri_status everyuri_local_from_uri(const struct everyuri_uri *uri, const char *prefix,
                                             size_t prefix_len,
                                             const struct everyuri_mapping *mapping,
                                             struct everyuri_buf *buf, struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
