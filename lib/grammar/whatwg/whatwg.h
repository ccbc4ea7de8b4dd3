/* whatwg.h - the URL Standard (WHATWG), as of July 2026.
 *
 * The standard is not a grammar but a state machine that rewrites while it reads.  The machine has
 * two modes: in one it only decides, in the other it also writes the URL's serialisation.  Neither
 * mode allocates memory. */
#ifndef EU_GRAMMAR_WHATWG_WHATWG_H
#define EU_GRAMMAR_WHATWG_WHATWG_H

#include "base/base.h"

/** The validation errors of section 1.1, in the standard's order. */
enum eu_whatwg_error {
	EU_WHATWG_DOMAIN_TO_ASCII,
	EU_WHATWG_DOMAIN_PERCENT_ENCODED,
	EU_WHATWG_HOST_INVALID_CODE_POINT,
	EU_WHATWG_IPV4_EMPTY_PART,
	EU_WHATWG_IPV4_TOO_FEW_PARTS,
	EU_WHATWG_IPV4_TOO_MANY_PARTS,
	EU_WHATWG_IPV4_NON_NUMERIC_PART,
	EU_WHATWG_IPV4_NON_DECIMAL_PART,
	EU_WHATWG_IPV4_OUT_OF_RANGE_PART,
	EU_WHATWG_IPV4_NON_ASCII_INPUT,
	EU_WHATWG_IPV6_UNCLOSED,
	EU_WHATWG_IPV6_INVALID_COMPRESSION,
	EU_WHATWG_IPV6_TOO_MANY_PIECES,
	EU_WHATWG_IPV6_MULTIPLE_COMPRESSION,
	EU_WHATWG_IPV6_INVALID_CODE_POINT,
	EU_WHATWG_IPV6_TOO_FEW_PIECES,
	EU_WHATWG_IPV6_PIECE_LEADING_ZERO,
	EU_WHATWG_IPV4_IN_IPV6_TOO_MANY_PIECES,
	EU_WHATWG_IPV4_IN_IPV6_INVALID_CODE_POINT,
	EU_WHATWG_IPV4_IN_IPV6_OUT_OF_RANGE_PART,
	EU_WHATWG_IPV4_IN_IPV6_TOO_FEW_PARTS,
	EU_WHATWG_INVALID_URL_UNIT,
	EU_WHATWG_SPECIAL_SCHEME_MISSING_FOLLOWING_SOLIDUS,
	EU_WHATWG_MISSING_SCHEME_NON_RELATIVE_URL,
	EU_WHATWG_INVALID_REVERSE_SOLIDUS,
	EU_WHATWG_INVALID_CREDENTIALS,
	EU_WHATWG_HOST_MISSING,
	EU_WHATWG_PORT_OUT_OF_RANGE,
	EU_WHATWG_PORT_INVALID,
	EU_WHATWG_FILE_INVALID_WINDOWS_DRIVE_LETTER,
	EU_WHATWG_FILE_INVALID_WINDOWS_DRIVE_LETTER_HOST
};
#define EU_WHATWG_N_ERRORS 31

/** Return the standard's name of an error, and its clause and message for a struct everyuri_error. */
const char *eu_whatwg_error_name(enum eu_whatwg_error error);
const char *eu_whatwg_error_clause(enum eu_whatwg_error error);
const char *eu_whatwg_error_message(enum eu_whatwg_error error);

/** Receives each validation error, in the order in which the parser finds them.
 *  at:    offset in the input text, in bytes.
 *  fatal: whether the parser returns failure because of this error. */
typedef void eu_whatwg_report_fn(void *context, enum eu_whatwg_error error, size_t at, bool fatal);

/** Decides whether a text is a URL or, with a base, a valid reference.  Writes nothing.
 *  base:   NULL or a record of this standard.
 *  report: may be NULL.  In that case, parsing stops as soon as no failure can follow.
 *  Errors: INVALID, at the fatal validation error. */
enum everyuri_status eu_whatwg_decide(const char *text, uint32_t len,
                                      const struct everyuri_uri *base, eu_whatwg_report_fn *report,
                                      void *context, struct everyuri_error *err);

/** Parses a text.  If the text is canonical, *uri receives spans of the text itself.  Otherwise buf
 *  receives the serialisation, and *uri receives spans of the serialisation.
 *  buf:    unchanged if the text is canonical.
 *  Errors: INVALID, TOO_LONG, NO_SPACE, NO_MEMORY.  Cost: linear. */
enum everyuri_status eu_whatwg_parse(const char *text, uint32_t len, struct everyuri_buf *buf,
                                     struct everyuri_uri *uri, struct everyuri_error *err);

/** Parses a text with or without a base.  Always writes the result to buf. */
enum everyuri_status eu_whatwg_rewrite(const char *text, uint32_t len,
                                       const struct everyuri_uri *base, struct everyuri_buf *buf,
                                       struct everyuri_uri *uri, struct everyuri_error *err);

/** Decides, and sets *bound to an upper bound of the bytes that eu_whatwg_write needs. */
enum everyuri_status eu_whatwg_measure(const char *text, uint32_t len,
                                       const struct everyuri_uri *base, size_t *bound,
                                       struct everyuri_error *err);

/** Writes a text that was measured before.
 *  data:    a buffer of at least as many bytes as the bound.
 *  uri:     receives the record.
 *  Returns: false, with *uri unchanged, if the text is not a URL. */
bool eu_whatwg_write(const char *text, uint32_t len, const struct everyuri_uri *base, char *data,
                     struct everyuri_uri *uri);

/** The settable attributes of the URL class (section 6.1). */
enum eu_whatwg_setter {
	EU_WHATWG_SET_HREF,
	EU_WHATWG_SET_PROTOCOL,
	EU_WHATWG_SET_USERNAME,
	EU_WHATWG_SET_PASSWORD,
	EU_WHATWG_SET_HOST,
	EU_WHATWG_SET_HOSTNAME,
	EU_WHATWG_SET_PORT,
	EU_WHATWG_SET_PATHNAME,
	EU_WHATWG_SET_SEARCH,
	EU_WHATWG_SET_HASH
};
#define EU_WHATWG_N_SETTERS 10

/** Returns an upper bound of the output for any text of this length, including its host,
 *  without the base. */
size_t eu_whatwg_worst(size_t len);

/** Returns an upper bound of the output for this value.  eu_whatwg_set needs that many bytes for
 *  scratch, and uri->len bytes more for data. */
size_t eu_whatwg_value_bound(struct everyuri_text value);

/** Sets an attribute.
 *  uri:           a record of this standard, whose text lies in neither data nor scratch.
 *  data, scratch: buffers of at least the sizes described at eu_whatwg_value_bound.
 *  result:        receives the new record, whose text is in data, or a copy of uri if the setter
 *                 ignores the value.
 *  Returns: whether the setter accepted the value. */
bool eu_whatwg_set(const struct everyuri_uri *uri, enum eu_whatwg_setter setter,
                   struct everyuri_text value, char *data, char *scratch,
                   struct everyuri_uri *result);

/** Writes the serialisation of the origin (section 4.7), or "null" if it is opaque.
 *  data:    a buffer of at least as many bytes as the bound.
 *  Returns: bytes written. */
size_t eu_whatwg_origin_bound(const struct everyuri_uri *uri);
size_t eu_whatwg_origin(const struct everyuri_uri *uri, char *data);

#endif
