/* whatwg.h - what only the URL Standard has: validation errors by their names, the valid
 * URL string, the origin, and the attributes of its URL class.
 *
 * Reading, resolving and the rest are those of uri.h, with EVERYURI_WHATWG.  The text of such a
 * record is its href, and every attribute that can be read is a stretch of it. */
#ifndef EVERYURI_WHATWG_H
#define EVERYURI_WHATWG_H

#include "uri.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- validation errors ------------------------------------------------------------ */

/** One validation error. */
struct everyuri_whatwg_note {
	const char *name;    /**< the standard's: "invalid-URL-unit"; static */
	const char *clause;  /**< static: "WHATWG invalid-URL-unit" */
	const char *message; /**< static, lower case, no full stop */
	size_t at;           /**< bytes of the text as given */
	bool fatal;          /**< the parser returns failure with it */
};

/** Is told each validation error, in the order in which the parser meets them.
 *  note: valid during the call. */
typedef void everyuri_whatwg_report_fn(void *context, const struct everyuri_whatwg_note *note);

/** Parse for the validation errors alone, and never allocate.
 *  base:    as in everyuri_parse, or NULL.
 *  report:  may be NULL.
 *  Returns: OK if it is a URL, however many errors it has.
 *  Errors:  INVALID (the last one told is fatal; or which 1: the base was read under another
 *           standard, and none is told), TOO_LONG.
 *  Cost:    linear.
 *  Source:  section 1.1. */
enum everyuri_status everyuri_whatwg_errors(const char *text, size_t len,
                                            const struct everyuri_uri *base,
                                            everyuri_whatwg_report_fn *report, void *context,
                                            struct everyuri_error *err);

/** Is a text a valid URL string: one that is parsed without a validation error?
 *  conforming: set if it is a URL.
 *  note:       the first validation error if there is one; may be NULL.
 *  Errors:     INVALID: it is no URL at all; TOO_LONG.
 *  Source:     section 4.3, URL writing. */
enum everyuri_status everyuri_whatwg_conforms(const char *text, size_t len,
                                              const struct everyuri_uri *base, bool *conforming,
                                              struct everyuri_whatwg_note *note,
                                              struct everyuri_error *err);

/* ---- the origin ------------------------------------------------------------------------ */

/** The origin's serialisation: "https://h:8080", or "null" where it is opaque, as that of a
 *  file URL is.
 *  uri:    read by EVERYURI_WHATWG; its text does not lie in buf.
 *  Errors: TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Source: section 4.7. */
enum everyuri_status everyuri_whatwg_origin(const struct everyuri_uri *uri,
                                            struct everyuri_buf *buf, struct everyuri_error *err);

/* ---- the URL class ---------------------------------------------------------------------- */

/** The attributes that can be set, in the order of section 6.1. */
enum everyuri_whatwg_attribute {
	EVERYURI_WHATWG_HREF = 0,
	EVERYURI_WHATWG_PROTOCOL = 1,
	EVERYURI_WHATWG_USERNAME = 2,
	EVERYURI_WHATWG_PASSWORD = 3,
	EVERYURI_WHATWG_HOST = 4,     /**< host and port: "h:8080" */
	EVERYURI_WHATWG_HOSTNAME = 5, /**< the host alone, serialised */
	EVERYURI_WHATWG_PORT = 6,
	EVERYURI_WHATWG_PATHNAME = 7,
	EVERYURI_WHATWG_SEARCH = 8,
	EVERYURI_WHATWG_HASH = 9
};
#define EVERYURI_WHATWG_N_ATTRIBUTES 10

/** "pathname", ...; find: MISSING where there is no such name. */
const char *everyuri_whatwg_attribute_name(enum everyuri_whatwg_attribute attribute);
enum everyuri_status everyuri_whatwg_attribute_find(const char *name, size_t len,
                                                    enum everyuri_whatwg_attribute *attribute);

/** What the attribute's getter returns.
 *  Returns: bytes of uri->text; never absent, since a getter returns "" for null. */
struct everyuri_text everyuri_whatwg_get(const struct everyuri_uri *uri,
                                         enum everyuri_whatwg_attribute attribute);

/** What the attribute's setter does.
 *  uri:    read by EVERYURI_WHATWG; its text does not lie in buf.
 *  result: the new record, whose text lies in buf; may be uri.
 *  Errors: INVALID: the setter ignores this value, and nothing has changed; TOO_LONG,
 *          NO_SPACE, NO_MEMORY.
 *  Cost:   linear.
 *  Source: section 6.1. */
enum everyuri_status everyuri_whatwg_set(const struct everyuri_uri *uri,
                                         enum everyuri_whatwg_attribute attribute,
                                         const char *value, size_t len, struct everyuri_buf *buf,
                                         struct everyuri_uri *result, struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
