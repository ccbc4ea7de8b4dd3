/* Parses rows into columns of verdicts and parts. */
#include "base/masks.h"
#include "bulk/bulk.h"

#include "uri/standards.h"

/* The parts of a chunk, row by row.  They are copied column by column to the caller's arrays. */
struct chunk {
	struct everyuri_span part[EU_BULK_CHUNK][EVERYURI_N_PARTS];
	uint32_t error_at[EU_BULK_CHUNK];
	uint16_t flags[EU_BULK_CHUNK];
	uint8_t status[EU_BULK_CHUNK], host_kind[EU_BULK_CHUNK];
};

static void store_uri(struct chunk *chunk, size_t i, const struct everyuri_uri *uri)
{
	memcpy(chunk->part[i], uri->part, sizeof chunk->part[i]);
	chunk->status[i] = EVERYURI_OK;
	chunk->error_at[i] = EVERYURI_ABSENT;
	chunk->host_kind[i] = uri->host_kind;
	chunk->flags[i] = uri->flags;
}

static void store_none(struct chunk *chunk, size_t i, enum everyuri_status status, uint32_t at)
{
	memset(chunk->part[i], 0xFF, sizeof chunk->part[i]); /* all parts are absent */
	chunk->status[i] = (uint8_t)status;
	chunk->error_at[i] = at;
	chunk->host_kind[i] = EVERYURI_HOST_NONE;
	chunk->flags[i] = 0;
}

/* Copies parts p and p + 1 of the rows from i to n, one by one.  The caller's arrays may be
 * NULL. */
static void fill_parts(const struct chunk *chunk, size_t i, size_t n,
                       const struct everyuri_parts *parts, size_t from, int p)
{
	for (int k = p; k < p + 2; k++) {
		uint32_t *begin = parts->begin[k] ? parts->begin[k] + from : NULL;
		uint32_t *end = parts->end[k] ? parts->end[k] + from : NULL;

		for (size_t row = i; begin && row < n; row++)
			begin[row] = chunk->part[row][k].begin;
		for (size_t row = i; end && row < n; row++)
			end[row] = chunk->part[row][k].end;
	}
}

#ifdef EU_X86

static inline __m128i two_parts(const struct chunk *chunk, size_t i, int p)
{
	return _mm_loadu_si128((const void *)&chunk->part[i][p]);
}

static inline void store_four(uint32_t *to, __m128i column)
{
	_mm_storeu_si128((void *)to, column);
}

/* Transposes four rows at a time, as a 4x4 matrix, if the caller wants all four arrays.
 * Written without a loop, because not every compiler keeps the operands of a loop in registers.
 * Returns: the number of rows copied. */
static size_t turn_over(const struct chunk *chunk, size_t n, const struct everyuri_parts *parts,
                        size_t from, int p)
{
	uint32_t *begin = parts->begin[p], *end = parts->end[p];
	uint32_t *next_begin = parts->begin[p + 1], *next_end = parts->end[p + 1];
	size_t i = 0;

	if (!begin || !end || !next_begin || !next_end)
		return 0;
	for (; i + 4 <= n; i += 4) {
		__m128i a = two_parts(chunk, i, p), b = two_parts(chunk, i + 1, p);
		__m128i c = two_parts(chunk, i + 2, p), d = two_parts(chunk, i + 3, p);
		__m128i low_ab = _mm_unpacklo_epi32(a, b), high_ab = _mm_unpackhi_epi32(a, b);
		__m128i low_cd = _mm_unpacklo_epi32(c, d), high_cd = _mm_unpackhi_epi32(c, d);

		store_four(begin + from + i, _mm_unpacklo_epi64(low_ab, low_cd));
		store_four(end + from + i, _mm_unpackhi_epi64(low_ab, low_cd));
		store_four(next_begin + from + i, _mm_unpacklo_epi64(high_ab, high_cd));
		store_four(next_end + from + i, _mm_unpackhi_epi64(high_ab, high_cd));
	}
	return i;
}

#else

