/* Verdicts and parts of rows. */
#include "bulk/bulk.h"

#include "uri/standards.h"

/* Where the entries of one chunk go: the caller's arrays from its first row on, and one that
 * nobody reads for each that is not wanted.  So a row is stored without asking. */
struct part_sink {
	uint8_t *status, *host_kind;
	uint16_t *flags;
	uint32_t *error_at;
	uint32_t *begin[EVERYURI_N_PARTS], *end[EVERYURI_N_PARTS];
};

static struct part_sink sink_of(const struct everyuri_parts *parts, size_t from,
                                uint32_t unread[EU_BULK_CHUNK])
{
	const struct everyuri_verdicts *verdict = &parts->verdict;
	struct part_sink sink = {
		.status = verdict->status ? verdict->status + from : (uint8_t *)unread,
		.host_kind = parts->host_kind ? parts->host_kind + from : (uint8_t *)unread,
		.flags = parts->flags ? parts->flags + from : (uint16_t *)unread,
		.error_at = verdict->error_at ? verdict->error_at + from : unread
	};

	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		sink.begin[part] = parts->begin[part] ? parts->begin[part] + from : unread;
		sink.end[part] = parts->end[part] ? parts->end[part] + from : unread;
	}
	return sink;
}

static void store_uri(const struct part_sink *sink, size_t i, const struct everyuri_uri *uri)
{
	sink->status[i] = EVERYURI_OK;
	sink->error_at[i] = EVERYURI_ABSENT;
	sink->host_kind[i] = uri->host_kind;
	sink->flags[i] = uri->flags;
	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		sink->begin[part][i] = uri->part[part].begin;
		sink->end[part][i] = uri->part[part].end;
	}
}

static void store_none(const struct part_sink *sink, size_t i, enum everyuri_status status,
                       uint32_t at)
{
	sink->status[i] = (uint8_t)status;
	sink->error_at[i] = at;
	sink->host_kind[i] = EVERYURI_HOST_NONE;
	sink->flags[i] = 0;
	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		sink->begin[part][i] = sink->end[part][i] = EVERYURI_ABSENT;
}

/* ---- standards that leave the text as it is ------------------------------------------------ */

static void read_chunk(const struct everyuri_text *text, size_t n, enum everyuri_standard standard,
                       unsigned flags, const struct part_sink *sink)
{
	const struct eu_standard *row = eu_uri_standard(standard);

	for (size_t i = 0; i < n; i++) {
		struct everyuri_uri uri;
		struct everyuri_error error;
		enum everyuri_status s = eu_bulk_unread(&text[i]);

		error.at = EVERYURI_ABSENT;
		if (!s)
			s = row->parse(text[i].data, (uint32_t)text[i].len, flags, &uri, &error);
		if (s)
			store_none(sink, i, s, (uint32_t)error.at);
		else
			store_uri(sink, i, &uri);
	}
}

/* ---- the one that rewrites -------------------------------------------------------------------- */

/* One row under a standard that rewrites.  Returns: NO_SPACE, and nothing is stored, or OK. */
static enum everyuri_status rewrite_row(const struct everyuri_text *text,
                                        enum everyuri_standard standard,
                                        struct everyuri_texts *texts, size_t row,
                                        const struct part_sink *sink, size_t i)
{
	struct everyuri_uri uri;
	struct everyuri_error error;
	struct everyuri_buf buf;
	enum everyuri_status s = eu_bulk_unread(text);

	error.at = EVERYURI_ABSENT;
	eu_bulk_texts_room(texts, &buf);
	if (!s)
		s = eu_uri_standard(standard)->rewrite(text->data, (uint32_t)text->len, NULL, &buf,
		                                       &uri, &error);
	if (s == EVERYURI_NO_SPACE)
		s = eu_bulk_texts_full(texts, &buf);
	if (s == EVERYURI_NO_SPACE)
		return s;
	if (s) {
		store_none(sink, i, s,
		           s == EVERYURI_INVALID ? (uint32_t)error.at : EVERYURI_ABSENT);
		eu_bulk_texts_put(texts, row, 0, false);
		return EVERYURI_OK;
	}
	/* What comes back as it was given is answered in the row itself. */
	if (uri.len == text->len && memcmp(uri.text, text->data, uri.len) == 0)
		uri.flags &= (uint16_t)~EVERYURI_REWRITTEN;
	store_uri(sink, i, &uri);
	bool rewritten = uri.flags & EVERYURI_REWRITTEN;

	eu_bulk_texts_put(texts, row, rewritten ? uri.len : 0, rewritten);
	return EVERYURI_OK;
}

