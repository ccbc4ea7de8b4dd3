/* edit_query.h - pairs taken out of a query, and put in order. */
#ifndef EU_URI_EDIT_QUERY_H
#define EU_URI_EDIT_QUERY_H

#include "base/base.h"

/** The query without the pairs whose decoded key is `key` (and, if value.data is not NULL, whose
 *  decoded value is `value`), written to the arena (no more than query.len bytes).  Without
 *  pairs it is absent. */
struct everyuri_text eu_query_without(struct eu_out *arena, struct everyuri_text query,
                                      struct everyuri_text key, struct everyuri_text value);

/** The query in which the first pair whose decoded key is `key` has the value of `pair`, behind its
 *  own key to the byte, and the others of that key are left out; `pair` at its end where there is none.  Written to the arena: no more
 *  than the bytes of both, and an "&". */
struct everyuri_text eu_query_with(struct eu_out *arena, struct everyuri_text query,
                                   struct everyuri_text key, struct everyuri_text pair);

/** The query with its pairs ordered by the bytes of their decoded keys; pairs with equal
 *  keys keep their order.  Cost: n log n comparisons. */
struct everyuri_text eu_query_sorted(struct eu_out *arena, struct everyuri_text query);

/** Bytes that two arrays of so many pairs take at any address, and where they then begin. */
size_t eu_query_pairs_bound(size_t n_pairs);
struct everyuri_span *eu_query_pairs_at(char *address);

/** What eu_query_sorted takes of the arena besides the query: bytes. */
size_t eu_query_sort_bound(size_t query_len);

#endif