static size_t turn_over(const struct chunk *chunk, size_t n, const struct everyuri_parts *parts,
                        size_t from, int p)
{
	(void)chunk, (void)n, (void)parts, (void)from, (void)p;
	return 0;
}

#endif

static void fill_arrays(const struct chunk *chunk, size_t n, const struct everyuri_parts *parts,
                        size_t from)
{
	for (int p = 0; p < EVERYURI_N_PARTS; p += 2)
		fill_parts(chunk, turn_over(chunk, n, parts, from, p), n, parts, from, p);
	if (parts->verdict.status)
		memcpy(parts->verdict.status + from, chunk->status, n);
	if (parts->verdict.error_at)
		memcpy(parts->verdict.error_at + from, chunk->error_at, n * sizeof(uint32_t));
	if (parts->host_kind)
		memcpy(parts->host_kind + from, chunk->host_kind, n);
	if (parts->flags)
		memcpy(parts->flags + from, chunk->flags, n * sizeof(uint16_t));
}

/* ---- standards that do not rewrite: one row at a time -------------------------------------- */

/* Parses a row with the general function.  Finds the error position only if the caller wants it. */
static enum everyuri_status read_row_text(const struct everyuri_text *text,
                                          enum everyuri_standard standard, unsigned flags,
                                          bool place, struct everyuri_uri *uri,
                                          struct everyuri_error *error)
{
	enum everyuri_status s = eu_bulk_unread(text);

	error->at = EVERYURI_ABSENT;
	if (!s)
		s = eu_uri_read(text->data, text->len, standard, flags, uri, place ? error : NULL);
	return s;
}

static void read_into(struct chunk *chunk, size_t i, const struct everyuri_text *text,
                      enum everyuri_standard standard, unsigned flags, bool place)
{
	struct everyuri_uri uri;
	struct everyuri_error error;
	enum everyuri_status s = read_row_text(text, standard, flags, place, &uri, &error);

	if (s)
		store_none(chunk, i, s, (uint32_t)error.at);
	else
		store_uri(chunk, i, &uri);
}

static void read_chunk(struct chunk *chunk, const struct everyuri_text *text, size_t n,
                       enum everyuri_standard standard, unsigned flags, bool place)
{
	for (size_t i = 0; i < n; i++)
		read_into(chunk, i, &text[i], standard, flags, place);
}

/* Parses a chunk.  Most rows take the fast path; they have neither flags nor an error. */
static void cut_chunk(struct chunk *chunk, const struct everyuri_text *text, size_t n,
                      eu_uri_cut_fn *cut, enum everyuri_standard standard, unsigned flags,
                      bool place)
{
	memset(chunk->status, EVERYURI_OK, sizeof chunk->status);
	memset(chunk->flags, 0, sizeof chunk->flags);
	memset(chunk->error_at, 0xFF, sizeof chunk->error_at);
	for (size_t i = 0; i < n; i++)
		if (!text[i].data || text[i].len > EVERYURI_TEXT_MAX ||
		    !cut(text[i].data, (uint32_t)text[i].len, chunk->part[i], &chunk->host_kind[i]))
			read_into(chunk, i, &text[i], standard, flags, place);
}

/* ---- standards that do not rewrite: many rows at once ---------------------------------------- */

_Static_assert(EU_BULK_CHUNK <= EU_COLUMNS_ROWS, "a chunk must fit into one call of the parser");

/* Buffers for the columns that the caller does not want. */
struct unwanted {
	uint32_t number[EU_BULK_CHUNK];
	uint8_t kind[EU_BULK_CHUNK];
};

static void find_columns(const struct everyuri_parts *parts, size_t from, struct unwanted *unwanted,
                         struct eu_columns *columns)
{
	for (int k = 0; k < EVERYURI_N_PARTS; k++) {
		columns->begin[k] = parts->begin[k] ? parts->begin[k] + from : unwanted->number;
		columns->end[k] = parts->end[k] ? parts->end[k] + from : unwanted->number;
	}
	columns->host_kind = parts->host_kind ? parts->host_kind + from : unwanted->kind;
}

