/* Makes columns of texts from rows: normal forms, keys, parts, and values from queries. */
#include "bulk/bulk.h"

#include "everyuri/params.h"
#include "uri/standards.h"

#include <assert.h>

/* The arguments of a call. */
struct making {
	enum everyuri_standard standard;
	unsigned flags;
	enum everyuri_level level;
	enum everyuri_part part;
	struct everyuri_text name;
	const struct everyuri_key_options *key;
};

/* Makes the text of one row in buf, which is fixed.  Errors: those of the row, and NO_SPACE. */
typedef enum everyuri_status make_fn(const struct making *making, const struct everyuri_text *row,
                                     struct everyuri_buf *buf, struct everyuri_error *err);

static enum everyuri_status make_rows(const struct everyuri_rows *rows, make_fn *fn,
                                      const struct making *making, struct everyuri_texts *texts,
                                      const struct everyuri_verdicts *verdicts, size_t *n_done,
                                      struct everyuri_error *err)
{
	static const struct everyuri_verdicts unwanted = { NULL, NULL };
	struct eu_bulk_walk walk = { .rows = rows };

	assert(texts);
	enum everyuri_status asked =
		eu_bulk_check_asked(making->standard, making->flags, n_done, err);

	if (asked)
		return asked;
	eu_bulk_texts_begin(texts);
	while (eu_bulk_walk_next(&walk)) {
		for (size_t i = 0; i < walk.n; i++) {
			struct everyuri_buf buf;
			struct everyuri_error error;
			enum everyuri_status s = eu_bulk_unread(&walk.text[i]);

			eu_bulk_texts_room(texts, &buf);
			if (!s)
				s = fn(making, &walk.text[i], &buf, &error);
			if (s == EVERYURI_NO_SPACE)
				s = eu_bulk_texts_full(texts, &buf);
			if (s == EVERYURI_NO_SPACE)
				return eu_bulk_end(s, walk.from + i, n_done, err);
			eu_bulk_texts_put(texts, walk.from + i, s ? 0 : buf.len, !s);
			eu_bulk_verdict(verdicts ? verdicts : &unwanted, walk.from + i, s,
			                eu_bulk_has_place(s) ? error.at : EVERYURI_ABSENT);
		}
	}
	return eu_bulk_end(walk.wrong ? EVERYURI_OUT_OF_RANGE : EVERYURI_OK, walk.from, n_done,
	                   err);
}

/* Stores a part of the row, or the content of buf, as the result. */
static enum everyuri_status answer_with(const char *data, size_t len, struct everyuri_buf *buf,
                                        struct everyuri_error *err)
{
	enum everyuri_status s = eu_buf_reserve(buf, len, err);

	if (s)
		return s;
	if (len)
		memmove(buf->data, data, len);
	buf->len = len;
	return EVERYURI_OK;
}

static enum everyuri_status read_row(const struct making *making, const struct everyuri_text *row,
                                     struct everyuri_buf *buf, struct everyuri_uri *uri,
                                     struct everyuri_error *err)
{
	return everyuri_parse(row->data, row->len, making->standard, making->flags, NULL, buf, uri,
	                      err);
}

/* ---- normal forms ------------------------------------------------------------------------ */

static enum everyuri_status make_normal(const struct making *making,
                                        const struct everyuri_text *row, struct everyuri_buf *buf,
                                        struct everyuri_error *err)
{
	struct everyuri_uri uri;
	enum everyuri_status s = read_row(making, row, buf, &uri, err);

	if (s)
		return s;
	/* A standard that rewrites while it parses has no other normal form. */
	if (eu_uri_rewrites(making->standard))
		return answer_with(uri.text, uri.len, buf, err);
	return everyuri_normalize(&uri, making->level, buf, NULL, err);
}

enum everyuri_status everyuri_bulk_normalize(const struct everyuri_rows *rows,
                                             enum everyuri_standard standard, unsigned flags,
                                             enum everyuri_level level,
                                             struct everyuri_texts *texts,
                                             const struct everyuri_verdicts *verdicts,
                                             size_t *n_done, struct everyuri_error *err)
{
	struct making making = { .standard = standard, .flags = flags, .level = level };

	return make_rows(rows, make_normal, &making, texts, verdicts, n_done, err);
}

