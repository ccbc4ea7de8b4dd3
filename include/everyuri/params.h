/* params.h - application/x-www-form-urlencoded, as the URL Standard reads and writes it, and what
 * its URLSearchParams class does.
 *
 * A list of pairs is its own text, in either form: what stands behind the "?" of a URL, or the
 * result of a call below.  Reading needs no memory; a change writes the new list, serialised, to
 * a buffer.  In this reading "+" is a space, "k" and "k=" are the same pair, empty pieces are
 * none, and bytes that are not UTF-8 are U+FFFD; uri.h's everyuri_pair_next and everyuri_edit
 * are the ones that keep such things apart.
 *
 * Names and values are given as they are meant, not encoded; each byte in them that is not part
 * of valid UTF-8 counts as the standard's decoder says.  Every call is linear in the text, but
 * for sort: n log n comparisons of names.
 *
 * Source: the URL Standard, "application/x-www-form-urlencoded" and "URLSearchParams class". */
#ifndef EVERYURI_PARAMS_H
#define EVERYURI_PARAMS_H

#include "uri.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One pair.  From everyuri_params_next: as it stands in the text; to append: as it is meant. */
struct everyuri_param {
	struct everyuri_text name, value;
};

/** The next pair of a list, in order, duplicates included; begin with {0}.
 *  text, len: at most EVERYURI_TEXT_MAX bytes, without the leading "?".
 *  *param:    still encoded; its data is never NULL.  Returns: false at the end. */
bool everyuri_params_next(const char *text, size_t len, struct everyuri_iter *iter,
                          struct everyuri_param *param);

/** The next of the pairs that have this name: getAll. */
bool everyuri_params_next_of(const char *text, size_t len, struct everyuri_text name,
                             struct everyuri_iter *iter, struct everyuri_param *param);

/** What a name or value of such a pair means, in UTF-8.
 *  Errors: TOO_LONG, NO_SPACE, NO_MEMORY. */
enum everyuri_status everyuri_params_decode(const char *text, size_t len, struct everyuri_buf *buf,
                                            struct everyuri_error *err);

/** How many pairs there are. */
size_t everyuri_params_size(const char *text, size_t len);

/** Is there a pair of this name?  value.data not NULL: one that has this value. */
bool everyuri_params_has(const char *text, size_t len, struct everyuri_text name,
                         struct everyuri_text value);

/** The value of the first pair of this name, decoded.
 *  Errors: MISSING: there is none; TOO_LONG, NO_SPACE, NO_MEMORY. */
enum everyuri_status everyuri_params_get(const char *text, size_t len, struct everyuri_text name,
                                         struct everyuri_buf *buf, struct everyuri_error *err);

/** The list with some pairs more at its end; with none of them it is serialised as it is.
 *  Errors: here and below: TOO_LONG, NO_SPACE, NO_MEMORY. */
enum everyuri_status everyuri_params_append(const char *text, size_t len,
                                            const struct everyuri_param *params, size_t n_params,
                                            struct everyuri_buf *buf, struct everyuri_error *err);

/** The list without the pairs of this name; value.data not NULL: only those with this value. */
enum everyuri_status everyuri_params_delete(const char *text, size_t len, struct everyuri_text name,
                                            struct everyuri_text value, struct everyuri_buf *buf,
                                            struct everyuri_error *err);

/** The first pair of this name gets the value, the others go; one is appended if there is none. */
enum everyuri_status everyuri_params_set(const char *text, size_t len,
                                         const struct everyuri_param *param,
                                         struct everyuri_buf *buf, struct everyuri_error *err);

/** The list by the UTF-16 code units of its names; pairs of one name keep their order.
 *  buf: also the scratch: 16 bytes for each pair. */
enum everyuri_status everyuri_params_sort(const char *text, size_t len, struct everyuri_buf *buf,
                                          struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
