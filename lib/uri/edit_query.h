/* edit_query.h - removes, replaces and sorts the pairs of a query. */
#ifndef EU_URI_EDIT_QUERY_H
#define EU_URI_EDIT_QUERY_H

#include "base/base.h"

/** Writes the query to the arena without the pairs whose decoded key is `key` (and, if value.data is not
 *  NULL, whose decoded value is `value`); at most query.len bytes.  Returns an absent text if no pair is
 *  left. */
struct everyuri_text eu_query_without(struct eu_out *arena, struct everyuri_text query,
                                      struct everyuri_text key, struct everyuri_text value);

/** Writes the query to the arena without the pairs whose decoded key matches a pattern, in which "*"
 *  matches any bytes; at most query.len bytes.  Returns an absent text if no pair is left. */
struct everyuri_text eu_query_without_matches(struct eu_out *arena, struct everyuri_text query,
                                              struct everyuri_text pattern);

/** Writes the query to the arena with the value of `pair` in the first pair whose decoded key is `key`,
 *  and without the other pairs of that key.  The first pair keeps the bytes of its key.  If no pair has
 *  the key, appends `pair`.  Writes at most the bytes of both and an "&". */
struct everyuri_text eu_query_with(struct eu_out *arena, struct everyuri_text query,
                                   struct everyuri_text key, struct everyuri_text pair);

/** Writes the query with its pairs sorted by the bytes of their decoded keys; pairs with equal keys keep
 *  their order.  Cost: n log n comparisons. */
struct everyuri_text eu_query_sorted(struct eu_out *arena, struct everyuri_text query);

/** Returns the size in bytes of two arrays of n_pairs pairs, at any address; eu_query_pairs_at() aligns
 *  it. */
size_t eu_query_pairs_bound(size_t n_pairs);
struct everyuri_span *eu_query_pairs_at(char *address);

/** Returns how many arena bytes eu_query_sorted needs besides the query. */
size_t eu_query_sort_bound(size_t query_len);

#endif
