/* path.h - convert file paths to "file" URIs and back.
 *
 * A conversion either is exact or fails: converting back gives the same path, except for differences
 * that the system ignores ("/" and "\" on Windows, case on VMS).  No call opens a file.
 *
 * Source: RFC 8089 with its appendices D to F; RFC 1738 3.10 for VMS. */
#ifndef EVERYURI_PATH_H
#define EVERYURI_PATH_H

#include "uri.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Systems, each with its syntax of paths. */
enum everyuri_path_system {
	EVERYURI_PATH_POSIX = 0,   /**< /a/b, with any bytes except NUL */
	EVERYURI_PATH_WINDOWS = 1, /**< C:\a\b and \\server\share\a, in UTF-8 */
	EVERYURI_PATH_VMS = 2      /**< NODE::DISK:[A.B]NAME.TYPE;1; the node is optional */
};

/** Converts a path to a URI.
 *  path:   an absolute path without "." and "..", which parsers of URIs would remove.
 *  buf:    receives the URI.
 *  Errors: INVALID if the path is relative or not a path of this system; UNSAFE if the path has a
 *          NUL. err->at is an offset in path.  UNSUPPORTED for an unknown system.  TOO_LONG,
 *          NO_SPACE, NO_MEMORY. */
enum everyuri_status everyuri_path_to_uri(const char *path, size_t len,
                                          enum everyuri_path_system system,
                                          struct everyuri_buf *buf, struct everyuri_error *err);

/** Converts a URI to a path.
 *  uri:    a "file" URI, parsed under any standard.  An empty host or "localhost" is this machine.
 *  buf:    receives the path.
 *  Errors: INVALID for another scheme; a user, port, query or fragment; a host or character that
 *          paths of this system cannot have; a relative path; dot segments.  UNSAFE for an encoded
 *          NUL or separator. err->at is an offset in uri->text.  UNSUPPORTED for an unknown system.
 *          TOO_LONG, NO_SPACE, NO_MEMORY. */
enum everyuri_status everyuri_path_from_uri(const struct everyuri_uri *uri,
                                            enum everyuri_path_system system,
                                            struct everyuri_buf *buf, struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