static enum everyuri_status rewrite_rows(const struct everyuri_rows *rows,
                                         enum everyuri_standard standard,
                                         const struct everyuri_parts *parts, size_t *n_done,
                                         struct everyuri_error *err)
{
	struct eu_bulk_walk walk = { .rows = rows };
	uint32_t unread[EU_BULK_CHUNK];

	eu_bulk_texts_begin(parts->rewritten);
	while (eu_bulk_walk_next(&walk)) {
		struct part_sink sink = sink_of(parts, walk.from, unread);

		for (size_t i = 0; i < walk.n; i++)
			if (rewrite_row(&walk.text[i], standard, parts->rewritten, walk.from + i,
			                &sink, i))
				return eu_bulk_end(EVERYURI_NO_SPACE, walk.from + i, n_done, err);
	}
	return eu_bulk_end(walk.wrong ? EVERYURI_OUT_OF_RANGE : EVERYURI_OK, walk.from, n_done,
	                   err);
}

/* ---- the calls -------------------------------------------------------------------------------- */

struct everyuri_parts everyuri_parts_from(const struct everyuri_parts *parts, size_t from)
{
	struct everyuri_parts rest = *parts;

	if (rest.verdict.status)
		rest.verdict.status += from;
	if (rest.verdict.error_at)
		rest.verdict.error_at += from;
	if (rest.host_kind)
		rest.host_kind += from;
	if (rest.flags)
		rest.flags += from;
	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		if (rest.begin[part])
			rest.begin[part] += from;
		if (rest.end[part])
			rest.end[part] += from;
	}
	return rest;
}

enum everyuri_status everyuri_bulk_parse(const struct everyuri_rows *rows,
                                         enum everyuri_standard standard, unsigned flags,
                                         const struct everyuri_parts *parts, size_t *n_done,
                                         struct everyuri_error *err)
{
	struct eu_bulk_walk walk = { .rows = rows };
	uint32_t unread[EU_BULK_CHUNK];

	if (!everyuri_standard_built(standard))
		return eu_bulk_end(EVERYURI_UNSUPPORTED, 0, n_done, err);
	if (eu_uri_rewrites(standard))
		return rewrite_rows(rows, standard, parts, n_done, err);
	while (eu_bulk_walk_next(&walk)) {
		struct part_sink sink = sink_of(parts, walk.from, unread);

		read_chunk(walk.text, walk.n, standard, flags, &sink);
	}
	return eu_bulk_end(walk.wrong ? EVERYURI_OUT_OF_RANGE : EVERYURI_OK, walk.from, n_done,
	                   err);
}

enum everyuri_status everyuri_bulk_check(const struct everyuri_rows *rows,
                                         enum everyuri_standard standard, unsigned flags,
                                         const struct everyuri_verdicts *verdicts, size_t *n_done,
                                         struct everyuri_error *err)
{
	struct eu_bulk_walk walk = { .rows = rows };

	if (!everyuri_standard_built(standard))
		return eu_bulk_end(EVERYURI_UNSUPPORTED, 0, n_done, err);
	while (eu_bulk_walk_next(&walk)) {
		for (size_t i = 0; i < walk.n; i++) {
			struct everyuri_error error;
			enum everyuri_status s = eu_bulk_unread(&walk.text[i]);

			error.at = EVERYURI_ABSENT;
			if (!s)
				s = everyuri_check(walk.text[i].data, walk.text[i].len, standard,
				                   flags, &error);
			eu_bulk_verdict(verdicts, walk.from + i, s, s ? error.at : EVERYURI_ABSENT);
		}
	}
	return eu_bulk_end(walk.wrong ? EVERYURI_OUT_OF_RANGE : EVERYURI_OK, walk.from, n_done,
	                   err);
}