/* Fills the verdict columns and the flags of n rows as if all rows were valid. */
static void fill_verdicts(const struct everyuri_parts *parts, size_t from, size_t n)
{
	eu_bulk_valid(&parts->verdict, from, n);
	if (parts->flags)
		memset(parts->flags + from, 0, n * sizeof(uint16_t));
}

/* Stores one row.  The caller's arrays may be NULL. */
static void put_row(const struct everyuri_parts *parts, size_t row,
                    const struct everyuri_span part[EVERYURI_N_PARTS], uint8_t host_kind)
{
	for (int k = 0; k < EVERYURI_N_PARTS; k++) {
		if (parts->begin[k])
			parts->begin[k][row] = part[k].begin;
		if (parts->end[k])
			parts->end[k][row] = part[k].end;
	}
	if (parts->host_kind)
		parts->host_kind[row] = host_kind;
}

static void read_one_row(const struct everyuri_text *text, size_t row,
                         enum everyuri_standard standard, unsigned flags,
                         const struct everyuri_parts *parts)
{
	bool place = parts->verdict.error_at != NULL;
	struct everyuri_uri uri;
	struct everyuri_error error;
	enum everyuri_status s = read_row_text(text, standard, flags, place, &uri, &error);

	if (s) {
		memset(uri.part, 0xFF, sizeof uri.part); /* all parts are absent */
		uri.host_kind = EVERYURI_HOST_NONE;
		uri.flags = 0;
	}
	eu_bulk_verdict(&parts->verdict, row, s, s ? error.at : EVERYURI_ABSENT);
	put_row(parts, row, uri.part, uri.host_kind);
	if (parts->flags)
		parts->flags[row] = uri.flags;
}

static enum everyuri_status cut_columns(const struct everyuri_rows *rows, eu_columns_fn *cut_all,
                                        enum everyuri_standard standard, unsigned flags,
                                        const struct everyuri_parts *parts, size_t *n_done,
                                        struct everyuri_error *err)
{
	struct eu_bulk_walk walk = { .rows = rows };
	eu_uri_cut_fn *cut = eu_uri_cut(standard);
	uint8_t rest[EU_COLUMNS_ROWS], kind;
	struct everyuri_span part[EVERYURI_N_PARTS];
	struct unwanted unwanted;
	const char *end = eu_bulk_data_end(rows);

	while (eu_bulk_walk_next(&walk)) {
		struct eu_columns columns;

		find_columns(parts, walk.from, &unwanted, &columns);
		fill_verdicts(parts, walk.from, walk.n);
		for (size_t k = cut_all(walk.text, walk.n, end, &columns, rest); k--;) {
			const struct everyuri_text *text = &walk.text[rest[k]];

			if (text->data && text->len <= EVERYURI_TEXT_MAX &&
			    cut(text->data, (uint32_t)text->len, part, &kind))
				put_row(parts, walk.from + rest[k], part, kind);
			else
				read_one_row(text, walk.from + rest[k], standard, flags, parts);
		}
	}
	return eu_bulk_end(walk.wrong ? EVERYURI_OUT_OF_RANGE : EVERYURI_OK, walk.from, n_done,
	                   err);
}

static enum everyuri_status read_rows(const struct everyuri_rows *rows,
                                      enum everyuri_standard standard, unsigned flags,
                                      const struct everyuri_parts *parts, size_t *n_done,
                                      struct everyuri_error *err)
{
	struct eu_bulk_walk walk = { .rows = rows };
	struct chunk chunk;
	eu_uri_cut_fn *cut = eu_uri_cut(standard);
	bool place = parts->verdict.error_at != NULL;

	while (eu_bulk_walk_next(&walk)) {
		if (cut)
			cut_chunk(&chunk, walk.text, walk.n, cut, standard, flags, place);
		else
			read_chunk(&chunk, walk.text, walk.n, standard, flags, place);
		fill_arrays(&chunk, walk.n, parts, walk.from);
	}
	return eu_bulk_end(walk.wrong ? EVERYURI_OUT_OF_RANGE : EVERYURI_OK, walk.from, n_done,
	                   err);
}

/* ---- the standard that rewrites --------------------------------------------------------------- */

