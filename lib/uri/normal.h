/* normal.h - the parts of normalising that its two styles share. */
#ifndef EU_URI_NORMAL_H
#define EU_URI_NORMAL_H

#include "uri/standards.h"

/** Bits that say how a part is written. */
enum {
	EU_LOWER = 1,    /**< letters in lower case, but for the digits of escapes */
	EU_NO_BLANKS = 2 /**< a space as %20: the drafts' canonical form */
};

/** Write text: escapes of `decodable` bytes decoded, others with upper-case digits. */
void eu_normal_text(struct eu_out *out, const char *text, size_t len,
                    const struct everyuri_byte_set *decodable, unsigned how);

/** The same for one part of uri, if it is there, with `front` before it. */
void eu_normal_part(struct eu_out *out, const struct everyuri_uri *uri, enum everyuri_part part,
                    const char *front, const struct everyuri_byte_set *decodable, unsigned how);

/** scheme ":" */
void eu_normal_scheme(struct eu_out *out, const struct everyuri_uri *uri);

/** [ ":" port ], which is left out at level scheme where the scheme implies it. */
void eu_normal_port(struct eu_out *out, const struct everyuri_uri *uri, enum everyuri_level level);

/** At level scheme: the path that stands for this one, or NULL for the path itself.
 *  path: uri's own, or what has become of it. */
const char *eu_normal_scheme_path(const struct everyuri_uri *uri, struct everyuri_text path,
                                  enum everyuri_level level);

/** At level scheme: is the host another way to write none (file://localhost)?
 *  host: uri's own, or what has become of it: file://%6Cocalhost is one, too. */
bool eu_normal_host_is_local(const struct everyuri_uri *uri, struct everyuri_text host,
                             enum everyuri_level level);

/** Take a host that was written from `begin` on away again if it is one.  (What only counts counts it.) */
void eu_normal_drop_local_host(struct eu_out *out, size_t begin, const struct everyuri_uri *uri,
                               enum everyuri_level level);

/** The two styles.  out->data NULL counts an upper bound.  `level` is not SIMPLE. */
void eu_normal_generic(struct eu_out *out, const struct everyuri_uri *uri,
                       enum everyuri_level level);
void eu_normal_old(struct eu_out *out, const struct everyuri_uri *uri, enum everyuri_level level);

/** Is uri surely its own canonical form, as most are?  False says nothing.  `level` is not SIMPLE. */
bool eu_normal_is_itself(const struct everyuri_uri *uri, enum everyuri_level level);

/** The canonical form of uri, or an upper bound of its length. */
void eu_normal_write(struct eu_out *out, const struct everyuri_uri *uri, enum everyuri_level level);

#endif
