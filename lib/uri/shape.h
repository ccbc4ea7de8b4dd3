/* shape.h - parses the most common shape of URIs with byte sets instead of an automaton. */
#ifndef EU_URI_SHAPE_H
#define EU_URI_SHAPE_H

#include "base/masks.h"

/** The result of reading a text. */
enum eu_shaped {
	EU_SHAPE_OTHER,  /**< the text has another shape, so only the grammar can decide */
	EU_SHAPE_READ,   /**< the text is valid, and the record is filled */
	EU_SHAPE_REFUSED /**< the text is invalid; the grammar can find where and why */
};

/** Schemes that have productions of this shape. */
enum eu_front { EU_FRONT_HTTPS, EU_FRONT_HTTP, EU_FRONT_FILE, EU_FRONT_FTP };
#define EU_N_FRONTS 4

/** The meaning of a slash directly after "//". */
enum eu_no_name {
	EU_NO_NAME_OTHER, /**< only the grammar can decide */
	EU_NO_NAME_HOST,  /**< the host is empty */
	EU_NO_NAME_PATH   /**< the two slashes belong to the path */
};

/** A production: scheme "://" host [ ":" port ] [ "/" path ] [ "?" query ] [ "#" fragment ].  Path,
 *  query and fragment are bytes of a set and escapes, in any order.  A text of letters, digits, dots
 *  and hyphens that begins with a letter is a host name. */
struct eu_shape {
	const struct eu_class *
		path; /**< contains "/", because the generic production also reads "//" and host as part of
		            the path */
	const struct eu_class *query; /**< NULL if "?" is an ordinary byte */
	const struct eu_class *fragment;
	enum eu_no_name no_name;
	bool labels;     /**< in a name, a dot or hyphen must be between letters or digits */
	bool no_port;    /**< if a colon follows the host, let the grammar decide */
	bool needs_path; /**< if a text has no path, let the grammar decide */
	bool words;      /**< if a query is empty or contains "+", let the grammar decide */
	bool type;       /**< ";type=" may end the path */
};

/** The productions of a standard.  NULL means that only the grammar parses texts of this
 *  scheme. */
struct eu_shapes {
	const struct eu_shape *of[EU_N_FRONTS];
};

/** The drafts of 1993 and 1994 share the first one. */
extern const struct eu_shapes eu_shapes_1994, eu_shapes_1630, eu_shapes_1738, eu_shapes_1808,
	eu_shapes_2396;

/** Parses a text.  Result and record equal those of the standard's grammar.  Fills `uri` only if the
 *  result is READ. */
enum eu_shaped eu_shape_read(const char *text, uint32_t len, const struct eu_shapes *shapes,
                             struct everyuri_uri *uri);

/** Parses a text with one kernel, which this processor must support (eu_kernel_here).  If shape.c has
 *  no version for that kernel, uses the plain one. */
enum eu_shaped eu_shape_read_by(enum eu_kernel kernel, const char *text, uint32_t len,
                                const struct eu_shapes *shapes, struct everyuri_uri *uri);

#endif
