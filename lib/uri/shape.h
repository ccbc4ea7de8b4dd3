/* shape.h - reads the most common shape of URIs by byte sets instead of an automaton. */
#ifndef EU_URI_SHAPE_H
#define EU_URI_SHAPE_H

#include "base/masks.h"

/** The result of reading a text. */
enum eu_shaped {
	EU_SHAPE_OTHER,  /**< another shape: only the grammar can decide */
	EU_SHAPE_READ,   /**< valid; the record is filled */
	EU_SHAPE_REFUSED /**< not valid; the grammar finds where and why */
};

/** Schemes that have productions of this shape. */
enum eu_front { EU_FRONT_HTTPS, EU_FRONT_HTTP, EU_FRONT_FILE, EU_FRONT_FTP };
#define EU_N_FRONTS 4

/** The meaning of a slash directly after "//". */
enum eu_no_name {
	EU_NO_NAME_OTHER, /**< the grammar decides */
	EU_NO_NAME_HOST,  /**< an empty host */
	EU_NO_NAME_PATH   /**< the two slashes are the path's */
};

/** A production: scheme "://" host [ ":" port ] [ "/" path ] [ "?" query ] [ "#" fragment ].  Path,
 *  query and fragment are bytes of a set and escapes, in any order.  A text of letters, digits, dots
 *  and hyphens that begins with a letter is a host name. */
struct eu_shape {
	const struct eu_class
		*path; /** with "/"; the generic production reads "//" and host as path too */
	const struct eu_class *query; /**< NULL: "?" is an ordinary byte */
	const struct eu_class *fragment;
	enum eu_no_name no_name;
	bool labels;     /**< in a name, dots and hyphens are between letters and digits */
	bool no_port;    /**< the grammar reads a text with a colon after the host */
	bool needs_path; /**< likewise a text without a path */
	bool words;      /**< a query is not empty, and has a rule for "+" */
	bool type;       /**< ";type=" may end the path */
};

/** The productions of a standard; NULL: the grammar reads texts of this scheme. */
struct eu_shapes {
	const struct eu_shape *of[EU_N_FRONTS];
};

/** 1993 and 1994 share these. */
extern const struct eu_shapes eu_shapes_1994, eu_shapes_1630, eu_shapes_1738, eu_shapes_1808,
	eu_shapes_2396;

/** Reads text.  Verdict and record equal those of the standard's grammar; `uri` is filled only if the
 *  result is READ. */
enum eu_shaped eu_shape_read(const char *text, uint32_t len, const struct eu_shapes *shapes,
                             struct everyuri_uri *uri);

/** Reads text by one kernel, which this processor must support (eu_kernel_here); a kernel without a
 *  version here uses the plain one. */
enum eu_shaped eu_shape_read_by(enum eu_kernel kernel, const char *text, uint32_t len,
                                const struct eu_shapes *shapes, struct everyuri_uri *uri);

#endif
