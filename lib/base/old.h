/* old.h - what the partial forms of 1993 and 1994 have in common. */
#ifndef EU_BASE_OLD_H
#define EU_BASE_OLD_H

#include "base/dots.h"

/** A context URI, "URL:" taken off; offsets are bytes of text. */
struct eu_old_base {
	const char *text;
	size_t colon;    /**< of the scheme */
	size_t path;     /**< where it begins: behind "//" and the host, if there are such */
	size_t path_end; /**< where the search or the fragment begins, or the end */
	size_t end;      /**< where the fragment begins, or the end */
};

struct eu_old_base eu_old_base_of(const struct everyuri_uri *base);

/** The text of a URI, "URL:" taken off. */
struct everyuri_text eu_old_text(const struct everyuri_uri *uri);

/** The last part of the context's path gives way to the partial form, and dots are removed
 *  from the path.  CHOICE: they never reach the host, and a context without a path has "/".
 *  Returns: bytes written to data. */
size_t eu_old_merge(const struct eu_old_base *base, struct everyuri_text partial,
                    const struct eu_dot_rules *rules, char *data);

#endif
