/* normal.h - functions shared by both styles of normalising. */
#ifndef EU_URI_NORMAL_H
#define EU_URI_NORMAL_H

#include "uri/standards.h"

/** Flags: how a part is written. */
enum {
	EU_LOWER = 1,    /**< letters in lower case, except the digits of escapes */
	EU_NO_BLANKS = 2 /**< write a space as %20: the drafts' canonical form */
};

/** Writes text: decodes escapes of `decodable` bytes, and writes other escapes with
 *  upper-case digits. */
void eu_normal_text(struct eu_out *out, const char *text, size_t len,
                    const struct everyuri_byte_set *decodable, unsigned how);

/** Writes one part of uri in the same way, after `front`, if the part is present. */
void eu_normal_part(struct eu_out *out, const struct everyuri_uri *uri, enum everyuri_part part,
                    const char *front, const struct everyuri_byte_set *decodable, unsigned how);

/** Writes the scheme and ":". */
void eu_normal_scheme(struct eu_out *out, const struct everyuri_uri *uri);

/** Writes [ ":" port ].  At level SCHEME, omits the scheme's default port. */
void eu_normal_port(struct eu_out *out, const struct everyuri_uri *uri, enum everyuri_level level);

/** Returns the path to write instead of this one at level SCHEME, or NULL to keep it.
 *  path: the path of uri, or its normalised form. */
const char *eu_normal_scheme_path(const struct everyuri_uri *uri, struct everyuri_text path,
                                  enum everyuri_level level);

/** Returns whether, at level SCHEME, the host is equivalent to an absent host (file://localhost).
 *  host: the host of uri, or its normalised form: file://%6Cocalhost counts too. */
bool eu_normal_host_is_local(const struct everyuri_uri *uri, struct everyuri_text host,
                             enum everyuri_level level);

/** Removes a host that was written from `begin` on, if it is equivalent to an absent host.
 *  (Keeps it if `out` only counts.) */
void eu_normal_drop_local_host(struct eu_out *out, size_t begin, const struct everyuri_uri *uri,
                               enum everyuri_level level);

/** Returns whether the scheme has a rule about the case or the separators of its path. */
bool eu_normal_has_path_rule(const struct everyuri_uri *uri);

/** Applies that rule, at level SCHEME, to the path that was written from `begin` on. */
void eu_normal_path_rule(struct eu_out *out, size_t begin, const struct everyuri_uri *uri,
                         enum everyuri_level level);

/** The two styles.  If out->data is NULL, they compute an upper bound.  `level` is not SIMPLE. */
void eu_normal_generic(struct eu_out *out, const struct everyuri_uri *uri,
                       enum everyuri_level level);
void eu_normal_old(struct eu_out *out, const struct everyuri_uri *uri, enum everyuri_level level);

/** Returns true only if uri is its own canonical form (most URIs are).  Returns false if
 *  undecided.  `level` is not SIMPLE. */
bool eu_normal_is_itself(const struct everyuri_uri *uri, enum everyuri_level level);

/** Writes the canonical form of uri, or computes an upper bound of its length. */
void eu_normal_write(struct eu_out *out, const struct everyuri_uri *uri, enum everyuri_level level);

#endif