/* ---- keys ---------------------------------------------------------------------------------- */

static enum everyuri_status make_key_of_row(const struct making *making,
                                            const struct everyuri_text *row,
                                            struct everyuri_buf *buf, struct everyuri_error *err)
{
	return everyuri_key(row->data, row->len, making->key, buf, err);
}

enum everyuri_status everyuri_bulk_key(const struct everyuri_rows *rows,
                                       const struct everyuri_key_options *options,
                                       struct everyuri_texts *texts,
                                       const struct everyuri_verdicts *verdicts, size_t *n_done,
                                       struct everyuri_error *err)
{
	struct making making = { .standard = options->standard, .key = options };

	if (!everyuri_key_profile_name(options->profile))
		return eu_bulk_end(EVERYURI_UNSUPPORTED, 0, n_done, err);
	everyuri_key_profile_standard(options->profile, &making.standard);
	return make_rows(rows, make_key_of_row, &making, texts, verdicts, n_done, err);
}

/* ---- parts ----------------------------------------------------------------------------------- */

static enum everyuri_status make_part(const struct making *making, const struct everyuri_text *row,
                                      struct everyuri_buf *buf, struct everyuri_error *err)
{
	struct everyuri_uri uri;
	enum everyuri_status s = read_row(making, row, buf, &uri, err);

	if (s)
		return s;
	struct everyuri_text part = eu_uri_part(&uri, making->part);

	if (!part.data)
		return eu_fail(err, EVERYURI_MISSING, 0, "", "no such part");
	return answer_with(part.data, part.len, buf, err);
}

enum everyuri_status everyuri_bulk_part(const struct everyuri_rows *rows,
                                        enum everyuri_standard standard, unsigned flags,
                                        enum everyuri_part part, struct everyuri_texts *texts,
                                        const struct everyuri_verdicts *verdicts, size_t *n_done,
                                        struct everyuri_error *err)
{
	struct making making = { .standard = standard, .flags = flags, .part = part };

	return make_rows(rows, make_part, &making, texts, verdicts, n_done, err);
}

/* ---- values from queries ----------------------------------------------------------------------- */

/* Makes the value of a parameter.  If buf contains a rewritten URL, writes the value after the URL,
 * and then moves it to the front. */
static enum everyuri_status make_value(const struct making *making, const struct everyuri_text *row,
                                       struct everyuri_buf *buf, struct everyuri_error *err)
{
	struct everyuri_uri uri;
	struct everyuri_buf value = *buf;
	enum everyuri_status s = read_row(making, row, buf, &uri, err);

	/* A decoded value is at most as long as its URL. */
	if (s == EVERYURI_NO_SPACE && buf->needed <= SIZE_MAX / 2)
		buf->needed *= 2;
	if (s)
		return s;
	size_t taken = uri.flags & EVERYURI_REWRITTEN ? buf->len : 0;
	struct everyuri_text query = eu_uri_part(&uri, EVERYURI_QUERY);

	if (!query.data)
		return eu_fail(err, EVERYURI_MISSING, 0, "", "the URI has no query");
	if (taken) {
		value.data += taken;
		value.cap -= taken;
	}
	s = everyuri_params_get(query.data, query.len, making->name, &value, err);
	buf->needed = value.needed + taken;
	return s ? s : answer_with(value.data, value.len, buf, err);
}

enum everyuri_status everyuri_bulk_query_value(const struct everyuri_rows *rows,
                                               enum everyuri_standard standard, unsigned flags,
                                               struct everyuri_text name,
                                               struct everyuri_texts *texts,
                                               const struct everyuri_verdicts *verdicts,
                                               size_t *n_done, struct everyuri_error *err)
{
	struct making making = { .standard = standard, .flags = flags, .name = name };

	return make_rows(rows, make_value, &making, texts, verdicts, n_done, err);
}
