/* dots.h - "." and ".." in paths, as the texts before RFC 3986 remove them. */
#ifndef EU_BASE_DOTS_H
#define EU_BASE_DOTS_H

#include "base/base.h"

/** In what the rules of 1993, 1994 and RFC 1808 differ.  In all of them an element ".."
 *  that has nothing before it to remove stays, and a void element counts as one. */
struct eu_dot_rules {
	bool dot_needs_slash;  /**< "." goes only together with a slash before it */
	bool pair_needs_slash; /**< "xxx/.." goes only together with a slash before it */
	bool pair_at_end;      /**< it goes from the end of the path too */
	bool slash_at_end;     /**< and leaves its slash there; "." likewise */
};

/** Remove dots in place.  Returns: bytes left.  Cost: linear. */
size_t eu_remove_dots(char *path, size_t len, const struct eu_dot_rules *rules);

#endif