/* Parses one row by a standard that rewrites.  Returns: OK, or NO_SPACE if nothing was stored. */
static enum everyuri_status rewrite_row(const struct everyuri_text *text,
                                        enum everyuri_standard standard,
                                        struct everyuri_texts *texts, size_t row,
                                        struct chunk *chunk, size_t i)
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
		store_none(chunk, i, s,
		           s == EVERYURI_INVALID ? (uint32_t)error.at : EVERYURI_ABSENT);
		eu_bulk_texts_put(texts, row, 0, false);
		return EVERYURI_OK;
	}
	/* If the text is unchanged, the parts are spans of the row itself. */
	if (uri.len == text->len && memcmp(uri.text, text->data, uri.len) == 0)
		uri.flags &= (uint16_t)~EVERYURI_REWRITTEN;
	store_uri(chunk, i, &uri);
	bool rewritten = uri.flags & EVERYURI_REWRITTEN;

	eu_bulk_texts_put(texts, row, rewritten ? uri.len : 0, rewritten);
	return EVERYURI_OK;
}

/* Fast path of rewrite_row().  A URL that equals its href, as most URLs do, needs no output. */
static inline bool take_href(const struct everyuri_text *text, eu_uri_cut_fn *cut,
                             struct everyuri_texts *texts, size_t row, struct chunk *chunk,
                             size_t i)
{
	if (!cut || !text->data || text->len > EVERYURI_TEXT_MAX ||
	    !cut(text->data, (uint32_t)text->len, chunk->part[i], &chunk->host_kind[i]))
		return false;
	chunk->status[i] = EVERYURI_OK;
	chunk->error_at[i] = EVERYURI_ABSENT;
	chunk->flags[i] = 0;
	eu_bulk_texts_put(texts, row, 0, false);
	return true;
}

static enum everyuri_status rewrite_rows(const struct everyuri_rows *rows,
                                         enum everyuri_standard standard,
                                         const struct everyuri_parts *parts, size_t *n_done,
                                         struct everyuri_error *err)
{
	struct eu_bulk_walk walk = { .rows = rows };
	struct chunk chunk;
	eu_uri_cut_fn *cut = eu_uri_cut(standard);

	eu_bulk_texts_begin(parts->rewritten);
	while (eu_bulk_walk_next(&walk)) {
		size_t i = 0;

		while (i < walk.n &&
		       (take_href(&walk.text[i], cut, parts->rewritten, walk.from + i, &chunk, i) ||
		        !rewrite_row(&walk.text[i], standard, parts->rewritten, walk.from + i,
		                     &chunk, i)))
			i++;
		fill_arrays(&chunk, i, parts, walk.from);
		if (i < walk.n)
			return eu_bulk_end(EVERYURI_NO_SPACE, walk.from + i, n_done, err);
	}
	return eu_bulk_end(walk.wrong ? EVERYURI_OUT_OF_RANGE : EVERYURI_OK, walk.from, n_done,
	                   err);
}

/* ---- public functions ------------------------------------------------------------------------- */

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
	enum everyuri_status asked = eu_bulk_check_asked(standard, flags, n_done, err);

	if (asked)
		return asked;
	if (eu_uri_rewrites(standard))
		return rewrite_rows(rows, standard, parts, n_done, err);
	if (eu_uri_cut_columns(standard))
		return cut_columns(rows, eu_uri_cut_columns(standard), standard, flags, parts,
		                   n_done, err);
	return read_rows(rows, standard, flags, parts, n_done, err);
}

enum everyuri_status everyuri_bulk_check(const struct everyuri_rows *rows,
                                         enum everyuri_standard standard, unsigned flags,
                                         const struct everyuri_verdicts *verdicts, size_t *n_done,
                                         struct everyuri_error *err)
{
	struct eu_bulk_walk walk = { .rows = rows };
	const struct everyuri_parts parts = { .verdict = *verdicts };
	enum everyuri_status asked = eu_bulk_check_asked(standard, flags, n_done, err);

	if (asked)
		return asked;
	if (!eu_uri_rewrites(standard))
		return read_rows(rows, standard, flags, &parts, n_done, err);
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
