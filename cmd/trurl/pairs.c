/* pairs.c - splits a query into pairs.  Trims, replaces, appends, sorts and joins pairs. */
#include "trurl.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- pairs -------------------------------------------------------------------------------- */

/* Splits text of the form "key=value" or "key". */
static struct query_pair pair_of(struct everyuri_text piece)
{
	const char *equals = piece.len ? memchr(piece.data, '=', piece.len) : NULL;
	struct query_pair pair = { .key = piece };

	if (equals) {
		pair.key.len = (size_t)(equals - piece.data);
		pair.value = (struct everyuri_text){ equals + 1, piece.len - pair.key.len - 1 };
	}
	return pair;
}

/* Splits and encodes a pair from an option.  Its key and value are not encoded yet. */
static struct query_pair pair_given(struct trurl *run, const char *data)
{
	struct query_pair pair = pair_of(text_from(data));

	pair.key = data_encoded(run, pair.key, C_QUERY);
	if (pair.value.data)
		pair.value = data_encoded(run, pair.value, C_QUERY);
	return pair;
}

static void add_pair(struct trurl *run, struct query_pairs *pairs, struct query_pair pair)
{
	/* The array is full when the number of pairs is a power of two; its size is then
	 * doubled. */
	if (!(pairs->n & (pairs->n - 1))) {
		void *grown = store_take(run, (pairs->n ? pairs->n * 2 : 1) * sizeof pair);

		if (pairs->n)
			memcpy(grown, pairs->pair, pairs->n * sizeof pair);
		pairs->pair = grown;
	}
	pairs->pair[pairs->n++] = pair;
}

static struct query_pairs cut(struct trurl *run, struct everyuri_text query)
{
	struct query_pairs pairs = { NULL, 0 };
	char separator = run->separator ? *run->separator : '&';

	for (size_t at = 0; query.len && at <= query.len;) {
		const char *end = memchr(query.data + at, separator, query.len - at);
		size_t len = end ? (size_t)(end - query.data) - at : query.len - at;

		add_pair(run, &pairs, pair_of((struct everyuri_text){ query.data + at, len }));
		at += len + 1;
	}
	return pairs;
}

/* Returns true for an empty pair, which joined() leaves out. */
static bool is_gone(const struct query_pair *pair)
{
	return !pair->key.len && !pair->value.data;
}

static struct everyuri_text joined(struct trurl *run, const struct query_pairs *pairs)
{
	struct draft draft = { .run = run };

	for (size_t i = 0; i < pairs->n; i++) {
		if (is_gone(&pairs->pair[i]))
			continue;
		if (draft.len)
			draft_add(&draft, run->separator ? run->separator : "&", 1);
		draft_add_text(&draft, pairs->pair[i].key);
		if (pairs->pair[i].value.data)
			draft_add(&draft, "=", 1);
		draft_add_text(&draft, pairs->pair[i].value);
	}
	return draft_text(&draft);
}

/* ---- changes --------------------------------------------------------------------------------- */

/* Returns true if the key matches `what`: "word", "prefix*", or "word\*" for a literal star. */
static bool matches(struct everyuri_text key, const char *what)
{
	size_t len = strlen(what);
	bool star = len && what[len - 1] == '*', meant = star && len > 1 && what[len - 2] == '\\';

	if (meant)
		return key.len == len - 1 && !strncasecmp(key.data, what, len - 2) &&
		       key.data[len - 2] == '*';
	if (star)
		return key.len >= len - 1 && !strncasecmp(key.data, what, len - 1);
	return key.len == len && !strncasecmp(key.data, what, len);
}

static void trim(struct trurl *run, struct query_pairs *pairs, const char *what)
{
	for (size_t i = 0; i < pairs->n; i++)
		if (matches(pairs->pair[i].key, what) ||
		    matches(text_decoded(run, pairs->pair[i].key, true), what))
			pairs->pair[i] = (struct query_pair){ 0 };
}

static bool same_key(struct trurl *run, struct everyuri_text a, struct everyuri_text b)
{
	a = text_decoded(run, a, true);
	b = text_decoded(run, b, true);
	return a.len == b.len && !memcmp(a.data, b.data, a.len);
}

/* Replaces the first pair that has this key, and removes the others. */
static void replace(struct trurl *run, struct query_pairs *pairs, const char *data)
{
	struct query_pair pair = pair_given(run, data);
	const struct query_pair none = { 0 };
	bool replaced = false;

	for (size_t i = 0; i < pairs->n; i++) {
		if (is_gone(&pairs->pair[i]) || !same_key(run, pairs->pair[i].key, pair.key))
			continue;
		pairs->pair[i] = replaced ? none : pair;
		replaced = true;
	}
	if (!replaced && run->append_missing)
		add_pair(run, pairs, pair);
}

/* Returns byte i of a pair in the form "key=value"; -1 if i is past the end.  Ignores case as
 * trurl does, which also maps "_" to DEL, so that "_" is sorted after the letters. */
static int byte_of(const struct query_pair *pair, size_t i)
{
	char c;

	if (i < pair->key.len)
		c = pair->key.data[i];
	else if (!pair->value.data || i > pair->key.len + pair->value.len)
		return -1;
	else
		c = i == pair->key.len ? '=' : pair->value.data[i - pair->key.len - 1];
	return (unsigned char)c | 0x20;
}

/* Compares two pairs for qsort.  Equal pairs stay in the order of the query. */
static int order(const void *one, const void *other)
{
	const struct query_pair *a = one, *b = other;

	for (size_t i = 0;; i++) {
		int left = byte_of(a, i), right = byte_of(b, i);

		if (left != right)
			return left < right ? -1 : 1;
		if (left < 0)
			return a->key.data < b->key.data ? -1 : a->key.data > b->key.data;
	}
}

struct query_pairs pairs_changed(struct trurl *run, struct url *url)
{
	struct query_pairs pairs = cut(run, url->part[C_QUERY]);
	bool asked = run->sort;

	for (size_t i = 0; i < run->n_given; i++)
		if (run->given[i].kind == G_TRIM) {
			trim(run, &pairs, run->given[i].value);
			asked = true;
		}
	for (size_t i = 0; i < run->n_given; i++)
		if (run->given[i].kind == G_REPLACE) {
			replace(run, &pairs, run->given[i].value);
			asked = true;
		}
	for (size_t i = 0; i < run->n_given; i++)
		if (run->given[i].kind == G_APPEND_QUERY) {
			add_pair(run, &pairs, pair_given(run, run->given[i].value));
			asked = true;
		}
	if (run->sort && pairs.n)
		qsort(pairs.pair, pairs.n, sizeof *pairs.pair, order);
	if (asked) {
		url->part[C_QUERY] = joined(run, &pairs);
		pairs = cut(run, url->part[C_QUERY]);
	}
	return pairs;
}
