/* edit_query.h - pairs taken out of a query, and put in order. */
#ifndef EU_URI_EDIT_QUERY_H
#define EU_URI_EDIT_QUERY_H

#include "base/base.h"

/** The query without the pairs whose decoded key is `key`, written to the arena (no more
 *  than query.len bytes).  Without pairs it is absent. */
struct everyuri_text eu_query_without(struct eu_out *arena, struct everyuri_text query,
                                      struct everyuri_text key);

/** The query with its pairs ordered by the bytes of their decoded keys; pairs with equal
 *  keys keep their order.  Cost: n log n comparisons. */
struct everyuri_text eu_query_sorted(struct eu_out *arena, struct everyuri_text query);

/** What eu_query_sorted takes of the arena besides the query: bytes. */
size_t eu_query_sort_bound(size_t query_len);

#endif
