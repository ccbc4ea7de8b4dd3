/* params.h - read and change the name-value pairs of a query, as in forms and the URLSearchParams
 * class (application/x-www-form-urlencoded).
 *
 * A list of pairs is a text: the query of a URL without its "?", or the result of a call below.
 * Reading allocates nothing.  A change writes the new list, serialised, to a buffer.
 *
 * These calls read "+" as a space and "k" as "k=", skip empty pairs, and replace bytes that are not
 * UTF-8 with U+FFFD.  To keep these differences, use everyuri_pair_next() and everyuri_edit() of
 * uri.h.
 *
 * Names and values in arguments are decoded.  Every call is linear in the text, except sort:
 * n log n comparisons of names.
 *
 * Source: URL Standard, "application/x-www-form-urlencoded" and "URLSearchParams class". */
#ifndef EVERYURI_PARAMS_H
#define EVERYURI_PARAMS_H

#include "uri.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One pair: encoded if everyuri_params_next() stored it, decoded if it is an argument. */
struct everyuri_param {
	struct everyuri_text name, value;
};

/** Stores the next pair of a list, in order, duplicates included.
 *  text, len: at most EVERYURI_TEXT_MAX bytes, without the leading "?".
 *  iter:      {0} for the first pair.
 *  param:     receives the pair, still encoded; `data` is never NULL.
 *  Returns:   false at the end. */
bool everyuri_params_next(const char *text, size_t len, struct everyuri_iter *iter,
                          struct everyuri_param *param);

/** Stores the next pair with this name.  Repeated calls find all pairs that the class's getAll
 *  would.
 *  Returns: false at the end. */
bool everyuri_params_next_of(const char *text, size_t len, struct everyuri_text name,
                             struct everyuri_iter *iter, struct everyuri_param *param);

/** Decodes a name or value of a pair to UTF-8.
 *  buf:    receives the text.
 *  Errors: TOO_LONG, NO_SPACE, NO_MEMORY. */
enum everyuri_status everyuri_params_decode(const char *text, size_t len, struct everyuri_buf *buf,
                                            struct everyuri_error *err);

/** Returns the number of pairs. */
size_t everyuri_params_size(const char *text, size_t len);

/** Returns whether the list has a pair with this name and, unless value.data is NULL, this value. */
bool everyuri_params_has(const char *text, size_t len, struct everyuri_text name,
                         struct everyuri_text value);

/** Decodes the value of the first pair with this name.
 *  buf:    receives the value.
 *  Errors: MISSING if there is no such pair; TOO_LONG, NO_SPACE, NO_MEMORY. */
enum everyuri_status everyuri_params_get(const char *text, size_t len, struct everyuri_text name,
                                         struct everyuri_buf *buf, struct everyuri_error *err);

/** Appends pairs and serialises the list.
 *  buf:    receives the list, here and below.
 *  Errors: TOO_LONG, NO_SPACE, NO_MEMORY, here and below. */
enum everyuri_status everyuri_params_append(const char *text, size_t len,
                                            const struct everyuri_param *params, size_t n_params,
                                            struct everyuri_buf *buf, struct everyuri_error *err);

/** Deletes the pairs with this name; if value.data is not NULL, only those with this value. */
enum everyuri_status everyuri_params_delete(const char *text, size_t len, struct everyuri_text name,
                                            struct everyuri_text value, struct everyuri_buf *buf,
                                            struct everyuri_error *err);

/** Sets the value of the first pair with param->name and deletes the others with that name.  Appends
 *  the pair if there is none. */
enum everyuri_status everyuri_params_set(const char *text, size_t len,
                                         const struct everyuri_param *param,
                                         struct everyuri_buf *buf, struct everyuri_error *err);

/** Sorts the pairs by the UTF-16 code units of their names, stably.
 *  buf: also serves as scratch, 16 bytes for each pair. */
enum everyuri_status everyuri_params_sort(const char *text, size_t len, struct everyuri_buf *buf,
                                          struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
