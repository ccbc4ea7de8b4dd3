/* shape.h - the shape that nearly all URIs have, read by sets of bytes instead of an automaton. */
#ifndef EU_URI_SHAPE_H
#define EU_URI_SHAPE_H

#include "base/masks.h"

/** What was made of a text. */
enum eu_shaped {
	EU_SHAPE_OTHER,  /**< it has another shape: only the grammar can tell */
	EU_SHAPE_READ,   /**< it is valid, and the record is filled */
	EU_SHAPE_REFUSED /**< it is not valid; the grammar can tell where and why */
};

/** Schemes that have productions of this shape. */
enum eu_front { EU_FRONT_HTTPS, EU_FRONT_HTTP, EU_FRONT_FILE, EU_FRONT_FTP };
#define EU_N_FRONTS 4

/** What it means that a slash follows "//". */
enum eu_no_name {
	EU_NO_NAME_OTHER, /**< the grammar can tell */
	EU_NO_NAME_HOST,  /**< a host of no bytes */
	EU_NO_NAME_PATH   /**< the two slashes are the path's */
};

/** A production: scheme "://" host [ ":" port ] [ "/" path ] [ "?" query ] [ "#" fragment ], in
 *  which a path, a query and a fragment are bytes of a set and escapes, in any order, and what is
 *  made of letters, digits, dots and hyphens and begins with a letter is a host's name. */
struct eu_shape {
	const struct eu_class
		*path; /**< with "/"; what is generic derives "//" and host by it too */
	const struct eu_class *query; /**< NULL: "?" is like any other byte */
	const struct eu_class *fragment;
	enum eu_no_name no_name;
	bool labels;     /**< dots and hyphens in a name stand between letters and digits */
	bool no_port;    /**< a colon behind the host is for the grammar */
	bool needs_path; /**< no path: likewise */
	bool words;      /**< a query is not empty, and has a rule for "+" */
	bool type;       /**< ";type=" may end the path */
};

/** The productions of a standard; NULL: the grammar reads what has this scheme. */
struct eu_shapes {
	const struct eu_shape *of[EU_N_FRONTS];
};

/** 1993 and 1994 are the same in this. */
extern const struct eu_shapes eu_shapes_1994, eu_shapes_1630, eu_shapes_1738, eu_shapes_1808,
	eu_shapes_2396;

/** Read text.  Verdict and record are those that the standard's grammar has, and `uri` is filled only
 *  if that is READ. */
enum eu_shaped eu_shape_read(const char *text, uint32_t len, const struct eu_shapes *shapes,
                             struct everyuri_uri *uri);

/** The same by one kernel, which is here (eu_kernel_here); those that have none of their own take
 *  the plain one. */
enum eu_shaped eu_shape_read_by(enum eu_kernel kernel, const char *text, uint32_t len,
                                const struct eu_shapes *shapes, struct everyuri_uri *uri);

#endif
