/* path.h - names of local files as "file" URIs, and back.
 *
 * Either way is exact or is refused with a reason: what the one yields, the other takes back to
 * the same path, but for what the system itself holds equal ("/" and "\" on Windows, the case of
 * letters on VMS).  No file is looked at.
 *
 * Source: RFC 8089, its appendices D to F; RFC 1738 3.10 for VMS. */
#ifndef EVERYURI_PATH_H
#define EVERYURI_PATH_H

#include "uri.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whose paths. */
enum everyuri_path_system {
	EVERYURI_PATH_POSIX = 0,   /**< /a/b: any bytes but NUL */
	EVERYURI_PATH_WINDOWS = 1, /**< C:\a\b and \\server\share\a, in UTF-8 */
	EVERYURI_PATH_VMS = 2      /**< NODE::DISK:[A.B]NAME.TYPE;1; the node may be left out */
};

/** The URI of a file.
 *  path:   absolute, without "." and "..", which a URI's reader would remove.
 *  Errors: INVALID: no such path, or relative; UNSAFE: NUL; err->at: bytes of path;
 *          UNSUPPORTED: no such system; TOO_LONG, NO_SPACE, NO_MEMORY. */
enum everyuri_status everyuri_path_to_uri(const char *path, size_t len,
                                          enum everyuri_path_system system,
                                          struct everyuri_buf *buf, struct everyuri_error *err);

/** The path that a URI names on such a system.
 *  uri:    of the scheme "file", parsed under any standard.
 *  Errors: INVALID: another scheme, a user, port, query or fragment, a host where the system has
 *          no way to name it (but "localhost" and the empty one are this machine), a relative
 *          path, dot segments, what no path there can hold; UNSAFE: an encoded NUL or
 *          separator; err->at: bytes of uri->text; UNSUPPORTED: no such system; TOO_LONG, NO_SPACE,
 *          NO_MEMORY. */
enum everyuri_status everyuri_path_from_uri(const struct everyuri_uri *uri,
                                            enum everyuri_path_system system,
                                            struct everyuri_buf *buf, struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
