/* whatwg.h - features that only the URL Standard has: validation errors, valid URL strings,
 * origins, and the attributes of its URL class.
 *
 * To parse, resolve or edit under the URL Standard, use uri.h with EVERYURI_WHATWG.  The text of
 * the resulting record is the href; every attribute is a span of the href. */
#ifndef EVERYURI_WHATWG_H
#define EVERYURI_WHATWG_H

#include "uri.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- validation errors ------------------------------------------------------------ */

/** One validation error. */
struct everyuri_whatwg_note {
	const char *name;    /**< name in the standard: "invalid-URL-unit"; static */
	const char *clause;  /**< static: "WHATWG invalid-URL-unit" */
	const char *message; /**< static; in lower case, without a full stop */
	size_t at;           /**< offset in the text as given, in bytes */
	bool fatal;          /**< the standard's parser returns failure */
};

/** Called for each validation error, in the order in which the parser finds them.
 *  note: valid during the call. */
typedef void everyuri_whatwg_report_fn(void *context, const struct everyuri_whatwg_note *note);

/** Reports the validation errors of a text.
 *  base:    as in everyuri_parse(), or NULL.
 *  report:  called for each error; may be NULL.
 *  Returns: OK if the text is a URL, even one with validation errors.
 *  Errors:  INVALID if the text is not a URL, and the last reported error is fatal; or, with
 *           err->which 1, the base was parsed under another standard, and no error is reported.
 *           TOO_LONG.
 *  Cost:    linear; allocates nothing.
 *  Source:  URL Standard 1.1. */
enum everyuri_status everyuri_whatwg_errors(const char *text, size_t len,
                                            const struct everyuri_uri *base,
                                            everyuri_whatwg_report_fn *report, void *context,
                                            struct everyuri_error *err);

/** Checks whether a text is a valid URL string, that is, a URL without validation errors.
 *  base:       as in everyuri_parse(), or NULL.
 *  conforming: receives whether the text is a valid URL string.
 *  note:       receives the first validation error, if there is one; may be NULL.
 *  Errors:     INVALID if the text is not a URL; TOO_LONG.
 *  Source:     URL Standard 4.3. */
enum everyuri_status everyuri_whatwg_conforms(const char *text, size_t len,
                                              const struct everyuri_uri *base, bool *conforming,
                                              struct everyuri_whatwg_note *note,
                                              struct everyuri_error *err);

/* ---- the origin ------------------------------------------------------------------------ */

/** Writes the serialised origin: "https://h:8080", or "null" if it is opaque, as for a file URL.
 *  uri:    parsed under EVERYURI_WHATWG; its text is not in buf.
 *  buf:    receives the origin.
 *  Errors: TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Source: URL Standard 4.7. */
enum everyuri_status everyuri_whatwg_origin(const struct everyuri_uri *uri,
                                            struct everyuri_buf *buf, struct everyuri_error *err);

/* ---- the URL class ---------------------------------------------------------------------- */

/** Attributes of the URL class that can be set, in the order of URL Standard 6.1. */
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

/** Returns the name of an attribute: "pathname", ...  Returns: static. */
const char *everyuri_whatwg_attribute_name(enum everyuri_whatwg_attribute attribute);
/** Finds an attribute by its name.  Errors: MISSING if there is no such name. */
enum everyuri_status everyuri_whatwg_attribute_find(const char *name, size_t len,
                                                    enum everyuri_whatwg_attribute *attribute);

/** Returns what the attribute's getter returns.
 *  uri:     parsed under EVERYURI_WHATWG.
 *  Returns: a span of uri->text. `data` is never NULL: for an absent part, a getter returns "". */
struct everyuri_text everyuri_whatwg_get(const struct everyuri_uri *uri,
                                         enum everyuri_whatwg_attribute attribute);

/** Does what the attribute's setter does.
 *  uri:    parsed under EVERYURI_WHATWG; its text is not in buf.
 *  buf:    receives the new href.
 *  result: receives the new record, whose text is in buf; may be uri.
 *  Errors: INVALID if the standard's setter ignores this value; TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Cost:   linear.
 *  Source: URL Standard 6.1. */
enum everyuri_status everyuri_whatwg_set(const struct everyuri_uri *uri,
                                         enum everyuri_whatwg_attribute attribute,
                                         const char *value, size_t len, struct everyuri_buf *buf,
                                         struct everyuri_uri *result, struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
