/* Iterates over the parts that repeat: path segments, query pairs and query words. */
#include "uri/standards.h"

/* Stores the next piece of `whole`, up to `separator`. */
static bool next_piece(const struct everyuri_uri *uri, struct everyuri_span whole, char separator,
                       struct everyuri_iter *iter, struct everyuri_span *piece)
{
	const char *begin, *cut;

	/* LCOV_EXCL_BR_LINE: the callers handle an empty part, and an absent part is empty */
	if (iter->done || eu_is_absent(whole))
		return false;
	if (!iter->started) {
		iter->started = true;
		iter->next = whole.begin;
	}
	begin = uri->text + iter->next;
	cut = memchr(begin, separator, whole.end - iter->next);
	*piece = eu_span(iter->next, cut ? (size_t)(cut - uri->text) : whole.end);
	if (cut)
		iter->next = piece->end + 1;
	else
		iter->done = true;
	return true;
}

bool everyuri_segment_next(const struct everyuri_uri *uri, struct everyuri_iter *iter,
                           struct everyuri_span *segment)
{
	struct everyuri_span path = uri->part[EVERYURI_PATH];

	if (!iter->started && path.begin == path.end)
		iter->done = true;
	if (path.begin < path.end && uri->text[path.begin] == '/')
		path.begin++;
	return next_piece(uri, path, '/', iter, segment);
}

bool everyuri_pair_next(const struct everyuri_uri *uri, struct everyuri_iter *iter,
                        struct everyuri_span *key, struct everyuri_span *value)
{
	struct everyuri_span query = uri->part[EVERYURI_QUERY], pair;
	uint32_t equals;

	if (query.begin == query.end || !next_piece(uri, query, '&', iter, &pair))
		return false;
	equals = eu_find_bytes(uri->text, pair, "=");
	*key = equals == EVERYURI_ABSENT ? pair : eu_span(pair.begin, equals);
	*value = equals == EVERYURI_ABSENT ? eu_absent() : eu_span(equals + 1, pair.end);
	return true;
}

bool everyuri_word_next(const struct everyuri_uri *uri, struct everyuri_iter *iter,
                        struct everyuri_span *word)
{
	struct everyuri_span query = uri->part[EVERYURI_QUERY];

	return query.begin != query.end && next_piece(uri, query, '+', iter, word);
}
