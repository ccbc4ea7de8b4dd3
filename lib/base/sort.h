/* sort.h - sort spans with a stable algorithm. */
#ifndef EU_BASE_SORT_H
#define EU_BASE_SORT_H

#include "base/base.h"

/** Compares two spans.  Returns: a negative number if a precedes b, 0 if they are equal, a positive
 *  number if a follows b. */
typedef int eu_compare_spans_fn(const void *context, struct everyuri_span a,
                                struct everyuri_span b);

/** Sorts n spans, stably.
 *  spare:   scratch for n spans.
 *  Returns: `spans` or `spare`, depending on which of them contains the result. */
struct everyuri_span *eu_sort_spans(struct everyuri_span *spans, struct everyuri_span *spare,
                                    size_t n, eu_compare_spans_fn *compare, const void *context);

#endif
