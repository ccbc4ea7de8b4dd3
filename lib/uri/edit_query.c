#include "uri/edit_query.h"

#include "base/sort.h"

/* Returns the end of the pair that begins at `begin`. */
static size_t pair_end(struct everyuri_text query, size_t begin)
{
	const char *cut = memchr(query.data + begin, '&', query.len - begin);

	return cut ? (size_t)(cut - query.data) : query.len;
}

/* Returns the next byte of a key, decoded; -1 at its end. */
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

/* Returns whether the decoded key matches a pattern in which "*" matches any bytes.  After a mismatch, the last
 * "*" takes one byte more. */
static bool key_matches(struct everyuri_text query, size_t begin, size_t end,
                        struct everyuri_text pattern)
{
	size_t at = begin, i = 0, star = SIZE_MAX, retry = begin;

	for (;;) {
		size_t next = at;
		int byte = next_key_byte(query.data, end, &next);

		if (i < pattern.len && pattern.data[i] == '*') {
			star = i++;
			retry = at;
		} else if (byte < 0 && i == pattern.len) {
			return true;
		} else if (byte >= 0 && i < pattern.len && byte == (unsigned char)pattern.data[i]) {
			i++;
			at = next;
		} else if (star == SIZE_MAX || next_key_byte(query.data, end, &retry) < 0) {
			return false;
		} else {
			i = star + 1;
			at = retry;
		}
	}
}

/* Returns whether the pair has this value.  The pair "k" has no value. */
static bool value_is(struct everyuri_text query, size_t begin, size_t end,
                     struct everyuri_text value)
{
	const char *equals = memchr(query.data + begin, '=', end - begin);
	size_t at = equals ? (size_t)(equals - query.data) + 1 : end, i = 0;

	while (equals && at < end && i < value.len) {
		unsigned char c = (unsigned char)query.data[at];

		at += eu_escape_at(query.data + at, end - at, &c) ? 3 : 1;
		if (c != (unsigned char)value.data[i++])
			return false;
	}
	return equals && at == end && i == value.len;
}

/* Returns the length of a pair's key in bytes. */
static size_t pair_key_len(const char *pair, size_t len)
{
	const char *equals = len ? memchr(pair, '=', len) : NULL;

	return equals ? (size_t)(equals - pair) : len;
}

/* Appends a pair to the query in the arena. */
static void put_pair_behind(struct eu_out *arena, bool *any, const char *pair, size_t len)
{
	if (*any)
		eu_out_byte(arena, '&');
	eu_out_bytes(arena, pair, len);
	*any = true;
}

static struct everyuri_text pairs_since(const struct eu_out *arena, size_t from, bool any)
{
	struct everyuri_text result = { NULL, 0 };

	if (any) {
		result.data = arena->data + from;
		result.len = arena->len - from;
	}
	return result;
}

struct everyuri_text eu_query_without(struct eu_out *arena, struct everyuri_text query,
                                      struct everyuri_text key, struct everyuri_text value)
{
	size_t from = arena->len, begin = 0;
	bool any = false;

	if (!query.len)
		return query;
	for (;;) {
		size_t end = pair_end(query, begin);

		if (!key_is(query, begin, end, key) ||
		    (value.data && !value_is(query, begin, end, value)))
			put_pair_behind(arena, &any, query.data + begin, end - begin);
		if (end == query.len)
			break;
		begin = end + 1;
	}
	return pairs_since(arena, from, any);
}

struct everyuri_text eu_query_without_matches(struct eu_out *arena, struct everyuri_text query,
                                              struct everyuri_text pattern)
{
	size_t from = arena->len, begin = 0;
	bool any = false;

	if (!query.len)
		return query;
	for (;;) {
		size_t end = pair_end(query, begin);

		if (!key_matches(query, begin, end, pattern))
			put_pair_behind(arena, &any, query.data + begin, end - begin);
		if (end == query.len)
			break;
		begin = end + 1;
	}
	return pairs_since(arena, from, any);
}

struct everyuri_text eu_query_with(struct eu_out *arena, struct everyuri_text query,
                                   struct everyuri_text key, struct everyuri_text pair)
{
	size_t from = arena->len, begin = 0;
	bool any = false, was_set = false;

	while (query.len) {
		size_t end = pair_end(query, begin);

		if (!key_is(query, begin, end, key)) {
			put_pair_behind(arena, &any, query.data + begin, end - begin);
		} else if (!was_set) {
			size_t old = pair_key_len(query.data + begin, end - begin);
			size_t new = pair_key_len(pair.data, pair.len);

			put_pair_behind(arena, &any, query.data + begin, old);
			eu_out_bytes(arena, pair.data + new, pair.len - new);
			was_set = true;
		}
		if (end == query.len)
			break;
		begin = end + 1;
	}
	if (!was_set)
		put_pair_behind(arena, &any, pair.data, pair.len);
	return pairs_since(arena, from, true);
}

static int compare_keys(const void *context, struct everyuri_span a, struct everyuri_span b)
{
	const struct everyuri_text *query = context;
	size_t i = a.begin, k = b.begin;

	for (;;) {
		int x = next_key_byte(query->data, a.end, &i);
		int y = next_key_byte(query->data, b.end, &k);

		if (x != y)
			return x < y ? -1 : 1;
		if (x < 0)
			return 0;
	}
}

/* Space for two arrays of spans, and for the padding that aligns them. */
size_t eu_query_pairs_bound(size_t n_pairs)
{
	return 2 * n_pairs * sizeof(struct everyuri_span) + _Alignof(struct everyuri_span);
}

struct everyuri_span *eu_query_pairs_at(char *address)
{
	size_t align = _Alignof(struct everyuri_span);

	return (void *)(address + (align - (uintptr_t)address % align) % align);
}

size_t eu_query_sort_bound(size_t query_len)
{
	return eu_query_pairs_bound(query_len + 1);
}

struct everyuri_text eu_query_sorted(struct eu_out *arena, struct everyuri_text query)
{
	struct everyuri_span *pairs = eu_query_pairs_at(arena->data + arena->len), *sorted;
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
	arena->len += eu_query_pairs_bound(n_pairs);
	sorted = eu_sort_spans(pairs, pairs + n_pairs, n_pairs, compare_keys, &query);
	result.data = arena->data + arena->len;
	result.len = query.len;
	for (size_t k = 0; k < n_pairs; k++) {
		if (k)
			eu_out_byte(arena, '&');
		eu_out_bytes(arena, query.data + sorted[k].begin, eu_span_len(sorted[k]));
	}
	return result;
}
