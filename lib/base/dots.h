/* dots.h - remove "." and ".." from paths, as the standards before RFC 3986 do. */
#ifndef EU_BASE_DOTS_H
#define EU_BASE_DOTS_H

#include "base/base.h"

/** Differences between the rules of 1993, 1994 and RFC 1808.  In all of them a ".." with no element
 *  before it stays, and an empty element counts as an element. */
struct eu_dot_rules {
	bool dot_needs_slash;  /**< remove "." only together with a slash before it */
	bool pair_needs_slash; /**< remove "xxx/.." only together with a slash before it */
	bool pair_at_end;      /**< remove "xxx/.." at the end of the path, too */
	bool slash_at_end;     /**< keep the slash before "." or "xxx/.." at the end of the path */
};

/** Removes dots in place.  Returns: the new length in bytes.  Cost: linear. */
size_t eu_remove_dots(char *path, size_t len, const struct eu_dot_rules *rules);

#endif
