/* sort.h - spans put in order. */
#ifndef EU_BASE_SORT_H
#define EU_BASE_SORT_H

#include "base/base.h"

/** Less than, equal to or greater than 0, as a is before, beside or behind b. */
typedef int eu_compare_spans_fn(const void *context, struct everyuri_span a,
                                struct everyuri_span b);

/** Sort n spans, those that are equal in the order that they have.
 *  spare: room for as many.  Returns: the one of the two arrays that is sorted. */
struct everyuri_span *eu_sort_spans(struct everyuri_span *spans, struct everyuri_span *spare,
                                    size_t n, eu_compare_spans_fn *compare, const void *context);

#endif
