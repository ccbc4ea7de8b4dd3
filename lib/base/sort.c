#include "base/sort.h"

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Sorts by a bottom-up merge sort, which is stable and needs no recursion. */
struct everyuri_span *eu_sort_spans(struct everyuri_span *spans, struct everyuri_span *spare,
                                    size_t n, eu_compare_spans_fn *compare, const void *context)
{
	for (size_t run = 1; run < n; run *= 2) {
		struct everyuri_span *swap = spans;

		for (size_t begin = 0; begin < n; begin += 2 * run) {
			size_t middle = least(begin + run, n), end = least(begin + 2 * run, n);
			size_t a = begin, b = middle;

			/* Merge two sorted runs.  Of two equal elements, the one from the first run
			 * comes first. */
			for (size_t k = begin; k < end; k++) {
				bool first = b == end || (a < middle && compare(context, spans[a],
				                                                spans[b]) <= 0);

				spare[k] = first ? spans[a++] : spans[b++];
			}
		}
		spans = spare;
		spare = swap;
	}
	return spans;
}
