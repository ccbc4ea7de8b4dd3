/* local.h - map names of any system to URIs and back.
 *
 * A name is a string of octets.  A mapping defines which octet separates the components of a name,
 * their order, and how each is encoded.  In the URI, the components are separated by "/", so that
 * relative references work; a "/" within a component is encoded.
 *
 * The mapping is reversible: the URI of a name maps back to the same octets.  URIs that differ only
 * in the case of escapes or in needless escapes (RFC 3986 6.2.2.1, 6.2.2.2) map to the same name.
 * Any other URI is INVALID.  docs/local-names.md has the rules.
 *
 * Source: RFC 1630, "Mapping schemes" and "Conventional URI encoding scheme"; RFC 4648 5 and 8. */
#ifndef EVERYURI_LOCAL_H
#define EVERYURI_LOCAL_H

#include "uri.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Position of the most significant component in a name. */
enum everyuri_mapping_order {
	EVERYURI_ORDER_AS_IS = 0,   /**< the most significant component is first, as in a URI */
	EVERYURI_ORDER_REVERSED = 1 /**< it is last: "host.sub.top" becomes top/sub/host */
};

/** Encodings of a component. */
enum everyuri_mapping_encoding {
	EVERYURI_MAPPING_OCTETS = 0, /**< unreserved characters stay, other octets become %HH */
	EVERYURI_MAPPING_HEX = 1,    /**< each octet as two hexadecimal digits, in capitals */
	EVERYURI_MAPPING_BASE64 = 2, /**< base64 with "-" and "_" (RFC 4648 5), without "=" */
	EVERYURI_MAPPING_VMS = 3     /**< DEVICE:[A.B]NAME.TYPE;1, as in everyuri_path_to_uri() */
};

/** Separator of a mapping that does not split names into components. */
#define EVERYURI_NO_SEPARATOR (-1)

/** A mapping.  Owns nothing. */
struct everyuri_mapping {
	char name[16];     /**< NUL-terminated */
	int16_t separator; /**< 0 to 255, or EVERYURI_NO_SEPARATOR, which VMS requires */
	uint8_t order;     /**< enum everyuri_mapping_order */
	uint8_t encoding;  /**< enum everyuri_mapping_encoding */
};

/** Returns the built-in mappings: octets unix dos mac vms dotted domain hex base64.
 *  n_mappings: receives their number.
 *  Returns:    static. */
const struct everyuri_mapping *everyuri_mappings(size_t *n_mappings);

/** Finds a mapping by its name, first among the caller's, then among the built-in ones.
 *  own, n_own: the caller's mappings; may be NULL with 0.
 *  Returns:    NULL if there is no such mapping. */
const struct everyuri_mapping *everyuri_mapping_find(const struct everyuri_mapping *own,
                                                     size_t n_own, const char *name, size_t len);

/** Reads a line of a configuration: "mapping NAME [separator=C] [order=O] [encoding=E]".
 *  NAME:    1 to 15 letters, digits, "-" or "_".
 *  C:       one octet, literal or as %HH.
 *  O:       as-is (the default) or reversed.
 *  E:       octets (the default), hex or base64.
 *  mapping: receives the mapping.
 *  Errors:  MISSING if the line is empty, a comment ("#"), or has another keyword; INVALID. */
enum everyuri_status everyuri_mapping_read(const char *line, size_t len,
                                           struct everyuri_mapping *mapping,
                                           struct everyuri_error *err);

/** Maps a name to a URI.
 *  prefix:   the beginning of the URI.  It consists of a scheme and its colon ("x-name:"),
 *            optionally an authority ("x-vms://host"), and optionally the beginning of a path up to
 *            a "/" or ":".  A slash is added after an authority that ends the prefix.
 *  standard: the result is valid under this standard (under whatwg: a valid URL string).
 *  buf:      receives the URI.
 *  Errors:   INVALID if the prefix is invalid (err->which 1), the name is not a VMS path, or the
 *            standard does not allow the URI; UNSAFE for a VMS path with a NUL; TOO_LONG, NO_SPACE,
 *            NO_MEMORY.  A result of more than 1 kB that does not fit is NO_SPACE even if invalid.
 *  Cost:     linear. */
enum everyuri_status everyuri_local_to_uri(const char *prefix, size_t prefix_len, const char *name,
                                           size_t len, const struct everyuri_mapping *mapping,
                                           enum everyuri_standard standard,
                                           struct everyuri_buf *buf, struct everyuri_error *err);

/** Maps a URI back to the name.
 *  uri:    parsed under any standard.  Its text begins with the prefix (the scheme in upper or
 *          lower case), and it has no query or fragment.
 *  buf:    receives the name.
 *  Errors: INVALID if everyuri_local_to_uri() cannot have written the URI; UNSAFE for an encoded
 *          separator.  err->at: bytes of uri->text or, if err->which is 1, of prefix.  TOO_LONG,
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
