#include "uri/edit_query.h"

/* Where the pair that begins at `begin` ends. */
static size_t pair_end(struct everyuri_text query, size_t begin)
{
	const char *cut = memchr(query.data + begin, '&', query.len - begin);

	return cut ? (size_t)(cut - query.data) : query.len;
}

/* The next byte of a key, decoded; -1 at its end. */
static int next_key_byte(const char *text, size_t end, size_t *at)
{
	unsigned char c;

	if (*at >= end || text[*at] == '=')
		return -1;
	if (eu_escape_at(text + *at, end - *at, &c)) {
		*at += 3;
		return c;
	}
	return (unsigned char)text[(*at)++];
}

static bool key_is(struct everyuri_text query, size_t begin, size_t end, struct everyuri_text key)
{
	size_t at = begin;

	for (size_t i = 0; i < key.len; i++)
		if (next_key_byte(query.data, end, &at) != (unsigned char)key.data[i])
			return false;
	return next_key_byte(query.data, end, &at) < 0;
}

struct everyuri_text eu_query_without(struct eu_out *arena, struct everyuri_text query,
                                      struct everyuri_text key)
{
	struct everyuri_text result = { NULL, 0 };
	size_t from = arena->len, begin = 0;
	bool any = false;

	if (!query.len)
		return query;
	for (;;) {
		size_t end = pair_end(query, begin);

		if (!key_is(query, begin, end, key)) {
			if (any)
				eu_out_byte(arena, '&');
			eu_out_bytes(arena, query.data + begin, end - begin);
			any = true;
		}
		if (end == query.len)
			break;
		begin = end + 1;
	}
	if (any) {
		result.data = arena->data + from;
		result.len = arena->len - from;
	}
	return result;
}

static int compare_keys(struct everyuri_text query, struct everyuri_span a, struct everyuri_span b)
{
	size_t i = a.begin, k = b.begin;

	for (;;) {
		int x = next_key_byte(query.data, a.end, &i);
		int y = next_key_byte(query.data, b.end, &k);

		if (x != y)
			return x < y ? -1 : 1;
		if (x < 0)
			return 0;
	}
}

/* Two sorted neighbours become one; the first wins where keys are equal. */
static void merge_runs(struct everyuri_text query, const struct everyuri_span *from, size_t begin,
                       size_t middle, size_t end, struct everyuri_span *to)
{
	size_t a = begin, b = middle;

	for (size_t k = begin; k < end; k++) {
		bool first = b == end || (a < middle && compare_keys(query, from[a], from[b]) <= 0);

		to[k] = first ? from[a++] : from[b++];
	}
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Bottom-up: no recursion, and stable.  Returns: which of the two arrays is sorted. */
static struct everyuri_span *sort_pairs(struct everyuri_text query, struct everyuri_span *pairs,
                                        struct everyuri_span *spare, size_t n_pairs)
{
	for (size_t run = 1; run < n_pairs; run *= 2) {
		struct everyuri_span *swap = pairs;

		for (size_t i = 0; i < n_pairs; i += 2 * run)
			merge_runs(query, pairs, i, least(i + run, n_pairs),
			           least(i + 2 * run, n_pairs), spare);
		pairs = spare;
		spare = swap;
	}
	return pairs;
}

/* Two arrays of spans and what aligning them can cost. */
size_t eu_query_sort_bound(size_t query_len)
{
	return 2 * (query_len + 1) * sizeof(struct everyuri_span) + _Alignof(struct everyuri_span);
}

struct everyuri_text eu_query_sorted(struct eu_out *arena, struct everyuri_text query)
{
	size_t align = _Alignof(struct everyuri_span);
	size_t pad = (align - (uintptr_t)(arena->data + arena->len) % align) % align;
	struct everyuri_span *pairs = (void *)(arena->data + arena->len + pad), *sorted;
	struct everyuri_text result;
	size_t n_pairs = 0, begin = 0;

	if (!query.len)
		return query;
	for (;;) {
		size_t end = pair_end(query, begin);

		pairs[n_pairs++] = eu_span(begin, end);
		if (end == query.len)
			break;
		begin = end + 1;
	}
	arena->len += pad + 2 * n_pairs * sizeof *pairs;
	sorted = sort_pairs(query, pairs, pairs + n_pairs, n_pairs);
	result.data = arena->data + arena->len;
	result.len = query.len;
	for (size_t k = 0; k < n_pairs; k++) {
		if (k)
			eu_out_byte(arena, '&');
		eu_out_bytes(arena, query.data + sorted[k].begin, eu_span_len(sorted[k]));
	}
	return result;
}
